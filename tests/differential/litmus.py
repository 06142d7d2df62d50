"""Litmus tests: critical cycles as C programs, bare or among other things that threads do.

``bare("PodWR Fre PodWR Fre")`` is the cycle alone; ``litmus_test(chance)`` chooses a cycle, the ways in which its accesses
are written, and noise: more accesses, locks, branches, dependencies, threads in other orders, threads that nobody waits
for.  All have the form that :mod:`oracle` compares: ``result`` is made of what the threads read and of the final contents
of memory, ``CHECK`` is what the last assertion says about it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from hypothesis import strategies as st

from .features import BASE, FEATURES, Feature
from .relations import DEPENDENCIES, Access, Cycle, choose
from .strategies import PRELUDE, UNSET, Drawn
from .strategies import Writer as Filler

HEAD = """#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
"""
SHARED = f"""pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
long long result = {UNSET}LL;
int spare;
_Atomic int flag;
"""
NAMES = ("cx", "cy", "cz", "cw")
REGISTERS = 3
BITS = 3
"""Of each value: what is read, and the final contents."""
MANY = 1 << 32
BETWEEN = {
    "full": ("__sync_synchronize();", 'asm volatile ("mfence" ::: "memory");'),
    "seq_cst": ("atomic_thread_fence(memory_order_seq_cst);",),
    "rmw": ("__sync_fetch_and_add(&spare, 1);", "(void)atomic_exchange(&flag, 1);"),
    "mutex": ("pthread_mutex_lock(&guard); pthread_mutex_unlock(&guard);",),
    "lwsync": ('asm volatile ("lwsync" ::: "memory");',),
    "release": ("atomic_thread_fence(memory_order_release);", "atomic_thread_fence(memory_order_acq_rel);"),
}
PLAIN = {
    "W": ("@ = #;", "@ = #;", "@ = #;", "__atomic_store_n(&@, #, __ATOMIC_RELAXED);"),
    "R": ("$ = @;", "$ = @;", "$ = @;", "$ = *(volatile int *)&@;"),
}
ATOMIC = {
    "W": (
        "atomic_store_explicit(&@, #, memory_order_relaxed);", "atomic_store_explicit(&@, #, memory_order_relaxed);",
        "atomic_store_explicit(&@, #, memory_order_release);",
    ),
    "R": (
        "$ = atomic_load_explicit(&@, memory_order_relaxed);", "$ = atomic_load_explicit(&@, memory_order_acquire);", "$ = @;",
    ),
}  # fmt: skip
"""Ways to write a write (of ``#`` to ``@``) and a read (of ``@`` into ``$``): of a plain int, of an atomic one."""
STRONG_PLAIN = {
    "W": ("__atomic_store_n(&@, #, __ATOMIC_SEQ_CST);", "__atomic_exchange_n(&@, #, __ATOMIC_RELAXED);",
          "__VERIFIER_atomic_begin(); @ = #; __VERIFIER_atomic_end();", "pthread_mutex_lock(&guard); @ = #; pthread_mutex_unlock(&guard);"),
    "R": ("$ = __sync_fetch_and_add(&@, 0);", "$ = __sync_val_compare_and_swap(&@, 1, 2);",
          "__VERIFIER_atomic_begin(); $ = @; __VERIFIER_atomic_end();", "pthread_mutex_lock(&guard); $ = @; pthread_mutex_unlock(&guard);"),
}  # fmt: skip
STRONG_ATOMIC = {
    "W": ("@ = #;", "(void)atomic_exchange_explicit(&@, #, memory_order_relaxed);", "atomic_fetch_add(&@, #);"),
    "R": ("$ = atomic_fetch_add_explicit(&@, 0, memory_order_relaxed);", "$ = 1; atomic_compare_exchange_strong(&@, &$, 2);"),
}
"""The same for accesses that need an empty store buffer."""


def bare(cycle: str) -> str:
    """The program of a cycle, without anything else."""
    return Writer(Cycle.of(cycle), None).program()


def happens(cycle: str) -> int:
    """The result of the bare program if the cycle happens."""
    return Writer(Cycle.of(cycle), None).outcome()


def litmus_test(chance: random.Random, tiny: bool = False, spice: Spice | None = None) -> str:
    """``tiny``: two threads."""
    return Writer(choose(chance, (2,) if tiny else (2, 3, 4)), chance, spice).program()


def sample(seed: object, count: int, tiny: bool = False) -> Iterator[str]:
    """The same programs for the same seed."""
    return (litmus_test(random.Random(f"{seed} {number}"), tiny) for number in range(count))


@st.composite
def litmus_tests(draw: Any, tiny: bool = False) -> str:
    """What is drawn is a seed: the first programs of a strategy are always the simplest, and no cycle is simple enough."""
    return litmus_test(random.Random(draw(st.integers(0, MANY))), tiny)


@st.composite
def litmus_tests_with(draw: Any, *names: str) -> str:
    """Cycles among statements that use the named features (:mod:`features`)."""
    features = (BASE, *(FEATURES[name] for name in names))
    chance = random.Random(draw(st.integers(0, MANY)))
    return litmus_test(chance, True, Spice(features, Filler(Drawn(draw), features)))


@dataclass(frozen=True)
class Spice:
    """Other statements to stand among the accesses of the cycle."""

    features: tuple[Feature, ...]
    filler: Filler

    @property
    def globals(self) -> str:
        return "".join(f"{f.globals}\n" for f in self.features)

    @property
    def setup(self) -> str:
        return " ".join(f.setup for f in self.features)


class Writer:
    """Without ``chance`` every choice is the plain one."""

    def __init__(self, cycle: Cycle, chance: random.Random | None, spice: Spice | None = None) -> None:
        self.cycle, self.chance, self.spice = cycle, chance, spice
        self.accesses = cycle.accesses()
        self.atomic = {location for location in range(cycle.locations) if self.sometimes(0.35)}
        self.joined = [not (cycle.threads == 2 and self.sometimes(0.08)) for _ in range(cycle.threads)]
        self.prepared = self.sometimes(0.2)
        """Whether main writes to ``spare`` before it creates threads."""

    def sometimes(self, share: float) -> bool:
        return self.chance is not None and self.chance.random() < share

    def pick(self, options: tuple[str, ...]) -> str:
        return options[0] if self.chance is None else self.chance.choice(options)

    # --- threads ----------------------------------------------------------------------------------------------------

    def program(self) -> str:
        atomic = [f"_Atomic int {NAMES[n]};\n" for n in range(self.cycle.locations) if n in self.atomic]
        plain = [f"int {NAMES[n]};\n" for n in range(self.cycle.locations) if n not in self.atomic]
        threads = "".join(self.thread(list(part)) for _, part in groupby(self.accesses, key=lambda a: a.thread))
        outs = "".join(f"long out{n};\n" for n, joined in enumerate(self.joined) if not joined)
        head = HEAD if self.spice is None else PRELUDE + self.spice.globals
        return f"// {self.cycle}\n{head}{SHARED}{''.join(atomic + plain)}{outs}{threads}{self.main()}"

    def thread(self, accesses: list[Access]) -> str:
        lines: list[str] = []
        for access in accesses:
            if access.between and access.between not in DEPENDENCIES:
                lines.append(self.pick(BETWEEN[access.between]))
            lines.append(self.access(access))
        if self.chance is not None:
            lines = Noise(self, self.chance, accesses).around(lines)
        registers = ", ".join(f"r{n} = 0" for n in range(REGISTERS))
        packed = " | ".join(f"(r{n} & 7) << {n * BITS}" for n in range(REGISTERS))
        number = accesses[0].thread
        result = f"return (void *)(long)({packed});" if self.joined[number] else f"out{number} = {packed}; return 0;"
        body = "".join(f"    {line}\n" for line in lines)
        if self.spice is not None:
            registers += ", a1 = 0; unsigned b1 = 1"
        return f"void *thread{number}(void *arg) {{\n    int {registers};\n{body}    {result}\n}}\n"

    def access(self, access: Access) -> str:
        place, value = NAMES[access.location], str(access.value)
        strong, atomic = self.sometimes(0.07), access.location in self.atomic
        ways = (STRONG_ATOMIC if atomic else STRONG_PLAIN) if strong else ATOMIC if atomic else PLAIN
        way, source = self.pick(ways[access.kind]), f"r{max(access.register - 1, 0)}"
        if access.between == "data" and access.kind == "W":
            value = f"{value} + ({source} & 4)"
        elif access.between == "addr" and access.location not in self.atomic:
            place = f"(*({source} & 4 ? &spare : &{place}))"
            way = PLAIN[access.kind][0]
        text = way.replace("@", place).replace("#", value).replace("$", f"r{access.register}")
        return f"if ({source} < 4) {{ {text} }}" if access.between in DEPENDENCIES and place == NAMES[access.location] else text

    # --- main -------------------------------------------------------------------------------------------------------

    def main(self) -> str:
        threads = list(range(self.cycle.threads))
        if self.chance is not None:
            self.chance.shuffle(threads)
        own = threads.pop() if self.sometimes(0.4 if len(threads) < 4 else 1) else None
        lines = [f"pthread_t id[{self.cycle.threads}];", f"void *got[{self.cycle.threads}] = {{0}};"]
        lines += [self.spice.setup] if self.spice is not None else []
        lines += ["spare = 3;"] if self.prepared else []
        lines += [f"pthread_create(&id[{n}], 0, thread{n}, 0);" for n in threads]
        lines += [] if own is None else [f"got[{own}] = thread{own}(0);"]
        joined = [n for n in threads if self.joined[n]]
        if self.chance is not None:
            self.chance.shuffle(joined)
        lines += [f"pthread_join(id[{n}], &got[{n}]);" for n in joined]
        body = "".join(f"    {line}\n" for line in [*lines, f"result = {self.result()};", "assert(CHECK);"])
        return f"int main(void) {{\n{body}}}\n"

    def result(self) -> str:
        """Not more than 4 * 9 + 4 * 3 + 3 bits."""
        digits = [
            (f"(long)got[{n}]" if joined else f"out{n}", BITS * REGISTERS) for n, joined in enumerate(self.joined)
        ]
        digits += [(f"({NAMES[n]} & 7)", BITS) for n in range(self.cycle.locations)]
        digits += [("(spare & 7)", BITS)] if self.prepared else []
        terms, shift = [], 0
        for term, bits in digits:
            terms.append(f"(long long){term} << {shift}" if shift else f"(long long){term}")
            shift += bits
        return " | ".join(f"({term})" for term in terms)

    def outcome(self) -> int:
        """The result if the cycle happens, and nothing else writes."""
        result, final = 0, dict.fromkeys(range(self.cycle.locations), 0)
        for access in self.accesses:
            if access.kind == "R":
                result |= access.value << (access.thread * REGISTERS + access.register) * BITS
            else:
                final[access.location] = max(final[access.location], access.value)
        for location, value in final.items():
            result |= value << (self.cycle.threads * REGISTERS + location) * BITS
        return result


class Noise:
    """What stands in a thread around its part of the cycle."""

    def __init__(self, writer: Writer, chance: random.Random, accesses: list[Access]) -> None:
        self.writer, self.chance = writer, chance
        self.places = [NAMES[n] for n in range(writer.cycle.locations)]
        self.free = sum(a.kind == "R" for a in accesses) < REGISTERS
        self.most = 2 if writer.cycle.threads == 2 else 1 if writer.cycle.threads == 3 else 0

    def around(self, lines: list[str]) -> list[str]:
        if self.writer.spice is not None and self.chance.random() < 0.6:
            at = self.chance.randint(0, len(lines))
            return [*lines[:at], self.writer.spice.filler.statement(1), *lines[at:]]
        for _ in range(self.chance.randint(0, self.most)):
            extra = self.statement()
            at = self.chance.choice((0, len(lines), self.chance.randint(0, len(lines))))
            if self.chance.random() < 0.25:
                lines = self.wrapped(lines)
            else:
                lines = [*lines[:at], extra, *lines[at:]]
        return lines

    def statement(self) -> str:
        place, value = self.chance.choice(self.places), self.chance.randint(4, 7)
        kinds = [
            f"{place} = {value};", f"{place} = {value};", f"spare = {value};", f"{{ int *p{value} = &spare; *p{value} = {value}; }}",
            f"if (r0) {place} = {value};", f"if (r0 != 1) {place} = {value}; else spare = 1;",
            f"for (int i = 1; i < 3; i++) {place} = i;", f"atomic_store_explicit(&flag, {value}, memory_order_release);",
        ]  # fmt: skip
        if self.free:
            kinds += [f"r{REGISTERS - 1} = {place};", f"r{REGISTERS - 1} = {place};", f"r{REGISTERS - 1} = spare;"]
            kinds += [f"if (r0 == 0) r{REGISTERS - 1} = {place};"]
        return self.chance.choice(kinds)

    def wrapped(self, lines: list[str]) -> list[str]:
        """A stretch of the thread inside a lock, or one statement of it inside a branch."""
        begin = self.chance.randint(0, len(lines) - 1)
        if self.chance.random() < 0.5:
            end = self.chance.randint(begin + 1, len(lines))
            if any("mutex" in line or "atomic_begin" in line for line in lines[begin:end]):
                return lines
            return [*lines[:begin], "pthread_mutex_lock(&guard);", *lines[begin:end], "pthread_mutex_unlock(&guard);", *lines[end:]]
        condition = self.chance.choice(("r0 < 2", "r0 != 2", "spare < 3"))
        return [*lines[:begin], f"if ({condition}) {{ {lines[begin]} }}", *lines[begin + 1 :]]

