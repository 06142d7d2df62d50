"""Small concurrent C programs as hypothesis strategies.

A program has two or three threads beside main, a few statements each, taken from the tables in ``features``.  Main
joins them (mostly) and computes ``result`` from the shared variables; ``CHECK`` is a macro, given when the program is
loaded, that says what result is fine.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

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
ILP32 = "// ilp32\n"
UNSET = -(1 << 62)
"""The result of an execution that never comes to the end of main."""
HOLE = re.compile(r"@(K1|ret|[ECRPLSKTn])")


class Writer:
    """Fills templates by drawing from the tables of some features."""

    def __init__(self, draw: Callable[[st.SearchStrategy[Any]], Any], features: tuple[Feature, ...]) -> None:
        self.draw, self.names = draw, 0
        self.reads = [*LOCALS, *(r for f in features for r in f.reads)]
        self.places = [p for f in features for p in f.places]
        self.expressions = [e for f in features for e in f.expressions]
        self.statements = [s for f in features for s in f.statements]
        self.in_section = False
        self.returns = "0"

    def pick(self, options: list[str] | tuple[str, ...]) -> str:
        return str(self.draw(st.sampled_from(options)))

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
        options = [s for s in self.statements if (depth > 0 or "@S" not in s) and not (self.in_section and "@ret" in s)]
        template = self.pick(options)
        outside, self.in_section = self.in_section, self.in_section or "atomic_begin" in template
        text = self.fill(template, depth)
        self.in_section = outside
        return f"{{ {text} }}"

    def block(self, least: int, most: int) -> str:
        return "\n".join(f"    {self.statement(2)}" for _ in range(self.draw(st.integers(least, most))))


def _start(writer: Writer, number: int) -> tuple[str, str, str]:
    """How main starts thread ``number``, the thread's first line, and what it returns."""
    argument, first = writer.draw(
        st.sampled_from(
            (
                ("0", "a1 = 0;"),
                (f"(void *)(long){number}", "a1 = (int)(long)arg;"),
                ("&cell", "a1 = *(int *)arg;"),
                ("&cell", "++*(int *)arg;"),
                ("(void *)(long)x", "a1 = (int)(long)arg;"),
            )
        )
    )
    results = ("0", "(void *)(long)a1", "(void *)(long)(x + 1)", "arg")
    returned = writer.pick(results[:-1] if "&" in argument else results)  # addresses are not results to compare
    return f"pthread_create(&id{number}, 0, t{number}, {argument});", first, returned


def _nested(writer: Writer) -> tuple[str, str]:
    """A thread that another thread creates: its text, and the statements of its creator."""
    writer.returns = "0"
    text = f"void *inner(void *arg) {{\n    int a1 = *(int *)arg, b1 = 0;\n{writer.block(1, 2)}\n    *(int *)arg = a1 + b1;\n    return (void *)3;\n}}\n"
    create = "pthread_t in_id; int here = 5; void *got = 0; pthread_create(&in_id, 0, inner, &here);"
    return text, f"    {create}\n{writer.block(0, 1)}\n    pthread_join(in_id, &got); b1 = here + (int)(long)got;\n"


@st.composite
def programs(draw: Callable[[st.SearchStrategy[Any]], Any], *names: str, nesting: bool = False, most: int = 3) -> str:
    """Programs that use the named features."""
    features = (BARE if "flags" in names else BASE, *(FEATURES[name] for name in names))
    writer = Writer(draw, features)
    count = 1 if nesting else draw(st.sampled_from((2, 2, 2, 3)))
    per_thread = most if count < 3 else 1
    text = draw(st.sampled_from(("", "", ILP32))) + PRELUDE + f"long long result = {UNSET}LL;\n" + "".join(f"{f.globals}\n" for f in features)
    inner = ""
    if nesting:
        inner_text, inner = _nested(writer)
        text += inner_text
    main: list[str] = []
    for number in range(1, count + 1):
        create, first, returned = _start(writer, number)
        writer.returns = returned
        body = writer.block(1, per_thread)
        text += f"void *t{number}(void *arg) {{\n    int a1 = 0; unsigned b1 = 1;\n    {first}\n{inner}{body}\n    return {returned};\n}}\n"
        main.append(f"    {create}")
        writer.returns = "0"
        if draw(st.integers(0, 3)) == 0:
            main.append(writer.block(1, 1))
    joined = [number for number in range(1, count + 1) if draw(st.integers(0, 7))]
    main += [f"    pthread_join(id{number}, &got{number});" for number in joined]
    return text + _main(writer, features, count, main)


def _main(writer: Writer, features: tuple[Feature, ...], count: int, body: list[str]) -> str:
    operands = ["cell", *(o for f in features for o in f.observed), *(f"(int)(long)got{n}" for n in range(1, count + 1))]
    shape = writer.pick(("@", "@ + 5 * @", "(@ << 4) + @", "@ - @", "@ * 100 + @ * 10 + @", "(@ > 2) + 2 * (@ < 1)"))
    result = re.sub("@", lambda _: f"(long long){writer.pick(operands)}", shape)
    declarations = "int cell = 1, a1 = 0; unsigned b1 = 2;" + "".join(f" pthread_t id{n}; void *got{n} = 0;" for n in range(1, count + 1))
    setup = " ".join(f.setup for f in features)
    lines = [f"    {declarations} {setup}", *body, f"    result = {result};", "    assert(CHECK);", "    return 0;"]
    return "int main(void) {\n" + "\n".join(line for line in lines if line) + "\n}\n"
