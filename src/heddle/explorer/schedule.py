"""The way to a violation in a search of states, as a schedule for the replayer.

The kernel's moves are actions of threads; what a thread does between two of them is part of the first.  Here it comes
with the second, as late as possible, but for the end of an atomic section, which comes with its last action.

Writes to private memory are no actions, but the replayer's buffers hold them too.  Nobody else sees when they reach
memory, so they leave the buffer when a write behind them does, and where steps begin that repeat for ever.
"""

from __future__ import annotations

from collections import defaultdict

from heddle.core.expr import MemoryObject
from heddle.core.instr import AnyInstr, AtomicBegin, AtomicEnd, Create, Declare, Join, Write
from heddle.core.program import Program
from heddle.counterexample import Counterexample, ForEver, Step
from heddle.explorer._kernel import FoundViolation, Mark, Move, TraceItem
from heddle.explorer.graphs import inputs_of
from heddle.models.store_buffers import POLICIES
from heddle.records import dataclass


@dataclass(slots=True)
class Pending:
    """A write in a thread's store buffer; ``known``: the kernel's buffer has it too.  ``gone``: the replayer's buffer
    has not, as a new life of its object has begun."""

    write: Write
    address: int
    known: bool
    gone: bool = False

    def is_into(self, obj: MemoryObject, address: int) -> bool:
        if self.address and address:
            return address <= self.address < address + obj.type.size
        return isinstance(self.write.place.base, MemoryObject) and self.write.place.base.name == obj.name


def counterexample(program: Program, found: FoundViolation, model: str) -> Counterexample:
    return _Schedule(program, model).of(found)


