"""What the functions of C litmus tests do: C11 atomics and the Linux kernel's primitives.

The kernel's follow the definitions that its memory model comes with (linux-kernel.def); orders are those of
:mod:`heddle.models.tags`.
"""

from __future__ import annotations

import re
from typing import Literal

from heddle.records import dataclass

Kind = Literal[
    "load", "store", "exchange", "compare", "compare-pointer", "fetch", "new", "fence", "lock", "unlock", "trylock",
    "islocked", "unless", "sync-srcu", "store-mb",
]  # fmt: skip

C11_ORDERS = {
    "memory_order_relaxed": "relaxed", "memory_order_consume": "consume", "memory_order_acquire": "acquire",
    "memory_order_release": "release", "memory_order_acq_rel": "acq_rel", "memory_order_seq_cst": "seq_cst",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Operation:
    """``order`` None: given by the last argument.  ``op`` of fetch-and-op; ``amount`` where it is fixed.

    ``args`` says what the arguments are: p a pointer, l an lvalue, v a value, o an expected value, n a new one.
    ``test``: the comparison of the new value with zero that is the result.
    """

    kind: Kind
    args: str
    order: str | None
    op: str = ""
    amount: int | None = None
    test: str = ""


def find(name: str) -> Operation | None:
    return _FIXED.get(name) or _c11(name) or _kernel_atomic(name)


def _c11(name: str) -> Operation | None:
    match = re.fullmatch(r"atomic_(load|store|exchange|compare_exchange_(?:strong|weak)|fetch_\w+?)(_explicit)?", name)
    if match is None:
        return None
    order = None if match[2] else "seq_cst"
    if match[1] in ("load", "store", "exchange"):
        return Operation(match[1], {"load": "p", "store": "pv", "exchange": "pv"}[match[1]], order)  # type: ignore[arg-type]
    if match[1].startswith("compare"):
        return Operation("compare-pointer", "pon", order)
    op = {"add": "+", "sub": "-", "or": "|", "xor": "^", "and": "&"}.get(match[1][6:])
    return None if op is None else Operation("fetch", "pv", order, op)


_SUFFIX = {"": "mb", "_relaxed": "once", "_acquire": "load-acquire", "_release": "store-release"}
_OPS = {"add": ("+", None), "sub": ("-", None), "inc": ("+", 1), "dec": ("-", 1), "and": ("&", None), "or": ("|", None)}


def _kernel_atomic(name: str) -> Operation | None:
    exchange = re.fullmatch(r"(?:atomic_)?(cmpxchg|xchg)(_relaxed|_acquire|_release|)", name)
    if exchange:
        kind: Kind = "compare" if exchange[1] == "cmpxchg" else "exchange"
        return Operation(kind, "pon" if kind == "compare" else "pv", _SUFFIX[exchange[2]])
    match = re.fullmatch(r"atomic_(?:(fetch)_)?(add|sub|inc|dec)(?:_(return))?(_relaxed|_acquire|_release|)", name)
    if match is None:
        return None
    op, amount = _OPS[match[2]]
    args = "p" if amount is not None else "vp"
    if match[1] and not match[3]:
        return Operation("fetch", args, _SUFFIX[match[4]], op, amount)
    if match[3]:
        return Operation("new", args, _SUFFIX[match[4]], op, amount)
    return Operation("fetch", args, "noreturn", op, amount) if not match[4] else None


_FIXED = {
    "atomic_thread_fence": Operation("fence", "", None),
    "READ_ONCE": Operation("load", "l", "once"),
    "WRITE_ONCE": Operation("store", "lv", "once"),
    "smp_store_release": Operation("store", "pv", "store-release"),
    "smp_load_acquire": Operation("load", "p", "load-acquire"),
    "rcu_assign_pointer": Operation("store", "lv", "store-release"),
    "rcu_dereference": Operation("load", "l", "once"),
    "smp_store_mb": Operation("store-mb", "lv", "once"),
    "atomic_read": Operation("load", "p", "once"),
    "atomic_set": Operation("store", "pv", "once"),
    "atomic_read_acquire": Operation("load", "p", "load-acquire"),
    "atomic_set_release": Operation("store", "pv", "store-release"),
    "atomic_sub_and_test": Operation("new", "vp", "mb", "-", None, "=="),
    "atomic_dec_and_test": Operation("new", "p", "mb", "-", 1, "=="),
    "atomic_inc_and_test": Operation("new", "p", "mb", "+", 1, "=="),
    "atomic_add_negative": Operation("new", "vp", "mb", "+", None, "<"),
    "atomic_add_unless": Operation("unless", "pvo", "mb", "+"),
    "spin_lock": Operation("lock", "p", "spin-lock"),
    "spin_unlock": Operation("unlock", "p", "spin-unlock"),
    "spin_trylock": Operation("trylock", "p", "spin-lock"),
    "spin_is_locked": Operation("islocked", "p", "islocked"),
    "srcu_read_lock": Operation("load", "p", "srcu-lock"),
    "srcu_down_read": Operation("load", "p", "srcu-lock"),
    "srcu_read_unlock": Operation("store", "pv", "srcu-unlock"),
    "srcu_up_read": Operation("store", "pv", "srcu-unlock"),
    "synchronize_srcu": Operation("sync-srcu", "p", "sync-srcu"),
    "synchronize_srcu_expedited": Operation("sync-srcu", "p", "sync-srcu"),
    **{
        name: Operation("fence", "", order)
        for name, order in {
            "smp_mb": "mb", "smp_rmb": "rmb", "smp_wmb": "wmb", "barrier": "compiler",
            "smp_mb__before_atomic": "before-atomic", "smp_mb__after_atomic": "after-atomic",
            "smp_mb__after_spinlock": "after-spinlock", "smp_mb__after_unlock_lock": "after-unlock-lock",
            "smp_mb__after_srcu_read_unlock": "after-srcu-read-unlock", "rcu_read_lock": "rcu-lock",
            "rcu_read_unlock": "rcu-unlock", "synchronize_rcu": "sync-rcu", "synchronize_rcu_expedited": "sync-rcu",
        }.items()
    },
}  # fmt: skip
