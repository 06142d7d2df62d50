"""Which values reads may give: exact where programs are small, and never too little."""

from __future__ import annotations

from collections import defaultdict

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from brute_force import explore
from covering import number
from differential.oracle import compiled
from differential.strategies import programs
from heddle.core.instr import AnyInstr, Read, Rmw
from heddle.core.types import IntType
from heddle.passes.unfold import UnfoldBounds, unfold
from heddle.replay.machine import Effect, Machine
from heddle.symbolic import value_analysis
from heddle.symbolic.analysis import Analysis
from heddle.symbolic.events import Kind
from heddle.symbolic.values import Value

from .conftest import JOINED, Analyse, two_threads

pytestmark = pytest.mark.slow


def test_a_location_holds_what_any_thread_writes(analysed: Analyse) -> None:
    a = analysed(two_threads("x = 3;", "x = 5;", "y = x;"))
    assert a.read("x") == {0, 3, 5}


def test_every_write_happens_once(analysed: Analyse) -> None:
    """Two increments: not more than two, although each may see the other's."""
    a = analysed(two_threads("x = x + 1;", "x = x + 1;", JOINED + "assert(x == 2);"))
    assert a.read("x") == {0, 1, 2}


def test_writes_that_depend_on_each_other(analysed: Analyse) -> None:
    a = analysed(two_threads("if (x == 1) y = 7;", "if (y == 7) z = 9;", "x = 1; assert(z == 0);"))
    assert (a.read("x"), a.read("y"), a.read("z")) == ({0, 1}, {0, 7}, {0, 9})


def test_code_that_cannot_run_writes_nothing(analysed: Analyse) -> None:
    a = analysed(two_threads("if (x == 2) y = 7;", "y = 1;", "x = 1; assert(y < 7);"))
    assert a.read("y") == {0, 1}
    assert [a.values.dead(e) for e in a.accesses("y", Kind.WRITE)] == [True, False]


def test_what_a_thread_returns_is_what_a_join_gives(analysed: Analyse) -> None:
    a = analysed("""
        int x;
        void *one(void *arg) { return (void *)(long)(x + 4); }
        int main(void) {
            pthread_t t; void *got; pthread_create(&t, 0, one, 0); x = 1; pthread_join(t, &got);
            assert((long)got == 5);
        }""")
    (join,) = [e for e in a.threads[0].events if e.kind is Kind.JOIN]
    assert a.values.of(join.result).numbers == {4, 5}


def test_a_join_is_told_what_a_thread_returns_after_many_writes(analysed: Analyse) -> None:
    a = analysed("""
        int x, y, z;
        void *one(void *arg) { return (void *)(long)x; }
        void *two(void *arg) { if (z == 1) y = 1; if (y == 1) x = 7; return 0; }
        int main(void) {
            pthread_t s, t; void *got; pthread_create(&s, 0, one, 0); pthread_create(&t, 0, two, 0);
            if (y == 0) z = 1;
            pthread_join(s, &got); assert((long)got == 0);
        }""")
    (join,) = [e for e in a.threads[0].events if e.kind is Kind.JOIN]
    assert a.values.of(join.result).numbers == {0, 7}


def test_pointers_are_resolved(analysed: Analyse) -> None:
    a = analysed(two_threads("*p = 5;", "p = &y;", JOINED + "assert(x + y == 5);", "int x, y, *p = &x;"))
    (write,) = [e for e in a.threads[1].events if e.kind is Kind.WRITE]
    assert set(write.targets or ()) == {a.events.layout.base["x"], a.events.layout.base["y"]}
    assert (a.read("x"), a.read("y")) == ({0, 5}, {0, 5})
    assert not a.values.unresolved(write)


def test_indices_stay_within_their_array(analysed: Analyse) -> None:
    text = two_threads("t[__VERIFIER_nondet_uchar()] = 1;", "x = t[1];", "", "int t[3], x;")
    a = analysed(text)
    (write,) = a.accesses("t", Kind.WRITE)
    assert [n - a.events.layout.base["t"] for n in write.targets or ()] == [0, 4, 8]


