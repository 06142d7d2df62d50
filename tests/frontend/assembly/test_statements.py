"""What becomes of single statements: the operations that memory sees, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from heddle.core import instr as i
from heddle.core.program import Function

ARM = {"machine": "aarch64"}


def operations(body: list[i.AnyInstr]) -> list[str]:
    found = []
    for x in body:
        match x:
            case i.Read() | i.Write() | i.Rmw():
                found.append(f"{type(x).__name__} {x.order}")
            case i.Fence():
                found.append(f"Fence {x.order}")
    return found


@pytest.mark.parametrize(
    ("statement", "options", "expected"),
    [
        ('asm("lock; incl %0" : "+m"(x))', {}, ["Fence full", "Rmw seq_cst", "Fence full"]),
        ('asm("incl %0" : "+m"(x))', {}, ["Read relaxed", "Write relaxed"]),
        ('asm("movl $1,%0" : "=m"(x) :: "memory")', {}, ["Write release"]),
        ('asm("stlr %w1, %0" : "=Q"(x) : "r"(1))', ARM, ["Write release"]),
        ('asm("ldar %w0, %1" : "=r"(r) : "Q"(x))', ARM, ["Read acquire"]),
        ('asm("ldaddal %w1, %w0, %2" : "=r"(r) : "r"(1), "Q"(x))', ARM, ["Rmw acq_rel"]),
        ('asm("dmb ish\\n dmb ishld\\n dmb ishst\\n isb")', ARM, [f"Fence {k}" for k in ("full", "load", "store", "isync")]),
        ('asm("1: ldxr %w0, %2\\n add %w0, %w0, #1\\n stxr %w1, %w0, %2\\n cbnz %w1, 1b" : "=&r"(r), "=&r"(s), "+Q"(x))',
         ARM, ["Rmw relaxed"]),
        ('asm("ldaxr %w0, %1" : "=r"(r), "+Q"(x))', ARM, ["Read acquire"]),
    ],
)  # fmt: skip
def test_what_memory_sees(program: Any, statement: str, options: dict[str, str], expected: list[str]) -> None:
    main = program(f"int x; int main(void) {{ int r, s; {statement}; return 0; }}", **options).functions["main"]
    assert [x.reason for x in main.body if isinstance(x, i.Unsupported)] == []
    assert operations(main.body) == expected


@pytest.mark.parametrize(
    ("statement", "options", "reason"),
    [
        ('asm("hlt")', {}, "inline assembly 'hlt'"),
        ('asm("nop; syscall")', {}, "inline assembly 'nop; syscall': instruction 'syscall'"),
        ('asm("incl %%ecx" ::: "memory")', {}, "inline assembly 'incl %%ecx': changes register 'c' secretly"),
        ('asm("movl $1,%0; movl %1,%0" : "=r"(r) : "r"(s))', {},
         "which writes operand 0, not marked '&', before it reads operand 1"),
        ('asm("" : "=r"(r))', {}, "which does not set operand 0"),
        ('asm("setz %b0" : "=q"(r))', {}, "which does not set all of operand 0"),
        ('asm("" : "=m"(x))', {}, "which does not write all of operand 0"),
        ('asm("btsl $1,%0; sets %1" : "+r"(r), "=&q"(c))', {}, "looking at a flag that an instruction left undefined"),
        ('asm("lock; movl $1,%0" : "=m"(x))', {}, "instruction 'lock movl $1,%0'"),
        ('asm("stxr %w0, %w1, %2" : "+&r"(r) : "r"(1), "Q"(x))', ARM, "not reached from a load-exclusive of the same place"),
        ('asm("ldxp %0, %1, %2" : "=&r"(l), "=&r"(m) : "Q"(x))', ARM, "inline assembly 'ldxp %0, %1, %2'"),
    ],
)  # fmt: skip
def test_what_is_refused(program: Any, statement: str, options: dict[str, str], reason: str) -> None:
    text = f"int x; int main(void) {{ int r = 0, s = 1; unsigned char c; long l, m; {statement}; return r; }}"
    found = [a.reason for a in program(text, **options).functions["main"].body if isinstance(a, i.Unsupported)]
    assert len(found) == 1 and reason in found[0]


def test_a_store_exclusive_may_fail_for_no_reason(program: Any) -> None:
    """Where the program can see it.  Where it only tries again, it does not matter."""
    once = """int x; int main(void) { int s, o; asm("ldxr %w1, %2\\n stxr %w0, %w1, %2" : "=&r"(s), "=&r"(o), "+Q"(x)); return s; }"""
    inputs = [a.source for a in program(once, **ARM).functions["main"].body if isinstance(a, i.Nondet)]
    assert i.Source.TRUTH in inputs


def test_registers_that_declarations_name_are_no_statements(program: Any) -> None:
    text = """int main(void) { register int a asm("eax") = 1; asm("incl %0" : "+r"(a)); return a; }"""
    assert not any(isinstance(a, i.Unsupported) for a in program(text).functions["main"].body)


LOAD = 'asm volatile("ldaxr %w0, %1" : "=r"(v) : "Q"(*(p)));'
STORE = 'asm volatile("stlxr %w0, %w2, %1" : "=&r"(s), "=Q"(*(p)) : "r"(v + 1) : "memory");'
HALVES = f"""int x, y;
static inline int ll(int *p) {{ int v; {LOAD} return v; }}
static inline int sc(int *p, int v) {{ int s; {STORE.replace("v + 1", "v")} return s; }}
"""


def halves(program: Any, body: str) -> Function:
    text = f"int f(int *p, int n) {{ int v = 0, s; {body} return v; }} int main(void) {{ return f(&x, 2); }}"
    functions: dict[str, Function] = program(HALVES + text, **ARM).functions
    return functions["f"]


def test_only_functions_with_a_half_are_put_into_their_callers(program: Any) -> None:
    text = HALVES + "void f(int *p) { while (sc(p, ll(p) + 1)) ; } int main(void) { f(&x); return 0; }"
    functions = program(text, **ARM).functions
    assert [x.callee for x in functions["main"].body if isinstance(x, i.Call)] == ["f"]
    assert not any(isinstance(x, i.Call) for x in functions["f"].body)
    through = text.replace("sc(p, ll(p) + 1)", "sc(p, twice(p) + 1)").replace("void f", "static int twice(int *p) { return ll(p); } void f")
    assert [x.order for x in program(through, **ARM).functions["f"].body if isinstance(x, i.Rmw)] == ["acq_rel"]


def test_two_loads_may_have_one_store(program: Any) -> None:
    found = halves(program, "if (n) v = ll(p); else v = ll(p) + 1; s = sc(p, v);").body
    assert [x.order for x in found if isinstance(x, i.Rmw)] == ["acq_rel", "acq_rel"]


@pytest.mark.parametrize(
    ("body", "may_fail", "order"),
    [
        (f"do {{ {LOAD} {STORE} }} while (s);", False, "acq_rel"),
        (f"{LOAD} {STORE}", True, "acq_rel"),
        (f"{LOAD} if (v > n) v *= 2; {STORE}", True, "acq_rel"),
        (f"do {{ {LOAD} n++; {STORE} }} while (s); v = n;", True, "acq_rel"),  # the program counts its attempts
        (f"do {{ {LOAD} n = v + 3; {STORE} }} while (s); v = n;", False, "acq_rel"),
        (f"do {{ {LOAD} {STORE.replace('stlxr', 'stxr')} }} while (s);", False, "acquire"),
        (f"do {{ {LOAD.replace('ldaxr', 'ldxr')} {STORE} }} while (s);", False, "release"),
        ("do v = ll(p); while (sc(p, v + 1));", False, "acq_rel"),
        ("while (sc(p, ll(p) + 1)) ;", False, "acq_rel"),
        ("for (;;) { v = ll(p); if (v == n || !sc(p, n)) break; }", False, "acq_rel"),
        ("int *q = p; v = ll(q); s = sc(p, v ? v : 7);", True, "acq_rel"),
        ("v = ll(&x); s = sc(&x, 1);", True, "acq_rel"),
        ("v = ll(&p[n]); s = sc(&p[n], 1);", True, "acq_rel"),
    ],
)  # fmt: skip
def test_halves_in_statements_of_their_own_are_one_operation(program: Any, body: str, may_fail: bool, order: str) -> None:
    found = halves(program, body).body
    assert [x.order for x in found if isinstance(x, i.Rmw)] == [order]
    assert any(isinstance(x, i.Nondet) and x.what == i.MAY_FAIL for x in found) == may_fail


@pytest.mark.parametrize(
    "body",
    [
        STORE,
        f"{LOAD} {STORE.replace('*(p)', 'y')}",
        f"{LOAD} p++; {STORE}",
        f"{LOAD} y = 1; {STORE}",
        f"{LOAD} v += y; {STORE}",
        f'{LOAD} asm volatile("dmb ish"); {STORE}',
        f'{LOAD} asm volatile("clrex"); {STORE}',
        f"{LOAD} {STORE} {STORE}",
        "v = ll(p); s = sc(&y, 1);",
        "s = sc(p, 1); v = ll(p);",
    ],
)
def test_a_store_exclusive_needs_its_load(program: Any, body: str) -> None:
    """It is no operation, and where it is reached the answer is unknown, with the place."""
    function = halves(program, body)
    refused = [x for x in function.body if isinstance(x, i.Unsupported)]
    assert len(refused) == len([x for x in refused if "not reached from a load-exclusive of the same place" in x.reason]) > 0
    assert all(x.loc.line > 0 and x.loc.column > 0 for x in refused)
    assert not any("exclusive " in x.order for x in function.body if isinstance(x, i.Read | i.Rmw | i.Fence))
