"""Wrong input: every kind ends with exit code 2 or 3 and one line that says why; no kind ends with a traceback."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from waiting import PATIENCE

OK = "#include <assert.h>\nint main(void) { assert(1); return 0; }\n"


def assert_one_line_reason(run, codes=(2,)):
    assert run.code in codes, run
    assert "Traceback" not in run.out + run.err
    assert "internal error" not in run.out + run.err
    if run.code == 2:
        assert run.out == ""
        assert run.err.startswith("heddle: error: ")
        assert run.err.count("\n") == 1
    else:
        assert run.out.startswith("unknown: ")


# --- program texts --------------------------------------------------------------------------------------------------

BAD_PROGRAMS = {
    "syntax error": ("int main(void) { return 0 }\n", "program.c:1:26"),
    "missing header": ('#include "nowhere.h"\nint main(void) { return 0; }\n', "nowhere.h"),
    "missing system header": ("#include <no_such_system_header.h>\nint main(void) { return 0; }\n", "no_such_system"),
    "no main": ("int f(void) { return 0; }\n", "main"),
    "only a comment": ("/* nothing */\n", "main"),
    "undeclared variable": ("int main(void) { return nobody; }\n", "nobody"),
    "type error": ("struct s { int a; } v; int main(void) { return v + 1; }\n", "program.c:1"),
    "error directive": ("#error not today\nint main(void) { return 0; }\n", "not today"),
    "unbalanced conditional": ("#if 1\nint main(void) { return 0; }\n", "program.c:1"),
    "unterminated comment": ("int main(void) { return 0; } /*\n", "program.c:1"),
    "conflicting definitions": ("int x; char x; int main(void) { return 0; }\n", "x"),
    "two mains": ("int main(void) { return 0; }\nint main(void) { return 1; }\n", "main"),
    "goto without label": ("int main(void) { goto nowhere; }\n", "nowhere"),
    "duplicate case": ("int main(void) { switch (1) { case 1: case 1: ; } return 0; }\n", "program.c:1"),
    "incomplete type": ("struct s; struct s v; int main(void) { return sizeof v; }\n", "program.c:1"),
    "C++": ("#include <iostream>\nint main() { std::cout << 1; }\n", "iostream"),
    "not C at all": ("Dear Sir or Madam,\nplease find attached the program.\n", "program.c:1"),
    "static assertion": ("_Static_assert(0, \"never\"); int main(void) { return 0; }\n", "never"),
    "wrong argument count": ("int f(int a) { return a; } int main(void) { return f(1, 2); }\n", "program.c:1"),
    "break outside loop": ("int main(void) { break; return 0; }\n", "program.c:1"),
    "too few arguments of an atomic builtin": ("int x; int main(void) { return __atomic_load_n(&x); }\n", "program.c:1:32"),
    "too few arguments of __sync": ("int x; int main(void) { return __sync_fetch_and_add(&x); }\n", "program.c:1:32"),
    "too few arguments to ask about overflow": ("int main(void) { return __builtin_add_overflow_p(1); }\n", "program.c:1:25"),
    "overflow of a pointer": ("int main(void) { int *p = 0; return __builtin_mul_overflow_p(1, 2, p); }\n", "must be integers"),
    "a million brackets": ("int main(void) { return " + "(" * 1_000_000 + "0" + ")" * 1_000_000 + "; }\n", ""),
    "a recursive include": ('#include "program.c"\nint main(void) { return 0; }\n', ""),
}


@pytest.mark.parametrize("kind", BAD_PROGRAMS)
def test_bad_program(heddle, c_file, kind):
    text, mentioned = BAD_PROGRAMS[kind]
    run = heddle("check", "--timeout", PATIENCE, c_file(text))
    assert_one_line_reason(run)
    assert mentioned in run.err


UNSUPPORTED_PROGRAMS = {
    "unknown function": "int mystery(int); int main(void) { return mystery(3); }\n",
    "undeclared function": "int main(void) { return mystery(3); }\n",
    "long double": "int main(void) { volatile long double d = 1.5L; d = d * d; return d > 2.0L; }\n",
    "setjmp": (
        "#include <setjmp.h>\njmp_buf b; int main(void) { if (setjmp(b)) return 1; longjmp(b, 1); return 0; }\n"
    ),
    "unknown assembly": 'int main(void) { int x = 1; __asm__("popcnt %0, %0" : "+r"(x)); return x; }\n',
    "atomic operation on a function": "void f(void) {} int main(void) { __sync_lock_release(&f); return 0; }\n",
    "complex numbers": "int main(void) { _Complex double z = 1.0; z = z * z; return 0; }\n",
    "128-bit vector": (
        "typedef int v4 __attribute__((vector_size(16)));\n"
        "int main(void) { v4 a = {1, 2, 3, 4}; a = a + a; return a[0]; }\n"
    ),
}


@pytest.mark.parametrize("kind", UNSUPPORTED_PROGRAMS)
def test_unsupported_program_is_refused_or_unknown(heddle, c_file, kind):
    """Refused, or answered without the unsupported part having any say: never a traceback.

    None of these programs holds an assertion, so ``safe`` is a correct answer too where slicing removed the rest.
    """
    run = heddle("check", "--timeout", PATIENCE, c_file(UNSUPPORTED_PROGRAMS[kind]))
    assert "Traceback" not in run.out + run.err
    assert "internal error" not in run.out + run.err
    assert run.code in (0, 2, 3)


@pytest.mark.parametrize("kind", ["unknown function", "long double", "unknown assembly", "setjmp"])
def test_unsupported_code_before_an_assertion_is_never_trusted(heddle, c_file, kind):
    text = UNSUPPORTED_PROGRAMS[kind].replace("return", "/**/ return")
    head, _, tail = text.rpartition("int main(void) {")
    body = tail.rpartition("}")[0]
    main = "int main(void) { assert(body() != 77); return 0; }\n"
    text = f"#include <assert.h>\n{head}int body(void) {{ {body} }}\n{main}"
    assert_one_line_reason(heddle("check", "--timeout", PATIENCE, c_file(text)), (2, 3))


def test_old_style_function_definitions_work_or_are_refused(heddle, c_file):
    text = "#include <assert.h>\nint add(a, b) int a; int b; { return a + b; }\nmain() { assert(add(1, 2) == 3); }\n"
    run = heddle("check", "--timeout", PATIENCE, c_file(text))
    assert run.code in (0, 2, 3)
    assert "Traceback" not in run.out + run.err


@pytest.mark.parametrize("text", ["int main(void) { return " + "!" * 20_000 + "0; }", "int main(void) { " + "if (1) " * 5_000 + "return 0; }"])
def test_deep_nesting_crashes_nothing(heddle, c_file, text):
    """libclang has no limit of its own for these."""
    run = heddle("check", "--timeout", PATIENCE, c_file(text))
    assert run.code in (0, 3)
    assert "crashed" not in run.out


# --- files ----------------------------------------------------------------------------------------------------------


def test_missing_file(heddle, tmp_path):
    run = heddle("check", tmp_path / "nowhere.c")
    assert_one_line_reason(run)
    assert "no such file" in run.err


def test_directory(heddle, tmp_path):
    run = heddle("check", tmp_path)
    assert_one_line_reason(run)
    assert "is a directory" in run.err


def test_empty_file(heddle, c_file):
    assert_one_line_reason(heddle("check", c_file("")))


def test_binary_junk(heddle, tmp_path):
    file = tmp_path / "junk.c"
    file.write_bytes(bytes(range(256)) * 100)
    assert_one_line_reason(heddle("check", file))


def test_binary_junk_without_null_bytes(heddle, tmp_path):
    file = tmp_path / "junk.c"
    file.write_bytes(bytes(range(128, 256)) * 100)
    assert_one_line_reason(heddle("check", file))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_unreadable_file(heddle, c_file):
    file = c_file(OK)
    file.chmod(0)
    run = heddle("check", file)
    assert_one_line_reason(run)
    assert "permission denied" in run.err


def test_file_name_with_a_null_byte(heddle):
    assert_one_line_reason(heddle("check", "a\0b.c"))


def test_file_name_too_long(heddle):
    assert_one_line_reason(heddle("check", "a" * 5000))


def test_dangling_link(heddle, tmp_path):
    link = tmp_path / "link.c"
    link.symlink_to(tmp_path / "nowhere.c")
    assert_one_line_reason(heddle("check", link))


def test_missing_include_directory(heddle, c_file, tmp_path):
    assert_one_line_reason(heddle("check", "-I", tmp_path / "nowhere", c_file(OK)))


def test_two_files_with_main(heddle, c_file):
    run = heddle("check", c_file(OK, "a.c"), c_file(OK, "b.c"))
    assert_one_line_reason(run)
    assert "main" in run.err


def test_two_files_with_conflicting_globals(heddle, c_file):
    first = c_file("int x = 1;\nint main(void) { return x; }\n", "a.c")
    second = c_file("int x = 2;\n", "b.c")
    assert_one_line_reason(heddle("check", first, second))


# --- options --------------------------------------------------------------------------------------------------------

BAD_OPTIONS = [
    ["--unwind", "0"], ["--unwind", "-1"], ["--unwind", "abc"], ["--unwind", "1e99"], ["--unwind", "2.5"],
    ["--unwind", ""], ["--unwind", "9" * 5000], ["--unwind", "٣"], ["--unwind"],
    ["--rounds", "0"], ["--rounds", "-7"], ["--rounds", "99999999999"],
    ["--timeout", "0"], ["--timeout", "-5"], ["--timeout", "nan"], ["--timeout", "inf"], ["--timeout", "soon"],
    ["--memory", "0"], ["--memory", "-1"], ["--memory", "lots"], ["--memory", "1"], ["--memory", "9" * 30],
    ["--model", "armv9"], ["--model", "nowhere.cat"], ["--model", ""], ["--engine", "warp"], ["--backend", "oracle"],
    ["--checks", "bounds,luck"], ["--checks", ""], ["--property", "happiness"], ["--data-model", "ilp64"],
    ["--unwind-for", "0"], ["--unwind-while", "x"], ["--unwind-threads", "-1"], ["--spec"], ["--spec", "nowhere.prp"],
    ["--witness"], ["--witness", "w.txt"],
    ["--unwindset", "12"], ["--unwindset", "a.c:x=3"], ["--unwindset", "a.c:3=0"], ["--unwindset", "=3"],
    ["-D", ""], ["-D", "=3"], ["-D", "1x"], ["--no-such-option"], ["-Z"], ["--json=yes"],
    ["--each", "--trace-out", "t.json"],
    ["--engine", "lazy", "--jobs", "2"],
    ["--each", "--jobs", "0"],
    ["--engine", "mu", "--rounds", "2"], ["--engine", "imu", "--rounds", "2"], ["--writes", "3"],
    ["--engine", "lazy", "--writes", "3"], ["--engine", "mu", "--writes", "0"], ["--mu-grain", "fine"],
    ["--engine", "mu", "--mu-grain", "medium"], ["--engine", "imu", "--mu-reads", "explicit"],
    ["--engine", "mu", "--mu-grain", "coarse-inter", "--mu-reads", "implicit", "--backend", "cbmc"],
    ["--engine", "lal-reps", "--model", "rc11"], ["--engine", "mu", "--backend", "cbmc", "--model", "pso"],
    ["--engine", "mu", "--mu-reads", "explicit", "--sma", "mu-explicit"], ["--sma", "mu-explicit", "--queue", "2"],
    ["--sma", "sc", "--queue", "2"], ["--sma", "sc", "--clock", "2"], ["--engine", "stateless", "--rounds", "2"],
    ["--model", "rc11", "--threads", "2"], ["--engine", "stateless", "--backend", "cbmc"],
    ["--engine", "mu", "--sma", "imu-sc"], ["--sma", "mu-explicit", "--rounds", "2"], ["--sma", "imu-tso"],
    ["--engine", "mu", "--mu-grain", "coarse-intra", "--model", "tso", "--backend", "cbmc"], ["--engine", "imu", "--model", "rc11"],
]  # fmt: skip


@pytest.mark.parametrize("options", BAD_OPTIONS, ids=lambda options: " ".join(options)[:30])
def test_bad_option(heddle, c_file, options):
    assert_one_line_reason(heddle("check", c_file(OK), *options))


BAD_COMMAND_LINES = [["chekc", "a.c"], ["check"], ["sequentialize"], ["show", "--rounds", "2", "a.c"]]


@pytest.mark.parametrize("arguments", BAD_COMMAND_LINES)
def test_bad_command_line(heddle, arguments):
    assert_one_line_reason(heddle(*arguments))


def test_no_command_prints_the_map(heddle):
    run = heddle()
    assert (run.code, run.out) == (2, "")
    assert "heddle check FILE..." in run.err


def test_json_reports_bad_input_as_an_object_too(heddle, tmp_path):
    for arguments in (["check", "--json", tmp_path / "nowhere.c"], ["check", "--json", "--unwind", "0", "a.c"]):
        run = heddle(*arguments)
        assert run.code == 2
        assert json.loads(run.out)["verdict"] == "error"
        assert run.err.count("\n") == 1


# --- files that must not be overwritten -----------------------------------------------------------------------------


def test_trace_never_replaces_a_source_file(heddle, c_file):
    file = c_file(OK)
    assert_one_line_reason(heddle("check", file, "--trace-out", file))
    assert file.read_text() == OK


@pytest.mark.parametrize("content", [b"[" * 100_000, b'{"format": "heddle-trace"', b"\xff\xfe{", b"\0"])
def test_trace_never_replaces_what_is_no_trace(heddle, c_file, tmp_path, content):
    file = tmp_path / "other.json"
    file.write_bytes(content)
    assert_one_line_reason(heddle("check", c_file(OK), "--trace-out", file))
    assert file.read_bytes() == content


def test_trace_into_a_missing_directory(heddle, c_file, tmp_path):
    assert_one_line_reason(heddle("check", c_file(OK), "--trace-out", tmp_path / "nowhere" / "trace.json"))


def test_sequentialize_keeps_existing_files(heddle, c_file):
    existing = c_file("precious\n", "seq.c")
    assert_one_line_reason(heddle("sequentialize", c_file(OK), "-o", existing))
    assert existing.read_text() == "precious\n"


def test_sequentialize_never_replaces_its_input(heddle, c_file):
    file = c_file(OK)
    assert_one_line_reason(heddle("sequentialize", file, "-o", file, "--force"))
    assert file.read_text() == OK


def test_sequentialize_into_a_missing_directory(heddle, c_file, tmp_path):
    assert_one_line_reason(heddle("sequentialize", c_file(OK), "-o", tmp_path / "nowhere" / "seq.c"))


@pytest.mark.parametrize("command", ["sequentialize", "show"])
def test_other_commands_refuse_bad_programs(heddle, c_file, command):
    assert_one_line_reason(heddle(command, c_file("int main(void) { return 0 }\n")))


def test_relative_paths_are_shown_as_given(heddle, c_file, monkeypatch):
    file = c_file("int main(void) { return 0 }\n")
    monkeypatch.chdir(file.parent)
    run = heddle("check", Path(file.name))
    assert run.err.startswith("heddle: error: program.c:1:26: ")
