"""Functions that the frontend lowers itself: Heddle's intrinsics and the compiler's builtins."""

from __future__ import annotations

from collections.abc import Callable

from heddle.core.expr import Const, Expr, Self
from heddle.core.instr import (
    OVERLAP,
    Assert,
    Assume,
    AtomicBegin,
    AtomicEnd,
    Create,
    Cut,
    Exit,
    Fence,
    Free,
    Join,
    Malloc,
    ThreadExit,
)
from heddle.core.types import INT, IntType, Scalar
from heddle.frontend import (
    arithmetic_builtins,
    atomics,
    attributes,
    clang,
    lvalues,
    mathematics,
    regions,
    values,
    varargs,
)
from heddle.frontend.clang import Node
from heddle.frontend.constants import constant
from heddle.frontend.lowering import Lowering
from heddle.frontend.strings import literal_text
from heddle.frontend.types import Void, scalar, unqualified

Handler = Callable[[Lowering, Node, list[Node]], Expr]
NOTHING = Const(0, INT)
EVALUATED = ("classify_type",)
UNKNOWN_MACHINE = ("frame_address", "return_address", "extract_return_addr", "apply", "setjmp", "longjmp", "eh_return")
"""They look at the machine that the program runs on."""

ATOMIC_BEGIN = ("__heddle_atomic_begin", "__VERIFIER_atomic_begin", "__CPROVER_atomic_begin", "__ESBMC_atomic_begin")
ATOMIC_END = ("__heddle_atomic_end", "__VERIFIER_atomic_end", "__CPROVER_atomic_end", "__ESBMC_atomic_end")

REGION_MARKS = ("__HEDDLE_region_begin", "__HEDDLE_region_end")
"""They keep their meaning where the program defines them, for other compilers."""


def call(f: Lowering, node: Node, name: str, args: list[Node]) -> Expr | None:
    """Lowers a call of one of these functions; None if it is not one."""
    handler = HANDLERS.get(name)
    if handler is not None:
        return handler(f, node, args)
    found = mathematics.call(f, node, name, args)
    if found is None and name.startswith("__builtin_"):
        return builtin(f, node, name.removeprefix("__builtin_"), args)
    return found


# --- intrinsics -----------------------------------------------------------------------------------------------------


def atomic_begin(fenced: bool) -> Handler:
    """The verifiers' atomic sections are fences too (their memory is up to date); the bare intrinsic is not."""

    def lower(f: Lowering, node: Node, args: list[Node]) -> Expr:
        f.emit(AtomicBegin())
        if fenced:
            f.emit(Fence("full"))
        f.atomic_depth += 1
        return NOTHING

    return lower


def atomic_end(fenced: bool) -> Handler:
    def lower(f: Lowering, node: Node, args: list[Node]) -> Expr:
        if fenced:
            f.emit(Fence("full"))
        f.emit(AtomicEnd())
        f.atomic_depth = max(0, f.atomic_depth - 1)
        return NOTHING

    return lower


def assume(blocking: bool) -> Handler:
    def lower(f: Lowering, node: Node, args: list[Node]) -> Expr:
        test = f.truth(args[0])
        f.at(node)
        f.emit(Assume(test, blocking))
        return NOTHING

    return lower


def await_of(f: Lowering, node: Node, args: list[Node]) -> Expr:
    test, holder = f.truth(args[0]), f.value(args[1])
    f.at(node)
    f.emit(Assume(test, True, holder))
    return NOTHING


def assertion(kind: str) -> Handler:
    def lower(f: Lowering, node: Node, args: list[Node]) -> Expr:
        test = f.truth(args[0])
        f.at(node)
        message = literal_text(args[1]) if len(args) > 1 else None
        f.emit(Assert(test, message or "assertion", kind))
        return NOTHING

    return lower


def assertion_failure(f: Lowering, node: Node, args: list[Node]) -> Expr:
    """What glibc's assert calls: the first argument is the text of the condition."""
    message = literal_text(args[0]) if args else None
    f.emit(Assert(Const(0, INT), message or "assertion"))
    f.emit(Exit())
    return NOTHING


