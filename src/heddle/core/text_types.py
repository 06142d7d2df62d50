"""Types, offsets and sizes that follow from declarations: the printer leaves these out."""

from __future__ import annotations

import re

from heddle.core.expr import (
    COMPARISONS,
    LOGICAL,
    AddressOf,
    Binary,
    Cast,
    Cond,
    Const,
    Expr,
    FieldStep,
    FloatOp,
    FunctionAddress,
    IndexStep,
    Local,
    MemoryObject,
    Place,
    Self,
    Unary,
)
from heddle.core.types import INT, ArrayType, DataModel, PointerType, Scalar, StructType, Type

# Names that mean something else where a local's name could stand; a variable so called is written in backquotes.
WORDS = frozenset([
    "as", "atomic_begin", "atomic_end", "assert", "assume", "await", "call", "create", "cut", "declare", "exit",
    "fence", "free", "global", "goto", "heap", "if", "join", "kind", "library", "local", "malloc", "nondet",
    "order", "read", "return", "rmw", "self", "thread_exit", "tls", "unsupported", "var", "write", "zalloc",
    "zeroed",
])  # fmt: skip

# Binding strength of operators, as in C; larger binds tighter.
PRECEDENCE = {
    "||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, "<=": 7, ">": 7, ">=": 7,
    "<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10,
}  # fmt: skip

PLAIN_NAME = re.compile(r"[A-Za-z_$][\w$]*")


def infer(e: Expr, model: DataModel) -> Scalar:
    """The type that ``e`` has if nothing else is said."""
    match e:
        case Const() | Local() | Cast() | FloatOp():
            return e.type
        case Unary():
            return INT if e.op == "!" else e.arg.type
        case Binary():
            return INT if e.op in COMPARISONS or e.op in LOGICAL else e.left.type
        case Cond():
            return e.then.type
        case AddressOf():
            return PointerType(model.pointer_bits, e.place.type)
        case FunctionAddress():
            return model.void_ptr
        case Self():
            return INT


def infer_step(here: Type | None, step: FieldStep | IndexStep) -> tuple[bool, Type | None]:
    """Whether the step is what ``here``'s declaration says, and the type it leads to (None if unknown)."""
    if isinstance(step, FieldStep):
        field = find_field(here, step.name)
        return (True, field[1]) if field is not None and field[0] == step.offset else (False, None)
    element = element_of(here)
    if element is not None and element == (step.size, step.count):
        assert isinstance(here, ArrayType)
        return True, here.elem
    return False, None


def find_field(here: Type | None, name: str) -> tuple[int, Type] | None:
    """Offset and type of a struct's member."""
    if isinstance(here, StructType):
        for f in here.fields:
            if f.name == name:
                return f.offset, f.type
    return None


def element_of(here: Type | None) -> tuple[int, int] | None:
    """Element size and length of an array."""
    return (here.elem.size, here.count) if isinstance(here, ArrayType) else None


def infer_place(p: Place) -> Type | None:
    """The type found at a place if all its steps follow the declared types."""
    here: Type | None = p.base.type if isinstance(p.base, MemoryObject) else getattr(p.base.type, "to", None)
    for step in p.steps:
        _, here = infer_step(here, step)
    return here
