"""Proofs about all threads together: a predicate for every combination of places, for few threads that depend on each
other.

Partial-order reduced (:mod:`heddle.proofs.reduction`); templates of which there may be many are refused.
"""

from __future__ import annotations

from heddle.proofs.clauses import Clauses, NoProof, Terms
from heddle.proofs.ghosts import Ghosted
from heddle.proofs.invariant import Key, Kind
from heddle.proofs.reduction import Reduction
from heddle.proofs.system import Edge

MOST_KEYS = 1500


class Product(Clauses):
    """Raises NoProof where there are too many combinations."""

    kind = Kind.ALL

    def __init__(self, ghosted: Ghosted, deadline: float) -> None:
        super().__init__(ghosted)
        self.reduction = Reduction(ghosted.system, deadline)

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
        self.rule(self.holds(after, step.shared, *(moved[t][1] for t in sorted(moved))), body)
        return after


__all__ = ["Product"]
