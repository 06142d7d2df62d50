"""The stateless engine: explores every execution graph that the memory model allows.

An exploration that ends without cutting anything is a proof.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from heddle.answer import Answer, Verdict
from heddle.core.instr import FOR_EVER
from heddle.engines.engine import Engine, Listener
from heddle.records import dataclass

if TYPE_CHECKING:
    from heddle.core.program import Program
    from heddle.engines.exploring import Question
    from heddle.explorer.kernel import Searchers
    from heddle.task import Task


@dataclass(frozen=True, slots=True)
class Misfit:
    """The explorer's algorithm is not for this model, or not for what the program does under it."""

    reason: str
    seconds: float


class Stateless(Engine):
    name = "stateless"
    summary = "every execution graph that the memory model allows, each once"
    bounds = frozenset({"max_depth"})
    settings = frozenset({"no_filter", "jobs", "reuse_freed"})
    unchecked = FOR_EVER
    models = None
    ghost_models = frozenset({"sc"})
    counts_executions = True
    moves_objects = True

    def unseen(self, task: Task) -> frozenset[str]:
        """Under models that are store buffers threads say in code where they wait, and graphs have no moments."""
        return self.unchecked if task.model.operational is not None else frozenset()

    def run(self, task: Task, program: Program, listener: Listener) -> Answer:
        answer = explore(task, program, listener)
        if isinstance(answer, Misfit):
            return self.no_answer(task, f"{answer.reason} (--engine enumerate is for small programs under any model)")
        return answer


def explore(
    task: Task, program: Program, listener: Listener, searchers: Searchers | None = None
) -> Answer | Misfit:
    """``searchers``: who searches, if not the kernel in this process."""
    from heddle.engines.exploring import Question
    from heddle.explorer._kernel import Kernel

    return searched(Question(task, program, listener, searchers or Kernel))


def searched(question: Question) -> Answer | Misfit:
    """Freed blocks are given out again if the user wants that, or where nothing else is left in doubt."""
    from heddle.addresses.freed import worth_giving

    if question.task.method.reuse_freed:
        question.again = worth_giving(question.program)
    answer = _searched(question)
    if question.again or isinstance(answer, Misfit) or not depends_on_freed_blocks(question.task, answer):
        return answer
    question.again = worth_giving(question.program)
    question.listener.progress("blocks that are freed may be given out again: starting again")
    more = _searched(question)
    return answer if isinstance(more, Misfit) or not (more.is_definite or says_more(more, answer)) else more


def depends_on_freed_blocks(task: Task, answer: Answer) -> bool:
    """Whether it would be definite, but for blocks that are given out again."""
    from heddle.addresses.freed import NOT_AGAIN
    from heddle.engines.judgement import LOAD_BUFFERING

    wants_all = task.wanted.executions or task.wanted.states or task.wanted.graphs
    known = {cut.what for cut in answer.cuts} - {LOAD_BUFFERING.what}
    return not wants_all and answer.verdict is Verdict.BOUNDED and known == {NOT_AGAIN}


def says_more(more: Answer, answer: Answer) -> bool:
    return more.verdict is Verdict.BOUNDED and set(more.cuts) < set(answer.cuts)


def _searched(question: Question) -> Answer | Misfit:
    """Within the user's bounds; otherwise within bounds that grow, where there is something to bound."""
    from heddle.engines.growing import Growing, grows
    from heddle.explorer.model import Unfit

    try:
        if grows(question.task, question.program):
            return Growing(question).run()
        exploration = question.exploration()
        explored = exploration.advance(question.until(exploration)) or exploration.stop()
        answer = question.answer(explored)
        return answer if isinstance(answer, Misfit) else question.drawn(answer, explored)
    except Unfit as error:
        return question.misfit(error)


__all__ = ["Misfit", "Stateless", "explore", "searched"]
