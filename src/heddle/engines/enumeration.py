"""Small programs under any memory model: all candidate executions are enumerated, the model picks.

This serves the models that the explorer's algorithm does not fit (:mod:`heddle.explorer.requirements`).
"""

from __future__ import annotations

import time

from heddle.answer import Answer, Counts, Cutoff, State, Stop, Verdict, at_undefined_behaviour
from heddle.core.instr import FOR_EVER, Cut
from heddle.core.program import BoundedProgram, Program
from heddle.core.types import Scalar
from heddle.engines.confirm_graph import confirm_graph
from heddle.engines.drawings import Drawings
from heddle.engines.engine import Listener
from heddle.engines.judgement import (
    OTHER_CONTENTS,
    borrowed_fences,
    found_nothing,
    freed_blocks,
    judged,
    other_layouts,
)
from heddle.engines.ladder import bounds_of
from heddle.enumerate.candidates import Execution
from heddle.enumerate.orders import Orders
from heddle.enumerate.run import Run
from heddle.enumerate.search import DEFAULT_UNWIND, Enumeration, waits_on_latest
from heddle.enumerate.stalls import begun, may_stall
from heddle.enumerate.thin_air import LEFT_OUT
from heddle.enumerate.values import Unsupported
from heddle.explorer.prefix import without_sections_that_wait
from heddle.passes.unfold import TooLarge, unfold
from heddle.records import dataclass, field, replace
from heddle.replay.follow import GraphClaim, follow
from heddle.replay.replay import GoesOn, ReplayError
from heddle.symbolic.execute import execute
from heddle.symbolic.lifetimes import late_uses
from heddle.symbolic.registers import Registers
from heddle.symbolic.value_analysis import Values
from heddle.task import Task

ENGINE = "enumerate"


OTHER_STALLS = "threads that wait for ever where no enumerated execution shows it"
"""Finding none is no proof here."""
AFTER_FAILURE = "what a thread does after a __VERIFIER_assert that does not hold, which is no branch"
"""Under load buffering, that can be why it does not hold."""
MAY_STALL = "whether threads wait here for ever"
USED_AFTER = "memory may be used here after its life; this engine does not see whether it is"


TOO_MANY = "there are too many candidates for the time that there is"
SLACK = 2.0
"""So many times the time that there is may a search seem to take that still goes on: estimates are rough."""


class OutOfTime(Exception):
    pass


def ended(bounded: BoundedProgram) -> set[Cutoff]:
    """Where memory may be used after its life, which the enumeration does not see."""
    events = execute(bounded, Registers(bounded))
    return {Cutoff(USED_AFTER, "", x.loc) for x in late_uses(events, Values(events))}