def create(f: Lowering, node: Node, args: list[Node]) -> Expr:
    function, arg = f.value(args[0]), f.value(args[1])
    dst = f.temporary(_result_type(f, node))
    f.at(node)
    f.emit(Create(dst, function, lvalues.as_pointer(f, arg)))
    return dst


def join(f: Lowering, node: Node, args: list[Node]) -> Expr:
    thread = f.value(args[0])
    dst = f.temporary(f.types.void_pointer.core)
    f.at(node)
    f.emit(Join(dst, thread))
    return dst


def self_(f: Lowering, node: Node, args: list[Node]) -> Expr:
    return Self(_result_type(f, node))


def _result_type(f: Lowering, node: Node) -> Scalar:
    return scalar(f.ctype(node)) or IntType(f.types.model.long_bits, False)


def thread_exit(f: Lowering, node: Node, args: list[Node]) -> Expr:
    f.emit(ThreadExit(lvalues.as_pointer(f, f.value(args[0]))))
    return NOTHING


def exit_(f: Lowering, node: Node, args: list[Node]) -> Expr:
    f.emit(Exit())
    return NOTHING


def run_destructors(f: Lowering, node: Node, args: list[Node]) -> Expr:
    attributes.call_all(f, f.linker.after_main)
    return NOTHING


def malloc(zeroed: bool) -> Handler:
    def lower(f: Lowering, node: Node, args: list[Node]) -> Expr:
        size = values.cast(f.value(args[0]), f.types.size_type.core)
        dst = f.temporary(f.types.void_pointer.core)
        f.at(node)
        f.emit(Malloc(dst, size, zeroed))
        return dst

    return lower


def free(f: Lowering, node: Node, args: list[Node]) -> Expr:
    pointer = f.value(args[0])
    f.at(node)
    f.emit(Free(lvalues.as_pointer(f, pointer)))
    return NOTHING


def fence(f: Lowering, node: Node, args: list[Node]) -> Expr:
    f.emit(Fence(literal_text(args[0]) or "full"))
    return NOTHING


def unsupported(f: Lowering, node: Node, args: list[Node]) -> Expr:
    f.unsupported(literal_text(args[0]) or "not supported")
    return NOTHING


def cut(f: Lowering, node: Node, args: list[Node]) -> Expr:
    what, _, option = (literal_text(args[0]) or "a bound").partition(": raise ")
    f.emit(Cut(what, option))
    return NOTHING


# --- compiler builtins ----------------------------------------------------------------------------------------------


def builtin(f: Lowering, node: Node, name: str, args: list[Node]) -> Expr | None:
    found = arithmetic_builtins.call(f, name, args)
    if found is not None:
        return found
    if name in UNKNOWN_MACHINE:
        f.unsupported(f"__builtin_{name}")
        return Const(0, scalar(f.ctype(node)) or INT)
    if name in EVALUATED:
        return constant(f, node)
    return None


def expect(f: Lowering, node: Node, args: list[Node]) -> Expr:
    result = f.value(args[0])
    for arg in args[1:]:
        f.effect(arg)
    return result


def constant_p(f: Lowering, node: Node, args: list[Node]) -> Expr:
    found = clang.evaluate(node.cursor)
    return Const(int(bool(found)), INT)


def unreachable(f: Lowering, node: Node, args: list[Node]) -> Expr:
    f.emit(Assume(Const(0, INT)))
    return NOTHING


def nontemporal_load(f: Lowering, node: Node, args: list[Node]) -> Expr:
    return lvalues.load(f, atomics.pointee(f, args[0]))


def nontemporal_store(f: Lowering, node: Node, args: list[Node]) -> Expr:
    value = f.value(args[0])
    lvalues.store(f, atomics.pointee(f, args[1]), value)
    return NOTHING


def machine_fence(order: str) -> Handler:
    def lower(f: Lowering, node: Node, args: list[Node]) -> Expr:
        f.emit(Fence(order))
        return NOTHING

    return lower


