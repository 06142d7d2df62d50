"""What an execution graph gives to models: the base sets and relations, by name.

Model files of herd and Dartagnan spell the same annotation in different ways (``MFENCE``, ``mfence``, ``Mfence``);
here each has one canonical tag, the one that events carry.  A name that stands neither here nor among a model's
definitions is an error: a misspelt set would otherwise silently be empty and the model silently weaker.
"""

from __future__ import annotations

from heddle.graph import Event, ExecutionGraph, Rows, pairs, rows

KIND_SETS = ("_", "R", "W", "M", "F", "B", "IW", "FW", "RMW", "UB", "emptyset")
"""Sets that follow from what an event is.

``_`` everything, ``M`` accesses, ``IW`` initial writes, ``FW`` the last write to each location, ``B`` branches,
``RMW`` both events of a read-modify-write (also of a failed one, tagged so), ``UB`` undefined behaviour.
"""

C11_TAGS = ("RLX", "ACQ", "REL", "ACQ_REL", "SC", "CON", "NA", "A", "NAL", "STRONG")
"""C11 orders; ``A`` an atomic access; ``NAL`` the initial write of a location that is not atomic."""

HARDWARE_TAGS = (
    "X", "EX", "L", "Q", "AQ",
    "MFENCE", "SFENCE", "LFENCE", "SYNC", "LWSYNC", "EIEIO", "ISYNC", "DMB", "DSB", "ISB",
    "DMB.SY", "DMB.ST", "DMB.LD", "DMB.ISH", "DMB.ISHST", "DMB.ISHLD", "DMB.OSH", "DMB.OSHST", "DMB.OSHLD",
    "DSB.SY", "DSB.ST", "DSB.LD", "DSB.ISH", "DSB.ISHST", "DSB.ISHLD", "DSB.OSH", "DSB.OSHST", "DSB.OSHLD",
    "FENCE.R.R", "FENCE.R.W", "FENCE.R.RW", "FENCE.W.R", "FENCE.W.W", "FENCE.W.RW", "FENCE.RW.R", "FENCE.RW.W",
    "FENCE.RW.RW", "FENCE.TSO", "FENCE.I", "ACQ_RCPC", "RES", "PTE", "TLBI", "T", "SPEC",
)
"""``X`` an access of an atomic instruction, ``EX`` of an exclusive pair; fences by name."""

KERNEL_TAGS = (
    "ONCE", "ACQUIRE", "RELEASE", "MB", "RMB", "WMB", "BARRIER", "NORETURN", "BEFORE-ATOMIC", "AFTER-ATOMIC",
    "AFTER-SPINLOCK", "AFTER-UNLOCK-LOCK", "AFTER-SRCU-READ-UNLOCK", "RCU-LOCK", "RCU-UNLOCK", "SYNC-RCU",
    "SRCU-LOCK", "SRCU-UNLOCK", "SYNC-SRCU", "LKR", "LKW", "UL", "LF", "RL", "RU", "LK", "LS",
)
"""The Linux kernel's annotations, and the events of its spinlocks (``LK``, ``LS``, ``UL``: also of C11 mutexes)."""

TAGS = frozenset(C11_TAGS + HARDWARE_TAGS + KERNEL_TAGS)

RELATIONS = (
    "id", "po", "rf", "co", "fr", "loc", "int", "ext", "rmw", "addr", "data", "ctrl", "amo", "lxsx", "casdep",
    "same-value", "same-instance", "iico_data", "iico_ctrl", "iico_order",
)
"""Relations of every graph.  ``rmw`` is of two kinds: ``amo`` (one instruction) and ``lxsx`` (an exclusive pair)."""

NEVER = frozenset({
    "NExp", "Imp", "Tag", "TagCheck", "FAULT", "EXC-ENTRY", "EXC-RET", "SVC", "SPURIOUS", "NoRet", "Restricted-CMODX",
    "Rreg", "Wreg", "ADDR", "DATA", "BCC", "MMU", "D-MMU", "Translation", "AccessFlag", "Permission", "AF", "DB",
    "PTEV", "PTEINV", "PTEAF0", "D-PTE", "I-PTE", "PTEXS", "TLBIIS", "TLBInXS", "PoD", "PRED",
    "DC.CVAU", "IC.IALLU", "IC.IALLUIS", "IC.IVAU",
    "DMB.NSH", "DMB.NSHLD", "DMB.NSHST", "DSB.NSH", "DSB.NSHLD", "DSB.NSHST",
})  # fmt: skip
"""Sets of herd's models of machines that are empty here: what happens in registers, page tables, caches and tags of
memory, on exceptions, and what a machine does by itself is no event."""

