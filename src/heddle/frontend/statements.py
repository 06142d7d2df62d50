"""Statements: C's control flow as labels and jumps."""

from __future__ import annotations

from collections.abc import Callable

from heddle.core.expr import Const, Expr, Local
from heddle.core.instr import NO_VALUE, Assert, AtomicEnd, Call, Declare, Fence, Goto, Malloc, Nondet, Return, reached
from heddle.core.types import INT, IntType
from heddle.frontend import (
    async_threads,
    attributes,
    clang,
    constness,
    initializers,
    label_addresses,
    lvalues,
    regions,
    scopes,
    values,
    variable_arrays,
)
from heddle.frontend.builtins import ATOMIC_BEGIN, ATOMIC_END
from heddle.frontend.clang import Kind, Node
from heddle.frontend.lowering import Jumps, Lowering, Memory, Switch, Variable
from heddle.frontend.types import Array, CType, Pointer, Record, Void, leaf_count, scalar, unqualified
from heddle.frontend.unit import EXTERN, STATIC

MANY_LEAVES = 256


def statement(f: Lowering, node: Node) -> None:
    if node.is_expression:
        f.at(node)
        f.effect(node)
        return
    handler = _STATEMENTS.get(node.kind)
    if handler is not None:
        handler(f, node)
        return
    inner = [c for c in node.children if not Kind.ATTRIBUTE_FIRST <= c.kind <= Kind.ATTRIBUTE_LAST]
    if node.kind == 200 or not inner:  # an attributed statement
        for child in inner:
            f.statement(child)
        return
    f.at(node)
    f.unsupported("a statement of this kind is not supported")


def compound(f: Lowering, node: Node) -> None:
    with scopes.entered(f, node):
        for child in node.children:
            f.statement(child)


# --- declarations ---------------------------------------------------------------------------------------------------


def declarations(f: Lowering, node: Node) -> None:
    for child in node.children:
        if child.kind == Kind.VAR_DECL:
            declare(f, child)
        elif child.kind == Kind.TYPEDEF:
            variable_arrays.bind(f, f.ctype(child), child.expressions)


def declare(f: Lowering, node: Node) -> None:
    lib = clang.library()
    storage = lib.clang_Cursor_getStorageClass(node.cursor)
    key = f.declaration_key(node.cursor)
    f.at(node)
    if storage == EXTERN:
        return
    if storage == STATIC or lib.clang_getCursorTLSKind(node.cursor):
        f.variables[key] = f.linker.static_local(f, node.cursor)
        return
    ctype = f.ctype(node)
    plain = unqualified(ctype)
    has_value = not lib.clang_Cursor_isNull(lib.clang_Cursor_getVarDeclInitializer(node.cursor))
    if isinstance(plain, Array) and plain.variable:
        variable_array(f, node, plain)
        return
    type = scalar(ctype)
    if isinstance(plain, Pointer):
        variable_arrays.bind(f, plain, node.expressions)
    if type is not None and key not in f.address_taken:
        local = Local(f.unique(node.spelling), type)
        f.variables[key] = Variable(local, ctype)
        if has_value:
            with regions.assignment(f, node):
                value = f.value(node.expressions[-1])
                f.at(node)
            f.assign(local, values.cast(value, type))
        else:
            f.emit(Nondet(local, f"uninitialized {node.spelling}"))
        return
    if has_value and leaf_count(ctype) > MANY_LEAVES:
        large_object(f, node, ctype)
        return
    align = attributes.alignment(node.cursor)
    target = lvalues.new_local(f, node.spelling, ctype, align, constness.parts_of(node.cursor))
    f.variables[key] = target
    f.emit(Declare(f.memory[-1]))
    if has_value:
        initializers.initialize_any(f, target, node.expressions[-1])
    scopes.declared(f, key, target)


def large_object(f: Lowering, node: Node, ctype: CType) -> None:
    """A large local object with an initializer is a fresh zeroed block: one instruction instead of one per element."""
    pointer = Local(f.unique(node.spelling), f.types.void_pointer.core)
    f.emit(Malloc(pointer, Const(ctype.size or 0, f.types.size_type.core), zeroed=True))
    target = Memory(pointer, (), ctype)
    f.variables[f.declaration_key(node.cursor)] = target
    initializers.initialize_any(f, target, node.expressions[-1], zeroed=True)


