"""A thread's calls, as the user sees them: library code is told as the call in the user's code that led there."""

from __future__ import annotations

from dataclasses import dataclass, replace

from heddle.core.instr import Location
from heddle.replay.state import Frame, ThreadState


@dataclass(frozen=True, slots=True)
class View:
    """``library`` is the call of a library function by the user's code that the thread is in, if any.

    Where no code of the user is on the stack at all, it is the outermost function that counts.
    """

    function: str
    loc: Location
    library: Frame | None


def look(thread: ThreadState) -> View:
    """The user's code that the thread is in."""
    frames = thread.frames
    for depth in range(len(frames) - 1, -1, -1):
        frame = frames[depth]
        if frame.code.function.library:
            continue
        if depth == len(frames) - 1:
            return View(frame.code.name, frame.loc, None)
        called = frames[depth + 1]
        return View(frame.code.name, replace(frame.loc, library=called.code.name), called)
    return View(frames[0].code.name, frames[0].loc, None)


__all__ = ["View", "look"]
