"""Answers as JSON, one object a line (docs/verdicts.md lists the keys)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from heddle.answer import Answer
from heddle.report import Format, Style
from heddle.report.cuts import describe_cut
from heddle.report.trace_json import execution_to_json


def to_json(answer: Answer, files: Sequence[str]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "files": list(files),
        "verdict": str(answer.verdict),
        "reason": answer.reason,
        "model": answer.model,
        "engine": answer.engine,
        "bounds": answer.bounds,
        "cuts": [describe_cut(cut) for cut in answer.cuts],
        "seconds": round(answer.seconds, 3),
        "statistics": answer.statistics,
    }
    if answer.is_vacuous:
        found["vacuous"] = True
    if answer.assumptions:
        found["assumptions"] = list(answer.assumptions)
    if answer.note:
        found["note"] = answer.note
    if answer.parts:
        found["parts"] = [{"engine": p.engine, "seconds": round(p.seconds, 3), "state": p.state} for p in answer.parts]
    if answer.advice:
        found["advice"] = answer.advice
    if answer.invariant:
        found["invariant"] = invariant_to_json(answer)
    if answer.counts is not None:
        counts = answer.counts
        found |= {
            "executions": counts.executions, "blocked": counts.blocked, "violations": counts.violations,
            "cut": counts.cut, "complete": counts.complete,
        }  # fmt: skip
        if counts.candidates is not None:
            found["candidates"] = counts.candidates
    if answer.observation is not None:
        o = answer.observation
        found |= {
            "test": o.test, "observation": o.frequency, "ok": o.ok, "positive": o.positive, "negative": o.negative,
            "quantifier": o.quantifier, "condition": o.condition, "flags": list(o.flags),
        }  # fmt: skip
    if answer.states is not None:
        found["states"] = [{"values": dict(state), "executions": n} for state, n in sorted(answer.states.items())]
    if answer.graphs:
        found["graphs"] = len(answer.graphs)
    if answer.execution is not None:
        found["trace"] = execution_to_json(answer.execution)
    return found


def invariant_to_json(answer: Answer) -> list[dict[str, Any]]:
    return [
        {"threads": list(c.threads), "where": [str(loc) if loc.line else "" for loc in c.where], "holds": list(c.holds)}
        for c in answer.invariant
    ]


def render(answer: Answer, files: Sequence[str], style: Style) -> str:
    return json.dumps(to_json(answer, files), default=str)


def refuse(reason: str, files: Sequence[str]) -> str:
    return json.dumps({"files": list(files), "verdict": "error", "reason": reason})


JSON = Format("json", "one JSON object", render, refuse)
