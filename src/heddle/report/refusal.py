"""Where in a file something is that the user gave, and that is wrong: it stands before what is said of it."""

from __future__ import annotations

import re

from heddle.core.instr import Location

PLACE = re.compile(r"(?P<file>[^:\n]+):(?P<line>\d+)(?::(?P<column>\d+))?: ")


def place_of(reason: str, file: str = "") -> Location:
    """``file`` is where it is taken to be, if nothing is said."""
    found = PLACE.match(reason)
    if found is None:
        return Location(file, 0)
    return Location(found["file"], int(found["line"]), int(found["column"] or 0))


__all__ = ["place_of"]
