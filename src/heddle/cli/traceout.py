"""``--trace-out``: the violating execution as a JSON file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from heddle.answer import Answer
from heddle.cli.outfile import OutFile
from heddle.report.trace_json import execution_to_json

FORMAT = "heddle-trace"


def is_trace(path: Path) -> bool:
    try:
        content = json.loads(path.read_text())
    except (ValueError, RecursionError):  # the last: brackets without end
        return False
    return isinstance(content, dict) and content.get("format") == FORMAT


TRACE = OutFile("--trace-out", "a trace", is_trace)


def write_trace(path: str, answer: Answer, files: list[str]) -> None:
    assert answer.execution is not None
    content: dict[str, Any] = {
        "format": FORMAT,
        "version": 1,
        "files": files,
        "model": answer.model,
        **execution_to_json(answer.execution),
    }
    TRACE.write(path, json.dumps(content, indent=1) + "\n")


__all__ = ["TRACE", "write_trace"]
