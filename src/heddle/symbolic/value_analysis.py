"""Value analysis: which values every node and every memory location can have, over all interleavings.

Thread-modular and flow-insensitive in memory: a location may hold whatever any thread ever writes to it.  The fixpoint
resolves pointers, finds code that cannot run, and tells how many bits each value really needs.

It goes in rounds: what has changed is computed again, bottom-up through the graph, and then all writes that it concerns
are made.  The next round begins with the variables that read a location which has changed, and with joins of threads
whose results have.

Writes count only from the next round on, which gives a bound on the rounds: every write of a bounded program happens
at most once, and what the k-th write of an execution writes depends on the k-1 before it alone (not counting settled
ones, which are made first of all: they are always the same).  So after as many rounds as there are writes and joins the
sets cover everything that can happen, whether they still grow or not: no location needs widening.  Only in large
programs those that still grow after a while are given up.

If some pointer could not be bounded, all is done again with the objects in mind that pointers are computed from
(:mod:`heddle.symbolic.provenance`), until nothing changes any more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heapify, heappop, heappush

from heddle.core import floats
from heddle.core.expr import MemoryObject
from heddle.core.types import PointerType
from heddle.symbolic.dag import Node, NodeId
from heddle.symbolic.events import Event, EventProgram, Kind
from heddle.symbolic.memory_values import JUNK, MemoryValues, Stale
from heddle.symbolic.provenance import NONE, Provenance, Roots
from heddle.symbolic.values import (
    EMPTY,
    ONE,
    TRUTH,
    ZERO,
    Value,
    binary,
    cast,
    comparison,
    exactly,
    floating,
    full,
    interval,
    join,
    of_numbers,
    unary,
)

MOST_TARGETS = 1024
EXACT_WORK = 2_000_000
"""Nodes times writes of changing values: with more of them, locations that keep growing are widened."""
ROUNDS_BEFORE_WIDENING = 10
ACCESSES = (Kind.READ, Kind.WRITE, Kind.RMW)


class Values:
    """The result: ``of(node)``; ``targets`` and dead guards are noted on the events themselves."""

    def __init__(self, program: EventProgram, everywhere: bool = False) -> None:
        self.program, self.dag = program, program.dag
        self._source = _sources(program)
        events = [e for t in program.threads for e in t.events]
        self._writes = [e for e in events if e.kind in (Kind.WRITE, Kind.RMW) and not e.local]
        self._joins = [e for e in events if e.kind is Kind.JOIN and e.result >= 0]
        self._users = self._find_users()
        self._written_with = self._find_writes()
        self._start(None)
        self._fixpoint()
        accesses = [e for e in events if e.kind in (*ACCESSES, Kind.FREE) and not e.local]
        if any(e.kind is not Kind.FREE and not self.dead(e) and self._is_wide(e) for e in accesses):
            self._start(Provenance(program, MOST_TARGETS, everywhere))
            self._fixpoint()
        for event in accesses:
            event.targets = self._targets(event)

    def _start(self, provenance: Provenance | None) -> None:
        """Nothing is known yet; with ``provenance``, also about pointers that no value set bounds."""
        self.provenance = provenance
        self.values: list[Value] = [EMPTY] * len(self.dag.nodes)
        self.memory = MemoryValues(self.program.layout, _indeterminate(self.program))
        self._looked_at: dict[NodeId, Value | Sequence[int]] = {}
        """For variables that read memory: the addresses at which they have looked."""
        self._widening = False

    def of(self, node: NodeId) -> Value:
        return self.values[node]

    def dead(self, event: Event) -> bool:
        """Whether the event can never happen."""
        return self.values[event.guard].hi <= 0

    def unresolved(self, event: Event) -> bool:
        """Whether the event's address may be something other than its targets."""
        value = self.values[event.address]
        return value.junk or event.targets is None or len(event.targets) < value.count()

    def strays(self, event: Event) -> bool:
        """Whether the event's address may be something in an object and yet none of its targets."""
        if not self.unresolved(event):
            return False
        if event.targets is None or self._is_wide(event):
            return True
        value, targets = self.values[event.address], frozenset(event.targets)
        return any(a not in targets and self._is_inside(a, event.size) for a in value.members())

    def _is_wide(self, event: Event) -> bool:
        """Whether its value set says too little about an address."""
        return self.values[event.address].count() > MOST_TARGETS

    def _is_inside(self, address: int, size: int) -> bool:
        return self.program.layout.at(address, size) is not None

    # --- what depends on what ---------------------------------------------------------------------------------------

    def _find_users(self) -> list[list[NodeId]]:
        """For each node those that are computed from it: operations, reads by their addresses, joins by results."""
        users: list[list[NodeId]] = [[] for _ in self.dag.nodes]
        for n, node in enumerate(self.dag.nodes):
            for a in node.args:
                users[a].append(n)
        for n, event in self._source.items():
            if event.address >= 0:
                users[event.address].append(n)
        for event in self._joins:
            for thread in self.program.threads:
                users[thread.result].append(event.result)
        return users

    def _find_writes(self) -> dict[NodeId, list[int]]:
        """For each node the writes that it has to do with, by number."""
        found: dict[NodeId, list[int]] = {}
        for number, event in enumerate(self._writes):
            for n in {event.guard, event.address, event.value, event.test}:
                found.setdefault(n, []).append(number)
        return found

    def _is_settled(self, event: Event) -> bool:
        """Whether a write is always the same: it happens, always there, always with this value."""
        parts = (event.guard, event.address, event.value, event.test)
        return all(self.dag.constant(n) is not None for n in parts if n >= 0)

    def _matters(self, join: Event) -> bool:
        """Whether anything depends on what a join gives."""
        n = join.result
        return bool(self._users[n]) or n in self._written_with or any(t.result == n for t in self.program.threads)

    # --- fixpoint ---------------------------------------------------------------------------------------------------

    def _fixpoint(self) -> None:
        for n in range(len(self.values)):
            self._compute(n)
        settled = [number for number, event in enumerate(self._writes) if self._is_settled(event)]
        self._propagate(self._write(settled), set())
        due = sorted({*range(len(self._writes))}.difference(settled))
        late = {e.result for e in self._joins}
        rounds = len(due) + sum(map(self._matters, self._joins))
        changing = sum(1 for e in self._writes if self.dag.constant(e.value) is None) + len(self._joins)
        exact = changing * len(self.values) <= EXACT_WORK
        number = 0
        while number < rounds or self.provenance is not None:
            self._widening = number >= (rounds if exact else ROUNDS_BEFORE_WIDENING)
            stale = self._write(due)
            if not stale and not late:
                return
            due, late = self._propagate(stale, late)
            number += 1
        self._propagate({}, late)

    def _propagate(self, stale: Stale, joins: set[NodeId]) -> tuple[list[int], set[NodeId]]:
        """Computes stale variables and joins again, and all that depends on those that change.

        Gives the writes that this concerns, and the joins for which it comes too late in this round.
        """
        users, written_with = self._users, self._written_with
        waiting = {*stale, *joins}
        queue = list(waiting)
        heapify(queue)
        due: set[int] = set()
        late: set[NodeId] = set()
        while queue:
            n = heappop(queue)
            waiting.discard(n)
            if not self._compute(n, stale.get(n)):
                continue
            due.update(written_with.get(n, ()))
            for user in users[n]:
                if user <= n:
                    late.add(user)
                elif user not in waiting:
                    waiting.add(user)
                    heappush(queue, user)
        return sorted(due), late

    def _compute(self, n: NodeId, news: set[int] | None = None) -> bool:
        """Computes the value of a node; tells whether it has changed.

        ``news``: of a variable that reads memory, the addresses where there is something new.
        """
        node = self.dag.nodes[n]
        if node.op == "var":
            new = self._variable(n, node, news)
        else:
            new = _operation(node, self.values)
            if node.op in ("+", "-") and isinstance(node.type, PointerType):
                new = self._within_objects(node, new)
        grown = self.provenance is not None and self.provenance.update(n, self._roots(n, node, new, self.provenance))
        if new == self.values[n]:
            return grown
        self.values[n] = new
        return True

    def _roots(self, n: NodeId, node: Node, value: Value, provenance: Provenance) -> Roots:
        """What a node's value was computed from."""
        event = self._source.get(n)
        if node.op != "var" or event is None or event.kind not in (Kind.READ, Kind.RMW, Kind.JOIN):
            return provenance.computed(node, value)
        if event.kind is Kind.JOIN:
            return NONE.union(*(provenance.of[thread.result] for thread in self.program.threads))
        where = self._addresses(event)
        return NONE if where is None else provenance.held(_members(where), event.size)

    def _within_objects(self, node: Node, value: Value) -> Value:
        """Pointer arithmetic stays within the object that it starts from: what leaves it is undefined behaviour."""
        start = self._pointer_in(node)
        if start is None:
            return value
        numbers = self.values[start].numbers
        assert numbers is not None
        offset = self.values[node.args[1] if node.args[0] == start else node.args[0]]
        result = Value(0, -1, 1, frozenset(), value.junk)
        for number in numbers:
            moved = value if len(numbers) == 1 else binary(node.op, exactly(number), offset, node.type)
            result = join(result, self._kept_inside(self.program.layout.at(number, 0), moved))
        return result

    def _pointer_in(self, node: Node) -> NodeId | None:
        """The operand that is the address, if that is clear.

        The graph keeps no pointers apart from numbers (a pointer that memory holds from the start is a number), and an
        offset may have the type of its pointer.  So the type has a say only where the values do not contradict it.
        """
        pointers = [n for n in node.args if isinstance(self.dag.nodes[n].type, PointerType)]
        if len(node.args) != 2 or len(pointers) != 1 or not self._points(pointers[0]):
            return None
        offset = node.args[1] if node.args[0] == pointers[0] else node.args[0]
        if self._points(offset) or (self.values[offset].numbers is None and not self.dag.nodes[offset].type.signed):
            return None
        return pointers[0]

    def _points(self, n: NodeId) -> bool:
        """Whether a value is known to be one of some numbers, and one of these an address in an object."""
        numbers, layout = self.values[n].numbers, self.program.layout
        return numbers is not None and any(layout.at(number, 0) is not None for number in numbers)

    def _kept_inside(self, obj: MemoryObject | None, moved: Value) -> Value:
        if obj is None:
            return JUNK
        low = self.program.layout.base[obj.name]
        high = low + obj.type.size
        if low <= moved.lo and moved.hi <= high:
            return moved
        if moved.numbers is not None:
            return of_numbers(frozenset(n for n in moved.numbers if low <= n <= high), True)
        first = max(moved.lo, low + (moved.lo - low) % moved.step)
        return interval(first, min(high, moved.hi), moved.step, True)

    # --- reads, joins, writes ---------------------------------------------------------------------------------------

    def _variable(self, n: NodeId, node: Node, news: set[int] | None) -> Value:
        event = self._source.get(n)
        if event is None or event.kind is Kind.NONDET:
            return full(node.type)
        if event.kind is Kind.DECLARE:
            return JUNK
        if event.kind is Kind.JOIN:
            return self._joined(n, node, self.values[event.address])
        where = self._addresses(event)
        if where is None:
            return full(node.type)
        if news is not None and self._looked_at.get(n) is where:
            result = self.values[n]
        else:
            result, news = EMPTY, set(_members(where))
            self._looked_at[n] = where
            for target in news:
                self.memory.watch(target, event.size, n)
        for target in sorted(news):
            result = join(result, self.memory.read(target, event.size, node.type))
        return result

    def _addresses(self, event: Event) -> Value | Sequence[int] | None:
        """Where an access may go, as far as that is known; None if nothing is."""
        value = self.values[event.address]
        if value.count() <= MOST_TARGETS:
            return value
        if self.provenance is None:
            return None
        return self.provenance.places(value, self.provenance.of[event.address], event.size)

    def _joined(self, n: NodeId, node: Node, threads: Value) -> Value:
        result = EMPTY
        for thread in self.program.threads:
            if threads.numbers is None or thread.thread.index in threads.numbers:
                result = join(result, cast(self.values[thread.result], node.type))
        grows = self._widening and result != self.values[n]
        return full(node.type, result.junk) if grows else result

    def _write(self, due: Iterable[int]) -> Stale:
        """Makes the writes; gives the variables whose reads see something new."""
        stale: Stale = {}
        grown: set[tuple[int, int]] = set()
        for event in (self._writes[number] for number in due):
            if self.dead(event) or (event.kind is Kind.RMW and self.values[event.test] == ZERO):
                continue
            where = self._addresses(event)
            if where is None:
                continue
            value = self.values[event.value]
            for target in _members(where):
                if self._is_inside(target, event.size):
                    known = (target, event.size) in self.memory.written
                    if self.memory.write(target, event.size, value, stale) and known:
                        grown.add((target, event.size))
                    self._hold(target, event, stale)
        if self._widening:
            for location in grown:
                self.memory.widen(location)
        return stale

    def _hold(self, target: int, write: Event, stale: Stale) -> None:
        if self.provenance is None:
            return
        if self.provenance.hold(target, write.size, self.provenance.of[write.value]):
            self.memory.tell_readers(target, write.size, stale)

    def _targets(self, event: Event) -> tuple[int, ...] | None:
        where = self._addresses(event)
        return None if where is None else tuple(a for a in _members(where) if self._is_target(a, event.size))

    def _is_target(self, address: int, size: int) -> bool:
        obj = self.program.layout.at(address, max(size, 1))
        return obj is not None and obj.name not in self.program.registers


