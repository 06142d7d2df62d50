"""The part of the formula that no schedule touches: what each thread computes from what it reads.

Every thread is encoded once.  Reads that only the thread itself can have written to (and everything main does before it
starts a thread) are resolved here, in program order; the others become variables that the schedule's encoding
constrains, round by round.
"""

from __future__ import annotations

from collections import defaultdict
from enum import Enum, auto

import bitwuzla as bz

from heddle.backends.bmc.memory import CellTerms, Contents
from heddle.backends.bmc.terms import Num, Terms
from heddle.core.instr import Assert
from heddle.records import dataclass, field
from heddle.symbolic.analysis import Analysis
from heddle.symbolic.cells import Cell
from heddle.symbolic.events import Event, Kind, ThreadEvents


class Meaning(Enum):
    """What it means that the bad thing of a claim happens."""

    VIOLATION = auto()
    CUT = auto()
    UNSUPPORTED = auto()
    UNDEFINED = auto()
    """C gives the execution no meaning from here on, and that is no violation."""
    PRUNED = auto()
    """No such execution exists."""


@dataclass(frozen=True, slots=True, eq=False)
class Claim:
    """``bad`` is what must not happen when block ``block`` of the thread is executed.

    It excludes executions that ended in the same block before: at a violation, or without a meaning.
    """

    meaning: Meaning
    event: Event
    thread: int
    block: int
    bad: bz.Term


@dataclass(slots=True)
class LocalPart:
    claims: list[Claim] = field(default_factory=list)
    shared: dict[int, list[Event]] = field(default_factory=lambda: defaultdict(list))
    """For each thread, the events that the schedule's encoding has to treat."""
    start: Contents = field(default_factory=dict)
    """Memory when the first thread starts."""
    redeclared: dict[tuple[int, int], Num] = field(default_factory=dict)
    """The contents, most often indeterminate, that a repeated declaration (by event identity) gives to a cell."""
    own: dict[int, Contents] = field(default_factory=dict)
    """The reads (by event identity) that the schedule decides, each with the cells that its thread knows anyway."""


