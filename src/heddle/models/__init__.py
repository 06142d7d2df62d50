"""Memory models as inputs: relational definitions and constraints over execution graphs.

``find`` is the way in: the name of a model that Heddle ships (``sc``, ``tso``, …) or the path of a file in the cat
language of herd and Dartagnan or in the DSL of Bajczi's thesis (``.mcm``).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from heddle import cache
from heddle.errors import InputError

if TYPE_CHECKING:
    from heddle.models.relation import Model

LIBRARY = Path(__file__).with_name("library")
INCLUDED_ONLY = frozenset({"stdlib", "lock", "weak-fences", "orders-as-fences", "aarch64deps", "enumerations"})
"""Files of the library that are no models."""


def shipped() -> tuple[str, ...]:
    """The names of the models that Heddle ships."""
    files = [*LIBRARY.glob("*.cat"), *LIBRARY.glob("*.mcm")]
    return tuple(sorted(file.stem for file in files if file.stem not in INCLUDED_ONLY))


def about(name: str) -> str:
    """What the file of a shipped model says of itself: the first sentence of its first comment."""
    text = next(LIBRARY.glob(f"{name}.*")).read_text()
    found = re.match(r'(?:"[^"]*")?\s*(?:\(\*(.*?)\*\)|((?://[^\n]*\n)+))', text, re.DOTALL)
    if found is None:
        return ""
    said = next(group for group in found.groups() if group)
    sentence = " ".join(re.sub(r"^\s*//", " ", said, flags=re.MULTILINE).split())
    return re.split(r"(?<=\.)\s+(?=[A-Z])", sentence, maxsplit=1)[0].rstrip(".")


def find(name: str) -> Model:
    """The model of this name or path; an InputError says what is wrong with it."""
    path = Path(name)
    if name in shipped():
        path = next(file for file in (LIBRARY / f"{name}.cat", LIBRARY / f"{name}.mcm") if file.exists())
        return cache.recall(f"model-{name}", _state(), lambda: _read(path))
    if not path.is_file():
        if path.suffix in (".cat", ".mcm") or "/" in name:
            raise InputError(f"{name}: no such file")
        raise InputError(f"no model has the name {name!r} (known: {', '.join(shipped())}; or give a .cat or .mcm file)")
    return _read(path)


def _state() -> tuple[tuple[str, int, int], ...]:
    """Changes whenever a shipped model does, or what makes models of texts."""
    folder = Path(__file__).parent
    files = [*folder.glob("*.py"), *folder.glob("*.lark"), *LIBRARY.iterdir()]
    return tuple((file.name, file.stat().st_mtime_ns, file.stat().st_size) for file in sorted(files))


def _read(path: Path) -> Model:
    if path.suffix == ".mcm":
        from heddle.models import mcm

        return mcm.compile_text(path.read_text(errors="replace"), str(path), path.stem)
    from heddle.models import cat

    return cat.load(path)
