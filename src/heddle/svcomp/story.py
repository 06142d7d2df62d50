"""An execution as waypoints: a waypoint for every statement that a thread begins, in the order in which they begin."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from heddle.answer import Answer, Claim
from heddle.core.instr import DATA_RACE, Location
from heddle.execution import Action, Execution, Failure, Step
from heddle.records import dataclass, field, replace
from heddle.svcomp.witness import Invariant, Waypoint

LEFT_OUT = (Action.FLUSH, Action.DECLARE, Action.REPEAT, Action.FAIL)
"""No steps of a statement of their own."""
GHOSTLY = re.compile(r"\w\(|#|/\*")
"""``owner(m)``, ``x#2``, and remarks."""
RIVAL = re.compile(r"thread (\d+) (?:reads|writes|updates) ")
"""How the message of a race begins: the access that comes first."""
DECIDES = re.compile(r"[;{},?]|&&|\|\||\+\+|--|(?<![=!<>])=(?!=).*=")


def waypoints(execution: Execution) -> list[Waypoint]:
    """Threads are numbered as they are created."""
    order = sorted(execution.threads, key=lambda thread: -1 if thread.created is None else thread.created)
    names = {str(thread.id): str(number) for number, thread in enumerate(order)}
    return [
        replace(w, thread=names.get(w.thread or ""), creates=names.get(w.creates or ""))
        for w in (*_passed(execution), *_targets(execution))
    ]


@dataclass(slots=True)
class _Statement:
    """Steps of one thread that are told as one.  ``call``: the library call that they belong to."""

    thread: int
    where: object
    steps: list[int] = field(default_factory=list)
    is_interrupted: bool = False
    """Another thread takes steps in its midst."""


def _passed(execution: Execution) -> Iterator[Waypoint]:
    """A statement that others interrupt has a waypoint for each of its steps, with the column of what it does."""
    passed, statements = _passed_access(execution), list(_statements(execution))
    told = {number: statement for statement in statements for number in _told(statement)}
    for number, statement in sorted(told.items()):
        step = execution.steps[number]
        at = execution.at(step)
        if number == passed:
            continue
        if step.action is Action.INPUT:
            yield from _input(execution, step)
            continue
        creates, starts = _creation(execution, step) if number == statement.steps[0] else (None, "")
        column = at.column if statement.is_interrupted else 0
        yield Waypoint(at.file, at.line, str(step.thread), at.function, column, creates=creates, starts=starts)


def _told(statement: _Statement) -> list[int]:
    """Its steps, or the first of them."""
    return statement.steps if statement.is_interrupted else statement.steps[:1]


def _statements(execution: Execution) -> Iterator[_Statement]:
    current: dict[int, _Statement] = {}
    for number, step in enumerate(execution.steps):
        if step.action in LEFT_OUT:
            continue
        if step.action is Action.INPUT:
            if step.call is None:  # within the library nobody can see when
                yield _Statement(step.thread, None, [number])
            continue
        at = execution.at(step)
        where: object = (at.file, at.line) if step.call is None else step.call
        statement = current.get(step.thread)
        executed = set() if statement is None else {execution.steps[n].uid for n in statement.steps}
        if statement is None or statement.where != where or (step.call is None and step.uid in executed):
            statement = current[step.thread] = _Statement(step.thread, where)
            yield statement
        between = execution.steps[statement.steps[-1] + 1 : number] if statement.steps else ()
        statement.is_interrupted |= any(s.thread != step.thread and s.action not in LEFT_OUT for s in between)
        statement.steps.append(number)


def _input(execution: Execution, step: Step) -> Iterator[Waypoint]:
    """Nothing for what no call of the program gives, such as an order of evaluation."""
    called = step.what.removesuffix("()")
    if step.call is None and called != step.what and called.isidentifier():
        at = execution.at(step)
        value = None if step.value is None else step.value.number
        yield Waypoint(at.file, at.line, str(step.thread), at.function, at.column, value, called)


def _creation(execution: Execution, first: Step) -> tuple[str | None, str]:
    """The thread that a statement creates (the call does, if it is one of the library), and its function."""
    for step in execution.steps:
        same = step is first if first.call is None else step.call == first.call
        if same and step.action is Action.CREATE and step.other is not None:
            return str(step.other), execution.thread_name(step.other)
    return None, ""


def _targets(execution: Execution) -> Iterator[Waypoint]:
    """Where the property is broken; of a race the first access stands before the second."""
    failure = execution.failure
    assert failure is not None
    for thread, at in _rivals(execution, failure):
        yield Waypoint(at.file, at.line, str(thread), at.function, at.column, is_target=True)
    at = failure.at
    yield Waypoint(at.file, at.line, str(failure.thread), at.function, at.column, is_target=True)


def _rivals(execution: Execution, failure: Failure) -> Iterator[tuple[int, Location]]:
    """The accesses of other threads that race with the last one."""
    for number in failure.steps:
        step = execution.steps[number]
        if step.thread != failure.thread:
            yield step.thread, execution.at(step)
    passed, found = _passed_access(execution), RIVAL.match(failure.message)
    if passed is not None:
        yield execution.steps[passed].thread, execution.at(execution.steps[passed])
    elif failure.kind == DATA_RACE and found is not None:
        yield from ((thread, at) for thread, at in failure.others if thread == int(found[1]))


def _passed_access(execution: Execution) -> int | None:
    """The step just before the failure, if it is an access that races with what fails: it is told as where the property
    is broken, not as a waypoint, behind which there would be no race any more."""
    failure = execution.failure
    found = None if failure is None or failure.kind != DATA_RACE else RIVAL.match(failure.message)
    acting = [n for n, step in enumerate(execution.steps) if step.action not in LEFT_OUT]
    if found is None or not acting or execution.steps[acting[-1]].thread != int(found[1]):
        return None
    return acting[-1]


def invariants(answer: Answer) -> list[Invariant]:
    """What of a proof can be said in C of one thread that comes to a line: claims about others, ghosts, and what holds
    in the midst of a statement are left out."""
    return [
        Invariant(at.file, at.line, at.function, " && ".join(holds))
        for claim in answer.invariant
        for at in claim.where[:1]
        if len(claim.where) == 1 and at.line and claim.is_first and (holds := _plain(claim)) and _begins(at)
    ]


def _begins(at: Location) -> bool:
    """Whether nothing is decided or changed between the beginning of the line and the place."""
    text = Path(at.file).read_text(errors="replace").splitlines() if Path(at.file).is_file() else []
    return len(text) >= at.line and DECIDES.search(text[at.line - 1][: max(0, at.column - 1)]) is None


def _plain(claim: Claim) -> list[str]:
    return [f"({part})" for part in claim.holds if not GHOSTLY.search(part)]


__all__ = ["invariants", "waypoints"]
