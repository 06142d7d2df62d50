"""Small programs under any memory model: all candidate executions are enumerated, the model picks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heddle.core.instr import ATOMICITY, FOR_EVER
from heddle.engines.engine import Engine, Listener

if TYPE_CHECKING:
    from heddle.answer import Answer
    from heddle.core.program import Program
    from heddle.task import Task


class Enumerate(Engine):
    name = "enumerate"
    summary = "all candidate executions, held against the memory model: for small programs, and models of any kind"
    bounds = frozenset({"max_depth"})
    unchecked = frozenset({*FOR_EVER, ATOMICITY})
    models = None
    ghost_models = frozenset({"sc"})
    counts_executions = True

    def unseen(self, task: Task) -> frozenset[str]:
        """Under models that are store buffers threads say in code where they wait, and graphs have no moments."""
        return self.unchecked if task.model.operational is not None else self.unchecked - FOR_EVER

    def run(self, task: Task, program: Program, listener: Listener) -> Answer:
        from heddle.engines.enumeration import enumerate_all

        return enumerate_all(task, program, listener)
