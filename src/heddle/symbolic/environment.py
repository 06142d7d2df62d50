"""What symbolic execution knows of a thread's variables: expressions become nodes, and where paths meet, choices."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TypeAlias

from heddle.core.expr import AddressOf, Binary, Cast, Cond, Const, Expr, FloatOp, FunctionAddress, Local, Self, Unary
from heddle.core.instr import Assign, Branch, Goto
from heddle.symbolic.dag import Dag, NodeId

Env: TypeAlias = dict[str, NodeId]


class Environment(ABC):
    """The variables by name, as nodes of ``dag``; one that nothing has set is 0."""

    dag: Dag
    env: Env
    guard: NodeId
    """Whether control is where execution is."""

    @abstractmethod
    def leave_for(self, label: str, guard: NodeId) -> None:
        """Control goes to ``label`` if ``guard`` holds."""

    def control(self, x: Assign | Goto | Branch) -> None:
        """What concerns variables and the way through the thread only."""
        match x:
            case Assign():
                self.env[x.dst.name] = self.dag.cast(self.eval(x.value), x.dst.type)
            case Goto():
                self.leave_for(x.label, self.guard)
                self.guard = self.dag.false
            case Branch():
                test = self.dag.truth(self.eval(x.test))
                taken = self.dag.and_(self.guard, test)
                if taken != self.dag.false:
                    self.leave_for(x.label, taken)
                self.guard = self.dag.and_(self.guard, self.dag.not_(test))

    @abstractmethod
    def named(self, e: AddressOf | FunctionAddress | Self) -> NodeId:
        """What depends on where things lie, and on who asks."""

    def eval(self, e: Expr) -> NodeId:
        dag = self.dag
        match e:
            case Const():
                return dag.const(e.value, e.type)
            case Local():
                known = self.env.get(e.name)
                return dag.const(0, e.type) if known is None else known
            case Binary():
                return dag.binary(e.op, self.eval(e.left), self.eval(e.right), e.type)
            case Unary():
                return dag.unary(e.op, self.eval(e.arg), e.type)
            case Cast():
                return dag.cast(self.eval(e.arg), e.type)
            case Cond():
                return dag.ite(self.eval(e.test), self.eval(e.then), self.eval(e.other))
            case FloatOp():
                return dag.float_op(e.name, tuple(self.eval(a) for a in e.args), e.type)
            case AddressOf() | FunctionAddress() | Self():
                return self.named(e)

    def distinguishing(self, a: NodeId, b: NodeId) -> NodeId:
        """A condition that tells guard ``a`` from ``b``, given that one of the two holds."""
        x, y = self.dag.nodes[a], self.dag.nodes[b]
        if x.op == "&&" and y.op == "&&" and x.args[0] == y.args[0] and x.args[1] == self.dag.not_(y.args[1]):
            return x.args[1]
        return a

    def joined(self, test: NodeId, a: Env, b: Env) -> Env:
        """The variables where two paths meet: those of ``a`` if ``test`` holds."""
        env = dict(b)
        for name, value in a.items():
            other = env.get(name)
            if other is None:
                env[name] = value
            elif other != value:
                env[name] = self.dag.ite(test, value, other)
        return env


__all__ = ["Env", "Environment"]
