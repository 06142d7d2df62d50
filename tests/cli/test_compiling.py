"""How files are compiled: options as for a compiler, and compilation databases."""

from __future__ import annotations

import json
import os
import pickle
from pathlib import Path

import pytest

import heddle as package
from heddle import compilation, compile_commands
from heddle.api import make_task
from heddle.errors import InputError, UsageError
from heddle.frontend import load
from heddle.sources import Sources

pytestmark = pytest.mark.usefixtures("without_worker")

SAFE, VIOLATION, WRONG = 0, 1, 2
HEAD = "#include <assert.h>\n"


def claim(text: str) -> str:
    """A program that is safe if and only if something holds where it is compiled."""
    return f"{HEAD}int main(void) {{ assert({text}); return 0; }}\n"


HOLDS = [
    (["-DN=2"], "N == 2"), (["-D", "N=2"], "N == 2"), (["-DN"], "N == 1"), (["-DF(x)=x + 1"], "F(2) == 3"),
    (["-UN", "-DN=2"], "N == 2"), (["-DN=3", "-D", "N=2"], "N == 2"),
    (["-U__linux__"], "\n#ifdef __linux__\n0\n#else\n1\n#endif\n"),
    (["-pthread"], "_REENTRANT == 1"), (["-m32"], "sizeof(long) == 4"), (["-m64"], "sizeof(long) == 8"),
    (["-m32", "-m64"], "sizeof(long) == 8"), (["-m32", "--data-model", "lp64"], "sizeof(long) == 8"),
    (["-m32"], "__i386__ == 1 && __SIZEOF_POINTER__ == 4"), (["-m64"], "__x86_64__ && __LP64__"),
    (["--target=aarch64-linux-gnu"], "__aarch64__ == 1"), (["-target", "i386-linux-gnu"], "__i386__ == 1"),
    (["-std=c99"], "__STDC_VERSION__ == 199901L && __STRICT_ANSI__"), (["-std=gnu17"], "__STDC_VERSION__ == 201710L"),
    ([], "__STDC_VERSION__ == 201112L && __GNUC__ >= 4 && __linux__ && __unix__ && __STDC_HOSTED__"),
    (["-ffreestanding"], "__STDC_HOSTED__ == 0"), (["-funsigned-char"], "(char)-1 == 255"),
    (["-funsigned-char", "-fsigned-char"], "(char)-1 == -1"),
    (["-fshort-enums"], "sizeof(enum { A }) == 1"), (["-fpack-struct=1"], "sizeof(struct { char a; int b; }) == 5"),
    (["-Wp,-DN=4,-MD,x.d"], "N == 4"), (["-mcx16"], "__GCC_HAVE_SYNC_COMPARE_AND_SWAP_16 == 1"),
]


@pytest.mark.parametrize(("options", "condition"), HOLDS, ids=lambda x: " ".join(x)[:40] if isinstance(x, list) else "")
def test_option_is_honoured(heddle, c_file, options, condition):
    assert heddle("check", c_file(claim(condition)), *options).code == SAFE


@pytest.mark.parametrize("options", [[], ["-DN=1", "-UN"], ["-D", "N", "-U", "N"]], ids=" ".join)
def test_what_is_not_defined_is_not(heddle, c_file, options):
    assert heddle("check", c_file(f"#ifndef N\n{claim('0')}#endif\n"), *options).code == VIOLATION


IGNORED = [
    "-Wall", "-Wextra", "-Wno-unused", "-Werror=vla", "-w", "-pedantic", "-O", "-O0", "-O2", "-Os", "-g", "-g3", "-ggdb",
    "-fPIC", "-fno-strict-aliasing", "-fsanitize=thread", "-march=native", "-mtune=generic", "-mavx2", "-c", "-pipe",
    "-lpthread", "-l m", "-L.", "-L lib", "-o out", "-oout", "-MMD", "-MP", "-MF x.d", "-MT x.o", "-static", "-shared",
    "-Wl,--as-needed", "-x c", "-rdynamic", "-fopenmp-simd", "--param inline-unit-growth=3", "-nostdlib", "-pg",
]


@pytest.mark.parametrize("option", IGNORED)
def test_option_of_no_concern_is_ignored(heddle, c_file, option, tmp_path):
    options = option.split()
    before = sorted(os.listdir(tmp_path))
    assert heddle("check", *options, c_file(claim("1"))).code == SAFE
    assert heddle("check", c_file(claim("0")), *options).code == VIOLATION
    assert sorted(os.listdir(tmp_path)) == sorted({*before, "program.c"})


