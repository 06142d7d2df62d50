"""The ``heddle`` command.

This module answers ``--version`` by itself and imports the rest only when there is work to do: starting must cost
little more than starting Python, since scripts run the command thousands of times.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from heddle import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence

    from heddle.run.solve import Worker


def main(argv: Sequence[str] | None = None, *, worker: Worker | None = None) -> int:
    """Runs one command line and returns the exit code.  ``worker`` replaces the frontend and the engines in tests."""
    if argv is None:
        _only_this()
    arguments = list(sys.argv[1:] if argv is None else argv)
    if arguments in (["--version"], ["-V"]):
        print(f"heddle {__version__}")
        return 0
    from heddle.cli.commands import run

    code = run(arguments, worker)
    if argv is None:
        _leave(code)
    return code


def _only_this() -> None:
    """This process is for one command: what it makes is used to the end, so the garbage collector seldom looks."""
    import gc

    gc.set_threshold(200_000, 20, 20)


def _leave(code: int) -> None:
    """Ends the process.  To take all modules and solvers apart first would take longer than many a check."""
    import os

    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    os._exit(code)
