"""Linking: which definition a name means, across the user's files and the model library.

Functions and objects are lowered when something first refers to them, beginning with main; what nobody reaches costs
nothing.  A library file is parsed when a function that only it defines is first needed.
"""

from __future__ import annotations

import functools
import re
from collections import deque
from collections.abc import Callable
from pathlib import Path

from heddle.compilation import Compilation
from heddle.core.expr import AddressOf, Const, MemoryObject, Place
from heddle.core.instr import Unsupported
from heddle.core.program import Function as CoreFunction
from heddle.core.program import Program
from heddle.core.types import INT, ArrayType, IntType
from heddle.errors import InputError
from heddle.frontend import attributes, clang, constness, initializers
from heddle.frontend.argument_uses import Uses, uses
from heddle.frontend.clang import CXCursor, Kind, Node
from heddle.frontend.lowering import Lowering, LValue, Memory
from heddle.frontend.references import References
from heddle.frontend.strings import codes
from heddle.frontend.types import Array, CType, Function, RecordNames, core_type, leaf_count, scalar
from heddle.frontend.unit import EXTERN, INTERNAL_LINKAGE, FunctionDeclaration, Options, SourceUnit, parse, read_text
from heddle.records import dataclass, field, replace
from heddle.unsequenced.marks import Operands

LIBRARY_DIRECTORY = Path(__file__).parent / "library"
_DEFINITION = re.compile(r"^(?!static\b)[A-Za-z_][\w \t*\n]*?\b(\w+)[ \t\n]*\([^;{}]*\)[ \t\n]*\{", re.MULTILINE)
INITIALIZER = "<initializer>"
"""The name under which constant initializers are evaluated; they only ever take addresses of objects."""
STREAMS = ("stdin", "stdout", "stderr")
LIBRARY_VARIABLES = dict.fromkeys(("optarg", "optind", "opterr", "optopt"), "getopt.c")
"""Variables that the library defines, and where."""
MAX_UNKNOWN_LEAVES = 1024
"""An extern object that nobody defines gets arbitrary contents if it has at most this many scalar pieces."""


@dataclass(slots=True)
class Symbol:
    """A function definition: its name in the core program and what calls need to know."""

    name: str
    unit: SourceUnit
    cursor: CXCursor
    params: list[CType]
    result: CType
    library: bool
    variadic: bool


@functools.cache
def library_index() -> dict[str, Path]:
    """Which library file defines which function, by a scan of the text."""
    index: dict[str, Path] = {}
    for file in sorted(LIBRARY_DIRECTORY.glob("*.c")):
        for name in _DEFINITION.findall(file.read_text()):
            index.setdefault(name, file)
    return index


def _compatible(first: CType, second: CType) -> bool:
    """Whether two declarations can mean one variable."""
    if isinstance(first, Array) and isinstance(second, Array):
        counts = {first.count, second.count} - {None, 0}
        return len(counts) < 2 and _compatible(first.elem, second.elem)
    return scalar(first) == scalar(second) and (first.size is None or second.size is None or first.size == second.size)


def mentions_name(tree: Node, name: str) -> bool:
    """Whether a tree refers to a function of this name."""
    pending = [tree]
    while pending:
        node = pending.pop()
        if node.kind == Kind.DECL_REF and node.spelling == name:
            return True
        pending.extend(node.children)
    return False


def _definiteness(declaration: tuple[SourceUnit, CXCursor]) -> tuple[bool, bool]:
    """Declarations without ``extern`` define best, then those of complete type."""
    unit, cursor = declaration
    return clang.library().clang_Cursor_getStorageClass(cursor) != EXTERN, bool(unit.types.of(cursor).size)


Lower = Callable[["Linker", Symbol], CoreFunction]
Evaluator = Callable[["Linker", SourceUnit], Lowering]