class _Schedule:
    def __init__(self, program: Program, model: str) -> None:
        self.instrs: dict[int, AnyInstr] = {x.uid: x for f in program.functions.values() for x in f.body}
        self.policy = POLICIES[model]
        self.steps: list[Step] = []
        self.ahead: dict[int, list[TraceItem]] = defaultdict(list)
        """What each thread does before its next action; the action's own marks are the last ones."""
        self.depth: dict[int, int] = defaultdict(int)
        """Open atomic sections."""
        self.buffers: dict[int, list[Pending]] = defaultdict(list)
        self.inputs: dict[int, list[tuple[int, int]]] = defaultdict(list)

    def of(self, found: FoundViolation) -> Counterexample:
        cycle: int | None = None
        before: dict[int, int] = {}
        for number, move in enumerate(found.moves):
            if number == found.cycle:
                self.settle(found.waiting)
                cycle = len(self.steps)
                before = {t: len(values) for t, values in self.inputs.items()}
            if move.flush >= 0:
                self.flush(move.thread, move.flush)
            else:
                self.act(move)
        if found.is_endless:
            self.settle(found.waiting)
            inputs = {} if cycle is None else self.inputs_only(found.moves[found.cycle :], self.steps[cycle:], before)
            if cycle == len(self.steps):
                cycle = None
            claim = ForEver((*found.waiting, *inputs), cycle, found.others_go_on, inputs)
            return Counterexample(self.steps, dict(self.inputs), {}, found.thread, -1, for_ever=claim)
        if found.ended_thread not in (-1, found.thread):  # the replayer lets its call return before the last step
            self.emit(found.ended_thread, before_action(self.ahead[found.ended_thread]))
        rest = self.ahead[found.thread]
        self.emit(found.thread, before_action(rest) if found.faulty else rest)
        return Counterexample(self.steps, dict(self.inputs), {}, found.thread, found.uid)

    def act(self, move: Move) -> None:
        t = move.thread
        items = self.ahead[t]
        if any(isinstance(self.instrs.get(item.uid), Join) for item in items):
            self.emit(move.other, self.ahead[move.other])
        self.emit(t, items, move.other)
        self.inputs[t] += inputs_of(move.items)
        self.ahead[t] = [item for item in move.items if item.mark is not Mark.INPUT]
        self.finish_section(t)

    def settle(self, waiting: list[int]) -> None:
        """Those who wait come to where they do, those who have nothing more to do to their end, and private writes to
        memory."""
        for t, items in list(self.ahead.items()):
            has_action = any(item.mark is Mark.EVENT for item in items)
            if t in waiting and has_action:
                self.emit(t, self.before_section(before_action(items)))
            elif t not in waiting and not has_action:
                self.emit(t, items)
        for t, buffer in self.buffers.items():
            while buffer and not buffer[0].known:
                if not buffer.pop(0).gone:
                    self.steps.append(Step(t, -1, flush=0))

    def inputs_only(
        self, moves: list[Move], steps: list[Step], before: dict[int, int]
    ) -> dict[int, list[tuple[int, int]]]:
        """What those get in the moves that repeat who do nothing else that is a step; ``before`` they had so many."""
        moving = {move.thread for move in moves if move.flush < 0} - {step.thread for step in steps if step.uid >= 0}
        found = {t: period(self.inputs[t][before.get(t, 0) :]) for t in sorted(moving)}
        for t in moving:
            del self.inputs[t][before.get(t, 0) :]
        return found

    def before_section(self, items: list[TraceItem]) -> list[TraceItem]:
        """Without a section that is begun in them and not ended."""
        depth, begin = 0, 0
        for i, item in enumerate(items):
            more = nesting(self.instrs.get(item.uid)) if item.mark is Mark.INSTRUCTION else 0
            begin = i if depth == 0 else begin
            depth += more
        return items[:begin] if depth else items

    def finish_section(self, t: int) -> None:
        """The rest of an open section, if nothing comes in between."""
        depth = self.depth[t]
        if not depth:
            return
        for i, item in enumerate(self.ahead[t]):
            depth += nesting(self.instrs.get(item.uid))
            if not depth:
                self.emit(t, self.ahead[t][: i + 1])
                return

    def emit(self, t: int, items: list[TraceItem], child: int | None = None) -> None:
        """The thread does these of the things that are ahead of it; they are the first ones."""
        items = list(items)
        del self.ahead[t][: len(items)]
        for i, item in enumerate(items):
            x = self.instrs.get(item.uid)
            if item.mark is not Mark.INSTRUCTION or x is None:
                continue
            if isinstance(x, Declare):
                self.begin_life(t, x.obj, item.address)
                continue
            self.steps.append(Step(t, x.uid, child if isinstance(x, Create) else None))
            is_action = i + 1 < len(items) and items[i + 1].mark is Mark.EVENT
            self.buffer(t, x, item.address, is_action)
            self.depth[t] += nesting(x)

    # --- store buffers

    def buffer(self, t: int, x: AnyInstr, address: int, is_action: bool) -> None:
        """What an instruction does to the store buffer."""
        inside = self.depth[t] > 0
        if self.policy.drain(x, inside):
            self.buffers[t] = []
        elif isinstance(x, Write) and self.policy.hold(x, inside):
            self.buffers[t].append(Pending(x, address, is_action))

    def begin_life(self, t: int, obj: MemoryObject, address: int) -> None:
        for pending in self.buffers[t]:
            pending.gone = pending.gone or pending.is_into(obj, address)
        self.buffers[t] = [p for p in self.buffers[t] if p.known or not p.gone]

    def flush(self, t: int, number: int) -> None:
        """The write of this number among those that the kernel knows goes to memory; first the private ones before it
        do."""
        buffer = self.buffers[t]
        known = [p for p in buffer if p.known]
        target = known[number]
        before = buffer[: next(i for i, p in enumerate(buffer) if p is target)]
        for pending in [p for p in before if not p.known] + [target]:
            position = sum(not p.gone for p in buffer[: next(i for i, p in enumerate(buffer) if p is pending)])
            if not pending.gone:
                self.steps.append(Step(t, -1, flush=position))
            buffer[:] = [p for p in buffer if p is not pending]


def before_action(items: list[TraceItem]) -> list[TraceItem]:
    """What comes before the action that the thread stands at: its instruction has its mark right before it."""
    events = [i for i, item in enumerate(items) if item.mark is Mark.EVENT]
    if not events:
        return items
    end = events[0]
    return items[: end - 1] if end and items[end - 1].mark is Mark.INSTRUCTION else items[:end]


def period(values: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The shortest list of which this one is a repetition."""
    count = len(values)
    return next(values[:n] for n in range(1, count + 1) if count % n == 0 and values == values[:n] * (count // n))


def nesting(x: AnyInstr | None) -> int:
    return isinstance(x, AtomicBegin) - isinstance(x, AtomicEnd)


__all__ = ["counterexample"]
