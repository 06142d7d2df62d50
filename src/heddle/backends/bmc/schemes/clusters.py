"""Coarse memory unwinding as a formula: threads over a sequence of clusters of writes (thesis section 5.4).

Time has ``2W + 1`` positions.  At odd ones are the clusters: there every thread has one turn, in the order of creation,
works on what the threads before it have left, and may write (inter-thread); or one thread alone has a turn
(intra-thread: TACAS 2015, section 2).  Even positions lie before, between and after the clusters: memory holds still,
and threads do what writes nothing.  So ``W`` bounds the clusters, and each of them may have any number of writes; a
cluster is more than a round, since what its last thread has left can be seen before the next cluster begins (section
5.6: twice as many rounds as clusters).

What a cluster leaves is guessed, and must match what its threads have made of what the cluster before has left
(``memory``, ``work_memory`` and ``cluster_match`` of Figs. 5.15 to 5.20).  All constraints of a formula hold at once:
nothing need say when a cluster has been matched (``is_matched``), at even positions it is.  Explicitly, the guess is a
valuation of all cells; implicitly, of those that the cluster changes, and for the others the latest cluster counts that
did.  Under TSO and PSO the commits of buffered writes belong to the turns of their threads; within a turn they come as
early as they can, which nobody notices.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import bitwuzla as bz

from heddle.backends.bmc.local import LocalEncoder, LocalPart
from heddle.backends.bmc.memory import Contents
from heddle.backends.bmc.schemes.earliest import Earliest
from heddle.backends.bmc.schemes.positions import Positions
from heddle.backends.bmc.schemes.scheme import Assignment
from heddle.backends.bmc.schemes.units import Unit, Units
from heddle.backends.bmc.terms import Num
from heddle.symbolic.events import Event


class ClusterSchedule(Units):
    def __init__(self, local: LocalEncoder, part: LocalPart, reads: str = "explicit", one_thread: bool = False) -> None:
        super().__init__(local, part)
        self.positions = Positions(len(self.steps), self.terms)
        self.reads, self.one_thread = reads, one_thread
        self.memory: list[Contents] = [dict(self.part.start)]
        """What memory holds before the first cluster, and what each cluster leaves."""
        self.at: list[list[bz.Term]] = []
        self.horizons: list[bz.Term] = []
        self.used: list[bz.Term] = []
        """For each cluster whether anything happens in it."""
        self.has_turn: list[dict[int, bz.Term]] = []
        """For each cluster and thread whether the thread does anything in it."""
        self.turns = sorted(range(len(self.steps)), key=self._turn)
        """The units in the order that they have within a cluster."""

    def _turn(self, u: Unit) -> tuple[int, int, bool, Unit]:
        t, step = self.steps[u]
        block = step.block if isinstance(step, Event) else step
        return t, block, isinstance(step, Event), u

    # --- what does not depend on the number of clusters -------------------------------------------------------------

    def constraints(self) -> Iterator[bz.Term]:
        yield from self.demands(self.positions)
        self.changes = self.changing(self.positions.edges)
        self.implicit = self.kept_implicitly(self.reads)
        self._using = {
            cell: [u for u in self.turns if u in traffic.left or u in traffic.found]
            for cell, traffic in self.traffic.items()
        }
        self._earliest = Earliest(self)
        yield from self._add_stretch()

    def enough(self) -> int:
        """No execution has more clusters than units that write."""
        return max(sum(changes is not self.terms.false for changes in self.changes), 1)

    def extend(self, bound: int) -> Iterator[bz.Term]:
        while len(self.horizons) <= bound:
            yield from self._add_cluster()
            yield from self._add_stretch()

    def within(self, bound: int) -> list[bz.Term]:
        return [self.horizons[bound]]

    def last_used(self) -> bz.Term:
        return self.used[-1]

    # --- positions --------------------------------------------------------------------------------------------------

    def _add_position(self) -> Iterator[bz.Term]:
        yield from self.positions.add([self.executed(u) for u in range(len(self.steps))])
        self.at.append([self.positions.at(u, len(self.at)) for u in range(len(self.steps))])

    def _add_stretch(self) -> Iterator[bz.Term]:
        """A position at which nobody writes: what is read is what the latest cluster left."""
        terms = self.terms
        yield from self._add_position()
        at = self.at[-1]
        yield from self.positions.in_order(lambda u, v: terms.false)
        yield from (terms.not_(terms.and_(here, changes)) for here, changes in zip(at, self.changes, strict=True))
        for cell, traffic in self.traffic.items():
            for u, found in traffic.found.items():
                yield terms.implies(at[u], terms.equal(found, self.memory[-1][cell]))
        yield from self._earliest.stretch()
        horizon = terms.boolean(f"horizon{len(self.horizons)}")
        self.horizons.append(horizon)
        for u, happened in enumerate(self.positions.by[-1]):
            yield terms.implies(terms.and_(horizon, self.executed(u)), happened)

    def _add_cluster(self) -> Iterator[bz.Term]:
        terms = self.terms
        yield from self._add_position()
        at = self.at[-1]
        yield from self.positions.in_order(self._comes_first)
        by_thread: dict[int, list[bz.Term]] = defaultdict(list)
        for u, here in enumerate(at):
            by_thread[self.steps[u][0]].append(here)
        self.has_turn.append({t: terms.or_(*here) for t, here in by_thread.items()})
        taken = terms.false
        for turn in self.has_turn[-1].values():
            if self.one_thread:
                yield terms.not_(terms.and_(taken, turn))
            taken = terms.or_(taken, turn)
        self.used.append(taken)
        if len(self.used) > 1:
            yield terms.implies(self.used[-1], self.used[-2])
        yield from self._pass_memory(at)
        yield from self._earliest.cluster()

    def _comes_first(self, u: Unit, v: Unit) -> bz.Term:
        """Whether ``v``, if it happens in a cluster, happens before ``u`` could in the same cluster."""
        (t, step), (other, later) = self.steps[u], self.steps[v]
        if t != other:
            return self.terms.true if t > other else self.terms.false
        early = isinstance(later, Event) and not isinstance(step, Event) and step > later.block
        return self.terms.true if early else self.terms.false

    # --- memory -----------------------------------------------------------------------------------------------------

    def _pass_memory(self, at: list[bz.Term]) -> Iterator[bz.Term]:
        """Memory goes from turn to turn; the guess of what the cluster leaves is what it has become."""
        before, after = self.memory[-1], dict(self.memory[-1])
        for cell, traffic in self.traffic.items():
            content, changes = before[cell], []
            for u in self._using[cell]:
                if u in traffic.found:
                    yield self.terms.implies(at[u], self.terms.equal(traffic.found[u], content))
                if u in traffic.left:
                    wrote, left = traffic.left[u]
                    changes.append(self.terms.and_(at[u], wrote))
                    content = self.terms.choose(changes[-1], left, content, content)
            if changes:
                changed = self.terms.or_(*changes) if cell in self.implicit else self.terms.true
                after[cell], match = self._guess(cell, content, changed, before[cell])
                yield match
        self.memory.append(after)

    def _guess(self, cell: int, content: Num, changed: bz.Term, before: Num) -> tuple[Num, bz.Term]:
        """A guess of what a cluster leaves, if it changes the cell, and that it matches what is there."""
        terms, piece = self.terms, self.local.cells.all[cell]
        guess = terms.fresh(piece.value, piece.type, f"v{len(self.memory)}_{cell}")
        match = terms.implies(changed, terms.equal(guess, content))
        return terms.choose(changed, guess, before, guess), match

    # --- reading a model --------------------------------------------------------------------------------------------

    def timeline(self, model: Assignment) -> Iterator[tuple[int, int | Event]]:
        """The executed units by position, those of a cluster by turns."""
        rank = {u: number + 1 for number, u in enumerate(self.turns)}
        moment: dict[Unit, int] = {}
        for p, by in enumerate(self.positions.by):
            for u, happened in enumerate(by):
                if u not in moment and model.holds(happened):
                    moment[u] = p * (len(rank) + 1) + (rank[u] if p % 2 else 0)
        waiting = {u: self.positions.earlier(u) for u in moment}
        for end, join in self.awaited:
            if join in moment and moment.get(end, -1) == moment[join]:
                waiting[join].add(end)
        yield from self.sequence(waiting, moment.__getitem__)

