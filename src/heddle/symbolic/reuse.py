"""Freed blocks given out again: an allocation may give its new block, or any freed one that is large enough.

C says nothing of the addresses of new blocks but that they are apart from those that live, and allocators prefer what
was freed last: so a pointer that somebody kept may equal that of a new block (ABA through the allocator).  In an
unfolding blocks are objects.  Here each that may be freed gets a byte that says whether it waits to be given out, and
an allocation chooses: a new object as ever, or one that waits, which it takes in one step and declares again.  So all
schemes see accesses and choices like others.  Where no free can precede an allocation, nothing is added.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import count

from heddle.core.expr import AddressOf, Binary, Cast, Const, Expr, Local, MemoryObject, Place
from heddle.core.instr import (
    GHOST,
    AnyInstr,
    Assign,
    Assume,
    AtomicBegin,
    AtomicEnd,
    Branch,
    Cut,
    Declare,
    Free,
    Goto,
    Label,
    Nondet,
    Rmw,
    Source,
)
from heddle.core.program import BoundedProgram, Thread
from heddle.core.types import BOOL, INT, IntType, PointerType
from heddle.records import replace
from heddle.symbolic.earlier import Earlier
from heddle.symbolic.events import Event, EventProgram, Kind
from heddle.symbolic.lifetimes import freed_blocks
from heddle.symbolic.value_analysis import Values

COMPUTED = "freed blocks given out again for allocations whose size is not constant"
CHOICE = IntType(32, False)

Key = tuple[int, int]
"""A thread, and how many instructions of the same kind it has before."""
Blocks = dict[Key, set[str]]
"""The blocks that each free may end, or each allocation give again."""


class Reuse:
    """What is found grows with what is written: a block that is given out again is freed in other places too."""

    def __init__(self, original: BoundedProgram) -> None:
        self.original = original
        self.ends: Blocks = defaultdict(set)
        self.choices: Blocks = defaultdict(set)
        """The freed blocks that each allocation may give."""

    def grow(self, program: EventProgram, values: Values) -> BoundedProgram | None:
        """The original program with everything that is known by now; None if nothing is new."""
        ends, choices = possible(program, values, self.original.sizes)
        if _within(ends, self.ends) and _within(choices, self.choices):
            return None
        for key, names in ends.items():
            self.ends[key] |= names
        for key, names in choices.items():
            self.choices[key] |= names
        return _Written(self).run()


def possible(program: EventProgram, values: Values, sizes: Mapping[str, Expr]) -> tuple[Blocks, Blocks]:
    """What every free may end, and for every allocation the blocks that may have been freed before, and are not too
    small.  Blocks with computed ``sizes`` are left out."""
    earlier = Earlier(program, values)
    ends: Blocks = defaultdict(set)
    frees: dict[str, list[tuple[int, Event]]] = defaultdict(list)
    blocks: dict[str, MemoryObject] = {}
    for key, event in _numbered(program, values, Kind.FREE):
        for obj in freed_blocks(program.layout, event):
            if obj.name not in sizes:
                ends[key].add(obj.name)
                frees[obj.name].append((key[0], event))
                blocks[obj.name] = obj
    choices: Blocks = {}
    for (t, n), event in _numbered(program, values, Kind.DECLARE):
        new: MemoryObject = event.instr.obj  # type: ignore[union-attr]
        found = {
            name for name, obj in blocks.items()
            if name != new.name and new.name not in sizes and obj.type.size >= new.type.size
            and any(not earlier.surely(t, event, u, free) for u, free in frees[name])
        }  # fmt: skip
        if found:
            choices[t, n] = found
    return ends, choices


def _within(found: Blocks, known: Blocks) -> bool:
    return all(names <= known[key] for key, names in found.items())


def left_out(program: EventProgram) -> list[Cut]:
    """Where blocks are not given out again, though they may be: those of a size that the program computes."""
    frees = any(isinstance(x, Free) and x.uid >= 0 for t in program.program.threads for x in t.body)
    if not frees:
        return []
    sizes = program.program.sizes
    return [Cut(COMPUTED, "", loc=x.loc) for t in program.program.threads for x in t.body
            if isinstance(x, Declare) and x.obj.name in sizes]  # fmt: skip


def _numbered(program: EventProgram, values: Values, kind: Kind) -> Iterator[tuple[Key, Event]]:
    """The frees of the program's, or the allocations of new blocks, that may happen."""
    for thread in program.threads:
        t, body = thread.thread.index, thread.thread.body
        numbers = {position: n for n, position in enumerate(i for i, x in enumerate(body) if _counts(x))}
        for event in thread.events:
            if event.kind is kind and event.position in numbers and not values.dead(event):
                yield (t, numbers[event.position]), event


