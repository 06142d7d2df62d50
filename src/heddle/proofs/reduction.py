"""Partial-order reduction of the product of single threads: who has to move where.

Where all next steps of a thread touch nothing that any other thread will ever touch in conflict with them, it is enough
that this thread moves (a persistent set: Godefroid 1996, section 4), provided that it can move, that no claim of its
own fails there, and that it does not go round in circles this way, so that the others are not forgotten.
"""

from __future__ import annotations

from collections.abc import Sequence

import bitwuzla as bz
from bitwuzla import Kind as K

from heddle.proofs.clock import now
from heddle.proofs.invariant import Place
from heddle.proofs.system import Edge, System, Template
from heddle.proofs.words import Logic, Words

Touched = tuple[frozenset[str], frozenset[str]]
"""What is read, and what is written."""
SECONDS = 1.0
"""For one question whether a thread can always move."""


class Reduction:
    def __init__(self, system: System, deadline: float) -> None:
        self.system, self.deadline = system, deadline
        self._from: dict[Place, list[Edge]] = {}
        for template, edge in system.edges():
            self._from.setdefault((template.index, edge.source), []).append(edge)
        self._touched = {id(edge): self._touches(edge) for _, edge in system.edges()}
        self._order = {t.index: _order(t) for t in system.templates}
        self._futures: dict[Place, Touched] = {}
        self._moves: dict[Place, bool] = {}

    def edges(self, place: Place) -> list[Edge]:
        return self._from.get(place, [])

    def _touches(self, edge: Edge) -> Touched:
        """By what the step says it touches, and by what its expressions mention: it may say too little."""
        shared = {v.node: name for name, v in self.system.globals.items()}
        arguments = [node for _, node in edge.creates if node is not None]
        seen: set[int] = set()
        stack = [edge.guard, *edge.updates.values(), *arguments]
        while stack:
            n = stack.pop()
            if n not in seen:
                seen.add(n)
                stack.extend(self.system.dag.nodes[n].args)
        reads = edge.reads | {shared[n] for n in seen if n in shared}
        return reads, edge.writes | {name for name in edge.updates if name in self.system.globals}

    def movers(self, places: Sequence[Place]) -> list[int]:
        """The threads, by their position, that move; all that can, if none is enough."""
        alive = [i for i, place in enumerate(places) if self.edges(place)]
        inside = [i for i in alive if places[i][1] in self.system.templates[places[i][0]].atomic]
        if inside:
            return inside[:1]
        for i in alive:
            others = [places[j] for j in alive if j != i]
            if self._is_alone(places[i], others) and self._always_moves(places[i]):
                return [i]
        return alive

    def _is_alone(self, place: Place, others: Sequence[Place]) -> bool:
        return self._goes_on(place) and all(self.is_apart(place, other) for other in others)

    def goes_alone(self, place: Place) -> bool:
        """Whether it is enough that a thread there moves, as long as it is apart from all others."""
        return bool(self.edges(place)) and self._goes_on(place) and self._always_moves(place)

    def _goes_on(self, place: Place) -> bool:
        order = self._order[place[0]]
        return not any(
            e.target is None or e.joins or order.get(e.target, 0) <= order.get(e.source, 0) for e in self.edges(place)
        )

    def is_apart(self, place: Place, other: Place) -> bool:
        """Whether the next steps of a thread touch nothing that one at the other place will ever touch in conflict."""
        edges = self.edges(place)
        reads = frozenset[str]().union(*(self._touched[id(e)][0] for e in edges))
        writes = frozenset[str]().union(*(self._touched[id(e)][1] for e in edges))
        read, written = self._future(other)
        return not (writes & (read | written) or reads & written)

    def _future(self, place: Place) -> Touched:
        """What a thread there may yet touch, and those that it may yet create."""
        if place not in self._futures:
            reads: set[str] = set()
            writes: set[str] = set()
            seen, stack = {place}, [place]
            while stack:
                at = stack.pop()
                for edge in self.edges(at):
                    reads |= self._touched[id(edge)][0]
                    writes |= self._touched[id(edge)][1]
                    following = [] if edge.target is None else [(at[0], edge.target)]
                    following += [(u, self.system.templates[u].entry) for u, _ in edge.creates]
                    for after in following:
                        if after not in seen:
                            seen.add(after)
                            stack.append(after)
            self._futures[place] = frozenset(reads), frozenset(writes)
        return self._futures[place]

    def _always_moves(self, place: Place) -> bool:
        """Whether some step can be taken there, whatever the values are."""
        if place not in self._moves:
            self._moves[place] = self._ask(self.edges(place))
        return self._moves[place]

    def _ask(self, edges: Sequence[Edge]) -> bool:
        if any(edge.guard == self.system.dag.true for edge in edges):
            return True
        logic = Logic()
        words = Words(logic, self.system.dag)
        options = bz.Options()
        left = min(SECONDS, self.deadline - now())
        options.set(bz.Option.TIME_LIMIT_PER, max(1, int(left * 1000)))
        solver = bz.Bitwuzla(logic.tm, options)
        for edge in edges:
            solver.assert_formula(logic.make(K.NOT, words.truth(edge.guard)))
        return bool(solver.check_sat() == bz.Result.UNSAT)


def _order(template: Template) -> dict[int, int]:
    """The nodes in an order in which only loops go back."""
    following: dict[int, list[int]] = {}
    for edge in template.edges:
        if edge.target is not None:
            following.setdefault(edge.source, []).append(edge.target)
    seen, done = {template.entry}, []
    stack = [(template.entry, iter(following.get(template.entry, ())))]
    while stack:
        node, left = stack[-1]
        new = next((n for n in left if n not in seen), None)
        if new is None:
            done.append(node)
            stack.pop()
        else:
            seen.add(new)
            stack.append((new, iter(following.get(new, ()))))
    return {node: i for i, node in enumerate(reversed(done))}


__all__ = ["Reduction"]
