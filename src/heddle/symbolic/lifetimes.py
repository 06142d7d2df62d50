"""Lifetimes: memory is not to be used after it was freed, or after the call that it belongs to has returned.

An object that may be used too late gets a byte of its own, its *end*, which is 0 while the object lives.  What ends the
object sets the byte, and whatever may come later looks at it first; both pass by the store buffers (:data:`GHOST`), for
nothing waits there to be freed.  So the checks are accesses and assertions like others, in every scheme.  Where the
order of things shows that no use can be late, nothing is added.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import count

from heddle.core.expr import AddressOf, Binary, Cast, Const, Expr, Local, MemoryObject, Place, Unary
from heddle.core.instr import (
    BAD_FREE,
    GHOST,
    LIFETIME,
    AnyInstr,
    Assert,
    AtomicBegin,
    AtomicEnd,
    Declare,
    Free,
    Read,
    Rmw,
    Write,
)
from heddle.core.program import BoundedProgram
from heddle.core.types import BOOL, INT, IntType, PointerType
from heddle.records import dataclass, field, replace
from heddle.symbolic.earlier import Earlier
from heddle.symbolic.events import Event, EventProgram, Kind
from heddle.symbolic.layout import Layout
from heddle.symbolic.value_analysis import ACCESSES, MOST_TARGETS, Values

DEAD_LOCAL = "use of a local variable after its call has returned"


def check_lifetimes(program: EventProgram, values: Values) -> BoundedProgram | None:
    """The program with its uses of memory checked; None if there is nothing to check."""
    return _Lifetimes(program, values).run()


def late_uses(program: EventProgram, values: Values) -> list[AnyInstr]:
    """What may use, or free, memory after its life."""
    lifetimes = _Lifetimes(program, values)
    uses, doubtful = lifetimes.find()
    return [use.event.instr for use in uses] + [event.instr for event in doubtful]


def freed_blocks(layout: Layout, event: Event) -> list[MemoryObject]:
    """The blocks that a free of the program's may end."""
    if event.targets is None:
        return [o for o in layout.objects if o.kind == "heap"]
    found = (layout.at(a, 0) for a in event.targets)
    return [o for o in found if o is not None and o.kind == "heap" and layout.base[o.name] in event.targets]


@dataclass(slots=True)
class _Use:
    """An event, and the objects that may have ended when it happens."""

    thread: int
    event: Event
    objects: list[MemoryObject] = field(default_factory=list)


