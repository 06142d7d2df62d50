"""Proofs by Horn clauses: ways to reason about threads, tried in turn, in rounds of growing time.

A way that ends without an invariant is too coarse and is not tried again; one that runs out of time is, with more.
Whatever is found is checked before it is believed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from heddle.proofs.certify import certify
from heddle.proofs.clauses import Clauses, NoProof, OutOfTime, Refuted
from heddle.proofs.clock import now
from heddle.proofs.counts import with_counts, with_regions
from heddle.proofs.facts import Under
from heddle.proofs.formulas import TRUE
from heddle.proofs.ghosts import Ghosted, with_owners, with_places
from heddle.proofs.induction import Induction
from heddle.proofs.invariant import Invariant, Kind
from heddle.proofs.learned import Learned
from heddle.proofs.modular import Modular
from heddle.proofs.obligations import Rejected
from heddle.proofs.pairs import Pairs
from heddle.proofs.parts import Parts
from heddle.proofs.product import Product
from heddle.proofs.sampled import Sampled
from heddle.proofs.samples import ALL
from heddle.proofs.shorten import shortened
from heddle.proofs.system import System
from heddle.proofs.weakening import Weakening
from heddle.records import dataclass, field

ROUNDS = (1.0, 4.0, 16.0, 64.0, 256.0)
"""Seconds that a way has for its search, in each round."""


@dataclass(frozen=True, slots=True)
class Way:
    """``clauses`` gives the system with its ghosts, and clauses about it that are not built yet.  ``patience``: so many
    times the seconds of a round are for it, since it ends by itself."""

    name: str
    clauses: Callable[[System, float], tuple[Ghosted, Clauses | Weakening | Sampled | Induction | Parts]]
    is_global: bool = False
    patience: int = 1


@dataclass(slots=True)
class Proof:
    """``checked``: how many obligations the check of the invariant has shown."""

    way: str
    system: System
    invariant: Invariant
    checked: int


@dataclass(slots=True)
class Attempt:
    """What has come of it: a proof, or why each way has failed."""

    proof: Proof | None = None
    failures: dict[str, str] = field(default_factory=dict)
    rejected: int = 0


def _each(system: System, deadline: float) -> tuple[Ghosted, Clauses]:
    ghosted = Ghosted(system)
    return ghosted, Modular(ghosted)


def _owners(system: System, deadline: float) -> tuple[Ghosted, Clauses]:
    ghosted = with_owners(system)
    if not ghosted.identifiers:
        raise NoProof("nothing has an owner")
    return ghosted, Modular(ghosted)


def _counts(system: System, deadline: float) -> tuple[Ghosted, Clauses]:
    ghosted = with_counts(Ghosted(system))
    if not ghosted.counts:
        raise NoProof("there is nobody to count")
    return ghosted, Modular(ghosted)


def _guessed(system: System, deadline: float) -> tuple[Ghosted, Weakening]:
    ghosted = with_counts(with_owners(system))
    return ghosted, Weakening(ghosted)


def _sampled(system: System, deadline: float) -> tuple[Ghosted, Sampled]:
    ghosted = with_regions(Ghosted(system))
    return ghosted, Sampled(ghosted, Modular(ghosted), 1, Under.NO_TESTS)


def _sampled_with_tests(system: System, deadline: float) -> tuple[Ghosted, Sampled]:
    ghosted = with_regions(with_owners(system))
    return ghosted, Sampled(ghosted, Modular(ghosted), 1, Under.TESTS)


def _sampled_pairs(system: System, deadline: float) -> tuple[Ghosted, Sampled]:
    ghosted = with_regions(Ghosted(system))
    return ghosted, Sampled(ghosted, Pairs(ghosted), 2, Under.NO_TESTS)


def _sampled_pairs_with_tests(system: System, deadline: float) -> tuple[Ghosted, Sampled]:
    ghosted = with_regions(Ghosted(system))
    return ghosted, Sampled(ghosted, Pairs(ghosted), 2, Under.TESTS)


def _sampled_together(system: System, deadline: float) -> tuple[Ghosted, Sampled]:
    if any(t.many for t in system.templates):
        raise NoProof("there is no bound on the number of threads")
    ghosted = Ghosted(system)
    return ghosted, Sampled(ghosted, Product(ghosted, deadline), ALL, Under.NO_TESTS)


def _learned(system: System, deadline: float) -> tuple[Ghosted, Learned]:
    ghosted = Ghosted(system)
    return ghosted, Learned(ghosted)


def _places(system: System, deadline: float) -> tuple[Ghosted, Clauses]:
    ghosted = with_places(with_owners(system))
    return ghosted, Modular(ghosted)


def _pairs(system: System, deadline: float) -> tuple[Ghosted, Clauses]:
    ghosted = with_owners(system)
    return ghosted, Pairs(ghosted)


def _product(system: System, deadline: float) -> tuple[Ghosted, Clauses]:
    ghosted = Ghosted(system)
    return ghosted, Product(ghosted, deadline)


def _steps(system: System, deadline: float) -> tuple[Ghosted, Induction]:
    ghosted = with_owners(system)
    return ghosted, Induction(ghosted)


FIRST = Way("each thread", _each)
WAYS = (
    Way("all threads together, from samples", _sampled_together, patience=6),
    Way("each thread, from samples", _sampled, patience=20),
    Way("each thread, from samples of remainders", _learned, patience=20),
    Way("each thread, with owners of locks", _owners),
    Way("each thread, with numbers of threads", _counts),
    Way("each thread, from samples, with tests", _sampled_with_tests, patience=20),
    Way("each thread, by guesses", _guessed),
    Way("all threads together", _product),
    Way("all threads together, over several steps", _steps),
    Way("each thread, with places of others", _places),
    Way("every two threads, from samples", _sampled_pairs, patience=60),
    Way("every two threads, from samples, with tests", _sampled_pairs_with_tests, patience=60),
    Way("every two threads", _pairs),
    Way("each thread, with owners of locks, generalized", _owners, True),
    Way("all threads together, generalized", _product, True),
)


def ignore(rounds: int) -> None:
    """For those whom suspicions do not interest."""


def prove(
    system: System, deadline: float, progress: Callable[[str], None], suspect: Callable[[int], None] = ignore
) -> Attempt:
    """``deadline`` is a time of ``time.monotonic``.  ``suspect`` hears of runs of the system in which a claim fails:
    how often they go through a loop."""
    attempt = Attempt()
    work = now() + deadline - time.monotonic()
    if all(e.target is not None for _, e in system.edges()):
        attempt.proof = _of_nothing(system, work)
        return attempt
    left = _ways(system, work)
    for seconds in ROUNDS:
        for way in list(left):
            time_left = deadline - time.monotonic()
            if time_left <= 0:
                return attempt
            seconds_for_it = min(seconds * way.patience, time_left)
            progress(f"{way.name}: {seconds_for_it:.0f} s")
            try:
                attempt.proof = _try(way, system, now() + seconds_for_it, now() + time_left)
                return attempt
            except OutOfTime as error:
                attempt.failures[way.name] = str(error)
            except Rejected as error:
                attempt.rejected += 1
                attempt.failures[way.name] = str(error)
                left.remove(way)
                progress(f"{way.name}: rejected: {error}")
            except NoProof as error:
                attempt.failures[way.name] = str(error)
                left.remove(way)
                if isinstance(error, Refuted):
                    suspect(error.rounds)
        if not left:
            break
    return attempt


def _of_nothing(system: System, deadline: float) -> Proof:
    """Where no claim is left: anything may hold."""
    invariant = Invariant(Kind.EACH, {((t.index, n),): TRUE for t in system.templates for n in t.nodes})
    return Proof(FIRST.name, system, invariant, certify(system, Ghosted(system), invariant, deadline))


def _ways(system: System, deadline: float) -> list[Way]:
    """In this order.  What falls into parts is large as a whole; of what does not, a few threads are soon looked at."""
    parts = Parts(system, deadline)  # which keep what was found for the next round
    try:
        parts.build()
    except NoProof:
        return [FIRST, *WAYS]
    way = Way("each thread, in parts", lambda *_: (parts.ghosted, parts))
    return [way, FIRST, *WAYS] if len(parts.parts) > 1 else [FIRST, WAYS[0], way, *WAYS[1:]]


def _try(way: Way, system: System, until: float, deadline: float) -> Proof:
    """Raises NoProof and Rejected.  The check may take as long as there is time."""
    ghosted, clauses = way.clauses(system, until)
    clauses.until = until
    clauses.build()
    found = clauses.solve(until - now(), way.is_global)
    invariant = shortened(ghosted.system, found, deadline)
    checked = certify(system, ghosted, invariant, deadline)
    return Proof(way.name, ghosted.system, invariant, checked)


def reasons(attempt: Attempt) -> Iterator[str]:
    """Why there is no proof, each reason once, with the ways it stands for."""
    by_reason: dict[str, list[str]] = {}
    for way, reason in attempt.failures.items():
        by_reason.setdefault(reason, []).append(way)
    for reason, ways in by_reason.items():
        yield f"{reason} ({'; '.join(ways)})"


__all__ = ["Attempt", "Proof", "prove", "reasons"]
