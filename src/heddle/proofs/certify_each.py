"""The check of invariants about each thread: every thread's part holds wherever it is, whatever the others do."""

from __future__ import annotations

from heddle.proofs.formulas import SHARED, names
from heddle.proofs.ghosts import Ghosted
from heddle.proofs.invariant import Invariant
from heddle.proofs.obligations import Obligations
from heddle.proofs.system import Edge, Template


class EachThread(Obligations):
    """``claims``: and no claim fails where it does."""

    def __init__(self, ghosted: Ghosted, invariant: Invariant, deadline: float, claims: bool = True) -> None:
        super().__init__(ghosted, invariant, deadline)
        self.claims = claims

    def run(self) -> None:
        shared, main, conditions = self.beginning()
        self.show(conditions, self.holds(shared, main), "at the beginning")
        for template, edge in self.system.edges():
            if self.part([(template.index, edge.source)]).op != "false":
                self._own_step(template, edge)
                self._steps_of_others(template, edge)

    def _own_step(self, template: Template, edge: Edge) -> None:
        shared, thread = self.shared(), self.thread((template.index, edge.source))
        taken = self.take(thread, edge, shared)
        before = [*self.known(shared, thread), self.holds(shared, thread), *self.joined(edge, shared)]
        before += taken.conditions
        where = f"a step of {template.name} at {edge.loc}"
        if taken.thread is None:
            if self.claims:
                self.show(before, self.logic.false, f"{where}: {edge.message}")
            return
        self.show(before, self.holds(taken.shared, taken.thread), where)
        for created in taken.created:
            self.show(before, self.holds(taken.shared, created), f"{where} starts {created.template.name}")

    def _steps_of_others(self, template: Template, edge: Edge) -> None:
        """Every other thread's part still holds after the step."""
        changed = {(SHARED, name) for name in edge.updates if name in self.system.globals}
        for other in self.system.templates:
            for node in other.nodes:
                part = self.part([(other.index, node)])
                if edge.target is None or node in other.atomic or not names(part) & changed:
                    continue
                if not self.system.apart(other.index, node, template.index, edge.source):
                    self._interference(template, edge, other, node)

    def _interference(self, template: Template, edge: Edge, other: Template, node: int) -> None:
        shared = self.shared()
        thread, watching = self.thread((template.index, edge.source)), self.thread((other.index, node))
        taken = self.take(thread, edge, shared)
        before = [*self.known(shared, thread, watching), self.holds(shared, thread), self.holds(shared, watching)]
        before += [*self.joined(edge, shared), *taken.conditions]
        what = f"a step of {template.name} at {edge.loc} while another thread is in {other.name}"
        self.show(before, self.holds(taken.shared, watching), what)


__all__ = ["EachThread"]
