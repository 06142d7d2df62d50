"""Term managers of Bitwuzla and the garbage collector."""

from __future__ import annotations

import gc

import bitwuzla as bz

from heddle.backends import term_manager
from heddle.backends.term_manager import TermManager


def test_a_manager_is_kept_until_the_collection_is_over() -> None:
    kept: list[int] = []

    def look(phase: str, info: dict[str, int]) -> None:
        kept.append(len(term_manager._dying))

    manager = TermManager()
    cycle: list[object] = [manager.mk_const(manager.mk_bv_sort(8), "x"), bz.Bitwuzla(manager)]
    cycle.append(cycle)
    gc.collect()
    gc.callbacks.insert(0, look)  # before the module's own
    try:
        del manager, cycle
        gc.collect()
    finally:
        gc.callbacks.remove(look)
    assert kept[-1] == 1
    assert not term_manager._dying
