"""What expressions, places, objects and types an instruction mentions."""

from __future__ import annotations

from collections.abc import Iterator

from heddle.core.expr import AddressOf, Binary, Cast, Cond, Expr, FloatOp, IndexStep, Local, MemoryObject, Place, Unary
from heddle.core.instr import (
    AnyInstr,
    Assert,
    Assign,
    Assume,
    Branch,
    Call,
    Create,
    Free,
    Join,
    Malloc,
    Read,
    Return,
    Rmw,
    ThreadExit,
    Write,
    defined,
)


def operands(instr: AnyInstr) -> Iterator[Expr | Place]:
    """The expressions and places that stand directly in an instruction, the destination first."""
    destination = defined(instr)
    if destination is not None:
        yield destination
    yield from evaluated(instr)


def evaluated(instr: AnyInstr) -> Iterator[Expr | Place]:
    """The expressions and places that stand directly in an instruction, but not the destination."""
    match instr:
        case Assign() | ThreadExit():
            yield instr.value
        case Branch() | Assert():
            yield instr.test
        case Assume():
            yield instr.test
            if instr.holder is not None:
                yield instr.holder
        case Return():
            if instr.value is not None:
                yield instr.value
        case Call():
            if not isinstance(instr.callee, str):
                yield instr.callee
            yield from instr.args
        case Read():
            yield instr.place
        case Write():
            yield instr.place
            yield instr.value
        case Rmw():
            yield instr.place
            yield instr.value
            if instr.test is not None:
                yield instr.test
        case Create():
            yield instr.function
            yield instr.arg
        case Join():
            yield instr.thread
        case Malloc():
            yield instr.size
        case Free():
            yield instr.pointer


def parts(node: Expr | Place) -> Iterator[Expr | Place]:
    """``node`` and everything inside it, outermost first."""
    yield node
    match node:
        case Unary() | Cast():
            yield from parts(node.arg)
        case Binary():
            yield from parts(node.left)
            yield from parts(node.right)
        case Cond():
            yield from parts(node.test)
            yield from parts(node.then)
            yield from parts(node.other)
        case FloatOp():
            for arg in node.args:
                yield from parts(arg)
        case AddressOf():
            yield from parts(node.place)
        case Place():
            if not isinstance(node.base, MemoryObject):
                yield from parts(node.base)
            for step in node.steps:
                if isinstance(step, IndexStep):
                    yield from parts(step.index)


def all_parts(instr: AnyInstr) -> Iterator[Expr | Place]:
    for operand in operands(instr):
        yield from parts(operand)


def mentions(node: Expr | Place, local: Local) -> bool:
    return any(part == local for part in parts(node))
