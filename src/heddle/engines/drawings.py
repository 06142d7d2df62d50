"""Execution graphs ready to be shown: the user's lines beside the events, and what the memory model says."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from heddle.answer import Drawn, Judged
from heddle.models.evaluate import Evaluator
from heddle.replay.follow import GraphClaim, origins
from heddle.replay.replay import ReplayError

if TYPE_CHECKING:
    from heddle.core.instr import Location
    from heddle.core.program import Program
    from heddle.graph import ExecutionGraph
    from heddle.models.relation import Model

MOST_EVENTS = 400
"""Constraints of larger graphs are not looked at once more: nobody can look at such a graph either."""


class Drawings:
    """Makes them for one program and model."""

    def __init__(self, program: Program, model: Model) -> None:
        self.program = program
        self.evaluator = Evaluator(model)
        self.texts = {constraint.name: spelled(constraint.loc) for constraint in model.constraints}

    def of(self, claimed: GraphClaim, violates: bool) -> Drawn:
        """Lines are those of the user's program, which the replayer finds by running it along the graph."""
        try:
            known = origins(self.program, claimed)
        except ReplayError:
            known = {}
        places = {event: (origin.loc, origin.thread_name) for event, origin in known.items()}
        return Drawn(claimed.graph, places, violates, self.judged(claimed.graph))

    def judged(self, graph: ExecutionGraph) -> tuple[Judged, ...]:
        if len(graph) > MOST_EVENTS:
            return ()
        return tuple(
            Judged(name, self.texts.get(name, ""), holds, flag, events)
            for name, holds, flag, events in self.evaluator.verdicts(graph)
        )


def spelled(loc: Location) -> str:
    """The line of a model's file that a constraint stands in; empty where that is not known."""
    try:
        lines = Path(loc.file).read_text(errors="replace").splitlines() if loc.line else []
    except OSError:
        lines = []
    return lines[loc.line - 1].strip() if 0 < loc.line <= len(lines) else ""


__all__ = ["Drawings"]
