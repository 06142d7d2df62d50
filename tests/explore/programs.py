"""Small C programs for the explorer: threads over atomics, with orders, read-modify-writes and fences."""

from __future__ import annotations

import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from heddle.core.program import Program
from heddle.explorer.kernel import Explored, ExploreOptions, explore
from heddle.frontend import load
from heddle.models import find
from waiting import PATIENCE

HEADERS = "#include <pthread.h>\n#include <stdatomic.h>\n#include <assert.h>\n"
READS = ("relaxed", "acquire", "seq_cst")
WRITES = ("relaxed", "release", "seq_cst")
UPDATES = ("relaxed", "acquire", "release", "acq_rel", "seq_cst")


@lru_cache(maxsize=32)
def compiled(text: str) -> Program:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "program.c"
        file.write_text(text)
        return load([str(file)])


def threads(*bodies: str, declared: str = "atomic_int x, y, z;", joined: bool = False) -> str:
    """A program whose threads have these bodies."""
    functions = "".join(f"void *t{i}(void *_) {{ {body} return 0; }}\n" for i, body in enumerate(bodies))
    starts = "".join(f" pthread_create(&id[{i}], 0, t{i}, 0);" for i in range(len(bodies)))
    ends = "".join(f" pthread_join(id[{i}], 0);" for i in range(len(bodies))) if joined else ""
    main = f"int main(void) {{ pthread_t id[{len(bodies)}];{starts}{ends} return 0; }}\n"
    return f"{HEADERS}{declared}\n{functions}{main}"


def store(variable: str, value: int | str, order: str = "relaxed") -> str:
    return f"atomic_store_explicit(&{variable}, {value}, memory_order_{order});"


def read(variable: str, order: str = "relaxed") -> str:
    return f"atomic_load_explicit(&{variable}, memory_order_{order});"


def run(text: str, model: str = "sc", **options: Any) -> Explored:
    """The exploration, with every complete graph evaluated once more and compared with the others."""
    found = explore(compiled(text), find(model), ExploreOptions(**{"verify": True, "timeout": PATIENCE, **options}))
    assert found.finished, found.refusal
    assert found.repeated == 0, "an execution graph was visited twice"
    assert found.wrong == 0, "the incremental check accepted what the model forbids"
    return found


@st.composite
def atomic_programs(draw: Any) -> str:
    """Two or three threads of a few atomic operations on two variables."""
    count = draw(st.integers(2, 3))
    return threads(*(_body(draw, 3 if count == 2 else 2) for _ in range(count)), declared="atomic_int x, y;")


def _body(draw: Any, most: int) -> str:
    lines = [_statement(draw, n) for n in range(draw(st.integers(1, most)))]
    return " ".join(lines)


def _statement(draw: Any, n: int) -> str:
    variable = draw(st.sampled_from("xy"))
    value = draw(st.integers(1, 2))
    update = draw(st.sampled_from(UPDATES))
    weak = draw(st.sampled_from(READS))
    swap = f"&{variable}, &e{n}, 2, memory_order_{update}, memory_order_relaxed"
    return draw(st.sampled_from([
        store(variable, value, draw(st.sampled_from(WRITES))),
        store(variable, value, draw(st.sampled_from(WRITES))),
        read(variable, weak),
        read(variable, weak),
        f"int r{n} = {read(variable, weak)} if (r{n}) {store('y', f'r{n} + 1')}",
        f"atomic_fetch_add_explicit(&{variable}, 1, memory_order_{update});",
        f"int e{n} = {value - 1}; atomic_compare_exchange_strong_explicit({swap});",
        f"atomic_thread_fence(memory_order_{draw(st.sampled_from(UPDATES[1:]))});",
    ]))  # fmt: skip
