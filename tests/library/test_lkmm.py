"""What the kernel's functions in <lkmm.h> compute: the same as in litmus tests."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.litmus.test_kernel import EFFECTS, LOCAL, RESULTS

from asking import ask
from heddle.answer import Verdict
from heddle.frontend import load
from waiting import PATIENCE

TYPES = {"atomic_t": "atomic_", "atomic_long_t": "atomic_long_", "atomic64_t": "atomic64_"}


def program(type: str, calls: list[str]) -> str:
    body = "\n    ".join(re.sub(r"\batomic_(?=\w+\()", TYPES[type], call) for call in calls)
    return f"#include <assert.h>\n#include <lkmm.h>\n{type} v;\nint main(void) {{\n    {body}\n}}\n"


def calls() -> list[str]:
    """Every function on an ``atomic_t``, once."""
    found = [
        f"atomic_set(&v, {init}); assert({of(call)} == {result} && atomic_read(&v) == {after});"
        for name, call, init, result, after, _ in RESULTS if name.startswith("atomic_")
    ]  # fmt: skip
    found += [
        f"atomic_set(&v, {init}); {of(call)}; assert(atomic_read(&v) == {after});"
        for name, call, init, after, _ in EFFECTS if name.startswith("atomic_")
    ]  # fmt: skip
    for name in LOCAL:
        if name.startswith("atomic_"):
            found.append(f"{{ atomic_set(&v, 4); __typeof__(v.counter) e = 4; assert({name}(&v, &e, 3) && e == 4); ")
            found.append(f"assert(!{name}(&v, &e, 5) && e == 3 && atomic_read(&v) == 3); }}")
    return found


def of(call: str) -> str:
    return re.sub(r"\ba\b", "&v", call)


@pytest.mark.parametrize("type", TYPES)
def test_each_function_of_an_atomic_type(tmp_path: Path, type: str) -> None:
    path = tmp_path / "atomics.c"
    path.write_text(program(type, calls()))
    assert ask(load([str(path)]), timeout=PATIENCE).verdict is Verdict.SAFE
