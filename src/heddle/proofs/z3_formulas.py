"""Z3's formulas as formulas of our own: what Spacer answers, without Z3."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import z3

from heddle.proofs.formulas import (
    FALSE,
    TRUE,
    Formula,
    Name,
    conjunction,
    constant,
    disjunction,
    negation,
    variable,
)  # fmt: skip

MOST_NODES = 200_000


class Untranslatable(Exception):
    """An invariant with something in it that is neither linear arithmetic nor logic."""


def to_z3(formula: Formula, values: Mapping[Name, z3.ArithRef]) -> z3.BoolRef:
    """A formula about given terms."""
    args = [to_z3(a, values) for a in formula.args]
    match formula.op:
        case "const":
            return z3.IntVal(formula.value)
        case "var":
            return values[formula.name]
        case "true" | "false":
            return z3.BoolVal(formula.op == "true")
        case "!":
            return z3.Not(args[0])
        case "&&":
            return z3.And(*args)
        case "||":
            return z3.Or(*args)
        case "==" | "<=>":
            return args[0] == args[1]
        case "<=":
            return args[0] <= args[1]
        case "<":
            return args[0] < args[1]
        case "+":
            return z3.Sum(*args)
        case "*":
            return args[0] * args[1]
        case "/":
            return args[0] / args[1]
        case "%":
            return args[0] % args[1]
    assert formula.op == "ite"
    return z3.If(args[0], args[1], args[2])


def from_z3(term: z3.ExprRef, names: Sequence[Name]) -> Formula:
    """``names``: what the bound variables are, by the number that Z3 gives them.  Raises Untranslatable."""
    found: dict[int, Formula] = {}
    stack = [term]
    while stack:
        part = stack[-1]
        if part.get_id() in found:
            stack.pop()
            continue
        if z3.is_quantifier(part):
            raise Untranslatable("a quantifier")
        if len(found) > MOST_NODES:
            raise Untranslatable("the invariant is too large")
        missing = [child for child in part.children() if child.get_id() not in found]
        if missing:
            stack.extend(missing)
            continue
        found[part.get_id()] = _node(part, [found[child.get_id()] for child in part.children()], names)
        stack.pop()
    return found[term.get_id()]


def _node(term: z3.ExprRef, args: list[Formula], names: Sequence[Name]) -> Formula:
    if z3.is_var(term):
        return variable(names[z3.get_var_index(term)])
    if z3.is_int_value(term):
        return constant(term.as_long())
    kind = term.decl().kind()
    logic = _logic(kind, args)
    return _arithmetic(term, kind, args) if logic is None else logic


def _logic(kind: int, args: list[Formula]) -> Formula | None:
    match kind:
        case z3.Z3_OP_TRUE:
            return TRUE
        case z3.Z3_OP_FALSE:
            return FALSE
        case z3.Z3_OP_AND:
            return conjunction(args)
        case z3.Z3_OP_OR:
            return disjunction(args)
        case z3.Z3_OP_NOT:
            return negation(args[0])
        case z3.Z3_OP_IMPLIES:
            return disjunction([negation(args[0]), args[1]])
        case z3.Z3_OP_LE:
            return Formula("<=", (args[0], args[1]))
        case z3.Z3_OP_GE:
            return Formula("<=", (args[1], args[0]))
        case z3.Z3_OP_LT:
            return Formula("<", (args[0], args[1]))
        case z3.Z3_OP_GT:
            return Formula("<", (args[1], args[0]))
    return None


def _arithmetic(term: z3.ExprRef, kind: int, args: list[Formula]) -> Formula:
    match kind:
        case z3.Z3_OP_EQ | z3.Z3_OP_IFF:
            return Formula("<=>" if z3.is_bool(term.arg(0)) else "==", (args[0], args[1]))
        case z3.Z3_OP_DISTINCT if len(args) == 2 and not z3.is_bool(term.arg(0)):
            return negation(Formula("==", (args[0], args[1])))
        case z3.Z3_OP_ITE if z3.is_int(term):
            return Formula("ite", tuple(args))
        case z3.Z3_OP_ITE if z3.is_bool(term):
            yes = disjunction([negation(args[0]), args[1]])
            return conjunction([yes, disjunction([args[0], args[2]])])
        case z3.Z3_OP_ADD:
            return Formula("+", tuple(args))
        case z3.Z3_OP_SUB if len(args) == 2:
            return Formula("+", (args[0], Formula("*", (constant(-1), args[1]))))
        case z3.Z3_OP_UMINUS:
            return Formula("*", (constant(-1), args[0]))
        case z3.Z3_OP_MUL:
            return Formula("*", tuple(args))
        case z3.Z3_OP_IDIV | z3.Z3_OP_MOD if args[1].op == "const" and args[1].value > 0:
            return Formula("/" if kind == z3.Z3_OP_IDIV else "%", (args[0], args[1]))
    raise Untranslatable(f"'{term.decl().name()}' in an invariant")


__all__ = ["Untranslatable", "from_z3", "to_z3"]
