"""What is known of a program's blocks before it runs: how many there are, how large, where pointers lead in them."""

from __future__ import annotations

from collections import defaultdict
from math import gcd, inf

from heddle.core.expr import (
    AddressOf,
    Binary,
    Cast,
    Const,
    Expr,
    FieldStep,
    IndexStep,
    MemoryObject,
    Place,
    Unary,
)
from heddle.core.instr import Call, Create, Malloc
from heddle.core.parts import parts
from heddle.core.program import Function, Program
from heddle.passes.loops import LoopNest
from heddle.passes.points_to import PointsTo
from heddle.passes.stored import stored_values
from heddle.records import dataclass

ALLOCATORS = ("malloc", "calloc", "aligned_alloc")
"""The library's functions that others build on."""
MOST_BLOCKS, MOST_BYTES = 12, 64
"""What is looked at, at most; more is a cut."""


@dataclass(frozen=True, slots=True)
class Shapes:
    count: int
    size: int
    offsets: tuple[int, ...]
    """Where pointers can lead to in a block (and just behind it): its beginning, and what arithmetic makes of that."""


def find_shapes(program: Program, found: PointsTo) -> Shapes:
    allocations = [
        (f, x) for f in program.functions.values() if f.library and f.name in ALLOCATORS
        for x in f.body if isinstance(x, Malloc)
    ]  # fmt: skip
    times = _times(program, found)
    count = min(sum(times[f.name] for f, _ in allocations), MOST_BLOCKS)
    sizes = [_largest(program, f, x, found) for f, x in allocations]
    size = max([1, *(MOST_BYTES if size is None else min(size, MOST_BYTES) for size in sizes)])
    return Shapes(int(count), size, _offsets(program, found, size))


def _times(program: Program, found: PointsTo) -> dict[str, float]:
    """How often each function is called, at most."""
    callers: dict[str, list[tuple[str, float]]] = defaultdict(list)
    for f in program.functions.values():
        nest = LoopNest(f.body)
        for i, x in enumerate(f.body):
            if isinstance(x, (Call, Create)):
                for callee in found.callees(f.name, x.callee if isinstance(x, Call) else x.function):
                    callers[callee.name].append((f.name, inf if nest.around(i) else 1))
    known: dict[str, float] = {}

    def of(name: str) -> float:
        if name not in known:
            known[name] = inf  # for recursion
            known[name] = sum((n * of(f) for f, n in callers[name] if of(f)), float(name == program.entry))
        return known[name]

    return {name: of(name) for name in program.functions}


def _largest(program: Program, f: Function, x: Malloc, found: PointsTo) -> int | None:
    """The size of the blocks that an allocator asks for, where all its callers say so plainly."""
    if any(isinstance(part, (Const, Cast, Binary)) and not _is_product(part) for part in parts(x.size)):
        return None
    sizes = []
    for caller, y in ((c, y) for c in program.functions.values() for y in c.body if isinstance(y, Call)):
        if y.callee == f.name:
            factors = [arg.value for arg in y.args if isinstance(arg, Const)]
            if len(factors) < len(y.args):
                return None
            sizes.append(factors[0] if len(factors) == 1 else factors[0] * factors[1])
        elif not isinstance(y.callee, str) and f in found.callees(caller.name, y.callee):
            return None
    return max(sizes, default=None)


def _is_product(part: Expr | Place) -> bool:
    return isinstance(part, Binary) and part.op == "*"


def _offsets(program: Program, found: PointsTo, size: int) -> tuple[int, ...]:
    steps: set[int] = set()
    for function, value in stored_values(program, found):
        for part in parts(value):
            steps |= _steps(function, part, found).within(size)
    return _sums(steps - {0}, size)


@dataclass(frozen=True, slots=True)
class Steps:
    """How far something leads from a pointer into a block: so many bytes, and multiples of so many others (0: none)."""

    start: int = 0
    every: int = 0

    def within(self, size: int) -> set[int]:
        if not self.every:
            return {self.start}
        return {step for step in range(-size, size + 1) if (step - self.start) % self.every == 0}


NOWHERE, ANYWHERE = Steps(), Steps(0, 1)


def _steps(function: str, part: Expr | Place, found: PointsTo) -> Steps:
    if isinstance(part, AddressOf) and not isinstance(part.place.base, MemoryObject):
        return _steps_of(part.place) if _is_to_blocks(function, part.place.base, found) else NOWHERE
    if isinstance(part, Unary) and part.op != "!":
        return ANYWHERE if _is_to_blocks(function, part, found) else NOWHERE
    if isinstance(part, Binary) and part.op not in ("==", "!=", "<", "<=", ">", ">=", "&&", "||"):
        if not _is_to_blocks(function, part, found):
            return NOWHERE
        if part.op in ("+", "-") and isinstance(part.right, Const):
            size = part.left.type.wrap(part.right.value)
            return Steps(size if part.op == "+" else -size)
        return ANYWHERE
    return NOWHERE


def _steps_of(place: Place) -> Steps:
    """Indices that are not known are any."""
    start = sum(s.offset if isinstance(s, FieldStep) else _known(s) * s.size for s in place.steps)
    unknown = (s.size for s in place.steps if isinstance(s, IndexStep) and not isinstance(s.index, Const))
    return Steps(start, gcd(*unknown))


def _known(step: IndexStep) -> int:
    return step.index.value if isinstance(step.index, Const) else 0


def _is_to_blocks(function: str, e: Expr, found: PointsTo) -> bool:
    """What has no room for a pointer is none, wherever it was read from."""
    if e.type.size < found.program.data_model.void_ptr.size:
        return False
    return any(kind == "heap" for kind, _ in found.pointees(function, e))


def _sums(steps: set[int], size: int) -> tuple[int, ...]:
    reached, pending = {0}, [0]
    while pending:
        at = pending.pop()
        for there in (at + step for step in steps):
            if 0 <= there <= size and there not in reached:
                reached.add(there)
                pending.append(there)
    return tuple(sorted(reached))
