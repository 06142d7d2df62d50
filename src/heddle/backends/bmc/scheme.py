"""Schemes: ways to say in a formula in which order threads take their steps, and what bounds it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

import bitwuzla as bz

from heddle.backends.bmc.imu import ImuSchedule
from heddle.backends.bmc.local import LocalEncoder, LocalPart
from heddle.backends.bmc.mu import MuSchedule
from heddle.backends.bmc.mu_intra import MuIntraSchedule
from heddle.backends.bmc.order import OrderSchedule, is_small
from heddle.backends.bmc.schedule import LazySchedule
from heddle.backends.bmc.terms import Terms
from heddle.backends.bmc.units import Assignment, divided_section
from heddle.symbolic.buffers import ThreadBuffer
from heddle.symbolic.events import Event, EventProgram
from heddle.symbolic.visible import Visibility


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

    def timeline(self, model: Assignment) -> Iterator[tuple[int, int | Event]]:
        """The blocks that are executed, by number, and the commits of buffered writes, each with its thread."""


@dataclass(frozen=True, slots=True)
class Scheme:
    name: str
    """The engine that it belongs to."""
    schedule: Callable[[EventProgram, LocalEncoder, LocalPart, Terms], Schedule]
    fits: Callable[[EventProgram, Visibility, LocalPart], bool]
    """Whether it can be used, and is worth it."""
    option: str
    """What is bounded; empty if nothing is."""
    sizes: tuple[int, ...]
    """The bounds that are tried in turn."""
    first: int
    """The bound to begin with."""
    simplify: bool = True
    """Small formulas are solved in less time than it takes to simplify them."""


def always(program: EventProgram, visibility: Visibility, part: LocalPart) -> bool:
    return True


def has_few_steps(program: EventProgram, visibility: Visibility, part: LocalPart) -> bool:
    """Measured: with more of them a sequence of single writes finds less than one of clusters."""
    return undivided(program, visibility, part) and sum(t.blocks for t in program.threads) <= FEW_STEPS


def undivided(program: EventProgram, visibility: Visibility, part: LocalPart) -> bool:
    return not any(divided_section(t) for t in program.threads)


FEW_STEPS = 250
ROUNDS = (2, 3, 4, 6, 9, 14, 21, 32, 48, 64)
WRITES = (4, 6, 9, 14, 21, 32, 48, 64, 96, 128, 192, 256)

ORDER = Scheme("order", OrderSchedule, is_small, "", (1,), 1, simplify=False)
LAZY = Scheme("lazy", LazySchedule, always, "rounds", ROUNDS, 1)
MU_FINE = {
    reads: Scheme("mu", partial(MuSchedule, reads=reads), undivided, "writes", WRITES, 2)
    for reads in ("explicit", "implicit", "hybrid")
}
DEFAULT_READS = "hybrid"
MU_FINE_OR_NOT = {reads: replace(scheme, fits=has_few_steps) for reads, scheme in MU_FINE.items()}
"""The same where it is the better choice."""
MU_INTRA = Scheme("mu", MuIntraSchedule, undivided, "writes", WRITES, 2)
MU_INTER = Scheme("mu", LazySchedule, always, "writes", ROUNDS, 1)
"""A cluster of writes by several threads in turn is what a round of the lazy scheme leaves in memory."""
IMU = Scheme("imu", ImuSchedule, is_small, "writes", WRITES, 2)
