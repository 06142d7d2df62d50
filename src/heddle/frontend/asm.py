"""Inline assembly: memory fences of the common machines, and nothing else."""

from __future__ import annotations

import re

from heddle.core.instr import Fence
from heddle.frontend.lowering import Lowering

FENCES = {
    "mfence": "full", "sync": "full", "hwsync": "full", "dmb": "full", "dsb": "full", "lwsync": "lwsync",
    "isync": "isync",
    "isb": "isync", "sfence": "store", "lfence": "load", "eieio": "lwsync", "lock": "full",
}
_NO_EFFECT = ("nop", "pause", "rep; nop", "rep;nop", "yield", "wfe", "sev")


def lower(f: Lowering, text: str) -> None:
    """``text`` is the assembly template."""
    for line in re.split(r"[\n;]", text):
        words = line.split("#")[0].split("//")[0].split()
        if not words or words[0] in _NO_EFFECT or words == ["rep", "nop"]:
            continue
        name = words[0].lower()
        kind = FENCES.get(name)
        if name in ("dmb", "dsb") and len(words) > 1:
            kind = {"ishst": "store", "st": "store", "ishld": "load", "ld": "load"}.get(words[1].lower(), "full")
        if kind is None or (name == "lock" and not _locked_add_to_stack(words)):
            f.unsupported(f"inline assembly '{' '.join(text.split())}'")
            return
        f.emit(Fence(kind))


def _locked_add_to_stack(words: list[str]) -> bool:
    """``lock; addl $0,0(%esp)`` and the like: the old way to write a full fence."""
    rest = " ".join(words[1:])
    return not rest or ("sp" in rest and "$0" in rest)
