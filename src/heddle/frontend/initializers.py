"""Initializers: which value goes to which bytes of an object (C11 6.7.9).

libclang shows initializer lists as written, so brace elision and designators are resolved here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from heddle.core.expr import Const, Expr
from heddle.core.instr import Declare, Write
from heddle.core.types import IntType, Scalar
from heddle.frontend import clang, constness, lvalues, values
from heddle.frontend.clang import Kind, Node
from heddle.frontend.lowering import Bits, Lowering, Memory
from heddle.frontend.strings import codes
from heddle.frontend.types import Array, CType, Integer, Member, Record, Void, leaves, scalar, unqualified
from heddle.frontend.unit import SourceUnit
from heddle.records import dataclass


@dataclass(frozen=True, slots=True)
class Item:
    """``node`` (or a constant) initializes what lies at ``offset``; ``member`` is given for bit-fields."""

    offset: int
    ctype: CType
    node: Node | None
    constant: int = 0
    member: Member | None = None


BYTE = IntType(8, False)


class UnsupportedInitializer(Exception):
    """An initializer of a form that is not modelled."""


class Plan:
    """Resolves one initializer into items, in order of evaluation."""

    def __init__(self, unit: SourceUnit) -> None:
        self.unit = unit
        self.types = unit.types
        self.items: list[Item] = []

    def object(self, ctype: CType, node: Node, offset: int, member: Member | None = None) -> None:
        plain = unqualified(ctype)
        inner = _bare(node)
        if isinstance(plain, Array) and inner.kind == Kind.INIT_LIST and len(inner.expressions) == 1:
            only = _bare(inner.expressions[0])
            inner = only if _is_string(plain, only) else inner
        if isinstance(plain, Array) and _is_string(plain, inner):
            self._string(plain, inner, offset)
        elif inner.kind == Kind.INIT_LIST:
            if isinstance(plain, Array | Record):
                self._fill(plain, offset, deque(inner.expressions), 0, True)
            elif inner.expressions:
                self.object(ctype, inner.expressions[0], offset, member)
            else:
                self.items.append(Item(offset, ctype, None, 0, member))
        elif isinstance(plain, Array) and inner.kind == Kind.COMPOUND_LITERAL:
            self.object(ctype, inner.expressions[-1], offset)
        else:
            self.items.append(Item(offset, ctype, node, 0, member))

    def _string(self, array: Array, node: Node, offset: int) -> None:
        size = array.elem.size or 1
        contents = codes(node.spelling)
        for index in range(array.count if array.count is not None else len(contents) + 1):
            code = contents[index] if index < len(contents) else 0
            self.items.append(Item(offset + index * size, array.elem, None, code))

    def _fill(self, ctype: Array | Record, offset: int, pending: deque[Node], position: int, braced: bool) -> None:
        """Initializes the parts of an aggregate from ``position`` on with the pending initializers."""
        while pending:
            if _designated(pending[0]):
                if not braced:
                    return
                node = pending.popleft()
                position = self._designate(ctype, offset, node.children[:-1], node.children[-1], pending) + 1
                continue
            part = _part(ctype, position)
            if part is None:
                if braced:
                    pending.popleft()
                    continue
                return
            self._next(part, offset, pending)
            position += 1

    def _next(self, part: Member, offset: int, pending: deque[Node]) -> None:
        plain = unqualified(part.ctype)
        where = offset + part.offset
        first = _bare(pending[0])
        if (
            not isinstance(plain, Array | Record) or first.kind == Kind.INIT_LIST
            or (isinstance(plain, Array) and _is_string(plain, first))
            or (isinstance(plain, Record) and isinstance(unqualified(self.types.of(first.cursor)), Record))
        ):
            self.object(part.ctype, pending.popleft(), where, _bit_field(part, offset))
        else:
            self._fill(plain, where, pending, 0, False)

    def _designate(
        self, ctype: CType, offset: int, path: list[Node], node: Node, pending: deque[Node]
    ) -> int:
        """Initializes what the designators name, and goes on after it in inner aggregates; gives the position used."""
        plain = unqualified(ctype)
        head = path[0]
        if isinstance(plain, Record):
            named = plain.by_key.get(head.referenced.data[0])
            positions = [i for i, m in enumerate(plain.members) if m is named]
            if named is None or not positions:
                raise UnsupportedInitializer("a designator of this form")
            self._designated_part(named, offset, path[1:], node, pending)
            return positions[0]
        if not isinstance(plain, Array):
            raise UnsupportedInitializer("a designator of this form")
        first = last = self._index(head)
        rest = path[1:]
        if rest and rest[0].kind != Kind.MEMBER_REF and self._is_range(plain, head, rest[0]):
            last, rest = self._index(rest[0]), rest[1:]
        size = plain.elem.size or 0
        for index in range(first, last + 1):
            self._designated_part(Member("", plain.elem, 8 * index * size), offset, rest, node, pending)
        return last

    def _designated_part(
        self, part: Member, offset: int, rest: list[Node], node: Node, pending: deque[Node]
    ) -> None:
        if not rest:
            self.object(part.ctype, node, offset + part.offset, _bit_field(part, offset))
            return
        position = self._designate(part.ctype, offset + part.offset, rest, node, pending)
        plain = unqualified(part.ctype)
        if isinstance(plain, Array | Record):
            self._fill(plain, offset + part.offset, pending, position + 1, False)

    def _is_range(self, array: Array, first: Node, second: Node) -> bool:
        """Whether two numbers are ``[first ... second]``; libclang shows ``[first][second]`` in the same way."""
        if not isinstance(unqualified(array.elem), Array):
            return True
        between = self.unit.unit.text_between(first.cursor, second.cursor)
        if "..." not in between and "]" not in between:
            raise UnsupportedInitializer("array designators from a macro")
        return "..." in between

    def _index(self, node: Node) -> int:
        found = clang.evaluate(node.cursor)
        if not isinstance(found, int):
            raise UnsupportedInitializer("an array designator that is not constant")
        return found


def _bit_field(member: Member, offset: int) -> Member | None:
    if member.unit is None:
        return None
    return Member(member.name, member.ctype, member.bit_offset + 8 * offset, member.width,
                  (member.unit[0] + offset, member.unit[1]))


def _bare(node: Node) -> Node:
    """Without parentheses and what clang wraps around strings and lists."""
    while node.kind in (Kind.PAREN, Kind.UNEXPOSED_EXPR) and len(node.expressions) == 1:
        inner = node.expressions[0]
        if node.kind != Kind.PAREN and inner.kind not in (Kind.STRING, Kind.PAREN, Kind.INIT_LIST):
            break
        node = inner
    return node


def _is_string(array: Array, node: Node) -> bool:
    return isinstance(unqualified(array.elem), Integer) and _bare(node).kind == Kind.STRING


def _designated(node: Node) -> bool:
    """Designated initializers are the unexposed expressions of type void in a list."""
    return node.kind == Kind.UNEXPOSED_EXPR and len(node.children) > 1 and node.type.kind == 2


def _part(ctype: Array | Record, position: int) -> Member | None:
    if isinstance(ctype, Array):
        if ctype.count is not None and position >= ctype.count:
            return None
        return Member("", ctype.elem, 8 * position * (ctype.elem.size or 0))
    limit = 1 if ctype.is_union else len(ctype.members)
    return ctype.members[position] if position < min(limit, len(ctype.members)) else None


# --- local objects --------------------------------------------------------------------------------------------------


def initialize(f: Lowering, target: Memory, node: Node, zeroed: bool) -> None:
    """Writes a local object's initializer: zeros first where nothing else goes (unless the object is zero already)."""
    plan = Plan(f.unit)
    try:
        plan.object(target.ctype, node, 0)
    except UnsupportedInitializer as problem:
        f.unsupported(f"initializer with {problem}")
        return
    if not zeroed:
        _clear_rest(f, target, plan)
    with f.operands(interleaved=False) as operands:
        operands.fresh = target.base
        for item in plan.items:
            if not (zeroed and item.node is None and item.constant == 0):
                store_item(f, target, item)
                operands.next()


