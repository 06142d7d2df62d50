"""What the replayer writes down: every step with its values, where they came from, and the store buffers around it."""

from __future__ import annotations

import json
import math
import pickle
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import pytest
from core_builder import at, check, glob, op, program, rd, start, two_threads, var, wait, wr
from hypothesis import given, settings
from test_replay_random import programs

from brute_force import explore
from heddle.core.expr import AddressOf, MemoryObject, Place
from heddle.core.instr import AnyInstr, Fence, Nondet, Read, Rmw, Write
from heddle.core.program import Program
from heddle.core.types import INT, IntType, PointerType
from heddle.counterexample import Counterexample
from heddle.counterexample import Step as Claimed
from heddle.execution import INITIAL, Access, Action, Execution, Failure, Step, Thread, Value, ValueType
from heddle.frontend import load
from heddle.replay.code import Code
from heddle.replay.minimize import Effort, attempt
from heddle.replay.replay import replay
from heddle.report.trace_json import execution_to_json

pytestmark = pytest.mark.slow

X, Y, Z = glob("x"), glob("y"), glob("z", 7)
INT_TYPE = ValueType(32, True)


def run(source: Program, model: str, moves: str) -> Execution:
    """The execution in which threads move in this order and thread 0 then fails; ``1^2`` is the flush of thread 1's
    pending write 2."""
    schedule = [
        Claimed(int(move[0]), -1, flush=int(move[2:])) if "^" in move else Claimed(int(move), 0) for move in moves.split()
    ]
    children = [Claimed(0, 0, child=child) for child in (1, 2)]
    found = attempt(Code(source), Counterexample(children, {}, {}, 0, -1), schedule, model, Effort(math.inf))
    assert found is not None
    return replay(source, found.cex, model)


def only(execution: Execution, action: Action, thread: int | None = None) -> list[Step]:
    return [s for s in execution.steps if s.action is action and thread in (None, s.thread)]


def accesses(execution: Execution, thread: int) -> list[Access]:
    return [step.access for step in execution.steps if step.thread == thread and step.access is not None]


def pending(buffer: tuple[object, ...]) -> list[tuple[str, int, int]]:
    return [(p.place, p.value.number, p.step) for p in buffer]  # type: ignore[attr-defined]


# --- steps ----------------------------------------------------------------------------------------------------------


def test_an_access_has_its_place_its_type_and_its_values() -> None:
    source = program([X, Z], main=[rd("v", Z, "acquire"), wr(X, op("v", "+", 1)), rd("w", X), check(op("w", "==", 7))])
    execution = run(source, "sc", "0 0 0")
    read, write, again, fail = execution.steps
    assert (read.action, read.order, write.action, write.order) == (Action.READ, "acquire", Action.WRITE, "plain")
    assert [s.uid for s in execution.steps] == [1, 2, 3, 4]
    assert read.access is not None and write.access is not None and again.access is not None
    assert (read.access.place, read.access.spot, read.access.size, read.access.type) == ("z", "z", 4, INT_TYPE)
    assert (read.access.read, read.access.written) == (Value(7), None)
    assert (write.access.read, write.access.written) == (None, Value(8))
    assert (read.access.reads_from, again.access.reads_from) == ((INITIAL,), (1,))
    assert read.access.address != write.access.address == again.access.address
    z, x = (execution.objects[a.object] for a in (read.access, write.access) if a.object is not None)
    assert (z.name, z.kind, z.address, z.size) == ("z", "global", read.access.address, 4) and x.name == "x"
    assert fail.action is Action.FAIL
    assert execution.failure == Failure("assert", "test", 0, fail.at, 4)


def test_an_rmw_that_fails_has_its_failure_order_and_writes_nothing() -> None:
    update = Rmw(var("r"), at(X), op("r", "+", 1), op("r", "==", 5), "acq_rel", "relaxed")
    execution = run(program([X], main=[update, check(op("r", "==", 5))]), "sc", "0")
    step = execution.steps[0]
    assert step.action is Action.RMW and step.order == "relaxed"
    assert step.access is not None and (step.access.read, step.access.written) == (Value(0), None)


