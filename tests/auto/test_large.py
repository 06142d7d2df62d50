"""Programs that are too large for the first level of the ladder: less of them is searched, and why is told right."""

from __future__ import annotations

import pytest

from asking import ask, cuts
from heddle.answer import Answer, Stop, Verdict
from heddle.engines import ladder
from heddle.engines.engine import SILENT
from heddle.engines.plan import Entry, Plan
from heddle.engines.portfolio import Portfolio
from heddle.frontend import load
from heddle.records import replace
from heddle.run import supervisor
from heddle.task import Limits, Task

STEP = "x = x + 1; y = y + x; if (y == 77) z = z + 1; x = x * 3; y = y - x; z = y ^ x;"
TEXT = f"""#include <assert.h>
#include <pthread.h>
int x, y, z;
static void *run(void *a) {{ {STEP} for (int i = 0; i < 6; i++) {{ {STEP * 3} }} return 0; }}
int main(void) {{ pthread_t t; pthread_create(&t, 0, run, 0); pthread_join(t, 0); assert(x != WRONG); return 0; }}
"""


@pytest.fixture
def few_instructions(monkeypatch: pytest.MonkeyPatch) -> None:
    real = ladder.bounds_of
    monkeypatch.setattr(ladder, "bounds_of", lambda *given, **more: replace(real(*given, **more), instructions=300))


def asked(wrong: int, engine: str = "lazy") -> Answer:
    return ask(load(["p.c"], texts={"p.c": TEXT.replace("WRONG", str(wrong))}), engine=engine, timeout=60.0)


def test_a_smaller_first_level_is_searched(few_instructions: None) -> None:
    answer = asked(-1)
    assert answer.verdict is Verdict.BOUNDED
    assert any("loop" in cut for cut in cuts(answer))


def test_one_level_that_fits_needs_no_smaller_one() -> None:
    assert asked(-1).verdict is Verdict.SAFE


def test_what_is_too_large_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    real = ladder.bounds_of
    monkeypatch.setattr(ladder, "bounds_of", lambda *given, **more: replace(real(*given, **more), instructions=5))
    answer = asked(-1)
    assert (answer.verdict, answer.stopped) == (Verdict.UNKNOWN, Stop.SIZE)
    assert "more than 5 instructions" in answer.reason


def test_others_who_ran_out_of_time_are_the_reason() -> None:
    """What the search could not begin is none, where others could."""
    program = load(["p.c"], texts={"p.c": TEXT.replace("WRONG", "1")})
    entries = (Entry(("order", "lazy"), ""), Entry(("explicit",), ""))
    asking = Portfolio(Task(limits=Limits()), lambda: program, SILENT, entries[0], lambda p: Plan(entries[1:]), 2)
    assert asking.plan is not None
    asking._read(asking.plan)
    search, states = asking.asked
    search.worker = states.worker = supervisor.Worker(0, 0, 0, supervisor.Limits(), supervisor.ignore_line)
    large = Answer(Verdict.UNKNOWN, "more than 9 instructions after unrolling", "sc", "lazy", stopped=Stop.SIZE)
    search.outcome = supervisor.Outcome(supervisor.Ending.DONE, large)
    asking.deadline = 0.0
    reason = asking._best().reason
    assert reason == "time limit reached; lazy cannot begin: more than 9 instructions after unrolling"
