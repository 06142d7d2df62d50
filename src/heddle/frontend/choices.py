"""Choosing between two ways to compute a value: a pure expression if possible, branches otherwise."""

from __future__ import annotations

from collections.abc import Callable

from heddle.core.expr import Const, Expr, IndexStep, Place
from heddle.core.instr import AnyInstr, Read
from heddle.core.types import INT
from heddle.frontend import values
from heddle.frontend.lowering import Lowering
from heddle.frontend.types import CType, Void, scalar, unqualified


def choice(f: Lowering, test: Expr, then: Callable[[], Expr], other: Callable[[], Expr], ctype: CType) -> Expr:
    if isinstance(test, Const):
        return then() if test.value else other()
    with f.captured() as then_code:
        yes = then()
    with f.captured() as other_code:
        no = other()
    extra = then_code + other_code
    if isinstance(unqualified(ctype), Void):
        if extra:
            _two_ways(f, test, then_code, other_code)
        return Const(0, INT)
    if not extra or may_speculate(f, extra):
        f.instrs += extra
        return values.condition(test, yes, values.cast(no, yes.type))
    result = f.temporary(scalar(ctype) or yes.type)
    with f.captured() as then_code2:
        f.instrs += then_code
        f.assign(result, values.cast(yes, result.type))
    with f.captured() as other_code2:
        f.instrs += other_code
        f.assign(result, values.cast(no, result.type))
    _two_ways(f, test, then_code2, other_code2)
    return result


def _two_ways(f: Lowering, test: Expr, then_code: list[AnyInstr], other_code: list[AnyInstr]) -> None:
    otherwise, end = f.new_label("else"), f.new_label("end")
    f.branch(values.negation(test), otherwise)
    f.instrs += then_code
    f.goto(end)
    f.label(otherwise)
    f.instrs += other_code
    f.label(end)


def may_speculate(f: Lowering, extra: list[AnyInstr]) -> bool:
    """Inside an atomic section, plain reads of named scalars may run although C would skip them: nobody can tell."""
    return f.in_atomic_section and all(
        isinstance(i, Read) and i.order == "plain" and named(i.place) for i in extra
    )


def named(place: Place) -> bool:
    return not isinstance(place.base, Expr) and not any(isinstance(s, IndexStep) for s in place.steps)
