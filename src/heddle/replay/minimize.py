"""Makes counterexamples easier to read: fewer context switches, fewer steps, the same violation.

A variant of the schedule says only which thread moves when.  A lenient run recomputes the instructions, keeps what it
finds if the same assertion fails, and the result is better.  Everything returned has been run; it is never worse than
what came in.

Most variants begin like the schedule that they vary.  That beginning is run once: every run takes snapshots on its way
(:class:`Trail`), and the run of a variant sets out from the last one before the two part.
"""

from __future__ import annotations

import contextlib
import itertools
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NoReturn

from heddle.core.instr import AnyInstr, Create, Declare, Malloc, Nondet
from heddle.core.program import Program
from heddle.counterexample import Counterexample, Step
from heddle.records import dataclass, replace
from heddle.replay.code import Code
from heddle.replay.evaluate import Undefined
from heddle.replay.machine import Blocked, Effect, Endless, Machine
from heddle.replay.memory import Fault
from heddle.replay.replay import FLUSH, Replayer, ReplayError, Violation
from heddle.replay.undetermined import UNNAMED
from heddle.replay.waits import Waits

RUN_ON = 400
"""Steps that the violating thread may take alone after the schedule's end."""
MOVES, SECONDS = 40_000, 10.0
"""What it may take: moves of threads, so that the same claim becomes the same one on every machine, however fast it is
and whatever else it does; and a limit for moves that take long."""
ATTEMPT, SNAPSHOT = 20, 5
"""In moves."""
MOMENT = 0.15
"""In seconds.  Whoever waits for less gains nothing from a first answer, and making one takes time."""
LEAST_DISTANCE, MOST_SNAPSHOTS = 12, 100
"""Between snapshots, in steps; and how many of them a trail has."""


def minimize(
    program: Program,
    cex: Counterexample,
    model: str = "sc",
    effort: Effort | None = None,
    meanwhile: Callable[[], None] = lambda: None,
    code: Code | None = None,
) -> Counterexample:
    """A counterexample for the same assertion with as few switches and steps as the effort allows.

    ``meanwhile`` is called once, if that takes more than a moment.  ``code`` is the claim's, if it is there already.
    """
    code = code or Code(program, cex.addresses)
    if cex.for_ever is not None and cex.for_ever.others_go_on:
        return cex  # who holds what is known to those only who tell the whole story
    effort, started, patient = effort or Effort(), time.monotonic(), True
    best, trail = cex, first_trail(code, cex, model, effort)
    idle = 0
    """So many ways in turn lead to nothing better than the best."""
    for way in itertools.cycle(WAYS):
        variants = way(best.schedule)
        idle += 1
        while (variant := next(variants, None)) is not None:
            if effort.is_over:
                return best
            if patient and time.monotonic() > started + MOMENT:
                patient = False
                meanwhile()
            found = attempt(code, best, variant, model, effort, trail)
            if found is not None and cost(found.cex) < cost(best):
                best, trail, idle = found.cex, found.trail, 1
                variants = way(best.schedule)
        if idle >= len(WAYS):
            return best
    raise AssertionError("a cycle does not end")


class Effort:
    def __init__(self, moves: float = MOVES) -> None:
        self.left, self.until = moves, time.monotonic() + SECONDS

    @property
    def is_over(self) -> bool:
        return self.left <= 0 or time.monotonic() > self.until

    def spend(self, moves: int = 1) -> None:
        """Raises ReplayError if nothing is left."""
        self.left -= moves
        if self.is_over:
            raise ReplayError("shortening it would take too long")


def cost(cex: Counterexample) -> tuple[int, int]:
    """Switches first (a write that leaves its buffer is none), then steps."""
    threads = [step.thread for step in cex.schedule if step.uid != FLUSH]
    count = switches(cex.schedule) + (threads[-1:] not in ([], [cex.violating_thread]))
    return count, len(cex.schedule)


def switches(schedule: list[Step]) -> int:
    threads = [step.thread for step in schedule if step.uid != FLUSH]
    return sum(one != two for one, two in pairwise(threads))


def segments(schedule: list[Step]) -> list[list[Step]]:
    """Maximal runs of steps of one thread."""
    parts: list[list[Step]] = []
    for step in schedule:
        if parts and parts[-1][0].thread == step.thread:
            parts[-1].append(step)
        else:
            parts.append([step])
    return parts


def without_a_segment(schedule: list[Step]) -> Iterator[list[Step]]:
    parts = segments(schedule)
    for index in range(len(parts) - 1, -1, -1):
        yield join(parts[:index] + parts[index + 1 :])


