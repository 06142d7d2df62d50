"""Term managers of Bitwuzla that outlive their terms

A term of Bitwuzla's must not outlive its manager.  Counting references sees to that; but where terms are part of a
cycle, the garbage collector takes their references to the manager away before it takes the terms, and the manager is
gone first: a crash, some time later.  So a manager that dies is kept until a collection has come to its end.
"""

from __future__ import annotations

import gc

import bitwuzla as bz

_dying: list[bz.TermManager] = []


class TermManager(bz.TermManager):  # type: ignore[misc]
    """To be used instead of Bitwuzla's."""

    def __del__(self) -> None:
        _dying.append(self)


def _let_go(phase: str, info: dict[str, int]) -> None:
    if phase == "stop":
        _dying.clear()


gc.callbacks.append(_let_go)

__all__ = ["TermManager"]
