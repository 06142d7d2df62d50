"""The report of a litmus test: what herd prints."""

from __future__ import annotations

from collections.abc import Sequence

from heddle.answer import Answer
from heddle.report.cuts import describe_cut

KINDS = {"exists": "Allowed", "forall": "Required", "~exists": "Forbidden"}

UNDEFINED = "*undef*"
"""What herd calls every flag of ``undefined_unless``."""


def as_herd(answer: Answer, files: Sequence[str]) -> str:
    seen = answer.observation
    if seen is None:
        return f"Test {', '.join(files)}: unknown: {answer.reason}"
    states = answer.states or {}
    lines = [f"Test {seen.test} {KINDS[seen.quantifier]}", f"States {len(states)}"]
    lines += [" ".join(f"{name}={value};" for name, value in state) for state in sorted(states)]
    lines.append("Undef" if seen.undefined else "Ok" if seen.ok else "No")
    agree, disagree = seen.positive, seen.negative
    if seen.quantifier == "~exists":  # what agrees with the claim is what is not in the forbidden state
        agree, disagree = disagree, agree
    lines += ["Witnesses", f"Positive: {agree} Negative: {disagree}"]
    lines += [f"Flag {flag}" for flag in sorted({UNDEFINED if f in seen.undefined else f for f in seen.flags})]
    lines.append(f"Condition {seen.condition}")
    lines.append(f"Observation {seen.test} {seen.frequency} {seen.positive} {seen.negative}")
    lines += [f"Loop {describe_cut(cut)}" for cut in answer.cuts]
    return "\n".join([*lines, f"Time {seen.test} {answer.seconds:.2f}", ""])
