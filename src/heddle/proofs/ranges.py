"""Which values variables and memory can have, over all executions: the value analysis over loops, with widening

Local variables are followed position by position, memory as one set of values per cell for the whole run.  What
accesses of different sizes share, and arrays with too many elements, is *blurred*: its contents are not followed.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from heddle.core.expr import Const, MemoryObject, Place
from heddle.core.instr import (
    AnyInstr,
    Assert,
    Assign,
    Assume,
    Branch,
    Create,
    Declare,
    Join,
    Label,
    Nondet,
    Read,
    Rmw,
    Write,
)
from heddle.core.program import BoundedProgram
from heddle.core.types import INT, Scalar
from heddle.core.walk import expressions, walk
from heddle.proofs.code import Code
from heddle.proofs.evaluate import NOTHING_YET, Environment, Evaluator, truth
from heddle.symbolic import values as V
from heddle.symbolic.layout import Layout
from heddle.symbolic.values import Value

MOST_TARGETS = 24
"""So many cells are told apart by one access; an object with more of them is blurred."""
PATIENCE = 6
"""So often a value may grow before it is widened."""
Cell = tuple[int, int]
"""An address and a number of bytes."""


class CannotModel(Exception):
    """Something that the transition system has no place for."""


class Ranges:
    def __init__(self, program: BoundedProgram, codes: list[Code], layout: Layout, repeated: frozenset[str]) -> None:
        self.program, self.codes, self.layout = program, codes, layout
        self.pointer = program.source.data_model.void_ptr
        self.at: list[dict[int, Environment]] = [{} for _ in codes]
        """The values of live variables at each position that can be reached."""
        self.memory: dict[Cell, tuple[Value, Scalar]] = {}
        self.targets: dict[tuple[int, int], tuple[int, ...]] = {}
        """The addresses of cells that an access may go to; of a blurred object its own address."""
        self.blurred: set[str] = set(repeated)
        self.lost = V.EMPTY
        """What is written to where contents are not followed."""
        self.zeroed = {x.obj.name for c in codes for x in c.body if isinstance(x, Declare) and x.zeroed}
        self.arguments = [V.EMPTY for _ in codes]
        many = V.interval(len(codes), (1 << 31) - 1)
        self.evaluators = [Evaluator(layout, self.pointer, many if c.many else V.exactly(c.index)) for c in codes]
        self.thresholds = sorted(self._constants())
        self._growth: Counter[object] = Counter()
        self._run()

    def _constants(self) -> set[int]:
        tops = (e for c in self.codes for x in c.body for e in expressions(x))
        found = {e.value for top in tops for e in walk(top) if isinstance(e, Const)} | {0}
        return {n + d for n in found for d in (-1, 0, 1)}

    def _run(self) -> None:
        while True:
            self._settle()
            if not self._blur_overlaps():
                return

    def _settle(self) -> None:
        self._changed = True
        while self._changed:
            self._changed = False
            for code in self.codes:
                if code.index == 0 or not self.arguments[code.index].is_empty or self.arguments[code.index].junk:
                    _Pass(self, code).run()

    def _blur_overlaps(self) -> bool:
        """Whether more was blurred: objects that are accessed in overlapping pieces of different sizes."""
        before = len(self.blurred)
        cells = sorted(self.memory)
        for (a, n), (b, _) in pairwise(cells):
            if b < a + n:
                obj = self.layout.at(a, 1)
                assert obj is not None
                self.blurred.add(obj.name)
        return len(self.blurred) > before

    # --- memory -------------------------------------------------------------------------------------------------------

    def is_blurred(self, address: int) -> bool:
        obj = self.layout.at(address, 0)
        return obj is not None and obj.name in self.blurred

    def initial(self, cell: Cell, type: Scalar) -> int | None:
        """What a cell holds before anybody writes it; None: anything."""
        obj = self.layout.at(*cell)
        assert obj is not None
        if obj.kind in ("local", "heap"):
            return None
        start = cell[0] - self.layout.base[obj.name]
        return type.wrap(int.from_bytes(self.layout.initial.contents(obj)[start : start + cell[1]], "little"))

    def _first(self, cell: Cell, type: Scalar) -> Value:
        obj, first = self.layout.at(*cell), self.initial(cell, type)
        assert obj is not None
        if first is not None:
            return V.exactly(first)
        return V.EMPTY if obj.name in self.zeroed else NOTHING_YET

    def load(self, cell: Cell, type: Scalar) -> Value:
        if self.is_blurred(cell[0]):
            return V.full(type, True)
        if cell not in self.memory:
            self.memory[cell] = (self._first(cell, type), type)
            self._changed = True
        value, _ = self.memory[cell]
        return V.cast(value, type)

    def store(self, cell: Cell, value: Value, type: Scalar) -> None:
        if self.is_blurred(cell[0]):
            self.lost = V.join(self.lost, value)
            return
        self.load(cell, type)
        old, kept = self.memory[cell]
        new = V.join(old, V.cast(value, kept))
        if new != old:
            self._growth[cell] += 1
            if self._growth[cell] > PATIENCE:
                new = widened(self.thresholds, old, new, kept)
            self.memory[cell] = (new, kept)
            self._changed = True

    def argument(self, template: int, value: Value) -> None:
        new = V.join(self.arguments[template], value)
        if new != self.arguments[template]:
            self._growth[template] += 1
            self.arguments[template] = widened(self.thresholds, self.arguments[template], new, self.pointer) if (
                self._growth[template] > PATIENCE) else new  # fmt: skip
            self._changed = True

    def locate(self, code: Code, i: int, place: Place, env: Environment) -> tuple[int, ...]:
        """Notes and gives the cells that the access at ``i`` may go to."""
        size = place.type.size
        where = self.evaluators[code.index].address(place, env)
        found: tuple[int, ...] | None = None
        if where.count() <= 4 * MOST_TARGETS:
            found = tuple(a for a in where.members() if self.layout.at(a, size) is not None)
            if len(found) > MOST_TARGETS:
                self._blur(found, size)
        else:
            found = self._whole_objects(where, size)
        starts = (a if not self.is_blurred(a) else self._start(a, size) for a in found)
        self.targets[code.index, i] = tuple(dict.fromkeys(starts))
        return self.targets[code.index, i]

    def _start(self, address: int, size: int) -> int:
        obj = self.layout.at(address, size)
        assert obj is not None
        return self.layout.base[obj.name]

    def _blur(self, addresses: tuple[int, ...], size: int) -> None:
        per_object = Counter(self._start(a, size) for a in addresses)
        for start, count in per_object.items():
            if count > MOST_TARGETS // 2:
                self._blur_object(self.layout.at(start, 0))

    def _blur_object(self, obj: MemoryObject | None) -> None:
        assert obj is not None
        if obj.name not in self.blurred:
            self.blurred.add(obj.name)
            self._changed = True

    def _whole_objects(self, where: Value, size: int) -> tuple[int, ...]:
        """A pointer with very many values: all objects in its range are blurred, if these are few.  If not, none is a
        target: that the access goes to one cannot be shown then."""
        objects = [o for o in self.layout.objects if self.layout.base[o.name] <= where.hi
                   and self.layout.base[o.name] + o.type.size >= where.lo and o.type.size >= size]  # fmt: skip
        if len(objects) > 2:
            return ()
        for obj in objects:
            self._blur_object(obj)
        return tuple(self.layout.base[o.name] for o in objects)


def is_small(value: Value) -> bool:
    """Whether so few numbers are kept as they are; they grow so often at most."""
    return value.numbers is not None and len(value.numbers) <= MOST_TARGETS


def widened(thresholds: list[int], old: Value, new: Value, type: Scalar) -> Value:
    """More than ``new``, so that growing ends: to the next threshold, or to the end of the type, in the same steps."""
    if old.is_empty or is_small(new):
        return new
    lo, hi = new.lo, new.hi
    if new.lo < old.lo:
        lo = max((t for t in thresholds if type.lo <= t <= new.lo), default=type.lo)
    if new.hi > old.hi:
        hi = min((t for t in thresholds if new.hi <= t <= type.hi), default=type.hi)
    step = V.step_of(new)
    return V.interval(lo + (new.lo - lo) % max(step, 1), hi, step, new.junk)


class _Pass:
    """One way through the code of a template, as memory is known now."""

    def __init__(self, ranges: Ranges, code: Code) -> None:
        self.ranges, self.code = ranges, code
        self.at, self.evaluator = ranges.at[code.index], ranges.evaluators[code.index]
        self.types = {d.name: d.type for x in code.body if (d := getattr(x, "dst", None)) is not None}
        self.work: set[int] = set(self.at)
        self.visits: Counter[tuple[int, str]] = Counter()

    def run(self) -> None:
        start: Environment = {}
        if self.code.parameter is not None:
            start[self.code.parameter.name] = self.ranges.arguments[self.code.index]
        self.push(0, start)
        self.work.add(0)
        while self.work:
            i = min(self.work)
            self.work.discard(i)
            if i < self.code.end:
                self.step(i, self.code.body[i], self.at[i])

    def push(self, j: int, env: Environment) -> None:
        env = {name: env.get(name, NOTHING_YET) for name in self.code.live[j]}
        old = self.at.get(j)
        if old is None:
            self.at[j] = env
            self.work.add(j)
            self.ranges._changed = True
            return
        new = dict(old)
        is_head = j < self.code.end and isinstance(self.code.body[j], Label)
        for name, value in env.items():
            known = old.get(name)
            joined = value if known is None else V.join(known, value)
            if joined != known:
                self.visits[j, name] += 1
                if known is not None and is_head and self.visits[j, name] > PATIENCE:
                    joined = widened(self.ranges.thresholds, known, joined, self.types.get(name, INT))
                new[name] = joined
        if new != old:
            self.at[j] = new
            self.work.add(j)
            self.ranges._changed = True

    def step(self, i: int, x: AnyInstr, env: Environment) -> None:
        ev, ranges = self.evaluator, self.ranges
        match x:
            case Branch():
                for j, holds in zip(self.code.successors[i], (False, True), strict=True):
                    there = ev.where(env, x.test, holds)
                    if there is not None:
                        self.push(j, there)
                return
            case Assume() | Assert():
                there = ev.where(env, x.test, True)
                if there is None:
                    return
                env = there
            case Assign():
                env = {**env, x.dst.name: V.cast(ev.value(x.value, env), x.dst.type)}
            case Nondet():
                env = {**env, x.dst.name: V.full(x.dst.type)}
            case Read() | Write() | Rmw():
                env = self.access(i, x, env)
            case Declare() if x.obj.name not in ranges.blurred:
                low = ranges.layout.base[x.obj.name]
                for cell in [c for c in ranges.memory if low <= c[0] < low + x.obj.type.size]:
                    ranges.store(cell, V.ZERO if x.zeroed else NOTHING_YET, ranges.memory[cell][1])
            case Create():
                env = self.create(x, env)
            case Join() if x.dst is not None:
                env = {**env, x.dst.name: V.full(x.dst.type, True)}
        for j in self.code.successors[i]:
            self.push(j, env)

    def access(self, i: int, x: Read | Write | Rmw, env: Environment) -> Environment:
        ev, ranges, type = self.evaluator, self.ranges, x.place.type
        cells = [(a, type.size) for a in ranges.locate(self.code, i, x.place, env)]
        assert not isinstance(x.place.type, MemoryObject)
        if not isinstance(x, Write):
            seen = V.EMPTY
            for cell in cells:
                seen = V.join(seen, ranges.load(cell, type))  # type: ignore[arg-type]
            env = {**env, x.dst.name: V.cast(seen, x.dst.type)}
        if not isinstance(x, Read) and (x.__class__ is Write or self._writes(x, env)):
            stored = V.cast(ev.value(x.value, env), type)  # type: ignore[arg-type]
            for cell in cells:
                ranges.store(cell, stored, type)  # type: ignore[arg-type]
        return env

    def _writes(self, x: Write | Rmw, env: Environment) -> bool:
        return not isinstance(x, Rmw) or x.test is None or truth(self.evaluator.value(x.test, env)) is not False

    def create(self, x: Create, env: Environment) -> Environment:
        assert isinstance(x.function, Const)
        made = self.ranges.codes[x.function.value]
        value = self.evaluator.value(x.arg, env)
        self.ranges.argument(made.index, value if made.parameter is None else V.cast(value, made.parameter.type))
        many = V.interval(len(self.ranges.codes), (1 << 31) - 1)
        return {**env, x.dst.name: V.cast(many if made.many else V.exactly(made.index), x.dst.type)}
