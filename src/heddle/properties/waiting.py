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
    Fence,
    Goto,
    Join,
    Label,
    Location,
    Nondet,
    Source,
    Unsupported,
)
from heddle.core.program import Function, Program
from heddle.core.types import BOOL, INT, IntType
from heddle.properties.ghosts import COUNT, Counter, Table
from heddle.properties.sections import find_sections, run_inside_sections
from heddle.properties.thread_ends import ThreadEnds
from heddle.records import replace

KIND = "deadlock"
MOST_THREADS = 64
RUNS, STOPPED, ENDED = range(3)
STAYS = Local("heddle::stays", BOOL)
"""What a thread has decided at the blocking operation that it comes to."""
STUCK = Local("heddle::stuck", BOOL)
"""Whether it has verified that."""
MOVING = Counter("heddle::moving", 1)
"""How many threads have neither stopped nor ended."""
UNVERIFIED = Counter("heddle::unverified")
"""How many have stopped and not verified that they are stuck."""
STATE = Table("heddle::state", BOOL, MOST_THREADS)
"""What each thread does."""
HOLDER = Local("heddle::holder", IntType(64, False))


def follow_waits(program: Program) -> Program:
    """The program, in which the claim :data:`KIND` fails where threads wait for ever."""
    inside = run_inside_sections(program)
    functions = {
        name: replace(f, body=list(_Body(f, program, name in inside).written()))
        for name, f in program.functions.items()
    }
    memory = {ghost.object.name: ghost.object for ghost in (MOVING, UNVERIFIED, STATE)}
    program = replace(program, functions=functions, memory={**program.memory, **memory})
    return ThreadEnds(program, _Threads(program)).written()


def _section(code: Iterable[AnyInstr], loc: Location) -> Iterator[AnyInstr]:
    """One step, after which all that the thread has written is in memory."""
    yield AtomicBegin(loc=loc)
    yield Fence("full", loc=loc)
    yield from code
    yield AtomicEnd(loc=loc)


class _Threads:
    """Threads that begin are counted by their creators, before they can do anything."""

    def __init__(self, program: Program) -> None:
        self.self = Self(IntType(program.data_model.long_bits, False))

    def begin(self, x: Create) -> Iterator[AnyInstr]:
        yield from _section(MOVING.add(1, x.loc), x.loc)

    def begun(self, x: AnyInstr) -> Iterator[AnyInstr]:
        yield Branch(Binary("<", self.self, Const(MOST_THREADS, self.self.type), INT), "counted", loc=x.loc)
        yield Unsupported(f"more than {MOST_THREADS} threads, where deadlocks are looked for", loc=x.loc)
        yield Label("counted", loc=x.loc)

    def end(self, x: AnyInstr) -> Iterator[AnyInstr]:
        yield from _section([*STATE.write(self.self, ENDED, x.loc), *MOVING.add(-1, x.loc)], x.loc)


