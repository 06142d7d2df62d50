"""Leaks of generated programs, against an interpreter of their own that tries all inputs."""

from __future__ import annotations

import random
from itertools import product

import pytest

from heddle import api

NAMES = ("p", "q", "g")
"""Two variables of main's, and a global one."""


def generated(seed):
    rng = random.Random(seed)
    ops = []
    for number in range(rng.randint(2, 5)):
        kind = rng.choice(("malloc", "malloc", "free", "free", "copy", "null"))
        operands = (rng.choice(NAMES[: 2 + seed % 2]), rng.choice(NAMES[: 2 + seed % 2]))
        ops.append((kind, *operands, rng.random() < 0.4, number))
    return ops


def outcomes(ops):
    """For all inputs: the blocks that are left, and those of them that the global variable leads to; None where a
    block is freed twice."""
    for inputs in product((False, True), repeat=len(ops)):
        values, left, made = dict.fromkeys(NAMES), set(), 0
        for kind, one, two, guarded, number in ops:
            if guarded and not inputs[number]:
                continue
            if kind == "malloc":
                made += 1
                values[one] = made
                left.add(made)
            elif kind == "free" and values[one] is not None:
                if values[one] not in left:
                    yield None
                    break
                left.remove(values[one])
            elif kind == "copy":
                values[one] = values[two]
            elif kind == "null":
                values[one] = None
        else:
            yield left, left - {values["g"]}


def as_c(ops):
    texts = {"malloc": "{0} = malloc(1);", "free": "free({0});", "copy": "{0} = {1};", "null": "{0} = 0;"}
    lines = ["#include <stdlib.h>", "_Bool __VERIFIER_nondet_bool(void);", "char *g;",
             "int main(void) { char *p = 0, *q = 0;"]  # fmt: skip
    for kind, one, two, guarded, _ in ops:
        lines.append(("  if (__VERIFIER_nondet_bool()) " if guarded else "  ") + texts[kind].format(one, two))
    return "\n".join([*lines, "  return 0; }"]) + "\n"


@pytest.mark.parametrize("seed", range(40))
def test_against_all_inputs(c_file, seed):
    ops = generated(seed)
    found = list(outcomes(ops))
    if None in found:
        assert api.check(c_file(as_c(ops)), property="valid-free").verdict == "violation"
        return
    cleanup = api.check(c_file(as_c(ops)), property="valid-memcleanup").verdict
    assert cleanup == ("violation" if any(left for left, _ in found) else "safe")
    track = api.check(c_file(as_c(ops)), property="valid-memtrack").verdict
    lost = any(lost for _, lost in found)
    if any(one == "g" or two == "g" for _, one, two, _, _ in ops) and cleanup == "violation":
        assert track in ("violation" if lost else "safe", "safe within bounds")
    else:
        assert track == ("violation" if lost else "safe")
