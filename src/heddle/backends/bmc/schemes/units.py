"""What happens, seen as units: the blocks of threads and the commits of buffered writes, in some order.

Which unit comes first is a matter of the scheme (a total order, positions in a memory unwinding, timestamps): it is an
:class:`Order`.  This module says what holds for any of them: which orders the program demands, what each unit finds in
the cells that it reads, and what it leaves in those that it writes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import groupby, pairwise
from typing import Protocol

import bitwuzla as bz

from heddle.backends.bmc.local import LocalEncoder, LocalPart
from heddle.backends.bmc.memory import Contents
from heddle.backends.bmc.schemes.scheme import Assignment
from heddle.backends.bmc.schemes.steps import Steps
from heddle.backends.bmc.terms import Num
from heddle.core.types import ArrayType
from heddle.linearize import linearize
from heddle.records import dataclass, field
from heddle.symbolic.cells import Cell
from heddle.symbolic.events import Event, Kind

Unit = int


@dataclass(slots=True)
class Traffic:
    """Who uses a cell: what each unit finds there, and what it leaves there if it writes."""

    found: dict[Unit, Num] = field(default_factory=dict)
    left: dict[Unit, tuple[bz.Term, Num]] = field(default_factory=dict)


class Order(Protocol):
    """A strict order of units: first what is known is fixed, then the rest is asked."""

    def fix(self, u: Unit, v: Unit) -> bool:
        """Lets ``u`` come before ``v``; False if the opposite is fixed already."""

    def before(self, u: Unit, v: Unit) -> bz.Term:
        """Whether ``u`` comes before ``v``, if both are executed."""

    def earlier(self, v: Unit) -> set[Unit]:
        """The units fixed to come before ``v``."""


class Units(Steps):
    """The units of a program, and what any order of them must respect."""

    def __init__(self, local: LocalEncoder, part: LocalPart) -> None:
        super().__init__(local, part)
        writes = [w for buffer in self.buffers for w in buffer.writes]
        self.committed = {w: self.terms.boolean(f"c{number}") for number, w in enumerate(writes)}
        self.steps: list[tuple[int, int | Event]] = [
            (t, b) for t, blocks in enumerate(self.final) for b in range(len(blocks))
        ]
        """What each unit is: a block of a thread, by number, or the commit of a write."""
        self.steps += [(t, w) for t, buffer in enumerate(self.buffers) for w in buffer.writes]
        self._unit = {step: u for u, step in enumerate(self.steps)}
        self.conditional: list[tuple[bz.Term, Unit, Unit]] = []
        """Orders that hold only if something happens."""
        self.awaited: list[tuple[Unit, Unit]] = []
        """The ends of threads, with the joins that may wait for them."""
        self.forwarded: list[tuple[Unit, Unit]] = []
        """The commits of writes, with later reads of their threads."""
        self.traffic: dict[int, Traffic] = defaultdict(Traffic)

    def demands(self, order: Order) -> Iterator[bz.Term]:
        """What the program demands of the order of its units; notes who uses which cell on the way."""
        self.order = order
        yield from self.claims_hold()
        yield from self._threads()
        yield from self._commits()
        joins = [(t, e) for t, events in self.part.shared.items() for e in events if e.kind is Kind.JOIN]
        for t, event in sorted(joins, key=lambda join: not self._is_certain(join[1])):
            yield from self._wait(t, event)
        for when, u, v in self.conditional:
            yield self.terms.implies(when, self.order.before(u, v))
        for t, events in self.part.shared.items():
            for b, group in groupby(events, lambda e: e.block):
                yield from self._block(t, b, list(group))
        for t, buffer in enumerate(self.buffers):
            for write in buffer.writes:
                self._commit(t, write)

    def executed(self, unit: Unit) -> bz.Term:
        t, step = self.steps[unit]
        return self.committed[step] if isinstance(step, Event) else self.final[t][step]

    # --- what happens at all, and in which order the program wants it -----------------------------------------------

    def _threads(self) -> Iterator[bz.Term]:
        terms = self.terms
        for t, blocks in enumerate(self.final):
            for b, (earlier, later) in enumerate(pairwise(blocks)):
                yield terms.implies(later, earlier)
                self.order.fix(self._unit[t, b], self._unit[t, b + 1])
            if t == 0:
                continue
            yield terms.implies(blocks[0], self.created(t, self.final))
            creation, creator = self.program.created_by.get(t), self.program.threads[t].thread.creator
            if creation is not None and creator is not None:
                self.order.fix(self._unit[creator, creation.block], self._unit[t, 0])

    def _commits(self) -> Iterator[bz.Term]:
        """When buffered writes may, and must, be committed."""
        terms, committed = self.terms, self.committed
        for t, buffer in enumerate(self.buffers):
            for write in buffer.writes:
                yield terms.implies(committed[write], self.final[t][write.block])
                self.order.fix(self._unit[t, write.block], self._unit[t, write])
            for step, when, write in self.needed_commits(t):
                yield from self._needs(t, step, when, write)

    def _needs(self, t: int, step: int | Event, when: bz.Term, write: Event) -> Iterator[bz.Term]:
        """A step of thread ``t``, if ``when`` holds, happens after the commit of an earlier write of the thread."""
        # a step that drains the buffer begins a new block, or the block would have to wait for itself
        assert isinstance(step, Event) or step > write.block
        unit, commit = self._unit[t, step], self._unit[t, write]
        needed = self.terms.and_(self.executed(unit), when)
        yield self.terms.implies(needed, self.committed[write])
        if when is not self.terms.true or not self.order.fix(commit, unit):
            self.conditional.append((needed, commit, unit))

    # --- join -------------------------------------------------------------------------------------------------------

    def _end(self, u: int) -> list[Unit]:
        """What has happened when thread ``u`` has ended and its buffer is empty."""
        return [self._unit[u, len(self.final[u]) - 1], *(self._unit[u, w] for w in self.buffers[u].writes)]

    def _is_certain(self, join: Event) -> bool:
        """Whether it is known which thread a join waits for, if it is executed."""
        return self.local.values.of(join.address).single is not None and self.terms.bool(join.guard) is self.terms.true

    def _wait(self, t: int, event: Event) -> Iterator[bz.Term]:
        """A join happens when the thread that it waits for has ended.  The certain ones come first: they fix orders."""
        unit, certain = self._unit[t, event.block], self._is_certain(event)
        when = self.terms.and_(self.final[t][event.block], self.terms.bool(event.guard))

        def has_ended(u: int) -> list[bz.Term]:
            ends = self._end(u)
            self.awaited += [(end, unit) for end in ends]
            happened = [self.executed(end) for end in ends]
            if not certain:
                return happened + [self.order.before(end, unit) for end in ends]
            self.conditional += [(when, end, unit) for end in ends if not self.order.fix(end, unit)]
            return happened

        yield from self.join(t, event, when, has_ended)

    # --- what units find in memory and leave there ------------------------------------------------------------------

    def _block(self, t: int, b: int, events: list[Event]) -> Iterator[bz.Term]:
        terms, memory, unit = self.terms, self.local.memory, self._unit[t, b]
        contents = dict(self.part.start)
        for cell in {c.number: c for e in events for c in self._looked_at(e)}.values():
            found = terms.fresh(cell.value, cell.type, f"m{unit}_{cell.number}")
            contents[cell.number] = self.traffic[cell.number].found[unit] = found
        for event in events:
            guard = terms.bool(event.guard)
            if event.kind is Kind.DECLARE:
                for cell in self.local.cells.of(event):
                    memory.put(cell, guard, self.part.redeclared[id(event), cell.number], contents)
                    self._leave(unit, cell.number, guard, contents)
            if id(event) in self.part.own:
                yield self.seen(t, event, contents, partial(self._gone, t, event))
            if event.kind in (Kind.WRITE, Kind.RMW) and event not in self.buffers[t].after:
                when = guard if event.kind is Kind.WRITE else terms.and_(guard, terms.bool(event.test))
                self._store(unit, event, when, contents)

    def _looked_at(self, event: Event) -> Iterator[Cell]:
        """The cells of which the thread has to look at memory."""
        if id(event) in self.part.own:
            yield from (c for c in self.local.cells.of(event) if c.number not in self.part.own[id(event)])

    def _gone(self, t: int, read: Event, write: Event, drains: list[Event]) -> bz.Term:
        """Whether a write is committed before the block of a read; if something has drained it, it is."""
        commit, unit = self._unit[t, write], self._unit[t, read.block]
        self.forwarded.append((commit, unit))
        return self.terms.and_(self.committed[write], self.order.before(commit, unit))

    def _commit(self, t: int, write: Event) -> None:
        self._store(self._unit[t, write], write, self.terms.bool(write.guard), dict(self.part.start))

    def _store(self, unit: Unit, write: Event, when: bz.Term, contents: Contents) -> None:
        self.local.memory.store(write, when, self.terms.num(write.value), contents, self.shared_cells)
        for number, hit in self.local.memory.touched(write).items():
            if number in self.shared_cells:
                self._leave(unit, number, self.terms.and_(when, hit), contents)

    def _leave(self, unit: Unit, cell: int, when: bz.Term, contents: Contents) -> None:
        """A unit that has changed a cell, if ``when`` holds, leaves there what ``contents`` say."""
        left, terms = self.traffic[cell].left, self.terms
        earlier = left[unit][0] if unit in left else terms.false
        wrote = terms.or_(earlier, terms.and_(self.executed(unit), when))
        if wrote is not terms.false:
            left[unit] = wrote, contents[cell]

    # --- who has a moment to itself ----------------------------------------------------------------------------------

    def changing(self, edges: Iterable[tuple[Unit, Unit]]) -> list[bz.Term]:
        """For each unit whether it changes something: it writes, or it may wait in a circle of joins.

        Others can share their moment: what they see has not changed.  Joins in a circle would all seem to be served.
        ``edges`` is what is fixed of the order.
        """
        changes: dict[Unit, list[bz.Term]] = defaultdict(list)
        for traffic in self.traffic.values():
            for unit, (wrote, _) in traffic.left.items():
                changes[unit].append(wrote)
        for unit in self._circular_joins(edges):
            changes[unit].append(self.executed(unit))
        return [self.terms.or_(*changes[u]) for u in range(len(self.steps))]

    def _circular_joins(self, edges: Iterable[tuple[Unit, Unit]]) -> set[Unit]:
        """Joins that could wait for each other."""
        successors: dict[Unit, set[Unit]] = defaultdict(set)
        for u, v in [*edges, *self.awaited]:
            successors[u].add(v)

        def reaches(start: Unit, goal: Unit) -> bool:
            seen, todo = {start}, [start]
            while todo:
                new = successors[todo.pop()] - seen
                seen |= new
                todo += new
            return goal in seen

        return {join for end, join in self.awaited if reaches(join, end)}

    # --- what units depend on, and how memory is kept ---------------------------------------------------------------

    def dependencies(self, edges: Iterable[tuple[Unit, Unit]]) -> dict[Unit, set[Unit]]:
        """For each unit, others that it may have to wait for."""
        found: dict[Unit, set[Unit]] = defaultdict(set)
        for u, v in [*edges, *self.awaited, *((u, v) for _, u, v in self.conditional)]:
            found[v].add(u)
        return found

    def cells_used(self) -> tuple[dict[Unit, set[int]], dict[Unit, set[int]]]:
        """For each unit the cells that it reads, and those that it may write."""
        read: dict[Unit, set[int]] = defaultdict(set)
        written: dict[Unit, set[int]] = defaultdict(set)
        for cell, traffic in self.traffic.items():
            for unit in traffic.found:
                read[unit].add(cell)
            for unit in traffic.left:
                written[unit].add(cell)
        return read, written

    def kept_implicitly(self, reads: str) -> set[int]:
        """The cells that are kept only where they are written (thesis section 5.3.3: if in doubt, arrays)."""
        if reads != "hybrid":
            return set(self.traffic) if reads == "implicit" else set()
        arrays = [o for o in self.program.program.memory.values() if isinstance(o.type, ArrayType)]
        spans = [(self.program.layout.base[o.name], o.type.size) for o in arrays if o.name in self.program.layout.base]
        addresses = {c: self.local.cells.all[c].address for c in self.traffic}
        return {c for c, address in addresses.items() if any(low <= address < low + size for low, size in spans)}

    # --- reading a model --------------------------------------------------------------------------------------------

    def bound_pairs(self, model: Assignment) -> set[tuple[Unit, Unit]]:
        """The pairs whose order cannot be another one in this execution, the smaller unit first: who waits for whom,
        and who writes what another one reads or writes.  Solvers order many others too, in any way that fits."""
        found = {*((u, v) for _, u, v in self.conditional), *self.awaited, *self.forwarded}
        for traffic in self.traffic.values():
            writers = [u for u, (wrote, _) in traffic.left.items() if model.holds(wrote)]
            found |= {(u, v) for u in writers for v in (*writers, *traffic.found) if u != v}
        return {(min(pair), max(pair)) for pair in found}

    def sequence(
        self, waiting: dict[Unit, set[Unit]], moment: Callable[[Unit], int] = lambda unit: 0
    ) -> Iterator[tuple[int, int | Event]]:
        """The waiting units, each after those that it waits for, by their moments, with few switches of threads."""
        for unit in linearize(waiting, lambda u: self.steps[u][0], lambda u: (moment(u), u)):
            yield self.steps[unit]
