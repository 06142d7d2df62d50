"""What generated programs are made of: tables of C text with holes, one table for each feature of C.

Holes: ``@E`` an expression, ``@C`` a condition, ``@R`` something to read, ``@P`` a shared place to write, ``@L`` a local
variable, ``@S`` a statement, ``@K`` a small constant, ``@T`` an integer type, ``@n`` a fresh name (the same one everywhere
in a template).  Templates have no undefined behaviour whatever fills the holes, except signed overflow, which wraps.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Feature:
    """``reads`` and ``places`` are shared; ``observed`` is what the final result can be made of."""

    globals: str = ""
    reads: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    statements: tuple[str, ...] = ()
    expressions: tuple[str, ...] = ()
    setup: str = ""
    """What main does before it starts threads."""
    observed: tuple[str, ...] = ()


BASE = Feature(
    globals="int x, y = 1;",
    reads=("x", "y"),
    places=("x", "y"),
    statements=("@P = @E;", "@P = @E;", "@P += @R;", "@L = @E;", "@P++;"),
    expressions=("@R", "@R + @R", "@R - @K", "@R * @K"),
    observed=("x", "y"),
)

BARE = Feature(globals=BASE.globals, reads=BASE.reads, places=BASE.places, expressions=("@R", "@R + 1"), observed=BASE.observed)
"""Without the statements, for programs that are to do few things of other kinds."""

INTEGERS = Feature(
    globals="unsigned char c = 250; signed char h = -3; long long w = 1; unsigned u = 7; short s; _Bool o;",
    reads=("c", "h", "w", "u", "s", "o"),
    places=("c", "h", "w", "u", "s", "o"),
    statements=("@P = @E;", "@P -= @E;", "--@P;", "@P ^= @R;", "@P <<= 3;", "@P >>= 1;", "@P *= @R;"),
    expressions=(
        "@R - @R", "@R * @R", "(@T)@R", "(@T)(@R + @R)", "-@R", "~@R", "!@R", "@R << (@R & 7)", "@R >> (@R & 7)",
        "@R / (@R | 1)", "@R % (@R | 1)", "@R / @K1", "@R & @R", "@R | @R", "@R ^ @K", "(@R < @R)", "(@R == @K)",
        "(@C ? @R : @R)", "(@R && @R)", "(@R || @C)", "(@T)@R >> 2", "(@T)@R / @K1", "@R % @K1", "0x80000000u + @R",
        "2147483647 + @R", "(@T)@R * (@T)@R",
    ),
    observed=("c", "h", "w", "u", "s", "o"),
)

BRANCHES = Feature(
    statements=(
        "if (@C) { @S }", "if (@C) { @S } else { @S }", "if (@C) return @ret;", "switch (@R & 3) { case 0: @S break; case 2: @S default: @P = @K; }",
        "if (@C) goto @n; @S @n: ;", "@P = @C ? @R : @K;", "if (@C) pthread_exit(@ret);", "if (@P++ && @C) { @S }",
        "@L = (@P--, @R) || (@P += 2) > 3;", "if (!(@C && @C)) { @S } else if (@C || @C) @P = @K;",
    ),
)

LOOPS = Feature(
    statements=(
        "for (int @n = 0; @n < 2; @n++) { @P += @n + 1; }", "for (int @n = 0; @n < 2; @n++) { @S }",
        "for (int @n = 0; @n < (@R & 1) + 1; @n++) { @S }", "for (int @n = @R & 3; @n > 1; @n--) { @P += @n; }",
        "for (int @n = 0; @n < 2; @n++) { if (@C) break; @S }", "for (int @n = 0; @n < 3; @n++) { if (@C) continue; @P++; }",
        "int @n = 0; do { @P++; @n++; } while (@C && @n < 2);", "int @n = 2; while (@n-- && @C) { @S }",
        "int @n = 0; again_@n: @P++; if (++@n < 2) goto again_@n;",
        "int @n = 0; if (@C) goto in_@n; while (@n < 2) { @P++; in_@n: @n++; }",
        "for (int @n = 0; @n < 2; @n++) for (int i_@n = 0; i_@n < 2; i_@n++) { if (@C) goto out_@n; @P++; } out_@n: ;",
        "int @n = @R & 1; switch (@n) { case 0: do { @P++; case 1: @n++; } while (@n < 2); }",
    ),
)

MUTEX = Feature(
    globals="pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, k, ms[2], re = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP; int busy;",
    statements=(
        "pthread_mutex_lock(&m); @S pthread_mutex_unlock(&m);", "pthread_mutex_lock(&m); @S @S pthread_mutex_unlock(&m);",
        "pthread_mutex_lock(&k); @S pthread_mutex_unlock(&k);",
        "if (pthread_mutex_trylock(&m) == 0) { @S pthread_mutex_unlock(&m); } else { @P = @K; }",
        "pthread_mutex_lock(&m); if (@C) { pthread_mutex_unlock(&m); return @ret; } @S pthread_mutex_unlock(&m);",
        "assert(@C); pthread_mutex_lock(&m); @P++; pthread_mutex_unlock(&m);",
        "pthread_mutex_lock(&m); busy++; @S busy--; pthread_mutex_unlock(&m);", "busy++;",
        "pthread_mutex_t *@n = &ms[@R & 1]; pthread_mutex_lock(@n); @S pthread_mutex_unlock(@n);",
        "pthread_mutex_lock(&re); if (pthread_mutex_trylock(&re) == 0) { @S pthread_mutex_unlock(&re); } pthread_mutex_unlock(&re);",
    ),
    setup="pthread_mutex_init(&k, 0);",
    observed=("busy",),
)

ATOMICS = Feature(
    globals="atomic_int a; _Atomic unsigned char b = 254; _Atomic(long) g; int plain;",
    reads=("a", "b", "atomic_load(&g)"),
    places=("a", "b", "g"),
    statements=(
        "@L = atomic_fetch_add(&a, @K);", "atomic_fetch_sub(&b, @K);", "atomic_fetch_or(&g, @R);", "b++;", "a += @R;",
        "@L = atomic_exchange(&a, @R);", "atomic_store(&g, @E);",
        "{ int @n = @K; if (atomic_compare_exchange_strong(&a, &@n, @E)) { @S } else @L = @n; }",
        "{ unsigned char @n = @R; atomic_compare_exchange_strong(&b, &@n, @K); @L = @n; }",
        "@L = __sync_fetch_and_add(&plain, @K);", "@L = __sync_val_compare_and_swap(&plain, @K, @R);",
        "__atomic_fetch_xor(&plain, @R, __ATOMIC_SEQ_CST);", "plain = @E;",
        "int @n = a; do { ; } while (!atomic_compare_exchange_strong(&a, &@n, @n + 1));",
    ),
    observed=("a", "b", "(int)g", "plain"),
)

SECTIONS = Feature(
    globals="int v[2]; int *at = &x;",
    statements=(
        "__VERIFIER_atomic_begin(); @S __VERIFIER_atomic_end();", "__VERIFIER_atomic_begin(); @S @S __VERIFIER_atomic_end();",
        "__VERIFIER_atomic_begin(); if (@C) { __VERIFIER_atomic_end(); return @ret; } @S __VERIFIER_atomic_end();",
        "__VERIFIER_atomic_begin(); @S if (@C) { __VERIFIER_atomic_end(); goto @n; } @S __VERIFIER_atomic_end(); @S @n: ;",
        "__VERIFIER_atomic_begin(); @S assert(@C); @S __VERIFIER_atomic_end();",
        "__VERIFIER_atomic_begin(); @P = @E; __VERIFIER_assume(@C); @S __VERIFIER_atomic_end();",
        "__VERIFIER_atomic_begin(); if (@C) { @S __VERIFIER_atomic_end(); } else { @S __VERIFIER_atomic_end(); @S }",
        "__VERIFIER_atomic_begin(); __VERIFIER_atomic_begin(); @S __VERIFIER_atomic_end(); @S __VERIFIER_atomic_end();",
        "__VERIFIER_atomic_begin(); v[@R & 1] = @E; @P = v[0]; __VERIFIER_atomic_end();",
        "__VERIFIER_atomic_begin(); if (@C) @P = @E; @L = @R; @P += @L; __VERIFIER_atomic_end();",
        "__VERIFIER_atomic_begin(); *at = @E; @L = x; x = @L + 1; @L = *at; __VERIFIER_atomic_end();", "at = &y;",
        "__VERIFIER_atomic_begin(); for (int @n = 0; @n < 30; @n++) @P += @R; __VERIFIER_atomic_end();",
        "__VERIFIER_atomic_begin(); for (int @n = 0; @n < (@R & 3); @n++) { @S } __VERIFIER_atomic_end();",
    ),
    observed=("v[0]", "v[1]"),
)

POINTERS = Feature(
    globals="int z = 2; int ar[3] = {1, 2, 3}; int *p = &x, *q = &ar[1]; int **pp = &p;",
    reads=("*p", "*q", "**pp", "z"),
    places=("(*p)", "(*q)", "(**pp)", "z"),
    statements=(
        "p = &y;", "p = q;", "q = &ar[@R & 1];", "q = @C ? &x : &ar[2];", "pp = &q;", "*pp = &z;", "@P = @E;",
        "int *@n = p; *@n = @E; @L = *@n;", "if (p == &x) { @S }", "if (p != q) { @S }", "int *@n = q; q = p; p = @n;",
        "int *@n = q; if (@n == &ar[0] || @n == &ar[1]) @L = @n - ar;",
        "long @n = (long)p | 1; @L = *(int *)(@n & ~1L);", "for (int *@n = ar; @n < ar + 3; @n++) *@n += @R;",
        "struct { int a, b; } @n = {@K, 4}; int *of_@n = &@n.b; if (@C) of_@n--; *of_@n = @R; @L = @n.a * 2 + @n.b;",
        "int @n = @K; int *of_@n = @C ? &@n : p; @n += 2; *of_@n += @R; @L = @n;",
        "int @n[2] = {1, @R}; int *of_@n = &@n[@R & 1]; if (@C) of_@n = &x; *of_@n = @E; @L = @n[1];",
    ),
    observed=("z", "ar[0]", "ar[1]", "ar[2]", "*p", "*q", "(p == q)"),
)

ARRAYS = Feature(
    globals="static const short table[3] = {-2, 3}; int el[3] = {5, 6}; unsigned char by[4] = {1, 2, 3, 4}; short two[2][2]; unsigned i;",
    reads=("el[i % 3]", "by[x & 3]", "el[1]", "i", "two[1][y & 1]", "*(el + (x & 1))", "table[@R & 1]"),
    places=("el[i % 3]", "by[@R & 3]", "el[0]", "i", "two[i & 1][1]", "el[(unsigned)@R % 3]"),
    statements=("i++;", "i = @R;", "int @n = @R; if (@n >= 0 && @n < 3) { el[@n] = @E; @L = el[2 - @n]; }", "by[i & 3]++;",
                "int @n[40] = {1, 2}; @n[3] = @R; if (@C) @n[3] = @K; else @n[5] += 2; @n[5] += @n[3]; @L = @n[5] - @n[39];"),
    observed=("el[0]", "el[1]", "el[2]", "by[0]", "by[3]", "two[0][1]", "two[1][1]", "i"),
)

STRUCTS = Feature(
    globals="struct S { signed char a; short b; int c; long long d; } r1 = {1, 2, 3, 4}, r2; struct S *sp = &r1;"
    " struct B { unsigned f : 3; int g : 4; unsigned char h : 5; } bits;",
    reads=("r1.a", "sp->b", "r1.c", "sp->d", "r2.c", "bits.f", "bits.g", "bits.h"),
    places=("r1.a", "sp->b", "sp->c", "r1.d", "r2.d", "bits.f", "bits.g", "bits.h"),
    statements=("sp = &r2;", "r2 = r1;", "struct S @n = *sp; @n.c += @n.a; @L = @n.c;", "bits.f++;", "bits.g = @E; @L = bits.g;",
                "struct S *@n = sp; *@n = r2;", "struct S *@n = sp; @n->c += @n->a;"),
    observed=("r1.a", "r1.b", "r1.c", "r1.d", "r2.c", "r2.d", "sp->c", "bits.f", "bits.g", "bits.h"),
)

UNIONS = Feature(
    globals="union U { int i; unsigned char b[4]; short s[2]; unsigned u; } un = {258}; union { long long l; int h[2]; } wide;"
    " int word = 7;",
    reads=("un.i", "un.b[0]", "un.s[1]", "un.b[x & 3]", "wide.h[1]", "wide.l", "*(unsigned char *)&word"),
    places=("un.i", "un.b[1]", "un.s[0]", "un.b[@R & 3]", "un.u", "wide.h[0]", "wide.h[1]", "wide.l", "((char *)&word)[1]", "word"),
    statements=("un.u = @E; @L = un.s[1];", "memset(&un, @K, sizeof un);", "memcpy(&word, &un, 4);", "un.b[2]++;", "wide.l = -1 - @R;",
                "union U @n; @n.u = @E; @n.b[@R & 3] = @K; if (@C) @n = un; @L = @n.s[0]; un.b[1] = @n.b[1];"),
    observed=("un.i", "un.s[0]", "un.s[1]", "un.b[3]", "wide.h[0]", "wide.h[1]", "(int)(wide.l >> 16)", "word"),
)

HEAP = Feature(
    globals="struct node { int value, unused; struct node *next; } *head, first; int built;",
    reads=("first.value", "built"),
    places=("first.value",),
    statements=(
        "struct node *@n = malloc(sizeof *@n); @n->value = @E; @n->next = head; head = @n; built++;",
        "struct node *@n = malloc(sizeof *@n); @n->value = @R; @n->next = 0; *(&@n->unused) = @n->value; head = @n;",
        "struct node *@n = calloc(1, sizeof *@n); @n->value += @R; head = @n;",
        "struct node *@n = head; if (@n) { @n->value = @E; if (@n->next) @L = @n->next->value; }",
        "struct node *@n = head; if (@n) head = @n->next;",
        "int *@n = malloc(4); *@n = @R; if (@C) ++*@n; @L = *@n; free(@n);",
        "int *@n = malloc(4 + 4 * (@R & 1)); @n[0] = @R; @L = @n[0] + 1;",
        "first.next = head; head = &first;", "head = 0;",
        "struct node *@n = malloc(sizeof *@n); if (@n->unused == @K) @n->value = 1; else @n->value = 1; @P = @n->value;",
        "int @n; if (@C) @n = 1; if (@n != 1) @n = 1; @P = @n;",
    ),
    observed=("(head ? head->value : -1)", "(head && head->next ? head->next->value : -1)", "built"),
)

INPUTS = Feature(
    reads=("in",),
    places=("in",),
    globals="int in;",
    statements=(
        "int @n = __VERIFIER_nondet_int(); __VERIFIER_assume(@n == 0 || @n == 1); @P += @n;",
        "unsigned char @n = __VERIFIER_nondet_uchar(); __VERIFIER_assume(@n < 2); if (@n) { @S } else { @S }",
        "_Bool @n = __VERIFIER_nondet_bool(); if (@n) { @S }", "in = __VERIFIER_nondet_int() & 1;",
        "__VERIFIER_assume(@C);", "@P = @E; __VERIFIER_assume(@C); @S", "assert(@C);", "assert(@C); __VERIFIER_assume(@C);",
        "@P = @R; assert(@C);", "if (@C) exit(0);", "@P = @E; if (@C) abort();", "if (@C) { @S __VERIFIER_assume(0); }",
    ),
    observed=("in",),
)

CALLS = Feature(
    globals="static int twice(int n) { x += n; return x + n; } static void poke(int *to, int v) { *to = v; if (v > 1) return; *to += 1; }"
    " static int sum(int n) { return n <= 0 ? y : n + sum(n - 1); } static int (*fn)(int) = twice; __thread int own = 4;"
    " static int count(int n) { static int calls; calls += n; return calls; }"
    " static struct pair { short a; int b; } pr; static struct pair make(int v) { struct pair r = {v, x}; if (v > 2) r.b = y; return r; }"
    " static int both(struct pair v) { v.a += v.b; return v.a; } static void end(int v) { if (v > 1) pthread_exit(0); x = v; }",
    reads=("own",),
    places=("own",),
    statements=(
        "@L = twice(@R);", "poke(&x, @E);", "poke(&y, @R);", "poke(&own, @R);", "@L = sum(@R & 1);", "@P = fn(@R);", "fn = sum;",
        "fn = @C ? twice : count;", "@L = count(@K);", "own += @R; @P = own;", "{ int @n = @R; poke(&@n, @n + 1); @P = @n; }",
        "@L = make(@R).b;", "pr = make(@E);", "@P = both(pr);", "@P = both(make(@K));", "end(@R); /* @ret */",
    ),
    observed=("own", "count(0)", "pr.a", "pr.b"),
)

SYNC = Feature(
    globals="sem_t se; pthread_mutex_t cm = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t cv = PTHREAD_COND_INITIALIZER; int ready;"
    " pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER; pthread_barrier_t ba; pthread_once_t on = PTHREAD_ONCE_INIT; pthread_spinlock_t sl;"
    " static void once(void) { x += 3; }",
    reads=("ready",),
    statements=(
        "sem_wait(&se); @S sem_post(&se);", "sem_post(&se);", "if (sem_trywait(&se) == 0) { @S }",
        "pthread_mutex_lock(&cm); ready = 1; pthread_cond_signal(&cv); pthread_mutex_unlock(&cm);",
        "pthread_mutex_lock(&cm); while (!ready) pthread_cond_wait(&cv, &cm); @S pthread_mutex_unlock(&cm);",
        "pthread_rwlock_rdlock(&rw); @L = @R; @P = @L; pthread_rwlock_unlock(&rw);", "pthread_rwlock_wrlock(&rw); @S pthread_rwlock_unlock(&rw);",
        "pthread_mutex_lock(&cm); ready = @K; pthread_cond_broadcast(&cv); pthread_mutex_unlock(&cm);",
        "pthread_once(&on, once);", "pthread_spin_lock(&sl); @S pthread_spin_unlock(&sl);", "pthread_barrier_wait(&ba);",
    ),
    setup="sem_init(&se, 0, 1); pthread_barrier_init(&ba, 0, 2); pthread_spin_init(&sl, 0);",
    observed=("ready",),
)

OWN = Feature(
    globals="_Thread_local int mine = 3; static __thread struct { short lo; unsigned hi : 5; } tl; pthread_key_t key, kept;"
    " static void drop(void *v) { x += (int)(long)v; }",
    reads=("mine", "tl.lo", "tl.hi"),
    places=("mine", "tl.lo", "tl.hi"),
    statements=(
        "pthread_setspecific(key, (void *)(long)(@R & 7)); @S @L = (int)(long)pthread_getspecific(key);",
        "@L = (int)(long)pthread_getspecific(key); @P = @L;", "pthread_setspecific(kept, (void *)(long)(@R & 3));",
        "int *@n = &mine; *@n += @R; @P = mine;", "static _Thread_local int @n; @n += @K; @P = @n;", "tl.hi++; @P = tl.hi;",
    ),
    setup="pthread_key_create(&key, 0); pthread_key_create(&kept, drop);",
    observed=("mine", "tl.lo", "tl.hi", "(long)pthread_getspecific(key)"),
)

HELPERS = Feature(
    globals="static void *helper(void *arg) { x += (int)(long)arg; return arg; } static void *filler(void *arg) { *(int *)arg = y; return 0; }"
    " int given;",
    reads=("given",),
    places=("given",),
    statements=(
        "pthread_t @n; void *of_@n; pthread_create(&@n, 0, helper, (void *)(long)@K); @S pthread_join(@n, &of_@n); @L = (int)(long)of_@n;",
        "pthread_t @n; if (pthread_create(&@n, 0, helper, (void *)2L) == 0) pthread_detach(@n);",
        "pthread_attr_t of_@n; pthread_t @n; pthread_attr_init(&of_@n); pthread_attr_setdetachstate(&of_@n, PTHREAD_CREATE_DETACHED); pthread_create(&@n, &of_@n, filler, &given);",
        "pthread_t @n[2]; for (long i = 0; i < 2; i++) pthread_create(&@n[i], 0, helper, (void *)i); pthread_join(@n[1], 0); @S pthread_join(@n[0], 0);",
        "int *@n = malloc(sizeof *@n); *@n = 7; pthread_t of_@n; pthread_create(&of_@n, 0, filler, @n); pthread_join(of_@n, 0); @P = *@n; free(@n);",
    ),
    observed=("given",),
)

FLAGS = Feature(
    globals="char f0, f1, f2, f3, f4[3];",
    reads=("f0", "f1", "f2", "f3", "f4[1]"),
    places=("f0", "f1", "f2", "f3", "f4[f0 & 1]", "f4[f1 & 1]"),
    statements=("@P = 1;", "if (@R) @P = 1;", "if (@R) @P = 1;", "if (@R && @R) @P = 2;", "if (@R == @K) { @S }", "@P = @R;"),
    observed=("f0", "f1", "f2", "f3", "f4[1]"),
)

SPINS = Feature(
    globals="atomic_int turn; pthread_mutex_t sm = PTHREAD_MUTEX_INITIALIZER;",
    reads=("turn",),
    places=("turn",),
    statements=(
        "while (turn == @K) ;", "while (turn != @K) @P++;", "while (pthread_mutex_trylock(&sm)) ; @S pthread_mutex_unlock(&sm);",
        "turn = @K;", "for (;;) { if (@C) break; if (turn) return @ret; }", "while (turn != @K) @L = @R;", "do @L = turn; while (@R != @L);",
        "while (turn == @K) { if (@R) @P = @E; }", "while (turn != @K) assert(@R < 2);", "while (atomic_exchange(&turn, @K)) ;",
        "while (atomic_fetch_or(&turn, 1) & 1) ;", "{ int @n = 0; while (turn != @K && @n < 2) @n++; @L = @n; }",
        "{ int @n = 0; while (!atomic_compare_exchange_strong(&turn, &@n, @K)) @n = 0; }",
        "{ int @n = turn; while (!atomic_compare_exchange_weak(&turn, &@n, @n + 1 & 3)) ; @L = @n; }",
        "{ int @n; do @n = turn; while (@n != @K && !atomic_compare_exchange_strong(&turn, &@n, @E)); @L = @n; }",
        "{ int @n = 1; for (;;) { int @nb = @n; if (atomic_compare_exchange_strong(&turn, &@nb, @K)) break; if (@C) @n = @nb; } }",
        "while (turn == @K) while (turn != 1) ;", "for (;;) { while (turn) ; if (!atomic_exchange(&turn, 1)) break; } @S turn = 0;",
        "for (;;) { pthread_mutex_lock(&sm); if (@C) { pthread_mutex_unlock(&sm); break; } pthread_mutex_unlock(&sm); }",
    ),
    observed=("turn",),
)

FENCES = Feature(
    globals="atomic_int rel, acq; int e0, e1;",
    reads=("e0", "e1", "atomic_load_explicit(&rel, memory_order_relaxed)", "atomic_load_explicit(&acq, memory_order_acquire)"),
    places=("e0", "e1"),
    statements=(
        "__sync_synchronize();", "atomic_thread_fence(memory_order_seq_cst);", "atomic_thread_fence(memory_order_release);",
        "atomic_thread_fence(memory_order_acquire);", "if (@C) __sync_synchronize();", "atomic_signal_fence(memory_order_seq_cst);",
        "atomic_store_explicit(&rel, @E, memory_order_relaxed);", "atomic_store_explicit(&acq, @E, memory_order_release);",
        "atomic_store_explicit(&rel, @K, memory_order_release);", "acq = @R;", "e0 = 1; @L = e1;", "e1 = 1; @L = e0;",
        "atomic_fetch_add_explicit(&rel, 1, memory_order_relaxed);", "if (@C) atomic_store_explicit(&acq, 1, memory_order_release);",
    ),
    observed=("rel", "acq", "e0", "e1"),
)

# Executions that come to undefined behaviour are not followed any further, by neither side.
UNDEFINED = Feature(
    globals="int av[2] = {3, 4}; int *np; unsigned cnt = 30;",
    reads=("cnt", "av[1]"),
    places=("cnt",),
    statements=(
        "@L = 1 << @R;", "@P = @R >> cnt;", "@L = 12 / @R;", "@P = 7 % @R;", "@L = av[@R];", "av[@R] = @E;", "@L = *np;", "np = &x;",
        "np = 0;", "*np = @E;", "@P = @E; @L = *np; @S", "cnt++;", "@P = (@R != 0) && 3 / @R > 1;", "np = &av[1]; np[@R] = @K;",
    ),
    observed=("av[0]", "av[1]", "cnt"),
)

FEATURES = {
    "integers": INTEGERS, "branches": BRANCHES, "loops": LOOPS, "mutex": MUTEX, "atomics": ATOMICS, "sections": SECTIONS,
    "pointers": POINTERS, "arrays": ARRAYS, "structs": STRUCTS, "unions": UNIONS, "heap": HEAP, "inputs": INPUTS, "calls": CALLS,
    "sync": SYNC, "flags": FLAGS, "undefined": UNDEFINED, "spins": SPINS, "fences": FENCES,
    "own": OWN, "helpers": HELPERS,
}
