"""Creating and joining threads orders what is done before and after, under models that order by releases and acquires."""

from __future__ import annotations

from functools import cache

import pytest

from asking import ask
from explore.programs import compiled
from heddle.models import find, shipped
from heddle.models.memory_model import memory_model
from heddle.models.thread_order import has_thread_events, with_thread_events
from heddle.properties import DEFAULT

MODEL = """"Barriers order"
let before = po ; [(REL | SC) & (W | F)]
let after = [(ACQ | SC) & (R | F)] ; po
let ppo = before | after
let order = ppo | rf & ext | fr & ext | co & ext
acyclic order as causal
acyclic po-loc | rf | co | fr as coherence
let marked = RLX | ACQ | REL | SC
let ordered = ([marked] | ppo) ; order+ ; ([marked] | ppo)
let race = ((co & ext) | (rf & ext) | (fr & ext)) \\ ordered \\ (IW * M)
"""
BY_PAIR = "flag ~empty race as data-race\n"
BY_EVENT = "let racy = [domain(race)] | [range(race)]\nflag ~empty racy as some-race\n"

START = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
int x; atomic_int y, z;
"""
JOINED = START + """
void *w(void *a) { x = 1; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); pthread_join(t, 0); assert(x == 1); assert(x == 1); }
"""
CREATED = START + """
void *w(void *a) { if (x) x = 2; return a; }
int main(void) { pthread_t t; x = 1; pthread_create(&t, 0, w, 0); pthread_join(t, 0); if (x) assert(x); }
"""
EXITS = START + """
void *w(void *a) { x++; pthread_exit(a); }
int main(void) {
    pthread_t t;
    x = 1;
    for (int i = 0; i < 2; i++) { pthread_create(&t, 0, w, 0); pthread_join(t, 0); }
    assert(x == 3);
}
"""
IN_TURN = START + """
void *inner(void *a) { x = 2; return a; }
void *outer(void *a) { pthread_t t; x++; pthread_create(&t, 0, inner, 0); pthread_join(t, 0); x++; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, outer, 0); pthread_join(t, 0); assert(x == 3); }
"""
RACY = START + """
void *w(void *a) { x = 1; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); x = 2; pthread_join(t, 0); }
"""
BUFFERED = START + """
void *last(void *a) { atomic_store_explicit(&y, 1, memory_order_relaxed); return a; }
void *copies(void *a) {
    int r = atomic_load_explicit(&y, memory_order_relaxed);
    atomic_store_explicit(&z, r, memory_order_release);
    return a;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&u, 0, copies, 0);
    int r = atomic_load_explicit(&z, memory_order_relaxed);
    pthread_create(&t, 0, last, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(r == 0);
}
"""
"""What ``last`` writes is read before it is created."""


@cache
def program(text: str) -> object:
    return DEFAULT.prepare(compiled(text))


@pytest.fixture
def model(tmp_path):
    def written(flag: str) -> object:
        path = tmp_path / "own.cat"
        path.write_text(MODEL + flag)
        return memory_model(str(path))

    return written


@pytest.mark.parametrize("engine", ["stateless", "enumerate"])
@pytest.mark.parametrize("flag", [BY_PAIR, BY_EVENT])
@pytest.mark.parametrize("text", [JOINED, CREATED, EXITS, IN_TURN])
def test_it_synchronizes(model, text, flag, engine):
    answer = ask(program(text), model(flag), engine=engine)
    assert answer.verdict in ("safe", "safe within bounds"), answer.reason
    assert answer.counts.violations == 0 and answer.counts.executions == 1


@pytest.mark.parametrize("engine", ["stateless", "enumerate"])
@pytest.mark.parametrize(("flag", "events"), [(BY_PAIR, 2), (BY_EVENT, 1)])
def test_what_nothing_orders_is_a_race(model, flag, events, engine):
    """Explorer, enumerator and judge agree; a flag about one event names one."""
    answer = ask(program(RACY), model(flag), engine=engine)
    assert answer.verdict == "violation", answer.reason
    assert len(answer.execution.failure.steps) == events


@pytest.mark.parametrize("own", [True, False])
def test_no_cycle_leads_through_a_creation(model, own):
    """Load buffering, but not with a thread that is created later."""
    answer = ask(program(BUFFERED), model(BY_PAIR) if own else memory_model("imm"), engine="enumerate")
    assert answer.verdict == "safe", answer.reason


def test_two_events_of_one_thread_are_no_race(model):
    own = model("flag ~empty (W * R) & loc \\ (IW * R) as any-race\n")
    assert ask(program(START + "int main(void) { x = 1; assert(x); }"), own, engine="stateless").verdict == "safe"


@pytest.mark.parametrize("engine", ["stateless", "enumerate"])
@pytest.mark.parametrize("flag", ["rf & ext as handed", "(range(rf & ext)) as read"])
def test_flags_are_about_accesses(model, flag, engine):
    answer = ask(program(JOINED), model(f"flag ~empty {flag}\n"), engine=engine)
    assert answer.verdict == "violation" and {s.access.spot for s in answer.execution.steps if s.access} >= {"x"}, answer.reason


def test_only_models_that_need_it_see_these_events():
    seen = {name for name in shipped() if has_thread_events(with_thread_events(find(name)))}
    assert seen == {"imm"}
