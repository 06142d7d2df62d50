"""Runs a litmus test under a model: final states, witnesses, observation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from heddle.answer import Observation
from heddle.enumerate.candidates import Execution
from heddle.enumerate.search import DEFAULT_UNWIND, Enumeration
from heddle.errors import InputError
from heddle.litmus_tests.build import WORD
from heddle.litmus_tests.test import Address, LitmusTest, Observable, Register, Term, Variable, holds
from heddle.models.evaluate import Evaluator
from heddle.models.relation import Model
from heddle.records import dataclass, field


@dataclass(slots=True)
class Outcome:
    """``states`` counts the executions that end in each final state, as (name, value) pairs in order."""

    test: LitmusTest
    states: Counter[tuple[tuple[str, str], ...]] = field(default_factory=Counter)
    positive: int = 0
    negative: int = 0
    flags: set[str] = field(default_factory=set)
    undefined: frozenset[str] = frozenset()
    """Flags of the model that say that nothing has a meaning."""
    cut: bool = False
    thin_air: bool = False
    """Executions are left out whose values only a cycle of reads and writes explains."""
    filtered: int = 0
    """Executions that the test's filter leaves out."""
    empty: str = ""
    """Why there is no execution at all, if there is none."""

    @property
    def observation(self) -> Observation:
        test = self.test
        flags, undefined = tuple(sorted(self.flags)), tuple(sorted(self.flags & self.undefined))
        positive, negative = self.positive, self.negative
        return Observation(test.name, test.quantifier, test.condition_text, positive, negative, flags, undefined)


def run(
    test: LitmusTest, model: Model, unwind: int = DEFAULT_UNWIND, tick: Callable[[], None] = lambda: None
) -> Outcome:
    """``tick`` is called for every candidate; it may raise something to stop the search.

    A test that does what has no meaning is refused: what its executions end in would tell nothing.
    """
    outcome = Outcome(test, undefined=frozenset(c.name for c in model.constraints if c.undefined))
    enumeration = Enumeration(test.program, model, unwind, test.atomic, tick=tick)
    evaluator = Evaluator(model)
    for execution in enumeration.executions():
        final = FinalState(enumeration, execution)
        outcome.thin_air = outcome.thin_air or enumeration.leaves_out(execution)
        if test.filter is not None and not holds(test.filter, final.value):
            outcome.filtered += 1
            continue
        outcome.states[tuple((str(item), final.shown(item)) for item in test.observed)] += 1
        outcome.flags.update(flag.name for flag in evaluator.raised(execution.evaluation))
        if holds(test.condition, final.value):
            outcome.positive += 1
        else:
            outcome.negative += 1
    outcome.cut = enumeration.cut
    if (wrong := enumeration.meaningless()) is not None:
        what = f"in an execution that the model allows P{wrong.thread} does what has no meaning: {wrong.why}"
        raise InputError(what, None if wrong.at is None else wrong.at.loc)
    if not outcome.states and not outcome.filtered:
        outcome.empty = why_empty(enumeration)
    return outcome


def why_empty(enumeration: Enumeration) -> str:
    """Why no execution comes to its end, where it is not the test's filter that leaves none."""
    if enumeration.cut:
        return f"in every execution a loop runs more than {enumeration.unwind} times"
    waiting = next((run for part in enumeration.runs() for run in part if run.ending == "waits"), None)
    if waiting is not None and waiting.at is not None:
        return f"no execution comes to its end: P{waiting.thread} waits for ever at {waiting.at.loc}"
    return "the model allows no execution of this test"


class FinalState:
    """What registers and memory hold when an execution has ended."""

    def __init__(self, enumeration: Enumeration, execution: Execution) -> None:
        self.enumeration = enumeration
        self.memory = enumeration.final_memory(execution)
        self.locals = [run.locals for run in execution.runs]

    def value(self, item: Observable | Term) -> int:
        match item:
            case int():
                return WORD.wrap(item)
            case Register(thread, _, local):
                return self.locals[thread].get(local, 0)
            case Address(name):
                return self.enumeration.layout.bases[name]
            case Variable(name, offset, _):
                location = self.enumeration.layout.name(name, offset)
                known = self.memory.get(location)
                return known if known is not None else self.enumeration.initial.of(location) or 0

    def shown(self, item: Observable) -> str:
        """A value as herd prints it: an address by the variable's name."""
        value = self.value(item)
        found = self.enumeration.layout.find(value)
        return str(value) if found is None else found[0] if found[1] == 0 else f"{found[0]}+{found[1]}"
