"""How every chain begins: from the files to the program with the property's claims."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heddle.chains.form import Form
from heddle.chains.shipped import formula
from heddle.chains.way import Turn, Way

if TYPE_CHECKING:
    from heddle.core.program import Program
    from heddle.task import Task


def program(task: Task) -> Program:
    chain = task.method.pipeline or formula("order")
    found: Program = Way(chain, task).go(task.sources, Form.SOURCES, Form.PROGRAM, Turn())
    return found


__all__ = ["program"]
