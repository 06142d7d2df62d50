"""Why no interleaving gives an execution: a cycle of what had to come before what."""

from __future__ import annotations

from collections import deque

from heddle.answer import Drawn
from heddle.report.drawing import describe
from heddle.report.html.layout import lay_out

Arrow = tuple[str, int, int]
RANK = {"po": 0, "rf": 1, "co": 2, "fr": 3}


def cycle_of(drawn: Drawn) -> list[Arrow]:
    """A shortest cycle of program order, reads-from, coherence and from-reads; nothing if an interleaving gives the
    execution.  (What all four agree with is an interleaving, and the other way round: Shasha and Snir.)"""
    after: dict[int, list[Arrow]] = {}
    for arrow in sorted(lay_out(drawn).arrows, key=lambda arrow: RANK[arrow[0]]):
        after.setdefault(arrow[1], []).append(arrow)
    best: list[Arrow] = []
    for start in after:
        found = _back_to(start, after)
        if found and (not best or len(found) < len(best)):
            best = found
    return best


def _back_to(start: int, after: dict[int, list[Arrow]]) -> list[Arrow]:
    came: dict[int, Arrow] = {}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for arrow in after.get(here, ()):
            if arrow[2] == start:
                path = [arrow]
                while path[0][1] != start:
                    path.insert(0, came[path[0][1]])
                return path
            if arrow[2] not in came:
                came[arrow[2]] = arrow
                queue.append(arrow[2])
    return []


def in_words(drawn: Drawn, cycle: list[Arrow]) -> str:
    """``write x = 1 (T1) —po→ read y = 0 (T1) —fr→ …``, back to where it began."""
    events = drawn.graph.events

    def said(id: int) -> str:
        return f"{describe(events[id], drawn.values.get(id))} (T{events[id].thread})"

    return " ".join([*(f"{said(a)} —{name}→" for name, a, _ in cycle), said(cycle[0][1])])


__all__ = ["cycle_of", "in_words"]
