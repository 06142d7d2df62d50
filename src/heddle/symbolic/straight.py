"""Symbolic execution of a bounded program with one thread, memory included.

Nobody else changes memory, so every object is a row of cells, each of which holds an expression; a table with an
unknown index is a choice among its cells.  What the program does is one list: what it observes, what it assumes, where
it fails, and where a bound or something unsupported ends it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum, auto
from itertools import pairwise, product
from math import prod

from heddle.core.expr import AddressOf, FieldStep, FunctionAddress, MemoryObject, Place, Self
from heddle.core.instr import (
    AnyInstr,
    Assert,
    Assign,
    Assume,
    AtomicBegin,
    AtomicEnd,
    Branch,
    Cut,
    Declare,
    Exit,
    Fence,
    Free,
    Goto,
    Label,
    Nondet,
    Read,
    Rmw,
    Unsupported,
    Write,
)
from heddle.core.program import BoundedProgram
from heddle.core.types import INT, IntType, Scalar, scalars_in
from heddle.core.walk import constant_offset, place_of
from heddle.passes.liveness import Liveness
from heddle.records import dataclass, field
from heddle.symbolic.dag import NodeId
from heddle.symbolic.environment import Env, Environment
from heddle.symbolic.layout import Layout
from heddle.symbolic.ranged import RangedDag

Memory = dict[str, tuple[NodeId, ...]]
"""The cells of every object."""


PIECES = "memory that is accessed in pieces of different sizes in a sequential program"


class NotStraight(Exception):
    """The program does something that only programs with addresses do."""


class Meaning(Enum):
    OBSERVED = auto()
    ASSUMED = auto()
    """``value`` is what must hold."""
    VIOLATION = auto()
    """``value`` is what should hold."""
    CUT = auto()
    UNSUPPORTED = auto()


@dataclass(frozen=True, slots=True)
class Happening:
    """``guard`` says whether control comes here."""

    meaning: Meaning
    instr: AnyInstr
    guard: NodeId
    value: NodeId = -1


@dataclass(slots=True)
class _State:
    """What holds where a jump arrives."""

    guard: NodeId
    env: Env
    memory: Memory


@dataclass(slots=True)
class _Cells:
    """Where the cells of an object lie: ``number`` by offset, ``size`` by number."""

    number: dict[int, int] = field(default_factory=dict)
    size: list[int] = field(default_factory=list)

    def add(self, offset: int, size: int) -> None:
        if offset not in self.number:
            self.number[offset] = len(self.size)
            self.size.append(size)

    def verify(self) -> None:
        """No cell reaches into the next."""
        ordered = sorted((at, self.size[n]) for at, n in self.number.items())
        if any(at + size > following for (at, size), (following, _) in pairwise(ordered)):
            raise NotStraight(PIECES)


class Straight(Environment):
    """``happenings``: everything that the only thread of ``program`` does, in order; ``observed`` are the uids of the
    writes that count as observations."""

    dag: RangedDag

    def __init__(self, program: BoundedProgram, observed: Mapping[int, object]) -> None:
        (self.thread,) = program.threads
        self.program, self.observed = program, observed
        self.claims = program.source.claims
        self.layout = Layout(program)
        self.dag = RangedDag()
        self.happenings: list[Happening] = []
        self.guard = self.dag.true
        self.env: Env = {}
        self.pending: dict[str, list[_State]] = {}
        self.live = Liveness(self.thread.body).at
        self.cells = _cells(self.thread.body, observed)
        self.memory: Memory = {name: self._initial(name, cells) for name, cells in self.cells.items()}

    def run(self) -> Straight:
        for x in self.thread.body:
            if isinstance(x, Label):
                self._arrive(x.name)
            elif self.guard != self.dag.false:
                self._instruction(x)
        return self

    def _initial(self, name: str, cells: _Cells) -> tuple[NodeId, ...]:
        content = self.layout.initial.contents(self.program.memory[name])
        return tuple(
            self.dag.const(int.from_bytes(content[at : at + size], "little"), IntType(8 * size, False))
            for at, size in zip(cells.number, cells.size, strict=True)
        )

    # --- control flow -----------------------------------------------------------------------------------------------

    def leave_for(self, label: str, guard: NodeId) -> None:
        live = self.live[label]
        env = {k: v for k, v in self.env.items() if k in live}
        self.pending.setdefault(label, []).append(_State(guard, env, dict(self.memory)))

    def _arrive(self, label: str) -> None:
        if self.guard != self.dag.false:
            self.leave_for(label, self.guard)
        arriving = self.pending.pop(label, [])
        if not arriving:
            return
        state = arriving.pop()
        while arriving:
            state = self._join(arriving.pop(), state)
        self.guard, self.env, self.memory = state.guard, state.env, state.memory

    def _join(self, a: _State, b: _State) -> _State:
        test, ite = self.distinguishing(a.guard, b.guard), self.dag.ite
        env = self.joined(test, a.env, b.env)
        memory = b.memory
        for name, cells in a.memory.items():
            others = memory[name]
            if cells is not others and cells != others:
                memory[name] = tuple(x if x == y else ite(test, x, y) for x, y in zip(cells, others, strict=True))
        return _State(self.dag.or_(a.guard, b.guard), env, memory)

    # --- instructions -----------------------------------------------------------------------------------------------

    def _happens(self, meaning: Meaning, x: AnyInstr, value: NodeId = -1) -> None:
        self.happenings.append(Happening(meaning, x, self.guard, value))

    def _instruction(self, x: AnyInstr) -> None:
        match x:
            case Assign() | Goto() | Branch():
                self.control(x)
            case Nondet():
                self.env[x.dst.name] = self.dag.var(x.dst.type)
            case Assume():
                self._assume(x, self.eval(x.test))
            case Assert():
                assert x.kind in self.claims, "the sequential program cuts what has no meaning"
                test = self.dag.truth(self.eval(x.test))
                self._happens(Meaning.VIOLATION, x, test)
                self.guard = self.dag.and_(self.guard, test)  # a run that fails ends there
            case Exit():
                self._assume(x, self.dag.false)
            case Cut() | Unsupported():
                self._happens(Meaning.CUT if isinstance(x, Cut) else Meaning.UNSUPPORTED, x)
                self.guard = self.dag.false
            case Read() | Write() | Rmw():
                self._access(x)
            case Declare():
                self._declare(x)
            case Fence() | AtomicBegin() | AtomicEnd() | Free():
                pass  # there is nobody to notice
            case _:
                raise NotStraight(f"{type(x).__name__} in a sequential program")

    def _assume(self, x: AnyInstr, test: NodeId) -> None:
        test = self.dag.truth(test)
        if test != self.dag.true:
            self._happens(Meaning.ASSUMED, x, test)
        if test == self.dag.false:
            self.guard = self.dag.false

    # --- memory -----------------------------------------------------------------------------------------------------

    def _access(self, x: Read | Write | Rmw) -> None:
        if x.uid in self.observed:
            assert isinstance(x, Write)
            self._happens(Meaning.OBSERVED, x, self.eval(x.value))
            return
        assert isinstance(x.place.type, Scalar)
        name, choices = self._choices(x)
        if not choices:
            return
        if isinstance(x, Write):
            self._store(name, choices, self.dag.cast(self.eval(x.value), x.place.type))
            return
        found = self.dag.cast(self._load(name, choices, x.place.type), x.dst.type)
        self.env[x.dst.name] = found
        if isinstance(x, Rmw):
            after = self.dag.cast(self.eval(x.value), x.place.type)
            test = self.dag.true if x.test is None else self.eval(x.test)
            self._store(name, choices, self.dag.ite(test, after, self.dag.cast(found, x.place.type)))

    def _choices(self, x: Read | Write | Rmw) -> tuple[str, list[tuple[NodeId, int]]]:
        """The cells that an access can go to, each with the condition that it does."""
        base = x.place.base
        if not isinstance(base, MemoryObject):
            raise NotStraight("access through a pointer in a sequential program")
        cells = self.cells[base.name]
        start, terms = self._offset(x.place)
        candidates = [[(k, n) for k in self._indices(n, base.type.size // scale)] for n, scale in terms]
        found: list[tuple[NodeId, int]] = []
        for chosen in product(*candidates):
            offset = start + sum(k * scale for (k, _), (_, scale) in zip(chosen, terms, strict=True))
            number = cells.number.get(offset)
            if number is None and not 0 <= offset <= base.type.size - x.place.type.size:
                continue
            if number is None or cells.size[number] != x.place.type.size:
                raise NotStraight(PIECES)
            test = self.dag.true
            for k, n in chosen:
                number_k = self.dag.const(k, self.dag.nodes[n].type)
                test = self.dag.and_(test, self.dag.binary("==", n, number_k, INT))
            found.append((test, number))
        if len(found) < prod(self.dag.values[n].count() for n, _ in terms):
            valid = self.dag.false
            for test, _ in found:
                valid = self.dag.or_(valid, test)
            self._assume(x, valid)
        return base.name, found

    def _indices(self, n: NodeId, count: int) -> Iterable[int]:
        """The possible values of an index into ``count`` elements that may lead to one of them."""
        value = self.dag.values[n]
        if value.count() <= count:
            return value.members()
        return (k for k in range(max(value.lo, -count), min(value.hi, count) + 1) if (k - value.lo) % value.step == 0)

    def _offset(self, place: Place) -> tuple[int, list[tuple[NodeId, int]]]:
        """The offset of a place as a constant and multiples of nodes."""
        start, terms = 0, []
        for step in place.steps:
            if isinstance(step, FieldStep):
                start += step.offset
                continue
            index = self.eval(step.index)
            known = self.dag.constant(index)
            if known is None:
                terms.append((self._unextended(index), step.size))
            else:
                start += known * step.size
        return start, terms

    def _unextended(self, n: NodeId) -> NodeId:
        """An index before conversions that keep its value."""
        while (node := self.dag.nodes[n]).op == "cast" and self.dag.values[n] == self.dag.values[node.args[0]]:
            n = node.args[0]
        return n

    def _load(self, name: str, choices: list[tuple[NodeId, int]], type: Scalar) -> NodeId:
        cells = self.memory[name]
        value = self.dag.cast(cells[choices[-1][1]], type)
        for test, number in reversed(choices[:-1]):
            value = self.dag.ite(test, self.dag.cast(cells[number], type), value)
        return value

    def _store(self, name: str, choices: list[tuple[NodeId, int]], value: NodeId) -> None:
        cells = list(self.memory[name])
        for test, number in choices:
            cells[number] = self.dag.ite(test, value, cells[number])
        self.memory[name] = tuple(cells)

    def _declare(self, x: Declare) -> None:
        if x.obj.name not in self.cells or x.zeroed:
            return
        sizes = self.cells[x.obj.name].size
        self.memory[x.obj.name] = tuple(self.dag.var(IntType(8 * size, False)) for size in sizes)

    # --- expressions ------------------------------------------------------------------------------------------------

    def named(self, e: AddressOf | FunctionAddress | Self) -> NodeId:
        raise NotStraight(f"{type(e).__name__} in a sequential program")


def _cells(body: list[AnyInstr], observed: Mapping[int, object]) -> dict[str, _Cells]:
    """The cells of every object: those that accesses with constant offsets name, or, for tables, all of its type."""
    found: dict[str, _Cells] = {}
    tables: dict[str, MemoryObject] = {}
    for x in body:
        place = place_of(x)
        if place is None or not isinstance(place.base, MemoryObject) or x.uid in observed:
            continue
        offset = constant_offset(place)
        if offset is None:
            tables[place.base.name] = place.base
        else:
            cells = found.setdefault(place.base.name, _Cells())
            if 0 <= offset <= place.base.type.size - place.type.size:
                cells.add(offset, place.type.size)
    for name, obj in tables.items():
        cells = found[name] = _Cells()
        for offset, type in scalars_in(obj.type):
            cells.add(offset, type.size)
    for cells in found.values():
        cells.verify()
    return found


__all__ = ["Happening", "Meaning", "NotStraight", "Straight"]
