"""Which locks each thread holds, by its calls of the library's lock functions."""

from __future__ import annotations

import re

from heddle.core.expr import Local
from heddle.core.instr import NOWHERE, Location
from heddle.replay.state import Frame

LOCK = re.compile(r"(pthread_(mutex|rwlock|spin)|mtx|spin)_(try|timed|clock)?(rd|wr)?(?P<un>un)?lock$")
SUCCEEDS_WITH_ONE = frozenset({"spin_trylock"})
"""Lock functions of the kernel's kind: 0 says that the lock was not free."""


def lock_parameter(frame: Frame) -> Local | None:
    """The parameter that says which lock, if this is a call of a lock function."""
    params = frame.code.function.params
    return params[0] if params and LOCK.match(frame.code.name) else None


class Locks:
    def __init__(self) -> None:
        self._held: dict[int, tuple[tuple[int, str], ...]] = {}
        """For each thread the locks' addresses and names, in the order of locking."""
        self._since: dict[tuple[int, int], Location] = {}
        """By thread and lock: the latest call that has locked it."""
        self._calls: dict[int, tuple[int, str]] = {}
        """For each running call, by its serial: the lock that it is about."""
        self._places: dict[int, Location] = {}

    def of(self, t: int) -> tuple[str, ...]:
        return tuple(name for _, name in self._held.get(t, ()))

    def holders(self, address: int) -> list[tuple[int, Location]]:
        """Who holds the lock at an address, and where each has locked it."""
        threads = [t for t, held in self._held.items() if any(lock == address for lock, _ in held)]
        return [(t, self._since.get((t, address), NOWHERE)) for t in threads]

    def called(self, frame: Frame, address: int, name: str, loc: Location) -> None:
        """A lock function was called for this lock, there."""
        self._calls[frame.serial] = (address, name)
        self._places[frame.serial] = loc

    def returned(self, t: int, frame: Frame, result: int | None) -> None:
        loc = self._places.pop(frame.serial, NOWHERE)
        lock, function = self._calls.pop(frame.serial, None), LOCK.match(frame.code.name)
        succeeded = bool(result) == (frame.code.name in SUCCEEDS_WITH_ONE)
        if lock is None or function is None or not succeeded:
            return
        held = self._held.get(t, ())
        if not function["un"]:
            self._held[t] = (*held, lock)
            self._since[t, lock[0]] = loc
        elif lock in held:
            last = len(held) - 1 - held[::-1].index(lock)
            self._held[t] = held[:last] + held[last + 1 :]


__all__ = ["Locks", "lock_parameter"]
