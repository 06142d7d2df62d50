"""Where there is no proof since a claim does fail: how far the way there goes."""

from __future__ import annotations

import pytest

from heddle.core.types import INT
from heddle.proofs.clauses import Refuted
from heddle.proofs.clock import now
from heddle.proofs.ghosts import Ghosted
from heddle.proofs.product import Product
from heddle.proofs.system import System
from proofs.systems import Maker


def counting(to: int, claimed: int) -> System:
    """A thread counts to a number while main looks."""
    m = Maker()
    x = m.shared("x")
    main, worker = m.template("main", 3), m.template("worker", 2)
    m.edge(main, 0, 1, creates=(1,))
    m.edge(main, 1, None, m.equal(x, claimed))
    m.edge(main, 1, 2)
    on = m.dag.binary("<", x, m.number(to), INT)
    m.edge(worker, 0, 0, on, x=m.plus(x, 1))
    m.edge(worker, 0, 1, m.dag.not_(on))
    return m.system


def test_the_rounds_of_a_loop_that_lead_to_a_failure_are_counted() -> None:
    clauses = Product(Ghosted(counting(to=20, claimed=9)), now() + 60)
    clauses.build()
    with pytest.raises(Refuted) as refuted:
        clauses.solve(60)
    assert refuted.value.rounds == 9


def test_what_does_not_fail_is_not_suspected() -> None:
    clauses = Product(Ghosted(counting(to=5, claimed=-1)), now() + 60)
    clauses.build()
    clauses.solve(60)
