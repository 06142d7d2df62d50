"""Do threads really never end?  The replayer's own judgement of a claim that says who waits, and which steps repeat.

Whoever is said to wait is tried alone, with memory as it is: it has to be blocked at once, or to run round without a
step that others could notice.  Steps that repeat have to lead back to the very state in which they begin: memory, store
buffers, and all of every thread that still matters.  And they have to be fair: whoever takes none of them is blocked
before each of them, and every write that waits where they begin reaches memory.

Where some thread neither waits nor has ended, and nothing repeats, each of those who wait must wait for one of these,
or for one that has ended.
"""

from __future__ import annotations

from contextlib import suppress

from heddle.core.instr import (
    CONCURRENT,
    AnyInstr,
    Assert,
    Assume,
    AtomicBegin,
    Declare,
    Fence,
    Join,
    Location,
    Nondet,
    Read,
    Rmw,
    Write,
)
from heddle.counterexample import ForEver
from heddle.records import dataclass, field
from heddle.replay.evaluate import Undefined
from heddle.replay.machine import Blocked, Effect, Endless, Machine
from heddle.replay.memory import Fault
from heddle.replay.record import Recorder
from heddle.replay.stack import look
from heddle.replay.state import ThreadState
from heddle.replay.waits import Waits, named

LONGEST_CIRCLE = 20_000
"""So many steps of a thread that runs round alone."""


@dataclass(slots=True)
class Mover:
    """A thread that takes some of the steps that repeat.  ``loc``: where its loop seems to begin."""

    loc: Location
    depth: int
    changes: bool = False

    def comes_by(self, loc: Location, depth: int) -> None:
        if (depth, loc.line) < (self.depth, self.loc.line):
            self.loc, self.depth = loc, depth


@dataclass(slots=True)
class Round:
    """The steps that repeat, while they are taken."""

    machine: Machine
    claim: ForEver
    before: object
    owed: set[tuple[int, int]]
    """Writes that wait in a store buffer where the round begins: thread and address."""
    blocked: set[int]
    movers: dict[int, Mover] = field(default_factory=dict)
    able: set[int] = field(default_factory=set)
    """Of those who are blocked where the round begins, who could have gone on later."""

    @classmethod
    def of(cls, machine: Machine, claim: ForEver) -> Round:
        owed = {(t, address) for t in machine.threads for address, _ in machine.pending(t)}
        still = {t for t in claim.waiting if t in machine.threads and blocked(machine, t)}
        return cls(machine, claim, state(machine), owed, still)

    def passed(self) -> None:
        """A step has been taken."""
        if any(thread.atomic for thread in self.machine.threads.values()):
            return
        self.owed -= {(t, a) for t, a in self.owed if a not in {address for address, _ in self.machine.pending(t)}}
        self.able |= {t for t in self.blocked if t not in self.able and not blocked(self.machine, t)}

    def flushed(self, t: int, address: int) -> None:
        self.owed.discard((t, address))

    def executed(self, t: int, instr: AnyInstr, effect: Effect) -> None:
        thread = self.machine.threads[t]
        view = look(thread)
        at, depth = view.loc if view.library else instr.loc, len(thread.frames)
        mover = self.movers.setdefault(t, Mover(at, depth))
        mover.comes_by(at, depth)
        shared = effect.block is not None and (effect.block.escaped or effect.block.owner != t)
        mover.changes |= shared and effect.written not in (None, effect.read)

    def is_fair(self) -> bool:
        """Whether it comes back to where it began, and can go on like that for ever."""
        left = {t for t, thread in self.machine.threads.items() if not thread.ended}
        all_told = left <= self.movers.keys() | set(self.claim.waiting)
        return bool(self.movers) and all_told and not self.able and not self.owed and state(self.machine) == self.before


def state(machine: Machine) -> object:
    """All that the future depends on."""
    return tuple(thread.canonical() for thread in machine.threads.values()), machine.memory.canonical()


def blocked(machine: Machine, t: int) -> ThreadState | None:
    """The thread where it waits for others, if that is the next thing it does."""
    alone = machine.clone()
    alone.fuel = LONGEST_CIRCLE
    begun = False
    try:
        while not begun or alone.threads[t].atomic:
            instr = alone.advance(t)
            match instr:
                case Assume():
                    alone.assume(t, instr)
                case Assert() if alone.evaluate(t, instr.test):
                    alone.skip(t)
                case Join() | AtomicBegin():
                    alone.concurrent(t, instr)
                    begun = True
                case _ if begun and isinstance(instr, CONCURRENT):
                    alone.concurrent(t, instr)
                case _:
                    return None
    except Blocked as reason:
        return alone.threads[t] if reason.waiting else None
    except (Fault, Undefined, Endless):
        pass
    return None


