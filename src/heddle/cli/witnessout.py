"""``--witness``: a witness of the answer in a format of SV-COMP, by the name of the file."""

from __future__ import annotations

import os
from pathlib import Path

from heddle.answer import Answer, Verdict
from heddle.errors import InputError, UsageError
from heddle.svcomp import graphml, yaml_witness
from heddle.svcomp.results import UNREACH_CALL, broken, specification
from heddle.svcomp.story import invariants, waypoints
from heddle.svcomp.witness import PRODUCER, About, metadata
from heddle.task import Task

FORMATS = {".graphml": graphml, ".xml": graphml, ".yml": yaml_witness, ".yaml": yaml_witness}
MARKS = ("violation_sequence", "invariant_set", "<graphml")


def verify_witness_file(path: str) -> None:
    """Raises UsageError and InputError if no witness can or must be written there.  Asked before the search."""
    target = Path(path)
    if target.suffix not in FORMATS:
        raise UsageError(f"--witness: the name says the format: .graphml (1.0) or .yml (2.x), not '{target.name}'")
    if target.exists() and not is_witness(target):
        raise InputError(f"{path}: exists and is not a witness of {PRODUCER}; not replaced (--witness)")
    if not target.parent.is_dir() or not os.access(target if target.exists() else target.parent, os.W_OK):
        raise InputError(f"{path}: cannot be written (--witness)")


def is_witness(path: Path) -> bool:
    try:
        text = path.read_text(errors="replace")
    except OSError:
        return False
    return PRODUCER in text and any(mark in text for mark in MARKS)


def write_witness(path: str, answer: Answer, task: Task) -> None:
    """Of a violation, or of a proof; other answers have none."""
    format = FORMATS[Path(path).suffix]
    execution = answer.execution
    if execution is not None and execution.failure is not None:
        meta = metadata(About(task.sources.files, specification(broken(execution.failure)), task.sources.model_name()))
        text = format.violation(meta, waypoints(execution))
    elif answer.verdict is Verdict.SAFE:
        named = task.property.name if task.property.name.startswith(("no-", "valid-")) else UNREACH_CALL
        meta = metadata(About(task.sources.files, specification(named), task.sources.model_name()))
        text = format.correctness(meta, invariants(answer))
    else:
        return
    try:
        Path(path).write_text(text)
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}") from error


__all__ = ["verify_witness_file", "write_witness"]
