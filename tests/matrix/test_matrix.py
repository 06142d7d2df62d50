"""Whoever takes a task gives the right answer; whoever does not says so, and gives no other answer."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from covering import ALL
from heddle import engines, sma
from heddle.answer import Answer, Verdict
from heddle.api import make_task
from heddle.core.program import Program
from heddle.errors import UsageError
from heddle.models import LIBRARY
from heddle.task import Task, Wanted
from waiting import PATIENCE

from .programs import HARDWARE, ROWS

pytestmark = pytest.mark.slow

CASES = [(name, model) for name, row in ROWS.items() for model in row.models]
CBMC = os.environ.get("HEDDLE_CBMC") or shutil.which("cbmc")
SECONDS = PATIENCE
SHORT = 0.5
"""Seconds for those who would look for a proof all the time: for ``unbounded`` where nothing else is to be found."""
VARIANTS: list[dict[str, Any]] = [
    {"engine": "mu", "mu_reads": "explicit"}, {"engine": "mu", "mu_reads": "implicit"}, {"engine": "mu", "mu_grain": "coarse-intra"},
    {"engine": "mu", "mu_grain": "coarse-inter", "mu_reads": "explicit"}, {"engine": "mu", "mu_grain": "coarse-inter"},
    {"engine": "stateless", "no_filter": True}, {"engine": "lazy", "rounds": 4},
]  # fmt: skip
SMALL: dict[str, dict[str, int]] = {
    "sc": {"rounds": 3}, "tso": {"rounds": 2, "queue": 2}, "pso": {"rounds": 2, "queue": 2},
    "etso": {"rounds": 2, "queue": 2, "clock": 2}, "epso": {"rounds": 2, "queue": 2, "clock": 2},
}  # fmt: skip
"""Bounds that are enough to find the violations of the table; without any, these take seconds."""


def path(model: str) -> str:
    return str(next(LIBRARY.glob(f"{model}.*")))


def ways(name: str, model: str) -> Iterator[dict[str, Any]]:
    """Everybody who may be asked, as options.  Of the ways in which an engine may be asked, every other one in turn."""
    yield from ({"engine": engine, "model": model} for engine in engines.names())
    counting = [e for e in engines.names() if engines.find(e).counts_executions or e == "auto"]
    others = [
        *({"engine": engine, "model": model, "wanted": Wanted(executions=True)} for engine in counting),
        *({"model": path(model), "engine": engine} for engine in ("auto", "lazy", "stateless")),
        *({"model": model, **variant} for variant in VARIANTS),
    ]  # fmt: skip
    yield from others if ALL else others[CASES.index((name, model)) % 2 :: 2]
    if model in ROWS[name].abstractions:
        for abstraction in sma.ABSTRACTIONS.values():
            if abstraction.model == model:
                yield {"model": model, "sma": abstraction.name, **SMALL.get(abstraction.name, {})}
        if CBMC is not None:
            yield {"model": model, "backend": "cbmc", "rounds": 3}


@cache
def program(name: str) -> Program:
    row = ROWS[name]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "program.c"
        file.write_text(row.text)
        return make_task(file, property=row.property).program()


def answer(task: Task, name: str) -> Answer | None:
    """None if the engine says that the question makes no sense: exit code 2 on the command line."""
    try:
        return engines.run(task, program(name))
    except UsageError as error:
        assert str(error)
        return None


@pytest.mark.parametrize(("name", "model"), CASES)
def test_everybody_gives_the_same_answer(name: str, model: str) -> None:
    row = ROWS[name]
    expected = Verdict.VIOLATION if model in row.violated else Verdict.SAFE
    definite = set()
    for way in ways(name, model):
        proves = way.get("engine") == "horn" or (way.get("engine") == "unbounded" and expected is Verdict.SAFE)
        task = make_task((), property=row.property, timeout=SHORT if proves else SECONDS, **way)
        found = answer(task, name)
        if found is None or engines.find(task.method.engine).refuses(task) is not None:
            assert found is None or (found.verdict is Verdict.UNKNOWN and found.reason), way
            continue
        if found.verdict is Verdict.BOUNDED and expected is Verdict.SAFE:
            assert found.cuts, way
            continue
        if found.verdict is Verdict.UNKNOWN:
            assert any(reason in found.reason for reason in MAY_SAY), (way, found.reason)
            continue
        assert found.verdict is expected, (way, found)
        definite.add(task.method.engine)
    assert definite >= {"auto", "order", "lazy", "imu", "mu"} if model in HARDWARE else "auto" in definite


MAY_SAY = ("--engine enumerate is for small programs", "the value of an input", "no proof:", "no model for a proof:")
"""Obstacles that are found only on the way: the explorer's algorithm does not fit every model, it has no inputs, and what
only looks for proofs does not find every one."""


@pytest.mark.parametrize("name", ["store buffering", "message passing", "bounds", "pointer"])
def test_the_commands_answer_alike(name, heddle, c_file) -> None:
    """The same, once more from the command line."""
    row, file = ROWS[name], c_file(ROWS[name].text)
    codes = {}
    for model in HARDWARE:
        for command in ("check", "explore"):
            for spelling in (model, path(model)):
                codes[model, command, spelling] = heddle(command, "--property", row.property, "--model", spelling, file).code
    for (model, _, _), code in codes.items():
        assert code == (1 if model in row.violated else 0), codes
