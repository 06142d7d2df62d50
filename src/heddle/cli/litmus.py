"""``heddle litmus``: runs litmus tests under a memory model and prints what herd prints."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from heddle.cli.output import print_refusal
from heddle.report.progress import Display
from heddle.result import BAD_INPUT, InputError
from heddle.run.supervisor import Ending, Interrupted, Limits, supervise

if TYPE_CHECKING:
    from heddle.models.relation import Model

UNKNOWN = 3
KINDS = {"exists": "Allowed", "forall": "Required", "~exists": "Forbidden"}


def litmus(options: argparse.Namespace) -> int:
    """The exit code: 1 if some test's claim does not hold, then wrong input, then unknown, else 0."""
    from heddle import models

    model = models.find(options.model)
    codes: set[int] = set()
    summary: Counter[str] = Counter()
    for file in options.files:
        try:
            answer, signum = run_test(file, model, options)
        except InputError as error:
            codes.add(BAD_INPUT)
            summary["not read"] += 1
            print_refusal(str(error), options.json, [file])
            continue
        print(json.dumps(answer) if options.json else as_text(answer), flush=True)
        if signum:
            return 128 + signum
        codes.add(exit_code(answer))
        summary[answer.get("observation", "unknown")] += 1
    if len(options.files) > 1 and not options.json:
        counts = ", ".join(f"{count} {name}" for name, count in sorted(summary.items()))
        print(f"{len(options.files)} tests under {model.name}: {counts}")
    return next(code for code in (1, BAD_INPUT, UNKNOWN, 0) if code in codes)


def exit_code(answer: dict[str, Any]) -> int:
    if "observation" not in answer:
        return UNKNOWN
    return 0 if answer["ok"] else 1


def run_test(file: str, model: Model, options: argparse.Namespace) -> tuple[dict[str, Any], int]:
    """The answer as it appears in JSON, and the number of the signal that ended the run (0 if none did)."""
    started = time.monotonic()
    deadline = None if options.timeout is None else started + options.timeout
    signum = 0
    with Display(enabled=False, plain=options.verbose) as display:
        try:
            outcome = supervise(
                lambda channel: work(file, model, options.unwind), Limits(deadline, options.memory), display.progress
            )
        except Interrupted as interrupted:
            signum = interrupted.signum
            answer = unknown(file, model, "interrupted")
        else:
            if outcome.ending is Ending.REFUSED:
                raise InputError(outcome.reason)
            if options.debug and outcome.details:
                print(outcome.details, file=sys.stderr)
            if outcome.ending is Ending.DONE:
                answer = outcome.value
            else:
                reasons = {Ending.TIME: "time limit reached", Ending.MEMORY: "memory limit reached"}
                answer = unknown(file, model, reasons.get(outcome.ending, outcome.reason))
    answer["seconds"] = round(time.monotonic() - started, 3)
    return answer, signum


def unknown(file: str, model: Model, reason: str) -> dict[str, Any]:
    return {"file": file, "model": model.name, "verdict": "unknown", "reason": reason}


def work(file: str, model: Model, unwind: int) -> dict[str, Any]:
    """Reads and runs one test, in the worker."""
    from heddle.enumerate.values import Unsupported
    from heddle.litmus.read import read
    from heddle.litmus.run import run

    test = read(Path(file))
    try:
        outcome = run(test, model, unwind)
    except Unsupported as error:
        return unknown(file, model, f"not supported: {error}")
    states = [{"values": dict(state), "executions": count} for state, count in sorted(outcome.states.items())]
    answer: dict[str, Any] = {
        "file": file,
        "test": test.name,
        "model": model.name,
        "observation": outcome.observation,
        "states": states,
        "positive": outcome.positive,
        "negative": outcome.negative,
        "quantifier": test.quantifier,
        "condition": test.condition_text,
        "ok": outcome.ok,
        "flags": sorted(outcome.flags),
    }
    if outcome.cut:
        answer["cut"] = f"loops run at most {unwind} times (--unwind)"
    return answer


def as_text(answer: dict[str, Any]) -> str:
    if "observation" not in answer:
        return f"Test {answer['file']}: unknown: {answer['reason']}"
    lines = [f"Test {answer['test']} {KINDS[answer['quantifier']]}", f"States {len(answer['states'])}"]
    lines += [" ".join(f"{name}={value};" for name, value in state["values"].items()) for state in answer["states"]]
    lines.append("Ok" if answer["ok"] else "No")
    lines += ["Witnesses", f"Positive: {answer['positive']} Negative: {answer['negative']}"]
    lines += [f"Flag {flag}" for flag in answer["flags"]]
    lines.append(f"Condition {answer['condition']}")
    counts = f"{answer['positive']} {answer['negative']}"
    lines.append(f"Observation {answer['test']} {answer['observation']} {counts}")
    if "cut" in answer:
        lines.append(f"Loop {answer['cut']}")
    return "\n".join([*lines, f"Time {answer['test']} {answer['seconds']:.2f}", ""])
