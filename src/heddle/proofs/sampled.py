"""Invariants by weakening: begin with many guesses for every predicate, and throw away those that a clause breaks

(Flanagan and Leino 2001.)  What is left is inductive.  It is a proof if no claim can fail where it holds; then what
that needs is kept, and the rest goes.  The guesses come from samples (:mod:`heddle.proofs.facts`), the clauses from
any reasoner, about integers: like everything that is found this is checked afterwards.
"""

from __future__ import annotations

from collections import defaultdict

import z3

from heddle.proofs.clauses import Clauses, NoProof, OutOfTime, Rule
from heddle.proofs.clock import now
from heddle.proofs.facts import Facts, Under
from heddle.proofs.formulas import Formula, conjunction
from heddle.proofs.ghosts import Ghosted
from heddle.proofs.invariant import Invariant, Key
from heddle.proofs.samples import Samples
from heddle.proofs.z3_formulas import to_z3
from heddle.records import dataclass

MILLISECONDS = 5000
"""For one question."""
MOST_VARIABLES = 40


@dataclass(slots=True)
class Guess:
    """About the threads of ``key``."""

    key: Key
    formula: Formula


@dataclass(slots=True)
class _Clause:
    """A Horn clause taken apart: ``head`` None is an error."""

    constraints: list[z3.BoolRef]
    premises: list[tuple[Key, z3.ExprRef]]
    head: tuple[Key, z3.ExprRef] | None


