"""Results as CSV, a line for each run, and back: what is kept of a bench where its tables are made again."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from heddle.bench.results import Result, Row
from heddle.errors import InputError

FIELDS = (
    "program", "options", "category", "expected", "lines", "configuration", "verdict", "judged", "engine", "seconds",
    "cpu", "memory", "reason",
)  # fmt: skip


def as_csv(rows: Sequence[Row]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(FIELDS)
    for r in rows:
        x = r.result
        writer.writerow([
            r.program, r.options, r.category, r.expected, r.lines, r.configuration, x.verdict, r.judged, x.engine,
            f"{x.seconds:.3f}", f"{x.cpu:.3f}", f"{x.memory:.1f}", x.reason,
        ])  # fmt: skip
    return out.getvalue()


def read_csv(text: str) -> list[Row]:
    """What ``as_csv`` has written.  Raises InputError."""
    rows = csv.DictReader(io.StringIO(text))
    if tuple(rows.fieldnames or ()) != FIELDS:
        raise InputError("these are no results of heddle bench")
    return [
        Row(
            r["program"], r["category"], r["options"], r["expected"], int(r["lines"]), r["configuration"],
            Result(r["verdict"], r["reason"], r["engine"], float(r["seconds"]), float(r["cpu"]), float(r["memory"])),
        )
        for r in rows
    ]  # fmt: skip


__all__ = ["as_csv", "read_csv"]
