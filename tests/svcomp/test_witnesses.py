"""Witnesses of Heddle: they follow the formats, and a validator that knows nothing else finds the violation again."""

from __future__ import annotations

import re
from pathlib import Path

import fakes
import pytest
import yaml
from formats import verify
from test_process import PROGRAM

from heddle.answer import Claim, Verdict
from heddle.core.instr import Location
from waiting import PATIENCE

ROOT = Path(__file__).parents[2]
INPUTS = """\
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int sum;
void *add(void *unused) {
    int seen = sum;
    int k = __VERIFIER_nondet_int();
    sum = seen + k;
    return 0;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, add, 0);
    pthread_create(&u, 0, add, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    int last = __VERIFIER_nondet_int();
    assert(sum + last != 4711);
}
"""
LOOP = """\
#include <assert.h>
#include <pthread.h>
int x, y;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *count(void *unused) {
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&m);
        x++;
        pthread_mutex_unlock(&m);
        y = y + 1;
    }
    return 0;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, count, 0);
    pthread_create(&u, 0, count, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(x == 6 && y == 6);
}
"""
MEMORY = """\
#include <pthread.h>
#include <stdlib.h>
int *p;
void *use(void *unused) {
    *p = 1;
    return 0;
}
int main(void) {
    pthread_t t;
    p = malloc(4);
    pthread_create(&t, 0, use, 0);
    free(p);
    pthread_join(t, 0);
}
"""
SEQUENTIAL = """\
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = a + 1;
    return b;
}
"""
GRANDCHILD = """\
#include <assert.h>
#include <pthread.h>
int x;
void *inner(void *unused) { x = 2; return 0; }
void *outer(void *unused) {
    pthread_t t;
    pthread_create(&t, 0, inner, 0);
    x = 1;
    pthread_join(t, 0);
    return 0;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, outer, 0);
    pthread_create(&u, 0, inner, 0);
    pthread_join(t, 0);
    assert(x == 2);
}
"""
CASES = {
    "lost update": ((ROOT / "examples" / "lost_update.c").read_text(), []),
    "a stack": ((ROOT / "examples" / "aba_stack.c").read_text(), []),
    "a condition variable": ((ROOT / "examples" / "bounded_buffer.c").read_text(), []),
    "inputs": (INPUTS, []),
    "a loop": (LOOP, []),
    "a race": (LOOP, ["--property", "no-data-race"]),
    "use after free": (MEMORY, []),
    "overflow": (SEQUENTIAL, ["--property", "no-overflow"]),
    "threads of threads": (GRANDCHILD, []),
    "store buffers": ((ROOT / "examples" / "store_buffer.c").read_text(), ["--model", "tso"]),
}


@pytest.mark.parametrize("suffix", ["yml", "graphml"])
@pytest.mark.parametrize("case", CASES)
def test_a_violation_is_found_again(heddle, c_file, tmp_path, case, suffix):
    text, options = CASES[case]
    program, witness = c_file(text), tmp_path / f"witness.{suffix}"
    assert heddle("check", program, *options, "--timeout", PATIENCE, "--witness", witness).code == 1
    assert verify(witness) == "violation"
    run = heddle("validate", witness, program, *options, "--timeout", PATIENCE, "--json")
    assert run.code == 1 and '"note": "the witness is confirmed"' in run.out, run.out


def test_a_witness_in_another_order_is_not_confirmed(heddle, c_file, tmp_path):
    """One thread after the other loses no update."""
    program, witness = c_file(CASES["lost update"][0]), tmp_path / "witness.yml"
    heddle("check", program, "--witness", witness)
    head, *segments = witness.read_text().split("  - segment:\n")
    of = [re.search(r"thread_id: (\d)", segment)[1] for segment in segments]
    apart = [s for t in "012" for s, owner in zip(segments, of, strict=True) if owner == t and "line: 2" not in s]
    main = [s for s, owner in zip(segments, of, strict=True) if owner == "0"]
    ordered = [*main[:3], *apart, *main[3:]]
    witness.write_text("  - segment:\n".join([head, *ordered]))
    run = heddle("validate", witness, program)
    assert run.code == 3 and "no execution was found that passes the waypoints" in run.out


