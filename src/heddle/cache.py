"""Things that take long to make and stay the same from run to run: parsers' tables, the models that Heddle ships.

They are kept in the user's cache folder.  Nothing depends on it: where it cannot be read or written, or holds something
else, things are made anew, silently.
"""

from __future__ import annotations

import os
import pickle
import sys
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from lark import Lark

T = TypeVar("T")

PACKAGE = Path(__file__).parent


def recall(name: str, key: object, make: Callable[[], T]) -> T:
    """What ``make`` makes, from the last time if the key was the same."""
    file = _file(name)
    if file is None:
        return make()
    try:
        known, found = pickle.loads(file.read_bytes())
        if known == key:
            return found  # type: ignore[no-any-return]
    except Exception:  # whatever else the file holds is of no use
        pass
    made = make()
    _keep(file, pickle.dumps((key, made)))
    return made


def parser(grammar: Path, **options: Any) -> Lark:
    """A LALR parser for the grammar in a file."""
    from lark import Lark

    file = _file(f"{grammar.stem}-{options.get('start', '')}.lark")
    kept = False if file is None else str(file)  # lark makes the tables anew if it finds anything else there
    return Lark(grammar.read_text(), parser="lalr", cache=kept, **options)


def _keep(file: Path, data: bytes) -> None:
    """Puts the file in place whole: another program may be reading it."""
    try:
        fresh = file.with_name(f"{file.name}.{os.getpid()}")
        fresh.write_bytes(data)
        fresh.replace(file)
    except OSError:
        pass


def _file(name: str) -> Path | None:
    home = _folder(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"))
    return None if home is None else home / name


@cache
def _folder(base: str) -> Path | None:
    """A folder for this installation, which nobody else can write into; None if there can be none."""
    which = zlib.crc32(f"{PACKAGE} {sys.version_info[:2]}".encode())
    folder = Path(base) / "heddle" / f"{which:08x}"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        known = folder.stat()
        is_own = known.st_uid == os.geteuid() and not known.st_mode & 0o022
        return folder if is_own and os.access(folder, os.W_OK) else None
    except OSError:
        return None


__all__ = ["parser", "recall"]
