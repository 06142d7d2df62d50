"""The parameters of main.

What main looks at is a string of unknown characters (``library/arguments.c``), within bounds, or what the user gives; a
program that does not look at ``argv`` pays nothing for it (:mod:`heddle.frontend.argument_uses`).
"""

from __future__ import annotations

from heddle.core.expr import Const, Local
from heddle.core.instr import Assume, Call, Declare, Nondet, Source, Write
from heddle.core.types import INT
from heddle.frontend import clang, lvalues, values
from heddle.frontend.clang import Kind, Node
from heddle.frontend.lowering import Lowering, Variable
from heddle.frontend.types import scalar

LIBRARY_FUNCTIONS = ("__model_count_arguments", "__model_arguments", "__model_environment")


def parameters(f: Lowering, tree: Node, nodes: list[Node]) -> None:
    """The parameters of main that it looks at get their values: argc any number from 1 on, argv and envp texts."""
    mentioned, looked_at = _mentioned(tree), f.linker.argument_uses.looked_at
    for index, node in enumerate(nodes):
        ctype = f.ctype(node)
        type = scalar(ctype)
        if type is None:
            continue
        key = f.declaration_key(node.cursor)
        local = Local(f.unique(node.spelling or "unnamed"), type)
        if (looked_at and index < 2) or (index == 2 and clang.identity(node.cursor) in mentioned):
            symbol = f.linker.function_named(f.unit, LIBRARY_FUNCTIONS[index])
            assert symbol is not None
            dst = f.temporary(scalar(symbol.result) or INT)
            f.emit(Call(dst, symbol.name, ()))
            f.assign(local, values.cast(dst, type))
        elif index == 0 and clang.identity(node.cursor) in mentioned:
            _count(f, node, local)
        else:
            f.assign(local, Const(0, type))  # nobody looks at it
        f.variables[key] = Variable(local, ctype)
        if key in f.address_taken:
            target = lvalues.new_local(f, node.spelling, ctype)
            f.emit(Declare(f.memory[-1]))
            f.emit(Write(target.place(type), local))
            f.variables[key] = target


def _count(f: Lowering, node: Node, local: Local) -> None:
    argv = f.linker.options.outside.argv
    if argv is not None:
        f.assign(local, Const(len(argv) + 1, local.type))
        return
    f.emit(Nondet(local, node.spelling, Source.INPUT))
    f.emit(Assume(values.binary(">=", local, Const(1, local.type))))


def _mentioned(tree: Node) -> set[tuple[int, int | None]]:
    return {clang.identity(node.referenced) for node in clang.nodes(tree, Kind.DECL_REF)}