NEVER_RELATED = frozenset({"inv-domain", "rf-reg", "same-tag-loc", "same-low-order-bits", "PTEtoPA"})
"""Relations of such events."""

NEVER_GIVEN = frozenset({"same-oa", "at-least-one-writable"})
"""Functions that herd has, which give such relations."""

VARIANTS = frozenset({"lkmmv2"})
"""Herd's variants that are as events are here.  Under ``lkmmv2`` the kernel's read-modify-writes carry the order that
their function promises, where before there were fences around them."""

_SPELLINGS = {"AcqRel": "ACQ_REL", "Sc": "SC", "AMO": "X", "Exp": "M"}
"""``Exp``: what instructions ask for, as accesses here all are."""
RELATION_SPELLINGS = {"si": "id", "sm": "id"}
"""``si`` and ``sm`` join the parts of an access that was split by size; accesses are never split here."""


def set_name(name: str) -> str | None:
    """The canonical name of a base set, None if there is none of this name."""
    if name in KIND_SETS or name in TAGS:
        return name
    folded = name.upper()
    if len(name) > 1 and folded in TAGS:
        return folded
    if len(name) > 1 and folded.replace("_", "-") in TAGS:
        return folded.replace("_", "-")
    return "emptyset" if name in NEVER else _SPELLINGS.get(name)


def base_set(graph: ExecutionGraph, name: str) -> int:
    """A base set of a graph, by canonical name."""
    match name:
        case "_":
            return graph.everything
        case "R":
            return graph.of_kind("R")
        case "W":
            return graph.of_kind("W", "init")
        case "M":
            return graph.of_kind("R", "W", "init")
        case "F":
            return graph.of_kind("F")
        case "IW":
            return graph.of_kind("init")
        case "FW":
            return final_writes(graph)
        case "emptyset":
            return 0
        case _:
            return graph.tagged(name)


def final_writes(graph: ExecutionGraph) -> int:
    """The write to each location that no other write follows."""
    last = 0
    for event in graph.events:
        if event.is_write and not graph.co[event.id]:
            last |= 1 << event.id
    return last


def base_relation(graph: ExecutionGraph, name: str) -> Rows:
    """A base relation of a graph, by name."""
    match name:
        case "po" | "rf" | "co" | "fr" | "rmw" | "addr" | "data" | "ctrl":
            relation: Rows = getattr(graph, name)
            return relation
        case "casdep" if graph.casdep:
            return graph.casdep
        case "loc":
            return graph.same_location
        case "int":
            return graph.internal
        case "ext":
            return graph.external
        case "id":
            return tuple(1 << i for i in range(len(graph)))
        case "amo" | "lxsx":
            exclusive = graph.tagged("EX")
            return tuple(
                row if bool(exclusive >> i & 1) == (name == "lxsx") else 0 for i, row in enumerate(graph.rmw)
            )
        case "same-instance":
            both = zip(graph.rmw, inverse(graph.rmw), strict=True)
            return tuple(1 << i | row | back for i, (row, back) in enumerate(both))
        case "iico_data":
            return graph.rmw
        case "same-value":
            return _same_value(graph.events)
        case _:
            return (0,) * len(graph)


def inverse(relation: Rows) -> Rows:
    return rows(len(relation), ((b, a) for a, b in pairs(relation)))


def _same_value(events: tuple[Event, ...]) -> Rows:
    return rows(len(events), ((a.id, b.id) for a in events for b in events if a.value == b.value))


__all__ = [
    "C11_TAGS", "HARDWARE_TAGS", "KERNEL_TAGS", "KIND_SETS", "NEVER", "NEVER_GIVEN", "NEVER_RELATED", "RELATIONS",
    "RELATION_SPELLINGS", "TAGS", "VARIANTS", "base_relation", "base_set", "final_writes", "inverse", "set_name",
]