class LocalEncoder:
    def __init__(self, analysis: Analysis, terms: Terms) -> None:
        self.analysis, self.visibility, self.terms = analysis, analysis.visibility, terms
        self.program, self.values, self.cells = analysis.events, analysis.values, analysis.cells
        self._property = self.program.program.source.claims
        self.memory = CellTerms(terms, analysis.cells)
        self.part = LocalPart()
        self.contents: Contents = self.memory.initial()
        """Memory as the thread being encoded knows it."""
        self.ended: bz.Term = terms.false
        """Whether the execution has ended in the current block: at a violation, or without a meaning."""
        self._block = -1

    def run(self) -> LocalPart:
        self._thread(self.program.threads[0])
        if not self.part.start:
            self.part.start = dict(self.contents)
        for thread in self.program.threads[1:]:
            self.contents = dict(self.part.start)
            self._thread(thread)
        return self.part

    def _thread(self, thread: ThreadEvents) -> None:
        index = thread.thread.index
        self._block = -1
        for number, event in enumerate(thread.events):
            alone = index == 0 and number < self.visibility.prefix
            if index == 0 and number == self.visibility.prefix:
                self.part.start = dict(self.contents)
            if event.block != self._block:
                self._block, self.ended = event.block, self.terms.false
            if not self.values.dead(event):
                self._event(event, index, alone)

    def _event(self, event: Event, thread: int, alone: bool) -> None:
        guard = self.terms.bool(event.guard)
        match event.kind:
            case Kind.READ | Kind.WRITE | Kind.RMW if not event.local:
                self._access(event, thread, alone, guard)
            case Kind.DECLARE:
                self._declare(event, thread, alone, guard)
            case Kind.JOIN:
                self.part.shared[thread].append(event)
            case Kind.CREATE | Kind.OTHER | Kind.RMW | Kind.WRITE:
                self._drain(event, thread)
            case Kind.ASSUME:
                test = self.terms.bool(event.value)
                self._claim(Meaning.PRUNED, event, thread, self.terms.and_(guard, self.terms.not_(test)))
            case Kind.ASSERT:
                assert isinstance(event.instr, Assert)
                bad = self.terms.and_(guard, self.terms.not_(self.terms.bool(event.value)))
                self._claim(self._failing(event.instr.kind), event, thread, bad)
            case Kind.CUT:
                self._claim(Meaning.CUT, event, thread, guard)
            case Kind.UNSUPPORTED:
                self._claim(Meaning.UNSUPPORTED, event, thread, guard)

    def _claim(self, meaning: Meaning, event: Event, thread: int, bad: bz.Term) -> None:
        bad = self.terms.and_(bad, self.terms.not_(self.ended))
        self.part.claims.append(Claim(meaning, event, thread, event.block, bad))
        if meaning in (Meaning.VIOLATION, Meaning.UNDEFINED):
            self.ended = self.terms.or_(self.ended, bad)

    def _failing(self, kind: str) -> Meaning:
        """What it means that a check of this kind fails."""
        return Meaning.VIOLATION if kind in self._property else Meaning.UNDEFINED

    def _access(self, event: Event, thread: int, alone: bool, guard: bz.Term) -> None:
        if event.targets is None:
            self._claim(Meaning.UNSUPPORTED, event, thread, guard)
            return
        if self.values.unresolved(event):
            bad = self.terms.and_(guard, self.terms.not_(self.memory.valid(event)))
            if self.values.strays(event):
                inside = self.memory.inside(event, self.program.layout)
                self._claim(Meaning.UNSUPPORTED, event, thread, self.terms.and_(bad, inside))
                bad = self.terms.and_(bad, self.terms.not_(inside))
            self._claim(self._failing("pointer"), event, thread, bad)
        if not event.targets:
            return
        if event in self.visibility.irrelevant:
            self._drain(event, thread)
            return
        scheduled = False
        if event.kind is not Kind.WRITE:
            scheduled = self._read(event, thread, alone)
        if event.kind is not Kind.READ:
            scheduled = self._write(event, thread, alone, guard) or scheduled
        if scheduled:
            self.part.shared[thread].append(event)
        else:
            self._drain(event, thread)

    def _drain(self, event: Event, thread: int) -> None:
        """An event that empties the store buffer concerns the schedule even if it does nothing else there."""
        if self.visibility.buffers.threads[thread].drained.get(event):
            self.part.shared[thread].append(event)

    def _read(self, event: Event, thread: int, alone: bool) -> bool:
        """Resolves a read here if possible; tells whether the schedule decides it."""
        node = self.program.dag.nodes[event.result]
        if node.op != "var" or self.terms.defined(event.result):
            return False
        like = self.terms.fresh(self.values.of(event.result), node.type, f"r{event.result}")
        if alone or all(self.visibility.is_private_read(c, thread) for c in self.cells.of(event)):
            self.terms.define(event.result, self.memory.load(event, self.contents, like, node.type))
            return False
        self.terms.define(event.result, like)
        self.part.own[id(event)] = {number: self.contents[number] for number in self._own(event, thread, alone)}
        return True

    def _write(self, event: Event, thread: int, alone: bool, guard: bz.Term) -> bool:
        when = guard if event.kind is Kind.WRITE else self.terms.and_(guard, self.terms.bool(event.test))
        wanted = self._own(event, thread, alone)
        if wanted:
            self.memory.store(event, when, self.terms.num(event.value), self.contents, wanted)
        return not alone and any(self.visibility.is_shared_write(c, thread) for c in self.cells.of(event))

    def _own(self, event: Event, thread: int, alone: bool) -> set[int]:
        """The cells whose content the thread can follow by itself."""
        return {c.number for c in self.cells.of(event) if alone or self.visibility.is_private_read(c, thread)}

    def _declare(self, event: Event, thread: int, alone: bool, guard: bz.Term) -> None:
        cells = self.cells.of(event)
        own = self._own(event, thread, alone)
        for cell in cells:
            content = self._content(event, cell)
            self.part.redeclared[id(event), cell.number] = content
            if cell.number in own:
                self.memory.put(cell, guard, content, self.contents)
        if not alone and any(self.visibility.is_shared_write(c, thread) for c in cells):
            self.part.shared[thread].append(event)

    def _content(self, event: Event, cell: Cell) -> Num:
        """What a cell holds when its object is declared again."""
        if event.instr.zeroed:  # type: ignore[union-attr]
            return self.memory.fit(self.terms.constant(0), cell)
        return self.memory.fresh(cell, f"again{cell.number}_{len(self.part.redeclared)}")

    def keeps_order(self, write: Event, older: Event, fence: Event | None) -> bz.Term:
        """What it takes that two buffered writes keep their order: that all do, the same location, or a fence."""
        terms = self.terms
        if fence is not None:
            return terms.bool(fence.guard)
        if self.visibility.buffers.policy.keep_program_order:
            return terms.true
        same = self.memory.overlap(write, older)
        return same if same is terms.true else terms.and_(terms.bool(older.guard), same)
