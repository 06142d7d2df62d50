"""Small concurrent C programs, by seeds or as hypothesis strategies.

A program has two or three threads beside main, a few statements each, taken from the tables in ``features``.  Main
joins them (mostly) and computes ``result`` from the shared variables; ``CHECK`` is a macro, given when the program is
loaded, that says what result is fine.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from hypothesis import strategies as st

from .features import BARE, BASE, FEATURES, Feature

TYPES = ("int", "unsigned", "unsigned char", "signed char", "short", "long long", "unsigned long long", "unsigned short")
LOCALS = ("a1", "b1")
HEADERS = ("pthread", "semaphore", "stdatomic", "assert", "stdlib", "string")
PRELUDE = (
    "".join(f"#include <{name}.h>\n" for name in HEADERS)
    + "extern int __VERIFIER_nondet_int(void);\nextern _Bool __VERIFIER_nondet_bool(void);\n"
    "extern unsigned char __VERIFIER_nondet_uchar(void);\nextern void __VERIFIER_assume(int);\n"
    "extern void __VERIFIER_atomic_begin(void);\nextern void __VERIFIER_atomic_end(void);\n"
)
BOXED = "static void *boxed(int value) { int *box = malloc(sizeof *box); *box = value; return box; }\n"
ILP32 = "// ilp32\n"
UNSET = -(1 << 62)
"""The result of an execution that never comes to the end of main."""
WIDE = " + ".join(f"((@ & 15) << {4 * n})" for n in range(5))
"""A result that tells many executions apart."""
HOLE = re.compile(r"@(K1|ret|[ECRPLSKTn])")


class Choices(Protocol):
    """Whoever makes the choices."""

    def pick(self, options: Sequence[str]) -> str: ...

    def number(self, least: int, most: int) -> int: ...


class Drawn:
    """Hypothesis makes them, so that it can make programs smaller."""

    def __init__(self, draw: Callable[[st.SearchStrategy[Any]], Any]) -> None:
        self.draw = draw

    def pick(self, options: Sequence[str]) -> str:
        return str(self.draw(st.sampled_from(options)))

    def number(self, least: int, most: int) -> int:
        return int(self.draw(st.integers(least, most)))


class Seeded:
    """A seed makes them."""

    def __init__(self, seed: object) -> None:
        self.chance = random.Random(str(seed))

    def pick(self, options: Sequence[str]) -> str:
        return self.chance.choice(options)

    def number(self, least: int, most: int) -> int:
        return self.chance.randint(least, most)


class Writer:
    """Fills templates with choices from the tables of some features."""

    def __init__(self, choices: Choices, features: tuple[Feature, ...]) -> None:
        self.choices, self.names = choices, 0
        self.pick, self.number = choices.pick, choices.number
        self.reads = [*LOCALS, *(r for f in features for r in f.reads)]
        self.places = [p for f in features for p in f.places]
        self.expressions = [e for f in features for e in f.expressions]
        self.statements = [s for f in features for s in f.statements]
        self.returns = "0"
        self.boxed = self.number(0, 3) == 0
        """Whether threads return pointers to new blocks."""
        self.may_leave = True
        """Whether a statement may end the thread: not inside an atomic section."""

    def fill(self, template: str, depth: int) -> str:
        name = f"n{self.names}"
        if "@n" in template:
            self.names += 1
        return HOLE.sub(lambda hole: name if hole[1] == "n" else self.part(hole[1], depth), template)

    def part(self, hole: str, depth: int) -> str:
        match hole:
            case "K":
                return self.pick(("1", "0", "2", "3", "5"))
            case "K1":
                return self.pick(("2", "3", "-1", "-3", "7u"))
            case "T":
                return self.pick(TYPES)
            case "R":
                return self.fill(self.pick(self.reads), depth)
            case "P":
                return self.fill(self.pick(self.places), depth)
            case "L":
                return self.pick(LOCALS)
            case "E":
                return self.fill(self.pick(self.expressions), depth)
            case "C":
                return self.fill(f"@R {self.pick(('==', '!=', '<', '>', '<=', '>='))} @K", depth)
            case "ret":
                return self.returns
        return self.statement(depth - 1)

    def statement(self, depth: int) -> str:
        """In braces of its own, so that its names do not clash."""
        options = [s for s in self.statements if (depth > 0 or "@S" not in s) and (self.may_leave or "@ret" not in s)]
        template = self.pick(options)
        outside, self.may_leave = self.may_leave, self.may_leave and "atomic_begin" not in template
        text = self.fill(template, depth)
        self.may_leave = outside
        return f"{{ {text} }}"

    def block(self, least: int, most: int) -> str:
        return "\n".join(f"    {self.statement(2)}" for _ in range(self.number(least, most)))


def _thread(writer: Writer, name: str, inner: str, most: int, pointer: bool) -> str:
    """The text of a thread function; ``pointer`` says that its argument is the address of an int."""
    uses = ("a1 = *(int *)arg;", "++*(int *)arg;") if pointer else ("a1 = (int)(long)arg;", "a1 = 0;")
    results = ("0", "(void *)(long)a1", "(void *)(long)(x + 1)")
    writer.returns = writer.pick(results if pointer else (*results, "arg"))  # addresses are not results to compare
    if writer.boxed and name != "inner":
        writer.returns = "boxed(a1 + x)"
    first, body = writer.pick(uses), writer.block(1, most)
    return (
        f"void *{name}(void *arg) {{\n    int a1 = 0; unsigned b1 = 1;\n    {first}\n{inner}{body}\n"
        f"    return {writer.returns};\n}}\n"
    )


def _nested(writer: Writer) -> tuple[str, str]:
    """A thread that another thread creates: its text, and the statements of its creator."""
    text = _thread(writer, "inner", "", 2, pointer=True)
    create = "pthread_t in_id; int here = 5; void *got = 0; pthread_create(&in_id, 0, inner, &here);"
    writer.returns, writer.may_leave = "0", False
    meanwhile = writer.block(0, 1)
    writer.may_leave = True
    return text, f"    {create}\n{meanwhile}\n    pthread_join(in_id, &got); b1 = here + (int)(long)got;\n"


def _separate(writer: Writer, count: int, inner: str, most: int) -> tuple[str, list[str]]:
    """Threads with functions of their own, and main's statements from the first creation on."""
    text, main = "", []
    for number in range(count):
        pointer = writer.number(0, 1) == 1
        text += _thread(writer, f"t{number}", inner, most, pointer)
        argument = "&cell" if pointer else writer.pick(("0", f"(void *)(long){number}", "(void *)(long)x"))
        writer.returns = "0"
        main.append(f"    pthread_create(&id[{number}], 0, t{number}, {argument});")
        if writer.number(0, 3) == 0:
            main.append(writer.block(1, 1))
    joined = [number for number in range(count) if writer.number(0, 7)]
    return text, main + [f"    pthread_join(id[{number}], &got[{number}]);" for number in joined]


