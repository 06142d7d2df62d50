"""Thread-modular proofs about every two threads (Hoenicke, Majumdar and Podelski 2017, k = 2).

What one thread alone cannot say: how its local variables and another's go together.  A third thread's step keeps what
holds of two, given what holds of it and each of them.  As long as main is the only thread, its part is its own.
"""

from __future__ import annotations

from collections.abc import Iterator

import z3

from heddle.proofs.clauses import Clauses, Terms
from heddle.proofs.invariant import Kind, Place
from heddle.proofs.system import Edge, Template

Thread = tuple[Template, int, Terms]
"""A thread at a node, with the values of what is live there."""


class Pairs(Clauses):
    kind = Kind.PAIRS

    def build(self) -> None:
        main = self.system.templates[0]
        shared = self.shared()
        own, known = self.start(main, None, shared)
        self.rule(self.holds(((0, main.entry),), shared, own), self.initial(shared) + known)
        for edge in main.edges:
            if not edge.joins:
                self._alone(main, edge)
        for (t, n), (u, m) in self.places():
            for first, second in {((t, n), (u, m)), ((u, m), (t, n))}:
                self._one_moves(first, second)
            self._third_moves((t, n), (u, m))

    def places(self) -> Iterator[tuple[Place, Place]]:
        """Every two places that two threads may be at."""
        every = [(t.index, n) for t in self.system.templates for n in t.nodes]
        for i, a in enumerate(every):
            for b in every[i:]:
                if not self.system.apart(*a, *b):
                    yield a, b

    def both(self, shared: Terms, a: Thread, b: Thread) -> z3.BoolRef:
        """What holds of two threads, in the order of their places."""
        (t, n, own), (u, m, others) = sorted((a, b), key=lambda thread: (thread[0].index, thread[1]))
        return self.holds(((t.index, n), (u.index, m)), shared, own, others)

    def thread(self, place: Place) -> Thread:
        template = self.system.templates[place[0]]
        return template, place[1], self.locals(template, place[1])

    def _conclude(self, shared: Terms, a: Thread, b: Thread, body: list[z3.BoolRef]) -> None:
        if self.system.apart(a[0].index, a[1], b[0].index, b[1]):
            return
        self.rule(self.both(shared, a, b), body)
        if a[:2] == b[:2]:
            self.rule(self.both(shared, b, a), body)  # both are at one place: each may be called the first

    def _alone(self, main: Template, edge: Edge) -> None:
        shared, own = self.shared(), self.locals(main, edge.source)
        step = self.step(main, edge, shared, own)
        body = [self.holds(((0, edge.source),), shared, own), *self.bounds(shared, (main, own)), *step.conditions]
        if edge.target is None:
            self.rule(self.error, body)
        elif not edge.creates:
            self.rule(self.holds(((0, edge.target),), step.shared, step.locals), body)
        else:
            self._created(edge, step.arguments, step.shared, [(main, edge.target, step.locals)], body)

    def _created(self, edge: Edge, arguments: list[z3.ArithRef | None], shared: Terms, threads: list[Thread],
                 body: list[z3.BoolRef]) -> None:  # fmt: skip
        """New threads, and each of those that there are."""
        there = list(threads)
        for (u, _), argument in zip(edge.creates, arguments, strict=True):
            created = self.system.templates[u]
            start, known = self.start(created, argument, shared)
            body = body + known
            new = (created, created.entry, start)
            for other in there:
                apart = self.distinct((other[0], other[2]), (created, start))
                self._conclude(shared, other, new, body + apart)
            there.append(new)

    def _one_moves(self, first: Place, second: Place) -> None:
        """The first of two threads moves."""
        template, other = self.system.templates[first[0]], self.system.templates[second[0]]
        if second[1] in other.atomic:
            return
        for edge in [e for e in template.edges if e.source == first[1]]:
            if second[0] in edge.joins and second[1] != other.end:
                continue
            shared, a, b = self.shared(), self.thread(first), self.thread(second)
            step = self.step(template, edge, shared, a[2])
            threads = [(template, a[2]), (other, b[2])]
            body = [self.both(shared, a, b), *self.bounds(shared, *threads), *self.distinct(*threads), *step.conditions]
            body += self.counted(shared, first, second)
            if edge.target is None:
                self.rule(self.error, body)
                continue
            moved = (template, edge.target, step.locals)
            self._conclude(step.shared, moved, b, body)
            self._created(edge, step.arguments, step.shared, [moved, b], body)

    def _third_moves(self, first: Place, second: Place) -> None:
        system = self.system
        if any(n in system.templates[t].atomic for t, n in (first, second)):
            return
        for template, edge in system.edges():
            third = template.index, edge.source
            single = not template.many and template.index in (first[0], second[0])
            changes = any(name in system.globals for name in edge.updates)
            if single or edge.target is None or not changes:
                continue
            if system.apart(*first, *third) or system.apart(*second, *third):
                continue
            if any(u == t and n != system.templates[u].end for u in edge.joins for t, n in (first, second)):
                continue
            shared, a, b, c = self.shared(), self.thread(first), self.thread(second), self.thread(third)
            step = self.step(template, edge, shared, c[2])
            threads = [(thread[0], thread[2]) for thread in (a, b, c)]
            body = [self.both(shared, a, b), self.both(shared, a, c), self.both(shared, b, c)]
            body += self.bounds(shared, *threads) + self.distinct(*threads) + step.conditions
            body += self.counted(shared, first, second, third)
            self.rule(self.both(step.shared, a, b), body)


__all__ = ["Pairs"]
