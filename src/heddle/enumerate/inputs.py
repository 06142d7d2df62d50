"""Which inputs are tried value by value.  Others must not matter: explorer and enumerator compute with numbers."""

from __future__ import annotations

from heddle.core.instr import Nondet, Source

MOST = 256


def choices(x: Nondet) -> int | None:
    """The number of values to try, from zero on; None if the value is taken for indeterminate."""
    match x.source:
        case Source.UNSET:
            return None
        case Source.TRUTH | Source.PATIENCE | Source.WATCH:
            return 2
    count: int = 1 << x.dst.type.bits
    return count if count <= MOST else None
