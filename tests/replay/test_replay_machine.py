"""The concrete machine: expressions, calls, loops, memory, and the faults it detects."""

from __future__ import annotations

import dataclasses

import pytest
from core_builder import LONG, VOID_PTR, at, check, glob, lock, loop, op, program, rd, start, var, wait, wr
from hypothesis import given
from hypothesis import strategies as st

from brute_force import Exploration, explore
from heddle.core.expr import (
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
from heddle.core.instr import (
    AnyInstr,
    Assert,
    Assign,
    Assume,
    AtomicBegin,
    Branch,
    Call,
    Declare,
    Exit,
    Free,
    Goto,
    Join,
    Label,
    Malloc,
    Nondet,
    Read,
    Return,
    ThreadExit,
    Write,
)
from heddle.core.program import Function, Program
from heddle.core.types import CHAR, INT, UINT, ArrayType, Field, IntType, PointerType, StructType
from heddle.counterexample import Counterexample, Step
from heddle.replay.code import Code
from heddle.replay.machine import Machine
from heddle.replay.replay import ReplayError, replay
from heddle.report.wording import failure_message

X = glob("x")
SHORT = IntType(16, True)
BYTE = IntType(8, False)


def evaluate(expr: Expr) -> int:
    machine = Machine(Code(program([X], main=[])), "sc").start()
    return machine.evaluate(0, expr)


@pytest.mark.parametrize(
    ("expr", "value"),
    [
        (Binary("/", const(-7), const(2), INT), -3),
        (Binary("%", const(-7), const(2), INT), -1),
        (Binary("/", const(7), const(-2), INT), -3),
        (Binary("+", const(2**31 - 1), const(1), INT), -(2**31)),
        (Binary("-", const(0, UINT), const(1, UINT), UINT), 2**32 - 1),
        (Binary(">>", const(-8), const(1), INT), -4),
        (Binary(">>", Const(2**32 - 8, UINT), const(1), UINT), 2**31 - 4),
        (Binary("<<", const(1), const(31), INT), -(2**31)),
        (Binary("<", const(-1), const(0), INT), 1),
        (Binary("<", const(-1, UINT), const(0, UINT), INT), 0),
        (Cast(const(-1, CHAR), UINT), 2**32 - 1),
        (Cast(Const(255, BYTE), INT), 255),
        (Cast(const(0x12345), SHORT), 0x2345),
        (Unary("~", const(0), INT), -1),
        (Unary("-", const(-(2**31)), INT), -(2**31)),
        (Unary("!", const(5), INT), 0),
        (Binary("&&", const(0), Binary("/", const(1), const(0), INT), INT), 0),
        (Binary("||", const(3), Binary("/", const(1), const(0), INT), INT), 1),
        (Cond(const(0), Binary("/", const(1), const(0), INT), const(9), INT), 9),
        (Self(LONG), 0),
    ],
)
def test_expressions(expr: Expr, value: int) -> None:
    assert evaluate(expr) == value


@given(st.sampled_from(["+", "-", "*", "&", "|", "^"]), st.integers(), st.integers(), st.sampled_from([INT, UINT, CHAR]))
def test_arithmetic_is_modular(symbol: str, left: int, right: int, type: IntType) -> None:
    """Bits of the result depend only on as many bits of the operands."""
    result = evaluate(Binary(symbol, const(left, type), const(right, type), type))
    python = {"+": int.__add__, "-": int.__sub__, "*": int.__mul__, "&": int.__and__, "|": int.__or__, "^": int.__xor__}
    assert type.lo <= result <= type.hi
    assert (result - python[symbol](left, right)) % 2**type.bits == 0


def with_functions(main: list[AnyInstr], *functions: Function, memory: tuple[MemoryObject, ...] = (X,)) -> Program:
    """As ``program``, with functions that have parameters; uids are those of the position in their function."""
    result = program(list(memory), main=main)
    for base, function in enumerate(functions, 1):
        function.body = [dataclasses.replace(instr, uid=1000 * base + i) for i, instr in enumerate(function.body)]
        result.functions[function.name] = function
    return result


def holds(source: Program, **options: object) -> Exploration:
    """Runs a program whose assertions must hold and which must come to its end."""
    found = explore(source, **options)  # type: ignore[arg-type]
    assert not found.violations and not found.undefined and not found.truncated and not found.unsupported
    assert found.finals, "the program never ends"
    return found


def test_recursion() -> None:
    n, r = Local("n", INT), Local("r", INT)
    body: list[AnyInstr] = [
        Branch(op("n", ">", 1), "more"), Return(const(1)), Label("more"),
        Call(r, "factorial", (op("n", "-", 1),)), Return(op("n", "*", "r")),
    ]
    factorial = Function("factorial", (n,), INT, body)
    holds(with_functions([Call(var("v"), "factorial", (const(6),)), check(op("v", "==", 720))], factorial))


def test_function_pointers() -> None:
    p = Local("p", PointerType(64))
    double = Function("double", (var("n"),), INT, [Return(op("n", "*", 2))])
    square = Function("square", (var("n"),), INT, [Return(op("n", "*", "n"))])
    main: list[AnyInstr] = [
        Nondet(var("c")),
        Assign(p, Cond(var("c"), FunctionAddress("double", VOID_PTR), FunctionAddress("square", VOID_PTR), VOID_PTR)),
        Call(var("v"), p, (const(5),)),
        check(Binary("==", var("v"), Cond(var("c"), const(10), const(25), INT), INT)),
    ]
    holds(with_functions(main, double, square))


def test_call_of_a_wild_function_pointer() -> None:
    source = program([X], main=[Call(None, Const(12345, VOID_PTR), ())])
    assert explore(source).undefined
    assert explore(source.claiming("pointer")).violated == {1}


def test_locals_in_memory_are_fresh_in_every_call() -> None:
    cell = MemoryObject("f::cell", INT, "local")
    body: list[AnyInstr] = [
        Declare(cell), Write(at(cell), var("n")), Branch(op("n", "==", 0), "end"),
        Call(None, "f", (op("n", "-", 1),)), Label("end"),
        Read(var("back"), at(cell)), check(op("back", "==", "n")),
    ]
    holds(with_functions([Call(None, "f", (const(3),))], Function("f", (var("n"),), None, body, (cell,))))


PAIR = StructType("pair", (Field("first", SHORT, 0), Field("second", INT, 4)), 8)


def test_structs_arrays_and_bytes() -> None:
    table = MemoryObject("table", ArrayType(PAIR, 3))
    second = Place(table, (IndexStep(const(1), 8, 3), FieldStep("second", 4)), INT)
    byte = Place(Binary("+", AddressOf(second, VOID_PTR), Const(1, VOID_PTR), VOID_PTR), (), BYTE)
    main: list[AnyInstr] = [
        Write(second, const(0x12345678)), Read(Local("b", BYTE), byte),
        check(Binary("==", Local("b", BYTE), Const(0x56, BYTE), INT)),
        Read(var("w"), Place(table, (IndexStep(const(2), 8, 3), FieldStep("second", 4)), INT)), check(op("w", "==", 0)),
    ]
    holds(program([table], main=main))


def test_initializers() -> None:
    target = glob("target", 5)
    pointer = MemoryObject("pointer", VOID_PTR, "global", ((0, VOID_PTR, AddressOf(at(target), VOID_PTR)),))
    p = Local("p", VOID_PTR)
    main: list[AnyInstr] = [Read(p, Place(pointer, (), VOID_PTR)), Read(var("v"), Place(p, (), INT)),
                            check(op("v", "==", 5))]
    holds(program([target, pointer], main=main))


def test_thread_local_memory_and_thread_numbers() -> None:
    mine = MemoryObject("mine", INT, "tls", ((0, INT, const(40)),))
    other: list[AnyInstr] = [
        rd("v", mine), wr(mine, op("v", "+", 1)), rd("v", mine), check(op("v", "==", 41)),
        ThreadExit(Cast(Self(LONG), VOID_PTR)),
    ]
    main: list[AnyInstr] = [
        start("h", "other"), Join(Local("r", VOID_PTR), Local("h", LONG)), rd("v", mine), check(op("v", "==", 40)),
        check(Binary("==", Local("r", VOID_PTR), Const(1, VOID_PTR), INT)),
    ]
    holds(program([mine], main=main, other=other))


P = Local("p", VOID_PTR)
HERE = Place(P, (), INT)


def test_heap() -> None:
    size = Const(8, LONG)
    main: list[AnyInstr] = [Malloc(P, size, zeroed=True), Read(var("v"), HERE), check(op("v", "==", 0)),
                            Write(HERE, const(3)), Read(var("v"), HERE), check(op("v", "==", 3)), Free(P)]
    holds(program([X], main=main).claiming("pointer", "free"))


@pytest.mark.parametrize(
    ("body", "kind", "message"),
    [
        ([Assign(P, Const(0, VOID_PTR)), Read(var("v"), HERE)], "pointer", "null pointer"),
        ([Malloc(P, Const(2, LONG)), Read(var("v"), HERE)], "pointer", "invalid memory access"),
        ([Malloc(P, Const(4, LONG)), Free(P), Read(var("v"), HERE)], "lifetime", "use after free"),
        ([Malloc(P, Const(4, LONG)), Free(P), Free(P)], "free", "double free"),
        ([Assign(P, AddressOf(at(X), VOID_PTR)), Free(P)], "free", "no allocation"),
    ],
)
def test_faults(body: list[AnyInstr], kind: str, message: str) -> None:
    source = program([X], main=body)
    (cex,) = explore(source.claiming(kind)).violations.values()
    assert cex.violated == len(body)
    assert message in failure_message(replay(source.claiming(kind), cex))
    with pytest.raises(ReplayError):
        replay(source, cex)


def test_use_of_a_dead_local() -> None:
    cell = MemoryObject("f::cell", INT, "local")
    leak = Function("leak", (), VOID_PTR, [Declare(cell), Return(AddressOf(at(cell), VOID_PTR))], (cell,))
    source = with_functions([Call(P, "leak", ()), Read(var("v"), HERE)], leak)
    (cex,) = explore(source.claiming("pointer")).violations.values()
    assert cex.violated == 2


def test_claimed_contents_of_new_memory() -> None:
    """Uninitialized memory holds what the counterexample says."""
    cell = MemoryObject("main::cell", INT, "local")
    source = program([X], main=[Declare(cell), Read(var("v"), at(cell)), check(op("v", "!=", 258))])
    source.functions["main"].memory = (cell,)
    cex = Counterexample([Step(0, 2)], {}, {0: [(1, {0: 2, 1: 1})]}, 0, 3)
    assert failure_message(replay(source, cex)) == "assertion failed: test"
    cex.contents[0] = [(1, {0: 2})]
    with pytest.raises(ReplayError):
        replay(source, cex)


def test_loops_and_many_inputs() -> None:
    main: list[AnyInstr] = [
        Assign(var("sum"), const(0)),
        *loop(4, "i", [Nondet(var("n")), Assign(var("sum"), op("sum", "+", "n"))]), check(op("sum", "!=", 4)),
    ]
    source = program([X], main=main)
    (cex,) = explore(source).violations.values()
    assert [value for _, value in cex.inputs[0]] == [1, 1, 1, 1]
    assert len(replay(source, cex).inputs) == 4


def test_a_thread_that_spins_forever_does_not_stop_the_search() -> None:
    spin: list[AnyInstr] = [Label("again"), rd("v", X), Branch(op("v", "==", 0), "again"), check(op("v", "!=", 7))]
    found = explore(program([X], main=[start("h", "spin"), wr(X, 7)], spin=spin))
    assert len(found.violations) == 1 and not found.truncated


def test_an_endless_silent_loop_stops_nobody_else() -> None:
    found = explore(program([X], main=[start("h", "other"), Label("again"), Goto("again")], other=[rd("v", X), check(op("v", "==", 1))]))
    assert found.endless and not found.truncated and len(found.violations) == 1


def test_an_endless_silent_loop_that_counts_is_reported_as_truncated() -> None:
    count: list[AnyInstr] = [Assign(var("n"), const(0)), Label("again"), Assign(var("n"), op("n", "+", 1)), Branch(op("n", "!=", 0), "again")]
    found = explore(program([X], main=count))
    assert found.truncated and not found.endless


def test_assertions_in_an_endless_silent_loop() -> None:
    found = explore(program([X], main=[Assign(var("n"), const(0)), Label("again"), check(op("n", "==", 0)), Goto("again")]))
    assert found.endless and not found.truncated and not found.violations


def test_inputs_in_an_endless_silent_loop() -> None:
    """Every number of them, and none that leaves it."""
    ask: list[AnyInstr] = [Label("again"), Nondet(var("n")), Branch(op("n", "==", 0), "again"), wr(X, 1), check(op("n", "!=", 1))]
    found = explore(program([X], main=ask))
    assert found.endless and not found.truncated and len(found.violations) == 1


def test_exit_ends_the_program() -> None:
    other: list[AnyInstr] = [rd("v", X), check(op("v", "==", 0))]
    assert not explore(program([X], main=[start("h", "other"), Exit(), wr(X, 1)], other=other)).violations


def test_exit_inside_an_atomic_section_is_the_end() -> None:
    """Nobody can see what the section wrote."""
    other: list[AnyInstr] = [rd("v", X), check(op("v", "==", 0))]
    found = explore(program([X], main=[start("h", "other"), AtomicBegin(), wr(X, 1), Exit()], other=other), observe=("x",))
    assert not found.violations and found.finals == {(1,)}


def test_a_thread_that_ends_leaves_its_atomic_section() -> None:
    source = program([X], main=[start("h", "other"), rd("v", X), check(op("v", "==", 0))], other=[AtomicBegin(), wr(X, 1)])
    (cex,) = explore(source).violations.values()
    assert failure_message(replay(source, cex)) == "assertion failed: test"


def test_deadlock_is_counted_and_assumptions_are_not() -> None:
    mutex = glob("m", 1)
    assert explore(program([mutex], main=lock(mutex))).blocked == 1
    assert explore(program([X], main=[rd("v", X), Assume(op("v", "==", 1))])).blocked == 0
    assert explore(program([X], main=[start("h", "other"), wait("h")], other=[*lock_forever()])).blocked == 1


def lock_forever() -> list[AnyInstr]:
    return [Assume(const(0), blocking=True)]


def test_assertions_of_other_kinds_need_their_check() -> None:
    source = program([X], main=[Assert(const(0), "", "overflow")])
    assert not explore(source).violations
    assert explore(source.claiming("overflow")).violated == {1}
