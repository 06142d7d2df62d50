"""The parent's side: starts a worker, listens to it, and stops it when it must.

Whatever happens (an answer, a limit, a crash, Ctrl-C), the worker's whole process group is dead when :func:`supervise`
returns.  :mod:`heddle.run.batch` does the same with several workers at a time.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import resource
import select
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from enum import Enum, auto
from types import FrameType
from typing import Any

from heddle.records import dataclass, field
from heddle.run.worker import HEADER, Work, run_worker, sounds_like_no_memory

INTERRUPTS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
TICK = 0.2
"""Seconds between calls of ``tick`` while the worker is silent."""


class Ending(Enum):
    DONE = auto()
    REFUSED = auto()
    """The input is wrong."""
    FAILED = auto()
    """A defect of Heddle."""
    TIME = auto()
    MEMORY = auto()
    CRASHED = auto()


@dataclass(slots=True)
class Outcome:
    """How the work ended.  ``value`` is what it returned; ``interim`` is the last answer it gave before its end."""

    ending: Ending
    value: Any = None
    interim: Any = None
    reason: str = ""
    details: str = ""
    """For developers: a traceback, or what the worker printed."""
    seconds: float = 0.0


class Interrupted(BaseException):
    """The user (or the system) asked this process to stop.  ``interim`` is the worker's last answer."""

    def __init__(self, signum: int, interim: Any = None) -> None:
        super().__init__(signum)
        self.signum, self.interim = signum, interim


def ignore_line(line: str) -> None:
    """The progress listener of those who do not listen."""


def ignore_tick() -> None:
    """The clock of those who show none."""


@dataclass(frozen=True, slots=True)
class Limits:
    """``deadline`` is a time of ``time.monotonic()``; ``memory`` is in megabytes."""

    deadline: float | None = None
    memory: int | None = None


def _resident() -> int:
    with contextlib.suppress(OSError), open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize() // 1024
    return 0


@dataclass(slots=True)
class Worker:
    pid: int
    pipe: int
    log: int
    limits: Limits
    progress: Callable[[str], None]
    started: float = field(default_factory=time.monotonic)
    buffer: bytearray = field(default_factory=bytearray)
    interim: Any = None
    resident: int = field(default_factory=_resident)
    """Kilobytes of memory that it begins with, as a copy of this process."""

    def time_left(self) -> float:
        return float("inf") if self.limits.deadline is None else self.limits.deadline - time.monotonic()


def supervise(
    work: Work,
    limits: Limits,
    progress: Callable[[str], None] = ignore_line,
    tick: Callable[[], None] = ignore_tick,
) -> Outcome:
    """Runs ``work`` in a child process under ``limits``.  Raises Interrupted on Ctrl-C and friends."""
    with _interrupts_raise():
        worker = start(work, limits, progress)
        try:
            outcome = None
            while outcome is None:
                tick()
                outcome = listen([worker]).get(0)
        except Interrupted as interrupted:
            interrupted.interim = worker.interim
            raise
        finally:
            kill(worker)
    return outcome


@contextlib.contextmanager
def _interrupts_raise() -> Iterator[None]:
    def raise_interrupted(signum: int, frame: FrameType | None) -> None:
        # Once is enough: a second Ctrl-C must not break into the clean-up.
        for number in INTERRUPTS:
            signal.signal(number, signal.SIG_IGN)
        raise Interrupted(signum)

    # What the user told us to ignore (nohup, background jobs) stays ignored.
    heeded = [number for number in INTERRUPTS if signal.getsignal(number) is not signal.SIG_IGN]
    previous = {number: signal.signal(number, raise_interrupted) for number in heeded}
    try:
        yield
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)


def start(work: Work, limits: Limits, progress: Callable[[str], None]) -> Worker:
    """Forks a worker; the caller has to :func:`kill` it."""
    reader, writer = os.pipe()
    log = _nameless_file()
    parent = os.getpid()
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTS)  # until the worker is known, it could not be killed
    pid = os.fork()
    if pid == 0:
        os.setpgid(0, 0)
        os.close(reader)
        run_worker(work, writer, log, parent, limits.memory)
    with contextlib.suppress(OSError):
        os.setpgid(pid, pid)  # both do it, so that it is done whoever runs first
    os.close(writer)
    worker = Worker(pid, reader, log, limits, progress)
    try:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
    except Interrupted:
        kill(worker)
        raise
    return worker


def _nameless_file() -> int:
    """For what the worker prints."""
    if hasattr(os, "memfd_create"):
        return os.memfd_create("log")
    import tempfile  # takes some milliseconds, which small programs feel

    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())


