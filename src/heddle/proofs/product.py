"""Proofs about all threads together: a predicate for every combination of places, for few threads that depend on each
other.

Partial-order reduced (:mod:`heddle.proofs.reduction`); templates of which there may be many are refused.
"""

from __future__ import annotations

from collections import Counter

import z3

from heddle.proofs.clauses import KEPT, Clauses, NoProof, Refuted, Terms, TooCoarse, unknowns
from heddle.proofs.clock import interrupting, now
from heddle.proofs.ghosts import Ghosted
from heddle.proofs.invariant import Invariant, Key, Kind, Place
from heddle.proofs.reduction import Reduction
from heddle.proofs.system import Edge

MOST_KEYS = 1500


class Product(Clauses):
    """Raises NoProof where there are too many combinations."""

    kind = Kind.ALL

    def __init__(self, ghosted: Ghosted, deadline: float) -> None:
        super().__init__(ghosted)
        self.reduction = Reduction(ghosted.system, deadline)
        self.arrivals: dict[str, Place] = {}
        """Where a step leads, by the name of its clause."""

    def build(self) -> None:
        if any(t.many for t in self.system.templates):
            raise NoProof("there is no bound on the number of threads")
        main = self.system.templates[0]
        shared = self.shared()
        own, known = self.start(main, None, shared)
        first: Key = ((0, main.entry),)
        self.rule(self.holds(first, shared, own), self.initial(shared) + known)
        seen, stack = {first}, [first]
        while stack:
            key = stack.pop()
            for mover in self.reduction.movers(key):
                for edge in self.reduction.edges(key[mover]):
                    after = self._step(key, mover, edge)
                    if after is not None and after not in seen:
                        seen.add(after)
                        stack.append(after)
            if len(seen) > MOST_KEYS:
                raise NoProof("there are too many combinations of places")

    def _step(self, key: Key, mover: int, edge: Edge) -> Key | None:
        """The clause of a step; the combination of places after it, if it can be taken and no claim fails."""
        templates = self.system.templates
        if any((u, templates[u].end) not in key for u in edge.joins):
            return None
        shared = self.shared()
        locals = [self.locals(templates[t], node) for t, node in key]
        step = self.step(templates[key[mover][0]], edge, shared, locals[mover])
        threads = [(templates[t], own) for (t, _), own in zip(key, locals, strict=True)]
        body = [self.holds(key, shared, *locals), *self.bounds(shared, *threads), *step.conditions]
        if edge.target is None:
            self.rule(self.error, body)
            return None
        moved: dict[int, tuple[int, Terms]] = {t: (n, own) for (t, n), own in zip(key, locals, strict=True)}
        moved[key[mover][0]] = edge.target, step.locals
        for (u, _), argument in zip(edge.creates, step.arguments, strict=True):
            if u in moved:
                raise NoProof(f"{templates[u].name} is started twice")
            start, known = self.start(templates[u], argument, step.shared)
            moved[u] = templates[u].entry, start
            body += known
        after = tuple((t, moved[t][0]) for t in sorted(moved))
        self.arrivals[name_of(len(self.rules))] = key[mover][0], edge.target
        self.rule(self.holds(after, step.shared, *(moved[t][1] for t in sorted(moved))), body)
        return after

    def solve(self, seconds: float, is_global: bool = False) -> Invariant:
        until = now() + seconds
        try:
            return super().solve(seconds, is_global)
        except TooCoarse as error:
            rounds = self._rounds(until - now())
            raise Refuted(str(error), rounds) if rounds else error from error

    def _rounds(self, seconds: float) -> int:
        """How often a run in which a claim fails comes to the same place of a thread; 0 if none is found in time."""
        engine = z3.Fixedpoint()
        engine.set(engine="spacer", **{f"xform.{name}": False for name in KEPT})
        variables = {v.get_id(): v for rule in self.rules for v in unknowns(z3.And(rule.head, *rule.body))}
        engine.declare_var(*variables.values())
        for predicate in (self.error.decl(), *(p for p, _ in self.predicates.values())):
            engine.register_relation(predicate)
        for number, rule in enumerate(self.rules):
            engine.rule(rule.head, rule.body, name=name_of(number))
        try:
            with interrupting(now() + seconds):
                found = engine.query(self.error)
            if found != z3.sat:
                return 0
            steps = engine.get_rule_names_along_trace()
        except z3.Z3Exception:
            return 0
        return max(Counter(self.arrivals[name] for name in steps if name in self.arrivals).values(), default=0)


def name_of(number: int) -> str:
    return f"clause{number}"


__all__ = ["Product"]
