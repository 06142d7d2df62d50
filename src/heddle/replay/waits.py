"""Do threads really wait for ever?  The replayer's own judgement of a deadlock.

A thread that is said to stay where it blocks is kept as it was right before it blocked.  At the end each of them runs
on from there, alone and with memory as it is now: it has to be blocked at once.  If some thread neither waits nor has
ended, each of them must wait for a thread that has ended or waits itself: to join it, or for a lock that it holds.
"""

from __future__ import annotations

import re
from contextlib import suppress

from heddle.core.expr import Local
from heddle.core.instr import CONCURRENT, Assert, Assume, AtomicBegin, Create, Join, Location, Malloc, Nondet, Source
from heddle.replay.evaluate import Undefined
from heddle.replay.locks import lock_parameter
from heddle.replay.machine import Blocked, Endless, Machine
from heddle.replay.memory import Fault
from heddle.replay.record import Recorder
from heddle.replay.stack import look
from heddle.replay.state import Frame, ThreadState

CONDITION_WAIT = re.compile(r"(pthread_cond|cnd)_\w*wait$")
WORDS = (
    (CONDITION_WAIT, "a signal of"),
    (re.compile(r"sem_wait$"), "semaphore"),
    (re.compile(r"pthread_barrier_wait$"), "the others at barrier"),
    (re.compile(r"(pthread|call)_once$"), "the end of"),
)
"""Library functions that wait for something at the address that is their first argument, and how to say that."""


LONGEST_ROUND = 10_000
"""So many instructions in one iteration of a loop."""


class Waits:
    """What is kept of threads in one run."""

    def __init__(self) -> None:
        self._before: dict[int, ThreadState] = {}
        """Each thread as it was before its latest atomic section."""
        self._staying: dict[int, ThreadState] = {}

    def clone(self) -> Waits:
        """What is kept is changed in place, once more."""
        other = Waits()
        other._before = {t: thread.copy() for t, thread in self._before.items()}
        other._staying = {t: thread.copy() for t, thread in self._staying.items()}
        return other

    def begins(self, thread: ThreadState) -> None:
        """The thread is about to begin an atomic section."""
        if not thread.atomic:
            self._before[thread.index] = thread.copy()

    def decided(self, thread: ThreadState, choice: Local, stays: bool) -> None:
        """The thread stands at something that blocks (in a section, or at a join), and stays there or not."""
        if stays:
            kept = self._before[thread.index] if thread.atomic else thread.copy()
            kept.frames[-1].locals[choice.name] = 0
            kept.key = None
            self._staying[thread.index] = kept

    def judged(self, machine: Machine, recorder: Recorder | None) -> str | None:
        """Who waits for what, if all of them wait for ever; else None.  The run is over then."""
        if any(thread.exited for thread in machine.threads.values()):
            return None
        self._settle(machine)
        if not all(_stays(machine, thread) for thread in self._staying.values()):
            return None
        if recorder is None:  # somebody looks for a shorter execution, which is judged again
            return "threads wait for ever"
        left = [t for t, thread in machine.threads.items() if not thread.ended and t not in self._staying]
        needed = [self._needed(machine, recorder, t) for t in self._staying]
        if left and any(not who or set(who) & set(left) for who in needed):
            return None
        told = "; ".join(self._told(machine, recorder, t) for t in sorted(self._staying))
        return f"{self._kind()}: {told}"

    def _kind(self) -> str:
        return "no termination" if any(map(_is_in_loop, self._staying.values())) else "deadlock"

    def _settle(self, machine: Machine) -> None:
        """Threads that have nothing more to do come to their ends, and calls whose effect is there return: who has
        given a lock back does not hold it."""
        for t in [t for t, thread in machine.threads.items() if not thread.ended and t not in self._staying]:
            with suppress(Fault, Undefined, Endless):
                machine.advance(t)

    def _needed(self, machine: Machine, recorder: Recorder, t: int) -> list[int]:
        thread = self._staying[t]
        return [] if _is_in_loop(thread) else self.needed(machine, recorder, thread)

    def needed(self, machine: Machine, recorder: Recorder, thread: ThreadState) -> list[int]:
        """The threads one of which has to act for a thread that waits, if that is known."""
        joined = _joined(machine, thread)
        if joined is not None:
            return [joined] if joined in machine.threads else []
        lock = _lock(thread)
        return [] if lock is None else [holder for holder, _ in _holders(machine, recorder, lock[1])]

    def _told(self, machine: Machine, recorder: Recorder, t: int) -> str:
        thread = self._staying[t]
        at = look(thread).loc
        if _is_in_loop(thread):
            return f"{named(machine, t)} spins ({at.file}:{at.line})"
        return f"{named(machine, t)} waits for {self.what(machine, recorder, thread)} ({at.file}:{at.line})"

    def what(self, machine: Machine, recorder: Recorder, thread: ThreadState) -> str:
        joined, lock = _joined(machine, thread), _lock(thread)
        if joined is not None:
            known = joined in machine.threads
            return f"the end of {named(machine, joined)}" if known else "the end of a thread that does not exist"
        if lock is not None:
            name = recorder.object_name(machine, lock[1], lock[0].type)
            holders = [f"{named(machine, t)} since line {loc.line}" for t, loc in _holders(machine, recorder, lock[1])]
            return f"{name}, held by {' and '.join(holders)}" if holders else name
        call = look(thread).library
        if call is None:
            return "a condition"
        said = next((words for pattern, words in WORDS if pattern.match(call.code.name)), None)
        if said is None or not _arguments(call):
            return f"what {call.code.name} waits for"
        parameter, address = _arguments(call)[0]
        return f"{said} {recorder.object_name(machine, address, parameter.type)}"


