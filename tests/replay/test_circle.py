"""A thread that comes back to a state goes round for ever; one that only comes back to an instruction does not."""

from __future__ import annotations

from core_builder import glob, op, program, rd, wr

from heddle.core.instr import AnyInstr, Goto, Label
from heddle.replay.circle import PATIENCE, Circle
from heddle.replay.code import Code
from heddle.replay.machine import Machine

X = glob("x")


def rounds(*body: AnyInstr, most: int) -> int:
    """After how many steps of main the circle closes."""
    source = program([X], main=[Label("again"), *body, Goto("again")])
    machine = Machine(Code(source), "sc").start()
    circle = Circle(machine, 0, lambda: None)
    for number in range(most):
        instr = machine.advance(0)
        assert instr is not None
        if circle.closes(instr.uid):
            return number
        machine.concurrent(0, instr)
    return most


def test_reading_the_same_again_and_again_is_a_circle() -> None:
    assert rounds(rd("r", X), most=10 * PATIENCE) < 3 * PATIENCE


def test_counting_is_none() -> None:
    assert rounds(rd("r", X), wr(X, op("r", "+", 1)), most=10 * PATIENCE) == 10 * PATIENCE
