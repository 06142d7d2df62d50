"""Floating-point numbers as C text: exact constants, and patterns read as numbers and back."""

from __future__ import annotations

import math
import re

from heddle.core import floats
from heddle.core.types import FloatType

FUNCTIONS = ("ceil", "floor", "rint", "round", "sqrt", "trunc")
"""Operations that are functions of <math.h>."""
OPERATORS = ("+", "-", "*", "/", "==", "<", "<=")


def literal(pattern: int, type: FloatType) -> str | None:
    """A constant expression with exactly this pattern, if C has one."""
    if not type.computes:
        return "0.0L" if pattern == 0 else None
    suffix = "f" if type.bits == 32 else ""
    value = floats.decoded(pattern, type.bits)
    if math.isnan(value):
        return f'__builtin_nan{suffix}("")' if pattern == floats.NAN[type.bits] else None
    if math.isinf(value):
        return f"{'-' if value < 0 else ''}__builtin_inf{suffix}()"
    if (64 * value).is_integer() and abs(value) < 1e6:
        return f"{value!r}{suffix}"
    return re.sub(r"\.?0*p", "p", value.hex(), count=1) + suffix


def function_name(op: str, type: FloatType) -> str:
    return op + ("f" if type.bits == 32 else "")


def bits_of(number: str, float_type: str, integer_type: str) -> str:
    """The pattern of a number."""
    return f"((union {{ {float_type} number; {integer_type} bits; }}){{.number = {number}}}).bits"


def number_of(bits: str, float_type: str, integer_type: str) -> str:
    """The number of a pattern."""
    return f"((union {{ {integer_type} bits; {float_type} number; }}){{.bits = {bits}}}).number"


__all__ = ["FUNCTIONS", "OPERATORS", "bits_of", "function_name", "literal", "number_of"]
