"""An execution as the story that users read: which steps are told, in which words.

The user reads about the user's lines: whatever happens inside the model library is told as one step, the call that led
there.  Accesses to memory that only one thread ever touched are left out, unless asked for.
"""

from __future__ import annotations

from heddle.core.instr import DATA_RACE, EVALUATION_ORDER, FOR_EVER, NOWHERE, SPURIOUS, Location
from heddle.execution import Action, Execution, Step
from heddle.records import dataclass, field
from heddle.report.source import Sources
from heddle.report.wording import (
    action_word,
    buffer_words,
    call_word,
    emptied_note,
    failure_message,
    library_note,
    what_happens,
)

UNTOLD = frozenset({EVALUATION_ORDER, "__heddle_nondet_bool()"})
"""Inputs that decide about something that nobody has a name for; a decision of the library shows in what it does."""
RESULT_TOLD = ("input", "malloc", "join", "create")
"""Calls whose results are told already."""
REPEATS = "from here on these steps repeat for ever"
BLOCKING = {"lock": "waits for it", "wait": "waits", "join": "waits for its end"}
"""Calls that may wait for ever, by what they do, and what to say of those that do."""


@dataclass(frozen=True)
class TraceStep:
    """One thing that one thread did.

    ``action`` is a short word: read, write, rmw, lock, unlock, create, join, input, malloc, free, fence, call, flush,
    assert, …  ``detail`` shows it with values, e.g. ``balance = 100``; ``text`` is the source line.
    """

    thread: int
    thread_name: str
    function: str
    loc: Location
    text: str
    action: str
    detail: str
    switch: bool = False
    """True if another thread ran just before."""
    buffer: tuple[str, ...] = ()
    """The writes of the thread that have not reached memory after the step, oldest first."""
    events: tuple[int, ...] = ()
    """The steps of the execution that this one tells."""
    repeats: bool = False
    """The first of those that repeat for ever."""


@dataclass(frozen=True)
class Trace:
    steps: list[TraceStep]
    message: str
    """What failed, e.g. ``assertion failed: balance >= 0``."""
    loc: Location
    thread: int
    switches: int = 0
    inputs: list[str] = field(default_factory=list)
    addresses: list[str] = field(default_factory=list)
    """Where objects lie, if that matters."""


def tell(execution: Execution, *, private: bool = False) -> Trace:
    """The story; with ``private`` also accesses to memory that only one thread ever touched."""
    teller = _Teller(execution)
    for index in range(len(execution.steps)):
        teller.take(index)
    failure = execution.failure
    steps = teller.steps(private)
    loc, thread = (NOWHERE, 0) if failure is None else (failure.at, failure.thread)
    switches = sum(step.switch for step in steps)
    addresses = [f"{obj.name} at {obj.address:#x} ({obj.size} bytes)" for obj in execution.placed]
    return Trace(steps, failure_message(execution), loc, thread, switches, teller.inputs, addresses)


@dataclass(slots=True)
class _Item:
    """One step of the story in the making."""

    first: Step
    action: str
    detail: str
    steps: list[int]
    object: int | None = None
    """What a plain access touches."""
    call: int | None = None
    buffer: tuple[str, ...] = ()


