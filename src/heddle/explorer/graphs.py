"""Graphs that the kernel found, as :class:`heddle.graph.ExecutionGraph`."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from heddle.core.instr import NOWHERE, AnyInstr, AtomicBegin, AtomicEnd, Declare, Join, Location, Malloc
from heddle.core.program import Program
from heddle.core.types import part_name
from heddle.counterexample import Given
from heddle.explorer._kernel import FIRST_THREAD_REGION, REGIONS, Mark, TraceItem
from heddle.explorer.events import INIT, KIND_NAMES, READ, WRITE
from heddle.explorer.prefix import without_sections_that_wait
from heddle.explorer.privacy import Privacy
from heddle.graph import Event, ExecutionGraph, Flag, rows
from heddle.replay.follow import GraphClaim

if TYPE_CHECKING:
    from heddle.explorer._kernel import GraphDump
    from heddle.explorer.kernel import Explored
    from heddle.explorer.layout import Layout


NEW, PENDING = 0, -1
"""Instead of an address: an allocation gives a new block; what it gives is not in the graph."""


class Names:
    """What addresses, instructions and threads are called."""

    def __init__(self, program: Program, layout: Layout) -> None:
        self.program, self.layout = program, layout
        self.starts = [address for address, _ in layout.objects]
        self.instrs: dict[int, tuple[str, AnyInstr]] = {
            x.uid: (f.name, x) for f in program.functions.values() for x in f.body
        }

    def location(self, address: int, size: int) -> str:
        i = bisect_right(self.starts, address) - 1
        if i >= 0:
            start, obj = self.layout.objects[i]
            if address < start + obj.type.size:
                return obj.name + part_name(obj.type, address - start)
        thread, offset = divmod(address - (FIRST_THREAD_REGION << self.layout.shift), REGIONS << self.layout.shift)
        return f"T{thread}:{offset:#x}"

    def loc(self, uid: int) -> Location:
        return self.instrs[uid][1].loc if uid in self.instrs else NOWHERE


def execution_graph(dump: GraphDump, explored: Explored, names: Names) -> ExecutionGraph:
    number = {e.slot: i for i, e in enumerate(dump.events)}
    members = explored.classes.members
    write_of = {e.partner: e.slot for e in dump.events if e.partner >= 0}
    events = []
    for i, e in enumerate(dump.events):
        kind, tags = members[e.cls]
        partner = write_of.get(e.slot, e.partner)
        where = names.location(e.address, e.size) if e.size else None
        value = e.value if kind in (INIT, READ, WRITE) else None
        events.append(Event(
            i, e.thread, i if kind == INIT else e.index, KIND_NAMES[kind], where, value,
            frozenset(t for t in tags if not t.startswith("#")), number.get(partner), names.loc(e.uid), e.uid,
            e.other if e.other >= 0 else None, isinstance(names.instrs.get(e.uid, (None, None))[1], Join),
            (e.part, e.size) if e.part >= 0 else None,
        ))  # fmt: skip
    size = len(events)

    def relation(name: str) -> tuple[int, ...]:
        return rows(size, ((number[x], number[e.slot]) for e in dump.events for x in getattr(e, name)))

    rf = rows(size, ((number[e.rf], number[e.slot]) for e in dump.events if e.rf >= 0))
    order = [[number[slot] for slot in co] for co in dump.co]
    co = rows(size, ((a, b) for line in order for i, a in enumerate(line) for b in line[i + 1 :]))
    rmw = rows(size, ((number[e.partner], number[e.slot]) for e in dump.events if e.partner >= 0))
    return ExecutionGraph(
        tuple(events), relation("po"), rf, co, rmw, relation("addr"), relation("data"), relation("ctrl")
    )


def claim(dump: GraphDump, explored: Explored, names: Names) -> GraphClaim:
    """The graph as something that the replayer can follow."""
    violated = dump.failed_uid if dump.failed_uid >= 0 else None
    inputs = {thread: list(inputs_of(items)) for thread, items in dump.traces}
    claimed = GraphClaim(
        execution_graph(dump, explored, names), inputs, dump.failed_thread, violated, flagged(dump, explored),
        on_the_way(dump), tuple(dump.stalled), contents(dump, explored, names), blocks_given(dump, names),
    )
    return without_sections_that_wait(claimed, sections_begun(dump, names)) if dump.stalled else claimed


def contents(dump: GraphDump, explored: Explored, names: Names) -> dict[int, list[tuple[int, dict[int, int]]]]:
    """What the kernel took uninitialized memory for, as a counterexample has it: zeros need not be told."""
    if not explored.fill:
        return {}
    privacy, fill = Privacy(names.program), explored.fill

    def of(items: list[TraceItem]) -> Iterator[tuple[int, dict[int, int]]]:
        for item in items:
            x = names.instrs[item.uid][1] if item.mark is Mark.INSTRUCTION and item.uid in names.instrs else None
            if isinstance(x, Declare):
                yield x.uid, {} if privacy.is_private(x.obj) else dict.fromkeys(range(x.obj.type.size), fill)
            elif isinstance(x, Malloc) and not x.zeroed:
                is_own = privacy.is_private_heap(x) and x.uid not in explored.again
                yield x.uid, {} if is_own else dict.fromkeys(range(item.value), fill)

    return {thread: list(of(items)) for thread, items in dump.traces}


def sections_begun(dump: GraphDump, names: Names) -> dict[int, int]:
    """For threads that are inside an atomic section: how many events came before it."""
    found = {}
    for thread, items in dump.traces:
        depth = events = start = 0
        for item in items:
            if item.mark is Mark.EVENT:
                events += 1
            elif item.uid in names.instrs:
                x = names.instrs[item.uid][1]
                start = events if depth == 0 else start
                depth += isinstance(x, AtomicBegin) - isinstance(x, AtomicEnd)
        if depth:
            found[thread] = start
    return found


def on_the_way(dump: GraphDump) -> dict[int, int]:
    """For the thread whose local object has ended: how many instructions it has executed after its last event."""
    if dump.ended_thread < 0:
        return {}
    events = sum(e.thread == dump.ended_thread for e in dump.events)
    items = after_events(dict(dump.traces)[dump.ended_thread], events)
    return {dump.ended_thread: sum(item.mark is Mark.INSTRUCTION for item in items)}


def after_events(items: list[TraceItem], events: int) -> list[TraceItem]:
    """What a thread did after so many events, up to its next one."""
    marks = [i for i, item in enumerate(items) if item.mark is Mark.EVENT]
    start = marks[events - 1] + 1 if events else 0
    if events == len(marks):
        return items[start:]
    end = marks[events]  # the instruction that is the next event has its mark right before it
    return items[start : end - 1 if end > start and items[end - 1].mark is Mark.INSTRUCTION else end]


def flagged(dump: GraphDump, explored: Explored) -> Flag | None:
    if dump.flag < 0:
        return None
    number = {e.slot: i for i, e in enumerate(dump.events)}
    events = dict.fromkeys(number[slot] for pair in dump.raised for slot in pair)
    return Flag(explored.flag_names[dump.flag], tuple(events))


def blocks_given(dump: GraphDump, names: Names) -> dict[int, list[tuple[int, Given | None]]]:
    """For each thread its allocations: the instruction, and the block that it gives again; nothing where none does."""
    found: dict[int, list[tuple[int, int]]] = {}
    made: dict[int, Given] = {}
    for thread, items in dump.traces:
        events = iter(sorted((e for e in dump.events if e.thread == thread), key=lambda e: e.index))
        found[thread] = []
        for item, after in pairwise([*(item for item in items if item.mark is not Mark.INPUT), None]):
            assert item is not None
            if item.mark is Mark.EVENT:
                event = next(events, None)
                if event is not None and found[thread] and found[thread][-1] == (event.uid, PENDING):
                    found[thread][-1] = event.uid, event.value
                    if not event.value:
                        made[event.address] = Given(thread, sum(not block for _, block in found[thread]) - 1)
            elif isinstance(names.instrs.get(item.uid, (None, None))[1], Malloc):
                is_event = after is not None and after.mark is Mark.EVENT
                found[thread].append((item.uid, PENDING if is_event else NEW))
    if not any(block not in (NEW, PENDING) for given in found.values() for _, block in given):
        return {}
    return {
        thread: [(uid, made[block] if block != NEW else None) for uid, block in given if block != PENDING]
        for thread, given in found.items()
    }


def inputs_of(items: list[TraceItem]) -> Iterator[tuple[int, int]]:
    """The inputs in the kernel's record of a thread: the instruction and its value."""
    return ((item.uid, item.value) for item in items if item.mark is Mark.INPUT)
