"""Chains of stages as data: what is listed is what runs, files make others, and every point of them can be shown."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest

from heddle.chains.chain import Chain, applied, verify
from heddle.chains.file import as_toml, read
from heddle.chains.form import Form
from heddle.chains.shipped import chains, find
from heddle.chains.stages import STAGES
from heddle.task import Task
from waiting import PATIENCE

RACE = """#include <assert.h>
#include <pthread.h>
int x;
void *one(void *_) { x = x + 1; return 0; }
int main(void) {
    pthread_t t; pthread_create(&t, 0, one, 0); x = x + 1; pthread_join(t, 0); assert(CHECK);
}
"""
WRONG, RIGHT = RACE.replace("CHECK", "x == 2"), RACE.replace("CHECK", "x == 1 || x == 2")
HEAD = '[[stage]]\nname = "parse"\n[[stage]]\nname = "claim"\n'


@pytest.mark.parametrize("chain", chains().values(), ids=lambda chain: chain.name)
def test_every_chain_fits_together_and_is_what_its_file_says(chain: Chain, tmp_path: Any) -> None:
    verify(chain)
    file = tmp_path / "chain.toml"
    file.write_text(as_toml(chain))
    assert read(str(file)) == chain


def test_every_stage_is_in_some_chain_and_is_listed(heddle: Any) -> None:
    assert {step.name for chain in chains().values() for step in chain.steps} == set(STAGES)
    listed = heddle("pipelines").out
    assert all(f"\n  {name}" in listed for name in STAGES) and all(f"\n{name}: " in listed for name in chains())
    assert tomllib.loads(heddle("pipelines", "sma-etso").out)["model"] == "tso"


@pytest.mark.parametrize("engine", ["lazy", "mu"])
def test_engines_run_through_the_registry(engine: str, heddle: Any, c_file: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever replaces a stage changes what every engine does that has it."""
    from heddle.errors import InputError
    from heddle.records import replace

    def refuse(*_: object) -> None:
        raise InputError("the stage ran")

    for name in ("parse", "claim", "unfold", "slice", "place", "reuse", "analyse", "encode", "query", "replay"):
        monkeypatch.setitem(STAGES, name, replace(STAGES[name], run=refuse))
        assert "the stage ran" in heddle("check", c_file(WRONG), "--engine", engine).err, name
        monkeypatch.undo()


@pytest.mark.parametrize("name", ["formula-order", "sma-sc", "sma-mu-explicit", "unbounded-bugs"])
def test_a_chain_by_name(name: str, heddle: Any, c_file: Any) -> None:
    report = json.loads(heddle("check", c_file(WRONG), "--pipeline", name, "--json").out)
    assert report["verdict"] == "violation" and report["engine"] == find(name).engine


def test_a_chain_of_proofs_finds_no_bugs(heddle: Any, c_file: Any) -> None:
    assert heddle("check", c_file(WRONG), "--pipeline", "unbounded-proofs", "--timeout", PATIENCE).code == 3


def test_a_file_fixes_bounds_model_and_what_is_optional(heddle: Any, c_file: Any) -> None:
    text = as_toml(find("sma-etso")).replace("# rounds = ", "rounds = 1").replace("# clock = ", "clock = 2")
    text = text.replace('[[stage]]\nname = "slice"\n', "")
    file = c_file(text, "mine.toml")
    report = json.loads(heddle("check", c_file(WRONG), "--pipeline", file, "--json").out)
    assert report["verdict"] == "safe within bounds" and report["model"] == "tso"
    assert report["bounds"]["rounds"] == 1 and report["bounds"]["clock"] == 2
    assert heddle("check", c_file(WRONG), "--pipeline", file, "--rounds", "3").code == 2
    assert heddle("check", c_file(WRONG), "--pipeline", file, "--model", "sc").code == 2
    assert heddle("check", c_file(WRONG), "--pipeline", file, "--engine", "mu").code == 2


def test_a_task_with_a_chain_is_plain_data() -> None:
    import pickle

    task = applied(find("formula-imu"), Task())
    assert pickle.loads(pickle.dumps(task)) == task and hash(task) and task.method.engine == "imu"


@pytest.mark.parametrize(("text", "said"), [
    ("name = \"x\n", ":1:10: "),
    ("[[stage]]\nname = \"parse\"\nbogus", ":3:6: "),
    ("name = \"x\"\n", ":1:1: a pipeline is a list of tables [[stage]]"),
    ("other = 1\n" + HEAD, ":1:9: 'other' is not known"),
    ("name = 3\n" + HEAD, ":1:8: name is a text"),
    ("[[stage]]\nname = \"parce\"\n", ":2:8: stage 'parce' is not available"),
    ("[[stage]]\nunwind = 1\n", ":1:1: a stage has a name"),
    (HEAD, ":4:8: a chain ends with an answer, not with core program"),
    (HEAD + "[[stage]]\nname = \"place\"\n", ":6:8: stage 'place' takes unfolded program, not core program"),
    (HEAD + "[[stage]]\nname = \"unfold\"\nunwind = 0\n", ":7:10: unwind is a whole number from 1"),
    (HEAD + "[[stage]]\nname = \"unfold\"\nrounds = 1\n", ":7:10: 'rounds' is no option of stage 'unfold'"),
    ("model = \"weaker\"\n" + as_toml(find("sma-sc")).split("\n", 3)[3], ":1:9: no model has the name 'weaker'"),
    (as_toml(find("sma-sc")).replace('sma = "sc"\n', ""), ":31:8: stage 'share' needs sma: one of sc, tso"),
])  # fmt: skip
def test_what_is_wrong_in_a_file_is_said_with_its_place(text: str, said: str, heddle: Any, c_file: Any) -> None:
    run = heddle("check", c_file(RIGHT), "--pipeline", c_file(text, "bad.toml"))
    assert run.code == 2 and f"bad.toml{said}" in run.err
    assert run.err.count("\n") == 1


def test_no_such_chain_stage_or_file(heddle: Any, c_file: Any) -> None:
    file = c_file(RIGHT)
    for arguments in (["check", file, "--pipeline", "nix"], ["check", file, "--pipeline", "nix.toml"], ["pipelines", "nix"],
                      ["show", file, "--after", "nix"], ["show", file, "--after", "encode"], ["show", file, "--model", "tso"],
                      ["show", file, "--after", "lazy", "--pipeline", "formula-mu"],
                      ["show", file, "--after", "lazy", "--unfolded"]):  # fmt: skip
        run = heddle(*arguments)
        assert run.code == 2 and run.err.count("\n") == 1, arguments
    assert heddle("check", file, "--pipeline", "formula-lazy", "--engine", "stateless").code == 2


def test_the_program_after_every_stage(heddle: Any, c_file: Any) -> None:
    file = c_file(RIGHT)
    silent = {Form.FORMULA, Form.FOUND, Form.ANSWER}
    shown = {name: heddle("show", file, "--after", name) for name, stage in STAGES.items() if stage.gives not in silent}
    assert all(run.code == 0 for run in shown.values())
    assert shown["parse"].out.startswith("program ") and "sma_" not in shown["reuse"].out
    assert "sma_" in shown["share"].out and "int main(void)" in shown["eager"].out
    assert "cs = " in shown["lazy"].out and "CONTR(" in shown["unbounded"].out
    tso = heddle("show", file, "--after", "lazy", "--pipeline", "sma-tso").out
    assert "queue" in tso and tso != shown["lazy"].out
