"""Lazy sequentialization (thesis section 2.6.2.2, Figs. 2.8 and 2.9).

Each thread becomes a function whose locals persist between calls.  ``main`` calls every active thread once a round; a
call skips what the thread has done before (up to ``pc``), runs to a guessed point ``cs`` and skips the rest, which the
``J`` at every point does.  A jump over points needs a ``GUARD``: it must not land beyond ``cs``.

Of the many ways to divide one execution into rounds only those are followed in which a thread does not pause for
nothing: after the first round it runs only if another thread has run since its last turn.  Whoever pauses for nothing
could have gone on, and then needs no more rounds.
"""

from __future__ import annotations

from collections.abc import Iterator

from heddle.core.expr import FALSE, Binary, Cast, Const, Expr, Local, Place, negate
from heddle.core.instr import Assign, Assume, Branch, Call, Goto, Join, Label, Nondet, Read, Return, Write
from heddle.core.program import Thread
from heddle.core.types import INT, UINT, ArrayType, IntType
from heddle.records import replace
from heddle.sequentializer.building import FLAG, SILENT, Body, Builder
from heddle.sequentializer.points import Blocks, drop_idle_jumps
from heddle.sequentializer.program import Listing, SequentialProgram, thread_function
from heddle.sequentializer.runtime import FREE_HEADER, HEADER, POINTS
from heddle.sequentializer.share import Shared
from heddle.sequentializer.tables import shared_memory, unsigned
from heddle.sma import Abstraction, SmaBounds

PC, CS = Local("$pc", UINT), Local("$cs", UINT)
"""Where the running thread stopped, and where it will stop, in its function."""
ROUND = Local("round", UINT)
CONTEXT, NEXT, LAST = Local("context", UINT), Local("next", UINT), Local("last", UINT)
"""The number of a context, who runs in it, and who ran in the one before."""


def lazy(shared: Shared, abstraction: Abstraction | None, bounds: SmaBounds) -> SequentialProgram:
    """A sequential program that simulates ``bounds.rounds`` rounds, or, if there are any, ``bounds.contexts`` contexts.

    Without an abstraction the threads share memory as it is: sequential consistency.
    """
    return (_Free if bounds.contexts else _Lazy)(shared, abstraction, bounds).run()


