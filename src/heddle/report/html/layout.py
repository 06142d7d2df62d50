"""Where the events of an execution graph go in a drawing: threads are columns, program order runs downwards.

An event stands below what it follows in its thread, and below what it reads from where that is possible, so that a
drawing reads like time.  Initial writes stand on top.
"""

from __future__ import annotations

from itertools import pairwise

from heddle.answer import Drawn
from heddle.graph import Event
from heddle.records import dataclass
from heddle.report.drawing import edges, threads

CHARACTER = 7.4
"""The width of a character of the font, in pixels."""
LEAST_WIDTH = 92
HEIGHT = 38
ROW, GAP, MARGIN = 66, 96, 26
"""From row to row; between columns, where the arrows are; around everything."""
HEAD = 30
"""For the names of the threads."""
LONGEST = 30


@dataclass(frozen=True, slots=True)
class Box:
    event: Event
    x: float
    """Of its centre, as ``y``."""
    y: float
    width: float
    label: str
    note: str
    column: int
    """-1 for initial writes."""
    row: int


@dataclass(frozen=True, slots=True)
class Column:
    thread: int
    name: str
    x: float
    top: float


@dataclass(frozen=True, slots=True)
class Layout:
    boxes: dict[int, Box]
    columns: list[Column]
    arrows: list[tuple[str, int, int]]
    """Name, from, to: those between events that are shown."""
    width: float
    height: float


def lay_out(drawn: Drawn) -> Layout:
    events = {thread: [e for e in own if is_shown(e)] for thread, own in threads(drawn.graph).items()}
    columns = {thread: own for thread, own in events.items() if own}
    ids = {e.id for own in columns.values() for e in own}
    # that initial values are overwritten goes without saying
    plain = {e.id for e in drawn.graph.events if e.kind == "init"}
    arrows = [(name, a, b) for name, a, b in edges(drawn.graph) if name != "po" and not (name == "co" and a in plain)]
    initial = [e for e in drawn.graph.events if e.kind == "init" and any(a == e.id and b in ids for _, a, b in arrows)]
    ids |= {e.id for e in initial}
    arrows = [(name, a, b) for name, a, b in arrows if a in ids and b in ids]
    arrows = [("po", a.id, b.id) for own in columns.values() for a, b in pairwise(own)] + arrows
    rows = _rows(columns, arrows)
    return _place(drawn, columns, initial, rows, arrows)


def is_shown(event: Event) -> bool:
    """Accesses and fences: where threads begin and end says little, and takes room."""
    return event.kind in ("R", "W", "F")


def _rows(columns: dict[int, list[Event]], arrows: list[tuple[str, int, int]]) -> dict[int, int]:
    """The longest way to each event by program order and reads-from; by program order alone where the two make a
    circle."""
    own = [e.id for events in columns.values() for e in events]
    for names in (("po", "rf"), ("po",)):
        before: dict[int, list[int]] = {event: [] for event in own}
        for name, a, b in arrows:
            if name in names and a in before:
                before[b].append(a)
        rows: dict[int, int] = {}
        waiting = list(own)
        while waiting:
            ready = [e for e in waiting if all(b in rows for b in before[e])]
            if not ready:
                break
            rows |= {e: 1 + max((rows[b] for b in before[e]), default=-1) for e in ready}
            waiting = [e for e in waiting if e not in rows]
        if not waiting:
            return rows
    raise AssertionError("program order has a circle")


def _place(
    drawn: Drawn, columns: dict[int, list[Event]], initial: list[Event], rows: dict[int, int],
    arrows: list[tuple[str, int, int]],
) -> Layout:  # fmt: skip
    labels = {e.id: label(e, drawn.values.get(e.id)) for own in [*columns.values(), initial] for e in own}
    notes = {e.id: note(e, drawn) for own in columns.values() for e in own}
    sizes = {
        id: max(LEAST_WIDTH, 18 + CHARACTER * max(len(labels[id]), 0.85 * len(notes.get(id, "")))) for id in labels
    }
    boxes: dict[int, Box] = {}
    top = MARGIN + (ROW if initial else 0) + HEAD
    x, heads = float(MARGIN + GAP / 2), []
    for number, (thread, own) in enumerate(columns.items()):
        width = max(sizes[e.id] for e in own)
        name = next((drawn.origins[e.id][1] for e in own if e.id in drawn.origins), "")
        heads.append(Column(thread, name, x + width / 2, top - HEAD / 2))
        for e in own:
            y = top + HEIGHT / 2 + 6 + ROW * rows[e.id]
            boxes[e.id] = Box(e, x + width / 2, y, width, labels[e.id], notes[e.id], number, rows[e.id])
        x += width + GAP
    right = x - GAP / 2 + MARGIN
    across = sum(sizes[e.id] + 18 for e in initial) - 18
    at = max(MARGIN, (right - across) / 2)
    for e in initial:
        boxes[e.id] = Box(e, at + sizes[e.id] / 2, MARGIN + HEIGHT / 2 - 6, sizes[e.id], labels[e.id], "", -1, -1)
        at += sizes[e.id] + 18
    height = top + 12 + ROW * (max(rows.values(), default=0) + 1)
    return Layout(boxes, heads, arrows, max(right, at - 18 + MARGIN, 220), height)


def label(event: Event, value: str | None) -> str:
    """``W x = 1``, as the literature writes it."""
    if event.kind == "F":
        return "fence"
    known = value or event.value
    shown = f"{event.location}" if known is None else f"{event.location} = {known}"
    shown = shown if len(shown) <= LONGEST else f"{shown[: LONGEST - 1]}…"
    return f"{'R' if event.kind == 'R' else 'W'} {shown}"


ORDERS = ("SC", "ACQ_REL", "ACQ", "REL", "RLX", "CON")


def note(event: Event, drawn: Drawn) -> str:
    """The line, the memory order, and whether it is half of a read-modify-write."""
    loc = drawn.origins[event.id][0] if event.id in drawn.origins else event.loc
    order = next((tag.lower().replace("_", "-") for tag in ORDERS if tag in event.tags), "")
    parts = [f"line {loc.line}" if loc.line else "", order, "rmw" if event.partner is not None else ""]
    return " · ".join(filter(None, parts))


__all__ = ["GAP", "HEIGHT", "ROW", "Box", "Layout", "lay_out"]
