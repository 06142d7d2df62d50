"""The horn engine: proves programs safe by invariants, without a bound on loops, switches or threads.

It finds no violations: where there is no proof, the answer is ``unknown``, for a run of the abstraction need not be one
of the program.

Under store buffers it proves the property under ``sc`` where nobody can tell that there are buffers: because of the
fences (:mod:`heddle.proofs.fenced`), or because no two threads race, which it proves too.  A race here is one of any
access with a write that waits in a buffer, whatever C calls atomic; what orders accesses empties the buffer first.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from heddle.answer import Answer, Verdict
from heddle.engines.engine import Engine, Listener, deadline
from heddle.models.store_buffers import POLICIES, StoreBuffers

if TYPE_CHECKING:
    from heddle.core.program import Program
    from heddle.task import Task

FENCED = "no access overtakes a write that waits in a store buffer, so buffers make no difference"
RACE_FREE = "no two threads race, so store buffers make no difference"
SHARE = 0.95
"""Of the time; the rest is for the answer."""


class Horn(Engine):
    name = "horn"
    summary = "proofs by invariants that Z3 finds and Bitwuzla checks; no bound, and no violations"
    unchecked = frozenset({"termination"})
    unfolds = False
    ghost_models = frozenset({"sc"})

    def run(self, task: Task, program: Program, listener: Listener) -> Answer:
        # What proves is large, Z3 above all: it is loaded where it is used
        from heddle.proofs.build import CannotModel, build_system
        from heddle.proofs.fenced import is_fenced
        from heddle.proofs.invariant_text import claims
        from heddle.proofs.prover import prove, reasons

        policy, note = POLICIES[task.model.operational or "sc"], ""
        if policy.exist and is_fenced(program, policy):
            note = FENCED
        elif policy.exist:
            program, note = without_races(program, policy), RACE_FREE
        until = deadline(task, time.monotonic() - (1 - SHARE) * (task.limits.timeout or 0))
        try:
            system = build_system(program)
        except CannotModel as error:
            return self.no_answer(task, f"there is no model for a proof: {error}")
        attempt = prove(system, until, listener.progress, lambda rounds: self._suspect(task, listener, rounds))
        statistics: dict[str, object] = {"rejected invariants": attempt.rejected}
        if attempt.proof is None:
            return Answer(
                Verdict.UNKNOWN, "no proof: " + ", ".join(reasons(attempt)), task.model.name, self.name,
                statistics=statistics,
            )  # fmt: skip
        proof = attempt.proof
        statistics |= {"proof": proof.way, "obligations": proof.checked}
        return Answer(
            Verdict.SAFE, f"proved by an invariant of {proof.way}", task.model.name, self.name,
            statistics=statistics, invariant=claims(proof.system, proof.invariant),
            note=note,
        )  # fmt: skip

    def _suspect(self, task: Task, listener: Listener, rounds: int) -> None:
        """Others may look there."""
        answer = self.no_answer(task, f"no proof: a claim may fail after {rounds} rounds of a loop")
        answer.suspicion = rounds
        listener.interim(answer)


def without_races(program: Program, policy: StoreBuffers) -> Program:
    """The program with a claim that no write which waits in a buffer races with anything."""
    from heddle.properties.property import numbered
    from heddle.races import with_race_checks

    checked = with_race_checks(program, lambda x: x.order != "plain" and not policy.hold(x, False))
    return program if checked is program else numbered(checked)


__all__ = ["Horn"]
