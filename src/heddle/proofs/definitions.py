"""Local variables that others determine: ``condition = (tmp < 5)`` is no variable at a place where ``tmp`` still is

What tests such a variable then tests what it stands for; so what is known after the test is known of that.
"""

from __future__ import annotations

from collections import defaultdict

from heddle.proofs.liveness import Uses, find_live
from heddle.proofs.substitution import substituted
from heddle.proofs.system import SELF, Edge, System, Template
from heddle.symbolic.dag import Dag, NodeId

MOST_PARTS = 16
"""What a variable is replaced by has so many parts at most."""


def replace_defined(system: System) -> None:
    for t in system.templates:
        _Definitions(system, t).run()


class _Definitions:
    def __init__(self, system: System, t: Template) -> None:
        self.t, self.dag, self.uses = t, system.dag, Uses(system.dag)
        self.arriving: dict[int, list[Edge]] = defaultdict(list)
        self.leaving: dict[int, list[Edge]] = defaultdict(list)
        for e in t.edges:
            self.leaving[e.source].append(e)
            if e.target is not None:
                self.arriving[e.target].append(e)

    def run(self) -> None:
        t = self.t
        for n in [n for n in t.nodes if n != t.entry and self.arriving[n]]:
            for name in [name for name in t.live.get(n, ()) if name != SELF]:
                found = self._definition(n, name)
                if found is not None:
                    self._replace(n, name, found)
                    find_live(t, self.dag)

    def _definition(self, n: int, name: str) -> NodeId | None:
        """What a variable always is at a node, in terms of other variables there."""
        others = [other for other in self.t.live.get(n, ()) if other not in (name, SELF)]
        first = self.arriving[n][0]
        by = {after: self.t.locals[other].node for other in others
              if self.dag.constant(after := self._after(first, other)) is None}  # fmt: skip
        found = substituted(self.dag, self._after(first, name), by)
        nodes = {self.t.locals[other].node for other in others}
        if not self.uses.of([found]) <= nodes or not _is_small(self.dag, found):
            return None
        return found if all(self._agrees(e, n, name, others, found) for e in self.arriving[n]) else None

    def _agrees(self, e: Edge, n: int, name: str, others: list[str], definition: NodeId) -> bool:
        """Whether the variable is that after a step, given that it was before if the step begins there."""
        before = {self.t.locals[name].node: definition} if e.source == n else {}
        after = {other: substituted(self.dag, self._after(e, other), before) for other in (name, *others)}
        by = {self.t.locals[other].node: after[other] for other in others}
        return substituted(self.dag, definition, by) == after[name]

    def _after(self, e: Edge, name: str) -> NodeId:
        variable = self.t.locals[name]
        return self.dag.cast(e.updates.get(name, variable.node), variable.type)

    def _replace(self, n: int, name: str, definition: NodeId) -> None:
        by = {self.t.locals[name].node: definition}
        for e in self.leaving[n]:
            kept = {} if name in e.updates else {name: self.t.locals[name].node}
            e.guard = substituted(self.dag, e.guard, by)
            e.updates = {other: substituted(self.dag, node, by) for other, node in (e.updates | kept).items()}
            e.creates = tuple((u, None if a is None else substituted(self.dag, a, by)) for u, a in e.creates)


def _is_small(dag: Dag, root: NodeId) -> bool:
    seen, stack = {root}, [root]
    while stack and len(seen) <= MOST_PARTS:
        new = set(dag.nodes[stack.pop()].args) - seen
        seen |= new
        stack += new
    return len(seen) <= MOST_PARTS


__all__ = ["replace_defined"]
