"""What every scheme says about the steps of threads: the same formulas, whatever order of the steps a scheme chooses.

A step is a block of a thread or the commit of a buffered write.  A scheme has its own way to say that a step has
happened (within a round, before another step); what follows from that is said here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import bitwuzla as bz

from heddle.backends.bmc.local import LocalEncoder, LocalPart, Meaning
from heddle.backends.bmc.memory import Contents
from heddle.backends.bmc.schemes.scheme import Switch, Tile
from heddle.symbolic.events import Event

Happened = list[list[bz.Term]]
"""For each thread and block: whether the block has been executed."""


class Steps:
    def __init__(self, local: LocalEncoder, part: LocalPart) -> None:
        self.local, self.part = local, part
        self.program, self.terms = local.program, local.terms
        self.buffers = local.visibility.buffers.threads
        self.shared_cells = local.visibility.shared_cells()
        self.final: Happened = [
            [self.terms.boolean(f"f{t.thread.index}_{b}") for b in range(t.blocks)] for t in self.program.threads
        ]
        """Whether a block is executed at all."""

    def switch(self, switch: Switch) -> bz.Term:
        raise NotImplementedError("a scheme that is not cut into tiles")

    def next_switch(self, tile: Tile, bound: int) -> Switch | None:
        """Not every scheme is cut."""
        return None

    def claims_hold(self) -> Iterator[bz.Term]:
        """Pruned executions are none."""
        for claim in self.part.claims:
            if claim.meaning is Meaning.PRUNED:
                yield self.terms.not_(self.terms.and_(self.final[claim.thread][claim.block], claim.bad))

    def created(self, t: int, happened: Happened) -> bz.Term:
        """Whether thread ``t`` has been created."""
        creation, creator = self.program.created_by.get(t), self.program.threads[t].thread.creator
        if creation is None or creator is None:
            return self.terms.false
        return self.terms.and_(happened[creator][creation.block], self.terms.bool(creation.guard))

    def join(
        self, t: int, event: Event, when: bz.Term, has_ended: Callable[[int], list[bz.Term] | None]
    ) -> Iterator[bz.Term]:
        """A join, if ``when`` holds, waits for a thread.

        ``has_ended`` gives for a thread what must hold so that it has ended and its buffer is empty; None if it cannot.
        """
        terms, wanted = self.terms, self.local.values.of(event.address)
        ended = []
        for other in self.program.threads:
            u = other.thread.index
            if u == t or not wanted.lo <= u <= wanted.hi or (over := has_ended(u)) is None:
                continue
            this = terms.equal(terms.num(event.address), terms.constant(u))
            ended.append(terms.and_(this, terms.bool(other.finish), *over))
            if event.result >= 0:
                result, node = terms.num(event.result), self.program.dag.nodes[event.result]
                given = terms.fit(terms.num(other.result), self.local.values.of(event.result), node.type)
                yield terms.implies(terms.and_(when, this), terms.equal(result, given))
        yield terms.implies(when, terms.or_(*ended))

    def seen(
        self, t: int, read: Event, contents: Contents, gone: Callable[[Event, list[Event]], bz.Term]
    ) -> bz.Term:
        """That a read gives what memory holds, with the thread's own pending writes over it.

        ``gone`` tells whether a write has left the buffer, given the events in between that may have drained it.
        """
        terms, memory = self.terms, self.local.memory
        view = {c.number: contents[c.number] for c in self.local.cells.of(read)}
        for write, drains in self.buffers[t].forwarded.get(read, ()):
            when = terms.and_(terms.bool(write.guard), terms.not_(gone(write, drains)))
            memory.store(write, when, terms.num(write.value), view, set(view))
        result, type = terms.num(read.result), self.program.dag.nodes[read.result].type
        return terms.equal(result, memory.load(read, view | self.part.own[id(read)], result, type))

    def needed_commits(self, t: int) -> Iterator[tuple[int | Event, bz.Term, Event]]:
        """Steps of thread ``t`` that happen, under a condition, only after an earlier write has been committed.

        They are commits of later writes, and blocks with an event that needs the buffer empty.
        """
        buffer = self.buffers[t]
        for write in buffer.writes:
            for older, fence in buffer.after[write]:
                yield write, self.local.keeps_order(write, older, fence), older
        for event, writes in buffer.drained.items():
            for write in writes:
                yield event.block, self.terms.bool(event.guard), write
