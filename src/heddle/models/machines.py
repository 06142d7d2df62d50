"""What compilers make of C11's and the kernel's accesses on the machine that a model describes.

A model of a language sees the orders themselves (:mod:`heddle.models.tags`).  A model of hardware knows instructions:
there an order becomes fences around an access, or a kind of access.  This is the one place that says which; whoever
builds graphs asks :func:`machine_of`.

The tables are the usual ones: https://www.cl.cam.ac.uk/~pes20/cpp/cpp0xmappings.html for ARM and Power, Table A.6 of
the RISC-V manual.  A read-modify-write is a pair of a load and a store that exclude others (ldxr/stxr, lwarx/stwcx.,
lr/sc), as machines without single instructions for it have it; those that have some allow no more.
"""

from __future__ import annotations

from typing import TypeAlias

from heddle.core.instr import Read, Rmw, Write
from heddle.models import tags
from heddle.models.relation import Model, base_names
from heddle.records import dataclass, field

Tags: TypeAlias = frozenset[str]
NONE: Tags = frozenset()
PAIR: Tags = frozenset({"RMW", "EX"})
BRANCHED = "isync"
"""Behind a load this fence comes with a branch on the value that was loaded: together they keep the order."""

OWN_ORDER = "an atomic operation that orders others, on memory that no other thread uses: that is not modelled here"

_NAMES = {
    "once": "relaxed", "noreturn": "relaxed", "load-acquire": "acquire", "consume": "acquire",
    "store-release": "release", "spin-lock": "acquire", "spin-unlock": "release", "mb": "seq_cst",
}  # fmt: skip
"""The kernel's orders, and others, as those that the tables know."""


@dataclass(frozen=True, slots=True)
class Around:
    """The fences before and behind an access, by their orders, and its own tags."""

    before: str = ""
    after: str = ""
    tags: Tags = NONE


NOTHING = Around()
Table: TypeAlias = dict[str, Around]


@dataclass(frozen=True, slots=True)
class Machine:
    """``loads`` and ``stores``: by order; an order that is not there is that of a plain access.  ``fences``: what a
    fence is called there.  ``exclusive``: the loads and stores of read-modify-writes, if they are others."""

    name: str
    loads: Table = field(default_factory=dict)
    stores: Table = field(default_factory=dict)
    fences: dict[str, Tags] = field(default_factory=dict)
    pair: Tags = PAIR
    """Tags of both accesses of a read-modify-write."""
    exclusive: tuple[Table, Table] | None = None
    speaks_orders: bool = False
    """Its models see the orders themselves."""

    # --- fences around accesses

    def before(self, x: Read | Write | Rmw) -> str:
        """The order of the fence before an access; "" for none."""
        return next((part.before for part in self._parts(x, x.order) if part.before), "")

    def after(self, x: Read | Write | Rmw, failed: bool = False) -> str:
        """``failed``: behind a read-modify-write that does not write."""
        parts = self._parts(x, x.failure_order)[:1] if failed and isinstance(x, Rmw) else self._parts(x, x.order)
        return next((part.after for part in parts if part.after), "")

    def _parts(self, x: Read | Write | Rmw, order: str) -> tuple[Around, ...]:
        """How the accesses are made that an instruction is."""
        order = _NAMES.get(order, order)
        if isinstance(x, Rmw):
            return self._pair(order)
        return ((self.loads if isinstance(x, Read) else self.stores).get(order, NOTHING),)

    def _pair(self, order: str) -> tuple[Around, Around]:
        loads, stores = self.exclusive or (self.loads, self.stores)
        return loads.get(order, NOTHING), stores.get(order, NOTHING)

    # --- tags

    def read(self, order: str) -> Tags:
        return tags.of_access(order) if self.speaks_orders else self.loads.get(_NAMES.get(order, order), NOTHING).tags

    def write(self, order: str) -> Tags:
        return tags.of_access(order) if self.speaks_orders else self.stores.get(_NAMES.get(order, order), NOTHING).tags

    def rmw(self, order: str) -> tuple[Tags, Tags]:
        """The tags of the read and of the write of a read-modify-write."""
        if self.speaks_orders:
            return tags.of_rmw(order)
        load, store = self._pair(_NAMES.get(order, order))
        return self.pair | load.tags, self.pair | store.tags

    def failed(self, order: str) -> Tags:
        """A read-modify-write that did not write: its read alone."""
        return tags.of_failed_rmw(order) if self.speaks_orders else self.rmw(order)[0]

    def fence(self, order: str) -> Tags:
        return self.fences[order] if order in self.fences else tags.of_fence(order)

    def orders_by_itself(self, x: Read | Write | Rmw) -> bool:
        """Whether an access orders others even if nobody else uses its memory, and no fence around it does that."""
        if self.speaks_orders:
            return False
        return any(part.tags for part in self._parts(x, x.order)) or (isinstance(x, Rmw) and self.pair != PAIR)


def _everywhere(fence: Tags, *orders: str) -> dict[str, Tags]:
    return dict.fromkeys(orders, fence)


_FULL = ("full", "seq_cst", "barrier", "mb")

