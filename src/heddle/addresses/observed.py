"""Where a program observes addresses, for engines that explore one layout only: what they have to name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heddle.addresses.flow import ADDRESS, PIECE, Flow, Operand, is_end, member_at, member_of
from heddle.addresses.sights import Sights, sight_of
from heddle.core.expr import COMPARISONS, AddressOf, Binary, Cast, Expr, FunctionAddress, MemoryObject, Place
from heddle.core.instr import AnyInstr, Branch, Call, Goto, Label, Read, Rmw, Write, is_about_addresses
from heddle.core.parts import all_parts, parts
from heddle.core.program import Function, Program
from heddle.core.types import ArrayType, IntType, PointerType, StructType, Type
from heddle.passes.points_to import ESCAPED, Target

OTHER_LAYOUTS = "other addresses of objects: this depends on them"
COPYING = ("memcpy", "memmove", "memcmp", "bcopy", "bcmp", "mempcpy", "memccpy", "qsort", "bsearch")
"""Library functions through which the bytes of a pointer can become those of a number, or be compared."""


def observations(program: Program) -> list[AnyInstr]:
    """The user's instructions that see addresses as numbers.

    What the library does with addresses (which of two blocks to copy first, how to align one) changes nothing that
    the user's code could notice without looking itself; but for comparing the bytes of pointers.
    """
    return list(seen(program).instrs.values())


def seen(program: Program) -> Sights:
    """These instructions, and what they see."""
    found = Sights()
    if may_observe(program):
        _Observed(program, found).run()
    return found


class _Observed(Flow):
    def __init__(self, program: Program, found: Sights) -> None:
        self.found = found
        self._recursive = _recursive(program)
        self._owner = {obj.name: f.name for f in program.functions.values() for obj in f.memory}
        self._is_done = self._in_library = False
        super().__init__(program)

    def run(self) -> None:
        self._is_done = True
        for function in self.program.functions.values():
            self._in_library = function.library
            for x in function.body:
                self.look(function.name, x)

    def observe(
        self, function: str, operands: Sequence[Operand], seen: bool, operation: Expr | None = None
    ) -> list[Expr]:
        if self._note(function, operands):
            assert self.instr is not None
            self.found.add(self.instr, sight_of(operation, operands), operands)
        return super().observe(function, operands, seen, operation)

    def move(self, function: str, operand: Operand) -> Expr:
        self._note(function, [operand])
        return operand[2]

    def far(self, function: str, e: Expr) -> None:
        if self._is_done and self.instr is not None:
            self.found.leads_away(self.instr, e)

    def _note(self, function: str, operands: Sequence[Operand]) -> bool:
        seen_here = PIECE if self._in_library else ADDRESS
        known = (self.visit_targets(function, old) for labels, old, _ in operands if labels & seen_here)
        if not self._is_done or self.instr is None or not any(known):
            return False
        self.found.instrs[self.instr.uid] = self.instr
        return True

    def is_single(self, target: Target) -> bool:
        """So are variables of main, what is allocated once, and to its thread a variable that no other gets to know."""
        if super().is_single(target):
            return True
        kind, name = target
        if kind == "heap":
            return any(str(x.uid) == name and self._is_once(f, i) for f in self.program.functions.values()
                       for i, x in enumerate(f.body))  # fmt: skip
        owner = self._owner.get(name)
        if kind != "object" or owner in self._recursive:
            return False
        return owner == self.program.entry or target not in self.points_to.holds.get(ESCAPED, ())


    def _is_once(self, function: Function, index: int) -> bool:
        """Whether an instruction is executed at most once: in no loop, of a function that main calls once, directly."""
        labels = {x.name: i for i, x in enumerate(function.body) if isinstance(x, Label)}
        jumps = ((i, labels[x.label]) for i, x in enumerate(function.body) if isinstance(x, (Goto, Branch)))
        if any(to <= index <= at for at, to in jumps) or function.name in self._recursive:
            return False
        if function.name == self.program.entry:
            return True
        name, functions = function.name, self.program.functions.values()
        data = (part for o in self.program.memory.values() for _, _, e in o.init for part in parts(e))
        if any(isinstance(part, FunctionAddress) and part.function == name for part in data):
            return False
        uses = [(f, i) for f in functions for i, x in enumerate(f.body) if _uses(x, name)]
        if len(uses) != 1:
            return False
        ((caller, i),) = uses
        x = caller.body[i]
        return isinstance(x, Call) and x.callee == name and self._is_once(caller, i)


def _uses(x: AnyInstr, name: str) -> bool:
    """Whether an instruction calls a function, or takes its address."""
    if isinstance(x, Call) and x.callee == name:
        return True
    return any(isinstance(part, FunctionAddress) and part.function == name for part in all_parts(x))


def may_observe(program: Program) -> bool:
    """Whether anything at all turns pointers into numbers, or orders them; quickly."""
    if any(name in program.functions for name in COPYING) or _may_pun(program):
        return True
    return any(_turns(f) for f in program.functions.values() if not f.library)


def _turns(function: Function) -> bool:
    for x in function.body:
        for part in () if is_about_addresses(x) else all_parts(x):
            match part:
                case Cast(arg, IntType()) if isinstance(arg.type, PointerType):
                    return True
                case Binary() if part.op in COMPARISONS and part.op not in ("==", "!="):
                    if isinstance(part.left.type, PointerType):
                        return True
                case AddressOf() if is_end(part.place):
                    return True
    return False


def _may_pun(program: Program) -> bool:
    """Whether integers may be read where pointers are written: of members, where no integers of this size are; and of
    what has none, wherever a pointer may lead."""
    pointers = {member_at(o.type, at) for o in program.memory.values() for at, type, _ in o.init if _is_pointer(type)}
    integers: set[tuple[str, int]] = set()
    read: set[tuple[str, int]] = set()
    anywhere = False
    for function in program.functions.values():
        for x in function.body:
            if not isinstance(x, (Read, Write, Rmw)):
                continue
            member, type = member_of(x.place), x.place.type
            if _is_pointer(type):
                if not isinstance(x, Read):
                    pointers.add(member)
                continue
            if not isinstance(x, Read):
                integers.add((member, type.size))
            if not isinstance(x, Write):
                read.add((member, type.size))
                if not function.library and not member and _may_be_of_pointer(x.place, program):
                    if isinstance(x.place.base, MemoryObject):
                        return True
                    anywhere = True
    return any(member in pointers for member, _ in read - integers) or (anywhere and _lead_to_pointers(program))


def _lead_to_pointers(program: Program) -> bool:
    """Whether pointers may lead to where pointers are kept: they are written through one, or to what has its address
    taken."""
    kept = {o.name for o in program.memory.values() if any(_is_pointer(type) for _, type, _ in o.init)}
    for function in program.functions.values():
        for x in function.body:
            if isinstance(x, (Write, Rmw)) and _is_pointer(x.place.type):
                if not isinstance(x.place.base, MemoryObject):
                    return True
                kept.add(x.place.base.name)
    inside = (part for f in program.functions.values() for x in f.body for part in all_parts(x))
    data = (part for o in program.memory.values() for _, _, e in o.init for part in parts(e))
    both = (part for found in (inside, data) for part in found)
    taken = (part.place.base for part in both if isinstance(part, AddressOf))
    return any(isinstance(base, MemoryObject) and base.name in kept for base in taken)


def _may_be_of_pointer(place: Place, program: Program) -> bool:
    """Whether an integer that is no member may be a pointer, or a byte of one."""
    if place.type.size not in (1, program.data_model.pointer_bits // 8):
        return False
    return not isinstance(place.base, MemoryObject) or _holds_pointers(place.base.type)


def _is_pointer(type: Type) -> bool:
    return isinstance(type, PointerType)


def _holds_pointers(type: Type) -> bool:
    if isinstance(type, ArrayType):
        return _holds_pointers(type.elem)
    if isinstance(type, StructType):
        return any(_holds_pointers(f.type) for f in type.fields)
    return _is_pointer(type)


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


__all__ = ["OTHER_LAYOUTS", "may_observe", "observations", "seen"]
