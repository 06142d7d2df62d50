"""Integers of more than 64 bits in the explorer: against Python's own."""

from __future__ import annotations

import random

import pytest

import covering
from asking import ask
from heddle.answer import Answer, Verdict
from heddle.frontend import load

HEAD = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
typedef __int128 i128;
typedef unsigned __int128 u128;
"""
EDGES = [0, 1, 2, 3, (1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 32, (1 << 63) - 1, 1 << 63, (1 << 64) - 1,
         1 << 64, (1 << 127) - 1, 1 << 127, (1 << 128) - 1]  # fmt: skip


def asked(text: str, engine: str = "stateless", model: str = "rc11", checks: frozenset[str] = frozenset()) -> Answer:
    program = load(["p.c"], texts={"p.c": text}, checks=checks)
    return ask(program.claiming(*checks), model, engine=engine)


def number(chance: random.Random) -> int:
    value = chance.choice(EDGES) if chance.random() < 0.6 else chance.getrandbits(chance.choice((8, 40, 64, 100, 128)))
    return (value + chance.choice((-1, 0, 0, 1))) % (1 << 128)


def wrapped(value: int, signed: bool) -> int:
    value %= 1 << 128
    return value - (1 << 128) if signed and value >> 127 else value


def expected(op: str, a: int, b: int, signed: bool) -> int:
    a, b = wrapped(a, signed), wrapped(b, signed)
    by = b % 128
    results = {
        "+": a + b, "-": a - b, "*": a * b, "&": a & b, "|": a | b, "^": a ^ b, "<<": a << by, ">>": a >> by,
        "==": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b,
        "&&": bool(a) and bool(b), "||": bool(a) or bool(b),
    }  # fmt: skip
    return wrapped(int(results[op]), False)


def program(chance: random.Random, tests: int) -> str:
    """Values are read from memory, so that nothing is computed before."""
    globals_, body = [], []
    for k in range(tests):
        signed, op = (
            chance.random() < 0.5,
            chance.choice(["+", "-", "*", "&", "|", "^", "<<", ">>", "==", "!=", "<", "<=", ">", ">=", "&&", "||"]),
        )
        a, b = number(chance), number(chance)
        type = "i128" if signed else "u128"
        halves = ", ".join(f"{half}ul" for v in (a, b, expected(op, a, b, signed)) for half in (v & EDGES[10], v >> 64))
        globals_.append(f"_Atomic uint64_t v{k}[] = {{ {halves} }};")
        operand = "b" if op not in ("<<", ">>") else "(int)(b & 127)" if chance.random() < 0.7 else "(b & 127)"
        load = f"({type})((u128)v{k}[%d] << 64 | v{k}[%d])"
        body += [
            "{", f"{type} a = {load % (1, 0)}, b = {load % (3, 2)};",
            f"u128 r = (u128)(a {op} {operand}), want = (u128){load % (5, 4)};",
            f'assert(r == want); assert((uint64_t)r == v{k}[4]); if (r != want || -r != ~r + 1) assert(!"{k}");', "}",
        ]  # fmt: skip
    return HEAD + "\n".join(globals_) + "\nint main(void)\n{\n" + "\n".join(body) + "\nreturn 0;\n}\n"


@pytest.mark.parametrize("seed", range(covering.number(4)))
def test_arithmetic(seed: int) -> None:
    text = program(random.Random(seed), 12)
    answer = asked(text)
    assert answer.verdict is Verdict.SAFE, f"{answer.reason}\n{text}"


@pytest.mark.parametrize("engine,model", [("stateless", "rc11"), ("explicit", "sc"), ("enumerate", "rc11")])
@pytest.mark.parametrize(
    "type,a,b,op,overflows",
    [
        ("int", "2147483647", "2", "mul", True),
        ("int", "46340", "46340", "mul", False),
        ("int", "-2147483647", "2", "sub", True),
        ("unsigned", "4294967295u", "1", "add", True),
        ("size_t", "4294967296ul", "4294967296ul", "mul", True),
        ("size_t", "4294967295ul", "4294967297ul", "mul", False),
        ("long", "-9223372036854775807l", "2", "sub", True),
        ("long", "-4611686018427387904l", "2", "mul", False),
    ],
)
def test_overflow_builtins(engine: str, model: str, type: str, a: str, b: str, op: str, overflows: bool) -> None:
    text = (
        HEAD
        + f"""_Atomic {type} x = {a}, y = {b};
int main(void) {{ {type} r; assert(__builtin_{op}_overflow(x, y, &r) == {int(overflows)}); return 0; }}"""
    )
    answer = asked(text, engine, model)
    assert answer.verdict is Verdict.SAFE, answer.reason


def test_overflow_of_a_long_counter() -> None:
    text = "int main(void) { for (long i = 0; i < 2; i++) ; }"
    assert asked(text, checks=frozenset({"overflow"})).verdict is Verdict.SAFE


def test_overflow_of_a_long_is_found() -> None:
    text = HEAD + "_Atomic long x = 9223372036854775806l; int main(void) { long i = x; i++; x = i; i++; return 0; }"
    answer = asked(text, checks=frozenset({"overflow"}))
    assert answer.verdict is Verdict.VIOLATION


def test_what_is_not_done_is_named() -> None:
    text = HEAD + "_Atomic long x = 7; int main(void) { i128 a = x; a /= 3; assert(a == 2); return 0; }"
    answer = asked(text)
    assert answer.verdict is Verdict.UNKNOWN and "operation on integers of more than 64 bits" in answer.reason
