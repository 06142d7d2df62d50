"""Removes what lowering left over: unreachable code, idle jumps and labels, inputs that nobody looks at."""

from __future__ import annotations

import dataclasses

from heddle.core.expr import AddressOf, Binary, Cast, Cond, Expr, FieldStep, Local, Place, Unary
from heddle.core.instr import AnyInstr, Branch, Exit, Goto, Label, Nondet, Return, ThreadExit, defined
from heddle.frontend import values

UNINITIALIZED = "uninitialized "


def tidy(body: list[AnyInstr]) -> list[AnyInstr]:
    while True:
        shorter = _without_idle_labels(_without_idle_jumps(_without_dead_code(body)))
        if len(shorter) == len(body):
            return shorter
        body = shorter


def _without_dead_code(body: list[AnyInstr]) -> list[AnyInstr]:
    kept: list[AnyInstr] = []
    dead = False
    for instr in body:
        if isinstance(instr, Label):
            dead = False
        if not dead:
            kept.append(instr)
        if isinstance(instr, Goto | Return | Exit | ThreadExit):
            dead = True
    return kept


def _without_idle_jumps(body: list[AnyInstr]) -> list[AnyInstr]:
    """Drops jumps to what comes next anyway; a branch around a jump becomes one branch."""
    kept: list[AnyInstr] = []
    index = 0
    while index < len(body):
        instr = body[index]
        follower = body[index + 1] if index + 1 < len(body) else None
        if isinstance(instr, Goto | Branch) and _falls_to(body, index + 1, instr.label):
            index += 1
            continue
        if isinstance(instr, Branch) and isinstance(follower, Goto) and _falls_to(body, index + 2, instr.label):
            kept.append(dataclasses.replace(instr, test=values.negation(instr.test), label=follower.label))
            index += 2
            continue
        kept.append(instr)
        index += 1
    return kept


def _falls_to(body: list[AnyInstr], index: int, label: str) -> bool:
    while index < len(body):
        instr = body[index]
        if not isinstance(instr, Label):
            return False
        if instr.name == label:
            return True
        index += 1
    return False


def _without_idle_labels(body: list[AnyInstr]) -> list[AnyInstr]:
    used = {i.label for i in body if isinstance(i, Goto | Branch)}
    return [i for i in body if not isinstance(i, Label) or i.name in used]


# --- uninitialized variables ----------------------------------------------------------------------------------------


def settle_inputs(body: list[AnyInstr], variables: set[str]) -> tuple[list[AnyInstr], frozenset[str]]:
    """Drops the arbitrary value of an uninitialized variable where every path sets the variable before reading it.

    Also gives the variables that a path may read although it jumped over their declaration.
    """
    live_before, live_after = _liveness(body, variables)
    kept = [
        instr for index, instr in enumerate(body)
        if not (isinstance(instr, Nondet) and instr.what.startswith(UNINITIALIZED))
        or instr.dst.name in live_after[index]
    ]
    return kept, live_before[0]


def _liveness(body: list[AnyInstr], names: set[str]) -> tuple[list[frozenset[str]], list[frozenset[str]]]:
    """Before and after each instruction, which of the variables may be read before they are set."""
    labels = {instr.name: index for index, instr in enumerate(body) if isinstance(instr, Label)}
    reads = [frozenset(names & _read_locals(instr)) for instr in body]
    writes = [frozenset({d.name} & names) if (d := defined(instr)) is not None else frozenset() for instr in body]
    before: list[frozenset[str]] = [frozenset()] * (len(body) + 1)
    after: list[frozenset[str]] = [frozenset()] * len(body)
    changed = True
    while changed:
        changed = False
        for index in range(len(body) - 1, -1, -1):
            instr = body[index]
            out: frozenset[str] = frozenset() if isinstance(instr, Return | Goto) else before[index + 1]
            if isinstance(instr, Goto | Branch):
                out |= before[labels[instr.label]]
            into = (out - writes[index]) | reads[index]
            after[index] = out
            if into != before[index]:
                before[index] = into
                changed = True
    return before, after


def _read_locals(instr: AnyInstr) -> set[str]:
    found: set[str] = set()
    for name in instr.__dataclass_fields__:
        if name == "dst":
            continue
        part = getattr(instr, name)
        for item in part if isinstance(part, tuple) else (part,):
            if isinstance(item, Place):
                _locals_of_place(item, found)
            elif isinstance(item, Expr):
                _locals_of(item, found)
    return found


def _locals_of(expr: Expr, found: set[str]) -> None:
    if isinstance(expr, Local):
        found.add(expr.name)
    elif isinstance(expr, Unary | Cast):
        _locals_of(expr.arg, found)
    elif isinstance(expr, Binary):
        _locals_of(expr.left, found)
        _locals_of(expr.right, found)
    elif isinstance(expr, Cond):
        for part in (expr.test, expr.then, expr.other):
            _locals_of(part, found)
    elif isinstance(expr, AddressOf):
        _locals_of_place(expr.place, found)


def _locals_of_place(place: Place, found: set[str]) -> None:
    if isinstance(place.base, Expr):
        _locals_of(place.base, found)
    for step in place.steps:
        if not isinstance(step, FieldStep):
            _locals_of(step.index, found)
