"""The statements on edges (thesis section 5.1), as instructions."""

from __future__ import annotations

from collections.abc import Callable

from lark import Token, Tree

from heddle.core.expr import Binary, Const, Expr, Local, MemoryObject, Place
from heddle.core.instr import (
    AnyInstr,
    Assign,
    Assume,
    AtomicBegin,
    AtomicEnd,
    Call,
    Fence,
    Location,
    Nondet,
    Read,
    Return,
    Source,
    Unsupported,
    Write,
)
from heddle.core.types import BOOL, INT, IntType
from heddle.errors import InputError
from heddle.records import dataclass, field
from heddle.xcfa.expressions import Expressions, stored
from heddle.xcfa.scope import Variable
from heddle.xcfa.syntax import Node

LOAD_ORDERS = {"relaxed": "relaxed", "acquire": "acquire", "seq_cst": "seq_cst", "consume": "acquire"}
STORE_ORDERS = {"relaxed": "relaxed", "release": "release", "seq_cst": "seq_cst"}
FENCES = {
    "mfence": "full", "sync": "full", "dmb": "full", "dsb": "full", "isb": "isync", "sfence": "store", "lfence": "load",
}  # fmt: skip
"""Fences of hardware, by what they do."""
RESULT = "result"
"""The variable whose value a procedure with a type returns at its final location."""


@dataclass(slots=True)
class Parameter:
    name: str
    type: IntType
    direction: str
    handed: MemoryObject | None = None
    """Where the value comes back from the procedure, unless it only goes in."""


@dataclass(slots=True)
class Procedure:
    """``title`` names its function."""

    title: str
    returns: IntType | None
    parameters: list[Parameter] = field(default_factory=list)


