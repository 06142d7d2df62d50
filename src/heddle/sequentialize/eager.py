"""Eager sequentialization printed as C (thesis section 2.6.2.1, Figs. 2.5 and 2.6).

The history of shared memory is guessed first.  Then every thread runs once, from its start to where it stops: at its
creation, or, for Lal and Reps, in its turn.  Nothing is known before all threads have been simulated, so a check that
fails sets a flag and stops its thread; what the bounds cut, and what is not modelled, sets flags too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from heddle.core.c_printer import POSTFIX, C
from heddle.core.c_statements import quote
from heddle.core.expr import Const, Expr
from heddle.core.instr import AnyInstr, Assert, Call, Cut, Join, Unsupported
from heddle.core.program import Thread
from heddle.core.types import IntType
from heddle.sequentialize.histories import START, STOP, STOP_BEFORE_WRITE, Histories
from heddle.sequentialize.points import drop_idle_jumps
from heddle.sequentialize.printing import ENTRY, Sequential, SequentialPrinter
from heddle.sequentialize.runtime import EAGER_HEADER, EAGER_RESERVED, HISTORIES, STOPS, table, unsigned
from heddle.sequentialize.share import Location
from heddle.sma import BY_LOCATION, CLUSTERED, SmaBounds, identifiers, source

IN_TURN = frozenset({"lal-reps"})
"""Abstractions whose threads run in the order of a round, not at their creation."""
FULL = "more than {writes} writes{where}: raise --writes"
"""What a history without room left says."""


def eager_c(
    histories: Histories,
    sma: str,
    bounds: SmaBounds,
    *,
    title: str = "Made by heddle sequentialize.",
) -> Sequential:
    """A sequential C program that simulates the executions whose histories fit into ``bounds``."""
    printer = _EagerPrinter(histories, sma, bounds)
    printer.memory = printer.shared_memory()
    return printer.sequential(title)


def moments(histories: Histories, writes: int) -> int:
    """So many moments are enough for all writes of histories of this length, one for each location."""
    return max(1, sum(min(most, writes) for most in histories.most))


class _EagerPrinter(SequentialPrinter):
    control, created, reserved = STOPS, "made", EAGER_RESERVED

    def __init__(self, histories: Histories, sma: str, bounds: SmaBounds) -> None:
        program = histories.program
        self.histories, self.sma, self.bounds = histories, sma, bounds
        self.in_turn = sma in IN_TURN
        threads = [
            Thread(t.index, t.name, drop_idle_jumps(t.body, frozenset())[0], t.creator, t.parameter, t.result)
            for t in sorted(program.threads, key=lambda t: t.index)
        ]
        super().__init__(program, threads, sma)
        self.beyond: dict[str, str] = {}
        """What is reported in the end: the flag of each statement."""
        self.results = any(isinstance(x, Join) and x.dst is not None for t in threads for x in t.body)
        self.word = IntType(program.source.data_model.pointer_bits, False)
        self.statements.macros.add("cut")

    # --- the whole file ---------------------------------------------------------------------------------------------

    def header(self) -> str:
        called = "in its turn" if self.in_turn else "where it is created"
        return EAGER_HEADER.replace("{threads}", str(len(self.threads))).replace("{called}", called)

    def shared_memory(self) -> str:
        """The abstraction with the program's locations."""
        h, bounds = self.histories, self.bounds
        locations = h.locations or [Location("", 0, 0, 0)]
        late = h.late_joins or self.in_turn
        edges = h.edges if late and self.sma not in CLUSTERED else 0
        last = moments(h, bounds.writes)
        stops = max(h.stops.values())
        largest = max(self.count, len(locations), bounds.writes, bounds.rounds, last, edges, h.longest, stops) + 2
        small = unsigned(largest)
        suffix = "" if h.word.bits < 64 else "UL"
        return HISTORIES.format(
            name=self.sma, threads=self.count, count=max(h.histories, 1), plain=len(locations), writes=bounds.writes,
            moments=last, rounds=bounds.rounds, long=h.longest, late=int(late), edges=edges, small=small,
            word=self.types.declare(h.word), any_word=self.statements.nondet(h.word),
            any_small=self.statements.nondet(IntType({"char": 8, "short": 16, "int": 32}[small], False)),
            initial=table([f"{x.initial}{suffix}" for x in locations]), tables="".join(self._tables()),
            source=source(self.sma),
        )  # fmt: skip

    def _tables(self) -> Iterator[str]:
        """What is known beforehand about histories, as far as the abstraction asks for it."""
        used, h = identifiers(self.sma), self.histories
        threads, writers = range(self.count), h.writers or [set[int]()]
        flag = "static const unsigned char"
        if "most" in used:
            most = [str(min(n, self.bounds.writes + 1)) for n in h.most] or ["0"]
            yield f"static const small most[V] = {{{table(most)}}};\n"
        if "may_write" in used:
            rows = [f"{{{table([str(int(t in w)) for t in threads])}}}" for w in writers]
            yield f"{flag} may_write[V][T] = {{{table(rows)}}};\n"
        if "may_write_any" in used:
            yield f"{flag} may_write_any[T] = {{{table([str(int(any(t in w for w in writers))) for t in threads])}}};\n"
        if "scalar" in used:
            yield f"{flag} scalar[V] = {{{table([str(int(s)) for s in h.scalars] or ['1'])}}};\n"

    def scheduler(self) -> Iterator[str]:
        yield "static unsigned char error, more;"
        yield "static small ct;"
        for flag in self.beyond.values():
            yield f"static unsigned char {flag};"
        if any(t.parameter for t in self.threads):
            yield "static void *arg[T];"
        if len(self.threads) > 1:
            yield "static unsigned char made[T];"
        if self.results:
            yield f"static {self.types.declare(self.word)} result[T];"
        for t in self.threads[1:]:
            yield f"static void {self.functions[t.index]}(void);"

    def main(self, late: list[str]) -> Iterator[str]:
        yield from ENTRY
        yield from (f"    {line}" for line in late)
        if self.results and (self.histories.late_joins or self.in_turn):
            yield "    for (small c = 0; c < T; c++)"
            yield f"        result[c] = {self.statements.nondet(self.word)};"
        yield f"    {self.functions[0]}();"
        yield "    sma_retire(0);"
        for t in self.threads[1:]:
            if self.in_turn:
                yield f"    if (created[{t.index}]) {{"
                yield f"        {self.functions[t.index]}();"
                yield f"        sma_retire({t.index});"
                yield "    }"
        yield "    sma_finish();"
        # A thread that went beyond has not stopped where it may: somewhere before it may have.
        beyond = "".join(f" || {flag}" for flag in self.beyond.values())
        yield f'    check(!error{beyond}, "no thread fails");'
        for statement, flag in self.beyond.items():
            yield f"    if ({flag})"
            yield f"        {statement}"
        where = " to one location" if self.sma in BY_LOCATION else ""
        yield "    if (more && sma_full())"
        yield f"        cut({quote(FULL.format(writes=self.bounds.writes, where=where))});"
        yield from ("    return 0;", "}")

    # --- threads ----------------------------------------------------------------------------------------------------

    def thread(self, t: Thread, out: list[str]) -> None:
        self.printer.scope, self.printer.self_id = t.index, str(t.index)
        out += [f"static void {self.functions[t.index]}(void)", "{"]
        if self.histories.stops[t.index]:
            out.append(f"    small stop = pick(0, {self.histories.stops[t.index]});")
        if t.parameter is not None and t.index:
            out.append(f"    {self.take_argument(t, t.parameter)}")
        for x in t.body:
            if isinstance(x, Call) and x.callee == START:
                out += self._start(t, x.args[0])
                continue
            if isinstance(x, Call) and x.callee == "sma_terminate":
                out += self._result(t)
            self.emit(x, self._lines(t, x), out)
        out += ["}", ""]

    def _lines(self, t: Thread, x: AnyInstr) -> Iterable[str]:
        match x:
            case Assert() if x.kind in self.claims:
                return [f"    require({self.printer.condition(x.test)}, {quote(x.message or x.kind)})"]
            case Cut() | Unsupported():
                (statement,) = self.statements.lines(x)
                flag = self.beyond.setdefault(statement, self.printer.names.of(("beyond", statement), "beyond"))
                return [f"    {{ {flag} = 1; return; }}"]
        return self.instruction(t, x)

    def call(self, t: Thread, x: Call) -> str:
        if x.callee in (STOP, STOP_BEFORE_WRITE):
            (point,) = x.args
            assert isinstance(point, Const)
            return f"{x.callee}({point.value})"
        # Constants as arguments make of the abstraction's tables as many variables; ct is for whoever reads the run.
        return f"ct = {t.index}; {self.operation(x, str(t.index))}"

    def _start(self, t: Thread, which: Expr) -> Iterator[str]:
        """A thread that was created begins to run."""
        assert isinstance(which, Const)
        child = which.value
        if self.followed(child) is None:
            return
        yield f"    if (made[{child}]) {{"
        yield f"        made[{child}] = 0;"
        yield f"        sma_create({child}, {t.index});"
        if not self.in_turn:
            yield f"        {self.functions[child]}();"
            yield f"        sma_retire({child});"
        yield "    }"

    def join(self, x: Join) -> Iterator[str]:
        text = self.printer.index(x.thread)
        if not isinstance(x.thread, Const):
            yield f"assume({self.in_range(x.thread, 'T')});"
        elif self.followed(x.thread.value) is None:
            yield "assume(0);"
            return
        yield f"ct = {self.printer.self_id}; sma_join({text.text}, {self.printer.self_id});"
        if x.dst is not None:
            value = C(f"result[{text.text}]", POSTFIX, self.word)
            yield f"{self.printer.local_name(x.dst)} = {self.printer.converted(value, x.dst.type).text};"

    def _result(self, t: Thread) -> Iterator[str]:
        """What the thread returns: a guess comes true if others may have asked for it before."""
        if not self.results or t.result is None:
            return
        value = self.printer.value(t.result, self.word)
        if self.histories.late_joins or self.in_turn:
            yield f"    assume(result[{t.index}] == {value});"
        else:
            yield f"    result[{t.index}] = {value};"


__all__ = ["IN_TURN", "eager_c", "moments"]
