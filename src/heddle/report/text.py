"""The report of a verdict, for people."""

from __future__ import annotations

import os

from heddle.report.wording import failure_message
from heddle.result import Result, Verdict

COLORS = {Verdict.VIOLATION: "31", Verdict.SAFE: "32", Verdict.BOUNDED: "32", Verdict.UNKNOWN: "33"}


def headline(result: Result) -> str:
    if result.trace is not None and result.trace.failure is not None:
        return f"{result.verdict}: {failure_message(result.trace)} ({result.trace.failure.at})"
    return f"{result.verdict}: {result.reason}"


def setting(result: Result) -> str:
    """How the answer was found, e.g. ``model sc, engine lazy, unwind 2, rounds 2, 0.31 s``."""
    bounds = [f"{name} {value}" for name, value in result.bounds.items()]
    return ", ".join([f"model {result.model}", f"engine {result.engine}", *bounds, f"{result.seconds:.2f} s"])


def one_line_verdict(result: Result) -> str:
    """For lists of many programs."""
    return f"{headline(result)} [{setting(result)}]"


def describe(result: Result, *, quiet: bool = False, verbose: bool = False, color: bool = False) -> str:
    """The whole report; in colour only if the user's NO_COLOR does not object."""
    color = color and not os.environ.get("NO_COLOR")
    first = paint(headline(result), COLORS[result.verdict], color)
    if quiet:
        return first
    lines = [first, f"  {setting(result)}"]
    if result.cuts:
        lines += ["", "What the bounds cut, and the option that raises the bound:"]
        lines += [f"  {cut}" for cut in result.cuts]
    if verbose and result.statistics:
        lines += ["", "Statistics:"]
        lines += [f"  {name}: {value}" for name, value in result.statistics.items()]
    if result.trace is not None:
        from heddle.report.trace_text import render

        lines += ["", render(result.trace, verbose=verbose, color=color)]
    return "\n".join(lines)


def paint(text: str, code: str, color: bool) -> str:
    return f"\x1b[1;{code}m{text}\x1b[0m" if color else text
