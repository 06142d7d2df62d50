"""CBMC's way to start a thread: a label ``__CPROVER_ASYNC_n`` runs the statement after it in a thread of its own.

The statement becomes a function of its own.  Local variables that it uses are captured by value, as CBMC does; local
objects in memory are shared.
"""

from __future__ import annotations

from heddle.core.expr import Const, Expr, Local, MemoryObject
from heddle.core.instr import Create, Malloc, Read, Write
from heddle.core.expr import FunctionAddress
from heddle.core.program import Function
from heddle.core.types import INT, IntType, Scalar
from heddle.frontend import lvalues, values
from heddle.frontend.clang import Kind, Node, preorder
from heddle.frontend.lowering import DeclKey, Lowering, LValue, Memory, Variable

PREFIX = "__CPROVER_ASYNC_"


def is_thread_label(node: Node) -> bool:
    return node.spelling.startswith(PREFIX)


def start(f: Lowering, node: Node) -> None:
    body = node.children[-1]
    captured = used_variables(f, body)
    f.at(node)
    name = f.unique(f"{f.function}::{node.spelling.removeprefix('__CPROVER_')}")
    passing = [_passed(f, variable) for variable in captured.values()]
    pointer = f.types.void_pointer.core
    argument: Expr = Const(0, pointer)
    if len(passing) == 1 and passing[0].type.bits <= pointer.bits:
        argument = values.cast(passing[0], pointer)
    elif passing:
        argument = _block(f, passing)
    f.linker.functions[name] = _outlined(f, name, body, captured, [p.type for p in passing])
    thread = f.temporary(IntType(f.types.model.long_bits, False))
    f.emit(Create(thread, FunctionAddress(name, pointer), argument))


def used_variables(f: Lowering, body: Node) -> dict[DeclKey, LValue]:
    """Variables of the function that the statement mentions (not those it declares itself)."""
    found: dict[DeclKey, LValue] = {}

    def visit(node: Node) -> None:
        if node.kind == Kind.DECL_REF:
            key = f.declaration_key(node.referenced)
            variable = f.variables.get(key)
            is_global = isinstance(variable, Memory) and isinstance(variable.base, MemoryObject) and variable.base.kind != "local"
            if variable is not None and not is_global:
                found[key] = variable

    preorder(body, visit)
    return found


def _passed(f: Lowering, variable: LValue) -> Expr:
    return variable.local if isinstance(variable, Variable) else lvalues.address(f, variable)


def _block(f: Lowering, passing: list[Expr]) -> Local:
    """A fresh block holding the captured values, eight or sixteen bytes each."""
    block = f.temporary(f.types.void_pointer.core)
    f.emit(Malloc(block, Const(16 * len(passing), f.types.size_type.core)))
    for index, value in enumerate(passing):
        f.emit(Write(_slot(block, index).place(value.type), value))
    return block


def _slot(block: Expr, index: int) -> Memory:
    from heddle.frontend.types import Integer

    return Memory(block, (), Integer(4, INT)).field("", 16 * index, Integer(4, INT))


def _outlined(
    f: Lowering, name: str, body: Node, captured: dict[DeclKey, LValue], types: list[Scalar]
) -> Function:
    inner = f.inner(name)  # type: ignore[attr-defined]
    parameter = Local("argument", f.types.void_pointer.core)
    inner.at(body)
    for index, (key, variable) in enumerate(captured.items()):
        if len(types) == 1 and types[0].bits <= parameter.type.bits:
            value: Expr = values.cast(parameter, types[0])
        else:
            value = inner.temporary(types[index])
            inner.emit(Read(value, _slot(parameter, index).place(types[index])))
        if isinstance(variable, Variable):
            local = Local(inner.unique(variable.local.name), variable.local.type)
            inner.assign(local, value)
            inner.variables[key] = Variable(local, variable.ctype)
        else:
            inner.variables[key] = Memory(value, (), variable.ctype)
    inner.statement(body)
    result: Function = inner.finished(name, (parameter,), f.types.void_pointer)
    return result
