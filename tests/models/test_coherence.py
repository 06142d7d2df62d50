"""What can be seen in a model's text."""

from __future__ import annotations

import pytest

from heddle import models
from heddle.models.cat import load
from heddle.models.coherence import forbids_causal_cycles, implies_atomicity, implies_coherence


@pytest.fixture
def model(tmp_path):
    def read(text):
        path = tmp_path / "m.cat"
        path.write_text(text)
        return load(path)

    return read


def test_shipped_models():
    coherent = {name for name in models.shipped() if implies_coherence(models.find(name))}
    buffering = {"imm", "armv8", "power", "riscv"}
    assert coherent == {"sc", "tso", "pso", "rc11", "weak", "nofence", *buffering}
    assert all(implies_atomicity(models.find(name)) for name in coherent)
    assert all(forbids_causal_cycles(models.find(name)) for name in (*coherent - buffering, "ra", "weak-a9"))
    assert not any(forbids_causal_cycles(models.find(name)) for name in buffering)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("let com = rf | co | fr acyclic po-loc | com", True),
        ("let fr = rf^-1 ; co acyclic (po & loc) | rf | fr | co", True),
        ("let fr = (rf^-1 ; co) \\ id acyclic (po | rf | fr | co)+", True),
        ("let eco = (rf | co | fr)+ let hb = (po | rf)+ irreflexive hb ; eco?", True),
        ("acyclic po-loc | rf | co", False),
        ("acyclic (po-loc \\ (R * R)) | rf | co | fr", False),
        ("flag ~acyclic po-loc | rf | co | fr", False),
        ("flag acyclic po-loc | rf | co | fr", False),
        ("irreflexive po-loc | rf | co | fr", False),
        ("acyclic po-loc & rf | co | fr", False),
        ("irreflexive po ; (rf | co | fr)", False),
    ],
)
def test_coherence(model, text, expected):
    assert implies_coherence(model(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("empty rmw & (fre ; coe)", True),
        ("empty (fr ; co) & ([RMW] | rmw)", True),
        ("empty rmw & (fri ; coe)", False),
        ("~empty rmw & (fre ; coe)", False),
        ("empty rmw & fre", False),
    ],
)
def test_atomicity(model, text, expected):
    assert implies_atomicity(model(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("acyclic po | rf", True),
        ("irreflexive (po | rf)+", True),
        ("irreflexive po | rf", False),
        ("acyclic rf | (po & (R * W))", True),
        ("acyclic rf | (po & ((R * M) | (W * W)))", True),
        ("acyclic rf | (po & (W * W))", False),
        ("acyclic rfe | po", False),
        ("acyclic rfe | po acyclic po-loc | rf | co | fr", True),
        ("acyclic rf | data | ctrl", False),
    ],
)
def test_causality(model, text, expected):
    assert forbids_causal_cycles(model(text)) == expected
