"""The parts of a page that are not a trace or a graph: what was covered and cut, inputs, counts, states, invariants."""

from __future__ import annotations

from itertools import groupby

from heddle.answer import Answer, Claim, Verdict
from heddle.report.cuts import describe_cut
from heddle.report.html.listing import Listing
from heddle.report.html.markup import element, text
from heddle.report.invariant import place
from heddle.report.trace import Trace
from heddle.report.trace_text import times

MOST_LINES = 300
"""Of inputs, states, and claims without a line."""
COUNTED = {
    "unwind": "times every loop runs, and every function calls itself",
    "unwind_for": "times every for loop runs",
    "unwind_while": "times every while loop runs",
    "unwind_threads": "times loops that create threads run",
    "rounds": "turns of every thread",
    "contexts": "turns of all threads together",
    "writes": "writes to shared memory, or groups of them",
    "threads": "threads",
    "max_depth": "events of every thread",
    "queue": "writes that a store buffer or a list holds",
    "clock": "moments of the clock",
    "width": "bits of integers in shared memory",
}
"""What bounds count."""


def covered(answer: Answer) -> str:
    """What was looked at, and what was not."""
    parts = []
    if answer.verdict is not Verdict.VIOLATION:
        parts.append(element("p", text(_coverage(answer))))
        if answer.bounds:
            rows = [_bound(name, value) for name, value in answer.bounds.items()]
            parts.append(element("table", element("caption", "The bounds of the search"), *rows, cls="facts"))
    if answer.cuts:
        items = [element("li", text(describe_cut(cut))) for cut in answer.cuts]
        parts += [
            element("h3", "What was cut, and the option that raises the bound"),
            element("ul", *items, cls="cuts"),
        ]
    if answer.assumptions and answer.verdict is not Verdict.VIOLATION:
        parts.append(element("p", text(f"Assumed: {'; '.join(answer.assumptions)}.")))
    if not parts:
        return ""
    return _section("covered", "What was covered", *parts)


def _bound(name: str, value: int) -> str:
    cells = element("td", str(value), cls="number") + element("td", text(COUNTED.get(name, "")))
    return element("tr", element("th", text(name.replace("_", "-")), scope="row"), cells)


def _coverage(answer: Answer) -> str:
    match answer.verdict:
        case Verdict.SAFE if answer.invariant:
            return "Every execution: an invariant proves it. It was checked over machine words."
        case Verdict.SAFE:
            return "Every execution of the program."
        case Verdict.BOUNDED:
            return "Every execution within the bounds. Longer ones were not looked at, and may break the property."
    return "Not enough for an answer."


def counts(answer: Answer) -> str:
    found = answer.counts
    if found is None or not (found.executions or found.blocked):
        return ""
    numbers = [("executions", found.executions), ("blocked", found.blocked), ("with a violation", found.violations)]
    numbers += [("cut by a bound", found.cut)] if found.cut else []
    tiles = [element("div", element("b", f"{n:,}"), element("span", name), cls="tile") for name, n in numbers]
    note = "" if found.complete else element("p", "Not all: the exploration was stopped.", cls="quiet")
    return _section("counts", "Executions", element("div", *tiles, cls="tiles"), note, _states(answer))


def observation(answer: Answer) -> str:
    """What a litmus test asked, and what came of it."""
    seen = answer.observation
    if seen is None:
        return ""
    said = element("p", element("code", text(seen.condition)), f": {text(seen.frequency)}.")
    many = element("p", f"In {seen.positive:,} executions it holds, in {seen.negative:,} it does not.", cls="quiet")
    flags = element("p", text(f"Flags: {', '.join(seen.flags)}")) if seen.flags else ""
    states = _states(answer) if answer.counts is None or not answer.counts.executions else ""
    return _section("observation", f"Test {seen.test}", said, many, flags, states)


def _states(answer: Answer) -> str:
    if not answer.states:
        return ""
    names = [name for name, _ in next(iter(answer.states))]
    head = element("tr", *(element("th", text(n), scope="col") for n in [*names, "executions"]))
    rows = [
        element("tr", *(element("td", text(value)) for _, value in state), element("td", f"{n:,}", cls="number"))
        for state, n in sorted(answer.states.items())[:MOST_LINES]
    ]
    return element(
        "table", element("caption", "Final states"), element("thead", head), element("tbody", *rows), cls="states"
    )


def inputs(trace: Trace) -> str:
    """What the program got from outside, and where objects lie if that matters."""
    parts = []
    for title, lines in (("Inputs", trace.inputs), ("Addresses", trace.addresses)):
        said = [f"{line}{times(len(list(same)))}" for line, same in groupby(lines)]
        if said:
            more = [f"⋮ and {len(said) - MOST_LINES} more"] if len(said) > MOST_LINES else []
            items = [element("li", text(line)) for line in [*said[:MOST_LINES], *more]]
            parts += [element("h3", title), element("ul", *items, cls="plain")]
    return _section("inputs", "What the execution was given", *parts) if parts else ""


def invariant(answer: Answer, listing: Listing) -> str:
    """The claims beside the lines they are about; those about no line, or several threads at once, above."""
    apart: list[str] = []
    for claim in answer.invariant:
        markup = _claim(claim)
        if len(claim.where) != 1 or not listing.note(claim.where[0], markup):
            apart.append(markup)
    if not answer.invariant:
        return ""
    lead = element(
        "p", "Whenever a thread is at one of the lines below, what stands beside it holds; together that excludes ",
        "every violation. Names with ", element("code", "#2"), " are those of a second thread; ",
        element("code", "owner(m)"), " is the thread that holds ", element("code", "m"), ".",
    )  # fmt: skip
    hidden = element("p", f"{len(apart) - MOST_LINES} more: --invariant-out FILE writes all.", cls="quiet")
    above = element("div", *apart[:MOST_LINES], cls="apart") + (hidden if len(apart) > MOST_LINES else "")
    return _section("invariant", "Why: an invariant", lead, above if apart else "", listing.render())


def _claim(claim: Claim) -> str:
    holds = [element("code", text(part)) for part in claim.holds]
    is_beside = len(claim.where) == 1 and claim.where[0].line
    who = element("span", text(claim.threads[0] if is_beside else place(claim)), cls="whose")
    return element("div", who, *holds, cls="claim")


def _section(id: str, title: str, *content: str) -> str:
    heading = element("h2", text(title), id=f"{id}-title")
    return element("section", heading, *content, cls=id, aria_labelledby=f"{id}-title")


__all__ = ["counts", "covered", "inputs", "invariant", "observation"]
