"""The boundary of the native kernel: both sides mean the same by their names, and refusals are data."""

from __future__ import annotations

import ast
import re
from enum import IntEnum
from pathlib import Path

import pytest

from explore.programs import compiled, read, store, threads
from heddle.explorer import _kernel, bytecode, events, loops, lower_expr, model, refusals
from heddle.explorer._kernel import Act, Bound, Mark, Obstacle, Op, Refusal
from heddle.explorer.kernel import Explored, ExploreOptions, explore
from heddle.explorer.model import Unfit
from heddle.models import find
from heddle.models.cat import load
from waiting import PATIENCE

STUB = Path(bytecode.__file__).with_name("_kernel.pyi")
SOURCES = Path(bytecode.__file__).parents[1]
ENUMERATIONS = {name: e for name, e in vars(_kernel).items() if isinstance(e, type) and issubclass(e, IntEnum)}


def declared() -> dict[str, list[str]]:
    """The enumerations as the type checker sees them."""
    classes = [node for node in ast.parse(STUB.read_text()).body if isinstance(node, ast.ClassDef)]
    return {
        c.name: [t.id for x in c.body if isinstance(x, ast.Assign) for t in x.targets if isinstance(t, ast.Name)]
        for c in classes
        if any(isinstance(base, ast.Name) and base.id == "IntEnum" for base in c.bases)
    }


def test_the_stub_declares_what_the_kernel_has():
    assert declared() == {name: [member.name for member in e] for name, e in ENUMERATIONS.items()}


def test_members_are_numbered_in_order():
    assert all([int(member) for member in e] == list(range(len(e))) for e in ENUMERATIONS.values())


def test_every_member_that_python_names_exists():
    """Names are resolved when they are used: one that is spelt wrong would be found late."""
    aliases = "|".join(ENUMERATIONS)
    for file in [*(SOURCES / "explore").glob("*.py"), *(SOURCES / "engines").glob("*.py")]:
        for name, member in re.findall(rf"\b({aliases})\.([A-Z][A-Z_]*)\b", file.read_text()):
            assert member in ENUMERATIONS[name].__members__, f"{file.name}: {name}.{member}"


def test_python_knows_every_member_that_it_has_to_translate():
    assert set(events.KIND_NAMES) == set(_kernel.Kind)
    assert set(bytecode.LIMITS) == set(_kernel.Limit)
    assert set(refusals.MISFITS) | set(refusals.LIMITS) == set(Obstacle)
    assert set(model.CHECKS.values()) == set(_kernel.Check)
    assert set(lower_expr.OPERATORS.values()) == bytecode.BINARY
    assert loops._READS_A.isdisjoint(bytecode.BINARY)


def run(text: str, model: str = "sc", **options: object) -> Explored:
    return explore(compiled(text), find(model), ExploreOptions(timeout=PATIENCE, **options))  # type: ignore[arg-type]


def reasons(found: Explored) -> set[tuple[Act, Bound]]:
    return {(reason.act, reason.bound) for reason, _ in found.reasons}


def test_why_threads_stop_is_told_by_members():
    spins = "while (1) " + store("x", 1)
    assert reasons(run(threads(spins), unwind=2)) == {(Act.CUT, Bound.LOOP)}
    assert reasons(run(threads(store("x", 1) + store("x", 2)), depth=1)) == {(Act.CUT, Bound.DEPTH)}
    assert reasons(run(threads("for (;;) ;"))) <= {(Act.CUT, Bound.ENDLESS)}
    recursion = "int f(int n) { return n ? f(n - 1) : 0; } atomic_int x;"
    assert reasons(run(threads("f(9);", declared=recursion), unwind=3)) == {(Act.CUT, Bound.RECURSION)}
    needs = threads("int n; if (n) " + store("x", 1))
    assert (Act.INDETERMINATE, Bound.LOOP) in reasons(run(needs))


def test_records_of_threads_are_made_of_marks():
    flips = "if (__VERIFIER_nondet_bool()) " + store("x", 1)
    found = run(threads(flips, declared="extern _Bool __VERIFIER_nondet_bool(void); atomic_int x;"), keep=2)
    marks = {item.mark for dump in found.kept for _, items in dump.traces for item in items}
    assert marks == set(Mark)
    assert all(isinstance(ins.op, Op) for ins in found.image.code)


def test_a_refusal_names_its_obstacle_and_instruction(tmp_path):
    reads = "for (int i = 0; i < 100; i++) " + read("x")
    found = refusal_of(threads(reads), "acyclic addr | rf", tmp_path)
    assert found.obstacle is Obstacle.TOO_MANY_READS
    assert found.uid >= 0
    assert not refusals.is_misfit(found)
    assert "reads" in refusals.words(found)


def model_of(text: str, tmp_path: Path):
    file = tmp_path / "model.cat"
    file.write_text(f'"A model"\n{text}\n')
    return load(file)


def refusal_of(text: str, constraint: str, tmp_path: Path) -> Refusal:
    found = explore(compiled(text), model_of(f"acyclic po | rf\n{constraint}", tmp_path), ExploreOptions(timeout=PATIENCE))
    assert found.refusal is not None
    return found.refusal


@pytest.mark.parametrize("constraint", ["empty [R & ACQ]", "empty [W & REL] & [W]", "empty [F & SC]"])
def test_models_may_forbid_what_the_search_counts_on(constraint, tmp_path):
    """Here they forbid every execution in which the thread is run to its end."""
    text = threads(
        store("x", 1, "release") if "REL" in constraint else store("x", 1),
        read("x", "acquire") if "ACQ" in constraint else read("x"),
        "atomic_thread_fence(memory_order_seq_cst);" if "SC" in constraint else ";",
    )
    found = explore(compiled(text), model_of(f"acyclic po | rf\n{constraint}", tmp_path), ExploreOptions(timeout=PATIENCE))
    assert found.refusal is None
    assert found.finished
    assert found.executions == 0


def test_a_difference_that_may_grow_is_refused_at_once(tmp_path):
    grows = model_of("acyclic po | rf\nacyclic po \\ (co ; rf)", tmp_path)
    with pytest.raises(Unfit, match="difference whose right side may grow"):
        explore(compiled(threads(store("x", 1), read("x"))), grows, ExploreOptions())


def test_the_same_difference_is_fine_in_a_flag(tmp_path):
    flag = model_of("acyclic po | rf\nflag ~empty po \\ (co ; rf) as unusual", tmp_path)
    program = compiled(threads(store("x", 1) + store("y", 1))).claiming("flag")
    found = explore(program, flag, ExploreOptions(timeout=PATIENCE))
    assert found.flagged == {"unusual": 1}
