"""The replayer along execution graphs: it tells what happened, and refuses what cannot have happened."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace

import pytest
from core_builder import at, glob, op, program, rd, start, var, wait, wr
from hypothesis import given, settings

from explore.programs import atomic_programs, compiled
from heddle.core.instr import Assert, Rmw
from heddle.core.program import Program
from heddle.enumerate.search import Enumeration
from heddle.execution import INITIAL, Action
from heddle.explorer.graphs import Names, claim
from heddle.explorer.kernel import ExploreOptions, explore
from heddle.graph import Flag, Rows, pairs, rows
from heddle.models import find
from heddle.passes.unfold import UnfoldBounds, unfold
from heddle.replay.follow import GraphClaim, follow, origins
from heddle.replay.replay import ReplayError
from heddle.report.trace import tell
from heddle.report.trace_text import render
from heddle.report.wording import failure_message
from waiting import PATIENCE

X, Y = glob("x"), glob("y")
MESSAGE = program(
    [X, Y],
    main=[start("h1", "send"), start("h2", "receive"), wait("h1"), wait("h2")],
    send=[wr(X, 5), wr(Y, 1)],
    receive=[rd("r", Y), rd("s", X), Assert(op(op("r", "==", 0), "||", op("s", "==", 5)), "old message")],
)


def found(source: Program, model: str = "pso") -> GraphClaim:
    """The first violation under a model."""
    for execution in Enumeration(unfold(source, UnfoldBounds()), find(model)).all_executions():
        for run in execution.runs:
            if run.ending == "fails" and run.at is not None:
                return GraphClaim(execution.graph, {}, run.thread, run.at.uid)
    raise AssertionError("no violation")


def test_a_stale_read_is_told():
    trace = tell(follow(MESSAGE, found(MESSAGE)))
    assert trace.message == "assertion failed: old message"
    assert [step.thread_name for step in trace.steps][-1] == "receive"
    assert "x: read 0 (the initial value; a newer write has not reached this thread)" in [s.detail for s in trace.steps]


def test_reads_name_the_steps_that_wrote_what_they_read():
    execution = follow(MESSAGE, found(MESSAGE))
    flag, message = (step.access for step in execution.steps if step.thread == 2 and step.access is not None)
    data, ready = (i for i, step in enumerate(execution.steps) if step.action is Action.WRITE)
    assert (flag.reads_from, flag.unseen) == ((ready,), ())
    assert (message.reads_from, message.unseen) == ((INITIAL,), (data,))
    assert pickle.loads(pickle.dumps(execution)) == execution


def test_a_flag_of_the_model_is_a_failure_about_two_events():
    """Nothing fails, but the model says that the two accesses to x are a race."""
    claim = found(MESSAGE)
    write, read = (next(e for e in claim.graph.events if e.kind == kind and e.location == "x") for kind in "WR")
    execution = follow(MESSAGE, replace(claim, violated=None, flagged=Flag("data-race", (read.id, write.id))))
    assert execution.failure is not None
    assert (execution.failure.kind, execution.failure.message) == ("flag", "data-race")
    one, two = (execution.steps[number] for number in execution.failure.steps)
    assert (one.action, one.thread, two.action, two.thread) == (Action.WRITE, 1, Action.READ, 2)
    assert execution.steps[-1].action is Action.FAIL and execution.steps[-1].thread == execution.failure.thread == 2
    assert failure_message(execution) == (
        f"data-race: thread 1 writes x (test.c:{one.at.line}), thread 2 reads x (test.c:{two.at.line})"
    )
    assert failure_message(execution) in render(execution).splitlines()[-1]


def test_a_flag_about_no_event_is_refused():
    claim = found(MESSAGE)
    for events in ((), (0,), (len(claim.graph),)):
        with pytest.raises(ReplayError, match="about no event"):
            follow(MESSAGE, replace(claim, violated=None, flagged=Flag("data-race", events)))


def changed(relation: Rows, old: tuple[int, int], new: tuple[int, int]) -> Rows:
    return rows(len(relation), [new if pair == old else pair for pair in pairs(relation)])


def test_a_read_from_another_write_does_not_fail_the_assertion():
    claim = found(MESSAGE)
    graph = claim.graph
    stale = next(e for e in graph.events if e.is_read and e.location == "x")
    write = next(e for e in graph.events if e.kind == "W" and e.location == "x")
    init = next(e for e in graph.events if e.kind == "init" and e.location == "x")
    forged = replace(graph, rf=changed(graph.rf, (init.id, stale.id), (write.id, stale.id)))
    with pytest.raises(ReplayError, match="violates nothing"):
        follow(MESSAGE, replace(claim, graph=forged))


def test_a_read_of_another_location_is_refused():
    claim = found(MESSAGE)
    graph = claim.graph
    stale = next(e for e in graph.events if e.is_read and e.location == "x")
    init = next(e for e in graph.events if e.kind == "init" and e.location == "x")
    other = next(e for e in graph.events if e.kind == "init" and e.location == "y")
    forged = replace(graph, rf=changed(graph.rf, (init.id, stale.id), (other.id, stale.id)))
    with pytest.raises(ReplayError, match="no source"):
        follow(MESSAGE, replace(claim, graph=forged))


def test_events_in_another_order_are_refused():
    claim = found(MESSAGE)
    graph = claim.graph
    one, two = (e for e in graph.events if e.kind == "W" and e.thread == 1)
    swapped = {one.id: replace(one, index=two.index), two.id: replace(two, index=one.index)}
    forged = replace(graph, events=tuple(swapped.get(e.id, e) for e in graph.events))
    with pytest.raises(ReplayError):
        follow(MESSAGE, replace(claim, graph=forged))


def test_program_order_that_is_missing_is_noticed():
    claim = found(MESSAGE)
    graph = claim.graph
    one, two = (e for e in graph.events if e.kind == "W" and e.thread == 1)
    forged = replace(graph, po=changed(graph.po, (one.id, two.id), (two.id, two.id)))
    with pytest.raises(ReplayError):
        follow(MESSAGE, replace(claim, graph=forged))


def test_writes_without_an_order_are_refused():
    claim = found(MESSAGE)
    forged = replace(claim.graph, co=(0,) * len(claim.graph))
    with pytest.raises(ReplayError, match="not in one order"):
        follow(MESSAGE, replace(claim, graph=forged))


def test_a_value_that_nobody_writes_is_refused():
    """Load buffering: the claimed value of a read in a cycle is compared with what its write turns out to write."""
    source = program(
        [X, Y],
        main=[start("h1", "one"), start("h2", "two")],
        one=[rd("r", X), wr(Y, var("r")), Assert(op("r", "==", 0), "something from nothing")],
        two=[rd("s", Y), wr(X, op("s", "+", 0))],
    )
    runs = Enumeration(unfold(source, UnfoldBounds()), find("sc"))
    graph = next(iter(runs.executions())).graph
    read_x, read_y = (next(e for e in graph.events if e.is_read and e.location == name) for name in "xy")
    write_x, write_y = (next(e for e in graph.events if e.kind == "W" and e.location == name) for name in "xy")
    cycle = rows(len(graph), [(write_x.id, read_x.id), (write_y.id, read_y.id)])
    thin = {read_x.id: 7, write_y.id: 7, read_y.id: 7, write_x.id: 7}
    events = tuple(replace(e, value=thin.get(e.id, e.value)) for e in graph.events)
    failing = next(x for x in source.functions["one"].body if isinstance(x, Assert)).uid
    claim = GraphClaim(replace(graph, events=events, rf=cycle), {}, 1, failing)
    execution = follow(source, claim)
    assert failure_message(execution) == "assertion failed: something from nothing"
    assert "x: read 7 (from a write that thread 2 makes later)" in [step.detail for step in tell(execution).steps]
    thin[read_y.id] = 8
    with pytest.raises(ReplayError):
        broken = tuple(replace(e, value=thin.get(e.id, e.value)) for e in graph.events)
        other = rows(len(graph), [(write_x.id, read_x.id), (graph.rf.index(1 << read_y.id), read_y.id)])
        follow(source, replace(claim, graph=replace(graph, events=broken, rf=other)))


def test_a_read_modify_write_is_one_step():
    add = [Rmw(var("r"), at(X), op("r", "+", 1)), Assert(op("r", "==", 0), "second")]
    source = program([X], main=[start("h1", "one"), start("h2", "one"), wait("h1"), wait("h2")], one=add)
    trace = tell(follow(source, found(source, "rc11")))
    assert "x: 1 becomes 2, atomically" in [step.detail for step in trace.steps]


@settings(max_examples=15, deadline=None)
@given(text=atomic_programs())
def test_every_graph_of_the_explorer_can_be_followed(text):
    source = compiled(text)
    explored = explore(source, find("rc11"), ExploreOptions(keep=20, timeout=PATIENCE))
    assert explored.layout is not None
    names = Names(source, explored.layout)
    for dump in explored.kept:
        claimed = claim(dump, explored, names)
        known = origins(source, claimed)
        assert set(known) == {e.id for e in claimed.graph.events if e.kind != "init" and e.uid >= 0}
        assert all(origin.loc.file.endswith("program.c") for origin in known.values())


INPUTS = """#include <pthread.h>
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
_Atomic int x;
void *set(void *_) {
    for (int i = 0; i < 2; i++)
        if (__VERIFIER_nondet_bool())
            x = x + __VERIFIER_nondet_uchar();
    return 0;
}
int main(void) {
    pthread_t t;
    _Bool look = __VERIFIER_nondet_bool();
    pthread_create(&t, 0, set, 0);
    pthread_join(t, 0);
    assert(!look || x != 7);
}
"""


@pytest.mark.parametrize("model", ["rc11", "ra", "weak"])
def test_violations_that_depend_on_small_inputs_are_followed(heddle, c_file, model):
    """Such inputs are events of the graph, but no instruction that other threads can notice."""
    file = c_file(INPUTS)
    for command in (["check", "--engine", "stateless"], ["explore"]):
        run = heddle(*command, "--model", model, "--json", file)
        answer = json.loads(run.out)
        assert (answer["verdict"], answer["reason"]) == ("violation", "assertion failed: !look || x != 7")
        inputs = [line.partition(" (")[0] for line in answer["trace"]["inputs"]]
        assert inputs[0] == "__VERIFIER_nondet_bool() = 1"
        assert sum(int(line.partition(" = ")[2]) for line in inputs if "uchar" in line) % 256 == 7


def test_violations_under_declarative_models_name_the_users_lines(heddle, c_file):
    """Not those of the library that implements pthreads."""
    text = """#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int n;
void *add(void *_) { pthread_mutex_lock(&m); n = n + 1; pthread_mutex_unlock(&m); return 0; }
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    assert(n == 2);
}
"""
    run = heddle("check", "--model", "rc11", c_file(text))
    assert run.code == 1
    assert "starts thread 1 (add)" in run.out
    assert "thread 1: add" in run.out
    assert "pthread_mutex_lock(&m)" in run.out
    assert "program.c:11" in run.out
    assert "thread.c" not in run.out
    assert "mutex.c" not in run.out
