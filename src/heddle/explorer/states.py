"""Runs a search of all states in the native kernel (``native/states.hpp``): hands over the program and its store
buffers, and collects what was found."""

from __future__ import annotations

import time
from collections.abc import Callable

from heddle.core.instr import BAD_FREE, LIFETIME, AtomicBegin
from heddle.core.program import Program
from heddle.explorer import _kernel
from heddle.explorer._kernel import DRAINS, HOLDS, SEPARATES, Act, FoundViolation, Gap, StateSearch
from heddle.explorer.events import EventClasses
from heddle.explorer.kernel import DEFAULT_RECURSION, Explored
from heddle.explorer.lower import LowerOptions, lower
from heddle.explorer.trials import Trial, trials
from heddle.models.store_buffers import POLICIES, StoreBuffers
from heddle.records import dataclass

TICK = 0.2
GAPS = {
    Gap.LONG_BUFFER: "store buffers grow without bound",
    Gap.MANY_THREADS: "threads are created without bound",
    Gap.MIXED_SIZES: "an atomic section accesses memory in different sizes",
    Gap.SPINS_INSIDE: "a thread runs on without end inside an atomic section",
}


@dataclass(frozen=True, slots=True)
class Patience:
    """What is asked about threads that never end, if anything: those that wait for ever; and, ``runs``, those that run
    for ever; and, ``partly``, some that wait for each other while others go on."""

    looks: bool = False
    runs: bool = False
    partly: bool = False


class StateSpace:
    """All states of a program under one of the store-buffer models."""

    def __init__(self, program: Program, model: str, patience: Patience = Patience()) -> None:  # noqa: B008
        self.program, self.policy, self.patience = program, POLICIES[model], patience
        self.trials: dict[int, Trial] = {}
        """Inputs of many values of which some are tried: none, as long as their values seem not to matter."""
        self.search = self.prepare()
        self.finished = False

    def prepare(self) -> StateSearch:
        program = self.program
        sections = frozenset(
            x.uid for f in program.functions.values() for x in f.body if isinstance(x, AtomicBegin)
        )
        classes = EventClasses(language=False)
        options = LowerOptions(fences=self.policy.exist, wide=sections, trials=self.trials, for_states=True)
        image, layout = self.image, self.layout = lower(program, classes, options)
        lowered = _kernel.program(
            code=image.code, functions=image.functions, constants=image.constants, lists=image.lists,
            loops=image.loops, loop_bounds=image.bounds, classes=[(kind, 0) for kind, _ in classes.members],
            sections=classes.section(), globals=layout.global_bytes(),
            thread_private=layout.thread_objects(program, True), thread_shared=layout.thread_objects(program, False),
            thread_extents=layout.thread_extents(program), thread_private_size=layout.own_size, shift=layout.shift,
            cuts=[], entry=list(program.functions).index(program.entry), recursion=DEFAULT_RECURSION, fill=-1,
            dependencies=False, claims_pointers="pointer" in program.claims,
            claims_lives=LIFETIME in program.claims, claims_frees=BAD_FREE in program.claims,
        )  # fmt: skip
        return StateSearch(
            lowered, live=image.live, one_queue=self.policy.keep_program_order,
            ordering=orderings(program, self.policy), looks=self.patience.looks, runs=self.patience.runs,
            partly=self.patience.partly,
        )  # fmt: skip

    def run(self, deadline: float, progress: Callable[[str], None]) -> None:
        """Until all states are known, a violation is found, or time is over."""
        told = time.monotonic()
        while (left := deadline - time.monotonic()) > 0:
            if self.search.run(min(TICK, left)):
                if not self.needs_inputs():
                    self.finished = True
                    return
                self.trials = trials(self.program)
                progress("inputs matter: starting again with some of their values")
                self.search = self.prepare()
            if time.monotonic() - told >= 1:
                told = time.monotonic()
                progress(f"{self.search.states} states, {self.search.states - self.search.expanded} to go")

    def needs_inputs(self) -> bool:
        """Whether values of inputs would lead further."""
        stuck = any(r.act is Act.INDETERMINATE for r, _ in self.search.reasons)
        return stuck and self.violation is None and not self.trials and bool(trials(self.program))

    @property
    def is_done(self) -> bool:
        return self.finished or self.violation is not None

    @property
    def violation(self) -> FoundViolation | None:
        return self.search.violation

    @property
    def gaps(self) -> list[str]:
        """Why not all states were searched, in words."""
        return [GAPS[gap] for gap in sorted(self.search.gaps)]

    def explored(self) -> Explored:
        """What was found, in the form in which all searches of the kernel are judged."""
        return Explored(
            finished=self.finished, reasons=self.search.reasons, image=self.image, layout=self.layout,
            trials=self.trials,
        )  # fmt: skip


def orderings(program: Program, policy: StoreBuffers) -> list[int]:
    """What each instruction has to do with its thread's store buffer, by uid."""
    found: dict[int, int] = {}
    for function in program.functions.values():
        for x in function.body:
            holds, drains = policy.hold(x, False), policy.drain(x, False)
            found[x.uid] = HOLDS * holds | DRAINS * drains | SEPARATES * policy.separate(x)
    return [found.get(uid, 0) for uid in range(max(found, default=-1) + 1)]


__all__ = ["Patience", "StateSpace"]
