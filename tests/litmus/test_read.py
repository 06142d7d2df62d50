"""Reading litmus tests: dialects, initial states, conditions, and mistakes."""

from __future__ import annotations

import pytest

from heddle import models
from heddle.enumerate.search import Enumeration
from heddle.errors import InputError
from heddle.graph import pairs
from heddle.litmus_tests.read import parse
from heddle.litmus_tests.run import Outcome, run
from heddle.models.relation import Model

SC, TSO = models.find("sc"), models.find("tso")


def outcome(text: str, model: str = "sc") -> Outcome:
    return run(parse(text, "t.litmus"), models.find(model))


def x86(*rows: str, init: str = "", condition: str = "exists (true)") -> Outcome:
    header = " | ".join(f"P{i}" for i in range(rows[0].count("|") + 1))
    return outcome(f"X86 test\n{{ {init} }}\n {header} ;\n" + "".join(f" {row} ;\n" for row in rows) + condition)


def c(body: str, init: str = "", condition: str = "exists (true)", model: str = "sc") -> Outcome:
    return outcome(f"C test\n{{ {init} }}\n{body}\n{condition}\n", model)


@pytest.mark.parametrize(
    ("rows", "condition"),
    [
        (["MOV [x],$1", "MOV EAX,[x]"], "0:EAX=1 /\\ x=1"),
        (["MOV EAX,$5", "MOV EBX,EAX", "ADD EBX,$2", "MOV [x],EBX"], "[x]=7"),
        (["MOV [x],$5", "INC [x]", "LOCK DEC [x]", "LOCK INC [x]"], "x=6"),
        (["MOV EAX,$6", "SUB EAX,$2", "AND EAX,$5", "OR EAX,$2", "XOR EAX,$1"], "0:EAX=7"),
        (["MOV EAX,$3", "XCHG [x],EAX"], "0:EAX=0 /\\ x=3"),
        (["MOV EAX,$3", "MOV EBX,$4", "XCHG EAX,EBX"], "0:EAX=4 /\\ 0:EBX=3"),
        (["MOV EBX,$2", "LOCK XADD [x],EBX"], "0:EBX=0 /\\ x=2"),
        (["MOV EAX,$0", "MOV EBX,$9", "LOCK CMPXCHG [x],EBX"], "0:EAX=0 /\\ x=9"),
        (["MOV EAX,$1", "MOV EBX,$9", "LOCK CMPXCHG [x],EBX"], "0:EAX=0 /\\ x=0"),
        (["MOV EAX,$1", "CMP EAX,$1", "JE out", "MOV [x],$1", "out: NOP"], "x=0"),
        (["MOV EAX,$1", "CMP EAX,$2", "JGE out", "MOV [x],$1", "out:"], "x=1"),
        (["MOV EAX,$3", "again: INC [x]", "DEC EAX", "JNE again"], "x=3"),
        (["MOV EAX,$2", "NEG EAX", "MFENCE", "SFENCE", "LFENCE", "JMP out", "MOV EAX,$0", "out:"], "0:EAX=-2"),
        (["MOV EAX,[y]", "MOV EBX,[EAX]"], "0:EAX=x /\\ 0:EBX=4"),
    ],
)
def test_x86_instructions(rows, condition):
    assert x86(*rows, init="x=0; y=0;" if "y" not in condition and "[EAX]" not in rows[-1] else "x=4; y=x;", condition=f"forall ({condition})").observation.ok


def test_att_syntax_has_the_destination_last():
    text = "X86_64 t\n{ 0:rbx=3; }\n P0 ;\n movl $1,(x) ;\n movq (x),%rax ;\n addl %ebx,%eax ;\nforall (0:rax=4)"
    assert outcome(text).observation.ok


def test_indexed_addresses():
    text = "X86_64 t\n{ int t[2]={1,7}; 0:rax=t; 0:rbx=1; }\n P0 ;\n movq 0(%rax,%rbx,8),%rcx ;\n shl $1,%rcx ;\nforall (0:rcx=14)"
    assert outcome(text).observation.ok


def test_registers_have_one_value_under_all_their_names():
    assert x86("MOV EAX,$1", condition="forall (0:RAX=1 /\\ 0:ax=1)").observation.ok


def test_store_buffering():
    text = "X86 SB\n{}\n P0 | P1 ;\n MOV [x],$1 | MOV [y],$1 ;\n {}MOV EAX,[y] | {}MOV EAX,[x] ;\nexists (0:EAX=0 /\\ 1:EAX=0)"
    plain, fenced = text.replace("{}MOV", "MOV"), text.replace("{}MOV", "MFENCE | MFENCE ;\n MOV", 1).replace("{}MOV", "MOV")
    assert outcome(plain, "sc").observation.frequency == "Never"
    assert outcome(plain, "tso").observation.frequency == "Sometimes"
    assert outcome(fenced, "tso").observation.frequency == "Never"


