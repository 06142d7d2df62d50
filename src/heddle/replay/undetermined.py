"""What a program leaves open and a claim says: inputs, contents of new objects, where these lie, blocks given again."""

from __future__ import annotations

from heddle.core.instr import Declare, Malloc, Nondet
from heddle.counterexample import Counterexample, Given

UNNAMED = -1


class ReplayError(Exception):
    """The claimed execution is not one of the program; the message says why."""


class Undetermined:
    """Each thread gets what the claim has for it, in order."""

    def __init__(self, cex: Counterexample) -> None:
        self.cex = cex
        self.inputs_used: dict[int, int] = {}
        self.contents_used: dict[int, int] = {}
        self.places_used: dict[int, int] = {}
        self.blocks_given: dict[int, int] = {}

    def next_input(self, t: int, instr: Nondet) -> int:
        given = self.cex.inputs.get(t, [])
        index = self.inputs_used.get(t, 0)
        if index >= len(given):
            raise ReplayError(f"no value is given for input {index} of thread {t} ({instr.loc})")
        uid, value = given[index]
        if uid != instr.uid:
            raise ReplayError(f"input {index} of thread {t} is for instruction {uid}, not {instr.uid} ({instr.loc})")
        self.inputs_used[t] = index + 1
        return value

    def parameter(self, t: int) -> int:
        """A parameter that nobody passes: engines give its value as an input without a uid.  Any value is possible."""
        given = self.cex.inputs.get(t, [])
        index = self.inputs_used.get(t, 0)
        if index >= len(given) or given[index][0] != UNNAMED:
            return 0
        self.inputs_used[t] = index + 1
        return given[index][1]

    def next_contents(self, t: int, instr: Declare | Malloc) -> dict[int, int]:
        """The claimed contents of a new object.  Where the list has ended, zeros: any contents are possible ones.

        A zeroed Malloc may have an entry, which says nothing.
        """
        given = self.cex.contents.get(t, [])
        index = self.contents_used.get(t, 0)
        if index >= len(given):
            return {}
        uid, contents = given[index]
        if uid != instr.uid and isinstance(instr, Malloc) and instr.zeroed:
            return {}
        if uid != instr.uid:
            raise ReplayError(f"contents {index} of thread {t} are for instruction {uid}, not {instr.uid}")
        self.contents_used[t] = index + 1
        return contents

    def next_place(self, t: int, instr: Declare | Malloc) -> int | None:
        """The claimed address of a new object, if there is one."""
        given = self.cex.addresses.new.get(t, [])
        index = self.places_used.get(t, 0)
        if index >= len(given) or given[index][0] != instr.uid:
            return None
        self.places_used[t] = index + 1
        placed = given[index][1]
        return None if placed is None else placed.base

    def next_block(self, t: int, instr: Malloc) -> Given | None:
        """The freed block that an allocation is claimed to give, if it is not a new one."""
        given = self.cex.given.get(t, [])
        index = self.blocks_given.get(t, 0)
        if index >= len(given):
            return None
        uid, block = given[index]
        if uid != instr.uid:
            raise ReplayError(f"block {index} of thread {t} is for instruction {uid}, not {instr.uid}")
        self.blocks_given[t] = index + 1
        return block


__all__ = ["UNNAMED", "ReplayError", "Undetermined"]
