"""Eager sequentialization: threads run one after the other over a guessed history, and nothing of that shows."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

import asking
from heddle.answer import Answer, Verdict
from heddle.core.program import Program
from heddle.frontend import load
from heddle.passes.unfold import UnfoldBounds, unfold
from heddle.sequentializer.printing import c_text
from heddle.sequentializer.scheme import sequentialize
from heddle.sequentializer.scheme import shared as shared_by
from heddle.sma import ABSTRACTIONS, FOLDER, Keeps, SmaBounds, source
from waiting import PATIENCE

from .test_abstractions import FLAGS, HEAD, MAIN, PROGRAMS, threads

pytestmark = pytest.mark.slow

ASYNCHRONOUS = {name: a.model for name, a in ABSTRACTIONS.items() if a.eager}
CLUSTERED = [name for name, a in ABSTRACTIONS.items() if a.keeps is Keeps.VALUATIONS]
GCC = shutil.which("gcc")
CBMC = os.environ.get("HEDDLE_CBMC") or shutil.which("cbmc")
SC = [sma for sma, model in ASYNCHRONOUS.items() if model == "sc"]
needs_cbmc = pytest.mark.skipif(CBMC is None, reason="no cbmc on PATH or in HEDDLE_CBMC")

TRIED = {
    "imu-tso": [name for name in PROGRAMS if name not in ("mutex", "compare_exchange")],
    "imu-pso": ["store_buffering", "message_passing", "store_fence", "release", "own_writes_are_seen", "pointers",
                "exchange_flushes", "join_waits_for_memory"],
    "lal-reps-tso": ["store_buffering", "fenced_on_one_side", "pieces", "own_writes_are_seen", "exchange_flushes",
                     "compare_exchange", "mutex", "creation_publishes", "join_waits_for_memory"],
    "lal-reps-pso": ["message_passing", "store_fence", "release", "pointers", "struct_fields", "join_waits_for_memory"],
    "imu-sc": ["store_buffering", "compare_exchange", "mutex", "struct_fields", "heap_cells"],
    "mu-explicit": ["lost_update", "compare_exchange", "sequentially_consistent_atomics", "creation_publishes"],
}  # fmt: skip
OTHERS = ["atomic_sections", "array_elements", "indeterminate_contents", "inputs"]
CASES = [(name, sma) for sma in ASYNCHRONOUS for name in dict.fromkeys([*TRIED.get(sma, ["lost_update"]), *OTHERS])]
each_case = pytest.mark.parametrize(("name", "sma"), CASES, ids=lambda value: value)
each_sma = pytest.mark.parametrize("sma", ASYNCHRONOUS)
each_kind = pytest.mark.parametrize("sma", ["mu-explicit", "mu-coarse-inter", "mu-coarse-intra", "imu-sc", "lal-reps"])
"""How reads find their value makes no difference to threads."""
each_weak = pytest.mark.parametrize(
    "sma", ["mu-explicit", "mu-coarse-intra", "imu-sc", "imu-tso", "imu-pso", "lal-reps", "lal-reps-tso", "lal-reps-pso"])


@lru_cache(maxsize=64)
def loaded(text: str) -> Program:
    return load(["f.c"], texts={"f.c": text})


def ask(text: str, sma: str, **bounds: Any) -> Answer:
    return asking.ask(loaded(text), ASYNCHRONOUS[sma], sma=sma, timeout=PATIENCE, **bounds)


def small(sma: str) -> dict[str, int]:
    """Clusters that are enough for programs of this size; to prove that they cover everything would need many."""
    return {"rounds" if sma.startswith("lal-reps") else "writes": 3} if sma in CLUSTERED else {}


def finds(text: str, sma: str, **bounds: Any) -> bool:
    """Whether there is a violation; it has been replayed.  Nothing else may be said but that there is none."""
    result = ask(text, sma, **bounds)
    assert result.verdict in (Verdict.VIOLATION, Verdict.SAFE, Verdict.BOUNDED), result
    assert result.verdict is not Verdict.BOUNDED or result.cuts
    return result.verdict is Verdict.VIOLATION


def fails(name: str, sma: str) -> bool:
    return ASYNCHRONOUS[sma] in PROGRAMS[name][1].split()


def sequential(text: str, sma: str, writes: int = 4, rounds: int = 3) -> str:
    bounded = unfold(loaded(text), UnfoldBounds())
    abstraction = ABSTRACTIONS[sma]
    bounds = SmaBounds(writes=writes, rounds=rounds)
    return c_text(sequentialize(shared_by(bounded, abstraction), abstraction, bounds))


@each_case
def test_the_embedded_backend(name: str, sma: str) -> None:
    assert finds(PROGRAMS[name][0], sma, **small(sma)) == fails(name, sma)


@pytest.mark.skipif(GCC is None, reason="no gcc")
@each_sma
def test_gcc_has_nothing_to_say(sma: str) -> None:
    plain, run = (), ("-DHEDDLE_RUN", "-DHEDDLE_UNWIND_ASSERT")
    for text, flags in ((PROGRAMS["mutex"][0], run), (PROGRAMS["array_elements"][0], plain), (PROGRAMS["inputs"][0], run), (LATE_JOIN, plain), (ALONE, run)):
        command = [GCC or "gcc", *FLAGS, *flags, "-x", "c", "-"]
        subprocess.run(command, input=sequential(text, sma), text=True, check=True, timeout=PATIENCE)


@needs_cbmc
@each_sma
def test_cbmc_gives_the_same_answer(sma: str, tmp_path: Path) -> None:
    for name in ("store_buffering", "lost_update", "array_elements"):
        file = tmp_path / "sequential.c"
        file.write_text(sequential(PROGRAMS[name][0], sma))
        command = [CBMC or "cbmc", "--no-standard-checks", str(file)]
        output = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False).stdout
        assert ("VERIFICATION FAILED" in output) == fails(name, sma), name
        assert ("VERIFICATION SUCCESSFUL" in output) != fails(name, sma), name


@needs_cbmc
@pytest.mark.parametrize("sma", ["mu-explicit", "mu-coarse-intra", "imu-pso", "lal-reps"])
def test_what_cbmc_finds_is_replayed(sma: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEDDLE_CBMC", CBMC or "")
    for name in ("lost_update", "indeterminate_contents", "inputs", "atomic_sections"):
        assert finds(PROGRAMS[name][0], sma, backend="cbmc", **small(sma)) == fails(name, sma), name


# --- atomic sections ------------------------------------------------------------------------------------------------

BOTH = "__VERIFIER_atomic_begin(); x = 1; y = 1; __VERIFIER_atomic_end();"


@each_sma
def test_nobody_sees_half_a_section(sma: str) -> None:
    assert not finds(threads(BOTH, "r1 = x; r2 = y;", "!(r1 && !r2)"), sma, **small(sma))
    assert finds(threads(BOTH, "r1 = x; r2 = y;", "r1 == r2"), sma)


@each_sma
def test_a_section_reads_right_before_it_writes(sma: str) -> None:
    """Two sections that each read what the other writes come one after the other."""
    one = "__VERIFIER_atomic_begin(); r1 = y; x = 1; __VERIFIER_atomic_end();"
    two = "__VERIFIER_atomic_begin(); r2 = x; y = 1; __VERIFIER_atomic_end();"
    assert not finds(threads(one, two, "r1 || r2"), sma, **small(sma))


@each_weak
def test_a_section_may_write_a_location_twice(sma: str) -> None:
    one = "__VERIFIER_atomic_begin(); x = 1; x = x + 1; __VERIFIER_atomic_end();"
    assert not finds(threads(one, "r1 = x;", "r1 != 1"), sma, **small(sma))
    assert finds(threads(one, "r1 = x;", "r1 != 2"), sma)


@each_kind
def test_a_thread_starts_after_the_section_that_creates_it(sma: str) -> None:
    """pthread_create is such a section: the identifier is there when the new thread looks for it."""
    text = HEAD + """
    pthread_t id;
    void *one(void *_) { assert(id); return 0; }
    int main(void) { pthread_create(&id, 0, one, 0); r1 = x; return 0; }
    """
    assert not finds(text, sma, **small(sma))


def test_a_sequentially_consistent_write_comes_after_what_is_pending() -> None:
    """A regression: under PSO it overtook older writes of its thread to other locations."""
    text = threads("x = 1; atomic_store(&a, 1);", "r1 = a; r2 = x;", "!(r1 && !r2)", "_Atomic int a;\n")
    for sma in ("imu-tso", "imu-pso"):
        assert not finds(text, sma)


@each_kind
def test_what_a_section_knows_itself_is_not_forgotten(sma: str) -> None:
    """A regression: nobody else looks at the location, so the write was left out, but the section reads it."""
    one = "__VERIFIER_atomic_begin(); y = x + 1; r1 = y; y = 7; __VERIFIER_atomic_end();"
    two = "x = 4; __VERIFIER_atomic_begin(); y = 9; __VERIFIER_atomic_end();"
    text = threads(one, two, "r1 != 5")
    assert finds(text, sma)
    assert not finds(text.replace("r1 != 5", "r1 == 5 || r1 == 1"), sma, **small(sma))


# --- stopping -------------------------------------------------------------------------------------------------------


@each_kind
def test_a_thread_that_waits_forever_does_not_stop_the_others(sma: str) -> None:
    text = HEAD + """
    pthread_mutex_t m;
    void *one(void *_) { pthread_mutex_lock(&m); x = 1; return 0; }
    void *two(void *_) { pthread_mutex_lock(&m); y = 1; return 0; }
    int main(void) {
        pthread_t s, t;
        pthread_create(&s, 0, one, 0);
        pthread_create(&t, 0, two, 0);
        assert(!(CHECK));
    }
    """
    assert finds(text.replace("CHECK", "x == 1"), sma)
    assert not finds(text.replace("CHECK", "x == 1 && y == 1"), sma, **small(sma))


@each_kind
def test_an_assertion_of_main_before_all_threads(sma: str) -> None:
    text = threads("x = 1;", "x = 2;", "1").replace("pthread_t s, t;", "pthread_t s, t; x = 3; assert(x != 3);")
    assert finds(text, sma, **small(sma))


ALONE = HEAD + "int main(void) { x = 1; assert(x == 1); return 0; }"


@each_kind
def test_a_program_without_threads(sma: str) -> None:
    assert ask(ALONE, sma).verdict is Verdict.SAFE
    assert finds(ALONE.replace("x == 1", "x == 2"), sma)


# --- creation and join ----------------------------------------------------------------------------------------------

LATE_JOIN = HEAD + """
pthread_t s, t;
int ready;
void *two(void *_) { y = 5; return (void *)7; }
void *one(void *_) { if (ready) { void *got; pthread_join(t, &got); assert(y == 5 && got != (void *)7); } return 0; }
int main(void) { pthread_create(&s, 0, one, 0); pthread_create(&t, 0, two, 0); ready = 1; return 0; }
"""


@each_kind
def test_a_thread_may_join_one_that_is_simulated_later(sma: str) -> None:
    assert finds(LATE_JOIN, sma)
    assert not finds(LATE_JOIN.replace("got != ", "got == "), sma, **small(sma))


@each_kind
def test_threads_that_wait_for_each_other_never_go_on(sma: str) -> None:
    text = HEAD + """
    pthread_t s, t;
    int ready;
    void *one(void *_) { if (ready) { pthread_join(t, 0); assert(0); } return 0; }
    void *two(void *_) { if (ready) pthread_join(s, 0); else for (;;); return 0; }
    int main(void) { pthread_create(&s, 0, one, 0); pthread_create(&t, 0, two, 0); ready = 1; return 0; }
    """
    assert not finds(text, sma, unwind=1, **small(sma))


ORDERED = HEAD + """
void *one(void *_) { r1 = x; return 0; }
void *two(void *_) { r2 = x; return 0; }
int main(void) {
    pthread_t s, t;
    x = 1;
    pthread_create(&s, 0, one, 0);
    pthread_join(s, 0);
    x = 2;
    pthread_create(&t, 0, two, 0);
    pthread_join(t, 0);
    x = 3;
    assert(CHECK);
}
"""


@each_weak
def test_what_creation_and_join_order_has_a_history_too(sma: str) -> None:
    """Threads are not simulated in the order of time: a plain variable would hold the wrong content."""
    assert not finds(ORDERED.replace("CHECK", "r1 == 1 && r2 == 2 && x == 3"), sma, **small(sma))
    assert finds(ORDERED.replace("CHECK", "r1 != 1 || r2 != 2"), sma)


@each_kind
def test_threads_create_threads(sma: str) -> None:
    text = HEAD + """
    void *inner(void *p) { x = x + *(int *)p; return 0; }
    void *one(void *_) { int five = 5; pthread_t t; pthread_create(&t, 0, inner, &five); x = x + 1;
                         pthread_join(t, 0); y = x; return 0; }
    int main(void) { pthread_t t; pthread_create(&t, 0, one, 0); pthread_join(t, 0); assert(CHECK); }
    """
    assert finds(text.replace("CHECK", "y == 6"), sma)
    assert not finds(text.replace("CHECK", "y == 6 || y == 1 || y == 5"), sma, **small(sma))


# --- memory ---------------------------------------------------------------------------------------------------------


def test_what_main_writes_before_all_threads_needs_no_room() -> None:
    many = "".join(f"x = {n}; y = x + 1; " for n in range(20))
    text = threads("r1 = x;", "r2 = y;", "r1 == 19 && r2 == 20").replace("pthread_t s, t;", f"pthread_t s, t; {many}")
    for sma in ("mu-implicit", "mu-coarse-intra", "imu-sc", "lal-reps"):
        result = ask(text, sma, **small(sma))
        assert result.verdict in (Verdict.SAFE, Verdict.BOUNDED), result
        assert sma in CLUSTERED or result.bounds["writes"] <= 2


PUBLISHED = HEAD + """
int *volatile published;
void *one(void *_) { int *p = published; if (p) r1 = *p; return 0; }
void *two(void *_) { int *p = malloc(sizeof *p); FILL published = p; return 0; }
""" + MAIN


@pytest.mark.parametrize("sma", SC)
def test_a_block_that_one_thread_allocates_and_an_earlier_one_reads(sma: str) -> None:
    """The reader is simulated first: it must not find a block whose content nobody has chosen yet."""
    filled = PUBLISHED.replace("FILL", "*p = 5;").replace("CHECK", "r1 == 0 || r1 == 5")
    assert not finds(filled, sma, **small(sma))
    empty = PUBLISHED.replace("FILL", "").replace("CHECK", "r1 != 77")
    assert finds(empty, sma)
    zeroed = empty.replace("malloc(sizeof *p)", "calloc(1, sizeof *p)").replace("r1 != 77", "r1 == 0")
    assert not finds(zeroed, sma, **small(sma))


@each_kind
def test_a_location_that_nobody_needs_does_not_lead_into_dead_code(sma: str) -> None:
    text = threads("x = 1;", "y = 1;", "0", "int far = 9;\n").replace(
        "pthread_join(s, 0);", "int n = far; if (n < 3) { int *p = 0; p[n] = 1; } pthread_join(s, 0);")
    assert finds(text, sma)


AGAIN = HEAD + """
void *one(void *p) { *(int *)p = 5; return 0; }
int main(void) {
    for (int i = 0; i < 2; i++) {
        int mine;
        pthread_t t;
        if (!i) mine = 1;
        pthread_create(&t, 0, one, &mine);
        pthread_join(t, 0);
        assert(CHECK);
    }
}
"""


def test_an_object_that_is_declared_again() -> None:
    for sma in ("mu-explicit", "mu-coarse-intra", "imu-sc"):
        assert not finds(AGAIN.replace("CHECK", "mine == 5"), sma, unwind=2, **small(sma))
        assert finds(AGAIN.replace("CHECK", "mine == 1"), sma, unwind=2)


# --- bounds ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sma", ["mu-explicit", "mu-implicit", "mu-coarse-intra", "imu-sc", "imu-pso"])
def test_a_history_without_room_is_reported(sma: str) -> None:
    text = threads("x = 1; x = 2; x = 3;", "r1 = x;", "r1 != 3")
    short = ask(text, sma, writes=2)
    if sma == "mu-coarse-intra":
        assert short.verdict is Verdict.VIOLATION  # one group of writes is enough
    else:
        assert short.verdict is Verdict.BOUNDED and any("--writes" in cut for cut in asking.cuts(short))
    grown = ask(text, sma)
    assert grown.verdict is Verdict.VIOLATION


@pytest.mark.parametrize("sma", ["mu-explicit", "mu-implicit", "imu-sc"])
def test_a_section_that_does_not_fit_is_reported(sma: str) -> None:
    text = threads("x = 3; __VERIFIER_atomic_begin(); x = 1; x = 2; y = 2; __VERIFIER_atomic_end();", "r1 = x; r2 = y;",
                   "r1 != 2")  # fmt: skip
    result = ask(text, sma, writes=2)
    assert result.verdict is Verdict.BOUNDED and any("--writes" in cut for cut in asking.cuts(result))
    assert ask(text, sma, writes=4).verdict is Verdict.VIOLATION


@pytest.mark.parametrize("sma", ["mu-explicit", "mu-coarse-intra", "imu-sc"])
def test_a_write_that_has_no_room_after_a_join_is_reported(sma: str) -> None:
    text = HEAD + """
    void *one(void *_) { y = 1; return 0; }
    void *two(void *_) { r1 = x; r2 = y; assert(!(r1 && r2)); return 0; }
    int main(void) { pthread_t s, t; pthread_create(&s, 0, one, 0); pthread_create(&t, 0, two, 0);
                     pthread_join(s, 0); x = 1; return 0; }
    """
    assert ask(text, sma, writes=1).verdict is not Verdict.SAFE
    assert finds(text, sma)


@pytest.mark.parametrize(("sma", "option"), [("lal-reps", "rounds"), ("mu-coarse-inter", "writes")])
def test_too_few_rounds_are_reported(sma: str, option: str) -> None:
    text = threads("x = 1; x = 2; x = 3;", "r1 = x; r2 = x;", "!(r1 == 1 && r2 == 2)")
    short = ask(text, sma, **{option: 1})
    assert short.verdict is Verdict.BOUNDED and any(f"--{option}" in cut for cut in asking.cuts(short))
    assert finds(text, sma)


def test_threads_that_are_not_followed_are_reported() -> None:
    for sma in ("mu-explicit", "lal-reps", "sc"):
        program = load(["f.c"], texts={"f.c": threads("x = 1;", "y = 1;", "x")})
        result = asking.ask(program, sma=sma, timeout=PATIENCE, threads=2)
        assert result.verdict is Verdict.BOUNDED and any("--threads" in cut for cut in asking.cuts(result)), result


# --- the rest -------------------------------------------------------------------------------------------------------


@each_sma
def test_every_abstraction_implements_the_whole_interface(sma: str) -> None:
    header = (FOLDER / "asynchronous.h").read_text()
    declared = set(re.findall(r"^static inline \w[\w ]* (\w+)\(.*\);$", header, re.MULTILINE))
    defined = set(re.findall(r"^static inline \w[\w ]* (\w+)\([^;{]*\)\n\{", source(ABSTRACTIONS[sma]), re.MULTILINE))
    assert len(declared) >= 18 and declared <= defined


def test_sequentialize_prints_the_abstraction(heddle: Any, c_file: Any) -> None:
    file = c_file(PROGRAMS["store_buffering"][0])
    run = heddle("sequentialize", file, "--sma", "mu-explicit", "--writes", "7")
    assert run.code == 0 and "W = 7" in run.out and "Figs. 5.4, 5.5 and 5.9" in run.out
    rounds = heddle("sequentialize", file, "--sma", "lal-reps", "--rounds", "4")
    assert rounds.code == 0 and "R = 4" in rounds.out
    run = heddle("check", file, "--model", "tso", "--sma", "imu-tso", "--quiet")
    assert run.code == 1 and run.out.startswith("violation")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--sma", "imu-tso"], "--sma imu-tso is for --model tso, not sc"),
        (["--sma", "mu-explicit", "--engine", "lazy"], "is for --engine mu, not lazy"),
        (["--sma", "mu"], "is not available"),
    ],
)
def test_options_that_do_not_fit(heddle: Any, c_file: Any, arguments: list[str], said: str) -> None:
    run = heddle("check", c_file(PROGRAMS["lost_update"][0]), *arguments)
    assert run.code == 2 and said in run.err and run.err.count("\n") == 1


def test_the_address_that_a_private_pointer_starts_with_is_a_number_too() -> None:
    """A regression: the initial value named a C object, whose address is another one than the location's."""
    one = "r2 = y; if (r2) p = &x; *p = 1; r1 = z + 2 * x;"
    text = threads(one, "y = 1;", "r1 == 1 + r2", "static int z, *p = &z;\n")
    assert re.search(r"^static void \*p = \(void \*\)\d+UL;$", sequential(text, "mu-explicit"), re.MULTILINE)
    for sma in ("sc", "mu-explicit"):
        result = asking.ask(load(["f.c"], texts={"f.c": text}), sma=sma, timeout=PATIENCE)
        assert result.verdict in (Verdict.SAFE, Verdict.BOUNDED), result


def test_a_private_write_in_a_section_is_not_pending() -> None:
    """A regression of reading runs back: such a write was taken for one in the store buffer."""
    one = "__VERIFIER_atomic_begin(); own = 1; __VERIFIER_atomic_end(); x = 1; r1 = y;"
    text = threads(one, "y = 1; r2 = x;", "r1 || r2", "static int own;\n")
    for sma in ("etso", "imu-tso"):
        result = asking.ask(load(["f.c"], texts={"f.c": text}), "tso", sma=sma, timeout=PATIENCE)
        assert result.verdict is Verdict.VIOLATION, result