def kill(worker: Worker) -> resource.struct_rusage | None:
    """Kills the worker and everything it started, and closes what belongs to it.  What it has used; None if that is
    known already."""
    usage = None
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTS)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(worker.pid, signal.SIGKILL)
    with contextlib.suppress(ChildProcessError):
        usage = os.wait4(worker.pid, 0)[2]
    for descriptor in (worker.pipe, worker.log):
        with contextlib.suppress(OSError):
            os.close(descriptor)
    signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
    return usage


def hold(worker: Worker) -> None:
    """Stops the worker and everything it started where they stand."""
    _signal(worker, signal.SIGSTOP)


def let_go(worker: Worker) -> None:
    """What was on hold goes on."""
    _signal(worker, signal.SIGCONT)


def _signal(worker: Worker, number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(worker.pid, number)


def worked(worker: Worker) -> float:
    """Seconds that the processor has spent on a worker: where others need the machine too, less than have passed."""
    try:
        with open(f"/proc/{worker.pid}/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()  # what stands before is the name, and may be anything
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return time.monotonic() - worker.started


def allow(worker: Worker, megabytes: int | None) -> None:
    """Gives a worker that has a limit of memory another one."""
    known = worker.limits.memory
    if known is None or megabytes is None:
        return
    with contextlib.suppress(OSError, ValueError):
        soft, hard = resource.prlimit(worker.pid, resource.RLIMIT_AS)
        if soft != resource.RLIM_INFINITY:  # it has begun
            wanted = soft + ((megabytes - known) << 20)
            resource.prlimit(worker.pid, resource.RLIMIT_AS, (wanted, hard))
            worker.limits = Limits(worker.limits.deadline, megabytes)


def listen(workers: Sequence[Worker], longest: float = TICK) -> dict[int, Outcome]:
    """Waits for news from any of the workers, so many seconds at most; how those that have ended did so, by their
    position."""
    wait = min([longest, *(max(0.0, w.time_left()) for w in workers)])
    ready = select.select([w.pipe for w in workers], [], [], wait)[0]
    ended: dict[int, Outcome] = {}
    for position, worker in enumerate(workers):
        outcome = _receive(worker) if worker.pipe in ready else None
        if outcome is None and worker.time_left() <= 0:
            outcome = Outcome(Ending.TIME)
        if outcome is not None:
            outcome.interim, outcome.seconds = worker.interim, time.monotonic() - worker.started
            ended[position] = outcome
    return ended


def _receive(worker: Worker) -> Outcome | None:
    """Reads what a worker has sent; how it ended, if it has."""
    data = os.read(worker.pipe, 1 << 20)
    if not data:
        return _died(worker)
    worker.buffer += data
    for kind, payload in _messages(worker.buffer):
        if kind == "progress":
            worker.progress(payload)
        elif kind == "interim":
            worker.interim = payload
        else:
            return _ended(kind, payload)
    return None


def _messages(buffer: bytearray) -> Iterator[tuple[str, Any]]:
    """Takes the complete messages off the front of ``buffer``."""
    while len(buffer) >= HEADER.size:
        (length,) = HEADER.unpack_from(buffer)
        end = HEADER.size + length
        if len(buffer) < end:
            return
        body = bytes(buffer[HEADER.size : end])
        del buffer[:end]
        yield pickle.loads(body)


def _ended(kind: str, payload: Any) -> Outcome:
    if kind == "done":
        return Outcome(Ending.DONE, value=payload)
    if kind == "refused":
        return Outcome(Ending.REFUSED, reason=payload)
    if kind == "memory":
        return Outcome(Ending.MEMORY)
    reason, details = payload
    return Outcome(Ending.FAILED, reason=reason, details=details)


def _died(worker: Worker) -> Outcome:
    """The worker closed its pipe without an answer: it crashed, or the system killed it."""
    _, status, usage = os.wait4(worker.pid, 0)
    printed = os.pread(worker.log, 20_000, max(0, os.fstat(worker.log).st_size - 20_000)).decode(errors="replace")
    # ru_maxrss is in kilobytes.  A library that dies near the limit dies of it, whatever it says.
    memory = worker.limits.memory
    near_limit = memory is not None and usage.ru_maxrss - worker.resident >= memory * 1024 * 0.8
    if near_limit or sounds_like_no_memory(printed):
        return Outcome(Ending.MEMORY, details=printed)
    if not os.WIFSIGNALED(status):
        how = f"it ended with status {os.waitstatus_to_exitcode(status)}"
    elif os.WTERMSIG(status) == signal.SIGKILL:
        how = "the system killed it, probably for want of memory"
    else:
        how = signal.strsignal(os.WTERMSIG(status)) or f"signal {os.WTERMSIG(status)}"
    return Outcome(Ending.CRASHED, reason=f"the engine crashed ({how})", details=printed)
