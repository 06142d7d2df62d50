"""Engines: each takes a program and options and gives a result.  ``run`` picks the one that the user asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from heddle.core.program import Program
    from heddle.result import CheckOptions, Progress, Result

ENGINES = ("auto", "lazy", "mu", "imu", "lal-reps", "stateless")
BY_WRITES = ("mu", "imu")
"""Those that bound writes instead of rounds."""
GRAINS = ("fine", "coarse-inter", "coarse-intra")
READS = ("explicit", "implicit", "hybrid")
BUFFERED = ("sc", "tso", "pso")
"""The memory models that the bounded engines know, as store buffers; execution graphs are for any model."""


def run(program: Program, options: CheckOptions, progress: Progress, interim: Callable[[Result], None]) -> Result:
    """Checks ``program``.  ``interim`` gets every answer that holds if the search is stopped right after it."""
    if options.engine == "stateless" or (options.engine == "auto" and options.model not in BUFFERED):
        from heddle.engines import stateless

        return stateless.check(program, options, progress, interim)
    if options.sma is not None:
        from heddle.engines import sma

        return sma.check(program, options, progress, interim)
    from heddle.engines import bounded

    return bounded.check(program, options, progress, interim)
