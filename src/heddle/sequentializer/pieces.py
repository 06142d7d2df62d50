"""Accesses in pieces: where accesses of different sizes meet, memory is cut so that each is to whole locations.

One that covers several locations is several operations of the shared memory abstraction, which nothing comes between.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

from heddle.core.expr import Binary, Cast, Const, Expr, Local, Place
from heddle.core.types import IntType, PointerType, Scalar
from heddle.records import dataclass
from heddle.symbolic.cells import Cell, Cells


@dataclass(frozen=True, slots=True)
class Piece:
    """``size`` bytes at ``offset`` of an access; ``where`` are the cells that it may be, one for each target."""

    number: int
    offset: int
    size: int
    where: list[int]


@dataclass(frozen=True, slots=True)
class Form:
    """The targets of an access that are cut in the same way."""

    targets: list[int]
    pieces: list[Piece]

    @property
    def where(self) -> list[int]:
        """Every cell that the access may touch."""
        return [n for piece in self.pieces for n in piece.where]


def forms_of(cells: Cells, targets: Iterable[int], size: int) -> list[Form]:
    """The ways in which an access may be cut."""
    found: dict[tuple[int, ...], list[tuple[int, tuple[Cell, ...]]]] = {}
    for target in targets:
        covering = cells.covering(target, size)
        found.setdefault(tuple(c.size for c in covering), []).append((target, covering))
    return [
        Form(
            [target for target, _ in alike],
            [
                Piece(i, alike[0][1][i].address - alike[0][0], length, [covering[i].number for _, covering in alike])
                for i, length in enumerate(lengths)
            ],
        )
        for lengths, alike in found.items()
    ]


def cut_cells(cells: Cells) -> set[int]:
    """The cells that some access has only as a piece."""
    return {c.number for covering in cells.coverings() if len(covering) > 1 for c in covering}


def fresh_content(cell: Cell) -> Local:
    """A variable for any content of a cell, and perhaps more bits than it has."""
    bits = next(bits for bits in (8, 16, 32, 64, 128) if bits >= 8 * cell.size)
    return Local(f"$fresh{bits}", IntType(bits, False))


def as_content(fresh: Local, cell: Cell, word: IntType) -> Expr:
    """The part of such a variable that the cell holds."""
    if fresh.type.bits == 8 * cell.size:
        return Cast(fresh, word)
    return Cast(Binary("&", fresh, Const((1 << 8 * cell.size) - 1, fresh.type), fresh.type), word)


def part_of(whole: Expr, piece: Piece, word: IntType) -> Expr:
    """What a piece of an access gets of the unsigned number ``whole``."""
    type = whole.type
    assert isinstance(type, IntType)
    moved = Binary(">>", whole, Const(8 * piece.offset, type), type) if piece.offset else whole
    return Cast(Binary("&", moved, Const((1 << 8 * piece.size) - 1, type), type), word)


def put_together(contents: Sequence[Expr], pieces: Sequence[Piece], type: IntType) -> Expr:
    """The unsigned number that the contents of the pieces make."""
    parts: list[Expr] = []
    for content, piece in zip(contents, pieces, strict=True):
        part = Binary("&", Cast(content, type), Const((1 << 8 * piece.size) - 1, type), type)
        parts.append(Binary("<<", part, Const(8 * piece.offset, type), type) if piece.offset else part)
    return reduce(lambda a, b: Binary("|", a, b, type), parts)


def held_as(place: Place) -> Scalar:
    """As what a location holds the content: an address is a number."""
    assert isinstance(place.type, Scalar)
    return IntType(place.type.bits, False) if isinstance(place.type, PointerType) else place.type


def lowest_bits(word: Expr, width: int) -> Expr:
    return Binary("&", word, Const((1 << width) - 1, word.type), word.type)


def widened(word: Expr, type: Scalar, width: int | None) -> Expr:
    """The number that a word holds in its lowest ``width`` bits, or in all that its type has."""
    if width is None:
        return Cast(word, type)
    bits = Cast(lowest_bits(word, width), type)
    if not type.signed:
        return bits
    sign = Const(1 << width - 1, type)
    return Binary("-", Binary("^", bits, sign, type), sign, type)


__all__ = [
    "Form", "Piece", "as_content", "cut_cells", "forms_of", "fresh_content", "held_as", "lowest_bits", "part_of",
    "put_together", "widened",
]  # fmt: skip
