"""What a shared memory abstraction is told about the program: its parameters and tables, as C before its own text."""

from __future__ import annotations

from collections.abc import Iterator

from heddle.core.c_statements import input_function
from heddle.core.c_types import CTypes
from heddle.sequentializer.histories import Histories
from heddle.sequentializer.share import Location, Shared
from heddle.sma import Abstraction, Keeps, SmaBounds, identifiers, source

SHARED_MEMORY = """\
/* --- Shared memory: {name} --- */

enum {{ T = {threads}, V = {count}, W = {writes}, N = {queue}, K = {clock}, PIECES = {pieces} }};
typedef unsigned {small} small;
typedef {word} word;
typedef unsigned long address;

static const address addresses[V] = {{{addresses}}};
static const word initial[V] = {{{initial}}};
{sole}
/* A step that concerns only its own thread. */
static inline void sma_step(small t)
{{
    (void)t;
}}

{source}"""

HISTORIES = """\
/* --- Shared memory: {name} --- */

enum {{
    T = {threads}, V = {count}, P = {plain}, W = {writes}, K = {moments}, R = {rounds},
    LONG = {long}, LATE = {late}, EDGES = {edges}
}};
typedef unsigned {small} small;
typedef {word} word;
#define any_word() {any_word}()

static word own[P] = {{{initial}}};
{tables}
{source}"""


def unsigned(largest: int) -> str:
    """The smallest unsigned type for numbers up to ``largest``."""
    return "char" if largest < 256 else "short" if largest < 65536 else "int"


def table(values: list[str]) -> str:
    rows = [", ".join(values[i : i + 8]) for i in range(0, len(values), 8)]
    return rows[0] if len(rows) <= 1 else "\n    " + ",\n    ".join(rows) + "\n"


def contents(shared: Shared, locations: list[Location]) -> str:
    suffix = "" if shared.word.bits < 64 else "UL"
    return table([f"{x.initial}{suffix}" for x in locations])


def shared_memory(abstraction: Abstraction, bounds: SmaBounds, shared: Shared, types: CTypes, threads: int) -> str:
    """The text of an abstraction for lazy sequentialization."""
    locations = shared.locations or [Location("", 0, 0, 0, 0)]
    small = unsigned(max(threads, len(locations), bounds.queue, bounds.clock, shared.writes) + 1)
    return SHARED_MEMORY.format(
        name=abstraction.name, threads=threads, count=len(locations), writes=shared.writes, queue=bounds.queue,
        clock=bounds.clock, pieces=shared.pieces, small=small, word=types.declare(shared.word),
        addresses=table([f"{x.address}UL" for x in locations]), initial=contents(shared, locations),
        sole=_sole(abstraction, shared), source=source(abstraction),
    )  # fmt: skip


def _sole(abstraction: Abstraction, shared: Shared) -> str:
    if "sole" not in identifiers(abstraction):
        return ""
    return f"static const unsigned char sole[V] = {{{table([str(int(s)) for s in shared.sole] or ['1'])}}};\n"


def moments(histories: Histories, writes: int) -> int:
    """So many moments are enough for all writes of histories of this length, one for each location."""
    return max(1, sum(min(most, writes) for most in histories.most))


def shared_histories(abstraction: Abstraction, bounds: SmaBounds, h: Histories, types: CTypes, threads: int) -> str:
    """The text of an abstraction for eager sequentialization."""
    locations = h.locations or [Location("", 0, 0, 0, 0)]
    late = h.late_joins or abstraction.in_turn
    edges = h.edges if late and abstraction.keeps is not Keeps.VALUATIONS else 0
    last, stops = moments(h, bounds.writes), max(h.stops.values())
    small = unsigned(max(threads, len(locations), bounds.writes, bounds.rounds, last, edges, h.longest, stops) + 2)
    return HISTORIES.format(
        name=abstraction.name, threads=threads, count=max(h.histories, 1), plain=len(locations), writes=bounds.writes,
        moments=last, rounds=bounds.rounds, long=h.longest, late=int(late), edges=edges, small=small,
        word=types.declare(h.word), any_word=input_function(h.word, types.model), initial=contents(h, locations),
        tables="".join(_known(abstraction, bounds, h, threads)), source=source(abstraction),
    )  # fmt: skip


def _known(abstraction: Abstraction, bounds: SmaBounds, h: Histories, count: int) -> Iterator[str]:
    """What is known beforehand about histories, as far as the abstraction asks for it."""
    used = identifiers(abstraction)
    threads, writers = range(count), h.writers or [set[int]()]
    flag = "static const unsigned char"
    if "most" in used:
        most = [str(min(n, bounds.writes + 1)) for n in h.most] or ["0"]
        yield f"static const small most[V] = {{{table(most)}}};\n"
    if "may_write" in used:
        rows = [f"{{{table([str(int(t in w)) for t in threads])}}}" for w in writers]
        yield f"{flag} may_write[V][T] = {{{table(rows)}}};\n"
    if "may_write_any" in used:
        yield f"{flag} may_write_any[T] = {{{table([str(int(any(t in w for w in writers))) for t in threads])}}};\n"
    if "scalar" in used:
        yield f"{flag} scalar[V] = {{{table([str(int(s)) for s in h.scalars] or ['1'])}}};\n"


__all__ = ["moments", "shared_histories", "shared_memory", "unsigned"]
