"""An execution graph as SVG: there without JavaScript, in the colours of the page."""

from __future__ import annotations

from heddle.answer import Drawn
from heddle.records import dataclass
from heddle.report.html.layout import GAP, HEIGHT, ROW, Box, Layout, lay_out
from heddle.report.html.markup import element, text

RELATIONS = {
    "po": "program order", "rf": "is read by", "co": "is overwritten by", "fr": "reads what that write overwrites",
}  # fmt: skip
APART = {"rf": -7.0, "co": 0.0, "fr": 7.0}
"""Arrows of different relations between the same events do not cover each other."""
BULGE = 46
"""How far arrows within a column swing out."""


def marks() -> str:
    """The heads of arrows, once for all drawings of a page."""
    heads = "".join(
        f'<marker id="head-{name}" class="{name}" viewBox="0 0 10 10" refX="9" refY="5" markerUnits="userSpaceOnUse" '
        f'markerWidth="10" markerHeight="10" orient="auto-start-reverse"><path d="M0 0.8 L10 5 L0 9.2 z"/></marker>'
        for name in RELATIONS
    )
    return f'<svg class="marks" width="0" height="0" aria-hidden="true"><defs>{heads}</defs></svg>'


def picture(drawn: Drawn, title: str, cycle: frozenset[tuple[int, int]], ringed: frozenset[int]) -> str:
    """``cycle``: arrows to be stressed; ``ringed``: events to be."""
    layout = lay_out(drawn)
    if not layout.boxes:
        return element("p", "No accesses to memory that threads share.", cls="quiet")
    arrows = [_Arrow(layout, *arrow).render((arrow[1], arrow[2]) in cycle) for arrow in layout.arrows]
    heads = [
        f'<text class="thread t{c.thread % 8}" x="{c.x:.0f}" y="{c.top:.0f}">T{c.thread} {text(c.name)}</text>'
        for c in layout.columns
    ]
    boxes = [_box(box, layout, box.event.id in ringed) for box in layout.boxes.values()]
    width, height = round(layout.width), round(layout.height)
    inside = "".join([element("title", text(title)), *arrows, *heads, *boxes])
    return (
        f'<svg class="graph" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" '
        f'aria-label="{text(title)}">{inside}</svg>'
    )


def _box(box: Box, layout: Layout, ringed: bool) -> str:
    left, top = box.x - box.width / 2, box.y - HEIGHT / 2
    hue = "init" if box.column < 0 else f"t{layout.columns[box.column].thread % 8}"
    up = 4 if not box.note else -2
    parts = [f'<rect x="{left:.0f}" y="{top:.0f}" width="{box.width:.0f}" height="{HEIGHT}" rx="7"/>']
    parts.append(f'<text x="{box.x:.0f}" y="{box.y + up:.0f}">{text(box.label)}</text>')
    if box.note:
        parts.append(f'<text class="note" x="{box.x:.0f}" y="{box.y + 12:.0f}">{text(box.note)}</text>')
    return f'<g class="event {hue}{" ringed" if ringed else ""}">{"".join(parts)}</g>'


@dataclass(slots=True)
class _Arrow:
    layout: Layout
    name: str
    begin: int
    end: int

    def render(self, stressed: bool) -> str:
        path, x, y = self._around() or self._straight()
        shift = {"rf": -4, "co": 4, "fr": 12}.get(self.name, 4)
        shown = "" if self.name == "po" else f'<text x="{x:.0f}" y="{y + shift:.0f}">{self.name}</text>'
        classes = f"arrow {self.name}{' stressed' if stressed else ''}"
        return f'<g class="{classes}"><path d="{path}" marker-end="url(#head-{self.name})"/>{shown}</g>'

    def _straight(self) -> tuple[str, float, float]:
        """One curve, and the place of its name."""
        x1, y1, cx1, cy1, cx2, cy2, x2, y2 = self._curve()
        path = f"M{x1:.0f} {y1:.0f} C{cx1:.0f} {cy1:.0f} {cx2:.0f} {cy2:.0f} {x2:.0f} {y2:.0f}"
        return path, (x1 + 3 * cx1 + 3 * cx2 + x2) / 8, (y1 + 3 * cy1 + 3 * cy2 + y2) / 8

    def _around(self) -> tuple[str, float, float] | None:
        """Past the columns in between: through the room between two rows, so as not to go behind their events."""
        a, b = self.layout.boxes[self.begin], self.layout.boxes[self.end]
        if a.column < 0 or b.column < 0 or abs(a.column - b.column) < 2:
            return None
        apart, side = APART.get(self.name, 0.0), 1 if b.x > a.x else -1
        x1, x2 = a.x + side * a.width / 2, b.x - side * b.width / 2
        y1, y2 = a.y + apart, b.y + apart
        between = b.y - ROW / 2 + apart / 2 if b.row > a.row else b.y + ROW / 2 + apart / 2
        bend = side * GAP * 0.55
        path = f"M{x1:.0f} {y1:.0f} C{x1 + bend:.0f} {y1:.0f} {x1:.0f} {between:.0f} {x1 + bend:.0f} {between:.0f}"
        path += f" L{x2 - bend:.0f} {between:.0f} C{x2:.0f} {between:.0f} {x2 - bend:.0f} {y2:.0f} {x2:.0f} {y2:.0f}"
        return path, (x1 + x2) / 2, between

    def _curve(self) -> tuple[float, ...]:
        a, b = self.layout.boxes[self.begin], self.layout.boxes[self.end]
        apart = APART.get(self.name, 0.0)
        if self.name == "po":
            return a.x, a.y + HEIGHT / 2, a.x, a.y + HEIGHT / 2, b.x, b.y - HEIGHT / 2, b.x, b.y - HEIGHT / 2
        if a.column < 0 or b.column < 0:
            return self._from_the_top(a, b, apart)
        if a.column == b.column:
            side = 1 if self.name == "rf" else -1
            x = a.x + side * a.width / 2
            out = x + side * (BULGE + 8 * min(abs(a.row - b.row), 3))
            return x, a.y + apart, out, a.y + apart, out, b.y + apart, x, b.y + apart
        side = 1 if b.x > a.x else -1
        x1, x2 = a.x + side * a.width / 2, b.x - side * b.width / 2
        bend = max(30.0, abs(x2 - x1) * 0.45) * side
        return x1, a.y + apart, x1 + bend, a.y + apart, x2 - bend, b.y + apart, x2, b.y + apart

    def _from_the_top(self, a: Box, b: Box, apart: float) -> tuple[float, ...]:
        """From or to an initial write: into the head of a column, or past it into a side."""
        if a.column < 0 and b.column < 0:
            return a.x, a.y + 19, a.x, a.y + 50, b.x, b.y + 50, b.x, b.y + 19
        if b.column < 0:
            x1, y1, cx1, cy1, cx2, cy2, x2, y2 = self._from_the_top(b, a, apart)
            return x2, y2, cx2, cy2, cx1, cy1, x1, y1
        below = a.y + HEIGHT / 2
        if b.row == 0:
            x = b.x + (b.width / 4 if a.x > b.x else -b.width / 4) + apart
            return a.x + apart, below, a.x + apart, below + 34, x, b.y - HEIGHT / 2 - 34, x, b.y - HEIGHT / 2
        side = 1 if a.x >= b.x else -1
        x = b.x + side * b.width / 2
        out = x + side * (BULGE - 8)
        return a.x + apart, below, out, below + 40, out + side * 6, b.y + apart, x, b.y + apart


__all__ = ["RELATIONS", "marks", "picture"]
