"""Patterns of real concurrent C, as such code is written, under four memory models: the table is ``verdicts.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from covering import ALL
from heddle import engines
from heddle.answer import Answer, Verdict
from heddle.api import make_task
from heddle.core.program import Program
from heddle.errors import InputError
from heddle.frontend import load
from heddle.properties import DEFAULT
from waiting import PATIENCE

HERE = Path(__file__).parent
MODELS = ("sc", "tso", "pso", "rc11")
SHORT = 0.4
"""Seconds for questions whose answer is not expected; every one of them is asked, and takes all of it."""


@cache
def loaded(sources: tuple[str, ...], flags: tuple[str, ...]) -> Program:
    return DEFAULT.prepare(load(sources, defines=flags))


@dataclass(frozen=True)
class Case:
    program: str
    why: str
    sc: str
    tso: str
    pso: str
    rc11: str
    files: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    open: dict[str, str] = field(default_factory=dict)
    slow: list[str] = field(default_factory=list)

    @property
    def sources(self) -> list[str]:
        return [str(HERE / "programs" / name) for name in (f"{self.program}.c", *self.files)]

    def load(self) -> Program:
        return loaded(tuple(self.sources), tuple(self.flags))

    def ask(self, model: str, **options: Any) -> Answer:
        return engines.run(make_task(self.sources, model, DEFAULT, defines=self.flags, **options), self.load())


CASES = [Case(**row) for row in tomllib.loads((HERE / "verdicts.toml").read_text())["case"]]


def telling(case: Case) -> set[str]:
    """Of sc, tso and pso the weakest model under which it is known to be safe, and the strongest under which it is not: the
    rest of the row follows."""
    known = [model for model in MODELS if model not in case.open]
    hardware = [model for model in known if model != "rc11"]
    safe = [model for model in hardware if getattr(case, model) == "safe"]
    return {*safe[-1:], *[model for model in hardware if model not in safe][:1], *(known if ALL else [model for model in known if model not in hardware])}


def questions(*, is_open: bool) -> Iterator[Any]:
    for case in CASES:
        for model in MODELS if is_open else sorted(telling(case)):
            if (model in case.open) is is_open:
                marks = [pytest.mark.slow] if model in case.slow else []
                yield pytest.param(case, model, id=f"{' '.join([case.program, *case.flags])} {model}", marks=marks)


def agrees(answer: Answer, expected: str) -> bool:
    verdict, _, reasons = expected.partition(": ")
    return answer.verdict == verdict and any(text.strip() in answer.reason for text in reasons.split(" | "))


@pytest.mark.parametrize(("case", "model"), list(questions(is_open=False)))
def test_verdict(case: Case, model: str) -> None:
    answer = case.ask(model, timeout=PATIENCE)
    assert agrees(answer, getattr(case, model)), answer.reason


@pytest.mark.parametrize(("case", "model"), list(questions(is_open=True)))
def test_what_is_open_is_not_answered_wrongly(case: Case, model: str) -> None:
    try:
        answer = case.ask(model, timeout=SHORT)
    except InputError:
        return
    if answer.verdict is not Verdict.UNKNOWN and answer.verdict is not Verdict.BOUNDED:
        assert agrees(answer, getattr(case, model)), answer.reason


def test_the_table_covers_the_folder() -> None:
    used = {Path(name).name for case in CASES for name in case.sources}
    assert used == {path.name for path in (HERE / "programs").glob("*.c")}
    assert len({case.program for case in CASES}) >= 30


def test_every_program_has_a_safe_form_and_a_bug() -> None:
    for program in {case.program for case in CASES}:
        verdicts = {getattr(c, m).partition(":")[0] for c in CASES if c.program == program for m in MODELS}
        assert verdicts == {"safe", "violation"}, program