class _Body:
    """One function; ``inside``: it may be called inside an atomic section."""

    def __init__(self, function: Function, program: Program, inside: bool) -> None:
        self.body, self.inside = function.body, inside
        self.self = Self(IntType(program.data_model.long_bits, False))
        waits = [i for i, x in enumerate(self.body) if isinstance(x, Assume) and x.blocking]
        self.sections = [s for s in find_sections(self.body) if any(s.holds(i) for i in waits)]

    def written(self) -> Iterator[AnyInstr]:
        begins, ends = {s.begin for s in self.sections}, {s.end for s in self.sections}
        for i, x in enumerate(self.body):
            if isinstance(x, Join):
                yield from self._nested_join(x, i) if self.inside else self._join(x, i)
            elif isinstance(x, Assume) and x.blocking:
                known = any(s.holds(i) for s in self.sections)
                yield from self._nested(x.test, x, i) if self.inside or not known else self._wait(x, i)
            elif i in begins and not self.inside:
                yield from self._may_stop(x.loc, i)
                yield x
            elif i in ends and not self.inside:
                yield Label(f"end'{i}", loc=x.loc)
                yield Assume(Binary("==", STAYS, STUCK, INT), loc=x.loc)
                yield x
                yield Assume(Unary("!", STUCK, INT), loc=x.loc)
            else:
                yield x

    def _may_stop(self, loc: Location, i: int) -> Iterator[AnyInstr]:
        """In front of something that may block."""
        goes_on = f"goes_on'{i}"
        yield Assign(STUCK, Const(0, BOOL), loc=loc)
        yield Nondet(STAYS, "waits for ever", Source.PATIENCE, loc=loc)
        yield Branch(Unary("!", STAYS, INT), goes_on, loc=loc)
        stop = [*STATE.write(self.self, STOPPED, loc), *MOVING.add(-1, loc), *UNVERIFIED.add(1, loc)]
        yield from _section(stop, loc)
        yield Label(goes_on, loc=loc)

    def _wait(self, x: Assume, i: int) -> Iterator[AnyInstr]:
        """Inside the section that reads what is tested."""
        waits, passes = f"waits'{i}", f"passes'{i}"
        end = next(s.end for s in self.sections if s.holds(i))
        yield Branch(STAYS, waits, loc=x.loc)
        yield Assume(x.test, True, loc=x.loc, uid=x.uid)
        yield Goto(passes, loc=x.loc)
        yield Label(waits, loc=x.loc)
        yield Assume(Unary("!", x.test, INT), loc=x.loc)
        yield from self._others_are_stuck(x.holder, x.loc, i)
        yield from _verified(x.loc)
        yield Goto(f"end'{end}", loc=x.loc)
        yield Label(passes, loc=x.loc)

    def _join(self, x: Join, i: int) -> Iterator[AnyInstr]:
        goes_on = f"joins'{i}"
        yield from self._may_stop(x.loc, i)
        yield Branch(Unary("!", STAYS, INT), goes_on, loc=x.loc)
        yield AtomicBegin(loc=x.loc)
        yield from self._look(x, i)
        yield Assume(Binary("!=", STATE.value, Const(ENDED, BOOL), INT), loc=x.loc)
        number = Cast(x.thread, self.self.type)
        target = Binary("+", number, Const(1, self.self.type), self.self.type)
        yield from self._others_are_stuck(target, x.loc, i)
        yield from _verified(x.loc)
        yield AtomicEnd(loc=x.loc)
        yield Assume(FALSE, loc=x.loc)
        yield Label(goes_on, loc=x.loc)
        yield x

    def _look(self, x: Join, i: int) -> Iterator[AnyInstr]:
        """What the thread does that is to be joined.  One that there cannot be runs for ever."""
        none = f"no_thread'{i}"
        yield Assign(STATE.value, Const(RUNS, BOOL), loc=x.loc)
        yield Branch(Binary(">=", x.thread, Const(MOST_THREADS, x.thread.type), INT), none, loc=x.loc)
        yield from STATE.read(x.thread, x.loc)
        yield Label(none, loc=x.loc)

    def _others_are_stuck(self, holder: Expr | None, loc: Location, i: int) -> Iterator[AnyInstr]:
        """Goes on only if nobody can end the wait: all threads have stopped or ended, or the one that alone could."""
        if holder is None:
            yield from MOVING.read(loc)
            yield Assume(Binary("==", MOVING.value, Const(0, COUNT), INT), loc=loc)
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
        yield from self._look(x, i)
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


def _verified(loc: Location) -> Iterator[AnyInstr]:
    """In the section in which a thread has found that it is stuck."""
    yield from UNVERIFIED.add(-1, loc)
    yield Assert(Binary("!=", UNVERIFIED.value, Const(1, COUNT), INT), "threads wait for ever", KIND, loc=loc)
    yield Assign(STUCK, Const(1, BOOL), loc=loc)
