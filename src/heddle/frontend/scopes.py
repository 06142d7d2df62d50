"""Scopes, for variables with a ``cleanup`` function: it runs whichever way control leaves the scope."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from heddle.core.expr import Expr
from heddle.core.instr import Call
from heddle.frontend import attributes, clang, lvalues
from heddle.frontend.clang import CXCursor, Kind, Node
from heddle.frontend.lowering import Lowering, Memory, Scope

Key = tuple[int, int | None]


def find_cleanups(f: Lowering, tree: Node) -> None:
    """Notes the variables with a cleanup function; they live in memory."""

    for node in clang.nodes(tree, Kind.VAR_DECL):
        function = attributes.cleanup(node)
        if function is not None:
            key = f.declaration_key(node.cursor)
            f.cleanups[key] = function
            f.address_taken.add(key)
    if f.cleanups:
        _enclosing(f, tree, ())


def _enclosing(f: Lowering, node: Node, around: tuple[Key, ...]) -> None:
    """Which scopes lie around each label."""
    if node.kind == Kind.LABEL:
        f.label_scopes[clang.identity(node.cursor)] = around
    if node.kind in (Kind.COMPOUND, Kind.FOR):
        around = (*around, clang.identity(node.cursor))
    for child in node.children:
        _enclosing(f, child, around)


@contextmanager
def entered(f: Lowering, node: Node) -> Iterator[None]:
    f.scopes.append(Scope(clang.identity(node.cursor)))
    yield
    leave(f, len(f.scopes) - 1)
    f.scopes.pop()


def declared(f: Lowering, key: int | None, variable: Memory) -> None:
    """A variable's lifetime begins."""
    if key in f.cleanups:
        f.scopes[-1].variables.append((f.cleanups[key], lvalues.address(f, variable)))


def leave(f: Lowering, depth: int) -> None:
    """Cleans up what is declared in the scopes beyond the first ``depth``, the last one first."""
    for scope in reversed(f.scopes[depth:]):
        for function, address in reversed(scope.variables):
            _call(f, function, address)


def pending(f: Lowering) -> bool:
    return any(scope.variables for scope in f.scopes)


def leave_for(f: Lowering, label: CXCursor) -> None:
    """Cleans up before a jump to a label."""
    if not pending(f):
        return
    around = f.label_scopes.get(clang.identity(label), ())
    same = 0
    while same < min(len(around), len(f.scopes)) and around[same] == f.scopes[same].key:
        same += 1
    leave(f, same)


def _call(f: Lowering, name: str, address: Expr) -> None:
    symbol = f.linker.function_named(f.unit, name)
    if symbol is None:
        f.unsupported(f"call of undefined function '{name}'")
    else:
        f.emit(Call(None, symbol.name, (address,)))
