"""Generated sequential programs that compute with floating-point numbers, and what the compiler makes of them.

A program computes from a few inputs, whose bit patterns are fixed, and makes one number of all bits of what it has
computed.  Compiled and run, it prints that number; verified, it asserts that it is that one, or any other one.
"""

from __future__ import annotations

import random
import shutil
import struct
import subprocess
from pathlib import Path

COMPILER = shutil.which("gcc")

HEAD = """#include <math.h>
#ifdef COMPILED
#include <stdio.h>
#define INPUT(name, type, pattern) volatile union { unsigned type bits; FLOAT_##type number; } name##_ = {pattern}; \\
    FLOAT_##type name = name##_.number
#define FINISH() printf("%llu\\n", h)
#else
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define INPUT(name, type, pattern) union { unsigned type bits; FLOAT_##type number; } name##_; \\
    name##_.number = (sizeof(FLOAT_##type) == 4 ? __VERIFIER_nondet_float() : __VERIFIER_nondet_double()); \\
    __VERIFIER_assume(name##_.bits == pattern); FLOAT_##type name = name##_.number
#ifdef FIXED
#undef INPUT
#define INPUT(name, type, pattern) union { unsigned type bits; FLOAT_##type number; } name##_ = {pattern}; \\
    FLOAT_##type name = name##_.number
#endif
#define FINISH() if (TEST) reach_error()
#endif
typedef float FLOAT_int;
typedef double FLOAT_long;
static unsigned long long bits(double d) { union { double d; unsigned long long u; } x; x.d = d; return d != d ? 1 : x.u; }
static int small(double d) { return d > -2147483649.0 && d < 2147483648.0 ? (int)d : 7; }
static unsigned char tiny(float f) { return f > -1.0f && f < 256.0f ? (unsigned char)f : 3; }
static unsigned long wide(double d) { return d > -1.0 && d < 18446744073709551616.0 ? (unsigned long)d : 5; }
"""
INTERESTING = (0.0, 1.0, -1.0, 0.5, 1.5, 2.5, 3.0, 0.1, -0.1, 1e10, 1e-10, 1e38, 3e38, 1e300, 1e-300, 5e-324, 1e-40, 16777217.0,
               2147483647.5, 4503599627370497.5, float("inf"), float("-inf"), float("nan"), -0.0)  # fmt: skip


class Generator:
    """One program.  With ``heavy`` also what takes a solver long: division, roots, remainders of doubles."""

    def __init__(self, seed: int, statements: int = 8, heavy: bool = True) -> None:
        self.random = random.Random(seed)
        self.statements, self.heavy = statements, heavy
        self.types: dict[str, str] = {}

    def text(self) -> str:
        lines = ["int main(void) {", "    unsigned long long h = 0;"]
        lines += ["    " + self.input(f"in{number}") for number in range(self.random.randint(1, 3))]
        for number in range(self.statements):
            type = self.random.choice(("float", "double", "float", "double", "int", "unsigned", "long", "unsigned char"))
            name = f"v{number}"
            lines.append(f"    {type} {name} = {self.expression(type, 2)};")
            self.types[name] = type
            if self.random.random() < 0.3:
                lines.append("    " + self.update())
        for name, type in self.types.items():
            value = f"bits({name})" if type in ("float", "double") else f"(unsigned long long){name}"
            lines.append(f"    h = h * 31 + {value};")
        return HEAD + "\n".join([*lines, "    FINISH();", "    return 0;", "}"]) + "\n"

    def input(self, name: str) -> str:
        single = self.random.random() < 0.5
        value = self.random.choice(INTERESTING) if self.random.random() < 0.6 else self.random.uniform(-100, 100)
        if single and abs(value) > 3.4e38:
            value = float("inf")
        pattern = int.from_bytes(struct.pack("<f" if single else "<d", value), "little")
        self.types[name] = "float" if single else "double"
        return f"INPUT({name}, {'int' if single else 'long'}, {pattern:#x}{'u' if single else 'ul'});"

    def update(self) -> str:
        name = self.random.choice([n for n, t in self.types.items() if t in ("float", "double")])
        if self.random.random() < 0.3:
            return self.random.choice((f"{name}++;", f"--{name};"))
        other = self.random.choice(list(self.types))
        return f"{name} {self.random.choice('+-*')}= {other};"

    def expression(self, type: str, depth: int) -> str:
        """Something that can be converted to the type without leaving its range."""
        if type in ("float", "double"):
            return self.number(depth)
        function = {"int": "small", "unsigned char": "tiny", "unsigned": "small", "long": "small"}[type]
        choice = self.random.random()
        if choice < 0.4:
            return self.test(depth)
        if choice < 0.5 and type == "long":
            return f"(long)wide({self.number(depth - 1)})"
        return f"{function}({self.number(depth)})"

    def test(self, depth: int) -> str:
        pick = self.random.random()
        left, right = self.number(depth - 1), self.number(depth - 1)
        if pick < 0.6:
            return f"({left} {self.random.choice(('<', '<=', '>', '>=', '==', '!='))} {right})"
        if pick < 0.8:
            return f"(!{left} {self.random.choice(('&&', '||'))} {right})"
        name = self.random.choice(("isnan", "isinf", "isfinite", "isnormal", "fpclassify"))
        return f"{name}({left})"

    def number(self, depth: int) -> str:
        names = list(self.types)
        if depth <= 0 or self.random.random() < 0.2:
            if self.random.random() < 0.7:
                return self.random.choice(names)
            return self.random.choice(("1", "0.5", "2.0f", "3", "0.1", "0.1f", "1e3", "-2.5", "0x1.8p-3", "7u"))
        if self.random.random() < 0.25:
            return self.function(depth)
        if self.random.random() < 0.15:
            return f"({self.test(depth)} ? {self.number(depth - 1)} : {self.number(depth - 1)})"
        operator = self.random.choice("+-**/" if self.heavy else "+-*")
        left, right = self.number(depth - 1), self.number(depth - 1)
        if operator == "/":
            right = f"(double){right}" if self.random.random() < 0.5 else f"(float){right}"
        return f"({left} {operator} {right})"

    def function(self, depth: int) -> str:
        inner = self.number(depth - 1)
        names = ["fabs", "floor", "ceil", "trunc", "round", "rint", "fabsf", "floorf", "roundf", "(float)", "(double)", "-"]
        names += ["sqrt", "sqrtf"] if self.heavy else []
        return f"{self.random.choice(names)}({inner})"


def compiled_result(text: str, directory: Path, *flags: str) -> int | None:
    """What the program prints; None if it does not compile."""
    source, program = directory / "program.c", directory / "program"
    source.write_text(text)
    made = subprocess.run(
        [str(COMPILER), "-w", "-O0", "-std=gnu11", "-ffp-contract=off", "-DCOMPILED", *flags, str(source), "-o", str(program), "-lm"],
        check=False, capture_output=True,
    )  # fmt: skip
    if made.returncode:
        return None
    return int(subprocess.run([str(program)], check=True, capture_output=True, text=True).stdout)
