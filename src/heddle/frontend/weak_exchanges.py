"""Weak compare-and-exchange: may fail although the comparison holds.

Such a failure reads, and writes nothing.  If it only leads back to the head of a loop that has come to it, with nothing
changed that is looked at again, the iteration might as well not have happened: whatever follows could follow without it
(what it has read only orders more).  Such failures are left out, so that retry loops stay what they are; all others are
a choice, which an execution tells.
"""

from __future__ import annotations

from heddle.core.expr import Binary, Const, Expr, Local
from heddle.core.instr import (
    SPURIOUS,
    AnyInstr,
    Assert,
    Assign,
    Assume,
    Branch,
    Declare,
    Fence,
    Goto,
    Label,
    Nondet,
    Read,
    Rmw,
    Write,
)
from heddle.core.program import Function, Program
from heddle.core.types import INT
from heddle.passes.awaits import AwaitLoops
from heddle.passes.fold import Folder
from heddle.passes.liveness import ENDS, Liveness
from heddle.passes.loops import LoopNest, Region
from heddle.records import dataclass, replace

MOST_STEPS = 600
"""Of all paths around a loop: what takes more is not followed."""

Values = dict[str, Expr]


def leave_out_idle_failures(program: Program) -> None:
    for function in program.functions.values():
        if any(_is_choice(x) for x in function.body):
            _without_idle(function)


def _is_choice(x: AnyInstr) -> bool:
    return isinstance(x, Nondet) and x.what == SPURIOUS


def _without_idle(function: Function) -> None:
    walk = _Walk(function)
    chosen = {x.dst.name: i for i, x in enumerate(function.body) if isinstance(x, Nondet) and x.what == SPURIOUS}
    idle = {name for name, at in chosen.items() if walk.is_idle(at)}
    if not idle:
        return
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
    function.body = body


@dataclass(frozen=True, slots=True)
class _Path:
    """``now``: what variables hold, in terms of what they held at the head of the loop."""

    at: int
    now: Values
    failed: bool = False


class _Walk:
    def __init__(self, function: Function) -> None:
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
        pending, returned = [_Path(region.head + 1, {})], False
        while pending:
            path, steps = pending.pop(), steps + 1
            if steps > MOST_STEPS:
                return False
            if path.at == region.head:
                if path.failed and not all(_is_same(path.now, name) for name in live):
                    return False
                returned = returned or path.failed
                continue
            if not region.head < path.at <= region.end:
                if path.failed:
                    return False
                continue  # it leaves the loop without having come to the operation
            ways = self._after(path, choice)
            if ways is None and (path.failed or self._leads_to(path.at, choice, region)):
                return False
            pending += ways or []
        return returned

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
            case Label() | Fence():
                return [further]
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
            case Write():
                return None if cell is None else [self._set(further, cell.name, _folder(further.now).expr(x.value))]
            case Read() if cell is not None:
                value = further.now.get(cell.name, Local(cell.name, cell.type))
                value = value if value.type == x.dst.type else self._unknown(x.dst.type)
                return [self._set(further, x.dst.name, value)]
            case Read() | Nondet() if not further.failed:
                return [self._set(further, x.dst.name, self._unknown(x.dst.type))]
        return None

    def _failing(self, further: _Path, x: Rmw) -> list[_Path] | None:
        """The operation: it reads what it compares with."""
        if x.test is None or further.now.get(x.dst.name, x.dst) is None:
            return None
        match x.test:
            case Binary("&&", Binary("==", Local() as old, wanted), Local() as chosen):
                value = _folder(further.now).expr(wanted)
                is_choice = isinstance(further.now.get(chosen.name), Const)
                if old == x.dst and is_choice and value.type == old.type:
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
        return Local(f"?{self.fresh}", type)  # type: ignore[arg-type]


def _is_same(now: Values, name: str) -> bool:
    value = now.get(name)
    return value is None or (isinstance(value, Local) and value.name == name)


def _folder(known: Values) -> Folder:
    return Folder(lambda local: known.get(local.name, local), lambda obj: obj, None)


__all__ = ["leave_out_idle_failures"]
