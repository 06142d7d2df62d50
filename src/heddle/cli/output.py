"""What the commands print: reports, and refusals as one line on standard error beside them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from heddle import report

if TYPE_CHECKING:
    import argparse

    from heddle.answer import Answer


class Printer:
    """The reports of one command, about one program or several: each when it comes, or all as one document."""

    def __init__(self, options: argparse.Namespace, *, one_line: bool = False) -> None:
        self.format = report.find(options.format)
        explain = getattr(options, "explain", False)
        self.style = report.Style(options.quiet, options.verbose, sys.stdout.isatty(), one_line, explain)
        self.gathered: list[report.Report] = []

    def answer(self, answer: Answer, files: Sequence[str]) -> None:
        if self.format.gather is not None:
            self.gathered.append(report.Report(tuple(files), answer))
        else:
            print(self.format.render(answer, files, self.style), flush=True)

    def refusal(self, reason: str, files: Sequence[str]) -> None:
        if self.format.gather is not None:
            self.gathered.append(report.Report(tuple(files), None, reason))
            _complain(reason)
        else:
            print_refusal(reason, self.format.name, files)

    def close(self) -> None:
        if self.format.gather is not None:
            print(self.format.gather(self.gathered), flush=True)


def print_refusal(reason: str, format: str, files: Sequence[str] = ()) -> None:
    _complain(reason)
    refuse = report.find(format).refuse if format in report.names() else None
    if refuse is not None:
        print(refuse(reason, files), flush=True)


def _complain(reason: str) -> None:
    print(f"heddle: error: {reason}", file=sys.stderr)