LANGUAGE = Machine("", speaks_orders=True)
"""Of a language, or of a machine that is described in its words."""

THESIS = Machine(
    "Bajczi's thesis, Table 6.1",
    {"acquire": Around("", "barrier")} | dict.fromkeys(("acq_rel", "seq_cst"), Around("barrier", "barrier")),
    {"release": Around("barrier")} | dict.fromkeys(("acq_rel", "seq_cst"), Around("barrier", "barrier")),
    speaks_orders=True,
)  # fmt: skip

_ACQUIRING, _RELEASING = frozenset({"A"}), frozenset({"L"})
_DMB = tags.FULL_FENCE | {"DMB.SY", "DMB.ISH"}
_DMB_LD, _DMB_ST = frozenset({"DMB.LD", "DMB.ISHLD"}), frozenset({"DMB.ST", "DMB.ISHST"})
ARMV8 = Machine(
    "ARMv8",
    dict.fromkeys(("acquire", "acq_rel", "seq_cst"), Around(tags=_ACQUIRING)),
    dict.fromkeys(("release", "acq_rel", "seq_cst"), Around(tags=_RELEASING)),
    _everywhere(_DMB, *_FULL, "acq_rel", "release") | _everywhere(_DMB_LD, "acquire", "consume", "load", "rmb")
    | _everywhere(_DMB_ST, "store", "wmb") | {"relaxed": NONE},
)  # fmt: skip

ARMV7 = Machine(
    "ARMv7",
    dict.fromkeys(("acquire", "acq_rel", "seq_cst"), Around("", "barrier")),
    {"release": Around("barrier"), "acq_rel": Around("barrier"), "seq_cst": Around("barrier", "barrier")},
    _everywhere(_DMB, *_FULL, "acq_rel", "release", "acquire", "consume", "load", "rmb") | {"relaxed": NONE},
)

POWER = Machine(
    "Power",
    dict.fromkeys(("acquire", "acq_rel"), Around("", BRANCHED)) | {"seq_cst": Around("full", BRANCHED)},
    dict.fromkeys(("release", "acq_rel"), Around("lwsync")) | {"seq_cst": Around("full")},
    _everywhere(tags.FULL_FENCE, *_FULL)
    | _everywhere(frozenset({"LWSYNC"}), "acq_rel", "release", "acquire", "consume", "load", "rmb", "wmb")
    | {"relaxed": NONE},
)

RISCV = Machine(
    "RISC-V",
    {"acquire": Around("", "acquire"), "seq_cst": Around("full", "acquire")},
    dict.fromkeys(("release", "seq_cst"), Around("release")),
    _everywhere(tags.FULL_FENCE, *_FULL)
    | _everywhere(frozenset({"FENCE.TSO"}), "acq_rel") | _everywhere(frozenset({"FENCE.RW.W"}), "release")
    | _everywhere(frozenset({"FENCE.R.RW"}), "acquire", "consume", "load")
    | _everywhere(frozenset({"FENCE.R.R"}), "rmb") | _everywhere(frozenset({"FENCE.W.W"}), "wmb", "store")
    | {"relaxed": NONE},
    exclusive=(
        dict.fromkeys(("acquire", "acq_rel"), Around(tags=frozenset({"ACQ"})))
        | {"seq_cst": Around(tags=frozenset({"ACQ_REL"}))},
        dict.fromkeys(("release", "acq_rel", "seq_cst"), Around(tags=frozenset({"REL"}))),
    ),
)  # fmt: skip

X86 = Machine(
    "x86", {"locked": Around(tags=frozenset({"A"}))},
    {"seq_cst": Around("", "full"), "locked": Around(tags=frozenset({"A"}))},
    _everywhere(NONE, "acq_rel", "release", "acquire", "consume", "relaxed"),
    frozenset({"RMW", "X", "A"}), ({}, {}),
)  # fmt: skip


def machine_of(model: Model) -> Machine:
    """By the fences that the model asks for."""
    if model.orders_are_fences:
        return THESIS
    names = base_names(model)
    found = [machine for machine, marks in _MARKS if names & marks]
    if found == [X86] and names & {"SC", "REL"}:
        return LANGUAGE  # in the words of C11 itself
    return found[0] if len(found) == 1 else LANGUAGE


def orders_more(model: Model, fence: str) -> bool:
    """Whether a fence orders more under the model than where it belongs: it stands for one of C11, or is any fence."""
    return fence in tags.WEAKER_THAN_C11 and machine_of(model).speaks_orders and "WMB" not in base_names(model)


_MARKS = (
    (ARMV8, frozenset({"DMB.LD", "DMB.ISHLD"})), (ARMV7, frozenset({"DMB"})), (POWER, frozenset({"ISYNC"})),
    (RISCV, frozenset({"FENCE.RW.RW"})), (X86, frozenset({"MFENCE"})),
)  # fmt: skip
"""Fences that only one machine has.  Models that ask for those of several say nothing about any of them."""

__all__ = ["BRANCHED", "LANGUAGE", "OWN_ORDER", "THESIS", "Machine", "machine_of", "orders_more"]
