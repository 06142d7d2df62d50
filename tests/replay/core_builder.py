"""A tiny builder of core programs, so that these tests need no C frontend."""

from __future__ import annotations

import dataclasses
from itertools import count

from heddle.core.expr import Binary, Const, Expr, FunctionAddress, Local, MemoryObject, Place, const
from heddle.core.instr import (
    AnyInstr,
    Assert,
    Assign,
    Assume,
    AtomicBegin,
    AtomicEnd,
    Branch,
    Create,
    Goto,
    Instr,
    Join,
    Label,
    Location,
    Read,
    Write,
)
from heddle.core.program import Function, Program
from heddle.core.types import INT, LP64, IntType, PointerType

LONG = IntType(64, False)
VOID_PTR = PointerType(64)


def var(name: str) -> Local:
    return Local(name, INT)


def glob(name: str, value: int = 0) -> MemoryObject:
    return MemoryObject(name, INT, "global", ((0, INT, const(value)),) if value else ())


def at(obj: MemoryObject) -> Place:
    return Place(obj, (), INT)


def rd(name: str, obj: MemoryObject, order: str = "plain") -> Read:
    return Read(var(name), at(obj), order)


def wr(obj: MemoryObject, value: int | Expr, order: str = "plain") -> Write:
    return Write(at(obj), const(value) if isinstance(value, int) else value, order)


def op(left: str | Expr, symbol: str, right: int | str | Expr) -> Binary:
    def expr(side: int | str | Expr) -> Expr:
        return const(side) if isinstance(side, int) else var(side) if isinstance(side, str) else side

    return Binary(symbol, expr(left), expr(right), INT)


def start(handle: str, function: str) -> Create:
    return Create(Local(handle, LONG), FunctionAddress(function, VOID_PTR), Const(0, VOID_PTR))


def wait(handle: str) -> Join:
    return Join(None, Local(handle, LONG))


def check(test: Expr) -> Assert:
    return Assert(test, "test")


def loop(times: int, counter: str, body: list[AnyInstr]) -> list[AnyInstr]:
    """``for (counter = 0; counter < times; counter++) body``, with the counter in a register."""
    return [
        Assign(var(counter), const(0)), Label(f"head_{counter}"),
        Branch(op(counter, ">=", times), f"end_{counter}"), *body,
        Assign(var(counter), op(counter, "+", 1)), Goto(f"head_{counter}"), Label(f"end_{counter}"),
    ]


def lock(mutex: MemoryObject) -> list[AnyInstr]:
    """A mutex as the model library writes it: an atomic section that waits until the mutex is free."""
    return atomically(rd("held", mutex), Assume(op("held", "==", 0), blocking=True), wr(mutex, 1))


def unlock(mutex: MemoryObject) -> list[AnyInstr]:
    return atomically(wr(mutex, 0))


def atomically(*body: AnyInstr) -> list[AnyInstr]:
    return [AtomicBegin(), *body, AtomicEnd()]


def program(memory: list[MemoryObject], **bodies: list[AnyInstr]) -> Program:
    """A program of functions without parameters; instructions get uids and lines in order."""
    uids = count(1)
    functions = {}
    for name, body in bodies.items():
        numbered: list[AnyInstr] = []
        for instr in body:
            assert isinstance(instr, Instr)
            uid = next(uids)
            numbered.append(dataclasses.replace(instr, uid=uid, loc=Location("test.c", uid, function=name)))
        functions[name] = Function(name, (), INT if name == "main" else VOID_PTR, numbered)
    return Program(functions, {obj.name: obj for obj in memory}, LP64)


def two_threads(memory: list[MemoryObject], one: list[AnyInstr], two: list[AnyInstr], after: list[AnyInstr]) -> Program:
    """main starts both threads, waits for them, and goes on with ``after``."""
    main = [start("h1", "one"), start("h2", "two"), wait("h1"), wait("h2"), *after]
    return program(memory, main=main, one=one, two=two)
