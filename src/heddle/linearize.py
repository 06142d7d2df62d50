"""From a partial order to a sequence with few switches between threads, as people like to read executions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Set
from typing import Any, TypeVar

Step = TypeVar("Step")


class Circle(Exception):
    """Some steps wait for each other."""


def linearize(
    waiting: Mapping[Step, Set[Step]], thread: Callable[[Step], int], key: Callable[[Step], tuple[Any, Any]]
) -> Iterator[Step]:
    """The steps, each after those that it waits for (if they are there at all).

    ``key`` says which of the steps that are ready comes first: what its first part leaves open is decided by staying
    with the thread of the latest step, and then by its second part.
    """
    later: dict[Step, list[Step]] = defaultdict(list)
    missing: dict[Step, int] = {}
    for step, earlier in waiting.items():
        awaited = [e for e in earlier if e in waiting]
        missing[step] = len(awaited)
        for e in awaited:
            later[e].append(step)
    ready = {step for step, count in missing.items() if not count}
    current, left = 0, len(missing)
    while ready:
        at = current

        def rank(step: Step, at: int = at) -> tuple[Any, bool, Any]:
            first, last = key(step)
            return first, thread(step) != at, last

        chosen = min(ready, key=rank)
        ready.remove(chosen)
        left -= 1
        current = thread(chosen)
        yield chosen
        for step in later[chosen]:
            missing[step] -= 1
            if not missing[step]:
                ready.add(step)
    if left:
        raise Circle(f"{left} steps wait for each other")


__all__ = ["Circle", "linearize"]
