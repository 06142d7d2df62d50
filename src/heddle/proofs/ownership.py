"""Whose memory is what: which cells are followed, which of them one thread has for itself, and what may end its life"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from heddle.core.expr import MemoryObject
from heddle.core.instr import AnyInstr, Create, Declare, Free, Read, Rmw, Write
from heddle.core.types import PointerType
from heddle.core.walk import expressions, objects_addressed, place_of
from heddle.proofs.code import Code
from heddle.proofs.ranges import CannotModel, Cell, Ranges
from heddle.symbolic.layout import FIRST
from heddle.symbolic.values import Value


class Ownership:
    """``ambiguous`` objects stand for any number of objects at a time: blocks allocated in loops, and what threads of
    a template with many of them let others know.  Their addresses and contents are not followed.
    ``mortal`` objects may be used after their end: they get a variable that says whether they have ended."""

    def __init__(self, ranges: Ranges, codes: list[Code], repeated: frozenset[str]) -> None:
        self.ranges, self.codes, self.layout = ranges, codes, ranges.layout
        self.users = self._users()
        self.known = self._known()
        self.home = {x.obj.name: c.index for c in codes for x in c.body if isinstance(x, Declare)}
        self.home |= {o.name: int(o.name.rsplit("_t", 1)[1]) for o in ranges.layout.objects if o.kind == "tls"}
        many = {name for name, index in self.home.items() if codes[index].many}
        self.ambiguous = {name for name in many if name in self.known or self.users[name] - {self.home[name]}}
        self.ambiguous |= repeated
        if self.ambiguous & ranges.program.sizes.keys():
            raise CannotModel("blocks whose size the program computes, of which there may be many")
        self.alone = self._alone()
        self.mortal = self._mortal()

    def _users(self) -> dict[str, set[int]]:
        """The templates that access each object."""
        users: dict[str, set[int]] = defaultdict(set)
        for (index, i), addresses in self.ranges.targets.items():
            x = self.codes[index].body[i]
            assert isinstance(x, (Read, Write, Rmw))
            for a in addresses:
                users[self.name_at(a)].add(index)
        return users

    def name_at(self, address: int) -> str:
        obj = self.layout.at(address, 0)
        assert obj is not None
        return obj.name

    def pointed(self, value: Value) -> set[str]:
        """The objects that a value may be an address in."""
        if value.is_empty or value.hi < FIRST:
            return set()
        if value.numbers is not None:
            return {o.name for n in value.numbers if (o := self.layout.at(n, 0)) is not None}
        starts = ((o, self.layout.base[o.name]) for o in self.layout.objects)
        return {o.name for o, start in starts if start <= value.hi and start + o.type.size >= value.lo}

    def _known(self) -> set[str]:
        """Objects whose address may lie in memory, or is given to a thread."""
        known = self.pointed(self.ranges.lost)
        for value, type in self.ranges.memory.values():
            if value.numbers is not None or isinstance(type, PointerType) or type.bits >= 64:
                known |= self.pointed(value)
        for argument in self.ranges.arguments:
            known |= self.pointed(argument)
        return known

    def _alone(self) -> frozenset[int]:
        """The positions of main before it creates a thread: nobody else is there."""
        main = self.codes[0]
        after = main.reachable_from([j for i in main.creations() for j in main.successors[i]])
        return frozenset(i for i in self.ranges.at[0] if i not in after)

    # --- cells --------------------------------------------------------------------------------------------------------

    def is_followed(self, address: int) -> bool:
        return not self.ranges.is_blurred(address) and self.name_at(address) not in self.ambiguous

    def owner(self, address: int) -> int | None:
        """The template whose threads have the cells there for themselves."""
        name = self.name_at(address)
        users = self.users[name]
        if len(users) != 1:
            return None
        (index,) = users
        if not self.codes[index].many:
            return index
        return index if self.home.get(name) == index and name not in self.ambiguous else None

    def initial(self, cell: Cell) -> int | None:
        return self.ranges.initial(cell, self.ranges.memory[cell][1])

    # --- ends ---------------------------------------------------------------------------------------------------------

    def is_block(self, name: str) -> bool:
        return any(o.name == name and o.kind == "heap" for o in self.layout.objects)

    def freed(self, code: Code, i: int) -> set[str]:
        """The objects that the Free at ``i`` may end."""
        x = code.body[i]
        assert isinstance(x, Free)
        value = self.ranges.evaluators[code.index].value(x.pointer, self.ranges.at[code.index][i])
        return self.pointed(value)

    def _mortal(self) -> frozenset[str]:
        mortal: set[str] = set()
        for code in self.codes:
            for i in self.ranges.at[code.index]:
                if i < code.end and isinstance(x := code.body[i], Free):
                    ended = self.freed(code, i)
                    mortal |= ended if x.uid >= 0 else {name for name in ended if self._is_remembered(code, i, name)}
        if mortal & self.ambiguous:
            raise CannotModel("memory of which there may be many pieces is freed, or used after its call has returned")
        return frozenset(mortal)

    def _is_remembered(self, code: Code, i: int, name: str) -> bool:
        """Whether anybody can know a local object after the end of its call: by a pointer, or by its name, which stands
        where a pointer's value was known."""
        after = (self.ranges.at[code.index].get(j, {}) for j in code.successors[i])
        if name in self.known or any(name in self.pointed(v) for env in after for v in env.values()):
            return True
        return any(name in _named(code.body[j]) for j in self._until_declared(code, i, name))

    def _until_declared(self, code: Code, i: int, name: str) -> Iterator[int]:
        """The positions that may follow before the object begins another life."""
        work, seen = list(code.successors[i]), set[int]()
        while work:
            j = work.pop()
            if j in seen or j == code.end or j not in self.ranges.at[code.index]:
                continue
            seen.add(j)
            x = code.body[j]
            if not (isinstance(x, Declare) and x.obj.name == name):
                yield j
                work += code.successors[j]

    def created(self) -> set[int]:
        """The templates that some thread may create."""
        return {x.function.value for c in self.codes for i in self.ranges.at[c.index] if i < c.end  # type: ignore[union-attr]
                and isinstance(x := c.body[i], Create)}  # fmt: skip


def _named(x: AnyInstr) -> set[str]:
    """The objects that an instruction names."""
    found = {obj.name for e in expressions(x) for obj in objects_addressed(e)}
    place = place_of(x)
    if place is not None and isinstance(place.base, MemoryObject):
        found.add(place.base.name)
    return found
