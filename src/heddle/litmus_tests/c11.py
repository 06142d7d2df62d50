"""The functions of C11's ``<stdatomic.h>`` in litmus tests: the object comes first, the order, if any, last."""

from __future__ import annotations

from heddle.litmus_tests.operations import Operation

ORDERS = {
    "memory_order_relaxed": "relaxed", "memory_order_consume": "consume", "memory_order_acquire": "acquire",
    "memory_order_release": "release", "memory_order_acq_rel": "acq_rel", "memory_order_seq_cst": "seq_cst",
}  # fmt: skip


def _both(name: str, operation: Operation) -> dict[str, Operation]:
    """A function whose order is seq_cst, and the one that is told its order."""
    ordered = Operation(operation.kind, operation.args, "seq_cst", operation.op)
    return {name: ordered, f"{name}_explicit": operation}


FUNCTIONS: dict[str, Operation] = {
    "atomic_thread_fence": Operation("fence", "", None),
    **_both("atomic_load", Operation("load", "p", None)),
    **_both("atomic_store", Operation("store", "pv", None)),
    **_both("atomic_exchange", Operation("exchange", "pv", None)),
    **_both("atomic_compare_exchange_strong", Operation("compare-pointer", "pon", None)),
    **_both("atomic_compare_exchange_weak", Operation("compare-weak", "pon", None)),
    **_both("atomic_fetch_add", Operation("fetch", "pv", None, "+")),
    **_both("atomic_fetch_sub", Operation("fetch", "pv", None, "-")),
    **_both("atomic_fetch_or", Operation("fetch", "pv", None, "|")),
    **_both("atomic_fetch_xor", Operation("fetch", "pv", None, "^")),
    **_both("atomic_fetch_and", Operation("fetch", "pv", None, "&")),
}
