"""Lowering one function: parameters, body, and a tidy instruction list."""

from __future__ import annotations

from heddle.core.expr import Expr, Local, MemoryObject
from heddle.core.instr import AnyInstr, AtomicBegin, Declare, Fence, Nondet, Return, Write
from heddle.core.program import Function
from heddle.core.types import Scalar
from heddle.frontend import (
    attributes,
    clang,
    command_line,
    constness,
    expressions,
    label_addresses,
    lvalues,
    places,
    regions,
    scopes,
    statements,
    variable_arrays,
)
from heddle.frontend.clang import CXCursor, Kind, Node
from heddle.frontend.headers import Headers, headers
from heddle.frontend.link import INITIALIZER, Linker, Symbol
from heddle.frontend.lowering import Lowering, LValue, Memory, Variable
from heddle.frontend.tidy import UNINITIALIZED, settle_inputs, tidy
from heddle.frontend.types import CType, Record, Void, leaves, scalar, unqualified
from heddle.frontend.unit import SourceUnit

REGION = "atomic"
"""The annotation of functions that are atomic regions."""
ATOMIC_PREFIX = "__VERIFIER_atomic_"
NOT_ATOMIC = ("__VERIFIER_atomic_begin", "__VERIFIER_atomic_end")


class FunctionLowering(Lowering):
    """Binds the modules of this package together."""

    def __init__(self, linker: Linker, unit: SourceUnit, name: str, cursor: CXCursor | None = None) -> None:
        super().__init__(linker, unit, name)
        self.cursor = cursor
        self.parameters: set[str] = set()
        self._headers: Headers | None = None

    def value(self, node: Node) -> Expr:
        return expressions.value(self, node)

    def effect(self, node: Node) -> None:
        expressions.effect(self, node)

    def lvalue(self, node: Node) -> LValue:
        return places.lvalue(self, node)

    def aggregate(self, node: Node) -> Memory:
        return places.aggregate(self, node)

    def statement(self, node: Node) -> None:
        statements.statement(self, node)

    def mark_label(self, node: Node) -> None:
        statements.mark_label(self, node)

    def headers(self) -> Headers:
        if self._headers is None:
            assert self.cursor is not None
            self._headers = headers(clang.pretty(self.cursor))
        return self._headers

    def outline(self, name: str) -> FunctionLowering:
        other = FunctionLowering(self.linker, self.unit, name, self.cursor)
        other.address_taken = self.address_taken
        return other

    def finished(self, name: str, params: tuple[Local, ...], returns: CType) -> Function:
        self.return_type = returns
        if not self.instrs or not isinstance(self.instrs[-1], Return):
            statements.finish(self, None)
        self.linker.unsequenced[name] = self.unsequenced
        result: Scalar | None = None if isinstance(unqualified(returns), Void | Record) else scalar(returns)
        body = self._with_all_declared(tidy(self.instrs))
        return Function(name, params, result, body, tuple(self.memory), self.unit.library, self.loc)

    def _with_all_declared(self, body: list[AnyInstr]) -> list[AnyInstr]:
        """Variables whose declaration can be jumped over (in a switch, or by a goto) are declared at the start."""
        variables = {v.local.name: v.local for v in self.variables.values() if isinstance(v, Variable)}
        body, unset = settle_inputs(body, set(variables) - self.parameters)
        declared = {i.obj.name for i in body if isinstance(i, Declare)}
        with self.captured() as start:
            for local in sorted(unset):
                self.emit(Nondet(variables[local], f"{UNINITIALIZED}{local}"))
            for obj in self.memory:
                if obj.name not in declared:
                    self.emit(Declare(obj))
        return start + body


def lower(linker: Linker, symbol: Symbol) -> Function:
    f = FunctionLowering(linker, symbol.unit, symbol.name, symbol.cursor)
    tree = linker.references.tree(symbol.cursor)
    find_address_taken(f, tree)
    scopes.find_cleanups(f, tree)
    label_addresses.find(f, tree)
    f.return_type = symbol.result
    f.at(tree)
    start = f.loc
    name = clang.spelling(symbol.cursor)
    f.atomic_function = name.startswith(ATOMIC_PREFIX) and name not in NOT_ATOMIC
    if f.atomic_function:
        f.emit(AtomicBegin())
        f.emit(Fence("full"))
    f.is_region = attributes.is_annotated(symbol.cursor, REGION)
    if f.is_region:
        regions.marked(f, begins=True)
    if symbol.name == "main":
        attributes.call_all(f, linker.before_main)
    params = parameters(f, tree, symbol.result)
    if symbol.variadic:
        f.further_arguments = Local(f.unique("further"), f.types.void_pointer.core)
        params += (f.further_arguments,)
    body = next((c for c in tree.children if c.kind == Kind.COMPOUND), None)
    if body is not None:
        f.statement(body)
    function = f.finished(symbol.name, params, symbol.result)
    function.loc = start
    return function


def find_address_taken(f: Lowering, tree: Node) -> None:
    """Scalars whose address is taken live in memory."""

    for node in clang.nodes(tree, Kind.UNARY):
        if node.unary_operator == "&":
            operand = clang.stripped(node.expressions[-1])
            if operand.kind == Kind.DECL_REF:
                f.address_taken.add(f.declaration_key(operand.referenced))


def parameters(f: FunctionLowering, tree: Node, result: CType) -> tuple[Local, ...]:
    params: list[Local] = []
    pointer = f.types.void_pointer.core
    if isinstance(unqualified(result), Record):
        f.result_pointer = Local(f.unique("result"), pointer)
        params.append(f.result_pointer)
    nodes = [c for c in tree.children if c.kind == Kind.PARM_DECL]
    if f.function == "main":
        command_line.parameters(f, tree, nodes)
        return ()
    for node in nodes:
        ctype = f.ctype(node)
        key = f.declaration_key(node.cursor)
        name = node.spelling or "unnamed"
        type = scalar(ctype)
        if type is not None and key not in f.address_taken:
            local = Local(f.unique(name), type)
            f.variables[key] = Variable(local, ctype)
            f.parameters.add(local.name)
            params.append(local)
            continue
        local = Local(f.unique(f"{name}.in"), type or pointer)
        params.append(local)
        target = lvalues.new_local(f, name, ctype, const=constness.parts_of(node.cursor))
        f.variables[key] = target
        assert isinstance(target.base, MemoryObject)
        f.emit(Declare(target.base))
        if type is not None:
            f.emit(Write(target.place(type), local))
        else:
            lvalues.copy(f, target, lvalues.deref(local, unqualified(ctype)))
    for node in nodes:
        variable_arrays.bind(f, f.types.of(node.cursor), node.expressions)
    return tuple(params)


def evaluator(linker: Linker, unit: SourceUnit) -> Lowering:
    """Evaluates constant initializers of a unit."""
    return FunctionLowering(linker, unit, INITIALIZER)


def arbitrary_contents(linker: Linker) -> None:
    """Extern objects that no file defines may hold anything when main starts."""
    main = linker.functions["main"]
    f = FunctionLowering(linker, linker.units[0], "main")
    f.loc = main.loc
    for obj, ctype in linker.unknown:
        for piece in leaves(ctype):
            value = Local(f"{obj.name}.{piece.offset}.initial", piece.type)
            f.emit(Nondet(value, f"extern {obj.name}"))
            place = lvalues.at_offset(Memory(obj, (), ctype), piece.offset, ctype).place(piece.type)
            f.emit(Write(place, value))
    main.body[:0] = f.instrs
