"""``heddle bench``: each run once whatever happens, the same table in the end; plots, exports, comparisons."""

from __future__ import annotations

import csv
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from covering import number
from heddle.bench import process, usage
from waiting import PATIENCE

SAFE = "#include <assert.h>\nint main(void) { int x = 1; assert(x == 1); }\n"
BAD = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) { assert(__VERIFIER_nondet_int() != 7); }\n"
RACE = """\
#include <pthread.h>
int x;
void *f(void *unused) { x = 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 2; pthread_join(t, 0); }
"""
MANIFEST = """\
file,property,model,expected,category
safe.c,assert,sc,true,small
bad.c,unreach-call,sc,false,small
race.c,no-data-race,sc,false,races
safe.c,no-data-race,tso,true,races
"""


@pytest.fixture
def corpus(tmp_path):
    for name, text in (("safe.c", SAFE), ("bad.c", BAD), ("race.c", RACE), ("manifest.csv", MANIFEST)):
        (tmp_path / name).write_text(text)
    return tmp_path


def rows(folder):
    with sqlite3.connect(folder / "results.sqlite") as connection:
        return connection.execute("SELECT * FROM runs ORDER BY key").fetchall()


def answers(folder):
    return [(row[1], row[3], row[6], row[7]) for row in rows(folder)]


def test_a_manifest_becomes_tables_exports_and_plots(heddle, corpus):
    out = corpus / "out"
    run = heddle("bench", corpus / "manifest.csv", "--out", out, "--config", "auto", "--config", "plain=--engine order", "--plots")
    assert run.code == 0, (run.out, run.err)
    assert "| small | auto | 2 | 2 |" in run.out and "| all | plain | 4 |" in run.out
    assert "8/8" in run.err and "to go" in run.err
    assert {f"{plot}.{suffix}" for plot in ("cactus", "scaling", "scatter-auto-plain") for suffix in ("svg", "png")} <= {
        file.name for file in out.iterdir()
    }  # fmt: skip
    with (out / "results.csv").open() as file:
        told = list(csv.DictReader(file))
    assert len(told) == 8 and {row["judged"] for row in told} == {"right"}
    assert all(float(row["cpu"]) > 0 and float(row["memory"]) > 1 for row in told)
    xml = ElementTree.parse(out / "auto.results.xml").getroot()
    said = [{c.get("title"): c.get("value") for c in run.iter("column")} for run in xml.iter("run")]
    assert [s["status"] for s in said].count("true") == 2 and {s["category"] for s in said} == {"correct"}


@pytest.mark.parametrize(("options", "said"), [
    (["--plots"], "--plots needs matplotlib: pip install 'heddle[plots]'"), (["--compare", "nowhere"], "nowhere: holds no results"),
])  # fmt: skip
def test_what_the_end_needs_is_looked_for_first(heddle, corpus, monkeypatch, options, said):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    run = heddle("bench", corpus / "manifest.csv", "--out", corpus / "out", *options)
    assert (run.code, run.out, run.err.count("\n")) == (2, "", 1) and said in run.err
    assert not (corpus / "out").exists()