@pytest.mark.parametrize(
    ("body", "condition"),
    [
        ("P0(int *x) { *x = 1; int r0 = *x; }", "0:r0=1 /\\ x=1"),
        ("P0(int *x) { int a = 1, b = 2; *x = a + b * 2 - (3 & 1); }", "x=4"),
        ("P0(int *x) { int r = 5; if (r > 3) { *x = 1; } else *x = 2; }", "x=1"),
        ("P0(int *x) { int i = 0; while (i < 3) { *x += 2; i++; } }", "x=6"),
        ("P0(int *x) { int i = 0; do { i = i + 1; } while (i < 2); *x = i; }", "x=2"),
        ("P0(int *x) { int r = !0 ? ~0 : 7; *x = r == -1 && 1; }", "x=1"),
        ("P0(atomic_int *x) { int r = atomic_fetch_add_explicit(x, 2, memory_order_relaxed); }", "0:r=0 /\\ x=2"),
        ("P0(atomic_int *x) { int r = atomic_exchange(x, 2); }", "0:r=0 /\\ x=2"),
        ("P0(atomic_int *x, int *e) { int r = atomic_compare_exchange_strong(x, e, 2); }", "0:r=1 /\\ x=2"),
        ("P0(atomic_int *x, int *e) { *e = 4; int r = atomic_compare_exchange_strong(x, e, 2); }", "0:r=0 /\\ e=0 /\\ x=0"),
        ("P0(atomic_int *x) { atomic_store(x, 3); int r = atomic_load(x); atomic_thread_fence(memory_order_acq_rel); }", "0:r=3"),
        ("P0(int *x) { WRITE_ONCE(*x, 1); smp_mb(); int r = READ_ONCE(*x); }", "0:r=1"),
        ("P0(int *x) { smp_store_release(x, 1); int r = smp_load_acquire(x); }", "0:r=1"),
        ("P0(int *x) { int r = xchg(x, 1); int s = cmpxchg_acquire(x, 1, 5); int t = cmpxchg(x, 1, 6); }", "0:s=1 /\\ 0:t=5 /\\ x=5"),
        ("P0(atomic_t *x) { atomic_inc(x); int r = atomic_add_return(2, x); int s = atomic_dec_and_test(x); }", "0:r=3 /\\ 0:s=0 /\\ x=2"),
        ("P0(atomic_t *x) { int r = atomic_add_unless(x, 1, 0); int s = atomic_fetch_sub(1, x); }", "0:r=0 /\\ x=-1"),
        ("P0(int *x, int *y) { rcu_assign_pointer(*x, y); int *p = rcu_dereference(*x); int r = *p; }", "x=y /\\ 0:r=0"),
    ],
)
def test_c_statements(body, condition):
    assert c(body, condition=f"forall ({condition})").observation.ok


def test_spinlocks_exclude_each_other():
    body = " ".join(f"P{i}(int *x, spinlock_t *l) {{ spin_lock(l); int r = *x; *x = r + 1; spin_unlock(l); }}" for i in range(2))
    assert c(body, condition="forall (x=2)").observation.ok


def test_values_through_a_cycle_of_reads():
    """Load buffering, also where a write happens only because of a read of what it causes."""
    lb = "P0(int *x, int *y) { int r = *x; *y = 1; } P1(int *x, int *y) { int r = *y; *x = 1; }"
    test = parse(f"C LB\n{{}}\n{lb}\nexists (0:r=1 /\\ 1:r=1)", "t.litmus")
    assert run(test, models.find("sc")).observation.frequency == "Never"
    assert run(test, anything()).observation.frequency == "Sometimes"
    oota = "P0(int *x, int *y) { int r = *x; if (r) *y = 1; } P1(int *x, int *y) { int r = *y; if (r) *x = 1; }"
    assert run(parse(f"C LB\n{{}}\n{oota}\nexists (0:r=1)", "t.litmus"), anything()).observation.frequency == "Sometimes"


@pytest.mark.parametrize(
    ("first", "second", "left_out"),
    [
        ("*y = r;", "*x = r;", True), ("*y = r + 1;", "*x = r - 1;", True), ("*y = r;", "*x = r ? r : 3;", True),
        ("*y = 1;", "*x = r;", False), ("*y = (r ^ r) + 1;", "*x = r;", False), ("if (r) *y = 1;", "if (r) *x = 1;", False),
    ],
)  # fmt: skip
def test_values_out_of_thin_air_are_left_out_and_that_is_said(first, second, left_out):
    body = f"P0(int *x, int *y) {{ int r = *x; {first} }} P1(int *x, int *y) {{ int r = *y; {second} }}"
    test = parse(f"C OOTA\n{{}}\n{body}\n~exists (0:r=42)", "t.litmus")
    assert run(test, anything()).thin_air == left_out
    assert not run(test, SC).thin_air


def anything() -> Model:
    return Model("anything", (), ())


