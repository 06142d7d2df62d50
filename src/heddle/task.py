"""Tasks: what is asked.  Sources, memory model, property, bounds, limits, and how to go about it.

A task is plain data: it can be hashed, and it goes to a worker process or another machine as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from heddle.backends import EMBEDDED
from heddle.models.memory_model import SEQUENTIALLY_CONSISTENT, MemoryModel
from heddle.passes.bounds import KINDS
from heddle.properties import DEFAULT, Property
from heddle.records import dataclass, fields
from heddle.sources import NOTHING, Sources

if TYPE_CHECKING:
    from heddle.chains.chain import Chain
    from heddle.core.program import Program


MAX_BOUND = 1_000_000
MAX_QUEUE = 10_000
MAX_WIDTH = 64


@dataclass(frozen=True, slots=True)
class Bounds:
    """How far a search goes.  None: the engine chooses, and grows it while time remains.

    Each bound is named for what it counts; its option on the command line has its name.
    """

    unwind: int | None = None
    """How often a loop's body runs, and a function calls itself."""
    unwindset: tuple[tuple[str, int], ...] = ()
    """The same for single loops: (``file:line`` or ``line`` of the loop's head, bound)."""
    unwind_for: int | None = None
    """As ``unwind``, of ``for`` loops; None: as for all loops."""
    unwind_while: int | None = None
    """... of ``while`` and ``do`` loops."""
    unwind_threads: int | None = None
    """... of loops that create threads, whatever their statement."""
    rounds: int | None = None
    """How often each thread gets its turn."""
    contexts: int | None = None
    """How many turns there are in all, where they go to threads in any order."""
    writes: int | None = None
    """How many writes to shared memory (imu: to each location of it), or clusters of them, an execution makes."""
    threads: int | None = None
    """So many threads are followed; further ones are created but take no step."""
    malloc_size: int = 256
    """Bytes assumed at most for an allocation whose size is not constant."""
    max_depth: int | None = None
    """How many events of each thread are followed."""
    queue: int | None = None
    """N of shared memory abstractions: the length of store buffers or write lists."""
    clock: int | None = None
    """K of shared memory abstractions: how many moments the clock shows; 1 is sequential consistency."""
    width: int | None = None
    """So many bits of the integers in shared memory are followed."""

    def kinds(self) -> dict[str, int]:
        """The bounds of kinds of loops, by kind."""
        found = {kind: getattr(self, f"unwind_{kind}") for kind in KINDS}
        return {kind: bound for kind, bound in found.items() if bound is not None}

    def loops(self, unwind: int | None = None) -> dict[str, int]:
        """How often loops run, as an answer tells it; ``unwind``: those that have no bound of their own."""
        kinds = {f"unwind_{kind}": bound for kind, bound in self.kinds().items()}
        return kinds if unwind is None else {"unwind": unwind, **kinds}

    def given(self) -> dict[str, int]:
        """The bounds that the user fixed."""
        found = {f.name: getattr(self, f.name) for f in fields(self) if f.name not in ("unwindset", "malloc_size")}
        return {name: value for name, value in found.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Limits:
    """``timeout`` in seconds of wall time, ``memory`` in megabytes, ``jobs`` in processes or threads at a time."""

    timeout: float | None = None
    memory: int | None = None
    jobs: int | None = None


@dataclass(frozen=True, slots=True)
class Method:
    """Which engine, and what only some engines know."""

    engine: str = "auto"
    backend: str = EMBEDDED
    sma: str | None = None
    """The shared memory abstraction (a C file) to use instead of the backend's own encoding of the memory model."""
    schedule: str | None = None
    """How threads take turns in a lazy sequential program: in rounds, or free, the next one being any."""
    mu_grain: str | None = None
    """Memory unwinding with every write (fine), or with clusters of writes of one or of all threads (coarse-...)."""
    mu_reads: str | None = None
    """How memory unwinding keeps what reads find: explicit, implicit, hybrid."""
    reuse_freed: bool = False
    """Allocations may give out freed blocks again."""
    pipeline: Chain | None = None
    """The chain of stages that the engine runs instead of its own."""
    no_filter: bool = False
    """Execution graphs are held against the model when they are complete, not while they grow."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the answer should hold beside the verdict.

    ``executions``: all of them are counted, and a violation does not end the search.  ``states``: final values with
    their counts.  ``graphs``: so many execution graphs.
    """

    executions: bool = False
    states: bool = False
    graphs: int = 0


VERDICT_ONLY = Wanted()


@dataclass(frozen=True, slots=True)
class Task:
    sources: Sources = NOTHING
    model: MemoryModel = SEQUENTIALLY_CONSISTENT
    property: Property = DEFAULT
    bounds: Bounds = Bounds()
    limits: Limits = Limits()
    method: Method = Method()
    wanted: Wanted = Wanted()

    def __post_init__(self) -> None:
        object.__setattr__(self, "property", self.property.under(self.model))

    def program(self) -> Program:
        """Reads the sources and makes the property's claims in them.  Only a worker process does this."""
        from heddle.chains.head import program

        return program(self)


__all__ = ["VERDICT_ONLY", "Bounds", "Limits", "Method", "Sources", "Task", "Wanted"]
