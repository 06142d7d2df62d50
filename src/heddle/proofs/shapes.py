"""Shapes of facts: what ``p == &a[3] => a[3].datum == 0`` has in common with the same about ``a[4]``.

What was needed of one part of a proof is the best guess at what another one needs.
"""

from __future__ import annotations

import re

from heddle.proofs.formulas import SHARED, Formula, conjuncts
from heddle.proofs.invariant import Invariant, Place
from heddle.proofs.system import System

Shapes = frozenset[tuple[Place, str]]
_INDEX = re.compile(r"\[\d+\]")


def shapes(system: System, invariant: Invariant) -> Shapes:
    """Those of what holds at each place."""
    return frozenset(
        (place, shape(system, fact)) for (place,), part in invariant.parts.items() for fact in conjuncts(part)
    )


def shape(system: System, fact: Formula) -> str:
    """Elements of arrays, and numbers that local variables are, may differ."""
    if fact.op == "var":
        thread, name = fact.name
        return _INDEX.sub("[]", system.globals[name].spelling or name, count=1) if thread == SHARED else name
    if fact.op == "const":
        return str(fact.value)
    parts = [shape(system, part) for part in fact.args]
    if fact.op == "==" and [part.op for part in fact.args] == ["var", "const"] and fact.args[0].name[0] != SHARED:
        parts[1] = "#"
    return f"({fact.op} {' '.join(parts)})"


__all__ = ["Shapes", "shape", "shapes"]