class _Lazy(Builder):
    created = "active"

    def __init__(self, shared: Shared, abstraction: Abstraction | None, bounds: SmaBounds) -> None:
        self.bounds = bounds
        self.blocks: dict[int, Blocks] = {}
        header = self.header(bounds).replace("{threads}", str(len(shared.program.threads)))
        super().__init__(shared, abstraction, Listing(header, POINTS, frozenset()), ("sma_init",))
        largest = max(b.count for b in self.blocks.values())
        self.point = IntType({"char": 8, "short": 16, "int": 32}[unsigned(largest)], False)
        self.active = self.variable("active", ArrayType(FLAG, self.count), [(0, 1)])
        self.pc = self.variable("pc", ArrayType(self.point, self.count))
        self.cs = self.variable("cs", self.point)
        sizes = [(i, b.count) for i, b in self.blocks.items()]
        sizes += [(i, 1) for i in range(self.count) if i not in self.blocks]
        self.moved = self.variable("moved", ArrayType(FLAG, self.count))
        self.size = self.variable("size", ArrayType(self.point, self.count), sorted(sizes))

    def header(self, bounds: SmaBounds) -> str:
        return HEADER.replace("{rounds}", str(bounds.rounds))

    @property
    def length(self) -> str:
        return f"ROUNDS = {self.bounds.rounds}"

    def simulated(self) -> list[Thread]:
        threads = []
        for t in sorted(self.shared.program.threads, key=lambda t: t.index):
            body, points = drop_idle_jumps(t.body, self.shared.switch_points.get(t.index, frozenset()))
            threads.append(replace(t, body=body))
            self.blocks[t.index] = Blocks(body, points)
        return threads

    def memory_text(self, abstraction: Abstraction) -> str:
        return shared_memory(abstraction, self.bounds, self.shared, self.types, self.count)

    # --- main -------------------------------------------------------------------------------------------------------

    def run(self) -> SequentialProgram:
        for t in self.threads:
            self.thread(t)
        names = f"THREADS = {self.count}, {self.length}"
        self.listing.declarations = (f"enum {{ {names} }};", "static unsigned int ct;")
        self.listing.main = tuple(self.main_text())
        return self.finish(self.main())

    def main(self) -> Body:
        body = Body(self)
        if self.sma is not None:
            body.call(None, "sma_init", ())
        body.add(Assign(ROUND, Const(0, UINT)))
        body.add(Label("rounds"))
        body.add(Branch(Binary(">=", ROUND, Const(self.bounds.rounds, UINT), INT), "end"))
        for t in self.threads:
            self.turn(t, body)
        body.add(Assign(ROUND, Binary("+", ROUND, Const(1, UINT), UINT)))
        body.add(Goto("rounds"))
        body.add(Label("end"))
        body.add(Return(Const(0, INT)))
        return body

    def turn(self, t: Thread, body: Body) -> None:
        """The thread runs, if it exists, from where it stopped to a guessed point."""
        active, start, stop = Local("active", FLAG), Local("low", self.point), Local("guess", self.point)
        passed = f"passed{t.index}"
        body.add(Read(active, self.element(self.active, t.index)))
        body.add(Branch(Binary("==", active, Const(0, FLAG), INT), passed))
        body.add(Read(start, self.element(self.pc, t.index)))
        body.add(Nondet(stop, "where a thread stops"))
        mask = (1 << self.blocks[t.index].count.bit_length()) - 1
        body.add(Assign(stop, Binary("&", stop, Const(mask, self.point), self.point)))
        end = Const(self.blocks[t.index].count, self.point)
        in_order = Binary("&&", Binary("<=", start, stop, INT), Binary("<=", stop, end, INT), INT)
        body.add(Assume(in_order))
        body.add(Write(Place(self.cs, (), self.point), stop))
        self.without_pause(t, Cast(Binary("!=", start, stop, INT), FLAG), body)
        body.add(Call(None, thread_function(t.index), ()))
        body.add(Write(self.element(self.pc, t.index), stop))
        body.add(Label(passed))

    def without_pause(self, t: Thread, moves: Expr, body: Body) -> None:
        """A thread goes on in a new turn only if another has run since: otherwise it might as well not have stopped."""
        move = Local("move", FLAG)
        body.add(Assign(move, moves))
        reason: Expr = Binary("||", Binary("==", ROUND, Const(0, UINT), INT), negate(move), INT)
        for other in (o.index for o in self.threads if o is not t):
            moved = Local(f"moved{other}", FLAG)
            body.add(Read(moved, self.element(self.moved, other)))
            reason = Binary("||", reason, moved, INT)
        body.add(Assume(reason))
        body.add(Write(self.element(self.moved, t.index), move))

    def main_text(self) -> Iterator[str]:
        if self.sma is not None:
            yield "    sma_init();"
        yield "    for (unsigned int round = 0; round < ROUNDS; round++) {"
        for t in self.threads:
            others = "".join(f" || moved[{o.index}]" for o in self.threads if o is not t)
            yield f"        ct = {t.index};"
            yield "        if (active[ct]) {"
            yield f"            cs = ({self.types.declare(self.point)})choose(pc[ct], size[ct]);"
            yield "            moved[ct] = cs != pc[ct];"
            yield f"            MOVE(round == 0{others});"
            yield f"            {{{thread_function(t.index)}}}();"
            yield "            pc[ct] = cs;"
            yield "        }"
        yield "    }"

    # --- threads ----------------------------------------------------------------------------------------------------

    def thread(self, t: Thread) -> None:
        body, blocks = Body(self), self.blocks[t.index]
        body.add(Read(PC, self.element(self.pc, t.index)), SILENT)
        body.add(Read(CS, Place(self.cs, (), self.point)), SILENT)
        self.enter(0, body)
        self.take_argument(t, body)
        for i, x in enumerate(t.body):
            block = blocks.block_of(i)
            if block and blocks.starts[block] == i:
                self.enter(block, body)
            if isinstance(x, Call) and x.callee == "sma_terminate":
                self.give_result(t, body)
            self.instruction(t, x, body)
            guard = blocks.guards.get(x.name) if isinstance(x, Label) else None
            if guard is not None:
                body.add(Assume(Binary(">=", CS, Const(guard, UINT), INT)), (f"GUARD({guard})",))
        if self.sma is None:
            self.give_result(t, body)
        body.add(Label(_label(blocks.count)), (f"L{blocks.count}:",))
        body.add(Return(None), ("return;",))
        self.function_of(t, body)

    def enter(self, block: int, body: Body) -> None:
        if block:
            body.add(Label(_label(block)), (f"L{block}:",))
        here = Const(block, UINT)
        skip = Binary("||", Binary(">", PC, here, INT), Binary("<=", CS, here, INT), INT)
        body.add(Branch(skip, _label(block + 1)), (f"J({block}, L{block + 1})",))

    def join(self, t: Thread, x: Join, body: Body) -> None:
        """Waits until the thread has reached its last point."""
        reached = Local("$reached", self.point)
        if isinstance(x.thread, Const):
            index = x.thread.value
            if self.followed(index) is None:
                body.add(Assume(FALSE))
                return
            body.add(Read(reached, self.element(self.pc, index)), SILENT)
            at_end = Binary("==", reached, Const(self.blocks[index].count, self.point), INT)
            body.add(Assume(at_end), (f"assume(pc[{index}] == size[{index}]);",))
        else:
            size = Local("$size", self.point)
            body.add(Assume(self.in_range(x.thread)))
            body.add(Read(reached, self.element(self.pc, x.thread)))
            body.add(Read(size, self.element(self.size, x.thread)))
            body.add(Assume(Binary("==", reached, size, INT)))
        self.take_result(x, x.thread, body)


