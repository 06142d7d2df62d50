"""Shared fixtures: run the command in this process, and make small C files."""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from heddle.answer import Answer
from heddle.cli import main
from heddle.errors import InputError
from heddle.run import solve
from heddle.run.supervisor import Ending, Limits, Outcome, ignore_line
from heddle.run.worker import one_line
from waiting import Clock

BYTECODE = pytest.StashKey[str]()


def pytest_configure(config: pytest.Config) -> None:
    """Commands that tests start share bytecode, also where Python is told to leave none beside the sources: they would
    compile Heddle anew each time."""
    gc.set_threshold(200_000, 20, 20)  # as workers do: what engines make is used to the end
    if os.environ.get("PYTHONDONTWRITEBYTECODE"):
        config.stash[BYTECODE] = os.environ["PYTHONPYCACHEPREFIX"] = tempfile.mkdtemp(prefix="heddle-tests-")
        del os.environ["PYTHONDONTWRITEBYTECODE"]


def pytest_unconfigure(config: pytest.Config) -> None:
    folder = config.stash.get(BYTECODE, None)
    if folder is not None:
        shutil.rmtree(folder, ignore_errors=True)


@dataclass(frozen=True)
class Run:
    code: int
    out: str
    err: str


@pytest.fixture
def heddle(capfd: pytest.CaptureFixture[str]) -> Callable[..., Run]:
    """``heddle("check", file)`` runs the command as the shell would; ``worker`` stands in for frontend and engine."""

    def run(*arguments: object, worker: object = None) -> Run:
        try:
            code = main([str(argument) for argument in arguments], worker=worker)  # type: ignore[arg-type]
        except SystemExit as exit:
            code = exit.code if isinstance(exit.code, int) else 1
        out, err = capfd.readouterr()
        return Run(code, out, err)

    return run


@dataclass(frozen=True)
class Here:
    """Where work in this process reports to."""

    progress: Callable[[str], None]

    def interim(self, answer: Answer) -> None: ...


@pytest.fixture
def without_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Checks run in this process, for tests of what the answer is: to fork one that has all the tests in it takes longer
    than most small programs.  Nobody stops what outlives its time limit here; it is for the engine to end in time."""

    def work_here(
        work: Callable[[Here], object], limits: Limits, progress: Callable[[str], None] = ignore_line, tick: object = None
    ) -> Outcome:
        try:
            return Outcome(Ending.DONE, work(Here(progress)))
        except InputError as error:
            return Outcome(Ending.REFUSED, reason=one_line(str(error)))

    monkeypatch.setattr(solve, "supervise", work_here)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of this process, and of those that it forks."""
    clock = Clock()
    monkeypatch.setattr(time, "monotonic", clock)
    return clock


@pytest.fixture
def on_interim(monkeypatch: pytest.MonkeyPatch, without_worker: None) -> Callable[[Callable[[Answer], None]], None]:
    """``on_interim(hear)``: calls ``hear(answer)`` with each answer that already holds while the search goes on."""
    return lambda hear: monkeypatch.setattr(Here, "interim", lambda here, answer: hear(answer))


@pytest.fixture
def over_when(
    on_interim: Callable[[Callable[[Answer], None]], None], clock: Clock
) -> Callable[[Callable[[Answer], object]], None]:
    """``over_when(enough)``: time is over when ``enough`` holds of an answer so far.  For what has no definite one, while
    somebody would look for a proof all the time that there is."""

    def listen(enough: Callable[[Answer], object]) -> None:
        on_interim(lambda answer: clock.strike() if enough(answer) else None)

    return listen


@pytest.fixture
def c_file(tmp_path: Path) -> Callable[..., Path]:
    """``c_file("int main(void) { return 0; }")`` writes a C file and returns its path."""

    def write(text: str, name: str = "program.c") -> Path:
        path = tmp_path / name
        path.write_text(text)
        return path

    return write
