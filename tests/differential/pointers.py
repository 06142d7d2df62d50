"""Generated sequential programs that move pointers about, and what the compiler makes of them.

The generator knows where every pointer points, so that no program leaves an object or compares pointers to different
ones, but it moves them by amounts that a verifier has to find out: they depend on an input, or on what memory holds.
Pointers go backwards, to one past the end, through other pointers, through integers and over elements of all sizes.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

HEAD = """#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef COMPILED
#include <stdio.h>
#define INPUT(k) static volatile int in_ = k; int in = in_
#define FINISH() printf("%llu\\n", h)
#else
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#ifdef FIXED
#define INPUT(k) int in = k
#else
#define INPUT(k) int in = __VERIFIER_nondet_int(); __VERIFIER_assume(in == k)
#endif
#define FINISH() if (TEST) reach_error()
#endif
#define SEE(x) (h = h * 31 + (unsigned long long)(x))
typedef struct { char k; short s; int i; long l; int *at; short t[3]; } record;
typedef int row[3];
int ga[4] = {1, -2, 3, -4}; short gs[5] = {5, 6, -7, 8, 9}; signed char gc[8] = {1, 2, -3}; long gl[2] = {-1, 4};
record gr[3] = {{1, 2, 3, 4, ga + 1, {5, 6}}, {-1, -2, -3, -4, ga}}; int gm[2][3] = {{1, 2, 3}, {4, 5, 6}};
int *ip = ga + 1; short *sp = gs; int **pp = &ip;
"""

@dataclass
class Pointer:
    """``home`` is the array that it points into, at ``index`` of ``count`` elements."""

    home: str
    index: int
    count: int


ARRAYS = {
    "int": [("ga", 4), ("gm[0]", 3), ("gm[1]", 3), ("la", 5), ("hp", 6), ("vla[1]", 3), ("vla[3]", 3)],
    "short": [("gs", 5), ("gr[1].t", 3), ("ls", 4)],
    "signed char": [("gc", 8), ("(signed char *)ga", 16), ("lc", 3), ("(signed char *)&gr[2].l", 8)],
    "long": [("gl", 2), ("&gr[0].l", 1), ("ll", 3)],
    "record": [("gr", 3), ("lr", 2)],
    "row": [("gm", 2), ("vla", 4)],
}
"""For each type of element what pointers to it may point into."""
WHOLE = ["ga", "la", "hp", "gs", "ls", "gc", "lc", "gl", "ll", "gr", "lr", "vla"]
"""Those that are objects of their own."""
VARIABLES = {"ip": "int", "iq": "int", "sp": "short", "sq": "short", "cp": "signed char", "cq": "signed char", "lp": "long",
             "rp": "record", "rq": "record", "wp": "row"}  # fmt: skip


class Generator:
    def __init__(self, seed: int, statements: int = 12) -> None:
        self.random = random.Random(seed)
        self.statements = statements
        self.input = self.random.randint(-3, 3)
        self.at: dict[str, Pointer] = {}

    def text(self, astray: bool = False) -> str:
        """``astray``: in the end something is accessed that is no part of any object."""
        lines = [
            f"INPUT({self.input});", f"unsigned long long h = 0; int n = in * in - in + {4 - self.input * self.input + self.input};",
            "int la[5] = {3, 1}; short ls[4] = {0, 7}; signed char lc[3] = {9}; long ll[3] = {2}; record lr[2]; int vla[n][3];",
            "memset(lr, 1, sizeof lr); memset(vla, 0, sizeof vla); lr[0].at = la; lr[1].at = ga;",
            "int *hp = malloc(6 * sizeof *hp); memset(hp, 0, 6 * sizeof *hp);",
            "int *iq = ga; short *sq; signed char *cp, *cq; long *lp; record *rp, *rq; row *wp;",
        ]  # fmt: skip
        lines += [self.aim(name) for name in VARIABLES]
        lines += [self.statement() for _ in range(self.statements)]
        lines += [self.leave()] if astray else []
        lines += ["for (int i = 0; i < 4; i++) SEE(ga[i]); for (int i = 0; i < 5; i++) SEE(gs[i] + la[i]);",
                  "for (int i = 0; i < 3; i++) { SEE(gc[i]); SEE(gr[i].i); SEE(gr[i].s); SEE(gr[i].l); SEE(vla[1][i] + vla[3][i]); SEE(gm[1][i]); }"]  # fmt: skip
        body = "\n".join("    " + line for line in [*lines, "FINISH();", "free(hp);", "return 0;"])
        return f"{HEAD}int main(void) {{\n{body}\n}}\n"

    # --- pieces -----------------------------------------------------------------------------------------------------

    def amount(self, number: int) -> str:
        """Something that is this number, in one of several types."""
        form = self.random.randrange(6)
        if form == 0:
            return f"({number})"
        offset = number - self.input
        plain = f"(in {'-' if offset < 0 else '+'} {abs(offset)})"
        return [plain, plain, f"(short){plain}", f"(long){plain}", f"(signed char){plain}"][form - 1]

    def aim(self, name: str) -> str:
        home, count = self.random.choice(ARRAYS[VARIABLES[name]])
        index = self.random.randint(0, count)
        self.at[name] = Pointer(home, index, count)
        start = f"({home})" if self.random.random() < 0.7 else f"&({home})[0]"
        if VARIABLES[name] == "row" and home == "gm":
            start = "gm"
        cast = "(row *)" if VARIABLES[name] == "row" else ""
        return f"{name} = {cast}{start} + {self.amount(index)};"

    def element(self, name: str) -> str:
        """One that can be accessed, by whichever distance from the pointer."""
        p = self.at[name]
        if p.index < p.count and self.random.random() < 0.4:
            return f"(*{name})"
        distance = self.random.randrange(p.count) - p.index
        return self.random.choice((f"{name}[{self.amount(distance)}]", f"(*({name} + {self.amount(distance)}))",
                                   f"(*({name} - {self.amount(-distance)}))"))  # fmt: skip

    def place(self) -> str:
        name = self.random.choice(list(VARIABLES))
        element = self.element(name)
        if VARIABLES[name] == "record":
            return element + self.random.choice((".k", ".s", ".i", ".l", ".t[1]", f".t[{self.amount(self.random.randrange(3))}]"))
        if VARIABLES[name] == "row":
            return f"{element}[{self.amount(self.random.randrange(3))}]"
        return element

    def leave(self) -> str:
        """An access right behind the end of an object, or before its beginning."""
        homes = {home: name for name, type in VARIABLES.items() for home, _ in ARRAYS[type] if home in WHOLE}
        home = self.random.choice(WHOLE)
        name = homes[home]
        count = dict(ARRAYS[VARIABLES[name]])[home]
        index = self.random.randint(0, count)
        distance = self.random.choice((count - index, -1 - index))
        part = {"record": ".i", "row": "[1]"}.get(VARIABLES[name], "")
        access = f"({name}[{self.amount(distance)}]){part}"
        return f"{name} = {home} + {self.amount(index)}; {self.random.choice((f'{access} = 1', f'SEE({access})'))};"

    # --- statements -------------------------------------------------------------------------------------------------

    def statement(self) -> str:
        kinds = (self.move, self.move, self.aim_again, self.write, self.write, self.read, self.compare, self.walk, self.through_pointer,
                 self.through_number, self.copy, self.conditional)  # fmt: skip
        return self.random.choice(kinds)()

    def aim_again(self) -> str:
        return self.aim(self.random.choice(list(VARIABLES)))

    def move(self) -> str:
        name = self.random.choice(list(VARIABLES))
        p = self.at[name]
        before, p.index = p.index, self.random.randint(0, p.count)
        distance = p.index - before
        if distance == 1 and self.random.random() < 0.5:
            return f"{name}++;"
        if distance == -1 and self.random.random() < 0.5:
            return f"--{name};"
        return self.random.choice((f"{name} += {self.amount(distance)};", f"{name} -= {self.amount(-distance)};",
                                   f"{name} = {name} + {self.amount(distance)};"))  # fmt: skip

    def write(self) -> str:
        return f"{self.place()} = {self.random.choice((str(self.random.randint(-9, 99)), 'in', 'SEE(1)', self.place()))};"

    def read(self) -> str:
        return f"SEE({self.place()});"

    def compare(self) -> str:
        name = self.random.choice([n for n in VARIABLES if VARIABLES[n] != "row"])
        p = self.at[name]
        operator = self.random.choice(("<", "<=", ">", ">=", "==", "!=", "-"))
        other = f"({p.home}) + {self.amount(self.random.randint(0, p.count))}"
        return f"SEE({name} {operator} ({other}));"

    def walk(self) -> str:
        """A loop over an array, forwards or backwards, that leaves the pointer at an end."""
        name = self.random.choice([n for n in VARIABLES if VARIABLES[n] not in ("row", "record")])
        p = self.at[name]
        first, behind = f"({p.home})", f"({p.home}) + {p.count}"
        if self.random.random() < 0.5:
            p.index = 0
            return f"for ({name} = {behind}; {name} > {first}; {name}--) SEE({name}[-1]);"
        p.index = p.count
        return f"for ({name} = {first}; {name} != {behind}; ++{name}) {{ SEE(*{name}); *{name} += 1; }}"

    def through_pointer(self) -> str:
        home, count = self.random.choice(ARRAYS["int"])
        index = self.random.randint(0, count)
        which = self.random.choice(("ip", "iq"))
        self.at[which] = Pointer(home, index, count)
        return f"pp = &{which}; *pp = {home}; *pp += {self.amount(index)}; SEE(*pp == {which});"

    def through_number(self) -> str:
        name = self.random.choice([n for n in VARIABLES if VARIABLES[n] not in ("row",)])
        p, type = self.at[name], VARIABLES[name]
        before, p.index = p.index, self.random.randint(0, p.count)
        distance = p.index - before
        return self.random.choice((
            f"{name} = ({type} *)((uintptr_t){name} + {self.amount(distance)} * (long)sizeof({type}));",
            f"{name} = ({type} *)((char *){name} + {self.amount(distance)} * (int)sizeof *{name});",
            f"{{ uintptr_t u = (uintptr_t)({name} + {self.amount(distance)}) ^ 5; {name} = ({type} *)(u ^ 5); }}",
            f"{{ {type} *c[2] = {{{name}, {name} + {self.amount(distance)}}}; memcpy(&{name}, &c[{self.amount(1)}], sizeof {name}); }}",
        ))  # fmt: skip

    def copy(self) -> str:
        name = self.random.choice([n for n in VARIABLES if VARIABLES[n] not in ("row", "record")])
        p = self.at[name]
        other, count = self.random.choice([(h, c) for h, c in ARRAYS[VARIABLES[name]] if h != p.home] or [(p.home, p.count)])
        size = min(p.count, count)
        return f"memmove(({p.home}), ({other}), {self.random.randint(1, size)} * sizeof *{name});"

    def conditional(self) -> str:
        """Where the pointer goes depends on what memory holds: only the end is known."""
        name = self.random.choice([n for n in VARIABLES if VARIABLES[n] not in ("row", "record")])
        p = self.at[name]
        target = self.random.randint(0, p.count)
        p.index = target
        return f"while ({name} != ({p.home}) + {self.amount(target)}) {name} < ({p.home}) + {self.amount(target)} ? {name}++ : {name}--;"
