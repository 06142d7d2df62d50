"""``heddle litmus`` on the command line."""

from __future__ import annotations

import json

import pytest

SB = """X86 SB
{}
 P0          | P1          ;
 MOV [x],$1  | MOV [y],$1  ;
 MOV EAX,[y] | MOV EAX,[x] ;
exists (0:EAX=0 /\\ 1:EAX=0)
"""


@pytest.fixture
def sb(tmp_path):
    path = tmp_path / "SB.litmus"
    path.write_text(SB)
    return path


def test_what_herd_prints(heddle, sb):
    done = heddle("litmus", sb, "--model", "tso")
    lines = done.out.splitlines()
    assert done.code == 0
    assert lines[:6] == [
        "Test SB Allowed", "States 4", "0:EAX=0; 1:EAX=0;", "0:EAX=0; 1:EAX=1;", "0:EAX=1; 1:EAX=0;", "0:EAX=1; 1:EAX=1;",
    ]  # fmt: skip
    assert lines[6:11] == [
        "Ok", "Witnesses", "Positive: 1 Negative: 3", "Condition exists (0:EAX=0 /\\ 1:EAX=0)", "Observation SB Sometimes 1 3",
    ]  # fmt: skip


def test_a_claim_that_does_not_hold(heddle, sb):
    done = heddle("litmus", sb, "--model", "sc")
    assert done.code == 1
    assert "\nNo\n" in done.out
    assert "Observation SB Never 0 3" in done.out


@pytest.mark.parametrize(
    ("claim", "counts"), [("exists", "1 Negative: 3"), ("forall", "1 Negative: 3"), ("~exists", "3 Negative: 1")]
)
def test_witnesses_of_a_forbidden_state_are_the_executions_without_it(heddle, tmp_path, claim, counts):
    """What herd prints: the line Witnesses is about the claim, the line Observation about the condition."""
    (tmp_path / "sb.litmus").write_text(SB.replace("exists", claim))
    out = heddle("litmus", tmp_path / "sb.litmus", "--model", "tso").out
    assert f"\nPositive: {counts}\n" in out
    assert "\nObservation SB Sometimes 1 3\n" in out


def test_json(heddle, sb):
    done = heddle("litmus", "--json", "--model", "tso", sb)
    answer = json.loads(done.out)
    assert (answer["observation"], answer["model"], answer["positive"], answer["negative"]) == ("Sometimes", "tso", 1, 3)
    assert {"values": {"0:EAX": "0", "1:EAX": "0"}, "executions": 1} in answer["states"]


def test_a_model_of_the_users_own(heddle, sb, tmp_path):
    mine = tmp_path / "mine.cat"
    mine.write_text('"Mine"\nacyclic po | rf | co | fr as sc\n')
    assert "Observation SB Never" in heddle("litmus", sb, "--model", mine).out
    thesis = tmp_path / "mine.mcm"
    thesis.write_text("all = po union rf\nall acyclic\n")
    assert "Observation SB Sometimes" in heddle("litmus", sb, "--model", thesis).out


def test_several_files_and_a_summary(heddle, sb, tmp_path):
    other = tmp_path / "one.litmus"
    other.write_text("C one\n{}\nP0(int *x) { *x = 1; }\nforall (x=1)\n")
    wrong = tmp_path / "wrong.litmus"
    wrong.write_text("C wrong\n{}\nP0(int *x) { *x = 1 }\nforall (x=1)\n")
    done = heddle("litmus", sb, other, wrong, "--model", "tso")
    assert done.code == 2
    assert done.out.splitlines()[-1] == "3 tests under tso: 1 Always, 1 Sometimes, 1 not read"
    assert done.err == f"heddle: error: {wrong}:3:21: unexpected '}}'\n"


def test_wrong_models(heddle, sb, tmp_path):
    assert "no model has the name 'tsoo'" in heddle("litmus", sb, "--model", "tsoo").err
    assert heddle("litmus", sb, "--model", tmp_path / "no.cat").code == 2
    wrong = tmp_path / "wrong.cat"
    wrong.write_text("acyclic po |\nlet")
    done = heddle("litmus", sb, "--model", wrong)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert f"{wrong}:2:1: " in done.err


def test_no_such_file(heddle, tmp_path):
    done = heddle("litmus", tmp_path / "none.litmus")
    assert (done.code, done.err) == (2, f"heddle: error: {tmp_path}/none.litmus: no such file or directory\n")


def test_the_time_limit(heddle, tmp_path):
    slow = tmp_path / "slow.litmus"
    body = " ".join(f"P{i}(int *x) {{ *x = {i}; int a = *x; int b = *x; int c = *x; int d = *x; }}" for i in range(7))
    slow.write_text(f"C slow\n{{}}\n{body}\nexists (x=1)\n")
    done = heddle("litmus", slow, "--model", "weak-a9", "--timeout", "0.5", "--json")
    assert done.code == 3
    assert json.loads(done.out)["verdict"] == "unknown"


def test_loops_are_cut_and_that_is_said(heddle, tmp_path):
    path = tmp_path / "spin.litmus"
    path.write_text("C spin\n{}\nP0(int *x) { while (*x == 0) { } } P1(int *x) { *x = 1; }\nforall (x=1)\n")
    done = heddle("litmus", path, "--unwind", "2")
    assert "Loop loops run at most 2 times (raise with --unwind)" in done.out


def kernel_test(barrier: str, flag: str) -> str:
    """Message passing with the kernel's primitives."""
    return f"""C kernel
{{}}
P0(int *x, int *y) {{ WRITE_ONCE(*x, 1); {barrier} {flag} }}
P1(int *x, int *y) {{ int r0; int r1; r0 = READ_ONCE(*y); smp_rmb(); r1 = READ_ONCE(*x); }}
exists (1:r0=1 /\\ 1:r1=0)
"""


@pytest.mark.parametrize(
    ("barrier", "flag", "seen"),
    [
        ("", "WRITE_ONCE(*y, 1);", "Sometimes"),
        ("smp_rmb();", "WRITE_ONCE(*y, 1);", "Sometimes"),
        ("smp_wmb();", "WRITE_ONCE(*y, 1);", "Never"),
        ("smp_mb();", "WRITE_ONCE(*y, 1);", "Never"),
        ("", "smp_store_release(y, 1);", "Never"),
    ],
)
def test_barriers_of_the_kernel_are_fences_of_hardware(heddle, tmp_path, barrier, flag, seen):
    (tmp_path / "mp.litmus").write_text(kernel_test(barrier, flag))
    assert f"Observation kernel {seen}" in heddle("litmus", tmp_path / "mp.litmus", "--model", "pso").out


@pytest.mark.parametrize(("barrier", "seen"), [("", "Sometimes"), ("smp_wmb();", "Sometimes"), ("smp_mb();", "Never")])
@pytest.mark.parametrize("model", ["tso", "pso"])
def test_only_a_full_barrier_keeps_a_read_behind_a_write(heddle, tmp_path, model, barrier, seen):
    thread = "P{}(int *x, int *y) {{ int r0; WRITE_ONCE(*{}, 1); {} r0 = READ_ONCE(*{}); }}\n"
    text = "C SB\n{}\n" + thread.format(0, "x", barrier, "y") + thread.format(1, "y", barrier, "x")
    (tmp_path / "sb.litmus").write_text(text + "exists (0:r0=0 /\\ 1:r0=0)\n")
    assert f"Observation SB {seen}" in heddle("litmus", tmp_path / "sb.litmus", "--model", model).out
