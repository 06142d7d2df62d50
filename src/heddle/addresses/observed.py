"""Where a program observes addresses, for engines that explore one layout only: what they have to name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heddle.addresses.flow import ADDRESS, Flow, Labels
from heddle.answer import Cutoff
from heddle.core.expr import COMPARISONS, Binary, Cast, Expr
from heddle.core.instr import AnyInstr, Call
from heddle.core.parts import all_parts
from heddle.core.program import Function, Program
from heddle.core.types import IntType, PointerType, StructType, Type
from heddle.passes.points_to import ESCAPED, Target

OTHER_LAYOUTS = "other addresses of objects: this depends on them"
COPYING = frozenset({"memcpy", "memmove", "memcmp", "bcopy", "mempcpy"})
"""Library functions through which the bytes of a pointer can become those of a number."""


def observations(program: Program) -> list[AnyInstr]:
    """The user's instructions that see addresses as numbers.

    What the library does with addresses (which of two blocks to copy first, how to align one) changes nothing that
    the user's code could notice without looking itself.
    """
    if not _may_observe(program):
        return []
    found = _Observed(program)
    return found.run()


def other_layouts(program: Program) -> set[Cutoff]:
    """What an engine with one layout leaves out."""
    return {Cutoff(OTHER_LAYOUTS, "", x.loc) for x in observations(program)}


class _Observed(Flow):
    def __init__(self, program: Program) -> None:
        self.found: dict[int, AnyInstr] = {}
        self._recursive = _recursive(program)
        self._owner = {obj.name: f.name for f in program.functions.values() for obj in f.memory}
        self._is_done = False
        super().__init__(program)

    def run(self) -> list[AnyInstr]:
        self._is_done = True
        for function in self.program.functions.values():
            if not function.library:
                for x in function.body:
                    self.look(function.name, x)
        return list(self.found.values())

    def observe(self, function: str, operands: Sequence[tuple[Labels, Expr, Expr]], seen: bool) -> list[Expr]:
        known = (self.visit_targets(function, old) for labels, old, _ in operands if labels & ADDRESS)
        if self._is_done and self.instr is not None and any(known):
            self.found[self.instr.uid] = self.instr
        return super().observe(function, operands, seen)

    def is_single(self, target: Target) -> bool:
        """A local variable that no other thread gets to know is one object to its thread, but for recursion."""
        if super().is_single(target):
            return True
        kind, name = target
        if kind != "object" or target in self.points_to.holds.get(ESCAPED, ()):
            return False
        return self._owner.get(name) not in self._recursive


def _may_observe(program: Program) -> bool:
    """Whether anything at all turns pointers into numbers, or orders them."""
    if any(name in COPYING for name in program.functions):
        return True
    if any(_holds_both(obj.type) for obj in program.memory.values()):
        return True
    return any(_turns(f) for f in program.functions.values() if not f.library)


def _turns(function: Function) -> bool:
    if any(_holds_both(obj.type) for obj in function.memory):
        return True
    for x in function.body:
        for part in all_parts(x):
            match part:
                case Cast(arg, IntType()) if isinstance(arg.type, PointerType):
                    return True
                case Cast(arg, PointerType() as type) if isinstance(arg.type, PointerType):
                    if _puns(arg.type.to, type.to):
                        return True
                case Binary() if isinstance(part.left.type, PointerType):
                    if part.op in COMPARISONS and part.op not in ("==", "!="):
                        return True
    return False


def _puns(old: Type | None, new: Type | None) -> bool:
    return isinstance(old, PointerType) and isinstance(new, IntType)


def _holds_both(type: Type) -> bool:
    """Whether it is or has a union of pointers and integers."""
    if not isinstance(type, StructType):
        return hasattr(type, "elem") and _holds_both(type.elem)
    if type.is_union and any(isinstance(f.type, PointerType) for f in type.fields):
        return len(type.fields) > 1
    return any(_holds_both(f.type) for f in type.fields)


def _recursive(program: Program) -> set[str]:
    """Functions that may call themselves; with calls through pointers, all whose address somebody takes."""
    calls = {f.name: set(_called(f)) for f in program.functions.values()}
    found = set()
    for name in calls:
        seen: set[str] = set()
        pending = [name]
        while pending:
            for callee in calls.get(pending.pop(), ()):
                if callee not in seen:
                    seen.add(callee)
                    pending.append(callee)
        if name in seen or "" in seen:
            found.add(name)
    return found


def _called(function: Function) -> Iterator[str]:
    """Whom a function calls; an empty name stands for a pointer."""
    for x in function.body:
        if isinstance(x, Call):
            yield x.callee if isinstance(x.callee, str) else ""


__all__ = ["OTHER_LAYOUTS", "observations", "other_layouts"]
