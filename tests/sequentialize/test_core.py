"""The sequential program is core: C is printed from it, backends answer alike about it, runs are told by observations."""

from __future__ import annotations

import os
import shutil
import time
from functools import cache
from typing import Any

import pytest

from covering import in_turn
from heddle import backends
from heddle.backends.bmc.sequential import check_sequential
from heddle.backends.sequential import Answer
from heddle.core.c_statements import bound_of
from heddle.core.instr import CONCURRENT, Cut, Write
from heddle.core.program import BoundedProgram
from heddle.frontend import link, load
from heddle.passes.unfold import UnfoldBounds, unfold
from heddle.sequentializer.abstraction import lowered
from heddle.sequentializer.printing import c_text
from heddle.sequentializer.program import SequentialProgram, What
from heddle.sequentializer.scheme import sequentialize, shared
from heddle.sma import ABSTRACTIONS, SmaBounds, source
from waiting import PATIENCE

pytestmark = pytest.mark.slow

CBMC = os.environ.get("HEDDLE_CBMC") or shutil.which("cbmc")
needs_cbmc = pytest.mark.skipif(CBMC is None, reason="no cbmc on PATH or in HEDDLE_CBMC")
each_abstraction = pytest.mark.parametrize("sma", ABSTRACTIONS)

HEAD = """
#include <assert.h>
#include <pthread.h>
int x, y, r1, r2;
extern int __VERIFIER_nondet_int(void);
"""
MAIN = """
int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, one, 0);
    pthread_create(&t, 0, two, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(CHECK);
    return 0;
}
"""
PROGRAMS = {
    "race": ("void *one(void *_) { x = x + 1; return 0; } void *two(void *_) { x = x + 1; return 0; }", "x == 2"),
    "input": (
        "void *one(void *_) { x = __VERIFIER_nondet_int(); return 0; } void *two(void *_) { r2 = x; return 0; }",
        "r2 != -5"),
    "kept": ("void *one(void *_) { x = 1; r1 = x; return 0; } void *two(void *_) { y = 1; r2 = y; return 0; }",
             "r1 == 1 && r2 == 1"),
    "cut": ("void *one(void *_) { while (x < 5) y = 1; return 0; } void *two(void *_) { x = 1; return 0; }", "y < 2"),
}  # fmt: skip


@cache
def bounded(name: str) -> BoundedProgram:
    body, check = PROGRAMS[name]
    text = HEAD + body + MAIN.replace("CHECK", check)
    return unfold(load(["p.c"], texts={"p.c": text}), UnfoldBounds(1))


@cache
def sequential(name: str, sma: str | None) -> SequentialProgram:
    abstraction = None if sma is None else ABSTRACTIONS[sma]
    return sequentialize(shared(bounded(name), abstraction), abstraction, SmaBounds(2, 2, writes=3, rounds=3))


def embedded(program: SequentialProgram) -> Answer:
    return check_sequential(program, time.monotonic() + PATIENCE)


def said(answer: Answer) -> tuple[bool, bool]:
    """Whether there is a violation; whether, without one, bounds are met."""
    return answer.run is not None, bool(answer.cuts)


# --- one program, several readers -----------------------------------------------------------------------------------


