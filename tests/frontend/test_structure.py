"""The shape of lowered programs: which instructions, in which order, with which orders and names."""

from __future__ import annotations

from typing import Any

import pytest

from heddle.core import instr as i
from heddle.core.expr import Const, Local
from heddle.core.program import Function, Program

from .machine import Machine


def kinds(function: Function) -> list[str]:
    return [type(x).__name__ for x in function.body]


def only(function: Function, kind: type) -> Any:
    found = [x for x in function.body if isinstance(x, kind)]
    assert len(found) == 1, found
    return found[0]


def named(x: Any) -> str:
    return str(x.place.base.name)


def test_each_access_is_an_instruction_in_order(program: Any) -> None:
    main = program("int x, y; int main(void) { x = y + x + 3; return 0; }").functions["main"]
    assert kinds(main) == ["Read", "Read", "Write", "Return"]
    assert [named(a) for a in main.body[:3]] == ["y", "x", "x"]


def test_registers_and_memory(program: Any) -> None:
    main = program("""void g(int *p) { *p = 1; }
        int main(void) { int a = 1, b = 2; int c[2]; { int a = 5; b += a; } c[0] = a; g(&b); return b; }""").functions["main"]
    assert {m.name for m in main.memory} == {"main::b", "main::c"}
    assert all(m.kind == "local" for m in main.memory)
    locals_ = {x.dst.name for x in main.body if isinstance(x, i.Assign)}
    assert {"a", "a.2"} <= locals_


def test_uninitialized_variables_are_inputs_only_where_read(program: Any) -> None:
    main = program("""int main(void) { int used, set, skipped; set = 3; switch (set) { int late; case 3: late += used; }
        for (skipped = 0; skipped < 2; skipped++); return late_use(set); } int late_use(int x) { return x; }""").functions["main"]
    assert {x.what for x in main.body if isinstance(x, i.Nondet)} == {"uninitialized used", "uninitialized late"}


def test_globals_statics_and_strings(program: Any) -> None:
    p = program("""static int a = 3; int b; __thread int t; char *s = "hi";
        int f(void) { static int a = 7; return a++; }
        int main(void) { b = a; t = s[0]; return f(); }""")
    assert p.memory["a"].init[0][2] == Const(3, p.memory["a"].type)
    assert p.memory["t"].kind == "tls"
    assert p.memory["f::a"].kind == "global"
    assert [v.value for _, _, v in p.memory["string.1"].init] == [ord("h"), ord("i")]


def test_unused_functions_are_left_out(program: Any) -> None:
    p = program("void unused(void) { undefined(); } void used(void) {} int main(void) { used(); return 0; }")
    assert set(p.functions) == {"main", "used"}


def test_uids_are_unique_and_locations_are_physical(program: Any) -> None:
    p = program('#line 100 "other.c"\nint x;\nint main(void) {\n  x = 1;\n  return x; }')
    body = [a for f in p.functions.values() for a in f.body]
    assert len({a.uid for a in body}) == len(body)
    write = only(p.functions["main"], i.Write)
    assert (write.loc.line, write.loc.column, write.loc.function) == (4, 3, "main")
    assert write.loc.file in p.sources


def test_locations_say_where_things_end(program: Any) -> None:
    main = program("""#include <assert.h>
        int x;
        int main(void) {
            x =
                3;
            assert(x ==
                   2);
        }""").functions["main"]
    write, read, check = only(main, i.Write).loc, only(main, i.Read).loc, only(main, i.Assert).loc
    assert (write.line, write.column, write.end_line, write.end_column) == (4, 13, 5, 18)
    assert (read.line, read.column, read.end_line) == (6, 13, 0), "inside a macro: not known"
    assert (check.line, check.column, check.end_line, check.end_column) == (6, 13, 7, 22)


# --- loops and sections ---------------------------------------------------------------------------------------------


def backward_jumps(function: Function) -> int:
    labels = {a.name: n for n, a in enumerate(function.body) if isinstance(a, i.Label)}
    jumps = [(n, a.label) for n, a in enumerate(function.body) if isinstance(a, i.Goto | i.Branch)]
    return sum(labels[label] <= n for n, label in jumps)


def test_a_macro_style_loop_is_no_loop(program: Any) -> None:
    main = program("int x; int main(void) { do { x = 1; } while (0); return 0; }").functions["main"]
    assert kinds(main) == ["Write", "Return"]


@pytest.mark.parametrize("text", ["while (x) x--;", "for (;;) if (x--) break;", "do x--; while (x);", "l: if (x--) goto l;"])
def test_a_loop_is_one_backward_jump(program: Any, text: str) -> None:
    assert backward_jumps(program(f"int main(void) {{ int x = 3; {text} return 0; }}").functions["main"]) == 1


def test_for_in_a_macro(program: Any) -> None:
    p = program("""#define EACH(i, n) for (int i = 0; i < n; i++)
        #define EVER for (;;)
        int main(void) { int s = 0; EACH(k, 4) s += k; EVER { if (++s > 9) break; } return s; }""")
    assert Machine(p).run() == 10


