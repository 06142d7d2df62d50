"""What is known while an exploration runs, and when it is stopped."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from heddle.explorer.kernel import Exploration, ExploreOptions
from heddle.models import find
from waiting import PATIENCE, is_alive, wait_for

from .programs import compiled, read, store, threads

MANY = threads(*[store("x", i + 1) for i in range(12)])
PROGRESS = re.compile(r"(\d+) executions, (\d+) blocked, about (\d+) in all")


def children(pid: int) -> list[int]:
    return [int(child) for task in Path(f"/proc/{pid}/task").iterdir() for child in (task / "children").read_text().split()]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_exploration_tells_what_it_has(c_file, number):
    argv = [sys.executable, "-m", "heddle", "explore", "--json", "--verbose", str(c_file(MANY))]
    command = subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert command.stderr is not None
    seen = None
    while seen is None:
        line = command.stderr.readline()
        assert line, "ended without progress"
        seen = PROGRESS.search(line)
    workers = children(command.pid)
    assert workers
    command.send_signal(number)
    out, err = command.communicate(timeout=PATIENCE)
    answer = json.loads(out)
    assert command.returncode == 128 + number
    assert (answer["verdict"], answer["reason"], answer["complete"]) == ("unknown", "interrupted", False)
    assert answer["executions"] >= int(seen[1]) > 0
    assert "Traceback" not in err
    wait_for(lambda: not any(is_alive(pid) for pid in workers))


def test_the_estimate_is_the_number_where_all_choices_are_alike():
    """Each of the readers reads one of two writes: half of the tree is behind each choice, at any time."""
    estimates = []
    text = threads(store("x", 1), *[read("x")] * 18)
    exploration = Exploration(compiled(text), find("sc"), ExploreOptions(), lambda line: None, lambda *counts: None)
    exploration.kernel.start(1)
    while not exploration.kernel.wait(0.02):
        if match := PROGRESS.search(exploration.describe(*exploration.so_far())):
            estimates.append(int(match[3]))
    assert estimates
    assert all(abs(estimate - 2**18) < 2**12 for estimate in estimates[1:])


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("model", ["sc", "rc11"])
def test_shares_add_up(model, workers):
    spin = "while (!" + read("y").rstrip(";") + ");"
    update = "atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);"
    text = threads(store("x", 1) + store("y", 1), update + read("y"), update, spin + read("x"))
    options = ExploreOptions(workers=workers)
    exploration = Exploration(compiled(text), find(model), options, lambda line: None, lambda *counts: None)
    assert exploration.run().finished
    assert exploration.kernel.explored() == pytest.approx(1)


def test_a_search_that_has_not_begun_has_found_nothing():
    exploration = Exploration(
        compiled(threads(read("x"))), find("sc"), ExploreOptions(), lambda line: None, lambda *counts: None
    )
    assert exploration.so_far() == (0, 0, 0)
    assert exploration.describe(*exploration.so_far()) == "0 executions, 0 blocked"
    stopped = exploration.stop()
    assert (stopped.executions, stopped.finished) == (0, False)
    for ask in ("stop", "hand_over", "hold", "release", "collect"):
        with pytest.raises(RuntimeError, match="no exploration is started"):
            getattr(exploration.kernel, ask)()
    with pytest.raises(RuntimeError, match="no exploration is started"):
        exploration.kernel.wait(0.0)
