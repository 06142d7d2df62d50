"""Litmus-size programs for weak memory: a few shared accesses a thread, fences and atomics between them."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

PRELUDE = """#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
"""
VARIABLES = ("x", "y", "z")
REGISTERS = 2


@st.composite
def litmus_tests(draw: Any, tiny: bool = False) -> str:
    """Two or three threads over plain and atomic variables; the registers and final values make up ``result``."""
    threads = draw(st.integers(2, 2 if tiny else 3))
    most = 2 if tiny else 4 if threads == 2 else 3
    bodies = [_thread(draw, number, draw(st.integers(2, most))) for number in range(threads)]
    registers = [f"r{number}_{k}" for number in range(threads) for k in range(REGISTERS)]
    observed = [*registers, *VARIABLES, "(int)a", "array[0]", "array[1]"]
    result = " + ".join(f"{4**power}LL * {name}" for power, name in enumerate(observed))
    own = [f"own{number}" for number in range(threads)]
    declared = "".join(f"int {name};\n" for name in (*VARIABLES, *registers, *own))
    starts = "".join(f"    pthread_create(&t{n}, 0, thread{n}, 0);\n" for n in range(threads))
    joins = "".join(f"    pthread_join(t{n}, 0);\n" for n in range(threads))
    ids = ", ".join(f"t{n}" for n in range(threads))
    return (
        f"{PRELUDE}{declared}_Atomic int a;\nint array[2];\nlong long result = -(1LL << 62);\n{''.join(bodies)}"
        f"int main(void) {{\n    pthread_t {ids};\n{starts}{joins}    result = {result};\n    assert(CHECK);\n}}\n"
    )


def _thread(draw: Any, number: int, steps: int) -> str:
    lines = []
    for step in range(steps):
        variable = draw(st.sampled_from(VARIABLES))
        register = f"r{number}_{step % REGISTERS}"
        value = draw(st.integers(1, 3))
        lines.append("    " + draw(st.sampled_from(_statements(variable, register, value, f"own{number}"))))
    return f"void *thread{number}(void *_) {{\n" + "\n".join(lines) + "\n    return 0;\n}\n"


def _statements(variable: str, register: str, value: int, own: str) -> list[str]:
    """``own`` is a global that only this thread uses: its writes go through the store buffer all the same."""
    plain = [f"{variable} = {value};", f"{register} = {variable};"]
    return [
        *plain, *plain, *plain,
        f"{variable} = {register} + {value};",
        f"if ({register}) {variable} = {value}; else atomic_thread_fence(memory_order_seq_cst);",
        f"array[{register} & 1] = {value};",
        f"{register} = array[{variable} & 1];",
        f"{own} = {value}; __asm__ volatile (\"lwsync\" ::: \"memory\"); {variable} = {value};",
        "__sync_synchronize();",
        "__asm__ volatile (\"lwsync\" ::: \"memory\");",
        f"atomic_store_explicit(&a, {value}, memory_order_relaxed);",
        f"atomic_store_explicit(&a, {value}, memory_order_release);",
        f"atomic_store(&a, {value});",
        f"{register} = atomic_load_explicit(&a, memory_order_acquire);",
        f"{register} = atomic_fetch_add(&a, 1) & 3;",
        f"__VERIFIER_atomic_begin(); {register} = {variable}; {variable} = {value}; __VERIFIER_atomic_end();",
    ]  # fmt: skip
