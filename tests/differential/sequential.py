"""Generated sequential programs of ordinary C: integers of all widths, arrays, pointers, structs, blocks, strings, functions.

Most operations are written so that they are defined whatever their operands are (indices modulo the length, counts of
shifts modulo the width, small numbers added).  A program may also have *risks*: operations that are undefined for some
operands, or always, written as somebody would who has forgotten about it.  Nobody computes here what a program does.
Every statement is a line of its own, so that two tools can be compared by the line that they complain about.
"""

from __future__ import annotations

import random
from collections.abc import Callable

HEAD = """#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef HEDDLE
#define INPUT(k) ({ static volatile int in_ = k; in_; })
#define FINISH(h) printf("%llu\\n", h)
#define K(x) ({ volatile __typeof__(x) k_ = x; k_; })
#else
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#ifdef FIXED
#define INPUT(k) (k)
#else
#define INPUT(k) ({ int in_ = __VERIFIER_nondet_int(); __VERIFIER_assume(in_ == k); in_; })
#endif
#define FINISH(h) if (TEST) reach_error()
#define K(x) (x)
#endif
#define NEGATIVE(x) ({ __typeof__(-(x)) n_ = -(x); n_; })
#define SEE(x) (h = h * 31 + (unsigned long long)(x))
"""
"""The same in every program: what a compiler gets has many programs behind one head.  ``K`` hides constants from GCC, which
moves them about (``(x + 7) - 5``) before the sanitizers look for overflows; so does ``NEGATIVE`` with negations that are
converted to unsigned numbers."""

INTEGERS = {
    "signed char": "sc", "unsigned char": "uc", "short": "s", "unsigned short": "us", "int": "i", "unsigned": "u",
    "long": "l", "unsigned long": "ul", "long long": "ll", "unsigned long long": "ull", "_Bool": "b",
}  # fmt: skip
BITS = {"sc": 8, "uc": 8, "s": 16, "us": 16, "i": 32, "u": 32, "l": 64, "ul": 64, "ll": 64, "ull": 64, "b": 1}
CONSTANTS = ("0", "1", "2", "3", "7", "-1", "-2", "10", "100", "127", "255", "-128", "32767", "65535", "INT_MAX", "INT_MIN",
             "1000000", "UINT_MAX", "LONG_MAX", "LONG_MIN", "0x5555", "1u", "5l", "9ull")  # fmt: skip
WORDS = ("", "a", "ab", "abc", "hello", "x1y2z3", "0123456789")
SIGNED = ("i", "l", "s", "sc", "ll")


