"""The textual form of core programs reads back as what was printed."""

from __future__ import annotations

import pytest
from core_strategies import OBJECTS, POINT, POINTER, VOID, expressions, places
from hypothesis import given, settings
from hypothesis import strategies as st

from heddle.core.expr import (
    AddressOf,
    Cast,
    Const,
    Expr,
    FieldStep,
    FunctionAddress,
    Local,
    MemoryObject,
    Place,
    Unary,
    const,
)
from heddle.core.instr import (
    AnyInstr,
    Assert,
    Assign,
    Assume,
    AtomicBegin,
    AtomicEnd,
    Branch,
    Call,
    Create,
    Cut,
    Declare,
    Exit,
    Fence,
    Free,
    Goto,
    Join,
    Label,
    Malloc,
    Nondet,
    Read,
    Return,
    Rmw,
    ThreadExit,
    Unsupported,
    Write,
)
from heddle.core.program import Function, Program
from heddle.core.text import parse, show
from heddle.core.types import ILP32, INT, ArrayType, FloatType, IntType, PointerType
from heddle.errors import InputError

ACCOUNT = """\
program ilp32 entry main
struct account { balance: i32 @0; next: ptr @4 } size 8
global first: struct account { 0: i32 = 100, 4: ptr = (&second : ptr) }
global second: struct account
tls errno: i32

function worker(arg: ptr): ptr {
    local buffer: [4]i8
    var p: *struct account
    var seen: i32
    declare buffer
    p := arg as *struct account
    seen := read (*p).balance order acquire
    if seen < 10 && !(seen == -4) goto done
    write (*p).balance := seen - 10 * (3 + seen)
    seen := rmw first.balance := seen + 1 if seen == 0 order acq_rel relaxed
    write {(*arg)[seen #4] : i32} := 3
    assert seen >> 1:u8 == 3 "seen is \\"3\\"" kind "bounds"
  done:
    return 0:ptr
}

library function main() {
    var t: u32
    t := create @worker((&first : ptr))
    join t
    return
}
"""


def test_text_is_a_fixed_point() -> None:
    assert show(parse(ACCOUNT), locations=False) == ACCOUNT


def test_parsed_program_has_what_was_written() -> None:
    program = parse(ACCOUNT)
    assert program.data_model == ILP32
    first = program.memory["first"]
    assert [at for at, _, _ in first.init] == [0, 4]
    worker = program.functions["worker"]
    assert worker.params == (Local("arg", PointerType(32)),)
    read = worker.body[2]
    assert isinstance(read, Read)
    assert read.order == "acquire" and read.place.steps == (FieldStep("balance", 0),) and read.place.type == INT
    assert program.functions["main"].library
    uids = [x.uid for f in program.functions.values() for x in f.body]
    assert uids == list(range(len(uids)))


def test_locations_are_the_lines_of_the_text() -> None:
    program = parse(ACCOUNT, "account.core")
    create = program.functions["main"].body[0]
    assert create.loc.file == "account.core" and "create" in ACCOUNT.splitlines()[create.loc.line - 1]
    assert "// account.core:" in show(program)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("x := 1", "unknown variable x"),
        ("write y := 1", "unknown memory object y"),
        ("write g.f := 1", "no field f here"),
        ("write (*0:ptr) := 1", "does not follow"),
        ("jump somewhere", "unknown instruction jump"),
        ("write g := ;", "expected a name"),
        ("write g := 1 ^", "expected a name"),
        ("goto ?", "expected a name"),
        ("write g := 1 € 2", "unexpected character"),
    ],
)
def test_errors_name_the_line(line: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as error:
        parse(f"global g: i32\nfunction main() {{\n    {line}\n}}\n", "bad.core")
    assert error.value.loc is not None
    assert error.value.loc.file == "bad.core" and error.value.loc.line in (3, 4)


# --- any program ----------------------------------------------------------------------------------------------------

DST = Local("x", INT)
ORDER = st.sampled_from(["plain", "relaxed", "seq_cst"])


def instructions() -> st.SearchStrategy[AnyInstr]:
    e, p = expressions(2), places(1)
    dst = st.just(DST)
    text = st.text(max_size=5)
    label = st.sampled_from(["loop", "read", "odd label"])
    return st.one_of(
        st.builds(Assign, dst, e), st.builds(Nondet, dst, text), st.builds(Label, label), st.builds(Goto, label),
        st.builds(Branch, e, label), st.builds(Return, st.none() | e), st.builds(Assume, e, st.booleans()),
        st.builds(Assert, e, text, st.sampled_from(["assert", "bounds"])), st.just(Exit()), st.builds(ThreadExit, e),
        st.builds(Call, st.none() | dst, st.sampled_from(["main", "read"]) | e, st.lists(e, max_size=2).map(tuple)),
        st.builds(Unsupported, text), st.builds(Cut, text, text), st.builds(Read, dst, p, ORDER),
        st.builds(Declare, st.sampled_from(OBJECTS), st.booleans()), st.builds(Write, p, e, ORDER),
        st.builds(Rmw, dst, p, e, st.none() | e, ORDER, ORDER), st.just(Fence("full")), st.just(AtomicBegin()),
        st.just(AtomicEnd()), st.builds(Create, dst, e, e), st.builds(Join, st.none() | dst, e),
        st.builds(Malloc, dst, e, st.booleans()), st.builds(Free, e),
    )  # fmt: skip


def test_the_negation_of_a_converted_constant_is_no_negative_constant() -> None:
    value = Unary("-", Cast(Const(5, INT), INT), INT)
    program = Program({"main": Function("main", (), None, [Assign(DST, value)])}, {})
    again = parse(show(program)).functions["main"].body[0]
    assert isinstance(again, Assign) and again.value == value


@settings(max_examples=150, deadline=None)
@given(st.lists(instructions(), max_size=6))
def test_any_body_survives_the_round_trip(body: list[AnyInstr]) -> None:
    program = Program({"main": Function("main", (), None, body)}, {o.name: o for o in OBJECTS})
    text = show(program, uids=True)
    again = parse(text)
    assert again.functions["main"].body == body
    assert show(again, locations=False, uids=True) == text


@pytest.mark.parametrize(
    "type",
    [FloatType(80, 16), FloatType(64, 8), ArrayType(POINTER, 3), POINT, IntType(128, False), PointerType(32, POINT),
     PointerType(32)],
)  # fmt: skip
def test_objects_of_every_type(type: object) -> None:
    address: Expr = AddressOf(Place(OBJECTS[0], (), INT), VOID)
    init = ((0, VOID, address), (8, VOID, FunctionAddress("main", VOID)), (16, INT, const(-5)))
    program = Program({}, {"o": MemoryObject("o", type, "global", init), "counter": OBJECTS[0]})  # type: ignore[arg-type]
    again = parse(show(program))
    assert again.memory == program.memory
    assert again.memory["o"].init == init
