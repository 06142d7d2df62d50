"""Which locks each thread holds, by its calls of the library's lock functions."""

from __future__ import annotations

import re

from heddle.core.expr import Local
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
        self._calls: dict[int, tuple[int, str]] = {}
        """For each running call, by its serial: the lock that it is about."""

    def of(self, t: int) -> tuple[str, ...]:
        return tuple(name for _, name in self._held.get(t, ()))

    def called(self, frame: Frame, address: int, name: str) -> None:
        """A lock function was called for this lock."""
        self._calls[frame.serial] = (address, name)

    def returned(self, t: int, frame: Frame, result: int | None) -> None:
        lock, function = self._calls.pop(frame.serial, None), LOCK.match(frame.code.name)
        succeeded = bool(result) == (frame.code.name in SUCCEEDS_WITH_ONE)
        if lock is None or function is None or not succeeded:
            return
        held = self._held.get(t, ())
        if not function["un"]:
            self._held[t] = (*held, lock)
        elif lock in held:
            last = len(held) - 1 - held[::-1].index(lock)
            self._held[t] = held[:last] + held[last + 1 :]


__all__ = ["Locks", "lock_parameter"]
