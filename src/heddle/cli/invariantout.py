"""``--invariant-out``: why a program is safe, as a file of C expressions."""

from __future__ import annotations

from pathlib import Path

from heddle.answer import Answer
from heddle.cli.outfile import OutFile
from heddle.report.invariant import place

HEAD = "// heddle invariant"


def is_invariant(path: Path) -> bool:
    with path.open(errors="replace") as file:
        return file.readline().startswith(HEAD)


INVARIANT = OutFile("--invariant-out", "an invariant", is_invariant)


def write_invariant(path: str, answer: Answer, files: list[str]) -> None:
    lines = [f"{HEAD} of {', '.join(files)} (model {answer.model}, engine {answer.engine})", f"// {answer.reason}", ""]
    for claim in answer.invariant:
        lines += [f"// {place(claim)}", *(f"{part};" for part in claim.holds), ""]
    INVARIANT.write(path, "\n".join(lines))


__all__ = ["INVARIANT", "write_invariant"]