class Generator:
    def __init__(self, seed: int, statements: int = 14) -> None:
        self.random = random.Random(seed)
        self.tag, self.statements = f"_{seed}", self.random.randint(4, statements)
        self.risk = self.random.choice((0.0, 0.0, 0.0, 0.03, 0.12, 0.3))
        self.input = self.random.randint(-4, 9)
        self.depth = 0
        self.counter = 0
        self.counters: list[str] = []
        """Variables of loops around here: read, but not written."""
        self.scalars: list[tuple[str, str]] = []
        self.arrays: list[tuple[str, str, int]] = []
        self.functions: list[str] = []

    # --- the program ------------------------------------------------------------------------------------------------

    def text(self) -> str:
        t = self.tag
        lines = self.globals()
        lines += self.helpers()
        lines += [f"int main{t}(void)", "{", "unsigned long long h = 0;", f"int in = INPUT({self.input});"]
        lines += self.locals()
        for _ in range(self.statements):
            lines += self.statement()
        lines += ["free(hp);"]
        lines += [f"SEE({name});" for name, _ in self.scalars]
        lines += [f"for (int k = 0; k < {count}; k++) SEE({name}[k]);" for name, _, count in self.arrays if name != "hp"]
        lines += ["SEE(rec.c); SEE(rec.i); SEE(rec.l); SEE(rec.t[0] + rec.t[2]); SEE(rec.bits); SEE(rec.few); SEE(rec.in.a); SEE(strlen(text));"]
        lines += ["FINISH(h);", "return 0;", "}"]
        return "\n".join(lines) + "\n"

    def globals(self) -> list[str]:
        t, r = self.tag, self.random
        lines = [
            f"struct inner{t} {{ short a; int b; }};",
            f"struct rec{t} {{ char c; int i; long l; short t[3]; unsigned bits : 5; int few : 3; struct inner{t} in; struct rec{t} *next; }};",
            f"static const int table{t}[4] = {{3, 1, 4, 1}};",
        ]
        for type in r.sample(sorted(INTEGERS), 3):
            name = f"g{INTEGERS[type]}{t}"
            lines.append(f"{type} {name} = {self.small()};")
            self.scalars.append((name, INTEGERS[type]))
        for type in r.sample(["int", "short", "unsigned char", "long"], 2):
            name, count = f"ga{INTEGERS[type]}{t}", r.randint(2, 5)
            lines.append(f"{type} {name}[{count}] = {{{', '.join(self.small() for _ in range(count))}}};")
            self.arrays.append((name, INTEGERS[type], count))
        return lines

    def helpers(self) -> list[str]:
        t = self.tag
        return [
            f"static int mix{t}(int a, unsigned b)", "{", "unsigned m = (unsigned)a * 7u + b;", "return (int)(m & 0xffff);", "}",
            f"static long deep{t}(int n, long sum)", "{", "if (n <= 0)", "return sum;", f"return deep{t}(n - 1, sum + n);", "}",
            f"static struct rec{t} made{t}(int i, struct inner{t} in)", "{",
            f"struct rec{t} r = {{.c = 'c', .i = i, .in = in}};", "r.t[1] = (short)i;", "return r;", "}",
            f"static int put{t}(int *p, int v)", "{", "int old = *p;", "*p = v;", "return old;", "}",
            f"static int *stale{t}(int v)", "{", "int kept[2] = {v, v};", "int *p = kept;", "return p;", "}",
            f"static int twice{t}(int v)", "{", "return v * 2;", "}",
            f"static int half{t}(int v)", "{", "return v / 2;", "}",
        ]  # fmt: skip

    def locals(self) -> list[str]:
        r, lines = self.random, []
        for type in r.sample(sorted(INTEGERS), 4):
            name = f"v{INTEGERS[type]}"
            lines.append(f"{type} {name} = {r.choice(('in', self.small()))};")
            self.scalars.append((name, INTEGERS[type]))
        for type in r.sample(["int", "unsigned", "signed char", "long"], 2):
            name, count = f"la{INTEGERS[type]}", r.randint(2, 5)
            lines.append(f"{type} {name}[{count}] = {{{self.small()}}};")
            self.arrays.append((name, INTEGERS[type], count))
        self.blocks = r.randint(2, 4)
        self.arrays.append(("hp", "i", self.blocks))
        lines += [
            "int m[2][3] = {{1, 2, 3}, {4, 5, 6}};", 'char text[12] = "ab";', "char other[12] = {0};",
            f"int *hp = malloc({self.blocks} * sizeof *hp);",
            f"for (int k = 0; k < {self.blocks}; k++) hp[k] = k;",
            f"struct rec{self.tag} rec = {{1, 2, 3, {{4, 5, 6}}, 7, 1}};", f"struct rec{self.tag} *rp = &rec;",
            f"int *ip = {self.ints()};",
            f"int (*fp)(int) = {self.random.choice(('twice', 'half'))}{self.tag};",
        ]  # fmt: skip
        return lines

    def ints(self) -> str:
        found = [name for name, kind, _ in self.arrays if kind in ("i", "u") and name != "hp"]
        return self.random.choice(["&m[0][0]", "hp", *(f"(int *){name}" for name in found)])

    # --- expressions ------------------------------------------------------------------------------------------------

    def small(self) -> str:
        return str(self.random.randint(0, 9))

    def scalar(self) -> str:
        return self.random.choice([*(name for name, _ in self.scalars), *self.counters, "in"])

    def risky(self) -> bool:
        return self.random.random() < self.risk

    def index(self, count: int) -> str:
        """One that is in range; or one that may be just outside."""
        e = self.scalar()
        if self.risky():
            return self.random.choice((f"({e} & 3) + {count - 2}", f"({e} & 1) - 1", str(count), f"({e} % {count})"))
        return self.random.choice((f"(unsigned){e} % {count}", str(self.random.randrange(count)), f"((unsigned){e} + 1u) % {count}u"))

    def element(self) -> str:
        form = self.random.randrange(9)
        if form < 4:
            name, _, count = self.random.choice(self.arrays)
            return f"{name}[{self.index(count)}]"
        if form == 4:
            return f"m[{self.index(2)}][{self.index(3)}]"
        if form == 5:
            return self.random.choice(("rec.c", "rec.i", "rec.l", "rec.bits", "rec.few", "rec.in.b", f"rec.t[{self.index(3)}]"))
        if form == 6:
            return self.random.choice(("rp->i", "rp->l", "rp->in.a", "(*rp).c"))
        if form == 7:
            return f"ip[{self.random.choice(('0', '0', '1')) if self.risk else '0'}]"
        return f"*(hp + {self.index(self.blocks)})"

    def expr(self, depth: int = 0) -> str:
        kind = self.random.randrange(6 if depth > 1 else 15)
        if kind < 2:
            return self.scalar()
        if kind < 4:
            return f"K({self.random.choice(CONSTANTS)})"
        if kind == 4:
            return self.element()
        if kind == 5:
            return self.random.choice((f"table{self.tag}[{self.index(4)}]", f"text[{self.index(12)}]", "strlen(text)"))
        a, b = self.expr(depth + 1), self.expr(depth + 1)
        if self.risky():
            return self.random.choice((f"({a} + {b})", f"({a} - {b})", f"({a} * {b})", f"NEGATIVE({self.scalar()})", f"({a} << {b})",
                                       f"({a} >> {b})", f"({a} / {b})", f"({a} % {b})", f"({self.scalar()} << 31)"))  # fmt: skip
        if kind < 9:
            operator = self.random.choice("+-*")
            return f"({self.tame(a)} {operator} {self.tame(b)})"
        if kind == 9:
            return f"({a} {self.random.choice('&|^')} {b})"
        if kind == 10:
            return self.random.choice((f"((unsigned){a} << ({self.scalar()} & 7))", f"({a} >> ({self.scalar()} & 7))"))
        if kind == 11:
            return f"({a} {self.random.choice(('/', '%'))} {self.random.choice(('3', '7u', f'(({b} & 15) + 1)'))})"
        if kind == 12:
            return f"({a} {self.random.choice(('<', '<=', '==', '!=', '>', '>='))} {b})"
        if kind == 13:
            return f"({a} {self.random.choice(('&&', '||'))} {b})" if depth else f"({self.scalar()} ? {a} : {b})"
        type = self.random.choice(sorted(INTEGERS))
        return f"({type}){a}"

    def tame(self, e: str) -> str:
        """Numbers of which sums and products are no surprise."""
        return f"({e} & {self.random.choice(('0x7f', '15', '0xfff'))})"

    # --- statements -------------------------------------------------------------------------------------------------

    def statement(self) -> list[str]:
        if self.risky():
            return self.random.choice(self.DANGERS)(self)
        plain: tuple[Callable[[Generator], list[str]], ...] = self.PLAIN
        if self.depth < 2 and self.random.random() < 0.25:
            return self.random.choice(self.NESTING)(self)
        return self.random.choice(plain)(self)

    def block(self) -> list[str]:
        self.depth += 1
        lines = [line for _ in range(self.random.randint(1, 2)) for line in self.statement()]
        self.depth -= 1
        return lines

    def fresh(self) -> str:
        self.counter += 1
        return f"k{self.counter}"

    def assign(self) -> list[str]:
        return [f"{self.random.choice([name for name, _ in self.scalars])} = {self.expr()};"]

    def update(self) -> list[str]:
        name, kind = self.random.choice(self.scalars)
        if self.risk == 0 and (kind in SIGNED and BITS[kind] > 16):
            return [f"{name} = {name} / 2;", f"{name} {self.random.choice(('&=', '|=', '^='))} {self.expr()};"]
        if kind == "b":
            return [f"{name} |= {self.expr()};"]
        return [self.random.choice((f"{name}++;", f"--{name};", f"{name} += {self.tame(self.expr())};", f"{name} ^= {self.expr()};",
                                    f"{name} -= {self.small()};"))]  # fmt: skip

    def store(self) -> list[str]:
        return [f"{self.element()} = {self.expr()};"]

    def see(self) -> list[str]:
        return [f"SEE({self.expr()});"]

    def aim(self) -> list[str]:
        return [f"ip = {self.ints()};"]

    def through(self) -> list[str]:
        name, _, count = self.random.choice(self.arrays)
        p = self.fresh()
        return [f"__typeof__(&{name}[0]) {p} = {name} + {self.index(count)};",
                f"SEE(*{p});", f"*{p} = {self.expr()};"]  # fmt: skip

    def walk(self) -> list[str]:
        name, _, count = self.random.choice(self.arrays)
        p = self.fresh()
        less = "<=" if self.risky() else "<"
        return [f"for (__typeof__(&{name}[0]) {p} = {name}; {p} {less} {name} + {count}; {p}++)", f"SEE(*{p});"]

    def records(self) -> list[str]:
        t, p = self.tag, self.fresh()
        return self.random.choice((
            [f"struct rec{t} {p} = rec;", f"{p}.i = {self.expr()};", f"rec = {p};", f"SEE({p}.l);"],
            [f"rec = made{t}({self.tame(self.expr())}, (struct inner{t}){{1, 2}});"],
            [f"rec.in = (struct inner{t}){{.b = {self.expr()}}};"],
            [f"struct rec{t} {p}[2] = {{{{2}}, {{3, 4}}}};", f"{p}[0].next = &{p}[1];", f"{p}[0].next->l = {self.expr()};", f"rec = {p}[{self.index(2)}];"],
            [f"rec.few = {self.expr()};", "SEE(rec.few);"],
            [f"rec.bits += {self.tame(self.expr())};"],  # GCC narrows such sums before it looks for overflows
        ))  # fmt: skip

    def strings(self) -> list[str]:
        word = self.random.choice(WORDS)
        return self.random.choice((
            [f'strcpy(text, "{word}");'],
            ["strcpy(other, text);", "SEE(strcmp(other, text) == 0);"],
            ['strcpy(text, "ab");', f'strcat(text, "{word[:5]}");'],
            [f'snprintf(text, sizeof text, "%d:%s", {self.tame(self.expr())}, "{word}");', "SEE(text[0]);"],
            [f"memset(other, {self.small()}, (unsigned){self.scalar()} % 12);", "SEE(other[1]);", "other[11] = 0;"],
            ["memcpy(other, text, 6);", "memmove(other + 1, other, 5);", "other[11] = 0;", "SEE(other[3]);"],
            [f"SEE(strncmp(text, \"{word}\", 2) < 0);"],
            [f"char *c = strchr(text, {self.random.choice(('97', '98', '0'))});", "if (c)", "SEE(c - text);"],
        )) if self.depth else ['strcpy(text, "x");', f'SEE(strcmp(text, "{word}") > 0);']  # fmt: skip

    def call(self) -> list[str]:
        t = self.tag
        a = self.tame(self.expr())
        return self.random.choice((
            [f"SEE(mix{t}({a}, {self.expr()}));"], [f"SEE(deep{t}((int)({a} & 3), {self.tame(self.expr())}));"],
            [f"SEE(put{t}(ip, {self.expr()}));"], [f"SEE(put{t}(&m[{self.index(2)}][{self.index(3)}], 5));"], [f"SEE(fp({a}));"],
            [f"fp = {self.scalar()} & 1 ? twice{t} : half{t};"],
        ))  # fmt: skip

    def heap(self) -> list[str]:
        p, n = self.fresh(), self.random.randint(1, 4)
        end = "" if self.risky() else f"free({p});"
        return [f"long *{p} = calloc({n}, sizeof *{p});", f"{p}[{self.index(n)}] = {self.expr()};", f"SEE({p}[{self.index(n)}]);", end]

    # --- with statements inside -------------------------------------------------------------------------------------

    def if_(self) -> list[str]:
        lines = [f"if ({self.expr()}) {{", *self.block(), "}"]
        return [*lines, "else {", *self.block(), "}"] if self.random.random() < 0.4 else lines

    def for_(self) -> list[str]:
        k = self.fresh()
        self.counters.append(k)
        lines = [f"for (int {k} = 0; {k} < {self.random.randint(1, 4)}; {k}++) {{", *self.block(), "}"]
        self.counters.pop()
        return lines

    def while_(self) -> list[str]:
        k = self.fresh()
        self.counters.append(k)
        leave = [f"if ({self.expr()})", "break;"] if self.random.random() < 0.4 else []
        lines = [f"int {k} = {self.random.randint(1, 4)};", f"while ({k}-- > 0) {{", *leave, *self.block(), "}"]
        self.counters.pop()
        return lines

    def switch(self) -> list[str]:
        return [f"switch ({self.expr()} & 3) {{", "case 0:", *self.scope(), "break;", "case 1:", *self.scope(), "default:", *self.scope(), "}"]

    def scope(self) -> list[str]:
        return ["{", *self.block(), "}"]

    # --- what is often, or always, undefined ------------------------------------------------------------------------

    def danger_memory(self) -> list[str]:
        p, e = self.fresh(), self.scalar()
        return self.random.choice((
            [f"int *{p} = {e} & 1 ? &m[0][0] : 0;", f"SEE(*{p});"],
            [f"int *{p} = malloc(8);", f"{p}[0] = {p}[1] = 3;", f"free({p});", f"SEE({p}[1]);"],
            [f"int *{p} = malloc(8);", f"free({p});", f"if ({e} & 1)", f"free({p});"],
            [f"int *{p} = malloc(8);", f"free({p} + ({e} & 1));"],
            [f"free({e} & 1 ? m[0] : 0);"],
            [f"int *{p} = stale{self.tag}(3);", f"if ({e} & 1)", f"SEE(*{p});"],
            [f"struct rec{self.tag} *{p} = {e} & 1 ? &rec : 0;", f"SEE({p}->l);"],
            [f"int *{p} = malloc(12);", f"memset({p}, 0, 12 + ({e} & 1));", f"free({p});"],
            ["SEE(hp[-1]);"], [f"int *{p} = (int *)((char *)m + ({e} & 7));", f"SEE(*{p});"],
            [f"char *{p} = malloc(3);", f'strcpy({p}, {e} & 1 ? "ab" : "abc");', f"SEE({p}[0]);", f"free({p});"],
        ))  # fmt: skip

    def danger_number(self) -> list[str]:
        name, e, p = self.scalar(), self.scalar(), self.fresh()
        return self.random.choice((
            [f"int {p} = (int){name};", f"SEE({p} + K(INT_MAX - 5));"], [f"int {p} = (int){name};", f"SEE({p} * 100000);"],
            [f"SEE(1 << ({e} + 28));"], [f"SEE((int){name} << 3);"], [f"SEE(5 / (int){name});"], [f"SEE({e} % (int){name});"],
            [f"long {p} = K(LONG_MIN) + {e};", f"SEE(NEGATIVE({p}));"], [f"SEE((K(INT_MIN) + ({e} & 1)) / K(-1));"], [f"SEE(1u >> {e});"],
            [f"int {p} = INT_MAX - ({e} & 1);", f"{p}++;", f"SEE({p});"], [f"SEE((long)1 << ({e} * 8));"],
            [f"int {p} = INT_MIN;", f"{p} -= {e} & 1;", f"SEE({p});"],
        ))  # fmt: skip

    def danger_copy(self) -> list[str]:
        e, p = self.scalar(), self.fresh()
        return self.random.choice((
            [f"memcpy(other + ({e} & 7), other, 4);", "other[11] = 0;"], ['strcpy(text, "abcd");', f"strcpy(text + ({e} & 7), text);"],
            [f'char *{p} = {e} & 1 ? "lit" : text;', f"{p}[0] = 'x';"], [f"int *{p} = (int *)table{self.tag};", f"if ({e} & 1)", f"{p}[1] = 2;"],
            [f"memcpy(text, other, 12 + ({e} & 1));", "text[11] = 0;"], ['strcpy(text, "0123456789");', f'strcat(text, {e} & 1 ? "a" : "bc");'],
            [f"memcpy(m, ip, {e} & 1 ? 4 : 64);"],
        ))  # fmt: skip

    PLAIN = (assign, assign, update, store, store, see, see, aim, through, walk, records, strings, call, heap)
    NESTING = (if_, if_, for_, while_, switch)
    DANGERS = (danger_memory, danger_number, danger_number, danger_copy)


__all__ = ["HEAD", "Generator"]
