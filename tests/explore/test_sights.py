"""What the explorer says of addresses: nothing where no execution depends on them, and never plainly safe where one does."""

from __future__ import annotations

from functools import cache
from tempfile import NamedTemporaryFile

import pytest

from asking import ask
from heddle.addresses.observed import OTHER_LAYOUTS, observations
from heddle.core.program import Program
from heddle.sources import Sources

HEAD = """
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdatomic.h>
struct pair { int first, second; } pairs[3], others[3];
_Atomic(struct pair *) shared;
_Atomic unsigned long counter = 1;
void *slots[2];
static unsigned hash(void *key) { return (unsigned)((uintptr_t)key * 2654435761u >> 16) % 2; }
static void *look(void *what);
"""
MAIN = """
int main(void) {
  pthread_t one, two;
  slots[0] = (void *)7; slots[1] = &pairs[1];
  pthread_create(&one, 0, look, (void *)2);
  pthread_create(&two, 0, look, &pairs[1]);
  shared = &pairs[2];
  pthread_join(one, 0); pthread_join(two, 0);
  return 0;
}
"""
IS_ID = "int is_id = (uintptr_t)what < 100; if (is_id) { %s }"
LARGE = "uintptr_t n = (uintptr_t)what; for (int i = 0; i < 3; i++) n += 70000; "
AROUND = """struct pair *p = shared; if (p) { int *m = &p->second;
  struct pair *q = (struct pair *)((char *)m - offsetof(struct pair, second)); %s }"""
PAIRS = {
    "an identifier": ("uintptr_t id = (uintptr_t)what; if (id < 4095) assert(id < 3);",
                      "uintptr_t id = (uintptr_t)what; assert(id < 0x7000000);"),
    "cut to a narrower type": (IS_ID % "assert((int)(intptr_t)what == 2);", "assert((int)(intptr_t)what != 4096);"),
    "hashed": (IS_ID % "assert(hash(what) == hash((void *)2));", "assert(hash(what) < 1 || hash(what) == 1);"),
    "a number among pointers": ("assert(slots[0] == (void *)7);", "assert((uintptr_t)slots[1] != 0x100000);"),
    "a number that is large": (IS_ID % (LARGE + "assert(n == 210002);"), LARGE + "assert(n != (uintptr_t)others);"),
    "a place in an array": ("struct pair *p = shared; if (p) { ptrdiff_t i = p - pairs; assert(i == 2); }",
                            "struct pair *p = shared; if (p) { ptrdiff_t i = p - others; assert(i != 5); }"),
    "the object around a member": (AROUND % "assert(q - pairs == 2);", AROUND % "assert(q - others > 5);"),
    "order": ("struct pair *p = shared; if (p) assert(p > pairs && p < pairs + 3);",
              "struct pair *p = shared; if (p) assert(p < others);"),
    "the end of an object": ("struct pair *p = shared; if (p) assert(p + 1 == pairs + 3);",
                             "struct pair *p = shared; if (p) assert(p - 2 != others + 3);"),
    "members of other objects": ("struct pair *p = shared; assert(p != others + 1);",
                                 "struct pair *p = shared; assert(p != others + 3 || p != pairs);"),
    "numbers that are counted": ("uintptr_t v = counter; atomic_fetch_add(&counter, 1); assert(v < 4);",
                                 "counter = (uintptr_t)shared; uintptr_t v = counter; assert(v < 0x400000);"),
    "bytes": ("void *here = slots[1], *there = &pairs[1]; assert(here == there);",
              "void *here = slots[1]; unsigned char c[8]; memcpy(c, &here, 8); assert(c[1] != 3);"),
    "an error code": ("struct pair *p = shared; assert((uintptr_t)p < (uintptr_t)-4095);",
                      "struct pair *p = shared; assert((uintptr_t)p < (uintptr_t)-8191);"),
}  # fmt: skip
"""A program in which no address matters, though many things are computed with what may be one, and one in which it does."""
MODELS = ("sc", "rc11")


@cache
def loaded(body: str) -> Program:
    with NamedTemporaryFile("w", suffix=".c") as file:
        file.write(HEAD + MAIN + f"static void *look(void *what) {{ {body} return 0; }}\n")
        file.flush()
        return Sources((file.name,)).load()


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("name", PAIRS)
def test_no_address_matters(name, model):
    found = ask(loaded(PAIRS[name][0]), model, engine="stateless", timeout=60)
    assert found.verdict == "safe", (found.reason, found.cuts)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("name", PAIRS)
def test_an_address_matters(name, model):
    found = ask(loaded(PAIRS[name][1]), model, engine="stateless", timeout=60)
    is_named = any(cut.what == OTHER_LAYOUTS for cut in found.cuts)
    assert found.verdict in ("violation", "unknown") or is_named, found.verdict


def test_the_analysis_alone_does_not_tell():
    """Else nothing is tested here."""
    named = [name for name, (harmless, _) in PAIRS.items() if observations(loaded(harmless))]
    assert len(named) >= 5
