"""Abstract values: what the value analysis knows about a node or a memory cell.

A value set: few explicit numbers, or an interval with a step (``lo, lo + step, ..., hi``).  ``junk`` says that the
value may also be an indeterminate one, read from memory that nobody has initialized; such a value can be any number,
but using it as an address is undefined behaviour, so the set alone says where a pointer may point.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from math import gcd, prod

from heddle.core import arithmetic, floats
from heddle.core.arithmetic import COMPARE, EXACT
from heddle.core.types import Scalar
from heddle.records import dataclass

MOST_VALUES = 96


@dataclass(frozen=True, slots=True)
class Value:
    lo: int
    hi: int
    step: int = 1
    numbers: frozenset[int] | None = None
    junk: bool = False

    @property
    def is_empty(self) -> bool:
        return self.lo > self.hi

    @property
    def single(self) -> int | None:
        return self.lo if self.lo == self.hi and not self.junk else None

    def count(self) -> int:
        if self.numbers is not None:
            return len(self.numbers)
        return 0 if self.is_empty else (self.hi - self.lo) // self.step + 1

    def members(self) -> Iterable[int]:
        return sorted(self.numbers) if self.numbers is not None else range(self.lo, self.hi + 1, self.step)


EMPTY = Value(0, -1, 1, frozenset())
TRUTH = Value(0, 1, 1, frozenset((0, 1)))
ZERO = Value(0, 0, 1, frozenset((0,)))
ONE = Value(1, 1, 1, frozenset((1,)))


def exactly(value: int) -> Value:
    return Value(value, value, 1, frozenset((value,)))


def full(type: Scalar, junk: bool = False) -> Value:
    return Value(type.lo, type.hi, 1, None, junk)


def of_numbers(numbers: frozenset[int], junk: bool = False) -> Value:
    if not numbers:
        return Value(0, -1, 1, numbers, junk)
    lo, hi = min(numbers), max(numbers)
    if len(numbers) <= MOST_VALUES:
        return Value(lo, hi, 1, numbers, junk)
    step = 0
    for n in numbers:
        step = gcd(step, n - lo)
    return Value(lo, hi, step, None, junk)


def interval(lo: int, hi: int, step: int = 1, junk: bool = False) -> Value:
    if lo > hi:
        return Value(0, -1, 1, frozenset(), junk)
    step = max(step, 1)
    count = (hi - lo) // step + 1
    if count <= MOST_VALUES:
        return Value(lo, lo + (count - 1) * step, 1, frozenset(range(lo, hi + 1, step)), junk)
    return Value(lo, lo + (count - 1) * step, step, None, junk)


def join(a: Value, b: Value) -> Value:
    if a is b or (b.is_empty and not b.junk):
        return a
    if a.is_empty and not a.junk:
        return b
    junk = a.junk or b.junk
    if a.numbers is not None and b.numbers is not None:
        if b.numbers <= a.numbers and a.junk == junk:
            return a
        return of_numbers(a.numbers | b.numbers, junk)
    if a.is_empty or b.is_empty:
        x = b if a.is_empty else a
        return Value(x.lo, x.hi, x.step, x.numbers, junk)
    if a.step == 1 and a.numbers is None and a.lo <= b.lo and b.hi <= a.hi and a.junk == junk:
        return a
    step = gcd(gcd(step_of(a), step_of(b)), abs(a.lo - b.lo))
    joined = interval(min(a.lo, b.lo), max(a.hi, b.hi), step, junk)
    return a if joined == a else joined


def step_of(v: Value) -> int:
    """All members are multiples of it away from the least; 0: there is but one."""
    if v.numbers is None:
        return v.step
    step = 0
    for n in v.numbers:
        step = gcd(step, n - v.lo)
    return step


def cast(v: Value, type: Scalar) -> Value:
    if (type.lo <= v.lo and v.hi <= type.hi) or v.is_empty:
        return v
    if v.numbers is not None:
        return of_numbers(frozenset(type.wrap(n) for n in v.numbers), v.junk)
    if type.wrap(v.hi) - type.wrap(v.lo) == v.hi - v.lo:
        return interval(type.wrap(v.lo), type.wrap(v.hi), v.step, v.junk)
    return full(type, v.junk)


def unary(op: str, v: Value, type: Scalar) -> Value:
    if v.is_empty:
        return v
    if v.numbers is not None:
        return of_numbers(frozenset([arithmetic.unary(op, n, type) for n in v.numbers]), v.junk)
    lo, hi = (-v.hi, -v.lo) if op == "-" else (~v.hi, ~v.lo)
    return _wrapped(lo, hi, v.step, type, v.junk)


def shifted(v: Value, by: int) -> Value:
    """Each member plus a number, as integers."""
    if v.numbers is not None:
        return of_numbers(frozenset(n + by for n in v.numbers), v.junk)
    return Value(v.lo + by, v.hi + by, v.step, None, v.junk)


def comparison(op: str, a: Value, b: Value) -> Value:
    if a.junk or b.junk:
        return TRUTH
    if a.is_empty or b.is_empty:
        return EMPTY
    if op in ("==", "!="):
        return _equality(op, a, b)
    if COMPARE[op](a.hi, b.lo):
        return ONE
    return TRUTH if COMPARE[op](a.lo, b.hi) else ZERO


def _equality(op: str, a: Value, b: Value) -> Value:
    if a.single is not None and a.single == b.single:
        return ONE if op == "==" else ZERO
    apart = a.hi < b.lo or b.hi < a.lo
    if not apart and a.numbers is not None and b.numbers is not None:
        apart = not a.numbers & b.numbers
    if apart:
        return ZERO if op == "==" else ONE
    return TRUTH


def binary(op: str, a: Value, b: Value, type: Scalar) -> Value:
    """An arithmetic operator in ``type``."""
    junk = a.junk or b.junk
    if a.is_empty or b.is_empty:
        return Value(0, -1, 1, frozenset(), junk)
    if a.numbers is not None and b.numbers is not None and len(a.numbers) * len(b.numbers) <= 4 * MOST_VALUES:
        return of_numbers(_results(op, a.numbers, b.numbers, type), junk)
    match op:
        case "+":
            return _wrapped(a.lo + b.lo, a.hi + b.hi, gcd(step_of(a), step_of(b)), type, junk)
        case "-":
            return _wrapped(a.lo - b.hi, a.hi - b.lo, gcd(step_of(a), step_of(b)), type, junk)
        case "*":
            return _product(a, b, type, junk)
        case "&" if a.lo >= 0 or b.lo >= 0:
            most = min(v.hi for v in (a, b) if v.lo >= 0)
            return interval(0, most, max(_zero_bits(a), _zero_bits(b)), junk)
        case "|" | "^" if a.lo >= 0 and b.lo >= 0:
            return interval(0, (1 << max(a.hi, b.hi).bit_length()) - 1, 1, junk)
        case "/" if b.lo > 0:
            ends = [arithmetic.divided(x, y) for x in (a.lo, a.hi) for y in (b.lo, b.hi)]
            return interval(min(ends), max(ends), 1, junk)
        case "%" if b.lo > 0:
            most = b.hi - 1
            return interval(max(-most, a.lo) if a.lo < 0 else 0, min(most, a.hi) if a.hi > 0 else 0, 1, junk)
        case ">>" if b.lo >= 0 and b.hi < type.bits:
            ends = [x >> y for x in (a.lo, a.hi) for y in (b.lo, b.hi)]
            return interval(min(ends), max(ends), 1, junk)
        case "<<" if b.lo >= 0 and b.hi < type.bits:
            ends = [x << y for x in (a.lo, a.hi) for y in (b.lo, b.hi)]
            return _wrapped(min(ends), max(ends), 1, type, junk)
    return full(type, junk)


def _zero_bits(mask: Value) -> int:
    """A power of two of which every result of masking is a multiple."""
    return 1 if not mask.single else mask.single & -mask.single


def floating(op: str, args: Sequence[Value], type: Scalar) -> Value:
    """A floating-point operation: exact on few patterns, and anything otherwise."""
    junk = any(a.junk for a in args)
    if op in floats.TESTS and junk:
        return TRUTH
    if any(a.is_empty for a in args):
        return Value(0, -1, 1, frozenset(), junk)
    sets = [a.numbers for a in args if a.numbers is not None]
    if len(sets) == len(args) and prod(map(len, sets)) <= MOST_VALUES:
        results = (floats.operation(op, numbers, type) for numbers in product(*sets))
        return of_numbers(frozenset(r for r in results if r is not None), junk)
    return TRUTH if op in floats.TESTS else full(type, junk)


def _results(op: str, a: frozenset[int], b: frozenset[int], type: Scalar) -> frozenset[int]:
    if op not in EXACT:
        results = (arithmetic.binary(op, x, y, type) for x in a for y in b)
        return frozenset(r for r in results if r is not None)
    exact = EXACT[op]
    numbers = frozenset([exact(x, y) for x in a for y in b])
    if type.lo <= min(numbers) and max(numbers) <= type.hi:
        return numbers
    return frozenset([type.wrap(n) for n in numbers])


def _product(a: Value, b: Value, type: Scalar, junk: bool) -> Value:
    ends = [x * y for x in (a.lo, a.hi) for y in (b.lo, b.hi)]
    step = 1
    if a.single is not None:
        step = step_of(b) * abs(a.single)
    elif b.single is not None:
        step = step_of(a) * abs(b.single)
    return _wrapped(min(ends), max(ends), step, type, junk)


def _wrapped(lo: int, hi: int, step: int, type: Scalar, junk: bool) -> Value:
    if type.lo <= lo and hi <= type.hi:
        return interval(lo, hi, step, junk)
    if type.wrap(hi) - type.wrap(lo) == hi - lo:
        return interval(type.wrap(lo), type.wrap(hi), step, junk)
    # wrapping modulo a power of two keeps multiples of smaller powers of two
    kept = min(step & -step, 1 << (type.bits - 1)) if step else 1
    return interval(type.lo + (lo - type.lo) % kept, type.hi, kept, junk)
