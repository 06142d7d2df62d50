"""``--trace-out``: the violating execution as a JSON file."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from heddle.answer import Answer
from heddle.errors import InputError
from heddle.report.trace_json import execution_to_json

FORMAT = "heddle-trace"


def verify_trace_file(path: str) -> None:
    """Raises InputError if a trace cannot or must not be written there.  Asked before the search, which may be long."""
    target = Path(path)
    if target.exists() and not is_trace(target):
        raise InputError(f"{path}: exists and is not a trace; not replaced (--trace-out)")
    if not target.parent.is_dir() or not os.access(target if target.exists() else target.parent, os.W_OK):
        raise InputError(f"{path}: cannot be written (--trace-out)")


def is_trace(path: Path) -> bool:
    try:
        content = json.loads(path.read_text())
    except (OSError, ValueError, RecursionError):  # the last: brackets without end
        return False
    return isinstance(content, dict) and content.get("format") == FORMAT


def write_trace(path: str, answer: Answer, files: list[str]) -> None:
    assert answer.execution is not None
    content: dict[str, Any] = {
        "format": FORMAT,
        "version": 1,
        "files": files,
        "model": answer.model,
        **execution_to_json(answer.execution),
    }
    try:
        Path(path).write_text(json.dumps(content, indent=1) + "\n")
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}") from error
