"""Makes claims of steps that repeat for ever easier to read: the shortest part that leads back to where it begins.

Engines look at states now and then only; what they see come back has often been gone round several times.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator

from heddle.counterexample import Counterexample
from heddle.records import replace
from heddle.replay.code import Code
from heddle.replay.for_ever import state
from heddle.replay.replay import Replayer, ReplayError, failure_of

FIRST = 4


class Watched(Replayer):
    """Notes the state before each step of the schedule, and after the last."""

    def run_schedule(self) -> None:
        self.states: list[object] = [self.now()]
        for number, step in enumerate(self.cex.schedule):
            self.step(number, step)
            self.states.append(self.now())

    def now(self) -> object:
        """None where nothing may begin to repeat."""
        return None if any(t.atomic for t in self.machine.threads.values()) else state(self.machine)


def shortened(cex: Counterexample, model: str, code: Code, budget_seconds: float = 0.5) -> Counterexample:
    """The same claim with fewer steps that repeat, if there is one."""
    claim, deadline = cex.for_ever, time.monotonic() + budget_seconds
    assert claim is not None and claim.cycle is not None
    run = Watched(code, cex, model)
    run.run_schedule()
    for begin, end in rounds(run.states, claim.cycle):
        if time.monotonic() > deadline:
            break
        shorter = replace(cex, schedule=cex.schedule[:end], for_ever=replace(claim, cycle=begin))
        shorter = replace(shorter, violating_thread=cex.schedule[begin].thread)
        try:
            failure_of(shorter, model, code)
        except ReplayError:
            continue
        return shorter
    return cex


def rounds(states: list[object], cycle: int) -> Iterator[tuple[int, int]]:
    """Parts after which a state is as it was before, the shortest ones first.  Of equally long ones a few of the first,
    and one that comes after where the claim says that steps begin to repeat."""
    last: dict[object, int] = {}
    found = defaultdict(list)
    for at, now in enumerate(states):
        if now is not None:
            if now in last:
                found[at - last[now]].append(last[now])
            last[now] = at
    for length, begins in sorted(found.items()):
        if length < len(states) - 1 - cycle:
            later = next((begin for begin in begins if begin >= cycle), None)
            tried = [*begins[:FIRST], *([] if later is None else [later])]
            yield from ((begin, begin + length) for begin in dict.fromkeys(tried))


__all__ = ["shortened"]
