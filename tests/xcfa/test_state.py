"""Error states as a predicate on the final state vector (thesis section 5.1, item 3), and fences by name."""

from __future__ import annotations

import pytest

from heddle.errors import InputError
from heddle.xcfa import load

PROGRAM = """
var x : int (0)
var done : bool (false)
{error}
main process first {{
  main procedure run() {{
    var a : int (1)
    var t : bool (true)
    init loc Start
    final loc End
    Start -> End {{
      a -> x
      a := 7
      t -> done
    }}
  }}
}}
process second {{
  var seen : int (0)
  main procedure run() {{
    var two : int (2)
    var b : int (0)
    init loc Start
    final loc End
    Start -> End {{
      two -> x
      b <- x
      seen := b + 1
    }}
  }}
}}
"""


def checked(heddle, tmp_path, error: str, *options: str):
    path = tmp_path / "program.xcfa"
    path.write_text(PROGRAM.format(error=error))
    return heddle("check", path, "--quiet", *options)


@pytest.mark.parametrize(("predicate", "violated"), [
    ("x = 0", False),  # both have written
    ("x = 1", True),
    ("x = 1 and second.b = 1", True),
    ("not done", False),
    ("first.a = 1", False),  # what the process leaves, not what it wrote
    ("first.a = 7 and second.seen = 3", True),
    ("second.seen = second.b", False),
    ("first.a + second.b > 8", True),
    ("first.a + second.b > 9", False),
    ("if done then first.a - 7 = second.b - 2 else x > 5", True),
])  # fmt: skip
@pytest.mark.parametrize("model", ["sc", "bajczi-weak"])
def test_final_states(heddle, tmp_path, predicate, violated, model):
    run = checked(heddle, tmp_path, f"error when {predicate}", "--model", model)
    assert run.code == int(violated), run.out


def test_final_states_are_those_of_the_model(heddle, tmp_path):
    """The printed model lets a thread read something older than what it wrote itself."""
    for model, violated in (("sc", 0), ("weak", 0), ("bajczi-weak", 1)):
        assert checked(heddle, tmp_path, "error when x = 2 and second.b = 1", "--model", model).code == violated


def test_engines_agree(heddle, tmp_path):
    for engine in ("lazy", "stateless"):
        assert checked(heddle, tmp_path, "error when x = 1 and second.b = 1", "--engine", engine).code == 1
        assert checked(heddle, tmp_path, "error when x = 2 and second.b = 1", "--engine", engine).code == 0


@pytest.mark.parametrize(("error", "position", "message"), [
    ("error when third.a = 1", "4:12", "there is no process 'third'"),
    ("error when first.c = 1", "4:18", "'c' is not declared"),
    ("error when first.a", "4:12", "an expression of type bool belongs here"),
    ("error when x = 1 error when x = 2", "4:18", "there is an error state already"),
    ("error when first.a = x and first.a < x or first.a > x", "4:1", "too much of the process 'first'"),
])  # fmt: skip
def test_mistakes(tmp_path, error, position, message):
    path = tmp_path / "program.xcfa"
    path.write_text(PROGRAM.format(error=error))
    with pytest.raises(InputError) as mistake:
        load(str(path))
    assert f"{path}:{position}" in str(mistake.value)
    assert message in str(mistake.value)


def test_only_an_error_state_names_processes(tmp_path):
    path = tmp_path / "program.xcfa"
    path.write_text(PROGRAM.format(error="").replace("a := 7", "a := second.b"))
    with pytest.raises(InputError, match="only an error state is about variables of processes"):
        load(str(path))


READS = """
var x : int (0)
error when reader.a = 1 and reader.b = 0
process writer {{
  main procedure run() {{ var one : int (1) init loc S final loc E S -> E {{ one -> x }} }}
}}
process reader {{
  main procedure run() {{ var a : int var b : int init loc S final loc E S -> E {{ a <- x fence {name} b <- x }} }}
}}
"""
STRONG = """
// reads across a strong fence see a location in order; others need not
later = for_each_node F begin source(po(R --> F["strong"][node])) * target(po(F["strong"][node] --> R)) end
stale = for_each_node R begin rf(source(mo(W --> source(rf(W -> R[node])))) -> target(later(R[node] -> R))) end
causality = rf(W -> R) union po(R --> W)
causality acyclic
stale empty
"""


@pytest.mark.parametrize(("name", "violated"), [('"strong"', 0), ('"weak"', 1), ("", 1), ("dmb", 1)])
def test_a_model_names_the_fences_of_a_program(heddle, tmp_path, name, violated):
    program, model = tmp_path / "reads.xcfa", tmp_path / "strong.mcm"
    program.write_text(READS.format(name=name))
    model.write_text(STRONG)
    assert heddle("check", program, "--model", model, "--quiet").code == violated
    known = tmp_path / "dmb.mcm"
    known.write_text(STRONG.replace('"strong"', "dmb"))
    assert heddle("check", program, "--model", known, "--quiet").code == int(name not in ("", "dmb"))


def test_fences_of_hardware_are_full_fences(heddle, tmp_path):
    program = tmp_path / "reads.xcfa"
    program.write_text(READS.format(name="dmb"))
    assert heddle("check", program, "--model", "weak-a9", "--quiet").code == 0
    program.write_text(READS.format(name="dmbb"))
    assert heddle("check", program, "--model", "weak-a9", "--quiet").code == 2
