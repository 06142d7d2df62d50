"""Threads that are counted, and invariants guessed from samples: what Spacer does not find."""

from __future__ import annotations

from functools import cache

import pytest

from heddle.core.types import INT
from heddle.proofs.certify import certify
from heddle.proofs.clauses import NoProof
from heddle.proofs.clock import now
from heddle.proofs.counts import counts_threads, with_regions
from heddle.proofs.equations import equations
from heddle.proofs.facts import Under
from heddle.proofs.formulas import TRUE, conjuncts
from heddle.proofs.ghosts import Count, Ghosted
from heddle.proofs.invariant import Invariant
from heddle.proofs.modular import Modular
from heddle.proofs.obligations import Rejected
from heddle.proofs.sampled import Sampled
from heddle.proofs.samples import Samples
from heddle.proofs.simplify import simplify
from heddle.proofs.system import System
from proofs.systems import Maker, locked_counter, readers_and_writers


def guessed(system: System) -> tuple[Ghosted, Invariant]:
    ghosted = with_regions(Ghosted(system))
    weakening = Sampled(ghosted, Modular(ghosted), 1, Under.TESTS)
    weakening.build()
    return ghosted, weakening.solve(60)


@cache
def guessed_of_readers() -> tuple[System, Ghosted, Invariant]:
    """For tests that only read it."""
    system = readers_and_writers()
    return system, *guessed(system)


def later() -> float:
    return now() + 60


def test_readers_are_counted() -> None:
    system, ghosted, invariant = guessed_of_readers()
    assert Count("threads of 1 at 1", 1, frozenset({1})) in ghosted.counts
    assert certify(system, ghosted, invariant, later()) > 0


def test_nothing_is_kept_that_is_not_needed() -> None:
    system, ghosted, invariant = guessed_of_readers()
    nothing = Invariant(invariant.kind, dict.fromkeys(invariant.parts, TRUE))
    with pytest.raises(Rejected):
        certify(system, ghosted, nothing, later())
    assert sum(len(list(conjuncts(part))) for part in invariant.parts.values()) < 100


@pytest.mark.parametrize("broken", [lambda: readers_and_writers(broken=True), lambda: locked_counter(broken=True)])
def test_what_is_not_safe_is_not_proved(broken) -> None:
    with pytest.raises(NoProof):
        guessed(broken())


def test_a_lock_among_many_threads() -> None:
    system = locked_counter()
    certify(system, *guessed(system), later())


def test_a_count_that_a_step_forgets_is_no_count() -> None:
    system = readers_and_writers()
    ghosted, invariant = guessed(system)
    count = next(c for c in ghosted.counts if c.template == 1)
    assert counts_threads(ghosted.system, count)
    edge = next(e for e in ghosted.system.templates[1].edges if count.name in e.updates)
    del edge.updates[count.name]
    assert not counts_threads(ghosted.system, count)
    with pytest.raises(Rejected, match="count"):
        certify(system, ghosted, invariant, later())


def test_a_count_of_other_places_is_no_count() -> None:
    system, ghosted, invariant = guessed_of_readers()
    wrong = tuple(Count(c.name, c.template, c.nodes | {0}) for c in ghosted.counts)
    with pytest.raises(Rejected, match="count"):
        certify(system, Ghosted(ghosted.system, ghosted.identifiers, wrong), invariant, later())


# --- guesses from samples --------------------------------------------------------------------------------------------


def test_what_samples_have_in_common_by_chance_is_no_proof() -> None:
    m = Maker()
    x = m.shared("x")
    main = m.template("main", 3)
    m.edge(main, 0, 1, x=m.dag.var(INT))
    m.edge(main, 1, None, m.equal(m.plus(x, 5), 123_456_789))
    m.edge(main, 1, 2)
    samples = Samples(m.system, 1, later())
    samples.run()
    assert 123_456_784 not in {row[0] for row in samples.table(((0, 1),)).rows}, "they have not seen it"
    with pytest.raises(NoProof):
        guessed(m.system)


def test_equations_of_rows() -> None:
    rows = [(a, b, a - b + 3) for a in range(4) for b in range(3)]
    assert equations(rows, 3) == [(3, {0: 1, 1: -1, 2: -1})]
    assert equations([*rows, (0, 0, 0)], 3) == []


def test_threads_that_have_ended_are_not_counted() -> None:
    """There may be more of them than there are identifiers."""
    m = Maker()
    x = m.shared("x")
    main, thread = m.template("main", 2), m.template("thread", 2, many=True)
    m.edge(main, 0, 0, creates=(1,))
    m.edge(thread, 0, 1, x=m.plus(x, 1))
    assert not with_regions(Ghosted(m.system)).counts


# --- steps as they are where they are taken --------------------------------------------------------------------------


def test_a_failed_attempt_to_take_a_lock_is_no_step() -> None:
    m = Maker()
    lock = m.shared("lock", 0, (0, 1))
    main = m.template("main", 3)
    m.edge(main, 0, 1, m.equal(lock, 0), lock=m.number(1))
    m.edge(main, 0, 0, m.equal(lock, 1), lock=m.number(1))
    m.edge(main, 1, 2, lock=m.number(0))
    simplify(m.system)
    assert [(e.source, e.target) for e in main.edges] == [(0, 1), (1, 2)]


def test_what_comes_back_to_what_it_was_is_not_written() -> None:
    m = Maker()
    x, y = m.shared("x"), m.shared("y")
    main = m.template("main", 2)
    m.edge(main, 0, 1, m.equal(y, 3), x=m.plus(m.plus(x, 1), -1), y=m.plus(y, 1))
    simplify(m.system)
    assert main.edges[0].updates.keys() == {"y"}
    assert main.edges[0].writes == {"y"}


def test_what_values_do_not_allow_is_no_step() -> None:
    m = Maker()
    x = m.shared("x", 0, (0, 2))
    main = m.template("main", 2)
    m.edge(main, 0, None, m.equal(x, 1))
    m.edge(main, 0, 1, m.dag.not_(m.equal(x, 1)), x=m.number(2))
    simplify(m.system)
    assert [(e.target, m.dag.constant(e.guard)) for e in main.edges] == [(1, 1)]
