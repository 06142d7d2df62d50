"""Changes of a variable that C leaves in no order with other uses of it in the same expression (C11 6.5p2).

Only what surely happens is looked at, and only variables that are named: what ``&&``, ``||`` and ``?:`` evaluate
sometimes, and what is reached through pointers or members, is not.
"""

from __future__ import annotations

from collections.abc import Sequence

from heddle.core.expr import Const
from heddle.core.instr import UNSEQUENCED
from heddle.core.types import INT
from heddle.frontend import checks, clang, marked
from heddle.frontend.clang import Kind, Node, stripped
from heddle.frontend.lowering import Lowering
from heddle.frontend.types import Atomic, scalar
from heddle.records import dataclass, field

Names = dict[int | None, str]
"""Of variables, by their declarations."""
_INCREMENTS = ("x++", "x--", "++x", "--x")
_SKIPPED = (Kind.SIZEOF, Kind.GENERIC, Kind.STMT_EXPR, Kind.ADDR_LABEL)
_MESSAGE = "'{}' is changed in no order with another use of it in the same expression"


@dataclass(slots=True)
class _Effects:
    """What evaluating an expression surely does.  ``pending``: the changes that may come after its value is known."""

    changed: Names = field(default_factory=dict)
    read: Names = field(default_factory=dict)
    pending: Names = field(default_factory=dict)

    def add(self, other: _Effects, pending: bool = True) -> None:
        self.changed |= other.changed
        self.read |= other.read
        if pending:
            self.pending |= other.pending


def operands(f: Lowering, nodes: Sequence[Node]) -> None:
    """What must hold of operands that C evaluates in any order."""
    if _is_checked(f):
        _apart(f, [_effects(f, node) for node in nodes])


def assignment(f: Lowering, left: Node, right: Node, reads: bool = False) -> None:
    """The same of the sides of an assignment, and of the change that it makes; ``reads``: it needs the old value."""
    if not _is_checked(f):
        return
    target, value = _target(f, left, reads), _effects(f, right)
    named = _named(f, left)
    if named is not None and named[0] in value.pending:
        _report(f, named[1])
        return
    _apart(f, [target, value])


def _is_checked(f: Lowering) -> bool:
    return UNSEQUENCED in f.linker.checks and not f.unit.library


def _apart(f: Lowering, found: list[_Effects]) -> None:
    for one in found:
        for other in found:
            for key, name in one.changed.items():
                if other is not one and (key in other.changed or key in other.read):
                    _report(f, name)
                    return


def _report(f: Lowering, name: str) -> None:
    checks.require(f, Const(0, INT), _MESSAGE.format(name), UNSEQUENCED)


def _named(f: Lowering, node: Node) -> tuple[int | None, str] | None:
    """The variable that an expression names, if it is a number or pointer that only one thread changes at a time."""
    node = stripped(node)
    if node.kind != Kind.DECL_REF or node.referenced.kind not in (Kind.VAR_DECL, Kind.PARM_DECL):
        return None
    ctype = f.ctype(node)
    if isinstance(ctype, Atomic) or scalar(ctype) is None:
        return None
    return f.declaration_key(node.referenced), node.spelling


def _target(f: Lowering, node: Node, reads: bool) -> _Effects:
    """What it takes to find out what is assigned to."""
    named = _named(f, node)
    if named is None:
        return _effects(f, node)
    return _Effects(read=dict([named]) if reads else {})


def _effects(f: Lowering, node: Node) -> _Effects:
    found = _Effects()
    node = stripped(node)
    if node.kind in _SKIPPED:
        return found
    if node.kind == Kind.DECL_REF:
        named = _named(f, node)
        if named is not None:
            found.read |= dict([named])
        return found
    if node.kind == Kind.UNARY:
        return _unary(f, node)
    if node.kind in (Kind.BINARY, Kind.COMPOUND_ASSIGN):
        return _binary(f, node)
    parts = node.expressions
    if node.kind == Kind.CONDITIONAL:
        found.add(_effects(f, parts[0]), pending=False)
    elif node.kind == Kind.CALL:
        if not clang.spelling(node.cursor).startswith("__builtin_"):
            for part in parts:
                found.add(_effects(f, part), pending=False)
    elif node.kind != Kind.UNEXPOSED_EXPR or len(parts) == 1:
        for part in parts:
            found.add(_effects(f, part))
    return found


def _unary(f: Lowering, node: Node) -> _Effects:
    operand, operator = node.expressions[-1], node.unary_operator
    named = _named(f, operand)
    if operator in _INCREMENTS and named is not None:
        here = dict([named])
        return _Effects(here.copy(), here.copy(), here)
    if operator == "&" and named is not None:
        return _Effects()
    return _effects(f, operand)


def _binary(f: Lowering, node: Node) -> _Effects:
    found = _Effects()
    left, right = node.expressions
    operator = node.binary_operator
    if operator in ("&&", "||"):
        found.add(_effects(f, left), pending=False)
    elif operator == ",":
        if marked.find(node) is None:
            found.add(_effects(f, left), pending=False)
            found.add(_effects(f, right))
    elif operator == "=" or node.kind == Kind.COMPOUND_ASSIGN:
        found.add(_target(f, left, reads=operator != "="))
        found.add(_effects(f, right))
        named = _named(f, left)
        if named is not None:
            found.changed |= dict([named])
            found.pending |= dict([named])
    else:
        found.add(_effects(f, left))
        found.add(_effects(f, right))
    return found


__all__ = ["assignment", "operands"]
