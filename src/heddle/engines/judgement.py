"""What an exploration says about the program.

A violation under SC, TSO or PSO is replayed as an interleaving; under another model the program is run along its graph,
and the graph evaluated once more, by code that the kernel has no part in.
"""

from __future__ import annotations

from heddle.answer import Answer, Cutoff, Drawn, Verdict
from heddle.core.instr import Location
from heddle.core.program import Program
from heddle.explore._kernel import Act, Bound, Reason
from heddle.explore.graphs import Names, claim
from heddle.explore.kernel import Explored
from heddle.explore.model import Unfit
from heddle.explore.prefix import before
from heddle.explore.refusals import words
from heddle.explore.witness import NoSchedule, counterexample
from heddle.models.evaluate import Evaluator
from heddle.models.relation import Model
from heddle.replay.follow import GraphClaim, follow, origins
from heddle.replay.minimize import minimize
from heddle.replay.replay import ReplayError, replay
from heddle.report.wording import failure_message
from heddle.task import Task

CUTS = {
    Bound.ENDLESS: ("a thread runs on without a visible step", ""),
    Bound.RECURSION: ("recursion", "--unwind"),
    Bound.DEPTH: ("events of a thread", "--max-depth"),
}


def unfit(model: Model, error: Unfit) -> str:
    return f"the explorer's algorithm does not fit the model {model.name}: {error}"


def judge(task: Task, program: Program, explored: Explored) -> Answer:
    """What an exploration says about the program."""
    if explored.witnesses:
        return confirm(task, program, explored)
    if explored.refusal is not None:
        return judged(task, Verdict.UNKNOWN, words(explored.refusal))
    obstacles = [text for r, _ in explored.reasons if (text := obstacle(program, explored, r))]
    if obstacles:
        return judged(task, Verdict.UNKNOWN, obstacles[0])
    if not explored.finished:
        return judged(task, Verdict.UNKNOWN, "time limit reached")
    return found_nothing(task, {cut(program, explored, r) for r, _ in explored.reasons if r.act is Act.CUT})


def judged(task: Task, verdict: Verdict, reason: str, engine: str = "stateless") -> Answer:
    return Answer(verdict, reason, task.model.name, engine, task.bounds.given())


def found_nothing(task: Task, cuts: set[Cutoff], engine: str = "stateless") -> Answer:
    """All executions were seen, but for what the bounds cut, and none breaks the property."""
    if not cuts:
        return judged(task, Verdict.SAFE, "no execution violates the property", engine)
    answer = judged(task, Verdict.BOUNDED, "no violation within the bounds", engine)
    answer.cuts = sorted(cuts, key=lambda cut: (str(cut.loc), cut.what))
    return answer


def obstacle(program: Program, explored: Explored, reason: Reason) -> str:
    """What the kernel could not model, if that is why a thread stopped."""
    where = location(program, reason.uid)
    at = "" if where is None else f"{where}: "
    if reason.act is Act.UNSUPPORTED:
        return f"{at}{explored.image.reasons[reason.number]}"
    if reason.act is Act.INDETERMINATE:
        return f"{at}the stateless engine needs the value of an input or of uninitialized memory here"
    return ""


def cut(program: Program, explored: Explored, reason: Reason) -> Cutoff:
    if reason.bound is Bound.LOOP:
        return Cutoff("loop", "--unwind", explored.image.loop_places[reason.number])
    what, option = CUTS[reason.bound]
    return Cutoff(what, option, location(program, reason.uid))


def location(program: Program, uid: int) -> Location | None:
    for function in program.functions.values():
        for x in function.body:
            if x.uid == uid and uid >= 0:
                return x.loc
    return None


# --- violations -------------------------------------------------------------------------------------------------------


SECTIONS = (
    "a violation was found that cannot be confirmed under this model: there are atomic sections over several locations"
)


def confirm(task: Task, program: Program, explored: Explored) -> Answer:
    """Believes the kernel's graph only if somebody else sees the violation too."""
    assert explored.layout is not None
    names = Names(program, explored.layout)
    dump, model = explored.witnesses[0], task.model.operational
    if model is None or dump.flag >= 0:
        answer = confirm_graph(task, program, claim(dump, explored, names), "stateless")
        # the follower takes events one by one, in program order; those of such a section are a block
        is_block = answer.verdict is Verdict.UNKNOWN and explored.wide
        return judged(task, Verdict.UNKNOWN, SECTIONS) if is_block else answer
    try:
        cex = counterexample(dump, explored, names, model)
        replay(program, cex, model)
        execution = replay(program, minimize(program, cex, model), model)
    except (ReplayError, NoSchedule) as error:
        return unconfirmed(task, error, "stateless")
    answer = judged(task, Verdict.VIOLATION, failure_message(execution))
    answer.execution = execution
    return answer


def confirm_graph(task: Task, program: Program, claimed: GraphClaim, engine: str) -> Answer:
    """The program runs along the graph, the model allows it, and raises the flag that it is said to raise."""
    evaluator = Evaluator(task.model.relational)
    claimed = shortened(evaluator, claimed)
    violated = evaluator.violated(claimed.graph)
    if violated:
        return unconfirmed(task, ReplayError(f"its graph breaks the model's {', '.join(violated)}"), engine)
    if claimed.flagged is not None and not evaluator.raises(claimed.graph, claimed.flagged):
        return unconfirmed(task, ReplayError(f"its graph does not raise the flag {claimed.flagged.name}"), engine)
    try:
        execution = follow(program, claimed)
    except ReplayError as error:
        return unconfirmed(task, error, engine)
    answer = judged(task, Verdict.VIOLATION, failure_message(execution), engine)
    answer.execution = execution
    return answer


def shortened(evaluator: Evaluator, claimed: GraphClaim) -> GraphClaim:
    """What leads to the events of a flag, if that is enough for it: no thread waits there."""
    flag = claimed.flagged
    if flag is None or not flag.events:
        return claimed
    shorter = before(claimed, flag)
    assert shorter.flagged is not None
    is_enough = evaluator.consistent(shorter.graph) and evaluator.raises(shorter.graph, shorter.flagged)
    return shorter if is_enough else claimed


def unconfirmed(task: Task, error: Exception, engine: str) -> Answer:
    return judged(task, Verdict.UNKNOWN, f"internal error: the violation found does not replay: {error}", engine)


def drawn(program: Program, claimed: GraphClaim, violates: bool) -> Drawn:
    """Lines are those of the user's program, which the replayer finds by running it along the graph."""
    try:
        known = origins(program, claimed)
    except ReplayError:
        known = {}
    places = {event: (origin.loc, origin.thread_name) for event, origin in known.items()}
    return Drawn(claimed.graph, places, violates)


__all__ = ["confirm_graph", "drawn", "found_nothing", "judge", "judged", "unfit"]