class _Free(_Lazy):
    """No rounds: in each context any thread runs (the free choice of the next thread of section 3.3.1.1, LMP).

    Only those sequences are followed in which no thread runs twice in a row, and nothing runs after an idle context.
    """

    def header(self, bounds: SmaBounds) -> str:
        return FREE_HEADER.replace("{contexts}", str(bounds.contexts))

    @property
    def length(self) -> str:
        return f"CONTEXTS = {self.bounds.contexts}"

    def main(self) -> Body:
        body = Body(self)
        if self.sma is not None:
            body.call(None, "sma_init", ())
        body.add(Assign(CONTEXT, Const(0, UINT)))
        body.add(Assign(NEXT, Const(0, UINT)))
        body.add(Label("contexts"))
        body.add(Branch(Binary(">=", CONTEXT, Const(self.bounds.contexts, UINT), INT), "end"))
        for t in self.threads:
            body.add(Branch(Binary("!=", NEXT, Const(t.index, UINT), INT), f"passed{t.index}"))
            self.turn(t, body)
        body.add(Assign(LAST, NEXT))
        body.add(Nondet(NEXT, "which thread runs"))
        mask = (1 << (self.count - 1).bit_length()) - 1
        body.add(Assign(NEXT, Binary("&", NEXT, Const(mask, UINT), UINT)))
        body.add(Assume(self.in_range(NEXT)))
        body.add(Assign(CONTEXT, Binary("+", CONTEXT, Const(1, UINT), UINT)))
        body.add(Goto("contexts"))
        body.add(Label("end"))
        body.add(Return(Const(0, INT)))
        return body

    def without_pause(self, t: Thread, moves: Expr, body: Body) -> None:
        move, moved = Local("move", FLAG), Local("moved", FLAG)
        body.add(Assign(move, moves))
        body.add(Read(moved, self.element(self.moved, LAST)))
        other = Binary("!=", LAST, Const(t.index, UINT), INT)
        reason: Expr = Binary("||", Binary("==", CONTEXT, Const(0, UINT), INT), negate(move), INT)
        body.add(Assume(Binary("||", reason, Binary("&&", moved, other, INT), INT)))
        body.add(Write(self.element(self.moved, t.index), move))

    def main_text(self) -> Iterator[str]:
        if self.sma is not None:
            yield "    sma_init();"
        yield "    for (unsigned int context = 0, last = 0; context < CONTEXTS; context++, last = ct) {"
        yield "        ct = context == 0 ? 0 : choose(0, THREADS - 1);"
        yield "        if (!active[ct])"
        yield "            continue;"
        yield "        unsigned char before = moved[last];"
        yield f"        cs = ({self.types.declare(self.point)})choose(pc[ct], size[ct]);"
        yield "        moved[ct] = cs != pc[ct];"
        yield "        MOVE(context == 0 || (before && ct != last));"
        for t in self.threads:
            yield f"        if (ct == {t.index})"
            yield f"            {{{thread_function(t.index)}}}();"
        yield "        pc[ct] = cs;"
        yield "    }"


def _label(point: int) -> str:
    return f"$L{point}"


__all__ = ["lazy"]
