"""The C text around a sequentialized program: what assume, check and inputs mean to whoever reads the file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set

from heddle.core.c_statements import input_function
from heddle.core.c_types import CTypes
from heddle.core.types import DataModel, IntType
from heddle.sequentializer.dialect import ASSUME, CHECK, INDETERMINATE, OBSERVE, Dialect, definitions, lines

# Names that the text below uses; the program's own names must differ.
RESERVED = (
    "CONTEXTS", "GUARD", "J", "K", "MOVE", "N", "ROUNDS", "T", "THREADS", "V", "W", "active", "address", "addresses",
    "arg", "argc", "argv", "assume", "await", "before", "bits", "byte", "check", "choose", "context", "cs", "ct", "cut",
    "guess", "high", "indeterminate", "initial", "last", "low", "moved", "observe", "pc", "place", "random_bits",
    "random_fill", "result", "round", "seed", "size", "sma_step", "small", "strtoull", "t", "unsupported", "word",
)  # fmt: skip
EAGER_RESERVED = (
    "EDGES", "LATE", "LONG", "P", "R", "STOP", "STOP_BEFORE_WRITE", "any_word", "error", "made", "more", "most", "own",
    "require", "scalar", "stop",
)  # fmt: skip

UNBOUNDED_RESERVED = ("CONTR", "EXEC", "EXECUTE", "LAST_LABEL", "RESUME", "SUSPEND", "created", "s")

UNBOUNDED_HEADER = """\
/*
 * {title}
 *
 * A sequential program that simulates {threads} threads without a bound on rounds, or on loops that create no threads:
 * unbounded lazy sequentialization, as in "Lazy Sequentialization for the Safety Verification of Unbounded Concurrent
 * Programs" (ATVA 2016), Figs. 3 to 5.  A thread's function executes nothing (RESUME) until it comes to the label pc[]
 * where the thread was interrupted, then it executes (EXECUTE) until it is interrupted again (SUSPEND).
 *
{verifiers}
 * As a program:   gcc {gcc}-fwrapv -fno-strict-aliasing -DHEDDLE_RUN FILE, then ./a.out SEED runs one random schedule
 *                 with random inputs, for ever if nothing fails.
 * -DHEDDLE_UNWIND_ASSERT turns every place where a bound cut the program into a failing check.  A failing check whose
 * message starts with "unsupported" is no violation: the program does something there that is not modelled.
 */
"""

# CONTR and EXEC of Fig. 3.
UNBOUNDED_MACROS = """\
static enum { RESUME, EXECUTE, SUSPEND } s;
#define CONTR(thread, label) \\
    if (s == RESUME && pc[thread] == label) s = EXECUTE; \\
    if (s == EXECUTE && choose(0, 1)) { pc[thread] = label; s = SUSPEND; }
#define EXEC if (s == EXECUTE)
"""

HEADER = """\
/*
 * {title}
 *
 * A sequential program that simulates {rounds} rounds of {threads} threads: lazy sequentialization, as in Tomasco's
 * thesis, Figs. 2.8 and 2.9.  In a round each thread runs once, from the point pc[] where it stopped to a guessed
 * point cs.
 *
{verifiers}
 * As a program:   gcc {gcc}-fwrapv -fno-strict-aliasing -DHEDDLE_RUN FILE, then ./a.out SEED runs one random schedule
 *                 with random inputs.  (Without -DHEDDLE_RUN, link your own __VERIFIER_nondet_ functions.)
 * -DHEDDLE_UNWIND_ASSERT turns every place where a bound cut the program into a failing check.  A failing check whose
 * message starts with "unsupported" is no violation: the program does something there that is not modelled.
 */
"""

FREE_HEADER = HEADER.replace(
    """\
 * A sequential program that simulates {rounds} rounds of {threads} threads: lazy sequentialization, as in Tomasco's
 * thesis, Figs. 2.8 and 2.9.  In a round each thread runs once, from the point pc[] where it stopped to a guessed
 * point cs.
""",
    """\
 * A sequential program that simulates {contexts} contexts of {threads} threads: lazy sequentialization, as in Tomasco's
 * thesis, Figs. 2.8 and 2.9, but in each context any thread runs (LMP), from the point pc[] where it stopped to a
 * guessed point cs.
""",
)

WIDTH = """\
_Static_assert(sizeof(void *) == {pointer}, "this program was made for {pointer}-byte pointers");
"""

# What the macros of a dialect mean to a program that runs.
RUNNING = """\
extern void exit(int);
extern void abort(void);
extern int dprintf(int, const char *, ...);
#define assume(condition) do { if (!(condition)) exit(0); } while (0)
#define check(condition, message) \\
    do { if (!(condition)) { dprintf(2, "%s\\n", message); abort(); } } while (0)
