"""The lazy scheme as a formula: rounds of a round-robin schedule (thesis section 2.6.2.2) in order encoding.

For every thread and block and every round, one Boolean ``done[r][t][b]``: block ``b`` of thread ``t`` has been executed
by the end of round ``r``.  It is monotone in both; a block runs in the round in which it becomes done.  This is the
pc/cs pair of Fig. 2.8 without bit-vector comparisons.  Round by round, memory is threaded through the blocks, and the
variables of reads are equated with what memory holds when their block runs.

Under TSO and PSO a thread's turn ends with the commits of buffered writes (:mod:`heddle.symbolic.buffers`): one more
Boolean for each such write and round, ``committed``.  Draining events commit what is pending on the spot.

Rounds can be added to a formula that is being solved: ``final[t][b]`` says that the block is executed at all, and the
literal ``horizon`` of a number of rounds makes it mean: within these rounds.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise

import bitwuzla as bz

from heddle.backends.bmc.local import LocalEncoder, LocalPart
from heddle.backends.bmc.memory import Contents
from heddle.backends.bmc.schemes.normal import NormalForm
from heddle.backends.bmc.schemes.scheme import Assignment, Switch, Tile
from heddle.backends.bmc.schemes.steps import Happened, Steps
from heddle.records import dataclass, field
from heddle.symbolic.events import Event, Kind

Committed = dict[Event, bz.Term]


@dataclass(slots=True)
class Turn:
    """A thread's turn in one round, while it is being encoded."""

    thread: int
    now: Happened
    before: Happened | None
    commits: dict[Event, bz.Term]
    """Which buffered writes go to memory in this turn."""
    applied: dict[Event, bz.Term] = field(default_factory=dict)
    """Which of them have got there already."""
    executed: dict[Event, bz.Term] = field(default_factory=dict)


