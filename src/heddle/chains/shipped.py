"""The chains that engines run, by name."""

from __future__ import annotations

from functools import cache

from heddle.chains.chain import Chain, Step
from heddle.errors import UsageError, shorten
from heddle.sma import ABSTRACTIONS, Abstraction

PROGRAM = ("parse", "claim")
BOUNDED = (*PROGRAM, "unfold", "slice", "place", "reuse")
FORMULAS = {
    "order": "one formula for all interleavings",
    "lazy": "a formula over rounds",
    "mu": "a formula over a sequence of writes",
    "imu": "a formula over a sequence of writes for each location",
}
BUGS, PROOFS = "unbounded-bugs", "unbounded-proofs"


def _steps(*names: str | Step) -> tuple[Step, ...]:
    return tuple(Step(x) if isinstance(x, str) else x for x in names)


def formula(scheme: str) -> Chain:
    steps = _steps(*BOUNDED, "analyse", Step("encode", (("scheme", scheme),)), "query", "replay")
    return Chain(f"formula-{scheme}", FORMULAS[scheme], steps)


def sequential(sma: Abstraction) -> Chain:
    share, scheme = ("histories", "eager") if sma.eager else ("share", "lazy")
    steps = _steps(*BOUNDED, Step(share, (("sma", sma.name),)), scheme, "solve", "replay")
    return Chain(f"sma-{sma.name}", f"sequential program with {sma.name}.c for shared memory", steps, sma.model)


@cache
def chains() -> dict[str, Chain]:
    looping = (*PROGRAM, "inline", "keep-loops", "unbounded")
    found = [*map(formula, FORMULAS), *map(sequential, ABSTRACTIONS.values())]
    found.append(Chain(BUGS, "sequential program with loops, unrolled", _steps(*looping, "unroll", "replay"), "sc"))
    found.append(Chain(PROOFS, "sequential program with loops, proved", _steps(*looping, "prove"), "sc"))
    return {chain.name: chain for chain in found}


def find(name: str) -> Chain:
    """Raises UsageError if there is no such chain."""
    if name not in chains():
        available = ", ".join(chains())
        raise UsageError(f"pipeline '{shorten(name)}' is not available; available: {available}, or a .toml file")
    return chains()[name]


__all__ = ["BUGS", "PROOFS", "chains", "find", "formula", "sequential"]
