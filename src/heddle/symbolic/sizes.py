"""Blocks whose size the program computes: what lies beyond it is no memory, though the analysis has room for more.

Such a block has as many bytes as the bound on its size allows.  Its size is kept in an object of its own, and accesses
that may come into the block look at it first.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from heddle.core.expr import AddressOf, Binary, Cast, Const, Expr, Local, MemoryObject, Place, Unary
from heddle.core.instr import GHOST, AnyInstr, Assert, Declare, Read, Rmw, Write
from heddle.core.program import BoundedProgram
from heddle.core.types import INT, IntType, PointerType
from heddle.records import replace
from heddle.symbolic.events import Event, EventProgram
from heddle.symbolic.value_analysis import ACCESSES, Values


def check_sizes(program: EventProgram, values: Values) -> BoundedProgram | None:
    """The program with its accesses to such blocks checked; None if there are none."""
    return _Sizes(program, values).run() if program.program.sizes else None


class _Sizes:
    def __init__(self, program: EventProgram, values: Values) -> None:
        self.program, self.values, self.layout = program, values, program.layout
        self.pointer = program.program.source.data_model.void_ptr
        self.number = IntType(self.pointer.bits, False)
        self.size = {name: MemoryObject(f"size of {name}", self.number) for name in program.program.sizes}
        self._fresh = count()

    def run(self) -> BoundedProgram | None:
        uses = {
            (t.thread.index, e.position): objects
            for t in self.program.threads
            for e in t.events
            if e.kind in ACCESSES and not self.values.dead(e) and (objects := self._blocks(e))
        }
        if not uses:
            return None
        threads = []
        for thread in self.program.program.threads:
            body: list[AnyInstr] = []
            for position, x in enumerate(thread.body):
                for obj in uses.get((thread.index, position), ()):
                    body += self._look(x, obj)
                body.append(x)
                if isinstance(x, Declare) and x.obj.name in self.size:
                    bytes = self.program.program.sizes[x.obj.name] if x.given is None else Const(x.given, self.number)
                    size = Cast(bytes, self.number)
                    body.append(Write(self._place(x.obj), size, GHOST, loc=x.loc))
            threads.append(replace(thread, body=body))
        memory = self.program.program.memory | {obj.name: obj for obj in self.size.values()}
        return replace(self.program.program, threads=threads, memory=memory, sizes={})

    def _blocks(self, event: Event) -> list[MemoryObject]:
        """The blocks of computed size that an access may come into."""
        memory = self.program.program.memory
        if event.local:
            base = event.instr.place.base  # type: ignore[union-attr]
            return [base] if isinstance(base, MemoryObject) and base.name in self.size else []
        if event.targets is None:
            return [memory[name] for name in self.size]
        found = {o.name: o for a in event.targets if (o := self.layout.at(a, event.size)) is not None}
        return [obj for name, obj in found.items() if name in self.size]

    def _look(self, x: AnyInstr, obj: MemoryObject) -> Iterator[AnyInstr]:
        assert isinstance(x, (Read, Write, Rmw))
        address = Cast(AddressOf(x.place, PointerType(self.pointer.bits, x.place.type)), self.number)
        base = Cast(AddressOf(Place(obj, (), obj.type), PointerType(self.pointer.bits, obj.type)), self.number)
        offset: Expr = Binary("-", address, base, self.number)
        inside = Binary("<", offset, Const(obj.type.size, self.number), INT)
        end = Binary("+", offset, Const(x.place.type.size, self.number), self.number)
        size = Local(f"size.{next(self._fresh)}", self.number)
        yield Read(size, self._place(obj), GHOST, loc=x.loc)
        beyond = Binary("&&", inside, Binary("<", size, end, INT), INT)
        yield Assert(Unary("!", beyond, INT), "access beyond the end of a block", "pointer", loc=x.loc, uid=x.uid)

    def _place(self, obj: MemoryObject) -> Place:
        return Place(self.size[obj.name], (), self.number)


__all__ = ["check_sizes"]
