"""Looks for an execution that passes the waypoints of a witness, on the replayer's machine.

Depth first, and what the witness says goes first: the thread of the next waypoint moves until it passes it, values come
from the waypoints.  What the witness leaves open is tried, within a number of states.  The result is a schedule, which
the replayer then runs by itself.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import pairwise

from heddle.core.instr import (
    AnyInstr,
    Assert,
    Assume,
    Call,
    Create,
    Cut,
    Declare,
    Exit,
    Location,
    Malloc,
    Nondet,
    Unsupported,
)
from heddle.core.program import Program
from heddle.counterexample import Counterexample, Step
from heddle.records import dataclass, field, replace
from heddle.replay.code import Code
from heddle.replay.evaluate import Undefined
from heddle.replay.machine import STEPS, Blocked, Endless, Machine
from heddle.replay.memory import Fault
from heddle.replay.races import is_check
from heddle.replay.stack import look
from heddle.svcomp.witness import Waypoint

GUESSES = (0, 1)
"""Values of inputs about which the witness says nothing, beside the numbers that it mentions."""
FEW_STATES, MOST_STATES = 2_000, 200_000
"""How long each reading of a witness is tried, first and then."""
FUEL = 20_000
"""So many instructions of one thread without a step, and it counts as running forever."""


@dataclass(frozen=True, slots=True)
class Note:
    """One thing that happened, after what happened before it."""

    before: Note | None
    thread: int
    step: Step | None = None
    input: tuple[int, int] | None = None
    contents: int | None = None


@dataclass(slots=True)
class State:
    """``passed`` waypoints are behind; ``names`` says which threads the witness means.  ``statements``: the line that a
    thread is at, the instructions executed of it, and whether nobody is said to interrupt it.  ``inputs``: how many of
    its values each thread has taken.  ``broken``: what a thread stands at fails, if it goes on."""

    machine: Machine
    passed: int
    names: dict[str, int]
    statements: dict[int, tuple[object, frozenset[int], bool]]
    inputs: dict[int, int]
    notes: Note | None = None
    last: int = 0
    beyond: int = 0
    """Statements that have begun since all waypoints are passed."""
    prints: dict[int, int] = field(default_factory=dict)
    """Of each thread's state; ``together`` of all."""
    together: int = 0
    broken: tuple[int, int, Location] | None = None

    def fork(self) -> State:
        return State(
            self.machine.clone(), self.passed, self.names, self.statements, self.inputs, self.notes, self.last,
            self.beyond, self.prints.copy(), self.together, self.broken,
        )  # fmt: skip

    def key(self) -> int:
        """The same for states that behave alike.  Of the threads only those that have changed are looked at."""
        threads = self.machine.threads
        new = range(len(self.prints), len(threads)) if len(self.prints) < len(threads) else ()
        for t in {*self.machine.changed, *new}:
            print_ = hash(threads[t].canonical())
            self.together ^= self.prints.get(t, 0) ^ print_
            self.prints[t] = print_
        said = (frozenset(part.items()) for part in (self.names, self.inputs, self.statements))
        return hash((self.passed, *said, self.beyond > 0, self.together, self.machine.memory.canonical()))


