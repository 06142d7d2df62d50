"""Eager sequentialization (thesis section 2.6.2.1, Figs. 2.5 and 2.6).

The history of shared memory is guessed first.  Then every thread runs once, from its start to where it stops: at its
creation, or, for Lal and Reps, in its turn.  Nothing is known before all threads have been simulated, so a check that
fails sets a flag and stops its thread; what the bounds cut, and what is not modelled, sets flags too.
"""

from __future__ import annotations

from collections.abc import Iterator

from heddle.core.c_statements import bound_of, input_function, quote, reason_of
from heddle.core.expr import FALSE, Binary, Const, Expr, Local, MemoryObject, Place, negate
from heddle.core.instr import (
    AnyInstr,
    Assert,
    Assume,
    Branch,
    Call,
    Cut,
    Goto,
    Join,
    Label,
    Nondet,
    Read,
    Return,
    Unsupported,
    Write,
)
from heddle.core.program import Thread
from heddle.core.types import INT, UINT, ArrayType
from heddle.sequentializer.building import FLAG, SILENT, Body, Builder, without_idle_jumps
from heddle.sequentializer.histories import START, STOP, STOP_BEFORE_WRITE, Histories
from heddle.sequentializer.program import (
    ABSTRACTION,
    Listing,
    Observation,
    SequentialProgram,
    Spelling,
    What,
    thread_function,
)
from heddle.sequentializer.runtime import EAGER_HEADER, EAGER_RESERVED, STOPS
from heddle.sequentializer.tables import shared_histories
from heddle.sma import Abstraction, Keeps, SmaBounds

END = "end"
NEEDED = ("sma_retire", "sma_finish", "sma_full", "choose", "sma_create", "sma_terminate")


def eager(histories: Histories, abstraction: Abstraction, bounds: SmaBounds) -> SequentialProgram:
    """A sequential program that simulates the executions whose histories fit into ``bounds``."""
    return _Eager(histories, abstraction, bounds).run()


