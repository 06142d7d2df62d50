"""The words for what happens in an execution."""

from __future__ import annotations

import re

from heddle.core.instr import ATOMICITY, DATA_RACE, LOST, NOT_FREED
from heddle.execution import INITIAL, Access, Action, Execution, Failure, Pending, Step

SIMPLE = re.compile(r"[A-Za-z_$][\w$]*$")

CALLS = {
    "unlock": "unlock", "trylock": "lock", "lock": "lock", "create": "create", "spawn": "create", "join": "join",
    "cond_wait": "wait", "cond_timedwait": "wait", "cnd_wait": "wait", "barrier_wait": "wait", "sem_wait": "wait",
    "signal": "signal", "broadcast": "signal", "sem_post": "signal", "alloc": "malloc", "free": "free",
    "nondet": "input", "rand": "input", "atomic_begin": "atomic", "atomic_end": "atomic", "fence": "fence",
}
"""Part of a library function's name to the word for what it does; the first that fits."""
ACTIONS = {Action.ATOMIC_BEGIN: "atomic", Action.ATOMIC_END: "atomic", Action.FAIL: "assert"}
"""Words that are not the action's own name."""


def failure_message(execution: Execution) -> str:
    """What is wrong, e.g. ``assertion failed: balance >= 0``; empty if nothing is."""
    failure = execution.failure
    if failure is None:
        return ""
    if failure.kind == "flag":
        return flag_message(execution, failure)
    if failure.kind == DATA_RACE:
        return f"data race: {failure.message}"
    if failure.kind == ATOMICITY:
        return f"atomic region interrupted: {failure.message}"
    if failure.fault or failure.kind in (NOT_FREED, LOST, "deadlock", "termination"):
        return failure.message
    what = "assertion failed" if failure.kind == "assert" else f"{failure.kind} check failed"
    return f"{what}: {failure.message}" if failure.message else what


def flag_message(execution: Execution, failure: Failure) -> str:
    """The flag's name and what it is about: ``data-race: thread 1 writes x (a.c:3), thread 2 reads x (a.c:9)``."""
    parts = []
    for step in (execution.steps[number] for number in failure.steps):
        at = execution.at(step)
        verb = {Action.READ: "reads", Action.WRITE: "writes", Action.RMW: "updates"}.get(step.action, str(step.action))
        what = f" {step.access.place}" if step.access is not None else ""
        parts.append(f"thread {step.thread} {verb}{what} ({at.file}:{at.line})")
    return f"{failure.message}: {', '.join(parts)}" if parts else failure.message


def action_word(step: Step) -> str:
    return ACTIONS.get(step.action, str(step.action))


def call_word(function: str) -> str:
    """What a call of a library function does, in a word."""
    return next((word for part, word in CALLS.items() if part in function), "call")


def what_happens(execution: Execution, index: int) -> str:
    """A step of the user's own code."""
    step = execution.steps[index]
    match step.action:
        case Action.READ | Action.WRITE | Action.RMW:
            assert step.access is not None
            text = access_words(step.access)
        case Action.ATOMIC_BEGIN:
            text = "atomic section begins"
        case Action.ATOMIC_END:
            text = "atomic section ends"
        case Action.FENCE:
            text = f"{step.order} fence"
        case Action.REPEAT:
            return f"the loop goes on like that, {step.rounds:,} more times"
        case Action.FLUSH:
            return f"{', '.join(map(pending_words, step.drained))} reaches memory"
        case _:
            text = library_note(execution, step)
    return text + memory_note(execution, index)


def library_note(execution: Execution, step: Step) -> str:
    """What is worth telling of a step inside a library call."""
    whole = step.access.spot if step.access is not None else ""
    match step.action:
        case Action.CREATE:
            return f"starts thread {step.other} ({execution.thread_name(step.other or 0)})"
        case Action.JOIN:
            return f"thread {step.other} has ended"
        case Action.MALLOC if whole:
            return f"= &{whole}"
        case Action.FREE if whole:
            return f"frees {whole}"
    return ""


def access_words(access: Access) -> str:
    place, note = where(access)
    if access.read is None:
        return f"{place} = {access.written}{note}"
    if access.written is not None:
        return f"{place}: {access.read} becomes {access.written}, atomically{note}"
    return f"{place}: read {access.read}{note}"


def where(access: Access) -> tuple[str, str]:
    """The place, and for access through a pointer a note on where that points."""
    place, spot = access.place, access.spot
    if place == spot or not ("*" in place or "->" in place):
        return place, ""
    if "(" in place:
        return spot, ""
    pointer = place[1:]
    if place.startswith("*") and SIMPLE.match(pointer):
        return place, f" ({pointer} = &{spot})"
    return place, f" ({spot})"


# --- store buffers, and what else reads can miss


def memory_note(execution: Execution, index: int) -> str:
    """What store buffers, or the memory model, have to do with a step of the user's code."""
    step = execution.steps[index]
    emptied = emptied_note(execution, step)
    if emptied or step.access is None:
        return emptied
    if step.action is Action.WRITE and any(write.step == index for write in step.after):
        before = ", ".join(buffer_words(execution, step.before))
        return f" (in the store buffer{f', behind {before}' if before else ''})"
    return "" if step.access.read is None or step.access.written is not None else read_note(execution, index)


def read_note(execution: Execution, index: int) -> str:
    """Where a read gets its value from, if not from the latest write."""
    step = execution.steps[index]
    access = step.access
    assert access is not None
    if access.forwarded:
        return " (from the own store buffer)"
    source = access.reads_from[0] if access.reads_from else INITIAL
    if source > index:
        return f" (from a write that thread {execution.steps[source].thread} makes later)"
    if not access.unseen:
        return ""
    newer = access.unseen[0]
    if any(write.step == newer for write in execution.steps[newer].after):
        holder = execution.steps[newer].thread
        return f" (thread {holder} has a newer value in its store buffer)" if step.action is Action.READ else ""
    who = "the initial value" if source == INITIAL else f"written by thread {execution.steps[source].thread}"
    return f" ({who}; a newer write has not reached this thread)"


def emptied_note(execution: Execution, step: Step) -> str:
    """Which store buffers a step has emptied, and what was in them."""
    notes = []
    for owner in sorted({write.thread for write in step.drained}):
        writes = buffer_words(execution, tuple(write for write in step.drained if write.thread == owner))
        whose = "" if owner == step.thread else f" of thread {owner}"
        if writes:
            notes.append(f" (the store buffer{whose} is emptied: {', '.join(writes)})")
    return "".join(notes)


def buffer_words(execution: Execution, buffer: tuple[Pending, ...]) -> tuple[str, ...]:
    """The pending writes that the user's own code made."""
    return tuple(pending_words(write) for write in buffer if execution.steps[write.step].call is None)


def pending_words(write: Pending) -> str:
    return f"{write.place} = {write.value}"


__all__ = [
    "action_word", "buffer_words", "call_word", "emptied_note", "failure_message", "library_note", "what_happens",
]
