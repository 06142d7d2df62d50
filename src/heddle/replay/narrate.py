"""Turns what the machine does into the trace that the user reads.

The user reads about the user's lines: whatever happens inside the model library is told as one step, the call that led
there.  Accesses to memory that only one thread ever touched are left out at the end, unless asked for.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from heddle.core.instr import (
    AnyInstr,
    AtomicBegin,
    AtomicEnd,
    Create,
    Fence,
    Free,
    Join,
    Location,
    Malloc,
    Nondet,
    Read,
    Rmw,
    Write,
)
from heddle.replay.buffers import Buffer, Pending
from heddle.replay.code import Code
from heddle.replay.machine import Effect, Machine
from heddle.replay.state import Frame
from heddle.replay.wording import SIMPLE, Origins, Sources, Wording
from heddle.trace import Trace, TraceStep

ACTIONS = {
    "unlock": "unlock", "trylock": "lock", "lock": "lock", "create": "create", "spawn": "create", "join": "join",
    "cond_wait": "wait", "cond_timedwait": "wait", "cnd_wait": "wait", "barrier_wait": "wait", "sem_wait": "wait",
    "signal": "signal", "broadcast": "signal", "sem_post": "signal", "alloc": "malloc", "free": "free",
    "nondet": "input", "rand": "input", "atomic_begin": "atomic", "atomic_end": "atomic", "fence": "fence",
}
"""Part of a library function's name to the action it stands for; the first that fits."""

NAMES = {AtomicBegin: "atomic", AtomicEnd: "atomic", Fence: "fence", Create: "create", Join: "join", Malloc: "malloc",
         Free: "free", Read: "read", Write: "write", Rmw: "rmw"}


@dataclass(slots=True)
class Item:
    """One step of the trace in the making."""

    thread: int
    function: str
    loc: Location
    action: str
    detail: str
    block: int | None = None
    """Base of the memory object accessed, for plain accesses."""
    call: int = 0
    """The library call it stands for."""
    hidden: bool = False
    buffer: tuple[str, ...] = ()
    """The writes of the thread that are pending afterwards, oldest first."""


@dataclass(slots=True)
class Context:
    """Where a thread is, as the user sees it."""

    function: str
    loc: Location
    library: Frame | None
    """The outermost library call made by the user's code, if inside one."""
    place: str = ""
    inside: bool = False
    """True if no code of the user is on the stack at all."""


@dataclass(slots=True)
class Buffered:
    """A write that has not reached memory yet."""

    entry: Pending
    what: str
    context: Context


