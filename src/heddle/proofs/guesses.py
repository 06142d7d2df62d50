"""Guesses at what may hold at a place: simple facts about few variables, most of them wrong.

:mod:`heddle.proofs.weakening` throws away what does not hold.  What is guessed: values of variables, equal variables, a
variable that counts threads, or the difference of two such numbers, how far one number is ahead of another, and all
that only as long as a lock is free, a number has a sign, or a local variable has some of its values.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from heddle.core.types import IntType
from heddle.proofs.formulas import SHARED, Formula, constant, disjunction, negation, variable
from heddle.proofs.ghosts import Ghosted
from heddle.proofs.intervals import of_variable
from heddle.proofs.local_tests import local_tests
from heddle.proofs.system import SELF, Template, Variable

FEW = 3
"""So many values of a variable are guessed one by one."""
LARGE = 1 << 31
BINARY = 2
MOST_VARIABLES = 12
MOST_TESTS = 12
"""So many tests of local variables are asked about at a place."""


class Guesses:
    """``conditional``: also what may hold only under a test of another variable.  ``of_part``: the system is a small
    part of another; then there is time for tests of local variables, and what depends on tests are values only."""

    def __init__(self, ghosted: Ghosted, conditional: bool, of_part: bool) -> None:
        self.system, self.conditional, self.of_part = ghosted.system, conditional, of_part
        self.counts = [c.name for c in ghosted.counts]
        self.owners = sorted(ghosted.identifiers)
        ghosts = {*self.counts, *self.owners}
        self.plain = [name for name in self.system.globals if name not in ghosts]
        self.limits = self._limits()
        self.simple = [(about, fact) for about, fact in (*self._facts(), *self._equal()) if fact.op == "=="]
        self._tests = {t.index: local_tests(self.system, t) if of_part else [] for t in self.system.templates}

    @property
    def are_too_many(self) -> bool:
        return len(self.system.globals) > MOST_VARIABLES

    def of_shared(self) -> list[Formula]:
        """What may hold wherever a thread is."""
        facts = [*self._facts(), *self._relations()]
        conditions = list(self._conditions()) if self.conditional else []
        then = self.simple if self.of_part else facts
        under = [
            disjunction([negation(test), fact]) for name, test in conditions for about, fact in then if about != {name}
        ]
        return [fact for _, fact in facts] + under

    def of_place(self, template: Template, node: int) -> list[Formula]:
        """What may hold of the thread at the place, beside that."""
        found = []
        for name in template.live.get(node, ()):
            mine = variable((0, name))
            if name == SELF:
                for owner in self.owners:
                    found += [same(variable((SHARED, owner)), mine), negation(same(variable((SHARED, owner)), mine))]
                continue
            found += [same(variable((SHARED, shared)), mine) for shared in self.plain]
            found += [same(mine, constant(n)) for n in values(template.locals[name])]
            found += [Formula("<=", (constant(0), mine)), *(Formula("<", (mine, constant(n))) for n in self.limits)]
        kept = [variable((0, name)) for name in template.live.get(node, ()) if name != SELF]
        found += [same(a, b) for a, b in combinations(kept[:FEW], 2)]
        if not template.many:
            for owner in self.owners:
                me = same(variable((SHARED, owner)), constant(template.index))
                found += [me, negation(me)]
        return found + self._by_tests(template, node)

    def _by_tests(self, template: Template, node: int) -> list[Formula]:
        """What may hold as long as a local variable has some of its values: of shared variables, of another's."""
        live = template.live.get(node, ())
        tests = [test for test in self._tests[template.index] if test[0] in live][:MOST_TESTS]
        facts = [fact for _, fact in self.simple]
        me = variable((0, SELF)) if template.many else constant(template.index)
        if not template.many or SELF in live:
            facts += [same(variable((SHARED, owner)), me) for owner in self.owners]
        copies = [name for name in live if name != SELF and name not in {name for name, _ in tests}]
        facts += [same(variable((SHARED, of)), variable((0, name))) for of in self.plain for name in copies]
        found = []
        for name, test in tests:
            others = [other for another, other in tests if another != name]
            for when in (test, negation(test)) if is_binary(template.locals[name]) else (test,):
                then = [*facts, *others, *map(negation, others)]
                found += [disjunction([negation(when), fact]) for fact in then]
        return found

    def _limits(self) -> list[int]:
        """Some numbers that the program compares with."""
        dag, seen, found = self.system.dag, set[int](), set[int]()
        stack = [e.guard for _, e in self.system.edges()]
        while stack:
            n = stack.pop()
            if n not in seen:
                seen.add(n)
                stack += dag.nodes[n].args
                value = dag.constant(n)
                if value is not None and 1 < value < LARGE:
                    found.add(value)
        return sorted(found)[:FEW]

    # --- facts --------------------------------------------------------------------------------------------------------

    def _facts(self) -> Iterator[tuple[frozenset[str], Formula]]:
        for name in (*self.plain, *self.counts):
            shared = variable((SHARED, name))
            about = frozenset({name})
            facts = [same(shared, constant(n)) for n in values(self.system.globals[name])]
            facts += [Formula("<=", (constant(n), shared)) for n in (0, -1)]
            if name in self.plain:
                facts.append(negation(same(shared, constant(0))))
            facts += [Formula("<=", (shared, constant(n))) for n in (1, *self.limits)]
            for fact in facts:
                if is_open(fact, self.system.globals[name]):
                    yield about, fact

    def _relations(self) -> Iterator[tuple[frozenset[str], Formula]]:
        sums = [(frozenset({n}), variable((SHARED, n))) for n in self.counts]
        for a, b in combinations(self.counts, 2):
            for x, y in ((a, b), (b, a)):
                sums.append((frozenset({x, y}), Formula("+", (variable((SHARED, x)), minus(variable((SHARED, y)))))))
        for name in self.plain:
            for about, total in sums:
                yield about | {name}, same(variable((SHARED, name)), total)
            for about, total in sums[: len(self.counts)]:
                yield about | {name}, same(variable((SHARED, name)), minus(total))
        yield from self._equal()

    def _equal(self) -> Iterator[tuple[frozenset[str], Formula]]:
        for a, b in combinations(self.plain, 2):
            if self.system.globals[a].type == self.system.globals[b].type:
                yield frozenset({a, b}), same(variable((SHARED, a)), variable((SHARED, b)))
                yield from ((frozenset({a, b}), fact) for fact in self._distances(a, b))

    def _distances(self, a: str, b: str) -> Iterator[Formula]:
        """How far one unsigned number is ahead of the other, which may have to wrap around to get there."""
        type = self.system.globals[a].type
        if isinstance(type, IntType) and not type.signed:
            for x, y in ((a, b), (b, a)):
                ahead = Formula("+", (variable((SHARED, x)), minus(variable((SHARED, y)))))
                for n in self.limits:
                    yield Formula("<=", (Formula("%", (ahead, constant(1 << type.bits))), constant(n)))

    def _conditions(self) -> Iterator[tuple[str, Formula]]:
        """Tests of one variable that split its values in two."""
        for name in self.plain:
            shared, known = variable((SHARED, name)), self.system.globals[name].value.numbers
            tests = [same(shared, constant(0))]
            if known is None or len(known) > 2:
                tests += [Formula("<", (shared, constant(0))), Formula("<=", (constant(0), shared))]
            elif known:
                tests.append(same(shared, constant(max(known))))
            yield from ((name, test) for test in tests if is_open(test, self.system.globals[name]))


