"""Rewrites a bounded program so that every access to shared memory is a call of the shared memory abstraction.

Objects that one thread alone uses like local variables stay what they are.  The rest of memory becomes numbered
locations: the cells that the value analysis has found.  Which functions there are to call says ``sma/interface.h``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from heddle.core.expr import FALSE, Binary, Cast, Const, Expr, FieldStep, Local, MemoryObject, Place, negate
from heddle.core.instr import (
    GHOST,
    AnyInstr,
    Assert,
    Assign,
    Assume,
    AtomicBegin,
    AtomicEnd,
    Branch,
    Call,
    Create,
    Declare,
    Fence,
    Free,
    Goto,
    Join,
    Label,
    Nondet,
    Read,
    Rmw,
    Unsupported,
    Write,
)
from heddle.core.parts import mentions
from heddle.core.program import BoundedProgram, Thread
from heddle.core.types import BOOL, INT, UINT, FloatType, IntType, PointerType, Scalar
from heddle.models.store_buffers import SC, StoreBuffers
from heddle.records import dataclass, field, replace
from heddle.sequentializer.addresses import Addresses, any_of
from heddle.sequentializer.needs import Needs
from heddle.sequentializer.pieces import (
    Form,
    Piece,
    as_content,
    cut_cells,
    forms_of,
    fresh_content,
    held_as,
    lowest_bits,
    part_of,
    put_together,
    widened,
)
from heddle.sequentializer.points import section_depths
from heddle.sequentializer.program import Origin
from heddle.symbolic.analysis import Analysis
from heddle.symbolic.cells import Cell
from heddle.symbolic.events import Event
from heddle.symbolic.provenance import ANYWHERE


@dataclass(frozen=True, slots=True)
class Location:
    """A piece of an object: ``initial`` is its content at the start, as an unsigned number."""

    obj: str
    offset: int
    size: int
    address: int
    initial: int


@dataclass(slots=True)
class Shared:
    """``program`` has the threads rewritten; every instruction has a uid of its own."""

    program: BoundedProgram
    original: BoundedProgram
    locations: list[Location]
    word: IntType
    switch_points: dict[int, set[int]]
    """Where a context switch can matter, as positions in the rewritten bodies."""
    origins: dict[int, Origin] = field(default_factory=dict)
    """What the rewritten instructions stand for, by uid."""
    instructions: int = 0
    """The uids of the rewritten instructions are smaller than this."""
    writes: int = 0
    """How many writes of an execution can be pending at most."""
    writes_to_one: int = 0
    """How many writes can be made to one location at most."""
    sole: list[bool] = field(default_factory=list)
    """For each location, whether at most one thread changes it while threads run."""
    narrowed: bool = False
    """Some location holds fewer bits than the program's type has."""
    pieces: int = 1
    """So many locations a write may go to at once."""
    blocks: list[int] = field(default_factory=list)
    """The numbers of steps of the threads."""

    def number(self, thread: int, body: Iterable[tuple[int, AnyInstr]]) -> list[AnyInstr]:
        """The instructions with uids of their own; those that stand for an original one come with its position."""
        result: list[AnyInstr] = []
        for position, x in body:
            result.append(replace(x, uid=self.instructions))
            if position >= 0:
                self.origins[self.instructions] = Origin(thread, position)
            self.instructions += 1
        return result


def share(bounded: BoundedProgram, policy: StoreBuffers, width: int | None = None) -> Shared:
    """``width`` bounds the bits of the integers that locations hold."""
    return Sharing(bounded, policy, width).run()


def as_it_is(bounded: BoundedProgram) -> Shared:
    """Without any abstraction: memory stays memory, and the model is sequential consistency."""
    analysis = Analysis(bounded, SC)
    bounded, threads = analysis.bounded, analysis.threads
    points = {t.thread.index: set(_block_starts(t.events)) for t in threads}
    shared = Shared(replace(bounded, threads=[]), bounded, [], BOOL, points)
    for t in threads:
        numbered = shared.number(t.thread.index, enumerate(t.thread.body))
        shared.program.threads.append(replace(t.thread, body=numbered))
        shared.blocks.append(t.blocks)
    return shared


def _block_starts(events: list[Event]) -> Iterator[int]:
    current = 0
    for event in events:
        if event.block > current:
            current = event.block
            yield event.position


