"""Writes the checks for interrupted regions into a program."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from heddle.core.expr import FALSE, AddressOf, Binary, Cast, Const, Expr, Local, MemoryObject, Place
from heddle.core.instr import (
    ATOMICITY,
    GHOST,
    AnyInstr,
    Assert,
    Assign,
    Assume,
    AtomicBegin,
    AtomicEnd,
    Branch,
    Goto,
    Label,
    Nondet,
    Read,
    Rmw,
    Source,
    Write,
)
from heddle.core.program import Program
from heddle.core.types import BOOL, INT, PointerType, Scalar
from heddle.properties.ghosts import PREFIX
from heddle.records import replace
from heddle.regions.marks import ASSIGNMENT, DEPTH, MARKED, begins, has_marks, is_mark, without_marks
from heddle.regions.watchers import Watch, Watched, objects, watches

MESSAGE = "another thread interrupts an atomic region"
WATCHING = MemoryObject(f"{PREFIX}watching", BOOL, kind="tls")
"""Whether the thread is the one that watches."""
TAKEN = MemoryObject(f"{PREFIX}is watched", BOOL)
"""Whether somebody watches, or has: an execution has one watcher."""
AFTER_READ, AFTER_WRITE = MemoryObject(f"{PREFIX}read before", BOOL), MemoryObject(f"{PREFIX}written before", BOOL)
"""What the watched access did."""
SEEN, CHANGED = MemoryObject(f"{PREFIX}seen by others", BOOL), MemoryObject(f"{PREFIX}changed by others", BOOL)
"""What others have done since."""
GLOBALS = (TAKEN, AFTER_READ, AFTER_WRITE, SEEN, CHANGED)
ONE, ZERO = Const(1, BOOL), Const(0, BOOL)


def with_region_checks(program: Program) -> Program:
    """The program with Asserts of kind :data:`ATOMICITY` in its regions.  If it marks none, every assignment is one."""
    region = MARKED if has_marks(program, MARKED) else ASSIGNMENT
    program = without_marks(program, ASSIGNMENT if region is MARKED else MARKED)
    found = watches(program, region)
    if not any(watch.starts for watch in found):
        return without_marks(program, region)
    return _Writer(program, region, found).run()


class _Writer:
    def __init__(self, program: Program, region: MemoryObject, found: list[Watch]) -> None:
        self.program, self.region, self.found = program, region, found
        self.pointer = program.data_model.void_ptr
        self.of = {watch.access.instr.uid: watch for watch in found}
        self._fresh = count()

    def run(self) -> Program:
        functions = {
            name: replace(f, body=[y for x in f.body for y in self._written(x)])
            for name, f in self.program.functions.items()
        }
        ghosts = {obj.name: obj for obj in (self.region, WATCHING, *GLOBALS, *objects(self.found))}
        return replace(self.program, functions=functions, memory=self.program.memory | ghosts)

    def _written(self, x: AnyInstr) -> Iterator[AnyInstr]:
        watch = self.of.get(x.uid)
        if watch is not None:
            yield from (replace(y, loc=x.loc) if y is not x else x for y in self._access(watch))
        elif is_mark(x, self.region):
            code = self._begin() if begins(x) else self._end()
            yield from (replace(y, loc=x.loc) for y in code)
        else:
            yield x

    # --- regions ----------------------------------------------------------------------------------------------------

    def _begin(self) -> Iterator[AnyInstr]:
        depth = self._local(DEPTH)
        yield _read(depth, self.region)
        yield _write(self.region, Binary("+", depth, Const(1, DEPTH), DEPTH))

    def _end(self) -> Iterator[AnyInstr]:
        """A watch that has come to the end of its region has seen nothing."""
        depth, watching, changed = self._local(DEPTH), self._local(BOOL), self._local(BOOL)
        inner, none = self._label("inner"), self._label("none")
        yield AtomicBegin(GHOST)
        yield _read(depth, self.region)
        yield Branch(_is(depth, 0), none)
        yield Branch(_is_not(depth, 1), inner)
        yield _read(watching, WATCHING)
        yield Branch(_is(watching, 0), inner)
        if self.region is ASSIGNMENT:
            yield _read(changed, CHANGED)
            yield Assert(_is(changed, 0), MESSAGE, ATOMICITY)
        yield Assume(FALSE)
        yield Label(inner)
        yield _write(self.region, Binary("-", depth, Const(1, DEPTH), DEPTH))
        yield Label(none)
        yield AtomicEnd(GHOST)

    # --- accesses ---------------------------------------------------------------------------------------------------

    def _access(self, watch: Watch) -> Iterator[AnyInstr]:
        """The access and its ghosts: one step."""
        x = watch.access.instr
        address = self._local(self.pointer)
        own, end = self._label("own"), self._label("end")
        watching = self._local(BOOL)
        yield AtomicBegin(GHOST)
        if any(cell.grain is not None for cell in watch.watched):
            yield Assign(address, Cast(AddressOf(x.place, PointerType(self.pointer.bits, x.place.type)), self.pointer))
        yield x
        yield from self._unless_met(watch, address, end)
        yield _read(watching, WATCHING)
        yield Branch(_is_not(watching, 0), own)
        yield from self._tell(x)
        yield Goto(end)
        yield Label(own)
        if self.region is not ASSIGNMENT:
            yield from self._look(x)
        yield Label(end)
        if watch.starts:
            yield from self._start(watch, address)
        yield AtomicEnd(GHOST)

    def _unless_met(self, watch: Watch, address: Local, end: str) -> Iterator[AnyInstr]:
        """Jumps to ``end`` if the access is to nothing that is watched."""
        met: Expr = FALSE
        for cell in watch.watched:
            seen = self._local(_type(cell.obj))
            yield _read(seen, cell.obj)
            for here in self._addresses(cell, watch, address):
                met = Binary("||", met, Binary("==", seen, here, INT), INT)
        yield Branch(Binary("==", met, Const(0, INT), INT), end)

    def _addresses(self, cell: Watched, watch: Watch, address: Expr) -> Iterator[Expr]:
        if cell.grain is None:
            yield ONE
            return
        for offset in range(0, watch.access.size, cell.grain):
            yield Binary("+", address, Const(offset, self.pointer), self.pointer) if offset else address

    def _tell(self, x: Read | Write | Rmw) -> Iterator[AnyInstr]:
        """Somebody else watches this."""
        if not isinstance(x, Write):
            yield _write(SEEN, ONE)
        yield from self._if_it_writes(x, [_write(CHANGED, ONE)])

    def _look(self, x: Read | Write | Rmw) -> Iterator[AnyInstr]:
        """The watcher's next access: what others did since it last looked."""
        changed, seen, after_read, after_write = (self._local(BOOL) for _ in range(4))
        yield _read(changed, CHANGED)
        if isinstance(x, Write):
            yield _read(after_read, AFTER_READ)
            yield Assert(Binary("||", _is(changed, 0), _is(after_read, 0), INT), MESSAGE, ATOMICITY)
            yield _write(CHANGED, ZERO)
        else:
            yield Assert(_is(changed, 0), MESSAGE, ATOMICITY)
        yield _read(seen, SEEN)
        yield _read(after_write, AFTER_WRITE)
        hidden = Binary("||", _is(seen, 0), _is(after_write, 0), INT)
        yield from self._if_it_writes(x, [Assert(hidden, MESSAGE, ATOMICITY)])

    def _if_it_writes(self, x: Read | Write | Rmw, code: list[AnyInstr]) -> Iterator[AnyInstr]:
        if isinstance(x, Read):
            return
        if isinstance(x, Write) or x.test is None:
            yield from code
            return
        failed = self._label("failed")
        yield Branch(Binary("==", x.test, Const(0, x.test.type), INT), failed)
        yield from code
        yield Label(failed)

    def _start(self, watch: Watch, address: Local) -> Iterator[AnyInstr]:
        """Perhaps this is the access that is watched."""
        x = watch.access.instr
        depth, taken, chosen, unwatched = self._local(DEPTH), self._local(BOOL), self._local(BOOL), self._label("not")
        yield _read(depth, self.region)
        yield Branch(_is(depth, 0), unwatched)
        yield _read(taken, TAKEN)
        yield Branch(_is_not(taken, 0), unwatched)
        yield Nondet(chosen, "whether a region is watched", Source.WATCH)
        yield Branch(_is(chosen, 0), unwatched)
        yield _write(TAKEN, ONE)
        yield _write(WATCHING, ONE)
        if not isinstance(x, Write):
            yield _write(AFTER_READ, ONE)
        if self.region is not ASSIGNMENT:
            yield from self._if_it_writes(x, [_write(AFTER_WRITE, ONE)])
        for cell in watch.watched:
            yield from self._choose(cell, watch, address)
        yield Label(unwatched)

    def _choose(self, cell: Watched, watch: Watch, address: Local) -> Iterator[AnyInstr]:
        """Which of the bytes."""
        if cell.grain is None:
            yield _write(cell.obj, ONE)
            return
        here, found = self._local(self.pointer), self._label("found")
        yield Assign(here, address)
        for other in list(self._addresses(cell, watch, address))[1:]:
            moves = self._local(BOOL)
            yield Nondet(moves, "which bytes are watched", Source.WATCH)
            yield Branch(_is(moves, 0), found)
            yield Assign(here, other)
        yield Label(found)
        yield _write(cell.obj, here)

    def _local(self, type: Scalar) -> Local:
        return Local(f"watch.{next(self._fresh)}", type)

    def _label(self, name: str) -> str:
        return f"watch.{name}.{next(self._fresh)}"


def _read(dst: Local, obj: MemoryObject) -> Read:
    return Read(dst, Place(obj, (), obj.type), GHOST)


def _write(obj: MemoryObject, value: Expr) -> Write:
    return Write(Place(obj, (), obj.type), value, GHOST)


def _type(obj: MemoryObject) -> Scalar:
    assert isinstance(obj.type, Scalar)
    return obj.type


def _is(local: Local, value: int) -> Expr:
    return Binary("==", local, Const(value, local.type), INT)


def _is_not(local: Local, value: int) -> Expr:
    return Binary("!=", local, Const(value, local.type), INT)


__all__ = ["with_region_checks"]
