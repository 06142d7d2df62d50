"""Waiting for ever, as code: where a thread may block, it may also decide to stay there, and then has to be right.

A thread that stays says so (it *stops*).  Later it *verifies* that it is stuck: the condition that it waits for is
false, and nobody can change that, because all threads have stopped or ended; or because the one thread that could (who
holds the lock, or is to be joined) has.  When all that have stopped have verified, they wait for ever: stopped threads
do nothing, so what one has verified is still so.  Threads that stopped and are wrong never verify, and their executions
end: others are without the decision to stay.

Stopping, like all blocking operations, waits for the own store buffer, and so does the end of a thread.  So at the
end there is nothing left that could reach memory later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from heddle.core.expr import FALSE, Binary, Cast, Const, Expr, Local, Self, Unary
from heddle.core.instr import (
    AnyInstr,
    Assert,
    Assign,
    Assume,
    AtomicBegin,
    AtomicEnd,
    Branch,
    Create,
    Exit,
    Fence,
    Goto,
    Join,
    Label,
    Location,
    Nondet,
    Return,
    Source,
    Unsupported,
)
from heddle.core.program import Function, Program
from heddle.core.types import BOOL, INT, IntType
from heddle.properties.ghosts import COUNT, PREFIX, Counter, Table
from heddle.properties.sections import Section, find_sections, run_inside_sections
from heddle.properties.thread_ends import ThreadEnds
from heddle.records import replace

MOST_THREADS = 64
RUNS, STOPPED, ENDED = range(3)
STAYS = Local(f"{PREFIX}stays", BOOL)
"""What a thread decides at an operation that blocks."""
STUCK = Local(f"{PREFIX}stuck", BOOL)
"""Whether it has stopped there."""
WHAT = "waits for ever"
MOVING = Counter(f"{PREFIX}moving", 1)
"""How many threads have neither stopped nor ended."""
UNVERIFIED = Counter(f"{PREFIX}unverified")
"""How many have stopped and not verified that they are stuck."""
STATE = Table(f"{PREFIX}state", BOOL, MOST_THREADS)
"""What each thread does."""
HOLDER = Local(f"{PREFIX}holder", IntType(64, False))


def follow_waits(program: Program, kind: str, partial: bool = True) -> Program:
    """The program, in which a claim of this kind fails where threads wait for ever; ``partial``: others may go on."""
    inside = run_inside_sections(program)
    functions = {
        name: replace(f, body=list(_Body(f, program, kind, name in inside, partial).written()))
        for name, f in program.functions.items()
    }
    memory = {ghost.object.name: ghost.object for ghost in (MOVING, UNVERIFIED, STATE)}
    program = replace(program, functions=functions, memory={**program.memory, **memory})
    return ThreadEnds(program, _Threads(program)).written()


def with_end(program: Program) -> Program:
    """The program, in which main's return says that everything ends."""
    main = program.functions[program.entry]
    body = [Exit(loc=x.loc, uid=x.uid) if isinstance(x, Return) else x for x in main.body]
    return replace(
        program, functions={**program.functions, program.entry: replace(main, body=[*body, Exit(loc=main.loc)])}
    )


def section(code: Iterable[AnyInstr], loc: Location) -> Iterator[AnyInstr]:
    """One step, after which all that the thread has written is in memory."""
    yield AtomicBegin(loc=loc)
    yield Fence("full", loc=loc)
    yield from code
    yield AtomicEnd(loc=loc)


def number(program: Program) -> Self:
    """The identifier of the thread that runs."""
    return Self(IntType(program.data_model.long_bits, False))


def stop(thread: Expr, loc: Location) -> Iterator[AnyInstr]:
    """Inside a section."""
    yield from STATE.write(thread, STOPPED, loc)
    yield from MOVING.add(-1, loc)
    yield from UNVERIFIED.add(1, loc)


def nobody_moves(loc: Location) -> Iterator[AnyInstr]:
    """Inside a section: goes on only if all threads have stopped or ended."""
    yield from MOVING.read(loc)
    yield Assume(Binary("==", MOVING.value, Const(0, COUNT), INT), loc=loc)


