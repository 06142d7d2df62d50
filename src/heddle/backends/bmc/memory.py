"""Reading and writing memory cells as terms: selection among possible targets, and accesses over several cells."""

from __future__ import annotations

from collections.abc import Mapping

import bitwuzla as bz
from bitwuzla import Kind as K

from heddle.backends.bmc.terms import Num, Terms
from heddle.core.types import Scalar
from heddle.symbolic.cells import Cell, Cells
from heddle.symbolic.events import Event
from heddle.symbolic.layout import Layout
from heddle.symbolic.values import full

Contents = dict[int, Num]
"""What each cell, by number, holds."""


class CellTerms:
    def __init__(self, terms: Terms, cells: Cells) -> None:
        self.terms, self.cells = terms, cells
        self.junk: dict[int, Num] = {}
        """The variables that stand for indeterminate initial contents."""
        self._hits: dict[tuple[int, int], bz.Term] = {}

    def initial(self) -> Contents:
        return {cell.number: self._initial(cell) for cell in self.cells.all}

    def _initial(self, cell: Cell) -> Num:
        start = self.cells.values.memory.initial(cell.address, cell.size)
        if start.junk:
            self.junk[cell.number] = self.fresh(cell, f"junk{cell.number}")
            return self.junk[cell.number]
        return self.fit(self.terms.constant(cell.type.wrap(start.lo)), cell)

    def fresh(self, cell: Cell, name: str) -> Num:
        return self.terms.fresh(full(cell.type), cell.type, name)

    def fit(self, n: Num, cell: Cell) -> Num:
        return self.terms.fit(n, cell.value, cell.type)

    def hit(self, event: Event, target: int) -> bz.Term:
        """Whether an access goes to ``target``."""
        if event.targets == (target,):
            return self.terms.true
        key = (event.address, target)
        if key not in self._hits:
            address = self.terms.num(event.address)
            self._hits[key] = self.terms.equal(address, self.terms.constant(target))
        return self._hits[key]

    def valid(self, event: Event) -> bz.Term:
        """Whether the address is one of the event's targets."""
        address = self.terms.num(event.address)
        return self.terms.or_(*(self.terms.equal(address, self.terms.constant(t)) for t in event.targets or ()))

    def inside(self, event: Event, layout: Layout) -> bz.Term:
        """Whether an access is to bytes of one object, wherever in it."""
        address = self.terms.num(event.address)
        return self.terms.or_(*(
            self.terms.between(address, layout.base[obj.name], layout.base[obj.name] + obj.type.size - event.size)
            for obj in layout.objects
            if obj.type.size >= event.size
        ))  # fmt: skip

    def touched(self, event: Event) -> dict[int, bz.Term]:
        """The cells that an access may go to, each with whether it does."""
        found: dict[int, bz.Term] = {}
        for target in event.targets or ():
            for cell in self.cells.covering(target, event.size):
                found[cell.number] = self.terms.or_(found.get(cell.number, self.terms.false), self.hit(event, target))
        return found

    def overlap(self, one: Event, two: Event) -> bz.Term:
        """Whether two accesses have a byte in common."""
        if one.targets == two.targets and len(one.targets or ()) == 1 and one.size == two.size:
            return self.terms.true
        overlapping = [
            self.terms.and_(self.hit(one, a), self.hit(two, b))
            for a in one.targets or ()
            for b in two.targets or ()
            if a < b + two.size and b < a + one.size
        ]
        return self.terms.or_(*overlapping)

    def load(self, event: Event, contents: Mapping[int, Num], like: Num, type: Scalar) -> Num:
        """What a read of ``event`` gives, in the representation of ``like``."""
        result: bz.Term | None = None
        for target in event.targets or ():
            found = self.terms.resize(self._joined(self.cells.covering(target, event.size), contents, type), like.width)
            result = found if result is None else self.terms.ite(self.hit(event, target), found, result)
        assert result is not None
        return Num(result, like.width, like.signed)

    def _joined(self, cells: tuple[Cell, ...], contents: Mapping[int, Num], type: Scalar) -> Num:
        if len(cells) == 1:
            number = contents[cells[0].number]
            if cells[0].type.signed == type.signed:
                return number
            # the same bits seen with the other signedness
            return Num(self.terms.resize(number, type.bits), type.bits, type.signed)
        parts = [self.terms.resize(contents[c.number], 8 * c.size) for c in reversed(cells)]
        width = sum(8 * c.size for c in cells)
        return Num(self.terms.tm.mk_term(K.BV_CONCAT, parts), width, type.signed)

    def store(self, event: Event, when: bz.Term, value: Num, contents: Contents, wanted: set[int]) -> None:
        """Updates the ``wanted`` cells of ``contents`` by a write of ``event`` that happens if ``when``."""
        for target in event.targets or ():
            cells = self.cells.covering(target, event.size)
            if not any(c.number in wanted for c in cells):
                continue
            hit = self.terms.and_(when, self.hit(event, target))
            for cell, part in self._parts(cells, value):
                if cell.number in wanted:
                    self.put(cell, hit, part, contents)

    def put(self, cell: Cell, when: bz.Term, value: Num, contents: Contents) -> None:
        old = contents[cell.number]
        contents[cell.number] = self.terms.choose(when, self.fit(value, cell), old, old)

    def _parts(self, cells: tuple[Cell, ...], value: Num) -> list[tuple[Cell, Num]]:
        if len(cells) == 1:
            return [(cells[0], value)]
        whole = self.terms.resize(value, sum(8 * c.size for c in cells))
        parts, low = [], 0
        for cell in cells:
            bits = 8 * cell.size
            piece = self.terms.tm.mk_term(K.BV_EXTRACT, [whole], [low + bits - 1, low])
            parts.append((cell, Num(piece, bits, False)))
            low += bits
        return parts
