"""Which instructions of main's thread run while there are other threads: main is followed with what is known.

Loops that create and join threads mostly run a constant number of times, so that it is plain to see when all have been
joined.  Where a test is not known, both ways are followed; where that takes too long, nothing is said.
"""

from __future__ import annotations

from collections.abc import Mapping, Set

from heddle.core.expr import Const, Expr, FunctionAddress, Local, MemoryObject, Place
from heddle.core.instr import (
    AnyInstr,
    Assign,
    Assume,
    Branch,
    Call,
    Create,
    Declare,
    Goto,
    Join,
    Label,
    Read,
    Return,
    Rmw,
    Write,
    defined,
)
from heddle.core.program import Program
from heddle.core.types import Scalar
from heddle.core.walk import constant_offset
from heddle.passes.fold import Folder, is_constant, truth_of
from heddle.passes.liveness import ENDS, Liveness
from heddle.passes.points_to import PointsTo
from heddle.records import dataclass, field, replace
from heddle.unsequenced.effects import Effects

MOST_STEPS = 6000

Key = tuple[str, int, int]
"""A piece of memory: object, offset, size."""


class GivenUp(Exception):
    """This takes too long, or is too involved."""


@dataclass(slots=True)
class Frame:
    function: str
    at: int = 0
    values: dict[str, Expr] = field(default_factory=dict)
    """Of the local variables that are known."""
    result: Local | None = None
    """The caller's variable for what the function returns."""


@dataclass(slots=True)
class State:
    frames: list[Frame]
    memory: dict[Key, Expr | None] = field(default_factory=dict)
    """What was written; None if that is not known."""
    lost: set[str] = field(default_factory=set)
    """Objects of which nothing is known any more."""
    running: frozenset[int] = frozenset()
    created: int = 0

    def copy(self) -> State:
        frames = [replace(f, values=dict(f.values)) for f in self.frames]
        return replace(self, frames=frames, memory=dict(self.memory), lost=set(self.lost))

    def key(self) -> object:
        frames = tuple((f.function, f.at, frozenset(f.values.items())) for f in self.frames)
        return frames, frozenset(self.memory.items()), frozenset(self.lost), self.running, self.created


def with_others(program: Program, effects: Effects, points_to: PointsTo, changing: set[str]) -> set[int] | None:
    """The instructions that main's thread may run while there are others; None if that is not found out.

    Only main's thread creates threads.  ``changing`` are the objects that others may change.
    """
    try:
        return _Following(program, effects, points_to, changing).run()
    except GivenUp:
        return None


