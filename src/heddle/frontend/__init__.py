"""The frontend: C text to a core program.  Everything about C lives in this package.

:func:`load` parses the user's files with libclang, links them with the parts of the model library that they need (the
C text in ``library/`` implements pthreads and friends on a few intrinsics) and lowers what main reaches.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from heddle.errors import InputError
from heddle.frontend.dialect import USUAL, Dialect
from heddle.sources import MOST_ARGUMENTS, TEXT_LENGTH

if TYPE_CHECKING:
    from heddle.compilation import Compilation
    from heddle.core.program import Program
    from heddle.core.types import DataModel


def load(
    paths: Sequence[str],
    *,
    defines: Sequence[str] = (),
    includes: Sequence[str] = (),
    compilations: Sequence[Compilation] = (),
    data_model: str | DataModel | None = None,
    checks: frozenset[str] = frozenset(),
    system_headers: bool = False,
    error_label: str | None = None,
    texts: Mapping[str, str] | None = None,
    machine: str | None = None,
    argv: Sequence[str] | None = None,
    arguments: int = MOST_ARGUMENTS,
    text_length: int = TEXT_LENGTH,
    malloc_may_fail: bool = False,
    all_orders: bool = True,
    dialect: Dialect = USUAL,
) -> Program:
    """The program in the given C files.

    ``compilations`` says how each file is compiled; ``defines`` and ``includes`` are macros and directories for all.
    ``data_model`` is "ilp32" or "lp64"; by default what the files are compiled for, or else ilp32 if every file is
    preprocessed (``.i``), lp64 if not.  ``machine`` is the one that it runs on: "x86", or "aarch64" (lp64 only).
    ``checks`` names the switchable checks to assert ("bounds", "div-by-zero", "overflow").  Reaching a C label named
    ``error_label`` is a violation.  ``texts`` gives the contents of files that exist in memory only.
    ``argv`` are the program's arguments, without its name; if they are not known, there are at most ``arguments``, and
    a text that nobody knows has at most ``text_length`` characters.  Unless ``all_orders``, operands are evaluated in
    one fixed order; with ``malloc_may_fail`` allocations may give no memory.  ``dialect`` is about volatile objects and
    the like.  Raises InputError for what is not a program.
    """
    from heddle import compilation
    from heddle.frontend.function import arbitrary_contents, evaluator, lower
    from heddle.frontend.link import Linker
    from heddle.frontend.outside import Outside
    from heddle.frontend.unit import TRIPLES, Options
    from heddle.passes.weak_exchanges import without_idle_failures
    from heddle.unsequenced import explore_orders

    paths = [str(p) for p in paths]
    if not paths:
        raise InputError("no source file given")
    common = compilation.of(defines, [str(i) for i in includes])
    each = [own.then(common) for own in compilations] if compilations else [common] * len(paths)
    machine = machine or _agreed(paths, [c.machine or "x86" for c in each], "machine")
    model = data_model_of(paths, data_model, [c.data_model for c in each])
    if (machine, model.name) not in TRIPLES:
        raise InputError(f"there is no data model '{model.name}' for {machine}")
    outside = Outside(None if argv is None else tuple(argv), arguments, text_length, malloc_may_fail)
    options = Options(model, (), system_headers, texts or {}, machine, outside=outside, dialect=dialect)
    linker = Linker(options, checks, error_label, lower, evaluator)
    try:
        for path, own in zip(paths, each, strict=True):
            linker.add(path, own)
        program = linker.program()
        arbitrary_contents(linker)
        if all_orders:
            explore_orders(program, linker.unsequenced, linker.next_uid)
        if linker.has_assembly:
            from heddle.frontend.assembly.pairs import pair_exclusives

            pair_exclusives(program, linker.next_uid)
        return without_idle_failures(program)
    finally:
        linker.dispose()


def data_model_of(paths: Sequence[str], wanted: str | DataModel | None, compiled: Sequence[str | None]) -> DataModel:
    """What is asked for, or else what the files are compiled for, or what their names say."""
    from heddle.core.types import DATA_MODELS, ILP32, LP64

    if wanted is None and not any(compiled):
        return ILP32 if all(p.endswith(".i") for p in paths) else LP64
    wanted = wanted or _agreed(paths, [model or LP64.name for model in compiled], "data model")
    if isinstance(wanted, str):
        if wanted not in DATA_MODELS:
            raise InputError(f"unknown data model '{wanted}' (known: {', '.join(DATA_MODELS)})")
        return DATA_MODELS[wanted]
    return wanted


def _agreed(paths: Sequence[str], found: Sequence[str], what: str) -> str:
    """What holds for a program's first file, and so for all of them."""
    for path, other in zip(paths, found, strict=True):
        if other != found[0]:
            raise InputError(f"{path}: is compiled for another {what} ({other}) than {paths[0]} ({found[0]})")
    return found[0]


__all__ = ["data_model_of", "load"]
