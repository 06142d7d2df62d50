"""From the parts of a litmus test to a program: its memory, and threads that all run from the start."""

from __future__ import annotations

from heddle.core.expr import AddressOf, Cast, Const, Expr, Local, MemoryObject, Place
from heddle.core.instr import AnyInstr, Assign
from heddle.core.program import BoundedProgram, Program, Thread
from heddle.core.types import ArrayType, IntType, PointerType, Type
from heddle.litmus_tests.condition import ELEMENT_SIZE, State
from heddle.litmus_tests.test import Address

WORD = IntType(64, True)
POINTER = PointerType(64, WORD)


def memory(state: State) -> dict[str, MemoryObject]:
    """One object for each variable."""
    types = {name: _type(state.variables[name]) for name in state.variables}
    bare = {name: MemoryObject(name, type) for name, type in types.items()}
    objects: dict[str, MemoryObject] = {}
    for name, values in state.variables.items():
        init = tuple((index * ELEMENT_SIZE, WORD, constant(value, bare)) for index, value in values.items())
        objects[name] = MemoryObject(name, types[name], "global", init)
    return objects


def _type(values: dict[int, int | Address]) -> Type:
    count = max(values, default=0) + 1
    return WORD if count == 1 else ArrayType(WORD, count)


def constant(value: int | Address, objects: dict[str, MemoryObject]) -> Expr:
    if isinstance(value, int):
        return Const(WORD.wrap(value), WORD)
    return address(objects[value.name])


def address(obj: MemoryObject) -> Expr:
    return Cast(AddressOf(Place(obj, (), obj.type), POINTER), WORD)


def program(bodies: list[list[AnyInstr]], state: State, locals: dict[tuple[int, str], str]) -> BoundedProgram:
    """``locals`` names the local variable of each register that the initial state sets."""
    objects = memory(state)
    threads = []
    for index, body in enumerate(bodies):
        start: list[AnyInstr] = [
            Assign(Local(locals[thread, name], WORD), constant(value, objects))
            for (thread, name), value in state.registers.items()
            if thread == index and (thread, name) in locals
        ]
        threads.append(Thread(index, f"P{index}", start + body))
    return BoundedProgram(threads, objects, Program({}, objects))
