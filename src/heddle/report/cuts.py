"""What bounds cut, in words."""

from __future__ import annotations

from heddle.answer import Cutoff


def describe_cut(cut: Cutoff) -> str:
    """One line, with the place and the option that raises the bound."""
    where = "" if cut.loc is None else f"{cut.loc.file}:{cut.loc.line}: "
    return f"{where}{cut.what}{f' (raise with {cut.option})' if cut.option else ''}"
