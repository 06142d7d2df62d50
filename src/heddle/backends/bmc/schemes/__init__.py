"""The schemes of the embedded bounded model checker, each in a module of its own."""

from __future__ import annotations

from functools import partial

from heddle.backends.bmc.schemes.imu import ImuSchedule
from heddle.backends.bmc.schemes.lazy import LazySchedule
from heddle.backends.bmc.schemes.mu import READS, MuSchedule
from heddle.backends.bmc.schemes.mu_intra import MuIntraSchedule, undivided_without_buffers
from heddle.backends.bmc.schemes.order import OrderSchedule, is_small
from heddle.backends.bmc.schemes.scheme import Assignment, Schedule, Scheme
from heddle.backends.bmc.schemes.units import undivided

ROUNDS = (2, 3, 4, 6, 9, 14, 21, 32, 48, 64)
WRITES = (4, 6, 9, 14, 21, 32, 48, 64, 96, 128, 192, 256)
DEFAULT_READS = "hybrid"

ORDER = Scheme("order", OrderSchedule, "", "", (1,), 1, can=undivided, is_worth=is_small, simplify=False)
LAZY = Scheme("lazy", LazySchedule, "rounds", "rounds", ROUNDS, 1)
MU_FINE = {
    reads: Scheme("mu", partial(MuSchedule, reads=reads), "writes", "writes", WRITES, 2, can=undivided)
    for reads in READS
}
MU_INTRA = Scheme(
    "mu", MuIntraSchedule, "writes", "stretches of writes by one thread", WRITES, 2, can=undivided_without_buffers
)
IMU = Scheme("imu", ImuSchedule, "writes", "writes to each location", WRITES, 2, can=undivided)

__all__ = [
    "DEFAULT_READS", "IMU", "LAZY", "MU_FINE", "MU_INTRA", "ORDER", "ROUNDS", "WRITES",
    "Assignment", "Schedule", "Scheme",
]  # fmt: skip
