"""Leaks of generated programs, against an interpreter of their own that tries all inputs."""

from __future__ import annotations

import random
from itertools import product

import pytest

from covering import number
from heddle import api

pytestmark = pytest.mark.usefixtures("without_worker")

NAMES = ("p", "q", "g")
"""Two variables of main's, and a global one."""
KINDS = ("malloc", "malloc", "free", "free", "copy", "null")
LINKS = (*KINDS, "link", "link", "follow")
"""Where blocks lead to blocks."""


def generated(seed):
    rng = random.Random(seed)
    ops = []
    for nth in range(rng.randint(2, 5 + seed % 3)):
        kind = rng.choice(LINKS if seed % 4 == 3 else KINDS)
        operands = (rng.choice(NAMES[: 2 + seed % 2]), rng.choice(NAMES[: 2 + seed % 2]))
        ops.append((kind, *operands, rng.random() < 0.4, nth))
    return ops


class Broken(Exception):
    """A freed block is freed or followed; the property that says so."""


def outcomes(ops):
    """For all inputs: the blocks that are left, and those of them that nothing leads to from the global variable; the
    name of a property where that is broken."""
    for inputs in product((False, True), repeat=sum(guarded for *_, guarded, _ in ops)):
        given = iter(inputs)
        chosen = [op for op in ops if not op[3] or next(given)]
        try:
            values, left, links = run(chosen)
        except Broken as broken:
            yield str(broken)
            continue
        known, at = set(), values["g"]
        while at in left - known:
            known.add(at)
            at = links[at]
        yield left, left - known


def run(ops):
    values, left, links = dict.fromkeys(NAMES), set(), {}
    for kind, one, two, _, _ in ops:
        at = values[one]
        if kind in ("link", "follow") and at is not None and at not in left:
            raise Broken("valid-deref")
        if kind == "malloc":
            values[one] = len(links)
            left.add(len(links))
            links[len(links)] = None
        elif kind == "free" and at is not None:
            if at not in left:
                raise Broken("valid-free")
            left.remove(at)
        elif kind == "copy":
            values[one] = values[two]
        elif kind == "null":
            values[one] = None
        elif kind == "link" and at is not None:
            links[at] = values[two]
        elif kind == "follow" and at is not None:
            values[one] = links[at]
    return values, left, links


TEXTS = {"malloc": "{0} = calloc(1, sizeof *{0});", "free": "free({0});", "copy": "{0} = {1};", "null": "{0} = 0;",
         "link": "if ({0}) {0}->next = {1};", "follow": "if ({0}) {0} = {0}->next;"}  # fmt: skip


def as_c(ops):
    lines = ["#include <stdlib.h>", "_Bool __VERIFIER_nondet_bool(void);", "struct s { struct s *next; } *g;",
             "int main(void) { struct s *p = 0, *q = 0;"]  # fmt: skip
    for kind, one, two, guarded, _ in ops:
        lines.append(("  if (__VERIFIER_nondet_bool()) { " if guarded else "  { ") + TEXTS[kind].format(one, two) + " }")
    return "\n".join([*lines, "  return 0; }"]) + "\n"


@pytest.mark.parametrize("seed", range(number(24)))
def test_against_all_inputs(c_file, seed):
    ops = generated(seed)
    found = list(outcomes(ops))
    broken = {one for one in found if isinstance(one, str)}
    source = c_file(as_c(ops))
    if broken:
        assert api.check(source, property="valid-memsafety").verdict == "violation"
        for name in broken:
            assert api.check(source, property=name).verdict == "violation"
        return
    for name, is_broken in (("valid-memcleanup", any(left for left, _ in found)),
                            ("valid-memsafety", any(lost for _, lost in found))):  # fmt: skip
        # Blocks are given out again: what compares pointers to freed ones is no proof otherwise
        assert api.check(source, property=name, reuse_freed=True).verdict == ("violation" if is_broken else "safe")
