"""``--cluster`` on the command line."""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import uuid
from pathlib import Path

import pytest

from heddle.cluster import connect
from heddle.cluster.parcel import packed
from waiting import PATIENCE, wait_for

ENDLESS = """\
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void *f(void *unused) { for (int i = 0; i < 12; i++) atomic_fetch_add(&x, 1); return 0; }
int main(void) { pthread_t id; for (int i = 0; i < 5; i++) pthread_create(&id, 0, f, 0); }
"""


def test_without_dask_it_says_how_to_get_it(heddle, c_file, monkeypatch):
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *rest: None if name == "distributed" else found(name, *rest))
    program = c_file(ENDLESS)
    for command in (["check", program], ["explore", program], ["bench", program, "--out", program.parent / "out"]):
        run = heddle(*command, "--cluster", "local")
        assert (run.code, run.out) == (2, "")
        assert run.err.count("\n") == 1 and "pip install 'heddle[cluster]'" in run.err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--cluster", "nowhere"], "neither 'local' nor a scheduler's address"),
        (["--cluster", "tcp://127.0.0.1:1", "--jobs", "2"], "--jobs does not go with the address of a cluster"),
        (["--cluster", "local", "--engine", "horn"], "--cluster is for the searches of"),
        (["--cluster", "local", "--each"], "heddle bench"),
        (["--cluster", "127.0.0.1:1"], "no scheduler answers there"),
    ],
)
def test_what_makes_no_sense_is_refused(heddle, c_file, monkeypatch, options, said):
    monkeypatch.setattr(connect, "PATIENCE", 0.5)
    run = heddle("check", c_file(ENDLESS), *options)
    assert run.code == 2 and said in run.err and run.err.count("\n") == 1


def marked(mark):
    """The processes with this in their environment."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if mark in (entry / "environ").read_bytes():
                    found.append(int(entry.name))
            except OSError:
                continue
    return found


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_no_process_outlives_the_run(c_file, how):
    mark = f"HEDDLE_TEST={uuid.uuid4().hex}"
    name, _, value = mark.partition("=")
    command = [sys.executable, "-m", "heddle", "explore", str(c_file(ENDLESS)), "--cluster", "local", "--jobs", "1", "-v"]
    run = subprocess.Popen(command, env={**os.environ, name: value}, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    assert run.stderr is not None
    assert any("executions" in line for line in run.stderr)  # it works
    wait_for(lambda: len(marked(mark.encode())) > 3)
    run.send_signal(how)
    assert run.wait(PATIENCE) == (130 if how == signal.SIGINT else -how)
    wait_for(lambda: not marked(mark.encode()))


def test_runs_travel_with_all_that_they_read(tmp_path, monkeypatch):
    here, there = tmp_path / "here", tmp_path / "there"
    (here / "inc").mkdir(parents=True)
    (here / "inc" / "size.h").write_text("#include \"more.h\"\n")
    (here / "inc" / "more.h").write_text("#define SIZE 3\n")
    (here / "own.h").write_text("int own = SIZE;\n")
    (here / "a.c").write_text('#include <assert.h>\n#include "size.h"\n#include "own.h"\nint main(void) { assert(own == 3); }\n')
    (here / "part.cat").write_text("let com = rf | co | fr\n")
    (here / "mine.cat").write_text('"mine"\ninclude "part.cat"\nacyclic po | com\n')
    monkeypatch.chdir(here)
    parcel = packed([f"-I{here / 'inc'}", "--model=mine.cat"], "a.c")
    shutil.rmtree(here)
    folder, options = parcel.unpack(str(there))
    run = subprocess.run([sys.executable, "-m", "heddle", "check", "-q", *options], cwd=folder, capture_output=True, text=True, check=False)
    assert (run.stdout.strip(), run.returncode) == ("safe: no execution violates the property", 0), run.stderr


@pytest.mark.slow
def test_a_bench_gives_the_same_table(heddle, c_file, tmp_path):
    c_file("#include <assert.h>\nint main(void) { assert(1); }\n", "safe.c")
    c_file("#include <assert.h>\nint main(void) { assert(0); }\n", "bad.c")
    manifest = tmp_path / "manifest.csv"
    manifest.write_text("file,expected\nsafe.c,true\nbad.c,false\n")
    run = heddle("bench", manifest, "--out", tmp_path / "out", "--cluster", "local", "--jobs", "1")
    assert run.code == 0 and "| 2 | 2 |" in run.out, run.err
