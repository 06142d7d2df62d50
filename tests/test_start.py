"""What a command costs before it has read its input."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import heddle

ROOT = Path(__file__).parents[1]
SOURCES = Path(heddle.__file__).parent


def test_records_are_made_without_the_standard_decorator() -> None:
    """It takes longer to make the classes of a check with it than to check a small program."""
    wrong = [
        str(file.relative_to(SOURCES))
        for file in SOURCES.rglob("*.py")
        for statement in ast.parse(file.read_text()).body
        if (isinstance(statement, ast.ImportFrom) and statement.module == "dataclasses")
        or (isinstance(statement, ast.Import) and statement.names[0].name == "dataclasses")
    ]
    assert wrong == [], "import from heddle.records instead"


def test_a_check_loads_only_what_it_needs() -> None:
    modules = "heddle.cli.check, heddle.frontend.function, heddle.engines.search, heddle.backends.bmc.schemes.order"
    code = f"import sys, {modules}; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    unneeded = {"dataclasses", "inspect", "tempfile", "lark", "rich", "heddle.replay.machine", "heddle.races", "heddle.regions.instrument",
                "heddle.backends.bmc.schemes.mu", "heddle.backends.bmc.schemes.imu", "heddle.backends.bmc.schemes.clusters"}  # fmt: skip
    assert unneeded.isdisjoint(loaded), unneeded & set(loaded)


WORK = """
import sys
from heddle.cli import each, litmus
from heddle.cli.parser import parse
from heddle.cli.tasks import task_of
from heddle.run.solve import work
from heddle.task import Wanted

class Silent:
    progress = interim = staticmethod(lambda said: None)

if sys.argv[1] == "litmus":
    task = task_of(parse(sys.argv[1:]), sys.argv[-1:], Wanted(executions=True, states=True))
    litmus.preload(task.model)
else:
    task = task_of(parse(sys.argv[1:]), sys.argv[-1:])
    each.preload()
before = set(sys.modules)
assert work(task, Silent()).is_definite
print(*(name for name in set(sys.modules) - before if name.startswith("heddle")))
"""


@pytest.mark.parametrize(
    "command",
    [["litmus", "--model", "tso", "tests/litmus/classics/SB.litmus"], ["check", "--engine", "order", "examples/lost_update.c"]],
    ids=["litmus", "check"],
)
def test_workers_of_a_batch_find_everything_imported(command: list[str]) -> None:
    """Each is forked: what it imports, every other one has to import again."""
    done = subprocess.run([sys.executable, "-c", WORK, *command], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


CALLS = """
import sys

calls = 0

def count(frame, event, argument):
    global calls
    calls += event == "call"

sys.setprofile(count)
from heddle.cli.parser import parse
from heddle.cli.tasks import task_of
from heddle.run.solve import work
from heddle.task import Wanted

class Silent:
    progress = interim = staticmethod(lambda said: None)

task = task_of(parse(sys.argv[1:]), sys.argv[-1:], Wanted(executions=True, states=sys.argv[1] == "litmus"))
assert work(task, Silent()).is_definite
sys.setprofile(None)
print(calls)
"""


@pytest.mark.parametrize(
    ("command", "most"),
    [(["litmus", "--model", "tso", "tests/litmus/classics/SB.litmus"], 190_000), (["explore", "examples/store_buffer.c"], 120_000)],
    ids=["litmus", "explore"],
)
def test_a_tiny_test_takes_little_beyond_python_itself(command: list[str], most: int) -> None:
    """Counted in calls of functions, with those that imports make: of the quarter of a second that it may take."""
    arguments = [sys.executable, "-c", CALLS, *command]
    subprocess.run(arguments, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)  # makes what is cached
    done = subprocess.run(arguments, cwd=ROOT, capture_output=True, text=True, check=True)
    assert int(done.stdout) < most
