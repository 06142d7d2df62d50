"""Memory models as C files: the five lazy abstractions answer rightly, in Heddle and in CBMC, and compilers accept the text."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import asking
from covering import in_turn
from heddle.answer import Answer, Verdict
from heddle.core.program import Program
from heddle.frontend import load
from heddle.passes.unfold import UnfoldBounds, unfold
from heddle.sequentializer.printing import c_text
from heddle.sequentializer.scheme import sequentialize, shared
from heddle.sma import ABSTRACTIONS, FOLDER, SmaBounds, source
from waiting import PATIENCE

pytestmark = pytest.mark.slow

MODEL_OF = {name: a.model for name, a in ABSTRACTIONS.items() if not a.eager}
GCC = shutil.which("gcc")
CBMC = os.environ.get("HEDDLE_CBMC") or shutil.which("cbmc")
FLAGS = ("-Wall", "-Werror", "-fwrapv", "-fno-strict-aliasing", "-c", "-o", "/dev/null")

HEAD = """
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int x, y, r1, r2;
"""
MAIN = """
int main(void)
{
    pthread_t s, t;
    pthread_create(&s, 0, one, 0);
    pthread_create(&t, 0, two, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(CHECK);
    return 0;
}
"""


def threads(one: str, two: str, check: str, shared: str = "") -> str:
    bodies = f"void *one(void *_) {{ {one} return 0; }}\nvoid *two(void *_) {{ {two} return 0; }}\n"
    return HEAD + shared + bodies + MAIN.replace("CHECK", check)


ONE_SEES = "r1 || r2"
IN_ORDER = "!(r1 && !r2)"
# name: (program, the models under which its assertion can fail)
PROGRAMS = {
    "store_buffering": (threads("x = 1; r1 = y;", "y = 1; r2 = x;", ONE_SEES), "tso pso"),
    "fenced": (
        threads("x = 1; __sync_synchronize(); r1 = y;", "y = 1; __asm__ volatile(\"mfence\"); r2 = x;", ONE_SEES), ""),
    "fenced_on_one_side": (
        threads("x = 1; atomic_thread_fence(memory_order_seq_cst); r1 = y;", "y = 1; r2 = x;", ONE_SEES), "tso pso"),
    "pieces": (
        threads("u.whole = 257;", "r1 = u.parts[1]; r2 = u.whole;", "!(r1 && r2 != 257)", "union { int whole; char parts[4]; } u;\n"), ""),
    "message_passing": (threads("x = 1; y = 1;", "r1 = y; r2 = x;", IN_ORDER), "pso"),
    "store_fence": (
        threads("x = 1; __asm__ volatile(\"lwsync\"); y = 1;", "r1 = y; r2 = x;", IN_ORDER), ""),
    "release": (
        threads("x = 1; atomic_store_explicit(&a, 1, memory_order_release);", "r1 = a; r2 = x;", IN_ORDER,
                "_Atomic int a;\n"), ""),
    "relaxed_atomics_are_plain": (
        threads("atomic_store_explicit(&a, 1, memory_order_relaxed); r1 = b;",
                "atomic_store_explicit(&b, 1, memory_order_release); r2 = a;", ONE_SEES, "_Atomic int a, b;\n"), "tso pso"),
    "sequentially_consistent_atomics": (threads("a = 1; r1 = b;", "b = 1; r2 = a;", ONE_SEES, "_Atomic int a, b;\n"), ""),
    "own_writes_are_seen": (threads("x = 1; r1 = x;", "y = 2; y = 1; r2 = y;", "r1 == 1 && r2 == 1"), ""),
    "exchange_flushes": (
        threads("x = 1; atomic_fetch_add(&a, 1); r1 = y;", "y = 1; atomic_exchange(&a, 5); r2 = x;", ONE_SEES,
                "_Atomic int a;\n"), ""),
    "compare_exchange": (
        threads("int old = 0; r1 = atomic_compare_exchange_strong(&a, &old, 1);",
                "int old = 0; r2 = atomic_compare_exchange_strong(&a, &old, 2);", "r1 + r2 == 1 && (a == 1) == r1",
                "_Atomic int a;\n"), ""),
    "lost_update": (threads("x = x + 1;", "x = x + 1;", "x == 2"), "sc tso pso"),
    "atomic_sections": (
        threads("__VERIFIER_atomic_begin(); x = x + 1; y = y + 1; __VERIFIER_atomic_end();",
                "__VERIFIER_atomic_begin(); r1 = x; r2 = y; __VERIFIER_atomic_end();", "r1 == r2 && x == 1"), ""),
    "mutex": (
        threads("pthread_mutex_lock(&m); x = x + 1; pthread_mutex_unlock(&m);",
                "pthread_mutex_lock(&m); x = x + 1; pthread_mutex_unlock(&m);", "x == 2",
                "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"), ""),
    "pointers": (
        threads("*p = 1; r1 = *q;", "*q = 1; r2 = *p;", ONE_SEES, "int *p = &x, *q = &y;\n"), "tso pso"),
    "array_elements": (
        threads("cell[x] = 1; r1 = cell[1 - y];", "cell[1 - x] = 1; r2 = cell[y];", ONE_SEES, "int cell[2];\n"), "tso pso"),
    "struct_fields": (
        threads("pair.first = 1; r1 = pair.second;", "pair.second = 1; r2 = pair.first;", ONE_SEES,
                "struct { char before; int first; long second; } pair;\n"), "tso pso"),
    "heap_cells": (
        HEAD + """
        int *cells;
        void *one(void *_) { cells[0] = 1; r1 = cells[1]; return 0; }
        void *two(void *_) { cells[1] = 1; r2 = cells[0]; return 0; }
        """ + MAIN.replace("CHECK", ONE_SEES).replace("pthread_t s, t;", "pthread_t s, t; cells = calloc(2, sizeof *cells);"),
        "tso pso"),
    "indeterminate_contents": (
        HEAD + "void *one(void *p) { r1 = *(int *)p; return 0; }"
        "int main(void) { int mine; pthread_t t; pthread_create(&t, 0, one, &mine); pthread_join(t, 0);"
        " assert(r1 != 77); return 0; }", "sc tso pso"),
    "inputs": (
        threads("x = __VERIFIER_nondet_int(); r1 = y;", "y = 1; r2 = x;", "r1 || r2 != 5",
                "extern int __VERIFIER_nondet_int(void);\n"), "sc tso pso"),
    "creation_publishes": (
        HEAD + "void *one(void *_) { r1 = x; return 0; }"
        "int main(void) { pthread_t t; x = 1; pthread_create(&t, 0, one, 0); pthread_join(t, 0); assert(r1 == 1); }", ""),
    "join_waits_for_memory": (
        HEAD + "void *one(void *_) { x = 1; y = 1; return 0; }"
        "int main(void) { pthread_t t; pthread_create(&t, 0, one, 0); pthread_join(t, 0); assert(x == 1 && y == 1); }", ""),
}  # fmt: skip
ROUNDS = {"fenced_on_one_side": 3, "lost_update": 3}
"""Most need two."""
QUEUED = {"tso": {"store_buffering", "own_writes_are_seen"}, "pso": {"store_buffering"}}
"""What the explicit queues are tried on: they are slow, as the paper says."""
CASES = [(name, sma) for name in PROGRAMS for sma in MODEL_OF if name in QUEUED.get(sma, PROGRAMS)]
each_case = pytest.mark.parametrize(("name", "sma"), CASES, ids=lambda value: value)
OTHERS = in_turn([name for name in PROGRAMS if name != "store_buffering"], [sma for sma in MODEL_OF if sma not in QUEUED])
each_program = pytest.mark.parametrize(("name", "sma"), [*(("store_buffering", sma) for sma in MODEL_OF), *OTHERS], ids=lambda value: value)
needs_cbmc = pytest.mark.skipif(CBMC is None, reason="no cbmc on PATH or in HEDDLE_CBMC")


@cache
def program(name: str) -> Program:
    file = f"{name}.c"
    return load([file], texts={file: PROGRAMS[name][0]})


def ask(loaded: Program, sma: str, **bounds: int) -> Answer:
    return asking.ask(loaded, MODEL_OF[sma], sma=sma, timeout=PATIENCE, **bounds)  # type: ignore[typeddict-item]


def fails(name: str, sma: str) -> bool:
    return MODEL_OF[sma] in PROGRAMS[name][1].split()


@cache
def sequential(name: str, sma: str) -> str:
    abstraction, bounds = ABSTRACTIONS[sma], SmaBounds(2, 2, rounds=ROUNDS.get(name, 2))
    threads = shared(unfold(program(name), UnfoldBounds()), abstraction)
    return c_text(sequentialize(threads, abstraction, bounds), name)


@each_case
def test_the_embedded_backend(name: str, sma: str) -> None:
    """A violation has been replayed under the memory model: it is no invention of the abstraction."""
    result = ask(program(name), sma, rounds=ROUNDS.get(name, 2))
    assert (result.verdict is Verdict.VIOLATION) == fails(name, sma), result
    assert result.verdict is not Verdict.UNKNOWN, result.reason


@pytest.mark.skipif(GCC is None, reason="no gcc")
@each_program
def test_gcc_has_nothing_to_say(name: str, sma: str) -> None:
    for flags in ((), ("-DHEDDLE_RUN", "-DHEDDLE_UNWIND_ASSERT")):
        command = [GCC or "gcc", *FLAGS, *flags, "-x", "c", "-"]
        subprocess.run(command, input=sequential(name, sma), text=True, check=True, timeout=PATIENCE)


@needs_cbmc
@each_program
def test_cbmc_gives_the_same_answer(name: str, sma: str, tmp_path: Path) -> None:
    if sma == "pso":
        pytest.skip("CBMC takes minutes for explicit queues under PSO")
    file = tmp_path / "sequential.c"
    file.write_text(sequential(name, sma))
    command = [CBMC or "cbmc", "--no-standard-checks", str(file)]
    output = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False).stdout
    assert ("VERIFICATION FAILED" in output) == fails(name, sma)
    assert ("VERIFICATION SUCCESSFUL" in output) != fails(name, sma)


@needs_cbmc
@pytest.mark.parametrize("sma", ["sc", "etso", "epso"])
def test_what_cbmc_finds_is_replayed(sma: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEDDLE_CBMC", CBMC or "")
    for name in ("lost_update", "store_buffering", "inputs", "indeterminate_contents", "array_elements"):
        result = ask(program(name), sma, rounds=3, backend="cbmc")  # type: ignore[arg-type]
        assert (result.verdict is Verdict.VIOLATION) == fails(name, sma), result
        assert result.verdict is not Verdict.UNKNOWN


def test_without_cbmc_there_is_no_such_backend(heddle: Any, c_file: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.delenv("HEDDLE_CBMC", raising=False)
    run = heddle("check", c_file(PROGRAMS["lost_update"][0]), "--backend", "cbmc")
    assert run.code == 2 and "no cbmc on the PATH" in run.err and run.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--sma", "etso"], "--sma etso is for --model tso, not sc"),
        (["--model", "tso", "--sma", "own"], "is not available"),
        (["--queue", "3"], "give --sma too"),
        (["--width", "7"], "give --sma too"),
        (["--model", "tso", "--sma", "etso", "--width", "0"], "--width"),
    ],
)
def test_options_that_do_not_fit(heddle: Any, c_file: Any, arguments: list[str], said: str) -> None:
    run = heddle("check", c_file(PROGRAMS["lost_update"][0]), *arguments)
    assert run.code == 2 and said in run.err and run.err.count("\n") == 1


def test_sequentialize_prints_the_abstraction(heddle: Any, c_file: Any) -> None:
    file = c_file(PROGRAMS["store_buffering"][0])
    run = heddle("sequentialize", file, "--model", "tso", "--queue", "3", "--clock", "4")
    assert run.code == 0 and "N = 3, K = 4" in run.out and "eTSO-SMA" in run.out
    explicit = heddle("sequentialize", file, "--model", "pso", "--sma", "pso")
    assert explicit.code == 0 and "PSO-SMA, the reference" in explicit.out


@pytest.mark.parametrize("sma", MODEL_OF)
def test_every_abstraction_implements_the_whole_interface(sma: str) -> None:
    declared = set(re.findall(r"^static inline \w+ (\w+)\(.*\);$", (FOLDER / "interface.h").read_text(), re.MULTILINE))
    defined = set(re.findall(r"^static inline \w+ (\w+)\([^;]*\)\n\{", source(ABSTRACTIONS[sma]), re.MULTILINE))
    assert len(declared) >= 18 and declared <= defined


@pytest.mark.parametrize("sma", ["tso", "etso"])
def test_a_full_buffer_is_reported(sma: str) -> None:
    text = threads("x = 1; x = 2; x = 3;", "r1 = x; r2 = x;", "!(r1 == 3 && r2 == 1)")
    clock = {"clock": 3} if "clock" in ABSTRACTIONS[sma].bounds else {}
    result = ask(load(["f.c"], texts={"f.c": text}), sma, queue=1, rounds=2, **clock)
    assert result.verdict is Verdict.BOUNDED and any("--queue" in cut for cut in asking.cuts(result))


def test_a_clock_that_stops_early_is_reported() -> None:
    result = ask(program("own_writes_are_seen"), "etso", clock=1, rounds=4)
    assert result.verdict is Verdict.BOUNDED and any("--clock" in cut for cut in asking.cuts(result))


def test_bounds_grow_until_they_cut_nothing() -> None:
    text = HEAD + "void *one(void *_) { x = 1; x = 2; r1 = x; return 0; }" + MAIN.replace("two", "one").replace(
        "CHECK", "r1 == 2 && r2 <= 2")
    small = text.replace("pthread_create(&t, 0, one, 0);", "r2 = x;").replace("pthread_join(t, 0);", "")
    result = ask(load(["f.c"], texts={"f.c": small}), "etso")
    assert result.verdict is Verdict.SAFE and not result.cuts
    assert result.bounds["rounds"] > 2 or result.bounds["clock"] > 2


@pytest.mark.parametrize("sma", ["etso", "epso"])
def test_one_moment_is_sequential_consistency(sma: str) -> None:
    at_once = ask(program("store_buffering"), sma, clock=1, rounds=3)
    assert at_once.verdict is Verdict.BOUNDED and any("--clock" in cut for cut in asking.cuts(at_once))
    assert ask(program("store_buffering"), sma, clock=2, rounds=2).verdict is Verdict.VIOLATION


@pytest.mark.parametrize("width", [1, 3, 8, 10])
def test_a_violation_at_reduced_width_is_confirmed(width: int) -> None:
    result = ask(program("store_buffering"), "etso", width=width, rounds=2)
    assert result.verdict is Verdict.VIOLATION and result.bounds["width"] == width


@pytest.mark.parametrize(("value", "width", "seen"), [(-3, 3, -3), (5, 3, -3), (5, 4, 5), (-1, 10, -1)])
def test_integers_keep_their_lowest_bits_and_their_sign(value: int, width: int, seen: int) -> None:
    text = threads(f"x = {value};", "y = 1;", f"x != {seen}")
    result = ask(load(["f.c"], texts={"f.c": text}), "etso", width=width, rounds=2, clock=1, queue=2)
    assert result.verdict is (Verdict.VIOLATION if value == seen else Verdict.UNKNOWN)


def test_what_happens_only_at_reduced_width_is_no_violation() -> None:
    text = threads("x = 300;", "y = 1;", "x == 0 || x > 256")
    narrow = ask(load(["f.c"], texts={"f.c": text}), "etso", width=8, rounds=2)
    assert narrow.verdict is Verdict.UNKNOWN and "full width" in narrow.reason
    safe = threads("x = 1;", "y = 1;", "x == 1")
    bounded = ask(load(["f.c"], texts={"f.c": safe}), "etso", width=8)
    assert bounded.verdict is Verdict.BOUNDED and any("--width" in cut for cut in asking.cuts(bounded))


def test_an_invalid_pointer_is_a_violation_only_if_asked_for() -> None:
    text = threads("*p = 1;", "p = 0;", "1", "int *p = &x;\n")
    loaded = load(["f.c"], texts={"f.c": text})
    assert ask(loaded, "etso", rounds=2).verdict is Verdict.BOUNDED
    checked = ask(loaded.claiming("pointer"), "etso", rounds=2)
    assert checked.verdict is Verdict.VIOLATION


# --- a free choice of the next thread -------------------------------------------------------------------------------


@pytest.mark.parametrize("sma", ["sc", "etso", "epso"])
@pytest.mark.parametrize("name", ["store_buffering", "message_passing", "atomic_sections", "join_waits_for_memory"])
def test_a_free_schedule_gives_the_same_answers(name: str, sma: str) -> None:
    result = ask(program(name), sma, schedule="free", contexts=5)
    assert (result.verdict is Verdict.VIOLATION) == fails(name, sma) and result.bounds["contexts"] == 5


def test_contexts_are_counted() -> None:
    """Main, one, two, one, main: two comes between a read and a write of one."""
    text = threads("x = x + 1;", "x = x + 1;", "x == 2")
    loaded = load(["f.c"], texts={"f.c": text})
    few = ask(loaded, "sc", schedule="free", contexts=4)
    assert few.verdict is Verdict.BOUNDED and any("--contexts" in cut for cut in asking.cuts(few))
    assert ask(loaded, "sc", schedule="free", contexts=5).verdict is Verdict.VIOLATION


def test_contexts_grow_until_they_suffice() -> None:
    result = ask(program("creation_publishes"), "etso", schedule="free")
    assert result.verdict is Verdict.SAFE and "rounds" not in result.bounds


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--contexts", "3"], "--contexts is a bound of --schedule free"),
        (["--schedule", "free", "--rounds", "3"], "give --contexts"),
        (["--schedule", "odd"], "is not available"),
        (["--schedule", "free", "--engine", "imu"], "does not go with the imu engine"),
    ],
)
def test_schedules_that_do_not_fit(heddle: Any, c_file: Any, arguments: list[str], said: str) -> None:
    run = heddle("check", c_file(PROGRAMS["lost_update"][0]), *arguments)
    assert run.code == 2 and said in run.err and run.err.count("\n") == 1


@pytest.mark.skipif(CBMC is None, reason="no cbmc on PATH or in HEDDLE_CBMC")
def test_cbmc_follows_a_free_schedule(heddle: Any, c_file: Any, tmp_path: Path) -> None:
    for contexts, found in ((4, False), (5, True)):
        out = tmp_path / f"free{contexts}.c"
        file = c_file(PROGRAMS["lost_update"][0])
        run = heddle("sequentialize", file, "--schedule", "free", "--contexts", str(contexts), "-o", str(out))
        assert run.code == 0, run.err
        command = [CBMC or "cbmc", "--no-standard-checks", str(out)]
        output = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False).stdout
        assert ("VERIFICATION FAILED" in output) == found and ("VERIFICATION SUCCESSFUL" in output) != found
