"""Load-exclusive and store-exclusive in statements of their own (musl's ``a_ll``, ``a_sc``): one read-modify-write.

What :mod:`heddle.frontend.assembly.aarch64.exclusive` does inside a statement is done here between two: where only
local variables change between load and store, everything up to the store is a function of the value loaded.  All paths
from the load are followed, and those that come to a store to the same place say what is written, and when.
Functions that only hold a half of a pair are put into those that call them first.

Until then a load is a Read, a store a Rmw whose result is its status, and what forgets the load a Fence, each of an
order that nobody else knows.  Loads without a store are plain reads in the end; a store that is reached in another way
than from a load is ``Unsupported``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from heddle.core.expr import Binary, Cast, Cond, Const, Expr, Local, Unary, negate
from heddle.core.instr import (
    MAY_FAIL,
    AnyInstr,
    Assign,
    Branch,
    Fence,
    Goto,
    Label,
    Nondet,
    Read,
    Rmw,
    Source,
    Unsupported,
)
from heddle.core.program import Function, Program
from heddle.core.types import INT
from heddle.frontend.assembly.halves import CLEAR, MARK, inlined, is_half
from heddle.passes.fold import Folder
from heddle.passes.liveness import Liveness
from heddle.records import dataclass, replace

MOST_PATHS = 16
MOST_STEPS = 400
"""Of the paths from a load: what takes more is not followed."""
MOST_ROUNDS = 4
"""Functions that call functions with a half, and so on."""
WHY = (
    "inline assembly: a store-exclusive that is not reached from a load-exclusive of the same place with nothing but "
    "local variables between"
)

Values = dict[str, Expr]


def pair_exclusives(program: Program, next_uid: Callable[[], int]) -> None:
    """Makes read-modify-writes of the loads and stores in the program's functions."""
    halves = [f for f in program.functions.values() if any(map(is_half, f.body))]
    if not halves:
        return
    for _ in range(MOST_ROUNDS):
        for function in program.functions.values():
            if any(map(is_half, function.body)):
                _pair(function, next_uid)
        if not inlined(program, next_uid):
            break
    for function in program.functions.values():
        function.body = [x for old in function.body for x in _without_marks(old)]


def _without_marks(x: AnyInstr) -> Iterator[AnyInstr]:
    match x:
        case Read() if is_half(x):
            yield replace(x, order=x.order.removeprefix(MARK))
        case Rmw() if is_half(x):
            yield _refused(x)
        case Fence() if x.order == CLEAR:
            pass
        case _:
            yield x


def _pair(function: Function, next_uid: Callable[[], int]) -> None:
    at = 0
    paired: set[int] = set()
    while at < len(function.body):
        x = function.body[at]
        if isinstance(x, Read) and is_half(x):
            walk = _Walk(function, at, next_uid)
            if walk.run():
                walk.rewrite()
                paired |= {path.store.uid for path in walk.done if path.store is not None}
        at += 1
    function.body = [_refused(x) if isinstance(x, Rmw) and x.uid in paired else x for x in function.body]


def _refused(store: Rmw) -> Unsupported:
    """A store that is reached in another way than from its load."""
    return Unsupported(WHY, loc=store.loc, uid=store.uid)


@dataclass(frozen=True, slots=True)
class Path:
    """A way from the load.  ``now``: what local variables hold, in terms of what they hold at the load.  ``origin``:
    the same in terms of what they held at the beginning of the load's basic block."""

    at: int
    test: Expr
    now: Values
    origin: Values
    store: Rmw | None = None
    stored: Expr | None = None
    is_visible: bool = False
    """Its store's failure leads elsewhere than back to the load."""