class _Threads:
    """Threads that begin are counted by their creators, before they can do anything."""

    def __init__(self, program: Program) -> None:
        self.self = number(program)

    def begin(self, x: Create) -> Iterator[AnyInstr]:
        yield from section(MOVING.add(1, x.loc), x.loc)

    def begun(self, x: AnyInstr) -> Iterator[AnyInstr]:
        yield Branch(Binary("<", self.self, Const(MOST_THREADS, self.self.type), INT), "counted", loc=x.loc)
        yield Unsupported(f"more than {MOST_THREADS} threads, where deadlocks are looked for", loc=x.loc)
        yield Label("counted", loc=x.loc)

    def end(self, x: AnyInstr) -> Iterator[AnyInstr]:
        yield from section([*STATE.write(self.self, ENDED, x.loc), *MOVING.add(-1, x.loc)], x.loc)


class _Body:
    """One function; ``inside``: it may be called inside an atomic section."""

    def __init__(self, function: Function, program: Program, kind: str, inside: bool, partial: bool) -> None:
        self.body, self.kind, self.inside, self.partial = function.body, kind, inside, partial
        self.self = number(program)
        self.waits = [i for i, x in enumerate(self.body) if isinstance(x, Assume) and x.blocking]
        self.sections = [s for s in find_sections(self.body) if any(s.holds(i) for i in self.waits)]

    def written(self) -> Iterator[AnyInstr]:
        begins, ends = {s.begin: s for s in self.sections}, {s.end: s for s in self.sections}
        for i, x in enumerate(self.body):
            if isinstance(x, Join):
                yield from self._nested_join(x, i) if self.inside else self._join(x, i)
            elif isinstance(x, Assume) and x.blocking:
                section = next((s for s in self.sections if s.holds(i)), None)
                yield from self._nested(x.test, x, i) if self.inside or not section else self._wait(x, i, section)
            elif i in begins and not self.inside:
                yield Assign(STUCK, Const(0, BOOL), loc=x.loc)
                yield x
            elif i in ends and not self.inside:
                yield Label(f"end'{i}", loc=x.loc)
                yield x
                yield from self._again(ends[i])
            else:
                yield x

    def _wait(self, x: Assume, i: int, section: Section) -> Iterator[AnyInstr]:
        """Inside the section that reads what is tested."""
        passes = f"passes'{i}"
        yield Branch(x.test, passes, loc=x.loc)
        yield Nondet(STAYS, WHAT, Source.PATIENCE, loc=x.loc)
        yield Assume(STAYS, True, loc=x.loc, uid=x.uid)
        yield from stop(self.self, x.loc)
        yield Assign(STUCK, Const(1, BOOL), loc=x.loc)
        yield Goto(f"end'{section.end}", loc=x.loc)
        yield Label(passes, loc=x.loc)

    def _again(self, section: Section) -> Iterator[AnyInstr]:
        """Behind a section: one who has stopped there does it once more, as far as it blocks."""
        loc, number = self.body[section.begin].loc, section.begin
        after, free, done = f"after'{number}", f"free'{number}", f"done'{number}"
        yield Branch(Unary("!", STUCK, INT), after, loc=loc)
        yield self._copied(self.body[section.begin])
        last = max(i for i in self.waits if section.holds(i))
        labels = {x.name for x in self.body[section.begin : last] if isinstance(x, Label)}
        for i in range(section.begin + 1, last + 1):
            x = self.body[i]
            if isinstance(x, Assume) and x.blocking:
                yield Branch(x.test, free, loc=x.loc)
                yield from self._others_are_stuck(x.holder, x.loc, i)
                yield from verified(x.loc, self.kind)
                yield Goto(done, loc=x.loc)
            elif isinstance(x, Label):
                yield replace(x, name=f"{x.name}'{number}", uid=-1)
            elif isinstance(x, Goto | Branch):
                yield replace(x, label=f"{x.label}'{number}" if x.label in labels else free, uid=-1)
            else:
                yield self._copied(x)
        yield Label(free, loc=loc)
        yield Assume(FALSE, loc=loc)
        yield Label(done, loc=loc)
        yield AtomicEnd(loc=loc)
        yield Assume(FALSE, loc=loc)
        yield Label(after, loc=loc)

    def _copied(self, x: AnyInstr) -> AnyInstr:
        return replace(x, uid=-1)

    def _join(self, x: Join, i: int) -> Iterator[AnyInstr]:
        goes_on = f"joins'{i}"
        yield Nondet(STAYS, WHAT, Source.PATIENCE, loc=x.loc)
        yield Branch(Unary("!", STAYS, INT), goes_on, loc=x.loc)
        yield from section([*self._look(x, f"{i}"), _has_not_ended(x), *stop(self.self, x.loc)], x.loc)
        number = Cast(x.thread, self.self.type)
        target = Binary("+", number, Const(1, self.self.type), self.self.type)
        again = [*self._look(x, f"{i}again"), _has_not_ended(x), *self._others_are_stuck(target, x.loc, i)]
        yield from section([*again, *verified(x.loc, self.kind)], x.loc)
        yield Assume(FALSE, loc=x.loc)
        yield Label(goes_on, loc=x.loc)
        yield x

    def _look(self, x: Join, mark: str) -> Iterator[AnyInstr]:
        """What the thread does that is to be joined.  One that there cannot be runs for ever."""
        none = f"no_thread'{mark}"
        yield Assign(STATE.value, Const(RUNS, BOOL), loc=x.loc)
        yield Branch(Binary(">=", x.thread, Const(MOST_THREADS, x.thread.type), INT), none, loc=x.loc)
        yield from STATE.read(x.thread, x.loc)
        yield Label(none, loc=x.loc)

    def _others_are_stuck(self, holder: Expr | None, loc: Location, i: int) -> Iterator[AnyInstr]:
        """Goes on only if nobody can end the wait: all threads have stopped or ended, or the one that alone could."""
        if holder is None or not self.partial:
            yield from nobody_moves(loc)
            return
        stuck, type = f"stuck'{i}", HOLDER.type
        yield Assign(HOLDER, Cast(holder, type), loc=loc)
        yield from MOVING.read(loc)
        yield Branch(Binary("==", MOVING.value, Const(0, COUNT), INT), stuck, loc=loc)
        number = Binary("-", HOLDER, Const(1, type), type)
        yield Assume(Binary("<", number, Const(MOST_THREADS, type), INT), loc=loc)
        yield from STATE.read(number, loc)
        yield Assume(Binary("!=", STATE.value, Const(RUNS, BOOL), INT), loc=loc)
        yield Label(stuck, loc=loc)

    def _nested_join(self, x: Join, i: int) -> Iterator[AnyInstr]:
        yield from self._look(x, f"{i}")
        yield from self._nested(Binary("==", STATE.value, Const(ENDED, BOOL), INT), None, i)
        yield x

    def _nested(self, test: Expr, x: Assume | None, i: int) -> Iterator[AnyInstr]:
        """The whole section around is what blocks: it began some way up the calls, where nothing is known of this."""
        passes, loc = f"passes'{i}", self.body[i].loc
        yield Branch(test, passes, loc=loc)
        yield Unsupported("a thread waits inside an atomic section, where deadlocks are looked for", loc=loc)
        yield Label(passes, loc=loc)
        if x is not None:
            yield Assume(x.test, True, loc=loc, uid=x.uid)


def verified(loc: Location, kind: str) -> Iterator[AnyInstr]:
    """In the section in which a thread has found that it is stuck."""
    yield from UNVERIFIED.add(-1, loc)
    yield Assert(Binary("!=", UNVERIFIED.value, Const(1, COUNT), INT), "threads wait for ever", kind, loc=loc)


def _has_not_ended(x: Join) -> AnyInstr:
    return Assume(Binary("!=", STATE.value, Const(ENDED, BOOL), INT), loc=x.loc)
