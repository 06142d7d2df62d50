"""Which blocks no pointer leads to any more, as code: a guess of them, and a look at all memory that could refute it.

A ghost notes where each block begins and how large it is.  At the program's end some of the blocks that are left are
guessed; if no global variable and no other block leads to one of them, they are lost, cycles and all.  To search all
guesses is to search all ways to lose something.  Memory is looked at word by word, whatever a word was written as.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from heddle.block_shapes import Shapes
from heddle.core.expr import FALSE, TRUE, Binary, Cast, Const, Expr, IndexStep, Local, MemoryObject, Place, Unary
from heddle.core.instr import (
    GHOST,
    AnyInstr,
    Assign,
    Branch,
    Cut,
    Free,
    Goto,
    Label,
    Location,
    Malloc,
    Nondet,
    Read,
    Rmw,
    Source,
    Write,
)
from heddle.core.program import Program
from heddle.core.types import BOOL, INT, ArrayType, IntType, PointerType, Scalar
from heddle.passes.points_to import PointsTo

MOST_WORDS = 256
"""Of all global variables that may lead to blocks."""
PREFIX = "heddle::"


class Blocks:
    """``roots``: the objects of the program that last until it ends and may lead to blocks."""

    def __init__(self, program: Program, roots: tuple[MemoryObject, ...], shapes: Shapes) -> None:
        self.roots, self.count, self.shapes = roots, shapes.count, shapes
        self.pointer: PointerType = program.data_model.void_ptr
        self.size = IntType(self.pointer.bits, False)
        self.starts = MemoryObject(f"{PREFIX}blocks", ArrayType(self.pointer, self.count))
        self.sizes = MemoryObject(f"{PREFIX}sizes", ArrayType(self.size, self.count))
        self.made = MemoryObject(f"{PREFIX}made", self.size)

    @property
    def ghosts(self) -> tuple[MemoryObject, ...]:
        return self.starts, self.sizes, self.made

    def begin(self, x: Malloc, mark: str) -> Iterator[AnyInstr]:
        """A block has been made."""
        number, known = Local(f"block{mark}", self.size), f".noted{mark}"
        one = Binary("+", number, Const(1, self.size), self.size)
        yield Rmw(number, Place(self.made, (), self.size), one, None, GHOST, GHOST, loc=x.loc)
        yield Branch(Binary(">=", number, Const(self.count, self.size), INT), known, loc=x.loc)
        yield Write(self.entry(self.sizes, number), Cast(x.size, self.size), GHOST, loc=x.loc)
        yield Write(self.entry(self.starts, number), Cast(x.dst, self.pointer), GHOST, loc=x.loc)
        yield Label(known, loc=x.loc)

    def end(self, x: Free, mark: str) -> Iterator[AnyInstr]:
        """A block is about to be freed."""
        old = Local(f"freed{mark}", self.pointer)
        is_it = Binary("==", old, Cast(x.pointer, self.pointer), INT)
        for i in range(self.count):
            place = self.entry(self.starts, Const(i, self.size))
            yield Rmw(old, place, Const(0, self.pointer), is_it, GHOST, GHOST, loc=x.loc)

    def find_lost(self, clear: str, mark: str, loc: Location) -> Iterator[AnyInstr]:
        """Goes on where blocks are lost, to ``clear`` where none are."""
        made = Local(f"made{mark}", self.size)
        yield Read(made, Place(self.made, (), self.size), GHOST, loc=loc)
        many = Binary(">", made, Const(self.count, self.size), INT)
        yield from self.cut(many, f"more than {self.count} blocks: whether one is lost", f"few{mark}", loc)
        guessed = [Guessed(self, i, mark) for i in range(self.count)]
        for block in guessed:
            yield from block.guess(made, loc)
        lost: list[Expr] = [block.is_lost for block in guessed]
        yield Branch(Unary("!", reduce(_either, lost), INT), clear, loc=loc)
        for root in self.roots:
            for offset in range(0, root.type.size - self.pointer.size + 1, self.pointer.size):
                yield from self._look(self._word(root, offset), guessed, clear, mark, loc)
        for block in guessed:
            yield from self._look_into(block, guessed, clear, mark, loc)

    def _look_into(
        self, block: Guessed, guessed: list[Guessed], clear: str, mark: str, loc: Location
    ) -> Iterator[AnyInstr]:
        """One that is left leads to what is left as well."""
        past = f".past{block.number}{mark}"
        yield Branch(Unary("!", block.is_kept, INT), past, loc=loc)
        for offset in range(0, self.shapes.size, self.pointer.size):
            last = Const(offset + self.pointer.size, self.size)
            yield Branch(Binary("<", block.size, last, INT), past, loc=loc)
            address = Binary("+", block.start, Const(offset, self.pointer), self.pointer)
            yield from self._look(Place(address, (), self.pointer), guessed, clear, mark, loc)
        yield Label(past, loc=loc)

    def _look(self, word: Place, guessed: list[Guessed], clear: str, mark: str, loc: Location) -> Iterator[AnyInstr]:
        found = Local(f"word{mark}", self.pointer)
        yield Read(found, word, GHOST, loc=loc)
        for block in guessed:
            yield Branch(Binary("&&", block.is_lost, block.holds(found), INT), clear, loc=loc)

    def cut(self, test: Expr, what: str, label: str, loc: Location) -> Iterator[AnyInstr]:
        yield Branch(Unary("!", test, INT), f".{label}", loc=loc)
        yield Cut(what, "", loc=loc)
        yield Label(f".{label}", loc=loc)

    def _word(self, root: MemoryObject, offset: int) -> Place:
        step = IndexStep(Const(offset // self.pointer.size, self.size), self.pointer.size)
        return Place(root, (step,), self.pointer)

    def entry(self, table: MemoryObject, index: Expr) -> Place:
        elem: Scalar = self.pointer if table is self.starts else self.size
        return Place(table, (IndexStep(index, elem.size, self.count),), elem)


class Guessed:
    """What is guessed of one block, and known."""

    def __init__(self, blocks: Blocks, number: int, mark: str) -> None:
        self.blocks, self.number = blocks, number
        name = f"{number}{mark}"
        self.start, self.size = Local(f"start{name}", blocks.pointer), Local(f"size{name}", blocks.size)
        self.is_lost, self.is_kept = Local(f"lost{name}", BOOL), Local(f"kept{name}", BOOL)

    def guess(self, made: Local, loc: Location) -> Iterator[AnyInstr]:
        index, size = Const(self.number, self.blocks.size), self.blocks.size
        most = self.blocks.shapes.size
        none, label, done = Const(0, BOOL), f".guess{self.is_lost.name}", f".guessed{self.is_lost.name}"
        yield Branch(Binary("<", index, made, INT), label, loc=loc)
        yield Assign(self.is_lost, none, loc=loc)
        yield Assign(self.is_kept, none, loc=loc)
        yield Assign(self.start, Const(0, self.start.type), loc=loc)
        yield Assign(self.size, Const(0, size), loc=loc)
        yield Goto(done, loc=loc)
        yield Label(label, loc=loc)
        yield Read(self.start, self.blocks.entry(self.blocks.starts, index), GHOST, loc=loc)
        yield Read(self.size, self.blocks.entry(self.blocks.sizes, index), GHOST, loc=loc)
        yield Nondet(self.is_lost, "whether a block is lost", Source.TRUTH, loc=loc)
        is_left = Binary("!=", self.start, Const(0, self.start.type), INT)
        yield Assign(self.is_kept, _truth(Binary("&&", is_left, Unary("!", self.is_lost, INT), INT)), loc=loc)
        yield Assign(self.is_lost, _truth(Binary("&&", is_left, self.is_lost, INT)), loc=loc)
        too_large = Binary("&&", is_left, Binary(">", self.size, Const(most, size), INT), INT)
        yield from self.blocks.cut(
            too_large, f"a block of more than {most} bytes: whether one is lost", f"small{self.is_lost.name}", loc
        )
        yield Label(done, loc=loc)

    def holds(self, word: Expr) -> Expr:
        """Whether a pointer leads to this block, be it to its middle or just behind it."""
        pointer = self.blocks.pointer
        inside = [self._is_at(word, offset, pointer) for offset in self.blocks.shapes.offsets]
        return reduce(_either, inside)

    def _is_at(self, word: Expr, offset: int, pointer: PointerType) -> Expr:
        here = Binary("==", word, Binary("+", self.start, Const(offset, pointer), pointer), INT)
        if offset == 0:
            return here
        return Binary("&&", Binary("<=", Const(offset, self.blocks.size), self.size, INT), here, INT)


def _either(one: Expr, other: Expr) -> Expr:
    return Binary("||", one, other, INT)


def _truth(e: Expr) -> Expr:
    return Cast(Binary("!=", e, FALSE, INT), BOOL) if e not in (TRUE, FALSE) else Cast(e, BOOL)


def find_roots(program: Program, found: PointsTo, allocations: frozenset[str]) -> tuple[MemoryObject, ...] | None:
    """The global variables that may lead to blocks; None where that is not to be told by looking at whole words."""
    holders = [holder for holder, targets in found.holds.items() if any(kind == "heap" for kind, _ in targets)]
    names = {holder[1] for holder in holders if holder[0] == "memory"}
    roots = tuple(obj for name, obj in program.memory.items() if name in names and obj.kind != "local")
    pointer = program.data_model.void_ptr.size
    others = [name for name in names if name.isdigit() and name not in allocations]
    words = sum(obj.type.size for obj in roots) // pointer
    if others or words > MOST_WORDS or any(obj.kind != "global" for obj in roots):
        return None
    return roots
