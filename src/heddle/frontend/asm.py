"""Inline assembly: memory fences of the common machines, and nothing else."""

from __future__ import annotations

import re

from heddle.core.instr import Fence
from heddle.frontend.headers import Assembly
from heddle.frontend.lowering import Lowering

FENCES = {
    "mfence": "full", "sync": "full", "hwsync": "full", "dmb": "full", "dsb": "full", "lwsync": "lwsync",
    "isync": "isync", "isb": "isync", "sfence": "store", "lfence": "load", "eieio": "lwsync", "lock": "full",
}
_NO_EFFECT = ("nop", "pause", "rep", "yield", "wfe", "sev")
"""``rep; nop`` is a pause; other uses of ``rep`` name their instruction on the same line."""


def lower(f: Lowering, assembly: Assembly) -> None:
    text = assembly.template
    if sets_output(assembly):
        f.unsupported(f"inline assembly '{' '.join(text.split())}' with an output")
        return
    for line in re.split(r"[\n;]", re.sub(r"\block\s*;", "lock ", text)):
        words = line.split("#")[0].split("//")[0].split()
        if not words or (words[0] in _NO_EFFECT and words[1:] in ([], ["nop"])):
            continue
        name = words[0].lower()
        kind = FENCES.get(name)
        if name in ("dmb", "dsb") and len(words) > 1:
            kind = {"ishst": "store", "st": "store", "ishld": "load", "ld": "load"}.get(words[1].lower(), "full")
        if kind is None or (name == "lock" and not _locked_add_to_stack(words)):
            f.unsupported(f"inline assembly '{' '.join(text.split())}'")
            return
        f.emit(Fence(kind))


def sets_output(assembly: Assembly) -> bool:
    """Whether an operand gets a value that is not its own old one (``"+r"``) or that of an input (``"0"``)."""
    constraints = assembly.constraints
    written = any(c.startswith("=") or (c.startswith("+") and assembly.template.strip()) for c in constraints)
    return written and not (not assembly.template.strip() and any(c.isdigit() for c in constraints))


def _locked_add_to_stack(words: list[str]) -> bool:
    """``lock; addl $0,0(%esp)`` and the like: the old way to write a full fence."""
    rest = " ".join(words[1:])
    return "sp" in rest and "$0" in rest
