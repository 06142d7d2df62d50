"""The way to a cluster: processes on this machine, or a scheduler's address; and whether its workers are like us."""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import threading
import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from heddle.errors import UsageError, shorten

if TYPE_CHECKING:
    from distributed import Client

LOCAL = "local"
INSTALL = "--cluster needs Dask: pip install 'heddle[cluster]'"
SETTINGS = {
    "distributed.deploy.lost-worker-timeout": "1 hour",  # on a busy machine a new process takes its time
    "distributed.scheduler.allowed-failures": 100,
}
"""Of local clusters."""
PATIENCE = 15
"""Seconds for a scheduler to answer, and for a first worker to come."""


def verify(address: str) -> None:
    """Raises UsageError where a glance shows that there is no such cluster, or no Dask."""
    import importlib.util

    if address != LOCAL and not address.rpartition(":")[2].isdigit():
        raise UsageError(f"--cluster: '{shorten(address)}' is neither 'local' nor a scheduler's address (HOST:PORT)")
    if importlib.util.find_spec("distributed") is None:
        raise UsageError(INSTALL)


@contextlib.contextmanager
def connected(address: str, workers: int | None) -> Iterator[Client]:
    """``workers``: so many local ones.  Raises UsageError."""
    verify(address)
    threading.stack_size(0)  # a run's own threads are few and deep; Dask's are many
    try:
        import distributed
    except ImportError:
        raise UsageError(INSTALL) from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    with contextlib.ExitStack() as stack:
        if address == LOCAL:
            client = stack.enter_context(distributed.Client(stack.enter_context(_local(workers)), set_as_default=False))
        else:
            try:
                client = distributed.Client(address, timeout=PATIENCE, set_as_default=False, name="heddle")
            except (OSError, ValueError) as error:
                raise UsageError(f"--cluster {shorten(address)}: no scheduler answers there") from error
            stack.enter_context(client)
        _wait_for_workers(client, address)
        refuse_others(client, address)
        yield client


@contextlib.contextmanager
def _local(workers: int | None) -> Iterator[Any]:
    """Worker processes that end with this one."""
    import dask
    from distributed import LocalCluster

    from heddle.cluster.preload import PARENT

    dask.config.set(SETTINGS)
    warnings.filterwarnings("ignore", message="Port .* is already in use", category=UserWarning)
    with LocalCluster(
        n_workers=workers or len(os.sched_getaffinity(0)), threads_per_worker=1, processes=True, memory_limit=0,
        host="127.0.0.1", dashboard_address=":8787", silence_logs=logging.CRITICAL, preload="heddle.cluster.preload",
        env={PARENT: str(os.getpid())},
    ) as cluster:  # fmt: skip
        yield cluster


def _wait_for_workers(client: Client, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        raise UsageError(f"--cluster {shorten(address)}: the scheduler there has no workers") from None


def refuse_others(client: Client, address: str) -> None:
    """Raises UsageError if a worker has another Python, another Heddle or none."""
    strange = strangers(client)
    for worker, what in sorted(strange.items()):
        raise UsageError(f"--cluster {shorten(address)}: the worker at {worker} has {what}")


def strangers(client: Client) -> dict[str, str]:
    """By address, the workers that cannot share our work, and why."""
    from heddle.cluster.version import fingerprint

    ours, python = f"Heddle {fingerprint()}", ".".join(map(str, sys.version_info[:2]))
    pythons: Mapping[str, Any] = client.get_versions()["workers"]
    found = {
        worker: f"Python {theirs}, this is {python}"
        for worker, said in pythons.items()
        if said and not (theirs := str(said["host"]["python"])).startswith(f"{python}.")
    }
    rest = [worker for worker in pythons if worker not in found]
    for worker, theirs in client.run(_question(), workers=rest, on_error="return").items() if rest else ():
        if theirs != ours:
            found[worker] = f"{theirs}, this is {ours}" if isinstance(theirs, str) else "no Heddle that can be asked"
    return found


def _question() -> Callable[[], str]:
    """Asks a worker for its version.  A function without a name that can be imported is sent as it is: the worker need
    not know it."""

    def version() -> str:
        try:
            from heddle.cluster.version import fingerprint
        except ImportError:
            try:
                from heddle import __version__
            except ImportError:
                return "no Heddle"
            return f"Heddle {__version__}"
        return f"Heddle {fingerprint()}"

    return version


__all__ = ["LOCAL", "connected", "refuse_others", "strangers", "verify"]
