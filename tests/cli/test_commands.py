"""What the commands print, with stand-ins for the engine where the engine does not matter."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import fakes
import pytest

from heddle import __version__

OK = "int main(void) { return 0; }\n"


def test_version(heddle):
    assert heddle("--version").out == f"heddle {__version__}\n"


@pytest.mark.parametrize("command", [[], ["check"], ["sequentialize"], ["show"]])
def test_help(heddle, command):
    run = heddle(*command, "--help")
    assert run.code == 0
    assert run.err == ""
    assert "usage: heddle" in run.out


def test_every_option_has_help():
    from heddle.cli.parser import build

    commands = next(action for action in build()._actions if action.dest == "command")
    for command in commands.choices.values():
        for action in command._actions:
            assert action.help, action.option_strings


def test_report_of_a_bounded_answer_names_what_was_cut(heddle, c_file):
    file = c_file(OK)
    run = heddle("check", file, worker=fakes.bounded)
    assert run.code == 0
    assert run.out.startswith("safe within bounds: ")
    assert "unwind 2, rounds 3" in run.out
    assert f"{file}:3: loop (raise with --unwind)" in run.out
    assert run.err == ""


def test_quiet_prints_one_line(heddle, c_file):
    assert heddle("check", "-q", c_file(OK), worker=fakes.bounded).out.count("\n") == 1


def test_report_of_a_violation_shows_the_trace(heddle, c_file):
    run = heddle("check", c_file(OK), worker=fakes.violation)
    assert run.code == 1
    assert run.out.startswith("violation: assertion failed: x == 2")
    assert "x = 1" in run.out


@pytest.mark.parametrize("name", ["atomicity", "assert+atomicity"])
def test_unsupported_property_is_unknown(heddle, c_file, name):
    run = heddle("check", "--json", "--model", "tso", "--property", name, c_file(OK), worker=fakes.safe)
    assert run.code == 3
    assert "is not checked under tso" in json.loads(run.out)["reason"]


@pytest.mark.parametrize("name", ["assert", "unreach-call", "acsl-assert"])
def test_assertion_properties(heddle, c_file, name):
    assert heddle("check", "--property", name, c_file(OK), worker=fakes.safe).code == 0


def test_trace_out(heddle, c_file, tmp_path):
    trace = tmp_path / "trace.json"
    for _ in range(2):  # an earlier trace is replaced
        assert heddle("check", c_file(OK), "--trace-out", trace, worker=fakes.violation).code == 1
        content = json.loads(trace.read_text())
        assert content["message"] == "assertion failed: x == 2"
        assert content["steps"][0]["detail"] == "x = 1"


def test_no_trace_without_violation(heddle, c_file, tmp_path):
    assert heddle("check", c_file(OK), "--trace-out", tmp_path / "trace.json", worker=fakes.safe).code == 0
    assert not (tmp_path / "trace.json").exists()


EACH = [(["ok"], 0), (["ok", "maybe"], 0), (["ok", "bad", "refused"], 1), (["ok", "refused"], 2)]


@pytest.mark.parametrize(("names", "code"), EACH)
def test_each_file_a_program(heddle, c_file, names, code):
    files = [c_file(OK, f"{name}.c") for name in names]
    run = heddle("check", "--each", *files, worker=fakes.by_name)
    assert run.code == code
    assert run.out.count("\n") + run.err.count("\n") == len(files)
    as_json = heddle("check", "--each", "--json", *files, worker=fakes.by_name)
    answers = [json.loads(line) for line in as_json.out.splitlines()]
    assert [answer["files"] for answer in answers] == [[str(file)] for file in files]


def test_start_up_is_fast():
    """What is loaded for it counts, wherever that takes how long: the bar of 100 ms over Python's own start is 4 ms for
    each module."""
    code = "import runpy, sys\nsys.argv = ['heddle', '--version']\ntry: runpy.run_module('heddle', run_name='__main__')\nfinally: print(len(sys.modules))"
    own = "import runpy, sys\nprint(len(sys.modules))"
    loaded = [int(subprocess.run([sys.executable, "-c", c], capture_output=True, text=True).stdout.split()[-1]) for c in (code, own)]
    assert loaded[0] - loaded[1] < 25, loaded


def test_the_command_itself_loads_no_engine():
    code = (
        "import sys, heddle.cli.commands, heddle.cli.check, heddle.cli.transform\n"
        "heavy = {'clang', 'bitwuzla', 'rich', 'heddle.frontend', 'heddle.engines.search'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_process_that_lives_on_after_a_batch_can_end_in_order(c_file):
    """What workers share while they run belongs to it again: nothing is left when it ends, and nobody says so."""
    check = ["check", "--quiet", "--each", str(c_file(OK, "one.c")), str(c_file(OK, "two.c"))]
    test = str(Path(__file__).parents[1] / "litmus" / "classics" / "SB.litmus")
    code = "import gc, heddle.explorer.kernel\nfrom heddle.cli import main\n"
    code += f"assert main({check}) == 0 and main({['litmus', test, test]}) == 1 and gc.get_freeze_count() == 0"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_installed_script(tmp_path):
    """Where the command is installed beside this Python, it behaves as the module does."""
    script = Path(sys.executable).parent / "heddle"
    if not script.exists():
        pytest.skip("heddle is not installed")
    assert subprocess.run([script, "--version"], capture_output=True, text=True).stdout == f"heddle {__version__}\n"
    bad = subprocess.run([script, "check", tmp_path / "nowhere.c"], capture_output=True, text=True)
    assert (bad.returncode, bad.stdout, bad.stderr.count("\n")) == (2, "", 1)


@pytest.mark.parametrize(("where", "complaint"), [("| true", ""), ("> /dev/full", "heddle: error: No space left")])
def test_output_that_cannot_be_written(where, complaint):
    done = subprocess.run(f"{sys.executable} -m heddle --help {where}", shell=True, capture_output=True, text=True)
    assert done.stderr.startswith(complaint)
    assert done.stderr.count("\n") == bool(complaint)


def test_a_model_that_is_no_store_buffer_is_checked_by_exploring(heddle, c_file):
    text = "#include <pthread.h>\n#include <assert.h>\nint x;\nvoid *f(void *_) { x = 1; return 0; }\n"
    text += "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); assert(x == 1); }\n"
    run = heddle("check", "--json", "--model", "rc11", c_file(text))
    answer = json.loads(run.out)
    assert (run.code, answer["verdict"], answer["engine"]) == (0, "safe", "stateless")
    refused = heddle("check", "--engine", "lazy", "--model", "rc11", c_file(text))
    assert refused.code == 2 and "memory model 'rc11' is not available" in refused.err
