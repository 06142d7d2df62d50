"""States that a system reaches by steps taken at random: what does not hold in all of them is no invariant.

Nothing rests on samples: they only save the solver the trouble of refuting what is plainly wrong.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator

from heddle.core.arithmetic import operation
from heddle.core.types import Scalar
from heddle.proofs.clock import now
from heddle.proofs.formulas import SHARED, Name
from heddle.proofs.invariant import Key, Place
from heddle.proofs.system import SELF, Edge, System, Template, Variable
from heddle.records import dataclass
from heddle.symbolic.dag import NodeId

SECONDS = 1.5
"""For all runs."""
RUNS, STEPS = 400, 120
MOST_ROWS = 400
"""So many different samples of one place are kept."""
SMALL = tuple(range(-1, 9))
ALL = 0
Row = tuple[int, ...]


@dataclass(eq=False, slots=True)
class Running:
    template: Template
    node: int
    values: dict[str, int]

    @property
    def place(self) -> Place:
        return self.template.index, self.node


@dataclass(slots=True)
class Table:
    """Values that some variables had at the same time."""

    columns: tuple[Name, ...]
    rows: list[Row]


class Samples:
    """``threads``: how many threads each table is about, 1, 2 or ``ALL`` that there are; one more is about no thread,
    and has shared variables only."""

    def __init__(self, system: System, threads: int, until: float) -> None:
        self.system, self.threads = system, threads
        self.until = min(until, now() + SECONDS)
        self.random = random.Random(1)
        self.found: dict[Key, dict[Row, None]] = defaultdict(dict)
        self.steps: dict[Place, list[_Step]] = {}
        constants = tuple(self._constants())
        for t, e in system.edges():
            if e.target is not None:
                self.steps.setdefault((t.index, e.source), []).append(_Step(system, t, e, self.random, constants))

    def _constants(self) -> Iterator[int]:
        for node in self.system.dag.nodes:
            if node.op == "const" and abs(node.value) < 1 << 31:
                yield node.value

    def run(self) -> None:
        for _ in range(RUNS):
            if now() > self.until:
                break
            _Run(self).go()

    def table(self, key: Key) -> Table:
        columns: list[Name] = [(SHARED, name) for name in self.system.globals]
        for i, (t, n) in enumerate(key):
            columns += [(i, name) for name in self.system.templates[t].live.get(n, ())]
        return Table(tuple(columns), list(self.found.get(key, ())))

    def record(self, shared: dict[str, int], threads: list[Running]) -> None:
        self._keep((), shared)
        if self.threads == ALL:
            every = sorted(threads, key=lambda thread: thread.place)
            self._keep(tuple(thread.place for thread in every), shared, *every)
            return
        for i, a in enumerate(threads):
            if self.threads == 1 or len(threads) == 1:
                self._keep((a.place,), shared, a)
                continue
            for b in threads[:i]:
                first, second = sorted((a, b), key=lambda thread: thread.place)
                self._keep((first.place, second.place), shared, first, second)
                if first.place == second.place:
                    self._keep((first.place, second.place), shared, second, first)

    def _keep(self, key: Key, shared: dict[str, int], *threads: Running) -> None:
        rows = self.found[key]
        if len(rows) < MOST_ROWS:
            live = (t.values[name] for t in threads for name in t.template.live.get(t.node, ()))
            rows[(*shared.values(), *live)] = None


class _Step:
    """An edge that can be taken with numbers."""

    def __init__(self, system: System, t: Template, e: Edge, chance: random.Random, constants: Row) -> None:
        self.system, self.template, self.edge, self.random, self.constants = system, t, e, chance, constants
        dag = system.dag
        self.guard = _below(system, [e.guard])
        kept = {*system.globals, *t.live.get(e.target or 0, ())}
        self.updates = {name: node for name, node in e.updates.items() if name in kept}
        arguments = [n for _, n in e.creates if n is not None]
        self.rest = [n for n in _below(system, [*self.updates.values(), *arguments]) if n not in set(self.guard)]
        self.nodes = {n: dag.nodes[n] for n in (*self.guard, *self.rest)}

    def try_it(self, before: dict[NodeId, int]) -> dict[NodeId, int] | None:
        """The values of its nodes; None if it cannot be taken."""
        known = dict(before)
        self._evaluate(self.guard, known)
        if not known[self.edge.guard]:
            return None
        self._evaluate(self.rest, known)
        return known

    def _evaluate(self, order: list[NodeId], known: dict[NodeId, int]) -> None:
        for n in order:
            if n in known:
                continue
            node = self.nodes[n]
            value: int | None
            if node.op == "const":
                value = node.value
            elif node.op == "var":
                value = self.any(node.type)
            else:
                value = operation(node.op, [known[a] for a in node.args], node.type)
            known[n] = self.any(node.type) if value is None else value

    def any(self, type: Scalar) -> int:
        kind = self.random.random()
        if kind < 0.9:
            return type.wrap(self.random.choice(self.constants if kind < 0.4 and self.constants else SMALL))
        return self.random.choice((type.lo, type.hi, self.random.randint(type.lo, type.hi)))


class _Run:
    def __init__(self, samples: Samples) -> None:
        self.samples, self.system, self.random = samples, samples.system, samples.random
        self.most = self.random.choice((2, 3, 4, 6))
        self.shared = {name: self._first(v) for name, v in self.system.globals.items()}
        self.threads: list[Running] = []
        self.ended: set[int] = set()
        self.started = 0
        self._start(self.system.templates[0], None)

    def _first(self, v: Variable) -> int:
        if v.initial is not None:
            return v.initial
        value = v.value
        if value.numbers:
            return self.random.choice(sorted(value.numbers))
        return self.random.choice((v.type.lo, v.type.hi, *(n for n in SMALL if v.type.lo <= n)))

    def _start(self, t: Template, argument: int | None) -> None:
        values = {name: self._first(t.locals[name]) for name in t.live.get(t.entry, ())}
        self.started += 1
        if t.many and SELF in values:
            values[SELF] = len(self.system.templates) + self.started
        if t.parameter in values and argument is not None:
            values[t.parameter] = t.locals[t.parameter].type.wrap(argument)
        self.threads.append(Running(t, t.entry, values))

    def go(self) -> None:
        self.samples.record(self.shared, self.threads)
        for _ in range(STEPS):
            if not self._move():
                break
            self.samples.record(self.shared, self.threads)

    def _move(self) -> bool:
        inside = [t for t in self.threads if t.node in t.template.atomic]
        waiting = inside or list(self.threads)
        self.random.shuffle(waiting)
        return any(self._take(thread) for thread in waiting)

    def _take(self, thread: Running) -> bool:
        steps = self.samples.steps.get(thread.place, [])
        if not steps:
            return False
        before = {self.system.globals[name].node: value for name, value in self.shared.items()}
        before |= {thread.template.locals[name].node: value for name, value in thread.values.items()}
        for step in self.random.sample(steps, len(steps)):
            edge = step.edge
            if edge.creates and sum(not self._has_ended(other) for other in self.threads) > self.most:
                continue
            if not self.ended.issuperset(edge.joins):
                continue
            after = step.try_it(before)
            if after is not None:
                self._arrive(thread, step, before, after)
                return True
        return False

    def _has_ended(self, thread: Running) -> bool:
        return thread.node == thread.template.end and thread.place not in self.samples.steps

    def _arrive(self, thread: Running, step: _Step, before: dict[NodeId, int], after: dict[NodeId, int]) -> None:
        edge, t = step.edge, thread.template
        assert edge.target is not None
        values = {}
        for name in t.live.get(edge.target, ()):
            variable = t.locals[name]
            node = step.updates.get(name)
            found = before.get(variable.node) if node is None else after[node]
            values[name] = self._first(variable) if found is None else variable.type.wrap(found)
        for name in self.shared:
            if name in step.updates:
                self.shared[name] = self.system.globals[name].type.wrap(after[step.updates[name]])
        thread.node, thread.values = edge.target, values
        for u, argument in edge.creates:
            self._start(self.system.templates[u], None if argument is None else after[argument])
        if thread.node == t.end:
            self.ended.add(t.index)
            ended = [other for other in self.threads if other.template is t and self._has_ended(other)]
            if len(ended) > 1:  # one is enough to show what others do then
                self.threads.remove(ended[0])


def _below(system: System, roots: list[NodeId]) -> list[NodeId]:
    """The nodes that these are made of, children first."""
    seen: set[NodeId] = set()
    stack = list(roots)
    while stack:
        n = stack.pop()
        if n not in seen:
            seen.add(n)
            stack += system.dag.nodes[n].args
    return sorted(seen)


__all__ = ["ALL", "Row", "Samples", "Table"]
