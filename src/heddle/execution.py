"""An execution of the program as data: what the replayer saw, step by step.

Everything here is plain, frozen and can be pickled; nothing refers to the program or to the machine that ran it.  It
holds every step.  Which of them a user sees, and in what words, is for the reports to decide (:mod:`heddle.report`).

A step is named by its index in ``Execution.steps``.  (The classes have no slots: executions travel between processes,
and Python pickles plain objects much faster.)
"""

from __future__ import annotations

import pickle
from enum import StrEnum
from typing import Any

from heddle.core.instr import Location
from heddle.records import dataclass, field

INITIAL = -1
"""In place of the step that a read reads from: the contents that memory had in the beginning."""


class Action(StrEnum):
    """What a step does."""

    READ = "read"
    WRITE = "write"
    RMW = "rmw"
    FENCE = "fence"
    ATOMIC_BEGIN = "atomic-begin"
    ATOMIC_END = "atomic-end"
    CREATE = "create"
    JOIN = "join"
    MALLOC = "malloc"
    FREE = "free"
    DECLARE = "declare"
    """The lifetime of a local object begins."""
    INPUT = "input"
    FLUSH = "flush"
    """A pending write reaches memory."""
    REPEAT = "repeat"
    """A loop goes on like its last iteration, which the steps before tell: ``Step.rounds`` more times."""
    FAIL = "fail"
    """The property is broken: the last step."""


@dataclass(frozen=True)
class Value:
    """``number`` is the value in its type.  ``symbol`` is how C names a pointer's value: ``&queue.items[2]``, a
    function, ``NULL``, or its digits where it points nowhere; empty for integers."""

    number: int
    symbol: str = ""

    def __str__(self) -> str:
        return self.symbol or str(self.number)


@dataclass(frozen=True)
class ValueType:
    bits: int
    signed: bool
    pointer: bool = False

    @property
    def size(self) -> int:
        """In bytes."""
        return (self.bits + 7) // 8


@dataclass(frozen=True)
class Frame:
    """One call on a stack.  ``at``: the instruction that runs, or the call that it waits for."""

    function: str
    at: Location
    library: bool = False
    """It is code of the model library."""


@dataclass(frozen=True)
class LibraryCall:
    """A call of a library function by the user's code: what it does are steps of their own, this holds them together.

    ``at`` is the call in the user's code, in ``caller``.  ``result`` is None until it returns, and for void.
    """

    function: str
    thread: int
    caller: str
    at: Location
    result: Value | None = None


@dataclass(frozen=True)
class MemoryObject:
    """A global, local, thread-local or heap object that the execution touches.  ``thread`` made it."""

    name: str
    kind: str
    address: int
    size: int
    thread: int


@dataclass(frozen=True)
class Access:
    """What a step does with memory: a read, a write, both; a FLUSH brings its ``written`` to memory.

    MALLOC, FREE and DECLARE have the whole object here, without a type, and no value but MALLOC's result (written).
    """

    place: str
    """As the program spells it: ``queue->items[2]``; where that is not known, ``spot``."""
    spot: str
    """What it turned out to be: ``q.items[2]``."""
    address: int
    size: int
    object: int | None
    """An index of ``Execution.objects``."""
    type: ValueType | None = None
    read: Value | None = None
    written: Value | None = None
    """None too if a compare-and-exchange fails."""
    reads_from: tuple[int, ...] = ()
    """The steps that wrote what is read: one, if nobody wrote parts of it.  INITIAL stands for the first contents.
    A later step is possible under models with load buffering."""
    forwarded: bool = False
    """What is read comes from the thread's own store buffer."""
    unseen: tuple[int, ...] = ()
    """Earlier steps whose writes are newer than what is read and that the thread does not see yet: they wait in other
    threads' store buffers, or the model lets the read miss them."""


@dataclass(frozen=True)
class Pending:
    """A write that has not reached memory."""

    thread: int
    place: str
    address: int
    size: int
    value: Value
    step: int
    """The step that issued it."""
    fenced: bool = False
    """A store fence stands between it and the older ones: it may not overtake them."""


