"""Freed blocks given out again (``--reuse-freed``): ABA through the allocator, and where it cannot matter."""

from __future__ import annotations

import pytest

import heddle
from heddle.errors import UsageError
from waiting import PATIENCE

pytestmark = pytest.mark.usefixtures("without_worker")

STACK = """
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { struct node *next; };
#ifdef TAGGED
struct top { struct node *node; unsigned long tag; };
#else
struct top { struct node *node; };
#endif
_Atomic struct top top;
atomic_int pops;

static void push(void) {
    struct node *n = malloc(sizeof *n);
    struct top old = atomic_load(&top), new = old;
    n->next = old.node;
    new.node = n;
#ifdef TAGGED
    new.tag++;
#endif
    atomic_compare_exchange_strong(&top, &old, new);
}

static struct node *pop(void) {
    struct top old = atomic_load(&top), new = old;
    if (!old.node) return 0;
    new.node = old.node->next;
#ifdef TAGGED
    new.tag++;
#endif
    if (!atomic_compare_exchange_strong(&top, &old, new)) return 0;
    pops++;
    return old.node;
}

static void *once(void *arg) { *(struct node **)arg = pop(); return 0; }

int main(void) {
    struct node *others, *one, *two;
    push();
    push();
    pthread_t t;
    pthread_create(&t, 0, once, &others);
    one = pop();
    two = pop();
#ifndef LATE
    free(one);
    free(two);
#endif
    push();
    pthread_join(t, 0);
#ifdef LATE
    free(one);
    free(two);
    free(others);
#endif
    assert(pops < 3 || atomic_load(&top).node == 0);
}
"""
"""Treiber's stack.  Three nodes are pushed: who pops three leaves none.  TAGGED: the top counts its changes; LATE: nodes
are freed when no other thread runs."""

ENGINES = ("order", "lazy", "mu", "imu", "stateless")
ALL = [(engine, "sc") for engine in ENGINES]
ALL += [("auto", "tso"), ("lazy", "pso"), ("stateless", "tso"), ("stateless", "rc11")]


def verdict(tmp_path, text, **options):
    file = tmp_path / "program.c"
    file.write_text(text)
    return heddle.check([file], **{"timeout": PATIENCE, **options})


def main_of(body, before=""):
    return f"""
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
{before}
int main(void) {{ {body} }}
"""


@pytest.mark.parametrize(("engine", "model"), ALL)
def test_the_stack_loses_its_order_when_a_node_comes_back_at_its_old_address(tmp_path, engine, model):
    found = verdict(tmp_path, STACK, engine=engine, model=model, property="assert", reuse_freed=True)
    assert str(found.verdict) == "violation"
    assert "pops < 3" in found.reason


@pytest.mark.parametrize("engine", ["auto", "stateless"])
def test_without_reuse_the_stack_is_fine_but_not_plainly_safe(tmp_path, engine, over_when):
    over_when(lambda answer: engine == "auto" and answer.verdict == "safe within bounds")
    found = verdict(tmp_path, STACK, engine=engine, property="assert")
    assert str(found.verdict) == "safe within bounds"
    assert any(cut.option == "--reuse-freed" for cut in found.cuts)


def test_a_stack_that_counts_its_changes_is_fine(tmp_path):
    found = verdict(tmp_path, STACK, property="assert", reuse_freed=True, defines=["TAGGED"])
    assert str(found.verdict) == "safe within bounds"  # it still reads freed nodes, which the property leaves out
    assert all(cut.option != "--reuse-freed" for cut in found.cuts)


@pytest.mark.parametrize("reuse", [False, True])
def test_a_stack_that_frees_late_is_safe(tmp_path, reuse):
    found = verdict(tmp_path, STACK, reuse_freed=reuse, defines=["LATE"])
    assert str(found.verdict) == "safe", found.reason


CLEAN = """
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
_Atomic(int *) top, kept;
void *one(void *unused)
{
    int *mine = malloc(4), *old = 0;
    if (!atomic_compare_exchange_strong(&top, &old, mine))
        atomic_store(&kept, mine == old ? 0 : mine);
    DURING;
    return unused;
}
int main(void)
{
    BEFORE;
    pthread_t a[2];
    for (int i = 0; i < 2; i++) pthread_create(&a[i], 0, one, 0);
    EARLY;
    for (int i = 0; i < 2; i++) pthread_join(a[i], 0);
    assert(top != kept);
    for (int i = 0; i < 2; i++) { AGAIN; free(i ? top : kept); }
    AFTER;
    return 0;
}
"""
PLACES = {
    "": True, "AFTER = free(malloc(4))": False, "AGAIN = malloc(4)": False, "BEFORE = free(malloc(4))": False,
    "DURING = free(atomic_exchange(&kept, 0))": False, "EARLY = free(atomic_exchange(&kept, 0))": False,
    "AFTER = pthread_create(a, 0, one, 0)": False, "AFTER = realloc(malloc(4), 8)": False, "BEFORE = malloc(4)": True,
}  # fmt: skip
"""What a program does where, and whether it frees only when it allocates nothing any more."""


@pytest.mark.parametrize("place", PLACES)
def test_who_frees_last_gives_no_block_again(tmp_path, place):
    """``free(malloc(4))`` allocates before it frees, but after what was freed before; a loop may come to both."""
    text = CLEAN
    for name in ("AFTER", "AGAIN", "BEFORE", "DURING", "EARLY"):
        text = text.replace(name, place.partition(" = ")[2] if place.startswith(name) else "")
    found = verdict(tmp_path, text, engine="explicit", property="assert")
    assert str(found.verdict) == ("safe" if PLACES[place] else "safe within bounds"), found.reason
    assert any(cut.option == "--reuse-freed" for cut in found.cuts) != PLACES[place]


