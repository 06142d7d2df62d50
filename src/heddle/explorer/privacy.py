"""Which memory only its own thread can ever reach.

What threads cannot tell each other of (:mod:`heddle.passes.points_to`) is private.  Accesses to it are no events.
"""

from __future__ import annotations

from heddle.core.expr import MemoryObject
from heddle.core.instr import Malloc
from heddle.core.program import Program
from heddle.passes.points_to import ESCAPED, PointsTo


class Privacy:
    def __init__(self, program: Program) -> None:
        self.shared = PointsTo(program).holds[ESCAPED]

    def is_private(self, obj: MemoryObject) -> bool:
        return obj.kind != "global" and ("object", obj.name) not in self.shared

    def is_private_heap(self, x: Malloc) -> bool:
        return not x.zeroed and ("heap", str(x.uid)) not in self.shared
