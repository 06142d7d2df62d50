"""Two answers to one question: brute force (complete on small programs) and the engine.

Of the engine there are several kinds: ``auto``, which decides small programs with one formula (``order``) and looks for
proofs beside it, ``lazy``, which searches by rounds, the eager ones, which bound writes, and ``explicit``, which visits
all states.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import asking
from brute_force import explore
from heddle import engines
from heddle.answer import Answer, Verdict
from heddle.api import make_task
from heddle.core.program import Program
from heddle.frontend import load
from heddle.sma import ABSTRACTIONS, Keeps
from heddle.task import Wanted
from waiting import PATIENCE

from .strategies import ILP32, UNSET

MODELS = ("sc", "tso", "pso")
"""From the strongest to the weakest."""
MOST_STATES = {"sc": 4000, "tso": 6000, "pso": 6000}
ANYTHING = "1"
HONEST = ["time limit", "an atomic section with several ends", "the explicit engine needs the value of an input",
          "an atomic section accesses memory in different sizes", "an operation on integers of more than 64 bits"]
"""What an answer "unknown" may say."""
NOT_ABSTRACT = ["may point anywhere", "declared again"]
"""What it may say under a shared memory abstraction."""


ENGINES: dict[str, dict[str, str]] = {
    "auto": {"engine": "auto"},
    "order": {"engine": "order"},
    "lazy": {"engine": "lazy"},
    "explicit": {"engine": "explicit"},
    "imu": {"engine": "imu"},
    "mu": {"engine": "mu"},
    "mu-explicit": {"engine": "mu", "mu_grain": "fine", "mu_reads": "explicit"},
    "mu-implicit": {"engine": "mu", "mu_grain": "fine", "mu_reads": "implicit"},
    "mu-hybrid": {"engine": "mu", "mu_grain": "fine", "mu_reads": "hybrid"},
    "mu-inter": {"engine": "mu", "mu_grain": "coarse-inter"},
    "mu-intra": {"engine": "mu", "mu_grain": "coarse-intra"},
}
"""The kinds of engine, each with the options that ask for it."""


class Disagreement(AssertionError):
    """The engine is wrong, or brute force is."""


@lru_cache(maxsize=128)
def compiled(text: str, check: str = ANYTHING, checks: frozenset[str] = frozenset()) -> Program:
    """The program with ``check`` as what its final assertion says about ``result``; 32-bit if its text says so."""
    model = "ilp32" if text.startswith(ILP32) else "lp64"
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "program.c"
        file.write_text(text)
        return load([str(file)], defines=[f"CHECK=({check})"], data_model=model, checks=checks)


@dataclass(frozen=True)
class Truth:
    """What brute force found: whether an assertion in a thread can fail, and every final value of ``result``."""

    violated: bool
    outcomes: frozenset[int]

    def none_other(self) -> str:
        """A check that holds in every execution, and only just."""
        return " || ".join(f"result == {literal(v)}" for v in sorted(self.outcomes)) or "0"

    def not_this(self, outcome: int) -> str:
        return f"result != {literal(outcome)}"


def literal(value: int) -> str:
    return f"{value}LL" if value > -(1 << 63) else f"({value + 1}LL - 1)"


def brute_force(text: str, model: str = "sc") -> Truth | None:
    """None if the program is too large for it.  Executions with undefined behaviour end there."""
    found = explore(compiled(text), model, max_states=MOST_STATES[model], observe=("result",))
    if found.truncated or found.unsupported:
        return None
    return Truth(bool(found.violations), frozenset(value for (value,) in found.finals if value != UNSET))


known_truth = lru_cache(maxsize=256)(brute_force)
"""The same, for tests that ask several engines about one program."""


def telling(text: str, model: str) -> int | None:
    """An outcome that this model has, and the next stronger one does not, if there is one like that."""
    here = known_truth(text, model)
    if here is None or not here.outcomes:
        return None
    stronger = known_truth(text, MODELS[max(MODELS.index(model) - 1, 0)])
    only_here = here.outcomes - stronger.outcomes if stronger else frozenset()
    return max(only_here or here.outcomes)


def exact(text: str, model: str, answer: Callable[[Program], Answer], every: bool = False) -> bool:
    """Requires a proof that there are no more outcomes than brute force finds, and a violation that shows a telling one
    (or one for every outcome).  False if brute force has no answer."""
    truth, outcome = known_truth(text, model), telling(text, model)
    if truth is None or outcome is None or truth.violated:
        return False
    found = [(truth.not_this(o), Verdict.VIOLATION) for o in (truth.outcomes if every else (outcome,))]
    for check, verdict in ((truth.none_other(), Verdict.SAFE), *found):
        result = answer(compiled(text, check))
        if result.verdict is not verdict:
            raise Disagreement(f"{model}: should be {verdict}: {result}\n// CHECK={check}\n{text}")
    return True


def graph_outcomes(text: str, model: str, engine: str, timeout: float = PATIENCE) -> tuple[int, frozenset[int]] | None:
    """What an engine for execution graphs finds: how many executions, and the outcomes; None if it does not finish."""
    task = make_task((), model, wanted=Wanted(executions=True, states=True), engine=engine, timeout=timeout)
    answer = engines.run(task, compiled(text))
    if answer.counts is None or not answer.counts.complete or answer.states is None:
        return None
    found = frozenset(int(dict(state)["result"]) for state in answer.states)
    return answer.counts.executions, found - {UNSET}


def ask(
    program: Program,
    timeout: float,
    unwind: int | None = None,
    rounds: int | None = None,
    model: str = "sc",
    engine: str = "auto",
) -> Answer:
    kind = ENGINES[engine]
    return asking.ask(program, model, timeout=timeout, unwind=unwind, rounds=rounds, **kind)  # type: ignore[typeddict-item]


def require(
    text: str, check: str, violated: bool, timeout: float, model: str = "sc", engine: str = "auto"
) -> Answer:
    """The engine's answer with bounds of its own choice, which must be a right one."""
    result = ask(compiled(text, check), timeout, model=model, engine=engine)
    expect(result, violated, text, check)
    return result


