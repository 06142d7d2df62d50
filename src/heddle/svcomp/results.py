"""Answers in SV-COMP's words: TRUE, FALSE(property), UNKNOWN."""

from __future__ import annotations

from heddle.answer import Answer, Verdict
from heddle.core.instr import BAD_FREE, DATA_RACE, LIFETIME, LOST, NOT_FREED
from heddle.execution import Failure

UNREACH_CALL = "unreach-call"
OF_KINDS = {
    "assert": UNREACH_CALL, "bounds": "valid-deref", "pointer": "valid-deref", LIFETIME: "valid-deref",
    BAD_FREE: "valid-free", LOST: "valid-memtrack", NOT_FREED: "valid-memcleanup", "overflow": "no-overflow",
    DATA_RACE: "no-data-race", "flag": "no-data-race", "deadlock": "no-deadlock", "termination": "termination",
}  # fmt: skip
"""The property that a failure breaks.  What has no name there is undefined behaviour."""
OTHER = "def-behavior"
FORMULAS = {
    UNREACH_CALL: "G ! call(reach_error())", "no-data-race": "G ! data-race", "no-overflow": "G ! overflow",
    "termination": "F end",
}  # fmt: skip
"""Those whose formula is not ``G`` and the name."""


def broken(failure: Failure) -> str:
    return OF_KINDS.get(failure.kind, OTHER)


def specification(name: str) -> str:
    """The formula that asks for a property."""
    return f"CHECK( init(main()), LTL({FORMULAS.get(name, f'G {name}')}) )"


def result(answer: Answer) -> str:
    """What is safe within bounds is not known to be true."""
    failure = None if answer.execution is None else answer.execution.failure
    match answer.verdict:
        case Verdict.VIOLATION:
            return f"FALSE({UNREACH_CALL if failure is None else broken(failure)})"
        case Verdict.SAFE:
            return "TRUE"
        case Verdict.BOUNDED:
            return "UNKNOWN(safe within bounds)"
    return f"UNKNOWN({answer.reason})"


__all__ = ["broken", "result", "specification"]
