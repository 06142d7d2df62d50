"""Programs in another form: as sequential C, or as core text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heddle import engines
from heddle.engines.bounded import FREE
from heddle.errors import InputError, UsageError
from heddle.records import replace
from heddle.sma import ABSTRACTIONS, DEFAULT, SmaBounds
from heddle.task import Bounds, Task

if TYPE_CHECKING:
    from heddle.core.program import BoundedProgram


UNBOUNDED = "unbounded"
"""The engine whose sequential program keeps loops."""


def verify(task: Task) -> None:
    """Raises UsageError where there is no sequential program for the memory model and the abstraction."""
    if task.method.engine == UNBOUNDED:
        refused = engines.find(UNBOUNDED).refuses(replace(task, bounds=Bounds()))
    else:
        named = ABSTRACTIONS.get(task.method.sma or "")
        engine = engines.find("lazy" if named is None else named.engine)
        bounds = Bounds(contexts=task.bounds.contexts)
        refused = engine.refuses(replace(task, bounds=bounds, method=replace(task.method, engine=engine.name)))
    if refused is not None:
        raise UsageError(refused.reason)


def sequential_c(task: Task) -> str:
    """The sequential C program that simulates the threads within the task's bounds."""
    from heddle.sequentializer.printing import c_text
    from heddle.sequentializer.scheme import sequentialize, shared

    if task.method.engine == UNBOUNDED:
        return _unbounded_c(task)
    bounded, model, given = unfolded(task), task.model.operational or "sc", task.bounds
    contexts = (given.contexts or 4) if task.method.schedule == FREE else 0
    bounds = SmaBounds(given.queue or 2, given.clock or 2, given.writes or 2, given.rounds or 2, contexts)
    name = task.method.sma or (None if model == "sc" else DEFAULT[model])
    abstraction = None if name is None else ABSTRACTIONS[name]
    return c_text(sequentialize(shared(bounded, abstraction), abstraction, bounds))


def _unbounded_c(task: Task) -> str:
    """The sequential C program that keeps loops; its bounds are for loops that create threads, and for recursion."""
    from heddle.engines.ladder import bounds_of
    from heddle.passes.bounds import TooLarge
    from heddle.passes.inline import inline
    from heddle.sequentializer.loops import share_loops
    from heddle.sequentializer.printing import c_text
    from heddle.sequentializer.unbounded import unbounded

    try:
        return c_text(unbounded(share_loops(inline(task.program(), bounds_of(task.bounds, skip_idle=False)))))
    except TooLarge as error:
        raise InputError(f"{error} (lower --unwind)") from error


def core_text(task: Task, is_unfolded: bool = False) -> str:
    from heddle.core.text import show, show_bounded

    return show_bounded(unfolded(task)) if is_unfolded else show(task.program())


def unfolded(task: Task) -> BoundedProgram:
    """The program unfolded to the task's bounds, as a check with these bounds would see it."""
    from heddle.addresses.choice import choose_addresses
    from heddle.addresses.observed import observations
    from heddle.engines.ladder import bounds_of
    from heddle.passes.unfold import TooLarge, unfold

    program = task.program()
    try:
        bounded = unfold(program, bounds_of(task.bounds))
        return choose_addresses(bounded) if observations(program) else bounded
    except TooLarge as error:
        raise InputError(f"{error} (lower --unwind)") from error
