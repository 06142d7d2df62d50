"""Formatting into memory against the C library: the model's C text, compiled, and as Heddle runs it."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest

import heddle
from asking import ask
from covering import number
from heddle.answer import Verdict
from heddle.frontend import load
from waiting import PATIENCE

LIBRARY = Path(heddle.__file__).parent / "frontend" / "library"
INCLUDE = LIBRARY.parent / "include"
NAMES = ("vsnprintf", "vsprintf", "vasprintf", "sprintf", "snprintf", "asprintf")
COMPILER = shutil.which("gcc") or shutil.which("cc")

needs_compiler = pytest.mark.skipif(COMPILER is None, reason="no C compiler")

INTEGERS = {"hh": 8, "h": 16, "": 32, "l": 64, "ll": 64, "z": 64, "j": 64, "t": 64}
TYPES = {"hh": "int", "h": "int", "": "int", "l": "long", "ll": "long long", "z": "long", "j": "long", "t": "long"}


def conversion(random: random.Random) -> tuple[str, str]:
    """A conversion, and its arguments as C text."""
    flags = "".join(f for f in "-+ #0" if random.random() < 0.25)
    width = random.choice(["", "", str(random.randint(1, 25)), "*"])
    precision = random.choice(["", "", "", f".{random.randint(0, 12)}", ".", ".*"])
    stars = [str(random.randint(-12, 12)) for star in (width, precision) if "*" in star]
    kind = random.choice("diuxXodiuxXocspf")
    if kind == "f":
        number = random.choice([random.uniform(-10, 10), random.uniform(-1e9, 1e9), random.uniform(0, 1e-5), 0.5, -2.5])
        return f"%{flags}{width}{precision}f", ", ".join([*stars, f"(double){number!r}"])
    if kind == "c":
        return f"%{flags.replace('0', '').replace('#', '')}{width}c", ", ".join([*stars[: "*" in width], "'x'"])
    if kind == "s":
        text = "".join(random.choice("abc ") for _ in range(random.randint(0, 9)))
        return f"%{flags.replace('0', '')}{width}{precision}s", ", ".join([*stars, f'"{text}"'])
    if kind == "p":
        pointer = random.choice(["0", "0x1234", "0x7fffffffe000"])
        return f"%{'-' if '-' in flags else ''}{width}p", ", ".join([*stars[: "*" in width], f"(void *){pointer}"])
    length = random.choice(list(INTEGERS))
    bits = random.randint(0, INTEGERS[length])
    value = random.choice([0, 1, -1, random.getrandbits(bits), -random.getrandbits(max(bits - 1, 0))])
    return f"%{flags}{width}{precision}{length}{kind}", ", ".join([*stars, f"({TYPES[length]}){value & (2**64 - 1)}u"])


def formats(seed: int, count: int) -> list[tuple[str, str]]:
    source = random.Random(seed)
    found = []
    for _ in range(count):
        parts = [conversion(source) for _ in range(source.randint(1, 2))]
        found.append(("<" + "|".join(p[0] for p in parts) + "%%>", ", ".join(p[1] for p in parts)))
    return found


COMPARE = """
#include <stdio.h>
#include <string.h>
int model_snprintf(char *to, size_t size, const char *format, ...);
int failures;
#define CASE(size, ...) do { \\
    char mine[200], real[200]; \\
    memset(mine, 1, 200); memset(real, 1, 200); \\
    int a = model_snprintf(mine, size, __VA_ARGS__), b = snprintf(real, size, __VA_ARGS__); \\
    if (a != b || memcmp(mine, real, 200)) { failures++; printf("%s: %s instead of %s\\n", #__VA_ARGS__, mine, real); } \\
} while (0)
void __heddle_unsupported(const char *reason) { failures++; puts(reason); }
"""


@needs_compiler
@pytest.mark.parametrize("seed", range(number(2)))
def test_the_models_text_formats_as_the_c_library(seed: int, tmp_path: Path) -> None:
    sizes = random.Random(seed)
    cases = [f'CASE({sizes.choice([200, 200, 0, 1, 7])}, "{f}", {a});' for f, a in formats(seed, 1000)]
    (tmp_path / "main.c").write_text(COMPARE + "int main(void) {\n" + "\n".join(cases) + "\nreturn failures != 0; }\n")
    renamed = [f"-D{name}=model_{name}" for name in NAMES]
    assert COMPILER is not None
    for source in ("format.c", "format_float.c"):
        options = ["-w", "-c", "-fno-builtin", f"-I{LIBRARY}", "-idirafter", str(INCLUDE), *renamed]
        subprocess.run([COMPILER, *options, str(LIBRARY / source), "-o", tmp_path / f"{source}.o"], check=True)
    objects = [tmp_path / "format.c.o", tmp_path / "format_float.c.o"]
    subprocess.run([COMPILER, "-w", tmp_path / "main.c", *objects, "-o", tmp_path / "compare"], check=True)
    found = subprocess.run([tmp_path / "compare"], capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout) == (0, "")


REAL = '#include <stdio.h>\nint main(void) {{ char text[200]; sprintf(text, "{format}", {arguments}); puts(text); }}\n'
CLAIM = """
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {{
    char text[200];
    assert(sprintf(text, "{format}", {arguments}) == {length});
    assert(strcmp(text, "{text}") == 0);
    assert(0);
}}
"""


@needs_compiler
@pytest.mark.slow
@pytest.mark.parametrize("engine", ["order", "stateless"])
def test_programs_format_as_compiled_ones(engine: str, tmp_path: Path) -> None:
    assert COMPILER is not None
    for nth, (format, arguments) in enumerate(formats(99, number(5 if engine == "order" else 12))):
        real = tmp_path / f"real{nth}.c"
        real.write_text(REAL.format(format=format, arguments=arguments))
        subprocess.run([COMPILER, "-w", real, "-o", tmp_path / "real"], check=True)
        text = subprocess.run([tmp_path / "real"], capture_output=True, text=True, check=True).stdout.rstrip("\n")
        program = tmp_path / f"claim{nth}.c"
        program.write_text(CLAIM.format(format=format, arguments=arguments, text=text, length=len(text)))
        answer = ask(load([str(program)]), engine=engine, timeout=PATIENCE)
        assert (answer.verdict, answer.reason) == (Verdict.VIOLATION, "assertion failed: 0"), program.read_text()
