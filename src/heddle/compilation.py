"""How a file is compiled: the options of a compiler's command line that change what C text means.

One table serves the command line, the Python API and compilation databases.  What only concerns the compiler's output
(optimization, warnings, debugging information, linking) is known and ignored; what would change the meaning of the
program in a way that Heddle does not follow is refused.
"""

from __future__ import annotations

import os
import re
from collections import deque
from collections.abc import Sequence

from heddle.errors import UsageError, shorten
from heddle.records import dataclass, field

HELP = """\
as for a compiler: -D NAME[=VALUE] and -U NAME define and undefine a macro; -I DIR, -iquote DIR, -isystem DIR,
-idirafter DIR say where included files are; -include FILE and -imacros FILE read a file first; -std=STANDARD, -ansi;
-m32 and -m64 choose the data model, --target=TRIPLE the machine (x86 or aarch64); -pthread defines _REENTRANT;
-funsigned-char, -fshort-enums, -fpack-struct, -fwrapv and their like are honoured.  What concerns the compiler's output
only is ignored: -W..., -O..., -g..., other -f... and -m..., -c, -l..., -L..., -M..., and -o FILE where Heddle has no -o
"""

PATHS = ("-I", "-iquote", "-isystem", "-idirafter", "-include", "-imacros")
"""Options with the path of a file or directory."""
IGNORED_WITH_VALUE = (
    "-MF", "-MT", "-MQ", "-MJ", "-Xlinker", "-Xassembler", "-Xpreprocessor", "-Xclang", "-isysroot", "-iprefix",
    "-aux-info", "-L", "-l", "-o", "-T", "-u", "-z", "--param",
)
IGNORED = (
    "-c", "-pipe", "-pedantic", "-pedantic-errors", "-static", "-shared", "-rdynamic", "-no-pie", "-pie", "-static-pie",
    "-nostdinc", "-nostdlib", "-nodefaultlibs", "-nostartfiles", "-save-temps", "-pg", "-p", "-s", "-w", "-C", "-P",
    "-no-canonical-prefixes", "-Qunused-arguments",
)
IGNORED_BEGINNINGS = ("-W", "-O", "-g", "-M", "-f", "-m", "-specs=", "--sysroot=", "-static-", "-save-")
"""Looked at last: more exact entries win."""
HONOURED = (
    "-funsigned-char", "-fsigned-char", "-fno-unsigned-char", "-fno-signed-char", "-fshort-enums", "-fno-short-enums",
    "-fshort-wchar", "-fno-short-wchar", "-fms-extensions", "-fno-ms-extensions", "-fgnu89-inline", "-ffreestanding",
    "-fpack-struct", "-ansi", "-trigraphs", "-mcx16", "-mno-cx16", "-malign-double", "-mno-align-double",
    "-mlong-double-64", "-mlong-double-80", "-mlong-double-128", "-undef",
)
"""What clang is told as it is."""
HONOURED_BEGINNINGS = ("-fpack-struct=",)
WRAPPING = {
    "-fwrapv": True, "-fno-strict-overflow": True, "-fno-wrapv": False, "-fstrict-overflow": False, "-ftrapv": False,
}
DATA_MODELS = {"-m32": "ilp32", "-m64": "lp64"}
REFUSED = {
    "-fopenmp": "OpenMP is not supported",
    "-fgnu-tm": "transactional memory is not supported",
    "-fcilkplus": "Cilk is not supported",
    "-fsingle-precision-constant": "changes of floating-point constants are not supported",
    "-mx32": "there is no data model for it",
    "-m16": "there is no data model for it",
}
_STANDARD = re.compile(r"-std=((c|gnu)(89|90|99|9x|11|1x|17|18|23|2x)|iso9899:(1990|199409|1999|199x|2011|2017|2018))")
MACHINES = {"x86_64": "x86", "amd64": "x86", "aarch64": "aarch64", "arm64": "aarch64"}
MACHINES |= {f"i{n}86": "x86" for n in "3456"}


@dataclass(frozen=True, slots=True)
class Compilation:
    arguments: tuple[str, ...] = ()
    """What the preprocessor and the parser are told, in order."""
    data_model: str | None = None
    """lp64 or ilp32, if one is asked for."""
    machine: str | None = None
    wraps: bool | None = None
    """Whether signed arithmetic is said to wrap around."""

    def then(self, later: Compilation) -> Compilation:
        """Both, where later options win."""
        return Compilation(
            self.arguments + later.arguments,
            later.data_model or self.data_model,
            later.machine or self.machine,
            self.wraps if later.wraps is None else later.wraps,
        )

    def values(self, option: str) -> list[str]:
        """What an option with a value is given."""
        return [a.removeprefix(option) for a in self.arguments if a.startswith(option)]


PLAIN = Compilation()


