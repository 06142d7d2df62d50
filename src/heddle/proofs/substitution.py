"""Nodes of the expression graph with parts of them replaced, and simplified by that"""

from __future__ import annotations

from collections.abc import Mapping

from heddle.symbolic.dag import Dag, NodeId


def substituted(dag: Dag, root: NodeId, by: Mapping[NodeId, NodeId]) -> NodeId:
    if not by:
        return root
    done: dict[NodeId, NodeId] = dict(by)
    least, stack = min(by), [root]
    while stack:
        n = stack[-1]
        if n in done or n < least:  # parts are older than what they are parts of
            done.setdefault(n, n)
            stack.pop()
            continue
        missing = [a for a in dag.nodes[n].args if a not in done]
        if missing:
            stack += missing
            continue
        done[n] = _rebuilt(dag, n, [done[a] for a in dag.nodes[n].args])
        stack.pop()
    return done[root]


def _rebuilt(dag: Dag, n: NodeId, args: list[NodeId]) -> NodeId:
    node = dag.nodes[n]
    if tuple(args) == node.args:
        return n
    match node.op:
        case "ite":
            return dag.ite(args[0], args[1], args[2])
        case "cast":
            return dag.cast(args[0], node.type)
        case "!":
            return dag.not_(args[0])
        case "&&":
            return dag.and_(args[0], args[1])
        case "||":
            return dag.or_(args[0], args[1])
    if len(args) == 1 and not node.op.startswith("f"):
        return dag.unary(node.op, args[0], node.type)
    if len(args) == 2 and not node.op.startswith("f"):
        return dag.binary(node.op, args[0], args[1], node.type)
    return dag.float_op(node.op, tuple(args), node.type)


__all__ = ["substituted"]