class Sampled:
    """Makes an invariant from clauses, as Spacer does (:meth:`heddle.proofs.clauses.Clauses.solve`)."""

    def __init__(self, ghosted: Ghosted, clauses: Clauses, threads: int, under: Under) -> None:
        self.ghosted, self.clauses, self.threads, self.under = ghosted, clauses, threads, under
        self.until = float("inf")
        self.kept: dict[Key, list[Guess]] = {}
        self.reached: set[Key] = set()
        self._terms: dict[tuple[int, int], z3.BoolRef] = {}
        self._atoms: list[z3.ExprRef] = []
        """Terms that stay alive as long as their numbers are used."""

    def build(self) -> None:
        """Raises NoProof."""
        if len(self.ghosted.system.globals) > MOST_VARIABLES:
            raise NoProof("there are too many variables to guess about")
        samples, facts = Samples(self.ghosted.system, self.threads, self.until), Facts(self.ghosted)
        samples.run()
        self.clauses.until = self.until
        self.clauses.build()
        anywhere = facts.of((), samples.table(()), self.under)
        for key in self.clauses.predicates:
            found = anywhere | facts.of(key, samples.table(key), self.under)
            self.kept[key] = [Guess(key, formula) for formula in found.values()]

    def solve(self, seconds: float, is_global: bool = False) -> Invariant:
        """Raises NoProof."""
        self.until = now() + seconds
        names = {p.name(): key for key, (p, _) in self.clauses.predicates.items()}
        clauses = [self._taken_apart(rule, names) for rule in self.clauses.rules]
        self._weaken_all([c for c in clauses if c.head is not None])
        needed = self._support([c for c in clauses if self.reached.issuperset(key for key, _ in c.premises)])
        parts = {key: conjunction([g.formula for g in self.kept[key] if id(g) in needed]) for key in self.reached}
        return Invariant(self.clauses.kind, parts)

    def _taken_apart(self, rule: Rule, names: dict[str, Key]) -> _Clause:
        constraints, premises = [], []
        for part in rule.body:
            key = names.get(part.decl().name()) if z3.is_app(part) else None
            if key is None:
                constraints.append(part)
            else:
                premises.append((key, part))
        head = names.get(rule.head.decl().name())
        return _Clause(constraints, premises, None if head is None else (head, rule.head))

    # --- weakening ----------------------------------------------------------------------------------------------------

    def _weaken_all(self, clauses: list[_Clause]) -> None:
        by_premise = defaultdict[Key, list[int]](list)
        for i, clause in enumerate(clauses):
            for key in {key for key, _ in clause.premises}:
                by_premise[key].append(i)
        work = {i for i, clause in enumerate(clauses) if not clause.premises}
        while work:
            i = min(work)
            work.discard(i)
            clause = clauses[i]
            if self.reached.issuperset(key for key, _ in clause.premises) and self._weaken(clause):
                assert clause.head is not None
                work.update(by_premise[clause.head[0]])

    def _weaken(self, clause: _Clause) -> bool:
        """Drops the guesses that do not hold after a step; whether there are such, or nobody had come there before."""
        assert clause.head is not None
        key, at = clause.head
        held = [term for premise in clause.premises for _, term in self._about(*premise)]
        known = {term.get_id() for term in held}
        left = [(guess, term) for guess, term in self._about(key, at) if term.get_id() not in known]
        if not left and key in self.reached:
            return False
        solver = self._solver([*clause.constraints, *held])
        is_new = key not in self.reached
        if is_new:
            if solver.check() == z3.unsat:
                return False
            self.reached.add(key)
        before = len(left)
        while left:
            solver.push()
            solver.add(z3.Not(z3.And(*(term for _, term in left))))
            result = solver.check()
            if result == z3.unsat:
                break
            if result == z3.sat:
                model = solver.model()
                left = [(g, term) for g, term in left if z3.is_true(model.eval(term, model_completion=True))]
            else:
                left = self._one_by_one(solver, left)
            solver.pop()
        if len(left) < before:
            kept = {id(g) for g, _ in left}
            self.kept[key] = [
                g for g in self.kept[key] if id(g) in kept or self._term(g, at).get_id() in known
            ]
        return is_new or len(left) < before

    def _one_by_one(self, solver: z3.Solver, left: list[tuple[Guess, z3.BoolRef]]) -> list[tuple[Guess, z3.BoolRef]]:
        """Where all at once are too hard: those that are shown to hold."""
        solver.pop()
        kept = []
        for guess, term in left:
            self._look_at_the_clock()
            solver.push()
            solver.add(z3.Not(term))
            if solver.check() == z3.unsat:
                kept.append((guess, term))
            solver.pop()
        solver.push()
        return kept

    # --- what is needed -----------------------------------------------------------------------------------------------

    def _support(self, clauses: list[_Clause]) -> set[int]:
        """Of what is left, what the claims need, and what that needs in turn.  Raises NoProof."""
        needed: set[int] = set()
        work: dict[Key, list[Guess]] = {}

        def explain(clause: _Clause, then: list[z3.BoolRef]) -> None:
            for guess in self._core(clause, then):
                if id(guess) not in needed:
                    needed.add(id(guess))
                    work.setdefault(guess.key, []).append(guess)

        arriving = defaultdict[Key, list[_Clause]](list)
        for clause in clauses:
            if clause.head is not None and clause.head[0] in self.reached:
                arriving[clause.head[0]].append(clause)
            else:  # a claim would fail, or somebody come to where nobody comes
                explain(clause, [])
        while work:
            key, guesses = work.popitem()
            for clause in arriving[key]:
                assert clause.head is not None
                explain(clause, [self._term(guess, clause.head[1]) for guess in guesses])
        return needed

    def _core(self, clause: _Clause, then: list[z3.BoolRef]) -> list[Guess]:
        """Guesses from which something follows: simple ones if they are enough."""
        held = {}
        for premise in clause.premises:
            held.update({term.get_id(): (guess, term) for guess, term in self._about(*premise)})
        same = [held[term.get_id()][0] for term in then if term.get_id() in held]
        then = [term for term in then if term.get_id() not in held]
        if not then and same:
            return same
        solver = self._solver([*clause.constraints, *([z3.Not(z3.And(*then))] if then else [])])
        marks = {}
        for i, (guess, term) in enumerate(held.values()):
            mark = z3.Bool(f"held {i}")
            solver.add(z3.Implies(mark, term))
            marks[mark.get_id()] = (mark, guess)
        simple = [mark for mark, guess in marks.values() if guess.formula.op != "||"]
        for chosen in (simple, [mark for mark, _ in marks.values()]):
            if solver.check(*chosen) == z3.unsat:
                return same + [marks[mark.get_id()][1] for mark in solver.unsat_core()]
        raise NoProof("the guesses are not enough")

    # --- terms --------------------------------------------------------------------------------------------------------

    def _about(self, key: Key, at: z3.ExprRef) -> list[tuple[Guess, z3.BoolRef]]:
        return [(guess, self._term(guess, at)) for guess in self.kept[key]]

    def _term(self, guess: Guess, at: z3.ExprRef) -> z3.BoolRef:
        """A guess about the values that a predicate is applied to."""
        found = self._terms.get((id(guess), at.get_id()))
        if found is None:
            values = dict(zip(self.clauses.predicates[guess.key][1], at.children(), strict=True))
            found = self._terms[id(guess), at.get_id()] = to_z3(guess.formula, values)
            self._atoms.append(at)
        return found

    def _solver(self, conditions: list[z3.BoolRef]) -> z3.Solver:
        self._look_at_the_clock()
        solver = z3.SimpleSolver()
        solver.set("timeout", max(1, int(min((self.until - now()) * 1000, MILLISECONDS))))
        solver.add(*conditions)
        return solver

    def _look_at_the_clock(self) -> None:
        if now() > self.until:
            raise OutOfTime("no invariant found in time")


__all__ = ["Sampled"]
