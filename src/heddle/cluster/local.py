"""The worker processes of ``--cluster local``: they end with the run that they were started for, and one that dies has
another one in its place.

``python -m heddle.cluster.local ADDRESS`` is such a process: a Dask worker with one thread.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from functools import partial

from heddle.run.limits import die_with_parent, lift_memory_limit


class Processes:
    def __init__(self, address: str, count: int) -> None:
        """``address``: that of the scheduler."""
        path = os.pathsep.join(folder for folder in sys.path if folder)
        self.command = [sys.executable, "-m", "heddle.cluster.local", address]
        self.environment = {**os.environ, "PYTHONPATH": path}
        self.running: list[subprocess.Popen[bytes]] = [self.start() for _ in range(count)]

    def start(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            self.command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=self.environment, preexec_fn=partial(die_with_parent, os.getpid()),
        )  # fmt: skip

    def renew(self) -> None:
        """Another one for each that has died."""
        self.running = [p if p.poll() is None else self.start() for p in self.running]

    def end(self) -> None:
        for process in self.running:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            process.wait()


async def work(address: str) -> None:
    from distributed import Worker

    async with Worker(address, nthreads=1, memory_limit=0, dashboard=False) as worker:
        await worker.finished()


if __name__ == "__main__":
    import asyncio

    lift_memory_limit()  # a limit of memory is for what errands do, each in a process of its own
    asyncio.run(work(sys.argv[1]))
