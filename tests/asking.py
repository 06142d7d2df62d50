"""Asks an engine about a program, in this process."""

from __future__ import annotations

from typing import Unpack

from heddle import engines
from heddle.answer import Answer
from heddle.api import Options, make_task
from heddle.core.program import Program
from heddle.engines.engine import SILENT, Listener
from heddle.properties import Property
from heddle.report.cuts import describe_cut


def ask(program: Program, model: str = "sc", listener: Listener = SILENT, **options: Unpack[Options]) -> Answer:
    """The property is what the program claims."""
    claimed = Property("as claimed", "", program.claims)
    return engines.run(make_task((), model, claimed, **options), program, listener)


def cuts(answer: Answer) -> list[str]:
    """What the report says that bounds cut."""
    return [describe_cut(cut) for cut in answer.cuts]
