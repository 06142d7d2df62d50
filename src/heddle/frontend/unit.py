"""One source file: parsed, with its top-level declarations listed by name."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from heddle.core.instr import Location
from heddle.core.types import DataModel
from heddle.errors import InputError
from heddle.frontend import clang
from heddle.frontend.acsl import with_assertions
from heddle.frontend.clang import CXCursor, Kind, Unit, Unsaved
from heddle.frontend.dialect import USUAL, Dialect
from heddle.frontend.outside import Outside
from heddle.frontend.prelude import PRELUDE_PATH, prelude
from heddle.frontend.types import RecordNames, TypeTable
from heddle.records import dataclass, field

INCLUDE_DIRECTORY = Path(__file__).parent / "include"
SYSTEM_DIRECTORIES = ("/usr/local/include", "/usr/include/{triple}", "/usr/include")
TRIPLES = {
    ("x86", "ilp32"): "i386-linux-gnu", ("x86", "lp64"): "x86_64-linux-gnu", ("aarch64", "lp64"): "aarch64-linux-gnu",
}
MACHINES = tuple(dict.fromkeys(machine for machine, _ in TRIPLES))
PERMISSIVE = (
    "-w", "-Wno-implicit-function-declaration", "-Wno-implicit-int", "-Wno-int-conversion",
    "-Wno-incompatible-function-pointer-types", "-Wno-incompatible-pointer-types", "-Wno-return-mismatch",
    "-Wno-error=return-type", "-Wno-error",
)
EXTERN, STATIC = 2, 3
INTERNAL_LINKAGE = 2


@dataclass(frozen=True, slots=True)
class Options:
    """How to compile."""

    model: DataModel
    compiler: tuple[str, ...] = ()
    """Options of a compiler (see :mod:`heddle.compilation`)."""
    system_headers: bool = False
    texts: Mapping[str, str] = field(default_factory=dict)
    """Files that exist in memory only."""
    machine: str = "x86"
    wraps: bool = False
    """Whether signed arithmetic is said to wrap around."""
    outside: Outside = Outside()
    dialect: Dialect = USUAL

    def arguments(self) -> list[str]:
        triple = TRIPLES[self.machine, self.model.name]
        found = ["-x", "c", "-target", triple, "-std=gnu11", "-nostdinc", "-fgnuc-version=12.2.0", *PERMISSIVE]
        found += ["-include", PRELUDE_PATH]
        found += self.compiler
        if self.system_headers:
            for directory in system_directories(triple):
                found += ["-isystem", directory]
        found += ["-isystem", str(INCLUDE_DIRECTORY)]
        return found


def system_directories(triple: str) -> list[str]:
    """Where the system's headers are.  Those for 32 bits may share a directory with those for 64."""
    shared = {"i386-linux-gnu": "x86_64-linux-gnu"}
    if not Path(SYSTEM_DIRECTORIES[1].format(triple=triple)).is_dir():
        triple = shared.get(triple, triple)
    return [directory.format(triple=triple) for directory in SYSTEM_DIRECTORIES]


@dataclass(slots=True)
class FunctionDeclaration:
    cursor: CXCursor
    static: bool


@dataclass(slots=True)
class SourceUnit:
    """A file of the program or of the model library."""

    path: str
    text: str
    unit: Unit
    types: TypeTable
    library: bool
    functions: dict[str, FunctionDeclaration] = field(default_factory=dict)
    """Functions defined here."""
    variables: dict[str, list[CXCursor]] = field(default_factory=dict)
    """Declarations of file-scope variables."""

    is_arm: bool = False
    """Whether the file is compiled for AArch64."""
    wraps: bool = False
    """Whether signed overflow has a meaning in this file."""

    def location(self, cursor: CXCursor, function: str = "") -> Location:
        return self.unit.location(cursor, function)


def read_text(path: str) -> str:
    file = Path(path)
    if file.is_dir():
        raise InputError(f"'{path}' is a directory")
    try:
        raw = file.read_bytes()
    except OSError as problem:
        raise InputError(f"cannot read '{path}': {problem.strerror or problem}") from None
    if b"\0" in raw:
        raise InputError(f"'{path}' is not a text file")
    return raw.decode("utf-8", "surrogateescape")


def parse(path: str, options: Options, names: RecordNames, library: bool = False) -> SourceUnit:
    text = options.texts[path] if path in options.texts else read_text(path)
    rewritten, macros = (text, []) if library else with_assertions(text, path)
    unsaved = [Unsaved(PRELUDE_PATH, "\n".join([prelude(), *macros, ""]).encode("utf-8", "surrogateescape"))]
    if macros or path in options.texts:
        unsaved.append(Unsaved(path, rewritten.encode("utf-8", "surrogateescape")))
    unit = Unit(path, options.arguments(), unsaved)
    error = unit.first_error()
    if error is not None:
        message, location = error
        raise InputError(message, location) if location.line else InputError(f"{path}: {message} (given by an option)")
    source = SourceUnit(path, text, unit, TypeTable(options.model, names), library)
    source.is_arm, source.wraps = options.machine == "aarch64", options.wraps
    _list_declarations(source)
    return source


def inclusions(path: str, options: Options) -> list[str]:
    """The files that a file includes, wherever."""
    unit = Unit(path, options.arguments(), [Unsaved(PRELUDE_PATH, prelude().encode())])
    try:
        return [file for file in unit.inclusions() if file not in (path, PRELUDE_PATH)]
    finally:
        unit.dispose()


def _list_declarations(source: SourceUnit) -> None:
    lib = clang.library()
    for cursor in clang.children(source.unit.cursor):
        if cursor.kind == Kind.FUNCTION_DECL:
            if lib.clang_isCursorDefinition(cursor):
                static = lib.clang_getCursorLinkage(cursor) == INTERNAL_LINKAGE
                source.functions[clang.spelling(cursor)] = FunctionDeclaration(cursor, static)
        elif cursor.kind == Kind.VAR_DECL:
            source.variables.setdefault(clang.spelling(cursor), []).append(cursor)
