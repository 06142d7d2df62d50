"""Claimed violations in execution graphs: believed only if somebody else sees them too.

A violation under SC, TSO or PSO is replayed as an interleaving; under another model, and where a flag is raised, the
program is run along its graph, and the graph held against the model once more, by code that has no part in the search:
for the kernel that is the evaluator, for the enumerator, which uses the evaluator itself, the judge.
"""

from __future__ import annotations

from heddle.addresses.observed import observations
from heddle.answer import Answer, Verdict
from heddle.core.instr import DATA_RACE
from heddle.core.program import Program
from heddle.engines.confirm import verify_failure
from heddle.engines.drawings import Drawings
from heddle.engines.judgement import judged
from heddle.explorer.graphs import Names, claim
from heddle.explorer.kernel import Explored
from heddle.explorer.prefix import before, before_end
from heddle.explorer.witness import NoSchedule, UsedAfterItsLife, counterexample
from heddle.models.evaluate import Evaluator
from heddle.replay.follow import GraphClaim, follow
from heddle.replay.judge import Judge
from heddle.replay.minimize import minimize
from heddle.replay.replay import ReplayError, code_for, failure_of, replay
from heddle.report.wording import failure_message
from heddle.task import Task

SECTIONS = (
    "a violation was found that cannot be confirmed under this model: there are atomic sections that access memory in "
    "different sizes"
)

AFTER_LIFE = "a violation was found that cannot be confirmed: threads use a local object of another after its lifetime"

ANOTHER_LAYOUT = "a violation was found that cannot be confirmed: what happens depends on the addresses of objects"


def confirm(task: Task, program: Program, explored: Explored) -> Answer:
    """The first violation that the kernel found, as the replayer sees it."""
    assert explored.layout is not None
    names = Names(program, explored.layout)
    dump, model = explored.witnesses[0], task.model.operational
    if model is None or dump.flag >= 0 or dump.stalled:
        answer = confirm_graph(task, program, claim(dump, explored, names), "stateless")
        # in a section the pieces of an access are events of their own, and nobody says which ones they are
        has_pieces = answer.verdict is Verdict.UNKNOWN and explored.wide and explored.in_pieces
        return judged(task, Verdict.UNKNOWN, SECTIONS) if has_pieces else answer
    try:
        cex = counterexample(dump, explored, names, model)
        code = code_for(program, cex)
        failure_of(cex, model, code)
        execution = replay(program, minimize(program, cex, model, code=code), model, code)
        verify_failure(task, execution.failure)
    except UsedAfterItsLife:
        return judged(task, Verdict.UNKNOWN, AFTER_LIFE)
    except (ReplayError, NoSchedule) as error:
        return unconfirmed(task, program, error, "stateless")
    answer = judged(task, Verdict.VIOLATION, failure_message(execution))
    answer.execution = execution
    return answer


def confirm_graph(task: Task, program: Program, claimed: GraphClaim, engine: str) -> Answer:
    """The program runs along the graph, the model allows it, and raises the flag that it is said to raise."""
    evaluator = (Evaluator if engine == "stateless" else Judge)(task.model.of_threads)
    claimed = shortened(evaluator, claimed, DATA_RACE in program.claims)
    violated = evaluator.violated(claimed.graph)
    if violated:
        return unconfirmed(
            task, program, ReplayError(f"its graph breaks the model's {', '.join(violated)}"), engine
        )
    if claimed.flagged is not None and not evaluator.raises(claimed.graph, claimed.flagged):
        return unconfirmed(
            task, program, ReplayError(f"its graph does not raise the flag {claimed.flagged.name}"), engine
        )
    try:
        execution = follow(program, claimed)
        verify_failure(task, execution.failure)
    except ReplayError as error:
        return unconfirmed(task, program, error, engine)
    answer = judged(task, Verdict.VIOLATION, failure_message(execution), engine)
    answer.execution = execution
    answer.graphs = [Drawings(program, task.model.of_threads).of(claimed, True)]
    return answer


def shortened(evaluator: Evaluator | Judge, claimed: GraphClaim, may_race: bool) -> GraphClaim:
    """What leads to the events of a flag, if that is enough for it: no thread waits there.  And what leads to a race
    that a check has seen: the other thread then still stands before its access."""
    flag = claimed.flagged
    if may_race and claimed.violated is not None:
        return before_end(claimed)
    if flag is None or not flag.events:
        return claimed
    shorter = before(claimed, flag)
    assert shorter.flagged is not None
    is_enough = evaluator.consistent(shorter.graph) and evaluator.raises(shorter.graph, shorter.flagged)
    return shorter if is_enough else claimed


def unconfirmed(task: Task, program: Program, error: Exception, engine: str) -> Answer:
    """An engine's layout is not the replayer's: where the program observes addresses, they may see different things."""
    observed = observations(program)
    if observed:
        return judged(task, Verdict.UNKNOWN, f"{observed[0].loc}: {ANOTHER_LAYOUT}", engine)
    return judged(task, Verdict.UNKNOWN, f"internal error: the violation found does not replay: {error}", engine)


__all__ = ["confirm", "confirm_graph"]
