"""Refusals: one line on standard error, and an object for programs that read the output."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from heddle import report


def print_refusal(reason: str, format: str, files: Sequence[str] = ()) -> None:
    print(f"heddle: error: {reason}", file=sys.stderr)
    refuse = report.find(format).refuse if format in report.names() else None
    if refuse is not None:
        print(refuse(reason, files), flush=True)
