"""Two implementations of IEEE 754, by the machine's doubles and by exact fractions, agree on every bit."""

from __future__ import annotations

import random
import struct
from fractions import Fraction

import pytest

from heddle.core import floats
from heddle.core.types import DOUBLE, FLOAT, INT, IntType
from heddle.replay import floats as exact

SPECIAL = {
    32: (0, 1, 0x80000000, 0x80000001, 0x007FFFFF, 0x00800000, 0x7F7FFFFF, 0x7F800000, 0xFF800000, 0x7FC00000, 0x7F800001, 0xFFC12345,
         0x3F800000, 0x3EFFFFFF, 0x3F000000, 0x4B000001),
    64: (0, 1, 1 << 63, 1 << 63 | 1, (1 << 52) - 1, 1 << 52, 0x7FEFFFFFFFFFFFFF, 0x7FF << 52, 0xFFF << 52, 0x7FF8 << 48,
         (0x7FF << 52) + 1, 0xFFF8000000012345, 0x3FF << 52, 0x3FDFFFFFFFFFFFFF, 0x3FE << 52, 0x4330000000000001),
}  # fmt: skip
FORMATS = {32: FLOAT, 64: DOUBLE}


def patterns(bits: int, count: int) -> list[int]:
    """Special numbers, numbers near one, and any bits."""
    chance = random.Random(bits)
    found = list(SPECIAL[bits])
    while len(found) < count:
        near = chance.choice((chance.randint(-20, 20) / 2, chance.uniform(-4, 4), 2.0 ** chance.randint(-149, 127) * chance.random()))
        found += [floats.encoded(near, bits), chance.getrandbits(bits)]
    return found


@pytest.mark.parametrize("bits", [32, 64])
@pytest.mark.parametrize("op", ["+", "-", "*", "/", "==", "<", "<="])
def test_operators(op: str, bits: int) -> None:
    some = patterns(bits, 40)
    for a in some:
        for b in some[::2]:
            known = floats.operation(f"f{bits}.{op}", [a, b], FORMATS[bits])
            assert known == (exact.compared if op in ("==", "<", "<=") else exact.combined)(op, a, b, bits), (hex(a), hex(b))


@pytest.mark.parametrize("bits", [32, 64])
@pytest.mark.parametrize("op", ["sqrt", "floor", "ceil", "trunc", "round", "rint"])
def test_functions(op: str, bits: int) -> None:
    for a in patterns(bits, 200):
        assert floats.operation(f"f{bits}.{op}", [a], FORMATS[bits]) == exact.rooted_or_rounded(op, a, bits), hex(a)


@pytest.mark.parametrize("bits", [32, 64])
def test_conversions(bits: int) -> None:
    other = 96 - bits
    for a in patterns(bits, 200):
        assert floats.operation(f"f{bits}.convert", [a], FORMATS[other]) == exact.converted(a, bits, other), hex(a)
        assert floats.spelled(a, bits) == exact.spelled(a, bits)
    chance = random.Random(1)
    for width in range(1, 128):
        n = chance.choice((1, -1)) * chance.getrandbits(width)
        for integer in (n, (1 << width) - 1, (1 << width) + 1, (1 << width) + (1 << max(width - 24, 0))):
            assert floats.operation(f"f{bits}.from_int", [integer], FORMATS[bits]) == exact.rounded(Fraction(integer), 0, bits), integer


def test_single_precision_is_that_of_the_machine() -> None:
    """Rounding happens once, as a 32-bit operation does it."""
    one_third = floats.operation("f32./", [floats.encoded(1.0, 32), floats.encoded(3.0, 32)], FLOAT)
    assert one_third == int.from_bytes(struct.pack("<f", 1 / 3), "little")
    halfway = (1 << 24) + 1  # as far from the number below as from the one above: the even one
    assert floats.decoded(floats.from_integer(halfway, 32), 32) == 1 << 24
    assert floats.decoded(floats.from_integer((halfway << 30) + 1, 32), 32) == ((1 << 24) + 2) << 30, "not rounded twice"


@pytest.mark.parametrize(("number", "type", "result"), [
    (1.9, INT, 1), (-1.9, INT, -1), (-0.9, IntType(8, False), 0), (255.9, IntType(8, False), 255), (256.0, IntType(8, False), None),
    (-1.0, IntType(8, False), None), (2.0**31, INT, None), (-(2.0**31) - 0.5, INT, -(2**31)), (-(2.0**31) - 1, INT, None),
    (float("nan"), INT, None), (float("inf"), INT, None), (2.0**63, IntType(64, False), 2**63),
])  # fmt: skip
def test_only_numbers_that_fit_become_integers(number: float, type: IntType, result: int | None) -> None:
    assert floats.operation("f64.to_int", [floats.encoded(number, 64)], type) == result
