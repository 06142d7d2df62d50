"""The flags that arithmetic leaves behind, and the conditions that are made of them: x86's and AArch64's names."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from heddle.core.expr import Const, Expr
from heddle.core.types import INT, IntType
from heddle.frontend import values

Flag = Callable[[str], Expr]

_X86_NAMES = {
    "o": "o", "c": "c", "b": "c", "nae": "c", "z": "z", "e": "z", "s": "s", "p": "p", "pe": "p", "be": "be", "na": "be",
    "l": "l", "nge": "l", "le": "le", "ng": "le",
}
_X86_OPPOSITES = {
    "no": "o", "nc": "c", "ae": "c", "nb": "c", "nz": "z", "ne": "z", "ns": "s", "np": "p", "po": "p", "a": "be",
    "nbe": "be", "ge": "l", "nl": "l", "g": "le", "nle": "le",
}
_X86_FLAGS = {"be": "cz", "l": "so", "le": "zso"}

_ARM_NAMES = {"eq": "z", "cs": "c", "hs": "c", "mi": "s", "vs": "o", "hi": "hi", "ge": "ge", "gt": "gt"}
_ARM_OPPOSITES = {"ne": "z", "cc": "c", "lo": "c", "pl": "s", "vc": "o", "ls": "hi", "lt": "ge", "le": "gt"}
_ARM_FLAGS = {"hi": "cz", "ge": "so", "gt": "zso"}


def x86_flags(condition: str) -> set[str] | None:
    """The flags that a condition looks at; None if there is no such condition."""
    base = _X86_NAMES.get(condition) or _X86_OPPOSITES.get(condition)
    return set(_X86_FLAGS.get(base, base)) if base else None


def x86_condition(condition: str, flag: Flag) -> Expr:
    base = _X86_NAMES.get(condition) or _X86_OPPOSITES[condition]
    match base:
        case "be":
            holds = values.logical("||", flag("c"), flag("z"))
        case "l":
            holds = values.binary("!=", flag("s"), flag("o"))
        case "le":
            holds = values.logical("||", flag("z"), values.binary("!=", flag("s"), flag("o")))
        case _:
            holds = values.truth(flag(base))
    return holds if condition in _X86_NAMES else values.negation(holds)


def arm_flags(condition: str) -> set[str] | None:
    base = _ARM_NAMES.get(condition) or _ARM_OPPOSITES.get(condition)
    return set(_ARM_FLAGS.get(base, base)) if base else None


def arm_condition(condition: str, flag: Flag) -> Expr:
    """The carry of AArch64 after a subtraction is the opposite of x86's borrow: it is kept that way in ``c``."""
    base = _ARM_NAMES.get(condition) or _ARM_OPPOSITES[condition]
    match base:
        case "hi":
            holds = values.logical("&&", flag("c"), values.negation(flag("z")))
        case "ge":
            holds = values.binary("==", flag("s"), flag("o"))
        case "gt":
            holds = values.logical("&&", values.negation(flag("z")), values.binary("==", flag("s"), flag("o")))
        case _:
            holds = values.truth(flag(base))
    return holds if condition in _ARM_NAMES else values.negation(holds)


def of_result(result: Expr, wanted: Iterable[str]) -> dict[str, Expr]:
    """Zero, sign and parity of a result."""
    type = result.type
    found: dict[str, Expr] = {}
    for name in wanted:
        if name == "z":
            found[name] = values.binary("==", result, Const(0, type))
        elif name == "s":
            found[name] = top_bit(result)
        elif name == "p":
            found[name] = parity(result)
    return found


def top_bit(value: Expr) -> Expr:
    signed = IntType(value.type.bits, True)
    return values.binary("<", values.cast(value, signed), Const(0, signed))


def parity(result: Expr) -> Expr:
    """Whether the lowest eight bits have an even number of ones."""
    byte = IntType(8, False)
    value = values.cast(result, byte)
    odd: Expr = Const(0, byte)
    for bit in range(8):
        odd = values.binary("^", odd, values.binary(">>", value, Const(bit, INT)))
    return values.binary("==", values.binary("&", odd, Const(1, byte)), Const(0, byte))


def of_addition(left: Expr, right: Expr, result: Expr) -> dict[str, Expr]:
    overflow = values.binary("&", values.binary("^", left, result), values.binary("^", right, result))
    return {"c": values.binary("<", result, left), "o": top_bit(overflow)}


def of_subtraction(left: Expr, right: Expr, result: Expr) -> dict[str, Expr]:
    overflow = values.binary("&", values.binary("^", left, right), values.binary("^", left, result))
    return {"c": values.binary("<", left, right), "o": top_bit(overflow)}


CLEARED: dict[str, Expr] = {"c": Const(0, INT), "o": Const(0, INT)}
"""What logical operations do to carry and overflow."""
