"""Prints core expressions and places as C.

The C says what the core says, under two readings that every user of the output has to grant: signed arithmetic wraps
(gcc: ``-fwrapv``; CBMC: as it comes), and memory is bytes that may be read at any type (``-fno-strict-aliasing``).
Casts stand only where C would otherwise compute something else or a compiler would warn.
"""

from __future__ import annotations

from heddle.core import c_floats
from heddle.core.c_address import Sum, is_number, place_sum, pointer_sum
from heddle.core.c_names import Names
from heddle.core.c_simplify import as_condition, simplify
from heddle.core.c_types import CTypes
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
    Local,
    MemoryObject,
    Place,
    Self,
    Unary,
)
from heddle.core.text_types import PRECEDENCE
from heddle.core.types import INT, ArrayType, FloatType, IntType, PointerType, Scalar, StructType, Type
from heddle.records import dataclass, replace

UNARY, POSTFIX, ATOM = 11, 12, 13
WORD = "unsigned long"  # as wide as a pointer in every data model


@dataclass(frozen=True, slots=True)
class C:
    """C text, how tightly it binds, and the type that a compiler gives it."""

    text: str
    strength: int
    type: Type

    def inside(self, strength: int) -> str:
        return self.text if self.strength >= strength else f"({self.text})"


class CPrinter:
    """``objects``, ``locals`` and ``functions`` collect what the printed text mentions and somebody has to declare.

    ``scope`` tells locals of the same name apart, ``self_id`` is what ``Self`` prints as; both belong to a thread.
    """

    def __init__(self, types: CTypes, names: Names, self_id: str = "self") -> None:
        self.types, self.names, self.self_id = types, names, self_id
        self.objects: dict[str, MemoryObject] = {}
        self.locals: dict[str, Scalar] = {}
        self.scope: object = None
        self.functions: dict[str, str] = {}
        self.mathematics: dict[str, FloatType] = {}
        """Functions of <math.h>, and the type of their argument and result."""

    # --- names ------------------------------------------------------------------------------------------------------

    def object_name(self, obj: MemoryObject) -> str:
        self.objects[obj.name] = obj
        return self.names.of(("object", obj.name), obj.name)

    def local_name(self, local: Local) -> str:
        name = self.names.of(("local", self.scope, local.name), local.name)
        self.locals[name] = local.type
        return name

    def function_name(self, function: str) -> str:
        """Functions are gone from the output; an object of this name lends them its address."""
        self.functions[function] = self.names.of(("function", function), f"address_of_{function}")
        return self.functions[function]

    def spell(self, t: Type) -> str:
        return self.types.declare(t)

    # --- what statements need ---------------------------------------------------------------------------------------

    def value(self, e: Expr, wanted: Scalar, strength: int = 0) -> str:
        """``e`` where a value of type ``wanted`` is stored or passed: C converts integers by itself."""
        if isinstance(e, Cast) and isinstance(e.type, IntType) and isinstance(e.arg.type, IntType) and e.type == wanted:
            e = e.arg
        if isinstance(e, Const) and isinstance(e.type, FloatType) != isinstance(wanted, FloatType):
            e = Const(wanted.wrap(e.value), wanted)
        return self.converted(self.expr(e), wanted).inside(strength)

    def condition(self, e: Expr, strength: int = 0) -> str:
        return self.expr(as_condition(e)).inside(strength)

    def converted(self, c: C, wanted: Scalar) -> C:
        """``c`` with a cast if C would not convert it silently."""
        if isinstance(c.type, FloatType) or isinstance(wanted, FloatType):
            return c if c.type == wanted else self.reinterpreted(c, wanted)
        if isinstance(wanted, IntType):
            return c if isinstance(c.type, IntType) else self.cast(c, wanted)
        if isinstance(c.type, IntType):
            return c if c.text == "0" else self.cast(c, wanted)
        here, there = self.spell(c.type), self.spell(wanted)
        return c if here == there or "void *" in (here, there) else self.cast(c, wanted)

    def cast(self, c: C, to: Scalar) -> C:
        pointers = isinstance(c.type, PointerType), isinstance(to, PointerType)
        if pointers[0] != pointers[1]:
            # Between pointers and integers the integer must be as wide as the pointer.
            integer = to if pointers[0] else c.type
            assert isinstance(integer, Scalar)
            if integer.bits != self.types.model.pointer_bits:
                c = C(f"({WORD}){c.inside(UNARY)}", UNARY, IntType(self.types.model.pointer_bits, False))
        return C(f"({self.spell(to)}){c.inside(UNARY)}", UNARY, to)

    def reinterpreted(self, c: C, to: Scalar) -> C:
        """``c`` with its bits kept: one of the types is floating."""
        if isinstance(c.type, FloatType):
            integer = IntType(c.type.bits, False)
            c = C(c_floats.bits_of(c.inside(1), self.spell(c.type), self.spell(integer)), POSTFIX, integer)
        if isinstance(to, FloatType):
            integer = IntType(to.bits, False)
            bits = self.converted(c, integer) if c.type == integer else self.cast(c, integer)
            return C(c_floats.number_of(bits.inside(1), self.spell(to), self.spell(integer)), POSTFIX, to)
        return c if c.type == to else self.cast(c, to)

    # --- expressions ------------------------------------------------------------------------------------------------

    def expr(self, e: Expr) -> C:
        e = simplify(e)
        match e:
            case Const():
                return self.constant(e)
            case Local():
                return C(self.local_name(e), ATOM, e.type)
            case Self():
                return C(self.self_id, ATOM, INT)
            case FunctionAddress():
                return C(f"&{self.function_name(e.function)}", UNARY, PointerType(e.type.bits, IntType(8, True)))
            case Cast():
                return self.cast_expr(e)
            case Unary():
                return self.unary(e)
            case Binary():
                return self.pointer_arithmetic(e) if isinstance(e.type, PointerType) else self.binary(e)
            case Cond():
                then, other = (self.converted(self.expr(x), e.type) for x in (e.then, e.other))
                return C(f"{self.condition(e.test, 1)} ? {then.inside(1)} : {other.inside(1)}", 0, e.type)
            case FloatOp():
                return self.float_op(e)
            case AddressOf():
                return self.address(e)

    def float_op(self, e: FloatOp) -> C:
        args = [self.converted(self.expr(a), a.type) for a in e.args]
        if e.op in c_floats.OPERATORS:
            own = PRECEDENCE[e.op]
            return C(f"{args[0].inside(max(own, 9))} {e.op} {args[1].inside(max(own + 1, 9))}", own, e.type)
        if e.op in c_floats.FUNCTIONS:
            assert isinstance(e.type, FloatType)
            name = c_floats.function_name(e.op, e.type)
            self.mathematics[name] = e.type
            return C(f"{name}({args[0].text})", POSTFIX, e.type)
        return C(f"({self.spell(e.type)}){args[0].inside(UNARY)}", UNARY, e.type)

    def constant(self, e: Const) -> C:
        if isinstance(e.type, PointerType):
            if e.value == 0:
                return C("0", ATOM, e.type)
            return C(f"({self.spell(e.type)}){e.value}UL", UNARY, e.type)
        if isinstance(e.type, FloatType):
            text = c_floats.literal(e.value, e.type)
            if text is None:
                return self.reinterpreted(self.constant(Const(e.value, IntType(e.type.bits, False))), e.type)
            return C(text, UNARY if text.startswith("-") else ATOM, e.type)
        if e.type.bits > 64:
            high, low = (e.value >> 64) & (2**64 - 1), e.value & (2**64 - 1)
            return C(f"({self.spell(e.type)})(((unsigned __int128){high}UL << 64) | {low}UL)", UNARY, e.type)
        suffix = "" if e.type.bits < 64 else "L" if self.types.model.long_bits == 64 else "LL"
        if e.type.bits >= 32 and not e.type.signed:
            suffix = "u" if e.type.bits == 32 else "U" + suffix
        if e.value == e.type.lo and e.type.signed and e.type.bits >= 32:
            return C(f"(-{e.type.hi}{suffix} - 1)", ATOM, e.type)
        return C(f"{e.value}{suffix}", ATOM if e.value >= 0 else UNARY, e.type)

    def cast_expr(self, e: Cast) -> C:
        if isinstance(e.arg.type, PointerType) and isinstance(e.type, IntType) and isinstance(simplify(e.arg), Binary):
            inner = self.number(e.arg)
        else:
            inner = self.expr(e.arg)
        if isinstance(e.arg.type, FloatType) or isinstance(e.type, FloatType):
            return self.converted(self.converted(inner, e.arg.type), e.type)
        if isinstance(inner.type, PointerType) == isinstance(e.type, PointerType) and (
            self.spell(inner.type) == self.spell(e.type)
        ):
            return inner
        return self.cast(inner, e.type)

    def unary(self, e: Unary) -> C:
        if e.op == "!":
            return C(f"!{self.condition(e.arg, UNARY)}", UNARY, INT)
        inner = self.number(e.arg) if isinstance(e.type, PointerType) else self.operand(e.arg)
        gap = " " if inner.text.startswith(e.op) else ""
        return self.wrapped(C(f"{e.op}{gap}{inner.inside(UNARY)}", UNARY, e.type), e.type)

    def wrapped(self, c: C, type: Scalar) -> C:
        """Arithmetic on types narrower than int happens in int: back to the type."""
        if isinstance(type, PointerType) or type.bits < 32:
            return C(f"({self.spell(type)}){c.inside(UNARY)}", UNARY, type)
        return c

    def operand(self, e: Expr) -> C:
        """An operand of an arithmetic operator or comparison, where C widens small integers to int by itself."""
        if isinstance(e, Cast) and e.type == INT and isinstance(e.arg.type, IntType) and e.arg.type.bits < 32:
            return replace(self.expr(e.arg), type=INT)
        return self.expr(e)

    def binary(self, e: Binary) -> C:
        if e.op in LOGICAL:
            sides = [self.expr(as_condition(x)) for x in (e.left, e.right)]
            # Compilers want parentheses around && inside ||.
            texts = [s.inside(3 if not s.text.count("&&") or e.op == "||" else 2) for s in sides]
            return C(f" {e.op} ".join(texts), PRECEDENCE[e.op], INT)
        if e.op in COMPARISONS:
            return self.comparison(e)
        if e.op in ("/", "%", "<<", ">>") and self.meaningless(e):
            return C("0", ATOM, e.type)
        own = PRECEDENCE[e.op]
        additive = e.op in ("+", "-", "*", "/", "%")
        left = self.operand(e.left).inside(own if additive else UNARY)
        right = self.operand(e.right).inside(own + 1 if additive else UNARY)
        c = C(f"{left} {e.op} {right}", own, e.type)
        return c if e.op in ("&", "|", "^", ">>", "%") else self.wrapped(c, e.type)

    def meaningless(self, e: Binary) -> bool:
        """A constant zero divisor or a constant shift too far: the core gives them no meaning, compilers a warning."""
        if not isinstance(e.right, Const):
            return False
        return e.right.value == 0 if e.op in ("/", "%") else not 0 <= e.right.value < e.left.type.bits

    def comparison(self, e: Binary) -> C:
        left, right = self.operand(e.left), self.operand(e.right)
        if isinstance(e.left.type, PointerType):
            left, right = self.converted(left, e.left.type), self.converted(right, e.left.type)
            spelled = {self.spell(left.type), self.spell(right.type)}
            if e.op in ("==", "!="):
                spelled.discard("void *")
            if len(spelled) > 1 and right.text != "0":
                left, right = (self.cast(c, PointerType(e.left.type.bits)) for c in (left, right))
        # A negation on the left of a comparison is taken for a slip by compilers.
        weak = left.text.startswith("!")
        return C(f"{left.inside(ATOM if weak else 9)} {e.op} {right.inside(9)}", PRECEDENCE[e.op], INT)

    # --- pointers ---------------------------------------------------------------------------------------------------

    def number(self, e: Expr) -> C:
        """A pointer-typed expression as an integer of the same width."""
        word = IntType(self.types.model.pointer_bits, False)
        e = simplify(e)
        if isinstance(e, Const):
            return C(f"{e.value}UL", ATOM, word)
        if isinstance(e, Cast) and isinstance(e.arg.type, IntType):
            inner = self.expr(e.arg)
            return inner if e.arg.type == word else C(f"({WORD}){inner.inside(UNARY)}", UNARY, word)
        if isinstance(e, Binary) and e.op not in COMPARISONS + LOGICAL:
            sides = [self.number(x).inside(UNARY) for x in (e.left, e.right)]
            return C(f"{sides[0]} {e.op} {sides[1]}", PRECEDENCE[e.op], word)
        c = self.expr(e)
        return c if isinstance(c.type, IntType) else C(f"({WORD}){c.inside(UNARY)}", UNARY, word)

    def pointer_arithmetic(self, e: Binary) -> C:
        """A pointer plus an offset; anything else is computed in integers."""
        assert isinstance(e.type, PointerType)
        total = pointer_sum(e)
        if total.base is e or total.base is None or is_number(e):
            return self.cast(self.number(e), e.type)
        base = self.expr(total.base) if not isinstance(total.base, MemoryObject) else None
        assert base is not None
        to = base.type.to if isinstance(base.type, PointerType) else None
        index = self.element_index(total, to.size) if to is not None and not isinstance(to, ArrayType) else None
        if index is not None:
            return self.converted(C(f"{base.inside(9)} + {index.inside(10)}", 9, base.type), e.type)
        return self.cast(C(self.bytes_from(f"(char *){base.inside(UNARY)}", total), 9, PointerType(64, INT)), e.type)

    def element_index(self, total: Sum, size: int) -> C | None:
        """The offset of ``total`` as a number of elements of ``size`` bytes, if it is one."""
        if not size or total.constant % size or any(scale != size for _, scale in total.terms) or len(total.terms) > 1:
            return None
        count = total.constant // size
        if not total.terms:
            return C(str(count), ATOM if count >= 0 else UNARY, INT)
        index = self.index(total.terms[0][0])
        if not count:
            return index
        return C(f"{index.inside(9)} {'+' if count > 0 else '-'} {abs(count)}", 9, INT)

    def index(self, e: Expr) -> C:
        if isinstance(e.type, PointerType):
            return C(f"(long){self.number(e).inside(UNARY)}", UNARY, INT)
        while isinstance(e, Cast) and isinstance(e.arg.type, IntType) and self.same_index(e.arg.type, e.type):
            e = e.arg
        return self.expr(e)

    def same_index(self, narrow: IntType, wide: Scalar) -> bool:
        """Whether widening an index changes nothing about the address."""
        kept = wide.signed or not narrow.signed or wide.bits >= self.types.model.pointer_bits
        return narrow.bits < wide.bits and kept

    def bytes_from(self, start: str, total: Sum) -> str:
        text = start
        if total.constant:
            text += f" {'+' if total.constant > 0 else '-'} {abs(total.constant)}"
        for e, scale in total.terms:
            index = self.index(e)
            text += f" + {index.inside(10)}" if scale == 1 else f" + {index.inside(10)} * {scale}L"
        return text

    def address(self, e: AddressOf) -> C:
        c = self.lvalue(e.place)
        if c.text.startswith("*"):
            found = C(c.text[1:], UNARY, PointerType(e.type.bits, c.type))
        elif isinstance(c.type, ArrayType) and not isinstance(c.type.elem, ArrayType):
            found = replace(c, type=PointerType(e.type.bits, c.type.elem))
        else:
            found = C(f"&{c.inside(POSTFIX)}", UNARY, PointerType(e.type.bits, c.type))
            if isinstance(c.type, ArrayType):
                return self.cast(found, e.type)
        return self.converted(found, e.type)

    # --- places -----------------------------------------------------------------------------------------------------

    def lvalue(self, place: Place) -> C:
        """The place as a C lvalue of the place's type."""
        total = place_sum(place)
        if isinstance(total.base, MemoryObject):
            return self.in_object(total.base, total, place.type)
        assert total.base is not None
        base = self.expr(total.base)
        if isinstance(base.type, IntType) or isinstance(total.base, Const):
            base = self.cast(base, PointerType(self.types.model.pointer_bits, place.type))
        return self.behind_pointer(base, total, place)

    def in_object(self, obj: MemoryObject, total: Sum, wanted: Type) -> C:
        name = self.object_name(obj)
        path = self.path(obj.type, total, wanted)
        if path is not None:
            return C(name + path, POSTFIX if path else ATOM, wanted)
        start = name if isinstance(obj.type, ArrayType) else f"&{name}"
        return self.at_bytes(f"(char *){start}", total, wanted)

    def at_bytes(self, start: str, total: Sum, wanted: Type) -> C:
        pointer = self.spell(PointerType(self.types.model.pointer_bits, wanted))
        if not total.constant and not total.terms:
            return C(f"*({pointer}){start.removeprefix('(char *)')}", UNARY, wanted)
        return C(f"*({pointer})({self.bytes_from(start, total)})", UNARY, wanted)

    def behind_pointer(self, base: C, total: Sum, place: Place) -> C:
        assert isinstance(base.type, PointerType)
        found = self.typed_pointer(base, base.type.to, total, place.type)
        if found is not None:
            return found
        for struct in self.structs_with(place):
            pointer = self.cast(base, PointerType(base.type.bits, struct))
            found = self.typed_pointer(pointer, struct, total, place.type)
            if found is not None:
                return found
        pointer = self.cast(base, PointerType(base.type.bits, place.type))
        index = self.element_index(total, place.type.size)
        if index is not None and index.text != "0" and not isinstance(place.type, ArrayType):
            return C(f"{pointer.inside(POSTFIX)}[{index.text}]", POSTFIX, place.type)
        return self.at_bytes(f"(char *){base.inside(UNARY)}", total, place.type)

    def structs_with(self, place: Place) -> list[StructType]:
        """Structs that have the member that the place names: a cast to one of them makes the access readable."""
        if not place.steps or not isinstance(place.steps[0], FieldStep):
            return []
        step = place.steps[0]
        return [
            s.type
            for s in self.types.structs.values()
            if any(f.name == step.name and f.offset == step.offset for f in s.type.fields)
        ]

    def typed_pointer(self, base: C, to: Type | None, total: Sum, wanted: Type) -> C | None:
        """``p->member``, ``p[i].member``, ``*p``: an access through a pointer to ``to``."""
        if to is None or not to.size or (isinstance(to, ArrayType) and isinstance(to.elem, ArrayType)):
            return None
        path = self.path(to, total, wanted)
        if path is not None:
            if not path:
                return C(f"*{base.inside(UNARY)}", UNARY, wanted)
            text = f"->{path[1:]}" if path.startswith(".") else path
            return C(base.inside(POSTFIX) + text, POSTFIX, wanted)
        if isinstance(to, ArrayType):
            return None
        outer = [t for t in total.terms if t[1] == to.size][:1]
        inner = [t for t in total.terms if t not in outer]
        count, rest = divmod(total.constant, to.size)
        path = self.path(to, Sum(None, rest, inner), wanted)
        index = self.element_index(Sum(None, count * to.size, outer), to.size)
        if path is None or index is None:
            return None
        return C(f"{base.inside(POSTFIX)}[{index.text}]{path}", POSTFIX, wanted)

    def path(self, t: Type, total: Sum, wanted: Type) -> str | None:
        """Members and elements that lead from an object of type ``t`` to a ``wanted`` at the given offset."""
        if not total.constant and not total.terms and self.spell(t) == self.spell(wanted):
            return ""
        match t:
            case ArrayType() if t.elem.size:
                return self._element_path(t, total, wanted)
            case StructType():
                return self._member_path(t, total, wanted)
        return None

    def _element_path(self, t: ArrayType, total: Sum, wanted: Type) -> str | None:
        size = t.elem.size
        own = [term for term in total.terms if term[1] == size][:1]
        if not own and not 0 <= total.constant < t.size:
            return None
        count, rest = divmod(total.constant, size)
        inner = self.path(t.elem, Sum(None, rest, [term for term in total.terms if term not in own]), wanted)
        index = self.element_index(Sum(None, count * size, own), size)
        return None if inner is None or index is None else f"[{index.text}]{inner}"

    def _member_path(self, t: StructType, total: Sum, wanted: Type) -> str | None:
        struct = self.types.struct(t)
        for f in t.fields:
            name = struct.member(f)
            if name is None or not f.offset <= total.constant < f.offset + max(f.type.size, 1):
                continue
            inner = self.path(f.type, Sum(None, total.constant - f.offset, total.terms), wanted)
            if inner is not None:
                return f".{name}{inner}"
        return None
