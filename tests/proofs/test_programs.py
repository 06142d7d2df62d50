"""Textbook algorithms whose threads loop for ever: proved, and their broken variants refuted."""

from __future__ import annotations

from pathlib import Path

import pytest

import heddle
from covering import ALL
from heddle import engines
from heddle.api import make_task
from heddle.engines.horn import FENCED
from heddle.proofs import prover
from heddle.proofs.build import build_system
from heddle.proofs.clauses import NoProof
from heddle.proofs.counts import with_regions
from heddle.proofs.facts import Under
from heddle.proofs.ghosts import Ghosted
from heddle.proofs.pairs import Pairs
from heddle.proofs.sampled import Sampled
from waiting import PATIENCE

PROGRAMS = Path(__file__).parent / "programs"
ANY_NUMBER_OF_THREADS = {"spin_lock": "horn", "bounded_queue": "horn", "pool": "horn", "lock_array": "horn"}
FEW_STATES = {
    "peterson": "explicit", "dekker": "explicit", "szymanski": "explicit", "mcs_lock": "explicit",
    "producer_consumer": "explicit",
}  # fmt: skip
GROWING = {
    "bakery": "all threads together, from samples", "seqlock": "each thread, in parts", "work_queue": "each thread, in parts",
}  # fmt: skip
"""Numbers that grow for ever, or go round: what holds is about their order, their remainders, what lies between two."""
COUNTED = {
    "rwlock": "each thread, from samples, with tests", "last_one_out": "each thread, from samples",
    "ticket_lock": "every two threads, from samples, with tests",
}  # fmt: skip
"""Any number of threads, and what holds is about how many of them are where: the ways that find it, which come late."""
MUTUAL_EXCLUSION = ["peterson", "dekker", "szymanski"]
BROKEN = [*FEW_STATES, *ANY_NUMBER_OF_THREADS, *GROWING, *COUNTED]


@pytest.mark.parametrize("name", [*FEW_STATES, *ANY_NUMBER_OF_THREADS])
def test_is_proved(name: str) -> None:
    answer = heddle.check(PROGRAMS / f"{name}.c", timeout=PATIENCE)
    assert answer.verdict == "safe", (answer.reason, answer.cuts)
    assert not answer.bounds, "a proof has none"


@pytest.mark.parametrize("name", GROWING)
def test_is_proved_of_numbers_without_bound(name: str) -> None:
    answer = heddle.check(PROGRAMS / f"{name}.c", engine="horn", timeout=PATIENCE)
    assert answer.verdict == "safe", answer.reason
    assert answer.statistics["proof"] == GROWING[name]


@pytest.mark.slow
def test_tickets_of_which_there_are_too_few() -> None:
    task = make_task(PROGRAMS / "ticket_lock.c", "sc", "default", defines=["NARROW"])
    ghosted = with_regions(Ghosted(build_system(task.program())))
    sampled = Sampled(ghosted, Pairs(ghosted), threads=2, under=Under.TESTS)
    sampled.build()
    with pytest.raises(NoProof, match="not enough"):
        sampled.solve(60)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in COUNTED if ALL or name != "ticket_lock"])
def test_is_proved_by_counting(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two threads never have the same ticket, for fewer are out than there are numbers: those go round.  That takes 20 s;
    test_weakened.py has a smaller system for the same way."""
    ways = [way for way in prover.WAYS if way.name == COUNTED[name]]
    monkeypatch.setattr(prover, "_ways", lambda system, deadline: ways)
    task = make_task(PROGRAMS / f"{name}.c", engine="horn", timeout=PATIENCE)
    answer = engines.run(task, task.program())
    assert answer.verdict == "safe", answer.reason
    assert answer.statistics["proof"] == COUNTED[name]


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_variant_is_refuted(name: str) -> None:
    answer = heddle.check(PROGRAMS / f"{name}.c", defines=["BROKEN"], timeout=PATIENCE)
    assert answer.verdict == "violation", answer.reason


@pytest.mark.parametrize("model", ["tso", "pso"])
@pytest.mark.parametrize("name", MUTUAL_EXCLUSION)
def test_fences_make_it_safe_under_store_buffers(name: str, model: str) -> None:
    answer = heddle.check(PROGRAMS / f"{name}.c", defines=["FENCED"], model=model, timeout=PATIENCE)
    assert answer.verdict == "safe", answer.reason


@pytest.mark.parametrize(("name", "model"), [("bakery", "tso"), ("peterson", "pso")])
def test_fences_make_buffers_invisible(name: str, model: str) -> None:
    """Of numbers without bound there are too many states: the proof is one under sc."""
    answer = heddle.check(PROGRAMS / f"{name}.c", defines=["FENCED"], model=model, engine="horn", timeout=PATIENCE)
    assert answer.verdict == "safe", answer.reason
    assert answer.note == FENCED


@pytest.mark.parametrize("model", ["tso", "pso"])
@pytest.mark.parametrize("name", [*MUTUAL_EXCLUSION, "bakery"])
def test_without_fences_it_is_not(name: str, model: str) -> None:
    answer = heddle.check(PROGRAMS / f"{name}.c", model=model, timeout=PATIENCE)
    assert answer.verdict == "violation", answer.reason


def test_what_is_freed_may_be_a_ghost_for_all_that_is_known(c_file):
    """A proof's system is made of all objects, of the program and of its checks."""
    text = """
    #include <stdlib.h>
    #include <pthread.h>
    struct n { struct n *next; int v; } *head;
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    void *take(void *a) {
        pthread_mutex_lock(&m); struct n *x = head; if (x) head = x->next; pthread_mutex_unlock(&m);
        if (x) free(x);
        return 0;
    }
    int main(void) {
        pthread_t t; pthread_create(&t, 0, take, 0);
        for (int i = 0; i < 2; i++) {
            struct n *x = malloc(sizeof *x);
            if (!x) abort();
            pthread_mutex_lock(&m); x->next = head; head = x; pthread_mutex_unlock(&m);
        }
        pthread_join(t, 0);
    }
    """
    assert build_system(make_task(str(c_file(text)), property="valid-memtrack").program()).templates