def would_exit(machine: Machine, t: int) -> bool:
    """Whether the next thing that the thread does ends the process."""
    alone = machine.clone()
    with suppress(Fault, Undefined, Endless):
        alone.advance(t)
    return alone.threads[t].exited


def runs_round(machine: Machine, t: int, inputs: list[tuple[int, int]]) -> bool:
    """Whether the thread comes back to where it was, and nobody could notice what it did.  These inputs it gets again
    and again."""
    alone, seen, used = machine.clone(), set[object](), 0
    alone.fuel = 1
    for _ in range(LONGEST_CIRCLE):
        try:
            instr = alone.advance(t)
            if isinstance(instr, Nondet):
                uid, value = inputs[used] if inputs else (instr.uid, 0)
                if uid != instr.uid:
                    return False
                used = (used + 1) % max(1, len(inputs))
                alone.input(t, instr.dst, value)
            elif not _goes_on_unnoticed(alone, t, instr):
                return False
        except Endless:  # that was one instruction
            pass
        except (Fault, Undefined, Blocked):
            return False
        now = alone.threads[t].canonical(), alone.memory.canonical(), used
        if now in seen:
            return True
        seen.add(now)
    return False


def _goes_on_unnoticed(alone: Machine, t: int, instr: AnyInstr | None) -> bool:
    match instr:
        case Declare():
            alone.declare(t, instr, {})
        case Assume():
            alone.assume(t, instr)
        case Assert() if alone.evaluate(t, instr.test):
            alone.skip(t)
        case Read() | Write() | Rmw() | Fence():
            block = alone.concurrent(t, instr).block
            alone.drain(alone.own(t))
            return block is None or (block.owner == t and not block.escaped and block.kind != "global")
        case _:
            return False
    return True


class Judge:
    """At the end of a run that is said to go on for ever, or to stay where it is."""

    def __init__(self, machine: Machine, recorder: Recorder | None, waits: Waits, claim: ForEver) -> None:
        self.machine, self.recorder, self.waits, self.claim = machine, recorder, waits, claim
        self.where = {t: blocked(machine, t) for t in claim.waiting if t in machine.threads}
        """The threads that are said to wait, where they do; None: they run round."""
        stay = all(p is not None or runs_round(machine, t, claim.inputs.get(t, [])) for t, p in self.where.items())
        self.is_known = stay and len(self.where) == len(claim.waiting)

    def judged(self, round: Round | None) -> str | None:
        """Who does not end, and why; None if that is not so."""
        if any(thread.exited for thread in self.machine.threads.values()) or not self.is_known:
            return None
        if round is not None and not round.is_fair():
            return None
        if round is None and not (self.where and self._is_over()):
            return None
        if self.recorder is None:  # somebody looks for a shorter execution, which is judged again
            return "threads never end"
        movers = {} if round is None else round.movers
        told = "; ".join(self._told(t, movers) for t in sorted(movers.keys() | self.where.keys()))
        return f"{'no termination' if self.runs(round) else 'deadlock'}: {told}"

    def runs(self, round: Round | None) -> bool:
        """Whether some of them run on, and do not only wait."""
        return round is not None or None in self.where.values()

    def _is_over(self) -> bool:
        """Whether nobody else could help those who wait."""
        threads = self.machine.threads
        ended = {t for t, thread in threads.items() if thread.ended}
        if not self.claim.others_go_on:
            all_told = threads.keys() <= ended | self.where.keys()
            return all_told and not any(self.machine.pending(t) for t in threads)
        if self.recorder is None:
            return True
        needed = [place and self.waits.needed(self.machine, self.recorder, place) for place in self.where.values()]
        return all(who and set(who) <= ended | self.where.keys() for who in needed)

    def _told(self, t: int, movers: dict[int, Mover]) -> str:
        place, recorder = self.where.get(t), self.recorder
        assert recorder is not None
        if place is not None:
            at, does = look(place).loc, f"waits for {self.waits.what(self.machine, recorder, place)}"
        elif t in movers:
            at, does = movers[t].loc, "goes round" if movers[t].changes else "spins"
        else:
            at, does = look(self.machine.threads[t]).loc, "spins"
        return f"{named(self.machine, t)} {does} ({at.file}:{at.line})"


__all__ = ["LONGEST_CIRCLE", "Judge", "Round", "state", "would_exit"]