@dataclass(slots=True)
class Linker:
    options: Options
    checks: frozenset[str]
    error_label: str | None
    lower: Lower
    evaluator: Evaluator
    units: list[SourceUnit] = field(default_factory=list)
    record_names: RecordNames = field(default_factory=RecordNames)
    functions: dict[str, CoreFunction] = field(default_factory=dict)
    memory: dict[str, MemoryObject] = field(default_factory=dict)
    references: References = field(default_factory=lambda: References([]))
    unknown: list[tuple[MemoryObject, CType]] = field(default_factory=list)
    """Extern objects without a definition, whose contents main makes arbitrary."""
    unmodelled: set[str] = field(default_factory=set)
    """Extern objects without a definition that are too large for that."""
    before_main: list[tuple[SourceUnit, str]] = field(default_factory=list)
    after_main: list[tuple[SourceUnit, str]] = field(default_factory=list)
    """Functions that run before and after main."""
    argument_uses: Uses = Uses(False, 0)
    unsequenced: dict[str, list[Operands]] = field(default_factory=dict)
    """By function: where C leaves the order of evaluation open."""
    has_assembly: bool = False
    _library_units: dict[Path, SourceUnit] = field(default_factory=dict)
    _symbols: dict[tuple[int, str], Symbol] = field(default_factory=dict)
    _pending: deque[Symbol] = field(default_factory=deque)
    _objects: dict[tuple[int, str], Memory] = field(default_factory=dict)
    _strings: dict[tuple[str, int | None], MemoryObject] = field(default_factory=dict)
    _label_numbers: dict[tuple[int, tuple[int, int | None]], int] = field(default_factory=dict)
    _used_names: set[str] = field(default_factory=set)
    _uid: int = 0

    # --- the whole program ------------------------------------------------------------------------------------------

    def add(self, path: str, compiled: Compilation) -> None:
        options = replace(self.options, compiler=compiled.arguments, wraps=bool(compiled.wraps))
        self.units.append(parse(path, options, self.record_names))

    def program(self) -> Program:
        self._check_definitions()
        found = [u for u in self.units if "main" in u.functions]
        if not found:
            raise InputError(f"{self.units[0].path}: no function 'main'")
        self.references = References(self.units)
        self.before_main = attributes.around_main(self.units, "constructor")
        self.after_main = attributes.around_main(self.units, "destructor")
        for unit, name in [(found[0], "main"), *self.before_main, *self.after_main]:
            self.references.collect(unit, unit.functions[name].cursor)
        own = frozenset(name for unit in self.units for name in unit.functions)
        self.argument_uses = uses(self.references.tree(found[0].functions["main"].cursor), own)
        self._symbol(found[0], "main", found[0].functions["main"])
        while self._pending:
            symbol = self._pending.popleft()
            self.functions[symbol.name] = self.lower(self, symbol)
        linked = Program(self.functions, self.memory, self.options.model, "main", self._sources())
        return linked.claiming(*self.checks)

    def _sources(self) -> dict[str, str]:
        """The text of every file of the user that some instruction comes from."""
        sources = {u.path: u.text for u in self.units}
        own = [f for f in self.functions.values() if not f.library]
        for file in {instr.loc.file for f in own for instr in f.body} - set(sources):
            if Path(file).is_file():
                sources[file] = read_text(file)
        return sources

    def _check_definitions(self) -> None:
        seen: dict[str, SourceUnit] = {}
        for unit in self.units:
            for name, function in unit.functions.items():
                if function.static:
                    continue
                if name in seen:
                    raise InputError(
                        f"function '{name}' is also defined in {seen[name].path}", unit.location(function.cursor)
                    )
                seen[name] = unit
        if len(self.units) > 1:
            self._check_variables()

    def _check_variables(self) -> None:
        """Variables shared between files have one type and at most one initial value."""
        lib = clang.library()
        seen: dict[str, tuple[SourceUnit, CXCursor]] = {}
        with_value: dict[str, SourceUnit] = {}
        for unit in self.units:
            for name, cursors in unit.variables.items():
                for cursor in cursors:
                    if lib.clang_getCursorLinkage(cursor) == INTERNAL_LINKAGE:
                        continue
                    other_unit, other = seen.setdefault(name, (unit, cursor))
                    if not _compatible(other_unit.types.of(other), unit.types.of(cursor)):
                        raise InputError(
                            f"variable '{name}' has another type in {other_unit.path}", unit.location(cursor)
                        )
                    if not lib.clang_Cursor_isNull(lib.clang_Cursor_getVarDeclInitializer(cursor)):
                        if name in with_value:
                            where = with_value[name].path
                            raise InputError(f"variable '{name}' is also defined in {where}", unit.location(cursor))
                        with_value[name] = unit

    def next_uid(self) -> int:
        self._uid += 1
        return self._uid

    def last_uid(self) -> int:
        return self._uid

    def label_number(self, unit: SourceUnit, label: CXCursor) -> int:
        """What the address of a label is; no two labels of a program have the same."""
        return self._label_numbers.setdefault((id(unit), clang.identity(label)), len(self._label_numbers) + 1)

    def dispose(self) -> None:
        for unit in (*self.units, *self._library_units.values()):
            unit.unit.dispose()

    # --- functions --------------------------------------------------------------------------------------------------

    def defines(self, unit: SourceUnit, name: str) -> bool:
        """Whether the program (not the library) defines a function that a unit means by ``name``."""
        if not unit.library and name in unit.functions:
            return True
        return any(name in u.functions and not u.functions[name].static for u in self.units)

    def function_named(self, unit: SourceUnit, name: str) -> Symbol | None:
        """The definition that ``name`` means in a unit; None if there is none anywhere."""
        own = unit.functions.get(name)
        if own is not None:
            return self._symbol(unit, name, own)
        for other in self.units:
            function = other.functions.get(name)
            if function is not None and not function.static:
                return self._symbol(other, name, function)
        file = library_index().get(name)
        if file is None:
            return None
        unit = self._library_unit(file)
        function = unit.functions.get(name)
        return None if function is None or function.static else self._symbol(unit, name, function)

    def _library_unit(self, file: Path) -> SourceUnit:
        if file not in self._library_units:
            arguments = (f"-I{LIBRARY_DIRECTORY}", *(f"-D{macro}" for macro in self._library_macros()))
            options = replace(self.options, compiler=arguments, system_headers=False, texts={}, wraps=False)
            self._library_units[file] = parse(str(file), options, self.record_names, library=True)
        return self._library_units[file]

    def _library_macros(self) -> tuple[str, ...]:
        """What the library is told about the program (see heddle.h)."""
        used = sorted(name for name in self.references.undefined if name in library_index())
        found = [f"HEDDLE_USES_{n}" for n in used]
        found += [f"HEDDLE_CHECKS_{check.replace('-', '_')}" for check in sorted(self.checks)]
        found += [f"HEDDLE_OBSERVES_{n}" for n in used if self.references.results.are_observed(n)]
        if self.after_main:
            found.append("HEDDLE_HAS_DESTRUCTORS")
        if self.references.formats_store:
            found.append("HEDDLE_FORMATS_STORE")
        if self.argument_uses.numbers and self.options.outside.argv is None:
            found.append(f"HEDDLE_NUMBER_ARGUMENTS={self.argument_uses.numbers}")
        return (*found, *self.options.outside.macros(Path(self.units[0].path).stem))

    def _symbol(self, unit: SourceUnit, name: str, function: FunctionDeclaration) -> Symbol:
        key = (id(unit), name)
        known = self._symbols.get(key)
        if known is None:
            ctype = unit.types.of(function.cursor)
            assert isinstance(ctype, Function)
            declared = [c for c in clang.children(function.cursor) if c.kind == Kind.PARM_DECL]
            params = [unit.types.adjusted(unit.types.of(c)) for c in declared]
            core_name = self._unique(name, unit) if function.static else self._claim(name)
            known = Symbol(core_name, unit, function.cursor, params, ctype.result, unit.library, ctype.variadic)
            self._symbols[key] = known
            self._pending.append(known)
        return known

    def _claim(self, name: str) -> str:
        self._used_names.add(name)
        return name

    def _unique(self, name: str, unit: SourceUnit) -> str:
        """A name for something static: its own, unless another file uses that."""
        external = any(name in u.functions or name in u.variables for u in self.units if u is not unit)
        candidate = f"{Path(unit.path).name}::{name}" if external or name in self._used_names else name
        while candidate in self._used_names:
            candidate += "'"
        return self._claim(candidate)

    def takes_further_arguments(self, symbol: Symbol) -> bool:
        """Whether a function looks at its variable arguments; others are called without."""
        return symbol.variadic and mentions_name(self.references.tree(symbol.cursor), "__builtin_va_start")

    def function_address(self, unit: SourceUnit, declared: CXCursor) -> str:
        """The core name of a function whose address is taken; an undefined one gets a body that is unsupported."""
        name = clang.spelling(declared)
        symbol = self.function_named(unit, name)
        if symbol is not None:
            return symbol.name
        if name not in self.functions:
            location = unit.location(declared, name)
            body = [Unsupported(f"call of undefined function '{name}'", loc=location, uid=self.next_uid())]
            self.functions[name] = CoreFunction(name, (), None, list(body), loc=location)
        return name

    # --- objects ----------------------------------------------------------------------------------------------------

    def variable(self, f: Lowering, declared: CXCursor) -> LValue:
        """The memory of a variable with linkage, as seen from the function being lowered."""
        lib = clang.library()
        name = clang.spelling(declared)
        internal = lib.clang_getCursorLinkage(declared) == INTERNAL_LINKAGE
        owner = f.unit if internal else None
        key = (id(owner), name)
        known = self._objects.get(key)
        if known is None:
            known = self._define(key, name, self._declarations(f.unit, declared, internal), internal)
        if name in self.unmodelled and not internal and f.function != INITIALIZER:
            f.unsupported(f"object '{name}', which no file defines")
        return known

    def _declarations(self, unit: SourceUnit, declared: CXCursor, internal: bool) -> list[tuple[SourceUnit, CXCursor]]:
        """All declarations of the variable that a unit means."""
        name = clang.spelling(declared)
        own = [(unit, c) for c in unit.variables.get(name, ())]
        if internal:
            return own or [(unit, declared)]
        others = [(u, c) for u in self.units if u is not unit for c in u.variables.get(name, ())]
        if name in LIBRARY_VARIABLES:
            library = self._library_unit(LIBRARY_DIRECTORY / LIBRARY_VARIABLES[name])
            others += [(library, c) for c in library.variables[name] if library is not unit]
        return own + others or [(unit, declared)]

    def _define(
        self, key: tuple[int, str], name: str, declarations: list[tuple[SourceUnit, CXCursor]], internal: bool
    ) -> Memory:
        lib = clang.library()
        null = lib.clang_Cursor_isNull
        with_value = [
            (u, c, lib.clang_Cursor_getVarDeclInitializer(c)) for u, c in declarations
            if not null(lib.clang_Cursor_getVarDeclInitializer(c))
        ]
        unit, cursor = with_value[0][:2] if with_value else max(declarations, key=_definiteness)
        ctype = unit.types.of(cursor)
        if isinstance(ctype, Array) and ctype.count is None and not ctype.variable:
            sized = [u.types.of(c) for u, c in declarations if u.types.of(c).size]
            tentative = lib.clang_Cursor_getStorageClass(cursor) != EXTERN
            ctype = sized[0] if sized else Array(ctype.elem.size, ctype.elem, 1) if tentative else ctype
        core_name = self._unique(name, unit) if internal else self._claim(name)
        defined = bool(with_value) or lib.clang_Cursor_getStorageClass(cursor) != EXTERN
        kind = "tls" if any(lib.clang_getCursorTLSKind(c) for _, c in declarations) else "global"
        value = with_value[0][2] if with_value else None
        align = max(attributes.alignment(c) for _, c in declarations)
        const = constness.parts_of(cursor)
        memory = self._object(key, core_name, unit, ctype, kind, value, align, const)
        if not defined and isinstance(memory.base, MemoryObject):
            self._undefined(key, memory.base, ctype)
        return self._objects[key]

    def _undefined(self, key: tuple[int, str], obj: MemoryObject, ctype: CType) -> None:
        """An extern object without a definition: standard streams point to one (stream.h), others hold anything."""
        type = scalar(ctype)
        if obj.name in STREAMS and type is not None:
            stream = MemoryObject(f"{obj.name}.stream", ArrayType(INT, 2))
            pointer = AddressOf(Place(stream, (), stream.type), self.options.model.void_ptr)
            self.memory[stream.name] = stream
            self.memory[obj.name] = MemoryObject(obj.name, obj.type, obj.kind, ((0, type, pointer),))
            self._objects[key] = Memory(self.memory[obj.name], (), ctype)
        elif 0 < leaf_count(ctype) <= MAX_UNKNOWN_LEAVES:
            self.unknown.append((obj, ctype))
        else:
            self.unmodelled.add(obj.name)

    def _object(
        self, key: tuple[int, str], name: str, unit: SourceUnit, ctype: CType, kind: str, value: CXCursor | None,
        align: int, const: tuple[constness.Part, ...],
    ) -> Memory:  # fmt: skip
        """Makes a global object.  References to it from its own initializer see it without contents."""
        bare = MemoryObject(name, core_type(ctype), kind, align=align, const=const)
        self._objects[key] = Memory(bare, (), ctype)
        if value is not None:
            contents = self._contents(unit, ctype, value)
            type = bare.type
            end = max((offset + t.size for offset, t, _ in contents), default=0)
            if end > type.size:  # an initialized flexible array member
                type = ArrayType(IntType(8, False), end)
            bare = MemoryObject(name, type, kind, contents, align=align, const=const)
            self._objects[key] = Memory(bare, (), ctype)
        self.memory[name] = bare
        return self._objects[key]

    def _contents(self, unit: SourceUnit, ctype: CType, value: CXCursor) -> initializers.Contents:
        f = self.evaluator(self, unit)
        try:
            return initializers.static_contents(f, ctype, self.references.tree(value))
        except initializers.UnsupportedInitializer as problem:
            raise InputError(f"initializer with {problem} is not supported", unit.location(value)) from None

    def static_local(self, f: Lowering, declared: CXCursor) -> Memory:
        """A static variable of a function."""
        lib = clang.library()
        name = self._unique_local(f"{f.function}::{clang.spelling(declared)}")
        value = lib.clang_Cursor_getVarDeclInitializer(declared)
        kind = "tls" if lib.clang_getCursorTLSKind(declared) else "global"
        has_value = not lib.clang_Cursor_isNull(value)
        ctype = f.types.of(declared)
        return self._object(
            (id(f), name), name, f.unit, ctype, kind, value if has_value else None, attributes.alignment(declared),
            constness.parts_of(declared),
        )  # fmt: skip

    def _unique_local(self, name: str) -> str:
        candidate, count = name, 1
        while candidate in self._used_names:
            count += 1
            candidate = f"{name}.{count}"
        return self._claim(candidate)

    def string(self, unit: SourceUnit, node: Node) -> MemoryObject:
        """The array of a string literal; equal literals share one."""
        ctype = unit.types.of(node.cursor)
        key = (node.spelling, ctype.size)
        known = self._strings.get(key)
        if known is None:
            assert isinstance(ctype, Array)
            type = scalar(ctype.elem)
            assert type is not None
            contents = tuple(
                (index * type.size, type, Const(type.wrap(code), type))
                for index, code in enumerate(codes(key[0])[: ctype.count]) if code
            )
            known = MemoryObject(
                f"string.{len(self._strings) + 1}", core_type(ctype), "global", contents, literal=True,
                const=((0, ctype.size or 0),),
            )  # fmt: skip
            self._strings[key] = known
            self.memory[known.name] = known
        return known
