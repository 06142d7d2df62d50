"""The story of an execution, with the state of the machine after each step: what the page's player shows.

A row is a step of the story (:mod:`heddle.report.trace`).  What a row changes is told as a difference, so that stepping
back and forth is adding differences up.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from heddle.core.instr import DATA_RACE
from heddle.execution import INITIAL, Action, Execution, Pending, Step
from heddle.records import dataclass, field
from heddle.report.trace import Trace, TraceStep, tell
from heddle.report.trace_text import fold
from heddle.report.wording import pending_words

MOST_ROWS = 1000
"""Rows that are shown in full; of a longer story the middle is left out, as on the terminal."""
KEPT_START = 300


@dataclass(slots=True)
class Row:
    """``memory``, ``held`` and ``buffers`` are what changes with it: the values of places, the locks that threads hold,
    the pending writes of threads, each with the row that issued it.  ``source`` and ``unseen`` are rows too."""

    step: TraceStep
    times: int
    """So many equal steps in a row it stands for."""
    memory: dict[str, str] = field(default_factory=dict)
    held: dict[int, tuple[str, ...]] = field(default_factory=dict)
    buffers: dict[int, tuple[tuple[int, str], ...]] = field(default_factory=dict)
    source: tuple[int, ...] = ()
    """The rows that wrote what it reads."""
    unseen: tuple[int, ...] = ()
    """The rows whose writes it does not see, though they came before it."""
    issued: tuple[int, ...] = ()
    """The rows whose writes reach memory now."""

    @property
    def is_flush(self) -> bool:
        return self.step.action == "flush"


@dataclass(slots=True)
class Story:
    trace: Trace
    rows: list[Row]
    initial: dict[str, str]
    """The values of places before the first row, where known; empty text where not."""
    left_out: range
    """Numbers of rows that are not shown."""
    has_buffers: bool

    def shown(self) -> Iterator[tuple[int, Row]]:
        return ((number, row) for number, row in enumerate(self.rows) if number not in self.left_out)


def story_of(execution: Execution) -> Story:
    trace = tell(execution)
    rows = [Row(line.step, line.times) for line in fold(trace.steps)]
    initial = _initial(execution, trace)
    _Machine(execution, trace, rows, frozenset(initial)).run()
    too_many = len(rows) > MOST_ROWS
    left_out = range(KEPT_START, len(rows) - (MOST_ROWS - KEPT_START)) if too_many else range(0)
    has_buffers = any(row.buffers for row in rows)
    return Story(trace, rows, initial, left_out, has_buffers)


class _Machine:
    """Goes through the execution once and notes in every row what has changed since the one before."""

    def __init__(self, execution: Execution, trace: Trace, rows: list[Row], places: frozenset[str]) -> None:
        self.execution, self.rows, self.places = execution, rows, places
        self.row_of: dict[int, int] = {}
        """For steps of the execution that the story tells, the row."""
        told = iter(trace.steps)
        for number, row in enumerate(rows):
            for _ in range(row.times):
                self.row_of |= dict.fromkeys(next(told).events, number)
        self.buffers: dict[int, tuple[Pending, ...]] = {}
        self.held: dict[int, tuple[str, ...]] = {}

    def run(self) -> None:
        last_of = {number: index for index, number in self.row_of.items()}
        ends = [last_of[number] for number in range(len(self.rows))]
        begin = 0
        for number, end in enumerate(ends):
            row = self.rows[number]
            stop = len(self.execution.steps) if number == len(ends) - 1 else end + 1
            for index in range(begin, stop):
                self.step(row, index)
            begin = max(begin, stop)
            self.relate(row, number)

    def step(self, row: Row, index: int) -> None:
        step = self.execution.steps[index]
        if step.held != self.held.get(step.thread, ()):
            row.held[step.thread] = self.held[step.thread] = step.held
        self.buffer(row, step.thread, step.after)
        for owner in {write.thread for write in step.drained} - {step.thread}:
            gone = {write.step for write in step.drained}
            self.buffer(row, owner, tuple(w for w in self.buffers.get(owner, ()) if w.step not in gone))
        for write in step.drained:
            self.remember(row, write.place, write.step, str(write.value))
            if write.step in self.row_of:
                row.issued += (self.row_of[write.step],)
        waits = any(write.step == index for write in step.after)
        access = step.access
        if access is not None and access.written is not None and step.action is not Action.FLUSH and not waits:
            self.remember(row, access.spot, index, str(access.written))

    def remember(self, row: Row, place: str, writer: int, value: str) -> None:
        access = self.execution.steps[writer].access
        spot = place if access is None else access.spot
        if spot in self.places:
            row.memory[spot] = value

    def buffer(self, row: Row, thread: int, after: tuple[Pending, ...]) -> None:
        if self.buffers.get(thread, ()) == after:
            return
        self.buffers[thread] = after
        of_user = [write for write in after if self.execution.steps[write.step].call is None]
        row.buffers[thread] = tuple((self.row_of.get(write.step, -1), pending_words(write)) for write in of_user)

    def relate(self, row: Row, number: int) -> None:
        """Where what the row reads comes from; a loop that spins is told by its last round."""
        for index in row.step.events:
            step = self.execution.steps[index]
            if step.access is None or step.call is not None or step.access.read is None:
                continue
            row.source += self.rows_of(step.access.reads_from, number)
            row.unseen += self.rows_of(step.access.unseen, number)

    def rows_of(self, steps: tuple[int, ...], but: int) -> tuple[int, ...]:
        found = {self.row_of[index] for index in steps if index != INITIAL and index in self.row_of}
        return tuple(sorted(found - {but}))


def _initial(execution: Execution, trace: Trace) -> dict[str, str]:
    """Every place that the story's own accesses name, with the value that it has in the beginning if somebody reads
    that.  (What library code alone does, as in the inside of a mutex, is left out.)"""
    found: dict[str, str] = {}
    for index in sorted(index for step in trace.steps for index in step.events):
        step = execution.steps[index]
        access = step.access
        if access is None or step.call is not None or not _is_access(step):
            continue
        known = access.read is not None and access.reads_from == (INITIAL,)
        if known and not found.get(access.spot):
            found[access.spot] = str(access.read)
        found.setdefault(access.spot, "")
    return found


def _is_access(step: Step) -> bool:
    return step.action in (Action.READ, Action.WRITE, Action.RMW)


def as_data(story: Story, execution: Execution, line_id: dict[tuple[str, int], str]) -> dict[str, Any]:
    """What the page's script needs.  Empty parts of a row are left out."""
    rows = []
    for number, row in enumerate(story.rows):
        step = row.step
        parts = {
            "n": number, "t": step.thread, "line": line_id.get((step.loc.file, step.loc.line), ""),
            "where": f"{step.function}, line {step.loc.line}" if step.loc.line else step.function, "say": step.detail,
            "switch": step.switch, "flush": row.is_flush, "memory": row.memory, "held": row.held,
            "buffers": row.buffers, "from": row.source, "unseen": row.unseen, "issued": row.issued,
        }  # fmt: skip
        rows.append({name: value for name, value in parts.items() if value is not False and value not in ("", {}, ())})
    rows[-1]["others"] = standing(story, execution, line_id)
    born = births(story, execution)
    threads = [{"id": t.id, "name": t.name, "born": born.get(t.id, 0)} for t in execution.threads]
    return {"rows": merged(rows, story.left_out), "threads": threads, "initial": story.initial,
            "buffers": story.has_buffers}  # fmt: skip