def _members(where: Value | Sequence[int]) -> Iterable[int]:
    return where.members() if isinstance(where, Value) else where


def _indeterminate(program: EventProgram) -> set[str]:
    return {
        e.instr.obj.name  # type: ignore[union-attr]
        for t in program.threads
        for e in t.events
        if e.kind is Kind.DECLARE and not e.instr.zeroed  # type: ignore[union-attr]
    }


def _sources(program: EventProgram) -> dict[NodeId, Event]:
    """The event that each variable comes from."""
    sources: dict[NodeId, Event] = {}
    for thread in program.threads:
        for event in thread.events:
            if event.kind is Kind.DECLARE:
                sources.update((node, event) for _, node in event.contents.values())
            elif event.result >= 0 and program.dag.nodes[event.result].op == "var" and not event.local:
                sources.setdefault(event.result, event)
    return sources


def _operation(node: Node, values: list[Value]) -> Value:
    args = node.args
    match node.op:
        case "const":
            return exactly(node.value)
        case "cast":
            return cast(values[args[0]], node.type)
        case "ite":
            test = values[args[0]]
            if test == ONE:
                return values[args[1]]
            return values[args[2]] if test == ZERO else join(values[args[1]], values[args[2]])
        case "!":
            return {ONE: ZERO, ZERO: ONE}.get(values[args[0]], TRUTH)
        case "&&" | "||":
            return _logical(node.op, values[args[0]], values[args[1]])
        case "==" | "!=" | "<" | "<=":
            return comparison(node.op, values[args[0]], values[args[1]])
    if floats.is_operation(node.op):
        return floating(node.op, [values[a] for a in args], node.type)
    if len(args) == 1:
        return unary(node.op, values[args[0]], node.type)
    return binary(node.op, values[args[0]], values[args[1]], node.type)


def _logical(op: str, a: Value, b: Value) -> Value:
    absorbing, neutral = (ZERO, ONE) if op == "&&" else (ONE, ZERO)
    if a == absorbing or b == absorbing:
        return absorbing
    return neutral if a == neutral and b == neutral else TRUTH
