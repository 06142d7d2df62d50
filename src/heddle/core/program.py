"""Whole programs of the core language."""

from __future__ import annotations

from heddle.core.expr import Expr, Local, MemoryObject
from heddle.core.instr import NOWHERE, AnyInstr, Cut, Location
from heddle.core.types import LP64, DataModel, Scalar
from heddle.records import dataclass, field, replace


@dataclass(slots=True)
class Function:
    """``returns`` is None for void.  ``library`` marks functions of the model library.

    ``body`` is a list of instructions (see :mod:`heddle.core.instr`).  ``memory`` lists its local memory objects.
    """

    name: str
    params: tuple[Local, ...]
    returns: Scalar | None
    body: list[AnyInstr]
    memory: tuple[MemoryObject, ...] = ()
    library: bool = False
    loc: Location = NOWHERE
    shown: str = ""
    """What users call a thread that starts here, if not by the function's own name."""
    persistent: bool = False
    """Its locals and the objects that it names are the same in every call: they keep their values."""
    passing: frozenset[str] = frozenset()
    """Names of locals of a persistent function that no call needs from another one."""


OperandPath = tuple[tuple[tuple[int, int], int], ...]
"""The expressions that something is an operand of, outermost first, each with which of its operands."""


@dataclass(frozen=True, slots=True)
class Unsequenced:
    """An expression whose operands C evaluates in any order, and whose code is an arbitrary choice among orders.

    None of the operands does more than read.  So who has events that need no order can do without the choice: the code
    in the order that is taken if all ``choices`` are zero, with the operands' events unordered.
    """

    choices: frozenset[int]
    """The inputs that choose, by uid."""
    operands: dict[int, OperandPath]
    """Where the instructions of the operands belong, those of that order, by uid."""
    others: frozenset[int]
    """The other instructions, by uid."""
    is_ordering: bool
    """Some of the reads order what is around them: they are atomic, and not relaxed."""


@dataclass(slots=True)
class Program:
    """A linked program.  ``memory`` lists globals and thread-local objects, by name; ``entry`` is the C main function.

    Every instruction's ``uid`` is unique in the program.
    ``sources`` maps a file name, as Locations give it, to its text, for showing source lines in traces.
    """

    functions: dict[str, Function]
    memory: dict[str, MemoryObject]
    data_model: DataModel = LP64
    entry: str = "main"
    sources: dict[str, str] = field(default_factory=dict)
    claims: frozenset[str] = frozenset({"assert"})
    """What breaks the property: kinds of Assert, and of faults (see :mod:`heddle.properties`)."""
    unsequenced: list[Unsequenced] = field(default_factory=list)
    """Outer ones after those inside them."""
    bare: Program | None = None
    """The same for engines that see by themselves which threads never end: it does not say so in its code."""

    def claiming(self, *kinds: str) -> Program:
        """The same program, of which these kinds of failure are violations too."""
        return replace(self, claims=self.claims.union(kinds))


@dataclass(slots=True)
class Thread:
    """One thread of a bounded program: all its calls inlined, its loops unrolled; every jump goes forward.

    ``index`` is the thread's identifier (``Self``); 0 is main; a creator has a smaller index than what it creates.
    ``parameter`` is the local that holds the start function's argument: it gets the value of ``Create.arg``.
    ``result`` is the local that holds what the thread returned when its body has run to the end.
    Names of locals are unique in the whole bounded program.
    """

    index: int
    name: str
    body: list[AnyInstr]
    creator: int | None = None
    parameter: Local | None = None
    result: Local | None = None


@dataclass(frozen=True, slots=True, eq=False)
class LeftOut:
    """Iterations that an unfolding leaps over: ``times`` more like the one that made the instructions ``sample``."""

    thread: int
    sample: list[AnyInstr]
    times: int


@dataclass(slots=True)
class BoundedProgram:
    """A program unfolded to bounds: threads of straight-line code with forward jumps over finitely many objects.

    Every instruction runs at most once.  Differences from a Program's instructions:
    - no Call, Return, ThreadExit, Malloc; a Label is the target of forward jumps only; Cut may appear;
    - ``Create.function`` is ``Const(index of the created thread)``: each Create starts a thread of its own;
    - a Malloc has become ``Declare(obj, zeroed)`` and ``Assign(dst, AddressOf(obj))``; ``obj``, every local memory
      object of every inlined call and every thread's copy of a thread-local object are objects of their own in
      ``memory`` (kinds "heap", "local", "tls");
    - every Read, Write, Rmw, Fence, Create, Join, Free, atomic section, Nondet and Declare that the original program
      would execute is still there, in order: traces are read off it.
    """

    threads: list[Thread]
    memory: dict[str, MemoryObject]
    source: Program
    cuts: list[Cut] = field(default_factory=list)
    """Where the bounds cut executions."""
    unfollowed: dict[str, Cut] = field(default_factory=dict)
    """Threads that are created but take no step, by the place of their creation: their Create names no member of
    ``threads``."""
    next_thread: int = 0
    """The first number that no thread has, followed or not."""
    long_loop: bool = False
    """A loop with a constant number of iterations was cut."""
    sizes: dict[str, Expr] = field(default_factory=dict)
    """The sizes in bytes of blocks that have room for more, by name, as they are where the block is declared."""
    left_out: list[LeftOut] = field(default_factory=list)
    """What was leapt over.  Where there is anything, only violations that replay mean something."""
    chosen: dict[str, str] = field(default_factory=dict)
    """Variables of main that hold where an object lies, and the object's name (:mod:`heddle.addresses.choice`)."""
    reuse_freed: bool = False
    """Allocations may give out freed blocks again (:mod:`heddle.symbolic.reuse`); not yet written into the threads."""
    stale: list[Cut] = field(default_factory=list)
    """Where pointers are compared of which one may be that of a freed block, if no block is given out again."""
    one_layout: list[Cut] = field(default_factory=list)
    """Where the program observes addresses, if these are constants all the same."""
