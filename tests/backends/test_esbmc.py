"""ESBMC as a backend: how it is called, and how its answers are read.  A fake answers (``fake_esbmc.py``)."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from waiting import PATIENCE

pytestmark = pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc")

HEAD = """#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int x, y, r1, r2;
"""
MAIN = """
int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, one, 0); pthread_create(&t, 0, two, 0);
    pthread_join(s, 0); pthread_join(t, 0);
    assert(CHECK);
}
"""
LOST_UPDATE = HEAD + """
void *one(void *_) { x = x + 1; return 0; }
void *two(void *_) { x = x + 1; return 0; }
""" + MAIN.replace("CHECK", "x == 2")
RIGHT = LOST_UPDATE.replace("assert(x == 2)", "assert(x == 1 || x == 2)")
INPUT = HEAD + """
void *one(void *_) { int i = __VERIFIER_nondet_int(); x = i == 2 ? 7 : 1; return 0; }
void *two(void *_) { r2 = x; return 0; }
""" + MAIN.replace("CHECK", "r2 != 7")
STORE_BUFFERING = HEAD + """
void *one(void *_) { x = 1; r1 = y; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, one, 0); y = 1; r2 = x; pthread_join(t, 0); assert(r1 || r2); }
"""
LOOP = HEAD + """
void *one(void *_) { while (x < 5) { x = x + 1; y = x; } return 0; }
void *two(void *_) { r1 = x; return 0; }
""" + MAIN.replace("CHECK", "r1 < 9")


@pytest.fixture
def ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, heddle: Any, c_file: Any) -> Callable[..., Any]:
    """Checks a program with the fake as ESBMC: the report, and the calls that were made."""
    fake, calls = tmp_path / "esbmc", tmp_path / "calls"
    fake.write_text(f"#!/bin/sh\nexec '{sys.executable}' '{Path(__file__).with_name('fake_esbmc.py')}' \"$@\"\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.delenv("HEDDLE_ESBMC", raising=False)
    monkeypatch.setenv("FAKE_ESBMC_CALLS", str(calls))

    def run(text: str, *options: str) -> tuple[Any, list[list[str]]]:
        calls.write_text("")
        bounds = ("--unwind", "1", "--timeout", PATIENCE, "--rounds", "2" if "--sma" in options else "3")
        report = heddle("check", c_file(text), "--backend", "esbmc", "--json", *bounds, *options)
        return json.loads(report.out), [json.loads(line) for line in calls.read_text().splitlines()]

    return run


def test_what_it_finds_is_replayed(ask: Any) -> None:
    report, calls = ask(LOST_UPDATE)
    assert report["verdict"] == "violation" and report["statistics"]["backend"] == "esbmc"
    assert len(calls) == 1
    assert calls[0][-1] == "sequential.c"
    assert {"--no-bounds-check", "--no-pointer-check", "--no-div-by-zero-check", "--no-slice"} < set(calls[0])
    assert "--32" not in calls[0]


@pytest.mark.slow
def test_inputs_and_delayed_writes_come_back_too(ask: Any) -> None:
    assert ask(INPUT)[0]["verdict"] == "violation"
    buffered = ("--sma", "etso", "--model", "tso", "--queue", "2", "--clock", "2")
    assert ask(STORE_BUFFERING, *buffered)[0]["verdict"] == "violation"


@pytest.mark.slow
def test_success_is_no_more_than_the_bounds(ask: Any) -> None:
    report, calls = ask(RIGHT, "--data-model", "ilp32")
    assert report["verdict"] == "safe within bounds"
    assert [re.search(r"--\w+", cut)[0] for cut in report["cuts"]] == ["--rounds"]
    assert all("--32" in call for call in calls)


@pytest.mark.slow
def test_it_is_asked_which_bounds_cut_executions(ask: Any) -> None:
    report, calls = ask(LOOP)
    assert report["verdict"] == "safe within bounds"
    assert {"--unwind", "--rounds"} == {re.search(r"--\w+", cut)[0] for cut in report["cuts"]}
    assert len(calls) == 2 and {"--multi-property", "-DHEDDLE_UNWIND_ASSERT"} < set(calls[1])
    assert "-DHEDDLE_UNWIND_ASSERT" not in calls[0]


OWN_CHECK = """
State 2 file sequential.c line 40 column 5 function t1_one thread 0
----------------------------------------------------
Violated property:
  file sequential.c line 40 column 5 function t1_one
  dereference failure: NULL pointer


VERIFICATION FAILED"""
ENDINGS = {
    "VERIFICATION UNKNOWN": "ESBMC gave no answer: VERIFICATION UNKNOWN",
    "ERROR: out of memory": "ESBMC gave no answer: ERROR: out of memory",
    "Timed out": "time limit",
    OWN_CHECK: "a check that is not the program's: dereference failure: NULL pointer",
    "VERIFICATION FAILED": "a check that is not the program's: it does not say which",
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_whatever_else_it_says_is_unknown(ask: Any, monkeypatch: pytest.MonkeyPatch, ending: str) -> None:
    monkeypatch.setenv("FAKE_ESBMC", ending)
    report, calls = ask(LOST_UPDATE)
    assert report["verdict"] == "unknown" and ENDINGS[ending] in report["reason"]
    assert len(calls) == 1


def test_it_is_stopped_in_time(ask: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_ESBMC", "sleep")
    report, _ = ask(LOST_UPDATE, "--timeout", "2")
    assert report["verdict"] == "unknown" and report["reason"].startswith("time limit")


def test_without_esbmc_there_is_no_such_backend(heddle: Any, c_file: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.delenv("HEDDLE_ESBMC", raising=False)
    run = heddle("check", c_file(LOST_UPDATE), "--backend", "esbmc")
    assert run.code == 2 and "no esbmc on the PATH" in run.err and run.err.count("\n") == 1
