"""An exploration whose parts are searched elsewhere: what looks like the kernel to who runs it.

The search is a tree, and a part of it the way to one of its nodes (``native/part.hpp``).  An errand searches some parts
for a little while, and hands over what is left of them: parts again, which other errands take.  So nobody waits long,
and what a worker that dies takes with it is done again.  What an errand has found counts once, when it has ended.

Threads are numbered as they are found, and the search depends on their numbers.  An errand knows the numbers so far and
says which it has added.  If somebody else has given one of these to another thread meanwhile, it is done again.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from heddle.cluster.crew import Crew, Given
from heddle.explorer._kernel import Findings, Kernel, Part, Setup, Totals
from heddle.records import dataclass
from heddle.run.supervisor import Ending, Outcome
from heddle.run.worker import Channel

LEAST, MOST = 0.25, 4.0
"""Seconds that an errand takes: short ones at first, so that there is soon something for everybody."""
SHARE = 0.1
"""Of the time so far."""
AHEAD = 2
"""So many errands for each place: who is done finds the next one waiting."""
PARTS = 2000
"""So many parts at most are one errand."""


@dataclass(frozen=True, slots=True)
class Found:
    totals: Totals
    findings: Findings
    share: float


@dataclass(frozen=True, slots=True)
class Search:
    """The errand."""

    setup: Setup
    words: int
    parts: list[Part]
    children: list[tuple[int, int]]
    seconds: float

    def __call__(self, channel: Channel) -> Found:
        kernel = Kernel(self.setup)
        kernel.start(self.words, self.parts, self.children)
        if not kernel.wait(self.seconds):
            kernel.hand_over()
            while not kernel.wait(1.0):
                pass
        return Found(kernel.totals(), kernel.collect(), kernel.explored())


class Spread:
    """The kernel's interface (``_kernel.pyi``)."""

    def __init__(self, setup: Setup, crew: Crew, name: str) -> None:
        self.setup, self.crew, self.name = setup, crew, name
        self.refusal = Kernel(setup).refusal
        self.sent: dict[Given, Search] = {}
        self.number = 0
        self.is_held = False

    def start(self, words: int) -> None:
        self.words, self.began = words, time.monotonic()
        self.todo, self.all_totals, self.findings, self.share = [Part()], Totals(), Findings(), 0.0
        self.is_held = False

    def hold(self) -> None:
        """What is under way goes on."""
        self.is_held = True

    def release(self) -> None:
        self.is_held = False

    def stop(self) -> None:
        for given in self.sent:
            self.crew.drop(given)
        self.sent.clear()
        self.todo.clear()

    def wait(self, seconds: float) -> bool:
        if not self.is_over():
            self.send()
            self.crew.wait(seconds)
        return self.is_over()

    def is_over(self) -> bool:
        return not self.todo and not self.sent

    def totals(self) -> Totals:
        return self.all_totals

    def explored(self) -> float:
        return self.share

    def collect(self) -> Findings:
        return self.findings

    # --- errands

    def send(self) -> None:
        """Deals out what there is to do, the largest parts first, to all who have a place."""
        free = AHEAD * self.crew.places - len(self.sent)
        if self.is_held or not self.todo or free <= 0:
            return
        self.todo.sort(key=lambda part: part.weight, reverse=True)
        hands = min(max(free, math.ceil(len(self.todo) / PARTS)), len(self.todo))
        seconds = min(max(LEAST, SHARE * (time.monotonic() - self.began)), MOST)
        for hand in range(min(hands, free)):
            parts = self.todo[hand::hands]
            self.give(Search(self.setup, self.words, parts, self.findings.children, seconds))
        self.todo = [part for hand in range(free, hands) for part in self.todo[hand::hands]]

    def give(self, search: Search) -> None:
        self.number += 1
        label = f"explore {self.name}-errand {self.number}, {len(search.parts)} subtrees"
        given = self.crew.give(label, search, lambda outcome: self.receive(given, outcome))
        self.sent[given] = search

    def receive(self, given: Given, outcome: Outcome) -> None:
        search = self.sent.pop(given, None)
        if search is None:
            return
        found = self.found(outcome)
        if not agree(found.findings.children, self.findings.children):
            self.todo += search.parts
            return
        left = found.findings.left
        self.todo += left
        self.all_totals.add(found.totals)
        self.share += found.share
        self.findings.take(found.findings)
        if self.ends_all(self.findings):
            self.stop()

    def found(self, outcome: Outcome) -> Found:
        """Raises what is known of errands that failed."""
        if outcome.ending is Ending.MEMORY:
            raise MemoryError
        if outcome.ending is not Ending.DONE:
            raise RuntimeError(outcome.reason)
        found: Found = outcome.value
        return found

    def ends_all(self, found: Findings) -> bool:
        """Whether the search is over, or has to begin anew with what it has learned."""
        learned = found.outgrown or found.separated or found.widened or found.cuts or found.refusal is not None
        return bool(learned) or (self.setup.first_only and violates(found))


def violates(found: Findings) -> bool:
    return bool(found.witnesses or found.raising or found.stalls)


def agree(some: list[tuple[int, int]], others: list[tuple[int, int]]) -> bool:
    """Whether one numbering of threads goes on where the other ends."""
    return all(one == other for one, other in zip(some, others, strict=False))


def spreading(crew: Crew, name: str) -> Callable[[Setup], Spread]:
    """Makes such kernels."""
    return lambda setup: Spread(setup, crew, name)


__all__ = ["Spread", "spreading"]
