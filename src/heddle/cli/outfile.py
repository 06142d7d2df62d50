"""Files that options ask for beside the report: nothing is replaced but what an earlier run wrote there."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from heddle.errors import InputError
from heddle.records import dataclass


@dataclass(frozen=True, slots=True)
class OutFile:
    """``kind`` is what it holds ("a trace"); ``is_ours`` tells whether a file is such a one."""

    option: str
    kind: str
    is_ours: Callable[[Path], bool]

    def verify(self, path: str) -> None:
        """Raises InputError if nothing can or must be written there.  Asked before the search, which may be long."""
        target = Path(path)
        if target.exists() and not (target.is_file() and self._is_ours(target)):
            raise InputError(f"{path}: exists and is not {self.kind}; not replaced ({self.option})")
        if not target.parent.is_dir() or not os.access(target if target.exists() else target.parent, os.W_OK):
            raise InputError(f"{path}: cannot be written ({self.option})")

    def _is_ours(self, path: Path) -> bool:
        try:
            return self.is_ours(path)
        except OSError:
            return False

    def write(self, path: str, text: str) -> None:
        try:
            Path(path).write_text(text)
        except OSError as error:
            raise InputError(f"{path}: cannot be written: {error.strerror}") from error


__all__ = ["OutFile"]