def test_dependencies():
    """addr, data and ctrl are what herd says they are; a control dependency ends with its conditional."""
    body = """P0(int *x, int *y, int *z) {
      int r = *x; *y = r ^ r; if (r) *z = 1; *z = 2; int s = *(y + (r - r)); }"""
    test = parse(f"C deps\n{{ x = 1; }}\n{body}\nexists (true)", "t.litmus")
    graph = next(e.graph for e in Enumeration(test.program, models.find("sc")).executions())
    lines = {event.id: (event.kind, event.location, event.value) for event in graph.events}
    shown = {name: {(lines[a], lines[b]) for a, b in pairs(getattr(graph, name))} for name in ("addr", "data", "ctrl")}
    read = ("R", "x", 1)
    assert shown["data"] == {(read, ("W", "y", 0))}
    assert shown["ctrl"] == {(read, ("W", "z", 1))}
    assert shown["addr"] == {(read, ("R", "y", 0))}


def test_initial_states_and_observed_values():
    found = c("P0(int *p, int *x) { int *r = *p; }", "int x = 3; int *p = &x; int t[2] = {1,2}", "locations [0:r; t[1]; p]\nexists (true)")
    assert list(found.states) == [(("0:r", "x"), ("[p]", "x"), ("t[1]", "2"))]


@pytest.mark.parametrize(
    ("condition", "kind", "ok"),
    [
        ("exists (x=1)", "exists", True),
        ("exists (x=3)", "exists", False),
        ("~exists (x=3)", "~exists", True),
        ("forall (x=1 \\/ x=2)", "forall", True),
        ("forall (not x=1)", "forall", False),
        ("forall (x=1 => x=1 /\\ ~(x=2))", "forall", True),
        ("forall (x!=5)", "forall", True),
        ("filter (x=1) forall (x=1)", "forall", True),
    ],
)
def test_conditions(condition, kind, ok):
    found = c("P0(int *x) { *x = 1; } P1(int *x) { *x = 2; }", condition=condition)
    assert (found.test.quantifier, found.observation.ok) == (kind, ok)


def test_numbers_are_written_as_in_c():
    found = c("P0(int *x) { *x = 010 + 0x10 + 1u; }", condition="forall (x=031)")
    assert found.observation.ok


def test_loops_are_cut():
    found = c("P0(int *x) { while (*x == 0) { } }")
    assert found.cut
    assert not found.states


@pytest.mark.parametrize(
    ("text", "position", "message"),
    [
        ("", "1:1", "the file is empty"),
        ("X86", "1:1", "architecture and its name"),
        ("MIPS t\n{}\nP0;\nexists (true)", "1:1", "dialect 'MIPS' is not supported"),
        ("X86 t\n\nP0;", "1:6", "no initial state"),
        ("X86 t\n{ x=0;\nP0;", "2:1", "not closed"),
        ("X86 t\n{ x==0; }\n P0 ;\n NOP ;\nexists (true)", "2:5", "unexpected '='"),
        ("X86 t\n{}\n P0 ;\n FLY [x],$1 ;\nexists (true)", "4:2", "'FLY' is not supported"),
        ("X86 t\n{}\n P0 | P1 ;\n NOP | NOP | NOP ;\nexists (true)", "4:14", "only 2 threads"),
        ("X86 t\n{}\n P0 ;\n JMP away ;\nexists (true)", "4:2", "no label 'away'"),
        ("X86 t\n{}\n P0 ;\n MOV EAX,[x ;\nexists (true)", "4:12", "ends too early"),
        ("X86 t\n{}\n P0 ;\n NOP ;\nexists (0:EAX=)", "5:15", "unexpected ')'"),
        ("X86 t\n{}\n P0 ;\n NOP ;\nexists (3:EAX=1)", "1", "there are 1 threads"),
        ("C t\n{}\nP0(int *x) { *x = fly(1); }\nexists (true)", "3:19", "'fly' is not supported"),
        ("C t\n{}\nP0(int *x) { *x = ; }\nexists (true)", "3:19", "unexpected ';'"),
        ("C t\n{}\nP0(int *x) { *x = 1;\nexists (true)", "3:12", "not closed"),
        ("C t\n{}\nP0(int *x) { int r = atomic_load_explicit(x); }\nexists (true)", "3:22", "memory order is missing"),
        ("C t\n{}\nP0(int *x) { *x = 08; }\nexists (true)", "3:19", "08 is not a number"),
        ("C t\n{ x = 09; }\nP0(int *x) { *x = 1; }\nexists (true)", "2:7", "09 is not a number"),
        ("C t\n{ int x[99999999999]; }\nP0(int *x) { *x = 1; }\nexists (true)", "2:9", "is no index"),
        (f"X86 t\n{{}}\n P0 ;\n MOV [x],${'9' * 5000} ;\nexists (true)", "4:11", "9... is not a number"),
        ("X86 t\n{}\n P0 ;\n NOP ;\nexists (x=99999999999999999999)", "5:11", "does not fit in 64 bits"),
    ],
)
def test_mistakes(text, position, message):
    with pytest.raises(InputError) as error:
        parse(text, "t.litmus")
    assert str(error.value).startswith(f"t.litmus:{position}: "), str(error.value)
    assert message in str(error.value)
