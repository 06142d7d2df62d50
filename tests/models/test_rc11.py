"""Where ``rc11`` is not the model of the paper, its description says so (docs/models.md), and this is what it means."""

from __future__ import annotations

import pytest

from heddle import api
from heddle.models import LIBRARY, about

STRONGER = "C Z6.U\n{}\n" + """
P0(atomic_int* x, atomic_int* y) {
  atomic_store_explicit(x, 1, memory_order_seq_cst);
  atomic_store_explicit(y, 1, memory_order_release);
}
P1(atomic_int* x, atomic_int* y) {
  int b = atomic_fetch_add_explicit(y, 1, memory_order_seq_cst);
  int c = atomic_load_explicit(y, memory_order_relaxed);
}
P2(atomic_int* x, atomic_int* y) {
  atomic_store_explicit(y, 3, memory_order_seq_cst);
  int a = atomic_load_explicit(x, memory_order_seq_cst);
}
exists (1:b=1 /\\ 1:c=3 /\\ 2:a=0)
"""
WEAKER = "C MP+release-sequence\n{}\n" + """
P0(atomic_int* x, atomic_int* y) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  atomic_store_explicit(y, 1, memory_order_release);
  atomic_store_explicit(y, 2, memory_order_relaxed);
}
P1(atomic_int* x, atomic_int* y) {
  int a = atomic_load_explicit(y, memory_order_acquire);
  int b = atomic_load_explicit(x, memory_order_relaxed);
}
exists (1:a=2 /\\ 1:b=0)
"""
PAPER = {
    "po ; hb ; po |": "(po \\ loc) ; hb ; (po \\ loc) |",
    "let rs = [W & atomic-access]": "let rs = [W] ; (po & loc)? ; [W & atomic-access]",
}


@pytest.fixture
def paper(tmp_path):
    text = (LIBRARY / "rc11.cat").read_text()
    for ours, theirs in PAPER.items():
        assert ours in text
        text = text.replace(ours, theirs)
    path = tmp_path / "paper.cat"
    path.write_text(text)
    return str(path)


@pytest.mark.parametrize(("text", "ours", "theirs"), [(STRONGER, "Never", "Sometimes"), (WEAKER, "Sometimes", "Never")])
def test_what_differs(tmp_path, paper, text, ours, theirs):
    test = tmp_path / "test.litmus"
    test.write_text(text)
    seen = [api.litmus(test, model=model).observation.frequency for model in ("rc11", paper)]
    assert seen == [ours, theirs]


def test_it_is_said(heddle):
    said = about("rc11")
    assert "GenMC" in said and "forbids executions that the paper allows" in said and "C++20" in said
    assert said in heddle("list", "models").out
