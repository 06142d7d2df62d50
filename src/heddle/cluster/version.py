"""Which Heddle this is: processes that share work have to be of one kind."""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path

import heddle

BUILT = (".so", ".pyc")
"""What is made of the sources differs from machine to machine."""


@functools.cache
def fingerprint() -> str:
    """The version, and a hash of all that Heddle is made of."""
    from heddle.explorer._kernel import SOURCES

    folder = Path(heddle.__file__).parent
    found = hashlib.sha256(SOURCES.encode())
    for file in sorted(folder.rglob("*")):
        if file.is_file() and not file.name.endswith(BUILT):
            found.update(str(file.relative_to(folder)).encode())
            found.update(file.read_bytes())
    return f"{heddle.__version__} ({found.hexdigest()[:12]})"


__all__ = ["fingerprint"]
