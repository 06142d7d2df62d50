"""Which local variables are still needed at each label of a bounded thread.

All jumps go forward, so one backward sweep is exact.  Symbolic execution carries only live variables across jumps.
"""

from __future__ import annotations

from collections.abc import Callable

from heddle.core.expr import Local
from heddle.core.instr import AnyInstr, Branch, Create, Cut, Exit, Goto, Label, Unsupported, Write, defined
from heddle.core.walk import expressions, place_of, walk

RegisterOf = Callable[[AnyInstr], str | None]


def live_at_labels(body: list[AnyInstr], result: Local | None, register_of: RegisterOf) -> dict[str, frozenset[str]]:
    """``register_of`` names the register that a memory access stands for, if it does (see :mod:`registers`)."""
    live: set[str] = {result.name} if result else set()
    at: dict[str, frozenset[str]] = {}
    for x in reversed(body):
        if isinstance(x, Label):
            at[x.name] = frozenset(live)
        elif isinstance(x, Goto):
            live = set(at[x.label])
        elif isinstance(x, (Cut, Exit, Unsupported)):
            live = set()
        else:
            if isinstance(x, Branch):
                live |= at[x.label]
            _transfer(x, live, register_of)
    return at


def _transfer(x: AnyInstr, live: set[str], register_of: RegisterOf) -> None:
    dst = defined(x)
    if dst is not None:
        live.discard(dst.name)
    register = register_of(x) if place_of(x) is not None else None
    if register is not None:
        if isinstance(x, Write):
            live.discard(register)
        else:
            live.add(register)
    used = (x.arg,) if isinstance(x, Create) else expressions(x)
    for e in used:
        for inner in walk(e):
            if isinstance(inner, Local):
                live.add(inner.name)