def variable_array(f: Lowering, node: Node, array: Array) -> None:
    """A variable-length array: a plain object if its length is a constant after all, else a fresh block."""
    key = f.declaration_key(node.cursor)
    count = clang.evaluate(node.expressions[-1].cursor) if node.expressions else None  # inner lengths come first
    if isinstance(count, int) and array.elem.size is not None:
        f.lengths[array] = f.keep(Const(count, f.types.size_type.core))
        f.variables[key] = lvalues.new_local(f, node.spelling, Array(array.elem.size * count, array.elem, count))
        f.emit(Declare(f.memory[-1]))
        return
    variable_arrays.bind(f, array, node.expressions)
    pointer = Local(f.unique(node.spelling), f.types.void_pointer.core)
    f.emit(Malloc(pointer, f.keep(variable_arrays.size(f, array))))
    f.variables[key] = Memory(pointer, (), array)


# --- branches and loops ---------------------------------------------------------------------------------------------


def mentions(node: Node, kinds: tuple[int, ...]) -> bool:
    return node.kind in kinds or any(mentions(c, kinds) for c in node.children)


def has_label(node: Node) -> bool:
    return mentions(node, (Kind.LABEL, Kind.CASE, Kind.DEFAULT))


def switches_atomicity(node: Node) -> bool:
    """Whether an atomic section begins or ends inside."""
    if node.kind == Kind.CALL and node.spelling in ATOMIC_BEGIN + ATOMIC_END:
        return True
    return any(switches_atomicity(c) for c in node.children)


def if_(f: Lowering, node: Node) -> None:
    test_node, *sides = node.children
    f.at(node)
    test = f.truth(test_node)
    f.at(node)
    if isinstance(test, Const):
        taken, skipped = (sides[:1], sides[1:]) if test.value else (sides[1:], sides[:1])
        if not any(has_label(s) for s in skipped):
            for side in taken:
                f.statement(side)
            return
    otherwise, end = f.new_label("else"), f.new_label("end")
    f.branch(values.negation(test), otherwise)
    depth = f.atomic_depth
    f.statement(sides[0])
    after_then = f.atomic_depth
    f.atomic_depth = depth
    if len(sides) > 1:
        if not leaves_here(f):
            f.goto(end)
            ended = False
        else:
            ended = True
        f.label(otherwise)
        f.statement(sides[1])
        else_ended = leaves_here(f)
        f.label(end)
        f.atomic_depth = joined(after_then, ended, f.atomic_depth, else_ended)
    else:
        ended = leaves_here(f)
        f.label(otherwise)
        f.atomic_depth = joined(after_then, ended, depth, False)


def joined(first: int, first_ended: bool, second: int, second_ended: bool) -> int:
    """The depth of atomic sections where two ways meet: the smaller one counts, it only loses an optimization."""
    if first_ended:
        return second
    return first if second_ended else min(first, second)


def leaves_here(f: Lowering) -> bool:
    """Whether control cannot reach the end of what was emitted."""
    return bool(f.instrs) and isinstance(f.instrs[-1], Return | Goto)


def enter_loop(f: Lowering, node: Node) -> None:
    if f.atomic_depth and switches_atomicity(node):
        f.atomic_depth = 0


def while_(f: Lowering, node: Node) -> None:
    test, body = node.children[-2:]
    loop(f, node, "while", test, None, body)


def for_(f: Lowering, node: Node) -> None:
    """libclang leaves out the missing parts of a ``for``: the printed function tells which are there."""
    has_first, has_test, has_step = f.headers().fors[node.index]
    parts = list(node.children)
    first = parts.pop(0) if has_first else None
    test = parts.pop(0) if has_test else None
    step = parts.pop(0) if has_step else None
    with scopes.entered(f, node):
        if first is not None:
            f.statement(first)
        loop(f, node, "for", test, step, parts[-1])