@dataclass(slots=True)
class Enumerated:
    """What an enumeration found.  ``broken`` says why it has no answer; ``obstacles`` what executions ran into."""

    executions: int = 0
    blocked: int = 0
    violations: int = 0
    cut: int = 0
    stopped: int = 0
    candidates: int = 0
    finished: bool = False
    ends: bool = False
    """Some execution comes to the program's end."""
    broken: str = ""
    stopped_by: Stop | None = None
    obstacles: list[str] = field(default_factory=list)
    cuts: set[Cutoff] = field(default_factory=set)
    witness: GraphClaim | None = None
    kept: list[tuple[GraphClaim, bool]] = field(default_factory=list)
    """Graphs to be shown, with whether they are violations."""
    states: dict[State, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Patience:
    """After so many ``seconds`` a search is given up that would not come to its end within ``whole``."""

    seconds: float
    whole: float


def enumerate_all(task: Task, program: Program, listener: Listener, patience: Patience | None = None) -> Answer:
    return _Enumerator(task, program, listener, patience).run()


class _Enumerator:
    def __init__(self, task: Task, program: Program, listener: Listener, patience: Patience | None = None) -> None:
        unwind = DEFAULT_UNWIND if task.bounds.unwind is None else task.bounds.unwind
        self.task = replace(task, bounds=replace(task.bounds, unwind=unwind))
        self.program, self.listener, self.patience = program, listener, patience
        self.enumeration: Enumeration | None = None
        self.found = Enumerated()
        self.started = self.told = self.begun = time.monotonic()
        self.observed = [
            o for o in program.memory.values() if o.kind == "global" and isinstance(o.type, Scalar)
        ]

    def run(self) -> Answer:
        self.enumerate()
        if self.found.obstacles and self.found.finished and self.found.witness is None:
            self.found = Enumerated(candidates=self.found.candidates)
            self.enumerate(zeros=True)
        answer, found, wanted = self.judge(), self.found, self.task.wanted
        answer.counts = self.so_far()
        answer.states = found.states if wanted.states else None
        if wanted.graphs:
            drawings = Drawings(self.program, self.task.model.of_threads)
            kept = [(claim, bad) for claim, bad in found.kept if claim is not found.witness]
            answer.graphs += [drawings.of(claim, is_violation) for claim, is_violation in kept]
        return answer

    def enumerate(self, zeros: bool = False) -> None:
        """``zeros``: uninitialized memory is taken for zeros, as its contents matter."""
        found, bounds, orders = self.found, self.task.bounds, Orders(self.program)
        try:
            bounded = unfold(self.program, bounds_of(bounds, skip_idle=False))
            depth = bounds.max_depth or 0
            model, self.begun = self.task.model.of_threads, time.monotonic()
            enumeration = self.enumeration = Enumeration(bounded, model, depth=depth, tick=self.tick, zeros=zeros)
            for execution in enumeration.all_executions():
                if not orders.is_known(execution):
                    self.take(execution, enumeration)
                if found.violations and not self.task.wanted.executions:
                    break
            found.finished = True
            found.cuts |= {Cutoff(AFTER_FAILURE, "", x.loc) for x in enumeration.observers}
            found.cuts |= ended(bounded) | other_layouts(self.program) | freed_blocks(self.program)
            found.cuts |= borrowed_fences(self.task, self.program)
            found.cuts |= {Cutoff(f"{OTHER_CONTENTS} zeros", "", None)} if zeros else set()
            if not self.program.claims.isdisjoint(FOR_EVER):
                found.cuts.add(Cutoff(OTHER_STALLS, "", None))
        except OutOfTime as error:
            found.broken, found.stopped_by = str(error), Stop.TIME
        except TooLarge as error:
            found.broken = f"the program is too large to enumerate its executions: {error}"
            found.stopped_by = Stop.SIZE
        except Unsupported as error:
            found.broken = f"the executions cannot be enumerated: {error}"

    def judge(self) -> Answer:
        found = self.found
        if found.witness is not None:
            return confirm_graph(self.task, self.program, found.witness, ENGINE)
        if found.broken or found.obstacles:
            answer = judged(self.task, Verdict.UNKNOWN, found.broken or found.obstacles[0], ENGINE)
            answer.stopped = found.stopped_by
            return answer
        answer = found_nothing(self.task, found.cuts, ENGINE)
        return answer if found.ends else answer.vacuous()

    def so_far(self) -> Counts:
        found = self.found
        executions = found.executions + found.cut
        return Counts(executions, found.blocked, found.violations, found.cut, found.finished, found.candidates)

    def tick(self) -> None:
        """Called for every candidate."""
        now = time.monotonic()
        self.found.candidates += 1
        if self.task.limits.timeout is not None and now - self.started > self.task.limits.timeout:
            raise OutOfTime("time limit reached")
        if self.is_hopeless(now - self.begun):
            raise OutOfTime(TOO_MANY)
        if now - self.told >= 1:
            self.told = now
            found = self.found
            interim = judged(self.task, Verdict.UNKNOWN, "", ENGINE)
            interim.counts = self.so_far()
            self.listener.interim(interim)
            self.listener.progress(
                f"{found.candidates} candidates, {found.executions} executions, {found.blocked} blocked"
            )

    def is_hopeless(self, seconds: float) -> bool:
        if self.patience is None or seconds < self.patience.seconds or self.enumeration is None:
            return False
        return seconds > SLACK * self.enumeration.share * self.patience.whole

    def take(self, execution: Execution, enumeration: Enumeration) -> None:
        """Counts an execution as the explorer would: one that raises a flag counts by its end too."""
        found = self.found
        endings = {run.ending for run in execution.runs}
        found.ends |= "exits" in endings or (execution.runs[0].ending == "" and waits_on_latest(execution))
        claim = claimed(execution)
        if enumeration.leaves_out(execution):
            found.cuts.add(Cutoff(LEFT_OUT, "", None))
        if not self.program.claims.isdisjoint(FOR_EVER) and self.stalls(execution, claim):
            return
        is_violation = "fails" in endings or claim.flagged is not None
        if is_violation:
            found.violations += 1
            found.witness = found.witness or claim
            self.keep(claim, True)
        if "fails" in endings:
            pass
        elif endings & {"undefined", "indeterminate"}:
            found.stopped += 1
            found.obstacles += [indeterminate(run) for run in execution.runs if run.ending == "indeterminate"]
            found.cuts |= {at_undefined_behaviour(run.at) for run in execution.runs if run.ending == "undefined"}
            return
        elif "waits" in endings:
            found.blocked += waits_on_latest(execution)
            return
        elif "cut" in endings:
            found.cut += 1
        else:
            found.executions += 1
            self.observe(execution, enumeration)
        found.cuts |= {cut(run) for run in execution.runs if run.ending == "cut"}
        if not is_violation:
            self.keep(claim, False)

    def stalls(self, execution: Execution, claim: GraphClaim) -> bool:
        """Whether threads never go on, as the replayer sees it.  Where it does not, nobody says that they do; nor
        where one could have gone further."""
        self.found.cuts |= {cut(run) for run in execution.runs if run.ending == "cut"}
        threads = may_stall(execution, spins="termination" in self.program.claims)
        if not threads:
            return False
        claim = without_sections_that_wait(replace(claim, stalled=threads), begun(execution))
        try:
            follow(self.program, claim)
        except ReplayError as error:
            if isinstance(error, GoesOn) and any(run.ending == "exits" for run in execution.runs):
                return False  # they wait until somebody ends the program
            at = next(run.at for run in execution.runs if run.thread in threads)
            self.found.cuts.add(Cutoff(MAY_STALL, "", None if at is None else at.loc))
            return False
        self.found.violations += 1
        self.found.witness = self.found.witness or claim
        self.keep(claim, True)
        return True

    def keep(self, claim: GraphClaim, is_violation: bool) -> None:
        if len(self.found.kept) < self.task.wanted.graphs:
            self.found.kept.append((claim, is_violation))

    def observe(self, execution: Execution, enumeration: Enumeration) -> None:
        if not (self.task.wanted.states and self.observed):
            return
        final = enumeration.final_memory(execution)
        values = {}
        for obj in self.observed:
            name = enumeration.layout.name(obj.name, 0)
            values[obj.name] = final.get(name, enumeration.initial.of(name)) or 0
        state = tuple(values.items())
        self.found.states[state] = self.found.states.get(state, 0) + 1


def claimed(execution: Execution) -> GraphClaim:
    inputs = {run.thread: run.inputs for run in execution.runs}
    failing = next((run for run in execution.runs if run.ending == "fails"), None)
    if failing is None or failing.at is None:
        return GraphClaim(execution.graph, inputs, flagged=next(iter(execution.flags), None))
    return GraphClaim(execution.graph, inputs, failing.thread, failing.at.uid)


def indeterminate(run: Run) -> str:
    where = "" if run.at is None else f"{run.at.loc}: "
    return f"{where}the value of an input or of uninitialized memory is needed here"


def cut(run: Run) -> Cutoff:
    if isinstance(run.at, Cut):
        return Cutoff(run.at.what, run.at.option, run.at.loc)
    return Cutoff("events of a thread", "--max-depth", None if run.at is None else run.at.loc)
