"""Memory unwinding as a formula: threads over a sequence of writes (thesis chapter 5).

The sequence has ``W`` positions (:mod:`heddle.backends.bmc.positions`); an execution may switch between threads as
often as it likes, but writes to shared memory at most ``W`` times.  The values of the sequence need not be guessed, as
they must be in a sequential program: those of a position follow from those of the one before and from the unit that
writes.

What a read finds is kept in one of two ways.  Explicitly: every position holds all cells (section 5.3.1).  Implicitly:
a position holds what is written there, and a read looks for the latest position that wrote its cell (section 5.3.2).
The hybrid keeps elements of arrays implicitly and all else explicitly (section 5.3.3).
"""

from __future__ import annotations

from collections.abc import Iterator

import bitwuzla as bz

from heddle.backends.bmc.local import LocalEncoder, LocalPart
from heddle.backends.bmc.memory import Contents
from heddle.backends.bmc.schemes.positions import Positions
from heddle.backends.bmc.schemes.scheme import Assignment
from heddle.backends.bmc.schemes.units import Unit, Units
from heddle.backends.bmc.terms import Num
from heddle.symbolic.events import Event


class MuSchedule(Units):
    def __init__(self, local: LocalEncoder, part: LocalPart, reads: str = "explicit") -> None:
        super().__init__(local, part)
        self.positions = Positions(len(self.steps), self.terms)
        self.reads = reads
        self.memory: list[Contents] = []
        """What each position holds: all cells that are kept explicitly, and others that are written there."""
        self.horizons: list[bz.Term] = []
        self.alone: list[bz.Term] = []
        """For each unit whether it has a position to itself: it writes, or may wait in a circle of joins."""
        self.used: list[bz.Term] = []
        """For each position whether a unit has it to itself."""
        self.at: list[list[bz.Term]] = []
        self.writes: list[dict[int, bz.Term]] = []
        """For each position and cell whether a unit that may change the cell happens there."""
        self.changed: list[dict[int, bz.Term]] = []
        """For each position and cell that is kept implicitly whether it changes there."""

    # --- what does not depend on the number of positions ------------------------------------------------------------

    def constraints(self) -> Iterator[bz.Term]:
        terms = self.terms
        yield from self.demands(self.positions)
        self.read_by, self.written_by = self.cells_used()
        self.alone = self.changing(self.positions.edges)
        self.writers = [u for u, alone in enumerate(self.alone) if alone is not terms.false]
        self._after = self.dependencies(self.positions.edges)
        self._implicit = self.kept_implicitly(self.reads)
        yield from self._add_position()

    # --- positions --------------------------------------------------------------------------------------------------

    def enough(self) -> int:
        """No execution writes more often than there are units that can."""
        return max(len(self.writers), 1)

    def extend(self, bound: int) -> Iterator[bz.Term]:
        while len(self.memory) <= bound:
            yield from self._add_position()

    def within(self, bound: int) -> list[bz.Term]:
        return [self.horizons[bound]]

    def last_used(self) -> bz.Term:
        return self.used[-1]

    def _add_position(self) -> Iterator[bz.Term]:
        terms, p = self.terms, len(self.memory)
        executed = [self.executed(u) for u in range(len(self.steps))]
        yield from self.positions.add(executed)
        at = [self.positions.at(u, p) for u in range(len(self.steps))]
        self.at.append(at)
        writing = {u: terms.and_(at[u], self.alone[u]) for u in self.writers}
        yield from self._one_writer(writing)
        yield from self.positions.in_order(lambda u, v: self.alone[v])
        self.writes.append({c: terms.or_(*(writing[u] for u in t.left)) for c, t in self.traffic.items()})
        yield from self._pass_memory(at, writing)
        yield from self._nothing_late(at, writing)
        horizon = terms.boolean(f"horizon{p}")
        self.horizons.append(horizon)
        for u, happens in enumerate(executed):
            yield terms.implies(terms.and_(horizon, happens), self.positions.by[p][u])

    def _one_writer(self, writing: dict[Unit, bz.Term]) -> Iterator[bz.Term]:
        """At most one unit has the position to itself; no position is left out."""
        terms, taken = self.terms, self.terms.false
        for takes in writing.values():
            yield terms.not_(terms.and_(taken, takes))
            taken = terms.or_(taken, takes)
        if not self.used:
            yield terms.not_(taken)
        elif len(self.used) > 1:
            yield terms.implies(taken, self.used[-1])
        self.used.append(taken)

    # --- memory -----------------------------------------------------------------------------------------------------

    def _pass_memory(self, at: list[bz.Term], writing: dict[Unit, bz.Term]) -> Iterator[bz.Term]:
        """What the latest position holds, and what the units that happen there find."""
        self.memory.append(self._memory_after(writing))
        self.changed.append({})
        for cell, traffic in self.traffic.items():
            if cell in self._implicit:
                yield from self._write_implicitly(cell, writing)
            for unit, found in traffic.found.items():
                yield from self._find(cell, unit, found, at[unit])

    def _memory_after(self, writing: dict[Unit, bz.Term]) -> Contents:
        if not self.memory:
            return dict(self.part.start)
        contents: Contents = {}
        for cell, traffic in self.traffic.items():
            if cell in self._implicit:
                piece = self.local.cells.all[cell]
                contents[cell] = self.terms.fresh(piece.value, piece.type, f"v{len(self.memory)}_{cell}")
                continue
            content = self.memory[-1][cell]
            for unit, (wrote, left) in traffic.left.items():
                content = self.terms.choose(self.terms.and_(writing[unit], wrote), left, content, content)
            contents[cell] = content
        return contents

    def _write_implicitly(self, cell: int, writing: dict[Unit, bz.Term]) -> Iterator[bz.Term]:
        terms, changes = self.terms, []
        for unit, (wrote, left) in self.traffic[cell].left.items():
            change = terms.and_(writing[unit], wrote)
            changes.append(change)
            yield terms.implies(change, terms.equal(self.memory[-1][cell], left))
        self.changed[-1][cell] = terms.or_(*changes)

    def _find(self, cell: int, unit: Unit, found: Num, here: bz.Term) -> Iterator[bz.Term]:
        """A unit that writes at a position finds what was there before it; others what it has left."""
        terms = self.terms
        first = terms.and_(here, self.alone[unit])
        if first is not terms.false and len(self.memory) > 1:
            yield from self._holds(cell, len(self.memory) - 2, found, first)
        yield from self._holds(cell, len(self.memory) - 1, found, terms.and_(here, terms.not_(self.alone[unit])))

    def _holds(self, cell: int, p: int, found: Num, when: bz.Term) -> Iterator[bz.Term]:
        """The content of a cell after the write of position ``p``."""
        terms = self.terms
        if cell not in self._implicit:
            yield terms.implies(when, terms.equal(found, self.memory[p][cell]))
            return
        for q in range(p, 0, -1):
            yield terms.implies(terms.and_(when, self.changed[q][cell]), terms.equal(found, self.memory[q][cell]))
            when = terms.and_(when, terms.not_(self.changed[q][cell]))
        yield terms.implies(when, terms.equal(found, self.memory[0][cell]))

    # --- fewer sequences --------------------------------------------------------------------------------------------

    def _nothing_late(self, at: list[bz.Term], writing: dict[Unit, bz.Term]) -> Iterator[bz.Term]:
        """Of equivalent executions one remains: units that write nothing happen as early as they can, and independent
        writes that are neighbours in the sequence stand in the order of their numbers."""
        if len(self.memory) == 1:
            return
        terms, changes = self.terms, self.writes[-1]
        for u, here in enumerate(at):
            reasons = [at[w] for w in self._after[u]] + [changes[c] for c in self.read_by[u]]
            yield terms.implies(terms.and_(here, terms.not_(self.alone[u])), terms.or_(*reasons))
        if len(self.memory) == 2:
            return
        before, changed = self.at[-2], self.writes[-2]
        seen = {c: terms.or_(*(before[u] for u in t.found)) for c, t in self.traffic.items()}
        smaller = terms.false
        for v, writes in writing.items():
            reasons = [before[w] for w in self._after[v]] + [changed[c] for c in self.read_by[v]]
            reasons += [terms.or_(changed[c], seen[c]) for c in self.written_by[v]]
            yield terms.implies(writes, terms.or_(smaller, *reasons))
            smaller = terms.or_(smaller, terms.and_(before[v], self.alone[v]))

    # --- reading a model --------------------------------------------------------------------------------------------

    def timeline(self, model: Assignment) -> Iterator[tuple[int, int | Event]]:
        """The executed units by position, the one that writes first (thesis, proof of Lemma 5.1)."""
        moment: dict[Unit, int] = {}
        for p, at in enumerate(self.at):
            for u in range(len(at)):
                if u not in moment and model.holds(self.positions.by[p][u]):
                    moment[u] = 2 * p + (not model.holds(self.alone[u]))
        waiting = {u: self.positions.earlier(u) for u in moment}
        for end, join in self.awaited:
            if join in moment and moment.get(end, -1) == moment[join]:
                waiting[join].add(end)
        yield from self.sequence(waiting, moment.__getitem__)
