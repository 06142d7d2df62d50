"""Every cell of the tables in docs/models.md."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from heddle import models
from heddle.litmus_tests.read import read
from heddle.litmus_tests.run import Outcome, run
from heddle.models.relation import Model

HERE = Path(__file__).parent
TEXT = (HERE.parents[1] / "docs" / "models.md").read_text()


def tables() -> Iterator[tuple[list[str], list[list[str]]]]:
    for block in re.findall(r"(?:^\|.*\n)+", TEXT, re.MULTILINE):
        lines = [[cell.strip() for cell in line.strip("|\n").split("|")] for line in block.splitlines()]
        if lines[0][0] == "test":
            yield [name.strip("`") for name in lines[0][1:]], lines[2:]


CELLS = [
    (row[0], model, cell)
    for header, rows in tables()
    for row in rows
    for model, cell in zip(header, row[1:], strict=True)
]


@cache
def shipped(name: str) -> Model:
    return models.find(name)


@cache
def outcome(test: str, model: str) -> Outcome:
    path = next(file for file in (HERE / "classics" / f"{test}.litmus", HERE / "thesis" / f"{test}.litmus") if file.exists())
    return run(read(path), shipped(model))


@pytest.mark.parametrize(("test", "model", "cell"), CELLS)
def test_cell(test, model, cell):
    verdict, _, count = cell.partition(" ")
    found = outcome(test, model)
    assert ("allowed" if found.positive else "forbidden") == verdict
    if count:
        assert f"({found.positive + found.negative})" == count


def test_the_tables_are_complete():
    """Each shipped model is asked each classic test."""
    asked = {(test, model) for test, model, _ in CELLS}
    tests = {"2+2W", "IRIW", "LB", "SB", "MP", "CoRR", "WRC"}
    assert {(test, model) for test in tests for model in models.shipped()} <= asked


def test_what_the_thesis_says_about_its_runs():
    """Section 6.1.3: the sixteen runs and the one with broken fences."""
    for family in ("", "bajczi-"):
        for model in ("weak", "tso", "sc", "weak-a9"):
            name = family + model
            assert (outcome("2w2r", name).positive > 0) == (model in ("weak", "weak-a9"))
            assert (outcome("cow2r", name).positive > 0) == (model == "weak-a9")
            assert (outcome("coww2r2r", name).positive > 0) == (model == "weak-a9")
            assert outcome("mp", name).positive == 0
        assert outcome("mp", f"{family}nofence").positive > 0
    assert outcome("coww2r2r", "weak-a9").positive + outcome("coww2r2r", "weak-a9").negative > 100
    weak, sc = (set(outcome("2w2r", model).states) for model in ("weak", "sc"))
    assert weak - sc == {(("1:r1", "1"), ("1:r2", "0"))}, "one execution more"
