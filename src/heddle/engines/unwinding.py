"""Memory unwinding: engines that bound what is written instead of context switches (thesis chapters 5 and 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heddle.backends import EMBEDDED
from heddle.engines.bounded import Bounded
from heddle.engines.engine import Refusal
from heddle.errors import shorten

if TYPE_CHECKING:
    from collections.abc import Sequence

    from heddle.backends.bmc.schemes import Scheme
    from heddle.task import Task

GRAINS = ("fine", "coarse-inter", "coarse-intra")
READS = ("explicit", "implicit", "hybrid")
DEFAULT_READS = "hybrid"


class Mu(Bounded):
    name = "mu"
    summary = "memory unwinding: a sequence of all writes to shared memory"
    bounds = Bounded.bounds | {"writes"}
    settings = Bounded.settings | {"mu_grain", "mu_reads"}

    def default_abstraction(self, task: Task) -> str:
        grain = task.method.mu_grain or "fine"
        return f"mu-{task.method.mu_reads or DEFAULT_READS}" if grain == "fine" else f"mu-{grain}"

    def schemes(self, task: Task) -> Sequence[Scheme]:
        """Where neither the grain is given nor a bound that depends on it: clusters for programs that write much."""
        from heddle.backends.bmc.schemes import MU_FINE, MU_INTER, MU_INTRA

        grain, reads = task.method.mu_grain, task.method.mu_reads or DEFAULT_READS
        if grain is None and task.bounds.writes is None:
            return [MU_FINE[reads], MU_INTER[reads]]
        return [{"fine": MU_FINE, "coarse-inter": MU_INTER, "coarse-intra": MU_INTRA}[grain or "fine"][reads]]

    def refuses_detail(self, task: Task) -> Refusal | None:
        grain, reads = task.method.mu_grain, task.method.mu_reads
        for name, value, known in (("grain", grain, GRAINS), ("reads", reads, READS)):
            if value is not None and value not in known:
                available = ", ".join(known)
                return Refusal(f"--mu-{name} '{shorten(value)}' is not available; available: {available}", True)
            if value is not None and task.method.sma is not None:
                return Refusal(f"--mu-{name} is for --engine mu without --sma", True)
        sequential = task.method.backend != EMBEDDED
        if reads not in (None, "explicit") and sequential and grain not in (None, "fine"):
            return Refusal(f"--mu-grain {grain} as a sequential program is explicit, not --mu-reads {reads}", True)
        return super().refuses_detail(task)


class Imu(Bounded):
    name = "imu"
    summary = "location unwinding: for each location a sequence of the writes to it"
    bounds = Bounded.bounds | {"writes"}

    def default_abstraction(self, task: Task) -> str:
        return f"imu-{task.model.operational}"

    def schemes(self, task: Task) -> Sequence[Scheme]:
        from heddle.backends.bmc.schemes import IMU

        return [IMU]
