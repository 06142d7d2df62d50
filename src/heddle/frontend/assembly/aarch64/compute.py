"""AArch64 instructions that touch registers and flags only, and jumps."""

from __future__ import annotations

import re

from heddle.core.expr import Const, Expr
from heddle.core.types import INT, IntType
from heddle.frontend import values
from heddle.frontend.assembly import flags
from heddle.frontend.assembly.aarch64.operands import Operands, Reader
from heddle.frontend.assembly.block import View
from heddle.frontend.assembly.template import Instruction, UnknownAssembly
from heddle.records import dataclass

_OPERATORS = {"add": "+", "sub": "-", "mul": "*", "and": "&", "orr": "|", "eor": "^", "bic": "&", "orn": "|",
              "eon": "^"}
_COMPLEMENTED = ("bic", "orn", "eon")
_COMPARISONS = {"cmp": "subs", "cmn": "adds", "tst": "ands"}
_SHIFTS = ("lsl", "lsr", "asr", "ror")
_EXTENSIONS = {"sxtb": (8, True), "sxth": (16, True), "sxtw": (32, True), "uxtb": (8, False), "uxth": (16, False),
               "uxtw": (32, False)}
_CHOICES = ("csel", "csinc", "cset", "csetm", "cinc")
PURE = {*_OPERATORS, *_COMPARISONS, *_SHIFTS, *_EXTENSIONS, *_CHOICES, "adds", "subs", "ands", "bics", "mov", "mvn",
        "neg"}


@dataclass(slots=True)
class Effects:
    target: View | None
    value: Expr | None
    flags: dict[str, Expr]


def condition_of(i: Instruction) -> str | None:
    """The condition that an instruction looks at."""
    if i.mnemonic in _CHOICES and i.operands:
        return i.operands[-1].lower()
    found = re.fullmatch(r"b\.?(\w\w)", i.mnemonic)
    return found[1] if found is not None and flags.arm_flags(found[1]) is not None else None


def jump(operands: Operands, reader: Reader, i: Instruction) -> tuple[Expr, str] | None:
    """The condition of a jump, and where it goes."""
    name, texts = i.mnemonic, i.operands
    if name == "b" and len(texts) == 1:
        return Const(1, INT), texts[0]
    condition = condition_of(i)
    if name[0] == "b" and condition is not None and len(texts) == 1:
        return flags.arm_condition(condition, reader.flag), texts[0]
    if name not in ("cbz", "cbnz", "tbz", "tbnz") or len(texts) != (2 if name[0] == "c" else 3):
        return None
    tested = reader.get(operands.view(texts[0]))
    if name[0] == "t":
        number = operands.immediate(texts[1])
        if number is None or not 0 <= number < tested.type.bits:
            return None
        tested = values.binary("&", tested, Const(1 << number, tested.type))
    return values.binary("!=" if "n" in name else "==", tested, Const(0, tested.type)), texts[-1]


def effects(operands: Operands, reader: Reader, i: Instruction) -> Effects:
    name = i.mnemonic
    texts = list(i.operands)
    if name in _COMPARISONS:
        bits = operands.view(texts[0]).bits
        name, texts = _COMPARISONS[name], ["wzr" if bits == 32 else "xzr", *texts]
    if len(texts) < 2:
        raise UnknownAssembly(f"instruction '{i.text}'")
    target = operands.view(texts[0])
    if name in _CHOICES:
        return Effects(target, _chosen(operands, reader, name, texts, target.bits), {})
    if name in _EXTENSIONS:
        return Effects(target, _extended(operands, reader, name, texts[1], target.bits), {})
    if name in ("mov", "mvn", "neg"):
        value = _last(operands, reader, texts[1:], target.bits, i)
        return Effects(target, value if name == "mov" else values.unary("~" if name == "mvn" else "-", value), {})
    if len(texts) < 3:
        raise UnknownAssembly(f"instruction '{i.text}'")
    left = operands.value(reader, texts[1], target.bits)
    if name in _SHIFTS:
        return Effects(target, _shifted(left, name, operands.immediate(texts[2]), i), {})
    base = name if name in _OPERATORS else name[:-1]
    right = _last(operands, reader, texts[2:], target.bits, i)
    if base in _COMPLEMENTED:
        right = values.unary("~", right)
    result = values.binary(_OPERATORS[base], left, right)
    return Effects(target, result, _flags(base, left, right, result) if base != name else {})


def _flags(operation: str, left: Expr, right: Expr, result: Expr) -> dict[str, Expr]:
    found = flags.of_result(result, "zs")
    if operation == "add":
        found |= flags.of_addition(left, right, result)
    elif operation == "sub":
        found |= flags.of_subtraction(left, right, result)
        found["c"] = values.negation(found["c"])
    else:
        found |= flags.CLEARED
    return found


def _last(operands: Operands, reader: Reader, texts: list[str], bits: int, i: Instruction) -> Expr:
    """The last operand of an operation, with an optional shift."""
    value = operands.value(reader, texts[0], bits)
    if len(texts) == 1:
        return value
    words = texts[1].split()
    if len(texts) != 2 or len(words) != 2 or words[0].lower() not in _SHIFTS:
        raise UnknownAssembly(f"instruction '{i.text}'")
    return _shifted(value, words[0].lower(), operands.immediate(words[1]), i)


def _shifted(value: Expr, shift: str, amount: int | None, i: Instruction) -> Expr:
    type = value.type
    if amount is None or not 0 <= amount < type.bits:
        raise UnknownAssembly(f"instruction '{i.text}'")
    count = Const(amount, INT)
    match shift:
        case "lsl":
            return values.binary("<<", value, count)
        case "asr":
            return values.cast(values.binary(">>", values.cast(value, IntType(type.bits, True)), count), type)
        case "ror" if amount:
            upper = values.binary("<<", value, Const(type.bits - amount, INT))
            return values.binary("|", values.binary(">>", value, count), upper)
    return values.binary(">>", value, count)


def _extended(operands: Operands, reader: Reader, name: str, text: str, bits: int) -> Expr:
    small, signed = _EXTENSIONS[name]
    view = operands.view(text)
    value = values.cast(reader.get(View(view.key, 32)), IntType(small, signed))
    return values.cast(value, IntType(bits, False))


def _chosen(operands: Operands, reader: Reader, name: str, texts: list[str], bits: int) -> Expr:
    type = IntType(bits, False)
    if len(texts) != {"cset": 2, "csetm": 2, "cinc": 3}.get(name, 4):
        raise UnknownAssembly(f"instruction '{name}'")
    holds = flags.arm_condition(texts[-1].lower(), reader.flag)
    if name in ("cset", "csetm"):
        return values.condition(holds, Const(1 if name == "cset" else type.wrap(-1), type), Const(0, type))
    first = operands.value(reader, texts[1], bits)
    if name == "cinc":
        return values.condition(holds, values.binary("+", first, Const(1, type)), first)
    second = operands.value(reader, texts[2], bits)
    if name == "csinc":
        second = values.binary("+", second, Const(1, type))
    return values.condition(holds, first, second)
