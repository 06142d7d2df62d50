"""Lazy sequentialization printed as C (thesis section 2.6.2.2, Figs. 2.8 and 2.9).

Each thread becomes a function whose locals persist between calls.  ``main`` calls every active thread once a round; a
call skips what the thread has done before (up to ``pc``), runs to a guessed point ``cs`` and skips the rest, which the
``J`` at every point does.  A jump over points needs a ``GUARD``: it must not land beyond ``cs``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, replace

from heddle.core.c_names import Names
from heddle.core.c_objects import ObjectPrinter
from heddle.core.c_printer import ATOM, POSTFIX, C, CPrinter
from heddle.core.c_statements import StatementPrinter, comment
from heddle.core.c_types import CTypes
from heddle.core.expr import Binary, Const, Expr, Local, MemoryObject, Place
from heddle.core.instr import AnyInstr, Assert, Branch, Call, Create, Goto, Join, Label
from heddle.core.parts import parts
from heddle.core.program import BoundedProgram, Thread
from heddle.core.types import INT, UINT
from heddle.sequentialize.points import Blocks, drop_idle_jumps
from heddle.sequentialize.runtime import CHOOSE, HEADER, RESERVED, inputs, prelude, shared_memory
from heddle.sequentialize.share import Shared
from heddle.sma import SmaBounds, identifiers


@dataclass(slots=True)
class Sequential:
    """A sequential program: its C text, and the instruction that each line of a thread was printed for."""

    text: str
    lines: dict[int, AnyInstr]


def lazy_c(
    bounded: BoundedProgram,
    rounds: int,
    switch_points: Mapping[int, Set[int]],
    *,
    checks: Set[str] = frozenset(),
    title: str = "Made by heddle sequentialize.",
) -> Sequential:
    """A sequential C program that simulates ``rounds`` rounds of ``bounded`` under sequential consistency.

    ``switch_points`` gives for each thread the body positions before which it may be interrupted.  ``checks`` are the
    switchable kinds of Assert to print.
    """
    return _LazyPrinter(bounded, rounds, switch_points, checks).sequential(title)


def lazy_c_with_sma(
    shared: Shared,
    rounds: int,
    sma: str,
    bounds: SmaBounds,
    *,
    checks: Set[str] = frozenset(),
    title: str = "Made by heddle sequentialize.",
) -> Sequential:
    """The same for a program whose shared memory is the abstraction ``sma``, whose text becomes a part of it."""
    printer = _LazyPrinter(shared.program, rounds, shared.switch_points, checks, sma)
    printer.statements.macros.add("cut")
    printer.memory = shared_memory(sma, bounds, shared, printer.types, printer.count)
    return printer.sequential(title)


class _LazyPrinter:
    def __init__(
        self,
        bounded: BoundedProgram,
        rounds: int,
        switch_points: Mapping[int, Set[int]],
        checks: Set[str],
        sma: str | None = None,
    ) -> None:
        self.bounded, self.rounds, self.kinds = bounded, rounds, {"assert", *checks}
        self.memory = ""
        """The text of the shared memory abstraction, if there is one."""
        self.lines: dict[int, AnyInstr] = {}
        self.threads: list[Thread] = []
        self.blocks: dict[int, Blocks] = {}
        for t in sorted(bounded.threads, key=lambda t: t.index):
            body, points = drop_idle_jumps(t.body, switch_points.get(t.index, frozenset()))
            self.threads.append(replace(t, body=body))
            self.blocks[t.index] = Blocks(body, points)
        self.count = self.threads[-1].index + 1
        self.types = CTypes(bounded.source.data_model)
        self.printer = CPrinter(self.types, Names([*RESERVED, *(identifiers(sma) if sma else ())]))
        self.statements = StatementPrinter(self.printer)
        self.void_ptr = bounded.source.data_model.void_ptr
        for obj in bounded.memory.values():
            self.types.declare(obj.type)
        self.functions = {t.index: self._function_name(t) for t in self.threads}

    def _function_name(self, thread: Thread) -> str:
        return self.printer.names.of(("thread", thread.index), f"t{thread.index}_{thread.name}")

    # --- the whole file ---------------------------------------------------------------------------------------------

    def sequential(self, title: str) -> Sequential:
        model = self.bounded.source.data_model
        self.statements.nondet(UINT)  # for the schedule
        threads: list[str] = []
        for t in self.threads:
            self.thread(t, threads)
        objects, late = self.objects()
        main = self.main(late)
        macros = self.statements.macros
        narrow = model.pointer_bits == 32
        header = HEADER.format(
            title=title.replace("*/", ""), rounds=self.rounds, threads=len(self.threads),
            cbmc="--32 " if narrow else "", gcc="-m32 " if narrow else "",
        )  # fmt: skip
        parts = [header, prelude(model, macros), inputs(self.statements.inputs, self.types, macros), CHOOSE]
        parts += [*self.types.definitions(), *([self.memory] if self.memory else [])]
        parts += [*objects, "", *self.locals(), "", *self.scheduler(), ""]
        before = "\n".join(parts).count("\n") + 1
        lines = {before + 1 + i: x for i, x in self.lines.items()}
        return Sequential("\n".join([*parts, *threads, *main]) + "\n", lines)

    def objects(self) -> tuple[list[str], list[str]]:
        """Definitions of the memory objects that the code or another object's initial value mentions."""
        printer = ObjectPrinter(self.printer)
        definitions: list[str] = []
        done: set[str] = set()
        while len(done) < len(self.printer.objects):
            for obj in [o for name, o in self.printer.objects.items() if name not in done]:
                done.add(obj.name)
                # The program's own copy: references need not carry the initial values.
                definitions.append("static " + printer.definition(self.bounded.memory.get(obj.name, obj)))
        first = [f"static {self.types.declare(o.type, self.printer.object_name(o))};" for o in self._named_early()]
        functions = [f"static signed char {name};" for name in self.printer.functions.values()]
        return [*functions, *first, *definitions], printer.late

    def _named_early(self) -> list[MemoryObject]:
        """Objects that some initial value names: they are declared before all definitions."""
        named: dict[str, MemoryObject] = {}
        for used in self.printer.objects.values():
            for _, _, e in self.bounded.memory.get(used.name, used).init:
                for part in parts(e):
                    if isinstance(part, Place) and isinstance(part.base, MemoryObject):
                        named[part.base.name] = part.base
        return list(named.values())

    def locals(self) -> Iterator[str]:
        for name, type in self.printer.locals.items():
            yield f"static {self.types.declare(type, name)};"

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
        yield from (
            "#ifdef HEDDLE_RUN",
            "int main(int argc, char **argv)",
            "#else",
            "int main(void)",
            "#endif",
            "{",
            "#ifdef HEDDLE_RUN",
            "    if (argc > 1)",
            "        seed = strtoull(argv[1], 0, 0);",
            "#endif",
        )
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
            out.append(f"    {self._take_argument(t, t.parameter)}")
        line = ""
        for i, x in enumerate(t.body):
            block = blocks.block_of(i)
            if blocks.starts[block] == i and not (i == 0 and t.parameter is not None):
                out += self._point(block, blocks)
            here = self._source_line(x)
            if here and here != line:
                out.append(f"    {comment(here)}")
                line = here
            for text in self._instr(t, x, blocks):
                self.lines[len(out)] = x
                out.append(text)
        if not t.body and t.parameter is None:
            out += self._point(0, blocks)
        out += [f"L{blocks.count}:", "    return;", "}", ""]

    def _point(self, block: int, blocks: Blocks) -> Iterator[str]:
        if block:
            yield f"L{block}:"
        yield f"    J({block}, L{block + 1})"

    def _take_argument(self, t: Thread, parameter: Local) -> str:
        value = self.printer.converted(C(f"arg[{t.index}]", POSTFIX, self.void_ptr), parameter.type)
        return f"{self.printer.local_name(parameter)} = {value.text};"

    def _source_line(self, x: AnyInstr) -> str:
        if not x.loc.line or isinstance(x, (Label, Goto)):
            return ""
        lines = self.bounded.source.sources.get(x.loc.file, "").splitlines()
        text = lines[x.loc.line - 1].strip() if 0 < x.loc.line <= len(lines) else ""
        return f"{x.loc.file.rsplit('/', 1)[-1]}:{x.loc.line}: {text}"

    def _instr(self, t: Thread, x: AnyInstr, blocks: Blocks) -> Iterator[str]:
        match x:
            case Label():
                guard = blocks.guards.get(x.name)
                yield f"{self._label(t, x.name)}:" + (f" GUARD({guard})" if guard is not None else " ;")
            case Goto():
                yield f"    goto {self._label(t, x.label)};"
            case Branch():
                yield f"    if ({self.printer.condition(x.test)})"
                yield f"        goto {self._label(t, x.label)};"
            case Call():
                yield f"    {self._call(x)}"
            case Create():
                yield from (f"    {line}" for line in self._create(x))
            case Join():
                yield from (f"    {line}" for line in self._join(x))
            case Assert() if x.kind not in self.kinds:
                return
            case _:
                yield from (f"    {line}" for line in self.statements.lines(x))

    def _label(self, t: Thread, name: str) -> str:
        return self.printer.names.of(("label", t.index, name), f"at_{name}")

    def _call(self, x: Call) -> str:
        """An operation on shared memory, by the running thread."""
        args = [self.printer.expr(a).text for a in x.args]
        call = f"{x.callee}({', '.join([*args, 'ct'])});"
        return call if x.dst is None else f"{self.printer.local_name(x.dst)} = {call}"

    def _create(self, x: Create) -> Iterator[str]:
        assert isinstance(x.function, Const), "a bounded program names the thread that a Create starts"
        child = x.function.value
        if self._thread(child).parameter is not None:
            yield f"arg[{child}] = {self.printer.value(x.arg, self.void_ptr)};"
        yield f"active[{child}] = 1;"
        yield self.statements.assign(x.dst, Const(child, x.dst.type))

    def _thread(self, index: int) -> Thread:
        return next(t for t in self.threads if t.index == index)

    def _join(self, x: Join) -> Iterator[str]:
        """Waits until the thread has reached its last point; its result stays in the local that holds it."""
        candidates = self.threads
        if isinstance(x.thread, Const):
            candidates = [t for t in self.threads if t.index == x.thread.value]
            yield f"assume(pc[{x.thread.value}] == size[{x.thread.value}]);" if candidates else "assume(0);"
        else:
            text = self.printer.index(x.thread)
            bound = f"{text.inside(9)} < THREADS"
            if x.thread.type.signed:
                bound = f"{text.inside(9)} >= 0 && {bound}"
            yield f"assume({bound} && pc[{text.text}] == size[{text.text}]);"
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
