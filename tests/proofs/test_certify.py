"""The check of proofs: it accepts what Spacer finds, and nothing that is not an invariant of the very program."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest
import z3

from heddle.core.types import INT
from heddle.proofs.certify import certify
from heddle.proofs.clauses import NoProof
from heddle.proofs.clock import now
from heddle.proofs.formulas import (
    FALSE,
    SHARED,
    TRUE,
    Formula,
    conjunction,
    conjuncts,
    constant,
    negation,
    variable,
)
from heddle.proofs.ghosts import Ghosted, with_owners, with_places
from heddle.proofs.induction import Induction
from heddle.proofs.invariant import Invariant, Kind
from heddle.proofs.modular import Modular
from heddle.proofs.obligations import Rejected
from heddle.proofs.pairs import Pairs
from heddle.proofs.product import Product
from heddle.proofs.system import System
from heddle.proofs.z3_formulas import Untranslatable, from_z3
from proofs.systems import handshake, joined_sum, locked_counter, wrapping
from waiting import PATIENCE

SECONDS = PATIENCE


def later() -> float:
    return now() + SECONDS


def each(system: System) -> tuple[Ghosted, Invariant]:
    return search(system, Ghosted(system), Modular)


def owners(system: System) -> tuple[Ghosted, Invariant]:
    return search(system, with_owners(system), Modular)


def places(system: System) -> tuple[Ghosted, Invariant]:
    return search(system, with_places(with_owners(system)), Modular)


def pairs(system: System) -> tuple[Ghosted, Invariant]:
    return search(system, with_owners(system), Pairs)


def search(system: System, ghosted: Ghosted, kind: type[Modular] | type[Pairs]) -> tuple[Ghosted, Invariant]:
    clauses = kind(ghosted)
    clauses.build()
    return ghosted, clauses.solve(SECONDS)


def product(system: System) -> tuple[Ghosted, Invariant]:
    ghosted = Ghosted(system)
    clauses = Product(ghosted, later())
    clauses.build()
    return ghosted, clauses.solve(SECONDS)


def steps(system: System) -> tuple[Ghosted, Invariant]:
    ghosted = with_owners(system)
    induction = Induction(ghosted)
    induction.build()
    return ghosted, induction.solve(SECONDS)


Search = Callable[[System], tuple[Ghosted, Invariant]]

PROVABLE: list[tuple[str, Callable[[], System], Search]] = [
    ("any number of threads with a lock, by owners", locked_counter, owners),
    ("any number of threads with a lock, by pairs", locked_counter, pairs),
    ("two threads with a lock, by owners", lambda: locked_counter(many=False), owners),
    ("two threads with a lock, by places", lambda: locked_counter(many=False), places),
    ("two threads with a lock, together", lambda: locked_counter(many=False), product),
    ("a handshake, thread by thread", handshake, each),
    ("a handshake, by pairs", handshake, pairs),
    ("a handshake, together", handshake, product),
    ("a join, thread by thread", joined_sum, each),
    ("a join, together", joined_sum, product),
    ("a counter that wraps around", wrapping, each),
    ("two threads with a lock, over several steps", lambda: locked_counter(many=False), steps),
    ("a handshake, over several steps", handshake, steps),
]


@cache
def proved(number: int) -> tuple[System, Ghosted, Invariant]:
    """For tests that only read it."""
    _, system, find = PROVABLE[number]
    made = system()
    return made, *find(made)


each_proof = pytest.mark.parametrize("number", range(len(PROVABLE)), ids=[p[0] for p in PROVABLE])


@each_proof
def test_what_is_safe_is_proved_and_the_proof_is_accepted(number: int) -> None:
    system, ghosted, invariant = proved(number)
    assert certify(system, ghosted, invariant, later()) > 0


@pytest.mark.parametrize("find", [each, owners, places, pairs, product, steps], ids=lambda f: f.__name__)
@pytest.mark.parametrize(
    "broken",
    [lambda: locked_counter(many=False, broken=True), lambda: handshake(broken=True), lambda: wrapping(broken=True)],
    ids=["lock", "handshake", "wrapping"],
)
def test_what_is_not_safe_is_not_proved(broken: Callable[[], System], find: Search) -> None:
    with pytest.raises(NoProof):
        find(broken())


def test_a_lock_that_is_not_waited_for_protects_nothing_among_many() -> None:
    for find in (each, owners, pairs):
        with pytest.raises(NoProof):
            find(locked_counter(broken=True))


# --- invariants that are none ----------------------------------------------------------------------------------------


@each_proof
def test_an_invariant_that_says_nothing_is_rejected(number: int) -> None:
    system, ghosted, invariant = proved(number)
    nothing = Invariant(invariant.kind, dict.fromkeys(invariant.parts, TRUE))
    with pytest.raises(Rejected):
        certify(system, ghosted, nothing, later())


@each_proof
def test_an_invariant_that_nothing_satisfies_is_rejected(number: int) -> None:
    system, ghosted, invariant = proved(number)
    with pytest.raises(Rejected, match="beginning"):
        certify(system, ghosted, Invariant(invariant.kind, dict.fromkeys(invariant.parts, FALSE)), later())
    with pytest.raises(Rejected, match="beginning"):
        certify(system, ghosted, Invariant(invariant.kind), later())


def by_hand() -> tuple[System, Ghosted, Invariant]:
    """The handshake's weakest invariant: the flag is up only when the data are there."""
    system = handshake()
    flag, data = variable((SHARED, "flag")), variable((SHARED, "data"))
    down, there = Formula("==", (flag, constant(0))), Formula("==", (data, constant(42)))
    parts = {
        ((0, 0),): Formula("||", (down, there)), ((0, 1),): Formula("||", (down, there)), ((0, 2),): there,
        ((1, 0),): TRUE, ((1, 1),): there, ((1, 2),): TRUE,
    }  # fmt: skip
    return system, Ghosted(system), Invariant(Kind.EACH, parts)


