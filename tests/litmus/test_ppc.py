"""The PPC dialect."""

from __future__ import annotations

import pytest

from heddle.errors import InputError
from heddle.litmus_tests.read import parse
from heddle.litmus_tests.run import run
from heddle.models.cat import load

MODEL = """"dependencies and barriers"
acyclic po-loc | rf | co | fr as coherence
let fences = fencerel(SYNC) | (fencerel(LWSYNC) \\ (W * R))
let isync = (ctrl & (_ * ISYNC)) ; po
let hb = addr | data | (ctrl & (R * W)) | isync | fences | rfe
acyclic hb as causality
irreflexive fre ; hb+ as observation
"""


@pytest.fixture
def observed(tmp_path):
    path = tmp_path / "small.cat"
    path.write_text(MODEL)
    model = load(path)
    return lambda text: run(parse(text, "t.litmus"), model).observation.frequency


def lb(between: str) -> str:
    """Load buffering, the same between the two accesses of both threads."""
    rows = ["lwz r1,0(r2)", *between.split(";"), "stw r3,0(r4)"]
    table = "".join(f" {row} | {row} ;\n" for row in rows)
    init = "0:r2=x; 0:r4=y; 1:r2=y; 1:r4=x;"
    return f"PPC LB\n{{ {init} }}\n P0 | P1 ;\n{table}exists (0:r1=1 /\\ 1:r1=1)\n"


@pytest.mark.parametrize(("between", "expected"), [
    ("li r3,1", "Sometimes"), ("xor r3,r1,r1;addi r3,r3,1", "Never"), ("cmpw r1,r1;beq L;L:;li r3,1", "Never"),
    ("sync;li r3,1", "Never"), ("lwsync;li r3,1", "Never"), ("isync;li r3,1", "Sometimes"), ("nop;li r3,1", "Sometimes"),
])  # fmt: skip
def test_dependencies_and_barriers(observed, between, expected):
    assert observed(lb(between)) == expected


@pytest.mark.parametrize(("between", "expected"), [
    ("", "Sometimes"), ("lwsync", "Never"), ("cmpwi r1,1;bne L;L:;isync", "Never"), ("cmpwi r1,1;bne L;L:", "Sometimes"),
])  # fmt: skip
def test_message_passing(observed, between, expected):
    reader = ["lwz r1,0(r2)", *(row for row in between.split(";") if row), "lwz r3,0(r4)"]
    writer = ["li r1,1", "stw r1,0(r2)", "lwsync", "stw r1,0(r4)"]
    height = max(len(reader), len(writer))
    columns = [column + [""] * (height - len(column)) for column in (writer, reader)]
    table = "".join(f" {a} | {b} ;\n" for a, b in zip(*columns, strict=True))
    init = "0:r2=x; 0:r4=y; 1:r2=y; 1:r4=x;"
    assert observed(f"PPC MP\n{{ {init} }}\n P0 | P1 ;\n{table}exists (1:r1=1 /\\ 1:r3=0)\n") == expected


def test_an_address_of_two_registers_is_a_dependency(observed):
    rows = ["lwz r1,0(r2) | lwz r1,0(r2)", "xor r3,r1,r1 | xor r3,r1,r1", "li r5,1 | li r5,1", "stwx r5,r3,r4 | stwx r5,r3,r4"]
    table = "".join(f" {row} ;\n" for row in rows)
    text = f"PPC LB\n{{ 0:r2=x; 0:r4=y; 1:r2=y; 1:r4=x; }}\n P0 | P1 ;\n{table}exists (0:r1=1 /\\ 1:r1=1)\n"
    assert observed(text) == "Never"


def test_arithmetic(observed):
    rows = ["li r1,7", "subf r2,r1,r1", "addi r2,r2,-3", "neg r3,r2", "sub r4,r1,r3", "mr r5,r4", "andi. r6,r5,6", "beq E", "li r7,1", "E:"]
    text = "PPC A\n{ }\n P0 ;\n" + "".join(f" {row} ;\n" for row in rows)
    assert observed(text + "forall (0:r2=-3 /\\ 0:r3=3 /\\ 0:r5=4 /\\ 0:r6=4 /\\ 0:r7=1)\n") == "Always"


@pytest.mark.parametrize(("row", "message"), [
    ("lwarx r1,r2,r3", "4:2: the instruction 'lwarx' is not supported"), ("stw x,0(r1)", "a register belongs here in 'stw'"),
    ("lwz r1,r2", "an address d(rA) belongs here in 'lwz'"), ("b NOWHERE", "there is no label 'NOWHERE'"),
])  # fmt: skip
def test_mistakes(observed, row, message):
    with pytest.raises(InputError) as error:
        observed(f"PPC A\n{{ }}\n P0 ;\n {row} ;\nexists (0:r1=1)\n")
    assert message in str(error.value)