class _Teller:
    def __init__(self, execution: Execution) -> None:
        self.execution = execution
        self.sources = Sources(execution.sources)
        self.items: list[_Item] = []
        self.inputs: list[str] = []
        self.last_of_call: dict[int, _Item] = {}
        """For each library call that was told of, the last item about it."""

    # --- telling

    def take(self, index: int) -> None:
        step = self.execution.steps[index]
        match step.action:
            case Action.DECLARE:
                return
            case Action.INPUT:
                self._input(index, step)
            case Action.FAIL:
                self._add(index, step, failure_message(self.execution))
                return
            case Action.FLUSH if step.call is not None:
                return
            case _ if step.call is not None:
                note = library_note(self.execution, step) + emptied_note(self.execution, step)
                self._library(index, step, step.call, note.strip())
                self.items[-1].buffer = buffer_words(self.execution, step.after)
            case _:
                self._add(index, step, what_happens(self.execution, index))
                self.items[-1].buffer = buffer_words(self.execution, step.after)

    def _add(self, index: int, step: Step, detail: str) -> None:
        plain = step.access is not None and step.action in (Action.READ, Action.WRITE, Action.FLUSH)
        touched = step.access.object if step.access is not None and plain else None
        self.items.append(_Item(step, action_word(step), detail, [index], touched))

    def _library(self, index: int, step: Step, call: int, note: str) -> None:
        """Something happens inside a library call: a new step of the story, or more about the one told last."""
        last = self.items[-1] if self.items else None
        if last is not None and last.call == call and self._repeats(index) == self._repeats(last.steps[0]):
            last.steps.append(index)
            if note and note not in last.detail:
                last.detail += f" {note}"
            return
        detail = self._call_text(call)
        if call in self.last_of_call:
            detail += " goes on"
        if note:
            detail += f" {note}"
        action = call_word(self.execution.calls[call].function)
        self.items.append(_Item(step, action, detail, [index], call=call))
        self.last_of_call[call] = self.items[-1]

    def _repeats(self, index: int) -> bool:
        """Whether it is one of the steps that repeat for ever."""
        return self.execution.repeats is not None and index >= self.execution.repeats

    def _tell_waiting(self) -> set[int]:
        """Calls that should take a lock, and in the end have not; of threads that wait for ever, also others.  The
        items of these in which a thread only finds that it still waits, which say nothing new."""
        ends = self._waits_for_ever
        repeated: set[int] = set()
        told: set[int] = set()
        for number, item in enumerate(self.items):
            if item.call is None or not self._blocks(item.call):
                continue
            steps = [s for other in self.items if other.call == item.call for s in other.steps]
            if item.action == "lock" and len({self.execution.steps[index].held for index in steps}) > 1:
                continue
            if ends and item.call in told:
                repeated.add(number)
            elif ends or item.action == "lock":
                item.detail += f" ({BLOCKING[item.action]})"
            told.add(item.call)
        return repeated

    @property
    def _waits_for_ever(self) -> bool:
        return self.execution.failure is not None and self.execution.failure.kind in FOR_EVER

    def _blocks(self, call: int) -> bool:
        """Whether it is a call that blocks, and that has not returned."""
        called = self.execution.calls[call]
        return called.result is None and call_word(called.function) in BLOCKING

    def _call_text(self, call: int) -> str:
        called = self.execution.calls[call]
        return self.sources.call(called.at, called.function)

    def _input(self, index: int, step: Step) -> None:
        if step.what in UNTOLD:
            return
        if step.what == SPURIOUS:
            if step.value is not None and not step.value.number:
                self._add(index, step, "the weak compare-and-exchange fails spuriously")
            return
        if step.call is not None:
            if self._waits_for_ever and self._blocks(step.call):
                return  # it decides how the call could end that never does
            what = self._call_text(step.call)
            self._library(index, step, step.call, f"= {step.value}")
        else:
            is_function = "nondet" in step.what and not step.what.endswith(")")
            what = f"{step.what}()" if is_function else step.what
            self._add(index, step, f"{what} = {step.value}")
        at = self.execution.at(step)
        self.inputs.append(f"{what} = {step.value} ({at.file}:{at.line}, thread {step.thread})")

    # --- selecting

    def steps(self, private: bool) -> list[TraceStep]:
        for call, item in self.last_of_call.items():
            result = self.execution.calls[call].result
            # the usual result, 0, is not worth telling
            if result is not None and result.number and item.action not in RESULT_TOLD:
                item.detail += f" = {result}"
            if result is not None and result.symbol == "NULL" and item.action == "malloc":
                item.detail += " = NULL: the allocation fails"
        repeated = self._tell_waiting()
        hidden = repeated | (set() if private else self._private())
        shown: list[TraceStep] = []
        running: int | None = None
        for number, item in enumerate(self.items):
            if number in hidden:
                continue
            thread, flush = item.first.thread, item.first.action is Action.FLUSH
            switch = not flush and running not in (None, thread)
            running = running if flush else thread
            repeats = self._repeats(item.steps[0]) and not any(step.repeats for step in shown)
            shown.append(self._shown(item, switch, repeats))
        return shown

    def _shown(self, item: _Item, switch: bool, repeats: bool) -> TraceStep:
        step, at = item.first, self.execution.at(item.first)
        return TraceStep(
            step.thread, self.execution.thread_name(step.thread), step.user_frame.function, at, self.sources.line(at),
            item.action, item.detail, switch, item.buffer, tuple(item.steps), repeats,
        )  # fmt: skip

    def _private(self) -> set[int]:
        """What helps nobody to understand the failure: memory that no other thread touched, and what happens where no
        code of the user runs at all."""
        touching, written = self._touching()
        end = self.items[-1]
        at = self.execution.at(end.first)
        hidden = set()
        for number, item in enumerate(self.items):
            if item.call is None and item.action not in ("flush", "input", "assert") and outside(item.first):
                hidden.add(number)
            if item.object is None or len(touching.get(item.object, ())) > 1:
                continue
            here = self.execution.at(item.first)
            near = (here.line, here.file) == (at.line, at.file)
            if item.first.thread != end.first.thread or not (near or item.object in written):
                hidden.add(number)
        failure = self.execution.failure
        if failure is not None and failure.kind == DATA_RACE:
            hidden.discard(len(self.items) - 2)  # the first of the two accesses: the second one has not happened
        return hidden

    def _touching(self) -> tuple[dict[int, set[int]], set[int]]:
        """For each object the threads that touch it; the globals that somebody writes."""
        touching: dict[int, set[int]] = {}
        written: set[int] = set()
        for step in self.execution.steps:
            if step.access is None or step.access.object is None or step.action in (Action.DECLARE, Action.FLUSH):
                continue
            number = step.access.object
            touching.setdefault(number, set()).add(step.thread)
            if step.access.written is not None and self.execution.objects[number].kind == "global":
                written.add(number)
        return touching, written


def outside(step: Step) -> bool:
    """True if no code of the user is on the stack."""
    return all(frame.library for frame in step.stack)


__all__ = ["REPEATS", "Trace", "TraceStep", "tell"]
