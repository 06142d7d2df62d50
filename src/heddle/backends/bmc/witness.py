"""From a model of the formula to a counterexample: the schedule, the inputs and the indeterminate contents.

The expression graph is evaluated again, on plain integers, from the model's values of the variables.
"""

from __future__ import annotations

from collections import defaultdict

import bitwuzla as bz

from heddle.addresses.claimed import Claimed
from heddle.backends.bmc.local import LocalEncoder, LocalPart, Meaning
from heddle.backends.bmc.rounds import Rounds
from heddle.backends.bmc.schemes import Schedule
from heddle.backends.bmc.terms import Num, Terms
from heddle.core.arithmetic import operation
from heddle.core.expr import Const
from heddle.core.instr import CONCURRENT, Create, Declare, Nondet, Source
from heddle.counterexample import Counterexample, Step
from heddle.symbolic.dag import Dag, NodeId
from heddle.symbolic.events import Event, Kind


class Model:
    """The values of nodes in one satisfying assignment."""

    def __init__(self, solver: bz.Bitwuzla, terms: Terms, dag: Dag) -> None:
        self.solver, self.terms, self.dag = solver, terms, dag
        self._known: dict[NodeId, int] = {}

    def holds(self, term: bz.Term) -> bool:
        return bool(self.solver.get_value(term).is_true())

    def number(self, n: Num) -> int:
        value = int(self.solver.get_value(n.term).value(2), 2)
        return value - (1 << n.width) if n.signed and value >> (n.width - 1) else value

    def of(self, n: NodeId) -> int:
        if n not in self._known:
            pending = [n]
            while pending:
                m = pending[-1]
                missing = [a for a in self.dag.nodes[m].args if a not in self._known]
                if missing:
                    pending.extend(missing)
                else:
                    self._known[m] = self._evaluate(m)
                    pending.pop()
        return self._known[n]

    def _evaluate(self, n: NodeId) -> int:
        node = self.dag.nodes[n]
        if node.op == "const":
            return node.value
        if node.op == "var":
            return node.type.wrap(self.number(self.terms.num(n))) if self.terms.defined(n) else 0
        return operation(node.op, [self._known[a] for a in node.args], node.type) or 0


def counterexample(model: Model, schedule: Schedule, local: LocalEncoder, part: LocalPart) -> Counterexample:
    """The execution that ``model`` describes, up to its first violation."""
    return _Witness(model, schedule, local, part).run()


class _Found(Exception):
    """The violation is reached."""


class _Witness:
    def __init__(self, model: Model, schedule: Schedule, local: LocalEncoder, part: LocalPart) -> None:
        self.model, self.schedule, self.local, self.part = model, schedule, local, part
        self.claims = {c.event: c for c in part.claims if c.meaning is Meaning.VIOLATION}
        self.cex = Counterexample([], defaultdict(list), defaultdict(list), -1, -1)
        self.rounds = Rounds(local.program.program, self.cex)
        self.claimed = Claimed(local.program.program, self.cex)
        self.pending: dict[int, list[Event]] = defaultdict(list)
        """What the store buffers hold, as the replayer fills them: also writes that nobody else can notice."""

    def run(self) -> Counterexample:
        by_block: list[dict[int, list[Event]]] = [defaultdict(list) for _ in self.schedule.program.threads]
        for t, thread in enumerate(self.schedule.program.threads):
            for event in thread.events:
                by_block[t][event.block].append(event)
        try:
            for t, step in self.schedule.timeline(self.model):
                if isinstance(step, Event):
                    self.commit(t, step)
                else:
                    self.block(t, by_block[t][step])
        except _Found:
            return self.cex
        raise AssertionError("the model shows no violation")

    def block(self, t: int, events: list[Event]) -> None:
        for event in events:
            if self.local.values.dead(event) or not self.model.of(event.guard):
                continue
            self.rounds.before(t, event.instr)
            claim = self.claims.get(event)
            if claim is not None and self.model.holds(claim.bad):
                self.cex.violating_thread, self.cex.violated = t, event.instr.uid
                raise _Found
            self.record(t, event)
            self.buffer(t, event)

    def record(self, t: int, event: Event) -> None:
        x = event.instr
        if isinstance(x, Declare):
            self.cex.contents[t].append((x.uid, _contents(event, x, self.model, self.local, self.part)))
            self.claimed.declare(t, x)
            if x.obj.kind == "heap":
                self.cex.schedule.append(Step(t, x.uid))
        elif isinstance(x, Nondet) and self.claimed.is_choice(x.dst.name):
            self.claimed.choose(x.dst.name, self.model.of(event.result))
        elif isinstance(x, Nondet) and x.source is Source.ALLOCATOR:
            pass
        elif event.kind is Kind.NONDET:
            self.cex.inputs[t].append((x.uid, self.model.of(event.result)))
        elif isinstance(x, Create):
            assert isinstance(x.function, Const)
            self.cex.schedule.append(Step(t, x.uid, x.function.value))
        elif isinstance(x, CONCURRENT) and x.uid >= 0:
            self.cex.schedule.append(Step(t, x.uid))

    # --- store buffers ----------------------------------------------------------------------------------------------

    def buffer(self, t: int, event: Event) -> None:
        """Follows what the event does to its thread's store buffer."""
        buffers = self.local.visibility.buffers
        if buffers.drains(event):
            self.pending[t].clear()
            if event.kind is Kind.JOIN:
                self.pending[self.model.of(event.address)].clear()
        elif buffers.policy.hold(event.instr, event.section >= 0):
            self.pending[t].append(event)
        elif isinstance(event.instr, Declare) and event.instr.obj.kind != "heap":
            low = self.local.program.layout.base[event.instr.obj.name]
            high = low + event.instr.obj.type.size
            self.pending[t] = [w for w in self.pending[t] if not low <= self.model.of(w.address) < high]

    def commit(self, t: int, write: Event) -> None:
        """A write goes to memory, unless it was not executed or something has drained it already."""
        waiting = self.pending[t]
        if write not in waiting:
            return
        if not self.local.visibility.buffers.policy.keep_program_order:
            # writes that nobody else can notice leave first: a fence may stand between them and this one
            scheduled = self.schedule.buffers[t].writes
            unnoticed = [w for w in waiting[: waiting.index(write)] if w not in scheduled]
            self.flush(t, [*unnoticed, write])
        else:
            self.flush(t, waiting[: waiting.index(write) + 1])

    def flush(self, t: int, writes: list[Event]) -> None:
        for write in writes:
            self.cex.schedule.append(Step(t, -1, flush=self.pending[t].index(write)))
            self.pending[t].remove(write)


def _contents(event: Event, x: Declare, model: Model, local: LocalEncoder, part: LocalPart) -> dict[int, int]:
    found: dict[int, int] = {}
    for offset, (size, node) in event.contents.items():
        found |= _bytes(offset, size, model.of(node))
    if x.zeroed or event.local:
        return found
    low = local.program.layout.base[x.obj.name]
    for cell in local.cells.all:
        if low <= cell.address < low + x.obj.type.size:
            junk = part.redeclared.get((id(event), cell.number)) or local.memory.junk.get(cell.number)
            if junk is not None:
                found |= _bytes(cell.address - low, cell.size, model.number(junk))
    return found


def _bytes(offset: int, size: int, value: int) -> dict[int, int]:
    raw = (value & ((1 << 8 * size) - 1)).to_bytes(size, "little")
    return {offset + i: b for i, b in enumerate(raw) if b}
