"""Value analysis: which values every node and every memory location can have, over all interleavings.

Thread-modular and flow-insensitive in memory: a location may hold whatever any thread ever writes to it.  The fixpoint
resolves pointers, finds code that cannot run, and tells how many bits each value really needs.

No location needs widening in small programs: every write of a bounded program happens at most once, so after as many
sweeps as there are writes the sets cover everything that can happen, whether they still grow or not.
"""

from __future__ import annotations

from heddle.core.expr import MemoryObject
from heddle.core.types import PointerType
from heddle.symbolic.dag import Node, NodeId
from heddle.symbolic.events import Event, EventProgram, Kind
from heddle.symbolic.memory_values import JUNK, MemoryValues
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
    full,
    interval,
    join,
    of_numbers,
    unary,
)

MOST_TARGETS = 1024
EXACT_WORK = 2_000_000
"""Node visits that exact analysis may cost before locations that keep growing are widened."""
SWEEPS_BEFORE_WIDENING = 10


class Values:
    """The result: ``of(node)``; ``targets`` and dead guards are noted on the events themselves."""

    def __init__(self, program: EventProgram) -> None:
        self.program, self.dag = program, program.dag
        self.values: list[Value] = []
        self._changed: list[bool] = []
        """The nodes that the last sweep changed."""
        self.memory = MemoryValues(program.layout, _indeterminate(program))
        self._source = _sources(program)
        events = [e for t in program.threads for e in t.events]
        self._writes = [e for e in events if e.kind in (Kind.WRITE, Kind.RMW) and not e.local]
        self._joins = [e for e in events if e.kind is Kind.JOIN and e.result >= 0]
        self._fixpoint()
        for thread in program.threads:
            for event in thread.events:
                if event.kind in (Kind.READ, Kind.WRITE, Kind.RMW, Kind.FREE) and not event.local:
                    event.targets = self._targets(event)

    def of(self, node: NodeId) -> Value:
        return self.values[node]

    def dead(self, event: Event) -> bool:
        """Whether the event can never happen."""
        return self.values[event.guard].hi <= 0

    def unresolved(self, event: Event) -> bool:
        """Whether the event's address may be something other than its targets."""
        value = self.values[event.address]
        return value.junk or event.targets is None or len(event.targets) < value.count()

    # --- fixpoint ---------------------------------------------------------------------------------------------------

    def _fixpoint(self) -> None:
        changing = sum(1 for e in self._writes if self.dag.constant(e.value) is None) + len(self._joins)
        unsettled = sum(1 for e in self._writes if not self._is_settled(e)) + len(self._joins)
        exact = changing * len(self.dag.nodes) <= EXACT_WORK
        sweep = 0
        while True:
            moved = self._sweep()
            version = self.memory.version
            before = dict(self.memory.written) if sweep >= SWEEPS_BEFORE_WIDENING and not exact else {}
            self._write_all()
            sweep += 1
            if self.memory.version == version and not (self._joins and moved):
                return
            if exact and sweep > unsettled + 1:
                self._sweep()
                return
            if before:
                self._widen(before)

    def _is_settled(self, event: Event) -> bool:
        """Whether a write is the same in every sweep: it happens, always there, always with this value."""
        parts = (event.guard, event.address, event.value, event.test)
        return all(self.dag.constant(n) is not None for n in parts if n >= 0)

    def _widen(self, before: dict[tuple[int, int], Value]) -> None:
        """Gives up on locations that still grow: they may hold anything of their size."""
        for key, value in list(self.memory.written.items()):
            old = before.get(key)
            if old is not None and old != value:
                half = 1 << (8 * key[1] - 1)
                hi = half - 1 if value.lo < 0 and value.hi < half else 2 * half - 1
                self.memory.widen(key, Value(-half if value.lo < 0 else 0, hi, 1, None, value.junk))

    def _sweep(self) -> bool:
        """Recomputes the value of every node, bottom-up; tells whether one changed."""
        nodes, old = self.dag.nodes, self.values
        first = not old
        values: list[Value] = [EMPTY] * len(nodes) if first else old
        changed = self._changed = [first] * len(nodes)
        for n, node in enumerate(nodes):
            if node.op == "var":
                new = self._variable(n, node, values)
            elif first or any(changed[a] for a in node.args):
                new = _operation(node, values)
                if node.op in ("+", "-") and isinstance(node.type, PointerType):
                    new = self._within_objects(node, new, values)
            else:
                continue
            if first or new != values[n]:
                values[n] = new
                changed[n] = True
        self.values = values
        return any(changed)

    def _within_objects(self, node: Node, value: Value, values: list[Value]) -> Value:
        """Pointer arithmetic stays within the object that it starts from: what leaves it is undefined behaviour."""
        pointers = [a for a in node.args if isinstance(self.dag.nodes[a].type, PointerType)]
        if len(pointers) != 1 or len(node.args) != 2:
            return value
        start = values[pointers[0]]
        if start.numbers is None:
            return value
        offset = values[node.args[1] if node.args[0] == pointers[0] else node.args[0]]
        result = Value(0, -1, 1, frozenset(), value.junk)
        for number in start.numbers:
            moved = binary(node.op, exactly(number), offset, node.type)
            result = join(result, self._kept_inside(self.program.layout.at(number, 0), moved))
        return result

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

    def _variable(self, n: NodeId, node: Node, values: list[Value]) -> Value:
        event = self._source.get(n)
        if event is None or event.kind is Kind.NONDET:
            return full(node.type)
        if event.kind is Kind.DECLARE:
            return JUNK
        if event.kind is Kind.JOIN:
            return self._joined(event, node, values)
        address = values[event.address]
        if address.count() > MOST_TARGETS:
            return full(node.type)
        result = EMPTY
        for target in address.members():
            result = join(result, self.memory.read(target, event.size, node.type))
        return result

    def _joined(self, event: Event, node: Node, values: list[Value]) -> Value:
        result = EMPTY
        for thread in self.program.threads:
            value = values[event.address]
            if value.numbers is None or thread.thread.index in value.numbers:
                # the result's node may come later in the graph: what it is there now, or anything
                known = values[thread.result] if thread.result < len(values) else EMPTY
                result = join(result, cast(known, node.type))
        return result

    def _write_all(self) -> None:
        for event in self._writes:
            if not self._concerns(event) or self.dead(event):
                continue
            if event.kind is Kind.RMW and self.values[event.test] == ZERO:
                continue
            address = self.values[event.address]
            if address.count() > MOST_TARGETS:
                continue
            value = self.values[event.value]
            for target in address.members():
                if self.program.layout.at(target, event.size) is not None:
                    self.memory.write(target, event.size, value)

    def _concerns(self, event: Event) -> bool:
        """Whether the last sweep changed anything about a write."""
        changed = self._changed
        return (
            changed[event.value]
            or changed[event.address]
            or changed[event.guard]
            or (event.test >= 0 and changed[event.test])
        )

    def _targets(self, event: Event) -> tuple[int, ...] | None:
        address = self.values[event.address]
        if address.count() > MOST_TARGETS:
            return None
        return tuple(a for a in address.members() if self.program.layout.at(a, max(event.size, 1)) is not None)


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
    if len(args) == 1:
        return unary(node.op, values[args[0]], node.type)
    return binary(node.op, values[args[0]], values[args[1]], node.type)


def _logical(op: str, a: Value, b: Value) -> Value:
    absorbing, neutral = (ZERO, ONE) if op == "&&" else (ONE, ZERO)
    if a == absorbing or b == absorbing:
        return absorbing
    return neutral if a == neutral and b == neutral else TRUTH