@needs_cbmc
@pytest.mark.parametrize(("sma", "name"), in_turn([None, *(a for a in ABSTRACTIONS if a not in ("tso", "pso"))] * 2, list(PROGRAMS)))
def test_the_core_program_and_its_text_mean_the_same(name: str, sma: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEDDLE_CBMC", CBMC or "")
    program = sequential(name, sma)
    by_text = backends.find("cbmc").check(program, time.monotonic() + PATIENCE)
    by_core = embedded(program)
    assert by_core.unsupported is None and by_text.unsupported is None
    assert said(by_core) == said(by_text)
    known = {bound_of(x) for f in program.program.functions.values() for x in f.body if isinstance(x, Cut)}
    assert {bound_of(c) for c in (*by_core.cuts, *by_text.cuts)} <= known


@needs_cbmc
@each_abstraction
def test_both_backends_tell_a_run_in_the_same_words(sma: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if sma == "pso":
        pytest.skip("CBMC takes minutes for explicit queues under PSO")
    monkeypatch.setenv("HEDDLE_CBMC", CBMC or "")
    program = sequential("race", sma)
    runs = [embedded(program).run, backends.find("cbmc").check(program, time.monotonic() + PATIENCE).run]
    kinds = []
    for run in runs:
        assert run is not None
        assert {o for o, _ in run} <= set(program.observations.values())
        kinds.append({o.what for o, _ in run})
    assert kinds[0] == kinds[1]


# --- observations and origins ---------------------------------------------------------------------------------------

SIGNALS = {
    "sc": set[What](), "tso": {What.ISSUED_LOCATION, What.UPDATED_BY},
    "pso": {What.ISSUED_LOCATION, What.UPDATED_BY, What.UPDATED_LOCATION},
    "etso": {What.CLOCK, What.ISSUED_LOCATION, What.ISSUED_TIME},
    "epso": {What.CLOCK, What.ISSUED_LOCATION, What.ISSUED_TIME},
}  # fmt: skip
EAGER = {What.WHEN, What.JOINED, What.FAILED}
WITH_MOMENTS = EAGER | {What.ISSUED_LOCATION, What.ISSUED_TIME}


@each_abstraction
def test_every_abstraction_declares_what_it_observes(sma: str) -> None:
    program = sequential("race", sma)
    declared = {o.what for o in program.observations.values()}
    buffered = sma.startswith("imu") or sma in ("lal-reps-tso", "lal-reps-pso")
    expected = SIGNALS.get(sma) or (WITH_MOMENTS if buffered else EAGER if sma not in SIGNALS else set())
    assert declared == {What.PART} | expected


@each_abstraction
def test_a_run_names_every_instruction_that_others_may_notice(sma: str) -> None:
    """In the run of a violation each thread's concurrent instructions come in the order of its body."""
    program = sequential("race", sma)
    run = embedded(program).run
    assert run is not None
    bodies = {t.index: t.body for t in bounded("race").threads}
    told: dict[int, list[int]] = {t: [] for t in bodies}
    for observation, _ in run:
        if observation.origin is not None and observation.origin.position < len(bodies[observation.origin.thread]):
            told[observation.origin.thread].append(observation.origin.position)
    for index, positions in told.items():
        assert positions == sorted(positions) and positions
        noticed = [i for i, x in enumerate(bodies[index][: positions[-1] + 1]) if isinstance(x, CONCURRENT)]
        assert set(noticed) <= set(positions)


@each_abstraction
def test_uids_are_unique_and_origins_are_instructions_of_threads(sma: str) -> None:
    program = sequential("cut", sma)
    uids = [x.uid for f in program.program.functions.values() for x in f.body]
    assert len(uids) == len(set(uids))
    threads = {t.index for t in program.threads}
    assert program.origins and {o.thread for o in program.origins.values()} <= threads
    for uid, observation in program.observations.items():
        if observation.part is not None:
            assert program.origins[observation.part.uid] == observation.origin
            assert uid in uids


def test_what_is_observed_is_never_read() -> None:
    for sma in ABSTRACTIONS:
        program = sequential("race", sma)
        written = {
            x.place.base for f in program.program.functions.values() for x in f.body
            if isinstance(x, Write) and x.uid in program.observations
        }  # fmt: skip
        others = [
            x for f in program.program.functions.values() for x in f.body
            if getattr(x, "place", None) and x.place.base in written and x.uid not in program.observations  # type: ignore
        ]  # fmt: skip
        assert written and not others


# --- text -----------------------------------------------------------------------------------------------------------


def test_only_those_who_trace_the_program_see_its_parts_marked() -> None:
    program = sequential("race", "etso")
    assert "observe(at_" not in c_text(program)
    assert "observe(at_" in c_text(program, reader=backends.find("cbmc").dialect)


def test_printing_changes_nothing() -> None:
    program = sequential("race", "imu-tso")
    assert c_text(program) == c_text(program)


# --- the frontend ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sma", ["etso", "imu-pso", "lal-reps"])
def test_the_frontend_sees_the_abstraction_and_nothing_else(sma: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bounded("race")  # the user's program has been read
    sequential.cache_clear()
    lowered.cache_clear()
    seen: dict[str, str] = {}
    parse = link.parse

    def spy(path: str, options: Any, *rest: Any, **more: Any) -> Any:
        seen[path] = options.texts.get(path, "")
        return parse(path, options, *rest, **more)

    monkeypatch.setattr(link, "parse", spy)
    assert embedded(sequential("race", sma)).run is not None
    assert list(seen) == [f"{sma}.c"]
    assert source(ABSTRACTIONS[sma]) in seen[f"{sma}.c"] and "pthread" not in seen[f"{sma}.c"]


def test_an_abstraction_is_parsed_once_for_its_parameters() -> None:
    sequential.cache_clear()
    sequential("race", "etso")
    before = lowered.cache_info()
    sequential.cache_clear()
    sequential("race", "etso")
    after = lowered.cache_info()
    assert after.hits == before.hits + 1 and after.misses == before.misses
