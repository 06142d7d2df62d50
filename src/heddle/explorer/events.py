"""The classes of events: what models see of an instruction.

Accesses and fences carry their C11 orders and, for hardware, what these are mapped to.  For a hardware model (one that
asks for a hardware fence) operations of pthreads, creating and joining threads have full fences around them, as the
replayer has it (docs/verdicts.md); a language model sees acquire and release there
(:mod:`heddle.models.thread_order`).
"""

from __future__ import annotations

from heddle.explorer._kernel import Kind
from heddle.graph import Kind as KindName
from heddle.models.machines import LANGUAGE, Machine
from heddle.models.tags import FULL_FENCE
from heddle.models.thread_order import BEGINS, ENDS, TAGS
from heddle.records import dataclass, field

Tags = frozenset[str]
INIT, READ, WRITE, FENCE, OTHER = Kind.INIT, Kind.READ, Kind.WRITE, Kind.FENCE, Kind.OTHER
KIND_NAMES: dict[Kind, KindName] = {INIT: "init", READ: "R", WRITE: "W", FENCE: "F", OTHER: "other"}

PAIR = "#pair"
"""Tags both events of a read-modify-write that wrote: the domain and range of ``rmw``."""


@dataclass(slots=True)
class EventClasses:
    """Numbers for pairs of a kind and tags; 0 is that of initial writes."""

    language: bool
    machine: Machine = LANGUAGE
    members: list[tuple[Kind, Tags]] = field(default_factory=lambda: [(INIT, frozenset())])
    sees_threads: bool = False
    """The model asks for the events of threads."""

    def number(self, kind: Kind, tags: Tags) -> int:
        if (kind, tags) not in self.members:
            self.members.append((kind, tags))
        return self.members.index((kind, tags))

    def read(self, order: str) -> int:
        return self.number(READ, self.machine.read(order))

    def write(self, order: str) -> int:
        return self.number(WRITE, self.machine.write(order))

    def rmw(self, order: str, failure_order: str) -> tuple[int, int, int]:
        """The read, the read of one that fails, the write."""
        read, write = self.machine.rmw(order)
        failed = self.machine.failed(failure_order)
        return self.number(READ, read | {PAIR}), self.number(READ, failed), self.number(WRITE, write | {PAIR})

    def fence(self, order: str) -> int:
        return self.number(FENCE, self.machine.fence(order))

    def full_fence(self) -> int:
        return self.number(FENCE, FULL_FENCE)

    def other(self) -> int:
        return self.number(OTHER, frozenset())

    def of_thread(self, moment: str) -> int:
        """The creation, begin, end or join of a thread."""
        return self.number(OTHER, TAGS[moment] if self.sees_threads else frozenset())

    def ends_of_threads(self) -> tuple[int, int]:
        """The begin and the end of a thread; -1 where the model does not look."""
        return (self.of_thread(BEGINS), self.of_thread(ENDS)) if self.sees_threads else (-1, -1)

    def section(self) -> tuple[int, int, int, int]:
        """The read and write of an atomic section that does both, and of one that does only one of them."""
        read, write = self.machine.rmw("acq_rel")
        return (
            self.number(READ, read | {PAIR}), self.number(READ, self.machine.read("acquire")),
            self.number(WRITE, write | {PAIR}), self.number(WRITE, self.machine.write("release")),
        )  # fmt: skip


__all__ = ["FENCE", "INIT", "KIND_NAMES", "OTHER", "PAIR", "READ", "WRITE", "EventClasses", "Tags"]
