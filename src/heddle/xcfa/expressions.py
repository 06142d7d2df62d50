"""Expressions: typed, and free of memory accesses.

Where an expression mentions a global variable, that variable is read first, with an instruction of its own: an access
that is not atomic (thesis section 5.1, item 5).
"""

from __future__ import annotations

from collections.abc import Callable

from lark import Token

from heddle.core.expr import Binary, Cast, Cond, Const, Expr, Local, Place, Unary
from heddle.core.instr import AnyInstr, Assume, Location, Read
from heddle.core.types import BOOL, INT, IntType
from heddle.errors import InputError
from heddle.records import dataclass
from heddle.xcfa.scope import Scope, Variable
from heddle.xcfa.syntax import Node, location

LOGICAL = {"and_": "&&", "or_": "||"}
COMPARISONS = {"=": "==", "/=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
NAMES = {BOOL: "bool", INT: "int"}


@dataclass(slots=True)
class Expressions:
    """``emit`` takes the instructions that an expression needs; ``fresh`` makes variables for them."""

    scope: Scope
    emit: Callable[[AnyInstr], None]
    fresh: Callable[[IntType], Local]
    function: str

    def loc(self, node: Node | Token) -> Location:
        return location(node, self.scope.file, self.function)

    def of_type(self, node: Node | Token, type: IntType) -> Expr:
        expr, found = self.typed(node)
        if found != type:
            raise InputError(f"an expression of type {NAMES[type]} belongs here", self.loc(node))
        return expr

    def condition(self, node: Node | Token) -> Expr:
        return self.of_type(node, BOOL)

    def integer(self, node: Node | Token) -> Expr:
        return self.of_type(node, INT)

    def typed(self, node: Node | Token) -> tuple[Expr, IntType]:
        """The expression and its type; a truth value is 0 or 1 of type INT, whatever it comes from."""
        assert not isinstance(node, Token)
        match node.data:
            case "true" | "false":
                return Const(int(node.data == "true"), INT), BOOL
            case "number":
                return self.number(node), INT
            case "name":
                return self.name(node.children[0])
            case "member":
                raise InputError("only an error state is about variables of processes", self.loc(node))
            case "not_":
                return Unary("!", self.condition(node.children[0]), INT), BOOL
            case "and_" | "or_":
                left, right = (self.condition(child) for child in node.children)
                return Binary(LOGICAL[node.data], left, right, INT), BOOL
            case "imply":
                left, right = (self.condition(child) for child in node.children)
                return Binary("||", Unary("!", left, INT), right, INT), BOOL
            case "iff":
                left, right = (self.condition(child) for child in node.children)
                return Binary("==", left, right, INT), BOOL
            case "compare":
                return self.comparison(node)
            case "arithmetic":
                return self.arithmetic(node), INT
            case "negation":
                sign, part = node.children
                value = self.integer(part)
                return (Unary("-", value, INT) if str(sign) == "-" else value), INT
            case _:
                return self.choice(node)

    def number(self, node: Node) -> Expr:
        digits = str(node.children[0])
        value = int(digits[:40])
        if len(digits) > 40 or value > INT.hi + 1:
            raise InputError(f"{digits[:40]} is no integer of 32 bits", self.loc(node))
        return Const(INT.wrap(value), INT)

    def name(self, token: Node | Token) -> tuple[Expr, IntType]:
        assert isinstance(token, Token)
        variable = self.scope.find(token)
        return widened(self.value(variable, self.loc(token))), variable.type

    def value(self, variable: Variable, loc: Location, order: str = "plain") -> Expr:
        if isinstance(variable.place, Local):
            return variable.place
        local = self.fresh(variable.type)
        self.emit(Read(local, Place(variable.place, (), variable.type), order, loc=loc))
        return local

    def comparison(self, node: Node) -> tuple[Expr, IntType]:
        left_node, operator, right_node = node.children
        left, type = self.typed(left_node)
        if str(operator) not in ("=", "/=") and type != INT:
            raise InputError("only integers are smaller or larger", self.loc(left_node))
        right = self.of_type(right_node, type)
        return Binary(COMPARISONS[str(operator)], left, right, INT), BOOL

    def arithmetic(self, node: Node) -> Expr:
        left_node, operator, right_node = node.children
        left, right = self.integer(left_node), self.integer(right_node)
        op = str(operator)
        if op in ("+", "-", "*"):
            return Binary(op, left, right, INT)
        if op == "rem":
            raise InputError("'rem' is not supported", self.loc(operator))
        # Theta's division is that of mathematics: the remainder of div and mod is never negative.
        zero = Const(0, INT)
        self.emit(Assume(Binary("!=", right, zero, INT), loc=self.loc(node)))
        remainder = Binary("%", left, right, INT)
        negative, positive = Binary("<", remainder, zero, INT), Binary(">", right, zero, INT)
        size = Cond(positive, right, Unary("-", right, INT), INT)
        if op == "mod":
            return Cond(negative, Binary("+", remainder, size, INT), remainder, INT)
        step = Cond(positive, Const(1, INT), Const(-1, INT), INT)
        quotient = Binary("/", left, right, INT)
        return Cond(negative, Binary("-", quotient, step, INT), quotient, INT)

    def choice(self, node: Node) -> tuple[Expr, IntType]:
        test, then_node, other_node = node.children
        condition = self.condition(test)
        then, type = self.typed(then_node)
        return Cond(condition, then, self.of_type(other_node, type), INT), type


def widened(expr: Expr) -> Expr:
    """A truth value as the integer that operators want."""
    return Cast(expr, INT) if expr.type == BOOL else expr


def stored(expr: Expr, type: IntType) -> Expr:
    """A value as a variable of this type holds it."""
    return expr if expr.type == type else Cast(expr, type)
