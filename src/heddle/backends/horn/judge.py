"""Invariants judged: over the bit-vectors of the program, by Bitwuzla, clause by clause.

Initiation: the entry leads to heads only with states of their invariants.  Consecution: so does every segment that
starts in a state of its own.  Safety: none of them comes to a failure, a bound, or something unsupported.
"""

from __future__ import annotations

import time
from typing import Any

import bitwuzla as bz

from heddle.backends.bmc.terms import Terms
from heddle.backends.horn.segments import ENTRY, Clauses, Segment
from heddle.backends.horn.spacer import Invariants, variables
from heddle.backends.term_manager import TermManager
from heddle.core.types import INT, IntType
from heddle.symbolic.dag import NodeId

WIDE = IntType(128, True)
MOST = 1 << 120
"""The numbers that sums in an invariant may reach: far from where they would wrap."""


class NoFormula(Exception):
    """An invariant says something that has no counterpart here."""


def holds(system: Clauses, invariants: Invariants, deadline: float) -> str | None:
    """Why the invariants are none; None if they are."""
    for name, segment in system.segments.items():
        try:
            reason = _Judge(system, invariants, name, segment, deadline).reason()
        except NoFormula as problem:
            reason = str(problem)
        if reason is not None:
            return reason
    return None


class _Judge:
    def __init__(self, system: Clauses, invariants: Invariants, name: str, segment: Segment, deadline: float) -> None:
        self.system, self.invariants, self.name, self.segment = system, invariants, name, segment
        self.dag, self.deadline = segment.dag, deadline

    def reason(self) -> str | None:
        """All questions become nodes before the first becomes a term."""
        questions = []
        given = self.dag.true if self.name == ENTRY else self.says(self.name, list(self.segment.state.values()))
        for leaving in self.segment.exits:
            state = [leaving.state[slot] for slot in self.system.state[leaving.head]]
            kept = self.says(leaving.head, state)
            questions.append((self.dag.and_(leaving.guard, self.dag.not_(kept)), "it is not kept"))
        questions += ((when, "it does not exclude a failure") for _, when in self.segment.bad)
        tm = TermManager()
        terms = Terms(tm, self.dag, self.dag.values)
        options = bz.Options()
        solver = bz.Bitwuzla(tm, options)
        solver.configure_terminator(lambda: time.monotonic() > self.deadline)
        solver.assert_formula(terms.bool(given))
        for h in self.segment.assumed:
            solver.assert_formula(terms.implies(terms.bool(h.guard), terms.bool(h.value)))
        for question, problem in questions:
            term = terms.bool(question)
            for definition in terms.floats.definitions():
                solver.assert_formula(definition)
            solver.push(1)
            solver.assert_formula(term)
            answer = solver.check_sat()
            solver.pop(1)
            if answer != bz.Result.UNSAT:
                return problem if answer == bz.Result.SAT else "no time was left to check it"
        return None

    # --- formulas of Z3 as nodes ------------------------------------------------------------------------------------

    def says(self, head: str, state: list[NodeId]) -> NodeId:
        names = {
            v.decl().name(): self.dag.cast(n, WIDE) for v, n in zip(variables(self.system, head), state, strict=True)
        }
        return self.node(self.invariants[head], names, {})

    def node(self, e: Any, names: dict[str, NodeId], done: dict[int, NodeId]) -> NodeId:
        key = e.get_id()
        if key not in done:
            done[key] = self.translated(e, names, done)
        return done[key]

    def translated(self, e: Any, names: dict[str, NodeId], done: dict[int, NodeId]) -> NodeId:
        import z3

        if z3.is_quantifier(e) or z3.is_var(e):
            raise NoFormula("it has quantifiers")
        kind, dag = e.decl().kind(), self.dag
        if z3.is_int_value(e):
            if abs(e.as_long()) > MOST:
                raise NoFormula("its numbers are too large")
            return dag.const(e.as_long(), WIDE)
        if kind in (z3.Z3_OP_TRUE, z3.Z3_OP_FALSE):
            return dag.bool_const(kind == z3.Z3_OP_TRUE)
        if kind == z3.Z3_OP_UNINTERPRETED and e.num_args() == 0 and e.decl().name() in names:
            return names[e.decl().name()]
        args = [self.node(a, names, done) for a in e.children()]
        if kind in _JUNCTIONS:
            result = dag.bool_const(kind == z3.Z3_OP_AND)
            for a in args:
                result = dag.and_(result, a) if kind == z3.Z3_OP_AND else dag.or_(result, a)
            return result
        if kind in _SUMS:
            return self.sum(_SUMS[kind], args)
        return self.relation(kind, args)

    def relation(self, kind: int, args: list[NodeId]) -> NodeId:
        import z3

        dag = self.dag
        if kind == z3.Z3_OP_NOT:
            return dag.not_(args[0])
        if kind == z3.Z3_OP_IMPLIES:
            return dag.or_(dag.not_(args[0]), args[1])
        if kind == z3.Z3_OP_ITE:
            return dag.ite(*args)
        if kind == z3.Z3_OP_UMINUS:
            return self.sum("-", [dag.const(0, WIDE), *args])
        if kind in _RELATIONS and len(args) == 2:
            op, swapped = _RELATIONS[kind]
            a, b = reversed(args) if swapped else args
            return dag.binary(op, a, b, INT)
        raise NoFormula("it uses more than linear arithmetic")

    def sum(self, op: str, args: list[NodeId]) -> NodeId:
        """With the certainty that nothing wraps."""
        result = args[0]
        for a in args[1:]:
            result = self.dag.binary(op, result, a, WIDE)
            values = [self.dag.values[n] for n in (result, a)]
            if any(not -MOST < bound < MOST for v in values for bound in (v.lo, v.hi)):
                raise NoFormula("its numbers are too large")
        return result


def _tables() -> tuple[tuple[int, ...], dict[int, str], dict[int, tuple[str, bool]]]:
    """Kinds of Z3's operations: as numbers, so that reading them does not need Z3."""
    import z3

    relations = {z3.Z3_OP_EQ: ("==", False), z3.Z3_OP_LE: ("<=", False), z3.Z3_OP_LT: ("<", False),
                 z3.Z3_OP_GE: ("<=", True), z3.Z3_OP_GT: ("<", True)}  # fmt: skip
    sums = {z3.Z3_OP_ADD: "+", z3.Z3_OP_SUB: "-", z3.Z3_OP_MUL: "*"}
    return (z3.Z3_OP_AND, z3.Z3_OP_OR), sums, relations


_JUNCTIONS, _SUMS, _RELATIONS = _tables()

__all__ = ["holds"]