class _Following:
    def __init__(self, program: Program, effects: Effects, points_to: PointsTo, changing: set[str]) -> None:
        self.program, self.effects, self.points_to, self.changing = program, effects, points_to, changing
        self.labels = {
            name: {x.name: index for index, x in enumerate(f.body) if isinstance(x, Label)}
            for name, f in program.functions.items()
        }
        self.live: dict[str, Mapping[str, Set[str]]] = {}
        """By function: the variables that matter at its labels."""
        self.pending = [State([Frame(program.entry)])]
        self.seen: set[object] = set()
        self.found: set[int] = set()
        self.steps = 0

    def run(self) -> set[int]:
        while self.pending:
            self.state = self.pending.pop()
            while self.step():
                self.steps += 1
                if self.steps > MOST_STEPS:
                    raise GivenUp
        return self.found

    def step(self) -> bool:
        """Runs one instruction; false where the path ends."""
        frame = self.state.frames[-1]
        body = self.program.functions[frame.function].body
        if frame.at >= len(body):
            return self.leave(None)
        x = body[frame.at]
        frame.at += 1
        if self.state.running:
            self.found.add(x.uid)
        self.folder = Folder(lambda local: frame.values.get(local.name, local), lambda obj: obj, 0)
        if isinstance(x, Return):
            return self.leave(None if x.value is None else self.folder.expr(x.value))
        if isinstance(x, (Goto, Branch)):
            return self.jump(frame, x)
        if isinstance(x, ENDS) or (isinstance(x, Assume) and truth_of(self.folder.expr(x.test)) is False):
            return False
        if isinstance(x, Call):
            return self.call(frame, x)
        if isinstance(x, Label):
            self.forget_dead(frame, x)
        self.execute(frame, x)
        return True

    def forget_dead(self, frame: Frame, x: Label) -> None:
        """Where ways meet, what nobody uses any more does not make them different."""
        if frame.function not in self.live:
            self.live[frame.function] = Liveness(self.program.functions[frame.function].body).at
        live = self.live[frame.function].get(x.name, frozenset())
        frame.values = {name: value for name, value in frame.values.items() if name in live}

    # --- control

    def jump(self, frame: Frame, x: Goto | Branch) -> bool:
        target = self.labels[frame.function][x.label]
        taken = truth_of(self.folder.expr(x.test)) if isinstance(x, Branch) else True
        if taken is None:
            key = self.state.key()
            if key in self.seen:
                return False
            self.seen.add(key)
            other = self.state.copy()
            other.frames[-1].at = target
            self.pending.append(other)
        elif taken:
            frame.at = target
        return True

    def call(self, frame: Frame, x: Call) -> bool:
        callee = x.callee if isinstance(x.callee, str) else self.folder.expr(x.callee)
        if isinstance(callee, FunctionAddress):
            callee = callee.function
        names = [callee] if isinstance(callee, str) else self.effects.callees[x.uid]
        if any(f.function in names for f in self.state.frames) or not names:
            raise GivenUp
        args = [self.folder.expr(a) for a in x.args]
        for name in names[1:]:
            other = self.state.copy()
            other.frames.append(self.entered(name, args, x.dst))
            self.pending.append(other)
        self.state.frames.append(self.entered(names[0], args, x.dst))
        return True

    def entered(self, name: str, args: list[Expr], result: Local | None) -> Frame:
        params = self.program.functions[name].params
        known = {p.name: a for p, a in zip(params, args, strict=False) if is_constant(a)}
        return Frame(name, 0, known, result)

    def leave(self, value: Expr | None) -> bool:
        frame = self.state.frames.pop()
        if not self.state.frames:
            return False
        ended = {obj.name for obj in self.program.functions[frame.function].memory}
        self.state.memory = {key: known for key, known in self.state.memory.items() if key[0] not in ended}
        if frame.result is not None:
            self.set(self.state.frames[-1], frame.result, value)
        return True

    # --- values

    def set(self, frame: Frame, dst: Local, value: Expr | None) -> None:
        if value is not None and is_constant(value):
            frame.values[dst.name] = value
        else:
            frame.values.pop(dst.name, None)

    def execute(self, frame: Frame, x: AnyInstr) -> None:
        state = self.state
        match x:
            case Assign():
                self.set(frame, x.dst, self.folder.expr(x.value))
            case Read():
                self.set(frame, x.dst, self.read(self.folder.place(x.place)))
            case Write():
                value = self.folder.expr(x.value)
                self.write(frame, self.folder.place(x.place), value if is_constant(value) else None)
            case Rmw():
                self.set(frame, x.dst, None)
                self.write(frame, self.folder.place(x.place), None)
            case Declare():
                state.memory = {key: value for key, value in state.memory.items() if key[0] != x.obj.name}
                state.lost.discard(x.obj.name)
            case Create():
                state.created += 1
                state.running |= {state.created}
                self.set(frame, x.dst, Const(state.created, x.dst.type))
            case Join():
                thread = self.folder.expr(x.thread)
                if isinstance(thread, Const):
                    state.running -= {thread.value}
                if x.dst is not None:
                    self.set(frame, x.dst, None)
            case _:
                dst = defined(x)
                if dst is not None:
                    self.set(frame, dst, None)

    def read(self, place: Place) -> Expr | None:
        base, offset = place.base, constant_offset(place)
        if not isinstance(base, MemoryObject) or offset is None or not isinstance(place.type, Scalar):
            return None
        if base.name in self.changing or base.name in self.state.lost:
            return None
        key = (base.name, offset, place.type.size)
        if key in self.state.memory:
            return self.state.memory[key]
        if base.kind != "global" or any(_overlap(key, other) for other in self.state.memory):
            return None
        for at, kind, value in base.init:
            if at == offset and kind.size == place.type.size and isinstance(value, Const):
                return Const(place.type.wrap(value.value), place.type)
            if _overlap(key, (base.name, at, kind.size)):
                return None
        return Const(0, place.type)

    def write(self, frame: Frame, place: Place, value: Expr | None) -> None:
        base, offset = place.base, constant_offset(place)
        if not isinstance(base, MemoryObject) or offset is None:
            names = set(self.points_to.objects(frame.function, place))
            self.state.lost |= names
            self.state.memory = {key: v for key, v in self.state.memory.items() if key[0] not in names}
            return
        key = (base.name, offset, place.type.size)
        self.state.memory = {k: v for k, v in self.state.memory.items() if not _overlap(key, k)}
        self.state.memory[key] = value


def _overlap(one: Key, other: Key) -> bool:
    return one[0] == other[0] and one[1] < other[1] + other[2] and other[1] < one[1] + one[2]
