"""The Linux kernel's functions in litmus tests: what its memory model says of them (linux-kernel.def), as data.

Where a function of arithmetic has both, the value comes before the object.  A read-modify-write operation that tells
what was there comes in four strengths, and is a full barrier on both sides where its name does not say otherwise; one
that tells nothing gives no order.
"""

from __future__ import annotations

from heddle.litmus_tests.operations import Kind, Operation

_STRENGTHS = {"": "mb", "_relaxed": "once", "_acquire": "load-acquire", "_release": "store-release"}
_OPERATORS = {"add": "+", "sub": "-", "and": "&", "or": "|", "xor": "^", "andnot": "&~"}
_STEPS = {"inc": "+", "dec": "-"}
_FENCES = {
    "smp_mb": "mb", "smp_rmb": "rmb", "smp_wmb": "wmb", "barrier": "compiler", "smp_mb__before_atomic": "before-atomic",
    "smp_mb__after_atomic": "after-atomic", "smp_mb__after_spinlock": "after-spinlock",
    "smp_mb__after_unlock_lock": "after-unlock-lock", "smp_mb__after_srcu_read_unlock": "after-srcu-read-unlock",
    "rcu_read_lock": "rcu-lock", "rcu_read_unlock": "rcu-unlock", "synchronize_rcu": "sync-rcu",
    "synchronize_rcu_expedited": "sync-rcu",
}  # fmt: skip


def _strengths(
    name: str, kind: Kind, args: str, op: str = "", amount: int | None = None, test: str = ""
) -> dict[str, Operation]:
    return {name + suffix: Operation(kind, args, order, op, amount, test) for suffix, order in _STRENGTHS.items()}


def _arithmetic(name: str, op: str, amount: int | None = None) -> dict[str, Operation]:
    """``atomic_add`` and its kind; only sums are also told as they are afterwards."""
    args = "vp" if amount is None else "p"
    return {
        f"atomic_{name}": Operation("fetch", args, "noreturn", op, amount),
        **_strengths(f"atomic_fetch_{name}", "fetch", args, op, amount),
        **(_strengths(f"atomic_{name}_return", "new", args, op, amount) if op in ("+", "-") else {}),
    }


FUNCTIONS: dict[str, Operation] = {
    "READ_ONCE": Operation("load", "l", "once"),
    "WRITE_ONCE": Operation("store", "lv", "once"),
    "smp_store_release": Operation("store", "pv", "store-release"),
    "smp_load_acquire": Operation("load", "p", "load-acquire"),
    "smp_store_mb": Operation("store-mb", "lv", "once"),
    "rcu_assign_pointer": Operation("store", "lv", "store-release"),
    "rcu_dereference": Operation("load", "l", "once"),
    **{name: Operation("fence", "", order) for name, order in _FENCES.items()},
    **_strengths("xchg", "exchange", "pv"),
    **_strengths("cmpxchg", "compare", "pon"),
    **_strengths("try_cmpxchg", "compare-local", "prn"),
    "atomic_read": Operation("load", "p", "once"),
    "atomic_set": Operation("store", "pv", "once"),
    "atomic_read_acquire": Operation("load", "p", "load-acquire"),
    "atomic_set_release": Operation("store", "pv", "store-release"),
    **{name: found for op in _OPERATORS.items() for name, found in _arithmetic(*op).items()},
    **{name: found for op in _STEPS.items() for name, found in _arithmetic(*op, amount=1).items()},
    **_strengths("atomic_xchg", "exchange", "pv"),
    **_strengths("atomic_cmpxchg", "compare", "pon"),
    **_strengths("atomic_try_cmpxchg", "compare-local", "prn"),
    "atomic_sub_and_test": Operation("new", "vp", "mb", "-", None, "=="),
    "atomic_dec_and_test": Operation("new", "p", "mb", "-", 1, "=="),
    "atomic_inc_and_test": Operation("new", "p", "mb", "+", 1, "=="),
    **_strengths("atomic_add_negative", "new", "vp", "+", test="<"),
    "atomic_add_unless": Operation("unless", "pvo", "mb", "+"),
    "spin_lock": Operation("lock", "p", "spin-lock"),
    "spin_unlock": Operation("unlock", "p", "spin-unlock"),
    "spin_trylock": Operation("trylock", "p", "spin-lock"),
    "spin_is_locked": Operation("islocked", "p", "islocked"),
    "srcu_read_lock": Operation("load", "p", "srcu-lock"),
    "srcu_read_unlock": Operation("store", "pv", "srcu-unlock"),
    "srcu_down_read": Operation("load", "p", "srcu-lock"),
    "srcu_up_read": Operation("store", "pv", "srcu-unlock"),
    "synchronize_srcu": Operation("sync-srcu", "p", "sync-srcu"),
    "synchronize_srcu_expedited": Operation("sync-srcu", "p", "sync-srcu"),
}