def with_segments_joined(schedule: list[Step]) -> Iterator[list[Step]]:
    """Two segments of one thread become one, where the first or where the second was."""
    parts = segments(schedule)
    for late in range(len(parts) - 1, 0, -1):
        for early in range(late - 2, -1, -1):
            if parts[early][0].thread == parts[late][0].thread:
                between = parts[early + 1 : late]
                yield join([*parts[: early + 1], parts[late], *between, *parts[late + 1 :]])
                yield join([*parts[:early], *between, parts[early], *parts[late:]])


def with_a_segment_cut_short(schedule: list[Step]) -> Iterator[list[Step]]:
    parts = segments(schedule)
    for index in range(len(parts) - 1, -1, -1):
        size = len(parts[index])
        while size > 1:
            size //= 2
            yield join([*parts[:index], parts[index][:-size], *parts[index + 1 :]])


WAYS: tuple[Callable[[list[Step]], Iterator[list[Step]]], ...] = (
    with_segments_joined, without_a_segment, with_a_segment_cut_short,
)  # fmt: skip
"""To vary a schedule, the most promising ones first.  Each is used until it leads to nothing better."""


def join(parts: list[list[Step]]) -> list[Step]:
    return [step for part in parts for step in part]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A lenient run as it was before one of its steps.  Its lists only grow, so their lengths tell what was in them."""

    run: LenientReplayer
    machine: Machine
    taken: int
    inputs: dict[int, int]
    contents: dict[int, int]
    created: dict[int, int]
    places_used: dict[int, int]
    blocks_given: dict[int, int]
    section: int | None
    waits: Waits


@dataclass(frozen=True, slots=True)
class Trail:
    """Snapshots of a lenient run along a schedule, so many steps apart."""

    schedule: list[Step]
    every: int
    snapshots: list[Snapshot]

    def before(self, variant: list[Step]) -> list[Snapshot]:
        """Those before a variant parts from the schedule."""
        common = 0
        for own, other in zip(self.schedule, variant, strict=False):
            if own is not other:
                break
            common += 1
        return self.snapshots[: common // self.every + 1]


def first_trail(code: Code, cex: Counterexample, model: str, effort: Effort) -> Trail:
    """Along a counterexample's own schedule."""
    every = max(LEAST_DISTANCE, len(cex.schedule) // MOST_SNAPSHOTS)
    run = LenientReplayer(code, cex, model, cex.schedule, effort, every)
    with contextlib.suppress(ReplayError, Violation, Endless, Undefined, Fault, Blocked):
        run.run_schedule()
    return Trail(cex.schedule, every, run.snapshots)


@dataclass(frozen=True, slots=True)
class Found:
    """A counterexample, and the trail that its run has left."""

    cex: Counterexample
    trail: Trail


def attempt(
    code: Code, cex: Counterexample, schedule: list[Step], model: str, effort: Effort,
    trail: Trail | None = None,
) -> Found | None:  # fmt: skip
    """The counterexample that the variant leads to, if it leads to the same violation.

    ``trail``: of the counterexample that is varied.  The run sets out from where the variant parts from it.
    """
    known = [] if trail is None else trail.before(schedule)
    every = LEAST_DISTANCE if trail is None else trail.every
    run = LenientReplayer(code, cex, model, schedule, effort, every, known[-1] if known else None)
    try:
        effort.spend(ATTEMPT)
        failure = run.run()
    except ReplayError:
        return None
    if cex.violated not in (failure.uid, UNNAMED):
        return None
    found = replace(cex, schedule=run.taken, inputs=run.inputs, contents=run.contents, violating_thread=failure.thread,
                    violated=failure.uid)  # fmt: skip
    return Found(found, Trail(run.taken, every, known + run.snapshots))


class LenientReplayer(Replayer):
    """Follows only the threads of a schedule, and writes down what really happens.

    Inputs keep their place in each thread; one that no longer fits becomes 0, as any value is a possible one.
    """

    def __init__(
        self,
        code: Code,
        cex: Counterexample,
        model: str,
        schedule: list[Step],
        effort: Effort,
        every: int,
        after: Snapshot | None = None,
    ) -> None:
        self.after, self.every = after, every
        self.taken: list[Step] = []
        self.inputs: dict[int, list[tuple[int, int]]] = {}
        self.contents: dict[int, list[tuple[int, dict[int, int]]]] = {}
        self.children = children(cex.schedule)
        self.created: dict[int, int] = {}
        self.again = 0
        self.hint: Step | None = None
        """The step of the schedule that is being taken: most of them happen as they are."""
        self.variant, self.effort = schedule, effort
        self.snapshots: list[Snapshot] = []
        """Of the way that this run has gone itself."""
        super().__init__(code, cex, model)

    def begin(self) -> None:
        if self.after is None:
            super().begin()
            self.snapshots.append(self.snapshot())
            return
        past, run = self.after, self.after.run
        self.machine = past.machine.clone()
        self.machine.unspecified = self.parameter
        self.taken, self.created, self.section = run.taken[: past.taken], past.created.copy(), past.section
        self.inputs = {t: run.inputs[t][:count] for t, count in past.inputs.items()}
        self.contents = {t: run.contents[t][:count] for t, count in past.contents.items()}
        self.places_used, self.blocks_given = past.places_used.copy(), past.blocks_given.copy()
        self.waits = past.waits.clone()

    def snapshot(self) -> Snapshot:
        return Snapshot(
            self,
            self.machine.clone(),
            len(self.taken),
            {t: len(values) for t, values in self.inputs.items()},
            {t: len(values) for t, values in self.contents.items()},
            self.created.copy(),
            self.places_used.copy(),
            self.blocks_given.copy(),
            self.section,
            self.waits.clone(),
        )

    def run_schedule(self) -> None:
        begun = len(self.taken)
        for number, step in enumerate(self.variant[begun:], begun):
            if number > begun and number % self.every == 0:
                self.effort.spend(SNAPSHOT)
                self.snapshots.append(self.snapshot())
            self.follow(number, step)
        self.again, self.hint = 0, None

    def follow(self, number: int, step: Step) -> None:
        """One step of the schedule, which is one step taken."""
        if step.thread not in self.machine.threads or self.inside_other_section(step.thread):
            raise ReplayError(f"step {number} is not possible")
        if step.uid == FLUSH:
            self.flush(number, step)
            self.taken.append(step)
        else:
            self.again, self.hint = step.again, step
            self.move(step.thread)

    def finish(self) -> NoReturn:
        if self.cex.for_ever is not None:
            self.stay_for_ever(self.cex.for_ever)
        t = self.cex.violating_thread
        if t in self.machine.threads and not self.inside_other_section(t):
            self.let_others_return(t)
            for _ in range(RUN_ON):
                self.move(t)
        raise ReplayError("the violation is not reached")

    def move(self, t: int) -> None:
        self.effort.spend()
        instr = self.upcoming(t)
        if instr is None:
            raise ReplayError(f"thread {t} has no more steps")
        child = None
        if isinstance(instr, Create):
            index = self.created.get(t, 0)
            known = self.children.get(t, [])
            if index >= len(known):
                raise ReplayError("a thread is created that the counterexample does not know")
            child, self.created[t] = known[index], index + 1
        self.execute(t, instr, child)

    def executed(self, t: int, instr: AnyInstr, effect: Effect) -> None:
        child = effect.other if isinstance(instr, Create) else None
        hint = self.hint
        if hint is None or (hint.uid, hint.child, hint.thread) != (instr.uid, child, t):
            hint = Step(t, instr.uid, child, again=self.again)
        self.taken.append(hint)

    def next_input(self, t: int, instr: Nondet) -> int:
        self.effort.spend()  # inputs that keep a loop going make no visible step at all
        given = self.cex.inputs.get(t, [])
        index = len(self.inputs.setdefault(t, []))
        value = given[index][1] if index < len(given) and given[index][0] == instr.uid else 0
        self.inputs[t].append((instr.uid, value))
        return value

    def parameter(self, t: int) -> int:
        given = self.cex.inputs.get(t, [])
        index = len(self.inputs.setdefault(t, []))
        if index >= len(given) or given[index][0] != UNNAMED:
            return 0
        self.inputs[t].append(given[index])
        return given[index][1]

    def next_contents(self, t: int, instr: Declare | Malloc) -> dict[int, int]:
        given = self.cex.contents.get(t, [])
        index = len(self.contents.setdefault(t, []))
        contents = given[index][1] if index < len(given) and given[index][0] == instr.uid else {}
        self.contents[t].append((instr.uid, contents))
        return contents


def children(schedule: list[Step]) -> dict[int, list[int]]:
    """For each thread, the threads it creates, in order."""
    created: dict[int, list[int]] = {}
    for step in schedule:
        if step.child is not None:
            created.setdefault(step.thread, []).append(step.child)
    return created


__all__ = ["minimize"]