def test_atomic_sections_are_free_of_branches(program: Any) -> None:
    p = program("""int a, b, c; void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);
        int main(void) { __VERIFIER_atomic_begin(); c = a && b ? a : b; __VERIFIER_atomic_end(); c = a && b; return 0; }""")
    body = p.functions["main"].body
    end = next(n for n, a in enumerate(body) if isinstance(a, i.AtomicEnd))
    assert not any(isinstance(a, i.Branch) for a in body[:end])
    assert any(isinstance(a, i.Branch) for a in body[end:])


def test_dereferences_stay_conditional_in_atomic_sections(program: Any) -> None:
    p = program("""int *q; int c; void __VERIFIER_atomic_step(void) { c = q && *q; }
        int main(void) { __VERIFIER_atomic_step(); return 0; }""")
    step = p.functions["__VERIFIER_atomic_step"]
    assert any(isinstance(a, i.Branch) for a in step.body)


def test_atomic_functions_end_their_section_on_every_way_out(program: Any) -> None:
    p = program("""int x; int __VERIFIER_atomic_take(void) { if (x) return 0; x = 1; return 1; }
        int main(void) { return __VERIFIER_atomic_take(); }""")
    body = p.functions["__VERIFIER_atomic_take"].body
    assert isinstance(body[0], i.AtomicBegin)
    returns = [n for n, a in enumerate(body) if isinstance(a, i.Return)]
    assert len(returns) == 2 and all(isinstance(body[n - 1], i.AtomicEnd) for n in returns)


# --- atomics --------------------------------------------------------------------------------------------------------


def test_memory_orders(program: Any) -> None:
    main = program("""_Atomic int a; int b;
        int main(void) { a = 1; int r = a; r = __atomic_load_n(&b, __ATOMIC_ACQUIRE); __atomic_store_n(&b, r, __ATOMIC_RELEASE);
        a++; __atomic_fetch_add(&b, 2, __ATOMIC_RELAXED); __atomic_thread_fence(__ATOMIC_ACQ_REL);
        asm volatile("lwsync" ::: "memory"); return 0; }""").functions["main"]
    orders = [(type(x).__name__, x.order) for x in main.body if hasattr(x, "order")]
    assert orders == [
        ("Write", "seq_cst"), ("Read", "seq_cst"), ("Read", "acquire"), ("Write", "release"), ("Rmw", "seq_cst"),
        ("Rmw", "relaxed"), ("Fence", "acq_rel"), ("Fence", "lwsync"),
    ]


def test_compare_and_exchange_is_one_step(program: Any) -> None:
    main = program("""int x; int main(void) { return __sync_bool_compare_and_swap(&x, 0, 1); }""").functions["main"]
    rmw = only(main, i.Rmw)
    assert rmw.test is not None and rmw.value == Const(1, rmw.dst.type) and isinstance(rmw.dst, Local)


def test_atomic_builtins_inside_macros(program: Any) -> None:
    main = program("""#define LOAD(p) __atomic_load_n(p, __ATOMIC_ACQUIRE)
        #define READ(x) LOAD(&(x))
        int x; int main(void) { return READ(x); }""").functions["main"]
    assert only(main, i.Read).order == "acquire"


# --- threads, nondeterminism, checks --------------------------------------------------------------------------------


def test_library_functions_are_linked(program: Any) -> None:
    p: Program = program("""#include <pthread.h>
        int x; void *run(void *a) { x = 1; return 0; }
        int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); pthread_join(t, 0); return x; }""")
    assert p.functions["pthread_create"].library and not p.functions["run"].library
    assert any(isinstance(a, i.Create) for a in p.functions["pthread_create"].body)
    assert list(p.sources) == [p.functions["main"].loc.file]


def test_async_label_starts_a_thread_with_copies(program: Any) -> None:
    p = program("""int x; void run(int a, int *p) { x = a; *p = 9; }
        int main(void) { int a = 5, b = 2; __CPROVER_ASYNC_1: run(a, &b); return b; }""")
    assert only(p.functions["main"], i.Create).function.function == "main::ASYNC_1"
    machine = Machine(p)
    assert machine.run() == 2
    assert machine.read(machine.globals["x"], p.memory["x"].type) == 5


def test_nondet_functions(program: Any) -> None:
    main = program("unsigned char __VERIFIER_nondet_uchar(void); int main(void) { return __VERIFIER_nondet_uchar(); }")
    nondet = only(main.functions["main"], i.Nondet)
    assert nondet.dst.type.bits == 8 and nondet.what == "__VERIFIER_nondet_uchar()"


def test_error_label_and_error_function(program: Any) -> None:
    main = program("void reach_error(void) {} int main(void) { reach_error(); ERROR: return 0; }", error_label="ERROR")
    messages = [a.message for a in main.functions["main"].body if isinstance(a, i.Assert)]
    assert messages == ["reach_error() is called", "label ERROR is reached"]