class Guide:
    def __init__(self, program: Program, waypoints: Sequence[Waypoint], model: str) -> None:
        self.code, self.model, self.claims = Code(program), model, program.claims
        self.told = told_places(program)
        self.numbers: dict[str, int] = {}
        """Threads by their names, where these are numbers."""
        self.furthest = 0
        """So many of the waypoints were passed by one of the executions that were tried."""
        self.waypoints = waypoints
        self.follow(waypoints)
        self.inputs: dict[str | None, list[Waypoint]] = {}
        """What each thread is given, in order: other threads cannot see when it takes it."""
        for w in waypoints:
            if w.value is not None:
                self.inputs.setdefault(w.thread, []).append(w)
        self.guesses = sorted({*GUESSES, *(n for w in waypoints if w.value is None for n in w.constants)})

    def follow(self, waypoints: Sequence[Waypoint]) -> None:
        """From now on these are looked for."""
        lines = {(file, line) for file, line, _ in self.told}
        self.followed = [
            w if (base(w.file), w.line, w.column) in self.told else replace(w, column=0)
            for w in ordering(waypoints) if (base(w.file), w.line) in lines
        ]  # fmt: skip
        self.targets = {w.line for w in waypoints if w.is_target and w.line}
        self.is_next = any(w.is_near and not w.is_target for w in waypoints)
        self.furthest = 0

    def find(self) -> Counterexample | None:
        """None: no execution was found that passes the waypoints, however they are read."""
        for most in (FEW_STATES, MOST_STATES):
            for reading in readings(self.waypoints):
                for numbering in numberings(reading):
                    self.numbers = numbering
                    self.follow(reading)
                    found = self.search(most)
                    if found is not None:
                        return found
        return None

    def search(self, most: int) -> Counterexample | None:
        machine = Machine(self.code, self.model)
        machine.fuel = FUEL
        first = State(machine.start(), 0, {}, {}, {})
        todo = [self.settled(first, 0)]
        seen: set[int] = set()
        while todo and len(seen) < most:
            state = next(todo[-1], None)
            if state is None:
                todo.pop()
                continue
            if state.broken is not None and self.is_reached(state):
                return counterexample(state)
            key = state.key()
            if key not in seen:
                seen.add(key)
                todo.append(self.successors(state))
        return None

    def is_reached(self, state: State) -> bool:
        """Everything is passed, and the claim fails where the witness says."""
        assert state.broken is not None
        if state.passed < len(self.followed):
            return False
        if self.is_next and state.beyond:
            return False
        return not self.targets or state.broken[2].line in self.targets

    # --- moves --------------------------------------------------------------------------------------------------------

    def successors(self, state: State) -> Iterator[State]:
        """The states one step on, the one that the witness speaks of first."""
        for t in self.order(state):
            if state.broken is None or state.broken[0] != t:
                yield from self.moved(state.fork(), t)
        for t in state.machine.threads:
            for entry in state.machine.flushes(t):
                yield self.flushed(state.fork(), t, state.machine.pending(t).index(entry))

    def order(self, state: State) -> Iterator[int]:
        """The threads that may take a step.  In an atomic section that is the last one alone."""
        threads, last = state.machine.threads, state.last
        if threads[last].atomic:
            yield last
            return
        wanted = self.thread_of(state, self.followed[state.passed]) if state.passed < len(self.followed) else None
        first = [last, wanted] if self.is_within(state, last) else [wanted, last]
        for t in dict.fromkeys((*first, *threads)):
            if t is not None and t in threads and not threads[t].ended and not threads[t].exited:
                yield t

    def is_within(self, state: State, t: int) -> bool:
        """Whether a thread has more to do of a statement that nobody is said to interrupt."""
        where, executed, whole = state.statements.get(t, (None, frozenset(), False))
        if not whole or (state.broken is not None and state.broken[0] == t):
            return False
        instr = state.machine.advance(t)
        if instr is None or not isinstance(instr, tuple(STEPS)):
            return False
        call, at = called(state.machine, t), look(state.machine.threads[t]).loc
        return where == (at.file, at.line, call) and (call is not None or instr.uid not in executed)

    def thread_of(self, state: State, w: Waypoint) -> int | None:
        """Who the witness means: a thread that it has named, one by its number, or else the first that has no name."""
        if w.thread is None:
            return state.last
        if w.thread in state.names:
            return state.names[w.thread]
        if w.thread in self.numbers:
            return self.numbers[w.thread]
        named = set(state.names.values())
        return min((t for t in state.machine.threads if t not in named), default=None)

    def name_of(self, state: State, t: int) -> str | None:
        """What the witness calls a thread."""
        known = {**{number: name for name, number in self.numbers.items()}, **{u: n for n, u in state.names.items()}}
        return known.get(t)

    def flushed(self, state: State, t: int, position: int) -> State:
        state.machine.flush(t, state.machine.pending(t)[position])
        state.notes = Note(state.notes, t, Step(t, -1, flush=position))
        return state

    def moved(self, state: State, t: int) -> Iterator[State]:
        """Thread ``t`` takes the step that it stands at, and what follows of its own."""
        machine = state.machine
        try:
            instr = machine.advance(t)
            if instr is None or not isinstance(instr, tuple(STEPS)):
                yield from self.settled(state, t)
                return
            child = max(machine.threads) + 1
            self.pass_by(state, t, instr, look(machine.threads[t]).loc)
            effect = machine.concurrent(t, instr, child)
        except Fault as fault:
            if fault.kind in self.claims:
                state.broken = t, instr.uid if instr is not None else -1, look(machine.threads[t]).loc
                yield state
            return
        except (Blocked, Undefined, Endless):
            return
        created = effect.other if isinstance(instr, Create) else None
        state.notes = Note(state.notes, t, Step(t, instr.uid, created))
        if isinstance(instr, Malloc) and not instr.zeroed:
            state.notes = Note(state.notes, t, contents=instr.uid)
        state.last = t
        if created is None:
            yield from self.settled(state, t)
        else:
            yield from (after for done in self.settled(state, t) for after in self.settled(done, created))

    def pass_by(self, state: State, t: int, instr: AnyInstr, at: Location) -> None:
        """A statement begins where the thread comes to another line or call, or to an instruction once more."""
        if is_check(instr):
            return
        call = called(state.machine, t)
        where = (at.file, at.line, call)
        before, executed, whole = state.statements.get(t, (None, frozenset(), False))
        begins = where != before or (call is None and instr.uid in executed)
        w = self.followed[state.passed] if state.passed < len(self.followed) else None
        if w is None and begins:
            state.beyond += 1
        if w is not None and (begins if not w.column else w.column == at.column):
            self.pass_waypoint(state, w, t, at)
        if begins:
            executed, whole = frozenset(), w is None or not w.column
        state.statements = {**state.statements, t: (where, executed | {instr.uid}, whole)}

    def pass_waypoint(self, state: State, w: Waypoint, t: int, at: Location) -> None:
        """The next waypoint is behind, if it is this one."""
        if w.line != at.line or base(w.file) != base(at.file):
            return
        if w.thread is not None:
            if self.thread_of(state, w) != t:
                return
            state.names = {**state.names, w.thread: t}
        if w.creates is not None:
            state.names = {**state.names, w.creates: max(state.machine.threads) + 1}
        state.passed += 1
        self.furthest = max(self.furthest, state.passed)

    def came_to(self) -> str:
        """What the search was looking for in the end."""
        if self.furthest == len(self.followed):
            return "all waypoints are passed, but nothing breaks there"
        w = self.followed[self.furthest]
        thread = "" if w.thread is None else f" in thread {w.thread}"
        passed = f"after {self.furthest} of {len(self.followed)} waypoints"
        return f"{passed} nobody comes to {base(w.file)}:{w.line}{thread}"

    # --- what needs no step -------------------------------------------------------------------------------------------

    def settled(self, state: State, t: int) -> Iterator[State]:
        """The thread runs up to its next step, or to a claim that fails; inputs take several values."""
        machine = state.machine
        while True:
            try:
                instr = machine.advance(t)
                match instr:
                    case None:
                        break
                    case Exit():
                        machine.own(t).exited = True
                        break
                    case Nondet():
                        for value in self.values(state, t, instr):
                            yield from self.settled(self.given(state.fork(), t, instr, value), t)
                        return
                    case Declare():
                        machine.declare(t, instr, {})
                        state.notes = Note(state.notes, t, contents=instr.uid)
                    case Assert() if not machine.evaluate(t, instr.test):
                        if instr.kind not in self.claims:
                            return
                        state.broken = t, instr.uid, look(machine.threads[t]).loc
                        break
                    case Assert():
                        machine.skip(t)
                    case Assume() if not machine.evaluate(t, instr.test):
                        break  # it goes no further, and the others may
                    case Assume():
                        machine.assume(t, instr)
                    case Unsupported() | Cut():
                        return
                    case _:
                        break
            except (Blocked, Undefined, Endless, Fault):
                return
        yield state

    def values(self, state: State, t: int, instr: Nondet) -> list[int]:
        """The value that the witness gives, or else several."""
        taken, at = state.inputs.get(t, 0), look(state.machine.threads[t]).loc
        given = self.inputs.get(self.name_of(state, t), self.inputs.get(None, []))
        if taken < len(given) and given[taken].line == at.line:
            state.inputs = {**state.inputs, t: taken + 1}
            value = given[taken].value
            assert value is not None
            return [value]
        return sorted({instr.dst.type.wrap(value) for value in self.guesses})

    def given(self, state: State, t: int, instr: Nondet, value: int) -> State:
        value = state.machine.input(t, instr.dst, value)
        state.notes = Note(state.notes, t, input=(instr.uid, value))
        return state