def test_a_witness_of_another_place_is_not_confirmed(heddle, c_file, tmp_path):
    program, witness = c_file(CASES["lost update"][0]), tmp_path / "witness.graphml"
    heddle("check", program, "--witness", witness)
    line = f'<data key="startline">{26}</data>'
    assert line in witness.read_text()
    witness.write_text(witness.read_text().replace(line, line.replace("26", "25")))
    assert heddle("validate", witness, program).code == 3


def proof(task, channel):
    """An answer with an invariant of which only a part can be said in C."""
    file = task.sources.files[0]
    at, other = Location(file, 4, 5, "worker"), Location(file, 9, 5, "main")
    claims = [
        Claim(("worker",), (at,), ("count < 5", "owner(m) == 1", "(x + 1) == y")),
        Claim(("worker", "main"), (at, other), ("x#2 == 1",)),
        Claim(("main",), (other,), ("1 /* nothing */",)),
    ]
    return fakes.answer(Verdict.SAFE, "proved", invariant=claims)


@pytest.mark.parametrize("suffix", ["yml", "graphml"])
def test_a_proof_is_a_correctness_witness_with_what_can_be_said_in_c(heddle, c_file, tmp_path, suffix):
    program, witness = c_file(LOOP), tmp_path / f"witness.{suffix}"
    assert heddle("check", program, "--witness", witness, worker=proof).code == 0
    assert verify(witness) == "correctness"
    text = witness.read_text().replace("&lt;", "<").replace("&amp;", "&")
    assert "(count < 5) && ((x + 1) == y)" in text
    assert not any(ghost in text for ghost in ("owner", "#2", "nothing"))


TURNS = """\
#include <assert.h>
#include <pthread.h>
int turn, x;
void *even(void *unused) {
    for (;;) {
        while (turn != 0)
            ;
        x = 1;
        assert(x == 1);
        turn = 1;
    }
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, even, 0);
    for (;;) {
        while (turn != 1)
            ;
        x = 2;
        assert(x == 2);
        turn = 0;
    }
}
"""


@pytest.mark.parametrize("suffix", ["yml", "graphml"])
def test_a_correctness_witness_is_proved(heddle, c_file, tmp_path, suffix):
    program, witness = c_file(TURNS), tmp_path / f"witness.{suffix}"
    assert heddle("check", program, "--engine", "horn", "--timeout", PATIENCE, "--witness", witness).code == 0
    assert "x > 1" in witness.read_text().replace("&gt;", ">"), "the invariant is in it"
    run = heddle("validate", witness, program, "--timeout", PATIENCE)
    assert run.code == 0 and "the witness is confirmed" in run.out, (run.out, run.err)
    witness.write_text(witness.read_text().replace("x > 1", "x > 2").replace("x &gt; 1", "x &gt; 2"))
    run = heddle("validate", witness, program, "--timeout", PATIENCE)
    assert run.code == 3 and "the witness is wrong: " in run.out and "x > 2) at line 20 does not hold" in run.out, run.out


LOOP_INVARIANT = """\
- entry_type: invariant_set
  metadata: {{format_version: "2.0"}}
  content:
  - invariant: {{type: {}, location: {{file_name: a/program.c, line: {}}}, value: "{}", format: c_expression}}
"""


@pytest.mark.parametrize("kind, line, value, code, message", [
    ("loop_invariant", 6, "turn == 0 || turn == 1", 0, "the witness is confirmed"),
    ("loop_invariant", 6, "turn == 0", 3, "turn == 0 at line 6 does not hold"),
    ("loop_invariant", 8, "turn == 0", 2, "no while or for loop begins at a/program.c:8"),
    ("loop_invariant", 5, "turn == 0", 2, "the loop at a/program.c:5 has no condition"),
    ("location_invariant", 7, "turn == 0", 2, "no statement begins at a/program.c:7"),
    ("location_invariant", 99, "turn == 0", 2, "line 99"),
    ("location_invariant", 8, "turn = 0", 2, "'turn = 0' is not a C expression without effects"),
    ("location_invariant", 8, "1); turn = (0", 2, "not a C expression without effects"),
    ("location_invariant", 8, "even(0) == 0", 2, "not a C expression without effects"),
    ("location_invariant", 8, "nothing == 0", 2, "nothing"),
    ("anything", 8, "turn == 0", 2, "'anything' is no kind of invariant"),
])  # fmt: skip
def test_invariants_of_others(heddle, c_file, tmp_path, kind, line, value, code, message):
    (tmp_path / "w.yml").write_text(LOOP_INVARIANT.format(kind, line, value))
    run = heddle("validate", tmp_path / "w.yml", c_file(TURNS), "--timeout", PATIENCE)
    assert run.code == code and message in (run.out + run.err), (run.out, run.err)