def object_size(f: Lowering, node: Node, args: list[Node]) -> Expr:
    """As a compiler that does not know: the largest number, or 0 where the smallest size is asked for."""
    found = clang.evaluate(node.cursor)
    type = f.types.size_type.core
    if isinstance(found, int):
        return Const(type.wrap(found), type)
    kind = clang.evaluate(args[1].cursor)
    return Const(0 if isinstance(kind, int) and kind & 2 else type.hi, type)


def ignore(f: Lowering, node: Node, args: list[Node]) -> Expr:
    for arg in args:
        if not isinstance(unqualified(f.ctype(arg)), Void):
            f.effect(arg)
    return NOTHING


def region(begins: bool) -> Handler:
    def lower(f: Lowering, node: Node, args: list[Node]) -> Expr:
        regions.marked(f, begins)
        return NOTHING

    return lower


HANDLERS: dict[str, Handler] = {
    **{name: atomic_begin(not name.startswith("__heddle")) for name in ATOMIC_BEGIN},
    **{name: atomic_end(not name.startswith("__heddle")) for name in ATOMIC_END},
    REGION_MARKS[0]: region(True), REGION_MARKS[1]: region(False),
    "__heddle_assume": assume(False), "__heddle_await": assume(True),
    "__heddle_await_of": await_of, "__heddle_assert": assertion("assert"),
    "__heddle_require": assertion("misuse"), "__heddle_apart": assertion(OVERLAP),
    "__assert_fail": assertion_failure,
    "__heddle_create": create, "__heddle_join": join, "__heddle_self": self_, "__heddle_thread_exit": thread_exit,
    "__heddle_exit": exit_, "__heddle_run_destructors": run_destructors,
    "__heddle_malloc": malloc(False), "__heddle_zalloc": malloc(True), "__heddle_free": free,
    "__heddle_fence": fence, "__heddle_unsupported": unsupported, "__heddle_cut": cut,
    "__builtin_expect": expect, "__builtin_expect_with_probability": expect, "__builtin_assume_aligned": expect,
    "__builtin_constant_p": constant_p, "__builtin_unreachable": unreachable, "__builtin_trap": exit_,
    "__builtin_alloca": malloc(False), "alloca": malloc(False), "__builtin_prefetch": ignore,
    "__builtin_alloca_with_align": malloc(False), "__builtin_alloca_uninitialized": malloc(False),
    "__builtin___clear_cache": ignore, "__builtin_assume": assume(False), "__builtin_unpredictable": expect,
    "__builtin_nontemporal_load": nontemporal_load, "__builtin_nontemporal_store": nontemporal_store,
    "__builtin_object_size": object_size, "__builtin_dynamic_object_size": object_size,
    "__builtin_launder": expect, "__builtin_debugtrap": exit_,
    "__builtin_ia32_pause": ignore, "__builtin_arm_yield": ignore, "__builtin_ia32_mfence": machine_fence("full"),
    "__builtin_ia32_sfence": machine_fence("store"), "__builtin_ia32_lfence": machine_fence("load"),
    "__atomic_thread_fence": lambda f, node, args: atomics.fence(f, args[0]),
    "__c11_atomic_thread_fence": lambda f, node, args: atomics.fence(f, args[0]),
    "__atomic_signal_fence": ignore, "__c11_atomic_signal_fence": ignore,
    "__atomic_test_and_set": lambda f, node, args: atomics.test_and_set(f, args),
    "__atomic_clear": lambda f, node, args: atomics.clear(f, args),
    "__atomic_is_lock_free": atomics.is_lock_free((1, 2, 4, 8, 16)),
    "__c11_atomic_is_lock_free": atomics.is_lock_free((1, 2, 4, 8, 16)),
    "__atomic_always_lock_free": atomics.is_lock_free((1, 2, 4, 8)),
    "__builtin_va_start": varargs.start, "__builtin_va_copy": varargs.copy, "__builtin_va_end": varargs.end,
    "__sync_synchronize": machine_fence("full"),
}
