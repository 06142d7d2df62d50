"""Reads a .litmus file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from heddle.core.instr import AnyInstr, Branch, Goto, Label, Location
from heddle.errors import InputError
from heddle.litmus_tests import ppc, x86
from heddle.litmus_tests.build import program
from heddle.litmus_tests.condition import State, read_condition, read_init
from heddle.litmus_tests.sections import Sections, split
from heddle.litmus_tests.test import Address, Combine, Compare, LitmusTest, Observable, Proposition, Register, Variable
from heddle.records import replace

DIALECTS = ("X86", "X86_64", "PPC", "C")


def read(path: Path) -> LitmusTest:
    try:
        text = path.read_text(errors="replace")
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
    return parse(text, str(path))


def parse(text: str, file: str) -> LitmusTest:
    sections = split(text, file)
    if sections.arch not in DIALECTS:
        known = ", ".join(DIALECTS)
        raise InputError(f"the dialect {sections.arch!r} is not supported (known: {known})", Location(file, 1, 1))
    state = read_init(sections.init, file)
    bodies, local, atomic = _threads(sections, state, file)
    question = read_condition(sections.condition, file, local)
    _touch(question.condition, state, len(bodies), file)
    for item in question.observed:
        if isinstance(item, Variable):
            state.touch(item.name)
    for (thread, name), value in state.registers.items():
        if isinstance(value, Address):
            state.touch(value.name)
        if thread >= len(bodies):
            message = f"the initial state sets {thread}:{name}, but there are {len(bodies)} threads"
            raise InputError(message, Location(file, 1))
    for values in list(state.variables.values()):
        for value in values.values():
            if isinstance(value, Address):
                state.touch(value.name)
    locals = {key: local(*key) for key in state.registers}
    return LitmusTest(
        sections.name, sections.arch, file, program(bodies, state, locals), question.quantifier, question.condition,
        question.text, [_shown(item, sections.arch) for item in question.observed], question.filter, atomic,
    )  # fmt: skip


def _shown(item: Observable, arch: str) -> Observable:
    """As herd names it: registers of X86_64 in small letters."""
    return replace(item, name=item.name.lower()) if arch == "X86_64" and isinstance(item, Register) else item


def _threads(
    sections: Sections, state: State, file: str
) -> tuple[list[list[AnyInstr]], Callable[[int, str], str], frozenset[str] | None]:
    if sections.arch == "C":
        from heddle.litmus_tests import c

        return c.threads(sections.body, state, file)
    columns = x86.threads(sections.body, file)
    power = sections.arch == "PPC"
    bodies = ppc.lower(columns) if power else x86.lower(columns, state, sections.arch)
    for body in bodies:
        labels = {instr.name for instr in body if isinstance(instr, Label)}
        for instr in body:
            if isinstance(instr, Goto | Branch) and instr.label not in labels:
                raise InputError(f"there is no label {instr.label[1:]!r}", instr.loc)
    return bodies, ppc.register if power else x86.register, None


def _touch(prop: Proposition, state: State, threads: int, file: str) -> None:
    """Variables that only the condition mentions exist too."""
    if isinstance(prop, Combine):
        for part in prop.parts:
            _touch(part, state, threads, file)
    elif isinstance(prop, Compare):
        if isinstance(prop.left, Variable):
            state.touch(prop.left.name)
        elif prop.left.thread >= threads:
            raise InputError(f"the condition asks for {prop.left}, but there are {threads} threads", Location(file, 1))
        if isinstance(prop.right, Address):
            state.touch(prop.right.name)
