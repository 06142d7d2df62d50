"""Removes what lowering left over: code that nothing reaches, jumps to the next instruction, labels nobody uses."""

from __future__ import annotations

from heddle.core.instr import AnyInstr, Branch, Exit, Goto, Label, Return, ThreadExit


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
    kept: list[AnyInstr] = []
    for index, instr in enumerate(body):
        if isinstance(instr, Goto | Branch) and _falls_to(body, index + 1, instr.label):
            continue
        kept.append(instr)
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