def test_an_rmw_that_succeeds_reads_and_writes() -> None:
    update = Rmw(var("r"), at(X), op("r", "+", 1))
    execution = run(program([X], main=[update, update, check(op("r", "==", 5))]), "tso", "0 0")
    first, second = accesses(execution, 0)
    assert [(a.read, a.written) for a in (first, second)] == [(Value(0), Value(1)), (Value(1), Value(2))]
    assert second.reads_from == (0,)


def test_pointers_are_named_as_c_names_them() -> None:
    pointer = PointerType(64, INT)
    home = MemoryObject("home", pointer, "global")
    source = program([X, home], main=[
        Write(Place(home, (), pointer), AddressOf(at(X), pointer)), rd("v", X), check(op("v", "==", 1)),
    ])  # fmt: skip
    (write,) = only(run(source, "sc", "0 0"), Action.WRITE)
    assert write.access is not None and write.access.written is not None
    assert (write.access.written.symbol, str(write.access.written)) == ("&x", "&x")
    assert write.access.type == ValueType(64, False, pointer=True)


def test_threads_their_creators_and_what_they_return() -> None:
    source = two_threads([X], [wr(X, 1)], [], [rd("v", X), check(op("v", "==", 0))])
    execution = run(source, "sc", "0 0 1 0 0 0")
    assert execution.threads == (Thread(0, "main"), Thread(1, "one", 0, 0), Thread(2, "two", 0, 1))
    assert [s.other for s in execution.steps if s.action in (Action.CREATE, Action.JOIN)] == [1, 2, 1, 2]


def test_inputs_are_steps() -> None:
    source = program([X], main=[Nondet(var("n"), "speed"), wr(X, var("n")), check(op("n", "!=", 3))])
    execution = replay(source, Counterexample([Claimed(0, 2)], {0: [(1, 3)]}, {}, 0, 3))
    (given,) = execution.inputs
    assert (given.what, given.value, given.thread) == ("speed", Value(3), 0)
    assert execution.steps[0] is given


def test_a_fault_is_a_failure_with_its_kind() -> None:
    null = Place(op(0, "+", 0), (), INT)
    source = program([X], main=[rd("v", X), Read(var("w"), null)]).claiming("pointer")
    execution = replay(source, Counterexample([Claimed(0, 1)], {}, {}, 0, 2))
    assert execution.failure is not None
    assert (execution.failure.kind, execution.failure.fault) == ("pointer", True)
    assert execution.failure.message == "null pointer dereference"


# --- where values come from -----------------------------------------------------------------------------------------


def test_a_read_names_the_write_of_another_thread() -> None:
    source = two_threads([X], [wr(X, 1), wr(X, 2)], [rd("v", X)], [rd("w", X), check(op("w", "==", 0))])
    execution = run(source, "sc", "0 0 1 2 1 0 0 0")
    (write, _) = (i for i, s in enumerate(execution.steps) if s.action is Action.WRITE)
    (read,) = accesses(execution, 2)
    assert (read.read, read.reads_from, read.forwarded, read.unseen) == (Value(1), (write,), False, ())


def test_a_read_can_be_made_of_several_writes() -> None:
    byte = IntType(8, False)
    half = Place(X, (), byte)
    source = program([X], main=[wr(X, 0x01020304), Write(half, op(9, "+", 0)), rd("v", X), check(op("v", "==", 0))])
    execution = run(source, "sc", "0 0 0")
    _, _, read = accesses(execution, 0)
    assert read.read == Value(0x01020309) and read.reads_from == (0, 1)
    untouched = program([X], main=[Write(half, op(9, "+", 0)), rd("v", X), check(op("v", "==", 0))])
    assert accesses(run(untouched, "sc", "0 0"), 0)[1].reads_from == (INITIAL, 0)


