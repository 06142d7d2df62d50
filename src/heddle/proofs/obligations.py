"""What a proof has to show, as questions to Bitwuzla: threads, their values, and what steps make of them.

Written from what a :class:`heddle.proofs.system.System` means, over machine words, and not from the clauses that
found the invariant.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence

import bitwuzla as bz
from bitwuzla import Kind as K

from heddle.proofs.clock import now
from heddle.proofs.counts import all_together, counts_threads
from heddle.proofs.formulas import FALSE, SHARED, Formula, Name, constant, variable
from heddle.proofs.ghosts import Ghosted, holds_identifiers
from heddle.proofs.invariant import Invariant, Place
from heddle.proofs.system import SELF, Edge, Template, Variable
from heddle.proofs.words import Logic, TooWide, Truths, Word, Words, at_least, number_like, within
from heddle.records import dataclass

Values = dict[str, Word]


class Rejected(Exception):
    """What of an invariant does not hold, or could not be shown to."""


@dataclass(slots=True)
class Thread:
    """A thread at a node, and the values of what is live there."""

    template: Template
    node: int
    values: Values

    @property
    def place(self) -> Place:
        return self.template.index, self.node


@dataclass(slots=True)
class Taken:
    """A step that was taken: under ``conditions``, to ``shared`` and ``thread`` (None: a claim has failed)."""

    conditions: list[bz.Term]
    shared: Values
    thread: Thread | None
    created: list[Thread]


class Obligations(ABC):
    """``checked`` counts what was shown.  Raises Rejected."""

    @abstractmethod
    def run(self) -> None:
        """Shows that the invariant holds, and that no claim fails where it does."""

    def __init__(self, ghosted: Ghosted, invariant: Invariant, deadline: float) -> None:
        self.system, self.invariant, self.deadline = ghosted.system, invariant, deadline
        self.logic = Logic()
        self.checked = 0
        for name in ghosted.identifiers:
            if not holds_identifiers(self.system, name):
                raise Rejected(f"{name} may hold more than identifiers of threads")
        for count in ghosted.counts:
            if not counts_threads(self.system, count):
                raise Rejected(f"{count.name} does not count them")
        self.identifiers, self.counts = ghosted.identifiers, ghosted.counts

    # --- states -----------------------------------------------------------------------------------------------------

    def shared(self) -> Values:
        return {name: self.logic.fresh(v.type) for name, v in self.system.globals.items()}

    def thread(self, place: Place) -> Thread:
        template = self.system.templates[place[0]]
        live = template.live.get(place[1], ())
        return Thread(template, place[1], {name: self.logic.fresh(template.locals[name].type) for name in live})

    def known(self, shared: Values, *threads: Thread) -> list[bz.Term]:
        """What the system itself says about values: their ranges, that threads have identifiers of their own, and that
        they are among those that are counted."""
        found = [t for name, word in shared.items() for t in within(self.logic, self.system.globals[name], word)]
        for thread in threads:
            locals = thread.template.locals
            found += [t for name, word in thread.values.items() for t in within(self.logic, locals[name], word)]
        return found + self._counted(shared, *threads) + self._identified(*threads)

    def _counted(self, shared: Values, *threads: Thread) -> list[bz.Term]:
        places = [t.place for t in threads]
        known = ((c, sum(t == c.template and n in c.nodes for t, n in places)) for c in self.counts if c.name in shared)
        found = [at_least(self.logic, shared[c.name], number) for c, number in known if number]
        names, most = all_together(self.system, self.counts)
        if len(names) > 1 and shared:
            total = Formula("+", tuple(variable((SHARED, name)) for name in names))
            limit = Formula("<=", (total, constant(most)))
            found.append(Truths(self.logic, lambda name: shared[name[1]]).truth(limit))
        return found

    def _identified(self, *threads: Thread) -> list[bz.Term]:
        own = [t.values[SELF] for t in threads if t.template.many and SELF in t.values]
        found = [at_least(self.logic, word, len(self.system.templates)) for word in own]
        found += [self.logic.make(K.NOT, self.logic.equal(a, b)) for i, a in enumerate(own) for b in own[:i]]
        return found

    def beginning(self) -> tuple[Values, Thread, list[bz.Term]]:
        """The shared variables, main, and how it all begins."""
        main = self.system.templates[0]
        shared, thread = self.shared(), self.thread((0, main.entry))
        conditions = [
            self.logic.equal(shared[name], number_like(self.logic, v.initial, shared[name]))
            for name, v in self.system.globals.items() if v.initial is not None
        ]  # fmt: skip
        return shared, thread, conditions + self._started(thread, None, shared) + self.known(shared, thread)

    def _started(self, thread: Thread, argument: Word | None, shared: Values) -> list[bz.Term]:
        """The local variables of a thread that begins."""
        found = []
        template = thread.template
        for name, word in thread.values.items():
            initial = template.locals[name].initial
            if name == SELF and template.many:
                found += [self.logic.make(K.NOT, self.logic.equal(shared[g], word)) for g in self.identifiers]
            elif name == template.parameter:
                found += [] if argument is None else [self.logic.equal(word, argument)]
            elif initial is not None:
                found.append(self.logic.equal(word, number_like(self.logic, initial, word)))
        return found

    def take(self, thread: Thread, edge: Edge, shared: Values) -> Taken:
        words = Words(self.logic, self.system.dag)
        template = thread.template
        for name, word in shared.items():
            words.define(self.system.globals[name].node, word)
        for name, word in thread.values.items():
            words.define(template.locals[name].node, word)
        conditions = [words.truth(edge.guard)]
        after = dict(shared)
        for name in edge.updates.keys() & shared.keys():
            after[name] = self._stored(words.number(edge.updates[name]), self.system.globals[name])
        if edge.target is None:
            return Taken(conditions, after, None, [])
        moved = Thread(template, edge.target, {})
        for name in template.live.get(edge.target, ()):
            variable = template.locals[name]
            moved.values[name] = self._stored(words.number(edge.updates.get(name, variable.node)), variable)
        created = []
        for u, argument in edge.creates:
            new = self.thread((u, self.system.templates[u].entry))
            created.append(new)
            conditions += self._started(new, None if argument is None else words.number(argument), after)
        # of values after the step nothing is assumed: that an update is what it should be is for the check to see
        conditions += self.known({}, *created) + self._identified(moved, *created)
        return Taken(conditions, after, moved, created)

    def _stored(self, word: Word, variable: Variable) -> Word:
        return Word(self.logic.word(word, variable.type.bits), variable.type)

    # --- questions --------------------------------------------------------------------------------------------------

    def part(self, places: Sequence[Place]) -> Formula:
        return self.invariant.parts.get(tuple(places), FALSE)

    def holds(self, shared: Values, *threads: Thread) -> bz.Term:
        """The invariant's part for these threads, in this order."""
        def value(name: Name) -> Word:
            return shared[name[1]] if name[0] == SHARED else threads[name[0]].values[name[1]]

        try:
            return Truths(self.logic, value).truth(self.part([t.place for t in threads]))
        except KeyError as error:
            raise Rejected(f"the invariant speaks of {error.args[0]}, which has no value there") from error
        except (TooWide, RecursionError) as error:
            raise Rejected("the invariant is too large to be checked") from error

    def joined(self, edge: Edge, shared: Values) -> list[bz.Term]:
        """The parts of threads that have come to their end before the step."""
        ended = [self.system.templates[u] for u in edge.joins]
        return [self.holds(shared, self.thread((u.index, u.end))) for u in ended]

    def show(self, conditions: list[bz.Term], then: bz.Term, what: str) -> None:
        """That ``then`` follows.  Raises Rejected."""
        left = self.deadline - now()
        if left <= 0:
            raise Rejected("no time left to check the invariant")
        options = bz.Options()
        options.set(bz.Option.TIME_LIMIT_PER, max(1, int(min(left, 1e6) * 1000)))
        solver = bz.Bitwuzla(self.logic.tm, options)
        given = {part for condition in conditions for part in parts(condition)}
        for condition in given:
            solver.assert_formula(condition)
        left_over = [part for part in parts(then) if part not in given]
        solver.assert_formula(self.logic.make(K.NOT, self.logic.all(left_over)))
        result = solver.check_sat()
        self.checked += 1
        if result == bz.Result.SAT:
            raise Rejected(f"the invariant does not hold: {what}")
        if result != bz.Result.UNSAT:
            raise Rejected("no time left to check the invariant")


def parts(term: bz.Term) -> Iterator[bz.Term]:
    """The terms that a conjunction is made of."""
    stack = [term]
    while stack:
        part = stack.pop()
        if part.kind() == K.AND:
            stack += reversed(part.children())
        else:
            yield part


__all__ = ["Obligations", "Rejected", "Taken", "Thread", "Values"]
