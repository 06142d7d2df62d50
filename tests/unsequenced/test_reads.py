"""Operands that only read: the explorer leaves their events without an order, and finds what any order can show."""

from __future__ import annotations

from random import Random

import pytest

from covering import number
from heddle import api, frontend
from heddle.explorer.kernel import Exploration, ExploreOptions
from heddle.models import find

pytestmark = pytest.mark.usefixtures("without_worker")

FUNCTION_POINTER = """
#include <pthread.h>
#include <stdatomic.h>
atomic_long x;
struct r { long id; void *(*f)(void *); };
void *work(void *a) { atomic_fetch_add(&x, 1); return 0; }
void *go(void *a) { struct r *r = a; return r->f((void *)r->id); }
int main(void) {
  static struct r rs[3];
  pthread_t t[3];
  for (int i = 0; i < 3; i++) {
    rs[i].id = i; rs[i].f = work;
    pthread_create(&t[i], 0, go, &rs[i]);
  }
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
}
"""
PUBLISHED = """
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
#include <stdlib.h>
struct n { long id; long v; };
_Atomic(struct n *) q[3];
void *put(void *a) {
  long i = (long)a;
  struct n *p = malloc(sizeof *p);
  p->id = i; p->v = 10 + i;
  atomic_store_explicit(&q[i], p, memory_order_release);
  return 0;
}
int main(void) {
  pthread_t t[3];
  for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, put, (void *)i);
  for (long i = 0; i < 3; i++) {
    struct n *p = atomic_load_explicit(&q[i], memory_order_acquire);
    if (p) assert(p->v == 10 + p->id);
  }
}
"""


def explored(c_file, text, model="rc11"):
    return api.explore(c_file(text), model=model)


@pytest.mark.parametrize("model", ["sc", "tso", "pso", "rc11"])
@pytest.mark.parametrize(("text", "executions"), [(FUNCTION_POINTER, 6), (PUBLISHED, 8)], ids=["called", "published"])
def test_reads_of_what_was_written_before_make_no_executions(c_file, model, text, executions):
    answer = explored(c_file, text, model)
    assert (answer.verdict, answer.counts.executions) == ("safe", executions)


# --- what another order shows is found ------------------------------------------------------------------------------

PROGRAM = """
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
KIND int x, y, z; int r; struct { KIND int a, b; } s, *p = &s;
int get(void) { return 2 * x + p->b; }
int pick(int v, int w) { return 3 * v + w; }
void *writer(void *unused) { WRITES return 0; }
void *reader(void *unused) { READS assert(r != CLAIM); return 0; }
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, writer, 0);
  pthread_create(&u, 0, reader, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
}
"""
READS = [
    "r = x + 10 * y;", "r = y + 10 * x;", "r = p->a + 10 * p->b;", "r = pick(x, y) + 10 * z;", "r = x + 10 * y + 100 * z;",
    "r = get() + 10 * y;", "r = pick(get(), y);", "r = (x ? y : 5) + 10 * p->a;", "int v[2] = {x, y}; r = v[0] + 10 * v[1];",
    "int v[3] = {1, 4, 9}; r = v[x & 1] + 10 * y;", "r = (x && y) + 10 * x;", "r = x + 10 * y; r += 100 * x + 1000 * y;",
]  # fmt: skip


def program(seed: int, kind: str) -> str:
    random = Random(seed)
    writes = [random.choice(["x = 1;", "y = 1;", "z = 1;", "p->a = 1;", "p->b = 1;", "x = 2;"]) for _ in range(3)]
    text = PROGRAM.replace("WRITES", " ".join(writes)).replace("READS", READS[seed % len(READS)])
    return text.replace("KIND", kind)


def results(text: str, model: str, sequences: bool) -> set[int]:
    """The values of r that the explorer finds."""
    options = ExploreOptions(states=True, verify=True)
    loaded = frontend.load(["p.c"], texts={"p.c": text.replace("CLAIM", "-1")})
    exploration = Exploration(loaded, find(model), options, lambda line: None, lambda *found: None)
    if sequences:
        exploration.sequences = True
        exploration.prepare()
    found = exploration.run()
    assert found.finished and not found.wrong and not found.repeated
    return {dict(state)["r"] for state in found.states}


@pytest.mark.parametrize("model", ["sc", "tso", "pso", "rc11"])
def test_random_reads(c_file, model):
    kind = "_Atomic" if model == "rc11" else ""
    for seed in range(number(4)):
        text = program(seed, kind)
        every = results(text, model, True)
        assert results(text, model, False) == every
        for value in sorted(every | {11})[:2]:
            answer = api.check(c_file(text.replace("CLAIM", str(value))), model=model, engine="stateless", property="assert")
            assert answer.verdict == ("violation" if value in every else "safe"), (model, text, value)


# y is read as 1, and x, which was written before, as 0: only if x is read first, the operand that comes last in the text.
SECOND_FIRST = (
    PROGRAM.replace("KIND", "_Atomic").replace("WRITES", "x = 1; y = 1;").replace("READS", "r = y + 10 * x;").replace("CLAIM", "1")
)


@pytest.mark.parametrize("model", ["sc", "tso", "pso", "rc11"])
def test_an_order_that_matters_is_tried(c_file, model):
    answer = api.check(c_file(SECOND_FIRST), model=model, engine="stateless")
    assert answer.verdict == "violation"


def test_a_model_that_looks_at_what_is_not_in_po_gets_every_order(c_file, tmp_path):
    """Where axioms may ask for more if there is less order, operands are evaluated in every order."""
    model = tmp_path / "odd.cat"
    model.write_text('"odd"\nlet other = ([R]; loc; [R]) \\ (po | po^-1 | id)\nacyclic po | rf | co | fr\nempty other & rmw\n')
    answer = api.check(c_file(SECOND_FIRST), model=str(model), engine="stateless")
    assert answer.verdict == "violation"


def test_the_enumerator_counts_what_differs_by_an_order_alone_once(c_file):
    text = """
    #include <pthread.h>
    int a, b, c;
    void *add(void *unused) { c = a + b; return 0; }
    int main(void) { pthread_t t; pthread_create(&t, 0, add, 0); a = 1; b = 1; pthread_join(t, 0); }
    """
    counts = [api.explore(c_file(text), model=m, engine="enumerate").counts.executions for m in ("sc", "armv8")]
    assert counts == [4, 4]
