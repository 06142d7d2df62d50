"""What every sequential program is made of, whatever its scheme: objects, locals, inputs, and threads as functions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from heddle.core.c_names import Names
from heddle.core.c_objects import ObjectPrinter
from heddle.core.c_printer import POSTFIX, C, CPrinter
from heddle.core.c_statements import StatementPrinter, comment
from heddle.core.c_types import CTypes
from heddle.core.expr import Const, Expr, Local, MemoryObject, Place
from heddle.core.instr import AnyInstr, Assert, Branch, Call, Create, Goto, Join, Label
from heddle.core.parts import parts
from heddle.core.program import BoundedProgram, Thread
from heddle.core.types import UINT
from heddle.sequentialize.runtime import CHOOSE, RESERVED, inputs, prelude
from heddle.sma import identifiers

ENTRY = (
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


@dataclass(slots=True)
class Sequential:
    """A sequential program: its C text, and the instruction that each line of a thread was printed for."""

    text: str
    lines: dict[int, AnyInstr]


class SequentialPrinter(ABC):
    def __init__(self, bounded: BoundedProgram, threads: list[Thread], sma: str | None) -> None:
        self.bounded, self.threads, self.claims = bounded, threads, bounded.source.claims
        self.memory = ""
        """The text of the shared memory abstraction, if there is one."""
        self.lines: dict[int, AnyInstr] = {}
        self._line = ""
        """The line of the source that was shown last."""
        self.count = threads[-1].index + 1
        self.types = CTypes(bounded.source.data_model)
        self.printer = CPrinter(self.types, Names([*RESERVED, *self.reserved, *(identifiers(sma) if sma else ())]))
        self.statements = StatementPrinter(self.printer)
        self.void_ptr = bounded.source.data_model.void_ptr
        for obj in bounded.memory.values():
            self.types.declare(obj.type)
        self.functions = {t.index: self._function_name(t) for t in threads}

    def _function_name(self, thread: Thread) -> str:
        return self.printer.names.of(("thread", thread.index), f"t{thread.index}_{thread.name}")

    # --- the whole file ---------------------------------------------------------------------------------------------

    control: str
    """The macros by which threads are interrupted or stopped."""
    created: str
    """The table that tells which threads have been created."""
    reserved: tuple[str, ...] = ()
    """Further names that the scheme uses."""

    @abstractmethod
    def header(self) -> str:
        """The comment before everything; {title}, {cbmc} and {gcc} are filled in."""

    @abstractmethod
    def scheduler(self) -> Iterator[str]:
        """What the threads' functions use beside memory."""

    @abstractmethod
    def main(self, late: list[str]) -> Iterator[str]:
        """The function that runs the threads; it starts with the statements ``late``."""

    @abstractmethod
    def thread(self, t: Thread, out: list[str]) -> None:
        """Adds the thread's function to the lines ``out``, and notes which line is for which instruction."""

    def sequential(self, title: str) -> Sequential:
        model = self.bounded.source.data_model
        self.statements.nondet(UINT)  # for the schedule
        threads: list[str] = []
        for t in self.threads:
            self._line = ""
            self.thread(t, threads)
        objects, late = self.objects()
        main = self.main(late)
        macros = self.statements.macros
        narrow = model.pointer_bits == 32
        header = self.header().format(
            title=title.replace("*/", ""), cbmc="--32 " if narrow else "", gcc="-m32 " if narrow else ""
        )
        parts = [header, prelude(model, macros, self.control)]
        parts += [inputs(self.statements.inputs, self.types, macros), CHOOSE]
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

    # --- threads ----------------------------------------------------------------------------------------------------

    def followed(self, index: int) -> Thread | None:
        return next((t for t in self.threads if t.index == index), None)

    def take_argument(self, t: Thread, parameter: Local) -> str:
        value = self.printer.converted(C(f"arg[{t.index}]", POSTFIX, self.void_ptr), parameter.type)
        return f"{self.printer.local_name(parameter)} = {value.text};"

    def instruction(self, t: Thread, x: AnyInstr) -> Iterable[str]:
        """The lines of one instruction."""
        match x:
            case Label():
                return [f"{self.label(t, x.name)}: ;"]
            case Goto():
                return [f"    goto {self.label(t, x.label)};"]
            case Branch():
                return [f"    if ({self.printer.condition(x.test)})", f"        goto {self.label(t, x.label)};"]
            case Call():
                return [f"    {self.call(t, x)}"]
            case Create():
                return [f"    {line}" for line in self.create(x)]
            case Join():
                return [f"    {line}" for line in self.join(x)]
            case Assert() if x.kind not in self.claims:
                return []
        return [f"    {line}" for line in self.statements.lines(x)]

    @abstractmethod
    def call(self, t: Thread, x: Call) -> str:
        """An operation on shared memory."""

    def create(self, x: Create) -> Iterator[str]:
        assert isinstance(x.function, Const), "a bounded program names the thread that a Create starts"
        child = x.function.value
        thread = self.followed(child)
        if thread is not None:
            if thread.parameter is not None:
                yield f"arg[{child}] = {self.printer.value(x.arg, self.void_ptr)};"
            yield f"{self.created}[{child}] = 1;"
        yield self.statements.assign(x.dst, Const(child, x.dst.type))

    def in_range(self, thread: Expr, count: str) -> str:
        """Whether an expression names one of the threads."""
        text = self.printer.index(thread).inside(9)
        return f"{text} >= 0 && {text} < {count}" if thread.type.signed else f"{text} < {count}"

    @abstractmethod
    def join(self, x: Join) -> Iterator[str]: ...

    def operation(self, x: Call, thread: str) -> str:
        args = [self.printer.expr(a).text for a in x.args]
        call = f"{x.callee}({', '.join([*args, thread])});"
        return call if x.dst is None else f"{self.printer.local_name(x.dst)} = {call}"

    def label(self, t: Thread, name: str) -> str:
        return self.printer.names.of(("label", t.index, name), f"at_{name}")

    def emit(self, x: AnyInstr, lines: Iterable[str], out: list[str]) -> None:
        """Adds the lines of an instruction, below the line of the source that they come from."""
        here = self._source_line(x)
        if here and here != self._line:
            out.append(f"    {comment(here)}")
            self._line = here
        for text in lines:
            self.lines[len(out)] = x
            out.append(text)

    def _source_line(self, x: AnyInstr) -> str:
        if not x.loc.line or isinstance(x, (Label, Goto)):
            return ""
        lines = self.bounded.source.sources.get(x.loc.file, "").splitlines()
        text = lines[x.loc.line - 1].strip() if 0 < x.loc.line <= len(lines) else ""
        return f"{x.loc.file.rsplit('/', 1)[-1]}:{x.loc.line}: {text}"


__all__ = ["ENTRY", "Sequential", "SequentialPrinter"]