@pytest.mark.slow
def test_benchexecs_table_generator_reads_the_results(heddle, corpus):
    out = corpus / "out"
    heddle("bench", corpus / "manifest.csv", "--out", out, "--config", "auto", "--config", "order")
    tables = Path(sys.executable).parent / "table-generator"
    files = [out / f"{name}.results.xml" for name in ("auto", "order")]
    done = subprocess.run([tables, *files, "-o", corpus / "tables", "--name", "both"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    told = (corpus / "tables" / "both.table.csv").read_text()
    assert told.count("false(no-data-race)") == told.count("false(unreach-call)") == 2, told
    assert "race.c" in told and "walltime" in told


def test_what_is_there_is_not_run_again(heddle, corpus):
    out = corpus / "out"
    heddle("bench", corpus / "manifest.csv", "--out", out)
    before = rows(out)
    run = heddle("bench", corpus / "manifest.csv", "--out", out)
    assert run.code == 0 and rows(out) == before and "4 of 4 runs are there already" in run.err
    assert heddle("bench", "--out", out).out.splitlines()[0] == run.out.splitlines()[0], "told again without programs"
    (corpus / "safe.c").write_text(SAFE.replace("x == 1", "x == 2"))
    run = heddle("bench", corpus / "manifest.csv", "--out", out, "--match", "safe")
    assert run.code == 1 and "wrong: safe.c" in run.out, "a changed program is another one"


def test_two_folders_are_compared(heddle, corpus):
    heddle("bench", corpus / "manifest.csv", "--out", corpus / "old")
    (corpus / "bad.c").write_text(BAD.replace("!= 7", "!= 7 || 1"))
    run = heddle("bench", corpus / "manifest.csv", "--out", corpus / "new", "--compare", corpus / "old")
    assert "4 runs are in both" in run.out and "Other answers: 1" in run.out
    assert "bad.c --model=sc --property=unreach-call [auto]: violation (right) -> safe (wrong)" in run.out and run.code == 1


def test_task_definitions_and_single_files(heddle, corpus):
    (corpus / "task.yml").write_text("format_version: '2.0'\ninput_files: bad.c\n")
    run = heddle("bench", corpus / "task.yml", corpus / "safe.c", "--out", corpus / "out")
    assert run.code == 0 and "unjudged" in run.out


def test_a_sample_is_so_many_of_each_category_and_always_the_same(heddle, corpus):
    run = heddle("bench", corpus / "manifest.csv", "--sample", "1", "--out", corpus / "out")
    assert "| small | auto | 1 |" in run.out and "| races | auto | 1 |" in run.out
    again = heddle("bench", corpus / "manifest.csv", "--sample", "1", "--out", corpus / "out")
    assert "2 of 2 runs are there already" in again.err and again.out == run.out


def test_results_of_other_limits_are_not_mixed(heddle, corpus):
    heddle("bench", corpus / "safe.c", "--out", corpus / "out", "--timeout", "50")
    run = heddle("bench", corpus / "safe.c", "--out", corpus / "out", "--timeout", "5", "--cpu", "3")
    assert run.code == 2 and "with 50 s, not of Heddle" in run.err and "5 s, 3 s of processor time" in run.err


def test_what_is_kept_as_csv_gives_the_same_table(heddle, corpus):
    from heddle.bench.as_csv import read_csv
    from heddle.bench.tables import summary

    run = heddle("bench", corpus / "manifest.csv", "--out", corpus / "out", "--config", "auto", "--config", "order")
    assert summary(read_csv((corpus / "out" / "results.csv").read_text())) == run.out.strip()


PARENT_ENDS_FIRST = """
import os, sys, time
reading, writing = os.pipe()
child = os.fork()
until = time.process_time() + 0.4
while time.process_time() < until: pass
if not child: os.write(writing, b"x"); time.sleep(10_000)
os.read(reading, 1)
while not os.path.exists(sys.argv[1]): time.sleep(0.05)
"""
"""Both work for as long; then the child has still to be killed when the parent ends, after that has been noticed."""


def test_processor_time_is_that_of_all_processes(monkeypatch, tmp_path):
    """Also of those that are still there when the command ends, and are killed."""

    def noticing(root: int) -> usage.Usage:
        taken = usage.usage(root)
        if taken.cpu >= 0.8:
            (tmp_path / "noticed").touch()
        return taken

    monkeypatch.setattr(process, "usage", noticing)
    ended = process.run_command([sys.executable, "-c", PARENT_ENDS_FIRST, str(tmp_path / "noticed")], PATIENCE)
    assert 0.8 <= ended.cpu <= 4 and not ended.stopped
    assert str(tmp_path) not in subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout


def test_a_command_that_takes_too_much_processor_time_is_stopped():
    ended = process.run_command([sys.executable, "-c", "import os\nos.fork()\nwhile True: pass"], PATIENCE, cpu=0.3)
    assert ended.stopped == "processor time of 0.3 s" and ended.cpu >= 0.3
    assert ended.exit_code == -signal.SIGTERM


def test_a_command_that_hangs_is_stopped():
    ended = process.run_command(["sleep", "10000"], 0.2)
    assert ended.stopped == "wall time of 0.2 s"


@pytest.mark.parametrize("arguments, message", [
    (["none.csv"], "none.csv: no such file"),
    (["safe.c", "safe.c"], "given twice"),
    (["manifest.csv", "--match", "nothing"], "no program is left"),
    (["safe.c", "--config", "="], "not of the form NAME"),
    (["safe.c", "--config", "a", "--config", "a"], "'a' is given twice"),
    (["safe.c", "--compare", "nowhere"], "holds no results"),
    ([], "holds no results"),
])  # fmt: skip
def test_what_is_wrong_is_said_in_a_line(heddle, corpus, monkeypatch, arguments, message):
    monkeypatch.chdir(corpus)
    run = heddle("bench", "--out", "fresh", *arguments)
    assert run.code == 2 and message in run.err.splitlines()[-1]


@pytest.mark.parametrize("text, message", [
    ("name\nsafe.c\n", "manifest.csv:1:1: a manifest has a column 'file'"),
    ("file,expected\nsafe.c,perhaps\n", "manifest.csv:2:1: 'perhaps' is no expected answer"),
    ("file\nnone.c\n", "manifest.csv:2:1"),
])  # fmt: skip
def test_what_is_wrong_with_a_manifest_is_said_in_a_line(heddle, corpus, text, message):
    (corpus / "manifest.csv").write_text(text)
    run = heddle("bench", corpus / "manifest.csv", "--out", corpus / "out")
    assert run.code == 2 and message in run.err and run.err.count("\n") == 1


def test_other_databases_are_left_alone(heddle, corpus):
    (corpus / "out").mkdir()
    with sqlite3.connect(corpus / "out" / "results.sqlite") as connection:
        connection.execute("CREATE TABLE mine (x)")
    run = heddle("bench", corpus / "safe.c", "--out", corpus / "out")
    assert run.code == 2 and "is not a database of heddle bench" in run.err


def test_a_bench_that_is_killed_goes_on(corpus):
    """At random moments: nothing is lost, nothing is run twice, nobody is left, and the table is the same."""
    script = Path(__file__).parents[2] / "benchmarks" / "killed.py"
    kills = number(3)
    command = [sys.executable, script, corpus / "manifest.csv", "--kills", str(kills)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "undisturbed: 8 runs" in done.stdout and done.stdout.count("of 8 runs are there") == kills
