"""Whether a program looks at what a function returns, beyond its sign."""

from __future__ import annotations

from pathlib import Path

import pytest

from heddle.frontend import load

LOOKED_AT = {
    "statement": ("call();", False),
    "cast to void": ("(void)call();", False),
    "body of an if": ("if (x) call(); else call();", False),
    "after a label": ("here: call(); if (x) goto here;", False),
    "sign": ("if (call() < 0 || call() == -1 || (call()) >= 0) x = 1;", False),
    "comma": ("for (;; call(), x++) if (x) break; x = (call(), 3);", False),
    "handed on to nobody": ("wrapper();", False),
    "handed on to a test of its sign": ("if (wrapper() == -1) x = 2;", False),
    "handed on": ("x = wrapper();", True),
    "handed on twice": ("if (outer() == 1) x = 2;", True),
    "condition": ("if (call()) x = 1;", True),
    "another comparison": ("if (call() > 0) x = 1;", True),
    "assigned": ("x = call();", True),
    "initializer": ("int y = call(); x = 1;", True),
    "argument": ("other(call());", True),
    "statement expression": ("x = ({ call(); });", True),
    "address": ("long (*f)(long, ...) = syscall; x = f != 0;", True),
    "in a loop": ("while (call() == 0) ;", True),
    "main's own result": ("return call();", False),
}


@pytest.mark.parametrize("kind", LOOKED_AT)
def test_results(kind: str, tmp_path: Path) -> None:
    """The model of futexes keeps a table of sleepers if and only if somebody asks how many were woken."""
    body, looked_at = LOOKED_AT[kind]
    file = tmp_path / "program.c"
    file.write_text(f"""
#include <sys/syscall.h>
#include <linux/futex.h>
int x, word;
#define call() syscall(SYS_futex, &word, FUTEX_WAKE, 1, 0, 0, 0)
void other(long value) {{ x = (int)value; }}
long wrapper(void) {{ return call(); }}
long outer(void) {{ return (int)wrapper(); }}
int main(void) {{ {body} }}
""")
    assert ("sleepers" in load([str(file)]).memory) == looked_at
