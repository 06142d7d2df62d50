"""A trace as text for the terminal.

Every thread has its own column mark, so that the eye can follow it down the page; a rule with the thread's name stands
wherever another thread takes over.
"""

from __future__ import annotations

from itertools import groupby

from heddle.execution import Execution
from heddle.records import dataclass
from heddle.report.trace import REPEATS, Trace, TraceStep, tell

LONGEST = 200
"""Lines that are shown in full; of a longer trace the middle is left out."""
KEPT_START, KEPT_END = 60, 120
WIDEST_SOURCE = 48
WIDEST_PLACE = 28
PAST = {"lock": "locked", "unlock": "unlocked", "wait": "waited", "signal": "signalled", "create": "created",
        "join": "joined", "free": "freed", "malloc": "allocated"}
COLORS = ("36", "33", "35", "32", "34", "96", "93", "95")


@dataclass(frozen=True, slots=True)
class Line:
    """A step, or several equal ones in a row."""

    step: TraceStep
    times: int


def render(execution: Execution, *, verbose: bool = False, color: bool = False) -> str:
    """The story as plain text, or with terminal colours.

    ``verbose`` leaves nothing out: neither the middle of a long story, nor memory that only one thread touches.
    """
    trace = tell(execution, private=verbose)
    lines = fold(trace.steps)
    table = Table(lines, color)
    shown = [table.row(line) for line in lines]
    if len(lines) > LONGEST and not verbose:
        left_out = len(lines) - KEPT_START - KEPT_END
        shown = [*shown[:KEPT_START], f"   ⋮  {left_out} steps left out", *shown[-KEPT_END:]]
    text = [header(trace)]
    if trace.inputs:
        inputs = [f"  {line}{times(len(list(same)))}" for line, same in groupby(trace.inputs)]
        text += ["", "Inputs:", *inputs[:LONGEST]]
        if len(inputs) > LONGEST:
            text.append(f"  ⋮  and {len(inputs) - LONGEST} more")
    if trace.addresses:
        text += ["", "Addresses:", *(f"  {line}" for line in trace.addresses)]
    text += ["", *shown, "", footer(trace, color)]
    return "\n".join(text)


def header(trace: Trace) -> str:
    threads = len({step.thread for step in trace.steps})
    counts = (plural(len(trace.steps), "step"), plural(threads, "thread"), plural(trace.switches, "context switch"))
    return f"Trace: {', '.join(counts)}"


def times(count: int) -> str:
    return f"  (×{count})" if count > 1 else ""


def plural(count: int, what: str) -> str:
    ending = "" if count == 1 else "es" if what.endswith("ch") else "s"
    return f"{count} {what}{ending}"


def footer(trace: Trace, color: bool) -> str:
    where = f"({trace.loc.file}:{trace.loc.line}, thread {trace.thread})"
    return f"{paint(f'✗ {trace.message}', '1;31', color)}  {where}"


def fold(steps: list[TraceStep]) -> list[Line]:
    """Equal steps in a row (a thread that spins) become one line."""
    lines: list[Line] = []
    for step in steps:
        last = lines[-1].step if lines else None
        if last is not None and not step.switch and not step.repeats and (last.thread, last.loc, last.detail) == (
            step.thread, step.loc, step.detail
        ):
            lines[-1] = Line(lines[-1].step, lines[-1].times + 1)
        else:
            lines.append(Line(step, 1))
    return lines


class Table:
    """Columns as wide as their contents need, within limits."""

    def __init__(self, lines: list[Line], color: bool) -> None:
        self.color = color
        steps = [line.step for line in lines]
        self.names = short_names({step.loc.file for step in steps})
        self.place = min(WIDEST_PLACE, max((len(self._where(step)) for step in steps), default=0))
        self.source = min(WIDEST_SOURCE, max((len(step.text) for step in steps), default=0))
        self._previous: TraceStep | None = None

    def row(self, line: Line) -> str:
        step, previous = line.step, self._previous
        self._previous = step
        hue = COLORS[step.thread % len(COLORS)]
        mark = paint(f"T{step.thread}", hue, self.color) + " " * (4 - len(f"T{step.thread}"))
        same_line = (
            previous is not None and not step.switch and not step.repeats
            and (previous.thread, previous.loc.file, previous.loc.line) == (step.thread, step.loc.file, step.loc.line)
        )
        where = "" if same_line else shorten(self._where(step), self.place, keep_end=True)
        source = "" if same_line else shorten(step.text, self.source)
        what = paint(step.detail, "1;31", self.color) if step.action == "assert" else happened(step)
        text = f"{mark}{where:<{self.place}}  {source:<{self.source}}  {what}{times(line.times)}"
        if step.repeats:
            text = self.thread_rule(step) + "\n" + text
            return paint(f"── {REPEATS} " + "─" * 12, "1", self.color) + "\n" + text
        if previous is None or step.switch:
            return self.thread_rule(step) + "\n" + text
        return text

    def thread_rule(self, step: TraceStep) -> str:
        title = f"thread {step.thread}" if step.thread_name == "" else f"thread {step.thread}: {step.thread_name}"
        rule = f"── {title} " + "─" * max(4, self.place + self.source - len(title))
        return paint(rule, COLORS[step.thread % len(COLORS)], self.color)

    def _where(self, step: TraceStep) -> str:
        return f"{self.names[step.loc.file]}:{step.loc.line}"


def happened(step: TraceStep) -> str:
    """The detail, without what the source text beside it says already: a statement that is just a library call."""
    call = step.text.rstrip("; ")
    if not step.loc.library or not step.detail.startswith(call):
        return step.detail
    return step.detail[len(call) :].strip() or PAST.get(step.action, "done")


def short_names(files: set[str]) -> dict[str, str]:
    """File names without their folders, where that leaves them distinct."""
    short = {file: file.rsplit("/", 1)[-1] for file in files}
    return short if len(set(short.values())) == len(files) else {file: file for file in files}


def shorten(text: str, width: int, keep_end: bool = False) -> str:
    if len(text) <= width:
        return text
    return "…" + text[len(text) - width + 1 :] if keep_end else text[: width - 1] + "…"


def paint(text: str, code: str, color: bool) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if color else text


__all__ = ["render"]
