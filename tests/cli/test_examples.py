"""The examples, end to end: C text, engine, replay, report."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from waiting import PATIENCE

ROOT = Path(__file__).parents[2]

EXPECTED = {
    "lost_update": ([], "violation"),
    "lost_update_fixed": ([], "safe"),
    "bounded_buffer": ([], "violation"),
    "aba_stack": ([], "violation"),
    "peterson": ([], "safe"),
    "ticket_lock": ([], "safe"),
    "store_buffer": (["--model", "tso"], "violation"),
    "spinlock": ([], "safe"),
    "ring": (["--model", "rc11"], "safe"),
    "pool": ([], "safe"),
}
TAKES_LONG = {"pool"}  # a proof


def test_every_example_is_expected_to_do_something():
    assert {path.stem for path in (ROOT / "examples").glob("*.c")} == set(EXPECTED)


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.slow if name in TAKES_LONG else ()) for name in EXPECTED])
def test_example(heddle, name):
    options, verdict = EXPECTED[name]
    run = heddle("check", "--json", "--timeout", PATIENCE, *options, ROOT / "examples" / f"{name}.c")
    answer = json.loads(run.out)
    assert answer["verdict"] == verdict
    assert run.err == ""
    assert ("trace" in answer) == (verdict == "violation")


@pytest.mark.parametrize(
    "options, code",
    [(["--model", "sc"], 0), (["--model", "pso"], 1), (["--model", "tso", "-DFENCE"], 0), (["--model", "pso", "-DFENCE"], 0)],
)
def test_the_memory_model_decides(heddle, options, code):
    assert heddle("check", *options, ROOT / "examples" / "store_buffer.c").code == code


def test_a_trace_shows_the_store_buffers(heddle):
    report = heddle("check", "--model", "tso", ROOT / "examples" / "store_buffer.c").out
    assert "here[0] = 1 (in the store buffer)" in report
    assert "has a newer value in its store buffer" in report


def test_two_files_make_one_program(heddle, c_file):
    main = c_file("#include <assert.h>\nint half(int);\nint main(void) { assert(half(4) == 2); return 0; }\n", "main.c")
    half = c_file("static int two = 2;\nint half(int x) { return x / two; }\n", "half.c")
    assert heddle("check", main, half).code == 0
    assert heddle("check", main).code == 3


def test_defines_reach_the_program(heddle, c_file):
    file = c_file("#include <assert.h>\nint main(void) { assert(N == 3); return 0; }\n")
    assert heddle("check", "-DN=3", file).code == 0
    assert heddle("check", "-D", "N=4", file).code == 1


def test_error_label(heddle, c_file):
    file = c_file("int main(void) { int x = 1; if (x) goto BAD; return 0; BAD: return 1; }\n")
    assert heddle("check", file).code == 0
    assert heddle("check", "--error-label", "BAD", file).code == 1


def test_the_label_error_counts_where_nothing_is_asserted(heddle, c_file):
    text = "int main(void) { int x = 1; if (x) goto ERROR; return 0; ERROR: return 1; }\n"
    assert heddle("check", c_file(text)).code == 1
    asserting = "#include <assert.h>\n" + text.replace("int x = 1;", "int x = 1; assert(x);")
    assert heddle("check", c_file(asserting)).code == 0


CHECKED = {
    "bounds": "int a[3]; int i = 3; int main(void) { a[i] = 1; return 0; }\n",
    "pointer": "int *p; int main(void) { *p = 1; return 0; }\n",
    "div-by-zero": "int x; int main(void) { return 1 / x; }\n",
    "overflow": "int x = 2147483647; int main(void) { return x + 1; }\n",
}


@pytest.mark.parametrize("check", CHECKED)
def test_a_property_counts_what_it_claims(heddle, c_file, check):
    file = c_file(CHECKED[check])
    assert heddle("check", "--property", "assert", file).code == 0
    others = ",".join(set(CHECKED) - {check, "pointer"})
    assert heddle("check", "--property", "assert", "--checks", others, file).code == 0
    assert heddle("check", "--property", "assert", "--checks", check, file).code == 1


@pytest.mark.parametrize("check", CHECKED)
def test_the_classic_errors_count_by_default(heddle, c_file, check):
    assert heddle("check", c_file(CHECKED[check])).code == (check != "overflow")


def test_a_small_program_is_checked_within_a_tight_memory_limit_or_unknown(heddle):
    run = heddle("check", "--json", "--memory", "64", ROOT / "examples" / "lost_update.c")
    assert json.loads(run.out)["verdict"] in ("violation", "unknown")
    assert run.code in (1, 3)


def test_deep_nesting_is_no_problem(heddle, c_file):
    text = "#include <assert.h>\nint main(void) { int x = 0; assert(" + "!" * 10_000 + "x == 0); return 0; }\n"
    run = heddle("check", "--timeout", PATIENCE, c_file(text))
    assert "internal error" not in run.out
    assert "Traceback" not in run.err


def test_sequentialized_example_compiles(heddle, tmp_path):
    output = tmp_path / "seq.c"
    run = heddle("sequentialize", ROOT / "examples" / "lost_update.c", "--rounds", "2", "-o", output)
    assert (run.code, run.out, run.err) == (0, "", "")
    subprocess.run(["gcc", "-Wall", "-Werror", "-fsyntax-only", output], check=True)
    assert heddle("sequentialize", ROOT / "examples" / "lost_update.c").out.startswith("/*")


def test_show_prints_the_core_program(heddle):
    example = ROOT / "examples" / "lost_update.c"
    assert "function deposit(" in heddle("show", example).out
    assert "thread 2" in heddle("show", "--unfolded", example).out


def readme_runs() -> list[tuple[str, list[str]]]:
    """The commands that README shows, each with its output."""
    blocks = re.findall(r"^```\n\$ heddle (.*)\n((?:.*\n)*?)```", (ROOT / "README.md").read_text(), re.MULTILINE)
    return [(command, output.splitlines()) for command, output in blocks]


def test_the_readme_shows_runs():
    assert len(readme_runs()) == 2


@pytest.mark.parametrize(("command", "shown"), readme_runs())
def test_the_output_in_the_readme_is_real(heddle, monkeypatch, command, shown):
    """The time differs from run to run, and another solver may find another schedule of the same length."""
    monkeypatch.chdir(ROOT)
    real = heddle(*command.split()).out.splitlines()
    assert real[0] == shown[0]
    assert len(real) == len(shown)
