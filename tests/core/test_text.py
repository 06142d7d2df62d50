"""The textual form of core programs: what ``heddle show`` prints."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from core_strategies import OBJECTS, POINT, POINTER, VOID, expressions, places
from hypothesis import given, settings
from hypothesis import strategies as st

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
from heddle.core.text import TextPrinter, show, show_bounded
from heddle.core.types import INT, LP64, ArrayType, FloatType, IntType, PointerType, Type
from heddle.frontend import load
from heddle.passes.unfold import UnfoldBounds, unfold

ACCOUNT = """\
struct account { int balance; struct account *next; };
struct account second, first = { 100, &second };
__thread int errors;
_Atomic int seen;
int spend(struct account *from, unsigned char amount)
{
    int left = from->balance - amount;
    if (left < 0 || seen == -4)
        return ++errors;
    from->balance = left;
    seen += 1;
    return 0;
}
int main(void)
{
    int results[2];
    results[1] = spend(first.next, 3);
    return results[1];
}
"""
AS_CORE = """\
program ilp32 entry main
struct account { balance: i32 @0; next: ptr @4 } size 8
global second: struct account
global first: struct account { 0: i32 = 100, 4: ptr = (&second : ptr) }
global seen: i32
tls errors: i32

function main(): i32 {
    local `main::results`: [2]i32
    var t1: ptr
    var t2, t3: i32
    declare `main::results`                                  // account.c:16:9
    t1 := read first.next                                    // account.c:17:30
    t2 := call spend(t1, 3:u8)                               // account.c:17:18
    write `main::results`[1] := t2                           // account.c:17:5
    t3 := read `main::results`[1]                            // account.c:18:12
    return t3                                                // account.c:18:5
}

