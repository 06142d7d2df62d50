"""The check of invariants about all threads together: every step from every combination of places keeps them.

Which threads have to move where, :mod:`heddle.proofs.reduction` says; it knows nothing of invariants.
"""

from __future__ import annotations

from heddle.proofs.invariant import Key
from heddle.proofs.obligations import Obligations, Rejected, Thread
from heddle.proofs.reduction import Reduction
from heddle.proofs.system import Edge


class AllTogether(Obligations):
    def run(self) -> None:
        if any(t.many for t in self.system.templates):
            raise Rejected("the invariant speaks of single threads")
        shared, main, conditions = self.beginning()
        self.show(conditions, self.holds(shared, main), "at the beginning")
        reduction = Reduction(self.system, self.deadline)
        for key, part in self.invariant.parts.items():
            if part.op != "false":
                for mover in reduction.movers(key):
                    for edge in reduction.edges(key[mover]):
                        self._step(key, mover, edge)

    def _step(self, key: Key, mover: int, edge: Edge) -> None:
        if any((u, self.system.templates[u].end) not in key for u in edge.joins):
            return  # it waits
        shared, threads = self.shared(), [self.thread(place) for place in key]
        taken = self.take(threads[mover], edge, shared)
        before = [*self.known(shared, *threads), self.holds(shared, *threads), *taken.conditions]
        where = f"a step of {threads[mover].template.name} at {edge.loc}"
        if taken.thread is None:
            self.show(before, self.logic.false, f"{where}: {edge.message}")
            return
        after: dict[int, Thread] = {t.template.index: t for t in threads}
        after[taken.thread.template.index] = taken.thread
        for created in taken.created:
            if created.template.index in after:
                raise Rejected(f"{where} starts {created.template.name} again")
            after[created.template.index] = created
        self.show(before, self.holds(taken.shared, *(after[t] for t in sorted(after))), where)


__all__ = ["AllTogether"]
