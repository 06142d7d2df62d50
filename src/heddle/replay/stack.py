"""A thread's calls, as the user sees them: library code is told as the call in the user's code that led there."""

from __future__ import annotations

from heddle.core.instr import Location
from heddle.records import dataclass, replace
from heddle.replay.state import Frame, ThreadState


@dataclass(frozen=True, slots=True)
class View:
    """``frame`` is the innermost call of the user's code, ``library`` the library function that it has called, if any.

    Where no code of the user is on the stack at all, the outermost function counts as the user's.
    """

    frame: Frame
    library: Frame | None

    @property
    def loc(self) -> Location:
        loc = self.frame.loc
        return loc if self.library is None else replace(loc, library=self.library.code.name)


def look(thread: ThreadState) -> View:
    """The user's code that the thread is in."""
    called: Frame | None = None
    for frame in reversed(thread.frames):
        if not frame.code.function.library:
            return View(frame, called)
        called = frame
    return View(thread.frames[0], None)


__all__ = ["View", "look"]
