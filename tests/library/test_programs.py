"""The models do what the standards say: small C programs, run in every interleaving by brute force.

A program begins with comments that say what is to be found: ``// observe: a b`` names globals and
``// outcomes: 1 0 | 0 1`` lists exactly the values they can have at the end; ``// blocked`` says that some execution
blocks for ever (no other program may), ``// violations: n`` that n assertions can fail (else none may), and
``// unsupported: text`` that an execution is refused for a reason that contains the text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from asking import ask
from brute_force import explore
from covering import ALL
from heddle.answer import Verdict
from heddle.frontend import load
from heddle.frontend.unit import SYSTEM_DIRECTORIES
from waiting import PATIENCE

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.c"))


@dataclass(frozen=True)
class Expectation:
    observe: tuple[str, ...]
    outcomes: set[tuple[int, ...]]
    violations: int
    blocked: bool
    unsupported: str


def expectation(text: str) -> Expectation:
    def comment(key: str) -> str | None:
        found = re.search(rf"^// {key}:?(.*)$", text, re.M)
        return found[1].strip() if found else None

    outcomes = {tuple(map(int, part.split())) for part in (comment("outcomes") or "").split("|") if part.strip()}
    observe = tuple((comment("observe") or "").split())
    return Expectation(
        observe, outcomes, int(comment("violations") or 0), comment("blocked") is not None, comment("unsupported") or ""
    )


@pytest.mark.parametrize("data_model", ["ilp32", "lp64"])
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda p: p.stem)
def test_program(path: Path, data_model: str) -> None:
    wanted = expectation(path.read_text())
    found = explore(load([str(path)], data_model=data_model), observe=wanted.observe, max_steps=20_000)
    assert not found.truncated
    assert found.undefined == set()
    assert len(found.violations) == wanted.violations
    assert (found.blocked > 0) == wanted.blocked
    if wanted.unsupported:
        assert all(wanted.unsupported in reason for reason in found.unsupported) and found.unsupported
    else:
        assert found.unsupported == set()
    if wanted.observe:
        assert found.finals == wanted.outcomes


UNWINDING = ("cancel", "cleanup")
"""Programs that leave a thread with handlers pushed, which glibc's macros do by jumping."""


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda p: p.stem)
def test_program_with_the_headers_of_the_system(path: Path) -> None:
    """The models fit the types and macros of the C library that is installed here, whichever it is."""
    if not any(Path(f.format(triple="x86_64-linux-gnu"), "pthread.h").exists() for f in SYSTEM_DIRECTORIES):
        pytest.skip("there is no <pthread.h>")
    wanted = expectation(path.read_text())
    found = explore(load([str(path)], system_headers=True), observe=wanted.observe, max_steps=20_000)
    assert not found.truncated
    if path.stem in UNWINDING:
        assert found.unsupported
        return
    assert (len(found.violations), found.blocked > 0) == (wanted.violations, wanted.blocked)
    assert bool(found.unsupported) == bool(wanted.unsupported)
    assert not wanted.observe or found.finals == wanted.outcomes


SYNCHRONIZED = [
    "mutex_normal", "rwlock", "spin", "barrier", "semaphore", "once", "cond_wait", "thread_identity", "lkmm",
]


@pytest.mark.parametrize("model", ["tso", "pso"])
@pytest.mark.parametrize("name", SYNCHRONIZED)
def test_synchronized_programs_behave_alike_on_weak_models(name: str, model: str) -> None:
    """Lock operations flush store buffers, so store buffers add nothing to programs that lock properly."""
    path = Path(__file__).parent / "programs" / f"{name}.c"
    wanted = expectation(path.read_text())
    found = explore(load([str(path)]), model, observe=wanted.observe)
    assert (found.truncated, len(found.violations), found.blocked, found.finals) == (False, 0, 0, wanted.outcomes)


@pytest.mark.parametrize("name", ["take", "create", "swap", "status"])
def test_static_functions_of_the_library_are_not_for_programs(name: str, tmp_path: Path) -> None:
    program = tmp_path / "program.c"
    program.write_text(f"int main(void) {{ {name}(); return 0; }}\n")
    assert any(name in reason for reason in explore(load([str(program)])).unsupported)


WIDE = """
#include <assert.h>
int main(void) {
    unsigned long long product = 1;
    assert(!__builtin_mul_overflow(product, 10ull, &product));
    assert(product != 10);
}
"""


@pytest.mark.parametrize("engine", ["stateless", "order"])
def test_arithmetic_on_more_bits_than_a_register_has(tmp_path: Path, engine: str) -> None:
    program = tmp_path / "program.c"
    program.write_text(WIDE)
    assert ask(load([str(program)]), engine=engine).verdict is Verdict.VIOLATION


RUNNING = [
    pytest.param(path, engine, id=f"{path.stem}-{engine}")
    for path in PROGRAMS if path.stem in ("format", "numbers", "exit_handlers", "on_exit")
    for engine in ("order", "lazy", "stateless") if ALL or (path.stem, engine) not in [("format", "order"), ("format", "lazy")]
]  # fmt: skip
"""Those that formulas are made of format in test_format.py."""


@pytest.mark.slow
@pytest.mark.parametrize(("path", "engine"), RUNNING)
def test_engines_agree_on_texts_and_ends(path: Path, engine: str) -> None:
    assert ask(load([str(path)]), engine=engine, timeout=PATIENCE).verdict in (Verdict.SAFE, Verdict.BOUNDED)
