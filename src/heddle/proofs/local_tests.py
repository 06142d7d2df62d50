"""What steps ask of a local variable that has few values: ``p == &a[3]``, ``turn == 1``"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from heddle.proofs.evaluate import truth
from heddle.proofs.formulas import Formula, constant, disjunction, negation, variable
from heddle.proofs.liveness import Uses
from heddle.proofs.node_values import Values
from heddle.proofs.system import SELF, System, Template, Variable
from heddle.symbolic import values as V
from heddle.symbolic.dag import NodeId
from heddle.symbolic.values import Value

MOST = 3
"""So many tests of one variable."""
Test = tuple[str, Formula]
"""The variable's name, and when the test holds."""
Division = tuple[str, frozenset[int]]
"""The variable's name, and some of its values."""


def local_tests(system: System, t: Template) -> list[Test]:
    """Those that divide the values of a variable, each division once; also those asked later, of what is computed from
    the variable alone."""
    return [(name, _among(name, holds, t)) for name, holds in _Divisions(system, t).found]


def _among(name: str, holds: frozenset[int], t: Template) -> Formula:
    fails = _numbers(t.locals[name]) - holds
    fewer = holds if len(holds) <= len(fails) else fails
    either = disjunction([Formula("==", (variable((0, name)), constant(v))) for v in sorted(fewer)])
    return either if fewer is holds else negation(either)


def _numbers(v: Variable) -> frozenset[int]:
    return frozenset() if v.name == SELF or v.value.junk or v.value.numbers is None else v.value.numbers


class _Divisions:
    def __init__(self, system: System, t: Template) -> None:
        self.system, self.t, self.uses = system, t, Uses(system.dag)
        self.few = {v.node: v for v in t.locals.values() if _numbers(v)}
        self.found: list[Division] = []
        self.computed = [(name, node) for e in t.edges for name, node in e.updates.items() if name in t.locals]
        for n in _truths(system, t):
            done = len(self.found)
            self._add(n, lambda value: truth(value) is not False)
            for later, holds in self.found[done:]:
                self._add_earlier(later, holds)

    def _add_earlier(self, later: str, holds: frozenset[int]) -> None:
        """The test of a variable, asked of what it is computed from."""
        for node in {node for name, node in self.computed if name == later}:
            done = len(self.found)
            self._add(node, lambda value: value.single is None or value.single in holds)
            for name, before in self.found[done:]:
                self._add_earlier(name, before)

    def _add(self, node: NodeId, holds: Callable[[Value], bool]) -> None:
        """A test of what a node is, if that depends on one of the variables alone."""
        (only, *more) = self.uses.of([node]) or (None,)
        if only is None or more or only not in self.few:
            return
        v, dag = self.few[only], self.system.dag
        yes = frozenset(n for n in _numbers(v) if holds(Values(dag, {only: V.exactly(n)}, self.uses).of(node)))
        no = _numbers(v) - yes
        if sum(name == v.name for name, _ in self.found) >= MOST:
            return
        if yes and no and (v.name, yes) not in self.found and (v.name, no) not in self.found:
            self.found.append((v.name, yes))


def _truths(system: System, t: Template) -> Iterator[NodeId]:
    """The truth values that the steps of a template compute; first those that shared variables depend on."""
    written = [n for e in t.edges for name, n in e.updates.items() if name in system.globals]
    others = [n for e in t.edges for n in (e.guard, *e.updates.values())]
    seen: set[NodeId] = set()
    for roots in (written, others):
        stack = roots
        while stack:
            n = stack.pop()
            if n not in seen:
                seen.add(n)
                stack += system.dag.nodes[n].args
                if system.dag.is_bool(n) and system.dag.nodes[n].op != "const":
                    yield n


__all__ = ["Test", "local_tests"]
