"""Generated sequential programs: what GCC's sanitizers complain about is a violation, and what they compute is right."""

from __future__ import annotations

import pytest

from covering import number

from .sanitized import BUILDS, COMPILER, ENGINES, KINDS, try_batch
from .sequential import Generator

FIRST = 70
"""Of these some are sound, and some not."""


@pytest.mark.slow
@pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")
def test_generated_programs() -> None:
    found = try_batch(FIRST, ENGINES, timeout=60.0, size=number(5))
    assert [x for x in found if x.kind in ("WRONG", "crash")] == []
    assert {"agree on a number", "agree on a violation"} <= {x.kind for x in found}
    assert len(found) == number(5) * len(BUILDS)


def test_every_danger_is_written_by_some_program() -> None:
    """What a generator never writes nobody compares."""
    texts = "\n".join(Generator(seed).text() for seed in range(400))
    for part in ("= 'x';", "strcat(text", "/ K(-1)", "calloc", "stale", "next->l", "switch", "memmove", "(char *)m + ("):
        assert part in texts


def test_the_same_number_is_the_same_program() -> None:
    assert Generator(7).text() == Generator(7).text()


@pytest.mark.parametrize("kind", ["const", "overlap", "alignment", "free", "lifetime", "bounds", "pointer", "overflow", "shift", "div-by-zero"])
def test_reports_name_every_kind_of_failure(kind: str) -> None:
    assert any(kind in kinds for _, kinds in KINDS)
