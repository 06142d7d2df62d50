"""Stands in for ESBMC: records how it is called, and answers as ESBMC does (version 7: its words, its traces).

What it says is true as far as it looks: it compiles the text that it is given, with ESBMC's intrinsics in place, and
runs random schedules.  ``$FAKE_ESBMC`` makes it end in other ways.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

RUNS = 4000
INTRINSICS = r"""
#include <stdint.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
static void __ESBMC_assume(_Bool condition) { if (!condition) _exit(0); }
static void __ESBMC_assert(_Bool condition, const char *message)
{ if (!condition) { printf("V %s\n", message); fflush(0); _exit(1); } }
#define SHOW(name, object) printf("O %s %llu %lu\n", name, (unsigned long long)(object), sizeof(object))
#define nondet_uchar() ((unsigned char)random_bits())
static unsigned long long random_bits(void);
#define main(...) simulated(__VA_ARGS__)
"""
DRIVER = r"""
#undef main
int main(int argc, char **argv) /* runs schedule after schedule; those that fail leave a file */
{
    for (int n = 0; n < RUNS; n++) {
        int status;
        if (fork() == 0) {
            char text[20], *arguments[] = {"simulated", text};
            freopen("trace", "w", stdout);
            sprintf(text, "%d", n);
            simulated(2, arguments);
            _exit(0);
        }
        wait(&status);
        if (WIFEXITED(status) && WEXITSTATUS(status) == 1) {
            char name[40];
            sprintf(name, "trace.%d", n);
            rename("trace", name);
            if (argc == 1)
                return 0;
        }
    }
}
"""
BANNER = """\
ESBMC version 7.11.0 64-bit x86_64 linux
Target: 64-bit little-endian x86_64-unknown-linux with esbmclibc
Parsing sequential.c
Converting
Generating GOTO Program
Starting Bounded Model Checking
Symex completed in: 0.012s (812 assignments)
Generated 3 VCC(s), 1 remaining after simplification (612 assignments)
No solver specified; defaulting to Bitwuzla
Solving with solver Bitwuzla 0.8.2
Building error trace
"""
RULE = "-" * 52


def compiled(arguments: list[str]) -> str:
    text = Path(arguments[-1]).read_text()
    text = re.sub(r"_Static_assert.*", "", text)  # made for 32 bits, perhaps; it runs as well with 64
    traced = re.sub(r"^#define observe\(what, value\) .*$",
                    "#define observe(what, value) do { observed_##what = (value); "
                    "SHOW(#what, observed_##what); } while (0)", text, flags=re.M)  # fmt: skip
    assert "__ESBMC_assert" in traced, "the dialect of ESBMC"
    Path("fake.c").write_text(INTRINSICS + traced + DRIVER)
    options = [a for a in arguments if a.startswith("-D")]
    flags = ["-w", "-fwrapv", "-fno-strict-aliasing", "-DHEDDLE_RUN", f"-DRUNS={RUNS}"]
    subprocess.run(["gcc", *flags, *options, "-o", "fake", "fake.c"], check=True)
    return "./fake"


def state(number: int, line: int) -> str:
    return f"\nState {number} file sequential.c line {line} column 5 function t1_one thread 0\n{RULE}"


def show(trace: list[str]) -> None:
    """The counterexample; first the initial value of a global, which has no function."""
    print("[Counterexample]\n\n")
    print(f"\nState 1 file sequential.c line 30 column 1 thread 0\n{RULE}")
    print("  observed_at_0 = 0 (00000000 00000000 00000000 00000000)")
    for number, line in enumerate(trace, 2):
        kind, _, rest = line.partition(" ")
        print(state(number, 40 + number))
        if kind == "V":
            print(f"Violated property:\n  file sequential.c line 12 column 5 function t1_one\n  {rest}\n  0\n")
            continue
        name, value, size = rest.split()
        bits = f"{int(value):0{8 * int(size)}b}"
        grouped = " ".join(bits[i : i + 8] for i in range(0, len(bits), 8))
        print(f"  observed_{name} = {value} ({grouped})")


def main(arguments: list[str]) -> None:
    with Path(os.environ["FAKE_ESBMC_CALLS"]).open("a") as calls:
        calls.write(json.dumps(arguments) + "\n")
    print(BANNER)
    ending = os.environ.get("FAKE_ESBMC", "")
    if ending == "sleep":
        time.sleep(100_000)
    if ending:
        print(ending)
        sys.exit(1)
    program = compiled(arguments)
    every = ["all"] if "--multi-property" in arguments else []
    subprocess.run([program, *every], check=True)
    traces = [file.read_text().splitlines() for file in sorted(Path().glob("trace.*"))]
    failing = {trace[-1]: trace for trace in traces}
    for trace in failing.values():
        show(trace if "--no-slice" in arguments else trace[-1:])
    print("\nVERIFICATION FAILED" if failing else "\nVERIFICATION SUCCESSFUL")
    sys.exit(1 if failing else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
