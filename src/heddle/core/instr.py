"""Instructions of the core language.

A function body is a flat list; control flow is ``Goto``/``Branch`` to a ``Label`` of the same body, so loops of every
kind are backward jumps.  Falling off the end returns.

Instructions come in two kinds.  *Local* ones cannot be seen by other threads.  *Concurrent* ones (``CONCURRENT``) are
the operations of the shared memory abstraction (thesis Fig. 3.1) plus what real programs need beside them.  A step of
a thread is one concurrent instruction together with the local ones around it; what stands between ``AtomicBegin`` and
``AtomicEnd`` (nesting allowed) is a single step.  Which memory accesses really are visible to other threads is decided
by a pass, not by the frontend: every memory access is a Read, Write or Rmw here, also one to a private local array.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

from heddle.core.expr import Expr, Local, MemoryObject, Place
from heddle.core.types import Scalar
from heddle.records import dataclass, field


@dataclass(frozen=True, slots=True)
class Location:
    """A position in the user's source.  ``function`` is the C function that holds it.

    ``end_line`` and ``end_column`` say where the construct at it ends (the first position behind it); 0: not known.

    Code of the model library (the C text that implements pthreads and friends) has locations in the library's files;
    whoever shows a location to the user shows the nearest call outside the library instead (``library`` then names the
    library function called), so that traces talk about the user's lines only.
    """

    file: str
    line: int
    column: int = 0
    function: str = ""
    library: str = ""
    end_line: int = field(default=0, compare=False)
    end_column: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.column else f"{self.file}:{self.line}"


NOWHERE = Location("<none>", 0)


UNDEFINED = "undefined behaviour"


def undefined_behaviour(what: str) -> str:
    """What to say of executions that end where C gives them no meaning, if that is no violation."""
    return f"{UNDEFINED} ({what}); what follows is not explored"


ERROR_FUNCTIONS = ("reach_error", "__VERIFIER_error")
"""Functions that no program is meant to call: an Assert stands before every call of them."""


def called(function: str) -> str:
    """What to say of a call that must not happen."""
    return f"{function}() is called"


def reached(label: str) -> str:
    return f"label {label} is reached"


@dataclass(frozen=True, slots=True)
class Instr:
    """``uid`` names the instruction in its program; copies made by unrolling and inlining keep it."""

    loc: Location = field(kw_only=True, default=NOWHERE, compare=False)
    uid: int = field(kw_only=True, default=-1)


# --- local instructions ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Assign(Instr):
    dst: Local
    value: Expr


class Source(StrEnum):
    """Where an arbitrary value comes from."""

    INPUT = "input"
    """From outside."""
    TRUTH = "truth"
    """From outside, and it only matters whether it is zero."""
    UNSET = "unset"
    """From nowhere: an uninitialized variable, an argument that is missing, an object that no file defines."""
    PATIENCE = "patience"
    """Whether a thread waits where it stands for ever (:mod:`heddle.properties.waiting`): no input of the program's."""
    WATCH = "watch"
    """What of an atomic region is watched (:mod:`heddle.regions`): no input of the program's."""
    ALLOCATOR = "allocator"
    """Which block an allocation gives (:mod:`heddle.symbolic.reuse`): no input of the program's."""


@dataclass(frozen=True, slots=True)
class Nondet(Instr):
    """``dst`` gets any value of its type: an input, or an uninitialized variable.  ``what`` tells users which."""

    dst: Local
    what: str = ""
    source: Source = Source.UNSET


@dataclass(frozen=True, slots=True)
class Label(Instr):
    """``loop`` is the statement whose head it is, ``for`` or ``while`` (also for ``do``); empty if it is none's."""

    name: str
    loop: str = ""


@dataclass(frozen=True, slots=True)
class Goto(Instr):
    label: str


@dataclass(frozen=True, slots=True)
class Branch(Instr):
    """Jumps to ``label`` if ``test`` is not zero."""

    test: Expr
    label: str


@dataclass(frozen=True, slots=True)
class Call(Instr):
    """A call of a program function; ``callee`` is its name or a function pointer's value."""

    dst: Local | None
    callee: str | Expr
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Return(Instr):
    value: Expr | None = None


