"""Do threads never go on, in an execution that is a graph?  The replayer's own judgement.

When nothing is left to do, every thread that has not ended tries again what it could not do, alone, and with memory as
it is in the end.  It has to be blocked, to join one that has not ended, or to come round to where it was without having
changed anything.  Where some thread is not looked at, each of the others must wait for one that is, or has ended.
"""

from __future__ import annotations

from collections.abc import Iterable

from heddle.core.instr import CONCURRENT, Assert, Assume, Create, Join, Malloc, Nondet
from heddle.replay.evaluate import Undefined
from heddle.replay.machine import Blocked, Endless, Machine
from heddle.replay.memory import Fault
from heddle.replay.record import Recorder
from heddle.replay.stack import look
from heddle.replay.state import ThreadState
from heddle.replay.waits import Waits, named

MOST_STEPS = 20_000
"""Of a thread that goes round."""


class Stalls:
    def __init__(
        self, machine: Machine, recorder: Recorder, waits: Waits, final: Iterable[tuple[int, bytes]]
    ) -> None:
        self.machine, self.recorder, self.waits = machine.clone(), recorder, waits
        for address, value in final:
            self.machine.memory.store(address, value)
        self.spinning: set[int] = set()

    def judged(self, stalled: tuple[int, ...]) -> str | None:
        """Who waits for what, if all of these threads never go on."""
        threads = self.machine.threads
        left = [t for t, thread in threads.items() if t not in stalled and (thread.exited or not thread.ended)]
        states = {t: self._stays(t) for t in stalled}
        known = {t: state for t, state in states.items() if state is not None}
        if len(known) < len(states):
            return None
        if left and not all(self._needs(t, state) <= states.keys() | self._ended() for t, state in known.items()):
            return None
        told = "; ".join(self._told(t, state) for t, state in sorted(known.items()))
        return f"{'no termination' if self.spinning else 'deadlock'}: {told}"

    def _ended(self) -> set[int]:
        return {t for t, thread in self.machine.threads.items() if thread.ended and not thread.exited}

    def _needs(self, t: int, state: ThreadState) -> set[int]:
        """The threads one of which has to act; a number of no thread where that is not known."""
        needed = set() if t in self.spinning else set(self.waits.needed(self.machine, self.recorder, state))
        return needed or {-1}

    def _told(self, t: int, state: ThreadState) -> str:
        at = look(state).loc
        what = "spins" if t in self.spinning else f"waits for {self.waits.what(self.machine, self.recorder, state)}"
        return f"{named(self.machine, t)} {what} ({at.file}:{at.line})"

    def _stays(self, t: int) -> ThreadState | None:
        """The thread where it waits or goes round; None if it goes on."""
        alone = self.machine.clone()
        try:
            if not self._goes_round(alone, t):
                return None
            self.spinning.add(t)
        except Endless:
            self.spinning.add(t)
        except Blocked as blocked:
            return alone.threads[t] if blocked.waiting else None
        except (Fault, Undefined):
            return None
        return alone.threads[t]

    def _goes_round(self, alone: Machine, t: int) -> bool:
        """Whether the thread comes to where it was, and changes nothing on the way; raises Blocked where it waits."""
        before = alone.memory.canonical()
        seen: set[object] = set()
        for _ in range(MOST_STEPS):
            instr = alone.advance(t)
            match instr:
                case Nondet():
                    alone.input(t, instr.dst, 0)
                case Assume():
                    alone.assume(t, instr)
                case Assert() if alone.evaluate(t, instr.test):
                    alone.skip(t)
                case Join():
                    alone.concurrent(t, instr)
                    return False
                case _ if isinstance(instr, CONCURRENT) and not isinstance(instr, Create | Malloc):
                    if not alone.threads[t].atomic:
                        state = alone.threads[t].canonical()
                        if alone.memory.canonical() != before:
                            return False
                        if state in seen:
                            return True
                        seen.add(state)
                    alone.concurrent(t, instr)
                case _:
                    return False
        return False


__all__ = ["Stalls"]
