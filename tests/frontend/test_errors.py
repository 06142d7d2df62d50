"""What is not a program: one line that says where and why."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from heddle.errors import InputError
from heddle.frontend import load

from .machine import Machine


def error(*files: Path | str, **options: Any) -> InputError:
    with pytest.raises(InputError) as caught:
        load([str(f) for f in files], **options)
    assert "\n" not in str(caught.value)
    return caught.value


def write(folder: Path, **texts: str) -> list[Path]:
    files = []
    for name, text in texts.items():
        files.append(folder / f"{name}.c")
        files[-1].write_text(text)
    return files


def test_missing_file(tmp_path: Path) -> None:
    assert "No such file" in error(tmp_path / "none.c").message


def test_directory(tmp_path: Path) -> None:
    assert "is a directory" in error(tmp_path).message


def test_binary_file(tmp_path: Path) -> None:
    (tmp_path / "a.out").write_bytes(b"\x7fELF\0\0\1\2\xff")
    assert "not a text file" in error(tmp_path / "a.out").message


def test_no_file() -> None:
    assert error().message == "no source file given"


def test_unknown_data_model(tmp_path: Path) -> None:
    (file,) = write(tmp_path, a="int main(void) { return 0; }")
    assert "unknown data model" in error(file, data_model="ilp64").message


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("int main(void) {\n  retrun 0;\n}", 2, "use of undeclared identifier 'retrun'"),
        ("int main(void) {\n", 1, "expected '}'"),
        ('#include "nowhere.h"\nint main(void) { return 0; }', 1, "'nowhere.h' file not found"),
        ("int main(void) { return 0; }\nint main(void) { return 1; }", 2, "redefinition of 'main'"),
        ("int f(void);\nint main(void) { return f(1, 2); }", 2, "too many arguments"),
        ("int main(void) { if (1) //@ assert 1;\n ; return 0; }", 1, "between statements"),
    ],
)
def test_does_not_compile(tmp_path: Path, text: str, line: int, message: str) -> None:
    (file,) = write(tmp_path, a=text)
    problem = error(file)
    assert message in problem.message
    assert problem.loc is not None and problem.loc.file == str(file) and problem.loc.line >= line


def test_no_main(tmp_path: Path) -> None:
    (file,) = write(tmp_path, a="int f(void) { return 0; }")
    assert "no function 'main'" in error(file).message


@pytest.mark.parametrize(
    ("other", "message"),
    [
        ("int f(void) { return 1; }", "function 'f' is also defined"),
        ("int v = 2;", "variable 'v' is also defined"),
        ("extern long v;", "variable 'v' has another type"),
    ],
)
def test_conflicting_files(tmp_path: Path, other: str, message: str) -> None:
    files = write(tmp_path, a="int v = 1; int f(void) { return v; } int main(void) { return f(); }", b=other)
    assert message in error(*files).message


def test_files_are_linked(tmp_path: Path) -> None:
    files = write(
        tmp_path,
        a="static int s = 1; extern int shared; int tentative; int other(void); static int f(void) { return s; }\n"
          "int main(void) { tentative = 100; return f() + other() + shared; }",
        b="static int s = 20; int shared = 3000, tentative; static int f(void) { return s; }\n"
          "int other(void) { return f() + tentative; }",
    )
    program = load([str(f) for f in files])
    assert Machine(program).run() == 3121
    assert {"a.c::s", "b.c::s", "shared", "tentative"} == set(program.memory)
    assert set(program.sources) == {str(f) for f in files}


@pytest.mark.parametrize(
    "text",
    [
        "main() { return 0; }",
        "void main() { f(1, 2); }\nf(a, b) { return a; }",
        "int main() { int $x = 0; char *p = 0; int n = p; p = n; return $x; }",
        'typedef int bool_t; int main(void) { printf("%d", 3); return 0; }',
    ],
)
def test_old_and_sloppy_c_is_accepted(tmp_path: Path, text: str) -> None:
    (file,) = write(tmp_path, a=text)
    assert "main" in load([str(file)]).functions


def test_preprocessed_files_are_32_bit(tmp_path: Path) -> None:
    file = tmp_path / "a.i"
    file.write_text("int main(void) { return sizeof(long); }")
    assert load([str(file)]).data_model.name == "ilp32"
    assert Machine(load([str(file)], data_model="lp64")).run() == 8


def test_defines_and_includes(tmp_path: Path) -> None:
    (tmp_path / "inc").mkdir()
    (tmp_path / "inc" / "value.h").write_text("#define VALUE 40\n")
    (file,) = write(tmp_path, a='#include "value.h"\nint main(void) { return VALUE + EXTRA; }')
    program = load([str(file)], defines=["EXTRA=2"], includes=[str(tmp_path / "inc")])
    assert Machine(program).run() == 42