def base(file: str) -> str:
    """Witnesses travel: folders mean nothing."""
    return os.path.basename(file)


def called(machine: Machine, t: int) -> int | None:
    """The call of the library that a thread is in."""
    library = look(machine.threads[t]).library
    return None if library is None else library.serial


def ordering(waypoints: Sequence[Waypoint]) -> list[Waypoint]:
    """Those that say who comes when: inputs too, where no other waypoint of the thread says it of this line."""
    kept = []
    for number, w in enumerate(waypoints):
        following = next((v for v in waypoints[number + 1 :] if v.thread == w.thread), None)
        if not w.is_target and (w.value is None or following is None or following.line != w.line):
            kept.append(w)
    return kept


def readings(waypoints: Sequence[Waypoint]) -> list[Sequence[Waypoint]]:
    """As it stands; with the last step before the violation in the place of the target; and each with one waypoint for
    those of a thread that follow each other on one line: some tools have several for one statement."""
    exact = [waypoints]
    if any(w.is_near for w in waypoints):
        exact.append([replace(w, is_target=False) if w.is_near else w for w in waypoints])
    merged = [[w for v, w in pairwise([None, *reading]) if w is not None and not _is_same(v, w)] for reading in exact]
    return exact + [m for m, reading in zip(merged, exact, strict=True) if len(m) < len(reading)]


