"""``--witness``: a witness of the answer in a format of SV-COMP, by the name of the file."""

from __future__ import annotations

from pathlib import Path

from heddle.answer import Answer, Verdict
from heddle.cli.outfile import OutFile
from heddle.errors import UsageError
from heddle.svcomp import graphml, yaml_witness
from heddle.svcomp.results import UNREACH_CALL, broken, specification
from heddle.svcomp.story import invariants, waypoints
from heddle.svcomp.witness import PRODUCER, About, metadata
from heddle.task import Task

FORMATS = {".graphml": graphml, ".yml": yaml_witness, ".yaml": yaml_witness}
MARKS = ("violation_sequence", "invariant_set", "<graphml")


def is_witness(path: Path) -> bool:
    text = path.read_text(errors="replace")
    return PRODUCER in text and any(mark in text for mark in MARKS)


WITNESS = OutFile("--witness", f"a witness of {PRODUCER}", is_witness)


def verify_witness_file(path: str) -> None:
    """Raises UsageError and InputError if no witness can or must be written there.  Asked before the search."""
    if Path(path).suffix not in FORMATS:
        raise UsageError(f"--witness: the name says the format: .graphml (1.0) or .yml (2.x), not '{Path(path).name}'")
    WITNESS.verify(path)


def write_witness(path: str, answer: Answer, task: Task) -> None:
    """Of a violation, or of a proof; other answers have none."""
    format, sources = FORMATS[Path(path).suffix], task.sources
    execution = answer.execution
    if execution is not None and execution.failure is not None:
        meta = metadata(About(sources.files, specification(broken(execution.failure)), sources.model_name()))
        WITNESS.write(path, format.violation(meta, waypoints(execution)))
    elif answer.verdict is Verdict.SAFE:
        named = task.property.name if task.property.name.startswith(("no-", "valid-")) else UNREACH_CALL
        meta = metadata(About(sources.files, specification(named), sources.model_name()))
        WITNESS.write(path, format.correctness(meta, invariants(answer)))


__all__ = ["verify_witness_file", "write_witness"]
