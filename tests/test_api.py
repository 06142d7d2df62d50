"""Heddle from Python: tasks are data, names are checked, answers are those of the command line."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import heddle
from heddle import engines, models
from heddle.api import make_task
from heddle.models.memory_model import memory_model
from heddle.task import Wanted

SB = """#include <pthread.h>
#include <assert.h>
int x, y, a, b;
void *one(void *_) { x = 1; a = y; return 0; }
void *two(void *_) { y = 1; b = x; return 0; }
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, one, 0);
    pthread_create(&u, 0, two, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(a || b);
}
"""
LITMUS = """X86 SB
{ x=0; y=0; }
 P0          | P1          ;
 MOV [x],$1  | MOV [y],$1  ;
 MOV EAX,[y] | MOV EAX,[x] ;
exists (0:EAX=0 /\\ 1:EAX=0)
"""


@pytest.fixture
def program(c_file) -> Path:
    return c_file(SB)


def test_check(program):
    assert heddle.check(program).verdict is heddle.Verdict.SAFE
    answer = heddle.check([program], model="tso", engine="lazy", timeout=300)
    assert (answer.verdict, answer.engine, answer.model) == (heddle.Verdict.VIOLATION, "lazy", "tso")
    assert answer.execution is not None and answer.execution.failure is not None
    assert answer.execution.failure.kind == "assert"


def test_explore(program):
    answer = heddle.explore(program, model="tso", states=True, graphs=2)
    assert answer.counts is not None and answer.counts.complete
    assert (answer.counts.executions, answer.counts.violations) == (3, 1)
    assert answer.states is not None and sum(answer.states.values()) == 3
    assert [graph.is_violation for graph in answer.graphs].count(True) == 1


def test_litmus(tmp_path):
    test = tmp_path / "SB.litmus"
    test.write_text(LITMUS)
    for model, frequency in (("sc", "Never"), ("tso", "Sometimes")):
        answer = heddle.litmus(test, model=model)
        assert answer.observation is not None and answer.observation.frequency == frequency
        assert answer.verdict == ("safe" if frequency == "Sometimes" else "violation")


def test_sequentialize(program):
    text = heddle.sequentialize(program, model="pso", rounds=3)
    assert "int main(void)" in text and "sma_write" in text
    for options in ({"sma": "nonsense"}, {"sma": "imu-tso"}, {"model": "rc11"}):
        with pytest.raises(heddle.UsageError):
            heddle.sequentialize(program, **options)


@pytest.mark.parametrize(
    "options",
    [{"engine": "nonsense"}, {"backend": "nonsense"}, {"sma": "nonsense"}, {"property": "nonsense"}, {"engine": "order", "rounds": 2},
     {"engine": "lal-reps", "model": "rc11"}, {"engine": "lazy", "model": "rc11"}, {"writes": 3}, {"engine": "mu", "mu_grain": "medium"}],
)  # fmt: skip
def test_questions_that_make_no_sense(program, options):
    with pytest.raises(heddle.UsageError):
        heddle.check(program, **options)


def test_wrong_input(program, tmp_path):
    with pytest.raises(heddle.InputError, match=r"program\.c:1:\d+: "):
        program.write_text("int main(void) { return 0 }\n")
        heddle.check(program)
    for files in ([], [tmp_path / "nowhere.c"]):
        with pytest.raises(heddle.InputError):
            heddle.check(files)
    with pytest.raises(TypeError, match="luck"):
        heddle.check(program, luck=3)


def test_limits_hold(c_file):
    endless = "#include <pthread.h>\n#include <assert.h>\nvolatile int x; void *f(void *_) { for (;;) x = x + 1; }\n"
    endless += "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); for (;;) assert(x >= 0 || x < 0); }\n"
    answer = heddle.check(c_file(endless), timeout=1.5)
    assert answer.verdict in (heddle.Verdict.BOUNDED, heddle.Verdict.UNKNOWN)


def test_tasks_are_data(program):
    task = make_task(program, "tso", "assert+bounds", Wanted(executions=True), unwind=3, defines=["N=2"], timeout=5)
    again = pickle.loads(pickle.dumps(task))
    assert again == task and hash(again) == hash(task)
    assert again.program().claims == {"assert", "bounds"}
    assert make_task(program, "tso") != make_task(program, "pso")


@pytest.mark.parametrize("name", ["sc", "tso", "pso"])
def test_a_model_is_the_same_however_it_is_spelt(program, tmp_path, name):
    """A copy of the file, under another name, has the same store buffers, and the same replayer confirms it."""
    copy = tmp_path / "mine.cat"
    copy.write_text("(* mine *)\n" + (models.LIBRARY / f"{name}.cat").read_text())
    assert memory_model(str(copy)).buffers == memory_model(name).buffers is not None
    answers = [heddle.check(program, model=spelt, engine=e) for spelt in (name, str(copy)) for e in ("auto", "stateless")]
    assert len({answer.verdict for answer in answers}) == 1
    buffers = [any(step.before for step in a.execution.steps) for a in answers if a.execution is not None]
    assert all(buffers) and bool(buffers) == (name != "sc")


def test_other_models_are_no_store_buffers():
    assert all(memory_model(name).buffers is None for name in models.shipped() if name not in ("sc", "tso", "pso"))


def test_every_engine_says_what_it_is():
    for engine in engines.known():
        assert engine.name in engines.names() and engine.summary
        assert engines.find(engine.name) is engine


def test_functions_and_packages_have_names_of_their_own():
    """Importing ``heddle.x`` makes ``heddle.x`` that module: no function of the API may be called like one."""
    packages = {path.stem for path in Path(heddle.__file__).parent.iterdir()}
    assert not packages & {"check", "explore", "litmus", "sequentialize"}