def expect(result: Answer, violated: bool, text: str, check: str) -> None:
    """Violations and proofs must be right; a search may stop at bounds that it names, or when its time is over."""
    verdict = result.verdict
    if verdict is Verdict.VIOLATION:
        wrong = not violated or result.execution is None
    elif verdict is Verdict.SAFE:
        wrong = violated
    elif verdict is Verdict.BOUNDED:
        wrong = not result.cuts
    else:
        wrong = not any(reason in result.reason for reason in HONEST)
    if wrong:
        truth = "a violation" if violated else "no violation"
        answer = f"{verdict} ({result.reason}) {result.bounds} {result.cuts}"
        raise Disagreement(f"{result.model} {result.engine}: brute force: {truth}; engine: {answer}\n// CHECK={check}\n{text}")


def compare(text: str, pick: int, timeout: float, model: str = "sc", engine: str = "auto") -> str | None:
    """Compares both on one program; ``pick`` chooses the outcome to be found.  None if brute force has no answer."""
    truth = brute_force(text, model)
    if truth is None:
        return None
    if truth.violated:
        return str(require(text, ANYTHING, True, timeout, model, engine).verdict)
    safe = require(text, truth.none_other(), False, timeout, model, engine)
    if truth.outcomes:
        outcome = sorted(truth.outcomes)[pick % len(truth.outcomes)]
        found = require(text, truth.not_this(outcome), True, timeout, model, engine)
        return f"{safe.verdict}, {found.verdict}"
    return str(safe.verdict)


def compare_abstraction(
    text: str, pick: int, sma: str, timeout: float = PATIENCE, schedule: str | None = None
) -> str | None:
    """Compares a shared memory abstraction with brute force; an outcome that exists must be found."""
    known = ABSTRACTIONS[sma]
    model = known.model
    truth = known_truth(text, model)
    if truth is None:
        return None

    def answer(check: str, violated: bool, **bounds: int) -> Answer:
        program = compiled(text, check)
        result = asking.ask(program, model, sma=sma, schedule=schedule, timeout=timeout, **bounds)  # type: ignore[typeddict-item]
        if not any(reason in result.reason for reason in NOT_ABSTRACT):
            expect(result, violated, f"// --sma {sma}\n{text}", check)
        return result

    def found(check: str) -> str:
        result = answer(check, True)
        in_time = result.seconds < timeout
        if result.verdict is not Verdict.VIOLATION and in_time and any("--unwind" not in cut for cut in asking.cuts(result)):
            raise Disagreement(f"{sma}: an outcome is not found: {result}\n// CHECK={check}\n{text}")
        return str(result.verdict)

    if truth.violated:
        return found(ANYTHING)
    small = {name: bound for name, bound in {"rounds": 3, "queue": 2, "clock": 2}.items() if name in known.bounds}
    if schedule == "free":
        small = {"contexts" if name == "rounds" else name: 2 * bound for name, bound in small.items()}
    if known.eager:
        small = dict.fromkeys(known.bounds, 3) if known.keeps is Keeps.VALUATIONS else {}
    safe = answer(truth.none_other(), False, **small)
    if not truth.outcomes:
        return str(safe.verdict)
    return f"{safe.verdict}, {found(truth.not_this(sorted(truth.outcomes)[pick % len(truth.outcomes)]))}"


def compare_check(text: str, name: str, timeout: float, engine: str = "auto") -> str | None:
    """Compares both on a program with one of the switchable checks on."""
    checks = frozenset((name,))
    program = compiled(text, ANYTHING, checks)
    found = explore(program, "sc", max_states=MOST_STATES["sc"])
    if found.truncated or found.unsupported:
        return None
    result = ask(program, timeout, engine=engine)
    expect(result, bool(found.violations), text, f"1 (with --checks {name})")
    return str(result.verdict)
