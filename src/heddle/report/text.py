"""The report of an answer, for people."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from heddle.answer import EXPLAIN, NOT_ASKED, Answer, Verdict
from heddle.report import Format, Style
from heddle.report.cuts import describe_cut
from heddle.report.wording import failure_message

COLORS = {Verdict.VIOLATION: "31", Verdict.SAFE: "32", Verdict.BOUNDED: "32", Verdict.UNKNOWN: "33"}


def headline(answer: Answer) -> str:
    if answer.execution is not None and answer.execution.failure is not None:
        return f"{answer.verdict}: {failure_message(answer.execution)} ({answer.execution.failure.at})"
    return f"{answer.verdict}: {answer.reason}"


def setting(answer: Answer) -> str:
    """How the answer was found, e.g. ``model sc, engine lazy, unwind 2, rounds 2, 0.31 s``."""
    counts = answer.counts
    parts = []
    if counts is not None:
        stopped = "" if counts.complete else " (not all: the exploration was stopped)"
        parts = [f"{counts.executions} executions", f"{counts.blocked} blocked",
                 f"{counts.violations} with a violation{stopped}"]  # fmt: skip
    bounds = [f"{name.replace('_', '-')} {value}" for name, value in answer.bounds.items()]
    parts += [f"model {answer.model}", f"engine {answer.engine}", *bounds, f"{answer.seconds:.2f} s"]
    return ", ".join(parts)


def render(answer: Answer, files: Sequence[str], style: Style) -> str:
    if style.one_line:
        return f"{', '.join(files)}: {headline(answer)} [{setting(answer)}]"
    if answer.observation is not None or any(file.endswith(".litmus") for file in files):
        from heddle.report.herd import as_herd

        return as_herd(answer, files)
    return "\n".join(lines(answer, style))


def lines(answer: Answer, style: Style) -> Iterator[str]:
    """The whole report; in colour only if the user's NO_COLOR does not object."""
    color = style.color and not os.environ.get("NO_COLOR")
    yield paint(headline(answer), COLORS[answer.verdict], color)
    if style.quiet:
        return
    yield f"  {setting(answer)}"
    if answer.note:
        yield f"  {answer.note}"
    if answer.assumptions and answer.verdict in (Verdict.SAFE, Verdict.BOUNDED):
        yield f"  assumes: {'; '.join(answer.assumptions)}"
    if answer.invariant:
        from heddle.report.invariant import essence

        yield from ("", "Why (an invariant, checked over machine words):", *essence(answer.invariant))
    for state, count in sorted((answer.states or {}).items()):
        yield f"  {count:>8} :> {' '.join(f'{name}={value};' for name, value in state)}"
    if answer.cuts:
        yield from ("", "What was cut, and the option that raises the bound:")
        yield from (f"  {describe_cut(cut)}" for cut in answer.cuts)
    if style.verbose and answer.statistics:
        yield from ("", "Statistics:")
        yield from (f"  {name}: {value}" for name, value in answer.statistics.items())
    if style.explain:
        yield from ("", *explained(answer))
    if answer.execution is not None:
        from heddle.report.trace_text import render as render_trace

        yield from ("", render_trace(answer.execution, verbose=style.verbose, color=color))
    if answer.advice and not (style.explain and answer.advice == EXPLAIN):
        yield from ("", f"Try next: {answer.advice}")


STOPPED_EARLY = "What ran: one engine alone, which was stopped before it had anything to say."


def explained(answer: Answer) -> Iterator[str]:
    """Who was asked, how far each has come, and why this is the answer."""
    if not answer.parts:
        since = f", since {answer.about}" if answer.about else ""
        yield f"What ran: {answer.engine} alone{since}." if answer.engine != "auto" else STOPPED_EARLY
        return
    yield f"What ran, for {answer.about}:" if answer.about else "What ran:"
    for part in answer.parts:
        if part.state != NOT_ASKED:
            yield f"  {part.engine} ({part.seconds:.2f} s): {part.state}"
            yield f"      {part.why}"
    if unasked := [part.engine for part in answer.parts if part.state == NOT_ASKED]:
        yield f"  {'not needed' if answer.is_definite else 'not asked before the end'}: {', '.join(unasked)}"
    if answer.is_definite:
        yield f"The answer is that of {answer.engine}: the first one that leaves no doubt ends the others."
    elif answer.verdict is Verdict.BOUNDED:
        yield f"Nobody was sure; the answer is that of {answer.engine}, which covers bounds."
    else:
        yield f"Nobody was sure, or covered any bounds; the answer is that of {answer.engine}, the first to be asked."


def paint(text: str, code: str, color: bool) -> str:
    return f"\x1b[1;{code}m{text}\x1b[0m" if color else text


TEXT = Format("text", "for people", render)
