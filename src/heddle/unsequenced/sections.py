"""Atomic sections: which instructions only ever run inside one."""

from __future__ import annotations

from collections.abc import Iterator

from heddle.core.instr import GHOST, AnyInstr, AtomicBegin, AtomicEnd, Branch, Goto, Label
from heddle.core.program import Program
from heddle.passes.liveness import ENDS
from heddle.unsequenced.effects import Effects

DEEPEST = 8


class Sections:
    """How deep instructions are in atomic sections at least, however they are reached."""

    def __init__(self, program: Program, effects: Effects, roots: list[str]) -> None:
        self.program, self.effects = program, effects
        self._unbalanced: set[str] = set()
        """Functions that may end a section that their caller has begun."""
        self._depth: dict[int, int] = {}
        if not any(isinstance(x, AtomicBegin) for f in program.functions.values() for x in f.body):
            return
        while self._find_unbalanced():
            pass
        entry = dict.fromkeys(roots, 0)
        pending = list(roots)
        while pending:
            name = pending.pop()
            for x, depth in self._flow(name, entry[name]):
                self._depth[x.uid] = depth
                for callee in effects.callees.get(x.uid, ()):
                    if depth < entry.get(callee, DEEPEST + 1):
                        entry[callee] = depth
                        pending.append(callee)

    def is_inside(self, x: AnyInstr) -> bool:
        return self._depth.get(x.uid, 0) > 0

    def _find_unbalanced(self) -> bool:
        """Tells whether one more was found."""
        for name, function in self.program.functions.items():
            if name in self._unbalanced:
                continue
            called = any(c in self._unbalanced for x in function.body for c in self.effects.callees.get(x.uid, ()))
            if called or any(isinstance(x, AtomicEnd) and depth == 0 for x, depth in self._flow(name, 0)):
                self._unbalanced.add(name)
                return True
        return False

    def _flow(self, name: str, entry: int) -> Iterator[tuple[AnyInstr, int]]:
        """The instructions, each with the least depth before it."""
        body = self.program.functions[name].body
        at: dict[str, int] = {}
        while True:
            before = dict(at)
            found = list(self._sweep(body, entry, at))
            if before == at:
                return iter(found)

    def _sweep(self, body: list[AnyInstr], depth: int, at: dict[str, int]) -> Iterator[tuple[AnyInstr, int]]:
        for x in body:
            if isinstance(x, Label):
                depth = min(depth, at.get(x.name, DEEPEST))
            yield x, depth
            if isinstance(x, (Goto, Branch)):
                at[x.label] = min(depth, at.get(x.label, DEEPEST))
            if isinstance(x, ENDS):
                depth = DEEPEST
            elif isinstance(x, (AtomicBegin, AtomicEnd)) and x.order == GHOST:
                continue
            elif isinstance(x, AtomicBegin):
                depth = min(depth + 1, DEEPEST)
            elif isinstance(x, AtomicEnd):
                depth = max(depth - 1, 0)
            elif any(callee in self._unbalanced for callee in self.effects.callees.get(x.uid, ())):
                depth = 0
