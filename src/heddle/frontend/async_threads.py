"""CBMC's way to start a thread: a label ``__CPROVER_ASYNC_n`` runs the statement after it in a thread of its own.

The statement becomes a function of its own.  As in CBMC the new thread has its own copy of every local variable that it
uses: the values travel in the thread's argument, or in a block that the argument points to.
"""

from __future__ import annotations

from heddle.core.expr import Const, Expr, FieldStep, FunctionAddress, Local, MemoryObject, Place
from heddle.core.instr import Create, Declare, Malloc, Read, Write
from heddle.core.program import Function
from heddle.core.types import IntType, Scalar
from heddle.frontend import lvalues, values
from heddle.frontend.clang import Kind, Node, nodes
from heddle.frontend.lowering import DeclKey, Lowering, LValue, Memory, Variable
from heddle.frontend.types import leaves
from heddle.records import dataclass

PREFIX = "__CPROVER_ASYNC_"
SLOT = 16
"""Bytes of a captured value in the block."""


@dataclass(frozen=True, slots=True)
class Capture:
    """One scalar that the new thread needs: a variable, or the piece at ``offset`` of an object."""

    key: DeclKey
    type: Scalar
    offset: int = 0


def is_thread_label(node: Node) -> bool:
    return node.spelling.startswith(PREFIX)


def start(f: Lowering, node: Node) -> None:
    body = node.children[-1]
    used = used_variables(f, body)
    captures = [capture for key, variable in used.items() for capture in _pieces(key, variable)]
    f.at(node)
    name = f.unique(f"{f.function}::{node.spelling.removeprefix('__CPROVER_')}")
    argument = _argument(f, [_captured_value(f, used[c.key], c) for c in captures])
    f.linker.functions[name] = _outlined(f, name, body, used, captures)
    thread = f.temporary(IntType(f.types.model.long_bits, False))
    f.emit(Create(thread, FunctionAddress(name, f.types.void_pointer.core), argument))


def used_variables(f: Lowering, body: Node) -> dict[DeclKey, LValue]:
    """Local variables of the function that the statement mentions (not those it declares itself)."""
    found: dict[DeclKey, LValue] = {}

    for node in nodes(body, Kind.DECL_REF):
        key = f.declaration_key(node.referenced)
        variable = f.variables.get(key)
        if isinstance(variable, Variable) or (isinstance(variable, Memory) and _is_local(variable)):
            found[key] = variable
    return found


def _is_local(memory: Memory) -> bool:
    return isinstance(memory.base, MemoryObject) and memory.base.kind == "local"


def _pieces(key: DeclKey, variable: LValue) -> list[Capture]:
    if isinstance(variable, Variable):
        return [Capture(key, variable.local.type)]
    return [Capture(key, leaf.type, leaf.offset) for leaf in leaves(variable.ctype)]


def _captured_value(f: Lowering, variable: LValue, capture: Capture) -> Expr:
    if isinstance(variable, Variable):
        return variable.local
    assert isinstance(variable, Memory)
    return lvalues.read(f, lvalues.at_offset(variable, capture.offset, variable.ctype), capture.type)


def _argument(f: Lowering, passing: list[Expr]) -> Expr:
    """The thread's argument: nothing, the only value itself, or the address of a block that holds all values."""
    pointer = f.types.void_pointer.core
    if not passing:
        return Const(0, pointer)
    if _fits(f, [p.type for p in passing]):
        return values.cast(passing[0], pointer)
    block = f.temporary(pointer)
    f.emit(Malloc(block, Const(SLOT * len(passing), f.types.size_type.core)))
    for index, value in enumerate(passing):
        f.emit(Write(_slot(block, index, value.type), value))
    return block


def _fits(f: Lowering, types: list[Scalar]) -> bool:
    return len(types) == 1 and types[0].bits <= f.types.void_pointer.core.bits


def _slot(block: Local, index: int, type: Scalar) -> Place:
    return Place(block, (FieldStep("", SLOT * index),), type)


def _outlined(
    f: Lowering, name: str, body: Node, used: dict[DeclKey, LValue], captures: list[Capture]
) -> Function:
    """The new thread's function: takes its copies from the argument, then runs the statement."""
    inner = f.outline(name)
    argument = Local("argument", f.types.void_pointer.core)
    inner.at(body)
    for key, variable in used.items():
        if isinstance(variable, Variable):
            local = Local(inner.unique(variable.local.name), variable.local.type)
            inner.variables[key] = Variable(local, variable.ctype)
        elif isinstance(variable, Memory) and isinstance(variable.base, MemoryObject):
            target = lvalues.new_local(inner, variable.base.name.rsplit("::", 1)[-1], variable.ctype)
            inner.variables[key] = target
            inner.emit(Declare(inner.memory[-1]))
    for index, capture in enumerate(captures):
        if _fits(f, [c.type for c in captures]):
            value: Expr = values.cast(argument, capture.type)
        else:
            value = dst = inner.temporary(capture.type)
            inner.emit(Read(dst, _slot(argument, index, capture.type)))
        place = inner.variables[capture.key]
        if isinstance(place, Variable):
            inner.assign(place.local, value)
        elif isinstance(place, Memory):
            inner.emit(Write(lvalues.at_offset(place, capture.offset, place.ctype).place(capture.type), value))
    inner.statement(body)
    return inner.finished(name, (argument,), f.types.void_pointer)
