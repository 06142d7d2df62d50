"""The lazy engine: bounded unfolding, lazy sequentialization, the embedded bounded model checker, replay.

Bounds that the user does not give grow along a ladder: first small unfoldings and few rounds, then in turn more of
both.  Whatever is found is replayed on the original program before anyone hears of it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from heddle.backends.bmc.local import Claim, Meaning
from heddle.backends.bmc.solver import LazyBmc, OutOfTime
from heddle.core.instr import AnyInstr, Cut, Unsupported
from heddle.core.program import Program
from heddle.counterexample import Counterexample
from heddle.passes.unfold import TooLarge, UnfoldBounds, unfold
from heddle.replay.minimize import minimize
from heddle.replay.replay import ReplayError, replay
from heddle.result import CheckOptions, Progress, Result, Verdict

# (unwind, constant unwind, threads followed): how far each rung unfolds
LADDER = (
    (1, 6, 100),
    (2, 12, 100),
    (2, 12_000, 4),
    (3, 24, 100),
    (5, 48, 100),
    (8, 110, 200),
    (12, 300, 500),
    (20, 1000, 1000),
    (40, 2000, 1000),
    (100, 5000, 1000),
    (1000, 10_000, 1000),
)
LONG_LOOPS = 2
"""The rung for programs that create very many threads or set up large arrays before anything happens."""
FIRST_QUERY_SECONDS = 8.0
SHARE_OF_REMAINING = 0.3
MOST_ROUNDS = 64


@dataclass(slots=True)
class Rung:
    """One unfolding, and how far it has been searched."""

    unwind: int
    bmc: LazyBmc
    enough: int
    """Rounds that cover every interleaving."""
    searched: int = 0
    stuck: bool = False
    """A query ran out of its time."""


@dataclass(slots=True)
class Search:
    program: Program
    options: CheckOptions
    progress: Progress
    interim: Callable[[Result], None]
    started: float = field(default_factory=time.monotonic)
    rungs: dict[int, Rung] = field(default_factory=dict)
    last: int = len(LADDER) - 1
    """The last rung that makes sense: there nothing is cut, or the next one is too large."""
    best: Result | None = None
    long_loop: bool = False
    unsupported: str = ""
    too_large: str = ""

    @property
    def deadline(self) -> float:
        return self.started + self.options.timeout if self.options.timeout else float("inf")

    def remaining(self) -> float:
        return self.deadline - time.monotonic()


def check(program: Program, options: CheckOptions, progress: Progress, interim: Callable[[Result], None]) -> Result:
    search = Search(program, options, progress, interim)
    try:
        result = _explicit(search) if options.unwind is not None or options.rounds is not None else _grow(search)
    except OutOfTime:
        result = _give_up(search, "time limit reached")
    result.seconds = time.monotonic() - search.started
    return result


# --- choosing bounds ------------------------------------------------------------------------------------------------


def _explicit(search: Search) -> Result:
    """The user gave a bound: the other one grows alone, or the question is a single one."""
    options = search.options
    levels = range(len(LADDER)) if options.unwind is None else range(1)
    for level in levels:
        rung = _rung(search, level)
        if rung is None:
            return _give_up(search, search.too_large)
        most = options.rounds if options.rounds is not None else min(rung.enough, MOST_ROUNDS)
        first = most if options.rounds is not None else 1
        for rounds in range(first, most + 1):
            result = _query(search, rung, rounds, search.deadline)
            if result is not None and (result.verdict is Verdict.VIOLATION or not options.rounds):
                if result.verdict is not Verdict.BOUNDED:
                    return result
        if search.last <= level:
            break
    return search.best or _give_up(search, "no bound could be searched")


def _grow(search: Search) -> Result:
    for level, rounds in _diagonal(search):
        rung = _rung(search, level)
        if rung is None or rung.stuck or min(rounds, rung.enough) <= rung.searched:
            continue
        share = max(FIRST_QUERY_SECONDS, SHARE_OF_REMAINING * search.remaining())
        result = _query(search, rung, min(rounds, rung.enough), min(search.deadline, time.monotonic() + share))
        if result is not None and result.verdict in (Verdict.VIOLATION, Verdict.SAFE):
            return result
    while search.deadline != float("inf") and search.remaining() > 0:
        stuck = [r for r in search.rungs.values() if r.stuck]
        if not stuck:
            break
        rung = stuck[0]
        rung.stuck = False
        result = _query(search, rung, rung.searched + 1, search.deadline)
        if result is not None and result.verdict in (Verdict.VIOLATION, Verdict.SAFE):
            return result
    return search.best or _give_up(search, search.too_large or "no bound could be searched")


def _diagonal(search: Search) -> Iterator[tuple[int, int]]:
    """(rung, rounds) in turn: small ones first, then more of both."""
    yield 0, 1
    for total in range(len(LADDER) + MOST_ROUNDS):
        if search.remaining() <= 0:
            return
        for level in range(min(total, search.last) + 1):
            if level <= search.last and 2 + total - level <= MOST_ROUNDS:
                yield level, 2 + total - level
        if search.last in search.rungs and _exhausted(search):
            return


def _exhausted(search: Search) -> bool:
    return all(r.stuck or r.searched >= min(r.enough, MOST_ROUNDS) for r in search.rungs.values())


def _rung(search: Search, level: int) -> Rung | None:
    if level in search.rungs or level > search.last:
        return search.rungs.get(level)
    options = search.options
    if level == LONG_LOOPS and not search.long_loop:
        return None
    unwind, constant, threads = LADDER[level]
    if options.unwind is not None:
        unwind, constant = options.unwind, max(options.unwind, 110)
    bounds = UnfoldBounds(unwind, constant, dict(options.unwindset), options.malloc_size, threads)
    try:
        bounded = unfold(search.program, bounds)
    except TooLarge as error:
        search.too_large = str(error)
        if level == LONG_LOOPS:
            search.long_loop = False
        else:
            search.last = level - 1
        return None
    search.long_loop |= bounded.long_loop
    bmc = LazyBmc(bounded, options.checks)
    rung = search.rungs[level] = Rung(unwind, bmc, bmc.rounds_for_everything())
    if not bmc.claims(Meaning.CUT) and not bounded.unfollowed:
        search.last = level
        for lower in [n for n in search.rungs if n < level]:
            del search.rungs[lower]
    return rung


# --- asking ---------------------------------------------------------------------------------------------------------


def _query(search: Search, rung: Rung, rounds: int, deadline: float) -> Result | None:
    """Searches one rung with so many rounds; None if the time for it ran out."""
    size = rung.bmc.size
    search.progress(
        f"unwind {rung.unwind}, rounds {rounds}: {size.threads} threads, {size.blocks} steps, {size.constraints} constraints"
    )
    try:
        cex = rung.bmc.find_violation(rounds, deadline)
        if cex is not None:
            return _confirm(search, rung, rounds, cex)
        rung.searched = rounds
        return _no_violation(search, rung, rounds, deadline)
    except OutOfTime:
        rung.stuck = True
        return None


def _confirm(search: Search, rung: Rung, rounds: int, cex: Counterexample) -> Result:
    options = search.options
    try:
        cex = minimize(search.program, cex, options.model, options.checks)
        trace = replay(search.program, cex, options.model, options.checks)
    except ReplayError as error:
        return _result(search, Verdict.UNKNOWN, f"internal error: the violation found does not replay: {error}", rung, rounds)
    result = _result(search, Verdict.VIOLATION, trace.message, rung, rounds)
    result.trace = trace
    return result


def _no_violation(search: Search, rung: Rung, rounds: int, deadline: float) -> Result:
    unsupported = rung.bmc.reached(Meaning.UNSUPPORTED, rounds, deadline)
    if unsupported:
        search.unsupported = _describe_unsupported(unsupported[0])
        result = _result(search, Verdict.UNKNOWN, search.unsupported, rung, rounds)
        search.best = result
        search.interim(result)
        return result
    cuts = [_describe_cut(c.event.instr) for c in rung.bmc.reached(Meaning.CUT, rounds, deadline)]
    cuts += [_describe_cut(c) for c in rung.bmc.events.program.unfollowed.values()]
    if not cuts and rounds >= rung.enough:
        return _result(search, Verdict.SAFE, "no execution violates the property", rung, rounds)
    result = _result(search, Verdict.BOUNDED, "no violation within the bounds", rung, rounds)
    result.cuts = sorted(set(cuts))
    if rounds < rung.enough:
        result.cuts.append(f"interleavings of more than {rounds} rounds (raise with --rounds)")
    search.best = result
    search.interim(result)
    return result


def _describe_cut(cut: AnyInstr) -> str:
    assert isinstance(cut, Cut)
    return f"{cut.loc.file}:{cut.loc.line}: {cut.what} (raise with {cut.option})"


def _describe_unsupported(claim: Claim) -> str:
    x = claim.event.instr
    reason = x.reason if isinstance(x, Unsupported) else "access through a pointer that may point anywhere"
    return f"{x.loc}: {reason}"


def _result(search: Search, verdict: Verdict, reason: str, rung: Rung, rounds: int) -> Result:
    size = rung.bmc.size
    return Result(
        verdict,
        reason,
        search.options.model,
        "lazy",
        {"unwind": rung.unwind, "rounds": rounds},
        seconds=time.monotonic() - search.started,
        statistics={
            "threads": size.threads,
            "steps": size.blocks,
            "events": size.events,
            "constraints": size.constraints,
        },
    )


def _give_up(search: Search, reason: str) -> Result:
    if search.best is not None and search.options.unwind is None and search.options.rounds is None:
        return search.best
    return Result(Verdict.UNKNOWN, reason, search.options.model, "lazy")
