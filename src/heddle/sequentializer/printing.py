"""The sequential program as C: the threads' functions, between the text around them and a main of the scheme's own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set

from heddle.core.c_names import Names
from heddle.core.c_objects import ObjectPrinter
from heddle.core.c_printer import CPrinter
from heddle.core.c_statements import StatementPrinter, comment
from heddle.core.c_types import CTypes
from heddle.core.expr import Expr, MemoryObject, Place
from heddle.core.instr import AnyInstr, Branch, Call, Goto, Label, Return, Write
from heddle.core.parts import parts
from heddle.core.program import Thread
from heddle.core.types import UINT, IntType, PointerType
from heddle.sequentializer.dialect import OBSERVE, Dialect
from heddle.sequentializer.program import ABSTRACTION, CONTROL, SequentialProgram, Spelling, thread_function
from heddle.sequentializer.runtime import CHOOSE, RESERVED, inputs, prelude, prelude_for

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


TITLE = "Made by heddle sequentialize."


def c_text(sequential: SequentialProgram, title: str = TITLE, reader: Dialect | None = None) -> str:
    """The C file.  ``reader``: it is for this verifier alone, whose trace shows what the program observes."""
    return _Printer(sequential, reader).text(title)


def readers() -> list[Dialect]:
    """The verifiers that the text for everybody is for too."""
    from heddle import backends

    return [d for b in backends.known() if isinstance(d := getattr(b, "dialect", None), Dialect)]


class _Printer:
    def __init__(self, sequential: SequentialProgram, reader: Dialect | None) -> None:
        self.sequential, self.reader, self.listing = sequential, reader, sequential.listing
        self.program, self.bounded = sequential.program, sequential.bounded
        self.types = CTypes(self.program.data_model)
        self.names = Names([*RESERVED, *self.listing.reserved])
        for obj in self.program.memory.values():
            if obj.name.startswith(CONTROL):
                self.names.given["object", obj.name] = obj.name.removeprefix(CONTROL)
        self.printer = CPrinter(self.types, self.names)
        self.statements = StatementPrinter(self.printer)
        for obj in self.bounded.memory.values():
            self.types.declare(obj.type)
        self.functions = {thread_function(t.index): self._function_name(t) for t in sequential.threads}
        self.observed = {o.name: "unsigned long long" for o in sequential.observations.values() if o.part is None}
        """The C type of what is observed, by name."""
        self._line = ""
        """The line of the source that was shown last."""

    def _function_name(self, t: Thread) -> str:
        return self.names.of(("thread", t.index), f"t{t.index}_{t.name}")

    # --- the whole file ---------------------------------------------------------------------------------------------

    def text(self, title: str) -> str:
        listing = self.listing
        for wanted in (UINT, *listing.inputs):
            self.statements.nondet(wanted)
        threads = [line for t in self.sequential.threads for line in self.thread(t)]
        objects, late = self.objects()
        macros = self.statements.macros
        if listing.memory:
            macros |= {"cut", OBSERVE}
        parts = [self.header(title), self.prelude(macros)]
        parts += [inputs(self.statements.inputs, self.types, macros), CHOOSE]
        parts += [*self.types.definitions(), *([listing.memory] if listing.memory else [])]
        parts += [*objects, "", *self.locals(), "", *(self.filled(d) for d in listing.declarations), "", *threads]
        parts += [*ENTRY, *(f"    {line}" for line in late), *(self.filled(line) for line in listing.main)]
        parts += ["    return 0;", "}"]
        return "\n".join(parts) + "\n"

    def header(self, title: str) -> str:
        narrow, listing = self.program.data_model.pointer_bits == 32, self.listing
        verifiers = [self.reader] if self.reader is not None else readers()
        usages = [verifier.usage(listing.options, narrow) for verifier in verifiers]
        return listing.header.format(
            title=title.replace("*/", ""), verifiers="\n".join(usages), gcc="-m32 " if narrow else ""
        )

    def prelude(self, macros: Set[str]) -> str:
        model, control = self.program.data_model, self.listing.macros
        if self.reader is None:
            return prelude(model, macros, control, readers())
        declared = [self.reader.declaration.format(type=t, name=name) for name, t in self.observed.items()]
        before = "".join(f"{line}\n" for line in declared if line)
        return prelude_for(model, macros, f"{before}\n{control}" if before else control, self.reader)

    def filled(self, line: str) -> str:
        """A line of the scheme's own text, with the names of the threads' functions."""
        for function, name in self.functions.items():
            line = line.replace(f"{{{function}}}", name)
        return line

    def objects(self) -> tuple[list[str], list[str]]:
        """Definitions of the memory objects that the code or another object's initial value mentions."""
        printer = ObjectPrinter(self.printer)
        in_main = set(re.findall(r"\w+", "\n".join((self.listing.macros, *self.listing.main))))
        for obj in self.program.memory.values():
            if obj.name.startswith(CONTROL) and obj.name.removeprefix(CONTROL) in in_main:
                self.printer.object_name(obj)
        definitions: list[str] = []
        done: set[str] = set()
        while len(done) < len(self.printer.objects):
            for obj in [o for name, o in self.printer.objects.items() if name not in done]:
                done.add(obj.name)
                if not obj.name.startswith(ABSTRACTION):
                    # The program's own copy: references need not carry the initial values.
                    definitions.append("static " + printer.definition(self.program.memory.get(obj.name, obj)))
        first = [f"static {self.types.declare(o.type, self.printer.object_name(o))};" for o in self._named_early()]
        functions = [f"static signed char {name};" for name in self.printer.functions.values()]
        mathematics = [f"extern {self.types.declare(t)} {name}({self.types.declare(t)});"
                       for name, t in self.printer.mathematics.items()]  # fmt: skip
        return [*mathematics, *functions, *first, *definitions], printer.late

    def _named_early(self) -> list[MemoryObject]:
        """Objects that some initial value names: they are declared before all definitions."""
        named: dict[str, MemoryObject] = {}
        for used in self.printer.objects.values():
            for _, _, e in self.program.memory.get(used.name, used).init:
                for part in parts(e):
                    if isinstance(part, Place) and isinstance(part.base, MemoryObject):
                        named[part.base.name] = part.base
        return list(named.values())

    def locals(self) -> Iterator[str]:
        for name, type in self.printer.locals.items():
            yield f"static {self.types.declare(type, name)};"

    # --- threads ----------------------------------------------------------------------------------------------------

    def thread(self, t: Thread) -> Iterator[str]:
        """The thread's function; each instruction stands below the line of the source that it comes from."""
        self.printer.scope, self.printer.self_id = t.index, str(t.index)
        self._line = ""
        yield f"static void {self.functions[thread_function(t.index)]}(void)"
        yield "{"
        depth = 0
        for x in self.program.functions[thread_function(t.index)].body:
            lines = self.instruction(t, x)
            here = self._source_line(x)
            closes = bool(lines) and lines[0].startswith("    }")
            depth -= closes
            if lines and not closes and here and here != self._line:
                yield f"{'    ' * depth}    {comment(here)}"
                self._line = here
            yield from (line if line.endswith(": ;") else "    " * depth + line for line in lines)
            depth += bool(lines) and lines[-1].endswith(" {")
        yield from ("}", "")

    def instruction(self, t: Thread, x: AnyInstr) -> list[str]:
        spelling = self.listing.spelling.get(x.uid)
        if spelling is not None:
            text = self.spelled(spelling)
            return [text if text.endswith(":") else f"    {text}"] if text else []
        if x.uid in self.sequential.observations:
            assert isinstance(x, Write)
            return [f"    {self.observation(x)}"] if self.reader is not None else []
        match x:
            case Label():
                return [f"{self.label(t, x.name)}: ;"]
            case Goto():
                return [f"    goto {self.label(t, x.label)};"]
            case Branch():
                return [f"    if ({self.printer.condition(x.test)})", f"        goto {self.label(t, x.label)};"]
            case Call():
                return [f"    {self.call(x)}"]
            case Return():
                return ["    return;"]
        return [f"    {line}" for line in self.statements.lines(x)]

    def spelled(self, spelling: Spelling) -> str:
        return "".join(part if isinstance(part, str) else self.printer.condition(part) for part in spelling)

    def observation(self, x: Write) -> str:
        self.statements.macros.add(OBSERVE)
        name, type = self.sequential.observations[x.uid].name, x.value.type
        number = IntType(type.bits, False) if isinstance(type, PointerType) else type
        self.observed[name] = self.types.declare(number)
        return f"observe({name}, {self.printer.expr(x.value).text});"

    def call(self, x: Call) -> str:
        assert isinstance(x.callee, str)
        args = ", ".join(self.argument(a) for a in x.args)
        call = f"{self.functions.get(x.callee, x.callee)}({args});"
        return call if x.dst is None else f"{self.printer.local_name(x.dst)} = {call}"

    def argument(self, e: Expr) -> str:
        """C converts arguments by itself."""
        return self.printer.value(e, e.type)

    def label(self, t: Thread, name: str) -> str:
        return self.names.of(("label", t.index, name), f"at_{name}")

    def _source_line(self, x: AnyInstr) -> str:
        if not x.loc.line or isinstance(x, (Label, Goto)):
            return ""
        lines = self.bounded.source.sources.get(x.loc.file, "").splitlines()
        text = lines[x.loc.line - 1].strip() if 0 < x.loc.line <= len(lines) else ""
        return f"{x.loc.file.rsplit('/', 1)[-1]}:{x.loc.line}: {text}"


__all__ = ["c_text", "readers"]
