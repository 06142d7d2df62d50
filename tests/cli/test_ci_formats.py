"""Formats for CI systems: one document whatever the number of programs, valid by its schema; notes on GitHub."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import fakes
import pytest
from pydantic_sarif.model import StaticAnalysisResultsFormatSarifVersion210JsonSchema as Sarif
from test_process import PROGRAM

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def files(c_file):
    return lambda *names: [c_file(PROGRAM, f"{name}.c") for name in names]


def sarif(text: str) -> dict:
    """The only run; raises if the document is not valid (the classes are made of the schema and take nothing else)."""
    document = json.loads(text)
    Sarif.model_validate(document)
    (run,) = document["runs"]
    return run


def test_a_violation_is_a_result_of_sarif_with_a_flow_for_each_thread(heddle):
    program = str(EXAMPLES / "lost_update.c")
    run = sarif(heddle("check", "--format", "sarif", program).out)
    (result,) = run["results"]
    assert result["ruleId"] == "heddle/assert" and result["message"]["text"].startswith("assertion failed: balance")
    place = result["locations"][0]["physicalLocation"]
    assert place["region"]["startLine"] == 26 and place["artifactLocation"]["uri"].endswith("examples/lost_update.c")
    flows = result["codeFlows"][0]["threadFlows"]
    assert [flow["message"]["text"] for flow in flows] == ["thread 0: main", "thread 1: deposit", "thread 2: deposit"]
    orders = sorted(step["executionOrder"] for flow in flows for step in flow["locations"])
    assert orders == list(range(1, len(orders) + 1)), "together they are the execution"


def test_several_programs_are_one_document_of_sarif(heddle, files):
    programs = files("bad", "ok", "maybe", "refused")
    run = heddle("check", "--each", "--format", "sarif", *programs, worker=fakes.by_name)
    found = sarif(run.out)
    assert [result["ruleId"] for result in found["results"]] == ["heddle/assert"]
    notes = found["invocations"][0]["toolExecutionNotifications"]
    assert [note["level"] for note in notes] == ["note", "error"], "what is bounded, what does not compile"
    assert found["invocations"][0]["executionSuccessful"] is False
    assert run.code == 1 and "does not compile" in run.err


def test_usage_errors_are_documents_too(heddle, files):
    run = heddle("check", "--format", "sarif", "--unwind", "none", *files("ok"))
    assert run.code == 2 and sarif(run.out)["results"] == []


def test_paths_are_written_as_references(c_file, heddle):
    run = sarif(heddle("check", "--format", "sarif", c_file(PROGRAM, "bad name#1.c"), worker=fakes.violation).out)
    uri = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri.startswith("file:///") and uri.endswith("bad%20name%231.c")


def test_programs_are_test_cases_of_junit(heddle, files):
    programs = files("bad", "ok", "maybe", "refused")
    run = heddle("check", "--each", "--format", "junit", *programs, worker=fakes.by_name)
    suites = ElementTree.fromstring(run.out)
    assert suites.tag == "testsuites"
    assert {name: suites.get(name) for name in ("tests", "failures", "errors")} == {"tests": "4", "failures": "1", "errors": "1"}
    cases = list(suites.iter("testcase"))
    assert [case.get("name") for case in cases] == [str(program) for program in programs]
    assert [[part.tag for part in case] for case in cases] == [["failure"], ["system-out"], ["system-out"], ["error"]]
    failure = cases[0][0]
    assert failure.get("type") == "assert" and "x == 2" in str(failure.get("message"))
    assert "T0" in str(failure.text), "the trace"


def test_what_xml_cannot_say_is_replaced(heddle, c_file):
    run = heddle("check", "--format", "junit", c_file(PROGRAM, "odd\x01.c"), worker=fakes.by_name)
    assert ElementTree.fromstring(run.out) is not None


def test_a_violation_is_a_note_on_github(heddle):
    out = heddle("check", "--format", "github", str(EXAMPLES / "lost_update.c")).out
    note, *report = out.splitlines()
    assert note.startswith("::error file=") and "examples/lost_update.c,line=26,col=5,title=heddle::" in note
    assert any("alice" in line for line in report), "the report for people follows"


def test_notes_are_one_line(heddle, files):
    out = heddle("check", "--each", "--format", "github", *files("maybe", "ok"), worker=fakes.by_name).out
    note, maybe, ok = out.splitlines()
    assert note.startswith("::notice file=") and "%0A" in note and "--unwind" in note
    assert maybe.endswith("safe within bounds: nothing found") and ok.endswith("safe: every execution was covered")
    refused = heddle("check", "--format", "github", *files("refused"), worker=fakes.by_name)
    assert refused.out.startswith("::error") and "does not compile" in refused.out


IN_A_HEADER = """\
#include <assert.h>
static int cell;
static inline void put(int v) {
    cell = v;
    assert(cell != 3);
}
"""


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """Two files and a header that fails, as they are checked out; with a file that is wrong."""
    (tmp_path / "inc").mkdir()
    (tmp_path / "inc" / "cell.h").write_text(IN_A_HEADER)
    (tmp_path / "a.c").write_text('#include "inc/cell.h"\nvoid other(void);\nint main(void) { put(1); other(); }\n')
    (tmp_path / "b.c").write_text('#include "inc/cell.h"\nvoid other(void) { put(3); }\n')
    (tmp_path / "bad.c").write_text("int main(void) {\n    return x;\n}\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("folder", [".", "inc"])
def test_a_violation_in_a_header_is_told_as_the_repository_has_it(heddle, repository, monkeypatch, folder):
    monkeypatch.setenv("GITHUB_WORKSPACE", str(repository))
    monkeypatch.chdir(repository / folder)
    files = [str((repository / name).resolve()) if folder == "." else f"../{name}" for name in ("a.c", "b.c")]
    said = heddle("check", *files, "--format", "github").out.splitlines()[0]
    assert said.startswith("::error file=inc/cell.h,line=5,col=5,title=heddle::violation: assertion failed"), said


def test_a_violation_in_a_header_is_a_result_there(heddle, repository):
    (result,) = sarif(heddle("check", "a.c", "b.c", "--format", "sarif").out)["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "inc/cell.h"
    steps = result["codeFlows"][0]["threadFlows"][0]["locations"]
    assert {s["location"]["physicalLocation"]["artifactLocation"]["uri"] for s in steps} == {"inc/cell.h"}


def test_what_does_not_compile_is_told_at_its_line(heddle, repository):
    assert heddle("check", "bad.c", "--format", "github").out.startswith("::error file=bad.c,line=2,col=12,title=heddle::")
    (note,) = sarif(heddle("check", "--each", "bad.c", "--format", "sarif").out)["invocations"][0]["toolExecutionNotifications"]
    assert note["locations"][0]["physicalLocation"]["region"] == {"startLine": 2, "startColumn": 12}