def _alike(writer: Writer, count: int, inner: str, most: int) -> tuple[str, list[str]]:
    """Threads that run one function, created in a loop, or only under some condition."""
    pointer = writer.number(0, 1) == 1
    text = _thread(writer, "t", inner, most, pointer)
    argument = "&cells[n]" if pointer else "(void *)(long)n"
    writer.returns = "0"
    condition = writer.part("C", 0) if writer.number(0, 1) == 1 else "1"
    main = [f"    for (int n = 0; n < {count}; n++) if ({condition}) {{ made[n] = 1; pthread_create(&id[n], 0, t, {argument}); }}"]
    order = writer.pick(("n", f"{count - 1} - n", "(n + a1) & 1")) if count == 2 else "n"
    main.append(writer.block(0, 1))
    main.append(f"    for (int n = 0; n < {count}; n++) {{ int k = {order}; if (made[k]) pthread_join(id[k], &got[k]); }}")
    return text, main


@st.composite
def programs(draw: Callable[[st.SearchStrategy[Any]], Any], *names: str, nesting: bool = False, most: int = 3) -> str:
    """Programs that use the named features; ``most`` statements in each thread."""
    return program(Drawn(draw), names, nesting, most)


def program(choices: Choices, names: Sequence[str], nesting: bool, most: int) -> str:
    """One program; with ``nesting`` its thread creates another."""
    features = (BARE if "flags" in names else BASE, *(FEATURES[name] for name in names))
    writer = Writer(choices, features)
    text = choices.pick(("", "", ILP32)) + PRELUDE + f"long long result = {UNSET}LL;\n"
    text += "".join(f"{f.globals}\n" for f in features) + (BOXED if writer.boxed else "")
    before = writer.block(0, 1)
    inner = ""
    if nesting:
        inner_text, inner = _nested(writer)
        text += inner_text
    count = 1 if nesting else int(choices.pick(("2", "2", "2", "3")))
    threads = _alike if choices.number(0, 3) == 0 else _separate
    thread_text, main = threads(writer, count, inner, most if count < 3 else 1)
    return text + thread_text + _main(writer, features, count, [before, *main])


def _main(writer: Writer, features: tuple[Feature, ...], count: int, body: list[str]) -> str:
    result_of = "(@ ? *(int *)@ : -1)" if writer.boxed else "(int)(long)@"
    operands = ["cell", "cells[0]", *(o for f in features for o in f.observed), *(result_of.replace("@", f"got[{n}]") for n in range(count))]
    shape = writer.pick(("@", "@ + 5 * @", "(@ << 4) + @", "@ - @", "@ * 100 + @ * 10 + @", "(@ > 2) + 2 * (@ < 1)", WIDE, WIDE))
    result = re.sub("@", lambda _: f"(long long){writer.pick(operands)}", shape)
    declarations = "int cell = 1, cells[3] = {1, 2, 3}, made[3] = {0}, a1 = 0; unsigned b1 = 2; pthread_t id[3]; void *got[3] = {0};"
    setup = " ".join(f.setup for f in features)
    lines = [f"    {declarations} {setup}", *body, f"    result = {result};", "    assert(CHECK);", "    return 0;"]
    return "int main(void) {\n" + "\n".join(line for line in lines if line) + "\n}\n"
