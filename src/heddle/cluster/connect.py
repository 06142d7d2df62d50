"""The way to a cluster: processes on this machine, or a scheduler's address; and whether its workers are like us."""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from heddle.errors import UsageError, shorten

if TYPE_CHECKING:
    from distributed import Client

LOCAL = "local"
INSTALL = "--cluster needs Dask: pip install 'heddle[cluster]'"
SETTINGS = {"distributed.scheduler.allowed-failures": 100}
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
def connected(address: str, workers: int | None) -> Iterator[tuple[Client, Callable[[], None]]]:
    """``workers``: so many local ones.  The second one sees to it that they live.  Raises UsageError."""
    verify(address)
    threading.stack_size(0)  # a run's own threads are few and deep; Dask's are many
    try:
        import distributed
    except ImportError:
        raise UsageError(INSTALL) from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    with contextlib.ExitStack() as stack:
        renew: Callable[[], None] = _nothing
        if address == LOCAL:
            client, renew = stack.enter_context(_local(workers or len(os.sched_getaffinity(0))))
        else:
            try:
                client = distributed.Client(address, timeout=PATIENCE, set_as_default=False, name="heddle")
            except (OSError, ValueError) as error:
                raise UsageError(f"--cluster {shorten(address)}: no scheduler answers there") from error
            stack.enter_context(client)
            _wait_for_workers(client, address)
        refuse_others(client, address)
        yield client, renew


def _nothing() -> None:
    """Others look after the workers of other clusters."""


@contextlib.contextmanager
def _local(workers: int) -> Iterator[tuple[Client, Callable[[], None]]]:
    """A scheduler in this process, and workers that end with it."""
    import dask
    from distributed import Client, LocalCluster

    from heddle.cluster.local import Processes

    dask.config.set(SETTINGS)
    warnings.filterwarnings("ignore", message="Port .* is already in use", category=UserWarning)
    with LocalCluster(
        n_workers=0, processes=False, protocol="tcp", host="127.0.0.1", dashboard_address=":8787",
        silence_logs=logging.CRITICAL,
    ) as cluster, Client(cluster, set_as_default=False) as client:  # fmt: skip
        processes = Processes(cluster.scheduler_address, workers)
        try:
            while not client.scheduler_info(n_workers=-1)["workers"]:
                processes.renew()
                time.sleep(0.05)
            yield client, processes.renew
        finally:
            processes.end()


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
        if theirs != ours and not isinstance(theirs, OSError):  # that one is gone
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
