"""What programs read: results and refusals as lines of JSON."""

from __future__ import annotations

import json
import sys
from typing import Any

from heddle.result import Result


def print_json(result: Result, files: list[str]) -> None:
    answer: dict[str, Any] = {"files": files, **result.to_json()}
    print(json.dumps(answer, default=str), flush=True)


def print_refusal(reason: str, as_json: bool, files: list[str] | None = None) -> None:
    """Wrong input or usage: one line on standard error, and with --json an object with the verdict "error"."""
    print(f"heddle: error: {reason}", file=sys.stderr)
    if as_json:
        print(json.dumps({"files": files or [], "verdict": "error", "reason": reason}), flush=True)