@dataclass(frozen=True)
class Step:
    """One thing that one thread did.  The stack has at least one frame, the outermost first."""

    thread: int
    action: Action
    uid: int
    """The instruction; -1 for what none made.  A FLUSH has that of the write."""
    stack: tuple[Frame, ...]
    access: Access | None = None
    order: str = ""
    """The memory order of an access or fence, as C11 names it; "plain" for an ordinary access."""
    other: int | None = None
    """The thread created or joined."""
    value: Value | None = None
    """The value of an INPUT, a new thread's argument, what a joined thread returned."""
    what: str = ""
    """What an INPUT is called in the program."""
    before: tuple[Pending, ...] = ()
    """The thread's store buffer before the step, oldest first."""
    after: tuple[Pending, ...] = ()
    """The thread's store buffer after it."""
    drained: tuple[Pending, ...] = ()
    """What the step sent to memory besides its own write: from this thread's buffer, or a joined one's."""
    held: tuple[str, ...] = ()
    """The locks that the thread holds, by the names of their objects."""
    call: int | None = None
    """It belongs to this call of a library function, an index of ``Execution.calls``."""
    rounds: int | None = None
    """How many iterations a REPEAT stands for.  Threads that are created in them are not among ``Execution.threads``,
    and writes in them that later steps read from are this one step."""

    @property
    def at(self) -> Location:
        """Where the instruction stands, maybe in the library."""
        return self.stack[-1].at

    @property
    def user_frame(self) -> Frame:
        """The innermost call of the user's own code; the outermost of all if there is none."""
        return next((frame for frame in reversed(self.stack) if not frame.library), self.stack[0])


@dataclass(frozen=True)
class Thread:
    """``name`` is its start function.  ``creator`` and ``created`` (the step) are None for main's."""

    id: int
    name: str
    creator: int | None = None
    created: int | None = None


@dataclass(frozen=True)
class Failure:
    """How the property is broken, in the last step.

    ``kind`` is that of the assertion or fault ("assert", "bounds", "pointer", …), or "flag" for a flag of the memory
    model.  ``message`` is the assertion's text, what is wrong about the access, or the flag's name.
    """

    kind: str
    message: str
    thread: int
    at: Location
    """In the user's code."""
    uid: int = -1
    fault: bool = False
    """The machine could not execute the instruction; otherwise an assertion said so."""
    steps: tuple[int, ...] = ()
    """The steps that a flag is about."""
    others: tuple[tuple[int, Location], ...] = field(default=(), compare=False)
    """Those of the execution's other threads that have not ended, and where in the user's code each stands then."""


@dataclass(frozen=True)
class Execution:
    """``sources`` has the text of the user's files that steps stand in, by the names that locations give them."""

    steps: tuple[Step, ...]
    threads: tuple[Thread, ...]
    failure: Failure | None = None
    """None: nothing fails."""
    calls: tuple[LibraryCall, ...] = ()
    objects: tuple[MemoryObject, ...] = ()
    sources: dict[str, str] = field(default_factory=dict)
    placed: tuple[MemoryObject, ...] = ()
    """The objects whose addresses matter, from the lowest one on."""
    repeats: int | None = None
    """From this step on all but the last, which tells of that, repeat for ever."""

    @property
    def inputs(self) -> tuple[Step, ...]:
        """Where the program got values from outside, in order."""
        return tuple(step for step in self.steps if step.action is Action.INPUT)

    def thread_name(self, id: int) -> str:
        return next((thread.name for thread in self.threads if thread.id == id), "")

    def at(self, step: Step) -> Location:
        """Where the step is in the user's code: the call, if it happens inside the library."""
        return step.user_frame.at if step.call is None else self.calls[step.call].at

    def __reduce__(self) -> tuple[Any, ...]:
        return _received, (pickle.dumps(vars(self), pickle.HIGHEST_PROTOCOL),)


class _Packed(Execution):
    """An execution that came from another process, until somebody looks at it.

    A process that only passes it on leaves it packed: unpacking it and packing it again takes longer than to find it.
    """

    def __getattribute__(self, name: str) -> Any:
        own: dict[str, Any] = object.__getattribute__(self, "__dict__")
        if name == "__reduce_ex__":
            return lambda protocol: (_received, (own[PACKED],))
        own.update(pickle.loads(own.pop(PACKED)))
        object.__setattr__(self, "__class__", Execution)
        return getattr(self, name)


PACKED = "packed"


def _received(packed: bytes) -> Execution:
    execution: Execution = object.__new__(_Packed)
    object.__getattribute__(execution, "__dict__")[PACKED] = packed
    return execution


__all__ = [
    "INITIAL", "Access", "Action", "Execution", "Failure", "Frame", "LibraryCall", "Location", "MemoryObject",
    "Pending", "Step", "Thread", "Value", "ValueType",
]
