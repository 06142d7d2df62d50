"""Guesses from samples about remainders, weakened over machine words: there these are easy.

:mod:`heddle.proofs.sampled` has the same guesses, of any number of threads, over integers.
"""

from __future__ import annotations

from heddle.proofs.clauses import NoProof
from heddle.proofs.facts import Facts, Under
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
        if not facts.remainders.divisors:
            raise NoProof("there are no remainders")
        samples.run()
        anywhere = facts.of((), samples.table(()), Under.REMAINDERS)
        for place in ((t.index, n) for t in self.system.templates for n in t.nodes):
            own = facts.of((place,), samples.table((place,)), Under.REMAINDERS)
            self.kept[place] = list((anywhere | own).values())


__all__ = ["Learned"]
