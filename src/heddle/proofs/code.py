"""The code of a template: positions, what follows them, which locals matter there, and where atomic sections are"""

from __future__ import annotations

from collections import defaultdict

from heddle.core.expr import Local
from heddle.core.instr import (
    AnyInstr,
    AtomicBegin,
    AtomicEnd,
    Branch,
    Create,
    Cut,
    Exit,
    Goto,
    Label,
    Rmw,
    Unsupported,
    defined,
)
from heddle.core.program import Thread
from heddle.core.walk import expressions, walk


class Code:
    """``successors[i]`` are the positions after ``body[i]``; of a Branch first the one where its test fails.  The
    position after the last instruction, ``end``, is where the thread has ended."""

    def __init__(self, thread: Thread, many: bool) -> None:
        self.index, self.name, self.many = thread.index, thread.name, many
        self.parameter = thread.parameter
        self.body: list[AnyInstr] = thread.body
        self.end = len(self.body)
        self.labels = {x.name: i for i, x in enumerate(self.body) if isinstance(x, Label)}
        self.successors = [self._after(i, x) for i, x in enumerate(self.body)] + [()]
        self.depth = self._depths()
        self.live = self._live()

    def _after(self, i: int, x: AnyInstr) -> tuple[int, ...]:
        match x:
            case Goto():
                return (self.labels[x.label],)
            case Branch():
                return (i + 1, self.labels[x.label])
            case Exit() | Unsupported() | Cut():
                return ()
        return (i + 1,)

    def _depths(self) -> dict[int, int]:
        """How many atomic sections each position stands in."""
        depth, work = {0: 0}, [0]
        while work:
            i = work.pop()
            here = depth[i]
            if i < self.end:
                x = self.body[i]
                here += isinstance(x, AtomicBegin)
                here -= isinstance(x, AtomicEnd) and here > 0
            for j in self.successors[i]:
                if j not in depth:
                    depth[j] = here
                    work.append(j)
        return depth

    def _live(self) -> dict[int, frozenset[str]]:
        """The local variables that may still be read, at each position."""
        uses, sets = [], []
        for x in self.body:
            read = {e.name for top in expressions(x) for e in walk(top) if isinstance(e, Local)}
            dst = defined(x)
            if isinstance(x, Rmw):
                read.discard(x.dst.name)
            uses.append(frozenset(read))
            sets.append(frozenset() if dst is None else frozenset({dst.name}))
        before: dict[int, list[int]] = defaultdict(list)
        for i in range(self.end):
            for j in self.successors[i]:
                before[j].append(i)
        live: dict[int, frozenset[str]] = dict.fromkeys(range(self.end + 1), frozenset())
        work = list(range(self.end))
        while work:
            i = work.pop()
            after = frozenset().union(*(live[j] for j in self.successors[i]))
            now = (after - sets[i]) | uses[i]
            if now != live[i]:
                live[i] = now
                work += before[i]
        return live

    def section(self, begin: int) -> list[int]:
        """The positions of the atomic section that begins there."""
        depth, seen, work = self.depth[begin], {begin}, [begin]
        while work:
            i = work.pop()
            if i == self.end or (isinstance(self.body[i], AtomicEnd) and self.depth[i] == depth + 1):
                continue
            for j in self.successors[i]:
                if j not in seen:
                    seen.add(j)
                    work.append(j)
        return sorted(seen - {self.end})

    def reachable_from(self, starts: list[int]) -> set[int]:
        seen, work = set(starts), list(starts)
        while work:
            for j in self.successors[work.pop()]:
                if j not in seen:
                    seen.add(j)
                    work.append(j)
        return seen

    def creations(self) -> list[int]:
        return [i for i, x in enumerate(self.body) if isinstance(x, Create) and i in self.depth]
