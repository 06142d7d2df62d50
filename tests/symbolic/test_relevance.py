"""Slicing: accesses that nothing which matters depends on."""

from __future__ import annotations

from heddle.symbolic.events import Kind

from .conftest import JOINED, Analyse, Analysed, two_threads


def irrelevant(analysis: Analysed) -> set[str]:
    """The variables that have an access without relevance, by whether it is read or written."""
    return {f"{e.kind.name.lower()} {e.instr.place.base.name}" for e in analysis.visibility.irrelevant}  # type: ignore[union-attr]


def test_what_an_assertion_looks_at_matters(analysed: Analyse) -> None:
    assert irrelevant(analysed(two_threads("x = 1;", "x = 2;", JOINED + "assert(x > 0);"))) == set()


def test_what_nobody_looks_at_does_not_matter(analysed: Analyse) -> None:
    a = analysed(two_threads("x = 1; y = 1;", "x = 2; z = y;", JOINED + "assert(x > 0);"))
    assert irrelevant(a) == {"write y", "read y"}


def test_what_decides_where_control_goes_matters(analysed: Analyse) -> None:
    a = analysed(two_threads("y = 1;", "if (y) x = 2;", JOINED + "assert(x == 0);"))
    assert irrelevant(a) == set()


def test_what_decides_which_memory_is_accessed_matters(analysed: Analyse) -> None:
    a = analysed(two_threads("y = 1;", "t[y] = 2;", JOINED + "assert(t[0] == 0);", "int t[2], y;"))
    assert irrelevant(a) == set()


def test_relevance_goes_through_memory(analysed: Analyse) -> None:
    a = analysed(two_threads("y = 1;", "z = y;", JOINED + "assert(z == 0);"))
    assert irrelevant(a) == set()


def test_an_irrelevant_access_is_no_step(analysed: Analyse) -> None:
    a = analysed(two_threads("x = 1; y = 1; x = 2;", "z = y;", JOINED + "assert(x > 0);"))
    assert a.blocks(1) == ["w x", "w x"]
    assert not any(e.visible for e in a.accesses("y", Kind.READ, Kind.WRITE))