def _counts(x: AnyInstr) -> bool:
    """Whether it frees a block, or makes a new one."""
    if isinstance(x, Free):
        return x.uid >= 0
    return isinstance(x, Declare) and x.obj.kind == "heap" and x.given is None


def _result(new: Declare, following: AnyInstr | None) -> Assign | None:
    """What takes the address of a new block: it follows the allocation, unless nobody uses it."""
    match following:
        case Assign(value=AddressOf(place)) if place.base == new.obj:
            return following
    return None


class _Written:
    def __init__(self, reuse: Reuse) -> None:
        self.program, self.ends, self.choices = reuse.original, reuse.ends, reuse.choices
        self.pointer = self.program.source.data_model.void_ptr
        self.number = IntType(self.pointer.bits, False)
        self.byte = {
            name: MemoryObject(f"{name} is free", BOOL) for names in self.choices.values() for name in names
        }
        self.sizes = dict(self.program.sizes)
        self._fresh = count()

    def run(self) -> BoundedProgram:
        threads = [self._thread(thread) for thread in self.program.threads]
        memory = self.program.memory | {byte.name: byte for byte in self.byte.values()}
        return replace(self.program, threads=threads, memory=memory, sizes=self.sizes)

    def _thread(self, thread: Thread) -> Thread:
        body: list[AnyInstr] = []
        numbers = count()
        instrs = iter(zip(thread.body, [*thread.body[1:], None], strict=True))
        for x, following in instrs:
            key = (thread.index, next(numbers)) if _counts(x) else None
            if isinstance(x, Declare) and key in self.choices and (result := _result(x, following)) is not None:
                body += self._choose(x, sorted(self.choices[key]), result)
                next(instrs)
                continue
            body.append(x)  # an allocation whose address nobody uses, too: which block it gives cannot matter
            if isinstance(x, Free) and key in self.ends:
                body += self._wait(x, sorted(self.ends[key]))
        return replace(thread, body=body)

    def _wait(self, x: Free, names: list[str]) -> Iterator[AnyInstr]:
        """A freed block waits to be given out again."""
        address = Cast(x.pointer, self.number)
        for name in (name for name in names if name in self.byte):
            meant = Binary("==", address, Cast(self._address(name), self.number), INT)
            yield Rmw(self._local("waited"), self._byte(name), Const(1, BOOL), meant, GHOST, GHOST, loc=x.loc)

    def _choose(self, new: Declare, names: list[str], result: Assign) -> Iterator[AnyInstr]:
        """``new`` and ``result``: the allocation of a new block."""
        which = Local(f"block.{next(self._fresh)}", CHOICE)
        done = f"allocated_{next(self._fresh)}"
        yield Nondet(which, "the block that is given", Source.ALLOCATOR, loc=new.loc)
        for number, name in enumerate(names, 1):
            other = f"other_block_{next(self._fresh)}"
            yield Branch(Binary("!=", which, Const(number, CHOICE), INT), other)
            yield from self._take(new, self.program.memory[name])
            yield replace(result, value=self._address(name))
            yield Goto(done)
            yield Label(other)
        yield new
        yield result
        yield Label(done)

    def _take(self, new: Declare, old: MemoryObject) -> Iterator[AnyInstr]:
        """A block that waits is given out, in one step."""
        size, waits = new.obj.type.size, self._local("waits")
        if size < old.type.size:
            self.sizes[old.name] = Const(old.type.size, self.number)
        is_waiting = Binary("!=", waits, Const(0, BOOL), INT)
        yield AtomicBegin(GHOST)
        yield Rmw(waits, self._byte(old.name), Const(0, BOOL), is_waiting, GHOST, GHOST, loc=new.loc)
        yield Assume(is_waiting)
        yield replace(new, obj=old, given=size)
        yield AtomicEnd(GHOST)

    def _address(self, name: str) -> Expr:
        obj = self.program.memory[name]
        return AddressOf(Place(obj, (), obj.type), PointerType(self.pointer.bits, obj.type))

    def _byte(self, name: str) -> Place:
        return Place(self.byte[name], (), BOOL)

    def _local(self, what: str) -> Local:
        return Local(f"{what}.{next(self._fresh)}", BOOL)


__all__ = ["Reuse", "left_out", "possible"]
