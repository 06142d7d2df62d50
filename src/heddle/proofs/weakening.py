"""Invariants by weakening: begin with many guesses at every place, and throw away those that a step breaks

(Flanagan and Leino 2001.)  What is left is inductive.  It is a proof if no claim can fail where it holds; then what
that needs is kept, and the rest goes.  Steps are those of thread-modular reasoning, as the check of such invariants has
them (:mod:`heddle.proofs.certify`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import bitwuzla as bz
from bitwuzla import Kind as K

from heddle.proofs.clauses import NoProof, OutOfTime
from heddle.proofs.clock import now
from heddle.proofs.formulas import SHARED, Formula, Name, conjunction, names
from heddle.proofs.ghosts import Ghosted
from heddle.proofs.guesses import Guesses
from heddle.proofs.invariant import Invariant, Key, Kind, Place
from heddle.proofs.obligations import Obligations, Thread, Values
from heddle.proofs.shapes import Shapes, shape
from heddle.proofs.system import Edge, Template
from heddle.proofs.words import Truths, Word
from heddle.records import dataclass

MILLISECONDS = 5000
Holding = tuple[Place, Formula, bz.Term]
"""A guess that holds of the thread at a place."""


@dataclass(slots=True)
class Moment:
    """Right after a step: under ``before`` and what held then, ``thread`` is where it is, with shared values; None: a
    claim has failed."""

    before: list[bz.Term]
    holding: list[Holding]
    shared: Values
    thread: Thread | None
    truths: Truths | None
    solver: bz.Bitwuzla | None = None


class Weakening(Obligations):
    """Makes an invariant as :class:`heddle.proofs.clauses.Clauses` do."""

    kind = Kind.EACH

    def __init__(
        self, ghosted: Ghosted, conditional: bool = True, of_part: bool = False, like: Shapes | None = None
    ) -> None:
        """``like``: only guesses of these shapes."""
        super().__init__(ghosted, Invariant(Kind.EACH), float("inf"))
        self.like = like
        self.until = float("inf")
        self.guesses = Guesses(ghosted, conditional, of_part)
        self.kept: dict[Place, list[Formula]] = {}
        self.ids: dict[Place, set[int]] = {}
        """The identities of those."""
        self._moments: dict[tuple[int, Place | None], list[Moment]] = {}
        self.reached: set[Place] = set()
        self._changed: set[Place] = set()

    def run(self) -> None:
        """There is nothing to be shown."""

    def build(self) -> None:
        if self.guesses.are_too_many:
            raise NoProof("there are too many variables to guess about")
        shared = self.guesses.of_shared()
        for t in self.system.templates:
            for n in t.nodes:
                self.kept[t.index, n] = [*shared, *self.guesses.of_place(t, n)]
        if self.like is not None:
            for place, guesses in self.kept.items():
                self.kept[place] = [g for g in guesses if (place, shape(self.system, g)) in self.like]

    def solve(self, seconds: float, is_global: bool = False) -> Invariant:
        """Raises NoProof."""
        self._weaken_all(seconds)
        needed = self._support()
        parts: dict[Key, Formula] = {(place,): conjunction([g for g in self.kept[place] if id(g) in needed[place]])
                                     for place in self.reached}  # fmt: skip
        return Invariant(Kind.EACH, parts)

    def facts(self, seconds: float) -> Invariant:
        """What holds, whether it is enough for the claims or not.  Raises NoProof."""
        self._weaken_all(seconds)
        return Invariant(Kind.EACH, {(place,): conjunction(self.kept[place]) for place in self.reached})

    def _weaken_all(self, seconds: float) -> None:
        self.until = now() + seconds
        self.ids = {place: {id(guess) for guess in guesses} for place, guesses in self.kept.items()}
        shared, main, conditions = self.beginning()
        self._arrives(self._moment(conditions, [], shared, main))
        while self._changed:
            changed, self._changed = self._changed, set()
            for t, e in list(self.system.edges()):
                self._step(t, e, changed)

    # --- steps --------------------------------------------------------------------------------------------------------

    def _step(self, t: Template, e: Edge, changed: set[Place]) -> None:
        source = (t.index, e.source)
        if e.target is None or not self._can_start(t, e):
            return
        if source in changed or any((u, self.system.templates[u].end) in changed for u in e.joins):
            for moment in self._own(t, e):
                self._arrives(moment)
        for place in self._disturbed(t, e):
            if source in changed or place in changed:
                writes = self._writes(e)
                moment = self._interference(t, e, place)
                self._weaken(moment, [guess for guess in self.kept[place] if names(guess) & writes])

    def _can_start(self, t: Template, e: Edge) -> bool:
        """Whether a thread comes to the step, and those that it waits for come to their ends."""
        needed = {(t.index, e.source), *((u, self.system.templates[u].end) for u in e.joins)}
        return needed <= self.reached

    def _writes(self, e: Edge) -> set[Name]:
        return {(SHARED, name) for name in e.updates if name in self.system.globals}

    def _disturbed(self, t: Template, e: Edge) -> Iterator[Place]:
        """Where another thread may be while the step changes something."""
        if e.target is not None and self._writes(e):
            for place in sorted(self.reached):
                other = self.system.templates[place[0]]
                if place[1] not in other.atomic and not self.system.apart(*place, t.index, e.source):
                    yield place

    def _own(self, t: Template, e: Edge) -> list[Moment]:
        if (id(e), None) not in self._moments:
            shared, thread = self.shared(), self.thread((t.index, e.source))
            taken = self.take(thread, e, shared)
            before = [*self.known(shared, thread), *taken.conditions]
            holding = [*self._holding(shared, thread), *self._joined(e, shared)]
            arrived = (taken.thread, *taken.created)
            self._moments[id(e), None] = [self._moment(before, holding, taken.shared, t) for t in arrived]
        return self._moments[id(e), None]

    def _interference(self, t: Template, e: Edge, place: Place) -> Moment:
        if (id(e), place) not in self._moments:
            shared, thread, watching = self.shared(), self.thread((t.index, e.source)), self.thread(place)
            taken = self.take(thread, e, shared)
            before = [*self.known(shared, thread, watching), *taken.conditions]
            holding = [*self._holding(shared, thread), *self._holding(shared, watching), *self._joined(e, shared)]
            self._moments[id(e), place] = [self._moment(before, holding, taken.shared, watching)]
        return self._moments[id(e), place][0]

    def _moment(self, before: list[bz.Term], holding: list[Holding], shared: Values, thread: Thread | None) -> Moment:
        return Moment(before, holding, shared, thread, None if thread is None else self._truths(shared, thread))

    def _still(self, moment: Moment) -> list[Holding]:
        """What held then, of what has not been thrown away since."""
        return [(place, guess, term) for place, guess, term in moment.holding if id(guess) in self.ids[place]]

    # --- what is needed -----------------------------------------------------------------------------------------------

    def _support(self) -> dict[Place, set[int]]:
        """Of what is left, what the claims need, and what that needs in turn.  Raises NoProof."""
        needed: dict[Place, set[int]] = {place: set() for place in self.reached}
        work: list[tuple[Place, Formula]] = []

        def explain(moment: Moment, then: bz.Term) -> None:
            core = self._core(moment, then)
            for place, guess, term in self._still(moment):
                if term in core and id(guess) not in needed[place]:
                    needed[place].add(id(guess))
                    work.append((place, guess))

        moments = defaultdict[Place, list[tuple[Moment, set[Name] | None]]](list)
        for t, e in self.system.edges():
            if not self._can_start(t, e):
                continue
            for moment in self._own(t, e):
                if moment.thread is None:
                    explain(moment, self.logic.false)
                else:
                    moments[moment.thread.place].append((moment, None))
            for place in self._disturbed(t, e):
                moments[place].append((self._interference(t, e, place), self._writes(e)))
        while work:
            place, guess = work.pop()
            for moment, writes in moments[place]:
                if writes is None or names(guess) & writes:
                    assert moment.truths is not None
                    explain(moment, moment.truths.truth(guess))
        return needed

    def _core(self, moment: Moment, then: bz.Term) -> set[bz.Term]:
        """A few of the guesses from which something follows: simple ones if they are enough."""
        solver = self._solver_of(moment)
        held, wrong = self._still(moment), self.logic.make(K.NOT, then)
        for terms in ([term for _, guess, term in held if guess.op != "||"], [term for _, _, term in held]):
            if solver.check_sat(*terms, wrong) == bz.Result.UNSAT:
                return set(solver.get_unsat_assumptions())
        raise NoProof("the guesses are not enough")

    # --- guesses ------------------------------------------------------------------------------------------------------

    def _truths(self, shared: Values, thread: Thread) -> Truths:
        def value(name: Name) -> Word:
            return shared[name[1]] if name[0] == SHARED else thread.values[name[1]]

        return Truths(self.logic, value)

    def _holding(self, shared: Values, thread: Thread) -> list[Holding]:
        truths = self._truths(shared, thread)
        return [(thread.place, guess, truths.truth(guess)) for guess in self.kept[thread.place]]

    def _joined(self, e: Edge, shared: Values) -> list[Holding]:
        ended = [self.thread((u, self.system.templates[u].end)) for u in e.joins]
        return [term for thread in ended for term in self._holding(shared, thread)]

    def _arrives(self, moment: Moment) -> None:
        thread = moment.thread
        assert thread is not None
        if thread.place not in self.reached:
            conditions = [*moment.before, *(term for _, _, term in self._still(moment))]
            if self._solver(conditions).check_sat() == bz.Result.UNSAT:
                return
            self.reached.add(thread.place)
            self._changed.add(thread.place)
        self._weaken(moment, self.kept[thread.place])

    def _weaken(self, moment: Moment, guesses: list[Formula]) -> None:
        """Drops the guesses that do not hold after a step."""
        assert moment.thread is not None and moment.truths is not None
        place = moment.thread.place
        left = [(guess, moment.truths.truth(guess)) for guess in guesses]
        solver, held = self._solver_of(moment), [term for _, _, term in self._still(moment)]
        while left:
            self._hurry()
            wrong = self.logic.make(K.NOT, self.logic.all([term for _, term in left]))
            result = solver.check_sat(*held, wrong)
            if result == bz.Result.UNSAT:
                break
            if result != bz.Result.SAT:
                raise OutOfTime("no invariant found in time")
            left = [(guess, term) for guess, term in left if solver.get_value(term).value()]
        if len(left) < len(guesses):
            dropped = {id(g) for g in guesses} - {id(g) for g, _ in left}
            self.kept[place] = [g for g in self.kept[place] if id(g) not in dropped]
            self.ids[place] -= dropped
            self._changed.add(place)

    def _solver_of(self, moment: Moment) -> bz.Bitwuzla:
        if moment.solver is None:
            moment.solver = self._solver(moment.before)
        return moment.solver

    def _solver(self, conditions: list[bz.Term]) -> bz.Bitwuzla:
        left = self._hurry()
        options = bz.Options()
        options.set(bz.Option.PRODUCE_MODELS, True)
        options.set(bz.Option.PRODUCE_UNSAT_ASSUMPTIONS, True)
        options.set(bz.Option.REWRITE_LEVEL, 2)  # of so many small facts more takes longer than solving
        options.set(bz.Option.TIME_LIMIT_PER, max(1, int(min(left * 1000, MILLISECONDS))))
        solver = bz.Bitwuzla(self.logic.tm, options)
        for condition in conditions:
            solver.assert_formula(condition)
        return solver

    def _hurry(self) -> float:
        """The seconds that are left.  Raises OutOfTime."""
        left = self.until - now()
        if left <= 0:
            raise OutOfTime("no invariant found in time")
        return left


__all__ = ["Weakening"]
