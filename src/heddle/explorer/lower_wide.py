"""Integers of more bits than a register has: in limbs of 64 bits, the lowest first.

A value of a narrower type has one limb, the register that holds it.  The highest limb is extended as the type says:
then a limb more is its sign, or zero.
"""

from __future__ import annotations

from heddle.core.expr import COMPARISONS, Binary, Cast, Cond, Const, Expr, FloatOp, Local, Unary
from heddle.core.instr import AnyInstr, Assign, defined
from heddle.core.types import INT, FloatType, IntType, Scalar
from heddle.core.walk import expressions, walk
from heddle.explorer._kernel import Op
from heddle.explorer.bytecode import operand_type
from heddle.explorer.lower_expr import OPERATORS, Registers

WORD = 64
"""The kernel's registers have so many bits."""
HALF = WORD // 2
LIMB, SIGNED = IntType(WORD, False), IntType(WORD, True)
Limbs = list[int]


def is_wide(type: Scalar) -> bool:
    return type.bits > WORD


def cannot_compute(x: AnyInstr) -> bool:
    """Whether an instruction needs numbers that are wide, beyond what is done here with limbs: only variables hold
    them, and nobody divides them."""
    nodes = [(e, part) for e in expressions(x) for part in walk(e)]
    dst = defined(x)
    if not isinstance(x, Assign):
        whole = [e for e, part in nodes if e is part]
        if any(is_wide(e.type) for e in whole) or (dst is not None and is_wide(dst.type)):
            return True
    return any(_is_out_of_reach(part) for _, part in nodes)


def _is_out_of_reach(e: Expr) -> bool:
    if isinstance(e, FloatOp):
        return is_wide(e.type) or any(is_wide(a.type) for a in e.args)
    if is_wide(e.type) and isinstance(e.type, FloatType):
        return True
    return isinstance(e, Binary) and e.op in ("/", "%") and is_wide(e.type)