def test_indeterminate_contents_may_be_anything(analysed: Analyse) -> None:
    a = analysed("int *p; int main(void) { int v; p = &v; int r = v; assert(r == 0); }")
    (read,) = [e for e in a.threads[0].events if e.kind is Kind.READ]
    assert a.values.of(read.result).junk


BYTES = "union { unsigned u; unsigned char b[4]; } w; unsigned seen;"


def test_a_write_of_another_shape_makes_a_read_anything(analysed: Analyse) -> None:
    """The read has been looked at before the write of the byte is found possible: it must be told."""
    a = analysed(two_threads("seen = w.u;", "if (x == 1) w.b[1] = 2;", "x = 1; w.u = 9;", BYTES + " int x;"))
    (read,) = a.accesses("w", Kind.READ)
    assert a.values.of(read.result) == Value(0, (1 << 32) - 1)


def test_one_shape_alone_is_exact(analysed: Analyse) -> None:
    a = analysed(two_threads("seen = w.u;", "if (x == 2) w.b[1] = 2;", "x = 1; w.u = 9;", BYTES + " int x;"))
    assert a.read("w") == {0, 9}


COUNTER = """unsigned x; void *one(void *arg) { for (int i = 0; i < 10; i++) x = x + 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, one, 0); for (int i = 0; i < 10; i++) x = x + 1; assert(x < 50); }"""


def test_what_keeps_growing_in_a_large_program_is_given_up(analysed: Analyse, monkeypatch: pytest.MonkeyPatch) -> None:
    exact = analysed(COUNTER)
    assert exact.read("x") == set(range(21))
    monkeypatch.setattr(value_analysis, "EXACT_WORK", 0)
    given_up = analysed(COUNTER)
    assert given_up.values.of(given_up.accesses("x", Kind.READ)[0].result) == Value(0, (1 << 32) - 1)


# --- against brute force --------------------------------------------------------------------------------------------

COMBINATIONS = ["integers", "branches", "loops arrays", "mutex", "atomics", "sections pointers", "unions", "structs calls"]


@pytest.mark.parametrize("names", COMBINATIONS)
@settings(derandomize=True, database=None, deadline=None, max_examples=number(3), suppress_health_check=list(HealthCheck))
@given(st.data())
def test_whatever_a_read_sees_is_in_its_set(names: str, data: st.DataObject) -> None:
    program = compiled(data.draw(programs(*names.split(), most=2)))
    bounded = unfold(program, UnfoldBounds(4, 20))
    if bounded.cuts or bounded.unfollowed:
        return
    for model in ("sc", "pso"):
        possible = defaultdict(list)
        analysis = Analysis(bounded)
        for thread in analysis.threads:
            for event in thread.events:
                if event.kind in (Kind.READ, Kind.RMW) and not analysis.values.dead(event):
                    possible[event.instr.uid].append(analysis.values.of(event.result))
        for uid, type, value in seen_by_brute_force(program, model):
            assert any(contains(v, type.wrap(value)) for v in possible[uid]), (uid, value, possible[uid])


def seen_by_brute_force(program: object, model: str) -> set[tuple[int, IntType, int]]:
    """What reads of integers gave in some execution, by the numbers of their instructions."""
    seen: set[tuple[int, IntType, int]] = set()
    concurrent = Machine.concurrent

    def recording(self: Machine, t: int, instr: AnyInstr, *more: object, **named: object) -> Effect:
        effect = concurrent(self, t, instr, *more, **named)  # type: ignore[arg-type]
        if isinstance(instr, (Read, Rmw)) and isinstance(instr.place.type, IntType):
            assert effect.read is not None
            seen.add((instr.uid, instr.place.type, effect.read))
        return effect

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Machine, "concurrent", recording)
        explore(program, model, max_states=1500)  # type: ignore[arg-type]
    return seen


def contains(value: Value, number: int) -> bool:
    if value.junk:
        return True
    if value.numbers is not None:
        return number in value.numbers
    return value.lo <= number <= value.hi and (number - value.lo) % value.step == 0