def test_an_invariant_by_hand_is_accepted() -> None:
    system, ghosted, invariant = by_hand()
    certify(system, ghosted, invariant, later())


@pytest.mark.parametrize("key", [((0, 1),), ((0, 2),), ((1, 1),)])
def test_every_part_of_it_is_needed(key: tuple[tuple[int, int], ...]) -> None:
    """Weaker, stronger than true, or the opposite: none of these is inductive."""
    for mutate in (lambda f: TRUE, lambda f: FALSE, negation, _off_by_one):
        system, ghosted, invariant = by_hand()
        invariant.parts[key] = mutate(invariant.parts[key])
        with pytest.raises(Rejected):
            certify(system, ghosted, invariant, later())


def _off_by_one(formula: Formula) -> Formula:
    if formula.op == "const" and formula.value == 42:
        return constant(43)
    return Formula(formula.op, tuple(_off_by_one(a) for a in formula.args), formula.value, formula.name)


def test_dropping_what_holds_a_proof_together_is_rejected() -> None:
    """Of what Spacer finds, each conjunct is dropped in turn.  Those that the rest implies, or that nothing needs, may
    go; but not all may, and where the check accepts, what is left is an invariant by the same check of its own."""
    system = locked_counter()
    ghosted, invariant = owners(system)
    rejected = 0
    for key, part in invariant.parts.items():
        for dropped in conjuncts(part):
            rest = conjunction([p for p in conjuncts(part) if p is not dropped])
            weaker = Invariant(invariant.kind, {**invariant.parts, key: rest})
            try:
                certify(system, ghosted, weaker, later())
            except Rejected:
                rejected += 1
    assert rejected >= 3


def test_an_induction_over_fewer_steps_is_rejected() -> None:
    system = locked_counter(many=False)
    ghosted, invariant = steps(system)
    assert invariant.steps > 1
    with pytest.raises(Rejected, match="fails after"):
        certify(system, ghosted, Invariant(invariant.kind, invariant.parts, invariant.steps - 1), later())
    with pytest.raises(Rejected):
        certify(system, ghosted, Invariant(invariant.kind, invariant.parts, 0), later())


# --- systems that are not the program's -------------------------------------------------------------------------------


def test_an_update_that_is_not_the_programs_is_noticed() -> None:
    system = handshake()
    ghosted, invariant = each(system)
    certify(system, ghosted, invariant, later())
    system.templates[1].edges[0].updates["data"] = system.dag.const(41, INT)
    with pytest.raises(Rejected):
        certify(system, ghosted, invariant, later())


def test_a_guard_that_is_not_the_programs_is_noticed() -> None:
    system = handshake()
    ghosted, invariant = each(system)
    system.templates[0].edges[1].guard = system.dag.true
    with pytest.raises(Rejected):
        certify(system, ghosted, invariant, later())


def test_ghosts_that_change_what_the_program_does_are_noticed() -> None:
    system = locked_counter()
    ghosted, invariant = owners(system)
    ghosted.system.templates[1].edges[0].guard = system.dag.false
    with pytest.raises(Rejected, match="ghost"):
        certify(system, ghosted, invariant, later())


def test_a_ghost_that_holds_what_is_no_identifier_is_noticed() -> None:
    """A new thread is known to be none of the owners only if owners are threads that exist."""
    system = locked_counter()
    ghosted, invariant = owners(system)
    owner = next(iter(ghosted.identifiers))
    edge = next(e for _, e in ghosted.system.edges() if owner in e.updates)
    edge.updates[owner] = system.dag.const(7, ghosted.system.globals[owner].type)
    with pytest.raises(Rejected, match="identifiers"):
        certify(system, ghosted, invariant, later())


def test_integers_without_end_are_no_machine_words() -> None:
    """``x`` only grows, so it stays positive: not if it wraps around."""
    system = wrapping(broken=True)
    positive = Formula("<=", (constant(1), variable((SHARED, "x"))))
    parts = {((0, n),): positive for n in (0, 1)}
    with pytest.raises(Rejected):
        certify(system, Ghosted(system), Invariant(Kind.EACH, parts), later())


def test_no_time_means_no_proof() -> None:
    system, ghosted, invariant = by_hand()
    with pytest.raises(Rejected, match="time"):
        certify(system, ghosted, invariant, now() - 1)


def test_quantifiers_are_no_formulas_of_ours() -> None:
    x, y = z3.Ints("x y")
    with pytest.raises(Untranslatable):
        from_z3(z3.Exists([x, y], x + y == 1), ["v"])