def _clear_rest(f: Lowering, target: Memory, plan: Plan) -> None:
    written = [(i.offset, i.offset + (i.ctype.size or 0)) for i in plan.items if i.member is None]
    covered = {offset for low, high in written for offset in range(low, high)}
    for leaf in leaves(target.ctype):
        if not all(o in covered for o in range(leaf.offset, leaf.offset + leaf.type.size)):
            f.emit(Write(lvalues.at_offset(target, leaf.offset, target.ctype).place(leaf.type), Const(0, leaf.type)))


def store_item(f: Lowering, target: Memory, item: Item) -> None:
    place = lvalues.at_offset(target, item.offset, unqualified(item.ctype))
    if item.node is not None and isinstance(place.ctype, Record):
        lvalues.copy(f, place, f.aggregate(item.node))
        return
    type = scalar(item.ctype)
    if type is None:
        f.unsupported("an initializer of this type")
        return
    value = f.value(item.node) if item.node is not None else Const(type.wrap(item.constant), type)
    if item.member is not None and item.member.unit is not None:
        offset, bits = item.member.unit
        unit = lvalues.at_offset(target, offset, item.ctype)
        shift, width = item.member.bit_offset - 8 * offset, item.member.width or 0
        lvalues.store(f, Bits(unit, IntType(bits, False), shift, width, item.ctype), value)
    else:
        lvalues.store(f, place, values.cast(value, type))


