"""What schemes can express, and what they are worth: decided before a formula is made."""

from __future__ import annotations

from collections import Counter

from heddle.symbolic.analysis import Analysis
from heddle.symbolic.events import Kind

MOST_WORK = 15_000
MOST_UNITS = 400
"""Programs with larger formulas for all interleavings are searched by rounds: measured, that is faster then."""
MOST_WORK_OF_PAIRS = 100_000
"""Location unwinding of larger programs has timestamps: pairs were faster at 75,000, and too many at 113,000."""
MOST_WRITES = 30
"""Programs with more writes to shared memory are searched by clusters of them."""


def undivided(analysis: Analysis) -> str | None:
    """Units cannot express an atomic section that lies in several blocks (it has several ends): says where one is."""
    for thread in analysis.threads:
        block: dict[int, int] = {}
        for e in thread.events:
            if e.section >= 0 and block.setdefault(e.section, e.block) != e.block:
                return f"{e.instr.loc}: an atomic section with several ends (give --engine lazy)"
    return None


def writes_little(analysis: Analysis) -> bool:
    """Whether a sequence with every single write is worth it: MU-CSeq, too, takes clusters for programs that write much
    (TACAS 2015, section 3)."""
    writes = 0
    for thread, buffer in zip(analysis.threads, analysis.buffers.threads, strict=True):
        writes += sum(e.visible and e.kind in (Kind.WRITE, Kind.RMW) for e in thread.events) + len(buffer.writes)
    return writes <= MOST_WRITES


def is_small(analysis: Analysis) -> bool:
    """Whether a formula for all interleavings is worth its size."""
    return takes_at_most(analysis, MOST_WORK)


def has_few_pairs(analysis: Analysis) -> bool:
    """Whether location unwinding orders pairs of steps."""
    return takes_at_most(analysis, MOST_WORK_OF_PAIRS)


def takes_at_most(analysis: Analysis, most: int) -> bool:
    """Whether there are few enough steps, and few enough pairs of writes that reads can come between."""
    threads, buffers = analysis.threads, analysis.buffers.threads
    if sum(t.blocks for t in threads) + sum(len(b.writes) for b in buffers) > MOST_UNITS:
        return False
    shared = analysis.visibility.shared_cells()
    reads: Counter[int] = Counter()
    writes: Counter[int] = Counter()
    for thread, buffer in zip(threads, buffers, strict=True):
        for event in thread.events:
            if not event.visible and event not in buffer.after:
                continue
            cells = shared.intersection(c.number for c in analysis.cells.of(event))
            if event.kind in (Kind.READ, Kind.RMW):
                reads.update(cells)
            if event.kind is not Kind.READ:
                writes.update(cells)
    work = sum(number * writes[cell] ** 2 for cell, number in reads.items())
    return work <= most


__all__ = ["has_few_pairs", "is_small", "undivided", "writes_little"]
