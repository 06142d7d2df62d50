"""From the orders of core instructions to the tags that models of languages ask for; for those of hardware see
:mod:`heddle.models.machines`.

C11 orders keep their names; a read-modify-write's order is split over its read and its write as Dartagnan does (an
acquire one reads with acquire and writes relaxed).  The kernel's annotations have names of their own, and those of
C11's orders that do what they promise: to a model of C11 ``smp_mb`` is a seq_cst fence, ``smp_wmb`` one that releases
and ``smp_rmb`` one that acquires.  The last two order more than the kernel promises.
"""

from __future__ import annotations

from heddle.core.instr import GHOST
from heddle.models.vocabulary import HARDWARE_TAGS

FULL_FENCE = frozenset({"MFENCE", "SYNC", "DMB", "DMB.SY", "DMB.ISH", "DSB", "DSB.SY", "FENCE.RW.RW", "MB"})
"""A fence that orders everything, under the names that hardware models know."""

HARDWARE_FENCES = FULL_FENCE | frozenset(HARDWARE_TAGS) - {"X", "EX"}
"""A model that asks for one of these is one of hardware, where pthreads' operations are full fences."""

_ACCESS: dict[str, frozenset[str]] = {
    "plain": frozenset({"NA"}),
    GHOST: frozenset({"NA"}),  # under sc, where nothing waits in buffers
    "relaxed": frozenset({"A", "RLX"}),
    "consume": frozenset({"A", "CON"}),
    "acquire": frozenset({"A", "ACQ"}),
    "release": frozenset({"A", "REL"}),
    "acq_rel": frozenset({"A", "ACQ_REL"}),
    "seq_cst": frozenset({"A", "SC"}),
    # X86: a locked instruction
    "locked": frozenset({"A"}),
    "once": frozenset({"ONCE", "A", "RLX"}),
    "load-acquire": frozenset({"ACQUIRE", "A", "ACQ"}),
    "store-release": frozenset({"RELEASE", "A", "REL"}),
    "mb": frozenset({"MB", "A", "SC"}),
    "noreturn": frozenset({"NORETURN", "ONCE", "A", "RLX"}),
    "spin-unlock": frozenset({"UL", "RELEASE", "A", "REL"}),
    "srcu-lock": frozenset({"SRCU-LOCK"}),
    "srcu-unlock": frozenset({"SRCU-UNLOCK"}),
}

_FENCE: dict[str, frozenset[str]] = {
    "full": FULL_FENCE | {"SC"},
    "seq_cst": FULL_FENCE | {"SC"},
    "acq_rel": frozenset({"ACQ_REL", "LWSYNC"}),
    "release": frozenset({"REL", "LWSYNC"}),
    "acquire": frozenset({"ACQ"}),
    "relaxed": frozenset({"RLX"}),
    "consume": frozenset({"ACQ"}),
    "lwsync": frozenset({"LWSYNC"}),
    "isync": frozenset({"ISYNC", "ISB"}),
    "store": frozenset({"SFENCE", "EIEIO", "DMB.ST", "FENCE.W.W", "REL"}),
    "load": frozenset({"LFENCE", "DMB.LD", "FENCE.R.RW", "ACQ"}),
    "barrier": FULL_FENCE,
    "mb": FULL_FENCE | {"SC"},
    "wmb": frozenset({"WMB", "SFENCE", "EIEIO", "DMB.ST", "FENCE.W.W", "REL"}),
    "rmb": frozenset({"RMB", "LFENCE", "FENCE.R.R", "ACQ"}),
    "compiler": frozenset({"BARRIER"}),
}

WEAKER_THAN_C11 = frozenset({"store", "load", "wmb", "rmb"})
"""Fences that order less than those of C11 that stand for them."""

_RMW_READ = {"release": "relaxed", "acq_rel": "acquire", "store-release": "once"}
_RMW_WRITE = {"acquire": "relaxed", "acq_rel": "release", "load-acquire": "once", "noreturn": "once"}
_PAIR = frozenset({"RMW", "X"})


def of_access(order: str) -> frozenset[str]:
    return _ACCESS[order]


def of_rmw(order: str) -> tuple[frozenset[str], frozenset[str]]:
    """The tags of the read and of the write of a read-modify-write."""
    if order == "spin-lock":
        return _PAIR | {"LKR"} | _ACCESS["load-acquire"], _PAIR | {"LKW", "A", "RLX"}
    return _PAIR | _ACCESS[_RMW_READ.get(order, order)], _PAIR | _ACCESS[_RMW_WRITE.get(order, order)]


def of_failed_rmw(order: str) -> frozenset[str]:
    """A read-modify-write that did not write: its read alone."""
    if order == "spin-lock":
        return frozenset({"LF", "A", "RLX"})
    return _PAIR | _ACCESS[_RMW_READ.get(order, order)]


def of_fence(order: str) -> frozenset[str]:
    """A fence of the kernel carries its own name (``rcu-lock``), and the names of hardware where it is one of these."""
    return _FENCE.get(order) or frozenset({order.upper()})
