"""Properties of generated programs, against an oracle of their own that goes through all states."""

from __future__ import annotations

import pytest
from tests.properties.oracle import OPERATIONS, as_c, breaks, generated

from heddle import api

pytestmark = pytest.mark.usefixtures("without_worker")

SEEDS = range(7)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("property", OPERATIONS)
def test_found_exactly_where_there_is_one(c_file, property, seed):
    threads = generated(property, seed)
    expected = "violation" if breaks(threads, property) else "safe"
    source = as_c(threads)
    answer = api.check(c_file(source), property=property, engine="order" if seed % 2 else "lazy")
    assert answer.verdict == expected, f"{answer.reason}\n{source}"


@pytest.mark.parametrize("property", OPERATIONS)
def test_there_are_both_kinds(property):
    broken = sum(breaks(generated(property, seed), property) for seed in SEEDS)
    assert 2 <= broken <= len(SEEDS) - 2