def loop(f: Lowering, node: Node, statement: str, test: Node | None, step: Node | None, body: Node) -> None:
    start, go_on, end = f.new_label("loop"), f.new_label("continue"), f.new_label("end")
    enter_loop(f, node)
    f.at(node)
    f.label(start, statement)
    if test is not None:
        value = f.value(test)
        f.at(node)
        f.branch(values.negation(value), end)
    f.jumps.append(Jumps(end, go_on, len(f.scopes), len(f.scopes)))
    f.statement(body)
    f.jumps.pop()
    f.at(node)
    f.label(go_on)
    if step is not None:
        f.at(step)
        f.effect(step)
    f.at(node)
    f.goto(start)
    f.label(end)
    if switches_atomicity(node):
        f.atomic_depth = 0


def do_(f: Lowering, node: Node) -> None:
    body, test = node.children[:2]
    start, go_on, end = f.new_label("loop"), f.new_label("continue"), f.new_label("end")
    once = is_zero(test)
    if not once:
        enter_loop(f, node)
    f.at(node)
    f.label(start, "while")
    f.jumps.append(Jumps(end, go_on, len(f.scopes), len(f.scopes)))
    f.statement(body)
    f.jumps.pop()
    f.at(node)
    f.label(go_on)
    f.branch(f.value(test), start)
    f.label(end)


def is_zero(node: Node) -> bool:
    while node.kind == Kind.PAREN:
        node = node.expressions[-1]
    return node.kind == Kind.INTEGER and clang.evaluate(node.cursor) == 0


def switch(f: Lowering, node: Node) -> None:
    """A chain of comparisons, then the body."""
    test, body = node.children[-2:]
    f.at(node)
    value = f.value(test)
    if not isinstance(value, Const):
        value = f.keep(value)
    end = f.new_label("end")
    depth = 0 if switches_atomicity(node) else f.atomic_depth
    here = Switch(depth=depth)
    f.switches.append(here)
    around = f.jumps[-1] if f.jumps else Jumps(None, None, 0, 0)
    f.jumps.append(Jumps(end, around.continue_label, len(f.scopes), around.continue_depth))
    with f.captured() as code:
        f.atomic_depth = depth
        f.statement(body)
    f.jumps.pop()
    f.switches.pop()
    f.at(node)
    for low, high, label in here.cases:
        first, last = Const(value.type.wrap(low), value.type), Const(value.type.wrap(high), value.type)
        if low == high:
            f.branch(values.binary("==", value, first), label)
        else:
            f.branch(values.logical("&&", values.binary(">=", value, first), values.binary("<=", value, last)), label)
    f.goto(here.default or end)
    f.instrs += code
    f.label(end)
    f.atomic_depth = depth


def case(f: Lowering, node: Node) -> None:
    *bounds, body = node.children
    found = [clang.evaluate(b.cursor) for b in bounds]
    if not f.switches or not found or not all(isinstance(b, int) for b in found):
        f.at(node)
        f.unsupported("a case label of this kind")
        return
    label = f.new_label("case")
    low, high = found[0], found[-1]
    assert isinstance(low, int) and isinstance(high, int)
    f.switches[-1].cases.append((low, high, label))
    f.atomic_depth = f.switches[-1].depth
    f.at(node)
    f.label(label)
    f.statement(body)


def default(f: Lowering, node: Node) -> None:
    label = f.new_label("default")
    f.switches[-1].default = label
    f.atomic_depth = f.switches[-1].depth
    f.at(node)
    f.label(label)
    f.statement(node.children[-1])


def break_(f: Lowering, node: Node) -> None:
    f.at(node)
    scopes.leave(f, f.jumps[-1].break_depth)
    f.goto(f.jumps[-1].break_label or "")


def continue_(f: Lowering, node: Node) -> None:
    f.at(node)
    scopes.leave(f, f.jumps[-1].continue_depth)
    f.goto(f.jumps[-1].continue_label or "")


# --- labels and returns ---------------------------------------------------------------------------------------------