@dataclass(frozen=True, slots=True)
class Assume(Instr):
    """Executions where ``test`` is zero are not executions of the program.

    With ``blocking`` the thread waits until ``test`` holds (a held lock, a barrier).  For reachability both prune the
    run; a search for deadlocks tells them apart.  A blocking Assume stands in an atomic section that reads what it
    tests: the whole section is disabled while the test fails.  ``holder``: the identifier + 1 of the thread that alone
    can make it hold, or 0 where that is not known.
    """

    test: Expr
    blocking: bool = False
    holder: Expr | None = None


@dataclass(frozen=True, slots=True)
class Assert(Instr):
    """``kind``: "assert" (assertions, reach_error), or what C leaves undefined: "bounds", "pointer", "lifetime",
    "free", "div-by-zero", "shift", "overflow", "float-overflow", "const", "overlap", "alignment", "beyond",
    "no-value", "unsequenced"; or what POSIX does: "misuse"; or what only a property asks for: "data-race", "atomicity".

    It is a violation if the property claims the kind (``Program.claims``).  If not, the execution ends here: it has no
    meaning, and whoever finds it must say so (:func:`undefined_behaviour`).
    """

    test: Expr
    message: str = ""
    kind: str = "assert"


@dataclass(frozen=True, slots=True)
class Exit(Instr):
    """Ends the whole program (exit, abort): no thread takes another step."""


@dataclass(frozen=True, slots=True)
class ThreadExit(Instr):
    """Ends the running thread (pthread_exit); for main's thread the others go on."""

    value: Expr


@dataclass(frozen=True, slots=True)
class Unsupported(Instr):
    """A construct Heddle does not model.  An execution that reaches it makes the verdict unknown, for this reason."""

    reason: str


@dataclass(frozen=True, slots=True)
class Cut(Instr):
    """Where unrolling or inlining stopped: the execution goes no further because of the bound ``option``.

    ``what`` names the thing cut ("loop", "recursion of f", …).  Made by the unfold pass, and without an ``option`` by
    sequentializers where an execution ends at undefined behaviour.
    """

    what: str
    option: str


@dataclass(frozen=True, slots=True)
class Declare(Instr):
    """The lifetime of a local memory object begins: its contents are indeterminate, or zero.

    In a bounded program this also stands for a Malloc (then ``obj.kind`` is "heap"; only there can it be ``zeroed``).
    ``given``: a freed block is given out again, for so many bytes.
    """

    obj: MemoryObject
    zeroed: bool = False
    given: int | None = None


# --- concurrent instructions ----------------------------------------------------------------------------------------

# Memory orders, as C11 names them; "plain" is an ordinary access.
ORDERS = ("plain", "relaxed", "acquire", "release", "acq_rel", "seq_cst")
GHOST = "ghost"
"""The order of accesses that no program makes, but that checks need: they go to memory at once, past all buffers, and
empty none."""


EVALUATION_ORDER = "order of evaluation"
"""What an input is called that chooses among the orders that C leaves open, unless it says of what."""
DATA_RACE = "data-race"
"""The kind of Assert that looks, at an access, whether another thread stands at a conflicting one
(:mod:`heddle.races`).  What it compares is no business of the program's."""
LIFETIME, BAD_FREE = "lifetime", "free"
"""Kinds of failure: memory is used after its life; what is freed is no block that lives."""
NOT_FREED, LOST = "memcleanup", "memtrack"
"""Kinds of Assert at the program's end (:mod:`heddle.leaks`): all blocks are freed; the others can still be reached."""
MAY_FAIL = "store-exclusive"
"""What the Nondet is called that says whether a store-exclusive fails for no reason."""
SPURIOUS = "success of a weak compare-and-exchange"
"""The same of a weak compare-and-exchange whose comparison holds."""
FOR_EVER = frozenset({"deadlock", "termination"})
"""Kinds of violation by threads that never go on."""
ATOMICITY = "atomicity"
"""The kind of Assert that fails where another thread has interrupted a region (:mod:`heddle.regions`)."""
CONST, OVERLAP = "const", "overlap"
"""Kinds of Assert about addresses: no write to what is read-only, no copy between memory that overlaps."""
ALIGNMENT, BEYOND = "alignment", "beyond"
"""The same: no access at an address that its type cannot have, no pointer to where its object does not reach."""
NO_VALUE, UNSEQUENCED = "no-value", "unsequenced"
"""Kinds of Assert: the value of a function that gives none, changes of a variable that are in no order."""
ABOUT_ADDRESSES = frozenset({CONST, OVERLAP, ALIGNMENT, BEYOND})
"""The kinds of Assert that see addresses as numbers, and hold or fail in every layout of memory alike."""
GHOST_KINDS = frozenset({DATA_RACE, NOT_FREED, LOST, ATOMICITY})
"""The kinds of Assert that test what was read from ghost memory."""


