"""Graphs that the kernel found, as :class:`heddle.graph.ExecutionGraph` and as the trace that users read."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from heddle.core.instr import NOWHERE, AnyInstr, Assert, Location
from heddle.core.program import Program
from heddle.core.types import ArrayType, IntType, PointerType, StructType, Type
from heddle.explore.bytecode import ALIGNMENT
from heddle.explore.events import INIT, KIND_NAMES, READ, WRITE
from heddle.graph import Event, ExecutionGraph, rows
from heddle.trace import Trace, TraceStep

if TYPE_CHECKING:
    from heddle.explore._kernel import EventDump, GraphDump
    from heddle.explore.kernel import Explored
    from heddle.explore.layout import Layout


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
                return obj.name + part(obj.type, address - start)
        region = (address >> self.layout.shift) - ALIGNMENT
        return f"T{region // 4}:{address & ((1 << self.layout.shift) - 1):#x}"

    def loc(self, uid: int) -> Location:
        return self.instrs[uid][1].loc if uid in self.instrs else NOWHERE

    def function(self, uid: int) -> str:
        return self.instrs[uid][0] if uid in self.instrs else ""


def part(type: Type, offset: int) -> str:
    """The part of an object at an offset, in C syntax."""
    match type:
        case ArrayType() if type.elem.size:
            return f"[{offset // type.elem.size}]" + part(type.elem, offset % type.elem.size)
        case StructType():
            for field in type.fields:
                if field.offset <= offset < field.offset + field.type.size:
                    return f".{field.name}" + part(field.type, offset - field.offset)
    return "" if isinstance(type, IntType | PointerType) and offset == 0 else f"+{offset}"


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
            i, e.thread, i if kind == INIT else e.index, KIND_NAMES[kind], where, value,  # type: ignore[arg-type]
            frozenset(t for t in tags if not t.startswith("#")), number.get(partner), names.loc(e.uid),
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


def describe(e: EventDump, explored: Explored, names: Names) -> str:
    """An event in a few words: ``write x = 1``."""
    kind, _ = explored.classes.members[e.cls]
    if kind == READ:
        return f"read {names.location(e.address, e.size)} = {e.value}"
    if kind in (WRITE, INIT):
        return f"write {names.location(e.address, e.size)} = {e.value}"
    instr = names.instrs.get(e.uid)
    word = type(instr[1]).__name__.lower() if instr else "fence"
    verb = {"create": "starts", "join": "joins"}.get(word, word)
    return f"{verb} thread {e.other}" if e.other >= 0 else word


def graph_trace(dump: GraphDump, explored: Explored, names: Names, program: Program) -> Trace:
    """The violating execution as a list: each thread's events in order, reads after the writes that they read."""
    steps: list[TraceStep] = []
    of_slot = {e.slot: e for e in dump.events}
    before = -1
    for e in dump.events:
        if e.thread < 0:
            continue
        loc = names.loc(e.uid)
        detail = describe(e, explored, names)
        action = detail.partition(" ")[0]
        if e.rf >= 0 and of_slot[e.rf].thread >= 0:
            detail += f" (from T{of_slot[e.rf].thread})"
        text = source_line(program, loc)
        steps.append(TraceStep(
            e.thread, f"T{e.thread}", names.function(e.uid), loc, text, action, detail, before not in (-1, e.thread)
        ))  # fmt: skip
        before = e.thread
    failed = names.instrs[dump.failed_uid][1]
    message = failed.message if isinstance(failed, Assert) else ""
    text = f"assertion failed: {message}" if message else "assertion failed"
    return Trace(steps, text, failed.loc, dump.failed_thread, sum(s.switch for s in steps))


def source_line(program: Program, loc: Location) -> str:
    lines = program.sources.get(loc.file, "").splitlines()
    return lines[loc.line - 1].strip() if 0 < loc.line <= len(lines) else ""
