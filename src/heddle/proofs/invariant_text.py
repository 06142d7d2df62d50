"""Invariants in C expressions, by thread and source line: what a user can read, and put into the program as a claim."""

from __future__ import annotations

from heddle.answer import Claim
from heddle.core.instr import NOWHERE
from heddle.proofs.formulas import SHARED, Formula, conjuncts
from heddle.proofs.invariant import Invariant, Key, Kind
from heddle.proofs.system import System, Template

PRECEDENCE = {"||": 1, "&&": 2, "==": 3, "!=": 3, "<": 4, "<=": 4, ">": 4, ">=": 4, "+": 5, "*": 6, "/": 6, "%": 6}
ATOM = 9
NOTHING = "1 /* nothing has to be known: each step by itself does no harm */"
SEVERAL = (
    "1 /* by induction over {} steps of all threads: where none of the last steps has failed, the next does not */"
)
TYPES = {1 << 8: "unsigned char", 1 << 16: "unsigned short", 1 << 32: "unsigned"}
NEGATED = {"==": "!=", "<": ">=", "<=": ">"}
TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
STRICT = {">": (">=", -1), "<": ("<=", 1)}
"""Of whole numbers the same, beside zero."""


def claims(system: System, invariant: Invariant) -> list[Claim]:
    """The invariant's parts that say something, in the order of the templates and their nodes."""
    found = []
    for key, part in sorted(invariant.parts.items(), key=lambda item: (len(item[0]), item[0])):
        holds = tuple(sorted({text(system, key, p) for p in conjuncts(part)}))
        if part.op != "false" and holds:
            threads = tuple(system.templates[t].name for t, _ in key)
            where = tuple(system.templates[t].where.get(n, NOWHERE) for t, n in key)
            is_first = all(_is_first(system.templates[t], n) for t, n in key)
            claim = Claim(threads, where, holds, is_first)
            if claim not in found:  # templates of one function say the same
                found.append(claim)
    if invariant.kind == Kind.STEPS:
        found.append(Claim(("every thread",), (NOWHERE,), (SEVERAL.format(invariant.steps),)))
    return found or [Claim(("every thread",), (NOWHERE,), (NOTHING,))]


def _is_first(template: Template, node: int) -> bool:
    """Whether no edge leads there from another place on the same line."""
    line = template.where.get(node, NOWHERE).line
    before = (template.where.get(e.source, NOWHERE).line for e in template.edges if e.target == node != e.source)
    return line not in before


def text(system: System, key: Key, formula: Formula) -> str:
    return Printer(system, key).show(formula)[0]


class Printer:
    def __init__(self, system: System, key: Key) -> None:
        self.system, self.key = system, key

    def show(self, formula: Formula) -> tuple[str, int]:
        """The expression, and how tightly it binds."""
        op, args = formula.op, formula.args
        match op:
            case "true" | "false":
                return ("1" if op == "true" else "0"), ATOM
            case "const":
                return str(formula.value), ATOM
            case "var":
                return self._variable(formula), ATOM
            case "!":
                return self._negation(args[0])
            case "<=>":
                return self._joined("==", args)
            case "%":
                return self._remainder(args)
            case "/":  # rounds down; of numbers that are not negative, that is C's
                return self._joined(op, args)
            case "ite":
                test, yes, no = (self._inside(a, 1) for a in args)
                return f"({test} ? {yes} : {no})", ATOM
            case "==" | "<=" | "<":
                return self._comparison(op, args)
            case "+":
                return self._sum(args)
        return self._joined(op, args)

    def _variable(self, formula: Formula) -> str:
        thread, name = formula.name
        if thread == SHARED:
            return self.system.globals[name].spelling or name
        template = self.system.templates[self.key[thread][0]]
        spelling = template.locals[name].spelling or name
        return spelling if len(self.key) == 1 else f"{spelling}#{thread + 1}"

    def _remainder(self, args: tuple[Formula, ...]) -> tuple[str, int]:
        """It is never negative, which C has otherwise: of powers of two the low bits are meant."""
        number, by = args[0], args[1].value
        if by in TYPES:
            return f"({TYPES[by]}){self._inside(number, ATOM - 1)}", ATOM
        if number.op == "+" and by & (by - 1) == 0:
            return f"({self._inside(number, ATOM - 1)} & {by - 1})", ATOM
        return self._joined("%", args)

    def _inside(self, formula: Formula, tight: int) -> str:
        shown, binds = self.show(formula)
        return shown if binds > tight else f"({shown})"

    def _joined(self, op: str, args: tuple[Formula, ...]) -> tuple[str, int]:
        tight = PRECEDENCE[op]
        return f" {op} ".join(self._inside(a, tight) for a in args), tight

    def _negation(self, formula: Formula) -> tuple[str, int]:
        if formula.op in NEGATED:
            return self._comparison(NEGATED[formula.op], formula.args)
        return f"!{self._inside(formula, ATOM - 1)}", ATOM

    def _comparison(self, op: str, args: tuple[Formula, ...]) -> tuple[str, int]:
        """With what is subtracted on the other side, so that all terms are positive."""
        left, right, rest = [], [], 0
        for side, parts in ((1, args[0]), (-1, args[1])):
            for part in parts.args if parts.op == "+" else (parts,):
                factor, of = _scaled(part)
                if of is None:
                    rest += side * factor
                elif side * factor > 0:
                    left.append(self._times(side * factor, of))
                else:
                    right.append(self._times(-side * factor, of))
        if not left:
            left, right, rest, op = right, left, -rest, TURNED.get(op, op)
        if not right:
            return self._against_number(left, op, -rest)
        (left if rest > 0 else right).extend([str(abs(rest))] if rest else [])
        return f"{' + '.join(left)} {op} {' + '.join(right)}", PRECEDENCE[op]

    def _against_number(self, terms: list[str], op: str, number: int) -> tuple[str, int]:
        """As people write it: ``x >= 0`` is ``x > -1``."""
        if op in STRICT and number == STRICT[op][1]:
            op, number = STRICT[op][0], 0
        return f"{' + '.join(terms) or '0'} {op} {number}", PRECEDENCE[op]

    def _sum(self, args: tuple[Formula, ...]) -> tuple[str, int]:
        shown = ""
        for part in args:
            factor, of = _scaled(part)
            term = str(abs(factor)) if of is None else self._times(abs(factor), of)
            sign = "-" if factor < 0 else "+"
            shown += f" {sign} {term}" if shown else (f"-{term}" if factor < 0 else term)
        return shown, PRECEDENCE["+"]

    def _times(self, factor: int, formula: Formula) -> str:
        shown = self._inside(formula, PRECEDENCE["+"])
        return shown if factor == 1 else f"{factor} * {shown}"


def _scaled(formula: Formula) -> tuple[int, Formula | None]:
    """A term as a constant times something; a constant as itself."""
    if formula.op == "const":
        return formula.value, None
    if formula.op == "*" and len(formula.args) == 2 and formula.args[0].op == "const":
        return formula.args[0].value, formula.args[1]
    return 1, formula


__all__ = ["claims", "text"]