def standing(story: Story, execution: Execution, line_id: dict[tuple[str, int], str]) -> dict[int, list[str]]:
    """Where the other threads stand in the end: the line's id, and in words.  Of a race the first access has just
    happened: its thread is shown there."""
    failure = execution.failure
    if failure is None:
        return {}
    racing = {row.step.thread for row in story.rows[-2:-1]} if failure.kind == DATA_RACE else set()
    return {
        thread: [line_id.get((loc.file, loc.line), ""), f"{loc.function}, line {loc.line}"]
        for thread, loc in failure.others
        if thread not in racing
    }


def births(story: Story, execution: Execution) -> dict[int, int]:
    """The rows in which threads are created, by thread."""
    rows = {index: number for number, row in enumerate(story.rows) for index in row.step.events}
    return {t.id: rows[t.created] for t in execution.threads if t.created is not None and t.created in rows}


def merged(rows: list[dict[str, Any]], left_out: range) -> list[dict[str, Any]]:
    """Without the rows that are left out; what they change is changed by the first one after them."""
    if not left_out:
        return rows
    after = rows[left_out.stop]
    for name in ("memory", "held", "buffers"):
        changed: dict[Any, Any] = {}
        for row in rows[left_out.start : left_out.stop + 1]:
            changed |= row.get(name, {})
        if changed:
            after[name] = changed
    return [*rows[: left_out.start], *rows[left_out.stop :]]


__all__ = ["Row", "Story", "as_data", "births", "story_of"]
