"""Orders of evaluation: those of a partial order that differ in the order of two units which matters."""

from __future__ import annotations

from heddle.records import dataclass, field

MOST_ORDERS = 24
"""Four reads in any order."""
MOST_NODES = 400


@dataclass(slots=True)
class Node:
    """Units to evaluate one after the other, then one of the branches."""

    units: list[int] = field(default_factory=list)
    branches: list[Node] = field(default_factory=list)

    @property
    def orders(self) -> int:
        return sum(b.orders for b in self.branches) if self.branches else 1

    def lines(self) -> list[list[int]]:
        """The orders one by one."""
        if not self.branches:
            return [self.units]
        return [self.units + line for branch in self.branches for line in branch.lines()]


class TooMany(Exception):
    """There are more orders than are worth exploring."""


class Orders:
    """``before[i]`` are the units that come before unit i; ``matters[i]`` those whose order with it matters.

    Each class of orders, equal up to exchanging neighbours whose order does not matter, is found once (sleep sets).
    """

    def __init__(self, before: list[set[int]], matters: list[set[int]]) -> None:
        self.before, self.matters, self.count = before, matters, len(before)
        self._nodes = 0

    def tree(self) -> Node:
        """The first way through it is the order of the numbers."""
        found = self._explore(frozenset(), frozenset())
        assert found is not None
        if found.orders > MOST_ORDERS:
            raise TooMany
        return found

    def _explore(self, done: frozenset[int], asleep: frozenset[int]) -> Node | None:
        """None: everything from here on is explored elsewhere."""
        self._nodes += 1
        if self._nodes > MOST_NODES:
            raise TooMany
        node = Node()
        while len(done) < self.count:
            enabled = [i for i in range(self.count) if i not in done and self.before[i] <= done]
            free = next((i for i in enabled if not self._open(i, done | {i})), None)
            if free is None:
                node.branches = self._branches(done, asleep, enabled)
                if len(node.branches) == 1:
                    only = node.branches[0]
                    return Node(node.units + only.units, only.branches)
                return node if node.branches else None
            if free in asleep:
                return None
            node.units.append(free)
            done, asleep = done | {free}, asleep - self.matters[free]
        return node

    def _open(self, i: int, done: frozenset[int]) -> bool:
        """Whether the order of i with something that is still to come is open, and matters."""
        return any(j not in done for j in self.matters[i])

    def _branches(self, done: frozenset[int], asleep: frozenset[int], enabled: list[int]) -> list[Node]:
        found: list[Node] = []
        for i in enabled:
            if i in asleep:
                continue
            branch = self._explore(done | {i}, asleep - self.matters[i])
            asleep |= {i}
            if branch is not None:
                found.append(Node([i, *branch.units], branch.branches))
        return found
