"""The schemes of the embedded bounded model checker.  Each has a module of its own, which is loaded when it is used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heddle.backends.bmc.schemes.abilities import has_few_pairs, is_small, undivided, writes_little
from heddle.backends.bmc.schemes.scheme import Assignment, Schedule, Scheme, Tile

if TYPE_CHECKING:
    from collections.abc import Callable

    from heddle.backends.bmc.local import LocalEncoder, LocalPart

ROUNDS = (2, 3, 4, 6, 9, 14, 21, 32, 48, 64)
WRITES = (4, 6, 9, 14, 21, 32, 48, 64, 96, 128, 192, 256)
CLUSTERS = (1, 2, 3, 4, 6, 9, 14, 21, 32, 48, 64)
READS = ("explicit", "implicit", "hybrid")
"""How memory unwinding keeps what reads find."""


def _order(local: LocalEncoder, part: LocalPart) -> Schedule:
    from heddle.backends.bmc.schemes.order import OrderSchedule

    return OrderSchedule(local, part)


def _lazy(local: LocalEncoder, part: LocalPart) -> Schedule:
    from heddle.backends.bmc.schemes.lazy import LazySchedule

    return LazySchedule(local, part)


def _mu(reads: str) -> Callable[[LocalEncoder, LocalPart], Schedule]:
    def schedule(local: LocalEncoder, part: LocalPart) -> Schedule:
        from heddle.backends.bmc.schemes.mu import MuSchedule

        return MuSchedule(local, part, reads)

    return schedule


def _clusters(reads: str, one_thread: bool) -> Callable[[LocalEncoder, LocalPart], Schedule]:
    def schedule(local: LocalEncoder, part: LocalPart) -> Schedule:
        from heddle.backends.bmc.schemes.clusters import ClusterSchedule

        return ClusterSchedule(local, part, reads, one_thread)

    return schedule


def _imu(local: LocalEncoder, part: LocalPart) -> Schedule:
    from heddle.backends.bmc.schemes.imu import OrderedImu, TimedImu

    return (OrderedImu if has_few_pairs(local.analysis) else TimedImu)(local, part)


ORDER = Scheme("order", _order, "", "", (1,), 1, can=undivided, is_worth=is_small, simplify=False)
LAZY = Scheme("lazy", _lazy, "rounds", "rounds", ROUNDS, 1)
MU_FINE = {
    reads: Scheme("mu", _mu(reads), "writes", "writes", WRITES, 2, can=undivided, is_worth=writes_little)
    for reads in READS
}
MU_INTER = {
    reads: Scheme(
        "mu", _clusters(reads, False), "writes", "clusters of writes", CLUSTERS, 1, can=undivided,
        note="with clusters of writes (--mu-grain coarse-inter)",
    )
    for reads in READS
}  # fmt: skip
MU_INTRA = {
    reads: Scheme("mu", _clusters(reads, True), "writes", "stretches of writes by one thread", WRITES, 2, can=undivided)
    for reads in READS
}
IMU = Scheme("imu", _imu, "writes", "writes to each location", WRITES, 2, can=undivided)

__all__ = [
    "IMU", "LAZY", "MU_FINE", "MU_INTER", "MU_INTRA", "ORDER", "READS", "ROUNDS", "WRITES",
    "Assignment", "Schedule", "Scheme", "Tile",
]  # fmt: skip
