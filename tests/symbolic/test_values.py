"""Abstract values contain every concrete result: what the value analysis says about a node is never too little."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from heddle.core import arithmetic
from heddle.core.arithmetic import COMPARE
from heddle.core.types import IntType
from heddle.symbolic.values import Value, binary, cast, comparison, interval, join, of_numbers, unary

TYPES = [IntType(bits, signed) for bits in (8, 16, 32) for signed in (True, False)]


@st.composite
def values_of(draw: st.DrawFn, type: IntType) -> tuple[Value, int]:
    """An abstract value of a type and one of its members."""
    numbers = draw(st.lists(st.integers(type.lo, type.hi), min_size=1, max_size=6))
    if draw(st.booleans()):
        value = of_numbers(frozenset(numbers))
    else:
        step = draw(st.integers(1, 9))
        lo = min(numbers)
        value = interval(lo, min(type.hi, lo + step * draw(st.integers(0, 300))), step)
    return value, draw(st.sampled_from(list(value.members())[:200]))


def contains(value: Value, number: int) -> bool:
    if value.numbers is not None:
        return number in value.numbers
    return value.lo <= number <= value.hi and (number - value.lo) % value.step == 0


@given(st.data(), st.sampled_from(TYPES), st.sampled_from(["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^"]))
def test_arithmetic(data: st.DataObject, type: IntType, op: str) -> None:
    a, x = data.draw(values_of(type))
    b, y = data.draw(values_of(type))
    result = arithmetic.binary(op, x, y, type)
    if result is not None:
        assert contains(binary(op, a, b, type), result)


@given(st.data(), st.sampled_from(TYPES), st.sampled_from(["==", "!=", "<", "<="]))
def test_comparisons(data: st.DataObject, type: IntType, op: str) -> None:
    a, x = data.draw(values_of(type))
    b, y = data.draw(values_of(type))
    assert contains(comparison(op, a, b), int(COMPARE[op](x, y)))


@given(st.data(), st.sampled_from(TYPES), st.sampled_from(TYPES))
def test_casts_joins_and_unary_operators(data: st.DataObject, type: IntType, other: IntType) -> None:
    a, x = data.draw(values_of(type))
    b, y = data.draw(values_of(type))
    assert contains(cast(a, other), other.wrap(x))
    assert contains(unary("-", a, type), type.wrap(-x))
    assert contains(unary("~", a, type), type.wrap(~x))
    joined = join(a, b)
    assert contains(joined, x) and contains(joined, y)
