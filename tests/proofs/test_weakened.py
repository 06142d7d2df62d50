"""The check of proofs against invariants that say too little, for every kind of invariant and of ghost."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from heddle.core.types import INT, UINT
from heddle.proofs.certify import certify
from heddle.proofs.clauses import NoProof
from heddle.proofs.clock import now
from heddle.proofs.counts import with_regions
from heddle.proofs.facts import Under
from heddle.proofs.formulas import TRUE, conjunction, conjuncts
from heddle.proofs.ghosts import Ghosted, with_owners, with_places
from heddle.proofs.induction import Induction
from heddle.proofs.invariant import Invariant
from heddle.proofs.learned import Learned
from heddle.proofs.modular import Modular
from heddle.proofs.obligations import Rejected
from heddle.proofs.pairs import Pairs
from heddle.proofs.parts import Parts
from heddle.proofs.product import Product
from heddle.proofs.sampled import Sampled
from heddle.proofs.samples import ALL
from heddle.proofs.shorten import shortened
from heddle.proofs.system import System, Variable
from heddle.symbolic.values import full
from proofs.systems import Maker, handshake, locked_counter, readers_and_writers
from waiting import PATIENCE

SECONDS = PATIENCE
MOST = 8
"""So many weaker invariants of each kind are judged."""


def few(broken: bool = False) -> System:
    return locked_counter(many=False, broken=broken)


def many(broken: bool = False) -> System:
    return locked_counter(broken=broken)


def even(broken: bool = False) -> System:
    """A number is odd as long as the writer changes the data; ``broken``: it stays as it is.  Any number of readers."""
    m = Maker()
    n, data = m.dag.var(UINT), m.shared("data", 0, (0, 1))
    m.system.globals["n"] = Variable("n", UINT, n, 0, full(UINT), "n")
    main, writer, reader = m.template("main", 3), m.template("writer", 4), m.template("reader", 2, True)
    m.edge(main, 0, 1, creates=(1,))
    m.edge(main, 1, 1, creates=(2,))
    m.edge(main, 1, 2)
    m.system.not_yet = frozenset({(0, 0, 1)})
    next_one = n if broken else m.dag.binary("+", n, m.dag.const(1, UINT), UINT)
    m.edge(writer, 0, 1, n=next_one)
    m.edge(writer, 1, 2, data=m.number(1))
    m.edge(writer, 2, 3, data=m.number(0))
    m.edge(writer, 3, 0, n=next_one)
    rest = m.dag.binary("%", n, m.dag.const(2, UINT), UINT)
    is_even = m.dag.binary("==", rest, m.dag.const(0, UINT), INT)
    m.edge(reader, 0, None, m.dag.and_(is_even, m.equal(data, 1)))
    m.edge(reader, 0, 0)
    return m.system


def later() -> float:
    return now() + SECONDS


Clauses = Modular | Pairs | Product | Sampled | Learned | Induction
Ghosts = Callable[[System], Ghosted]


def owners_and_places(system: System) -> Ghosted:
    return with_places(with_owners(system))


def regions(system: System) -> Ghosted:
    return with_regions(Ghosted(system))


KINDS: dict[str, tuple[Callable[..., System], Ghosts, Callable[[Ghosted], Clauses]]] = {
    "each thread": (handshake, Ghosted, Modular),
    "owners": (many, with_owners, Modular),
    "places": (handshake, owners_and_places, Modular),
    "pairs": (many, with_owners, Pairs),
    "all together": (few, Ghosted, lambda g: Product(g, later())),
    "several steps": (few, with_owners, Induction),
    "counts": (readers_and_writers, regions, lambda g: Sampled(g, Modular(g), 1, Under.TESTS)),
    "counts, of pairs": (many, regions, lambda g: Sampled(g, Pairs(g), 2, Under.NO_TESTS)),
    "counts, of pairs, with tests": (handshake, regions, lambda g: Sampled(g, Pairs(g), 2, Under.TESTS)),
    "all together, from samples": (few, Ghosted, lambda g: Sampled(g, Product(g, later()), ALL, Under.NO_TESTS)),
    "remainders": (even, Ghosted, Learned),
}


@cache
def found(name: str) -> tuple[System, Ghosted, Invariant]:
    make, ghosts, clauses = KINDS[name]
    system = make()
    ghosted = ghosts(system)
    search = clauses(ghosted)
    search.build()
    return system, ghosted, shortened(ghosted.system, search.solve(SECONDS), later())


def weaker(invariant: Invariant) -> list[Invariant]:
    """Without one thing that it says, some of them in turn; and without all."""
    found = []
    for key, part in invariant.parts.items():
        for dropped in conjuncts(part):
            rest = conjunction([p for p in conjuncts(part) if p is not dropped])
            found.append(Invariant(invariant.kind, {**invariant.parts, key: rest}, invariant.steps))
    nothing = Invariant(invariant.kind, dict.fromkeys(invariant.parts, TRUE), invariant.steps)
    return [*found[:: len(found) // MOST + 1], nothing]


def is_accepted(system: System, ghosted: Ghosted, invariant: Invariant) -> bool:
    try:
        return certify(system, ghosted, invariant, later()) > 0
    except Rejected:
        return False


@pytest.mark.parametrize("name", KINDS)
def test_what_says_too_little_is_rejected(name: str) -> None:
    system, ghosted, invariant = found(name)
    assert is_accepted(system, ghosted, invariant)
    answers = [is_accepted(system, ghosted, weak) for weak in weaker(invariant)]
    assert not answers[-1], "nothing at all is not enough"
    if name != "several steps":  # whose facts may be more than it needs
        assert answers.count(False) > len(answers) / 2


@pytest.mark.parametrize("name", KINDS)
def test_of_a_program_that_fails_nothing_is_an_invariant(name: str) -> None:
    """Neither that of the program as it was, nor anything weaker."""
    make, ghosts, _ = KINDS[name]
    _, _, invariant = found(name)
    broken = make(broken=True)
    assert not any(is_accepted(broken, ghosts(broken), each) for each in (invariant, *weaker(invariant)))


@pytest.mark.parametrize("name", KINDS)
def test_of_a_program_that_fails_nothing_is_found(name: str) -> None:
    make, ghosts, clauses = KINDS[name]
    with pytest.raises(NoProof):
        search = clauses(ghosts(make(broken=True)))
        search.build()
        search.solve(SECONDS)


def test_parts_are_judged_as_one() -> None:
    system = many()
    parts = Parts(system, later())
    parts.build()
    invariant = shortened(parts.ghosted.system, parts.solve(SECONDS), later())
    assert is_accepted(system, parts.ghosted, invariant)
    assert not all(is_accepted(system, parts.ghosted, weak) for weak in weaker(invariant))
    broken = many(broken=True)
    assert not any(is_accepted(broken, with_owners(broken), each) for each in (invariant, *weaker(invariant)))


def test_shortened_invariants_say_the_same() -> None:
    """Whether a thing is dropped depends on the rest: what implies it must be there."""
    system, _, invariant = found("remainders")
    again = shortened(system, invariant, later())
    assert {key: list(conjuncts(p)) for key, p in again.parts.items()} == {
        key: list(conjuncts(p)) for key, p in invariant.parts.items()
    }
    twice = Invariant(invariant.kind, {k: conjunction([*conjuncts(p), *conjuncts(p)]) for k, p in invariant.parts.items()})
    short = shortened(system, twice, later())
    assert all(len(list(conjuncts(short.parts[k]))) == len(list(conjuncts(p))) for k, p in invariant.parts.items())