"""
UNOBSERVED = "#define observe(what, value) ((void)(value))\n"

UNSUPPORTED = """\
#ifdef HEDDLE_SKIP_UNSUPPORTED
#define unsupported(message) assume(0)
#else
#define unsupported(message) do { check(0, "unsupported: " message); assume(0); } while (0)
#endif
"""

CUT = """\
#ifdef HEDDLE_UNWIND_ASSERT
#define cut(message) do { check(0, "cut: " message); assume(0); } while (0)
#else
#define cut(message) assume(0)
#endif
"""

FILLED = """\
#ifdef HEDDLE_RUN
#define indeterminate(object) random_fill((unsigned char *)&(object), sizeof(object))
#else
#define indeterminate(object) (void)&(object) /* static objects are zero, which is one of the possibilities */
#endif
"""

# A jump over points must not land beyond cs.  A running program moves cs there instead: that guess was possible too.
# A thread goes on in a new turn only if another has run since.  Schedules of a running program may have pauses.
POINTS = """\
#define J(here, next) if (pc[ct] > here || here >= cs) goto next;
#ifdef HEDDLE_RUN
#define GUARD(point) if (cs < point) cs = point;
#define MOVE(reason) (void)(reason)
#else
#define GUARD(point) assume(cs >= point);
#define MOVE(reason) assume(!moved[ct] || (reason))
#endif
"""

# A guess has no more bits than it needs; the upper bound is a constant almost everywhere.
CHOOSE = """\
static inline unsigned int choose(unsigned int low, unsigned int high)
{
    unsigned int bits = high | high >> 1;
    bits |= bits >> 2;
    bits |= bits >> 4;
    bits |= bits >> 8;
    bits |= bits >> 16;
    unsigned int guess = __VERIFIER_nondet_uint() & bits;
#ifdef HEDDLE_RUN
    guess = low + guess % (high - low + 1u);
#endif
    assume(low <= guess && guess <= high);
    return guess;
}
"""

# A thread stops where its guess says; a check that fails stops it too.  Whether that violates anything is known when
# all threads have been simulated.
STOPS = """\
#define STOP(point) if (stop <= point) return;
#define STOP_BEFORE_WRITE(point) if (stop <= point) { more = 1; return; }
#define require(condition, message) if (!(condition)) { observe(failed, 1); error = 1; return; }
"""

RUN = """\
#ifdef HEDDLE_RUN
extern unsigned long long strtoull(const char *, char **, int);
static unsigned long long seed = 1;

static unsigned long long random_bits(void)
{
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    unsigned long long mixed = (seed ^ (seed >> 29)) * 0xbf58476d1ce4e5b9ULL;
    mixed ^= mixed >> 32;
    return mixed & 1 ? mixed >> 1 : (mixed >> 1) % 4; /* small numbers lead further than large ones */
}
"""

FILL = """
static void random_fill(unsigned char *bytes, unsigned long count)
{
    for (unsigned long i = 0; i < count; i++)
        bytes[i] = (unsigned char)random_bits();
}
"""


EAGER_HEADER = """\
/*
 * {title}
 *
 * A sequential program that simulates {threads} threads one after the other: eager sequentialization, as in Tomasco's
 * thesis, Figs. 2.5 and 2.6.  The history of shared memory is guessed before the first thread starts; every thread is a
 * function, called {called}.
 *
{verifiers}
 * As a program:   gcc {gcc}-fwrapv -fno-strict-aliasing -DHEDDLE_RUN FILE (hardly any random guess fits).
 * -DHEDDLE_UNWIND_ASSERT turns every place where a bound cut the program into a failing check.  A failing check whose
 * message starts with "unsupported" is no violation: the program does something there that is not modelled.
 */
"""


def prelude(model: DataModel, macros: Set[str], control: str, readers: Sequence[Dialect]) -> str:
    """The macros that every program uses, those of ``macros``, and the scheme's own; for everybody."""
    without_trace = [r for r in readers if not r.declaration]
    meanings = {
        INDETERMINATE: definitions(readers, (INDETERMINATE,), FILLED),
        OBSERVE: definitions(without_trace, (OBSERVE,), UNOBSERVED),
    }
    return _prelude(model, macros, control, definitions(readers, (ASSUME, CHECK), RUNNING), meanings)


def prelude_for(model: DataModel, macros: Set[str], control: str, reader: Dialect) -> str:
    """... for one verifier."""
    meanings = {name: lines(reader, (name,))[0] + "\n" for name in (INDETERMINATE, OBSERVE)}
    return _prelude(model, macros, control, "\n".join(lines(reader, (ASSUME, CHECK))) + "\n", meanings)


def _prelude(model: DataModel, macros: Set[str], control: str, always: str, meanings: Mapping[str, str]) -> str:
    parts = [WIDTH.replace("{pointer}", str(model.pointer_bits // 8)), always + UNSUPPORTED]
    parts += [text for name, text in {"cut": CUT, **meanings}.items() if name in macros]
    return "\n".join([*parts, control])


def input_declarations(wanted: Iterable[IntType], types: CTypes) -> list[str]:
    return [f"extern {types.declare(t)} {input_function(t, types.model)}(void);" for t in wanted]


def inputs(functions: Mapping[str, IntType], types: CTypes, macros: Set[str]) -> str:
    """Declarations of the input functions, and what they give when the program is run."""
    run = RUN + (FILL if "indeterminate" in macros else "")
    declarations = input_declarations(functions.values(), types)
    bodies = [f"{types.declare(t)} {name}(void) {{ return ({types.declare(t)})random_bits(); }}"
              for name, t in functions.items()]  # fmt: skip
    return "\n".join([*declarations, "", run, *bodies, "#endif", ""])
