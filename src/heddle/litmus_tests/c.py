"""C litmus tests, lowered to core instructions.

The project's C frontend is not used here: litmus C has its own rules.  Variables need no declaration, ``*x`` is a plain
access whatever the type says, annotations are not C's, and dependencies must survive exactly as written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from lark import Token, Tree

from heddle.core.expr import Binary, Cast, Cond, Const, Expr, Local, MemoryObject, Place, Unary, boolean, negate
from heddle.core.instr import (
    AnyInstr,
    Assign,
    Assume,
    Branch,
    Fence,
    Goto,
    Label,
    Location,
    Nondet,
    Read,
    Rmw,
    Source,
    Write,
)
from heddle.core.types import INT
from heddle.errors import InputError
from heddle.litmus_tests import c11
from heddle.litmus_tests.build import POINTER, WORD, address
from heddle.litmus_tests.condition import ELEMENT_SIZE, State
from heddle.litmus_tests.dialect import functions
from heddle.litmus_tests.operations import Operation
from heddle.litmus_tests.syntax import location_of, number_of, parse
from heddle.records import dataclass, field

FAILURE_ORDERS = {"release": "relaxed", "acq_rel": "acquire"}
"""What a failed compare and exchange keeps of an order that only a write can have."""
COMPARISONS = frozenset({"==", "!=", "<", "<=", ">", ">="})


def register(thread: int, name: str) -> str:
    return f"{thread}:{name}"


def threads(
    text: str, state: State, file: str
) -> tuple[list[list[AnyInstr]], Callable[[int, str], str], frozenset[str]]:
    """The threads' code, how registers are named, and the locations that some thread declares atomic."""
    bodies: list[list[AnyInstr]] = []
    atomic = {name for name, type in state.types.items() if is_atomic(type)}
    tree = parse(text, file, "threads", "c.lark")
    known = functions(tree, state.types.values(), file)
    for index, thread in enumerate(tree.children):
        assert isinstance(thread, Tree)
        params = next((part for part in thread.children if isinstance(part, Tree) and part.data == "params"), None)
        lowering = _Lowering(index, state, file, known)
        for param in params.children if params is not None else ():
            if isinstance(param, Tree) and param.data == "param":
                type_node, name = param.children[0], str(param.children[1])
                lowering.parameter(name)
                if is_atomic(" ".join(str(word) for word in type_node.children)):  # type: ignore[union-attr]
                    atomic.add(name)
        lowering.statement(thread.children[-1])
        bodies.append(lowering.code)
    if not bodies:
        raise InputError("there are no threads", Location(file, text.count("\n") + 1))
    return bodies, register, frozenset(atomic)


def is_atomic(type: str) -> bool:
    return "atomic" in type.lower()


