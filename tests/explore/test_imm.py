"""The intermediate memory model: load buffering, unless something keeps the read before the write."""

from __future__ import annotations

import pytest

from heddle import api
from heddle.enumerate.search import Enumeration
from heddle.models import find
from heddle.passes.unfold import UnfoldBounds, unfold

from .programs import compiled, read, store, threads

DATA = "int r = " + read("{0}") + store("{1}", "r * 0 + 1")
CONTROL = "if (" + read("{0}").rstrip(";") + ") " + store("{1}", 1) + " else " + store("{1}", 1)
SWAP = "atomic_exchange_explicit(&{0}, 2, memory_order_relaxed); " + store("{1}", 1)


@pytest.mark.parametrize(
    ("body", "count"),
    [
        (read("{0}") + store("{1}", 1), 4),
        (read("{0}") + store("{1}", 1, "release"), 3),
        (read("{0}", "acquire") + store("{1}", 1), 3),
        (read("{0}") + "atomic_thread_fence(memory_order_acq_rel);" + store("{1}", 1), 3),
        (DATA, 3),
        (CONTROL, 3),
    ],
)
def test_load_buffering(body, count):
    """Two threads; the execution in which both read the other's write is there or not."""
    text = threads(body.format("x", "y"), body.format("y", "x"))
    bounded = unfold(compiled(text), UnfoldBounds(3, 10, {}, 64, 10))
    assert sum(1 for _ in Enumeration(bounded, find("imm")).executions()) == count


def test_a_read_modify_write_keeps_what_follows_in_order():
    text = threads(SWAP.format("x", "y"), SWAP.format("y", "x"))
    bounded = unfold(compiled(text), UnfoldBounds(3, 10, {}, 64, 10))
    for execution in Enumeration(bounded, find("imm")).executions():
        sources = [e.value for e in execution.graph.events if e.kind == "R"]
        assert sources.count(1) < 2


@pytest.mark.parametrize(("claim", "verdict"), [("assert", "safe"), ("__VERIFIER_assert", "safe within bounds")])
def test_an_assertion_that_is_no_branch(c_file, claim, verdict):
    """It does not hold if what follows it is done before: an assert forbids that, a claim about the thread does not."""
    text = threads(
        f"int r = {read('x')} {claim}(r == 0); {store('y', 1)}", f"if ({read('y').rstrip(';')}) {store('x', 1)}"
    )
    text = "#include <assert.h>\nvoid __VERIFIER_assert(int);\n" + text
    answer = api.check(c_file(text), model="armv8")
    assert answer.verdict == verdict, answer.reason
    assert bool(answer.cuts) == (verdict != "safe")