def _is_same(v: Waypoint | None, w: Waypoint) -> bool:
    if v is None or w.is_target or w.is_near or w.value is not None:
        return False
    return (v.file, v.line, v.thread) == (w.file, w.line, w.thread) and v.column == w.column == 0


def numberings(waypoints: Sequence[Waypoint]) -> list[dict[str, int]]:
    """Threads by their names, if these are numbers in the order of creation: main is the first of them, or 0, or 1.
    Where the witness says who is created, main is the one who is not."""
    names = [w.thread for w in waypoints if w.thread is not None]
    created = {w.creates for w in waypoints} - {None}
    if created:
        first = next((name for name in names if name not in created), None)
        return [{} if first is None else {first: 0}]
    if not names or not all(map(str.isdigit, names)):
        return [{}]
    least = min(map(int, names))
    bases = [main for main in dict.fromkeys((least, 0, 1)) if main <= least]
    return [{name: int(name) - main for name in names} for main in bases]


def told_places(program: Program) -> set[tuple[str, int, int]]:
    """Where in the user's text something happens that a schedule tells: of other places no waypoint is noticed."""
    acting = {name for name, f in program.functions.items() if any(isinstance(x, tuple(STEPS)) for x in f.body)}
    grown = True
    while grown:
        callers = {
            name for name, f in program.functions.items()
            if name not in acting and f.library and any(isinstance(x, Call) and x.callee in acting for x in f.body)
        }  # fmt: skip
        grown = bool(callers)
        acting |= callers
    return {
        (base(x.loc.file), x.loc.line, x.loc.column)
        for f in program.functions.values() if not f.library
        for x in f.body if isinstance(x, tuple(STEPS)) or (isinstance(x, Call) and _enters(program, x, acting))
    }  # fmt: skip


def _enters(program: Program, x: Call, acting: set[str]) -> bool:
    """Whether a call leads to library code that takes steps, which are told as the call."""
    return isinstance(x.callee, str) and x.callee in acting and program.functions[x.callee].library


def counterexample(state: State) -> Counterexample:
    assert state.broken is not None
    found = Counterexample([], {}, {}, state.broken[0], state.broken[1])
    notes: list[Note] = []
    here = state.notes
    while here is not None:
        notes.append(here)
        here = here.before
    for note in reversed(notes):
        if note.step is not None:
            found.schedule.append(note.step)
        if note.input is not None:
            found.inputs.setdefault(note.thread, []).append(note.input)
        if note.contents is not None:
            found.contents.setdefault(note.thread, []).append((note.contents, {}))
    return found


__all__ = ["Guide"]
