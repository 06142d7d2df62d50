"""Where objects lie in an execution that was found: from what main and allocations chose to what the replayer is told.
"""

from __future__ import annotations

from heddle.core.instr import Declare
from heddle.core.program import BoundedProgram
from heddle.counterexample import Counterexample, Given, Placed


class Claimed:
    """To be told of what main chooses, and of every Declare that is executed, in order."""

    def __init__(self, program: BoundedProgram, cex: Counterexample) -> None:
        self.program, self.addresses, self.given = program, cex.addresses, cex.given
        self._made: dict[str, Given] = {}
        """Blocks, by the allocation that made them."""
        self._placed: dict[str, Placed] = {}

    def is_choice(self, local: str) -> bool:
        return local in self.program.chosen

    def choose(self, local: str, base: int) -> None:
        name = self.program.chosen[local]
        obj = self.program.memory[name]
        placed = self._placed[name] = Placed(base, obj.type.size)
        if obj.kind == "global":
            self.addresses.static[None, name] = placed
        elif obj.kind == "tls":
            original, _, thread = name.rpartition("_t")
            self.addresses.static[int(thread), original] = placed

    def declare(self, thread: int, x: Declare) -> None:
        if self._placed:
            self.addresses.new.setdefault(thread, []).append((x.uid, self._placed.get(x.obj.name)))
        if x.obj.kind == "heap":
            if x.given is None:
                number = sum(made.thread == thread for made in self._made.values())
                self._made[x.obj.name] = Given(thread, number)
            again = None if x.given is None else self._made[x.obj.name]
            self.given.setdefault(thread, []).append((x.uid, again))