def test_a_correct_witness_of_a_program_that_is_not_is_not_confirmed(heddle, c_file, tmp_path):
    (tmp_path / "w.yml").write_text(LOOP_INVARIANT.format("location_invariant", 8, "turn == 0"))
    run = heddle("validate", tmp_path / "w.yml", c_file(TURNS.replace("x == 2", "x == 1")), "--timeout", PATIENCE)
    assert run.code == 3 and "is not safe: assertion failed: x == 1" in run.out


def test_a_race_has_two_targets(heddle, c_file, tmp_path):
    """Both accesses, in the last segment: nobody passes the first before the second."""
    witness = tmp_path / "w.yml"
    heddle("check", c_file(LOOP), "--property", "no-data-race", "--witness", witness)
    last = yaml.safe_load(witness.read_text())[0]["content"][-1]["segment"]
    assert [part["waypoint"]["type"] for part in last] == ["target", "target"]
    assert {part["waypoint"]["location"]["line"] for part in last} == {10}
    assert len({part["waypoint"]["thread_id"] for part in last}) == 2


def test_values_are_told_where_the_call_ends(heddle, c_file, tmp_path):
    """As the format has it: the bracket that closes the call."""
    witness = tmp_path / "w.yml"
    heddle("check", c_file(SEQUENTIAL), "--property", "no-overflow", "--witness", witness)
    (place,) = re.findall(r"type: function_return.*?column: (\d+)", witness.read_text(), re.DOTALL)
    assert SEQUENTIAL.splitlines()[2][int(place) - 1 :] == ");"


def test_without_a_definite_answer_there_is_no_witness(heddle, c_file, tmp_path):
    witness = tmp_path / "witness.yml"
    assert heddle("check", c_file(PROGRAM), "--witness", witness, worker=fakes.bounded).code == 0
    assert not witness.exists()


def test_only_witnesses_are_replaced(heddle, c_file, tmp_path):
    program, notes = c_file(CASES["lost update"][0]), tmp_path / "notes.yml"
    notes.write_text("mine: true\n")
    run = heddle("check", program, "--witness", notes)
    assert run.code == 2 and "not replaced" in run.err and notes.read_text() == "mine: true\n"
    for _ in range(2):
        assert heddle("check", program, "--witness", tmp_path / "w.yml").code == 1
    run = heddle("check", program, "--witness", tmp_path / "w.txt")
    assert run.code == 2 and ".graphml (1.0) or .yml" in run.err


@pytest.mark.parametrize("name, text, message", [
    ("w.yml", "a: b", "a list belongs here"),
    ("w.yml", "- entry_type: nothing", "there is no 'violation_sequence' and no 'invariant_set'"),
    ("w.yml", "- entry_type: violation_sequence\n  content: []", "no waypoint is a target"),
    ("w.yml", "- entry_type: violation_sequence\n  content: [{segment: [{waypoint: {}}]}]", "w.yml:2:35: 'action' is missing"),
    ("w.graphml", "<graphml", "w.graphml:1:"),
    ("w.graphml", "<graphml/>", "is not GraphML"),
    ("w.graphml", "<graphml xmlns='http://graphml.graphdrawing.org/xmlns'><graph/></graphml>", "no node is the entry"),
])  # fmt: skip
def test_what_is_wrong_with_a_witness_is_said_in_a_line(heddle, c_file, tmp_path, name, text, message):
    (tmp_path / name).write_text(text)
    run = heddle("validate", tmp_path / name, c_file(PROGRAM))
    assert run.code == 2 and message in run.err and run.err.count("\n") == 1
