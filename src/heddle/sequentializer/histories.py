"""Rewrites a bounded program for eager sequentialization: what of memory needs a guessed history, and what does not.

Threads run one after the other there, so the order of execution is not the order of time.  A location that one thread
changes while another looks at it goes through the shared memory abstraction, also if creation and join keep the two
apart.  The others stay plain: those that only one thread uses after main has created the first thread, and those that
nobody changes after that.  A thread that alone changes a location finds its content in a plain copy.
"""

from __future__ import annotations

from collections.abc import Iterator

from heddle.core.expr import FALSE, Binary, Cast, Cond, Const, Expr, Local, Place, negate
from heddle.core.instr import (
    AnyInstr,
    Assign,
    Assume,
    AtomicBegin,
    AtomicEnd,
    Branch,
    Call,
    Create,
    Declare,
    Goto,
    Join,
    Label,
    Nondet,
    Read,
    Rmw,
    Unsupported,
    Write,
)
from heddle.core.program import BoundedProgram, Thread
from heddle.core.types import INT, UINT
from heddle.models.store_buffers import StoreBuffers
from heddle.records import dataclass, field, replace
from heddle.sequentializer.pieces import Form, Piece, as_content, fresh_content
from heddle.sequentializer.points import section_depths
from heddle.sequentializer.share import Location, Shared, Sharing, ThreadSharing
from heddle.symbolic.cells import Cell
from heddle.symbolic.events import Event, Kind

STOP, STOP_BEFORE_WRITE, START = "STOP", "STOP_BEFORE_WRITE", "START"
"""Pseudo-calls: the thread may go no further than here; a thread that was created begins to run."""
LIFETIMES = "accesses past the store buffers (checks of lifetimes, races or leaks), under histories with store buffers"
BEGINNING = -1
"""The position of instructions that stand for none of the original ones."""
DECLARED_AGAIN = "a local object that other threads use and that is declared again, under a store buffer model"
MOST_TESTS = 4
"""So many comparisons find the location of an address; elements of longer arrays are counted."""


@dataclass(slots=True)
class Histories(Shared):
    """The first ``histories`` locations have a history, which an abstraction guesses; the others are plain."""

    histories: int = 0
    most: list[int] = field(default_factory=list)
    """For each history, how many writes an execution can make there at most."""
    writers: list[set[int]] = field(default_factory=list)
    """For each history, the threads that add to it."""
    scalars: list[bool] = field(default_factory=list)
    """For each history, whether it is the only location of its object."""
    longest: int = 1
    """So many writes the longest atomic section may make."""
    late_joins: bool = False
    """Some thread may join one that is not simulated before."""
    stops: dict[int, int] = field(default_factory=dict)
    """How many places each thread has where it may stop."""
    edges: int = 0
    """The numbers of creations and joins."""


def share_histories(bounded: BoundedProgram, policy: StoreBuffers, width: int | None = None) -> Histories:
    """``width`` bounds the bits of the integers that locations hold."""
    return _HistorySharing(bounded, policy, width).run_histories()


@dataclass(slots=True)
class _Section:
    """What an atomic section may do."""

    accesses: bool = False
    """It looks at some history."""
    writes: int = 0
    creates: bool = False
    ends: bool = False


