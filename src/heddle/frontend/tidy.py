"""Removes what lowering left over: unreachable code, idle jumps and labels, inputs that nobody looks at."""

from __future__ import annotations

from heddle.core.instr import AnyInstr, Branch, Exit, Goto, Label, Nondet, Return, ThreadExit
from heddle.frontend import values
from heddle.passes.liveness import Liveness
from heddle.records import replace

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
            kept.append(replace(instr, test=values.negation(instr.test), label=follower.label))
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
    kept: list[AnyInstr] = []
    live: set[str] = set()
    for instr, live in Liveness(body).backwards():
        is_idle = isinstance(instr, Nondet) and instr.what.startswith(UNINITIALIZED) and instr.dst.name not in live
        if not is_idle:
            kept.append(instr)
    kept.reverse()
    return kept, frozenset(live & variables)
