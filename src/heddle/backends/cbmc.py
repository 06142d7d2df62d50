"""Sequential C programs under CBMC, if the user has it: the ``cbmc`` of the PATH, or ``$HEDDLE_CBMC``."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from heddle.backends.sequential import FILE, Answer, OutOfTime
from heddle.core.expr import Const, MemoryObject, Place
from heddle.core.instr import AnyInstr, Label, Location, Write
from heddle.core.types import INT, DataModel
from heddle.counterexample import Executed
from heddle.errors import InputError

CUT, UNSUPPORTED = "cut: ", "unsupported: "
"""How the messages of checks begin that are no assertions of the program."""


def command() -> str:
    found = os.environ.get("HEDDLE_CBMC") or shutil.which("cbmc")
    if not found:
        raise InputError("backend 'cbmc': there is no cbmc on the PATH, and HEDDLE_CBMC is not set")
    return found


def check_sequential(text: str, model: DataModel, deadline: float) -> Answer:
    with tempfile.TemporaryDirectory(prefix="heddle-") as folder:
        (Path(folder) / FILE).write_text(text)
        options = ["--no-standard-checks", "--json-ui", "--trace", "-DHEDDLE_UNWIND_ASSERT"]
        options += ["--32"] if model.pointer_bits == 32 else []
        output = _run([command(), *options, FILE], folder, deadline)
    return _answer(output)


def _run(arguments: list[str], folder: str, deadline: float) -> str:
    limit = None if deadline == float("inf") else max(0.1, deadline - time.monotonic())
    try:
        done = subprocess.run(arguments, cwd=folder, capture_output=True, text=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        raise OutOfTime from None
    except OSError as error:
        raise InputError(f"backend 'cbmc': cannot run '{arguments[0]}': {error.strerror}") from None
    return done.stdout


def _answer(output: str) -> Answer:
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
            return Answer(list(_executed(result["trace"])))
    reasons = [r["description"].removeprefix(UNSUPPORTED) for r in failed if r["description"].startswith(UNSUPPORTED)]
    cuts = {r["description"].removeprefix(CUT) for r in failed if r["description"].startswith(CUT)}
    return Answer(cuts=sorted(cuts), unsupported=reasons[0] if reasons else None)


def _executed(trace: list[dict[str, Any]]) -> Iterator[Executed]:
    """CBMC's trace as instructions: assignments as writes, other steps as labels.  Only places and values count."""
    for step in trace:
        where = step.get("sourceLocation", {})
        if Path(where.get("file", "")).name != FILE or "line" not in where:
            continue
        loc = Location(FILE, int(where["line"]))
        if step["stepType"] != "assignment" or step.get("assignmentType") != "variable":
            yield Executed(Label("", loc=loc))
            continue
        name = re.split(r"[.\[]", step["lhs"], maxsplit=1)[0]
        instr: AnyInstr = Write(Place(MemoryObject(name, INT), (), INT), Const(0, INT), loc=loc)
        yield Executed(instr, int(step["value"].get("binary", "0") or "0", 2))


__all__ = ["check_sequential", "command"]
