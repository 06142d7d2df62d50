"""Nodes taken apart by which memory a thread means there: ``p == &a[3]``, ``i == 3``

Which lock a thread holds, and that what it reads is what that lock protects, is then a matter of where it is: accesses
go to one cell each, and locks in arrays or behind pointers are locks like others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from heddle.core.types import INT
from heddle.proofs.liveness import Uses, find_live
from heddle.proofs.substitution import substituted
from heddle.proofs.system import SELF, Edge, System, Template
from heddle.proofs.validity import Questions
from heddle.records import replace
from heddle.symbolic.dag import NodeId

MOST_VALUES = (24, 4)
"""Variables with so many values make nodes apart; those with fewer, if there are too many nodes."""
MOST_NODES = 200

Known = tuple[tuple[str, int], ...]
"""Values of local variables."""


def partition(system: System, choosing: dict[int, set[NodeId]]) -> dict[int, dict[int, int]]:
    """``choosing``: for each template the local variables that say where accesses go.  Gives for each node what it was
    before."""
    return {t.index: _divide(system, t, choosing[t.index]) for t in system.templates}


def _divide(system: System, t: Template, choosing: set[NodeId]) -> dict[int, int]:
    for most in MOST_VALUES if choosing else ():
        division = _Division(system, t, _telling(system, t, choosing, most))
        if division.names and division.run():
            division.apply()
            return division.origins
    return {n: n for n in t.nodes}


def _telling(system: System, t: Template, choosing: set[NodeId], most: int) -> frozenset[str]:
    """Variables with few values that say where accesses go, or that those are computed from."""
    live = {name for names in t.live.values() for name in names}
    few = {
        name: v
        for name, v in t.locals.items()
        if name in live
        and name != SELF
        and not v.value.junk
        and v.value.numbers is not None
        and len(v.value.numbers) <= most
    }
    uses, found, work = Uses(system.dag), set[str](), set(choosing)
    while work:
        names = {name for name, v in few.items() if v.node in work} - found
        found |= names
        work = set(uses.of(n for e in t.edges for name, n in e.updates.items() if name in names))
        if not names:
            break
    return frozenset(found)


class _Division:
    def __init__(self, system: System, t: Template, names: frozenset[str]) -> None:
        self.system, self.t, self.names, self.dag = system, t, names, system.dag
        self.questions = Questions(system, t)
        self.copies: dict[tuple[int, Known], int] = {}
        self.origins: dict[int, int] = {}
        self.edges: list[Edge] = []
        self.fresh = max((*t.nodes, t.end)) + 1
        self.following: dict[int, list[Edge]] = defaultdict(list)
        for e in t.edges:
            self.following[e.source].append(e)

    def run(self) -> bool:
        """Whether that makes no more nodes than there may be."""
        self.work: list[tuple[int, Known]] = []
        self.copy(self.t.entry, ())
        self.copy(self.t.end, ())
        while self.work and len(self.copies) <= MOST_NODES:
            node, known = self.work.pop()
            for e in self.following[node]:
                self.edges += self.divided(e, self.copies[node, known], known)
        return len(self.copies) <= MOST_NODES

    def copy(self, node: int, known: Known) -> int:
        if (node, known) not in self.copies:
            number = node if node not in self.origins else self.fresh
            self.fresh += number == self.fresh
            self.copies[node, known] = number
            self.origins[number] = node
            self.work.append((node, known))
        return self.copies[node, known]

    def divided(self, e: Edge, source: int, known: Known) -> Iterator[Edge]:
        """A step as it is where these values are known, for each place that it leads to."""
        t, dag = self.t, self.dag
        by = {t.locals[name].node: dag.const(value, t.locals[name].type) for name, value in known}
        guard = substituted(dag, e.guard, by)
        if guard == dag.false:
            return
        updates = {name: substituted(dag, n, by) for name, n in e.updates.items()}
        creates = tuple((u, None if n is None else substituted(dag, n, by)) for u, n in e.creates)
        if e.target is None or e.target == t.end:
            yield replace(e, source=source, guard=guard, updates=updates, creates=creates)
            return
        after = {
            name: updates.get(name, by.get(t.locals[name].node, t.locals[name].node))
            for name in t.live.get(e.target, ())
            if name in self.names
        }
        for there, values in self.cases(guard, sorted(after.items())):
            target = self.copy(e.target, values)
            yield replace(e, source=source, target=target, guard=there, updates=dict(updates), creates=creates)

    def cases(self, guard: NodeId, after: list[tuple[str, NodeId]]) -> Iterable[tuple[NodeId, Known]]:
        """What variables may be after a step, and under which guard."""
        cases: list[tuple[NodeId, Known]] = [(guard, ())]
        for name, node in after:
            variable, constant = self.t.locals[name], self.dag.constant(node)
            if constant is not None:
                cases = [(g, (*known, (name, variable.type.wrap(constant)))) for g, known in cases]
                continue
            tests = [(v, self.is_value(name, node, v)) for v in sorted(variable.value.numbers or ())]
            cases = [(both, (*known, (name, v))) for g, known in cases for v, test in tests
                     if self.questions.is_possible(both := self.dag.and_(g, test))]  # fmt: skip
        return cases

    def is_value(self, name: str, node: NodeId, value: int) -> NodeId:
        type = self.t.locals[name].type
        return self.dag.binary("==", self.dag.cast(node, type), self.dag.const(value, type), INT)

    def apply(self) -> None:
        t = self.t
        t.edges, t.nodes = self.edges, sorted(self.origins)
        t.where = {n: t.where[before] for n, before in self.origins.items() if before in t.where}
        t.atomic = frozenset(n for n, before in self.origins.items() if before in t.atomic)
        find_live(t, self.dag)


__all__ = ["partition"]
