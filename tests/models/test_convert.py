"""Models in the other language (Bajczi, Appendix A): the same executions."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from heddle.litmus_tests.read import read
from heddle.litmus_tests.run import run
from heddle.models import find
from heddle.models.as_cat import as_cat
from heddle.models.as_mcm import NotInMcm, as_mcm
from heddle.models.evaluate import Evaluator
from heddle.models.mcm import compile_text
from heddle.models.relation import Model

from .test_normal import allowed

LITMUS = Path(__file__).parents[1] / "litmus"
TESTS = ("classics/MP+rel+acq", "classics/SB+fences", "classics/2+2W", "classics/CoRR", "thesis/mp", "thesis/cow2r")
PRINTED = ("bajczi-weak", "bajczi-tso", "bajczi-sc", "bajczi-weak-a9", "bajczi-nofence")
CAT = ("sc", "tso", "pso", "ra", "weak", "weak-a9", "nofence")


@cache
def counts(model: Model) -> list[tuple[int, int]]:
    found = [run(read(LITMUS / f"{test}.litmus"), model) for test in TESTS]
    return [(outcome.positive, outcome.negative) for outcome in found]


def written(model: Model, language: str, folder: Path) -> Model:
    """The model as a file of the language says it."""
    file = folder / f"converted.{language}"
    file.write_text(as_cat(model) if language == "cat" else as_mcm(model))
    return find(str(file))


@pytest.mark.parametrize(("name", "language"), [*((n, "cat") for n in PRINTED), *((n, "mcm") for n in CAT)])
def test_the_same_executions(name, language, tmp_path):
    model = find(name)
    other = written(model, language, tmp_path)
    assert allowed(other) == allowed(model)
    assert counts(other) == counts(model)


@pytest.mark.parametrize("name", ["bajczi-weak", "weak"])
def test_there_and_back(name, tmp_path):
    model = find(name)
    first, second = ("cat", "mcm") if name.startswith("bajczi") else ("mcm", "cat")
    again = written(written(model, first, tmp_path), second, tmp_path)
    assert again.orders_are_fences == model.orders_are_fences
    assert allowed(again) == allowed(model)
    assert counts(again) == counts(model)


def test_alternatives_in_cat(tmp_path):
    """Cat has no 'or': one constraint says that not all alternatives are broken."""
    text = "a = po union rf union mo\nb = rf(W -> R)\nc = po(R --> R)\n(a acyclic | b empty | (c irreflexive & c empty))\n"
    model = compile_text(text, "m.mcm", "m")
    assert len(set(allowed(model))) == 2
    assert allowed(written(model, "cat", tmp_path)) == allowed(model)


def test_what_the_language_has_no_words_for(heddle):
    with pytest.raises(NotInMcm, match="flags"):
        as_mcm(find("rc11"))
    failed = heddle("convert", "rc11", "--to", "mcm")
    assert failed.code == 2
    assert "the language has no flags ('data-race')" in failed.err


def test_the_command_prints_a_model(heddle, tmp_path):
    printed = heddle("convert", "bajczi-weak", "--to", "cat")
    assert printed.code == 0
    file = tmp_path / "weak.cat"
    file.write_text(printed.out)
    assert Evaluator(find(str(file))).plan.constraints
    assert heddle("convert", "nowhere", "--to", "cat").code == 2
