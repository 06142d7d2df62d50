"""A worker that starts ahead of its work: while the command reads its options, the worker loads what a check needs.

Both take as long as checking a small program does.  The worker does nothing until it gets its orders; it ends if there
are none.
"""

from __future__ import annotations

import contextlib
import os
import pickle
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn

from heddle.records import dataclass
from heddle.run import limits
from heddle.run.worker import nameless_file, run_worker

if TYPE_CHECKING:
    from heddle.run.worker import Work

NEEDED = (
    "heddle.engines.search", "heddle.engines.portfolio", "heddle.engines.plan", "heddle.frontend.function",
    "heddle.frontend.link", "heddle.backends.bmc.schemes.order", "heddle.addresses.freed", "heddle.passes.unfold",
    "heddle.engines.confirm",
)  # fmt: skip
"""What most checks come to import."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """A worker without orders."""

    pid: int
    orders: int
    """Where it gets them from."""
    pipe: int
    log: int

    def order(self, work: Work, memory: int | None) -> None:
        """What it is to do.  ``work`` is anything that can be pickled."""
        with contextlib.suppress(BrokenPipeError), os.fdopen(self.orders, "wb") as orders:
            orders.write(pickle.dumps((work, memory), protocol=pickle.HIGHEST_PROTOCOL))


def fork_ahead() -> Ahead:
    """Early, while there is little that the worker would only copy."""
    log = nameless_file()
    reader, writer = os.pipe()
    orders, orderer = os.pipe()
    parent = os.getpid()
    pid = os.fork()
    if pid == 0:
        os.setpgid(0, 0)
        os.close(reader)
        os.close(orderer)
        _wait_for_orders(orders, writer, log, parent)
    os.close(writer)
    os.close(orders)
    return Ahead(pid, orderer, reader, log)


def _wait_for_orders(orders: int, pipe: int, log: int, parent: int) -> NoReturn:
    try:
        limits.die_with_parent(parent)
        with contextlib.suppress(Exception):  # who needs what is missing will say so
            _load()
        with os.fdopen(orders, "rb") as file:
            told = file.read()
        if not told:
            os._exit(0)
        work, memory = pickle.loads(told)
    except BaseException:
        os._exit(1)
    run_worker(work, pipe, log, parent, memory)


def _load() -> None:
    for module in NEEDED:
        import_module(module)
    from heddle.frontend import clang

    clang.library()


__all__ = ["Ahead", "fork_ahead"]
