"""Lazy sequentialization printed as C (thesis section 2.6.2.2, Figs. 2.8 and 2.9).

Each thread becomes a function whose locals persist between calls.  ``main`` calls every active thread once a round; a
call skips what the thread has done before (up to ``pc``), runs to a guessed point ``cs`` and skips the rest, which the
``J`` at every point does.  A jump over points needs a ``GUARD``: it must not land beyond ``cs``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import replace

from heddle.core.c_printer import ATOM, C
from heddle.core.expr import Binary, Const, Expr, Local
from heddle.core.instr import AnyInstr, Call, Join, Label
from heddle.core.program import BoundedProgram, Thread
from heddle.core.types import INT
from heddle.sequentialize.points import Blocks, drop_idle_jumps
from heddle.sequentialize.printing import ENTRY, Sequential, SequentialPrinter
from heddle.sequentialize.runtime import HEADER, POINTS, shared_memory
from heddle.sequentialize.share import Shared
from heddle.sma import SmaBounds


def lazy_c(
    bounded: BoundedProgram,
    rounds: int,
    switch_points: Mapping[int, Set[int]],
    *,
    title: str = "Made by heddle sequentialize.",
) -> Sequential:
    """A sequential C program that simulates ``rounds`` rounds of ``bounded`` under sequential consistency.

    ``switch_points`` gives for each thread the body positions before which it may be interrupted.
    """
    return _LazyPrinter(bounded, rounds, switch_points).sequential(title)


def lazy_c_with_sma(
    shared: Shared,
    rounds: int,
    sma: str,
    bounds: SmaBounds,
    *,
    title: str = "Made by heddle sequentialize.",
) -> Sequential:
    """The same for a program whose shared memory is the abstraction ``sma``, whose text becomes a part of it."""
    printer = _LazyPrinter(shared.program, rounds, shared.switch_points, sma)
    printer.statements.macros.add("cut")
    printer.memory = shared_memory(sma, bounds, shared, printer.types, printer.count)
    return printer.sequential(title)


class _LazyPrinter(SequentialPrinter):
    control, created = POINTS, "active"

    def __init__(
        self,
        bounded: BoundedProgram,
        rounds: int,
        switch_points: Mapping[int, Set[int]],
        sma: str | None = None,
    ) -> None:
        self.rounds = rounds
        self.blocks: dict[int, Blocks] = {}
        threads: list[Thread] = []
        for t in sorted(bounded.threads, key=lambda t: t.index):
            body, points = drop_idle_jumps(t.body, switch_points.get(t.index, frozenset()))
            threads.append(replace(t, body=body))
            self.blocks[t.index] = Blocks(body, points)
        super().__init__(bounded, threads, sma)

    # --- the whole file ---------------------------------------------------------------------------------------------

    def header(self) -> str:
        return HEADER.replace("{rounds}", str(self.rounds)).replace("{threads}", str(len(self.threads)))

    def scheduler(self) -> Iterator[str]:
        largest = max(b.count for b in self.blocks.values())
        sizes = ", ".join(str(self.blocks[i].count if i in self.blocks else 1) for i in range(self.count))
        width = "char" if largest < 256 else "short" if largest < 65536 else "int"
        yield f"enum {{ THREADS = {self.count}, ROUNDS = {self.rounds} }};"
        yield f"typedef unsigned {width} point;"
        yield "static unsigned char active[THREADS] = {1};"
        if any(t.parameter for t in self.threads):
            yield "static void *arg[THREADS];"
        yield f"static const point size[THREADS] = {{{sizes}}};"
        yield "static point pc[THREADS], cs;"
        yield "static unsigned int ct;"

    def main(self, late: list[str]) -> Iterator[str]:
        yield from ENTRY
        yield from (f"    {line}" for line in late)
        if self.memory:
            yield "    sma_init();"
        yield "    for (unsigned int round = 0; round < ROUNDS; round++) {"
        for t in self.threads:
            yield f"        ct = {t.index};"
            yield "        if (active[ct]) {"
            yield "            cs = (point)choose(pc[ct], size[ct]);"
            yield f"            {self.functions[t.index]}();"
            yield "            pc[ct] = cs;"
            yield "        }"
        yield from ("    }", "    return 0;", "}")

    # --- threads ----------------------------------------------------------------------------------------------------

    def thread(self, t: Thread, out: list[str]) -> None:
        """Adds the thread's function to the lines ``out``, and notes which line is for which instruction."""
        self.printer.scope, self.printer.self_id = t.index, str(t.index)
        blocks = self.blocks[t.index]
        out += [f"static void {self.functions[t.index]}(void)", "{"]
        if t.parameter is not None:
            out += self._point(0, blocks)
            out.append(f"    {self.take_argument(t, t.parameter)}")
        for i, x in enumerate(t.body):
            block = blocks.block_of(i)
            if blocks.starts[block] == i and not (i == 0 and t.parameter is not None):
                out += self._point(block, blocks)
            self.emit(x, self._lines(t, x, blocks), out)
        if not t.body and t.parameter is None:
            out += self._point(0, blocks)
        out += [f"L{blocks.count}:", "    return;", "}", ""]

    def _point(self, block: int, blocks: Blocks) -> Iterator[str]:
        if block:
            yield f"L{block}:"
        yield f"    J({block}, L{block + 1})"

    def _lines(self, t: Thread, x: AnyInstr, blocks: Blocks) -> Iterable[str]:
        guard = blocks.guards.get(x.name) if isinstance(x, Label) else None
        if isinstance(x, Label) and guard is not None:
            return [f"{self.label(t, x.name)}: GUARD({guard})"]
        return self.instruction(t, x)

    def call(self, t: Thread, x: Call) -> str:
        return self.operation(x, "ct")

    def join(self, x: Join) -> Iterator[str]:
        """Waits until the thread has reached its last point; its result stays in the local that holds it."""
        candidates = self.threads
        if isinstance(x.thread, Const):
            candidates = [t for t in self.threads if t.index == x.thread.value]
            yield f"assume(pc[{x.thread.value}] == size[{x.thread.value}]);" if candidates else "assume(0);"
        else:
            text = self.printer.index(x.thread).text
            yield f"assume({self.in_range(x.thread, 'THREADS')} && pc[{text}] == size[{text}]);"
        if x.dst is not None:
            yield f"{self.printer.local_name(x.dst)} = {self._result(x.thread, x.dst, candidates)};"

    def _result(self, thread: Expr, dst: Local, candidates: list[Thread]) -> str:
        """What the thread that an expression stands for has returned."""
        text = "0"
        for t in candidates:
            if t.result is None:
                continue
            value = self.printer.converted(C(self._result_name(t, t.result), ATOM, t.result.type), dst.type)
            if isinstance(thread, Const):
                return value.text
            test = self.printer.condition(Binary("==", thread, Const(t.index, thread.type), INT), 1)
            text = f"{test} ? {value.inside(1)} : {text}"
        return text

    def _result_name(self, t: Thread, result: Local) -> str:
        here, self.printer.scope = self.printer.scope, t.index
        name = self.printer.local_name(result)
        self.printer.scope = here
        return name


__all__ = ["Sequential", "lazy_c", "lazy_c_with_sma"]
