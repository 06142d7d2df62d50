"""Invariants for people: their essence in the report, all of them in a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heddle.answer import Claim

MOST_LINES = 12
MOST_CHARACTERS = 160


def place(claim: Claim) -> str:
    threads = zip(claim.threads, claim.where, strict=True)
    return ", ".join(f"{name} at {loc.file}:{loc.line}" if loc.line else name for name, loc in threads)


def essence(claims: Sequence[Claim]) -> Iterator[str]:
    """The shortest claims: what is short says most."""
    is_one_file = len({loc.file for c in claims for loc in c.where if loc.line}) < 2
    kept = sorted(claims, key=lambda c: len(" && ".join(c.holds)))[:MOST_LINES]
    for claim in [c for c in claims if c in kept]:
        shown = " && ".join(_part(part, len(claim.holds)) for part in claim.holds)
        if len(shown) > MOST_CHARACTERS:
            shown = f"{shown[:MOST_CHARACTERS]} ..."
        yield f"  {_lines(claim) if is_one_file else place(claim)}: {shown}"
    if len(claims) > len(kept):
        yield f"  ... and {len(claims) - len(kept)} more (--invariant-out FILE writes all)"


def _lines(claim: Claim) -> str:
    threads = zip(claim.threads, claim.where, strict=True)
    return ", ".join(f"{name} at l. {loc.line}" if loc.line else name for name, loc in threads)


def _part(part: str, among: int) -> str:
    return f"({part})" if among > 1 and "||" in part else part


__all__ = ["essence", "place"]