def compound_literal(f: Lowering, node: Node) -> Memory:
    ctype = f.ctype(node)
    target = lvalues.new_local(f, "literal", ctype, const=constness.parts_of(node.cursor))
    f.at(node)
    f.emit(Declare(f.memory[-1]))
    initialize_any(f, target, node.expressions[-1])
    return target


def initialize_any(f: Lowering, target: Memory, node: Node, zeroed: bool = False) -> None:
    """Initializes a memory object of any type."""
    plain = unqualified(target.ctype)
    if isinstance(plain, Record) and _bare(node).kind != Kind.INIT_LIST:
        lvalues.copy(f, target, f.aggregate(node))
    elif isinstance(plain, Array | Record):
        initialize(f, target, node, zeroed)
    elif not isinstance(plain, Void):
        value = f.value(node)
        lvalues.store(f, Memory(target.base, target.steps, plain), value)


# --- global objects -------------------------------------------------------------------------------------------------

Contents = tuple[tuple[int, Scalar, Expr], ...]


def static_contents(f: Lowering, ctype: CType, node: Node) -> Contents:
    """The initial contents of an object with static storage; ``f`` only evaluates constants."""
    plan = Plan(f.unit)
    plan.object(ctype, node, 0)
    contents: dict[int, tuple[Scalar, Expr]] = {}
    bits: dict[int, int] = {}
    for item in plan.items:
        if item.member is not None and item.member.unit is not None:
            _add_bit_field(f, bits, item)
            continue
        plain = unqualified(item.ctype)
        if isinstance(plain, Record) and item.node is not None:
            inner = _bare(item.node)
            while inner.kind in (Kind.UNEXPOSED_EXPR, Kind.PAREN):
                inner = inner.expressions[-1]
            if inner.kind != Kind.COMPOUND_LITERAL:
                raise UnsupportedInitializer("a struct value that is not constant")
            for offset, type, value in static_contents(f, plain, inner.expressions[-1]):
                contents[item.offset + offset] = (type, value)
            continue
        item_type = scalar(item.ctype)
        if item_type is None:
            raise UnsupportedInitializer("a value of this type")
        contents[item.offset] = (item_type, values.cast(static_value(f, item), item_type))
    pieces = [(offset, *what) for offset, what in sorted(contents.items())] + list(_bit_field_bytes(bits))
    return tuple(piece for piece in sorted(pieces, key=lambda p: p[0]) if not values.is_constant(piece[2], 0))


def static_value(f: Lowering, item: Item) -> Expr:
    type = scalar(item.ctype)
    assert type is not None
    if item.node is None:
        return Const(type.wrap(item.constant), type)
    with f.captured() as extra:
        value = f.value(item.node)
    if not extra:
        return value
    found = clang.evaluate(item.node.cursor)
    if isinstance(found, int) and isinstance(unqualified(item.ctype), Integer):
        return Const(type.wrap(found), type)
    raise UnsupportedInitializer("a value that is not constant")


def _add_bit_field(f: Lowering, bits: dict[int, int], item: Item) -> None:
    """Records the bits that a bit-field's initializer sets or clears."""
    assert item.member is not None
    value = static_value(f, item)
    if not isinstance(value, Const):
        raise UnsupportedInitializer("a bit-field that is not constant")
    for position in range(item.member.width or 0):
        bits[item.member.bit_offset + position] = (value.value >> position) & 1


def _bit_field_bytes(bits: dict[int, int]) -> Iterator[tuple[int, Scalar, Expr]]:
    """The bytes that bit-fields set."""
    for offset in sorted({position // 8 for position in bits}):
        yield offset, BYTE, Const(sum(bits.get(8 * offset + k, 0) << k for k in range(8)), BYTE)
