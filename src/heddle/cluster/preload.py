"""What a worker process of ``--cluster local`` does first: it ends with the run that it was started for."""

from __future__ import annotations

import os
from typing import Any

from heddle.run.limits import die_with_parent, lift_memory_limit

PARENT = "HEDDLE_CLUSTER_PARENT"
"""The environment variable with the number of the process that the worker was started by."""


def dask_setup(worker: Any) -> None:
    """Called by Dask.  A limit of memory is for what errands do, each in a process of its own."""
    die_with_parent(int(os.environ[PARENT]))
    lift_memory_limit()
