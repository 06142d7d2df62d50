"""Values of variables once more, from the steps of the system: what a step tests and what it writes speak of the same
nodes, so ``if (n < 8) n++`` in one step keeps below 9 what the analysis of instructions has to give up.

Shared variables have one set of values for the whole run, local ones one at every node.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import reduce

from heddle.core.types import Scalar
from heddle.proofs.liveness import Uses
from heddle.proofs.node_values import Known, Values
from heddle.proofs.ranges import PATIENCE, is_small, widened
from heddle.proofs.system import SELF, Edge, System, Template
from heddle.symbolic import values as V
from heddle.symbolic.dag import NodeId
from heddle.symbolic.values import Value


def narrow(system: System) -> None:
    """Sets ``value`` of variables to less where less is enough, and drops steps that cannot be taken."""
    steps = _Steps(system)
    steps.run()
    for name, variable in system.globals.items():
        variable.value = _less(variable.value, steps.shared[name])
    for t in system.templates:
        t.edges = [e for e in t.edges if steps.can_be_taken(t, e)]
        for name, variable in t.locals.items():
            if name == SELF:
                continue
            found = [known[name] for n in t.nodes if (known := steps.local.get((t.index, n))) and name in known]
            if found and not any(v.junk for v in found):
                variable.value = _less(variable.value, reduce(V.join, found))


def _less(old: Value, new: Value) -> Value:
    if new.junk or new.is_empty:
        return old
    return new if old.junk or new.count() < old.count() else old


class _Steps:
    """``local`` holds the values of live local variables at each node that can be reached, by name."""

    def __init__(self, system: System) -> None:
        self.system, self.dag = system, system.dag
        self.shared = {name: _of(v.initial, v.value) for name, v in system.globals.items()}
        self.local: dict[tuple[int, int], dict[str, Value]] = {}
        self.growth: Counter[object] = Counter()
        self.thresholds = self._thresholds()
        self.uses = Uses(self.dag)
        self.stale: set[int] = set()
        """The steps, by their identity, that may do more than they did when they were looked at."""
        self.readers = self._readers()

    def _readers(self) -> dict[NodeId, set[int]]:
        """Which steps a variable matters to."""
        found: dict[NodeId, set[int]] = defaultdict(set)
        for _, e in self.system.edges():
            roots = [e.guard, *e.updates.values(), *(n for _, n in e.creates if n is not None)]
            for n in self.uses.of(roots):
                found[n].add(id(e))
        return found

    def _thresholds(self) -> list[int]:
        """Constants of the steps, and their neighbours."""
        stack = [n for _, e in self.system.edges() for n in (e.guard, *e.updates.values())]
        seen, found = set(stack), {0}
        while stack:
            node = self.dag.nodes[stack.pop()]
            if node.op == "const":
                found.add(node.value)
            new = set(node.args) - seen
            seen |= new
            stack += new
        return sorted({n + d for n in found for d in (-1, 0, 1)})

    def run(self) -> None:
        main = self.system.templates[0]
        self._arrive(main, main.entry, self._start(main, None))
        while self.stale:
            for t, e in self.system.edges():
                if id(e) in self.stale:
                    self.stale.discard(id(e))
                    if e.target is not None and (t.index, e.source) in self.local:
                        self._take(t, e)

    def can_be_taken(self, t: Template, e: Edge) -> bool:
        if (t.index, e.source) not in self.local:
            return False
        return self._before(t, e.source).where(e.guard, True) is not None

    # --- steps --------------------------------------------------------------------------------------------------------

    def _before(self, t: Template, node: int) -> Values:
        known: Known = {self.system.globals[name].node: value for name, value in self.shared.items()}
        for name, value in self.local[t.index, node].items():
            known[t.locals[name].node] = value
        return Values(self.dag, known, self.uses)

    def _take(self, t: Template, e: Edge) -> None:
        values = self._before(t, e.source).where(e.guard, True)
        if values is None:
            return
        for u, argument in e.creates:
            made = self.system.templates[u]
            self._arrive(made, made.entry, self._start(made, None if argument is None else values.of(argument)))
        assert e.target is not None
        after = {name: values.of(e.updates.get(name, t.locals[name].node)) for name in t.live.get(e.target, ())}
        self._arrive(t, e.target, after)
        for name, node in e.updates.items():
            if name in self.shared:
                self._write(name, values.of(node))

    def _start(self, t: Template, argument: Value | None) -> dict[str, Value]:
        found = {}
        for name in t.live.get(t.entry, ()):
            variable = t.locals[name]
            found[name] = variable.value if name == SELF else _of(variable.initial, variable.value)
            if name == t.parameter and argument is not None:
                found[name] = V.cast(argument, variable.type)
        return found

    def _write(self, name: str, value: Value) -> None:
        variable = self.system.globals[name]
        new = self._grown(name, self.shared[name], V.cast(value, variable.type), variable.type)
        if new != self.shared[name]:
            self.shared[name] = new
            self.stale |= self.readers[variable.node]

    def _arrive(self, t: Template, node: int, values: dict[str, Value]) -> None:
        place = (t.index, node)
        if place not in self.local:
            self.local[place] = values
            self.stale |= {id(e) for e in t.edges if e.source == node}
            return
        known = self.local[place]
        for name, value in values.items():
            type = t.locals[name].type
            new = self._grown((place, name), known[name], V.cast(value, type), type)
            if new != known[name]:
                known[name] = new
                self.stale |= {id(e) for e in t.edges if e.source == node}

    def _grown(self, key: object, old: Value, more: Value, type: Scalar) -> Value:
        new = V.join(old, more)
        if new == old or is_small(new):
            return new
        self.growth[key] += 1
        if self.growth[key] <= PATIENCE:
            return new
        return widened(self.thresholds if self.growth[key] <= 2 * PATIENCE else [], old, new, type)


def _of(initial: int | None, value: Value) -> Value:
    """What a variable holds before anybody writes it."""
    return value if initial is None else V.exactly(initial)


__all__ = ["narrow"]
