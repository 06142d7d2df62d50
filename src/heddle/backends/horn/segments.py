"""Segments: what a sequential program does from the head of one loop to that of the next, as expressions.

The state at the head of a loop is the variables that are still needed there, and memory.  A segment starts there with
an arbitrary state (or at the program's entry with the initial one), and has an exit for every head that it comes to.
What has the same value whenever control comes to a head is found first, and is no part of the state.
"""

from __future__ import annotations

from heddle.core.expr import Local, MemoryObject
from heddle.core.instr import AnyInstr, Label, defined
from heddle.core.program import BoundedProgram
from heddle.core.types import IntType, Scalar
from heddle.core.walk import constant_offset, expressions, place_of, walk
from heddle.passes.bounds import UnfoldBounds
from heddle.passes.inline import inline
from heddle.records import dataclass, field
from heddle.sequentializer.loops import loop_heads
from heddle.sequentializer.program import SequentialProgram
from heddle.symbolic.dag import NodeId
from heddle.symbolic.straight import Happening, Meaning, NotStraight, Straight

Slot = tuple[str, int]
"""A part of the state: a variable (-1), or a cell of an object."""
ENTRY = ""
"""The name of the segment that starts the program."""
DEEP = UnfoldBounds(1, 1)


@dataclass(frozen=True, slots=True)
class Exit:
    head: str
    guard: NodeId
    state: dict[Slot, NodeId]


@dataclass(slots=True)
class Clauses:
    """``segments`` by the head where they start; ``state``: the slots of each head, with their types."""

    segments: dict[str, Segment] = field(default_factory=dict)
    state: dict[str, dict[Slot, Scalar]] = field(default_factory=dict)


def clauses(sequential: SequentialProgram) -> Clauses:
    """Raises NotStraight."""
    inlined = inline(sequential.program, DEEP)
    if inlined.program.cuts or inlined.repeated:
        raise NotStraight("a sequential program that is not complete")
    return _Fixpoint(inlined.program, sequential).run()


class _Fixpoint:
    """Which slots have one value at each head: as many as possible, until no segment says otherwise."""

    def __init__(self, program: BoundedProgram, sequential: SequentialProgram) -> None:
        self.program, self.sequential = program, sequential
        (thread,) = program.threads
        self.heads = loop_heads(thread.body)
        self.driver = next((x.name for x in thread.body if isinstance(x, Label) and x.name in self.heads), "")
        """The loop of main: variables that pass with a call of a thread's function mean nothing at its head."""
        self.types = _types(thread.body, sequential)
        self.known: dict[str, dict[Slot, int | None]] = {}
        """At each head that control can come to: the value of each slot, None if it has several."""

    def run(self) -> Clauses:
        result = Clauses()
        pending = [ENTRY]
        while pending:
            name = pending.pop(0)
            segment = result.segments[name] = Segment(self, name)
            for leaving in segment.exits:
                if self.arrive(segment, leaving) and leaving.head not in pending:
                    pending.append(leaving.head)
        for head, values in self.known.items():
            result.state[head] = {slot: self.types[slot] for slot, value in values.items() if value is None}
        return result

    def arrive(self, segment: Segment, leaving: Exit) -> bool:
        """Tells whether something new was found out about the head."""
        found = {slot: segment.dag.constant(n) for slot, n in leaving.state.items()}
        known = self.known.get(leaving.head)
        if known is None:
            self.known[leaving.head] = found
            return True
        # What some path has not set is not needed here.
        joined = {s: v if found[s] == v else None for s, v in known.items() if s in found}
        self.known[leaving.head] = joined
        return joined != known


def _types(body: list[AnyInstr], sequential: SequentialProgram) -> dict[Slot, Scalar]:
    """The types that slots have: of variables their own, of cells that of an access to them."""
    found: dict[Slot, Scalar] = {}
    for x in body:
        for e in expressions(x):
            found.update({(v.name, -1): v.type for v in walk(e) if isinstance(v, Local)})
        dst = defined(x)
        if dst is not None:
            found[dst.name, -1] = dst.type
        place = place_of(x)
        if place is not None and isinstance(place.base, MemoryObject) and x.uid not in sequential.observations:
            assert isinstance(place.type, Scalar)
            offset = constant_offset(place)
            if offset is not None:
                found.setdefault((place.base.name, offset), place.type)
    return found


class Segment(Straight):
    """The run from a head to others.  ``state``: the nodes of the slots that are unknown at its start."""

    def __init__(self, whole: _Fixpoint, name: str) -> None:
        super().__init__(whole.program, whole.sequential.observations)
        self.whole, self.name = whole, name
        self.state: dict[Slot, NodeId] = {}
        self.exits: list[Exit] = []
        start = 0
        if name != ENTRY:
            self._assume_head(name)
            start = 1 + next(i for i, x in enumerate(self.thread.body) if isinstance(x, Label) and x.name == name)
        self._run_from(start)

    def _assume_head(self, name: str) -> None:
        for (slot, offset), value in self.whole.known[name].items():
            type = self.type_of((slot, offset))
            node = self.dag.var(type) if value is None else self.dag.const(value, type)
            if value is None:
                self.state[slot, offset] = node
            if offset < 0:
                self.env[slot] = node
            else:
                cells = list(self.memory[slot])
                cells[self.cells[slot].number[offset]] = node
                self.memory[slot] = tuple(cells)

    def type_of(self, slot: Slot) -> Scalar:
        """Cells that only accesses with unknown indices name have no type of their own there."""
        known = self.whole.types.get(slot)
        if known is None:
            name, offset = slot
            cells = self.cells[name]
            known = self.whole.types[slot] = IntType(8 * cells.size[cells.number[offset]], False)
        return known

    def _run_from(self, start: int) -> None:
        for x in self.thread.body[start:]:
            if isinstance(x, Label):
                if x.name in self.whole.heads:
                    if self.guard != self.dag.false:
                        self.leave_for(x.name, self.guard)
                    self.guard = self.dag.false
                else:
                    self._arrive(x.name)
            elif self.guard != self.dag.false:
                self._instruction(x)

    def leave_for(self, label: str, guard: NodeId) -> None:
        if label not in self.whole.heads:
            super().leave_for(label, guard)
        elif guard != self.dag.false:
            self.exits.append(Exit(label, guard, self._state_at(label)))

    def _state_at(self, head: str) -> dict[Slot, NodeId]:
        found: dict[Slot, NodeId] = {}
        for name in self.live[head]:
            node, is_kept = self.env.get(name), "@" in name
            if is_kept or (node is not None and head != self.whole.driver):
                type = self.type_of((name, -1))
                found[name, -1] = self.dag.const(0, type) if node is None else self.dag.cast(node, type)
        for name, cells in self.memory.items():
            for offset, number in self.cells[name].number.items():
                found[name, offset] = self.dag.cast(cells[number], self.type_of((name, offset)))
        return found

    @property
    def assumed(self) -> list[Happening]:
        return [h for h in self.happenings if h.meaning is Meaning.ASSUMED]

    @property
    def bad(self) -> list[tuple[Happening, NodeId]]:
        """What must not happen, and when it does: a failure, a bound, something unsupported."""
        found = []
        for h in self.happenings:
            if h.meaning is Meaning.VIOLATION:
                found.append((h, self.dag.and_(h.guard, self.dag.not_(h.value))))
            elif h.meaning in (Meaning.CUT, Meaning.UNSUPPORTED):
                found.append((h, h.guard))
        return [(h, when) for h, when in found if when != self.dag.false]


__all__ = ["ENTRY", "Clauses", "Exit", "Segment", "Slot", "clauses"]
