"""Atomic regions: where the program marks them, and assignments.  Only where somebody asks for them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from heddle.core.expr import MemoryObject
from heddle.core.instr import ATOMICITY
from heddle.frontend.clang import Kind, Node, nodes
from heddle.frontend.lowering import Lowering
from heddle.regions.marks import ASSIGNMENT, MARKED, mark


def marked(f: Lowering, begins: bool) -> None:
    """A region of the user's begins or ends here."""
    _mark(f, MARKED, begins)


@contextmanager
def assignment(f: Lowering, node: Node) -> Iterator[None]:
    """What is emitted inside computes the value that an assignment stores.  One that calls functions is none."""
    if not _is_asked_for(f) or f.unit.library or _calls(node):
        yield
        return
    _mark(f, ASSIGNMENT, True)
    yield
    _mark(f, ASSIGNMENT, False)


def _mark(f: Lowering, region: MemoryObject, begins: bool) -> None:
    if _is_asked_for(f):
        f.linker.memory.setdefault(region.name, region)
        f.emit(mark(region, begins))


def _is_asked_for(f: Lowering) -> bool:
    return ATOMICITY in f.linker.checks


def _calls(node: Node) -> bool:
    return bool(nodes(node, Kind.CALL))


__all__ = ["assignment", "marked"]
