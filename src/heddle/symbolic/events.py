"""Events: what threads do that memory, other threads or the property can notice."""

from __future__ import annotations

from enum import Enum, auto

from heddle.core.instr import AnyInstr
from heddle.core.program import BoundedProgram, Thread
from heddle.records import dataclass, field
from heddle.symbolic.dag import Dag, NodeId
from heddle.symbolic.layout import Layout


class Kind(Enum):
    READ = auto()
    WRITE = auto()
    RMW = auto()
    CREATE = auto()
    JOIN = auto()
    FREE = auto()
    DECLARE = auto()
    NONDET = auto()
    ASSUME = auto()
    ASSERT = auto()
    CUT = auto()
    UNSUPPORTED = auto()
    OTHER = auto()
    """Fences and the ends of atomic sections: kept for traces."""


@dataclass(slots=True, eq=False)
class Event:
    """An instruction of a thread that may be executed: it is if control gets there and ``guard`` holds.

    ``result`` is the variable that a READ, RMW, JOIN or NONDET defines; ``value`` what is written (WRITE, RMW), tested
    (ASSUME, ASSERT) or passed (CREATE); ``test`` says when an RMW writes.
    ``local`` marks accesses that need no memory, because the value is known (a register, or seen in the same section).
    """

    kind: Kind
    instr: AnyInstr
    guard: NodeId
    position: int
    """Where the instruction stands in the thread's body."""
    section: int = -1
    """The atomic section that it belongs to."""
    address: NodeId = -1
    size: int = 0
    value: NodeId = -1
    result: NodeId = -1
    test: NodeId = -1
    local: bool = False
    contents: dict[int, tuple[int, NodeId]] = field(default_factory=dict)
    """DECLARE: the variables that stand for the indeterminate contents, by offset, with their size in bytes."""
    targets: tuple[int, ...] | None = ()
    """Addresses that it may access, found by the value analysis; None: any."""
    block: int = -1
    """The step that it belongs to, set by the visibility pass."""
    visible: bool = False


@dataclass(slots=True, eq=False)
class ThreadEvents:
    thread: Thread
    events: list[Event]
    finish: NodeId
    """Guard of reaching the end of the thread."""
    result: NodeId
    blocks: int = 0


@dataclass(slots=True, eq=False)
class EventProgram:
    program: BoundedProgram
    layout: Layout
    dag: Dag
    threads: list[ThreadEvents]
    created_by: dict[int, Event]
    """The CREATE event of each thread but main."""
    registers: frozenset[str] = frozenset()
    """The objects that need no memory: no pointer leads there."""
