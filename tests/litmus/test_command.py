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


def test_undefined_behaviour_is_neither_ok_nor_no(heddle, tmp_path):
    """A flag of ``undefined_unless`` is one that herd has no name for."""
    (tmp_path / "m.cat").write_text('"M"\nundefined_unless empty rf & ext as Dr\nflag ~empty rf as seen\n')
    (tmp_path / "one.litmus").write_text("C one\n{}\nP0(int *x) { *x = 1; } P1(int *x) { int r = *x; }\nexists (1:r=1)\n")
    out = heddle("litmus", tmp_path / "one.litmus", "--model", tmp_path / "m.cat").out
    assert "\nUndef\nWitnesses\nPositive: 1 Negative: 1\nFlag *undef*\nFlag seen\n" in out
    answer = json.loads(heddle("litmus", tmp_path / "one.litmus", "--model", tmp_path / "m.cat", "--json").out)
    assert answer["flags"] == ["Dr", "seen"]


def test_registers_of_64_bits_have_small_letters(heddle, tmp_path):
    (tmp_path / "one.litmus").write_text("X86_64 one\n{}\n P0 ;\n movq $1,%rax ;\nforall (0:RAX=1)\n")
    assert "\n0:rax=1;\n" in heddle("litmus", tmp_path / "one.litmus").out


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


LOST = {
    "C": "C n\n{}\nP0(int *x, int *p) { WRITE_ONCE(*p, x); }\n"
    "P1(int *p) { int *q; q = READ_ONCE(*p); int r = READ_ONCE(*q); }\n~exists (1:r=1)\n",
    "C write": "C n\n{}\nP0(int **p) { int *q = *p;\n           *q = 1; }\n~exists (0:r=1)\n",
    "C exchange": "C n\n{}\nP0(int **p) { int *q = *p;\n   int r = xchg(q, 1); }\n~exists (0:r=1)\n",
    "C fetch": "C n\n{}\nP0(atomic_t *a) {\n   int r = atomic_fetch_add(a, 1); }\n~exists (0:r=1)\n",
    "C array": "C n\n{ int t[2]; }\nP0(int *t) {\n   int r = t[2]; }\n~exists (0:r=1)\n",
    "C division": "C n\n{}\nP0(int *x) { int r = 0;\n   *x = 1 / r; }\n~exists (0:r=1)\n",
    "X86": "X86 n\n{}\n P0 ;\n MOV EBX,[EAX] ;\n~exists (0:EBX=1)\n",
    "X86_64": "X86_64 n\n{}\n P0 ;\n movq (%rax),%rbx ;\n~exists (0:rbx=1)\n",
    "PPC": "PPC n\n{}\n P0 ;\n lwz r3,0(r1) ;\n~exists (0:r3=1)\n",
}
PLACES = {
    "C": "4:49", "C write": "4:12", "C exchange": "4:12", "C fetch": "4:12", "C array": "4:12", "C division": "4:4",
    "X86": "4:2", "X86_64": "4:2", "PPC": "4:2",
}  # fmt: skip


@pytest.mark.parametrize("dialect", LOST)
def test_an_access_to_no_variable_is_refused(heddle, tmp_path, dialect):
    """Its executions have no final state; leaving them out would be an answer about others."""
    path = tmp_path / "n.litmus"
    path.write_text(LOST[dialect])
    done = heddle("litmus", path)
    what = "/ has no result" if dialect == "C division" else "an access outside every object"
    thread = "P1" if dialect == "C" else "P0"
    why = f"in an execution that the model allows {thread} does what has no meaning: {what}"
    assert (done.code, done.out, done.err) == (2, "", f"heddle: error: {path}:{PLACES[dialect]}: {why}\n")


def test_an_access_that_the_model_forbids_is_none(heddle, tmp_path):
    """The pointer is published behind a barrier: whoever sees the flag sees it."""
    text = """C published
{}
P0(int *x, int **p, int *flag) { WRITE_ONCE(*p, x); smp_wmb(); WRITE_ONCE(*flag, 1); }
P1(int **p, int *flag) { int r = 5; if (READ_ONCE(*flag)) { smp_rmb(); int *q = READ_ONCE(*p); r = READ_ONCE(*q); } }
exists (1:r=0)
"""
    (tmp_path / "p.litmus").write_text(text)
    assert "Observation published Sometimes 1 1" in heddle("litmus", tmp_path / "p.litmus", "--model", "pso").out
    (tmp_path / "p.litmus").write_text(text.replace("smp_wmb();", ""))
    assert heddle("litmus", tmp_path / "p.litmus", "--model", "pso").code == 2
    assert heddle("litmus", tmp_path / "p.litmus", "--model", "sc").code == 0


@pytest.mark.parametrize(
    ("body", "model", "reason"),
    [
        ("P0(spinlock_t *l) { spin_lock(l);\n spin_lock(l); }", "sc", "no execution comes to its end: P0 waits for ever at {}:4:2"),
        ("P0(int *x) { while (*x == 0) { } }", "sc", "in every execution a loop runs more than 4 times"),
        ("P0(int *x) { *x = 1; }", "nothing.cat", "the model allows no execution of this test"),
    ],
)
@pytest.mark.parametrize("claim", ["exists", "~exists", "forall"])
def test_no_execution_is_no_answer(heddle, tmp_path, claim, body, model, reason):
    (tmp_path / "nothing.cat").write_text('"Nothing"\nempty W\n')
    path = tmp_path / "empty.litmus"
    path.write_text(f"C empty\n{{}}\n{body}\n{claim} (x=1)\n")
    done = heddle("litmus", path, "--model", tmp_path / model if model.endswith(".cat") else model)
    assert (done.code, done.out) == (3, f"Test {path}: unknown: {reason.format(path)}\n")


def test_a_filter_may_leave_none(heddle, tmp_path):
    path = tmp_path / "filter.litmus"
    path.write_text("C filter\n{}\nP0(int *x) { *x = 1; }\nfilter (x=2)\n~exists (x=1)\n")
    assert "Observation filter Never 0 0" in heddle("litmus", path).out


SPINS = "P0(int *x, int *y) { while (*x == 0) { } *y = 1; } P1(int *x) { *x = 1; }"


@pytest.mark.parametrize(
    ("condition", "verdict", "code"),
    [
        ("exists (y=1)", "safe", 0),  # it is there, whatever was cut
        ("exists (y=2)", "unknown", 3),  # it may be in what was cut
        ("~exists (y=2)", "safe within bounds", 0),
        ("~exists (y=1)", "violation", 1),
        ("forall (y=1)", "safe within bounds", 0),
        ("forall (y=0)", "violation", 1),
    ],
)
def test_what_a_cut_leaves_open(heddle, tmp_path, condition, verdict, code):
    path = tmp_path / "spin.litmus"
    path.write_text(f"C spin\n{{}}\n{SPINS}\n{condition}\n")
    done = heddle("litmus", path, "--json")
    assert (json.loads(done.out)["verdict"], done.code) == (verdict, code)


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
