"""Which values are addresses, and what a program computes with them that another layout of memory would change.

Flow-insensitive, over the whole program.  A value is followed from where an address is taken through variables, memory
and calls.  Most of what programs do with addresses shows nothing of where objects lie: copying them, moving within an
object, comparing for equality, testing for null, marking bits that alignment leaves free.  Everything else is an
*observation*: it sees the address as a number.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from heddle.addresses.space import MOST_SMALL, Space
from heddle.core.expr import (
    COMPARISONS,
    LOGICAL,
    AddressOf,
    Binary,
    Cast,
    Cond,
    Const,
    Expr,
    FieldStep,
    FloatOp,
    FunctionAddress,
    IndexStep,
    Local,
    MemoryObject,
    Place,
    Unary,
)
from heddle.core.instr import (
    AnyInstr,
    Assign,
    Call,
    Create,
    Join,
    Malloc,
    Nondet,
    Read,
    Return,
    Rmw,
    Source,
    ThreadExit,
    Write,
    is_about_addresses,
)
from heddle.core.parts import evaluated
from heddle.core.program import Program
from heddle.core.types import ArrayType, IntType, PointerType, Scalar, StructType, Type
from heddle.core.walk import constant_offset
from heddle.passes.points_to import PointsTo, Target

RAW = 1
"""An address of an object, perhaps moved, perhaps with marks in its low bits; a pointer, or an integer made of one."""
TAGGED = 2
"""An address with something in the bits above those of addresses."""
PIECE = 4
"""Some bytes of an address."""
SEEN = 8
"""A number computed from addresses as numbers, from which an address might be made again."""
NUMBER = 16
"""A pointer that was made of a number."""
END = 32
"""The end of an object, where another may begin."""
SHIFTED = 64
"""An integer made of an address, moved by a small number; or a pointer that such a number became."""
FAR = 128
"""... moved by more than that: it may be anywhere."""
WHERE = END | SHIFTED | FAR
"""What is said of the place of an address, beside its kind."""
ADDRESS = RAW | TAGGED | PIECE

Labels = int
Holder = tuple[str, ...]
Labelled = tuple[Labels, Expr]
Operand = tuple[Labels, Expr, Expr]
"""Its labels, as it was, and as it is to be."""
RESULTS: Holder = ("results of threads",)
ANY = "any member"


class Flow:
    """What is derived from this decides what to do about observations: ``observe``, ``compare`` and ``restore``.

    ``early``: converting a pointer to an integer is an observation already.
    """

    early = False

    def __init__(self, program: Program) -> None:
        self.program, self.points_to, self.space = program, PointsTo(program), Space(program)
        self.labels: dict[Holder, Labels] = defaultdict(int)
        self.instr: AnyInstr | None = None
        """The instruction that is looked at."""
        self._integers = self._integer_writes()
        self._sizes: set[int] = set()
        self._changed = self._numbers = False
        for obj in program.memory.values():
            for offset, type, value in obj.init:
                self._hold(obj.name, member_at(obj.type, offset), type, self.visit("", value)[0])
        self._solve()
        self._numbers = True  # what is no address by now is a number
        self._solve()

    def _solve(self) -> None:
        self._changed = True
        while self._changed:
            self._changed = False
            for function in self.program.functions.values():
                for x in function.body:
                    self._instruction(function.name, x)

    # --- what is done about it --------------------------------------------------------------------------------------

    def observe(
        self, function: str, operands: Sequence[Operand], seen: bool, operation: Expr | None = None
    ) -> list[Expr]:
        """An operation sees its operands as numbers.  Each is given with its labels, as it was and as rewritten.

        ``seen``: addresses might be made of the result again.  ``operation``: what it is, if it has two operands.
        Returns what the operation is to compute with.
        """
        return [new for _, _, new in operands]

    def move(self, function: str, operand: Operand) -> Expr:
        """An address is moved by a number that was computed from addresses: where that one was seen as a number, all is
        said that there is to say, and the result is an address again."""
        return self.observe(function, [operand], True)[0]

    def far(self, function: str, e: Expr) -> None:
        """What may be an address becomes an integer that may be far from its object."""

    def compare(self, function: str, operands: Sequence[Operand]) -> list[Expr]:
        """Two addresses are compared for equality: that only shows something where one ends and the other begins."""
        return [new for _, _, new in operands]

    def restore(self, function: str, old: Expr, new: Expr) -> Expr:
        """An address is made of numbers that were computed from addresses."""
        return new

    def confuse(self, function: str, e: Expr) -> None:
        """Memory is accessed through something that may be an address, or a number that one is to be made of."""

    # --- instructions -----------------------------------------------------------------------------------------------

    def _add(self, holder: Holder, labels: Labels) -> None:
        if labels & ~self.labels[holder]:
            self.labels[holder] |= labels
            self._changed = True

    def _instruction(self, name: str, x: AnyInstr) -> None:
        self.instr = x
        match x:
            case Assign():
                self._add(("local", name, x.dst.name), self.visit(name, x.value)[0])
            case Malloc():
                self._add(("local", name, x.dst.name), RAW)
            case Nondet():
                if x.source is Source.INPUT and isinstance(x.dst.type, PointerType):
                    self._add(("local", name, x.dst.name), NUMBER)
            case Read() | Write() | Rmw():
                self._access(name, x)
            case Return() | ThreadExit():
                labels = 0 if x.value is None else self.visit(name, x.value)[0]
                self._add(("return", name) if isinstance(x, Return) else RESULTS, labels)
            case Call() | Create():
                self._call(name, x)
            case Join():
                if x.dst is not None:
                    self._add(("local", name, x.dst.name), self.labels[RESULTS])

    def _call(self, name: str, x: Call | Create) -> None:
        callee, args = (x.callee, x.args) if isinstance(x, Call) else (x.function, (x.arg,))
        labels = [self.visit(name, arg)[0] for arg in args]
        for function in self.points_to.callees(name, callee):
            for param, label in zip(function.params, labels, strict=False):
                self._add(("local", function.name, param.name), label)
            returned = self.labels["return", function.name]
            if isinstance(x, Create):
                self._add(RESULTS, returned)
            elif x.dst is not None:
                self._add(("local", name, x.dst.name), returned)

    def _access(self, name: str, x: Read | Write | Rmw) -> None:
        self.place(name, x.place)
        type = x.place.type
        assert isinstance(type, Scalar)
        objects = list(self.points_to.objects(name, x.place))
        if not isinstance(x, Write):
            labels = 0
            for obj in objects:
                labels |= self._held(obj, x.place, type)
            self._add(("local", name, x.dst.name), labels)
        if not isinstance(x, Read):
            labels = self.visit(name, x.value)[0]
            for obj in objects:
                self._hold(obj, member_of(x.place), type, labels)
        if isinstance(x, Rmw) and x.test is not None:
            self.visit(name, x.test)

    def _hold(self, obj: str, member: str, type: Scalar, labels: Labels) -> None:
        kind = "pointer" if isinstance(type, PointerType) else f"number of {type.size} bytes"
        self._sizes.add(type.size)
        self._add(("memory", obj, member, kind), labels)
        self._add(("memory", obj, ANY, kind), labels)

    def _held(self, obj: str, place: Place, type: Scalar) -> Labels:
        """What a read finds.  Members are told apart by their offsets; an access without one may be to any of them."""
        member = member_of(place)
        found = 0
        for where in (member, "") if member else (ANY,):
            for size in self._sizes:  # single bytes and copies of structs can be of anything
                if size in (1, type.size) or type.size == 1 or max(size, type.size) > self.space.pointer_size:
                    found |= self.labels["memory", obj, where, f"number of {size} bytes"]
            if isinstance(type, PointerType) or self._may_be_pointer(obj, member, type.size):
                found |= self.labels["memory", obj, where, "pointer"]
        if type.size != self.space.pointer_size and found & ADDRESS and not _is_wide(type, self.space.pointer_size):
            return (found & ~ADDRESS) | PIECE
        return found

    def _may_be_pointer(self, obj: str, member: str, size: int) -> bool:
        """Whether an integer of this size may be a pointer, or a byte of one."""
        of = ANY if member else obj  # members at an offset where integers are written are integers in all objects
        return size in (1, self.space.pointer_size) and (of, member, size) not in self._integers

    def _integer_writes(self) -> set[tuple[str, str, int]]:
        """Where integers are written, by object, member and size: what is read there as an integer is no pointer."""
        found = set()
        for obj in self.program.memory.values():
            for offset, type, _ in obj.init:
                if not isinstance(type, PointerType):
                    member = member_at(obj.type, offset)
                    found.add((ANY if member else obj.name, member, type.size))
        for function in self.program.functions.values():
            for x in function.body:
                if isinstance(x, (Write, Rmw)) and not isinstance(x.place.type, PointerType):
                    member = member_of(x.place)
                    for name in self.points_to.objects(function.name, x.place):
                        found.add((ANY if member else name, member, x.place.type.size))
        return found

    # --- expressions ------------------------------------------------------------------------------------------------

    def place(self, function: str, place: Place) -> tuple[Labels, Place]:
        """The labels of its address, and the place as it is to be."""
        base: MemoryObject | Expr = place.base
        labels = RAW
        if not isinstance(base, MemoryObject):
            labels, base = self.visit(function, base)
            if labels & SEEN:
                self.confuse(function, base)
        steps: list[FieldStep | IndexStep] = []
        for step in place.steps:
            if isinstance(step, IndexStep):
                seen, index = self._distance(function, step.index)
                if seen & ADDRESS:
                    (index,) = self.observe(function, [(seen, step.index, index)], True)
                if seen & (SEEN | ADDRESS) and step.count is None:
                    base, steps = self._moved(function, place, Place(base, tuple(steps), place.type), index, step), []
                    continue
                steps.append(IndexStep(index, step.size, step.count))
            else:
                steps.append(step)
        return labels, Place(base, tuple(steps), place.type)

    def _distance(self, function: str, e: Expr) -> Labelled:
        """A number that is added to an address: no address even where it has the type of one."""
        if isinstance(e, Cast) and isinstance(e.type, PointerType):
            labels, arg = self.visit(function, e.arg)
            return labels, Cast(arg, e.type)
        return self.visit(function, e)

    def _moved(self, function: str, old: Place, start: Place, index: Expr, step: IndexStep) -> Expr:
        """The address so far, moved by a number that may lead from one object to another."""
        pointer = PointerType(self.space.bits)
        address = self.move(function, (RAW, AddressOf(old, pointer), AddressOf(start, pointer)))
        signed = IntType(self.space.bits, True)
        distance = Binary("*", Cast(index, signed), Const(step.size, signed), signed)
        return self.restore(function, AddressOf(old, pointer), Binary("+", address, Cast(distance, pointer), pointer))

    def visit(self, function: str, e: Expr) -> Labelled:
        """The labels of an expression, and the expression as it is to be."""
        match e:
            case Local():
                return self.labels["local", function, e.name], e
            case AddressOf():
                labels, place = self.place(function, e.place)
                return labels | (END if is_end(e.place) else 0), AddressOf(place, e.type)
            case FunctionAddress():
                return RAW, e
            case Cast():
                return self._cast(function, e)
            case Cond():
                _, test = self.visit(function, e.test)
                (one, then), (two, other) = self.visit(function, e.then), self.visit(function, e.other)
                return one | two, Cond(test, then, other, e.type)
            case Unary():
                labels, arg = self.visit(function, e.arg)
                if e.op == "!" and not self._is_part(labels, e.arg):
                    return 0, Unary(e.op, arg, e.type)
                if labels & ADDRESS:
                    (arg,) = self.observe(function, [(labels, e.arg, arg)], True)
                return (SEEN if labels else 0), Unary(e.op, arg, e.type)
            case FloatOp():
                parts = [(*self.visit(function, a), a) for a in e.args]
                given = [(labels, old, new) for labels, new, old in parts]
                if any(labels & ADDRESS for labels, _, _ in parts):
                    return SEEN, FloatOp(e.op, tuple(self.observe(function, given, True)), e.type)
                return 0, FloatOp(e.op, tuple(new for _, new, _ in parts), e.type)
            case Binary():
                return self._binary(function, e)
        return 0, e

    def _cast(self, function: str, e: Cast) -> Labelled:
        labels, arg = self.visit(function, e.arg)
        if e.type.bits < self.space.bits and labels & ADDRESS:
            if labels & ADDRESS == PIECE and e.type.bits >= e.arg.type.bits:
                return labels, Cast(arg, e.type)
            (arg,) = self.observe(function, [(labels, e.arg, arg)], True)
            return SEEN, Cast(arg, e.type)
        turns = isinstance(e.type, IntType) and isinstance(e.arg.type, PointerType)
        if self.early and turns and labels & ~WHERE == RAW:
            (arg,) = self.observe(function, [(labels, e.arg, arg)], True)
            return SEEN, Cast(arg, e.type)
        if isinstance(e.type, PointerType) and isinstance(e.arg.type, IntType):
            if labels & SEEN and not labels & ADDRESS:
                return RAW, Cast(self.restore(function, e.arg, arg), e.type)
            if self._numbers and not labels and not isinstance(e.arg, Const):
                labels = NUMBER
        return labels if isinstance(e.type, PointerType) else labels & ~NUMBER, Cast(arg, e.type)

    def _binary(self, function: str, e: Binary) -> Labelled:
        left, new_left = self.visit(function, e.left)
        if isinstance(e.type, PointerType):
            right, new_right = self._distance(function, e.right)
            if left & ADDRESS and right & SEEN and not right & ADDRESS:  # it may lead from one object to another
                seen = self.move(function, (left, e.left, new_left))
                return RAW, self.restore(function, e, Binary(e.op, seen, new_right, e.type))
        else:
            right, new_right = self.visit(function, e.right)
        operands = ((left, e.left, new_left), (right, e.right, new_right))
        if e.op in LOGICAL:
            return 0, Binary(e.op, new_left, new_right, e.type)
        if not (left | right) & ADDRESS:
            small = e.op in COMPARISONS or (e.op in ("%", "&") and _is_small(e.right))
            kept = 0 if small else (left | right) & (SEEN | NUMBER)
            return kept, Binary(e.op, new_left, new_right, e.type)
        kept, verdict = self._meaning(function, e, left, right)
        if verdict == "nothing":
            return kept, Binary(e.op, new_left, new_right, e.type)
        if verdict == "same":
            see = self.compare(function, operands)
        else:
            see = self.observe(function, operands, bool(kept), e)
        return kept, Binary(e.op, see[0], see[1], e.type)

    def _meaning(self, function: str, e: Binary, left: Labels, right: Labels) -> tuple[Labels, str]:
        """The labels of an operation on addresses, and what it shows: "nothing", whether they are the "same", "all"."""
        both = bool(left & ADDRESS and right & ADDRESS)
        other, one = (e.right, left) if left & ADDRESS else (e.left, right)
        if e.op in ("==", "!="):
            ends = (left | right) & END and not self._in_one_object(function, e)
            return 0, "all" if both and ends else self._equality(other, left, right, both)
        if e.op in COMPARISONS:
            whole = not both and not self._is_part(left | right, other)
            null = whole and isinstance(other, Const) and other.value == 0 and not e.left.type.signed
            return 0, "nothing" if null or (both and self._in_one_object(function, e)) else "all"
        if (left | right) & PIECE:
            return SEEN, "all"
        if e.op == "-" and both and self._in_one_object(function, e):
            return 0, "nothing"
        if e.op in ("+", "-") and not both and left & ADDRESS | (right & ADDRESS if e.op == "+" else 0):
            if (left | right) & SEEN:
                return SEEN, "all"
            kept = _shifted(e, one, other)
            if kept & FAR:
                self.far(function, e.left if other is e.right else e.right)
            return kept, "nothing"
        if both or e.op not in ("&", "|", "^", "%", ">>"):
            return SEEN, "all"
        return self._bits(function, e, one, other)

    def _equality(self, other: Expr, left: Labels, right: Labels, both: bool) -> str:
        if self._is_part(left | right, other):
            return "all"
        if both:
            return "all" if (left | right) & (NUMBER | SEEN | FAR) else "same"
        if isinstance(other, Const):
            return "nothing" if self.space.is_never(other.value) else "all"
        is_pointer = isinstance(other.type, PointerType) and not (left | right) & (NUMBER | SEEN)
        return "nothing" if is_pointer else "all"

    def _is_part(self, labels: Labels, e: Expr) -> bool:
        """Whether a value of this kind is a part of an address: all of its parts together are one again."""
        return bool(labels & PIECE) and e.type.bits < self.space.bits

    def _bits(self, function: str, e: Binary, labels: Labels, other: Expr) -> tuple[Labels, str]:
        """Operations on the bits of an address, of which alignment leaves the low ones free, and hardware the high."""
        address = self.visit_targets(function, e.left if other is e.right else e.right)
        free, space = self.space.alignment(address) - 1, self.space.mask
        bits = possible_bits(other, e.type.bits)
        if e.op == "&" and isinstance(other, Const):
            if not bits & space & ~free:
                return 0, "nothing"
            if not ~bits & space & ~free:
                return labels, "nothing"
            return (0 if bits <= MOST_SMALL else SEEN), "all"
        if e.op in ("|", "^") and not bits & space & ~free:
            return labels | (TAGGED if bits & ~space else 0), "nothing"
        if other is e.right and isinstance(other, Const):
            if e.op == ">>" and other.value >= space.bit_length() and labels & ADDRESS != PIECE:
                return 0, "nothing"
            if e.op == "%":
                whole = other.value > 0 and (free + 1) % other.value == 0
                return (0 if 0 < other.value <= MOST_SMALL else SEEN), "nothing" if whole else "all"
        return SEEN, "all"

    # --- objects ----------------------------------------------------------------------------------------------------

    def visit_targets(self, function: str, e: Expr) -> set[Target]:
        return self.points_to.pointees(function, e)

    def _in_one_object(self, function: str, e: Binary) -> bool:
        targets = self.visit_targets(function, e.left) | self.visit_targets(function, e.right)
        return len(targets) == 1 and self.is_single(*targets)

    def is_single(self, target: Target) -> bool:
        """Whether addresses of it, in one thread, are addresses of one object."""
        kind, name = target
        return kind == "object" and name in self.program.memory and self.program.memory[name].kind == "global"

    # --- rewriting --------------------------------------------------------------------------------------------------

    def look(self, function: str, x: AnyInstr) -> None:
        """Goes through the expressions of an instruction once more, for ``observe`` and the others."""
        self.instr = x
        if is_about_addresses(x):
            return
        for operand in evaluated(x):
            if isinstance(operand, Place):
                self.place(function, operand)
            else:
                self.visit(function, operand)


def _shifted(e: Binary, labels: Labels, other: Expr) -> Labels:
    """The labels of an address that a number is added to.  Pointers stay in their objects, or do not leave them far."""
    labels &= ~END
    if isinstance(e.type, PointerType):
        return labels
    number = other.value % (1 << e.type.bits) if isinstance(other, Const) else e.type.hi
    is_small = min(number, (1 << e.type.bits) - number) <= MOST_SMALL
    return labels | (SHIFTED if is_small and not labels & SHIFTED else FAR)


def possible_bits(e: Expr, width: int) -> int:
    """The bits that may be set in the value of an expression."""
    everything = (1 << width) - 1
    match e:
        case Const():
            return e.value & everything
        case Cast():
            source = e.arg.type
            if isinstance(source, IntType) and source.signed and source.bits < width:
                inner = possible_bits(e.arg, source.bits)
                return everything if inner >> (source.bits - 1) else inner
            return possible_bits(e.arg, source.bits) & everything
        case Binary(op="&"):
            return possible_bits(e.left, width) & possible_bits(e.right, width)
        case Binary(op="|") | Binary(op="^"):
            return possible_bits(e.left, width) | possible_bits(e.right, width)
        case Binary(op="<<") if isinstance(e.right, Const):
            return (possible_bits(e.left, width) << e.right.value) & everything
        case Binary() if e.op in COMPARISONS + LOGICAL:
            return 1
        case Unary(op="!"):
            return 1
    return everything & ((1 << e.type.bits) - 1)


def is_end(place: Place) -> bool:
    return isinstance(place.base, MemoryObject) and constant_offset(place) == place.base.type.size > 0


def _is_small(e: Expr) -> bool:
    return isinstance(e, Const) and 0 <= e.value <= MOST_SMALL


def member_of(place: Place) -> str:
    """The offset of the last member on the way, in its struct; nothing if there is none."""
    offsets = [step.offset for step in place.steps if isinstance(step, FieldStep)]
    return str(offsets[-1]) if offsets else ""


def member_at(type: Type, offset: int) -> str:
    """The offset of the innermost member that is there, in its struct."""
    found = ""
    while isinstance(type, (ArrayType, StructType)):
        if isinstance(type, ArrayType):
            offset %= max(type.elem.size, 1)
            type = type.elem
            continue
        around = next((f for f in type.fields if f.offset <= offset < f.offset + f.type.size), None)
        if around is None:
            break
        found, type, offset = str(around.offset), around.type, offset - around.offset
    return found


def _is_wide(type: Scalar, pointer: int) -> bool:
    """Whether whole pointers fit: copies of structs."""
    return type.size > pointer


__all__ = [
    "ADDRESS", "END", "FAR", "PIECE", "RAW", "TAGGED", "WHERE", "Flow", "Labels", "Operand", "is_end", "member_at",
    "member_of",
]
