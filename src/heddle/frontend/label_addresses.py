"""Labels as values: ``&&label`` is a number of its own, and ``goto *p`` compares with those of the function."""

from __future__ import annotations

from heddle.core.expr import Const, Expr
from heddle.frontend import clang, scopes, values
from heddle.frontend.clang import Kind, Node
from heddle.frontend.lowering import Lowering


def find(f: Lowering, tree: Node) -> None:
    """Notes the labels of a function whose address is taken."""

    for node in clang.nodes(tree, Kind.ADDR_LABEL):
        target = _label(node)
        f.labels_taken[clang.identity(target)] = target


def _label(node: Node) -> clang.CXCursor:
    return next(c for c in node.children if c.kind == Kind.LABEL_REF).referenced


def value(f: Lowering, node: Node) -> Expr:
    return _address(f, _label(node))


def _address(f: Lowering, label: clang.CXCursor) -> Expr:
    return Const(f.linker.label_number(f.unit, label), f.types.void_pointer.core)


def goto(f: Lowering, node: Node) -> None:
    target = f.keep(values.cast(f.value(node.expressions[-1]), f.types.void_pointer.core))
    f.at(node)
    if scopes.pending(f):
        f.unsupported("a computed goto out of the scope of a variable with a cleanup function")
    for label in f.labels_taken.values():
        f.branch(values.binary("==", target, _address(f, label)), f.label_name(label))
    f.unsupported("a computed goto to something that is no label of the function")