def values(variable: Variable) -> list[int]:
    numbers = variable.value.numbers
    if numbers is not None and not variable.value.junk and len(numbers) <= FEW:
        return sorted(numbers)
    return sorted({0, 1, -1, *(() if variable.initial is None else (variable.initial,))})


def is_open(fact: Formula, variable: Variable) -> bool:
    """Whether the variable's values leave open if a comparison with a number holds."""
    low, high = of_variable(variable)
    numbers = None if variable.value.junk else variable.value.numbers
    if fact.op == "!":
        return is_open(fact.args[0], variable)
    a, b = ((n.value, n.value) if n.op == "const" else (low, high) for n in fact.args)
    match fact.op:
        case "==":
            number = next(n.value for n in fact.args if n.op == "const")
            return low < high and low <= number <= high and (numbers is None or number in numbers)
        case "<=":
            return b[0] < a[1] and a[0] <= b[1]
    return b[0] <= a[1] and a[0] < b[1]


def is_binary(variable: Variable) -> bool:
    numbers = variable.value.numbers
    return numbers is not None and not variable.value.junk and len(numbers) <= BINARY


def same(a: Formula, b: Formula) -> Formula:
    return Formula("==", (a, b))


def minus(a: Formula) -> Formula:
    return Formula("*", (constant(-1), a))


__all__ = ["Guesses"]