function spend(from: ptr, amount: u8): i32 {
    var left, t1, t2, t3, t4, t5: i32
    t1 := read {(*from).balance@0 : i32}                     // account.c:7:22
    left := t1 - amount as i32                               // account.c:7:9
    t3 := left < 0                                           // account.c:8:29
    if t3 != 0 goto `.end1`                                  // account.c:8:29
    t2 := read seen order seq_cst                            // account.c:8:21
    t3 := t2 == -4                                           // account.c:8:29
  `.end1`:
    if t3 == 0 goto `.else2`                                 // account.c:8:5
    t4 := read errors                                        // account.c:9:16
    write errors := t4 + 1                                   // account.c:9:16
    return t4 + 1                                            // account.c:9:9
  `.else2`:
    write {(*from).balance@0 : i32} := left                  // account.c:10:5
    t5 := rmw seen := t5 + 1                                 // account.c:11:5
    return 0                                                 // account.c:12:5
}
"""


def test_a_c_program(c_file: Callable[..., Path]) -> None:
    file = c_file(ACCOUNT, "account.c")
    program = load([str(file)], data_model="ilp32")
    assert show(program).replace(f"{file.parent}/", "") == AS_CORE
    without = "".join(line.split("//")[0].rstrip() + "\n" for line in AS_CORE.splitlines())
    assert show(program, locations=False) == without


def test_a_bounded_program(c_file: Callable[..., Path]) -> None:
    text = """
        #include <pthread.h>
        int x;
        void *work(void *arg) { x = 1; return 0; }
        int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); return x; }
    """
    shown = show_bounded(unfold(load([str(c_file(text))]), UnfoldBounds()), locations=False).splitlines()
    assert shown[0] == "global x: i32"
    assert "thread 0 main {" in shown and "thread 1 work created by 0 {" in shown
    assert "    write x := 1" in shown[shown.index("thread 1 work created by 0 {") :]


# --- instructions, expressions, places ------------------------------------------------------------------------------

TEXT = TextPrinter(LP64)
X, Y, BYTE, P = Local("x", INT), Local("y", INT), IntType(8, False), Local("p", POINTER)
COUNTER, POINTS = (Place(o, (), o.type) for o in OBJECTS[:2])


@pytest.mark.parametrize(
    ("instr", "text"),
    [
        (Assign(X, const(1)), "x := 1"),
        (Nondet(X, "input()"), 'x := nondet "input()"'),
        (Nondet(X), "x := nondet"),
        (Goto("odd label"), "goto `odd label`"),
        (Branch(X, "end"), "if x goto end"),
        (Call(None, "f", (X, Y)), "call f(x, y)"),
        (Call(X, P, ()), "x := call *(p)()"),
        (Return(), "return"),
        (Assume(X), "assume x"),
        (Assume(X, blocking=True), "await x"),
        (Assert(X, 'a "b"', "bounds"), r'assert x "a \"b\"" kind "bounds"'),
        (Assert(X), "assert x"),
        (Exit(), "exit"),
        (ThreadExit(Const(0, VOID)), "thread_exit 0:ptr"),
        (Unsupported("longjmp"), 'unsupported "longjmp"'),
        (Cut("loop", "--unwind"), 'cut "loop" "--unwind"'),
        (Declare(OBJECTS[2], zeroed=True), "declare `odd name` zeroed"),
        (Read(X, COUNTER, "acquire"), "x := read counter order acquire"),
        (Write(COUNTER, X), "write counter := x"),
        (Rmw(X, COUNTER, Y), "x := rmw counter := y"),
        (Rmw(X, COUNTER, Y, X, "acq_rel", "relaxed"), "x := rmw counter := y if x order acq_rel relaxed"),
        (Fence("lwsync"), "fence lwsync"),
        (AtomicBegin(), "atomic_begin"),
        (AtomicEnd(), "atomic_end"),
        (Create(X, FunctionAddress("f", VOID), Const(0, VOID)), "x := create @f(0:ptr)"),
        (Join(None, X), "join x"),
        (Malloc(X, Y, zeroed=True), "x := zalloc y"),
        (Malloc(X, Y), "x := malloc y"),
        (Free(P), "free p"),
    ],
)
def test_instructions(instr: AnyInstr, text: str) -> None:
    assert TEXT.instr(instr) == text


def binary(op: str, left: Expr, right: Expr) -> Expr:
    return Binary(op, left, right, INT)


@pytest.mark.parametrize(
    ("expr", "text"),
    [
        (Const(3, BYTE), "3:u8"),
        (const(-3), "-3"),
        (Unary("-", const(3), INT), "- 3"),
        (Unary("-", const(-3), INT), "-(-3)"),
        (Unary("-", Cast(Const(5, INT), INT), INT), "- 5 as i32"),
        (binary("-", binary("-", X, Y), const(1)), "x - y - 1"),
        (binary("-", X, binary("-", Y, const(1))), "x - (y - 1)"),
        (binary("*", binary("+", X, Y), Y), "(x + y) * y"),
        (binary("&", binary("|", X, Y), Y), "(x | y) & y"),
        (binary("==", binary("==", X, Y), Y), "(x == y) == y"),
        (Cast(binary("+", X, Y), BYTE), "(x + y) as u8"),
        (Binary("+", X, Y, BYTE), "(x + y : u8)"),
        (Cond(X, Y, const(1), INT), "x ? y : 1"),
        (Self(INT), "self"),
        (Local("self", INT), "`self`"),
        (AddressOf(COUNTER, PointerType(64, INT)), "&counter"),
        (AddressOf(COUNTER, VOID), "(&counter : ptr)"),
        (AddressOf(POINTS, PointerType(32)), "(&points : ptr32)"),
    ],
)
def test_expressions(expr: Expr, text: str) -> None:
    assert TEXT.expr(expr) == text


@pytest.mark.parametrize(
    ("place", "text"),
    [
        (Place(OBJECTS[1], (IndexStep(X, 8, 3), FieldStep("x", 0)), INT), "points[x].x"),
        (Place(OBJECTS[1], (IndexStep(X, 4, None),), INT), "{points[x #4] : i32}"),
        (Place(OBJECTS[1], (IndexStep(X, 4, 6),), INT), "{points[x #4/6] : i32}"),
        (Place(P, (FieldStep("tags", 4), IndexStep(const(1), 1, 4)), BYTE), "(*p).tags[1]"),
        (Place(P, (FieldStep("tags", 5),), INT), "{(*p).tags@5 : i32}"),
        (Place(P, (), INT), "{(*p) : i32}"),
    ],
)
def test_what_follows_from_declarations_is_left_out_of_places(place: Place, text: str) -> None:
    assert TEXT.place(place) == text


@pytest.mark.parametrize(
    ("type", "text"),
    [
        (FloatType(80, 16), "f80/16"), (FloatType(64, 8), "f64"), (ArrayType(POINTER, 3), "[3]*struct point"),
        (POINT, "struct point"), (IntType(128, False), "u128"), (PointerType(32, POINT), "*32 struct point"),
        (PointerType(32), "ptr32"),
    ],
)  # fmt: skip
def test_types_and_initial_values(type: Type, text: str) -> None:
    init = ((0, VOID, FunctionAddress("main", VOID)), (16, INT, const(-5)))
    shown = TEXT.memory_object(MemoryObject("o", type, "global", init))
    assert shown == f"global o: {text} {{ 0: ptr = @main, 16: i32 = -5 }}"


# --- any program ----------------------------------------------------------------------------------------------------

ORDER = st.sampled_from(["plain", "relaxed", "seq_cst"])


def instructions() -> st.SearchStrategy[AnyInstr]:
    e, p = expressions(2), places(1)
    dst = st.just(X)
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


@settings(max_examples=12, deadline=None)
@given(st.lists(instructions(), min_size=10, max_size=25))
def test_different_instructions_have_different_texts(body: list[AnyInstr]) -> None:
    """Each is one line, and nothing that tells two of them apart is left out."""
    text = show(Program({"main": Function("main", (), None, body)}, {o.name: o for o in OBJECTS}), locations=False)
    lines = text.splitlines()[-len(body) - 1 : -1]
    by_line: dict[str, AnyInstr] = {}
    for line, instr in zip(lines, body, strict=True):
        assert by_line.setdefault(line, instr) == instr