@dataclass(slots=True)
class Statements:
    expressions: Expressions
    emit: Callable[[AnyInstr], None]
    fresh: Callable[[IntType], Local]
    procedures: dict[str, Procedure]
    own: Procedure

    def lower(self, node: Node) -> None:
        loc = self.expressions.loc(node)
        match node.data:
            case "assign":
                variable = self.variable(node.children[0])
                self.set(variable, self.expressions.of_type(node.children[1], variable.type), loc)
            case "load":
                self.load(node, loc)
            case "store":
                self.store(node, loc)
            case "fence":
                self.fence(node, loc)
            case "havoc":
                variable = self.variable(node.children[0])
                self.any_value(variable, f"havoc {variable.name}", loc)
            case "assume":
                self.emit(Assume(self.expressions.condition(node.children[0]), loc=loc))
            case "return_value":
                self.returned(node, loc)
            case "call" | "call_value":
                self.call(node, loc)
            case "atomic_begin":
                self.emit(AtomicBegin(loc=loc))
            case "atomic_end":
                self.emit(AtomicEnd(loc=loc))
            case "synchronize":
                self.synchronize(node, loc)
            case _:
                assert node.data == "skip"

    # --- variables

    def variable(self, token: Node | Token) -> Variable:
        assert isinstance(token, Token)
        return self.expressions.scope.find(token)

    def set(self, variable: Variable, value: Expr, loc: Location, order: str = "plain") -> None:
        value = stored(value, variable.type)
        if isinstance(variable.place, Local):
            self.emit(Assign(variable.place, value, loc=loc))
        else:
            self.emit(Write(place(variable), value, order, loc=loc))

    def any_value(self, variable: Variable, what: str, loc: Location) -> None:
        """A truth value is 0 or 1: the input may be any byte."""
        if variable.type == BOOL:
            byte = self.fresh(BOOL)
            self.emit(Nondet(byte, f"{what}: bool", Source.TRUTH, loc=loc))
            self.set(variable, Binary("!=", byte, Const(0, BOOL), INT), loc)
        elif isinstance(variable.place, Local):
            self.emit(Nondet(variable.place, what, Source.INPUT, loc=loc))
        else:
            value = self.fresh(variable.type)
            self.emit(Nondet(value, what, Source.INPUT, loc=loc))
            self.set(variable, value, loc)

    # --- shared variables

    def order(self, node: Node, orders: dict[str, str], what: str) -> str:
        named = node.children[2] if len(node.children) > 2 else None
        name = named.children[0] if isinstance(named, Tree) else None
        if name is None:
            return "relaxed"
        assert isinstance(name, Token)
        found = orders.get(str(name).removeprefix("memory_order_"))
        if found is None:
            raise InputError(f"{str(name)!r} is no order of a {what}", self.expressions.loc(name))
        return found

    def load(self, node: Node, loc: Location) -> None:
        local, shared = self.variable(node.children[0]), self.shared(node.children[1])
        self.same_type(local, shared, node)
        value = self.expressions.value(shared, loc, self.order(node, LOAD_ORDERS, "load"))
        self.set(local, value, loc)

    def store(self, node: Node, loc: Location) -> None:
        local, shared = self.variable(node.children[0]), self.shared(node.children[1])
        self.same_type(local, shared, node)
        value = self.expressions.value(local, loc)
        self.set(shared, value, loc, self.order(node, STORE_ORDERS, "store"))

    def shared(self, token: Node | Token) -> Variable:
        variable = self.variable(token)
        if not variable.shared:
            raise InputError(f"{variable.name!r} is not a global variable", self.expressions.loc(token))
        return variable

    def same_type(self, one: Variable, two: Variable, node: Node) -> None:
        if one.type != two.type:
            raise InputError(f"{one.name!r} and {two.name!r} have different types", self.expressions.loc(node))

    def fence(self, node: Node, loc: Location) -> None:
        """A name in quotes is one of the program's own, for models that name it."""
        token = node.children[0]
        name = "full" if token is None else str(token).removeprefix("memory_order_").strip('"')
        self.emit(Fence(name if str(token).startswith('"') else FENCES.get(name, name), loc=loc))

    # --- procedures

    def call(self, node: Node, loc: Location) -> None:
        target, name, given = node.children if node.data == "call_value" else (None, *node.children)
        assert isinstance(name, Token)
        procedure = self.procedures.get(str(name))
        if procedure is None:
            raise InputError(f"this process has no procedure {str(name)!r}", self.expressions.loc(name))
        arguments = given.children if isinstance(given, Tree) else []
        if len(arguments) != len(procedure.parameters):
            raise InputError(f"{str(name)!r} takes {len(procedure.parameters)} arguments", loc)
        values: list[Expr] = []
        back: list[tuple[Variable, MemoryObject]] = []
        for argument, parameter in zip(arguments, procedure.parameters, strict=True):
            assert isinstance(argument, Tree)
            values.append(self.argument(argument, parameter, back))
        result = self.fresh(procedure.returns) if target is not None and procedure.returns is not None else None
        if target is not None and result is None:
            raise InputError(f"{str(name)!r} returns nothing", loc)
        self.emit(Call(result, procedure.title, tuple(values), loc=loc))
        for variable, handed in back:
            local = self.fresh(variable.type)
            self.emit(Read(local, Place(handed, (), variable.type), loc=loc))
            self.set(variable, local, loc)
        if target is not None and result is not None:
            variable = self.variable(target)
            if variable.type != result.type:
                raise InputError(f"{str(name)!r} returns a value of another type", loc)
            self.set(variable, result, loc)

    def argument(self, node: Node, parameter: Parameter, back: list[tuple[Variable, MemoryObject]]) -> Expr:
        expr, direction = node.children
        if direction is not None and str(direction).lower() != parameter.direction:
            why = f"the parameter {parameter.name!r} is one of direction {parameter.direction}"
            raise InputError(why, self.expressions.loc(direction))
        if parameter.handed is not None:
            assert isinstance(expr, Tree)
            if expr.data != "name":
                raise InputError("a variable belongs here: the procedure sets it", self.expressions.loc(expr))
            variable = self.variable(expr.children[0])
            if variable.type != parameter.type:
                raise InputError("the variable has another type than the parameter", self.expressions.loc(expr))
            back.append((variable, parameter.handed))
        return stored(self.expressions.of_type(expr, parameter.type), parameter.type)

    def returned(self, node: Node, loc: Location) -> None:
        if self.own.returns is None:
            raise InputError("this procedure returns nothing", loc)
        value = stored(self.expressions.of_type(node.children[0], self.own.returns), self.own.returns)
        self.hand_back(loc)
        self.emit(Return(value, loc=loc))

    def result(self, loc: Location) -> Expr | None:
        """What the procedure returns at its final location."""
        self.hand_back(loc)
        variable = self.expressions.scope.known.get(RESULT)
        if self.own.returns is None:
            return None
        if variable is None or variable.type != self.own.returns:
            unset = self.fresh(self.own.returns)
            self.emit(Nondet(unset, f"uninitialized result of {self.own.title}", loc=loc))
            return unset
        return self.expressions.value(variable, loc)

    def hand_back(self, loc: Location) -> None:
        for parameter in self.own.parameters:
            if parameter.handed is not None:
                variable = self.expressions.scope.known[parameter.name]
                value = self.expressions.value(variable, loc)
                self.emit(Write(Place(parameter.handed, (), parameter.type), value, loc=loc))

    # --- mutexes

    def synchronize(self, node: Node, loc: Location) -> None:
        name, given = node.children
        names = [self.shared(token) for token in given.children] if isinstance(given, Tree) else []
        match str(name), len(names):
            case "lock" | "mutex_lock", 1:
                self.lock(names[0], loc)
            case "unlock" | "mutex_unlock", 1:
                self.unlock(names[0], loc)
            case "wait", 2:
                # It may wake up without being notified, as a thread may in pthread_cond_wait.
                self.unlock(names[1], loc)
                self.lock(names[1], loc)
            case "notify" | "notifyAll", 1:
                pass
            case "wait", 1:
                self.emit(Unsupported("waiting without a mutex", loc=loc))
            case _:
                raise InputError(f"there is no statement {str(name)!r} with {len(names)} variables", loc)

    def lock(self, mutex: Variable, loc: Location) -> None:
        held = self.fresh(mutex.type)
        self.emit(AtomicBegin(loc=loc))
        self.emit(Read(held, place(mutex), loc=loc))
        self.emit(Assume(Binary("==", held, Const(0, mutex.type), INT), blocking=True, loc=loc))
        self.emit(Write(place(mutex), Const(1, mutex.type), loc=loc))
        self.emit(AtomicEnd(loc=loc))

    def unlock(self, mutex: Variable, loc: Location) -> None:
        self.emit(AtomicBegin(loc=loc))
        self.emit(Write(place(mutex), Const(0, mutex.type), loc=loc))
        self.emit(AtomicEnd(loc=loc))


def place(variable: Variable) -> Place:
    assert isinstance(variable.place, MemoryObject)
    return Place(variable.place, (), variable.type)
