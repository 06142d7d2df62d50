"""Schemes: ways to say in a formula in which order threads take their steps, and what bounds it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

import bitwuzla as bz

from heddle.backends.bmc.local import LocalEncoder, LocalPart
from heddle.backends.bmc.terms import Num
from heddle.records import dataclass
from heddle.symbolic.analysis import Analysis
from heddle.symbolic.buffers import ThreadBuffer
from heddle.symbolic.events import Event, EventProgram


class Assignment(Protocol):
    """Values that satisfy a formula."""

    def holds(self, term: bz.Term) -> bool: ...

    def number(self, n: Num) -> int: ...


Switch = tuple[int, ...]
"""A choice of the schedule that cuts all executions in two, by numbers that its scheme understands."""
Tile = tuple[tuple[Switch, bool], ...]
"""The executions in which choices are made like this.  A switch and its opposite make two tiles of one."""


class Schedule(Protocol):
    """The order of steps as a formula.  Its bound can grow while the formula is being solved."""

    program: EventProgram
    buffers: list[ThreadBuffer]
    final: list[list[bz.Term]]
    """For each thread and block whether it is executed."""

    def constraints(self) -> Iterator[bz.Term]:
        """What holds whatever the bound."""

    def extend(self, bound: int) -> Iterator[bz.Term]:
        """What is to be added for executions within ``bound``."""

    def within(self, bound: int) -> list[bz.Term]:
        """What to assume in order to ask about executions within ``bound``."""

    def enough(self) -> int:
        """A bound that covers every execution."""

    def last_used(self) -> bz.Term:
        """Whether an execution needs the largest bound so far."""

    def switch(self, switch: Switch) -> bz.Term:
        """Whether the choice is made."""

    def next_switch(self, tile: Tile, bound: int) -> Switch | None:
        """A choice that cuts a tile in two that are hard in like measure; None if none is left."""

    def timeline(self, model: Assignment) -> Iterator[tuple[int, int | Event]]:
        """The blocks that are executed, by number, and the commits of buffered writes, each with its thread."""


def anything(analysis: Analysis) -> str | None:
    """A scheme that can do everything has no reason against it."""
    return None


def always(analysis: Analysis) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Scheme:
    name: str
    """The engine that it belongs to."""
    schedule: Callable[[LocalEncoder, LocalPart], Schedule]
    option: str
    """The option that bounds it; empty if nothing does."""
    counts: str
    """What the bound counts, in words."""
    sizes: tuple[int, ...]
    """The bounds that are tried in turn."""
    first: int
    """The bound to begin with."""
    can: Callable[[Analysis], str | None] = anything
    """Why it cannot express a program, with the place; None if it can."""
    is_worth: Callable[[Analysis], bool] = always
    """Whether it is a good choice, for those who may choose another."""
    note: str = ""
    """What an answer says of it, where the engine's name does not say enough."""
    simplify: bool = True
    """Small formulas are solved in less time than it takes to simplify them."""


__all__ = ["Assignment", "Schedule", "Scheme", "Switch", "Tile"]
