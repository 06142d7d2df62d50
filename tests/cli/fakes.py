"""Checkers that stand in for frontend and engine: each misbehaves in one way."""

from __future__ import annotations

import faulthandler
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from heddle.cli.inputs import Inputs
from heddle.core.instr import Location
from heddle.result import CheckOptions, InputError, Result, Verdict
from heddle.run.worker import Channel
from heddle.trace import Trace, TraceStep


def answer(verdict: Verdict, reason: str = "because", **more: object) -> Result:
    return Result(verdict, reason, "sc", "fake", **more)  # type: ignore[arg-type]


def safe(program: Inputs, options: CheckOptions, channel: Channel) -> Result:
    return answer(Verdict.SAFE, "every execution was covered")


def bounded(program: Inputs, options: CheckOptions, channel: Channel) -> Result:
    cuts = [f"{program.files[0]}:3: loop (--unwind)"]
    return answer(Verdict.BOUNDED, "nothing found", bounds={"unwind": 2, "rounds": 3}, cuts=cuts)


def violation(program: Inputs, options: CheckOptions, channel: Channel) -> Result:
    place = Location(program.files[0], 2, 3, "main")
    step = TraceStep(0, "main", "main", place, "x = 1;", "write", "x = 1")
    return answer(Verdict.VIOLATION, "found", trace=Trace([step], "assertion failed: x == 2", place, 0))


def by_name(program: Inputs, options: CheckOptions, channel: Channel) -> Result:
    """Answers as the file's name says."""
    if "refused" in program.files[0]:
        raise InputError("does not compile", Location(program.files[0], 1, 1))
    return {"bad": violation, "ok": safe, "maybe": bounded}[Path(program.files[0]).stem](program, options, channel)


def endless(program: Inputs, options: CheckOptions, channel: Channel) -> Result:
    channel.progress("searching forever")
    while True:
        time.sleep(1)


def slow_by_name(program: Inputs, options: CheckOptions, channel: Channel) -> Result:
    """Takes as many tenths of a second as the file's name says."""
    time.sleep(int(Path(program.files[0]).stem.lstrip("p")) / 10)
    return safe(program, options, channel)


def misbehaving_by_name(program: Inputs, options: CheckOptions, channel: Channel) -> Result:
    """Does what the file's name says."""
    what = {"endless": endless, "hungry": hungry, "crashing": crashing, "ok": safe}
    return what[Path(program.files[0]).stem](program, options, channel)


def endless_by_name(program: Inputs, options: CheckOptions, channel: Channel) -> Result:
    """Ends if the name says "ok"; otherwise writes its process id into a file beside the program, and never ends."""
    if "ok" in Path(program.files[0]).stem:
        return safe(program, options, channel)
    Path(program.files[0]).with_suffix(".pid").write_text(str(os.getpid()))
    channel.interim(answer(Verdict.BOUNDED, "nothing found", bounds={"unwind": 1}))
    return endless(program, options, channel)


def endless_after_interim(program: Inputs, options: CheckOptions, channel: Channel) -> Result:
    for unwind in (1, 2):
        channel.interim(answer(Verdict.BOUNDED, "nothing found", bounds={"unwind": unwind, "rounds": 4}))
    return endless(program, options, channel)


def endless_with_child(program: Inputs, options: CheckOptions, channel: Channel) -> Result:
    """Starts a process of its own, and writes both process ids into the file named by the first -D."""
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(100)"])
    Path(program.defines[0]).write_text(f"{os.getpid()} {child.pid}")
    return endless(program, options, channel)


def deaf(program: Inputs, options: CheckOptions, channel: Channel) -> Result:
    """Ignores every signal that can be ignored (the worker's own thread cannot set handlers, so it blocks them)."""
    signal.pthread_sigmask(signal.SIG_BLOCK, set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP})
    return endless(program, options, channel)


def hungry(program: Inputs, options: CheckOptions, channel: Channel) -> Result:
    hoard = []
    while True:
        hoard.append(bytearray(1 << 20))


def aborted_for_memory(program: Inputs, options: CheckOptions, channel: Channel) -> Result:
    faulthandler.disable()
    os.write(2, b"terminate called after throwing an instance of 'std::bad_alloc'\n")
    os.abort()


def crashing(program: Inputs, options: CheckOptions, channel: Channel) -> Result:
    faulthandler.disable()  # pytest's, which would print
    os.kill(os.getpid(), signal.SIGSEGV)
    return endless(program, options, channel)


def quitting(program: Inputs, options: CheckOptions, channel: Channel) -> Result:
    os._exit(7)


def raising(program: Inputs, options: CheckOptions, channel: Channel) -> Result:
    raise KeyError("a defect\nover two lines")


def chatty(program: Inputs, options: CheckOptions, channel: Channel) -> Result:
    """Prints where it must not."""
    print("noise on standard output", flush=True)
    os.write(1, b"more noise\n")
    os.write(2, b"noise on standard error\n")
    channel.progress("unwind 1, rounds 1")
    return safe(program, options, channel)


def deep(program: Inputs, options: CheckOptions, channel: Channel) -> Result:
    """Recurses through C code, as hashing and comparing deep expressions does."""

    class Node:
        def __init__(self, inner: object) -> None:
            self.inner = inner

        def __hash__(self) -> int:
            return hash((self.inner, 1))

    node: object = 0
    for _ in range(5_000):
        node = Node(node)
    return answer(Verdict.SAFE, f"hash computed: {isinstance(hash(node), int)}")


def bottomless(program: Inputs, options: CheckOptions, channel: Channel) -> Result:
    return bottomless(program, options, channel)