class WideRegisters(Registers):
    """Registers that also compute with limbs."""

    def value(self, e: Expr, into: int | None = None) -> int:
        """Of a wide expression the lowest limb."""
        if is_wide(e.type):
            return self.limbs(e)[0]
        match e:
            case Cast() if is_wide(e.arg.type):
                return self.fit(self.limbs(e.arg)[0], e.arg.type, e.type, into)
            case Unary(op="!") if is_wide(e.arg.type):
                return self.op(Op.LOGICAL_NOT, e.type, self.truth(e.arg), into=into)
            case Cond() if is_wide(e.test.type):
                then, other = self.value(e.then), self.value(e.other)
                then, other = self.fit(then, e.then.type, e.type), self.fit(other, e.other.type, e.type)
                return self.op(Op.SELECT, e.type, then, other, self.truth(e.test), into)
        return super().value(e, into)

    def binary(self, e: Binary, into: int | None) -> int:
        left, right = e.left, e.right
        if e.op in ("&&", "||") and (is_wide(left.type) or is_wide(right.type)):
            a, b = self.truth(left), self.truth(right)
            return self.op(OPERATORS[e.op], e.type, a, b, operand_type(INT), into)
        if e.op in COMPARISONS and is_wide(left.type):
            return self.fit(self.compared(e), INT, e.type, into)
        if e.op in ("<<", ">>") and is_wide(right.type):
            e = Binary(e.op, left, Cast(right, LIMB), e.type)
        return super().binary(e, into)

    def assign_wide(self, dst: Local, value: Expr) -> None:
        names, limbs = self.names(dst), self.resized(self.limbs(value), value.type, dst.type)
        limbs = [self.op(Op.MOVE, LIMB, limb) if limb in names else limb for limb in limbs]  # one may move to another
        for register, limb in zip(names, limbs, strict=True):
            self.op(Op.MOVE, LIMB, limb, into=register)

    def names(self, local: Local) -> Limbs:
        more = [self.of(f"{local.name}#{k}") for k in range(1, count(local.type))]
        return [self.of(local.name), *more]

    # --- limbs

    def limbs(self, e: Expr) -> Limbs:
        if not is_wide(e.type):
            return [self.value(e)]
        match e:
            case Const():
                pattern = e.type.wrap(e.value)
                return [self.constant(pattern >> WORD * k, LIMB) for k in range(count(e.type))]
            case Local():
                return self.names(e)
            case Cast():
                return self.resized(self.limbs(e.arg), e.arg.type, e.type)
            case Unary(op="-"):
                zero = [self.constant(0, LIMB)] * count(e.type)
                return self.wrapped(self.difference(zero, self.operand(e.arg, e.type)), e.type)
            case Unary(op="~"):
                return self.wrapped([self.op(Op.NOT, LIMB, a) for a in self.operand(e.arg, e.type)], e.type)
            case Cond():
                test = self.truth(e.test)
                pairs = zip(self.operand(e.then, e.type), self.operand(e.other, e.type), strict=True)
                return [self.op(Op.SELECT, LIMB, then, other, test) for then, other in pairs]
            case Binary(op="<<" | ">>"):
                return self.wrapped(self.shifted(e), e.type)
            case Binary():
                a, b = self.operand(e.left, e.type), self.operand(e.right, e.type)
                return self.wrapped(self.computed(e.op, a, b), e.type)
        raise AssertionError(e)

    def operand(self, e: Expr, type: Scalar) -> Limbs:
        return self.resized(self.limbs(e), e.type, type)

    def resized(self, limbs: Limbs, source: Scalar, target: Scalar) -> Limbs:
        """Converted, as C does it."""
        wanted = count(target)
        if len(limbs) < wanted:
            top = limbs[-1]
            fill = self.shift_limb(Op.SHR, top, WORD - 1, SIGNED) if source.signed else self.constant(0, LIMB)
            limbs = limbs + [fill] * (wanted - len(limbs))
        return self.wrapped(limbs[:wanted], target)

    def wrapped(self, limbs: Limbs, type: Scalar) -> Limbs:
        """The highest limb has only so many bits of its own."""
        bits = type.bits - WORD * (len(limbs) - 1)
        return limbs if bits == WORD else [*limbs[:-1], self.op(Op.WRAP, IntType(bits, type.signed), limbs[-1])]

    def truth(self, e: Expr) -> int:
        limbs = self.limbs(e)
        some = limbs[0]
        for limb in limbs[1:]:
            some = self.two(Op.OR, some, limb)
        return self.op(Op.NE, INT, some, self.constant(0, LIMB), operand_type(LIMB))

    # --- operations

    def two(self, op: Op, a: int, b: int, type: IntType = LIMB) -> int:
        return self.op(op, LIMB, a, b, operand_type(type))

    def shift_limb(self, op: Op, limb: int, by: int, type: IntType = LIMB) -> int:
        return self.op(op, LIMB, limb, self.constant(by, INT), operand_type(type))

    def less(self, a: int, b: int, type: IntType = LIMB) -> int:
        return self.two(Op.LT, a, b, type)

    def compared(self, e: Binary) -> int:
        """A comparison: a truth value."""
        type, left, right = e.left.type, e.left, e.right
        op = e.op
        if op in (">", ">="):
            left, right, op = right, left, "<" if op == ">" else "<="
        a, b = self.operand(left, type), self.operand(right, type)
        same, below = self.two(Op.EQ, a[0], b[0]), self.less(a[0], b[0])
        for k in range(1, len(a)):
            last = SIGNED if type.signed and k == len(a) - 1 else LIMB
            equal = self.two(Op.EQ, a[k], b[k])
            below = self.two(Op.OR, self.less(a[k], b[k], last), self.two(Op.AND, equal, below))
            same = self.two(Op.AND, equal, same)
        if op == "<":
            return below
        if op == "<=":
            return self.two(Op.OR, below, same)
        return same if op == "==" else self.op(Op.LOGICAL_NOT, INT, same)

    def computed(self, op: str, a: Limbs, b: Limbs) -> Limbs:
        if op == "+":
            return self.sum(a, b)
        if op == "-":
            return self.difference(a, b)
        if op == "*":
            return self.product(a, b)
        return [self.two(OPERATORS[op], x, y) for x, y in zip(a, b, strict=True)]

    def sum(self, a: Limbs, b: Limbs) -> Limbs:
        result: Limbs = []
        carry = self.constant(0, LIMB)
        for x, y in zip(a, b, strict=True):
            once = self.two(Op.ADD, x, y)
            twice = self.two(Op.ADD, once, carry)
            carry = self.two(Op.OR, self.less(once, x), self.less(twice, once))
            result.append(twice)
        return result

    def difference(self, a: Limbs, b: Limbs) -> Limbs:
        result: Limbs = []
        borrow = self.constant(0, LIMB)
        for x, y in zip(a, b, strict=True):
            once = self.two(Op.SUB, x, y)
            twice = self.two(Op.SUB, once, borrow)
            borrow = self.two(Op.OR, self.less(x, y), self.less(once, borrow))
            result.append(twice)
        return result

    def product(self, a: Limbs, b: Limbs) -> Limbs:
        """As at school, in halves of limbs: a column adds up so few of them that a limb holds the sum."""
        mask = self.constant((1 << HALF) - 1, LIMB)
        left, right = ([half for limb in limbs for half in self.halves(limb, mask)] for limbs in (a, b))
        columns: list[Limbs] = [[] for _ in range(len(left) + 1)]
        for i, x in enumerate(left):
            for j, y in enumerate(right[: len(left) - i]):
                low, high = self.halves(self.two(Op.MUL, x, y), mask)
                columns[i + j].append(low)
                columns[i + j + 1].append(high)
        carry, digits = self.constant(0, LIMB), []
        for column in columns[:-1]:
            for part in column:
                carry = self.two(Op.ADD, carry, part)
            digit, carry = self.halves(carry, mask)
            digits.append(digit)
        pairs = zip(digits[::2], digits[1::2], strict=True)
        return [self.two(Op.OR, low, self.shift_limb(Op.SHL, high, HALF)) for low, high in pairs]

    def halves(self, limb: int, mask: int) -> tuple[int, int]:
        return self.two(Op.AND, limb, mask), self.shift_limb(Op.SHR, limb, HALF)

    def shifted(self, e: Binary) -> Limbs:
        limbs = self.operand(e.left, e.type)
        if isinstance(e.right, Const):
            return self.moved(e.op, limbs, e.right.value, e.type.signed)
        by = self.limbs(e.right)[0]
        for k in range((e.type.bits - 1).bit_length()):
            bit = self.two(Op.AND, by, self.constant(1 << k, LIMB))
            moved = self.moved(e.op, limbs, 1 << k, e.type.signed)
            limbs = [self.op(Op.SELECT, LIMB, x, y, bit) for x, y in zip(moved, limbs, strict=True)]
        return limbs

    def moved(self, op: str, limbs: Limbs, by: int, signed: bool) -> Limbs:
        """Shifted by a constant number of bits."""
        whole, bits = divmod(by, WORD)
        right = op == ">>"
        signs = right and signed
        fill = self.shift_limb(Op.SHR, limbs[-1], WORD - 1, SIGNED) if signs else self.constant(0, LIMB)

        def limb(k: int) -> int:
            return limbs[k] if 0 <= k < len(limbs) else fill

        result = []
        for k in range(len(limbs)):
            near, far = (limb(k + whole), limb(k + whole + 1)) if right else (limb(k - whole), limb(k - whole - 1))
            if bits:
                there, back = (Op.SHR, Op.SHL) if right else (Op.SHL, Op.SHR)
                parts = self.shift_limb(there, near, bits), self.shift_limb(back, far, WORD - bits)
                near = self.two(Op.OR, *parts)
            result.append(near)
        return result


def count(type: Scalar) -> int:
    """How many limbs a value has."""
    return (type.bits + WORD - 1) // WORD


__all__ = ["WORD", "WideRegisters", "cannot_compute", "is_wide"]
