"""Horn clauses for Z3's Spacer, and what Spacer finds as an invariant (Komuravelli, Gurfinkel and Chaki 2014).

A predicate stands for a part of the invariant.  Which clauses there are, the reasoners say: of each thread
(:mod:`heddle.proofs.modular`), of pairs, of all threads together.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence

import z3

from heddle.proofs.clock import interrupting, now
from heddle.proofs.counts import all_together
from heddle.proofs.formulas import SHARED, TRUE, Formula, Name
from heddle.proofs.ghosts import Ghosted
from heddle.proofs.intervals import Interval, of_variable
from heddle.proofs.invariant import Invariant, Key, Kind, Place
from heddle.proofs.linear import Linear
from heddle.proofs.system import SELF, Edge, Template, Variable
from heddle.proofs.z3_formulas import Untranslatable, from_z3
from heddle.records import dataclass
from heddle.symbolic.dag import NodeId

Terms = dict[str, z3.ArithRef]
FEW = 6
"""Value sets with so many numbers are spelled out."""
KEPT = ("inline_eager", "inline_linear", "inline_linear_branch", "slice")
"""Transformations that take predicates away, and with them parts of the invariant; they are switched off."""


class NoProof(Exception):
    """Why there is none."""


class TooCoarse(NoProof):
    """There is no invariant of this kind."""


class OutOfTime(NoProof):
    """More time might help."""


class Refuted(NoProof):
    """A claim fails in some run, unless numbers wrap around; ``rounds``: so often it goes through a loop at most."""

    def __init__(self, reason: str, rounds: int) -> None:
        super().__init__(reason)
        self.rounds = rounds


@dataclass(slots=True)
class Step:
    """An edge from given values: ``conditions`` under which it is taken, values afterwards, arguments of new threads.
    ``locals`` are those that are live at the target."""

    conditions: list[z3.BoolRef]
    shared: Terms
    locals: Terms
    arguments: list[z3.ArithRef | None]


@dataclass(slots=True)
class Rule:
    """A Horn clause: the head follows from the body, for all values of the variables."""

    head: z3.BoolRef
    body: list[z3.BoolRef]

    def clause(self) -> z3.BoolRef:
        clause = z3.Implies(z3.And(*self.body), self.head)
        variables = unknowns(clause)
        return z3.ForAll(variables, clause) if variables else clause


class Clauses(ABC):
    kind: Kind

    def __init__(self, ghosted: Ghosted) -> None:
        self.system, self.identifiers, self.counts = ghosted.system, ghosted.identifiers, ghosted.counts
        self.rules: list[Rule] = []
        self.until = float("inf")
        """When making the clauses has to end, as a time of :func:`heddle.proofs.clock.now`."""
        self.error = z3.Bool("error")
        self.predicates: dict[Key, tuple[z3.FuncDeclRef, list[Name]]] = {}
        self._unknowns = 0
        self.known: dict[NodeId, Interval] = {v.node: of_variable(v) for v in self._variables()}
        """Intervals of the variables' values."""

    def _variables(self) -> Iterable[Variable]:
        yield from self.system.globals.values()
        for template in self.system.templates:
            yield from template.locals.values()

    @abstractmethod
    def build(self) -> None:
        """Makes the clauses.  Raises NoProof."""

    # --- values -----------------------------------------------------------------------------------------------------

    def unknown(self) -> z3.ArithRef:
        self._unknowns += 1
        return z3.Int(f"u{self._unknowns}")

    def shared(self) -> Terms:
        """New variables for all shared ones."""
        return {name: self.unknown() for name in self.system.globals}

    def locals(self, template: Template, node: int) -> Terms:
        return {name: self.unknown() for name in template.live.get(node, ())}

    def bounds(self, shared: Terms, *others: tuple[Template, Terms]) -> list[z3.BoolRef]:
        found = [within(self.system.globals[name], term) for name, term in shared.items()]
        for template, terms in others:
            found += [within(template.locals[name], term) for name, term in terms.items()]
            if template.many and SELF in terms:
                found.append(terms[SELF] >= len(self.system.templates))
        return found

    def initial(self, shared: Terms) -> list[z3.BoolRef]:
        given = [(shared[name], v.initial) for name, v in self.system.globals.items()]
        return [term == value for term, value in given if value is not None] + self.bounds(shared)

    def start(self, template: Template, argument: z3.ArithRef | None, shared: Terms) -> tuple[Terms, list[z3.BoolRef]]:
        """The local variables of a new thread, and what is known about them."""
        terms = self.locals(template, template.entry)
        known = self.bounds({}, (template, terms))
        for name, term in terms.items():
            initial = template.locals[name].initial
            if name == SELF and template.many:
                known += [shared[other] != term for other in self.identifiers]
            elif name == template.parameter:
                if argument is not None:
                    known.append(term == argument)
            elif initial is not None:
                known.append(term == initial)
        return terms, known

    def counted(self, shared: Terms, *places: Place) -> list[z3.BoolRef]:
        """Threads at these places are among those that are counted."""
        known = ((c, sum(t == c.template and n in c.nodes for t, n in places)) for c in self.counts)
        names, most = all_together(self.system, self.counts)
        total = [z3.Sum(*(shared[name] for name in names)) <= most] if len(names) > 1 else []
        return [shared[c.name] >= number for c, number in known if number] + total

    def distinct(self, *threads: tuple[Template, Terms]) -> list[z3.BoolRef]:
        """No two threads have one identifier."""
        own = [terms[SELF] for template, terms in threads if template.many and SELF in terms]
        return [a != b for i, a in enumerate(own) for b in own[:i]]

    def step(self, template: Template, edge: Edge, shared: Terms, own: Terms) -> Step:
        linear = Linear(self.system.dag, self.known, self.unknown)
        for name, term in shared.items():
            linear.define(self.system.globals[name].node, term)
        for name, term in own.items():
            linear.define(template.locals[name].node, term)
        conditions = [linear.truth(edge.guard)]
        updates = edge.updates
        after = {name: linear.number(updates[name]) if name in updates else term for name, term in shared.items()}
        target = template.live.get(edge.target, ()) if edge.target is not None else ()
        kept = {name: linear.number(updates.get(name, template.locals[name].node)) for name in target}
        arguments = [None if node is None else linear.number(node) for _, node in edge.creates]
        return Step(conditions + linear.side, after, kept, arguments)

    # --- clauses ----------------------------------------------------------------------------------------------------

    def holds(self, key: Key, shared: Terms, *locals: Terms) -> z3.BoolRef:
        """The part of the invariant for threads at these places, with these values."""
        arguments = [*shared.values(), *(term for terms in locals for term in terms.values())]
        if key not in self.predicates:
            names: list[Name] = [(SHARED, name) for name in shared]
            names += [(i, name) for i, terms in enumerate(locals) for name in terms]
            place = "_".join(f"{t}.{n}" for t, n in key)
            kinds = [z3.IntSort()] * len(arguments)
            self.predicates[key] = z3.Function(f"at_{place}", *kinds, z3.BoolSort()), names
        return self.predicates[key][0](*arguments)

    def rule(self, head: z3.BoolRef, body: Sequence[z3.BoolRef]) -> None:
        if now() > self.until:
            raise OutOfTime("the clauses are too many for the time")
        self.rules.append(Rule(head, list(body)))

    def joined(self, edge: Edge, shared: Terms) -> list[z3.BoolRef]:
        """What is known where other threads have come to their end."""
        ended = [self.system.templates[u] for u in edge.joins]
        return [self.holds(((u.index, u.end),), shared, self.locals(u, u.end)) for u in ended]

    # --- solving ----------------------------------------------------------------------------------------------------

    def solve(self, seconds: float, is_global: bool = False) -> Invariant:
        """Raises NoProof.  ``is_global``: Spacer's global guidance."""
        solver = z3.SolverFor("HORN")
        for name in KEPT:
            z3.set_param(f"fp.xform.{name}", False)
        z3.set_param("fp.spacer.global", is_global)
        until = now() + seconds
        solver.add(*(rule.clause() for rule in self.rules))
        solver.add(z3.Not(self.error))
        try:
            with interrupting(until):
                found = solver.check()
            if found == z3.unsat:
                raise TooCoarse("the abstraction is too coarse")
            if found != z3.sat:
                raise OutOfTime("no invariant found in time")
            return self._invariant(solver.model())
        except (z3.Z3Exception, Untranslatable) as error:
            if now() > until:
                raise OutOfTime("no invariant found in time") from error
            raise NoProof(f"Spacer: {error}") from error

    def _invariant(self, model: z3.ModelRef) -> Invariant:
        parts: dict[Key, Formula] = {}
        for key, (predicate, names) in self.predicates.items():
            found = model[predicate]
            body = found.else_value() if isinstance(found, z3.FuncInterp) else found
            parts[key] = TRUE if body is None else from_z3(body, names)
        return Invariant(self.kind, parts)


def within(variable: Variable, term: z3.ArithRef) -> z3.BoolRef:
    """The values that a variable may have."""
    value = variable.value
    if value.numbers is not None and not value.junk and 0 < len(value.numbers) <= FEW:
        low, high = of_variable(variable)
        if len(value.numbers) < high - low + 1:
            return z3.Or(*(term == n for n in sorted(value.numbers)))
    low, high = of_variable(variable)
    return z3.And(term >= low, term <= high)


def unknowns(term: z3.ExprRef) -> list[z3.ArithRef]:
    """The integer variables of a term."""
    seen: set[int] = set()
    found: dict[int, z3.ArithRef] = {}
    stack = [term]
    while stack:
        part = stack.pop()
        if part.get_id() not in seen:
            seen.add(part.get_id())
            if z3.is_int(part) and z3.is_const(part) and part.decl().kind() == z3.Z3_OP_UNINTERPRETED:
                found[part.get_id()] = part
            stack.extend(part.children())
    return list(found.values())


__all__ = ["Clauses", "NoProof", "OutOfTime", "Refuted", "Rule", "Step", "Terms", "TooCoarse"]
