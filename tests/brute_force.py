"""Brute force: all interleavings of a small program, by breadth-first search over states.

The oracle of the differential tests.  A move of the search is one concurrent instruction of one thread (a whole atomic
section counts as one), or under TSO and PSO one pending write that goes to memory.  What follows it in the same thread
runs along as long as no other thread could tell: silent instructions, and accesses to memory whose address no other
thread can have.  States that were seen before are not entered again.

Inputs take the given values only, and indeterminate contents are zero: within these limits the search is complete.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from heddle.core.instr import (
    AnyInstr,
    Assert,
    Assume,
    Create,
    Cut,
    Declare,
    Exit,
    Fence,
    Free,
    Join,
    Malloc,
    Nondet,
    Read,
    Rmw,
    Unsupported,
    Write,
)
from heddle.core.program import Program
from heddle.core.types import IntType, PointerType
from heddle.counterexample import Counterexample, Step
from heddle.replay.buffers import MODELS
from heddle.replay.code import Code
from heddle.replay.evaluate import Undefined
from heddle.replay.machine import Blocked, Endless, Machine, from_bytes
from heddle.replay.memory import Fault

RUN_LIMIT = 20_000
"""So many instructions in one move, and it counts as running forever."""
CIRCLE_LIMIT = 500
"""A thread that runs on is watched for so many instructions: back where it was, it goes round forever."""
UNWATCHED = 50
"""So many steps that nobody sees in one move, and it is watched."""


class GoesRound(Endless):
    """A thread comes back to where it was without a visible step."""


@dataclass(slots=True)
class Exploration:
    """What all executions together can do."""

    violations: dict[int, Counterexample] = field(default_factory=dict)
    """For every instruction that can be violated, one shortest execution that does."""
    truncated: bool = False
    """Some execution was not followed to its end: a limit was reached."""
    endless: bool = False
    """Some thread can go round forever without a visible step; others go on beside it."""
    blocked: int = 0
    """Deadlocked states."""
    unsupported: set[str] = field(default_factory=set)
    undefined: set[str] = field(default_factory=set)
    """Reasons why executions ended in behaviour that C leaves undefined."""
    finals: set[tuple[int, ...]] = field(default_factory=set)
    """The values of the observed globals when the program ends."""
    states: int = 0

    @property
    def violated(self) -> set[int]:
        return set(self.violations)


@dataclass(slots=True)
class Note:
    """One thing to remember about a path, for its counterexample."""

    thread: int
    step: Step | None = None
    input: tuple[int, int] | None = None
    contents: int | None = None
    stored: int | None = None
    """The address at which memory was written to."""


@dataclass(slots=True)
class Path:
    """The way to a state: a list of notes, shared with the paths it extends."""

    before: Path | None
    notes: list[Note]
    depth: int


Queue: TypeAlias = "deque[tuple[Machine, Path]]"


@dataclass(slots=True)
class Run:
    """A move in the making.

    ``pending``: threads that have still to run up to their next visible instruction, the mover first, as it may be
    inside an atomic section.
    """

    machine: Machine
    pending: list[int]
    notes: list[Note]
    left: int = RUN_LIMIT
    passed: frozenset[object] = frozenset()
    """States in which it took an input, or another step that nobody sees."""

    def fork(self) -> Run:
        return Run(self.machine.clone(), list(self.pending), list(self.notes), self.left, self.passed)


@dataclass(slots=True)
class Outlook:
    """What is possible in one state: how many moves, and why threads cannot move."""

    moves: int = 0
    waiting: bool = False
    pruned: bool = False

    def blocked(self, waiting: bool) -> None:
        self.waiting |= waiting
        self.pruned |= not waiting


def explore(
    program: Program,
    model: str = "sc",
    *,
    max_steps: int = 1000,
    max_states: int = 200_000,
    nondet_values: tuple[int, ...] = (0, 1),
    observe: tuple[str, ...] = (),
    first_only: bool = False,
) -> Exploration:
    """Follows every execution of the program to its end, or to ``max_steps`` moves.

    ``observe`` names scalar globals whose final values are wanted; ``first_only`` stops at the first violation.
    """
    if model not in MODELS:
        raise ValueError(f"no operational semantics for memory model '{model}'")
    search = Search(Code(program), model, nondet_values, observe)
    search.run(max_steps, max_states, first_only)
    return search.result


class Search:
    def __init__(
        self, code: Code, model: str, values: tuple[int, ...], observe: tuple[str, ...]
    ) -> None:
        self.code, self.model, self.values, self.claims = code, model, values, code.program.claims
        self.observe = [(self.code.layout.globals[name], observed_type(code, name)) for name in observe]
        self.result = Exploration()
        self._seen: set[tuple[int, ...]] = set()
        self._numbers: dict[object, int] = {}

    def run(self, max_steps: int, max_states: int, first_only: bool) -> None:
        machine = Machine(self.code, self.model, reuse=True)
        machine.fuel = RUN_LIMIT
        todo: Queue = deque()
        self._enqueue(todo, Run(machine.start(), [0], []), Path(None, [], 0), Outlook())
        while todo and not (first_only and self.result.violations):
            machine, path = todo.popleft()
            if path.depth >= max_steps or self.result.states >= max_states:
                self.result.truncated = True
                continue
            self._expand(todo, machine, path)

    # --- states --------------------------------------------------------------------------------------------------

    def _enqueue(self, todo: Queue, run: Run, path: Path, outlook: Outlook) -> None:
        """Finishes a move; queues the new states it leads to."""
        for done in self._settle(run, path, outlook):
            outlook.moves += 1
            key = self._key(done.machine)
            if key not in self._seen:
                self._seen.add(key)
                self.result.states += 1
                todo.append((done.machine, Path(path, done.notes, path.depth + 1)))

    def _number(self, part: object) -> int:
        return self._numbers.setdefault(part, len(self._numbers))

    def _key(self, machine: Machine) -> tuple[int, ...]:
        """Equal for states that behave alike.  Parts are numbered, as many states share them."""
        threads = [self._number(machine.threads[t].canonical()) for t in sorted(machine.threads)]
        return (self._number(machine.memory.canonical()), *threads)

    def _expand(self, todo: Queue, machine: Machine, path: Path) -> None:
        outlook = Outlook()
        for t, thread in list(machine.threads.items()):
            if thread.buffer:
                self._flush(todo, machine, path, t, outlook)
            if thread.stuck:
                outlook.blocked(thread.stuck == "waiting")
            elif not (thread.ended or thread.exited):
                self._move(todo, machine, path, t, outlook)
        threads = machine.threads.values()
        if any(thread.buffer for thread in threads):
            return
        if all(thread.ended for thread in threads) or any(thread.exited for thread in threads):
            self._final(machine)
        elif not outlook.moves and outlook.waiting and not outlook.pruned:
            self.result.blocked += 1

    def _move(self, todo: Queue, machine: Machine, path: Path, t: int, outlook: Outlook) -> None:
        """Thread ``t`` executes the visible instruction that it stands at."""
        run = Run(machine.clone(), [t], [])
        try:
            self._execute(run, t, run.machine.advance(t))
        except Blocked as blocked:
            outlook.blocked(blocked.waiting)
        except (Fault, Undefined) as error:
            self._broken(run, path, t, error)
            outlook.pruned = True
        else:
            self._enqueue(todo, run, path, outlook)

    def _flush(self, todo: Queue, machine: Machine, path: Path, t: int, outlook: Outlook) -> None:
        pending = machine.pending(t)
        for entry in machine.flushes(t):
            copy = machine.clone()
            copy.flush(t, entry)
            note = Note(t, Step(t, -1, flush=pending.index(entry)), stored=entry[0])
            self._enqueue(todo, Run(copy, [], [note]), path, outlook)

    def _final(self, machine: Machine) -> None:
        values = (from_bytes(machine.memory.load(address, type.size), type) for address, type in self.observe)
        self.result.finals.add(tuple(values))

    # --- moves ---------------------------------------------------------------------------------------------------

    def _execute(self, run: Run, t: int, instr: AnyInstr | None) -> None:
        """One concurrent instruction."""
        assert instr is not None
        child = max(run.machine.threads) + 1
        waiting = len(run.machine.pending(t))
        effect = run.machine.concurrent(t, instr, child)
        stored = effect.written is not None and len(run.machine.pending(t)) <= waiting
        if isinstance(instr, Create):
            run.pending.append(child)
        if isinstance(instr, Malloc) and not instr.zeroed:
            run.notes.append(Note(t, contents=instr.uid))
        step = Step(t, instr.uid, effect.other if isinstance(instr, Create) else None)
        run.notes.append(Note(t, step, stored=effect.address if stored else None))
        run.left -= 1

    def _settle(self, run: Run, path: Path, outlook: Outlook) -> Iterator[Run]:
        """Runs the pending threads up to their next visible instructions; yields every way this can end."""
        work = [run]
        while work:
            run = work.pop()
            while run.pending:
                forks = self._proceed_or_stop(run, path, run.pending[0], outlook)
                if forks is not None:
                    work.extend(forks)
                    break
            else:
                yield run

    def _proceed_or_stop(self, run: Run, path: Path, t: int, outlook: Outlook) -> list[Run] | None:
        """As :meth:`_proceed`; a thread that cannot go on stops (in an atomic section: the move does not exist)."""
        try:
            return self._proceed(run, path, t, outlook)
        except (Fault, Undefined) as error:
            self._broken(run, path, t, error)
            outlook.pruned = True
            return []
        except Blocked as blocked:
            waiting = blocked.waiting
        except Endless as error:
            waiting, goes_round = False, isinstance(error, GoesRound) or self._goes_round(run.machine, t)
            self.result.endless |= goes_round
            self.result.truncated |= not goes_round
        if run.machine.threads[t].atomic:
            outlook.blocked(waiting)
            return []
        run.machine.own(t).stuck = "waiting" if waiting else "pruned"
        run.pending.remove(t)
        return None

    def _proceed(self, run: Run, path: Path, t: int, outlook: Outlook) -> list[Run] | None:
        """Takes thread ``t`` one decision further; the list of runs that replace this one, if it does not go on."""
        machine = run.machine
        instr = machine.advance(t)
        match instr:
            case None | Exit():
                if isinstance(instr, Exit):
                    machine.own(t).exited = True
                run.pending.remove(t)
                if machine.threads[t].exited and machine.threads[t].atomic:
                    outlook.moves += 1
                    self._final(machine)
                    return []
            case Nondet():
                self._watch(run, t)
                return [self._with_input(run, t, instr, value) for value in self._domain(instr)]
            case Declare():
                machine.declare(t, instr, {})
                run.notes.append(Note(t, contents=instr.uid))
            case Assert(test, message, kind):
                run.left -= 1
                self._watch_later(run, t)
                if not machine.evaluate(t, test):
                    if kind not in self.claims:
                        raise Undefined(message)
                    self._violation(run, path, t, instr.uid)
                    outlook.moves += 1
                    return []
                machine.skip(t)
            case Assume():
                machine.assume(t, instr)
            case Unsupported() | Cut():
                self.result.unsupported.add(instr.reason if isinstance(instr, Unsupported) else instr.what)
                machine.own(t).stuck = "pruned"
                run.pending.remove(t)
            case _ if machine.threads[t].atomic or self._invisible(machine, t, instr):
                if run.left <= 0:
                    raise Endless(f"thread {t} runs on without a visible step")
                self._watch_later(run, t)
                self._execute(run, t, instr)
            case _:
                run.pending.remove(t)
        return None

    def _watch_later(self, run: Run, t: int) -> None:
        if run.left < RUN_LIMIT - UNWATCHED:
            self._watch(run, t)

    def _watch(self, run: Run, t: int) -> None:
        here = self._key(run.machine)
        if here in run.passed:
            raise GoesRound(f"thread {t} comes back")
        run.passed |= {here}

    def _goes_round(self, machine: Machine, t: int) -> bool:
        """Whether the thread, alone, comes back to where it was: it may be anywhere on its way, for ever."""
        seen: set[tuple[int, ...]] = set()
        while len(seen) < CIRCLE_LIMIT and runs_on(machine, t):
            here = self._key(machine)
            if here in seen:
                return True
            seen.add(here)
        return False

    def _domain(self, instr: Nondet) -> list[int]:
        return sorted({instr.dst.type.wrap(value) for value in self.values}, reverse=True)

    def _with_input(self, run: Run, t: int, instr: Nondet, value: int) -> Run:
        fork = run.fork()
        fork.machine.input(t, instr.dst, value)
        fork.notes.append(Note(t, input=(instr.uid, value)))
        return fork

    def _invisible(self, machine: Machine, t: int, instr: AnyInstr) -> bool:
        """True if the instruction commutes with everything that other threads can do, now and later.

        Memory whose address was never stored nor given to a new thread can be reached by its owner only; a fence with
        nothing pending does nothing; a thread that has ended stays so.
        """
        match instr:
            case Read(_, place, _) | Write(place, _, _) | Rmw(_, place):
                if isinstance(instr, Rmw) and machine.threads[t].buffer:
                    return False
                address = self.code.compiler.address(place)(machine.threads[t].frames[-1])
                block = machine.memory.find(address)
                return block is not None and block.owner == t and not block.escaped
            case Fence():
                return not machine.threads[t].buffer
            case Malloc():
                return True
            case Free(pointer):
                block = machine.memory.find(machine.evaluate(t, pointer), 0)
                return block is None or (block.owner == t and not block.escaped)
            case Join():
                target = machine.threads.get(machine.join_target(t, instr))
                return target is not None and target.ended and not target.buffer and not machine.threads[t].buffer
        return False

    # --- ends ----------------------------------------------------------------------------------------------------

    def _broken(self, run: Run, path: Path, t: int, error: Fault | Undefined) -> None:
        """An execution ends in a memory fault (a violation if asked for) or in undefined behaviour."""
        frame = run.machine.threads[t].frames[-1]
        instr = frame.code.body[frame.pc]
        if isinstance(error, Fault) and error.kind in self.claims:
            self._violation(run, path, t, instr.uid)
        else:
            self.result.undefined.add(f"{error} ({instr.loc})")

    def _violation(self, run: Run, path: Path, t: int, uid: int) -> None:
        if uid in self.result.violations:
            return
        chain = [run.notes]
        here: Path | None = path
        while here is not None:
            chain.append(here.notes)
            here = here.before
        cex = Counterexample([], {}, {}, t, uid)
        for note in (note for notes in reversed(chain) for note in notes):
            if note.step is not None:
                cex.schedule.append(note.step)
            if note.input is not None:
                cex.inputs.setdefault(note.thread, []).append(note.input)
            if note.contents is not None:
                cex.contents.setdefault(note.thread, []).append((note.contents, {}))
        self.result.violations[uid] = cex


def runs_on(machine: Machine, t: int) -> bool:
    """Whether another silent instruction follows, which is executed."""
    machine.fuel = 1
    try:
        machine.advance(t)
    except Endless:
        return True
    except (Fault, Undefined):
        return False
    finally:
        machine.fuel = RUN_LIMIT
    return False


def observed_type(code: Code, name: str) -> IntType | PointerType:
    type = code.program.memory[name].type
    if not isinstance(type, IntType | PointerType):
        raise ValueError(f"'{name}' is not a scalar")
    return type


__all__ = ["Exploration", "explore"]
