"""What used to differ between commands, engines and spellings, and cannot any more."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from asking import ask
from heddle import api
from heddle.answer import Verdict
from heddle.errors import UsageError
from heddle.frontend import load
from heddle.models import LIBRARY
from waiting import PATIENCE

WILD = """
#include <pthread.h>
int x, *p;
void *one(void *arg) { p = &x; return 0; }
int main(void) { pthread_t a; pthread_create(&a, 0, one, 0); *p = 1; }
"""
CONSTANT_LOOP = """
#include <assert.h>
#include <pthread.h>
int x;
void *one(void *arg) { x++; return 0; }
int main(void) {
    pthread_t a; pthread_create(&a, 0, one, 0);
    int sum = 0;
    for (int i = 0; i < 20; i++) sum += i;
    pthread_join(a, 0);
    assert(sum + x != 191);
}
"""
RACE = """
#include <pthread.h>
int x;
void *one(void *arg) { x = 1; return 0; }
int main(void) { pthread_t a; pthread_create(&a, 0, one, 0); x = 2; pthread_join(a, 0); }
"""
STORE_BUFFERING = """
#include <assert.h>
#include <pthread.h>
int x, y, r1, r2;
void *one(void *arg) { x = 1; r1 = y; return 0; }
int main(void) {
    pthread_t a; pthread_create(&a, 0, one, 0); y = 1; r2 = x; pthread_join(a, 0); assert(r1 || r2);
}
"""
MANY_ACCESSES = """
#include <assert.h>
#include <pthread.h>
int x, y, z;
void *one(void *arg) { for (int i = 0; i < 6; i++) { x = x + y; y = y + z; z = z + x; } return 0; }
int main(void) {
    pthread_t a, b; x = y = z = 1; pthread_create(&a, 0, one, 0); pthread_create(&b, 0, one, 0);
    pthread_join(a, 0); pthread_join(b, 0); assert(x != 12345);
}
"""


def answer(run) -> dict:
    return json.loads(run.out)


# --- one engine, whatever command asks -----------------------------------------------------------------------------


def test_no_command_calls_a_wild_access_safe(heddle, c_file):
    file = c_file(WILD)
    for command in (("check",), ("explore",), ("check", "--engine", "stateless"), ("check", "--engine", "enumerate"), ("explore", "--model", "tso")):
        run = heddle(*command, "--json", file)
        assert (run.code, answer(run)["verdict"]) == (1, "violation"), command
        run = heddle(*command, "--property", "assert", "--json", file)
        assert (run.code, answer(run)["verdict"]) == (0, "safe within bounds"), command
        assert "undefined behaviour" in answer(run)["cuts"][0]


@pytest.mark.parametrize("engine", ["nonsense", "", "Lazy"])
def test_an_engine_that_does_not_exist_is_refused(c_file, engine):
    with pytest.raises(UsageError, match="engine"):
        api.check(c_file(RACE), engine=engine)


def test_a_backend_that_does_not_exist_is_refused(c_file):
    with pytest.raises(UsageError, match="backend"):
        api.check(c_file(RACE), backend="nonsense")


def test_engines_run_as_themselves(c_file):
    """Below the command line too: the engine layer knows what names mean."""
    program = load([str(c_file(STORE_BUFFERING))])
    for engine in ("order", "lazy", "mu", "imu", "lal-reps", "stateless", "enumerate"):
        assert ask(program, engine=engine, timeout=PATIENCE).engine == engine
    with pytest.raises(UsageError):
        ask(program, engine="nonsense")
    with pytest.raises(UsageError):
        ask(program, backend="nonsense")


def test_engines_that_cannot_say_so(heddle, c_file):
    run = heddle("check", "--engine", "lal-reps", "--model", "rc11", c_file(STORE_BUFFERING))
    assert run.code == 2
    assert "lal-reps" in run.err


# --- one task, whatever command makes it ----------------------------------------------------------------------------


@pytest.mark.parametrize("unwind", [1, 2])
def test_sequentialize_and_check_unfold_alike(heddle, c_file, unwind):
    """Loops of constant length run to their end in both."""
    file = c_file(CONSTANT_LOOP)
    assert heddle("check", "--unwind", unwind, "--rounds", 2, file).code == 1
    run = heddle("sequentialize", "--unwind", unwind, "--rounds", 2, file)
    assert run.code == 0
    assert "check(190 + " in run.out, "the loop has come to its end, and the assertion follows"


# --- flags of models are claims -------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [("explore",), ("check",), ("check", "--engine", "stateless"), ("check", "--engine", "enumerate")])
def test_a_data_race_under_rc11_is_a_violation(heddle, c_file, command):
    run = heddle(*command, "--model", "rc11", "--json", c_file(RACE))
    assert (run.code, answer(run)["verdict"]) == (1, "violation")
    assert "data-race" in run.out


def test_models_without_flags_have_no_races(heddle, c_file):
    for model in ("sc", "tso", "pso"):
        assert heddle("explore", "--model", model, c_file(RACE)).code == 0


# --- bounds count what they say -------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ["imu", "mu"])
def test_memory_unwinding_stays_memory_unwinding(heddle, c_file, engine):
    """On larger programs too: the bound is one of writes, or the answer says why not."""
    run = heddle("check", "--engine", engine, "--writes", 5, "--unwind", 6, "--timeout", PATIENCE, "--json", c_file(MANY_ACCESSES))
    found = answer(run)
    assert found["engine"] == engine
    assert "rounds" not in found["bounds"]
    if found["verdict"] == "unknown":
        assert found["reason"]
    else:
        assert found["bounds"]["writes"] == 5


# --- one model, however it is spelt ---------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [("check",), ("check", "--engine", "stateless"), ("explore", "--first")])
def test_a_model_and_its_file_are_confirmed_alike(heddle, c_file, tmp_path, command):
    """The same execution, with store buffers in it."""
    file, copy = c_file(STORE_BUFFERING), tmp_path / "copy.cat"
    copy.write_text((LIBRARY / "tso.cat").read_text())
    runs = [heddle(*command, "--model", model, file) for model in ("tso", LIBRARY / "tso.cat", copy)]
    assert {run.code for run in runs} == {1}
    assert len({without_name(run.out) for run in runs}) == 1
    assert "store buffer" in runs[0].out


def without_name(report: str) -> str:
    """The report without the model's name and the time it took."""
    lines = [line for line in report.splitlines() if not re.search(r"\bmodel\b|\bs\)|seconds|\.cat", line)]
    return "\n".join(lines)


def test_a_file_that_says_something_else_is_another_model(tmp_path: Path) -> None:
    changed = tmp_path / "tso.cat"
    changed.write_text((LIBRARY / "tso.cat").read_text().replace("(W * W)", "(W * R)"))
    from heddle.models.memory_model import memory_model

    assert memory_model(str(changed)).operational is None
    assert memory_model(str(LIBRARY / "tso.cat")).operational == "tso"


def test_an_answer_is_one_type(c_file):
    file = c_file(STORE_BUFFERING)
    checked, explored = api.check(file, model="tso"), api.explore(file, model="tso")
    assert type(checked) is type(explored)
    assert checked.verdict is explored.verdict is Verdict.VIOLATION
