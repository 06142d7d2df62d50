"""Small programs under any memory model: all candidate executions are enumerated, the model picks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heddle.core.instr import ATOMICITY
from heddle.engines.engine import Engine, Listener

if TYPE_CHECKING:
    from heddle.answer import Answer
    from heddle.core.program import Program
    from heddle.task import Task


class Enumerate(Engine):
    name = "enumerate"
    summary = "all candidate executions, held against the memory model: for small programs, and models of any kind"
    bounds = frozenset({"max_depth"})
    unchecked = frozenset({"deadlock", "termination", ATOMICITY})
    models = None
    ghost_models = frozenset({"sc"})
    counts_executions = True

    def run(self, task: Task, program: Program, listener: Listener) -> Answer:
        from heddle.engines.enumeration import enumerate_all

        return enumerate_all(task, program, listener)
