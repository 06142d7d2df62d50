"""Proofs in parts: each claim, or each case of it, with the shared variables that it speaks of and few more.

An array of data under an array of locks is as many small proofs, each of one element and its lock.  The invariant is
the conjunction of what was found, and is checked as such, of the whole system.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from heddle.proofs.clauses import NoProof, OutOfTime
from heddle.proofs.clock import now
from heddle.proofs.formulas import FALSE, conjunction
from heddle.proofs.ghosts import Ghosted, lock_like, owner_of, with_owners
from heddle.proofs.invariant import Invariant, Kind
from heddle.proofs.learned import Learned
from heddle.proofs.modular import Modular
from heddle.proofs.projection import Cells, Claims, Kept, Mentions, all_locals, project, relevant
from heddle.proofs.shapes import Shapes, shapes
from heddle.proofs.system import Edge, System
from heddle.proofs.validity import Questions
from heddle.proofs.weakening import Weakening
from heddle.records import dataclass
from heddle.symbolic.dag import NodeId

MOST_PARTS = 40
LEAST_SECONDS, LEAST_SHARE = (4.0, 20.0), 0.25
"""What the only part, and what one of several, may take at least, also in a short round: seconds, and of all the time
that is left."""
SHARE = 0.6
"""Of the time that is left for a part: what one search has."""


@dataclass(slots=True)
class Part:
    """``wider`` are the sets of variables that may be enough, the smallest first; those that are not are taken away."""

    claims: dict[int, NodeId]
    wider: list[Kept]
    found: Invariant | None = None


class Parts:
    """What was found is kept for the next time that somebody asks."""

    def __init__(self, system: System, deadline: float) -> None:
        self.deadline = deadline
        self.ghosted = with_owners(system, len(system.globals))
        self.until = float("inf")
        self.parts: list[Part] = []
        self.shapes: Shapes = frozenset()
        """Of what was needed so far."""

    def build(self) -> None:
        """Raises NoProof."""
        if not self.parts:
            self.parts = list(_Division(self.ghosted).parts())

    def solve(self, seconds: float, is_global: bool = False) -> Invariant:
        """Every part has so many seconds, or more.  Raises NoProof."""
        for part in self.parts:
            while part.found is None:
                left = self.deadline - now()
                least = min(LEAST_SECONDS[len(self.parts) > 1], LEAST_SHARE * left)
                self._solve(part, now() + min(left, max(seconds, least)))
        return _together([part.found for part in self.parts if part.found is not None])

    def _solve(self, part: Part, until: float) -> None:
        """With what may be enough first; that is taken away if it is not."""
        if not part.wider:
            raise NoProof("some of the shared variables are not enough")
        kept = part.wider[0]
        owners = {owner_of(cell) for cell in kept.cells} & self.ghosted.identifiers
        projected = project(self.ghosted, Kept(kept.cells | owners, kept.locals), part.claims)
        late: OutOfTime | None = None
        for search in self._searches(projected):
            search.until = now() + SHARE * (until - now())
            try:
                search.build()
                part.found = search.solve(search.until - now())
            except OutOfTime as error:
                late = error
            except NoProof:
                continue
            else:
                self.shapes |= shapes(projected.system, part.found)
                return
        if late is not None:
            raise late
        part.wider.pop(0)

    def _searches(self, projected: Ghosted) -> Iterator[Weakening | Modular]:
        if self.shapes:
            yield Weakening(projected, of_part=True, like=self.shapes)
        yield Learned(projected)
        yield Weakening(projected, of_part=True)
        yield Modular(projected)


class _Division:
    """Of the claims, by what they speak of."""

    def __init__(self, ghosted: Ghosted) -> None:
        self.system, self.dag = ghosted.system, ghosted.system.dag
        self.mentions = Mentions(self.system)
        self.cells = {name: v for name, v in self.system.globals.items() if name not in ghosted.identifiers}
        self.groups: dict[str, set[str]] = defaultdict(set)
        for name, variable in self.cells.items():
            self.groups[variable.element].add(name)
        self.single = {name for name, v in self.cells.items() if not v.element.startswith("[")}

    def parts(self) -> Iterator[Part]:
        """Raises NoProof."""
        claims: dict[Cells, dict[int, NodeId]] = defaultdict(dict)
        for t in self.system.templates:
            questions = Questions(self.system, t)
            for e in [e for e in t.edges if e.target is None]:
                for cells, guard in self._divided(e, questions):
                    claims[cells][id(e)] = guard
        if len(claims) > MOST_PARTS:
            raise NoProof("there are too many parts")
        for cells, guards in claims.items():
            yield Part(guards, list(self._wider(cells, guards)))

    def _divided(self, e: Edge, questions: Questions) -> Iterator[tuple[Cells, NodeId]]:
        """Cases of a claim that fails in none but these."""
        cases = self.mentions.cases(e.guard)
        if cases is None:
            raise NoProof("there are too many cases")
        left = e.guard
        for cells in sorted({self._whole(case) for case in cases}, key=lambda cells: (len(cells), sorted(cells))):
            known = self.mentions.within(e.guard, cells)
            case = self.dag.and_(left, known)
            if questions.is_possible(case):
                yield cells, case
                left = self.dag.and_(left, self.dag.not_(known))
        if questions.is_possible(left):
            yield frozenset(self.cells), left

    def _whole(self, cells: Cells) -> Cells:
        """With all that belongs to them."""
        return frozenset().union(*(self.groups[self.cells[name].element] for name in cells))

    def _wider(self, cells: Cells, claims: Claims) -> Iterator[Kept]:
        """What may be enough for claims about some cells."""
        locks = self.single & set(lock_like(self.system))
        known: list[Kept] = []
        for more in (frozenset[str](), locks, self.single):
            for locals in (relevant(self.system, cells | more, claims), all_locals(self.system)):
                kept = Kept(cells | more, locals)
                if kept not in known:
                    known.append(kept)
                    yield kept


def _together(found: list[Invariant]) -> Invariant:
    keys = {key for invariant in found for key in invariant.parts}
    return Invariant(
        Kind.EACH, {key: conjunction([invariant.parts.get(key, FALSE) for invariant in found]) for key in keys}
    )


__all__ = ["Parts"]
