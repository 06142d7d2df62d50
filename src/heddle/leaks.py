"""Blocks that are not freed when the program ends: a ghost counts them, and the program's ends look at it.

Only what the user's code asks for counts (malloc and its like), not what the library keeps for itself.  The count goes
up after an allocation and down before a free, so it is never more than there are; what an end in between hides, an end
a step later or earlier shows.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto
from itertools import count

from heddle.core.expr import Binary, Const, Expr, Local, MemoryObject, Place, Self
from heddle.core.instr import (
    GHOST,
    LOST,
    NOT_FREED,
    AnyInstr,
    Assert,
    Branch,
    Call,
    Create,
    Cut,
    Exit,
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
from heddle.passes.points_to import ESCAPED, PointsTo
from heddle.records import replace

MESSAGES = {NOT_FREED: "memory is not freed", LOST: "memory is not freed, and no pointer leads to it any more"}
ALLOCATORS = ("malloc", "calloc", "aligned_alloc")
"""The library's functions that others build on."""
EXITS = ("exit", "quick_exit", "_exit", "_Exit")
COUNTER = MemoryObject("blocks not freed", UINT)
THREADS = MemoryObject("threads not joined", UINT)
"""Besides main's.  Their variables, too, may lead to blocks."""


class Knowing(Enum):
    """Who may know blocks when main returns, for all that is known before the program runs."""

    NOBODY = auto()
    THREADS = auto()
    """Only other threads, as long as they run."""
    ANYBODY = auto()


def with_leak_checks(program: Program, kind: str) -> Program:
    """The program with Asserts of the kind where it ends."""
    if not any(f.library and f.name in ALLOCATORS for f in program.functions.values()):
        return program
    return _Writer(program, kind).run()


class _Writer:
    def __init__(self, program: Program, kind: str) -> None:
        self.program, self.kind = program, kind
        self.knowing = Knowing.NOBODY if kind == NOT_FREED else _who_knows(program)
        self._fresh = count()

    def run(self) -> Program:
        functions = {name: replace(f, body=list(self._body(f))) for name, f in self.program.functions.items()}
        if any(isinstance(x, Call) and x.callee == self.program.entry for f in functions.values() for x in f.body):
            entry = functions[self.program.entry]
            entry.body.insert(0, Unsupported("main is called: where the program ends cannot be told", loc=entry.loc))
        return replace(self.program, functions=functions, memory=self.program.memory | self._ghosts())

    def _ghosts(self) -> dict[str, MemoryObject]:
        return {obj.name: obj for obj in (COUNTER, *([THREADS] if self.knowing is Knowing.THREADS else []))}

    def _body(self, f: Function) -> Iterator[AnyInstr]:
        is_entry = f.name == self.program.entry
        for x in f.body:
            if isinstance(x, Free) and f.library and f.name == "free":
                yield self._count(COUNTER, "-", x, Binary("!=", x.pointer, Const(0, x.pointer.type), INT))
            elif isinstance(x, Return) and is_entry:
                yield from self._end_of_program(x)
            elif isinstance(x, Exit):
                yield from self._end(x, self.kind == NOT_FREED and f.library and f.name in EXITS)
            elif isinstance(x, ThreadExit):
                yield from self._end_of_main(x)
            elif isinstance(x, Create) and self.knowing is Knowing.THREADS:
                yield self._count(THREADS, "+", x, None)
            yield x
            if isinstance(x, Join) and self.knowing is Knowing.THREADS:
                yield self._count(THREADS, "-", x, None)
            if isinstance(x, Malloc) and f.library and f.name in ALLOCATORS:
                yield self._count(COUNTER, "+", x, None)
        if is_entry:
            yield from self._end_of_program(f.body[-1])

    def _count(self, counter: MemoryObject, op: str, x: AnyInstr, test: Expr | None) -> Rmw:
        old = self._local()
        return Rmw(old, _place(counter), Binary(op, old, Const(1, UINT), UINT), test, GHOST, GHOST, loc=x.loc)

    def _end_of_program(self, x: AnyInstr) -> Iterator[AnyInstr]:
        """Main returns."""
        if self.knowing is not Knowing.THREADS:
            yield from self._end(x, self.knowing is Knowing.NOBODY)
            return
        running, number = self._local(), next(self._fresh)
        yield Read(running, _place(THREADS), GHOST, loc=x.loc)
        yield Branch(Binary("==", running, Const(0, UINT), INT), f".all_joined.{number}", loc=x.loc)
        yield from self._end(x, False)
        yield Goto(f".looked.{number}", loc=x.loc)
        yield Label(f".all_joined.{number}", loc=x.loc)
        yield from self._end(x, True)
        yield Label(f".looked.{number}", loc=x.loc)

    def _end(self, x: AnyInstr, is_exact: bool) -> Iterator[AnyInstr]:
        """The program ends here.  Where it is not plain what that means, blocks that are left are a cut."""
        left, label = self._local(), f".all_freed.{next(self._fresh)}"
        clear = Binary("==", left, Const(0, UINT), INT)
        yield Read(left, _place(COUNTER), GHOST, loc=x.loc)
        if is_exact:
            yield Assert(clear, MESSAGES[self.kind], self.kind, loc=x.loc)
            return
        what = "abort()" if self.kind == NOT_FREED else "an end with blocks that are not freed"
        yield Branch(clear, label, loc=x.loc)
        yield Cut(f"{what}: whether blocks are lost", "", loc=x.loc)
        yield Label(label, loc=x.loc)

    def _end_of_main(self, x: AnyInstr) -> Iterator[AnyInstr]:
        """The program ends with its last thread, and nobody looks then."""
        label = f".other_thread.{next(self._fresh)}"
        yield Branch(Binary("!=", Self(UINT), Const(0, UINT), INT), label, loc=x.loc)
        yield Cut("main's thread ends before the program does", "", loc=x.loc)
        yield Label(label, loc=x.loc)

    def _local(self) -> Local:
        return Local(f"blocks.{next(self._fresh)}", UINT)


def _place(counter: MemoryObject) -> Place:
    return Place(counter, (), UINT)


def _who_knows(program: Program) -> Knowing:
    """Who may know blocks, besides main's own variables and other blocks."""
    found = PointsTo(_without_ghosts(program))
    creates = ((f.name, x) for f in program.functions.values() for x in f.body if isinstance(x, Create))
    pending = [root for name, x in creates for root in found.callees(name, x.function)]
    others = {f.name for f in pending}
    while pending:
        f = pending.pop()
        for callee in (g for x in f.body if isinstance(x, Call) for g in found.callees(f.name, x.callee)):
            if callee.name not in others:
                others.add(callee.name)
                pending.append(callee)
    blocks = [holder for holder, targets in found.holds.items() if any(kind == "heap" for kind, _ in targets)]
    lasting = {name for name, obj in program.memory.items() if obj.kind != "local"}
    if any(holder[0] == "memory" and holder[1] in lasting for holder in blocks):
        return Knowing.ANYBODY
    shared = any(holder == ESCAPED or (holder[0] == "local" and holder[1] in others) for holder in blocks)
    return Knowing.THREADS if shared else Knowing.NOBODY


def _without_ghosts(program: Program) -> Program:
    """What other checks keep is no variable of the program's."""
    functions = {
        name: replace(f, body=[x for x in f.body if getattr(x, "order", "") != GHOST])
        for name, f in program.functions.items()
    }
    return replace(program, functions=functions)


__all__ = ["with_leak_checks"]
