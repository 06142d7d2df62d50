"""SARIF 2.1.0, for code scanning and editors: a violation is a result, its threads' steps are flows."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from heddle import __version__
from heddle.answer import Answer, Verdict
from heddle.core.instr import Location
from heddle.execution import Execution, Failure
from heddle.report import Report
from heddle.report.cuts import describe_cut
from heddle.report.gathered import document, named
from heddle.report.refusal import place_of
from heddle.report.text import headline
from heddle.report.trace import TraceStep, tell

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
LEVELS = {Verdict.UNKNOWN: "warning", Verdict.BOUNDED: "note"}
"""Of what is told about the run as a whole; a violation is a result, and of what is safe there is nothing to tell."""


def write(reports: Sequence[Report]) -> str:
    results = [r for report in reports if report.answer is not None for r in results_of(report.answer)]
    rules = {result["ruleId"]: {"id": result["ruleId"]} for result in results}
    invocation = {
        "executionSuccessful": not any(report.answer is None for report in reports),
        "toolExecutionNotifications": [n for report in reports for n in notifications(report)],
    }
    driver = {"name": "Heddle", "version": __version__, "rules": list(rules.values())}
    run = {"tool": {"driver": driver}, "invocations": [invocation], "results": results}
    run["columnKind"] = "unicodeCodePoints"
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1)


def results_of(answer: Answer) -> list[dict[str, Any]]:
    execution = answer.execution
    if answer.verdict is not Verdict.VIOLATION or execution is None or execution.failure is None:
        return []
    failure = execution.failure
    result = {
        "ruleId": rule(failure),
        "level": "error",
        "message": {"text": f"{tell(execution).message} (memory model {answer.model})"},
        "locations": [{"physicalLocation": physical(failure.at)}],
        "codeFlows": [{"threadFlows": flows(execution)}],
    }
    return [result]


def rule(failure: Failure) -> str:
    return f"heddle/{failure.kind}"


def notifications(report: Report) -> list[dict[str, Any]]:
    """What is to be known of a program that has no result."""
    answer = report.answer
    if answer is None:
        note: dict[str, Any] = {"level": "error", "message": {"text": report.refusal}}
        at = place_of(report.refusal)
        return [{**note, "locations": [{"physicalLocation": physical(at)}]} if at.line else note]
    if answer.verdict not in LEVELS:
        return []
    said = "\n".join([f"{named(report)}: {headline(answer)}", *(describe_cut(cut) for cut in answer.cuts)])
    return [{"level": LEVELS[answer.verdict], "message": {"text": said}}]


def flows(execution: Execution) -> list[dict[str, Any]]:
    """The steps of each thread; ``executionOrder`` says how they take turns."""
    threads: dict[int, list[dict[str, Any]]] = {}
    for order, step in enumerate(tell(execution).steps, 1):
        threads.setdefault(step.thread, []).append(flow_location(step, order))
    names = {thread.id: thread.name for thread in execution.threads}
    return [
        {"id": str(id), "message": {"text": f"thread {id}: {names.get(id, '')}"}, "locations": steps}
        for id, steps in sorted(threads.items())
    ]


def flow_location(step: TraceStep, order: int) -> dict[str, Any]:
    location = {"physicalLocation": physical(step.loc), "message": {"text": step.detail or step.action}}
    return {"location": location, "executionOrder": order}


def physical(at: Location) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": {"uri": uri(at.file)}}
    if at.line:
        region = {"startLine": at.line, "startColumn": at.column, "endLine": at.end_line, "endColumn": at.end_column}
        place["region"] = {name: value for name, value in region.items() if value}
    return place


def uri(file: str) -> str:
    """Relative paths stay so: services resolve them in the repository."""
    path = PurePath(file)
    return path.as_uri() if path.is_absolute() else quote(str(path))


SARIF = document("sarif", "SARIF 2.1.0, for code scanning services and editors", write)