ONE = "int *p = malloc(4); free(p); "
BOTH = "char *p = malloc(8); free(p); char *q = malloc(4); "
PROGRAMS = {
    "same size": (ONE + "int *q = malloc(4); assert(p != q);", "violation"),
    "as numbers": (ONE + "int *q = malloc(4); assert((uintptr_t)p != (uintptr_t)q);", "violation"),
    "smaller": (ONE + "char *q = malloc(1); assert((char *)p != q);", "violation"),
    "larger": (ONE + "char *q = malloc(8); assert((char *)p != q);", "safe"),
    "never twice": (ONE + "int *q = malloc(4), *r = malloc(4); assert(q != r);", "safe"),
    "in turn": (ONE + "int *q = malloc(4); free(q); int *r = malloc(4); assert(p != r || q != r);", "violation"),
    "alive": ("int *p = malloc(4), *q = malloc(4); free(p); int *r = malloc(4); assert(q != r);", "safe"),
    "alive through the old pointer": (ONE + "int *q = malloc(4); *q = 1; if (p == q) assert(*p == 2);", "violation"),
    "still dead": (ONE + "int *q = malloc(4); *q = 1; if (p != q) *p = 2;", "violation"),
    "only alive": (ONE + "int *q = malloc(4); *q = 1; if (p == q) *p = 2; assert(*q == 1 || *q == 2);", "safe"),
    "zeroed": ("int *p = malloc(4); *p = 5; free(p); int *q = calloc(1, 4); assert(*q == 0);", "safe"),
    "zeroed, seen": ("int *p = malloc(4); free(p); int *q = calloc(1, 4); if (p == q) assert(*p);", "violation"),
    "zeroed before": ("int *p = calloc(1, 4); free(p); int *q = malloc(4); if (p == q) assert(*q == 0);", "violation"),
    "beyond the smaller": (BOTH + "if (p == q) q[6] = 1;", "violation"),
    "within the larger": (BOTH + "free(q); char *r = malloc(8); if (p == r) r[6] = 1;", "safe"),
    "freed again": (ONE + "int *q = malloc(4); free(q); if (p == q) free(p);", "violation"),
    "after one that nobody uses": (ONE + "malloc(4); int *q = malloc(4); assert(p != q);", "violation"),
    "a value behind one that nobody uses": (
        "int *s = calloc(1, 4), k = *s; " + ONE + "malloc(4); int m = k; assert(m == 0); free(s);", "safe"),
    "freed once": (ONE + "int *q = malloc(4); if (p == q) free(p); else free(q);", "safe"),
}  # fmt: skip
"""Bodies of main, and their verdict when freed blocks may be given out again."""


WAYS = [("order", "sc"), ("stateless", "sc"), ("stateless", "rc11")]


@pytest.mark.parametrize(("engine", "model"), WAYS)
@pytest.mark.parametrize("name", PROGRAMS)
def test_what_an_allocation_may_give(tmp_path, name, engine, model):
    body, expected = PROGRAMS[name]
    found = verdict(tmp_path, main_of(body), engine=engine, model=model, reuse_freed=True)
    assert str(found.verdict) == expected, found.reason


THREADS = """
_Atomic(int *) shared;
static void *other(void *x) { int *p = shared; shared = 0; free(p); int *q = malloc(4); *q = 7; shared = q; return 0; }
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_another_thread_frees_and_allocates(tmp_path, engine):
    body = """int *p = malloc(4); *p = 1; shared = p; pthread_t t; pthread_create(&t, 0, other, 0);
              if (shared != p) { while (!shared); assert(shared != p); }"""
    found = verdict(tmp_path, main_of(body, THREADS), engine=engine, reuse_freed=True)
    assert str(found.verdict) == "violation"
    found = verdict(tmp_path, main_of(body, THREADS), engine=engine, unwind=2)
    if engine == "stateless":
        assert str(found.verdict) == "violation"  # it asks by itself where nothing else is open
        return
    assert str(found.verdict) == "safe within bounds"
    assert any(cut.option == "--reuse-freed" for cut in found.cuts)


ORDINARY = {
    "a list": """struct n { struct n *next; long key; } *head = 0;
                 for (int i = 0; i < 3; i++) { struct n *n = malloc(sizeof *n); n->next = head; n->key = i; head = n; }
                 while (head) { struct n *n = head; head = n->next; free(n); n = malloc(4); free(n); }""",
    "no allocation after a free": "int *p = malloc(4), *q = malloc(4); assert(p != q); free(p); free(q);",
    "pointers to no blocks": "int a, b, *p = &a, *q = &b; free(malloc(4)); free(malloc(4)); assert(p != q);",
}


@pytest.mark.parametrize("name", ORDINARY)
def test_ordinary_programs_stay_safe_without_the_option(tmp_path, name):
    found = verdict(tmp_path, main_of(ORDINARY[name]))
    assert str(found.verdict) == "safe", found.cuts


@pytest.mark.parametrize("options", [{"engine": "explicit"}, {"engine": "enumerate"}, {"sma": "sc"}])
def test_who_gives_no_block_out_again_refuses(tmp_path, options):
    with pytest.raises(UsageError, match="reuse-freed"):
        verdict(tmp_path, main_of(ONE), reuse_freed=True, **options)
