"""The world around the program: its command line, and how long texts are that nobody knows."""

from __future__ import annotations

from heddle.records import dataclass
from heddle.sources import MOST_ARGUMENTS, TEXT_LENGTH


@dataclass(frozen=True, slots=True)
class Outside:
    """What is known of the world around the program."""

    argv: tuple[str, ...] | None = None
    """The arguments, without the program's name; None: unknown."""
    arguments: int = MOST_ARGUMENTS
    """How many unknown arguments there are at most."""
    text_length: int = TEXT_LENGTH
    """How many characters an unknown text has at most."""
    malloc_may_fail: bool = False
    """Allocations may give no memory."""

    def macros(self, program_name: str) -> tuple[str, ...]:
        """What the library is told."""
        found = [f"HEDDLE_TEXT_LENGTH={self.text_length}", f"HEDDLE_ARGUMENTS={self.arguments}"]
        found += ["HEDDLE_MALLOC_MAY_FAIL"] if self.malloc_may_fail else []
        found.append(f"HEDDLE_PROGRAM_NAME={_quoted(program_name)}")
        if self.argv is not None:
            names = [f"argument_{number}" for number in range(len(self.argv))]
            texts = "".join(
                f"static char {name}[] = {_quoted(text)}; " for name, text in zip(names, self.argv, strict=True)
            )
            found += [f"HEDDLE_GIVEN_TEXTS={texts}", f"HEDDLE_GIVEN={', '.join(['program_name', *names])}"]
        return tuple(found)


def _quoted(text: str) -> str:
    """A C string literal."""
    return '"' + "".join(f"\\{byte:03o}" for byte in text.encode("utf-8", "surrogateescape")) + '"'
