"""Weak compare-and-exchange: may fail although the comparison holds.

Such a failure reads, and writes nothing.  If it only leads back to the head of a loop that has come to it, with nothing
changed that is looked at again, the iteration might as well not have happened: whatever follows could follow without it
(what it has read only orders more).  Such failures are left out, so that retry loops stay what they are; all others are
a choice, which an execution tells.

Calls make no difference: functions are looked at with their callees put into them, and with their callers.

Plain stores in such an iteration, ``n->next = old`` for one, are seen by nobody where a data race is a violation (as
rc11 tells them: :attr:`heddle.models.memory_model.MemoryModel.forbids_races`) and the next attempt stores to the same
places before it does anything that could tell.  For let w' be such a store and w that of the next attempt.  Nothing
between them releases, so what w' happens before, w happens before as well; a read of w' by another thread can then be
ordered with neither, and races with w.  Another access that conflicts with w' either races with w too, or happens
before w but not before w', because the thread has acquired something in between; then it races with w' in the
executions where this attempt fails or succeeds as a strong one: all that acquires is a look at what is exchanged, and
the exchange of this attempt sees the same.  So who leaves out the iteration loses no race, and without races nobody has
read w'.  (An execution that an assumption rejects after a race does not count: in programs with assumptions such stores
are taken to be seen.)
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from heddle.core.expr import Binary, Const, Expr, Local, Place
from heddle.core.instr import (
    SPURIOUS,
    AnyInstr,
    Assert,
    Assign,
    Assume,
    Branch,
    Call,
    Declare,
    Fence,
    Goto,
    Label,
    Nondet,
    Read,
    Rmw,
    Write,
)
from heddle.core.parts import parts
from heddle.core.program import Function, Program
from heddle.core.types import INT
from heddle.passes.awaits import AwaitLoops
from heddle.passes.constant_memory import address_taken_functions
from heddle.passes.expand_calls import expanded
from heddle.passes.fold import Folder
from heddle.passes.liveness import ENDS, Liveness
from heddle.passes.loops import LoopNest, Region
from heddle.records import dataclass, replace

if TYPE_CHECKING:
    from heddle.passes.points_to import PointsTo

MOST_STEPS = 600
"""Of all paths around a loop: what takes more is not followed."""

UNKNOWN = "?"
"""How the names of values begin that are read from memory."""
MERE = ("plain", "relaxed")
"""The orders of reads that acquire nothing."""

Values = dict[str, Expr]


def without_idle_failures(program: Program, forbids_races: bool = False) -> Program:
    """``forbids_races``: a data race is a violation, so that nobody may see a plain store before it is made again."""
    if not any(_is_choice(x) for f in program.functions.values() for x in f.body):
        return program
    choices = _Choices(program, _Unseen(program) if forbids_races and not _assumes(program) else None)
    functions = {name: _without_idle(f, choices) for name, f in program.functions.items()}
    bare = None if program.bare is None else without_idle_failures(program.bare, forbids_races)
    return replace(program, functions=functions, bare=bare)


def _assumes(program: Program) -> bool:
    return any(
        isinstance(x, Assume) and not x.blocking
        for f in program.functions.values()
        for x in f.body
    )


class _Unseen:
    """Of a program whose data races are violations: which plain stores the own thread cannot see either."""

    def __init__(self, program: Program) -> None:
        self.program = program

    @cached_property
    def points_to(self) -> PointsTo:
        from heddle.passes.points_to import PointsTo

        return PointsTo(self.program)

    def apart(self, function: str, one: Place, other: Place) -> bool:
        """Whether two places of a function are in different objects."""
        first, second = (set(self.points_to.objects(function, place)) for place in (one, other))
        return bool(first and second) and first.isdisjoint(second)


def _is_choice(x: AnyInstr) -> bool:
    return isinstance(x, Nondet) and x.what == SPURIOUS


class _Choices:
    """What a choice leads to, in its function and in those that call it."""

    def __init__(self, program: Program, unseen: _Unseen | None) -> None:
        self.program, self.unseen = program, unseen
        self.walks: dict[str, _Walk] = {}

    @cached_property
    def pointed(self) -> list[str]:
        return address_taken_functions(self.program)

    @cached_property
    def callers(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for function in self.program.functions.values():
            for x in function.body:
                if isinstance(x, Call) and isinstance(x.callee, str):
                    found.setdefault(x.callee, set()).add(function.name)
        return found

    def is_idle(self, name: str, uid: int, inside: tuple[str, ...] = ()) -> bool:
        """Whether a failure leads only to another attempt: in the function, or in all that call it."""
        if name not in self.walks:
            self.walks[name] = _Walk(expanded(self.program, self.program.functions[name]), self.unseen)
        walk = self.walks[name]
        places = [i for i, x in enumerate(walk.body) if x.uid == uid and _is_choice(x)]
        if inside and (not places or any(isinstance(x, Call) and x.callee == inside[-1] for x in walk.body)):
            return False
        if all(map(walk.is_idle, places)):
            return True
        inside, callers = (*inside, name), self.callers.get(name, set())
        return (
            bool(callers) and name not in self.pointed and callers.isdisjoint(inside)
            and all(self.is_idle(caller, uid, inside) for caller in callers)
        )  # fmt: skip


def _without_idle(function: Function, choices: _Choices) -> Function:
    idle = {
        x.dst.name
        for x in function.body
        if isinstance(x, Nondet) and x.what == SPURIOUS and choices.is_idle(function.name, x.uid)
    }
    if not idle:
        return function
    folded = _folder({name: Const(1, INT) for name in idle})
    body: list[AnyInstr] = []
    for x in function.body:
        if isinstance(x, Nondet) and x.dst.name in idle and x.what == SPURIOUS:
            continue
        if isinstance(x, Rmw) and x.test is not None:
            x = replace(x, test=folded.expr(x.test))
        elif isinstance(x, Assign):
            x = replace(x, value=folded.expr(x.value))
        body.append(x)
    return replace(function, body=body)


@dataclass(frozen=True, slots=True)
class _Path:
    """``now``: what variables hold, in terms of what they held at the head of the loop.

    ``stored``: where plain stores went, in the same terms; ``exchanged``: what is exchanged; ``read``: what was
    read, ``acquired`` what of that by reads that may order threads (None: a fence).
    """

    at: int
    now: Values
    failed: bool = False
    stored: frozenset[Place] = frozenset()
    read: frozenset[Place] = frozenset()
    acquired: frozenset[Place | None] = frozenset()
    exchanged: Place | None = None


class _Walk:
    def __init__(self, function: Function, unseen: _Unseen | None) -> None:
        self.name, self.unseen = function.name, unseen
        self.body, self.nest = function.body, LoopNest(function.body)
        self.loops = AwaitLoops(function, self.nest)
        self.live = Liveness(self.body, transfer=self.loops.transfer).at
        self.fresh = 0

    def is_idle(self, choice: int) -> bool:
        """Whether a failure for no reason, of the operation behind this choice, leads only to another attempt."""
        return any(self._retries(region, choice) for region in reversed(self.nest.around(choice)))

    def _retries(self, region: Region, choice: int) -> bool:
        if self._is_entered_elsewhere(region):
            return False
        head = self.body[region.head]
        assert isinstance(head, Label)
        live, steps = self.live.get(head.name, ()), 0
        pending, retrying, others = [_Path(region.head + 1, {})], [], []
        while pending:
            path, steps = pending.pop(), steps + 1
            if steps > MOST_STEPS:
                return False
            if path.at == region.head and path.failed:
                if not all(_is_same(path.now, name) for name in live):
                    return False
                retrying.append(path)
                continue
            if not region.head < path.at <= region.end:
                if path.failed:
                    return False
                others.append(path)  # it goes on without having come to the operation
                continue
            ways = self._after(path, choice)
            if ways is None:
                if path.failed or self._leads_to(path.at, choice, region):
                    return False
                others.append(path)
            pending += ways or []
        return bool(retrying) and self._is_stored_again(retrying, others)

    def _is_stored_again(self, retrying: list[_Path], others: list[_Path]) -> bool:
        """Whether all ways that the next attempt may take store to where one that has failed did, and acquire nothing
        but by a look at what they exchange."""
        stored = retrying[0].stored
        if not stored:
            return not any(path.stored for path in retrying)
        exchanged = frozenset(path.exchanged for path in retrying)
        return len(exchanged) == 1 and all(
            path.stored >= stored and path.acquired <= exchanged for path in [*retrying, *others]
        ) and all(path.stored == stored for path in retrying)

    def _is_entered_elsewhere(self, region: Region) -> bool:
        inside = range(region.head + 1, region.end + 1)
        return any(
            self.nest.position[x.label] in inside and not region.head <= i <= region.end
            for i, x in enumerate(self.body)
            if isinstance(x, (Goto, Branch))
        )

    def _after(self, path: _Path, choice: int) -> list[_Path] | None:
        """Where a path goes on; None where something happens that is more than an attempt."""
        x, further = self.body[path.at], replace(path, at=path.at + 1)
        match x:
            case Nondet() if path.at == choice:
                return [replace(further, failed=True, now={**path.now, x.dst.name: Const(0, INT)})]
            case Label():
                return [further]
            case Fence():
                return [replace(further, acquired=further.acquired | {None})]
            case Assign(dst, value):
                return [self._set(further, dst.name, _folder(path.now).expr(value))]
            case Goto(label):
                return [replace(path, at=self.nest.position[label])]
            case Branch(test, label):
                return self._branched(path, _folder(path.now).expr(test), self.nest.position[label])
            case Rmw() if path.failed:
                return self._failing(further, x)
            case Assume() | Assert() if not path.failed and not (isinstance(x, Assume) and x.blocking):
                return [further]
            case Read() | Write() | Declare() | Nondet():
                return self._accessed(further, x)
        return None

    def _accessed(self, further: _Path, x: AnyInstr) -> list[_Path] | None:
        cells, cell = self.loops.cells, self.loops.cells.of(x)
        match x:
            case Declare():
                if not cells.are_all_of(x.obj):
                    return None
                fresh = {c.name: self._unknown(c.type) for c in cells.inside(x.obj)}
                return [replace(further, now={**further.now, **fresh})]
            case Write() if cell is not None:
                return [self._set(further, cell.name, _folder(further.now).expr(x.value))]
            case Write():
                return self._stored(further, x)
            case Read() if cell is not None:
                value = further.now.get(cell.name, Local(cell.name, cell.type))
                value = value if value.type == x.dst.type else self._unknown(x.dst.type)
                return [self._set(further, x.dst.name, value)]
            case Read() | Nondet() if not further.failed:
                if isinstance(x, Read):
                    further = self._read(further, x)
                return [self._set(further, x.dst.name, self._unknown(x.dst.type))]
        return None

    def _read(self, further: _Path, x: Read) -> _Path:
        place = _folder(further.now).place(x.place)
        further = replace(further, read=further.read | {x.place})
        return further if x.order in MERE else replace(further, acquired=further.acquired | {place})

    def _stored(self, further: _Path, x: Write) -> list[_Path] | None:
        """The next attempt stores to the same place, if that depends on nothing but what is the same at the head, and
        has not looked at it before."""
        place = _folder(further.now).place(x.place)
        if self.unseen is None or further.failed or x.order != "plain" or not _is_known(place):
            return None
        if not all(self.unseen.apart(self.name, x.place, read) for read in further.read):
            return None
        return [replace(further, stored=further.stored | {place})]

    def _failing(self, further: _Path, x: Rmw) -> list[_Path] | None:
        """The operation: it reads what it compares with."""
        match x.test:
            case Binary("&&", Binary("==", Local() as old, wanted), Local() as chosen):
                value = _folder(further.now).expr(wanted)
                is_choice = isinstance(further.now.get(chosen.name), Const)
                if old == x.dst and is_choice and value.type == old.type:
                    further = replace(further, exchanged=_folder(further.now).place(x.place))
                    return [self._set(further, old.name, value)]
        return None

    def _leads_to(self, at: int, choice: int, region: Region) -> bool:
        """Whether control can come from here to the operation without coming by the head of the loop."""
        pending, seen = [at], {region.head}
        while pending:
            i = pending.pop()
            if i == choice:
                return True
            if i in seen or i > region.end:
                continue
            seen.add(i)
            x = self.body[i]
            if isinstance(x, (Goto, Branch)):
                pending.append(self.nest.position[x.label])
            if not isinstance(x, ENDS):
                pending.append(i + 1)
        return False

    def _branched(self, path: _Path, test: Expr, to: int) -> list[_Path]:
        if isinstance(test, Const):
            return [replace(path, at=to if test.value else path.at + 1)]
        return [replace(path, at=to), replace(path, at=path.at + 1)]

    def _set(self, path: _Path, name: str, value: Expr) -> _Path:
        return replace(path, now={**path.now, name: value})

    def _unknown(self, type: object) -> Local:
        self.fresh += 1
        return Local(f"{UNKNOWN}{self.fresh}", type)  # type: ignore[arg-type]


def _is_same(now: Values, name: str) -> bool:
    value = now.get(name)
    return value is None or (isinstance(value, Local) and value.name == name)


def _is_known(place: Place) -> bool:
    return not any(isinstance(part, Local) and part.name.startswith(UNKNOWN) for part in parts(place))


def _folder(known: Values) -> Folder:
    return Folder(lambda local: known.get(local.name, local), lambda obj: obj, None)


__all__ = ["without_idle_failures"]