STORE_BUFFER = two_threads(
    [X, Y],
    [wr(X, 1), wr(X, 2), rd("a", X), rd("b", Y)],
    [wr(Y, 1), rd("c", X)],
    [rd("v", X), check(op("v", "==", 0))],
)


@pytest.mark.parametrize("model", ["tso", "pso"])
def test_a_thread_reads_its_own_newest_pending_write(model: str) -> None:
    execution = run(STORE_BUFFER, model, "0 0 1 1 1 1 0 2 2 0")
    own, other = (a for a in accesses(execution, 1) if a.read is not None)
    assert (own.read, own.reads_from, own.forwarded) == (Value(2), (3,), True)
    assert (other.read, other.reads_from, other.forwarded) == (Value(0), (INITIAL,), False)


def test_under_sc_nothing_is_pending() -> None:
    execution = run(STORE_BUFFER, "sc", "0 0 1 1 1 1 0 2 2 0")
    assert not any(s.before or s.after or s.drained for s in execution.steps)
    assert accesses(execution, 1)[2].forwarded is False and accesses(execution, 1)[2].reads_from == (3,)


def test_a_read_names_the_writes_that_it_misses() -> None:
    execution = run(STORE_BUFFER, "tso", "0 0 1 1 2 2 1 1 0 0")
    _, read = accesses(execution, 2)
    assert (read.read, read.reads_from, read.unseen) == (Value(0), (INITIAL,), (2, 3))
    assert accesses(execution, 1)[3].unseen == (4,), "y = 1 is in the other buffer"


# --- store buffers --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("model", ["tso", "pso"])
def test_the_store_buffer_before_and_after_each_step(model: str) -> None:
    execution = run(STORE_BUFFER, model, "0 0 1 1 1^0 1 1 1^0 0 2 2 0")
    one, two, flush, read, _, last = (s for s in execution.steps if s.thread == 1)
    assert (pending(one.before), pending(one.after)) == ([], [("x", 1, 2)])
    assert (pending(two.before), pending(two.after)) == ([("x", 1, 2)], [("x", 1, 2), ("x", 2, 3)])
    assert flush.action is Action.FLUSH and pending(flush.drained) == [("x", 1, 2)]
    assert (pending(flush.before), pending(flush.after)) == ([("x", 1, 2), ("x", 2, 3)], [("x", 2, 3)])
    assert flush.uid == one.uid and flush.access == one.access
    assert read.before == read.after == flush.after
    assert last.action is Action.FLUSH and last.after == ()


def test_pso_flushes_out_of_order() -> None:
    source = two_threads([X, Y], [wr(X, 1), wr(Y, 1)], [], [rd("v", X), check(op("v", "==", 0))])
    execution = run(source, "pso", "0 0 1 1 1^1 1^0 0 0 0")
    first, second = only(execution, Action.FLUSH)
    assert (pending(first.drained), pending(first.after)) == ([("y", 1, 3)], [("x", 1, 2)])
    assert (pending(second.drained), pending(second.after)) == ([("x", 1, 2)], [])


def test_a_store_fence_is_seen_in_the_buffer() -> None:
    body: list[AnyInstr] = [wr(X, 1), Fence("store"), wr(Y, 1)]
    source = two_threads([X, Y], body, [], [rd("v", X), check(op("v", "==", 0))])
    for model, fenced in (("pso", True), ("tso", False)):
        execution = run(source, model, "0 0 1 1 1 1^0 0 0 0")
        behind = [[p.fenced for p in s.after] for s in execution.steps if s.thread == 1]
        assert behind == [[False], [False], [False, fenced], [False]]


def test_a_fence_drains_the_buffer() -> None:
    source = two_threads([X], [wr(X, 1), Fence("full")], [], [rd("v", X), check(op("v", "==", 0))])
    execution = run(source, "tso", "0 0 1 1 0 0 0")
    (fence,) = only(execution, Action.FENCE)
    assert fence.order == "full" and pending(fence.drained) == pending(fence.before) == [("x", 1, 2)]
    assert fence.after == ()


