"""From a model of the formula to the run of a sequential program: what it executes, in order, with its values."""

from __future__ import annotations

from heddle.backends.bmc.local import Meaning
from heddle.backends.bmc.solver import Bmc
from heddle.backends.bmc.witness import Model
from heddle.counterexample import Executed
from heddle.symbolic.events import Kind


def run_of(bmc: Bmc, model: Model) -> list[Executed]:
    """The run of a program with one thread that ``model`` describes, up to the assertion that fails."""
    claims = {c.event: c.bad for c in bmc.part.claims if c.meaning is Meaning.VIOLATION}
    run: list[Executed] = []
    for event in bmc.events.threads[0].events:
        if bmc.local.values.dead(event) or not model.of(event.guard):
            continue
        node = event.value if event.kind is Kind.WRITE else event.result if event.kind is Kind.NONDET else -1
        run.append(Executed(event.instr, model.of(node) if node >= 0 else None))
        if event in claims and model.holds(claims[event]):
            return run
    raise AssertionError("the model shows no violation")


__all__ = ["run_of"]
