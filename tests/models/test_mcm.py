"""The DSL of Bajczi's thesis (section 5.1): its whole grammar, and what is said about mistakes."""

from __future__ import annotations

import pytest

from heddle.errors import InputError
from heddle.graph import INIT_THREAD, Event, ExecutionGraph, rows
from heddle.models.evaluate import Evaluator
from heddle.models.mcm import compile_text

# init x; thread 0: W x (1), W x (2), F (3); thread 1: R x (4), R x (5) reading 2 and then 1.
EVENTS = (
    Event(0, INIT_THREAD, 0, "init", "x", 0),
    Event(1, 0, 0, "W", "x", 1),
    Event(2, 0, 1, "W", "x", 2),
    Event(3, 0, 2, "F", None, None, frozenset({"MFENCE"})),
    Event(4, 1, 0, "R", "x", 2),
    Event(5, 1, 1, "R", "x", 1),
)
NONE = (0,) * len(EVENTS)
GRAPH = ExecutionGraph(
    EVENTS,
    po=rows(6, [(1, 2), (1, 3), (2, 3), (4, 5)]),
    rf=rows(6, [(2, 4), (1, 5)]),
    co=rows(6, [(0, 1), (0, 2), (1, 2)]),
    rmw=NONE,
    addr=NONE,
    data=NONE,
    ctrl=NONE,
)


def allows(text: str) -> bool:
    return Evaluator(compile_text(text, "m.mcm", "m")).consistent(GRAPH)


@pytest.mark.parametrize(
    "empty",
    [
        "{}",
        "(po intersect rf)",
        "po(R -> F)",
        "po(R -> W)",
        "mo(R --> W)",
        "po(W -> W) \\ po(W --> W)",
        "W intersect R",
        "rf \\ (W * R)",
        "source(rf) \\ W",
        "target(rf) \\ R",
        "for_each_thrd begin rf(W[thrd] -> R[thrd]) end",  # listing 1 of the thesis: no rf inside a thread
        "for_each_var begin W[var] intersect F end",
        "F[MFENCE] \\ F",
        "for_each_node F begin po(F[node] --> W) end",
    ],
)
def test_empty(empty):
    assert allows(f"x = {empty}\nx empty")


@pytest.mark.parametrize(
    "inhabited",
    [
        "po",
        "W union F",
        "po(W --> F)",
        "po(W -> W)",  # from one write to the next one, and from the initial write
        "mo(W -> W)",
        "for_each_var begin W[var] * R[var] end",
        "for_each_node W begin for_each_node R begin rf(W[node0] -> R[node1]) end end",
        "for_each_node R begin rf(source(mo(W --> source(rf(W -> R[node])))) -> target(po(R[node] --> R))) end",
    ],
)
def test_inhabited(inhabited):
    assert not allows(f"x = {inhabited}\nx empty")


def test_one_edge_and_a_path():
    """``->`` follows drawn edges only: from 1 to 3 it takes two."""
    text = "direct = po(W -> F)\nfar = po(W --> F)\nrest = (far \\ direct)\nx = source(rest) intersect source(direct)\nx empty"
    assert allows(text)
    assert not allows("direct = po(W -> F)\nfar = po(W --> F)\nrest = far \\ direct\nrest empty")


def test_initial_writes_come_first_in_program_order():
    assert not allows("x = po(W --> R)\nx empty"), "the initial write is before the other thread's reads"


def test_constraints():
    base = "a = po\nb = po union mo\nnothing = {}\n"
    assert allows(base + "a acyclic")
    assert allows(base + "a acyclic & b irreflexive")
    assert allows(base + "a empty | (nothing empty & b acyclic)")
    assert not allows(base + "(a empty | b empty)\na acyclic")


def test_a_constraint_in_parentheses_after_a_definition_that_ends_in_a_name():
    assert allows("a = po\nb = a\n(a acyclic & b irreflexive)\n")
    assert not allows("a = po\nb = a\n(b empty | (a empty))\n")
    assert allows("a = po(W -> W)\nb = a\n((a acyclic))\nb acyclic\n")


def test_several_constraints_and_comments():
    assert allows("a = po // program order\nb = rf\na acyclic\nb acyclic\n")
    assert not allows("a = po\nb = rf\na acyclic\nb empty\n")


@pytest.mark.parametrize(
    ("text", "position", "message"),
    [
        ("x = po union\nx empty", "2:3", "unexpected 'empty'"),
        ("x = nowhere\nx empty", "1:5", "nothing is known under the name 'nowhere'"),
        ("x = W\nx acyclic", "2:1", "only relations are acyclic"),
        ("x = W union po\nx empty", "1:5", "do not mix"),
        ("x = R[node]\nx empty", "1:7", "no enclosing loop"),
        ("x = for_each_node R begin R[node1] end\nx empty", "1:29", "no enclosing loop"),
        ("x = F[strange]\nx empty", "1:7", "no event carries the tag 'strange'"),
        ("x = po(W ~> W)\nx empty", "1:10", "unexpected character '~'"),
        ("x = source(W)\nx empty", "1:12", "edges belong here"),
        ("x = W(W -> W)\nx empty", "1:5", "edges belong here"),
        (f"x = po\ny = {'(' * 30000}x{')' * 30000}\ny empty", "2:205", "nested too deeply"),
        (f"x = po\ny = x{' union x' * 700}\ny empty", "2:1", "nested too deeply"),
        (f"x = for_each_node R begin R[node{'1' * 5000}] end\nx empty", "1:29", "no event carries the tag"),
    ],
)
def test_mistakes(text, position, message):
    with pytest.raises(InputError) as error:
        compile_text(text, "m.mcm", "m")
    assert str(error.value).startswith(f"m.mcm:{position}: ")
    assert message in str(error.value)
