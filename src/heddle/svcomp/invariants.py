"""Whether a correctness witness is one: its invariants become assertions in the program, which is then proved safe."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from heddle.answer import Answer, Verdict
from heddle.errors import InputError, shorten
from heddle.properties import several
from heddle.properties.assertions import ASSERT
from heddle.records import replace
from heddle.run.solve import work
from heddle.svcomp.validate import NAME
from heddle.svcomp.witness import Correctness, Invariant

if TYPE_CHECKING:
    from heddle.run.worker import Channel
    from heddle.task import Task

MARK = "invariant of the witness: "
BETWEEN = (";", "{", "}", ":")
"""What stands before a statement that another one can be put before."""
EFFECT = re.compile(r"[;{}\"'#\\@`$]|//|/\*|\+\+|--|(?<![=!<>])=(?!=)|<<=|>>=|\b(?!sizeof\b)[A-Za-z_]\w*\s*\(")
"""What changes something, or might, or is no part of a plain expression."""
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
RACE = "no-data-race"


def validate_invariants(witness: Correctness, task: Task, channel: Channel) -> Answer:
    """What a worker process does.  The answer is that of a proof, if the invariants hold and the program is safe."""
    if witness.invariants and task.model.name != "sc":
        return _unknown(task, f"invariants are looked at under sc, not under {task.model.name}")
    texts = annotated(witness.invariants, task.sources.files)
    if RACE in task.property.name and texts:  # reading what the invariant is about must not race
        holds = _answer(task, texts, channel, alone=True)
        return holds if holds.verdict is not Verdict.SAFE else _answer(task, {}, channel)
    return _answer(task, texts, channel)


def _answer(task: Task, texts: dict[str, str], channel: Channel, alone: bool = False) -> Answer:
    properties = [ASSERT] if alone else [task.property, *([ASSERT] if texts else [])]
    asked = replace(task, sources=replace(task.sources, texts=tuple(texts.items())), property=several(*properties))
    answer = work(asked, channel)
    if answer.verdict is Verdict.SAFE:
        answer.note = "the witness is confirmed"
        return answer
    if answer.verdict is Verdict.VIOLATION and MARK in answer.reason:
        return _unknown(task, f"the witness is wrong: {answer.reason.partition(MARK)[2]} does not hold")
    if answer.verdict is Verdict.VIOLATION:  # of the program, or of an invariant that is no expression there
        return _unknown(task, f"the program with the invariants as assertions is not safe: {answer.reason}")
    return _unknown(task, f"it is not known whether the witness is right: {answer.reason}")


def _unknown(task: Task, reason: str) -> Answer:
    return Answer(Verdict.UNKNOWN, reason, task.model.name, NAME)


def annotated(invariants: Sequence[Invariant], files: Sequence[str]) -> dict[str, str]:
    """The files with assertions, on the lines that they had.  Raises InputError where there is no place for one."""
    texts: dict[str, str] = {}
    for file in files:
        here = [i for i in invariants if os.path.basename(i.file) == os.path.basename(file)]
        if here:
            text = Path(file).read_text(errors="replace")
            places = {(place(text, i), claim(i)) for i in here}
            for offset, said in sorted(places, reverse=True):
                text = text[:offset] + said + text[offset:]
            texts[file] = text
    unplaced = [i for i in invariants if os.path.basename(i.file) not in {os.path.basename(f) for f in files}]
    if unplaced:
        raise InputError(f"the witness is about {shorten(unplaced[0].file)}, which is no file of the program")
    return texts


def is_plain(text: str) -> bool:
    """Whether it is an expression that changes nothing: no calls, no assignments, and nothing but an expression."""
    depth = 0
    for bracket in re.findall(r"[()]", text):
        depth += 1 if bracket == "(" else -1
        if depth < 0:
            return False
    return depth == 0 and bool(text.strip()) and EFFECT.search(text) is None


def claim(invariant: Invariant) -> str:
    """Evaluated in one step: other threads cannot come between."""
    if not is_plain(invariant.holds):
        where = f"{shorten(invariant.file)}:{invariant.line}"
        raise InputError(f"{where}: '{shorten(invariant.holds)}' is not a C expression without effects")
    shown = f"{invariant.holds} at line {invariant.line}".replace("\\", "\\\\").replace('"', '\\"')
    holds = f'__heddle_assert(!!({invariant.holds}), "{MARK}{shown}")'
    parts = "__VERIFIER_atomic_begin()", holds, "__VERIFIER_atomic_end()"
    return f"({', '.join(parts)}), " if invariant.is_loop else f"{'; '.join(parts)}; "


def place(text: str, invariant: Invariant) -> int:
    """Where in the text the assertion belongs."""
    lines = text.splitlines(keepends=True)
    if not 0 < invariant.line <= len(lines):
        raise InputError(f"the witness speaks of line {invariant.line}, which {shorten(invariant.file)} does not have")
    line = lines[invariant.line - 1]
    column = invariant.column or len(line) - len(line.lstrip()) + 1
    offset = sum(map(len, lines[: invariant.line - 1])) + column - 1
    if invariant.is_loop:
        return _in_condition(text, offset, invariant)
    before = COMMENT.sub("", text[:offset]).rstrip()
    if not before.endswith(BETWEEN) or re.match(r"else\b|[{}]", text[offset:]):
        where = f"{shorten(invariant.file)}:{invariant.line}"
        raise InputError(f"no statement begins at {where} that the witness speaks of")
    return offset


def _in_condition(text: str, offset: int, invariant: Invariant) -> int:
    """At the beginning of the condition of the loop that begins here."""
    head = re.compile(r"(while|for)\s*\(").match(text, offset)
    where = f"{shorten(invariant.file)}:{invariant.line}"
    if head is None:
        raise InputError(f"no while or for loop begins at {where} that the witness speaks of")
    if head[1] == "while":
        return head.end()
    end = text.find(";", head.end()) + 1
    if not end or text[end:].lstrip()[:1] in (";", ""):
        raise InputError(f"the loop at {where} has no condition")
    return end


__all__ = ["annotated", "validate_invariants"]