def test_a_join_drains_the_buffer_of_the_joined_thread() -> None:
    source = two_threads([X], [wr(X, 1)], [], [rd("v", X), check(op("v", "==", 0))])
    execution = run(source, "tso", "0 0 1 0 0 0")
    join = only(execution, Action.JOIN)[0]
    assert [(p.thread, p.place) for p in join.drained] == [(1, "x")] and join.before == ()
    assert accesses(execution, 0)[-1].reads_from == (2,)


def written(execution: Execution, index: int) -> int:
    """What a read from this step gets.  All begins as 0 here, and new objects are 0 too."""
    step = execution.steps[index]
    if index == INITIAL or step.action is Action.DECLARE:
        return 0
    assert step.access is not None and step.access.written is not None
    return step.access.written.number


@pytest.mark.parametrize("model", ["sc", "tso", "pso"])
@settings(max_examples=25, deadline=None)
@given(source=programs())
def test_executions_are_consistent(model: str, source: Program) -> None:
    """A read returns what the step wrote that it reads from; buffers change by what their thread's steps say."""
    for cex in list(explore(source, model, max_states=2000).violations.values())[:3]:
        execution = replay(source, cex, model)
        assert pickle.loads(pickle.dumps(execution)) == execution
        buffers: dict[int, tuple[object, ...]] = {}
        for index, step in enumerate(execution.steps):
            assert step.before == buffers.get(step.thread, ())
            buffers[step.thread] = step.after
            buffers.update({p.thread: () for p in step.drained if p.thread != step.thread})
            access = step.access
            if access is None or access.read is None:
                continue
            (source_step,) = access.reads_from
            assert source_step < index
            assert access.read.number == written(execution, source_step)
            own = any(p.step == source_step for p in step.before)
            assert access.forwarded == (own and step.action is Action.READ), "an rmw empties the buffer first"


# --- the user's code and the library --------------------------------------------------------------------------------

LOCKS = """\
#include <pthread.h>
#include <assert.h>
struct queue { int size; pthread_mutex_t lock; int items[3]; } q;
pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
int x;
static void put(struct queue *queue, int value)
{
    pthread_mutex_lock(&queue->lock);
    queue->items[queue->size] = value;
    pthread_mutex_unlock(&queue->lock);
}
int main(void)
{
    pthread_mutex_lock(&outer);
    x = pthread_mutex_trylock(&outer);
    put(&q, 5);
    assert(q.items[0] == 0);
}
"""


@pytest.fixture
def locks(c_file: Callable[..., Path]) -> Execution:
    source = load([str(c_file(LOCKS))])
    (cex,) = explore(source).violations.values()
    return replay(source, cex)


def test_places_as_the_program_spells_them_and_what_they_are(locks: Execution) -> None:
    (write,) = (s for s in only(locks, Action.WRITE) if s.access is not None and "items" in s.access.place)
    assert write.access is not None
    assert (write.access.place, write.access.spot) == ("queue->items[0]", "q.items[0]")


def test_the_call_stack(locks: Execution) -> None:
    inside = [s for s in locks.steps if s.stack[-1].function == "pthread_mutex_lock" and len(s.stack) == 3]
    assert inside
    for step in inside:
        assert [(f.function, f.at.line, f.library) for f in step.stack[:2]] == [("main", 16, False), ("put", 8, False)]
        assert step.stack[-1].library and step.at == step.stack[-1].at
        assert step.user_frame.function == "put" and locks.at(step).line == 8


def test_library_calls_hold_their_steps_together(locks: Execution) -> None:
    functions = [(c.function, c.caller, c.at.line, c.result) for c in locks.calls]
    assert functions == [
        ("pthread_mutex_lock", "main", 14, Value(0)), ("pthread_mutex_trylock", "main", 15, Value(16)),
        ("pthread_mutex_lock", "put", 8, Value(0)), ("pthread_mutex_unlock", "put", 10, Value(0)),
    ]  # fmt: skip
    for number, call in enumerate(locks.calls):
        steps = [s for s in locks.steps if s.call == number]
        assert steps and all(s.user_frame.function == call.caller for s in steps)
    assert locks.calls[0].at.end_column == 31, "the call's range"


