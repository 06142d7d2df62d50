"""The lazy scheme as a formula: rounds of a round-robin schedule (thesis section 2.6.2.2) in order encoding.

For every thread and block and every round, one Boolean ``done[r][t][b]``: block ``b`` of thread ``t`` has been executed
by the end of round ``r``.  It is monotone in both; a block runs in the round in which it becomes done.  This is the
pc/cs pair of Fig. 2.8 without bit-vector comparisons.  Round by round, memory is threaded through the blocks, and the
variables of reads are equated with what memory holds when their block runs.

Rounds can be added to a formula that is being solved: ``final[t][b]`` says that the block is executed at all, and the
literal ``horizon`` of a number of rounds makes it mean: within these rounds.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterator
from itertools import pairwise

import bitwuzla as bz

from heddle.backends.bmc.local import LocalEncoder, LocalPart, Meaning
from heddle.backends.bmc.memory import Contents
from heddle.backends.bmc.terms import Terms
from heddle.symbolic.events import Event, EventProgram, Kind


class LazySchedule:
    def __init__(self, program: EventProgram, local: LocalEncoder, part: LocalPart, terms: Terms) -> None:
        self.program, self.local, self.part, self.terms = program, local, part, terms
        self.memory: Contents = dict(part.start)
        self.done: list[list[list[bz.Term]]] = []
        self.final = [[terms.boolean(f"f{t.thread.index}_{b}") for b in range(t.blocks)] for t in program.threads]
        self.horizons: list[bz.Term] = []
        self._shared_cells = self._find_shared_cells()

    @property
    def rounds(self) -> int:
        return len(self.done)

    def _find_shared_cells(self) -> set[int]:
        visibility = self.local.visibility
        return {n for n, use in visibility.use.items() if use.writers and len(use.readers | use.writers) > 1}

    def claims_hold(self) -> Iterator[bz.Term]:
        """Constraints that hold whatever the rounds: pruned executions are not executions, blocks come in order."""
        for claim in self.part.claims:
            if claim.meaning is Meaning.PRUNED:
                yield self.terms.not_(self.terms.and_(self.final[claim.thread][claim.block], claim.bad))
        for blocks in self.final:
            yield from (self.terms.implies(later, b) for b, later in pairwise(blocks))

    def add_round(self) -> Iterator[bz.Term]:
        """One more round: the constraints it adds."""
        terms, r = self.terms, self.rounds
        now = [
            [terms.boolean(f"d{r}_{t.thread.index}_{b}") for b in range(t.blocks)] for t in self.program.threads
        ]
        before = self.done[-1] if self.done else None
        self.done.append(now)
        yield from self._order(now, before)
        for thread in self.program.threads:
            yield from self._thread(thread.thread.index, now, before)
        horizon = terms.boolean(f"horizon{r}")
        self.horizons.append(horizon)
        for t, blocks in enumerate(self.final):
            yield from (terms.implies(terms.and_(horizon, f), now[t][b]) for b, f in enumerate(blocks))

    def _order(self, now: list[list[bz.Term]], before: list[list[bz.Term]] | None) -> Iterator[bz.Term]:
        terms = self.terms
        for t, blocks in enumerate(now):
            yield from (terms.implies(later, b) for b, later in pairwise(blocks))
            yield from (terms.implies(b, f) for b, f in zip(blocks, self.final[t], strict=True))
            if before is not None:
                yield from (terms.implies(old, new) for old, new in zip(before[t], blocks, strict=True))
            if t > 0:
                yield terms.implies(blocks[0], self._created(t, now))
            yield from self._undivided_sections(t, blocks)

    def _created(self, t: int, now: list[list[bz.Term]]) -> bz.Term:
        creation = self.program.created_by.get(t)
        creator = self.program.threads[t].thread.creator
        if creation is None or creator is None:
            return self.terms.false
        return self.terms.and_(now[creator][creation.block], self.terms.bool(creation.guard))

    def _undivided_sections(self, t: int, blocks: list[bz.Term]) -> Iterator[bz.Term]:
        """An atomic section that lies in several blocks (it has several ends) runs in one go all the same."""
        last: dict[int, int] = {}
        for event in self.program.threads[t].events:
            if event.section >= 0:
                before = last.setdefault(event.section, event.block)
                if event.block != before:
                    going_on = self.terms.and_(blocks[before], self.terms.bool(event.guard))
                    yield self.terms.implies(going_on, blocks[event.block])

    def _thread(self, t: int, now: list[list[bz.Term]], before: list[list[bz.Term]] | None) -> Iterator[bz.Term]:
        terms = self.terms
        runs: dict[int, bz.Term] = {}
        active: dict[tuple[int, int], bz.Term] = {}
        for event in self.part.shared[t]:
            b = event.block
            if b not in runs:
                runs[b] = now[t][b] if before is None else terms.and_(now[t][b], terms.not_(before[t][b]))
            key = (b, event.guard)
            if key not in active:
                active[key] = terms.and_(runs[b], terms.bool(event.guard))
            yield from self._event(event, active[key], t, now, before)

    def _event(
        self, event: Event, when: bz.Term, t: int, now: list[list[bz.Term]], before: list[list[bz.Term]] | None
    ) -> Iterator[bz.Term]:
        terms, memory = self.terms, self.local.memory
        if event.kind is Kind.JOIN:
            yield from self._join(event, when, t, now, before)
            return
        if event.kind is Kind.DECLARE:
            for cell in self.local.cells.of(event):
                if cell.number in self._shared_cells:
                    memory.put(cell, when, self.part.redeclared[id(event), cell.number], self.memory)
            return
        if id(event) in self.part.own:
            node = self.program.dag.nodes[event.result]
            result = terms.num(event.result)
            contents = ChainMap(self.part.own[id(event)], self.memory)
            yield terms.implies(when, terms.equal(result, memory.load(event, contents, result, node.type)))
        if event.kind is not Kind.READ:
            if event.kind is Kind.RMW:
                when = terms.and_(when, terms.bool(event.test))
            memory.store(event, when, terms.num(event.value), self.memory, self._shared_cells)

    def _join(
        self, event: Event, when: bz.Term, t: int, now: list[list[bz.Term]], before: list[list[bz.Term]] | None
    ) -> Iterator[bz.Term]:
        terms = self.terms
        wanted = self.local.values.of(event.address)
        ended = []
        for other in self.program.threads:
            u = other.thread.index
            state = now if u < t else before
            if u == t or state is None or not wanted.lo <= u <= wanted.hi:
                continue
            this = terms.equal(terms.num(event.address), terms.constant(u))
            ended.append(terms.and_(this, state[u][-1], terms.bool(other.finish)))
            if event.result >= 0:
                result = terms.num(event.result)
                node = self.program.dag.nodes[event.result]
                given = terms.fit(terms.num(other.result), self.local.values.of(event.result), node.type)
                yield terms.implies(terms.and_(when, this), terms.equal(result, given))
        yield terms.implies(when, terms.or_(*ended))