@dataclass(slots=True)
class _Lowering:
    """The code of one thread so far."""

    thread: int
    state: State
    file: str
    functions: dict[str, Operation]
    code: list[AnyInstr] = field(default_factory=list)
    shared: set[str] = field(default_factory=set)
    counter: int = 0
    loops: list[str] = field(default_factory=list)

    def parameter(self, name: str) -> None:
        """A pointer to the shared variable of the same name, unless the initial state gives it another value."""
        if (self.thread, name) not in self.state.registers:
            self.state.touch(name)
            self.shared.add(name)

    def loc(self, node: Tree[Token] | Token) -> Location:
        return location_of(node, self.file)

    def fresh(self) -> Local:
        self.counter += 1
        return Local(f"{self.thread}:%{self.counter}", WORD)

    def number(self) -> int:
        self.counter += 1
        return self.counter

    def local(self, name: str) -> Local:
        return Local(register(self.thread, name), WORD)

    # --- statements

    def statement(self, node: Tree[Token] | Token) -> None:
        assert isinstance(node, Tree)
        loc = self.loc(node)
        match node.data:
            case "block":
                for part in node.children:
                    self.statement(part)
            case "declaration":
                for part in node.children[1:]:
                    assert isinstance(part, Tree)
                    name = next(child for child in part.children if isinstance(child, Token) and child.type == "NAME")
                    self.shared.discard(str(name))
                    value = part.children[-1]
                    if isinstance(value, Tree):
                        self.code.append(Assign(self.local(str(name)), self.expr(value), loc=loc))
            case "evaluate":
                self.expr(node.children[0])
            case "conditional":
                self.conditional(node)
            case "loop" | "do_loop":
                self.loop(node)
            case "goto":
                self.code.append(Goto(f"user {node.children[0]}", loc=loc))
            case "labelled":
                self.code.append(Label(f"user {node.children[0]}", loc=loc))
                self.statement(node.children[1])
            case "leave" if self.loops:
                self.code.append(Goto(self.loops[-1], loc=loc))
            case "nothing":
                pass
            case _:
                raise InputError("this statement is not supported", loc)

    def conditional(self, node: Tree[Token]) -> None:
        """The labels say where the conditional ends, and with it its control dependencies, as in herd."""
        test, then, other = node.children
        k = self.number()
        loc = self.loc(node)
        self.code.append(Branch(negate(self.expr(test)), f"else:{k}", loc=loc))
        self.statement(then)
        if other is not None:
            self.code.append(Goto(f"endif:{k}", loc=loc))
        self.code.append(Label(f"else:{k}", loc=loc))
        if other is not None:
            self.statement(other)
        self.code.append(Label(f"endif:{k}", loc=loc))

    def loop(self, node: Tree[Token]) -> None:
        k = self.number()
        loc = self.loc(node)
        self.loops.append(f"done {k}")
        self.code.append(Label(f"again {k}", loc=loc))
        if node.data == "loop":
            self.code.append(Branch(negate(self.expr(node.children[0])), f"done {k}", loc=loc))
            self.statement(node.children[1])
            self.code.append(Goto(f"again {k}", loc=loc))
        else:
            self.statement(node.children[0])
            self.code.append(Branch(boolean(self.expr(node.children[1])), f"again {k}", loc=loc))
        self.code.append(Label(f"done {k}", loc=loc))
        self.loops.pop()

    # --- expressions

    def expr(self, node: Tree[Token] | Token) -> Expr:
        assert isinstance(node, Tree)
        match node.data:
            case "number":
                return Const(WORD.wrap(number_of(node.children[0], self.file)), WORD)
            case "name":
                return self.name(node)
            case "binary":
                return self.binary(node)
            case "prefix":
                op = str(node.children[0])
                arg = self.expr(node.children[1])
                return arg if op == "+" else word(negate(arg)) if op == "!" else Unary(op, arg, WORD)
            case "cond":
                test, then, other = (self.expr(part) for part in node.children)
                return Cond(boolean(test), then, other, WORD)
            case "cast":
                return self.expr(node.children[1])
            case "dereference" | "index":
                return self.load(self.place(node), "plain", node)
            case "address":
                return self.address_of(node.children[1])
            case "assign" | "update" | "step":
                return self.assignment(node)
            case "call":
                return self.call(node)
            case _:
                raise InputError("this expression is not supported", self.loc(node))

    def name(self, node: Tree[Token]) -> Expr:
        name = str(node.children[0])
        if name in self.shared:
            return address(self.variable(name))
        if name in ("NULL", "null"):
            return Const(0, WORD)
        if name in self.state.variables and (self.thread, name) not in self.state.registers:
            return address(self.variable(name))
        return self.local(name)

    def variable(self, name: str) -> MemoryObject:
        self.state.touch(name)
        return MemoryObject(name, WORD)

    def binary(self, node: Tree[Token]) -> Expr:
        left_node, op_token, right_node = node.children
        op = str(op_token)
        left, right = self.expr(left_node), self.expr(right_node)
        if op in ("&&", "||"):
            return word(Binary(op, left, right, INT))
        if op in COMPARISONS:
            return word(Binary(op, left, right, INT))
        return Binary(op, left, right, WORD)

    def place(self, node: Tree[Token] | Token) -> Place:
        """The memory that an lvalue designates."""
        assert isinstance(node, Tree)
        if node.data == "cast":
            return self.place(node.children[1])
        if node.data == "dereference":
            return self.pointee(node.children[1])
        if node.data == "index":
            pointer = self.expr(node.children[0])
            offset = Binary("*", self.expr(node.children[1]), Const(ELEMENT_SIZE, WORD), WORD)
            return Place(Cast(Binary("+", pointer, offset, WORD), POINTER), (), WORD)
        if node.data == "name" and str(node.children[0]) in self.state.variables:
            return Place(self.variable(str(node.children[0])), (), WORD)
        raise InputError("this is no place in memory", self.loc(node))

    def pointee(self, node: Tree[Token] | Token) -> Place:
        """The memory that a pointer points to."""
        pointer = self.expr(node)
        return Place(Cast(pointer, POINTER), (), WORD)

    def address_of(self, node: Tree[Token] | Token) -> Expr:
        assert isinstance(node, Tree)
        if node.data == "dereference":
            return self.expr(node.children[1])
        if node.data == "name":
            return address(self.variable(str(node.children[0])))
        raise InputError("the address of this is not supported", self.loc(node))

    def assignment(self, node: Tree[Token]) -> Expr:
        target = next(part for part in node.children if isinstance(part, Tree))
        is_local = target.data == "name" and str(target.children[0]) not in self.shared
        op = next((str(part) for part in node.children if isinstance(part, Token)), "=").rstrip("=")
        if op in ("++", "--"):
            amount: Expr = Const(1, WORD)
            op = op[0]
        else:
            amount = self.expr(node.children[-1])
        place = None if is_local else self.place(target)
        if op:
            old = self.expr(target) if place is None else self.load(place, "plain", node)
            amount = Binary(op, old, amount, WORD)
        if place is None:
            local = self.local(str(target.children[0]))
            self.code.append(Assign(local, amount, loc=self.loc(node)))
            return local
        self.code.append(Write(place, amount, "plain", loc=self.loc(node)))
        return amount

    def load(self, place: Place, order: str, node: Tree[Token]) -> Expr:
        local = self.fresh()
        self.code.append(Read(local, place, order, loc=self.loc(node)))
        return local

    # --- functions

    def call(self, node: Tree[Token]) -> Expr:
        name = str(node.children[0])
        args = [part for part in node.children[1:] if isinstance(part, Tree)]
        operation = self.functions.get(name)
        if operation is None:
            raise InputError(f"the function {name!r} is not supported", self.loc(node))
        orders = self.orders(operation, args, node)
        if len(args) != len(operation.args):
            raise InputError(f"{name} takes {len(operation.args)} arguments", self.loc(node))
        place: Place | None = None
        values: dict[str, Expr] = {}
        for kind, arg in zip(operation.args, args, strict=True):
            if kind == "l":
                place = self.place(arg)
            elif kind == "p":
                place = self.pointee(arg)
            elif kind == "r":
                values[kind] = self.local_behind(arg)
            else:
                values[kind] = self.expr(arg)
        if place is None:
            self.code.append(Fence(orders[0], loc=self.loc(node)))
            return Const(0, WORD)
        return self.perform(operation, place, values, orders, node)

    def orders(self, operation: Operation, args: list[Tree[Token]], node: Tree[Token]) -> list[str]:
        """The memory orders: fixed, or taken from the end of the arguments."""
        if operation.order is not None:
            return [operation.order]
        found: list[str] = []
        while args and args[-1].data == "name" and str(args[-1].children[0]) in c11.ORDERS:
            found.insert(0, c11.ORDERS[str(args.pop().children[0])])
        if not found:
            raise InputError("a memory order is missing", self.loc(node))
        return found

    def perform(
        self, operation: Operation, place: Place, values: dict[str, Expr], orders: list[str], node: Tree[Token]
    ) -> Expr:
        loc, order = self.loc(node), orders[0]
        match operation.kind:
            case "load" | "islocked":
                return self.load(place, order, node)
            case "store" | "store-mb":
                self.code.append(Write(place, values["v"], order, loc=loc))
                if operation.kind == "store-mb":
                    self.code.append(Fence("mb", loc=loc))
                return Const(0, WORD)
            case "unlock":
                self.code.append(Write(place, Const(0, WORD), order, loc=loc))
                return Const(0, WORD)
            case "sync-srcu":
                name = place.base.name if isinstance(place.base, MemoryObject) else self.named(place, node)
                self.code.append(Fence(f"sync-srcu@{name}", loc=loc))
                return Const(0, WORD)
            case "lock" | "trylock":
                old = self.rmw(place, order, Const(1, WORD), loc, test=lambda old: word(negate(old)))
                if operation.kind == "lock":
                    self.code.append(Assume(negate(old), blocking=True, loc=loc))
                return word(negate(old))
            case _:
                return self.read_modify_write(operation, place, values, orders, loc)

    def read_modify_write(
        self, operation: Operation, place: Place, values: dict[str, Expr], orders: list[str], loc: Location
    ) -> Expr:
        order = orders[0]
        match operation.kind:
            case "exchange":
                return self.rmw(place, order, values["v"], loc)
            case "compare":
                return self.rmw(place, order, values["n"], loc, test=lambda old: equal(old, values["o"]))
            case "compare-pointer" | "compare-weak":
                return self.compare_pointer(place, values, orders, loc, operation.kind == "compare-weak")
            case "compare-local":
                return self.compare_local(place, values, order, loc)
        amount = values["v"] if operation.amount is None else Const(operation.amount, WORD)
        if operation.kind == "unless":
            old = self.rmw(
                place, order, None, loc, lambda old: computed("+", old, amount),
                lambda old: Binary("!=", old, values["o"], INT),
            )  # fmt: skip
            return word(Binary("!=", old, values["o"], INT))
        old = self.rmw(place, order, None, loc, lambda old: computed(operation.op, old, amount))
        if operation.kind == "fetch":
            return old
        new = computed(operation.op, old, amount)
        return word(Binary(operation.test, new, Const(0, WORD), INT)) if operation.test else new

    def compare_pointer(
        self, place: Place, values: dict[str, Expr], orders: list[str], loc: Location, weak: bool
    ) -> Expr:
        """C11's compare and exchange: what was expected lies in memory, and is overwritten on failure.

        A weak one may fail for no reason.
        """
        expected_at = Place(Cast(values["o"], POINTER), (), WORD)
        expected = self.fresh()
        self.code.append(Read(expected, expected_at, "plain", loc=loc))
        failure = orders[1] if len(orders) > 1 else FAILURE_ORDERS.get(orders[0], orders[0])
        spurious = self.fresh()
        if weak:
            self.code.append(Nondet(spurious, source=Source.TRUTH, loc=loc))

        def succeeds(old: Expr) -> Expr:
            same = equal(old, expected)
            return Binary("&&", same, negate(spurious), INT) if weak else same

        old = self.rmw(place, orders[0], values["n"], loc, test=succeeds, failure=failure)
        if weak:  # where it has a reason to fail, one execution is enough
            with self.conditional_on(Binary("&&", negate(equal(old, expected)), spurious, INT), loc):
                self.code.append(Assume(Const(0, INT), loc=loc))
        with self.conditional_on(negate(succeeds(old)), loc):
            self.code.append(Write(expected_at, old, "plain", loc=loc))
        return word(succeeds(old))

    def compare_local(self, place: Place, values: dict[str, Expr], order: str, loc: Location) -> Expr:
        """The kernel's try_cmpxchg: what was expected is in a local variable, which tells what was there."""
        local = values["r"]
        assert isinstance(local, Local)
        expected = self.fresh()
        self.code.append(Assign(expected, local, loc=loc))
        old = self.rmw(place, order, values["n"], loc, test=lambda old: equal(old, expected))
        self.code.append(Assign(local, old, loc=loc))
        return word(equal(old, expected))

    @contextmanager
    def conditional_on(self, test: Expr, loc: Location) -> Iterator[None]:
        """What is added happens only if ``test`` is not zero; the control dependency ends with it."""
        k = self.number()
        self.code.append(Branch(negate(test), f"else:{k}", loc=loc))
        yield
        self.code.append(Label(f"else:{k}", loc=loc))
        self.code.append(Label(f"endif:{k}", loc=loc))

    def rmw(
        self,
        place: Place,
        order: str,
        value: Expr | None,
        loc: Location,
        compute: Callable[[Local], Expr] | None = None,
        test: Callable[[Local], Expr] | None = None,
        failure: str = "",
    ) -> Local:
        old = self.fresh()
        new = compute(old) if compute is not None else value
        assert new is not None
        condition = None if test is None else test(old)
        self.code.append(Rmw(old, place, new, condition, order, failure or order, loc=loc))
        return old

    def local_behind(self, node: Tree[Token]) -> Local:
        """The local variable whose address an argument is."""
        target = node.children[1] if node.data == "address" else None
        if isinstance(target, Tree) and target.data == "name" and str(target.children[0]) not in self.shared:
            return self.local(str(target.children[0]))
        raise InputError("this has to be the address of a local variable", self.loc(node))

    def named(self, place: Place, node: Tree[Token]) -> str:
        """The variable that a place is, where that is plain to see."""
        base = place.base
        while isinstance(base, Cast):
            base = base.arg
        inner = getattr(base, "place", None)
        if isinstance(inner, Place) and isinstance(inner.base, MemoryObject):
            return inner.base.name
        raise InputError("this pointer is not supported here", self.loc(node))


def word(expr: Expr) -> Expr:
    return Cast(expr, WORD)


def computed(op: str, old: Expr, amount: Expr) -> Expr:
    """``&~`` is the kernel's andnot."""
    return Binary("&", old, Unary("~", amount, WORD), WORD) if op == "&~" else Binary(op, old, amount, WORD)


def equal(left: Expr, right: Expr) -> Expr:
    return Binary("==", left, right, INT)
