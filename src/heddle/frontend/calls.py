"""Function calls: of program and library functions, through pointers, of intrinsics and builtins.

Structs are passed by address and copied by the callee on entry; a struct result is written through a hidden first
parameter, the address of an object of the caller.
"""

from __future__ import annotations

from heddle.core.expr import Const, Expr, FunctionAddress
from heddle.core.instr import ERROR_FUNCTIONS, Assert, Call, Declare, Source, Unsupported, called
from heddle.core.types import INT, FloatType, Scalar
from heddle.frontend import builtins, lvalues, sequencing, values, varargs
from heddle.frontend.clang import Node, named_function, spelling
from heddle.frontend.link import Symbol
from heddle.frontend.lowering import Lowering, Memory
from heddle.frontend.types import CType, Function, Integer, Pointer, Record, Void, scalar, unqualified

NONDET_PREFIXES = ("__heddle_nondet_", "__VERIFIER_nondet_", "nondet_", "__CPROVER_nondet")


def call(f: Lowering, node: Node, wanted: bool = True) -> Expr:
    """A call with a scalar result or none."""
    if isinstance(unqualified(f.ctype(node)), Record):
        call_for_aggregate(f, node)
        return Const(0, INT)
    return _call(f, node, wanted, None)


def call_for_aggregate(f: Lowering, node: Node) -> Memory:
    """A call that returns a struct: the object that receives it."""
    result = _result_object(f, node, f.ctype(node))
    _call(f, node, False, result)
    return result


def _result_object(f: Lowering, node: Node, ctype: CType) -> Memory:
    f.at(node)
    result = lvalues.new_local(f, "result", ctype)
    f.emit(Declare(f.memory[-1]))
    return result


def _call(f: Lowering, node: Node, wanted: bool, result: Memory | None) -> Expr:
    callee, *args = node.expressions
    direct = named_function(callee)
    f.at(node)
    if direct is None:
        return call_pointer(f, node, wanted, result)
    name = spelling(direct.referenced)
    ctype = unqualified(f.ctype(node))
    defined = f.linker.defines(f.unit, name)
    if not defined or name in builtins.REGION_MARKS:
        handled = builtins.call(f, node, name, args)
        if handled is not None:
            return values.cast(handled, scalar(ctype) or handled.type)
    elif name in ERROR_FUNCTIONS:
        f.emit(Assert(Const(0, INT), called(name)))
    symbol = f.linker.function_named(f.unit, name)
    if symbol is None and name.startswith("__builtin_"):
        symbol = f.linker.function_named(f.unit, name.removeprefix("__builtin_"))
    if symbol is None:
        return call_undefined(f, node, name, args, ctype)
    return call_symbol(f, node, symbol, args, wanted, result)


def call_undefined(f: Lowering, node: Node, name: str, args: list[Node], ctype: CType) -> Expr:
    if name.startswith(NONDET_PREFIXES):
        for arg in args:
            f.effect(arg)
        f.at(node)
        return any_value(f, ctype, f"{name}()")
    f.emit(Unsupported(f"call of undefined function '{name}'"))
    return Const(0, scalar(ctype) or INT)


def any_value(f: Lowering, ctype: CType, what: str) -> Expr:
    type = scalar(ctype)
    if type is None:
        if not isinstance(ctype, Void):
            f.unsupported("an arbitrary struct value")
        return Const(0, INT)
    is_bool = isinstance(ctype, Integer) and ctype.is_bool
    value = f.nondet(type, what, Source.TRUTH if is_bool else Source.INPUT)
    return values.as_bool(value) if is_bool else value


def passed(f: Lowering, arg: Node) -> Expr:
    """What is passed for an argument: its value, or the address of a struct."""
    if isinstance(unqualified(f.ctype(arg)), Record):
        return lvalues.address(f, f.aggregate(arg))
    return f.value(arg)


def call_symbol(
    f: Lowering, node: Node, symbol: Symbol, args: list[Node], wanted: bool, result: Memory | None
) -> Expr:
    """Arguments are fitted to the definition, which the caller may have seen no prototype of."""
    passing: list[Expr] = []
    further: list[tuple[CType, Expr]] = []
    with f.operands() as operands:
        for index, arg in enumerate(args):
            if index < len(symbol.params):
                passing.append(fitted(f, passed(f, arg), parameter_type(f, symbol.params[index])))
            elif f.linker.takes_further_arguments(symbol):
                further.append((f.ctype(arg), passed(f, arg)))
            else:
                f.effect(arg)
            operands.next()
    f.at(node)
    sequencing.operands(f, args)
    passing += [f.nondet(parameter_type(f, p), "missing argument") for p in symbol.params[len(args):]]
    if symbol.variadic:
        passing.append(varargs.passed(f, further))
    return emit_call(f, node, (symbol.name, symbol.result), passing, wanted, result)


def fitted(f: Lowering, value: Expr, type: Scalar) -> Expr:
    """A value where the definition, not seen by the caller, has another type."""
    if value.type != type and (isinstance(value.type, FloatType) or isinstance(type, FloatType)):
        f.unsupported("a floating-point value where the definition of the function has another type")
        return Const(0, type)
    return values.cast(value, type)


def parameter_type(f: Lowering, ctype: CType) -> Scalar:
    return scalar(ctype) or f.types.void_pointer.core


def call_pointer(f: Lowering, node: Node, wanted: bool, result: Memory | None) -> Expr:
    callee, *args = node.expressions
    ctype = unqualified(f.ctype(callee))
    function = ctype.to if isinstance(ctype, Pointer) else ctype
    returned = function.result if isinstance(function, Function) else f.types.int_type
    passing: list[Expr] = []
    with f.operands() as operands:
        target = f.value(callee)
        for arg in args:
            operands.next()
            passing.append(passed(f, arg))
    f.at(node)
    sequencing.operands(f, node.expressions)
    if isinstance(function, Function) and function.variadic:
        named = len(function.params)
        further = [(f.ctype(arg), value) for arg, value in zip(args[named:], passing[named:], strict=True)]
        passing = [*passing[:named], varargs.passed(f, further)]
    name = target.function if isinstance(target, FunctionAddress) else target
    return emit_call(f, node, (name, returned), passing, wanted, result)


def emit_call(
    f: Lowering, node: Node, function: tuple[str | Expr, CType], passing: list[Expr], wanted: bool,
    result: Memory | None,
) -> Expr:
    """The call itself.  ``function``: what is called, and what it returns (the caller may have seen another type)."""
    callee, returned = function
    if isinstance(unqualified(returned), Record):
        target = result or _result_object(f, node, returned)
        f.emit(Call(None, callee, (lvalues.address(f, target), *passing)))
        return Const(0, INT)
    seen = unqualified(f.ctype(node))
    type = scalar(returned)
    if type is None or not wanted:
        f.emit(Call(None, callee, tuple(passing)))
        return any_value(f, seen, "missing result") if wanted else Const(0, INT)
    dst = f.temporary(type)
    f.emit(Call(dst, callee, tuple(passing)))
    return fitted(f, dst, scalar(seen) or type)
