"""SV-COMP: task definitions as input, results in its words, and the module for BenchExec."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import fakes
import pytest
from test_process import PROGRAM

LOST_UPDATE = Path(__file__).parents[2] / "examples" / "lost_update.c"
RACE, REACH, OVERFLOW = (
    f"CHECK( init(main()), LTL({formula}) )" for formula in ("G ! data-race", "G ! call(reach_error())", "G ! overflow")
)
TASK = """\
format_version: '2.0'
input_files: 'lost_update.c'
properties:
  - property_file: race.prp
    expected_verdict: false
options:
  language: C
  data_model: LP64
"""


@pytest.fixture
def task(tmp_path):
    """``task(text)`` writes a task definition beside its program and its specifications."""
    (tmp_path / "lost_update.c").write_text(LOST_UPDATE.read_text())
    for name, text in (("race", RACE), ("reach", REACH), ("overflow", OVERFLOW)):
        (tmp_path / f"{name}.prp").write_text(text)
    (tmp_path / "cover.prp").write_text("COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )")

    def write(text=TASK, name="task.yml"):
        (tmp_path / name).write_text(text)
        return tmp_path / name

    return write


def test_a_task_stands_for_its_program_and_its_property(heddle, task):
    run = heddle("check", "--format", "svcomp", task())
    assert (run.code, run.out) == (1, "FALSE(no-data-race)\n")


def test_what_the_command_line_says_comes_first(heddle, task):
    run = heddle("check", "--format", "svcomp", "--property", "no-overflow", task())
    assert (run.code, run.out) == (0, "TRUE\n")


def test_several_properties_are_asked_at_once(heddle, task):
    both = TASK.replace("options:", "  - property_file: overflow.prp\n    expected_verdict: true\n  - property_file: cover.prp\noptions:")
    assert heddle("check", "--format", "svcomp", task(both)).out == "FALSE(no-data-race)\n"


def test_the_data_model_is_the_one_of_the_task(heddle, task, tmp_path):
    (tmp_path / "long.c").write_text("#include <assert.h>\nint main(void) { assert(sizeof(long) == 4); }")
    narrow = "format_version: '1.0'\ninput_files: [long.c]\noptions: {language: C, data_model: ILP32}\n"
    assert heddle("check", "--quiet", task(narrow)).out.startswith("safe")
    assert heddle("check", "--quiet", task(narrow.replace("ILP32", "LP64"))).out.startswith("violation")


def test_each_task_is_a_program_of_its_own(heddle, task):
    broken = task(TASK.replace("LP64", "LP128"), "broken.yml")
    run = heddle("check", "--each", "--format", "svcomp", task(), broken)
    assert run.code == 1
    assert run.out.splitlines()[0].endswith("FALSE(no-data-race)") and "ERROR(" in run.out.splitlines()[1]


@pytest.mark.parametrize("text, message", [
    ("format_version: '2.0\n", "task.yml:2:1: not YAML"),
    ("", "task.yml:1:1: nothing is in it"),
    ("- a\n", "task.yml:1:1: a mapping belongs here"),
    (TASK.replace("'2.0'", "'3.0'"), "task.yml:1:17: format version '3.0' is not known"),
    (TASK.replace("LP64", "LP128"), "task.yml:8:15: data model 'LP128' is not known"),
    (TASK.replace("language: C", "language: Java"), "task.yml:7:13: the program is in Java, not in C"),
    (TASK.replace("race.prp", "none.prp"), "none.prp: no such file or directory"),
    (TASK.replace("false", "maybe"), "task.yml:5:23: 'maybe' is no verdict"),
    (TASK.replace("'lost_update.c'", "[]"), "task.yml:2:14: no file is named"),
    ("[" * 5000, "not YAML"),
])  # fmt: skip
def test_what_is_wrong_with_a_task_is_said_in_a_line(heddle, task, text, message):
    run = heddle("check", task(text))
    assert run.code == 2 and message in run.err and run.err.count("\n") == 1


def test_a_task_is_given_alone(heddle, task):
    run = heddle("check", task(), LOST_UPDATE)
    assert run.code == 2 and "--each" in run.err


@pytest.mark.parametrize("worker, said", [
    (fakes.safe, "TRUE"), (fakes.bounded, "UNKNOWN(safe within bounds)"), (fakes.violation, "FALSE(unreach-call)"),
])  # fmt: skip
def test_results_in_the_words_of_sv_comp(heddle, c_file, worker, said):
    assert heddle("check", "--format", "svcomp", c_file(PROGRAM), worker=worker).out == f"{said}\n"


@pytest.fixture
def tool():
    from heddle.svcomp.benchexec import Tool

    return Tool()


@pytest.mark.parametrize("output, status", [
    (["TRUE"], "true"), (["noise", "FALSE(no-data-race)"], "false(no-data-race)"),
    (["UNKNOWN(time limit of 1 s reached)"], "unknown(time limit of 1 s reached)"),
    (["ERROR(a.c: no such file)"], "ERROR(a.c: no such file)"), ([], "ERROR"), (["Segmentation fault"], "ERROR"),
])  # fmt: skip
def test_benchexec_learns_the_result(tool, output, status):
    from types import SimpleNamespace

    assert tool.determine_result(SimpleNamespace(output=output)).lower() == status.lower()


def test_benchexecs_own_check_of_the_module_passes(tmp_path):
    bin = Path(sys.executable).parent
    done = subprocess.run(
        [sys.executable, "-m", "benchexec.test_tool_info", "heddle.svcomp.benchexec", "--no-container"],
        capture_output=True, text=True, cwd=tmp_path, env={"PATH": f"{bin}:/usr/bin:/bin"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "'--spec', 'PROPERTY.PRP', '--data-model', 'ilp32', '--timeout', '873'" in done.stderr
    assert "ERROR:" not in done.stderr


def test_the_benchmark_definition_in_the_docs_runs(task, tmp_path):
    task()
    page = (LOST_UPDATE.parents[1] / "docs" / "svcomp.md").read_text()
    (definition,) = re.findall(r"```xml\n(.*?)```", page, re.DOTALL)
    (tmp_path / "heddle.xml").write_text(definition.replace("tasks/*.yml", "*.yml").replace("properties/", ""))
    bin = Path(sys.executable).parent
    done = subprocess.run(
        [sys.executable, "-m", "benchexec.benchexec", "heddle.xml", "--no-container", "-o", "results/"],
        capture_output=True, text=True, cwd=tmp_path, env={"PATH": f"{bin}:/usr/bin:/bin", "HOME": str(tmp_path)},
    )  # fmt: skip
    assert re.search(r"correct false: +1\b", done.stdout), done.stdout + done.stderr
