"""Guesses from samples that are weakened over machine words: numbers that go round, and remainders of them.

:mod:`heddle.proofs.sampled` has the same guesses, of any number of threads, over integers.
"""

from __future__ import annotations

from heddle.proofs.clauses import NoProof
from heddle.proofs.facts import Facts
from heddle.proofs.ghosts import Ghosted
from heddle.proofs.sampled import MOST_VARIABLES
from heddle.proofs.samples import Samples
from heddle.proofs.weakening import Weakening


class Learned(Weakening):
    def __init__(self, ghosted: Ghosted) -> None:
        super().__init__(ghosted)
        self.ghosted = ghosted

    def build(self) -> None:
        if len(self.system.globals) > MOST_VARIABLES:
            raise NoProof("there are too many variables to guess about")
        samples, facts = Samples(self.system, 1, self.until), Facts(self.ghosted)
        samples.run()
        anywhere = facts.of((), samples.table(()), True)
        for t in self.system.templates:
            for n in t.nodes:
                key = ((t.index, n),)
                self.kept[t.index, n] = list((anywhere | facts.of(key, samples.table(key), True)).values())


__all__ = ["Learned"]