class _Lifetimes:
    def __init__(self, program: EventProgram, values: Values) -> None:
        self.program, self.values, self.layout = program, values, program.layout
        self.pointer = program.program.source.data_model.void_ptr
        self.number = IntType(self.pointer.bits, False)
        self.ends: dict[str, list[tuple[int, Event]]] = defaultdict(list)
        """What may end each object: a thread and its event."""
        self.frees: list[tuple[int, Event]] = []
        self.byte: dict[str, MemoryObject] = {}
        self._earlier = Earlier(program, values)
        self._fresh = count()

    def run(self) -> BoundedProgram | None:
        uses, doubtful = self.find()
        if not uses and not doubtful:
            return None
        for obj in (obj for use in uses for obj in use.objects):
            self.byte[obj.name] = MemoryObject(f"end of {obj.name}", BOOL)
        return self._rewritten({(use.thread, use.event.position): use for use in uses}, self.frees)

    def find(self) -> tuple[list[_Use], list[Event]]:
        """The uses that may be late, and the frees of what may be no block."""
        frees = [(t.thread.index, e) for t in self.program.threads for e in t.events if e.kind is Kind.FREE]
        self.frees = [(t, e) for t, e in frees if not self.values.dead(e)]
        for t, event in self.frees:
            for obj in self._freed(event):
                self.ends[obj.name].append((t, event))
        uses = [use for use in self._uses() if use.objects]
        return uses, [e for _, e in self.frees if e.instr.uid >= 0 and self._may_be_no_block(e)]

    # --- what may come too late -------------------------------------------------------------------------------------

    def _freed(self, event: Event) -> list[MemoryObject]:
        """The objects that an event may end."""
        pointer = event.instr.pointer  # type: ignore[union-attr]
        if event.instr.uid < 0:
            assert isinstance(pointer, AddressOf) and isinstance(pointer.place.base, MemoryObject)
            return [pointer.place.base]
        return freed_blocks(self.layout, event)

    def _uses(self) -> Iterator[_Use]:
        for thread in self.program.threads:
            t = thread.thread.index
            for event in thread.events:
                if self.values.dead(event):
                    continue
                if event.kind in ACCESSES and not event.local:
                    yield _Use(t, event, self._ended_before(t, event, self._accessed(event)))
                elif event.kind is Kind.FREE and event.instr.uid >= 0:
                    yield _Use(t, event, self._ended_before(t, event, self._freed(event)))

    def _accessed(self, event: Event) -> list[MemoryObject]:
        if not self.ends:
            return []
        if event.targets is None:
            return [o for o in self.layout.objects if o.name in self.ends]
        found = {o.name: o for a in event.targets if (o := self.layout.at(a, event.size)) is not None}
        return list(found.values())

    def _ended_before(self, t: int, event: Event, objects: list[MemoryObject]) -> list[MemoryObject]:
        def may_have_ended(obj: MemoryObject) -> bool:
            ends = self.ends.get(obj.name, ())
            return any(end is not event and not self._earlier.surely(t, event, u, end) for u, end in ends)

        return [obj for obj in objects if may_have_ended(obj)]

    def _may_be_no_block(self, event: Event) -> bool:
        """Whether what is freed may be something other than the beginning of a block, or nothing."""
        value = self.values.of(event.address)
        if value.junk or event.targets is None or value.count() > MOST_TARGETS:
            return True
        blocks = {self.layout.base[o.name] for o in self._freed(event)}
        return any(a != 0 and a not in blocks for a in value.members())

    # --- the checks -------------------------------------------------------------------------------------------------

    def _rewritten(self, uses: dict[tuple[int, int], _Use], frees: list[tuple[int, Event]]) -> BoundedProgram:
        freeing = {(t, e.position): e for t, e in frees}
        threads = []
        for thread in self.program.program.threads:
            body: list[AnyInstr] = []
            for position, x in enumerate(thread.body):
                key = (thread.index, position)
                if key in uses and key not in freeing:
                    body += self._look(x, uses[key])
                if key in freeing:
                    body += self._free(x, freeing[key])
                elif not (isinstance(x, Free) and x.uid < 0):
                    body.append(x)
                if isinstance(x, Declare) and x.given is not None and x.obj.name in self.byte:
                    body.append(Write(self._byte(x.obj), Const(0, BOOL), GHOST, loc=x.loc))
            threads.append(replace(thread, body=body))
        memory = self.program.program.memory | {byte.name: byte for byte in self.byte.values()}
        return replace(self.program.program, threads=threads, memory=memory)

    def _look(self, x: AnyInstr, use: _Use) -> Iterator[AnyInstr]:
        """What an access does first."""
        place = x.place  # type: ignore[union-attr]
        address = Cast(AddressOf(place, PointerType(self.pointer.bits, place.type)), self.number)
        for obj in use.objects:
            distance = Binary("-", address, self._base(obj), self.number)
            inside = Binary("<", distance, Const(obj.type.size, self.number), INT)
            ended = self._local()
            yield Read(ended, self._byte(obj), GHOST, loc=x.loc)
            message = "use after free" if obj.kind == "heap" else DEAD_LOCAL
            yield from self._claim(x, inside, ended, message, LIFETIME)

    def _free(self, x: AnyInstr, event: Event) -> Iterator[AnyInstr]:
        """A free, and what ends the block, in one step.  Others are those that the end of a call frees."""
        objects, one = self._freed(event), Const(1, BOOL)
        if x.uid < 0:
            yield from (Write(self._byte(obj), one, GHOST, loc=x.loc) for obj in objects if obj.name in self.byte)
            return
        address = Cast(x.pointer, self.number)  # type: ignore[union-attr]
        meant = {obj.name: Binary("==", address, self._base(obj), INT) for obj in objects}
        if self._may_be_no_block(event):
            known: Expr = Binary("==", address, Const(0, self.number), INT)
            for this in meant.values():
                known = Binary("||", known, this, INT)
            yield Assert(known, "free of a pointer that no allocation returned", BAD_FREE, loc=x.loc, uid=x.uid)
        marked = [obj for obj in objects if obj.name in self.byte]
        if marked:
            yield AtomicBegin(GHOST, loc=x.loc)
        for obj in marked:
            ended = self._local()
            yield Rmw(ended, self._byte(obj), one, meant[obj.name], GHOST, GHOST, loc=x.loc)
            yield from self._claim(x, meant[obj.name], ended, "double free", BAD_FREE)
        yield x
        if marked:
            yield AtomicEnd(GHOST, loc=x.loc)

    @staticmethod
    def _claim(x: AnyInstr, meant: Expr, ended: Local, message: str, kind: str) -> Iterator[AnyInstr]:
        late = Binary("&&", meant, Binary("!=", ended, Const(0, BOOL), INT), INT)
        yield Assert(Unary("!", late, INT), message, kind, loc=x.loc, uid=x.uid)

    def _base(self, obj: MemoryObject) -> Expr:
        return Cast(AddressOf(Place(obj, (), obj.type), PointerType(self.pointer.bits, obj.type)), self.number)

    def _byte(self, obj: MemoryObject) -> Place:
        return Place(self.byte[obj.name], (), BOOL)

    def _local(self) -> Local:
        return Local(f"ended.{next(self._fresh)}", BOOL)
