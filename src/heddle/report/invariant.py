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
    kept = sorted(claims, key=lambda c: len(" && ".join(c.holds)))[:MOST_LINES]
    for claim in [c for c in claims if c in kept]:
        shown = " && ".join(claim.holds)
        if len(shown) > MOST_CHARACTERS:
            shown = f"{shown[:MOST_CHARACTERS]} ..."
        yield f"  {place(claim)}: {shown}"
    if len(claims) > len(kept):
        yield f"  ... and {len(claims) - len(kept)} more (--invariant-out FILE writes all)"


__all__ = ["essence", "place"]
