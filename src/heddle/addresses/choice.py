"""Unknown addresses in an unfolding, where the program observes them.

Pointers stay what they are: the constants of the one layout that the analysis knows, so that every access is resolved
as ever.  What changes is how they look as numbers.  For each object that an observation may concern, main chooses in
the beginning where it lies (thesis Figs. 2.4-2.9: ``init_address``, ``init_malloc``), and an operation that sees an
address as a number sees that choice; an address that is made of such numbers again becomes the constant again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from heddle.addresses.flow import ADDRESS, PIECE, RAW, WHERE, Flow, Labels, Operand
from heddle.addresses.observed import OTHER_LAYOUTS
from heddle.core.expr import AddressOf, Binary, Cast, Cond, Const, Expr, FunctionAddress, Local, MemoryObject, Place
from heddle.core.instr import (
    ALIGNMENT,
    GHOST,
    AnyInstr,
    Assert,
    Assign,
    Assume,
    Branch,
    Create,
    Cut,
    Free,
    Join,
    Nondet,
    Read,
    Return,
    Rmw,
    Write,
    is_about_addresses,
)
from heddle.core.parts import all_parts
from heddle.core.program import BoundedProgram, Function, Program, Thread
from heddle.core.types import INT, IntType, PointerType
from heddle.passes.points_to import Target
from heddle.records import replace
from heddle.symbolic.layout import FIRST

MOST_CHOSEN = 24
"""With more objects, every pair of which must not overlap, formulas become too large."""
ROOM = 1 << 28
"""The constants of the analysis lie within so many bytes."""


def choose_addresses(bounded: BoundedProgram, can: bool = True) -> BoundedProgram:
    """The unfolding of a program that observes addresses, with unknown ones; or with a cut where that is too much.

    ``can``: whether the engine has numbers that are wide enough for addresses.
    """
    late = _Choice(bounded, early=False)
    if not late.sites:
        return bounded
    if can and not bounded.left_out:
        if late.is_exact():
            return late.rewritten()
        early = _Choice(bounded, early=True)
        if early.is_exact():
            return early.rewritten()
    return replace(bounded, one_layout=[Cut(OTHER_LAYOUTS, "", loc=x.loc) for x in late.sites.values()])


class _Choice(Flow):
    """``sites``: the user's observations.  ``inexact``: one of them is of something that no object's address explains.

    ``early``: pointers become numbers as soon as they are converted to integers, and not only where they are seen.
    Integers that may hold either then hold one kind of numbers.
    """

    def __init__(self, bounded: BoundedProgram, early: bool) -> None:
        self.bounded, self.early = bounded, early
        self.chosen: dict[str, MemoryObject] = {}
        self.sites: dict[int, AnyInstr] = {}
        self.inexact = False
        self._mode = ""
        self._restores = False
        """Addresses are made of numbers."""
        self._thread = 0
        self._used: set[str] = set()
        self._library = {x.uid for f in bounded.source.functions.values() if f.library for x in f.body}
        super().__init__(as_program(bounded))
        self._accessed_at = self._accesses()
        self.number = IntType(self.space.bits, False)
        self._find()

    def _accesses(self) -> dict[str, int]:
        """What objects are aligned to because they are accessed so, whatever their types, if that is looked after."""
        found: dict[str, int] = {}
        for function in self.program.functions.values():
            for x in function.body:
                if isinstance(x, Assert) and x.kind == ALIGNMENT:
                    align = 1 + max((part.value for part in all_parts(x) if isinstance(part, Const)), default=0)
                    for _, name in self.visit_targets(function.name, x.test):
                        found[name] = max(found.get(name, 1), align)
        return found

    # --- which addresses are observed -------------------------------------------------------------------------------

    def is_exact(self) -> bool:
        return not self.inexact and len(self.chosen) <= MOST_CHOSEN

    def _find(self) -> None:
        self._mode = "find"
        for function in self.program.functions.values():
            for x in function.body:
                self.look(function.name, x)
        if not self.sites:
            self.chosen, self.inexact = {}, False
        self.inexact |= bool(self.chosen.keys() & self.bounded.sizes.keys())

    def is_single(self, target: Target) -> bool:
        return target[0] == "object" and not self._restores

    def observe(
        self, function: str, operands: Sequence[Operand], seen: bool, operation: Expr | None = None
    ) -> list[Expr]:
        if self._mode == "find":
            for labels, old, _ in operands:
                if labels & ADDRESS:
                    self._note(function, labels, old)
        if self._mode == "rewrite":
            return [self._shown(function, old, new) if labels & ~WHERE == RAW else new for labels, old, new in operands]
        return super().observe(function, operands, seen, operation)

    def _note(self, function: str, labels: Labels, e: Expr) -> None:
        assert self.instr is not None
        targets = self.visit_targets(function, e)
        if not targets:
            return
        if self.instr.uid not in self._library or labels & PIECE:
            self.sites[self.instr.uid] = self.instr
        objects = {name for kind, name in targets if kind == "object"}
        self.inexact |= labels & ~WHERE != RAW or len(objects) < len(targets)
        self.chosen |= {name: self.program.memory[name] for name in objects}

    def compare(self, function: str, operands: Sequence[Operand]) -> list[Expr]:
        """Equality concerns chosen addresses where one object may end at the beginning of another."""
        (one, left, new_left), (two, right, new_right) = operands
        if self._mode == "rewrite" and one & ~WHERE == two & ~WHERE == RAW:
            concerned = {obj.name for e in (left, right) for obj in self._among(function, e)}
            if len(concerned) > 1:
                return [self._shown(function, left, new_left), self._shown(function, right, new_right)]
        return super().compare(function, operands)

    def confuse(self, function: str, e: Expr) -> None:
        self.inexact = True

    def restore(self, function: str, old: Expr, new: Expr) -> Expr:
        self._restores = True
        if self._mode != "rewrite":
            return new
        number = Cast(new, self.number)
        beyond = Binary("-", number, Const(FIRST, self.number), self.number)
        elsewhere = Binary("+", number, Const(ROOM, self.number), self.number)
        in_layout = Binary("<", beyond, Const(ROOM, self.number), INT)
        found: Expr = Cond(in_layout, elsewhere, number, self.number)  # nowhere is not where the constants are
        objects = self._among(function, old)
        for test in ("==", "<"):  # where an object ends another may begin: then it is that one
            for obj in objects:
                distance = Binary("-", number, self._choice(obj), self.number)
                there = Binary("+", distance, self._base(obj), self.number)
                is_there = Binary(test, distance, Const(obj.type.size, self.number), INT)
                found = Cond(is_there, there, found, self.number)
        return Cast(found, old.type)

    # --- addresses as numbers ---------------------------------------------------------------------------------------

    def _among(self, function: str, e: Expr) -> list[MemoryObject]:
        """The objects that an address may be of.  One that is made of numbers may be of any, whatever went into it."""
        if self._restores:
            return list(self.chosen.values())
        names = {name for kind, name in self.visit_targets(function, e) if kind == "object"}
        return [obj for name, obj in self.chosen.items() if name in names]

    def _shown(self, function: str, old: Expr, new: Expr) -> Expr:
        """The number that an address is; what lies in no object that was chosen stays as it is."""
        number = Cast(new, self.number)
        found: Expr = number
        for obj in self._among(function, old):
            distance = Binary("-", number, self._base(obj), self.number)
            there = Binary("+", distance, self._choice(obj), self.number)
            is_there = Binary("<=", distance, Const(obj.type.size, self.number), INT)
            found = Cond(is_there, there, found, self.number)
        return Cast(found, old.type)

    def _base(self, obj: MemoryObject) -> Expr:
        return Cast(AddressOf(Place(obj, (), obj.type), PointerType(self.space.bits, obj.type)), self.number)

    def _choice(self, obj: MemoryObject) -> Expr:
        self._used.add(obj.name)
        return self._local(obj, self._thread)

    # --- the program with unknown addresses ---------------------------------------------------------------------------

    def rewritten(self) -> BoundedProgram:
        self._mode = "rewrite"
        threads = [self._rewritten(thread) for thread in self.bounded.threads]
        memory = self.bounded.memory | {kept.name: kept for kept in map(self._kept_in, self.chosen.values())}
        chosen = {self._local(obj, 0).name: obj.name for obj in self.chosen.values()}
        return replace(self.bounded, threads=threads, memory=memory, chosen=chosen)

    def _rewritten(self, thread: Thread) -> Thread:
        self._thread, self._used = thread.index, set()
        body = [self._instr(thread_name(thread.index), x) for x in thread.body]
        if thread.index == 0:
            return replace(thread, body=[*self._chosen_first(), *body])
        reads = [Read(self._local(self.chosen[name], thread.index), self._kept(self.chosen[name]), GHOST)
                 for name in sorted(self._used)]  # fmt: skip
        return replace(thread, body=[*reads, *body])

    def _chosen_first(self) -> Iterable[AnyInstr]:
        objects = list(self.chosen.values())
        for obj in objects:
            yield Nondet(self._local(obj, 0), f"address of {obj.name}")
            yield Assume(self._legal(obj))
        for i, one in enumerate(objects):
            yield from (Assume(self._apart(one, other)) for other in objects[:i])
        for obj in objects:
            yield Write(self._kept(obj), self._local(obj, 0), GHOST)

    def _local(self, obj: MemoryObject, thread: int) -> Local:
        return Local(f"address of {obj.name} in {thread}", self.number)

    def _kept_in(self, obj: MemoryObject) -> MemoryObject:
        """Where threads find what main chose."""
        return MemoryObject(f"address of {obj.name}", self.number)

    def _kept(self, obj: MemoryObject) -> Place:
        return Place(self._kept_in(obj), (), self.number)

    def _legal(self, obj: MemoryObject) -> Expr:
        at, space = self._local(obj, 0), self.space
        low = Binary(">=", at, Const(space.lowest, self.number), INT)
        high = Binary("<=", at, Const(space.end - obj.type.size, self.number), INT)
        align = max(space.object_alignment(obj), self._accessed_at.get(obj.name, 1))
        rest = Binary("&", at, Const(align - 1, self.number), self.number)
        aligned = Binary("==", rest, Const(0, self.number), INT)
        return Binary("&&", Binary("&&", low, high, INT), aligned, INT)

    def _apart(self, one: MemoryObject, two: MemoryObject) -> Expr:
        def before(a: MemoryObject, b: MemoryObject) -> Expr:
            size = Const(max(a.type.size, 1), self.number)
            return Binary("<=", Binary("+", self._local(a, 0), size, self.number), self._local(b, 0), INT)

        return Binary("||", before(one, two), before(two, one), INT)

    def _instr(self, name: str, x: AnyInstr) -> AnyInstr:
        self.instr = x

        def expr(e: Expr) -> Expr:
            return self.visit(name, e)[1]

        def place(p: Place) -> Place:
            return self.place(name, p)[1]

        if is_about_addresses(x):
            return x
        match x:
            case Assign():
                return replace(x, value=expr(x.value))
            case Branch() | Assume() | Assert():
                return replace(x, test=expr(x.test))
            case Read():
                return replace(x, place=place(x.place))
            case Write():
                return replace(x, place=place(x.place), value=expr(x.value))
            case Rmw():
                test = None if x.test is None else expr(x.test)
                return replace(x, place=place(x.place), value=expr(x.value), test=test)
            case Create():
                return replace(x, arg=expr(x.arg))
            case Join():
                return replace(x, thread=expr(x.thread))
            case Free() if x.uid >= 0:
                return replace(x, pointer=expr(x.pointer))
        return x


def thread_name(index: int) -> str:
    return f"thread {index}"


def as_program(bounded: BoundedProgram) -> Program:
    """The threads as functions, for analyses of whole programs; every object is one of its own."""
    pointer = bounded.source.data_model.void_ptr
    functions = {}
    for thread in bounded.threads:
        body: list[AnyInstr] = []
        for x in thread.body:
            if isinstance(x, Create) and isinstance(x.function, Const):
                followed = x.function.value < len(bounded.threads)
                x = replace(x, function=FunctionAddress(thread_name(x.function.value if followed else 0), pointer))
            body.append(x)
        if thread.result is not None:
            body.append(Return(thread.result))
        params = () if thread.parameter is None else (thread.parameter,)
        functions[thread_name(thread.index)] = Function(thread_name(thread.index), params, pointer, body)
    return replace(bounded.source, functions=functions | _called(bounded), memory=dict(bounded.memory))


def _called(bounded: BoundedProgram) -> dict[str, Function]:
    """The functions whose addresses the program may take, without their code: that is inlined."""
    return {name: replace(f, body=[]) for name, f in bounded.source.functions.items()}


__all__ = ["choose_addresses"]