def test_the_locks_held(locks: Execution) -> None:
    held = {s.at.line: s.held for s in locks.steps if s.call is None}
    assert held[9] == ("outer", "q.lock"), "a failed trylock gives nothing"
    assert held[17] == ("outer",)


def test_locks_of_every_kind(c_file: Callable[..., Path]) -> None:
    source = load([str(c_file("""
        #include <pthread.h>
        #include <threads.h>
        #include <assert.h>
        pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
        pthread_spinlock_t spin;
        mtx_t nested;
        int x;
        int main(void) {
            pthread_spin_init(&spin, 0);
            mtx_init(&nested, mtx_recursive);
            pthread_rwlock_rdlock(&shared); x = 1;
            pthread_spin_lock(&spin); x = 2;
            mtx_lock(&nested); mtx_trylock(&nested); x = 3;
            mtx_unlock(&nested); x = 4;
            pthread_rwlock_unlock(&shared); x = 5;
            mtx_unlock(&nested); x = 6;
            pthread_spin_unlock(&spin); x = 7;
            assert(x == 0);
        }
    """))])
    (cex,) = explore(source).violations.values()
    writes = [s for s in only(replay(source, cex), Action.WRITE) if s.access is not None and s.access.place == "x"]
    assert [s.held for s in writes] == [
        ("shared",), ("shared", "spin"), ("shared", "spin", "nested", "nested"), ("shared", "spin", "nested"),
        ("spin", "nested"), ("spin",), (),
    ]  # fmt: skip


def test_an_execution_needs_no_program(locks: Execution) -> None:
    assert pickle.loads(pickle.dumps(locks)) == locks
    (file,) = locks.sources
    assert locks.sources[file] == LOCKS


# --- JSON -----------------------------------------------------------------------------------------------------------


def test_json_has_the_data_of_every_step(locks: Execution) -> None:
    answer = json.loads(json.dumps(execution_to_json(locks)))
    assert len(answer["events"]) == len(locks.steps)
    for event, step in zip(answer["events"], locks.steps, strict=True):
        assert (event["thread"], event["action"], event["uid"]) == (step.thread, str(step.action), step.uid)
        assert [f["function"] for f in event["stack"]] == [f.function for f in step.stack]
        assert event["loc"]["line"] == step.at.line
        if step.access is not None:
            for name in ("place", "spot", "address", "size", "object"):
                assert event[name] == getattr(step.access, name)
            assert tuple(event.get("reads_from", ())) == step.access.reads_from
            for name in ("read", "written"):
                value = getattr(step.access, name)
                assert event.get(name) == (None if value is None else value.number)
    assert answer["failure"]["message"] == "q.items[0] == 0"
    assert [thread["name"] for thread in answer["threads"]] == ["main"]
    told = [number for step in answer["steps"] for number in step["events"]]
    assert told == sorted(told) and told[-1] == len(locks.steps) - 1


def test_json_keeps_store_buffers() -> None:
    execution = run(STORE_BUFFER, "tso", "0 0 1 1 1 1 0 2 2 0")
    events = json.loads(json.dumps(execution_to_json(execution)))["events"]
    read = events[4]
    assert read["forwarded"] is True and read["reads_from"] == [3]
    assert [(p["place"], p["value"], p["step"]) for p in read["before"]] == [("x", 1, 2), ("x", 2, 3)]
    assert set(read) <= {field.name for kind in (Step, Access) for field in fields(kind)} | {"loc"}


def test_a_thread_that_was_started_and_waited_for_is_not_in_its_buffer() -> None:
    """main = start, wait: nothing to drain, nothing told."""
    source = program([X], main=[start("h", "one"), wait("h"), rd("v", X), check(op("v", "==", 1))], one=[])
    assert not any(s.drained for s in run(source, "tso", "0 0 0").steps)
