"""Thread-modular proofs: what holds of one thread and the shared variables, wherever it is, whatever the others do.

Horn clauses after Gupta, Popeea and Rybalchenko (2011, Fig. 4) and Hoenicke, Majumdar and Podelski (2017, k = 1): a
thread's own steps, the start of the threads that it creates, and interference: another thread's step, from a state
that its own part of the invariant allows, keeps this one's.
"""

from __future__ import annotations

from collections.abc import Iterator

from heddle.proofs.clauses import Clauses
from heddle.proofs.invariant import Kind
from heddle.proofs.system import Edge, Template


class Modular(Clauses):
    kind = Kind.EACH

    def build(self) -> None:
        main = self.system.templates[0]
        shared = self.shared()
        own, known = self.start(main, None, shared)
        self.rule(self.holds(((0, main.entry),), shared, own), self.initial(shared) + known)
        for template, edge in self.system.edges():
            self._step(template, edge)
        for template in self.system.templates:
            for node in template.nodes:
                for other, edge in self._interfering(template, node):
                    self._interference(template, node, other, edge)

    def _step(self, template: Template, edge: Edge) -> None:
        shared, own = self.shared(), self.locals(template, edge.source)
        step = self.step(template, edge, shared, own)
        body = [self.holds(((template.index, edge.source),), shared, own), *self.bounds(shared, (template, own))]
        body += step.conditions + self.joined(edge, shared)
        body += self.counted(shared, (template.index, edge.source))
        if edge.target is None:
            self.rule(self.error, body)
            return
        self.rule(self.holds(((template.index, edge.target),), step.shared, step.locals), body)
        for (u, _), argument in zip(edge.creates, step.arguments, strict=True):
            created = self.system.templates[u]
            start, known = self.start(created, argument, step.shared)
            self.rule(self.holds(((u, created.entry),), step.shared, start), body + known)

    def _interfering(self, template: Template, node: int) -> Iterator[tuple[Template, Edge]]:
        """Steps of other threads that change shared variables while a thread is at ``node``."""
        if node in template.atomic:
            return
        for other, edge in self.system.edges():
            changes = edge.target is not None and any(name in self.system.globals for name in edge.updates)
            if changes and not self.system.apart(template.index, node, other.index, edge.source):
                yield other, edge

    def _interference(self, template: Template, node: int, other: Template, edge: Edge) -> None:
        shared, own, others = self.shared(), self.locals(template, node), self.locals(other, edge.source)
        step = self.step(other, edge, shared, others)
        place = ((template.index, node),)
        body = [self.holds(place, shared, own), self.holds(((other.index, edge.source),), shared, others)]
        body += self.bounds(shared, (template, own), (other, others))
        body += self.distinct((template, own), (other, others)) + step.conditions + self.joined(edge, shared)
        body += self.counted(shared, place[0], (other.index, edge.source))
        self.rule(self.holds(place, step.shared, own), body)


__all__ = ["Modular"]