class Sharing:
    def __init__(self, bounded: BoundedProgram, policy: StoreBuffers, width: int | None) -> None:
        analysis = Analysis(bounded, policy)
        bounded = analysis.bounded
        self.bounded, self.width, self.policy = bounded, width, policy
        self.events, self.values, self.cells = analysis.events, analysis.values, analysis.cells
        self.visibility, self.registers = analysis.visibility, analysis.registers
        pointer_bits = bounded.source.data_model.pointer_bits
        self.addresses = Addresses(self.events.layout, pointer_bits)
        widest = max((8 * c.size for c in self.cells.all), default=8)
        self.word = IntType(next(bits for bits in (8, 16, 32, 64, 128) if bits >= widest), False)
        numbered = replace(bounded, threads=[], memory={n: self._numbered(o) for n, o in bounded.memory.items()})
        self.shared = Shared(numbered, bounded, self.locations_of(self.cells.all), self.word, {})
        self.needs = Needs(analysis)
        self.cut = cut_cells(self.cells)
        """The cells that some access has as one of several: they hold all bits, whatever the width."""
        self.written: dict[int, int] = {}
        """For each cell, the writes that may go there."""
        self.kept = self.needs.kept(lambda e, thread: thread == 0 and e in self.needs.alone)
        """The cells that the abstraction is about; the others are plain."""

    def run(self) -> Shared:
        for thread in self.events.threads:
            body = self.rewrite(thread.thread, thread.events)
            starts = set(_block_starts(thread.events))
            points = {i for i, (old, _) in enumerate(body) if old in starts and (i == 0 or body[i - 1][0] != old)}
            numbered = self.shared.number(thread.thread.index, body)
            self.shared.program.threads.append(replace(thread.thread, body=numbered))
            self.shared.switch_points[thread.thread.index] = points
            self.shared.blocks.append(thread.blocks)
        self.shared.writes_to_one = max(self.written.values(), default=0)
        self.shared.sole = [self.needs.writers(c.number) <= 1 for c in self.cells.all]
        return self.shared

    def rewrite(self, thread: Thread, events: list[Event]) -> list[tuple[int, AnyInstr]]:
        return ThreadSharing(self, thread, events).run()

    def _numbered(self, obj: MemoryObject) -> MemoryObject:
        """The object with numbers for the addresses that it holds at the start."""
        return replace(obj, init=tuple((offset, type, self.addresses.expr(e)) for offset, type, e in obj.init))

    def locations_of(self, cells: Iterable[Cell]) -> list[Location]:
        layout = self.events.layout
        found = []
        for cell in cells:
            obj = layout.at(cell.address, cell.size)
            assert obj is not None
            offset = cell.address - layout.base[obj.name]
            content = int.from_bytes(layout.initial.contents(obj)[offset : offset + cell.size], "little")
            found.append(Location(obj.name, offset, cell.size, cell.address, content))
        return found


