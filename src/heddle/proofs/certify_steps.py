"""The check of inductions over several steps of all threads together

First that the facts about each thread hold, which the induction rests on.  Then two questions, each put once and as a
whole: whether a claim can fail within the first steps, and whether one can after so many that none has failed in.
They are made of the same steps of single threads that all other invariants are checked with; nothing here is shared
with what has found the induction.
"""

from __future__ import annotations

import bitwuzla as bz
from bitwuzla import Kind as K

from heddle.core.types import IntType
from heddle.proofs.certify_each import EachThread
from heddle.proofs.ghosts import Ghosted
from heddle.proofs.invariant import Invariant
from heddle.proofs.obligations import Obligations, Rejected, Taken, Thread, Values
from heddle.proofs.reduction import Reduction
from heddle.proofs.system import Edge, Template
from heddle.proofs.words import Word, number_like
from heddle.records import dataclass

ABSENT = IntType(32, True).hi
"""The place of a thread that does not exist yet."""
PLACE = IntType(32, True)


@dataclass(slots=True)
class Moment:
    """A state.  Of a local variable that does not matter at a place nothing is asked; it is zero."""

    shared: Values
    locals: list[Values]
    places: list[Word]


class SeveralSteps(Obligations):
    def __init__(self, ghosted: Ghosted, invariant: Invariant, deadline: float) -> None:
        super().__init__(ghosted, invariant, deadline)
        self.ghosted = ghosted
        self.reduction = Reduction(self.system, deadline)

    def run(self) -> None:
        if any(t.many for t in self.system.templates):
            raise Rejected("the invariant speaks of single threads")
        if self.invariant.steps < 1:
            raise Rejected("the induction is over no steps")
        facts = EachThread(self.ghosted, self.invariant, self.deadline, claims=False)
        facts.run()
        self.checked += facts.checked
        moments, conditions = [self._moment()], list[bz.Term]()
        begins = self._begins(moments[0])
        so_far: list[bz.Term] = []
        for n in range(self.invariant.steps):
            conditions += self._possible(moments[n])
            fails = self._fails(moments[n])
            self.show([*conditions, *begins], self.logic.make(K.NOT, fails), f"a claim fails after {n} steps")
            if n + 1 < self.invariant.steps:
                so_far.append(self.logic.make(K.NOT, fails))
                after, taken = self._after(moments[n])
                moments.append(after)
                conditions += taken
        # the shortest way to a failure comes to no state twice
        circles = [self._differ(a, b) for i, a in enumerate(moments) for b in moments[:i]]
        what = f"a claim fails after {len(so_far)} steps in which none has failed"
        self.show([*conditions, *circles, *so_far], self.logic.make(K.NOT, fails), what)

    # --- states -------------------------------------------------------------------------------------------------------

    def _moment(self) -> Moment:
        fresh = self.logic.fresh
        locals = [{name: fresh(v.type) for name, v in t.locals.items()} for t in self.system.templates]
        return Moment(self.shared(), locals, [fresh(PLACE) for _ in self.system.templates])

    def _is_at(self, m: Moment, t: int, node: int) -> bz.Term:
        return self.logic.equal(m.places[t], number_like(self.logic, node, m.places[t]))

    def _thread(self, m: Moment, t: Template, node: int) -> Thread:
        return Thread(t, node, {name: m.locals[t.index][name] for name in t.live.get(node, ())})

    def _possible(self, m: Moment) -> list[bz.Term]:
        """What is known of a state wherever its threads are: ranges of values, the facts, and who excludes whom."""
        found = self.known(m.shared)
        for t in self.system.templates:
            somewhere = [] if t.index == 0 else [self._is_at(m, t.index, ABSENT)]
            for n in t.nodes:
                here, thread = self._is_at(m, t.index, n), self._thread(m, t, n)
                zero = [self._is_zero(w) for name, w in m.locals[t.index].items() if name not in thread.values]
                there = [*self.known({}, thread), self.holds(m.shared, thread), *zero]
                there += [self.logic.make(K.NOT, self._is_at(m, u.index, o)) for u in self.system.templates
                          if u is not t for o in u.nodes if self.system.apart(t.index, n, u.index, o)]  # fmt: skip
                found.append(self.logic.make(K.IMPLIES, here, self.logic.all(there)))
                somewhere.append(here)
            if t.index:
                absent = self.logic.all([self._is_zero(w) for w in m.locals[t.index].values()])
                found.append(self.logic.make(K.IMPLIES, somewhere[0], absent))
            found.append(self.logic.any(somewhere))
        return found

    def _is_zero(self, word: Word) -> bz.Term:
        return self.logic.equal(word, number_like(self.logic, 0, word))

    def _begins(self, m: Moment) -> list[bz.Term]:
        shared, main, conditions = self.beginning()
        same = [self.logic.equal(word, m.shared[name]) for name, word in shared.items()]
        same += [self.logic.equal(word, m.locals[0][name]) for name, word in main.values.items()]
        absent = [self._is_at(m, t.index, ABSENT) for t in self.system.templates[1:]]
        return [*conditions, *same, *absent, self._is_at(m, 0, main.node)]

    def _differ(self, a: Moment, b: Moment) -> bz.Term:
        pairs = list(zip(a.places, b.places, strict=True)) + [(a.shared[name], b.shared[name]) for name in a.shared]
        pairs += [(x[name], y[name]) for x, y in zip(a.locals, b.locals, strict=True) for name in x]
        return self.logic.make(K.NOT, self.logic.all([self.logic.equal(x, y) for x, y in pairs]))

    # --- steps --------------------------------------------------------------------------------------------------------

    def _taken(self, m: Moment, t: Template, e: Edge) -> tuple[list[bz.Term], Taken]:
        """A step from a state, and the conditions under which it is taken."""
        taken = self.take(self._thread(m, t, e.source), e, m.shared)
        ended = [self._is_at(m, u, self.system.templates[u].end) for u in e.joins]
        return [self._is_at(m, t.index, e.source), *ended, *taken.conditions], taken

    def _fails(self, m: Moment) -> bz.Term:
        found = []
        for t, e in self.system.edges():
            conditions, taken = self._taken(m, t, e)
            if taken.thread is None:
                found.append(self.logic.all(conditions))
            elif taken.created:
                new = self.logic.all([self._is_at(m, c.template.index, ABSENT) for c in taken.created])
                found.append(self.logic.all([*conditions, self.logic.make(K.NOT, new)]))
        return self.logic.any(found)

    def _after(self, m: Moment) -> tuple[Moment, list[bz.Term]]:
        """The state after one step, whichever it is; and that it can be taken."""
        moves = self._moves(m)
        after = Moment(dict(m.shared), [dict(own) for own in m.locals], list(m.places))
        which = self.logic.fresh(PLACE)
        conditions, some = [], []
        for i, (t, e) in enumerate(self.system.edges()):
            asked, taken = self._taken(m, t, e)
            if taken.thread is None:
                continue
            chosen = self.logic.equal(which, number_like(self.logic, i, which))
            some.append(chosen)
            conditions.append(self.logic.make(K.IMPLIES, chosen, self.logic.all([*asked, moves[t.index]])))
            for name in e.updates.keys() & taken.shared.keys():
                after.shared[name] = self._either(chosen, taken.shared[name], after.shared[name])
            for thread in [taken.thread, *taken.created]:
                self._put(after, chosen, thread)
        return after, [*conditions, self.logic.any(some)]

    def _put(self, after: Moment, chosen: bz.Term, thread: Thread) -> None:
        """Makes a thread be where it is, if that step was chosen; what does not matter there is zero."""
        u, own = thread.template.index, after.locals[thread.template.index]
        after.places[u] = self._either(chosen, number_like(self.logic, thread.node, after.places[u]), after.places[u])
        for name, old in own.items():
            new = thread.values.get(name) or number_like(self.logic, 0, old)
            own[name] = self._either(chosen, new, old)

    def _either(self, chosen: bz.Term, new: Word, old: Word) -> Word:
        if new is old:
            return old
        return Word(self.logic.make(K.ITE, chosen, new.term, old.term), old.type)

    def _moves(self, m: Moment) -> list[bz.Term]:
        """Who has to move, as :meth:`heddle.proofs.reduction.Reduction.movers` has it."""
        alive = [{n: self._is_at(m, t.index, n) for n in t.nodes if self.reduction.edges((t.index, n))}
                 for t in self.system.templates]  # fmt: skip
        inside = [self.logic.any([here for n, here in places.items() if n in t.atomic])
                  for t, places in zip(self.system.templates, alive, strict=True)]  # fmt: skip
        alone = [self.logic.any([self.logic.all([here, *self._far(m, t, n)]) for n, here in places.items()
                                 if self.reduction.goes_alone((t.index, n))])
                 for t, places in zip(self.system.templates, alive, strict=True)]  # fmt: skip
        nobody_inside, nobody_alone = ([self.logic.make(K.NOT, x) for x in terms] for terms in (inside, alone))
        found = []
        for i in range(len(alive)):
            first_inside = self.logic.all([inside[i], *nobody_inside[:i]])
            first_alone = self.logic.all([*nobody_inside, alone[i], *nobody_alone[:i]])
            anybody = self.logic.all([*nobody_inside, *nobody_alone])
            found.append(self.logic.any([first_inside, first_alone, anybody]))
        return found

    def _far(self, m: Moment, t: Template, node: int) -> list[bz.Term]:
        return [self.logic.make(K.NOT, self._is_at(m, u.index, n)) for u in self.system.templates if u is not t
                for n in u.nodes if not self.reduction.is_apart((t.index, node), (u.index, n))]  # fmt: skip


__all__ = ["SeveralSteps"]
