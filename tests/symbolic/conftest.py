"""What the tests of the symbolic side ask about: small C programs, unfolded and analysed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from heddle.frontend import load
from heddle.models.store_buffers import POLICIES
from heddle.passes.unfold import UnfoldBounds, unfold
from heddle.symbolic.analysis import Analysis
from heddle.symbolic.cells import ACCESSES
from heddle.symbolic.events import Event, Kind

FILE = "program.c"
HEAD = """#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
"""


class Analysed(Analysis):
    """An analysis, asked by the names of variables."""

    def accesses(self, variable: str, *kinds: Kind) -> list[Event]:
        """The events that access a variable by its name, thread by thread."""
        return [
            e
            for thread in self.threads
            for e in thread.events
            if e.kind in (kinds or ACCESSES) and getattr(e.instr.place.base, "name", "") == variable  # type: ignore
        ]

    def read(self, variable: str) -> set[int]:
        """What reads of a variable may give, taken together."""
        return {n for e in self.accesses(variable, Kind.READ) for n in self.values.of(e.result).members()}

    def blocks(self, thread: int) -> list[str]:
        """What a thread does in each of its steps: visible accesses, by their variables, and buffered writes."""
        words: list[list[str]] = [[] for _ in range(self.threads[thread].blocks)]
        for e in self.threads[thread].events:
            buffered = self.buffers.is_buffered(e, thread)
            if e.visible or buffered:
                name = getattr(e.instr.place.base, "name", "?") if e.kind in ACCESSES else e.kind.name.lower()  # type: ignore
                words[e.block].append({Kind.READ: "r ", Kind.WRITE: "w ", Kind.RMW: "u "}.get(e.kind, "") + name)
        return [" ".join(step) for step in words]


Analyse = Callable[..., Analysed]


def two_threads(one: str, two: str, main: str = "", globals: str = "int x, y, z;") -> str:
    """Two threads that main creates; ``main`` is what it does afterwards (it knows the threads as ``a`` and ``b``)."""
    return f"""{globals}
        void *one(void *arg) {{ {one} return 0; }}
        void *two(void *arg) {{ {two} return 0; }}
        int main(void) {{
            pthread_t a, b; pthread_create(&a, 0, one, 0); pthread_create(&b, 0, two, 0);
            {main}
            return 0;
        }}"""


JOINED = "pthread_join(a, 0); pthread_join(b, 0);"


@pytest.fixture
def analysed() -> Analyse:
    def run(text: str, model: str = "sc", **bounds: int) -> Analysed:
        program = load([FILE], texts={FILE: HEAD + text})
        return Analysed(unfold(program, UnfoldBounds(**bounds)), POLICIES[model])  # type: ignore[arg-type]

    return run