def test_acsl_assertions(program: Any) -> None:
    main = program("""int x;
        int main(void) { //@ assert x == 0;
          x = 1; /*@ assert x > 0 ==> x == 1; */ x = 2; // @ assert 0;
          //@ assert \\forall int k; k == k;
          return 0; }""").functions["main"]
    assert [a.message for a in main.body if isinstance(a, i.Assert)] == ["x == 0", "x > 0 ==> x == 1"]
    assert [a.loc.column for a in main.body if isinstance(a, i.Write)] == [11, 50]
    assert only(main, i.Unsupported)


def test_division_is_guarded(program: Any) -> None:
    text = "int x; int main(void) { int a = x; return 10 / a + 10 / 2; }"
    assert only(program(text).functions["main"], i.Assert).kind == "div-by-zero"


@pytest.mark.parametrize(
    ("expression", "asserted"),
    [
        ("a + b", ["overflow"]), ("u + 1u", []), ("-a", ["overflow"]), ("a << b", ["shift", "overflow"]), ("a << 3", ["overflow"]),
        ("u >> b", ["shift"]), ("a * 2", ["overflow"]), ("(char)1 + 1", []), ("a / b", ["div-by-zero", "overflow"]), ("a & b", []),
    ],
)
def test_overflow_checks(program: Any, expression: str, asserted: list[str]) -> None:
    main = program(
        f"int x; int main(void) {{ int a = x, b = x; unsigned u = x; u = {expression}; return u; }}",
        checks=frozenset({"overflow"}),
    ).functions["main"]
    assert [a.kind for a in main.body if isinstance(a, i.Assert)] == asserted


def test_bounds_checks(program: Any) -> None:
    """Only what is not plainly inside is checked."""
    main = program("int a[3], k; int main(void) { int *end = &a[3]; a[k] = 1; return *(end - 1); }",
                   checks=frozenset({"bounds"})).functions["main"]
    assert [a.kind for a in main.body if isinstance(a, i.Assert)] == ["bounds"]


# --- what is not supported ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("undefined_function(1);", "call of undefined function 'undefined_function'"),
        ("long double e; e = e + e;", "arithmetic on long double"),
        ("long double e; n = e;", "conversion of long double"),
        ("long double e; if (e) n = 1;", "long double"),
        ("_Complex double z; z = z * z;", "a value of this type is not supported"),
        ('asm volatile("hlt");', "inline assembly 'hlt'"),
        ("void *l = &&here; goto *l; here:;", "a computed goto to something that is no label of the function"),
        ("n = (long)__builtin_frame_address(0);", "__builtin_frame_address"),
        ("n = sizeof(int[n]);", "sizeof of a variable-length type that has no name"),
        ("n = __atomic_load_n(&n, n);", "an atomic operation with a memory order that it cannot have"),
    ],
)
def test_unsupported_constructs_stay_in_place(program: Any, statement: str, reason: str) -> None:
    main = program(f"double d; int n; int main(int argc, char **argv) {{ if (n) {{ {statement} }} return 0; }}")
    found = [a.reason for a in main.functions["main"].body if isinstance(a, i.Unsupported)]
    assert found[0] == reason


def test_floating_values_can_be_moved(program: Any) -> None:
    p = program("""double a = 1.5, b; float f = 2; struct { double d; int i; } s, t; double id(double x) { return x; }
        int main(void) { b = a; s.d = id(b); t = s; double l = 3.0; f = 1.0f; b = l; return 0; }""")
    assert not any(isinstance(a, i.Unsupported) for a in p.functions["main"].body)
    Machine(p).run()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('asm volatile("" ::: "memory")', []), ('asm volatile("mfence" ::: "memory")', ["full"]),
        ('__asm__ __volatile__("lock; addl $0,0(%%esp)" ::: "memory")', ["full"]), ('asm("dmb ishst")', ["store"]),
        ('asm volatile("sync\\n\\tisync")', ["full", "isync"]), ('asm volatile("" : "+r"(x))', []),
        ('asm volatile("" : "=r"(x) : "0"(x))', []), ('asm volatile("" : "=r"(x))', None),
        ('asm volatile("mfence" : "=r"(x))', None), ('asm volatile("xchg %0, %1" : "+r"(x))', None),
    ],
)
def test_assembly(program: Any, text: str, expected: list[str] | None) -> None:
    main = program(f"#define CODE {text}\nint main(void) {{ int x = 1; CODE; return x; }}").functions["main"]
    fences = [a.order for a in main.body if isinstance(a, i.Fence)]
    refused = any(isinstance(a, i.Unsupported) for a in main.body)
    assert refused if expected is None else (fences == expected and not refused)


def test_static_functions_of_the_library_stay_private(program: Any) -> None:
    main = program("int main(void) { return is_normal(3); }").functions["main"]
    assert only(main, i.Unsupported).reason == "call of undefined function 'is_normal'"


def test_sources_hold_included_files(program: Any, tmp_path: Any) -> None:
    (tmp_path / "part.h").write_text("int x;\nstatic void set(void) { x = 1; }\n")
    p = program('#include "part.h"\nint main(void) { set(); return 0; }')
    write = only(p.functions["set"], i.Write)
    assert "x = 1" in p.sources[write.loc.file]
