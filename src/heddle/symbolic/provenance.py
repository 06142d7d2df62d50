"""Where pointers may lead that the value analysis cannot bound: to the objects that they were computed from.

A pointer that was copied byte by byte, kept in memory that also holds numbers, or computed from several others, may be
any number as far as its value set says.  What it was computed from is known, though: the addresses that went into it.
So an access through it is resolved against those objects, at the places where an access of its size makes sense; if no
address went into it, or if that turns out to be too few, against all objects.  It is a guess, which engines check: an
execution in which the address is another one, but within some object, is not modelled
(:meth:`heddle.symbolic.value_analysis.Values.strays`).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from heddle.core.expr import MemoryObject
from heddle.core.types import scalars_in
from heddle.core.walk import expressions, objects_addressed
from heddle.symbolic.dag import Node, NodeId
from heddle.symbolic.events import EventProgram
from heddle.symbolic.layout import FIRST
from heddle.symbolic.memory_values import LARGEST
from heddle.symbolic.values import Value

Roots = frozenset[str]
"""The names of objects whose addresses a value was computed from."""
ANYWHERE = "access through a pointer that may point anywhere"
"""Why an access is not modelled whose address is in an object, but not where it was looked for."""
NONE: Roots = frozenset()
COMPUTED = frozenset(("cast", "ite", "+", "-", "*", "&", "|", "^", "<<", ">>", "~", "/", "%"))
"""Operations whose result may be an address if an operand is."""


class Provenance:
    """``of``: for each node the objects that its value was computed from."""

    def __init__(self, program: EventProgram, most: int, everywhere: bool) -> None:
        """Where more than ``most`` addresses are possible, nothing is resolved."""
        self.layout, self.most, self.everywhere = program.layout, most, everywhere
        self.of: list[Roots] = [NONE] * len(program.dag.nodes)
        addressed = self._addressed(program)
        self._objects = {o.name: o for o in self.layout.objects if o.name in addressed}
        self._pointer_size = program.program.source.data_model.pointer_bits // 8
        self._held: dict[int, dict[int, Roots]] = {}
        """What was written, by address and size, was computed from these."""
        self._places: dict[tuple[Value, Roots, int], tuple[int, ...] | None] = {}
        for obj in self.layout.objects:
            for offset, type, e in obj.init:
                roots = frozenset(o.name for o in objects_addressed(e))
                self.hold(self.layout.base[obj.name] + offset, type.size, roots)

    def _addressed(self, program: EventProgram) -> set[str]:
        """The objects that pointers can lead to at all: somebody takes their addresses."""
        code = (e for thread in program.threads for x in thread.thread.body for e in expressions(x))
        data = (e for obj in self.layout.objects for _, _, e in obj.init)
        return {obj.name for e in chain(code, data) for obj in objects_addressed(e)}

    # --- what values are computed from ------------------------------------------------------------------------------

    def computed(self, node: Node, value: Value) -> Roots:
        """What the result of an operation (or a constant) was computed from."""
        if value.numbers is not None and value.hi >= FIRST:
            found = frozenset(o.name for o in map(self._pointed_at, value.numbers) if o is not None)
            if found:
                return found
        if node.op not in COMPUTED:
            return NONE
        return NONE.union(*(self.of[a] for a in node.args[node.op == "ite" :]))

    def _pointed_at(self, number: int) -> MemoryObject | None:
        return self.layout.at(number, 0)

    def update(self, n: NodeId, roots: Roots) -> bool:
        """Adds to what a node was computed from; tells whether that is new."""
        if roots <= self.of[n]:
            return False
        self.of[n] |= roots
        return True

    # --- memory -----------------------------------------------------------------------------------------------------

    def hold(self, address: int, size: int, roots: Roots) -> bool:
        """Notes that a location may hold a value that was computed from these; tells whether that is new."""
        before = self._held.get(address, {}).get(size, NONE)
        if roots <= before:
            return False
        self._held.setdefault(address, {})[size] = before | roots
        return True

    def held(self, addresses: Iterable[int], size: int) -> Roots:
        """What the contents of some locations were computed from."""
        found: set[str] = set()
        for address in addresses:
            for at in range(address - LARGEST + 1, address + size):
                for other, roots in self._held.get(at, {}).items():
                    if address < at + other:
                        found |= roots
        return frozenset(found)

    # --- where accesses go ------------------------------------------------------------------------------------------

    def places(self, value: Value, roots: Roots, size: int) -> tuple[int, ...] | None:
        """Where an access of ``size`` bytes may go through a pointer with this value; None: too many places."""
        key = (value, NONE if self.everywhere else roots, size)
        if key not in self._places:
            every = self._find_places(*key, sensible=False) if self.everywhere else None
            self._places[key] = every or self._find_places(*key, sensible=True)
        return self._places[key]

    def _find_places(self, value: Value, roots: Roots, size: int, sensible: bool) -> tuple[int, ...] | None:
        found: list[int] = []
        for name, obj in self._objects.items():
            if roots and name not in roots:
                continue
            base = self.layout.base[name]
            if base + obj.type.size < value.lo or value.hi < base:
                continue
            for offset in self._offsets(obj, size) if sensible or not size else range(obj.type.size - size + 1):
                address = base + offset
                if value.lo <= address <= value.hi and (address - value.lo) % value.step == 0:
                    found.append(address)
            if len(found) > self.most:
                return None
        return tuple(found)

    def _offsets(self, obj: MemoryObject, size: int) -> Iterable[int]:
        """The scalars of that size in the object's type; if it has none, or is plain memory, all aligned places.

        Without a size (what a free ends) only its beginning.
        """
        if not size:
            return (0,)
        if size > 1 and obj.kind != "heap" and obj.type.size <= self.most * size:
            matching = sorted({offset for offset, type in scalars_in(obj.type) if type.size == size})
            if matching:
                return matching
        return range(0, obj.type.size - size + 1, min(size, self._pointer_size))


__all__ = ["ANYWHERE", "NONE", "Provenance", "Roots"]
