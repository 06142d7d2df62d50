"""An engine, a property and a format, added from outside the package: a class or an object each, and a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from heddle import backends, engines, properties, report
from heddle.answer import Answer, Verdict
from heddle.backends.sequential import Answer as Found
from heddle.backends.sequential import Backend
from heddle.core.expr import Binary, Const
from heddle.core.instr import Assert, Write
from heddle.core.program import Program
from heddle.core.types import INT, IntType
from heddle.engines.engine import Engine, Listener
from heddle.properties.property import Property
from heddle.records import replace
from heddle.report import Format, Style
from heddle.sequentializer.program import SequentialProgram
from heddle.task import Task


class Oracle(Engine):
    """Believes every program of one function."""

    name = "oracle"
    summary = "believes short programs"
    bounds = frozenset({"rounds"})

    def run(self, task: Task, program: Program, listener: Listener) -> Answer:
        verdict = Verdict.SAFE if len(program.functions) == 1 else Verdict.UNKNOWN
        return Answer(verdict, f"{len(program.functions)} functions", task.model.name, self.name)


class No13(Property):
    """Nobody writes 13."""

    def instrument(self, program: Program) -> Program:
        def body(instrs: list) -> Iterator:
            for x in instrs:
                if isinstance(x, Write) and isinstance(x.value.type, IntType):
                    different = Binary("!=", x.value, Const(13, x.value.type), INT)
                    yield Assert(different, "13 is written", "no-13", loc=x.loc)
                yield x

        return replace(program, functions={n: replace(f, body=list(body(f.body))) for n, f in program.functions.items()})


class Lazybones(Backend):
    """Never finds anything."""

    name = "lazybones"
    summary = "finds nothing"

    def check(self, sequential: SequentialProgram, deadline: float) -> Found:
        return Found(unsupported="too tired")


def shout(answer: Answer, files: Sequence[str], style: Style) -> str:
    return f"{answer.verdict}!".upper()


@pytest.fixture
def extended() -> Iterator[None]:
    registries = [engines._REGISTERED, backends._REGISTERED, properties._REGISTRY, report._REGISTERED]
    before = [dict(registry) for registry in registries]
    engines.register(Oracle())
    backends.register(Lazybones())
    properties.register(No13("no-13", "nobody writes 13", frozenset({"no-13"})))
    report.register(Format("shout", "the verdict, loudly", shout))
    yield
    for registry, known in zip(registries, before, strict=True):
        registry.clear()
        registry.update(known)


THREADS = """#include <pthread.h>
int x, y;
void *f(void *_) { y = x + 6; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = VALUE; pthread_join(t, 0); return 0; }
"""


def test_all_three_at_once(extended, heddle, c_file):
    file = c_file(THREADS.replace("VALUE", "7"))
    for engine in ("auto", "lazy", "imu", "stateless"):
        run = heddle("check", "--property", "no-13", "--engine", engine, "--format", "shout", file)
        assert (run.out, run.code) == ("VIOLATION!\n", 1)
    run = heddle("check", "--property", "no-13", "--engine", "oracle", "--format", "shout", c_file("int main(void) { return 0; }"))
    assert (run.out, run.code) == ("SAFE!\n", 0)
    run = heddle("check", "--backend", "lazybones", c_file(THREADS.replace("VALUE", "7")))
    assert run.code == 3 and "too tired" in run.out
    assert "lazybones  finds nothing" in heddle("list", "backends").out


def test_the_property_is_checked_and_its_violation_replayed(extended, heddle, c_file):
    run = heddle("check", "--property", "no-13", c_file(THREADS.replace("VALUE", "7")))
    assert run.out.startswith("violation: no-13 check failed: 13 is written")
    assert heddle("check", "--property", "no-13", c_file(THREADS.replace("VALUE", "8"))).code == 0


def test_help_checks_of_options_and_tables_know_them(extended, heddle, c_file):
    shown = " ".join(heddle("check", "--help").out.split())
    assert all(word in shown for word in ("oracle (believes short programs)", "no-13", "shout"))
    assert "| `oracle` | believes short programs |" in heddle("list", "abilities").out
    refused = heddle("check", "--engine", "oracle", "--writes", "3", c_file("int main(void) { return 0; }"))
    assert refused.code == 2 and "--writes is no bound of the oracle engine" in refused.err


def test_without_registration_nobody_knows_them(heddle, c_file):
    file = c_file("int main(void) { return 0; }")
    for option in (["--engine", "oracle"], ["--property", "no-13"], ["--format", "shout"]):
        assert heddle("check", *option, file).code == 2
