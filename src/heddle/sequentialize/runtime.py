"""The C text around a sequentialized program: what assume, check and inputs mean to whoever reads the file."""

from __future__ import annotations

from collections.abc import Mapping, Set

from heddle.core.c_types import CTypes
from heddle.core.types import DataModel, IntType

# Names that the text below uses; the program's own names must differ.
RESERVED = (
    "J", "GUARD", "THREADS", "ROUNDS", "active", "arg", "argc", "argv", "assume", "await", "check", "choose", "cs",
    "ct", "cut", "guess", "high", "indeterminate", "low", "pc", "place", "point", "random_bits", "random_fill", "round",
    "seed", "size", "strtoull",
)  # fmt: skip

HEADER = """\
/*
 * {title}
 *
 * A sequential program that simulates {rounds} rounds of {threads} threads: lazy sequentialization, as in Tomasco's
 * thesis, Figs. 2.8 and 2.9.  In a round each thread runs once, from the point pc[] where it stopped to a guessed
 * point cs.
 *
 * With CBMC:      cbmc --no-standard-checks {cbmc}FILE
 * As a program:   gcc {gcc}-fwrapv -fno-strict-aliasing -DHEDDLE_RUN FILE, then ./a.out SEED runs one random schedule
 *                 with random inputs.  (Without -DHEDDLE_RUN, link your own __VERIFIER_nondet_ functions.)
 * -DHEDDLE_UNWIND_ASSERT turns every place where a bound cut the program into a failing check.  A failing check whose
 * message starts with "unsupported" is no violation: the program does something there that is not modelled.
 */
"""

MACROS = """\
_Static_assert(sizeof(void *) == {pointer}, "this program was made for {pointer}-byte pointers");

#ifdef __CPROVER__
#define assume(condition) __CPROVER_assume(condition)
#define check(condition, message) __CPROVER_assert(condition, message)
#else
extern void exit(int);
extern void abort(void);
extern int dprintf(int, const char *, ...);
#define assume(condition) do { if (!(condition)) exit(0); } while (0)
#define check(condition, message) \\
    do { if (!(condition)) { dprintf(2, "%s\\n", message); abort(); } } while (0)
#endif
"""

CUT = """\
#ifdef HEDDLE_UNWIND_ASSERT
#define cut(message) do { check(0, message); assume(0); } while (0)
#else
#define cut(message) assume(0)
#endif
"""

INDETERMINATE = """\
#ifdef __CPROVER__
#define indeterminate(object) __CPROVER_havoc_object(&(object))
#elif defined HEDDLE_RUN
#define indeterminate(object) random_fill((unsigned char *)&(object), sizeof(object))
#else
#define indeterminate(object) (void)&(object) /* static objects are zero, which is one of the possibilities */
#endif
"""

# A jump over points must not land beyond cs.  A running program moves cs there instead: that guess was possible too.
POINTS = """\
#define J(here, next) if (pc[ct] > here || here >= cs) goto next;
#ifdef HEDDLE_RUN
#define GUARD(point) if (cs < point) cs = point;
#else
#define GUARD(point) assume(cs >= point);
#endif
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


def prelude(model: DataModel, macros: Set[str]) -> str:
    """The macros that every program uses, and those of ``macros``."""
    optional = [text for name, text in (("cut", CUT), ("indeterminate", INDETERMINATE)) if name in macros]
    return "\n".join([MACROS.replace("{pointer}", str(model.pointer_bits // 8)), *optional, POINTS])


def inputs(functions: Mapping[str, IntType], types: CTypes, macros: Set[str]) -> str:
    """Declarations of the input functions, and what they give when the program is run."""
    run = RUN + (FILL if "indeterminate" in macros else "")
    declarations = [f"extern {types.declare(t)} {name}(void);" for name, t in functions.items()]
    bodies = [f"{types.declare(t)} {name}(void) {{ return ({types.declare(t)})random_bits(); }}"
              for name, t in functions.items()]  # fmt: skip
    return "\n".join([*declarations, "", run, *bodies, "#endif", ""])