def label(f: Lowering, node: Node) -> None:
    if async_threads.is_thread_label(node):
        async_threads.start(f, node)
        return
    mark_label(f, node)
    if node.children:
        f.statement(node.children[-1])


def mark_label(f: Lowering, node: Node) -> None:
    """A label, and the violation if it is the label whose reachability is in question."""
    name = node.spelling
    f.at(node)
    f.label(f.label_name(node.cursor))
    f.atomic_depth = 0
    if name == f.linker.error_label:
        f.emit(Assert(Const(0, INT), reached(name)))


def goto(f: Lowering, node: Node) -> None:
    f.at(node)
    target = next((c for c in node.children if c.kind == Kind.LABEL_REF), None)
    if target is None:
        f.unsupported("a goto of this kind")
    else:
        scopes.leave_for(f, target.referenced)
        f.goto(f.label_name(target.referenced))


def return_(f: Lowering, node: Node) -> None:
    f.at(node)
    ctype = unqualified(f.return_type) if f.return_type is not None else Void(None)
    operand = node.expressions[-1] if node.expressions else None
    value: Expr | None = None
    if isinstance(ctype, Record) and operand is not None:
        source = f.aggregate(operand)
        assert f.result_pointer is not None
        lvalues.copy(f, lvalues.deref(f.result_pointer, ctype), source)
    elif operand is not None:
        if isinstance(ctype, Void) or isinstance(unqualified(f.ctype(operand)), Void):
            f.effect(operand)
        else:
            value = values.cast(f.value(operand), scalar(ctype) or INT)
    f.at(node)
    if value is not None and scopes.pending(f):
        value = f.keep(value)
    scopes.leave(f, 0)
    finish(f, value)


def finish(f: Lowering, value: Expr | None) -> None:
    """Leaves the function; a function that is an atomic section ends it first."""
    if value is None and f.return_type is not None:
        value = missing_value(f)
    if f.is_region:
        regions.marked(f, begins=False)
    if f.atomic_function:
        f.emit(Fence("full"))
        f.emit(AtomicEnd())
    if f.function == "main":
        after_main(f, value)
    f.emit(Return(value))


def after_main(f: Lowering, status: Expr | None) -> None:
    """To return from main is to exit."""
    if not f.linker.references.undefined & {"atexit", "on_exit"}:
        attributes.call_all(f, f.linker.after_main)
        return
    handlers = f.linker.function_named(f.unit, "__model_run_exit_handlers")
    assert handlers is not None
    passed = Const(0, INT) if status is None or not isinstance(status.type, IntType) else values.cast(status, INT)
    f.emit(Call(None, handlers.name, (passed,)))


def missing_value(f: Lowering) -> Expr | None:
    """What a function returns that has a result type but does not say what: main 0, pointers null, else anything."""
    assert f.return_type is not None
    type = scalar(f.return_type)
    if type is None:
        return None
    if NO_VALUE in f.linker.checks and f.function != "main" and not f.unit.library:
        f.emit(Assert(Const(1, INT), f"the value of {f.function}, which gives none, is used", NO_VALUE))
    if f.function == "main" or type == f.types.void_pointer.core:
        return Const(0, type)
    return f.nondet(type, f"missing result of {f.function}")


def assembly(f: Lowering, node: Node) -> None:
    f.at(node)
    from heddle.frontend.assembly.lower import lower

    f.linker.has_assembly = True
    lower(f, node, f.headers().asms[node.index])


_STATEMENTS: dict[int, Callable[[Lowering, Node], None]] = {
    Kind.COMPOUND: compound, Kind.DECL_STMT: declarations, Kind.IF: if_, Kind.WHILE: while_, Kind.FOR: for_,
    Kind.DO: do_,
    Kind.SWITCH: switch, Kind.CASE: case, Kind.DEFAULT: default, Kind.BREAK: break_, Kind.CONTINUE: continue_,
    Kind.LABEL: label, Kind.GOTO: goto, Kind.INDIRECT_GOTO: label_addresses.goto, Kind.RETURN: return_,
    Kind.ASM: assembly,
    Kind.NULL_STMT: lambda f, node: None,
}
