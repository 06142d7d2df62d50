"""Linear equations that all rows of a table satisfy: its affine hull (as Karr 1976 has it, but of
samples)."""

from __future__ import annotations

from collections.abc import Sequence

LARGEST = 4
"""Equations with larger coefficients are chance."""
PRIME = (1 << 61) - 1
"""Modulo this equations are solved, which is quick; what is not one of whole numbers too is left out."""
Equation = tuple[int, dict[int, int]]
"""A constant, and the coefficient of each column: together they make 0."""


def equations(rows: Sequence[tuple[int, ...]], columns: int) -> list[Equation]:
    """Each expresses one column by those before it."""
    reduced, pivots = _reduced(rows, columns)
    found = []
    for free in [c for c in range(1, columns + 1) if c not in pivots]:
        whole = {p - 1: _signed(row[free]) for p, row in zip(pivots, reduced, strict=True) if row[free]}
        constant = whole.pop(-1, 0)
        whole[free - 1] = -1
        small = all(abs(value) <= LARGEST for value in whole.values())
        if small and all(constant + sum(v * row[c] for c, v in whole.items()) == 0 for row in rows):
            found.append((constant, whole))
    return found


def _signed(value: int) -> int:
    return value if value <= PRIME // 2 else value - PRIME


def _reduced(rows: Sequence[tuple[int, ...]], columns: int) -> tuple[list[list[int]], list[int]]:
    """The rows, with a 1 before each, in reduced echelon form, and its leading columns."""
    basis: list[list[int]] = []
    pivots: list[int] = []
    for values in rows:
        row = [1, *(value % PRIME for value in values)]
        for pivot, other in zip(pivots, basis, strict=True):
            _subtract(row, other, pivot)
        lead = next((i for i, value in enumerate(row) if value), None)
        if lead is None:
            continue
        inverse = pow(row[lead], -1, PRIME)
        row = [value * inverse % PRIME for value in row]
        for other in basis:
            _subtract(other, row, lead)
        basis.append(row)
        pivots.append(lead)
    order = sorted(range(len(pivots)), key=lambda i: pivots[i])
    return [basis[i] for i in order], [pivots[i] for i in order]


def _subtract(row: list[int], other: list[int], at: int) -> None:
    """So many times the other row that the column becomes 0."""
    factor = row[at]
    if factor:
        row[:] = [(a - factor * b) % PRIME for a, b in zip(row, other, strict=True)]


__all__ = ["Equation", "equations"]