class _HistorySharing(Sharing):
    def __init__(self, bounded: BoundedProgram, policy: StoreBuffers, width: int | None) -> None:
        super().__init__(bounded, policy, width)
        bounded = self.bounded
        self.begin = _beginning(bounded.threads[0].body)
        """Where main stops being alone, as a position in its body."""
        self.alone, self.unneeded = self.needs.alone, self.needs.unneeded
        self.kept = self.needs.kept(self.is_before)
        """The cells that need a history."""
        cells = sorted(self.cells.all, key=lambda c: (c.number not in self.kept, c.number))
        self.number = {c.number: i for i, c in enumerate(cells)}
        objects = [self.events.layout.at(c.address, c.size) for c in cells]
        names = [o.name for o in objects if o is not None]
        self.histories = Histories(
            self.shared.program, bounded, self.locations_of(cells), self.word, {},
            histories=len(self.kept), most=[0] * len(self.kept), writers=[set() for _ in self.kept],
            scalars=[names.count(names[i]) == 1 for i in range(len(self.kept))],
        )  # fmt: skip
        self.shared = self.histories
        self.late_contents: list[Cell] = []
        """Cells whose indeterminate content a thread declares that others may be simulated before."""

    def run_histories(self) -> Histories:
        self.late_contents = [
            c
            for t in self.events.threads
            for e in t.events
            if e.kind is Kind.DECLARE and self.is_late_content(e, t.thread.index)
            for c in self.cells_of_object(e)
        ]
        self.run()
        return self.histories

    def rewrite(self, thread: Thread, events: list[Event]) -> list[tuple[int, AnyInstr]]:
        return _HistoryThread(self, thread, events).run()

    # --- which cells need a history ---------------------------------------------------------------------------------

    def is_before(self, e: Event, thread: int) -> bool:
        """Whether main executes it before there is any history."""
        return thread == 0 and e.position < self.begin

    def is_access(self, e: Event, thread: int) -> bool:
        """Whether the event looks at a history or adds to it."""
        if self.values.dead(e) or e in self.unneeded or self.is_before(e, thread):
            return False
        if e.local:
            return e.kind is Kind.READ  # of what its section knows, or of a register
        return any(c.number in self.kept for c in self.cells.of(e))

    def is_write(self, e: Event, thread: int) -> bool:
        """Whether the event adds to a history."""
        return e.kind in (Kind.WRITE, Kind.RMW, Kind.DECLARE) and not e.local and self.is_access(e, thread)

    def writes_of(self, e: Event, thread: int) -> int:
        """So many writes to histories the event may make."""
        if not self.is_write(e, thread):
            return 0
        if not isinstance(e.instr, (Write, Rmw)):
            return 1
        return max(len(self.cells.covering(target, e.size)) for target in e.targets or ())

    # --- declarations -----------------------------------------------------------------------------------------------

    def cells_of_object(self, e: Event) -> list[Cell]:
        assert isinstance(e.instr, Declare)
        low = self.events.layout.base[e.instr.obj.name]
        return [c for c in self.cells.all if low <= c.address < low + e.instr.obj.type.size]

    def is_late_content(self, e: Event, thread: int) -> bool:
        """Whether somebody who is simulated earlier may look at the content that this declaration leaves."""
        assert isinstance(e.instr, Declare)
        if e.local or self.values.dead(e) or self.is_before(e, thread) or e.instr.zeroed or self.cells.of(e):
            return False
        return any(self.users(c) - {thread} for c in self.cells_of_object(e))

    def users(self, cell: Cell) -> set[int]:
        use = self.visibility.use[cell.number]
        return use.readers | use.writers


def _beginning(body: list[AnyInstr]) -> int:
    """The last position before the first creation, outside of sections, that control cannot jump over."""
    target = {x.name: i for i, x in enumerate(body) if isinstance(x, Label)}
    depths = section_depths(body)
    found = furthest = 0
    for i, x in enumerate(body):
        if furthest < i and depths[i] == 0:
            found = i
        if isinstance(x, Create):
            return found
        if isinstance(x, (Goto, Branch)):
            furthest = max(furthest, target[x.label])
    return len(body)