def _holders(machine: Machine, recorder: Recorder, address: int) -> list[tuple[int, Location]]:
    """Who holds a lock, since where.  A thread that waits for a signal has given its mutex back meanwhile."""
    found = []
    for t, loc in recorder.locks.holders(address):
        thread = machine.threads[t]
        call = look(thread).library if thread.frames else None
        mutex = _arguments(call)[-1:] if call is not None and CONDITION_WAIT.match(call.code.name) else []
        if not mutex or mutex[0][1] != address:
            found.append((t, loc))
    return found


def named(machine: Machine, t: int) -> str:
    return f"thread {t} ({machine.threads[t].name})"


def _arguments(frame: Frame) -> list[tuple[Local, int]]:
    return [(p, frame.locals[p.name]) for p in frame.code.function.params if p.name in frame.locals]


def _lock(thread: ThreadState) -> tuple[Local, int] | None:
    """The lock that the thread asks for, as the parameter that holds its address, and that address."""
    call = look(thread).library
    parameter = None if call is None else lock_parameter(call)
    return None if call is None or parameter is None else (parameter, call.locals[parameter.name])


def _joined(machine: Machine, thread: ThreadState) -> int | None:
    """The thread that is to be joined."""
    frame = thread.frames[-1]
    instr = frame.code.body[frame.pc] if frame.pc < len(frame.code.body) else None
    joins = [x for x in frame.code.body if isinstance(x, Join)]
    if not joins or isinstance(instr, AtomicBegin):
        return None
    return machine.code.compiler.value(joins[0].thread)(frame)


def _stays(machine: Machine, thread: ThreadState) -> bool:
    """Whether the thread, as it was before it stopped, can only be blocked, or spin."""
    alone, t = machine.clone(), thread.index
    alone.threads[t] = thread.copy()
    alone.own(t).buffer = ()
    try:
        return _spins(alone, thread, machine) if _is_in_loop(thread) else _is_blocked(alone, t)
    except Blocked as blocked:
        return blocked.waiting
    except (Fault, Undefined, Endless):
        return False


def _is_in_loop(thread: ThreadState) -> bool:
    """Whether the thread has stopped at the head of a loop: not at a join, nor in front of a section."""
    frame = thread.frames[-1]
    return isinstance(frame.code.body[frame.pc - 1], Nondet) and not any(isinstance(x, Join) for x in frame.code.body)


def _is_blocked(alone: Machine, t: int) -> bool:
    """Runs the thread up to the end of what might block; it raises Blocked if it does."""
    begun = False
    while (instr := alone.advance(t)) is not None and not (begun and not alone.threads[t].atomic):
        match instr:
            case Nondet(source=Source.PATIENCE):
                alone.input(t, instr.dst, 0)
            case Assume():
                alone.assume(t, instr)
            case Assert() if alone.evaluate(t, instr.test):
                alone.skip(t)
            case _ if isinstance(instr, CONCURRENT):
                alone.concurrent(t, instr)
                begun = True
            case _:
                return False
    return False


def _spins(alone: Machine, thread: ThreadState, before: Machine) -> bool:
    """Runs the thread once around its loop: then everything has to be as it was."""
    t, frame = thread.index, thread.frames[-1]
    for _ in range(LONGEST_ROUND):
        instr = alone.advance(t)
        match instr:
            case Nondet(source=Source.PATIENCE):
                alone.input(t, instr.dst, 0)
                now = alone.threads[t]
                if len(now.frames) == len(thread.frames) and now.frames[-1].pc == frame.pc:
                    same = now.canonical() == thread.canonical()
                    return same and alone.memory.canonical() == before.memory.canonical()
            case Assume():
                alone.assume(t, instr)
            case Assert() if alone.evaluate(t, instr.test):
                alone.skip(t)
            case _ if isinstance(instr, CONCURRENT) and not isinstance(instr, Create | Malloc):
                alone.concurrent(t, instr)
            case _:
                return False
    return False


__all__ = ["Waits", "named"]