def of(defines: Sequence[str] = (), includes: Sequence[str] = (), options: Sequence[str] = ()) -> Compilation:
    """From macros, directories and further options of a compiler.  Raises UsageError."""
    arguments = [*(f"-D{d}" for d in defines), *(f"-I{i}" for i in includes)]
    reader = Reader()
    rest = reader.read([*arguments, *options])
    if rest:
        raise UsageError(f"'{shorten(rest[0])}' is not an option of a compiler that Heddle knows")
    return reader.compilation()


def take(arguments: Sequence[str], kept: Sequence[str] = ()) -> tuple[Compilation, list[str]]:
    """Takes the options of a compiler out of a command line, but those ``kept``.  Raises UsageError."""
    reader = Reader(kept=tuple(kept))
    rest = reader.read(arguments)
    return reader.compilation(), rest


@dataclass(slots=True)
class Reader:
    """Reads command lines; ``directory`` is where their paths begin."""

    directory: str = ""
    kept: tuple[str, ...] = ()
    arguments: list[str] = field(default_factory=list)
    data_model: str | None = None
    machine: str | None = None
    wraps: bool | None = None

    def compilation(self) -> Compilation:
        return Compilation(tuple(self.arguments), self.data_model, self.machine, self.wraps)

    def read(self, arguments: Sequence[str]) -> list[str]:
        """What is left when the known options are taken out."""
        rest: list[str] = []
        left = deque(arguments)
        while left:
            argument = left.popleft()
            if argument == "--":
                return [*rest, argument, *left]
            if not argument.startswith("-") or argument.startswith(self.kept):
                rest.append(argument)
            elif not self._is_flag(argument):
                option = _with_value(argument)
                if option is not None:
                    self._take(option, _value(option, argument, left))
                elif not argument.startswith(IGNORED_BEGINNINGS):
                    rest.append(argument)
        return rest

    def _is_flag(self, argument: str) -> bool:
        """Takes an option without a value, or with one that is a part of it."""
        name = argument.partition("=")[0]
        if name in REFUSED:
            raise UsageError(f"{name}: {REFUSED[name]}")
        if argument in DATA_MODELS:
            self.data_model = DATA_MODELS[argument]
        elif argument in WRAPPING:
            self.wraps = WRAPPING[argument]
        elif argument == "-pthread":
            self.arguments.append("-D_REENTRANT=1")
        elif argument in HONOURED or argument.startswith(HONOURED_BEGINNINGS):
            self.arguments.append(argument)
        elif argument.startswith("-std="):
            if not _STANDARD.fullmatch(argument):
                raise UsageError(f"'{shorten(argument)}' is not a standard of C")
            self.arguments.append(argument)
        elif argument.startswith("-Wp,"):
            self.read(argument.split(",")[1:])
        else:
            return argument in IGNORED
        return True

    def _take(self, option: str, value: str) -> None:
        if option in ("-D", "-U"):
            name = value.partition("=")[0].partition("(")[0]
            if not name or name[0].isdigit() or name[0] == "-" or "\n" in value or "\0" in value:
                raise UsageError(f"argument {option}: '{shorten(value)}' is not of the form NAME or NAME=VALUE")
            self.arguments.append(option + value)
        elif option in PATHS:
            self._take_path(option, value)
        elif option in ("-target", "--target"):
            self._take_target(value)
        elif option == "-x" and value not in ("c", "c-header", "cpp-output", "none"):
            raise UsageError(f"-x {shorten(value)}: only C is supported")

    def _take_path(self, option: str, value: str) -> None:
        if not value or "\0" in value:
            raise UsageError(f"argument {option}: '{shorten(value)}' is not a path")
        path = os.path.normpath(os.path.join(self.directory, value)) if self.directory else value
        if option == "-I":
            self.arguments.append(option + path)
        elif option in ("-include", "-imacros") and not os.path.exists(path):
            self.arguments += [option, value]  # looked for like any included file
        else:
            self.arguments += [option, path]

    def _take_target(self, value: str) -> None:
        machine = value.partition("-")[0]
        if machine not in MACHINES:
            raise UsageError(f"target '{shorten(value)}' is not available; available: {', '.join(MACHINES)}")
        self.machine = MACHINES[machine]
        if machine.startswith("i"):
            self.data_model = "ilp32"


def _with_value(argument: str) -> str | None:
    """The option with a value that an argument is or begins with."""
    for option in (*PATHS, *IGNORED_WITH_VALUE, "-target", "--target", "-x"):
        if argument == option or (option.startswith("--") and argument.startswith(f"{option}=")):
            return option
    joined = ("-D", "-U", "-isystem", "-iquote", "-idirafter", "-I", "-MF", "-MT", "-MQ", "-L", "-l", "-o", "-x")
    return next((option for option in joined if argument.startswith(option)), None)


def _value(option: str, argument: str, left: deque[str]) -> str:
    """The rest of the argument, or the next one."""
    if argument != option:
        return argument.removeprefix(option).removeprefix("=" if option.startswith("--") else "")
    if not left:
        raise UsageError(f"argument {option}: expected one argument")
    return left.popleft()
