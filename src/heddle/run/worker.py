"""The child's side: does the work and reports over a pipe.

A message is a length in 8 bytes and a pickled pair (kind, payload):

    progress  one line for the user              refused  the input is wrong: one line
    interim   an answer that already holds       failed   (one line, traceback): a defect of Heddle
    done      what the work returned             memory   out of memory
"""

from __future__ import annotations

import os
import pickle
import signal
import struct
import sys
import threading
from collections.abc import Callable
from typing import Any, NoReturn

from heddle.errors import InputError
from heddle.run import limits

HEADER = struct.Struct("<Q")
OUT_OF_MEMORY_WORDS = (
    "bad_alloc", "out of memory", "memory exhausted", "cannot allocate", "can't start new thread",
    "failed to map segment", "memoryerror",
)  # fmt: skip


class Channel:
    """Where the work reports to while it runs."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._lock = threading.Lock()

    def progress(self, line: str) -> None:
        self.send("progress", line)

    def interim(self, answer: object) -> None:
        """``answer`` holds even if the work never ends."""
        self.send("interim", answer)

    def send(self, kind: str, payload: Any = None) -> None:
        body = pickle.dumps((kind, payload), protocol=pickle.HIGHEST_PROTOCOL)
        data = memoryview(HEADER.pack(len(body)) + body)
        with self._lock:
            while data:
                data = data[os.write(self._descriptor, data) :]


Work = Callable[[Channel], Any]


def one_line(text: str) -> str:
    """``text`` on one line of reasonable length."""
    line = " ".join(text.split())
    return line if len(line) <= 500 else line[:497] + "..."


def run_worker(work: Work, pipe: int, log: int, parent: int, memory: int | None) -> NoReturn:
    """The life of the child after the fork.  What it prints goes to ``log``: standard output belongs to the report."""
    status = 1
    try:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, set())
        os.dup2(log, 1)
        os.dup2(log, 2)
        before = sys.stdout, sys.stderr  # kept: when they go, they may close 1 and 2, which pipes would get then
        sys.stdout = sys.stderr = os.fdopen(log, "w", buffering=1, errors="replace")
        limits.die_with_parent(parent)
        limits.be_first_to_go()
        channel = Channel(pipe)
        if memory is not None:
            limits.limit_memory(memory)
        limits.run_deep(lambda: _report(work, channel))
        del before
        status = 0
    finally:
        # Not sys.exit: the parent's buffers must not be flushed twice, and tearing down a solver takes long.
        os._exit(status)


def _report(work: Work, channel: Channel) -> None:
    try:
        channel.send("done", work(channel))
    except BaseException as error:
        limits.lift_memory_limit()  # to say that memory is exhausted takes memory
        channel.send(*_explain(error))


def _explain(error: BaseException) -> tuple[str, Any]:
    """The message about an exception."""
    import traceback  # takes a few milliseconds, which small programs feel

    summary = one_line(traceback.format_exception_only(error)[-1])
    if isinstance(error, InputError):
        return "refused", one_line(str(error))
    if isinstance(error, MemoryError) or sounds_like_no_memory(summary):
        return "memory", None
    if isinstance(error, RecursionError):
        return "failed", ("the program is nested too deeply", _shortened(error))
    return "failed", (f"internal error: {summary}", _shortened(error))


def sounds_like_no_memory(text: str) -> bool:
    """Libraries have their own ways to say that an allocation failed."""
    return any(words in text.lower() for words in OUT_OF_MEMORY_WORDS)


def _shortened(error: BaseException) -> str:
    """The traceback's last frames: after a deep recursion there are too many to show."""
    import traceback

    return "".join(traceback.format_exception(error, limit=-50)).rstrip()
