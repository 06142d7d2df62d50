"""docs/models.md says which shipped models the explorer runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from explore.programs import compiled, read, store, threads
from heddle.explorer.kernel import ExploreOptions, explore
from heddle.explorer.model import Unfit
from heddle.models import find, shipped
from waiting import PATIENCE

TEXT = (Path(__file__).parents[2] / "docs" / "models.md").read_text()
PROGRAM = threads(
    "atomic_fetch_add(&x, 1);" + store("y", 1, "release"),
    read("y", "acquire") + "atomic_thread_fence(memory_order_seq_cst);" + read("x"),
)


def listed(answer: str) -> set[str]:
    row = re.search(rf"^\| {answer}[^|]*\|([^|]*)\|$", TEXT, re.MULTILINE)
    assert row is not None
    return set(re.findall(r"`([^`]+)`", row[1]))


def test_every_shipped_model_is_listed():
    assert listed("yes") | listed("no") == set(shipped())
    assert not listed("yes") & listed("no")


@pytest.mark.parametrize("name", shipped())
def test_the_list_is_true(name):
    try:
        found = explore(compiled(PROGRAM), find(name), ExploreOptions(timeout=PATIENCE))
    except Unfit:
        assert name in listed("no: load buffering")
    else:
        assert found.refusal is None
        assert found.finished
        assert name in listed("yes")
