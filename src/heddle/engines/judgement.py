"""What an exploration says about the program.

A violation under SC, TSO or PSO is replayed as an interleaving; under another model the program is run along its graph,
and the graph evaluated once more, by code that the kernel has no part in.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from heddle.core.program import Program
from heddle.explore.graphs import Names, claim
from heddle.explore.kernel import Explored
from heddle.explore.model import Unfit
from heddle.explore.witness import OPERATIONAL, NoSchedule, counterexample
from heddle.models.relation import Model
from heddle.replay.follow import GraphClaim, follow
from heddle.replay.minimize import minimize
from heddle.replay.replay import ReplayError, replay
from heddle.result import Verdict
from heddle.trace import Trace

if TYPE_CHECKING:
    from heddle.explore._kernel import Reason

CUT, UNSUPPORTED, UNDEFINED, INDETERMINATE = 13, 14, 15, 16
"""Why a thread stopped, as the kernel numbers it."""
ENDLESS, RECURSION, DEPTH = -1, -2, -3


@dataclass(slots=True)
class Judgement:
    verdict: Verdict
    reason: str
    cuts: list[str] = field(default_factory=list)
    trace: Trace | None = None


def unfit(model: Model, error: Unfit) -> str:
    return f"the explorer's algorithm does not fit the model {model.name}: {error}"


def judge(program: Program, model: Model, explored: Explored, name: str) -> Judgement:
    """What an exploration says about the program."""
    if explored.witnesses:
        return confirm(program, model, explored, name)
    if explored.broken:
        misfit = explored.is_misfit
        return Judgement(Verdict.UNKNOWN, unfit(model, Unfit(explored.broken)) if misfit else explored.broken)
    obstacles = [text for r, _ in explored.reasons if (text := obstacle(program, explored, r))]
    if obstacles:
        return Judgement(Verdict.UNKNOWN, obstacles[0])
    if not explored.finished:
        return Judgement(Verdict.UNKNOWN, "time limit reached")
    cuts = sorted({cut(program, explored, r) for r, _ in explored.reasons if r.act == CUT})
    if cuts:
        return Judgement(Verdict.BOUNDED, "no violation within the bounds", cuts)
    return Judgement(Verdict.SAFE, "no execution violates the property")


def obstacle(program: Program, explored: Explored, reason: Reason) -> str:
    """What the kernel could not model, if that is why a thread stopped."""
    where = location(program, reason.uid)
    if reason.act == UNSUPPORTED:
        return f"{where}{explored.image.reasons[reason.info]}"
    if reason.act == INDETERMINATE:
        return f"{where}the stateless engine needs the value of an input or of uninitialized memory here"
    return ""


def cut(program: Program, explored: Explored, reason: Reason) -> str:
    if reason.info >= 0:
        return f"{explored.image.loop_names[reason.info]}: loop (raise with --unwind)"
    where = location(program, reason.uid)
    kinds = {
        ENDLESS: "a thread runs on without a visible step",
        RECURSION: "recursion (raise with --unwind)",
        DEPTH: "events of a thread (raise with --max-depth)",
    }
    return f"{where}{kinds.get(reason.info, 'a bound')}"


def location(program: Program, uid: int) -> str:
    for function in program.functions.values():
        for x in function.body:
            if x.uid == uid and uid >= 0:
                return f"{x.loc}: "
    return ""


# --- violations -------------------------------------------------------------------------------------------------------


SECTIONS = (
    "a violation was found that cannot be confirmed under this model: there are atomic sections over several locations"
)


def confirm(program: Program, model: Model, explored: Explored, name: str) -> Judgement:
    """Believes the kernel's graph only if somebody else sees the violation too."""
    assert explored.layout is not None
    names = Names(program, explored.layout)
    dump = explored.witnesses[0]
    try:
        if name in OPERATIONAL:
            cex = counterexample(dump, explored, names, name)
            replay(program, cex, name)
            trace = replay(program, minimize(program, cex, name), name)
        else:
            judgement = confirm_graph(program, model, claim(dump, explored, names))
            # the follower takes events one by one, in program order; those of such a section are a block
            is_block = judgement.verdict is Verdict.UNKNOWN and explored.wide
            return Judgement(Verdict.UNKNOWN, SECTIONS) if is_block else judgement
    except (ReplayError, NoSchedule) as error:
        return unconfirmed(error)
    return Judgement(Verdict.VIOLATION, trace.message, trace=trace)


def confirm_graph(program: Program, model: Model, claimed: GraphClaim) -> Judgement:
    """The program runs along the graph, and the model allows it."""
    from heddle.models.evaluate import Evaluator

    violated = Evaluator(model).violated(claimed.graph)
    if violated:
        return unconfirmed(ReplayError(f"its graph breaks the model's {', '.join(violated)}"))
    try:
        trace = follow(program, claimed)
    except ReplayError as error:
        return unconfirmed(error)
    return Judgement(Verdict.VIOLATION, trace.message, trace=trace)


def unconfirmed(error: Exception) -> Judgement:
    return Judgement(Verdict.UNKNOWN, f"internal error: the violation found does not replay: {error}")


__all__ = ["Judgement", "confirm_graph", "judge", "unfit"]
