"""Execution graphs with what the memory model says about them: one beside a violation, or a gallery of all."""

from __future__ import annotations

from collections.abc import Iterator

from heddle.answer import Answer, Drawn, Judged
from heddle.report.drawing import describe, edges
from heddle.report.html.cycles import cycle_of, in_words
from heddle.report.html.markup import element, text
from heddle.report.html.svg import RELATIONS, marks, picture

MOST_EVENTS = 120
"""Larger graphs are not drawn: nobody could follow the arrows."""
MOST_BYTES = 600_000
"""Of all drawings together: a page is to open at once."""


def section(answer: Answer) -> str:
    """Everything about graphs; nothing if the answer has none."""
    if not answer.graphs:
        return ""
    cards: list[str] = []
    single = len(answer.graphs) == 1
    for title, graph in _named(answer.graphs):
        card = _card(title, graph, answer.model, single)
        if sum(len(earlier) for earlier in cards) + len(card) > MOST_BYTES:
            break
        cards.append(card)
    rest = len(answer.graphs) - len(cards)
    more = element("p", f"{rest} more are not drawn here; --dot DIR writes them.", cls="quiet") if rest else ""
    heading = element("h2", "Execution graph" if single else "Execution graphs", id="graphs-title")
    gallery = element("div", *cards, cls="single" if single else "gallery")
    return element("section", heading, _legend(), marks(), gallery, more, cls="graphs", aria_labelledby="graphs-title")


def _named(graphs: list[Drawn]) -> Iterator[tuple[str, Drawn]]:
    """Violations first, each kind with numbers of its own."""
    violations = [g for g in graphs if g.is_violation]
    others = [g for g in graphs if not g.is_violation]
    yield from ((f"Violation {n}" if len(violations) > 1 else "The violation", g) for n, g in enumerate(violations, 1))
    yield from ((f"Execution {n}", g) for n, g in enumerate(others, 1))


def _legend() -> str:
    items = [
        element("li", element("span", name, cls=f"key {name}"), " ", text(meaning))
        for name, meaning in RELATIONS.items()
    ]
    return element("ul", *items, cls="legend", aria_label="What the arrows mean")


def _card(title: str, drawn: Drawn, model: str, single: bool) -> str:
    badge = element("span", "violation", cls="badge violation") if drawn.is_violation else ""
    head = element("h3", text(title), " ", badge if title != "The violation" else "")
    if sum(e.kind in "RWF" for e in drawn.graph.events) > MOST_EVENTS:
        inside = element("p", f"{len(drawn.graph)} events: too many to draw.", cls="quiet")
        return element("article", head, inside, _constraints(drawn, model, single), cls="card")
    cycle = cycle_of(drawn)
    ringed = frozenset(event for c in drawn.constraints if c.flag and c.holds for event in c.events)
    shown = picture(drawn, f"{title}: execution graph", frozenset((a, b) for _, a, b in cycle), ringed)
    canvas = element("div", shown, cls="canvas", tabindex="0", role="group", aria_label=f"{title}, drawn")
    return element(
        "article",
        head,
        canvas,
        _weak(cycle, drawn, model),
        _constraints(drawn, model, single),
        _as_text(drawn),
        cls="card",
    )


def _weak(cycle: list[tuple[str, int, int]], drawn: Drawn, model: str) -> str:
    if not cycle and model == "sc":
        return ""
    if not cycle:
        return element("p", "An interleaving gives this: no arrows make a cycle.", cls="verdict-sc quiet")
    said = element("code", text(in_words(drawn, cycle)))
    return element(
        "p", element("b", "No interleaving gives this."), " The thick arrows are a cycle: ", said, cls="verdict-sc"
    )


def _constraints(drawn: Drawn, model: str, single: bool) -> str:
    """A table; in a gallery folded to a line, as every execution there keeps the constraints."""
    if not drawn.constraints:
        return ""
    rows = [_constraint(c) for c in drawn.constraints]
    caption = element("caption", f"What the model {text(model)} says")
    table = element("table", caption, element("tbody", *rows), cls="constraints")
    if single:
        return table
    raised = [c.name for c in drawn.constraints if c.flag and c.holds]
    broken = [c.name for c in drawn.constraints if not c.flag and not c.holds]
    said = f"{', '.join(broken)} broken" if broken else f"{model} allows it"
    said += f"; {', '.join(raised)} raised" if raised else ""
    return element("details", element("summary", text(said)), table, cls="folded")


def _constraint(c: Judged) -> str:
    if c.flag:
        mark, word, how = ("⚑", "raised", "bad") if c.holds else ("–", "not raised", "none")
    else:
        mark, word, how = ("✓", "holds", "good") if c.holds else ("✗", "broken", "bad")
    state = element("td", element("span", mark, aria_hidden="true"), f" {word}", cls=how)
    return element("tr", element("th", text(c.name), scope="row"), state, element("td", element("code", text(c.text))))


def _as_text(drawn: Drawn) -> str:
    """The arrows in words, for those who cannot see them."""
    events = drawn.graph.events

    def said(id: int) -> str:
        thread = "" if events[id].kind == "init" else f" (T{events[id].thread})"
        return f"{describe(events[id], drawn.values.get(id))}{thread}"

    lines = [element("li", text(f"{said(a)} —{name}→ {said(b)}")) for name, a, b in edges(drawn.graph)]
    return element("details", element("summary", "The graph as text"), element("ul", *lines), cls="as-text")


__all__ = ["section"]
