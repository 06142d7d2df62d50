"""The frontend: C text to a core program.  Everything about C lives in this package.

:func:`load` parses the user's files with libclang, links them with the parts of the model library that they need (the
C text in ``library/`` implements pthreads and friends on a few intrinsics) and lowers what main reaches.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from heddle.errors import InputError

if TYPE_CHECKING:
    from heddle.core.program import Program
    from heddle.core.types import DataModel


def load(
    paths: Sequence[str],
    *,
    defines: Sequence[str] = (),
    includes: Sequence[str] = (),
    data_model: str | DataModel | None = None,
    checks: frozenset[str] = frozenset(),
    system_headers: bool = False,
    error_label: str | None = None,
    texts: Mapping[str, str] | None = None,
    machine: str = "x86",
    all_orders: bool = True,
) -> Program:
    """The program in the given C files.

    ``data_model`` is "ilp32" or "lp64"; by default ilp32 if every file is preprocessed (``.i``), else lp64.
    ``machine`` is the one that the program is compiled for: "x86", or "aarch64" (lp64 only).
    ``checks`` names the switchable checks to assert ("bounds", "div-by-zero", "overflow").  Reaching a C label named
    ``error_label`` is a violation.  ``texts`` gives the contents of files that exist in memory only.  Unless
    ``all_orders``, operands are evaluated in one fixed order.  Raises InputError for what is not a program.
    """
    from heddle.frontend.function import arbitrary_contents, evaluator, lower
    from heddle.frontend.link import Linker
    from heddle.frontend.unit import TRIPLES, Options
    from heddle.unsequenced import explore_orders

    paths = [str(p) for p in paths]
    if not paths:
        raise InputError("no source file given")
    options = Options(
        _model(paths, data_model), tuple(defines), tuple(str(i) for i in includes), system_headers, texts or {}, machine
    )
    if (machine, options.model.name) not in TRIPLES:
        raise InputError(f"there is no data model '{options.model.name}' for {machine}")
    linker = Linker(options, checks, error_label, lower, evaluator)
    try:
        for path in paths:
            linker.add(path)
        program = linker.program()
        arbitrary_contents(linker)
        if all_orders:
            explore_orders(program, linker.unsequenced, linker.next_uid)
        return program
    finally:
        linker.dispose()


def _model(paths: Sequence[str], wanted: str | DataModel | None) -> DataModel:
    from heddle.core.types import DATA_MODELS, ILP32, LP64

    if wanted is None:
        return ILP32 if all(p.endswith(".i") for p in paths) else LP64
    if isinstance(wanted, str):
        if wanted not in DATA_MODELS:
            raise InputError(f"unknown data model '{wanted}' (known: {', '.join(DATA_MODELS)})")
        return DATA_MODELS[wanted]
    return wanted


__all__ = ["load"]
