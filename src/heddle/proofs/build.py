"""From a core program to its transition system"""

from __future__ import annotations

from heddle.addresses.choice import choose_addresses
from heddle.addresses.freed import NOT_AGAIN, stale_comparisons
from heddle.addresses.observed import observations
from heddle.core.program import Program
from heddle.passes.bounds import TooLarge, UnfoldBounds
from heddle.passes.inline import Inlined, inline
from heddle.passes.promote import promote
from heddle.proofs.blocks import Blocks
from heddle.proofs.code import Code
from heddle.proofs.cut_points import Visibility
from heddle.proofs.definitions import replace_defined
from heddle.proofs.liveness import drop_unread
from heddle.proofs.locks import find_locks
from heddle.proofs.merge import merge_nodes
from heddle.proofs.movers import needless_switches
from heddle.proofs.narrow import narrow
from heddle.proofs.ownership import Ownership
from heddle.proofs.parallel import find_order
from heddle.proofs.partition import partition
from heddle.proofs.ranges import CannotModel, Ranges
from heddle.proofs.simplify import simplify, simplify_held
from heddle.proofs.system import System
from heddle.symbolic.dag import Dag
from heddle.symbolic.layout import Layout

SHORT = 8
"""Loops that are known to end within so many iterations are unrolled: what they do to arrays is then plain."""
MOST_THREADS = 40
ROOM = {32: 1 << 20, 64: 1 << 40}
"""Blocks whose size the program computes may have so many bytes, for pointers of so many bits; that they have no more
is for the proof to show."""


def build_system(program: Program) -> System:
    """The transition system of a program under sequential consistency.  Raises CannotModel."""
    try:
        room = ROOM[program.data_model.pointer_bits]
        bounds = UnfoldBounds(unwind=1, instructions=60_000, malloc_size=room)
        inlined = inline(program, bounds, SHORT, many=True)
    except TooLarge as e:
        raise CannotModel(f"the program is too large: {e}") from None
    _check(program, inlined)
    layout = Layout(inlined.program)
    promoted = promote(inlined.program, layout.initial, inlined.many)
    codes = [Code(t, t.index in inlined.many) for t in promoted.threads]
    ranges = Ranges(promoted, codes, layout, inlined.repeated)
    visibility = Visibility(Ownership(ranges, codes, inlined.repeated))
    needless: dict[int, frozenset[int]] = {t.index: frozenset() for t in codes}
    while True:  # a lock that is only held within steps is none any more, and so on
        system, origins = _system(visibility, needless)
        found = needless_switches(system)
        more = {t: _everywhere(nodes, origins[t]) | needless[t] for t, nodes in found.items()}
        if more == needless:
            merge_nodes(system)
            return system
        needless = more


def _check(program: Program, inlined: Inlined) -> None:
    """That there is a place in the system for all that the program does.  Raises CannotModel."""
    observed = observations(program)
    if observed and _observes(inlined):
        raise CannotModel(f"{observed[0].loc}: this depends on the addresses of objects")
    stale = stale_comparisons(program)
    if stale:
        raise CannotModel(f"{stale[0].loc}: {NOT_AGAIN}")
    if len(inlined.program.threads) > MOST_THREADS:
        raise CannotModel(f"more than {MOST_THREADS} threads")
    if inlined.program.unfollowed:
        raise CannotModel("threads that create each other without end")


def _observes(inlined: Inlined) -> bool:
    """Whether what is left of a program sees addresses as numbers; it may, where one object stands for many."""
    left = choose_addresses(inlined.program)
    return bool(inlined.many or inlined.repeated or left.chosen or left.one_layout)


def _everywhere(nodes: frozenset[int], origins: dict[int, int]) -> frozenset[int]:
    """The positions all whose nodes are among these."""
    others = {origin for n, origin in origins.items() if n not in nodes}
    return frozenset(origins[n] for n in nodes) - others


def _system(visibility: Visibility, needless: dict[int, frozenset[int]]) -> tuple[System, dict[int, dict[int, int]]]:
    """Also the position that each node of each template stands for."""
    system = System(Dag())
    choosing = {}
    for code in visibility.codes:
        blocks = Blocks(system, code, visibility, needless[code.index])
        system.templates.append(blocks.run())
        choosing[code.index] = blocks.choosing
    drop_unread(system)
    replace_defined(system)
    origins = partition(system, choosing)
    narrow(system)
    more = partition(system, choosing)
    origins = {t: {n: origins[t][m] for n, m in nodes.items()} for t, nodes in more.items()}
    simplify(system)
    drop_unread(system)
    find_order(system)
    find_locks(system)
    simplify_held(system)
    return system, origins


__all__ = ["CannotModel", "build_system"]