class _Walk:
    """The paths from one load."""

    def __init__(self, function: Function, start: int, next_uid: Callable[[], int]) -> None:
        self.function, self.start, self.next_uid = function, start, next_uid
        self.body = function.body
        load = self.body[start]
        assert isinstance(load, Read)
        self.load = load
        self.labels = {x.name: i for i, x in enumerate(self.body) if isinstance(x, Label)}
        self.old = Local(f"exclusive.{load.uid}", load.dst.type)
        self.before = self._before()
        self.done: list[Path] = []
        self.steps = 0

    def _before(self) -> Values:
        """What local variables hold at the load, in terms of the beginning of its basic block."""
        first = self.start
        while first > 0 and isinstance(self.body[first - 1], Assign):
            first -= 1
        known: Values = {}
        for x in self.body[first : self.start]:
            assert isinstance(x, Assign)
            known[x.dst.name] = _folder(known).expr(x.value)
        return known

    def run(self) -> bool:
        """Whether some path comes to a store to the same place."""
        dst = self.load.dst.name
        begin = Path(self.start + 1, Const(1, INT), {dst: self.old}, {**self.before, dst: self.old})
        pending = [begin]
        while pending:
            self.steps += 1
            if len(pending) + len(self.done) > MOST_PATHS or self.steps > MOST_STEPS:
                return False
            pending += self._step(pending.pop())
        return any(path.store is not None for path in self.done)

    def _step(self, path: Path) -> list[Path]:
        """One instruction further; a path that ends goes to ``done``."""
        x = self.body[path.at] if path.at < len(self.body) else None
        if isinstance(x, Rmw) and is_half(x) and self._same_place(path, x):
            self.done.append(self._stored(path, x))
            return []
        ways = None if path.at == self.start else self._followed(path, x)
        if ways is None:
            self.done.append(path)
        return ways or []

    def _followed(self, path: Path, x: AnyInstr | None) -> list[Path] | None:
        """Where a path goes on; None where it ends, as more than local variables is concerned."""
        match x:
            case Assign(dst, value):
                now = {**path.now, dst.name: _folder(path.now).expr(value)}
                origin = {**path.origin, dst.name: _folder(path.origin).expr(value)}
                return [replace(path, at=path.at + 1, now=now, origin=origin)]
            case Label():
                return [replace(path, at=path.at + 1)]
            case Goto(label):
                return [replace(path, at=self.labels[label])]
            case Branch(test, label):
                return self._branched(path, _folder(path.now).expr(test), self.labels[label])
        return None

    def _branched(self, path: Path, test: Expr, to: int) -> list[Path]:
        if isinstance(test, Const):
            return [replace(path, at=to if test.value else path.at + 1)]
        return [
            replace(path, at=to, test=_both(path.test, test)),
            replace(path, at=path.at + 1, test=_both(path.test, negate(test))),
        ]

    def _same_place(self, path: Path, store: Rmw) -> bool:
        one, other = _folder(self.before).place(self.load.place), _folder(path.origin).place(store.place)
        return (one.base, one.steps, one.type.size) == (other.base, other.steps, other.type.size)

    def _stored(self, path: Path, store: Rmw) -> Path:
        stored = _folder(path.now).expr(store.value)
        return replace(path, at=path.at + 1, store=store, stored=stored, is_visible=not self._retries(path, store))

    def _retries(self, path: Path, store: Rmw) -> bool:
        """Whether a failure leads straight back to the load, with nothing changed that is looked at again."""
        failed = {store.dst.name: Const(1, store.dst.type)}
        at = replace(path, at=path.at + 1, now={**path.now, **failed}, origin={**path.origin, **failed})
        for _ in range(MOST_STEPS):
            if at.at == self.start:
                live = _live_before(self.body, self.start)
                return all(_is_same(at.origin, self.before, name) for name in live)
            ways = self._followed(at, self.body[at.at] if at.at < len(self.body) else None)
            if ways is None or len(ways) != 1:
                return False
            at = ways[0]
        return False

    # --- the read-modify-write ---------------------------------------------------------------------------------------

    def rewrite(self) -> None:
        """Puts it in the place of the load, and leads from there to where each path ends."""
        storing = [path for path in self.done if path.store is not None]
        code: list[AnyInstr] = []
        success: Local | None = None
        if any(path.is_visible for path in storing):
            success = Local(f"{self.old.name}.success", INT)
            code.append(Nondet(success, MAY_FAIL, Source.TRUTH))
        code.append(self._modification(storing, success))
        targets: dict[int, str] = {}
        for number, path in enumerate(self.done):
            other = f"{self.old.name}.path{number}"
            is_last = number == len(self.done) - 1
            if not is_last:
                code.append(Branch(negate(path.test), other))
            target = targets.setdefault(path.at, f"{self.old.name}.at{path.at}")
            code += [*self._set(path, success), Goto(target)]
            if not is_last:
                code.append(Label(other))
        body: list[AnyInstr] = []
        for at, x in enumerate([*self.body, None]):
            if at in targets:
                body.append(Label(targets[at], loc=self.load.loc, uid=self.next_uid()))
            if at == self.start:
                body += [replace(c, loc=self.load.loc, uid=self.next_uid()) for c in code]
            elif x is not None:
                body.append(x)
        self.function.body = body

    def _modification(self, storing: list[Path], success: Local | None) -> Rmw:
        value, test = storing[-1].stored, storing[-1].test
        assert value is not None
        for path in storing[-2::-1]:
            assert path.stored is not None
            value = Cond(path.test, path.stored, value, value.type)
            test = Binary("||", path.test, test, INT)
        if success is not None:
            test = _both(success, test)
        releases = any(path.store is not None and path.store.order.endswith("release") for path in storing)
        acquires = self.load.order.endswith("acquire")
        order = "acq_rel" if acquires and releases else "acquire" if acquires else "release" if releases else "relaxed"
        always = isinstance(test, Const) and bool(test.value)
        failure = self.load.order.removeprefix(MARK)
        return Rmw(self.old, self.load.place, Cast(value, self.old.type), None if always else test, order, failure)

    def _set(self, path: Path, success: Local | None) -> list[AnyInstr]:
        """What the path leaves in local variables, all at once."""
        now = dict(path.now)
        if path.store is not None:
            status = path.store.dst
            now[status.name] = Const(0, status.type) if success is None else Cast(Unary("!", success, INT), status.type)
        live = _live_before(self.body, path.at)
        types = {x.dst.name: x.dst for x in self.body if isinstance(x, Assign | Read | Rmw)}
        wanted = [(types[name], value) for name, value in now.items() if name in live]
        kept = [Local(f"{self.old.name}.{local.name}", local.type) for local, _ in wanted]
        first = [Assign(new, value) for new, (_, value) in zip(kept, wanted, strict=True)]
        return [*first, *(Assign(local, new) for new, (local, _) in zip(kept, wanted, strict=True))]


def _is_same(one: Values, other: Values, name: str) -> bool:
    """Whether a variable holds the same in both, also where only one of them has changed it: to what it was."""
    if name in one and name in other:
        return one[name] == other[name]
    value = one.get(name, other.get(name))
    return value is None or (isinstance(value, Local) and value.name == name)


def _both(left: Expr, right: Expr) -> Expr:
    return right if isinstance(left, Const) and left.value else Binary("&&", left, right, INT)


def _folder(known: Values) -> Folder:
    return Folder(lambda local: known.get(local.name, local), lambda obj: obj, None)


def _live_before(body: list[AnyInstr], at: int) -> set[str]:
    found: set[str] = set()
    liveness = Liveness(body)
    for i, (x, live) in zip(range(len(body) - 1, -1, -1), liveness.backwards(), strict=True):
        if i < at:
            break
        found = set(live)
        liveness.transfer(x, found)
    return found


__all__ = ["pair_exclusives"]
