"""Makes claims of steps that repeat for ever easier to read.

Of the steps that repeat it keeps the shortest part that leads back to where it begins: engines look at states now and
then only, and what they see come back has often been gone round several times.  The way there is varied like any
schedule (:mod:`heddle.replay.minimize`): what counts is that it leads to the same state.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from heddle.counterexample import Counterexample, Step
from heddle.records import dataclass, replace
from heddle.replay.code import Code
from heddle.replay.evaluate import Undefined
from heddle.replay.for_ever import state
from heddle.replay.machine import Blocked, Endless
from heddle.replay.memory import Fault
from heddle.replay.minimize import ATTEMPT, WAYS, Effort, LenientReplayer, switches
from heddle.replay.replay import Replayer, ReplayError, Violation, failure_of

FIRST = 4
"""So many parts of one length are tried."""


class Watched(Replayer):
    """Notes the state before each step of the schedule, and after the last; and how many inputs were used by then."""

    def run_schedule(self) -> None:
        self.states: list[object] = [self.now()]
        self.used = [dict(self.inputs_used)]
        for number, step in enumerate(self.cex.schedule):
            self.step(number, step)
            self.states.append(self.now())
            self.used.append(dict(self.inputs_used))

    def now(self) -> object:
        """None where nothing may begin to repeat."""
        return None if any(t.atomic for t in self.machine.threads.values()) else state(self.machine)


def shortened(cex: Counterexample, model: str, code: Code) -> Counterexample:
    """The same claim with fewer steps, if there is one."""
    return with_straight_way(with_short_round(cex, model, code), model, code)


def with_short_round(cex: Counterexample, model: str, code: Code) -> Counterexample:
    claim, effort = cex.for_ever, Effort()
    assert claim is not None and claim.cycle is not None
    run = Watched(code, cex, model)
    run.run_schedule()
    for begin, end in rounds(run.states, claim.cycle):
        if effort.is_over:
            break
        effort.left -= end
        shorter = replace(cex, schedule=cex.schedule[:end], for_ever=replace(claim, cycle=begin))
        shorter = replace(shorter, violating_thread=cex.schedule[begin].thread)
        if holds(shorter, model, code):
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


def holds(cex: Counterexample, model: str, code: Code) -> bool:
    try:
        failure_of(cex, model, code)
    except ReplayError:
        return False
    return True


# --- the way there ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Way:
    """Steps that lead to a state, and the inputs that the threads get on them."""

    steps: list[Step]
    inputs: dict[int, list[tuple[int, int]]]

    @property
    def cost(self) -> tuple[int, int]:
        return switches(self.steps), len(self.steps)


def with_straight_way(cex: Counterexample, model: str, code: Code) -> Counterexample:
    claim, effort = cex.for_ever, Effort()
    assert claim is not None and claim.cycle is not None
    run = Watched(code, cex, model)
    run.run_schedule()
    target, used = run.states[claim.cycle], run.used[claim.cycle]
    given = {t: values[: used.get(t, 0)] for t, values in cex.inputs.items()}
    best = first = Way(cex.schedule[: claim.cycle], given)
    while (better := straighter(best, target, cex, model, code, effort)) is not None:
        best = better
    if best is first:
        return cex
    inputs = {t: [*best.inputs.get(t, []), *values[used.get(t, 0) :]] for t, values in cex.inputs.items()}
    steps = [*best.steps, *cex.schedule[claim.cycle :]]
    found = replace(cex, schedule=steps, inputs=inputs, for_ever=replace(claim, cycle=len(best.steps)))
    return found if holds(found, model, code) else cex


def straighter(
    way: Way, target: object, cex: Counterexample, model: str, code: Code, effort: Effort
) -> Way | None:
    """A way to the same state with fewer switches or steps."""
    claim = replace(cex, schedule=way.steps, inputs=way.inputs)
    for kind in WAYS:
        for variant in kind(way.steps):
            if effort.is_over:
                return None
            run = LenientReplayer(code, claim, model, variant, effort, len(way.steps) + 1)
            try:
                effort.spend(ATTEMPT)
                run.run_schedule()
            except (ReplayError, Violation, Endless, Undefined, Fault, Blocked):
                continue
            found = Way(run.taken, run.inputs)
            if found.cost < way.cost and state(run.machine) == target:
                return found
    return None


__all__ = ["shortened"]
