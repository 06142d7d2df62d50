"""Blocks that are not freed when the program ends: a ghost counts them, and the program's ends look at it.

Only what the user's code asks for counts (malloc and its like), not what the library keeps for itself.  The count goes
up after an allocation and down before a free, so it is never more than there are; what an end in between hides, an end
a step later or earlier shows.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from heddle.block_shapes import ALLOCATORS, Shapes, find_shapes
from heddle.core.expr import FALSE, Binary, Cast, Const, Expr, Local, MemoryObject, Place, Self
from heddle.core.instr import (
    GHOST,
    LOST,
    NOT_FREED,
    AnyInstr,
    Assert,
    Assume,
    AtomicBegin,
    AtomicEnd,
    Branch,
    Call,
    Create,
    Cut,
    Exit,
    Fence,
    Free,
    Goto,
    Join,
    Label,
    Malloc,
    Read,
    Return,
    Rmw,
    ThreadExit,
    Unsupported,
)
from heddle.core.program import Function, Program
from heddle.core.types import INT, UINT
from heddle.lost_blocks import PREFIX, Blocks, find_roots
from heddle.passes.points_to import ESCAPED, PointsTo
from heddle.properties.thread_ends import ThreadEnds
from heddle.records import dataclass, replace

MESSAGES = {NOT_FREED: "memory is not freed", LOST: "memory is not freed, and no pointer leads to it any more"}
EXITS = ("exit", "quick_exit", "_exit", "_Exit")
COUNTER = MemoryObject(f"{PREFIX}blocks not freed", UINT)
THREADS = MemoryObject(f"{PREFIX}threads", UINT)
"""Those that have not ended, besides main's.  Their variables, too, may lead to blocks."""


@dataclass(frozen=True, slots=True)
class Knowing:
    """Who may know blocks when main returns, for all that is known before the program runs.

    ``roots``: the global variables; None if that cannot be told.  ``threads``: other threads as long as they run;
    ``they_end``: nothing can keep them from that.
    """

    roots: tuple[MemoryObject, ...] | None = ()
    shapes: Shapes | None = None
    threads: bool = False
    they_end: bool = False

    @property
    def nobody(self) -> bool:
        return self.roots == () and not self.threads


def with_leak_checks(program: Program, kind: str) -> Program:
    """The program with Asserts of the kind where it ends."""
    return _Writer(program, kind).run() if allocates(program) else program


def looks_at_memory(program: Program) -> bool:
    """Whether it takes a look at all memory to tell which blocks are lost."""
    return allocates(program) and bool(_who_knows(program).roots)


def allocates(program: Program) -> bool:
    return any(f.library and f.name in ALLOCATORS for f in program.functions.values())


class _Writer:
    def __init__(self, program: Program, kind: str) -> None:
        self.program, self.kind = program, kind
        self.knowing = Knowing() if kind == NOT_FREED else _who_knows(program)
        self.blocks: Blocks | None = None
        if self.knowing.roots and self.knowing.shapes is not None:
            self.blocks = Blocks(program, self.knowing.roots, self.knowing.shapes)
        self._fresh = count()

    def run(self) -> Program:
        functions = {name: replace(f, body=list(self._body(f))) for name, f in self.program.functions.items()}
        if any(isinstance(x, Call) and x.callee == self.program.entry for f in functions.values() for x in f.body):
            entry = functions[self.program.entry]
            entry.body.insert(0, Unsupported("main is called: where the program ends cannot be told", loc=entry.loc))
        program = replace(self.program, functions=functions, memory=self.program.memory | self._ghosts())
        return ThreadEnds(program, _Counted()).written() if self.knowing.threads else program

    def _ghosts(self) -> dict[str, MemoryObject]:
        ghosts = [COUNTER, *([THREADS] if self.knowing.threads else []), *(self.blocks.ghosts if self.blocks else ())]
        return {obj.name: obj for obj in ghosts}

    def _body(self, f: Function) -> Iterator[AnyInstr]:
        is_entry = f.name == self.program.entry
        for x in f.body:
            if isinstance(x, Free) and f.library and f.name == "free":
                yield from self._at_once(x, self._freed(x))
            elif isinstance(x, Return) and is_entry:
                yield from self._end(x, self.knowing.roots is not None)
            elif isinstance(x, Exit):
                yield from self._end(x, self.kind == NOT_FREED and f.library and f.name in EXITS)
            elif isinstance(x, ThreadExit):
                yield from self._end_of_main(x)
            yield x
            if isinstance(x, Malloc) and f.library and f.name in ALLOCATORS:
                yield from self._at_once(x, self._made(x))
        if is_entry:
            yield from self._end(f.body[-1], self.knowing.roots is not None)

    def _at_once(self, x: AnyInstr, noted: Iterator[AnyInstr]) -> Iterator[AnyInstr]:
        """What is noted in several places is noted in one step."""
        if self.blocks is None:
            yield from noted
            return
        yield AtomicBegin(GHOST, loc=x.loc)
        yield from noted
        yield AtomicEnd(GHOST, loc=x.loc)

    def _made(self, x: Malloc) -> Iterator[AnyInstr]:
        yield _count(self._local(), COUNTER, "+", x, None)
        if self.blocks is not None:
            yield from self.blocks.begin(x, self._mark())

    def _freed(self, x: Free) -> Iterator[AnyInstr]:
        yield _count(self._local(), COUNTER, "-", x, Binary("!=", x.pointer, Const(0, x.pointer.type), INT))
        if self.blocks is not None:
            yield from self.blocks.end(x, self._mark())

    def _end(self, x: AnyInstr, is_exact: bool) -> Iterator[AnyInstr]:
        """The program ends here.  Where it is not plain what that means, blocks that are left are a cut."""
        left, clear = self._local(), f".all_freed.{next(self._fresh)}"
        # less than none, where something was freed that is no block: what that means is for others to say
        none_left = Binary("<=", Cast(left, INT), Const(0, INT), INT)
        if self.knowing.nobody and is_exact:
            yield Read(left, _place(COUNTER), GHOST, loc=x.loc)
            yield Assert(none_left, MESSAGES[self.kind], self.kind, loc=x.loc)
            return
        if self.blocks is not None:
            yield Fence("full", loc=x.loc)
        yield AtomicBegin(GHOST, loc=x.loc)
        yield Read(left, _place(COUNTER), GHOST, loc=x.loc)
        yield Branch(none_left, clear, loc=x.loc)
        if self.blocks is not None:
            yield from self.blocks.find_lost(clear, self._mark(), x.loc)
        if self.knowing.threads and is_exact:
            yield from self._unless_threads_know(clear, x)
        if is_exact:
            yield Assert(FALSE, MESSAGES[self.kind], self.kind, loc=x.loc)
        else:
            what = "abort()" if self.kind == NOT_FREED else "an end with blocks that are not freed"
            yield Cut(f"{what}: whether blocks are lost", "", loc=x.loc)
        yield Label(clear, loc=x.loc)
        yield AtomicEnd(GHOST, loc=x.loc)

    def _unless_threads_know(self, clear: str, x: AnyInstr) -> Iterator[AnyInstr]:
        """What is lost stays lost: where all threads surely come to their ends, it shows when main ends after them."""
        running, ended = self._local(), f".all_ended.{next(self._fresh)}"
        yield Read(running, _place(THREADS), GHOST, loc=x.loc)
        yield Branch(Binary("==", running, Const(0, UINT), INT), ended, loc=x.loc)
        if self.knowing.they_end:
            yield Goto(clear, loc=x.loc)
        else:
            yield Cut("an end with blocks that only running threads may know: whether they are lost", "", loc=x.loc)
        yield Label(ended, loc=x.loc)

    def _end_of_main(self, x: AnyInstr) -> Iterator[AnyInstr]:
        """The program ends with its last thread, and nobody looks then."""
        label = f".other_thread.{next(self._fresh)}"
        yield Branch(Binary("!=", Self(UINT), Const(0, UINT), INT), label, loc=x.loc)
        yield Cut("main's thread ends before the program does", "", loc=x.loc)
        yield Label(label, loc=x.loc)

    def _mark(self) -> str:
        return f"'{next(self._fresh)}"

    def _local(self) -> Local:
        return Local(f"blocks.{next(self._fresh)}", UINT)


