"""Runs of all threads together, step by step, as terms over machine words: for k-induction.

A state has a word for every variable and one for the place of each thread; the next one is a function of it and of
which step is taken.  A local variable that does not matter where its thread is is zero, so that states that differ in
nothing that matters are the same.  Partial-order reduced as the product of threads is (:mod:`heddle.proofs.reduction`).
"""

from __future__ import annotations

import bitwuzla as bz
from bitwuzla import Kind as K

from heddle.core.types import IntType
from heddle.proofs.formulas import SHARED, Name
from heddle.proofs.ghosts import Ghosted
from heddle.proofs.invariant import Invariant
from heddle.proofs.reduction import Reduction
from heddle.proofs.system import Edge, Template
from heddle.proofs.words import Logic, Truths, Word, Words, number_like, within
from heddle.records import dataclass
from heddle.symbolic.dag import NodeId

NOT_THERE = 0
"""The place of a thread that has not been created."""


@dataclass(slots=True)
class State:
    shared: dict[str, Word]
    locals: list[dict[str, Word]]
    places: list[Word]

    def words(self) -> list[Word]:
        return [*self.shared.values(), *(w for own in self.locals for w in own.values()), *self.places]


class Unrolling:
    """Of systems whose templates are all of single threads.  ``facts`` hold of each thread wherever it is."""

    def __init__(self, ghosted: Ghosted, facts: Invariant, reduction: Reduction) -> None:
        self.system, self.facts, self.reduction = ghosted.system, facts, reduction
        self.logic = Logic()
        bits = max(len(t.nodes) for t in self.system.templates).bit_length()
        self._place = IntType(bits, False)
        self._number = {(t.index, n): i for t in self.system.templates for i, n in enumerate(t.nodes, 1)}

    # --- states -----------------------------------------------------------------------------------------------------

    def any_state(self) -> State:
        system, fresh = self.system, self.logic.fresh
        locals = [{name: fresh(v.type) for name, v in t.locals.items()} for t in system.templates]
        shared = {name: fresh(v.type) for name, v in system.globals.items()}
        return State(shared, locals, [fresh(self._place) for _ in system.templates])

    def is_at(self, state: State, t: Template, node: int) -> bz.Term:
        place = state.places[t.index]
        return self.logic.equal(place, number_like(self.logic, self._number[t.index, node], place))

    def is_absent(self, state: State, t: int) -> bz.Term:
        return self.logic.equal(state.places[t], number_like(self.logic, NOT_THERE, state.places[t]))

    def is_first(self, state: State) -> list[bz.Term]:
        """That the state is one in which everything begins."""
        main = self.system.templates[0]
        found = [self.is_at(state, main, main.entry)]
        found += [self.is_absent(state, t.index) for t in self.system.templates[1:]]
        given = [(state.shared[name], v.initial) for name, v in self.system.globals.items()]
        given += [(state.locals[0][name], main.locals[name].initial) for name in main.live.get(main.entry, ())]
        return found + [self.logic.equal(w, number_like(self.logic, n, w)) for w, n in given if n is not None]

    def is_possible(self, state: State) -> list[bz.Term]:
        """What is known of states: where threads are, which values variables have, and the facts."""
        logic, system = self.logic, self.system
        found = [t for name, w in state.shared.items() for t in within(logic, system.globals[name], w)]
        for t in system.templates:
            somewhere = [self.is_at(state, t, n) for n in t.nodes]
            found.append(logic.any([*somewhere, self.is_absent(state, t.index)] if t.index else somewhere))
            for n, here in zip(t.nodes, somewhere, strict=True):
                found.append(self._if(here, logic.all(self._known_at(state, t, n))))
            for name, word in state.locals[t.index].items():
                matters = logic.any([h for n, h in zip(t.nodes, somewhere, strict=True) if name in t.live.get(n, ())])
                found.append(logic.any([matters, logic.equal(word, number_like(logic, 0, word))]))
        return found + self._apart(state)

    def _known_at(self, state: State, t: Template, node: int) -> list[bz.Term]:
        own = state.locals[t.index]

        def value(name: Name) -> Word:
            return state.shared[name[1]] if name[0] == SHARED else own[name[1]]

        fact = self.facts.parts.get(((t.index, node),))
        found = [] if fact is None else [Truths(self.logic, value).truth(fact)]
        for name in t.live.get(node, ()):
            found += within(self.logic, t.locals[name], own[name])
        return found

    def _apart(self, state: State) -> list[bz.Term]:
        """Threads are not where they cannot be at the same time."""
        system, found = self.system, []
        for t in system.templates:
            for n in t.nodes:
                excluded = [self.is_at(state, u, m) for u in system.templates[t.index + 1 :] for m in u.nodes
                            if system.apart(t.index, n, u.index, m)]  # fmt: skip
                if excluded:
                    found.append(self._if(self.is_at(state, t, n), self.logic.make(K.NOT, self.logic.any(excluded))))
        return found

    def differ(self, a: State, b: State) -> bz.Term:
        return self.logic.any([self.logic.make(K.DISTINCT, x.term, y.term)
                               for x, y in zip(a.words(), b.words(), strict=True)])  # fmt: skip

    def _if(self, test: bz.Term, then: bz.Term) -> bz.Term:
        return self.logic.make(K.IMPLIES, test, then)

    # --- steps ------------------------------------------------------------------------------------------------------

    def words(self, state: State) -> Words:
        words = Words(self.logic, self.system.dag)
        for name, word in state.shared.items():
            words.define(self.system.globals[name].node, word)
        for t in self.system.templates:
            for name, word in state.locals[t.index].items():
                words.define(t.locals[name].node, word)
        return words

    def fails(self, state: State) -> bz.Term:
        """That a claim can fail in the next step; or that a thread is created which is there already."""
        words = self.words(state)
        found = []
        for t, e in self.system.edges():
            starts = [self.is_absent(state, u) for u, _ in e.creates]
            if e.target is None:
                found.append(self._enabled(state, words, t, e))
            elif starts:
                again = self.logic.make(K.NOT, self.logic.all(starts))
                found.append(self.logic.all([self._enabled(state, words, t, e), again]))
        return self.logic.any(found)

    def _enabled(self, state: State, words: Words, t: Template, e: Edge) -> bz.Term:
        ended = [self.is_at(state, self.system.templates[u], self.system.templates[u].end) for u in e.joins]
        return self.logic.all([self.is_at(state, t, e.source), *ended, words.truth(e.guard)])

    def step(self, state: State) -> tuple[State, list[bz.Term]]:
        """What follows a state, and the conditions under which something does."""
        logic = self.logic
        words, moves = self.words(state), self._moves(state)
        after = State(dict(state.shared), [dict(own) for own in state.locals], list(state.places))
        edges = [(t, e) for t, e in self.system.edges() if e.target is not None]
        choice = logic.fresh(IntType(max(1, len(edges).bit_length()), False))
        conditions, taken = [], []
        for i, (t, e) in enumerate(edges):
            chosen = logic.equal(choice, number_like(logic, i, choice))
            conditions.append(self._if(chosen, logic.all([self._enabled(state, words, t, e), moves[t.index]])))
            self._take(words, t, e, chosen, after)
            taken.append(chosen)
        return after, [*conditions, logic.any(taken)]

    def _take(self, words: Words, t: Template, e: Edge, chosen: bz.Term, after: State) -> None:
        """Changes ``after`` to what it is if the step has been chosen."""
        assert e.target is not None
        self._goes(after, chosen, t, e.target)
        for name, node in e.updates.items():
            if name in after.shared:
                self._set(after.shared, name, chosen, words.number(node))
        own = after.locals[t.index]
        for name in own:
            if name not in t.live.get(e.target, ()):
                self._set(own, name, chosen, number_like(self.logic, 0, own[name]))
            elif name in e.updates:
                self._set(own, name, chosen, words.number(e.updates[name]))
        for u, argument in e.creates:
            made = self.system.templates[u]
            self._goes(after, chosen, made, made.entry)
            for name in made.live.get(made.entry, ()):
                self._set(after.locals[u], name, chosen, self._start(words, made, name, argument))

    def _start(self, words: Words, made: Template, name: str, argument: NodeId | None) -> Word:
        variable = made.locals[name]
        if name == made.parameter and argument is not None:
            return words.number(argument)
        found = self.logic.fresh(variable.type)
        known = name != made.parameter and variable.initial is not None
        return number_like(self.logic, variable.initial or 0, found) if known else found

    def _goes(self, after: State, chosen: bz.Term, t: Template, node: int) -> None:
        place = after.places[t.index]
        target = number_like(self.logic, self._number[t.index, node], place)
        after.places[t.index] = Word(self.logic.make(K.ITE, chosen, target.term, place.term), place.type)

    def _set(self, values: dict[str, Word], name: str, chosen: bz.Term, new: Word) -> None:
        old = values[name]
        term = self.logic.make(K.ITE, chosen, self.logic.word(new, old.type.bits), old.term)
        values[name] = Word(term, old.type)

    def _moves(self, state: State) -> list[bz.Term]:
        """Of each thread whether it may move there: the partial-order reduction."""
        logic, system, reduction = self.logic, self.system, self.reduction
        inside, alone = [], []
        for t in system.templates:
            here = {n: self.is_at(state, t, n) for n in t.nodes if reduction.edges((t.index, n))}
            inside.append(logic.any([h for n, h in here.items() if n in t.atomic]))
            alone.append(logic.any([logic.all([h, *self._others_apart(state, t, n)]) for n, h in here.items()
                                    if reduction.goes_alone((t.index, n))]))  # fmt: skip
        some_inside, some_alone = logic.any(inside), logic.any(alone)
        found = []
        for t in system.templates:
            i = t.index
            first_inside = logic.all([inside[i], logic.make(K.NOT, logic.any(inside[:i]))])
            first_alone = logic.all([alone[i], logic.make(K.NOT, logic.any(alone[:i]))])
            free = logic.any([first_alone, logic.make(K.NOT, some_alone)])
            found.append(logic.make(K.ITE, some_inside, first_inside, free))
        return found

    def _others_apart(self, state: State, t: Template, node: int) -> list[bz.Term]:
        found = []
        for u in self.system.templates:
            if u is not t:
                close = [self.is_at(state, u, m) for m in u.nodes
                         if not self.reduction.is_apart((t.index, node), (u.index, m))]  # fmt: skip
                found.append(self.logic.make(K.NOT, self.logic.any(close)))
        return found


__all__ = ["State", "Unrolling"]
