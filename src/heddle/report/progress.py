"""Progress while a search runs, on standard error.

On a terminal the last line that the engine sent is shown with the time that has passed, and disappears at the end.
Elsewhere nothing is shown, or, where the user asked for it, every line as it comes.
"""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.live import Live

PATIENCE = 0.5
"""Seconds before the display appears: quick answers need none, and rich takes a while to import."""


class Display:
    """``enabled``: a live display on a terminal.  ``plain``: every line on its own (and then no live display)."""

    def __init__(self, enabled: bool, plain: bool) -> None:
        self._enabled, self._plain = enabled and not plain, plain
        self._started = time.monotonic()
        self._line = "starting"
        self._live: Live | None = None

    def __enter__(self) -> Display:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.clear()

    def clear(self) -> None:
        """Makes room for other output; the next tick shows the line again."""
        if self._live is not None:
            self._live.stop()
            self._live = None

    def progress(self, line: str) -> None:
        self._line = line
        if self._plain:
            print(f"[{time.monotonic() - self._started:7.2f} s] {line}", file=sys.stderr, flush=True)

    def tick(self) -> None:
        if not self._enabled or time.monotonic() - self._started < PATIENCE:
            return
        if self._live is None:
            from rich.console import Console
            from rich.live import Live

            # Without a refresh thread of its own: the next worker is forked from this process.
            self._live = Live(console=Console(stderr=True), auto_refresh=False, transient=True)
            self._live.start()
        from rich.text import Text

        shown = Text(f"{time.monotonic() - self._started:6.1f} s  ", style="cyan")
        self._live.update(shown.append(self._line, style="default"), refresh=True)