class LazySchedule(Steps):
    def __init__(self, local: LocalEncoder, part: LocalPart) -> None:
        super().__init__(local, part)
        self.memory: Contents = dict(part.start)
        self.done: list[Happened] = []
        self.horizons: list[bz.Term] = []
        self.committed: list[Committed] = []
        """For each round, whether a buffered write has gone to memory by the end of its thread's turn."""
        self.normal_form = NormalForm(local.visibility, part, self.shared_cells)

    @property
    def rounds(self) -> int:
        return len(self.done)

    def enough(self) -> int:
        """So many rounds suffice for every interleaving of the blocks.

        A new round begins when a thread runs after one with a higher index: at most once for every block of a thread
        that is not the last (main's first block is always first), and after every block of a thread that is not main.
        Committing a buffered write counts like a block.
        """
        blocks = [t.blocks + len(b.writes) for t, b in zip(self.program.threads, self.buffers, strict=True)]
        if len(blocks) == 1:
            return 1
        return 1 + min(blocks[0] - 1 + sum(blocks[1:-1]), sum(blocks[1:]))

    def constraints(self) -> Iterator[bz.Term]:
        """Constraints that hold whatever the rounds: pruned executions are not executions, blocks come in order."""
        yield from self.claims_hold()
        for blocks in self.final:
            yield from (self.terms.implies(later, b) for b, later in pairwise(blocks))

    def extend(self, bound: int) -> Iterator[bz.Term]:
        """The constraints that further rounds add, up to so many in all."""
        while self.rounds < bound:
            yield from self._add_round()

    def within(self, bound: int) -> list[bz.Term]:
        """What to assume in order to ask about executions of so many rounds."""
        return [self.horizons[bound - 1]]

    def _add_round(self) -> Iterator[bz.Term]:
        terms, r = self.terms, self.rounds
        now = [
            [terms.boolean(f"d{r}_{t.thread.index}_{b}") for b in range(t.blocks)] for t in self.program.threads
        ]
        before = self.done[-1] if self.done else None
        self.done.append(now)
        writes = [w for buffer in self.buffers for w in buffer.writes]
        self.committed.append({w: terms.boolean(f"c{r}_{number}") for number, w in enumerate(writes)})
        yield from self._order(now, before)
        for t, blocks in enumerate(now):
            yield from self._commit_order(t, blocks)
        for thread in self.program.threads:
            yield from self._thread(thread.thread.index, now, before)
        yield from self.normal_form.constraints(self)
        horizon = terms.boolean(f"horizon{r}")
        self.horizons.append(horizon)
        for t, blocks in enumerate(self.final):
            yield from (terms.implies(terms.and_(horizon, f), now[t][b]) for b, f in enumerate(blocks))

    def last_used(self) -> bz.Term:
        """Whether anything happens in the latest round."""
        terms, now, before = self.terms, self.done[-1], self.done[-2]
        ran = [
            terms.and_(new, terms.not_(old))
            for blocks, olds in zip(now, before, strict=True)
            for new, old in zip(blocks, olds, strict=True)
        ]
        earlier = self.committed[-2]
        ran += [terms.and_(new, terms.not_(earlier[w])) for w, new in self.committed[-1].items()]
        return terms.or_(*ran)

    def _order(self, now: Happened, before: Happened | None) -> Iterator[bz.Term]:
        terms = self.terms
        for t, blocks in enumerate(now):
            yield from (terms.implies(later, b) for b, later in pairwise(blocks))
            yield from (terms.implies(b, f) for b, f in zip(blocks, self.final[t], strict=True))
            if before is not None:
                yield from (terms.implies(old, new) for old, new in zip(before[t], blocks, strict=True))
            if t > 0:
                yield terms.implies(blocks[0], self.created(t, now))
            yield from self._undivided_sections(t, blocks)

    def _undivided_sections(self, t: int, blocks: list[bz.Term]) -> Iterator[bz.Term]:
        """An atomic section that lies in several blocks (it has several ends) runs in one go all the same."""
        last: dict[int, int] = {}
        for event in self.program.threads[t].events:
            if event.section >= 0:
                before = last.setdefault(event.section, event.block)
                if event.block != before:
                    going_on = self.terms.and_(blocks[before], self.terms.bool(event.guard))
                    yield self.terms.implies(going_on, blocks[event.block])

    def _commit_order(self, t: int, blocks: list[bz.Term]) -> Iterator[bz.Term]:
        """When buffered writes may, and must, have been committed by the end of this round."""
        terms, now = self.terms, self.committed[-1]
        for write in self.buffers[t].writes:
            yield terms.implies(now[write], blocks[write.block])
            if len(self.committed) > 1:
                yield terms.implies(self.committed[-2][write], now[write])
        for step, when, write in self.needed_commits(t):
            happened = now[step] if isinstance(step, Event) else blocks[step]
            yield terms.implies(terms.and_(happened, when), now[write])

    def _thread(self, t: int, now: Happened, before: Happened | None) -> Iterator[bz.Term]:
        """The turn of thread ``t``: its blocks in order, then the writes that are committed without being forced."""
        terms = self.terms
        runs: dict[int, bz.Term] = {}
        active: dict[tuple[int, int], bz.Term] = {}
        turn = Turn(t, now, before, self._commits(t))
        for event in self.part.shared[t]:
            b = event.block
            if b not in runs:
                runs[b] = now[t][b] if before is None else terms.and_(now[t][b], terms.not_(before[t][b]))
            key = (b, event.guard)
            if key not in active:
                active[key] = terms.and_(runs[b], terms.bool(event.guard))
            yield from self._event(event, active[key], turn)
        for write in self.buffers[t].writes:
            self._commit(turn, write, terms.true)

    # --- store buffers ----------------------------------------------------------------------------------------------

    def _commits(self, t: int) -> dict[Event, bz.Term]:
        terms, now = self.terms, self.committed[-1]
        earlier = self.committed[-2] if len(self.committed) > 1 else {}
        return {
            w: terms.and_(now[w], terms.not_(earlier.get(w, terms.false)), terms.bool(w.guard))
            for w in self.buffers[t].writes
        }

    def _commit(self, turn: Turn, write: Event, when: bz.Term) -> None:
        """Sends a write to memory if it is due in this turn, ``when`` holds, and nothing has sent it before."""
        terms = self.terms
        applied = turn.applied.get(write, terms.false)
        due = terms.and_(turn.commits[write], when, terms.not_(applied))
        self.local.memory.store(write, due, terms.num(write.value), self.memory, self.shared_cells)
        turn.applied[write] = terms.or_(applied, when)

    def _gone(self, turn: Turn, write: Event, drains: list[Event]) -> bz.Term:
        """Whether a write has left the buffer: in an earlier round, or drained in this turn."""
        earlier = self.committed[-2] if len(self.committed) > 1 else {}
        return self.terms.or_(
            earlier.get(write, self.terms.false), *(turn.executed.get(d, self.terms.false) for d in drains)
        )

    # --- events -----------------------------------------------------------------------------------------------------

    def _event(self, event: Event, when: bz.Term, turn: Turn) -> Iterator[bz.Term]:
        terms, memory, buffer = self.terms, self.local.memory, self.buffers[turn.thread]
        for write in buffer.drained.get(event, ()):
            self._commit(turn, write, when)
        turn.executed[event] = when
        if event.kind is Kind.JOIN:
            yield from self.join(turn.thread, event, when, partial(self._has_ended, turn))
        elif event.kind is Kind.DECLARE:
            for cell in self.local.cells.of(event):
                if cell.number in self.shared_cells:
                    memory.put(cell, when, self.part.redeclared[id(event), cell.number], self.memory)
        if id(event) in self.part.own:
            yield terms.implies(when, self.seen(turn.thread, event, self.memory, partial(self._gone, turn)))
        if event.kind in (Kind.WRITE, Kind.RMW) and event not in buffer.after:
            if event.kind is Kind.RMW:
                when = terms.and_(when, terms.bool(event.test))
            memory.store(event, when, terms.num(event.value), self.memory, self.shared_cells)

    def _has_ended(self, turn: Turn, u: int) -> list[bz.Term] | None:
        """What must hold so that thread ``u`` has ended before this turn; None in its first round."""
        earlier_in_round = u < turn.thread
        state = turn.now if earlier_in_round else turn.before
        if state is None:
            return None
        committed = self.committed[-1 if earlier_in_round else -2]
        flushed = [self.terms.implies(self.terms.bool(w.guard), committed[w]) for w in self.buffers[u].writes]
        return [state[u][-1], *flushed]

    # --- tiles ------------------------------------------------------------------------------------------------------

    def switch(self, switch: Switch) -> bz.Term:
        """Whether a thread has executed a block by the end of a round."""
        r, t, b = switch
        return self.done[r][t][b]

    def next_switch(self, tile: Tile, bound: int) -> Switch | None:
        """Where a thread may be interrupted is cut in the middle (VeriSmart's tiles, but disjoint): of the thread that
        may be interrupted in most places, in early rounds rather than late ones."""
        best: tuple[float, Switch] | None = None
        for r in range(bound - 1):  # in the last round threads just go on
            for t, thread in enumerate(self.program.threads):
                least, most = 0, thread.blocks
                for (other, of, b), has in tile:
                    if of == t and has and other <= r:
                        least = max(least, b + 1)
                    elif of == t and not has and other >= r:
                        most = min(most, b)
                value = (most - least) / (r + 1)
                if most > least and (best is None or value > best[0]):
                    best = value, (r, t, (least + most) // 2)
        return None if best is None else best[1]

    # --- reading a model --------------------------------------------------------------------------------------------

    def timeline(self, model: Assignment) -> Iterator[tuple[int, int | Event]]:
        """The blocks and commits in the order of the schedule, each with its thread."""
        position = [0] * len(self.program.threads)
        for now, committed in zip(self.done, self.committed, strict=True):
            for t, blocks in enumerate(now):
                while position[t] < len(blocks) and model.holds(blocks[position[t]]):
                    yield t, position[t]
                    position[t] += 1
                yield from ((t, write) for write in self.buffers[t].writes if model.holds(committed[write]))