REFUSED = [
    ["-bogus"], ["-D"], ["-I"], ["-include"], ["-D", "1x"], ["-U", ""], ["-std=c++17"], ["-std="], ["-x", "c++"],
    ["-fopenmp"], ["-fopenmp=libomp"], ["-mx32"], ["--target=sparc"], ["-include", "nowhere.h"], ["-I", "nowhere"],
    ["--compile-commands", "nowhere"],
    ["--compile-commands"], ["-m32", "--target=aarch64-linux-gnu"],
]


@pytest.mark.parametrize("options", REFUSED, ids=" ".join)
@pytest.mark.parametrize("command", ["check", "show"])
def test_refused_in_one_line(heddle, c_file, command, options):
    run = heddle(command, c_file(claim("1")), *options)
    assert (run.code, run.out) == (WRONG, "")
    assert run.err.startswith("heddle: error: ") and run.err.count("\n") == 1


def test_include_before_the_file(heddle, c_file, tmp_path):
    c_file("#define N 7\n", "first.h")
    assert heddle("check", c_file(claim("N == 7")), "-include", tmp_path / "first.h").code == SAFE
    assert heddle("check", c_file(claim("N == 7")), "-I", tmp_path, "-include", "first.h").code == SAFE
    assert heddle("check", c_file(claim("N == 7")), "-imacros", tmp_path / "first.h").code == SAFE


def test_kinds_of_directories(heddle, c_file, tmp_path):
    for number, name in enumerate(["quote", "plain", "system"]):
        (tmp_path / name).mkdir()
        (tmp_path / name / "which.h").write_text(f"#define WHICH {number}\n")
    options = ["-isystem", tmp_path / "system", "-I", tmp_path / "plain", "-iquote", tmp_path / "quote"]
    text = '#include {}\n' + claim("WHICH == {}")
    for form, number in (('"which.h"', 0), ("<which.h>", 1)):
        file = c_file(text.replace("{}", form, 1).replace("{}", str(number)))
        assert heddle("check", file, *options).code == SAFE
    file = c_file(text.replace("{}", "<which.h>", 1).replace("{}", "2"))
    assert heddle("check", file, *options[:2]).code == SAFE


def test_output_option_of_sequentialize_is_its_own(heddle, c_file, tmp_path):
    file, output = c_file(claim("N")), tmp_path / "seq.c"
    assert heddle("sequentialize", file, "-DN", "-O2", "-o", output).code == SAFE
    assert "int main" in output.read_text()


def test_overflow_that_wraps_is_none(heddle, c_file):
    file = c_file(f"{HEAD}int x = 0x7fffffff;\nint main(void) {{ x++; assert(x < 0); return 0; }}\n")
    assert heddle("check", file, "--property", "assert+overflow").code == VIOLATION
    assert heddle("check", file, "--property", "assert+overflow", "-fwrapv").code == SAFE
    assert heddle("check", file, "--property", "assert+overflow", "-fwrapv", "-fno-wrapv").code == VIOLATION


def test_api(c_file):
    file = c_file(claim("N == 2 && sizeof(long) == 4"))
    assert package.check(file, compiler_options=["-DN=1", "-m32", "-UN", "-D", "N=2", "-Wall"]).verdict == "safe"
    assert package.check(file, defines=["N=1"], compiler_options=["-m32"]).verdict == "violation"
    with pytest.raises(UsageError, match="-bogus"):
        make_task(file, compiler_options=["-bogus"])


def test_sources_are_plain_data(c_file):
    def make():
        own = (compilation.of(options=["-DX", "-m32"]), compilation.PLAIN)
        return Sources(("a.c", "b.c"), compilation.of(["N=2"], ["inc"]), own)

    assert make() == make() and hash(make()) == hash(make())
    assert pickle.loads(pickle.dumps(make())) == make()
    assert make().compilations()[0].arguments == ("-DX", "-DN=2", "-Iinc")


# --- compilation databases ------------------------------------------------------------------------------------------


def database(folder: Path, *entries: object) -> Path:
    file = folder / "compile_commands.json"
    file.write_text(json.dumps(list(entries)))
    return file


