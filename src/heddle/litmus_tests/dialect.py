"""Which functions a C litmus test means: C11's or the Linux kernel's.

Both have an ``atomic_fetch_add``, and its arguments stand in another order.  What else a test uses tells whose it is:
functions and types that only one of them has.  Where that tells nothing, or both, the arguments do.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from lark import Token, Tree

from heddle.errors import InputError
from heddle.litmus_tests import c11, kernel
from heddle.litmus_tests.operations import Operation
from heddle.litmus_tests.syntax import location_of

_KERNEL_TYPE = re.compile(r"\b(?:atomic_t|spinlock_t|struct\s+srcu_struct|[us](?:8|16|32|64))\b")
_C11_TYPE = re.compile(r"\b(?:_Atomic|atomic_(?!t\b)\w+)\b")
_SHARED = c11.FUNCTIONS.keys() & kernel.FUNCTIONS.keys()


def functions(tree: Tree[Token], types: Iterable[str], file: str) -> dict[str, Operation]:
    """The functions that the threads in ``tree`` may call, by name; ``types`` are those of the initial state."""
    calls = {str(call.children[0]) for call in tree.find_data("call")}
    tokens = list(tree.scan_values(lambda value: isinstance(value, Token)))
    orders = {str(token) for token in tokens if token in c11.ORDERS}
    words = [str(token) for token in tokens if token.type == "TYPE_WORD"] + list(types)
    from_kernel = bool(calls & (kernel.FUNCTIONS.keys() - _SHARED)) or any(_KERNEL_TYPE.search(word) for word in words)
    from_c11 = bool(orders or calls & (c11.FUNCTIONS.keys() - _SHARED)) or any(_C11_TYPE.search(word) for word in words)
    if not calls & _SHARED or from_kernel != from_c11:
        return c11.FUNCTIONS | kernel.FUNCTIONS if from_kernel else kernel.FUNCTIONS | c11.FUNCTIONS
    return kernel.FUNCTIONS | c11.FUNCTIONS if _object_first(tree, file) else c11.FUNCTIONS | kernel.FUNCTIONS


def _object_first(tree: Tree[Token], file: str) -> bool:
    """Whether the functions that both have get the object first, as C11 wants it."""
    found: bool | None = None
    for thread in tree.children:
        assert isinstance(thread, Tree)
        objects = {str(param.children[1]) for param in thread.find_data("param")}
        for call in thread.find_data("call"):
            if str(call.children[0]) in _SHARED:
                first = _first(call, objects)
                if first is None or found not in (None, first):
                    name = call.children[0]
                    raise InputError(
                        f"is this {name}(object, value) of C11, or {name}(value, object) of the kernel? The types of "
                        "the parameters can tell (atomic_int, atomic_t)", location_of(call, file),
                    )  # fmt: skip
                found = first
    return found is True


def _first(call: Tree[Token], objects: Collection[str]) -> bool | None:
    known = [_is_object(arg, objects) for arg in call.children[1:] if isinstance(arg, Tree)]
    if len(known) != 2 or known[0] == known[1]:
        return None
    return known[0] is True or known[1] is False


def _is_object(node: Tree[Token], objects: Collection[str]) -> bool | None:
    """Whether an argument is a pointer to a shared object; None if that is not plain to see."""
    match node.data:
        case "address":
            return True
        case "name" if str(node.children[0]) in objects:
            return True
        case "number":
            return False
    return None
