"""Floating-point programs: what C computes, by every engine; what it leaves undefined; what is not modelled."""

from __future__ import annotations

from typing import Any

import pytest

from asking import ask
from heddle import properties
from heddle.answer import Verdict
from heddle.core import instr as i

HEAD = """
#include <float.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>
#include <assert.h>
double __VERIFIER_nondet_double(void); float __VERIFIER_nondet_float(void); int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
"""

HOLDS = """
struct pair { float f; double d; } global = { 1.5f, 0x1.8p1 };
union bits { double d; unsigned long long u; unsigned char bytes[8]; };
static const double table[3] = { 1, 2.5, 1.0 / 3 };
static double twice(float f) { return 2 * f; }
int main(void) {
    INPUT(double, half, 0.5); INPUT(double, tenth, 0.1); INPUT(float, small, 0.1f); INPUT(int, three, 3);
    INPUT(double, nothing, 0.0); INPUT(float, many, 16777216.0f);
    double inf = 1 / nothing, nan = inf - inf, minus = -nothing;
    assert(half + half == 1); assert(tenth + 0.2 != 0.3); assert(small != tenth); assert((float)tenth == small);
    assert(nan != nan); assert(!(nan == nan) && !(nan < 1) && !(nan >= 1)); assert(inf > DBL_MAX && -inf < -DBL_MAX);
    assert(minus == 0 && 1 / minus < 0); assert(!nothing && half && nan); assert((nothing ? 1 : 2) == 2);
    assert(many + 1 == many); assert(many + 1.0 != many); assert((float)(many + 1.0) == many);
    assert(three / 2 == 1 && three / 2.0 == 1.5 && three / 2.0f == 1.5f); assert((int)(three * half) == 1);
    assert((int)-1.9 == -1 && (unsigned char)(three * 85.2) == 255); assert((_Bool)half == 1 && (_Bool)nan == 1);
    assert((float)16777217 == 16777216.0f && (double)16777217 == 16777217.0); assert((float)9007199791611905LL == 9007200328482816.0f);
    float f = three; f *= 1.5; assert(f == 4.5f); f++; --f; f /= 3; assert(f == 1.5f); int n = three; n *= 1.5; assert(n == 4);
    double d = f++; assert(d == 1.5 && f == 2.5f); d = n = 2.75; assert(d == 2);
    assert(global.f * 2 == global.d); struct pair copy = global; copy.d += table[1]; assert(copy.d == 5.5 && global.d == 3);
    assert(table[three - 1] * 3 == 1); assert(twice(half) == 1); double (*call)(float) = twice; assert(call(2) == 4);
    union bits b; b.d = half + 1; assert(b.u == 0x3ff8000000000000ULL); b.u |= 1ULL << 63; assert(b.d == -1.5);
    assert(*(unsigned *)&small == 0x3dcccccd); OTHER_SIZES
    assert(sqrt(three + 1) == 2 && sqrtf(2) == 0x1.6a09e6p0f); assert(fabs(-half) == half && copysign(half, -0.0) == -half);
    assert(floor(-1.5) == -2 && ceil(three - half) == 3 && trunc(-1.5) == -1 && round(three - half) == 3 && rint(three - half) == 2);
    assert(isnan(nan) && !isnan(inf) && isinf(-inf) && isfinite(half) && signbit(minus) && !signbit(nothing));
    assert(fpclassify(DBL_MIN / 2) == FP_SUBNORMAL && fpclassify(half) == FP_NORMAL && fpclassify(minus) == FP_ZERO);
    assert(fmin(nan, half) == half && fmax(half, three) == 3 && lround(three - half) == 3 && fmod(three, half * 4) == 1);
    assert(isgreater(half, small) && isunordered(nan, half) && HUGE_VAL == inf && NAN != NAN);
    assert(DBL_MAX * 2 == inf && FLT_MAX * 2.0f == INFINITY && FLT_MAX * 2.0 < inf && DBL_MIN / 4503599627370496 == 0x1p-1074);
    return 0;
}
"""
OTHER_SIZES = """
    assert(b.bytes[7] == 0xbf); b.bytes[7] &= 0x7f; assert(b.d == 1.5);
    unsigned u; memcpy(&u, &small, 4); assert(u == 0x3dcccccd); double moved; memcpy(&moved, &tenth, 8); assert(moved == tenth);
    static long double wide; long double other = wide; (void)other;
"""
ENGINES = ("order", "lazy", "stateless", "enumerate")


def fixed() -> str:
    return "#define INPUT(type, name, value) volatile type name = value\n"


def given() -> str:
    """The solver, not constant folding, has to find out."""
    return (
        "#define INPUT(type, name, value) type name = __VERIFIER_nondet_##type(); __VERIFIER_assume(name == value && 1 / (name + 1) > 0)\n"
    )