class _HistoryThread(ThreadSharing):
    whole: _HistorySharing

    def __init__(self, whole: _HistorySharing, thread: Thread, events: list[Event]) -> None:
        super().__init__(whole, thread, events)
        self.result = whole.histories
        self.index = thread.index
        self.noticed = self.index != 0
        """The thread may have done something since its last stop that others notice."""
        self.stops = 0
        self.locked = False
        """The current atomic section looks at some history."""
        self.created: list[Const] = []
        """The threads that the current atomic section has created: they start at its end."""
        self.sections: dict[int, _Section] = {}
        for e in events:
            if e.section >= 0:
                section = self.sections.setdefault(e.section, _Section())
                section.accesses |= whole.is_access(e, self.index)
                section.writes += whole.writes_of(e, self.index)
                section.creates |= e.kind is Kind.CREATE
                section.ends |= self.may_end(e)
        alone = [whole.writes_of(e, self.index) for e in events if e.section < 0]
        self.result.longest = max(self.result.longest, *(s.writes for s in self.sections.values()), *alone, 1)

    def run(self) -> list[tuple[int, AnyInstr]]:
        result: list[tuple[int, AnyInstr]] = []
        for position, original in enumerate(self.thread.body):
            self.position = position
            if self.index == 0 and position == self.whole.begin:
                result += [(BEGINNING, replace(x, loc=original.loc)) for x in self.beginning()]
                self.noticed = True
            result += [(BEGINNING, x) for x in self.stop(original)]
            result += [(position, replace(x, loc=original.loc)) for x in self.rewritten(original)]
        self.result.stops[self.index] = self.stops
        return [*result, (len(self.thread.body), Call(None, "sma_terminate", ()))]

    def beginning(self) -> Iterator[AnyInstr]:
        """Main is about to be no longer alone: memory as it is now is where the history starts."""
        for cell in self.whole.late_contents:
            fresh = fresh_content(cell)
            yield Nondet(fresh)
            yield Call(None, "own_write", (self.at(cell), as_content(fresh, cell, self.word)))
        yield Call(None, "sma_begin", ())

    def is_alone(self) -> bool:
        return self.index == 0 and self.position < self.whole.begin

    # --- where a thread may stop ------------------------------------------------------------------------------------

    def stop(self, x: AnyInstr) -> Iterator[AnyInstr]:
        """Before every write, and, if others have noticed something since, where the thread may go no further."""
        event = self.event_at.get(self.position)
        if self.is_alone() or self.depth[self.position]:
            return
        if isinstance(x, Label):
            self.noticed = True  # whichever way control came
        elif event is not None:
            writes = creates = ends = False
            if isinstance(x, AtomicBegin):
                section = self.sections[event.section]
                writes, creates, ends = section.writes > 0, section.creates, section.ends
            else:
                writes, creates, ends = self.whole.is_write(event, self.index), False, self.may_end(event)
            if writes or (ends and self.noticed):
                yield Call(None, STOP_BEFORE_WRITE if writes else STOP, (Const(self.stops, UINT),))
                self.stops += 1
                self.noticed = False
            self.noticed |= writes or creates or event.kind is Kind.CREATE

    def may_end(self, e: Event) -> bool:
        return e.kind is Kind.JOIN or self.whole.visibility.may_end_execution(e)

    # --- instructions -----------------------------------------------------------------------------------------------

    def rewritten(self, x: AnyInstr) -> Iterator[AnyInstr]:
        match x:
            case AtomicBegin() | AtomicEnd() if self.is_alone():
                yield self.step()
            case AtomicBegin() if self.depth[self.position] == 0:
                self.created = []
                event = self.event_at.get(self.position)
                self.locked = event is None or self.sections[event.section].accesses
                yield Call(None, "sma_lock" if self.locked else "sma_fence", ())
            case AtomicEnd() if self.depth[self.position] == 1:
                yield Call(None, "sma_unlock", ()) if self.locked else self.step()
                yield from (Call(None, START, (child,)) for child in self.created)
            case Create():
                yield replace(x, arg=self.addresses.expr(x.arg))
                self.result.edges += 1
                assert isinstance(x.function, Const)
                self.created.append(x.function)
                if self.depth[self.position] == 0:
                    yield Call(None, START, (x.function,))
                    self.created = []
            case _:
                yield from super().rewritten(x)

    def join(self, x: Join) -> Iterator[AnyInstr]:
        event = self.event_at.get(self.position)
        if event is None or event.kind is not Kind.JOIN:
            yield Assume(FALSE)  # a thread that is not followed never ends
            return
        self.result.edges += 1
        known = self.whole.events.dag.constant(event.address)
        possible = self.whole.values.of(event.address)
        if possible.junk or possible.numbers is None or not all(self.is_simulated(n) for n in possible.numbers):
            self.result.late_joins = True
        if known is not None:
            yield replace(x, thread=Const(known, x.thread.type))
            return
        joined = Local("$joined", x.thread.type)
        yield Assign(joined, self.addresses.expr(x.thread))
        yield replace(x, thread=joined)

    def is_simulated(self, index: int) -> bool:
        """Whether a thread, if it is one, has been simulated when this one comes to the current position."""
        creators = {t.index: t.creator for t in self.whole.bounded.threads}
        if index not in creators:
            return True
        ancestor: int | None = index
        while ancestor is not None and creators[ancestor] != self.index:
            ancestor = creators[ancestor]
        return any(_creates(x, ancestor) for x in self.thread.body[: self.position])

    def declare(self, x: Declare) -> Iterator[AnyInstr]:
        event = self.event_at.get(self.position)
        if event is None or event.local or self.whole.values.dead(event):
            if event is not None and event.local:
                yield from self.declare_private(x)
            return
        again = {c.number for c in self.whole.cells.of(event)}
        late = self.whole.is_late_content(event, self.index)
        for cell in self.whole.cells_of_object(event):
            if x.zeroed and not self.is_alone() and self.whole.users(cell) - {self.index}:
                continue  # it was zero from the start, and nobody knew its address
            content: Expr = Const(0, self.word)
            if not x.zeroed:
                fresh = fresh_content(cell)
                yield Nondet(fresh)
                content = as_content(fresh, cell, self.word)
            if cell.number in again and cell.number in self.whole.kept and not self.is_alone():
                yield from self.declare_again(cell, content)
            elif late:
                kept = cell.number in self.whole.kept
                yield Call(None, "sma_malloc" if kept else "own_malloc", (self.at(cell), content))
            else:
                yield Call(None, "own_write", (self.at(cell), content))

    def declare_again(self, cell: Cell, content: Expr) -> Iterator[AnyInstr]:
        if self.policy.exist:
            yield Unsupported(DECLARED_AGAIN)
            return
        callee = "sma_atomic_write" if self.depth[self.position] else "sma_write"
        yield from self.add(self.at(cell), content, [cell.number], callee)

    # --- accesses ---------------------------------------------------------------------------------------------------

    def at(self, cell: Cell) -> Const:
        return Const(self.whole.number[cell.number], UINT)

    def ghost(self, x: Read | Write | Rmw, event: Event | None) -> Iterator[AnyInstr]:
        """Without store buffers to pass by, it is an access like others."""
        if self.policy.exist:
            yield Unsupported(LIFETIMES)
        else:
            yield from self.visit(x, event)

    def is_plain(self, where: list[int]) -> bool:
        return self.is_alone() or where[0] not in self.whole.kept

    def is_known(self, where: list[int]) -> bool:
        """Whether the thread itself has made every change since main was alone: then the plain copy tells."""
        return self.is_plain(where) or self.whole.needs.knows(self.index, where)

    def locate(self, place: Place, piece: Piece) -> Iterator[AnyInstr]:
        if len(piece.where) > 1:
            where = sorted(self.whole.number[n] for n in piece.where)
            yield Assign(self.location(piece), self.location_of(self.address_of(place, piece), where))

    def found(self, piece: Piece) -> Expr:
        return Const(self.whole.number[piece.where[0]], UINT) if len(piece.where) == 1 else self.location(piece)

    def location_of(self, address: Expr, where: list[int]) -> Expr:
        """The number of the location at an address; the program has checked that it is one of these."""
        type = self.addresses.unsigned
        locations: list[Location] = [self.result.locations[n] for n in where]
        stride = locations[1].address - locations[0].address
        regular = all(
            b.address - a.address == stride and m == n + 1
            for a, b, n, m in zip(locations, locations[1:], where, where[1:], strict=False)
        )
        if len(where) > MOST_TESTS and regular and stride & (stride - 1) == 0:
            offset = Binary("-", address, Const(locations[0].address, type), type)
            index = Binary("/", offset, Const(stride, type), type)
            return Binary("+", Cast(index, UINT), Const(where[0], UINT), UINT)
        found: Expr = Const(where[-1], UINT)
        for n, location in reversed(list(zip(where, locations, strict=True))[:-1]):
            test = Binary("==", address, Const(location.address, type), INT)
            found = Cond(test, Const(n, UINT), found, UINT)
        return found

    def read(self, x: Read, event: Event, form: Form) -> Iterator[AnyInstr]:
        """What nothing depends on may be any content that the location can have: code that cannot run stays so."""
        known = self.is_known(form.where) or event in self.whole.unneeded
        pieced = len(form.pieces) > 1 and not known and event.section < 0
        if pieced:
            yield Call(None, "sma_moment" if self.policy.exist else "sma_lock", ())
        now = pieced or event.section >= 0
        yield from self.read_by("own_read" if known else "sma_atomic_read" if now else "sma_read", x.place, form)
        if pieced and not self.policy.exist:
            yield Call(None, "sma_unlock", ())
        yield Assign(x.dst, self.content(x.place, x.dst.type, form))

    def write(self, x: Write, event: Event, form: Form) -> Iterator[AnyInstr]:
        in_section = event.section >= 0
        drains = self.policy.drain(x, in_section)
        if drains or (not in_section and self.policy.separate(x)):
            yield Call(None, "sma_store_fence", ())
        if event in self.whole.unneeded:
            yield Call(None, "sma_fence", ()) if drains else self.step()
            return
        for piece in form.pieces:
            yield from self.locate(x.place, piece)
        if self.is_plain(form.where):
            yield from self.write_plainly(x, form)
        elif len(form.pieces) > 1 and not in_section and not self.policy.exist:
            yield Call(None, "sma_lock", ())
            yield from self.add_parts(x, form, atomic=True)
            yield Call(None, "sma_unlock", ())
        else:
            yield from self.add_parts(x, form, in_section)
        if drains:
            yield Call(None, "sma_fence", ())

    def write_plainly(self, x: Write | Rmw, form: Form) -> Iterator[AnyInstr]:
        for piece, value in self.parts(x, form):
            yield Call(None, "own_write", (self.found(piece), value))

    def add_parts(self, x: Write | Rmw, form: Form, atomic: bool) -> Iterator[AnyInstr]:
        for piece, value in self.parts(x, form):
            callee = "sma_atomic_write" if atomic else "sma_write_more" if piece.number else "sma_write"
            yield from self.add(self.found(piece), value, piece.where, callee)

    def add(self, at: Expr, value: Expr, where: list[int], callee: str) -> Iterator[AnyInstr]:
        """A write that belongs to the history."""
        for n in where:
            self.result.most[self.whole.number[n]] += 1
            self.result.writers[self.whole.number[n]].add(self.index)
        self.result.writes += 1
        yield Call(None, callee, (at, value))
        event = self.event_at[self.position]
        use = self.whole.visibility.use
        if event in self.whole.alone or any(use[n].writers <= {self.index} for n in where):
            yield Call(None, "own_write", (at, value))

    def rmw(self, x: Rmw, event: Event, form: Form) -> Iterator[AnyInstr]:
        outside, unneeded = event.section < 0, event in self.whole.unneeded
        plain = unneeded or self.is_plain(form.where)
        if outside:
            yield Call(None, "sma_fence" if plain else "sma_lock", ())
        yield from self.read_by("own_read" if plain else "sma_atomic_read", x.place, form)
        yield Assign(x.dst, self.content(x.place, x.dst.type, form))
        end = self.new_label("unchanged")
        if x.test is not None:
            yield Branch(negate(self.addresses.expr(x.test)), end)
        if not plain:
            yield from self.add_parts(x, form, atomic=True)
        elif not unneeded:
            yield from self.write_plainly(x, form)
        if x.test is not None:
            yield Label(end)
        if outside and not plain:
            yield Call(None, "sma_unlock", ())


def _creates(x: AnyInstr, index: int | None) -> bool:
    return isinstance(x, Create) and isinstance(x.function, Const) and x.function.value == index


__all__ = [
    "BEGINNING", "START", "STOP", "STOP_BEFORE_WRITE", "Histories", "share_histories",
]