class Narrator:
    """Listens to one run."""

    def __init__(self, code: Code, verbose: bool = False) -> None:
        self.verbose = verbose
        self.sources = Sources(code.program)
        self.wording = Wording(code.program, Origins())
        self.items: list[Item] = []
        self.names: dict[int, str] = {0: "main"}
        self.touched: dict[int, set[int]] = {}
        self.written: set[int] = set()
        """Globals that somebody wrote."""
        self.inputs: list[str] = []
        self._calls: dict[int, Item] = {}
        self._buffered: dict[int, list[Buffered]] = {}
        self._context = Context("", Location("", 0), None)

    # --- what the replayer tells ---------------------------------------------------------------------------------

    def before(self, machine: Machine, t: int, instr: AnyInstr) -> None:
        """A concurrent instruction is about to execute."""
        context = self._context = self.look(machine, t)
        if context.library is None and isinstance(instr, Read | Write | Rmw):
            context.place = self.wording.place(machine, machine.threads[t].frames[-1], instr.place)

    def after(self, machine: Machine, t: int, instr: AnyInstr, effect: Effect) -> None:
        """It has executed, with this effect."""
        context = self._context
        if effect.block is not None:
            self.touched.setdefault(effect.block.base, set()).add(t)
            if effect.written is not None and effect.block.kind == "global":
                self.written.add(effect.block.base)
        if isinstance(instr, Create) and effect.other is not None:
            self.names[effect.other] = self._thread_name(machine, effect.other)
        if context.library is not None:
            note = self._library_note(instr, effect) + self._emptied(machine, t)
            self._library_call(t, context, context.library, note.strip())
            self.items[-1].buffer = self._pending_of(t)
            return
        detail = self._detail(machine, instr, effect, context) + self._buffering(machine, t, instr, effect)
        block = effect.block.base if effect.block is not None and isinstance(instr, Read | Write) else None
        self.items.append(
            Item(t, context.function, context.loc, NAMES[type(instr)], detail, block, hidden=context.inside,
                 buffer=self._pending_of(t))
        )  # fmt: skip

    def input(self, machine: Machine, t: int, instr: Nondet, value: int) -> None:
        context = self.look(machine, t, passed=True)
        shown = self.wording.value(machine, value, instr.dst.type)
        if context.library is not None:
            what = self.sources.call(context.loc, context.library.code.name)
            self._library_call(t, context, context.library, f"= {shown}")
        else:
            what = instr.what or self.wording.expr(machine, machine.threads[t].frames[-1], instr.dst)
            if "nondet" in what and not what.endswith(")"):
                what += "()"
            self.items.append(Item(t, context.function, context.loc, "input", f"{what} = {shown}"))
        self.inputs.append(f"{what} = {shown} ({context.loc.file}:{context.loc.line}, thread {t})")

    def flushed(self, machine: Machine, t: int, entry: Pending) -> None:
        """A pending write of thread ``t`` reached memory."""
        writes = self._buffered.get(t, [])
        index = next((i for i, write in enumerate(writes) if write.entry == entry), None)
        if index is None:
            return
        write = writes.pop(index)
        block = machine.memory.find(entry[0])
        base = None if block is None else block.base
        detail = f"{write.what} reaches memory"
        item = Item(t, write.context.function, write.context.loc, "flush", detail, base, buffer=self._pending_of(t))
        self.items.append(item)

    def returned(self, t: int, frame: Frame, value: int | None) -> None:
        """A call is over; the result of a library call is worth telling unless it is the usual 0."""
        item = self._calls.pop(frame.serial, None)
        if item is not None and value and item.action not in ("input", "malloc", "join", "create"):
            item.detail += f" = {value}"

    def violated(self, machine: Machine, t: int, instr: AnyInstr, message: str) -> None:
        context = self.look(machine, t)
        self.items.append(Item(t, context.function, context.loc, "assert", message))

    # --- where and what ------------------------------------------------------------------------------------------

    def look(self, machine: Machine, t: int, passed: bool = False) -> Context:
        """The user's code that thread ``t`` is in; ``passed``: its current instruction has executed already."""
        frames = machine.threads[t].frames
        for depth in range(len(frames) - 1, -1, -1):
            frame = frames[depth]
            if frame.code.function.library:
                continue
            if depth == len(frames) - 1:
                loc = frame.code.body[frame.pc - 1].loc if passed else frame.loc
                return Context(frame.code.name, loc, None)
            called = frames[depth + 1]
            return Context(frame.code.name, replace(frame.loc, library=called.code.name), called)
        outermost = frames[0]
        return Context(outermost.code.name, outermost.loc, None, inside=True)

    def _thread_name(self, machine: Machine, t: int) -> str:
        return machine.threads[t].name

    def _buffering(self, machine: Machine, t: int, instr: AnyInstr, effect: Effect) -> str:
        """What store buffers have to do with an instruction of the user's code."""
        emptied = self._emptied(machine, t)
        if emptied or effect.type is None:
            return emptied
        buffer = machine.threads[t].buffer
        span = range(effect.address, effect.address + effect.type.size)
        if isinstance(instr, Write) and buffer and buffer[-1] is not None:
            what = f"{self._context.place} = {self.wording.value(machine, effect.written or 0, effect.type)}"
            before = self._pending_of(t)
            self._buffered.setdefault(t, []).append(Buffered(buffer[-1], what, self._context))
            return f" (in the store buffer{', behind ' + ', '.join(before) if before else ''})"
        if isinstance(instr, Read):
            holders = [other for other, thread in machine.threads.items() if _pending(thread.buffer, span)]
            if t in holders:
                return " (from the own store buffer)"
            if holders:
                return f" (thread {holders[0]} has a newer value in its store buffer)"
        return ""

    def _pending_of(self, t: int) -> tuple[str, ...]:
        return tuple(write.what for write in self._buffered.get(t, ()))

    def _emptied(self, machine: Machine, t: int) -> str:
        """Which store buffers an instruction of thread ``t`` has emptied, and what was in them."""
        notes = []
        for other in sorted(self._buffered):
            if self._buffered[other] and not machine.threads[other].buffer:
                owner = "" if other == t else f" of thread {other}"
                notes.append(f" (the store buffer{owner} is emptied: {', '.join(self._pending_of(other))})")
                del self._buffered[other]
        return "".join(notes)

    def _library_call(self, t: int, context: Context, library: Frame, note: str) -> None:
        """Something happened inside a library call: a new step, or more about the one told last."""
        name = library.code.name
        last = self.items[-1] if self.items else None
        if last is not None and last.call == library.serial:
            if note and note not in last.detail:
                last.detail += f" {note}"
            return
        action = next((action for part, action in ACTIONS.items() if part in name), "call")
        detail = self.sources.call(context.loc, name)
        if library.serial in self._calls:
            detail += " goes on"
        if note:
            detail += f" {note}"
        item = Item(t, context.function, context.loc, action, detail, call=library.serial)
        self.items.append(item)
        self._calls[library.serial] = item

    def _library_note(self, instr: AnyInstr, effect: Effect) -> str:
        """What is worth telling of a step inside a library call."""
        match instr:
            case Create():
                return f"starts thread {effect.other} ({self.names.get(effect.other or 0, '')})"
            case Join():
                return f"thread {effect.other} has ended"
            case Malloc() if effect.block is not None:
                return f"= &{effect.block.name}"
            case Free() if effect.block is not None:
                return f"frees {effect.block.name}"
        return ""

    def _detail(self, machine: Machine, instr: AnyInstr, effect: Effect, context: Context) -> str:
        match instr:
            case Read() | Write() | Rmw():
                return self._access(machine, effect, context.place)
            case AtomicBegin():
                return "atomic section begins"
            case AtomicEnd():
                return "atomic section ends"
            case Fence(order):
                return f"{order} fence"
        return self._library_note(instr, effect)

    def _access(self, machine: Machine, effect: Effect, place: str) -> str:
        assert effect.type is not None
        type = effect.type
        read = "" if effect.read is None else self.wording.value(machine, effect.read, type)
        written = "" if effect.written is None else self.wording.value(machine, effect.written, type)
        place, note = self._target(effect, place)
        if effect.read is None:
            return f"{place} = {written}{note}"
        if effect.written is not None:
            return f"{place}: {read} becomes {written}, atomically{note}"
        return f"{place}: read {read}{note}"

    def _target(self, effect: Effect, place: str) -> tuple[str, str]:
        """The place, and for access through a pointer a note on where that points."""
        if effect.block is None:
            return place, ""
        spot = self.wording.spot(effect.block, effect.address, effect.type)
        if place == spot or not ("*" in place or "->" in place or "…" in place):
            return place, ""
        if "…" in place or "(" in place:
            return spot, ""
        pointer = place[1:]
        if place.startswith("*") and SIMPLE.match(pointer):
            return place, f" ({pointer} = &{spot})"
        return place, f" ({spot})"

    # --- the finished trace --------------------------------------------------------------------------------------

    def trace(self, thread: int, instr: AnyInstr, message: str) -> Trace:
        """The whole story, ending in the violation."""
        end = self.items[-1]
        steps: list[TraceStep] = []
        for item in self.items:
            if not self.verbose and self._private(item, end):
                continue
            running = next((step.thread for step in reversed(steps) if step.action != "flush"), item.thread)
            switch = item.action != "flush" and running != item.thread
            steps.append(
                TraceStep(
                    item.thread, self.names.get(item.thread, ""), item.function, item.loc, self.sources.line(item.loc),
                    item.action, item.detail, switch, item.buffer,
                )
            )  # fmt: skip
        switches = sum(step.switch for step in steps)
        return Trace(steps, message, end.loc, thread, switches, self.inputs)

    def _private(self, item: Item, end: Item) -> bool:
        """True for what helps nobody to understand the violation: memory that no other thread touched."""
        if item.hidden:
            return True
        if item.block is None or len(self.touched.get(item.block, ())) > 1:
            return False
        near = item.loc.line == end.loc.line and item.loc.file == end.loc.file
        return item.thread != end.thread or not (near or item.block in self.written)


def _pending(buffer: Buffer, span: range) -> bool:
    """True if a write in the buffer touches these bytes."""
    return any(entry is not None and entry[0] < span.stop and span.start < entry[0] + len(entry[1]) for entry in buffer)


__all__ = ["Narrator"]