class ThreadSharing:
    """The rewriting of one thread: instructions with the position of the original each."""

    def __init__(self, whole: Sharing, thread: Thread, events: list[Event]) -> None:
        self.whole, self.thread = whole, thread
        self.event_at = {e.position: e for e in events}
        self.depth = section_depths(thread.body)
        self.addresses, self.word, self.policy = whole.addresses, whole.word, whole.policy
        self.position = 0
        self.labels = 0

    def run(self) -> list[tuple[int, AnyInstr]]:
        result: list[tuple[int, AnyInstr]] = []
        for position, original in enumerate(self.thread.body):
            self.position = position
            result += [(position, replace(x, loc=original.loc)) for x in self.rewritten(original)]
        return [*result, (len(self.thread.body), Call(None, "sma_terminate", ()))]

    def rewritten(self, x: AnyInstr) -> Iterator[AnyInstr]:
        event = self.event_at.get(self.position)
        expr = self.addresses.expr
        match x:
            case Assign():
                yield Assign(x.dst, expr(x.value))
            case Branch():
                yield Branch(expr(x.test), x.label)
            case Assume() | Assert():
                yield replace(x, test=expr(x.test))
            case Read() | Write() | Rmw():
                yield from self.access(x, event)
            case AtomicBegin():
                yield Call(None, "sma_lock", ()) if self.depth[self.position] == 0 else self.step()
            case AtomicEnd():
                yield Call(None, "sma_unlock", ()) if self.depth[self.position] == 1 else self.step()
            case Fence():
                fences = list(self.fences(x, event is None or event.section >= 0))
                yield from fences or [self.step()]
            case Create():
                yield Call(None, "sma_create", (x.function,))
                yield replace(x, arg=expr(x.arg))
            case Join():
                yield from self.join(x)
            case Free():
                yield self.step()
            case Declare():
                yield self.step()
                yield from self.declare(x)
            case _:
                yield x

    @staticmethod
    def step() -> Call:
        """Something that memory does not notice, but that belongs to the execution."""
        return Call(None, "sma_step", ())

    # --- accesses ---------------------------------------------------------------------------------------------------

    def access(self, x: Read | Write | Rmw, event: Event | None) -> Iterator[AnyInstr]:
        if self.whole.registers.name(x.place) is not None:
            yield from self.private(x)
        elif x.order == GHOST:
            yield from self.ghost(x, event)
        else:
            yield from self.visit(x, event)

    def ghost(self, x: Read | Write | Rmw, event: Event | None) -> Iterator[AnyInstr]:
        """Memory of the checks' own stays what it is: threads take their steps one after the other."""
        yield from self.private(x)

    def visit(self, x: Read | Write | Rmw, event: Event | None) -> Iterator[AnyInstr]:
        """An access to memory that is an abstraction."""
        if event is None or self.whole.values.dead(event):
            yield Assume(FALSE)
            return
        targets = self.targets(event)
        if targets is None:
            yield Unsupported(ANYWHERE)
            return
        yield from self.check_address(x, event, targets)
        if not targets:
            return
        *others, last = forms_of(self.whole.cells, targets, event.size)
        end = self.new_label("accessed") if others else ""
        for form in others:
            other = self.new_label("otherwise")
            yield Branch(negate(self.is_at(x.place, form.targets)), other)
            yield from self.in_form(x, event, form)
            yield Goto(end)
            yield Label(other)
        yield from self.in_form(x, event, last)
        if others:
            yield Label(end)

    def in_form(self, x: Read | Write | Rmw, event: Event, form: Form) -> Iterator[AnyInstr]:
        """An access to some of its targets."""
        if not isinstance(x, Read) and not self.is_apart(event, form):
            self.whole.shared.pieces = max(self.whole.shared.pieces, len(form.pieces))
            for number in form.where:
                self.whole.written[number] = self.whole.written.get(number, 0) + 1
        match x:
            case Read():
                yield from self.read(x, event, form)
            case Write():
                yield from self.write(x, event, form)
            case Rmw():
                yield from self.rmw(x, event, form)

    def new_label(self, name: str) -> str:
        self.labels += 1
        return f"{self.thread.index}${name}{self.labels}"

    def is_at(self, place: Place, targets: Iterable[int]) -> Expr:
        address, type = self.addresses.of(place), self.addresses.unsigned
        return any_of(Binary("==", address, Const(target, type), INT) for target in targets)

    def private(self, x: Read | Write | Rmw) -> Iterator[AnyInstr]:
        """Nobody else sees the content, but what the access does to pending writes."""
        expr, place = self.addresses.expr, self.addresses.place(x.place)
        yield from self.fences(x, self.depth[self.position] > 0)
        match x:
            case Read():
                yield replace(x, place=place)
            case Write():
                yield replace(x, place=place, value=expr(x.value))
            case Rmw():
                yield replace(x, place=place, value=expr(x.value), test=expr(x.test) if x.test else None)

    def targets(self, event: Event) -> tuple[int, ...] | None:
        if not event.local:
            return event.targets
        address = self.whole.events.dag.constant(event.address)
        assert address is not None, "a section knows only locations with constant addresses"
        return (address,)

    def check_address(self, x: Read | Write | Rmw, event: Event, targets: tuple[int, ...]) -> Iterator[AnyInstr]:
        """An access to an invalid address is a violation, or has no meaning."""
        if event.local or not self.whole.values.unresolved(event):
            return
        valid = self.is_at(x.place, targets)
        if self.whole.values.strays(event):
            resolved = self.new_label("resolved")
            inside = self.addresses.inside(self.addresses.of(x.place), event.size)
            yield Branch(Binary("||", valid, negate(inside), INT), resolved)
            yield Unsupported(ANYWHERE)
            yield Label(resolved)
        yield Assert(valid, "access through an invalid pointer", "pointer")
        yield Assume(valid)

    def is_apart(self, event: Event, form: Form) -> bool:
        """Whether the access is to memory through which threads do not communicate."""
        return event in self.whole.needs.unneeded or form.where[0] not in self.whole.kept

    def finds_last(self, event: Event, form: Form) -> bool:
        """Whether a read finds what was written last, wherever that is."""
        needs = self.whole.needs
        return self.is_apart(event, form) or event in needs.alone or needs.knows(self.thread.index, form.where)

    def read(self, x: Read, event: Event, form: Form) -> Iterator[AnyInstr]:
        first, *others = form.pieces
        if self.finds_last(event, form):
            yield from self.read_by("own_read", x.place, form)
        elif event.section >= 0:
            yield from self.read_by("sma_atomic_read", x.place, form)
        else:
            if others or len(first.where) == 1:
                yield from self.locate(x.place, first)
                yield Call(self.seen(0), "sma_read", (self.found(first),))
            else:
                yield Call(self.seen(0), "sma_ind_read", (self.addresses.of(x.place),))
            for piece in others:
                yield from self.locate(x.place, piece)
                yield Call(self.seen(piece.number), "sma_read_more", (self.found(piece),))
        yield Assign(x.dst, self.content(x.place, x.dst.type, form))

    def read_by(self, callee: str, place: Place, form: Form) -> Iterator[AnyInstr]:
        for piece in form.pieces:
            yield from self.locate(place, piece)
            yield Call(self.seen(piece.number), callee, (self.found(piece),))

    def write(self, x: Write, event: Event, form: Form) -> Iterator[AnyInstr]:
        in_section = event.section >= 0
        yield from self.fences(x, in_section)
        if event in self.whole.needs.unneeded:
            yield self.step()
            return
        plain = self.is_apart(event, form)
        if plain or in_section or event in self.whole.needs.alone or self.policy.drain(x, in_section):
            for piece in form.pieces:
                yield from self.locate(x.place, piece)
            yield from self.write_by("own_write" if plain else "sma_atomic_write", x, form)
            return
        self.whole.shared.writes += 1
        for piece, value in self.parts(x, form):
            if len(form.pieces) == 1 < len(piece.where):
                yield Call(None, "sma_ind_write", (self.addresses.of(x.place), value))
            else:
                yield from self.locate(x.place, piece)
                yield Call(None, "sma_write_more" if piece.number else "sma_write", (self.found(piece), value))

    def write_by(self, callee: str, x: Write | Rmw, form: Form) -> Iterator[AnyInstr]:
        """Writes to memory itself, to pieces that have been located."""
        for piece, value in self.parts(x, form):
            yield Call(None, callee, (self.found(piece), value))

    def rmw(self, x: Rmw, event: Event, form: Form) -> Iterator[AnyInstr]:
        expr, plain = self.addresses.expr, self.is_apart(event, form)
        yield from self.fences(x, event.section >= 0)
        match x.test:
            case Binary(op="==", left=left, right=right) if left == x.dst and not (
                mentions(right, x.dst) or mentions(x.value, x.dst) or self.whole.width or len(form.pieces) > 1 or plain
            ):
                (piece,) = form.pieces
                expected, value = (self.as_word(expr(e), x.place, form) for e in (right, x.value))
                yield from self.locate(x.place, piece)
                yield Call(self.seen(0), "sma_compare_exchange", (self.found(piece), expected, value))
                yield Assign(x.dst, self.content(x.place, x.dst.type, form))
                return
        known = self.finds_last(event, form)
        yield from self.read_by("own_read" if known else "sma_atomic_read", x.place, form)
        yield Assign(x.dst, self.content(x.place, x.dst.type, form))
        end = self.new_label("unchanged")
        if x.test is not None:
            yield Branch(negate(expr(x.test)), end)
        if event not in self.whole.needs.unneeded:
            yield from self.write_by("own_write" if plain else "sma_atomic_write", x, form)
        if x.test is not None:
            yield Label(end)

    def locate(self, place: Place, piece: Piece) -> Iterator[AnyInstr]:
        if len(piece.where) > 1:
            yield Call(self.location(piece), "location", (self.address_of(place, piece),))

    @staticmethod
    def location(piece: Piece) -> Local:
        """Where a piece of an access turned out to be."""
        return Local(f"$location{piece.number or ''}", UINT)

    def address_of(self, place: Place, piece: Piece) -> Expr:
        address, type = self.addresses.of(place), self.addresses.unsigned
        return Binary("+", address, Const(piece.offset, type), type) if piece.offset else address

    def found(self, piece: Piece) -> Expr:
        return Const(piece.where[0], UINT) if len(piece.where) == 1 else self.location(piece)

    # --- contents ---------------------------------------------------------------------------------------------------

    def seen(self, i: int) -> Local:
        """What was found in the i-th piece of an access."""
        return Local(f"$seen{i or ''}", self.word)

    def parts(self, x: Write | Rmw, form: Form) -> Iterator[tuple[Piece, Expr]]:
        """What a write leaves in each of its locations."""
        value, type = self.addresses.expr(x.value), x.place.type
        if len(form.pieces) == 1:
            yield form.pieces[0], self.as_word(value, x.place, form)
            return
        assert isinstance(type, Scalar)
        whole = Cast(Cast(value, type), IntType(8 * type.size, False))
        yield from ((piece, part_of(whole, piece, self.word)) for piece in form.pieces)

    def as_word(self, value: Expr, place: Place, form: Form) -> Expr:
        """A value as a location holds it, zero above its own bits: equal values are equal words."""
        held, width = held_as(place), self.narrowed(place, form)
        for type in (held, IntType(held.bits, False), self.word):
            value = value if value.type == type else Cast(value, type)
        return value if width is None else lowest_bits(value, width)

    def content(self, place: Place, wanted: Scalar, form: Form) -> Expr:
        assert isinstance(place.type, Scalar)
        if len(form.pieces) == 1:
            content = widened(self.seen(0), held_as(place), self.narrowed(place, form))
        else:
            seen = [self.seen(i) for i, _ in enumerate(form.pieces)]
            content = put_together(seen, form.pieces, IntType(8 * place.type.size, False))
        content = content if content.type == place.type else Cast(content, place.type)
        return content if content.type == wanted else Cast(content, wanted)

    def narrowed(self, place: Place, form: Form) -> int | None:
        """The bits in which the content is held, if the user bounds them."""
        width, type = self.whole.width, place.type
        assert isinstance(type, Scalar)
        if width is None or width >= type.bits or isinstance(type, (FloatType, PointerType)):
            return None
        if not self.whole.cut.isdisjoint(form.where):
            return None
        self.whole.shared.narrowed = True
        return width

    # --- the rest ---------------------------------------------------------------------------------------------------

    def fences(self, x: AnyInstr, in_section: bool) -> Iterator[Call]:
        """What an instruction does to the writes that wait, before anything else."""
        if self.policy.drain(x, in_section):
            yield Call(None, "sma_fence", ())
        elif not in_section and self.policy.separate(x):
            yield Call(None, "sma_store_fence", ())

    def join(self, x: Join) -> Iterator[AnyInstr]:
        thread = self.addresses.expr(x.thread)
        if not isinstance(thread, Const):
            joined = Local("$joined", x.thread.type)
            yield Assign(joined, thread)
            thread = joined
        yield replace(x, thread=thread)
        if not isinstance(thread, Const) or any(t.index == thread.value for t in self.whole.bounded.threads):
            yield Call(None, "sma_join", (thread,))

    def declare(self, x: Declare) -> Iterator[AnyInstr]:
        if self.whole.registers.is_register(x.obj):
            yield from self.declare_private(x)
            return
        low = self.whole.events.layout.base[x.obj.name]
        for cell in self.whole.cells.all:
            if not low <= cell.address < low + x.obj.type.size:
                continue
            content: Expr = Const(0, self.word)
            if not x.zeroed:
                fresh = fresh_content(cell)
                yield Nondet(fresh)
                content = as_content(fresh, cell, self.word)
            kept = cell.number in self.whole.kept
            yield Call(None, "sma_malloc" if kept else "own_write", (Const(cell.number, UINT), content))

    def declare_private(self, x: Declare) -> Iterator[AnyInstr]:
        for offset, size in sorted(self.whole.registers.cells(x.obj)):
            type = IntType(8 * size, False)
            place = Place(x.obj, (FieldStep("", offset),), type)
            content: Expr = Const(0, type)
            if not x.zeroed:
                content = Local(f"$fresh{8 * size}", type)
                yield Nondet(content)
            yield Write(place, content)


__all__ = ["Location", "Shared", "Sharing", "ThreadSharing", "as_it_is", "share"]
