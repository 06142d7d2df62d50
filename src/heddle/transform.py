"""Programs in another form: as sequential C, or as core text."""

from __future__ import annotations

from typing import Any

from heddle import engines
from heddle.chains import Chain, Turn, Way
from heddle.chains.form import Form
from heddle.chains.shipped import BUGS, chains, find, sequential
from heddle.chains.stages import STAGES
from heddle.engines.bounded import FREE
from heddle.errors import InputError, UsageError, shorten
from heddle.records import replace
from heddle.sma import ABSTRACTIONS, DEFAULT, SmaBounds
from heddle.task import Bounds, Task

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
    if task.method.engine == UNBOUNDED:
        return text_after(task, find(BUGS), Form.ENDLESS)
    model = task.model.operational or "sc"
    name = task.method.sma or DEFAULT[model]
    chain = sequential(ABSTRACTIONS[name])
    if task.method.sma is None and model == "sc":
        return text_after(task, chain, Form.SEQUENTIAL)  # without an abstraction: memory as it is
    return text_after(replace(task, method=replace(task.method, sma=name)), chain, Form.SEQUENTIAL)


def core_text(task: Task, is_unfolded: bool = False) -> str:
    return text_after(task, sequential(ABSTRACTIONS["sc"]), Form.PLACED if is_unfolded else Form.PROGRAM)


def text_after(task: Task, chain: Chain, form: Form, step: int | None = None) -> str:
    """The program as it is when a chain has brought it into a form, or when so many of its steps are done."""
    from heddle.passes.bounds import TooLarge

    way = Way(chain, task)
    try:
        value = way.go(task.sources, Form.SOURCES, form, turn(task, chain), step)
    except TooLarge as error:
        raise InputError(f"{error} (lower --unwind)") from error
    return text(value, form)


def turn(task: Task, chain: Chain) -> Turn:
    """The bounds that the task has; those that it leaves open are small."""
    from heddle.engines.ladder import bounds_of

    given = task.bounds
    contexts = (given.contexts or 4) if task.method.schedule == FREE else 0
    memory = SmaBounds(given.queue or 2, given.clock or 2, given.writes or 2, given.rounds or 2, contexts)
    return Turn(unfolding=bounds_of(given, skip_idle=Form.ENDLESS not in chain.forms()), memory=memory)


def text(value: Any, form: Form) -> str:
    from heddle.core.text import show, show_bounded
    from heddle.sequentializer.printing import c_text

    if form in (Form.PARSED, Form.PROGRAM):
        return show(value)
    if form in (Form.SEQUENTIAL, Form.ENDLESS):
        return c_text(value)
    if form in (Form.UNFOLDED, Form.PLACED, Form.BOUNDED):
        return show_bounded(value)
    if form is Form.ANALYSED:
        return show_bounded(value.bounded)
    return show_bounded(value.program)


def chain_with(stage: str, model: str) -> Chain:
    """The chain to show a stage of, if the user names none.  Raises UsageError if there is no such stage."""
    if stage not in STAGES:
        raise UsageError(f"stage '{shorten(stage)}' is not available; available: {', '.join(STAGES)}")
    first = [sequential(ABSTRACTIONS[DEFAULT[model]])] if model in DEFAULT else []
    return next(c for c in (*first, *chains().values()) if any(step.name == stage for step in c.steps))


def show_after(task: Task, stage: str) -> str:
    chain, step = verify_stage(task, stage)
    return text_after(task, chain, chain.steps[step].stage.gives, step + 1)


def verify_stage(task: Task, stage: str) -> tuple[Chain, int]:
    """The task's chain, and where the stage is in it.  Raises UsageError if it is not, or has no text."""
    chain = task.method.pipeline
    assert chain is not None
    names = [step.name for step in chain.steps]
    if stage not in names:
        raise UsageError(f"pipeline {shorten(chain.name)} has no stage '{shorten(stage)}'; it has {', '.join(names)}")
    step = len(names) - 1 - names[::-1].index(stage)
    form = chain.steps[step].stage.gives
    if form not in WITH_TEXT:
        able = [s.name for s in chain.steps if s.stage.gives in WITH_TEXT]
        raise UsageError(f"what stage '{stage}' gives has no text: {form.value}; there is one after {', '.join(able)}")
    return chain, step


WITH_TEXT = frozenset(Form) - {Form.SOURCES, Form.FORMULA, Form.FOUND, Form.ANSWER}
