"""What instructions compute, in one thread: against expected values, and against the machine itself."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

import pytest

from frontend.machine import Machine
from heddle.frontend import load

HERE = Path(__file__).parent / "programs"


def compiled(source: Path, directory: Path) -> Path:
    program = directory / "native"
    subprocess.run(["cc", "-w", "-fwrapv", "-O1", "-DNATIVE", str(source), "-o", str(program)], check=True)
    return program


@pytest.mark.parametrize(("file", "machine"), [("x86.c", "x86"), ("aarch64.c", "aarch64")])
def test_instructions_compute_what_the_manuals_say(file: str, machine: str) -> None:
    assert Machine(load([str(HERE / file)], machine=machine)).run() == 0


def test_the_machine_computes_the_same(tmp_path: Path) -> None:
    assert subprocess.run([compiled(HERE / "x86.c", tmp_path)], check=False).returncode == 0


REGISTERS = ("%0", "%1", "%2")
FRAME = """
#ifdef NATIVE
#include <stdio.h>
#include <stdlib.h>
#define A(n, e) printf("%lld ", (long long)(e))
#else
extern void __heddle_assert(int, const char *);
static long long expected[] = { RESULTS };
#define A(n, e) __heddle_assert((long long)(e) == expected[n], #n)
#endif
"""


def random_block(number: int, choice: random.Random) -> str:
    """A function with a few instructions on three registers and memory; it gives all of them and five flags."""
    suffix, c_type = choice.choice([("b", "signed char"), ("w", "short"), ("l", "int"), ("q", "long")])
    any_place = [*(f"%{suffix.replace('l', 'k')}{n}" for n in range(3)), "%3"]

    def one() -> str:
        first, second = choice.choice(any_place[:3]), choice.choice(any_place)
        kind = choice.choice(["add", "sub", "and", "or", "xor", "cmp", "test", "mov", "inc", "dec", "neg", "not",
                              "xadd", "xchg", "cmpxchg", "shift", "set", "adc", "sbb"])
        if kind in ("inc", "dec", "neg", "not"):
            return f"{kind}{suffix} {second}"
        if kind == "shift":
            return f"{choice.choice(['shl', 'shr', 'sar'])}{suffix} ${choice.randint(1, 7)},{second}"
        if kind == "set":
            return f"set{choice.choice(['c', 'z', 's', 'be', 'a'])} {second.replace(second[1:-1], 'b') if second != '%3' else second}"
        if kind in ("add", "and", "cmp", "mov") and choice.random() < 0.3:
            return f"{kind}{suffix} ${choice.randint(-99, 99)},{second}"
        return f"{kind}{suffix} {first},{second}"

    code = [one() for _ in range(choice.randint(1, 7))]
    lock = ["xadd", "add", "or", "cmpxchg", "inc"]
    code = [f"lock; {c}" if c.endswith("%3") and c[:-len(c.split()[1]) - 2] in lock else c for c in code]
    values = [choice.choice([0, 1, -1, 127, 128, choice.randint(-(2**31), 2**31)]) for _ in range(4)]
    text = "; ".join([f"add{suffix} {any_place[1]},{any_place[0]}", *code, f"cmp{suffix} {any_place[2]},{any_place[0]}"])
    lines = [(f"static void f{number}(void) {{ {c_type} a = {values[0]}, b = {values[1]}, c = {values[2]}; "
             f"static {c_type} m = {values[3]}; _Bool o, k, s, z, p;"),
             (f'  asm volatile("{text}" : "+a"(a), "+d"(b), "+c"(c), "+m"(m), "=@cco"(o), "=@ccc"(k), "=@ccs"(s), '
             '"=@ccz"(z), "=@ccp"(p) : : "memory");')]
    lines += [f"  A({number * 9 + n}, {name});" for n, name in enumerate("abcmokszp")]
    return "\n".join([*lines, "}"])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_random_code_computes_what_the_machine_does(tmp_path: Path, seed: int) -> None:
    choice = random.Random(seed)
    blocks = [random_block(n, choice) for n in range(40)]
    main = "int main(void) { " + " ".join(f"f{n}();" for n in range(40)) + " return 0; }"
    source = tmp_path / "random.c"
    source.write_text("\n".join([FRAME, *blocks, main]))
    results = subprocess.run([compiled(source, tmp_path)], check=True, capture_output=True, text=True).stdout.split()
    source.write_text(source.read_text().replace("RESULTS", ", ".join(f"{r}LL" for r in results)))
    assert Machine(load([str(source)])).run() == 0
