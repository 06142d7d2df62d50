"""Checkers that stand in for frontend and engine: each misbehaves in one way."""

from __future__ import annotations

import faulthandler
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NoReturn

from heddle.answer import Answer, Cutoff, Verdict
from heddle.core.instr import Location
from heddle.errors import InputError
from heddle.execution import Access, Action, Execution, Failure, Frame, Step, Thread, Value
from heddle.run.worker import Channel
from heddle.task import Task


def answer(verdict: Verdict, reason: str = "because", **more: object) -> Answer:
    return Answer(verdict, reason, "sc", "fake", **more)  # type: ignore[arg-type]


def safe(task: Task, channel: Channel) -> Answer:
    return answer(Verdict.SAFE, "every execution was covered")


def bounded(task: Task, channel: Channel) -> Answer:
    cuts = [Cutoff("loop", "--unwind", Location(task.sources.files[0], 3))]
    return answer(Verdict.BOUNDED, "nothing found", bounds={"unwind": 2, "rounds": 3}, cuts=cuts)


def violation(task: Task, channel: Channel) -> Answer:
    place = Location(task.sources.files[0], 2, 3, "main")
    stack = (Frame("main", place),)
    write = Step(0, Action.WRITE, 1, stack, Access("x", "x", 4096, 4, None, written=Value(1)))
    failure = Failure("assert", "x == 2", 0, place, 2)
    execution = Execution((write, Step(0, Action.FAIL, 2, stack)), (Thread(0, "main"),), failure)
    return answer(Verdict.VIOLATION, "assertion failed: x == 2", execution=execution)


def by_name(task: Task, channel: Channel) -> Answer:
    """Answers as the file's name says."""
    if "refused" in task.sources.files[0]:
        raise InputError("does not compile", Location(task.sources.files[0], 1, 1))
    return {"bad": violation, "ok": safe, "maybe": bounded}[Path(task.sources.files[0]).stem](task, channel)


FOR_EVER = "searching forever"


def endless(task: Task, channel: Channel) -> NoReturn:
    channel.progress(FOR_EVER)
    sleep()


def sleep() -> NoReturn:
    while True:
        time.sleep(1)


def slow_by_name(task: Task, channel: Channel) -> Answer:
    """Takes as many tenths of a second as the file's name says."""
    time.sleep(int(Path(task.sources.files[0]).stem.lstrip("p")) / 10)
    return safe(task, channel)


def meeting(task: Task, channel: Channel) -> Answer:
    """Waits for all the others: those whose programs lie in the same folder."""
    here = Path(task.sources.files[0])
    here.with_suffix(".here").write_text("")
    while any(not other.with_suffix(".here").exists() for other in here.parent.glob("*.c")):
        time.sleep(0.01)
    return safe(task, channel)


def misbehaving_by_name(task: Task, channel: Channel) -> Answer:
    """Does what the file's name says."""
    what = {"endless": endless, "hungry": hungry, "crashing": crashing, "ok": safe}
    return what[Path(task.sources.files[0]).stem](task, channel)


def endless_by_name(task: Task, channel: Channel) -> Answer:
    """Ends if the name says "ok"; otherwise writes its process id into a file beside the program, and never ends."""
    if "ok" in Path(task.sources.files[0]).stem:
        return safe(task, channel)
    Path(task.sources.files[0]).with_suffix(".pid").write_text(str(os.getpid()))
    channel.interim(answer(Verdict.BOUNDED, "nothing found", bounds={"unwind": 1}))
    return endless(task, channel)


def endless_after_interim(task: Task, channel: Channel) -> Answer:
    for unwind in (1, 2):
        channel.interim(answer(Verdict.BOUNDED, "nothing found", bounds={"unwind": unwind, "rounds": 4}))
    return endless(task, channel)


def endless_with_child(task: Task, channel: Channel) -> Answer:
    """Starts a process of its own, and writes both process ids into the file named by the first -D."""
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(100)"])
    Path(task.sources.compilation.values("-D")[0]).write_text(f"{os.getpid()} {child.pid}")
    return endless(task, channel)


def deaf(task: Task, channel: Channel) -> Answer:
    """Ignores every signal that can be ignored (the worker's own thread cannot set handlers, so it blocks them)."""
    signal.pthread_sigmask(signal.SIG_BLOCK, set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP})
    return endless(task, channel)


def hungry(task: Task, channel: Channel) -> Answer:
    hoard = []
    while True:
        hoard.append(bytearray(1 << 20))


def aborted_for_memory(task: Task, channel: Channel) -> Answer:
    faulthandler.disable()
    os.write(2, b"terminate called after throwing an instance of 'std::bad_alloc'\n")
    os.abort()


def crashing(task: Task, channel: Channel) -> NoReturn:
    faulthandler.disable()  # pytest's, which would print
    os.kill(os.getpid(), signal.SIGSEGV)
    sleep()


def quitting(task: Task, channel: Channel) -> Answer:
    os._exit(7)


def raising(task: Task, channel: Channel) -> Answer:
    raise KeyError("a defect\nover two lines")


def chatty(task: Task, channel: Channel) -> Answer:
    """Prints where it must not."""
    print("noise on standard output", flush=True)
    os.write(1, b"more noise\n")
    os.write(2, b"noise on standard error\n")
    channel.progress("unwind 1, rounds 1")
    return safe(task, channel)


def deep(task: Task, channel: Channel) -> Answer:
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


def bottomless(task: Task, channel: Channel) -> Answer:
    return bottomless(task, channel)
