"""``heddle explore``: how many executions a program has under a memory model, and what they are."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from heddle.cli.inputs import Inputs, inputs
from heddle.report.progress import Display
from heddle.result import EXIT_CODES, InputError, Verdict
from heddle.run.supervisor import Ending, Interrupted, Limits, supervise
from heddle.run.worker import Channel

if TYPE_CHECKING:
    from heddle.core.program import Program
    from heddle.engines.executions import Executions

MARGIN, LEAST_MARGIN = 0.03, 0.4
"""The share of the time limit that is left for reporting, and the seconds that are left at least."""
MOST_GRAPHS = 1000
"""So many graphs are written with ``--dot``."""


def explore(options: argparse.Namespace) -> int:
    started = time.monotonic()
    program = inputs(options.files, options)
    if options.dot and Path(options.dot).exists() and not Path(options.dot).is_dir():
        raise InputError(f"{options.dot}: exists and is not a directory (given with --dot)")
    deadline = None if options.timeout is None else started + options.timeout
    signum = 0
    with Display(enabled=sys.stderr.isatty() and not options.quiet, plain=options.verbose) as display:
        try:
            outcome = supervise(
                lambda channel: work(program, options, channel, started), Limits(deadline, options.memory),
                display.progress, display.tick,
            )  # fmt: skip
        except Interrupted as interrupted:
            signum = interrupted.signum
            answer = {**unknown("interrupted", options), **so_far(0, 0, 0), **(interrupted.interim or {})}
        else:
            if outcome.ending is Ending.REFUSED:
                raise InputError(outcome.reason)
            if options.debug and outcome.details:
                print(outcome.details, file=sys.stderr)
            reasons = {Ending.TIME: "time limit reached", Ending.MEMORY: "memory limit reached"}
            ended = outcome.ending is Ending.DONE
            reason = reasons.get(outcome.ending, outcome.reason)
            stopped = {**unknown(reason, options), **so_far(0, 0, 0), **(outcome.interim or {})}
            answer = outcome.value if ended else stopped
    answer["seconds"] = round(time.monotonic() - started, 3)
    report(answer, options)
    return 128 + signum if signum else EXIT_CODES[Verdict(answer["verdict"])]


def unknown(reason: str, options: argparse.Namespace) -> dict[str, Any]:
    return {"files": options.files, "model": options.model, "verdict": str(Verdict.UNKNOWN), "reason": reason}


def so_far(executions: int, blocked: int, violations: int) -> dict[str, Any]:
    """What holds if the exploration is stopped now."""
    return {"executions": executions, "blocked": blocked, "violations": violations, "complete": False}


def work(program: Inputs, options: argparse.Namespace, channel: Channel, started: float) -> dict[str, Any]:
    """Reads and explores the program, in the worker."""
    from heddle import models
    from heddle.engines.executions import all_executions
    from heddle.engines.stateless import cores
    from heddle.explore.kernel import ExploreOptions
    from heddle.report.trace_json import execution_to_json

    model = models.find(options.model)
    channel.progress("reading the program")
    loaded = program.load()
    left = None
    if options.timeout is not None:
        margin = max(LEAST_MARGIN, options.timeout * MARGIN)
        left = max(0.05, options.timeout - margin - (time.monotonic() - started))
    wanted = ExploreOptions(
        options.unwind, options.unwindset, filter=not options.no_filter, first_only=options.first,
        depth=options.max_depth, workers=options.pool_size or cores(), keep=MOST_GRAPHS if options.dot else 0,
        states=options.states, timeout=left,
    )  # fmt: skip
    found = all_executions(
        loaded, model, options.model, wanted, channel.progress, lambda *counts: channel.interim(so_far(*counts))
    )
    judgement = found.judgement
    answer = {
        "files": options.files,
        "model": options.model,
        "verdict": str(judgement.verdict),
        "reason": judgement.reason,
        "executions": found.executions,
        "blocked": found.blocked,
        "violations": found.violations,
        "cut": found.cut,
        "complete": found.complete,
        "cuts": judgement.cuts,
    }
    if found.note:
        answer["note"] = found.note
    if options.states:
        answer["states"] = [{"state": dict(state), "count": n} for state, n in sorted(found.states.items())]
    if judgement.trace is not None:
        answer["trace"] = execution_to_json(judgement.trace)
        answer["rendered"] = _render(judgement.trace)
    if options.dot:
        answer["graphs"] = write_graphs(Path(options.dot), found, loaded, options.model)
    return answer


def _render(trace: Any) -> str:
    from heddle.report.trace_text import render

    return render(trace, verbose=False, color=False)


def write_graphs(folder: Path, found: Executions, program: Program, model: str) -> int:
    """One file a graph, the first violation in a file of its own; the number of files."""
    from heddle.explore.dot import dot

    try:
        folder.mkdir(parents=True, exist_ok=True)
        for i, graph in enumerate(found.graphs, 1):
            (folder / f"execution-{i:04}.dot").write_text(dot(program, graph, f"execution {i} under {model}"))
        for i, graph in enumerate(found.witnesses, 1):
            (folder / f"violation-{i}.dot").write_text(dot(program, graph, f"violation {i} under {model}"))
    except OSError as error:
        raise InputError(f"{folder}: {error.strerror} (given with --dot)") from error
    return len(found.graphs) + len(found.witnesses)


# --- the report -------------------------------------------------------------------------------------------------------


def report(answer: dict[str, Any], options: argparse.Namespace) -> None:
    rendered = answer.pop("rendered", "")
    if options.json:
        print(json.dumps(answer, default=str), flush=True)
        return
    print(f"{answer['verdict']}: {answer['reason']}")
    if options.quiet:
        return
    if "executions" in answer:
        numbers = f"{answer['executions']} executions"
        numbers += f", {answer['blocked']} blocked, {answer['violations']} with a violation"
        numbers += "" if answer["complete"] else " (not all: the exploration was stopped)"
        print(f"  {numbers}, model {answer['model']}, {answer['seconds']:.2f} s")
    if "note" in answer:
        print(f"  {answer['note']}")
    for cut in answer.get("cuts", []):
        print(f"  {cut}")
    for state in answer.get("states", []):
        values = " ".join(f"{name}={value};" for name, value in state["state"].items())
        print(f"  {state['count']:>8} :> {values}")
    if "graphs" in answer:
        print(f"  {answer['graphs']} graphs written to {options.dot}")
    if rendered:
        print(f"\n{rendered}")