@pytest.mark.parametrize("engine", ENGINES)
def test_what_is_computed(program: Any, engine: str) -> None:
    assert ask(program(HEAD + fixed() + HOLDS.replace("OTHER_SIZES", "")), engine=engine).verdict is Verdict.SAFE


def test_memory_is_bytes(program: Any) -> None:
    assert ask(program(HEAD + fixed() + HOLDS.replace("OTHER_SIZES", OTHER_SIZES)), engine="order").verdict is Verdict.SAFE


def test_what_is_computed_from_inputs(program: Any) -> None:
    few = HOLDS.replace("OTHER_SIZES", "").replace("INPUT(float, many", "volatile float many = 16777216.0f; (void)(0").replace("INPUT(double, nothing, 0.0)", "volatile double nothing = 0")
    assert ask(program(HEAD + given() + few), engine="order").verdict is Verdict.SAFE


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("d + 1 > d", Verdict.VIOLATION), ("!(d > 1 && d < 1e15) || d + 1 > d", Verdict.SAFE), ("d == d", Verdict.VIOLATION),
        ("!(f > 0) || f * 2 > f", Verdict.VIOLATION), ("f != f || -(-f) == f", Verdict.SAFE), ("(double)f == f || f != f", Verdict.SAFE),
        ("(float)(double)f == f || f != f", Verdict.SAFE), ("(float)n == n", Verdict.SAFE), ("(int)(double)n == n", Verdict.SAFE),
        ("(int)(float)(n >> 8) == n >> 8", Verdict.SAFE), ("(float)n != 16777216.0f || n == 16777216", Verdict.VIOLATION),
        ("!(f >= 1 && f <= 4) || sqrtf(f) <= f", Verdict.SAFE), ("!(d >= 0) || floor(d) <= d", Verdict.SAFE), ("!(d >= 0) || floor(d) < d", Verdict.VIOLATION),
    ],
)  # fmt: skip
def test_claims_about_any_number(program: Any, claim: str, verdict: Verdict) -> None:
    """Violations have been replayed by exact arithmetic."""
    text = f"{HEAD} int main(void) {{ double d = __VERIFIER_nondet_double(); float f = __VERIFIER_nondet_float(); int n = __VERIFIER_nondet_int(); assert({claim}); }}"
    assert ask(program(text), engine="order").verdict is verdict


SHARED = """
#include <pthread.h>
_Atomic double sum; double plain; float ready;
void *one(void *arg) { double *by = arg; sum += *by; plain += *by; double old = sum; while (!atomic_compare_exchange_weak(&sum, &old, old * 2)) ; return 0; }
int main(void) {
    pthread_t t; double by = 0.25; ready = 1;
    pthread_create(&t, 0, one, &by); sum = sum + 0.5; plain += 0.5; pthread_join(t, 0);
    assert(CLAIM);
}
"""


@pytest.mark.parametrize(("engine", "model"), [("order", "sc"), ("lazy", "tso"), ("imu", "sc"), ("stateless", "tso")])
def test_numbers_that_threads_share(program: Any, engine: str, model: str) -> None:
    possible = "sum == 0.5 || sum == 1 || sum == 1.5 || sum == 0.75"
    answer = ask(program(HEAD + SHARED.replace("CLAIM", possible)), model, engine=engine, unwind=2)
    assert answer.verdict in (Verdict.SAFE, Verdict.BOUNDED)
    lost = ask(program(HEAD + SHARED.replace("CLAIM", "plain == 0.75")), model, engine=engine, unwind=2)
    assert lost.verdict is Verdict.VIOLATION
    assert {str(s.access.written) for s in lost.execution.steps if s.access and s.access.spot == "plain" and s.access.written} <= {"0.25", "0.5", "0.75"}


def test_a_number_that_does_not_fit_is_undefined(program: Any) -> None:
    text = HEAD + "int main(void) { double d = __VERIFIER_nondet_double(); int n = d; assert(n != 5 || d >= 5); }"
    kinds = [x.kind for x in program(text).functions["main"].body if isinstance(x, i.Assert)]
    assert kinds == ["float-overflow", "assert"]
    claimed = properties.find("overflow").prepare(program(text))
    assert ask(claimed, engine="order").verdict is Verdict.VIOLATION
    guarded = text.replace("int n = d;", "if (!(d > -2147483649.0 && d < 2147483648.0)) return 0; int n = d;")
    assert ask(properties.find("overflow").prepare(program(guarded)), engine="order").verdict is Verdict.SAFE


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("d = sin(d);", "call of undefined function 'sin'"), ("long double l = d;", "conversion of long double"),
        ("static _Atomic int n = 1; n *= 1.5;", "an atomic integer computed with floating-point numbers"),
    ],
)
def test_what_is_not_modelled_is_unknown(program: Any, statement: str, reason: str) -> None:
    answer = ask(program(f"{HEAD} double d; int main(void) {{ {statement} assert(d == 0); }}"), engine="order")
    assert answer.verdict is Verdict.UNKNOWN and reason in answer.reason
