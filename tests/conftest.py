"""Shared fixtures: run the command in this process, and make small C files."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from heddle.cli import main

BYTECODE = pytest.StashKey[str]()


def pytest_configure(config: pytest.Config) -> None:
    """Commands that tests start share bytecode, also where Python is told to leave none beside the sources: they would
    compile Heddle anew each time."""
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


@pytest.fixture
def c_file(tmp_path: Path) -> Callable[..., Path]:
    """``c_file("int main(void) { return 0; }")`` writes a C file and returns its path."""

    def write(text: str, name: str = "program.c") -> Path:
        path = tmp_path / name
        path.write_text(text)
        return path

    return write