@dataclass(frozen=True, slots=True)
class Read(Instr):
    dst: Local
    place: Place
    order: str = "plain"


@dataclass(frozen=True, slots=True)
class Write(Instr):
    place: Place
    value: Expr
    order: str = "plain"


@dataclass(frozen=True, slots=True)
class Rmw(Instr):
    """An atomic read-modify-write: ``dst := *place; if (test) *place := value`` in one step.

    ``test`` and ``value`` may mention ``dst`` (then it means the value just read).  ``test`` None always writes.
    Fetch-and-add is ``value = dst + n``; compare-and-exchange is ``test = dst == expected, value = desired``.
    ``order`` holds when it writes, ``failure_order`` when it does not.
    """

    dst: Local
    place: Place
    value: Expr
    test: Expr | None = None
    order: str = "seq_cst"
    failure_order: str = "seq_cst"


@dataclass(frozen=True, slots=True)
class Fence(Instr):
    """``order``: a C11 order, or a hardware fence: "full" (mfence, sync, dmb), "lwsync", "isync", "store", "load"."""

    order: str = "full"


@dataclass(frozen=True, slots=True)
class AtomicBegin(Instr):
    """One of order :data:`GHOST` is part of no program: it only makes one step of what follows."""

    order: str = "seq_cst"


@dataclass(frozen=True, slots=True)
class AtomicEnd(Instr):
    """``order``: that of its beginning."""

    order: str = "seq_cst"


@dataclass(frozen=True, slots=True)
class Create(Instr):
    """Starts a thread that calls ``function(arg)``; ``dst`` gets its identifier (see ``Self``)."""

    dst: Local
    function: Expr
    arg: Expr


@dataclass(frozen=True, slots=True)
class Join(Instr):
    """Waits for the end of thread ``thread``; ``dst`` gets what it returned."""

    dst: Local | None
    thread: Expr


@dataclass(frozen=True, slots=True)
class Malloc(Instr):
    """``dst`` gets the address of a new block of ``size`` bytes; contents are zero or indeterminate."""

    dst: Local
    size: Expr
    zeroed: bool = False


@dataclass(frozen=True, slots=True)
class Free(Instr):
    """In a bounded program one without a ``uid`` ends a local object: the call that it belongs to has returned."""

    pointer: Expr


CONCURRENT = (Read, Write, Rmw, Fence, AtomicBegin, AtomicEnd, Create, Join, Malloc, Free)
AnyInstr: TypeAlias = (
    Assign | Nondet | Label | Goto | Branch | Call | Return | Assume | Assert | Exit | ThreadExit | Unsupported | Cut
    | Declare | Read | Write | Rmw | Fence | AtomicBegin | AtomicEnd | Create | Join | Malloc | Free
)


def is_about_addresses(instr: AnyInstr) -> bool:
    """Whether it is a check that compares addresses: the program learns nothing of them by it."""
    return isinstance(instr, Assert) and instr.kind in ABOUT_ADDRESSES


def defined(instr: AnyInstr) -> Local | None:
    """The local variable that the instruction sets, if any."""
    return getattr(instr, "dst", None)


__all__ = [
    "ABOUT_ADDRESSES",
    "ALIGNMENT",
    "ATOMICITY",
    "BEYOND",
    "CONCURRENT",
    "CONST",
    "DATA_RACE",
    "EVALUATION_ORDER",
    "FOR_EVER",
    "GHOST",
    "GHOST_KINDS",
    "LOST",
    "MAY_FAIL",
    "NOT_FREED",
    "NOWHERE",
    "NO_VALUE",
    "ORDERS",
    "OVERLAP",
    "SPURIOUS",
    "UNSEQUENCED",
    "AnyInstr",
    "Assert",
    "Assign",
    "Assume",
    "AtomicBegin",
    "AtomicEnd",
    "Branch",
    "Call",
    "Create",
    "Cut",
    "Declare",
    "Exit",
    "Fence",
    "Free",
    "Goto",
    "Instr",
    "Join",
    "Label",
    "Location",
    "Malloc",
    "Nondet",
    "Read",
    "Return",
    "Rmw",
    "Scalar",
    "Source",
    "ThreadExit",
    "Unsupported",
    "Write",
    "defined",
    "is_about_addresses",
    "undefined_behaviour",
]
