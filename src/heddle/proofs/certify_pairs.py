"""The check of invariants about every two threads.

A configuration has main alone, or at least two threads; then every two of them satisfy their part.  A step is one of
the two, or of a third, which satisfies its parts with each of them.
"""

from __future__ import annotations

from collections.abc import Iterator

import bitwuzla as bz

from heddle.proofs.formulas import SHARED, names
from heddle.proofs.invariant import Place
from heddle.proofs.obligations import Obligations, Taken, Thread, Values
from heddle.proofs.system import Edge


class EveryTwo(Obligations):
    def run(self) -> None:
        shared, main, conditions = self.beginning()
        self.show(conditions, self.holds(shared, main), "at the beginning")
        for edge in self.system.templates[0].edges:
            if not edge.joins:  # there is nobody to wait for
                self._alone(edge)
        every = [(t.index, n) for t in self.system.templates for n in t.nodes]
        for i, a in enumerate(every):
            for b in every[i:]:
                if not self.system.apart(*a, *b) and self.part([a, b]).op != "false":
                    self._two(a, b)

    def _edges(self, place: Place) -> Iterator[Edge]:
        return (edge for edge in self.system.templates[place[0]].edges if edge.source == place[1])

    def _pair(self, shared: Values, a: Thread, b: Thread) -> bz.Term:
        """Of two threads at one place, each may come first."""
        if a.place == b.place:
            return self.logic.all([self.holds(shared, a, b), self.holds(shared, b, a)])
        return self.holds(shared, a, b) if a.place < b.place else self.holds(shared, b, a)

    def _keeps(self, before: list[bz.Term], shared: Values, a: Thread, b: Thread, what: str) -> None:
        if not self.system.apart(*a.place, *b.place):
            self.show(before, self._pair(shared, a, b), what)

    def _alone(self, edge: Edge) -> None:
        shared, main = self.shared(), self.thread((0, edge.source))
        taken = self.take(main, edge, shared)
        before = [*self.known(shared, main), self.holds(shared, main), *taken.conditions]
        where = f"a step of main at {edge.loc}"
        if taken.thread is None:
            self.show(before, self.logic.false, f"{where}: {edge.message}")
        elif not edge.creates:
            self.show(before, self.holds(taken.shared, taken.thread), where)
        else:
            self._new_threads(before, taken, [taken.thread], where)

    def _new_threads(self, before: list[bz.Term], taken: Taken, there: list[Thread], where: str) -> None:
        for new in taken.created:
            for other in there:
                known = self.known({}, other, new)
                self._keeps(before + known, taken.shared, other, new, f"{where} starts {new.template.name}")
            there = [*there, new]

    def _two(self, a: Place, b: Place) -> None:
        for mover, other in ((a, b), (b, a))[: 1 if a == b else 2]:
            for edge in self._edges(mover):
                self._one_moves(mover, other, edge)
        changing = {name for part in (self.part([a, b]),) for name in names(part)}
        for template, edge in self.system.edges():
            changed = {(SHARED, name) for name in edge.updates if name in self.system.globals}
            if changed & changing and edge.target is not None:
                self._third_moves(a, b, (template.index, edge.source), edge)

    def _waits(self, edge: Edge, *others: Place) -> bool:
        """Whether a step waits for one of the others to end."""
        return any(t == u and n != self.system.templates[u].end for u in edge.joins for t, n in others)

    def _is_atomic(self, place: Place) -> bool:
        return place[1] in self.system.templates[place[0]].atomic

    def _one_moves(self, mover: Place, other: Place, edge: Edge) -> None:
        if self._is_atomic(other) or self._waits(edge, other):
            return
        shared, thread, watching = self.shared(), self.thread(mover), self.thread(other)
        taken = self.take(thread, edge, shared)
        before = [*self.known(shared, thread, watching), self._pair(shared, thread, watching), *taken.conditions]
        where = f"a step of {thread.template.name} at {edge.loc} beside {watching.template.name}"
        if taken.thread is None:
            self.show(before, self.logic.false, f"{where}: {edge.message}")
            return
        self._keeps(before, taken.shared, taken.thread, watching, where)
        self._new_threads(before, taken, [taken.thread, watching], where)

    def _third_moves(self, a: Place, b: Place, mover: Place, edge: Edge) -> None:
        template = self.system.templates[mover[0]]
        if not template.many and mover[0] in (a[0], b[0]):
            return
        if self._is_atomic(a) or self._is_atomic(b) or self._waits(edge, a, b):
            return
        if self.system.apart(*a, *mover) or self.system.apart(*b, *mover):
            return
        shared, first, second, third = self.shared(), self.thread(a), self.thread(b), self.thread(mover)
        taken = self.take(third, edge, shared)
        before = [*self.known(shared, first, second, third), *taken.conditions]
        before += [self._pair(shared, x, y) for x, y in ((first, second), (first, third), (second, third))]
        what = f"a step of {template.name} at {edge.loc} beside two others"
        self._keeps(before, taken.shared, first, second, what)


__all__ = ["EveryTwo"]