def entry(directory: Path, file: str, command: str | list[str], **more: object) -> dict[str, object]:
    key = "command" if isinstance(command, str) else "arguments"
    return {"directory": str(directory), "file": file, key: command, **more}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Two files that need options of their own; the build runs in a directory beside them."""
    for name in ("src", "build", "include"):
        (tmp_path / name).mkdir()
    (tmp_path / "include" / "number.h").write_text("int number(void);\n")
    text = "#include <number.h>\nint main(void) { assert(number() == WANTED); return 0; }\n"
    (tmp_path / "src" / "main.c").write_text(HEAD + text)
    (tmp_path / "src" / "number.c").write_text('#include "number.h"\nint number(void) { return NUMBER; }\n')
    build = tmp_path / "build"
    database(
        build,
        entry(build, "../src/main.c", "gcc -DWANTED='6 * 7' -I../include -O2 -g -o main.o -c ../src/main.c"),
        entry(build, "../src/number.c", ["clang", "-D", "NUMBER=42", "-iquote", "../include", "-c", "../src/number.c"]),
    )
    return tmp_path


def test_all_files_make_one_program(heddle, project):
    run = heddle("check", "--compile-commands", project / "build")
    assert (run.code, run.err) == (SAFE, "")
    assert heddle("check", "--compile-commands", project / "build" / "compile_commands.json").code == SAFE
    run = heddle("check", "--compile-commands", project / "build", "-UNUMBER", "-DNUMBER=41")
    assert run.code == VIOLATION
    assert str(project / "src" / "main.c") in run.out


def test_files_of_the_user_are_looked_up(heddle, project, monkeypatch):
    monkeypatch.chdir(project / "src")
    assert heddle("check", "main.c", "number.c", "--compile-commands", "../build").code == SAFE
    assert heddle("check", "main.c", "--compile-commands", "../build").code == 3  # number is not defined


def test_every_command_takes_a_database(heddle, project, monkeypatch):
    monkeypatch.chdir(project)
    assert heddle("explore", "--compile-commands", "build").code == SAFE
    assert "src/main.c" in heddle("show", "--compile-commands", "build").out
    assert "int main" in heddle("sequentialize", "--compile-commands", "build").out
    task = make_task([], compile_commands=project / "build")
    assert [Path(file).name for file in task.sources.files] == ["main.c", "number.c"]
    assert package.check([], compile_commands=project / "build").verdict == "safe"


def test_each_file_of_the_database(heddle, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "one.c").write_text(claim("N == 1"))
    (tmp_path / "two.c").write_text(claim("N == 1"))
    database(tmp_path, entry(tmp_path, "one.c", "cc -DN=1 one.c"), entry(tmp_path, "two.c", "cc -DN=2 two.c"))
    run = heddle("check", "--each", "--compile-commands", ".")
    assert run.code == VIOLATION
    assert [line.split(":")[:2] for line in run.out.splitlines()] == [["one.c", " safe"], ["two.c", " violation"]]


def test_a_file_that_the_database_does_not_have(heddle, project, c_file):
    harness = c_file(f"{HEAD}int number(void);\nint main(void) {{ assert(number() == N); return 0; }}\n", "harness.c")
    run = heddle("check", harness, project / "src" / "number.c", "--compile-commands", project / "build", "-DN=42")
    assert run.code == SAFE
    assert run.err.startswith("heddle: note: ") and "harness.c: is not in" in run.err and run.err.count("\n") == 1


def test_duplicates(heddle, tmp_path):
    (tmp_path / "a.c").write_text(claim("N == 1"))
    same = entry(tmp_path, "a.c", "cc -DN=1 -O2 a.c"), entry(tmp_path, str(tmp_path / "a.c"), "cc -O0 -DN=1 ./a.c")
    database(tmp_path, *same)
    run = heddle("check", "--compile-commands", tmp_path)
    assert (run.code, run.err) == (SAFE, "")
    database(tmp_path, *same, entry(tmp_path, "a.c", "cc -DN=2 a.c"))
    run = heddle("check", "--compile-commands", tmp_path)
    assert run.code == SAFE
    assert "several ways" in run.err and run.err.count("\n") == 1


def test_files_of_one_program_have_one_data_model(heddle, tmp_path):
    (tmp_path / "a.c").write_text(claim("sizeof(long) == 4"))
    (tmp_path / "b.c").write_text("int x;\n")
    database(tmp_path, entry(tmp_path, "a.c", "cc -m32 a.c"), entry(tmp_path, "b.c", "cc -m32 b.c"))
    assert heddle("check", "--compile-commands", tmp_path).code == SAFE
    database(tmp_path, entry(tmp_path, "a.c", "cc -m32 a.c"), entry(tmp_path, "b.c", "cc b.c"))
    run = heddle("check", "--compile-commands", tmp_path)
    assert run.code == WRONG and "data model" in run.err
    assert heddle("check", "--compile-commands", tmp_path, "--data-model", "ilp32").code == SAFE


def test_cross_compilers_and_response_files(heddle, tmp_path):
    (tmp_path / "a.c").write_text(claim("__aarch64__ && N == 5"))
    (tmp_path / "options").write_text("-DN=5 -O2\n")
    database(tmp_path, entry(tmp_path, "a.c", "/usr/bin/aarch64-linux-gnu-gcc-12 @options -c a.c"))
    assert heddle("check", "--compile-commands", tmp_path).code == SAFE


def test_directories_that_do_not_exist_and_unknown_options_are_the_builds_business(heddle, tmp_path):
    (tmp_path / "a.c").write_text(claim("N == 5"))
    database(tmp_path, entry(tmp_path, "a.c", "cc -Igenerated -qnew-option --strange=1 -DN=5 a.c"))
    assert heddle("check", "--compile-commands", tmp_path).code == SAFE


GOOD = {"directory": ".", "file": "a.c", "command": "cc a.c"}
MALFORMED = {
    "not JSON": ("[{", ":1:3: is not JSON"),
    "no list": ('{"file": "a.c"}', "a list of entries is expected"),
    "empty": ("[]", "names no file"),
    "no object": ("[3]", "entry 1: is not an object"),
    "no file": (json.dumps([GOOD, {**GOOD, "file": None}]), "entry 2: has no 'file'"),
    "no directory": ('[{"file": "a.c", "command": "cc a.c"}]', "has no 'directory'"),
    "file is a number": (json.dumps([{**GOOD, "file": 3}]), "'file' is not a path"),
    "no command": ('[{"file": "a.c", "directory": "."}]', "has no 'command' and no 'arguments'"),
    "command is a list": (json.dumps([{**GOOD, "command": ["cc"]}]), "'command' is not a string"),
    "arguments is a string": (json.dumps([{**GOOD, "arguments": "cc"}]), "'arguments' is not a list of strings"),
    "empty command": (json.dumps([{**GOOD, "command": " "}]), "the command is empty"),
    "open quote": (json.dumps([{**GOOD, "command": "cc '-DX"}]), "'command' cannot be split"),
    "no response file": (json.dumps([{**GOOD, "command": "cc @nowhere"}]), "response file 'nowhere'"),
    "missing value": (json.dumps([{**GOOD, "command": "cc a.c -D"}]), "entry 1: argument -D"),
    "OpenMP": (json.dumps([{**GOOD, "command": "cc -fopenmp a.c"}]), "OpenMP"),
    "not UTF-8": ("[\udcff]", "is not JSON"),
    "nested": ("[" * 100_000, "is not JSON"),
    "half of a surrogate pair": (r'[{"directory": "\ud800", "file": "a.c", "command": "cc"}]', "is not JSON"),
}


@pytest.mark.parametrize("kind", MALFORMED)
def test_malformed_database(heddle, tmp_path, kind):
    text, reason = MALFORMED[kind]
    (tmp_path / "db.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    run = heddle("check", "--compile-commands", tmp_path / "db.json")
    assert (run.code, run.out) == (WRONG, "")
    assert reason in run.err and run.err.count("\n") == 1 and str(tmp_path / "db.json") in run.err


@pytest.mark.parametrize("name", ["a.cpp", "a.S"])
def test_other_languages_are_refused(heddle, tmp_path, name):
    (tmp_path / name).write_text("int main() { return 0; }\n")
    database(tmp_path, entry(tmp_path, name, f"cc -c {name}"))
    run = heddle("check", "--compile-commands", tmp_path)
    assert run.code == WRONG and "is not C" in run.err


def test_reading_leaves_the_callers_options_alone(tmp_path):
    database(tmp_path, entry(tmp_path, "a.c", "cc -DN=5 a.c"))
    (tmp_path / "a.c").write_text(claim("N == 5"))
    found = compile_commands.read(str(tmp_path))
    program = load(found.files, compilations=found.own(found.files))
    assert "main" in program.functions
    with pytest.raises(InputError):
        compile_commands.read(str(tmp_path / "nowhere.json"))
