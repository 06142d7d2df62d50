"""Hypothesis strategies for core types, expressions and places."""

from __future__ import annotations

from hypothesis import strategies as st

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
    FunctionAddress,
    IndexStep,
    Local,
    MemoryObject,
    Place,
    Self,
    Unary,
    const,
)
from heddle.core.types import INT, ArrayType, Field, IntType, PointerType, StructType

INTS = [IntType(bits, signed) for bits in (8, 16, 32, 64) for signed in (True, False)]
POINT = StructType("point", (Field("x", INT, 0), Field("tags", ArrayType(IntType(8, False), 4), 4)), 8)
VOID = PointerType(64)
POINTER = PointerType(64, POINT)
OBJECTS = [
    MemoryObject("counter", INT),
    MemoryObject("points", ArrayType(POINT, 3)),
    MemoryObject("odd name", POINT),
]


def ints_of(type: IntType) -> st.SearchStrategy[Const]:
    edges = [0, 1, -1, 2, 7, type.lo, type.hi, type.hi - 1]
    return st.one_of(st.sampled_from(edges), st.integers(type.lo, type.hi)).map(lambda v: const(v, type))


def int_expressions(type: IntType, depth: int, variables: bool = True) -> st.SearchStrategy[Expr]:
    """Expressions of an integer type over locals ``v_i32_0``, … and constants; no division, no shift by too much."""
    leaves: list[st.SearchStrategy[Expr]] = [ints_of(type)]
    if variables:
        leaves.append(st.integers(0, 1).map(lambda i: Local(f"v_{type}_{i}", type)))
    if depth == 0:
        return st.one_of(leaves)

    def sub(t: IntType) -> st.SearchStrategy[Expr]:
        return st.deferred(lambda: int_expressions(t, depth - 1, variables))

    def of_any_type(build: object) -> st.SearchStrategy[Expr]:
        return st.sampled_from(INTS).flatmap(build)  # type: ignore[arg-type]

    choices: list[st.SearchStrategy[Expr]] = [
        *leaves,
        st.builds(lambda op, a: Unary(op, a, type), st.sampled_from("-~"), sub(type)),
        st.builds(lambda op, a, b: Binary(op, a, b, type), st.sampled_from("+-*&|^"), sub(type), sub(type)),
        st.builds(
            lambda op, a, n: Binary(op, a, const(n, INT), type),
            st.sampled_from(["<<", ">>"]), sub(type), st.integers(0, type.bits - 1),
        ),
        of_any_type(lambda t: sub(t).map(lambda a: Cast(a, type))),
        st.builds(lambda c, a, b: Cond(c, a, b, type), sub(INT), sub(type), sub(type)),
    ]  # fmt: skip
    if type == INT:
        compare = st.sampled_from(COMPARISONS)
        choices += [
            of_any_type(lambda t: st.builds(lambda op, a, b: Binary(op, a, b, INT), compare, sub(t), sub(t))),
            st.builds(lambda op, a, b: Binary(op, a, b, INT), st.sampled_from(LOGICAL), sub(INT), sub(INT)),
            of_any_type(lambda t: sub(t).map(lambda a: Unary("!", a, INT))),
        ]
    return st.one_of(choices)


def places(depth: int) -> st.SearchStrategy[Place]:
    """Places that follow their declared types, and places that do not."""
    steps = st.lists(
        st.one_of(
            st.builds(FieldStep, st.sampled_from(["x", "tags", "y"]), st.sampled_from([0, 4, 12])),
            st.builds(IndexStep, int_expressions(INT, 0), st.sampled_from([1, 8]), st.sampled_from([None, 3, 4])),
        ),
        max_size=3,
    ).map(tuple)
    base: st.SearchStrategy[MemoryObject | Expr] = st.sampled_from(OBJECTS)
    if depth:
        base = st.one_of(base, pointer_expressions(depth - 1))
    return st.builds(Place, base, steps, st.sampled_from([INT, POINT, IntType(8, False), VOID]))


def pointer_expressions(depth: int) -> st.SearchStrategy[Expr]:
    type = st.sampled_from([VOID, POINTER])
    return st.one_of(
        st.builds(Local, st.just("p"), st.just(POINTER)),
        st.builds(FunctionAddress, st.sampled_from(["main", "read"]), type),
        st.builds(lambda v, t: const(v, t), st.integers(0, 9), type),
        st.builds(AddressOf, st.deferred(lambda: places(depth)), type),
        st.builds(lambda a, t: Cast(a, t), int_expressions(IntType(64, False), 1), type),
    )


def expressions(depth: int = 3) -> st.SearchStrategy[Expr]:
    ints = st.sampled_from(INTS).flatmap(lambda t: int_expressions(t, depth))
    self_id: st.SearchStrategy[Expr] = st.sampled_from(INTS).map(Self)
    return st.one_of(ints, pointer_expressions(2), self_id)


