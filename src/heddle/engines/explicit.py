"""The explicit engine: visits every state that the program can reach, once, so loops need no bound.

It ends where there are finitely many states (and time and memory for them).  Then ``safe`` rests on no bound at all.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from heddle.answer import Answer, Stop, Verdict
from heddle.core.instr import MAY_FAIL, SPURIOUS, Nondet
from heddle.engines.engine import Engine, Listener, deadline

if TYPE_CHECKING:
    from collections.abc import Callable

    from heddle.core.program import Program
    from heddle.explorer._kernel import Reason
    from heddle.explorer.kernel import Explored
    from heddle.explorer.states import Patience, StateSpace
    from heddle.task import Task


TURN = 0.2
"""Seconds."""


class Explicit(Engine):
    name = "explicit"
    summary = "every reachable state, each once: proofs without bounds where there are finitely many"
    unfolds = False
    ghost_models = frozenset({"sc"})

    def run(self, task: Task, program: Program, listener: Listener) -> Answer:
        until, model = deadline(task, time.monotonic()), task.model.operational
        assert model is not None, "only store buffers have states"
        program, patience = program.bare or program, patience_for(task)
        if patience.runs and (failing := fails_at_will(program)) is not None:
            return self.no_answer(task, f"{failing.loc}: {AT_WILL[failing.what]} may fail, and nothing says how often")
        search = _Search(program, model, patience)
        try:
            search.run(until, listener.progress, lambda space: self.proves(task, program, space))
        except MemoryError:
            states = search.states
            del search.space, search.freed  # there must be room for saying so
            return self.no_answer(task, f"memory limit reached after {states} states", Stop.MEMORY)
        space = search.space
        answer = self.refuted(task, program, space, listener) if space.violation else self.judged(task, program, space)
        answer.statistics["states"] = space.search.states
        if search.is_proof:
            from heddle.passes.counted_waits import ANY_ROUNDS

            answer.note = ANY_ROUNDS
        return answer

    def proves(self, task: Task, program: Program, space: StateSpace) -> bool:
        """Whether all states of a program that can do more say as much of this one as its own would."""
        from heddle.explorer._kernel import Act

        if space.violation is not None or any(r.act is Act.UNDEFINED for r, _ in space.search.reasons):
            return False
        return self.judged(task, program, space).verdict is not Verdict.UNKNOWN

    def refuted(self, task: Task, program: Program, space: StateSpace, listener: Listener) -> Answer:
        from heddle.engines.confirm import confirm
        from heddle.engines.confirm_graph import unconfirmed
        from heddle.explorer.schedule import counterexample
        from heddle.replay.replay import ReplayError

        assert space.violation is not None and task.model.operational is not None
        cex = counterexample(program, space.violation, task.model.operational)
        try:
            return confirm(
                task, program, cex, listener, lambda m: Answer(Verdict.VIOLATION, m, task.model.name, self.name)
            )
        except ReplayError as error:
            return unconfirmed(task, program, error, self.name)

    def judged(self, task: Task, program: Program, space: StateSpace) -> Answer:
        """What a search that found no violation says."""
        from heddle.engines.judgement import found_nothing, freed_blocks, other_layouts, undefined, untried
        from heddle.explorer._kernel import Act

        explored = space.explored()
        obstacles = [text for r, _ in explored.reasons if (text := self.obstacle(program, explored, r))]
        obstacles = [*obstacles, *space.gaps]
        if obstacles:
            return self.no_answer(task, obstacles[0])
        if not space.finished:
            return self.no_answer(task, f"time limit reached after {space.search.states} states", Stop.TIME)
        ends = {undefined(program, r) for r, _ in explored.reasons if r.act is Act.UNDEFINED}
        places = other_layouts(program) | freed_blocks(program)
        answer = found_nothing(task, ends | untried(program, explored) | places, self.name)
        return answer if space.search.ends else answer.vacuous()

    def obstacle(self, program: Program, explored: Explored, reason: Reason) -> str:
        """Why a thread was not followed to its end, if that is so."""
        from heddle.engines.judgement import CUTS, location, obstacle
        from heddle.explorer._kernel import Act

        if reason.act is not Act.CUT:
            return obstacle(program, explored, reason, self.name)
        where = location(program, reason.uid)
        return f"{'' if where is None else f'{where}: '}{CUTS[reason.bound][0]} without end"


class _Search:
    """All states of a program; beside it, where loops count how long they wait, those of the same program without the
    count (:mod:`heddle.passes.counted_waits`), which are fewer, and may be a proof.  They take turns."""

    def __init__(self, program: Program, model: str, patience: Patience) -> None:
        from heddle.explorer.states import StateSpace
        from heddle.passes.counted_waits import without_counting

        self.space = StateSpace(program, model, patience)
        freed = None if patience.looks else without_counting(program)
        self.freed = None if freed is None else StateSpace(freed, model, patience)
        """Until it has come to its end."""
        self.is_proof = False

    @property
    def states(self) -> int:
        return sum(space.search.states for space in (self.space, self.freed) if space is not None)

    def run(self, until: float, progress: Callable[[str], None], proves: Callable[[StateSpace], bool]) -> None:
        while self.freed is not None and time.monotonic() < until:
            self.freed.run(min(until, time.monotonic() + TURN), progress)
            if self.freed.is_done:
                if proves(self.freed):
                    self.space, self.is_proof = self.freed, True
                    return
                self.freed = None
            self.space.run(min(until, time.monotonic() + TURN), progress)
            if self.space.is_done:
                return
        self.space.run(until, progress)


def patience_for(task: Task) -> Patience:
    """What the task asks about threads that never end."""
    from heddle.explorer.states import Patience
    from heddle.properties import deadlock, termination

    claims = task.property.claims
    runs, waits = termination.KIND in claims, deadlock.KIND in claims
    return Patience(runs or waits, runs, waits or termination.has_to_outlive(task.property))


AT_WILL = {MAY_FAIL: "a store-exclusive", SPURIOUS: "a weak compare-and-exchange"}


def fails_at_will(program: Program) -> Nondet | None:
    """Where the program notices that an operation fails although nobody was in the way.  That one does so for ever is
    no run that anybody means."""
    bodies = (f.body for f in program.functions.values())
    return next((x for body in bodies for x in body if isinstance(x, Nondet) and x.what in AT_WILL), None)


__all__ = ["Explicit"]
