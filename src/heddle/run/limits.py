"""What a worker process does to itself before it works: it cannot outlive its parent, nor outgrow its limits."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import os
import resource
import signal
import sys
import threading
from collections.abc import Callable, Iterator

PR_SET_PDEATHSIG = 1
M_ARENA_MAX = -8

STACK_BYTES = 512 << 20
# Deep C expressions make deep recursions.  At some 2.5 kB of C stack a level this limit comes before the stack's end.
RECURSION_LIMIT = 200_000


def die_with_parent(parent: int) -> None:
    """The kernel kills this process when its parent ends, however that ends (Linux only; harmless elsewhere)."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)


def limit_memory(megabytes: int) -> None:
    """Limits the address space to ``megabytes`` beside the worker's stack, which is reserved but hardly ever used, and
    beside what the process that calls Heddle has: a worker begins as a copy of it, and shares that memory with it.

    Without the single malloc arena the worker's thread would reserve address space that it never touches.
    """
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)
    limit = (megabytes << 20) + STACK_BYTES + _size()
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard != resource.RLIM_INFINITY:
        limit = min(limit, hard)
    resource.setrlimit(resource.RLIMIT_AS, (limit, hard))


def _size() -> int:
    """Bytes of address space."""
    with contextlib.suppress(OSError), open("/proc/self/statm") as file:
        return int(file.read().split()[0]) * resource.getpagesize()
    return 0


def lift_memory_limit() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (hard, hard))


def be_first_to_go() -> None:
    """If the machine runs out of memory, the kernel should take this process and not the user's others."""
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:
        file.write("900")


@contextlib.contextmanager
def shared() -> Iterator[None]:
    """For processes that fork many workers: the garbage collector forgets what is there now, or its marks would make
    every worker copy all of it.  Afterwards it knows it again, for this process may live on."""
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def run_deep(work: Callable[[], None]) -> None:
    """Runs ``work`` in a thread with a stack for deep recursion, and waits for it.

    Terms and instructions are many, long-lived and rarely cyclic: the garbage collector looks at them less often.
    """
    gc.set_threshold(200_000, 20, 20)
    sys.setrecursionlimit(RECURSION_LIMIT)
    threading.stack_size(STACK_BYTES)
    thread = threading.Thread(target=work, name="worker")
    thread.start()
    thread.join()