class _Eager(Builder):
    created, pseudo_calls = "made", frozenset({START, STOP, STOP_BEFORE_WRITE})

    def __init__(self, histories: Histories, abstraction: Abstraction, bounds: SmaBounds) -> None:
        self.histories, self.bounds, self.in_turn = histories, bounds, abstraction.in_turn
        called = "in its turn" if self.in_turn else "where it is created"
        header = EAGER_HEADER.replace("{threads}", str(len(histories.program.threads))).replace("{called}", called)
        super().__init__(histories, abstraction, Listing(header, STOPS, frozenset(EAGER_RESERVED)), NEEDED)
        self.error, self.more = self.variable("error", FLAG), self.variable("more", FLAG)
        self.beyond: dict[str, tuple[MemoryObject, AnyInstr]] = {}
        """What is reported in the end: by what it says, its flag and the instruction that says it."""
        self.labels = 0
        where = " to one location" if abstraction.keeps is Keeps.WRITES_BY_LOCATION else ""
        self.full = Cut(f"more than {bounds.writes} writes{where}", "--writes")
        """What a history without room left says."""
        self.guessed = histories.late_joins or self.in_turn
        """Others may have asked for the result of a thread before it is simulated."""

    def simulated(self) -> list[Thread]:
        return without_idle_jumps(self.histories.program.threads)

    def memory_text(self, abstraction: Abstraction) -> str:
        return shared_histories(abstraction, self.bounds, self.histories, self.types, self.count)

    # --- main -------------------------------------------------------------------------------------------------------

    def run(self) -> SequentialProgram:
        for t in self.threads:
            self.thread(t)
        later = (thread_function(t.index) for t in self.threads[1:])
        self.listing.declarations = tuple(f"static void {{{function}}}(void);" for function in later)
        self.listing.main = tuple(self.main_text())
        if self.results_matter and self.guessed:
            self.listing.inputs = (*self.listing.inputs, self.word)
        return self.finish(self.main())

    def main(self) -> Body:
        body = Body(self)
        if self.results_matter and self.guessed:
            for t in self.threads:
                guess = Local(f"result{t.index}", self.word)
                body.add(Nondet(guess, "what a thread returns"))
                body.add(Write(self.element(self.result, t.index), guess))
        self.simulate(self.threads[0], body)
        for t in self.threads[1:]:
            if self.in_turn:
                self.in_its_turn(t, body)
        body.call(None, "sma_finish", ())
        self.report(body)
        body.add(Return(Const(0, INT)))
        return body

    def simulate(self, t: Thread, body: Body) -> None:
        body.add(Call(None, thread_function(t.index), ()))
        body.call(None, "sma_retire", (Const(t.index, UINT),))

    def in_its_turn(self, t: Thread, body: Body) -> None:
        assert self.sma is not None
        made, passed = Local("made", FLAG), f"passed{t.index}"
        body.add(Read(made, self.element(self.sma.memory[ABSTRACTION + "created"], t.index)))
        body.add(Branch(Binary("==", made, Const(0, FLAG), INT), passed))
        self.simulate(t, body)
        body.add(Label(passed))

    def report(self, body: Body) -> None:
        """A thread that went beyond has not stopped where it may: somewhere before it may have."""
        error = self.read_flag(self.error, body)
        fine: Expr = negate(error)
        flags = [self.read_flag(flag, body) for flag, _ in self.beyond.values()]
        for flag in flags:
            fine = Binary("||", fine, flag, INT)
        body.add(Assert(fine, "no thread fails"))
        for number, (flag, (_, x)) in enumerate(zip(flags, self.beyond.values(), strict=True)):
            body.add(Branch(negate(flag), f"within{number}"))
            body.loc = x.loc
            body.add(x)
            body.add(Label(f"within{number}"))
        full = Local("full", FLAG)
        body.add(Branch(negate(self.read_flag(self.more, body)), END))
        body.call(full, "sma_full", ())
        body.add(Branch(negate(full), END))
        body.add(self.full)
        body.add(Label(END))

    def read_flag(self, flag: MemoryObject, body: Body) -> Local:
        value = Local(flag.name, FLAG)
        body.add(Read(value, Place(flag, (), FLAG)))
        return value

    def main_text(self) -> Iterator[str]:
        if self.results_matter and self.guessed:
            yield "    for (small c = 0; c < T; c++)"
            yield f"        result[c] = {input_function(self.word, self.model)}();"
        yield f"    {{{thread_function(0)}}}();"
        yield "    sma_retire(0);"
        for t in self.threads[1:]:
            if self.in_turn:
                yield f"    if (created[{t.index}]) {{"
                yield f"        {{{thread_function(t.index)}}}();"
                yield f"        sma_retire({t.index});"
                yield "    }"
        yield "    sma_finish();"
        names = [flag.name.partition(".")[2] for flag, _ in self.beyond.values()]
        beyond = "".join(f" || {name}" for name in names)
        yield f'    check(!error{beyond}, "no thread fails");'
        for name, said in zip(names, self.beyond, strict=True):
            yield f"    if ({name})"
            yield f"        {said}"
        yield "    if (more && sma_full())"
        yield f"        cut({quote(bound_of(self.full))});"

    # --- threads ----------------------------------------------------------------------------------------------------

    def thread(self, t: Thread) -> None:
        body, stops = Body(self), self.histories.stops[t.index]
        if stops:
            body.call(_stop(t), "choose", (Const(0, UINT), Const(stops, UINT)))
            self.listing.spelling[body.instructions[-1].uid] = (f"unsigned int stop = choose(0, {stops});",)
        self.take_argument(t, body)
        for x in t.body:
            if isinstance(x, Call) and x.callee == "sma_terminate":
                self.give_result(t, body, self.guessed)
            self.instruction(t, x, body)
        body.add(Label(END), SILENT)
        self.function_of(t, body)

    def instruction(self, t: Thread, x: AnyInstr, body: Body) -> None:
        if not isinstance(x, Call) or x.callee not in self.pseudo_calls:
            super().instruction(t, x, body)
            return
        (which,) = x.args
        assert isinstance(which, Const)
        body.loc = x.loc
        if x.callee == START:
            self.start(t, which.value, body)
        elif x.callee == STOP:
            body.add(Branch(Binary("<=", _stop(t), which, INT), END), (f"STOP({which.value})",))
        else:
            self.unless(Binary(">", _stop(t), which, INT), self.more, (f"STOP_BEFORE_WRITE({which.value})",), body)

    def unless(self, test: Expr, flag: MemoryObject, spelling: Spelling, body: Body, failing: bool = False) -> None:
        """The thread stops and sets a flag unless ``test`` holds."""
        past = f"past{self.labels}"
        self.labels += 1
        body.add(Branch(test, past), spelling)
        if failing:
            body.observe(Observation(What.FAILED), Const(1, INT), SILENT)
        body.add(Write(Place(flag, (), FLAG), Const(1, FLAG)), SILENT)
        body.add(Goto(END), SILENT)
        body.add(Label(past), SILENT)

    def local(self, t: Thread, x: AnyInstr, body: Body) -> None:
        match x:
            case Assert():
                said = f", {quote(x.message or x.kind)})"
                self.unless(x.test, self.error, ("require(", x.test, said), body, failing=True)
            case Cut() | Unsupported():
                said = f"cut({quote(bound_of(x))});" if isinstance(x, Cut) else f"unsupported({quote(reason_of(x))});"
                if said not in self.beyond:
                    self.beyond[said] = self.variable(f"beyond{len(self.beyond)}", FLAG), x
                flag, _ = self.beyond[said]
                name = flag.name.partition(".")[2]
                body.add(Write(Place(flag, (), FLAG), Const(1, FLAG)), (f"{{ {name} = 1; return; }}",))
                body.add(Goto(END), SILENT)
            case _:
                super().local(t, x, body)

    def start(self, t: Thread, child: int, body: Body) -> None:
        """A thread that was created begins to run."""
        thread = self.followed(child)
        if thread is None:
            return
        made, place = Local("$made", FLAG), self.element(self.variable("made", ArrayType(FLAG, self.count)), child)
        passed = f"passed{child}"
        body.add(Read(made, place))
        body.add(Branch(Binary("==", made, Const(0, FLAG), INT), passed))
        body.add(Write(place, Const(0, FLAG)))
        body.call(None, "sma_create", (Const(child, UINT), Const(t.index, UINT)))
        if not self.in_turn:
            self.simulate(thread, body)
        body.add(Label(passed))

    def join(self, t: Thread, x: Join, body: Body) -> None:
        if not isinstance(x.thread, Const):
            body.add(Assume(self.in_range(x.thread)))
        elif self.followed(x.thread.value) is None:
            body.add(Assume(FALSE))
            return
        body.call(None, "sma_join", (x.thread, Const(t.index, UINT)))
        self.take_result(x, x.thread, body)


def _stop(t: Thread) -> Local:
    """Where the thread stops, as it was guessed at its start."""
    return Local("$stop", UINT)


__all__ = ["eager"]