class _Counted:
    """How many threads there are."""

    def begin(self, x: Create) -> Iterator[AnyInstr]:
        yield _count(Local("threads", UINT), THREADS, "+", x, None)

    def begun(self, x: AnyInstr) -> Iterator[AnyInstr]:
        yield from ()

    def end(self, x: AnyInstr) -> Iterator[AnyInstr]:
        """What it has written is in memory then."""
        test = Binary("!=", Self(UINT), Const(0, UINT), INT)
        yield Fence("full", loc=x.loc)
        yield _count(Local("threads", UINT), THREADS, "-", x, test)


def _count(old: Local, counter: MemoryObject, op: str, x: AnyInstr, test: Expr | None) -> Rmw:
    return Rmw(old, _place(counter), Binary(op, old, Const(1, UINT), UINT), test, GHOST, GHOST, loc=x.loc)


def _place(counter: MemoryObject) -> Place:
    return Place(counter, (), UINT)


def _who_knows(program: Program) -> Knowing:
    """Who may know blocks, besides main's own variables and other blocks."""
    program = _without_ghosts(program)
    found = PointsTo(program)
    others = _run_by_threads(program, found)
    allocations = {str(x.uid) for f in program.functions.values() if f.library and f.name in ALLOCATORS
                   for x in f.body if isinstance(x, Malloc)}  # fmt: skip
    blocks = [holder for holder, targets in found.holds.items() if any(kind == "heap" for kind, _ in targets)]
    shared = any(holder == ESCAPED or (holder[0] == "local" and holder[1] in others) for holder in blocks)
    roots = find_roots(program, found, frozenset(allocations))
    they_end = all(_surely_ends(program.functions[name]) for name in others)
    return Knowing(roots, find_shapes(program, found) if roots else None, bool(others) and shared, they_end)


def _run_by_threads(program: Program, found: PointsTo) -> set[str]:
    """The functions that threads other than main's run."""
    creates = ((f.name, x) for f in program.functions.values() for x in f.body if isinstance(x, Create))
    pending = [root for name, x in creates for root in found.callees(name, x.function)]
    others = {f.name for f in pending}
    while pending:
        f = pending.pop()
        for callee in (g for x in f.body if isinstance(x, Call) for g in found.callees(f.name, x.callee)):
            if callee.name not in others:
                others.add(callee.name)
                pending.append(callee)
    return others


def _surely_ends(f: Function) -> bool:
    """Neither loops nor waits, whatever others do.  (Recursion is cut where it is not seen to end.)"""
    seen: set[str] = set()
    for x in f.body:
        if isinstance(x, Label):
            seen.add(x.name)
        waits = isinstance(x, Join) or (isinstance(x, Assume) and x.blocking)
        if waits or (isinstance(x, (Goto, Branch)) and x.label in seen):
            return False
    return True


def _without_ghosts(program: Program) -> Program:
    """What other checks keep is no variable of the program's."""
    functions = {
        name: replace(f, body=[x for x in f.body if getattr(x, "order", "") != GHOST])
        for name, f in program.functions.items()
    }
    return replace(program, functions=functions)


__all__ = ["allocates", "looks_at_memory", "with_leak_checks"]
