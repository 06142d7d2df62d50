"""Sequential programs, printed as C, under CBMC, if the user has it: the ``cbmc`` of the PATH, or ``$HEDDLE_CBMC``."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from heddle.backends.sequential import Answer, OutOfTime
from heddle.core.c_statements import bound_of, printable
from heddle.core.instr import Cut
from heddle.errors import InputError
from heddle.sequentializer.printing import c_text
from heddle.sequentializer.program import Observation, SequentialProgram

FILE = "sequential.c"
CUT, UNSUPPORTED = "cut: ", "unsupported: "
"""How the messages of checks begin that are no assertions of the program."""


def command() -> str:
    found = os.environ.get("HEDDLE_CBMC") or shutil.which("cbmc")
    if not found:
        raise InputError("backend 'cbmc': there is no cbmc on the PATH, and HEDDLE_CBMC is not set")
    return found


def check_sequential(sequential: SequentialProgram, deadline: float) -> Answer:
    with tempfile.TemporaryDirectory(prefix="heddle-") as folder:
        (Path(folder) / FILE).write_text(c_text(sequential, observed=True))
        options = ["--no-standard-checks", "--json-ui", "--trace", "-DHEDDLE_UNWIND_ASSERT"]
        options += ["--32"] if sequential.program.data_model.pointer_bits == 32 else []
        output = _run([command(), *options, FILE], folder, deadline)
    return _answer(output, sequential)


def _run(arguments: list[str], folder: str, deadline: float) -> str:
    limit = None if deadline == float("inf") else max(0.1, deadline - time.monotonic())
    try:
        done = subprocess.run(arguments, cwd=folder, capture_output=True, text=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        raise OutOfTime from None
    except OSError as error:
        raise InputError(f"backend 'cbmc': cannot run '{arguments[0]}': {error.strerror}") from None
    return done.stdout


def _answer(output: str, sequential: SequentialProgram) -> Answer:
    try:
        messages: list[dict[str, Any]] = json.loads(output)
    except ValueError:
        return Answer(unsupported="CBMC gave no answer")
    results = next((m["result"] for m in messages if "result" in m), None)
    if results is None:
        said = [m["messageText"] for m in messages if m.get("messageType") == "ERROR"]
        return Answer(unsupported=f"CBMC gave no answer: {said[0] if said else 'no result'}")
    failed = [r for r in results if r["status"] == "FAILURE"]
    for result in failed:
        if not result["description"].startswith((CUT, UNSUPPORTED)):
            observations = {o.name: o for o in sequential.observations.values()}
            return Answer(list(_observed(result["trace"], observations)))
    reasons = [r["description"].removeprefix(UNSUPPORTED) for r in failed if r["description"].startswith(UNSUPPORTED)]
    found = {r["description"].removeprefix(CUT) for r in failed if r["description"].startswith(CUT)}
    cuts = [x for f in sequential.program.functions.values() for x in f.body if isinstance(x, Cut)]
    known = {printable(bound_of(x)): x for x in cuts}
    return Answer(cuts=[known[said] for said in sorted(found)], unsupported=reasons[0] if reasons else None)


def _observed(trace: list[dict[str, Any]], known: dict[str, Observation]) -> Iterator[tuple[Observation, int]]:
    """What CBMC's trace outputs: observations, by their names."""
    for step in trace:
        if step["stepType"] == "output" and step["outputID"] in known:
            (value,) = step["values"]
            yield known[step["outputID"]], int(value.get("binary", "0") or "0", 2)


__all__ = ["check_sequential", "command"]
