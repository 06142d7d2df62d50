"""Chains from files (TOML), and as text for such a file.

    name = "mine"           # optional, as is the summary
    model = "tso"           # optional: the memory model, where the command line says none

    [[stage]]
    name = "unfold"
    unwind = 3              # options of the stage, as 'heddle pipelines' lists them
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, NoReturn

from heddle.chains.chain import Chain, Misfit, Step, verify
from heddle.chains.option import Value
from heddle.chains.stages import STAGES
from heddle.errors import InputError, UsageError, shorten

HEAD = ("name", "summary", "model", "stage")
POSITION = re.compile(r"(?P<reason>.*) \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)")
TABLE, KEY = re.compile(r"\s*\[\[\s*stage\s*\]\]"), re.compile(r"\s*(?P<key>[\w-]+|\"[^\"]*\")\s*=\s*")


def read(file: str) -> Chain:
    """Raises InputError, with the place in the file where there is one."""
    try:
        text = Path(file).read_text()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{file}: cannot be read: {getattr(error, 'strerror', None) or 'not UTF-8'}") from None
    return _Reader(file, text).chain()


class _Reader:
    def __init__(self, file: str, text: str) -> None:
        self.file, self.text = file, text
        self.tables = [n for n, line in enumerate(text.splitlines(), 1) if TABLE.match(line)]
        """The lines where the stages begin."""

    def chain(self) -> Chain:
        try:
            said = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            found = POSITION.fullmatch(str(error))
            if found is None:
                self.refuse(0, "", str(error))
            lines = self.text.splitlines() or [""]
            end = (len(lines), len(lines[-1]) + 1)
            line, column = (int(found["line"]), int(found["column"])) if found["line"] else end
            raise InputError(f"{self.file}:{line}:{column}: {found['reason']}") from None
        for key in said:
            if key not in HEAD:
                self.refuse(0, key, f"'{shorten(key)}' is not known; known: {', '.join(HEAD)}")
        for key in HEAD[:3]:
            if not isinstance(said.get(key, ""), str):
                self.refuse(0, key, f"{key} is a text")
        stages = said.get("stage", [])
        if not isinstance(stages, list) or not stages or not all(isinstance(s, dict) for s in stages):
            self.refuse(0, "stage", "a pipeline is a list of tables [[stage]], each with the name of a stage")
        steps = tuple(self.step(number, stage) for number, stage in enumerate(stages))
        name = said.get("name") or Path(self.file).stem
        return self.verified(Chain(name, said.get("summary", ""), steps, said.get("model")))

    def verified(self, chain: Chain) -> Chain:
        from heddle.models.memory_model import memory_model

        try:
            verify(chain)
        except Misfit as error:
            self.refuse(error.step + 1, "name", str(error))
        try:
            if chain.model is not None:
                memory_model(chain.model)
        except (InputError, UsageError) as error:
            self.refuse(0, "model", str(error))
        return chain

    def step(self, number: int, said: dict[str, Any]) -> Step:
        name = said.get("name")
        if name not in STAGES:
            what = "a stage has a name" if name is None else f"stage '{shorten(str(name))}' is not available"
            self.refuse(number + 1, "name", f"{what}; available: {', '.join(STAGES)}")
        known = {option.name: option for option in STAGES[name].options}
        options: list[tuple[str, Value]] = []
        for key, value in said.items():
            if key == "name":
                continue
            option = known.get(key.replace("_", "-"))
            if option is None:
                has = f"it has {', '.join(known)}" if known else "it has none"
                self.refuse(number + 1, key, f"'{shorten(key)}' is no option of stage '{name}'; {has}")
            try:
                options.append((option.field, option.checked(value)))
            except UsageError as error:
                self.refuse(number + 1, key, str(error))
        return Step(name, tuple(options))

    def refuse(self, table: int, key: str, reason: str) -> NoReturn:
        """``table``: the number of a stage, from 1; 0 is the head of the file."""
        line, column = self.place(table, key)
        raise InputError(f"{self.file}:{line}:{column}: {reason}")

    def place(self, table: int, key: str) -> tuple[int, int]:
        """Where the value of a key is; else where its table begins."""
        lines = self.text.splitlines()
        borders = [0, *self.tables, len(lines) + 1]
        if table + 1 >= len(borders):
            return 1, 1
        for n in range(borders[table], borders[table + 1] - 1):
            found = KEY.match(lines[n])
            if found is not None and found["key"].strip('"') == key:
                return n + 1, found.end() + 1
        return max(1, borders[table]), 1


def as_toml(chain: Chain) -> str:
    """A file that is this chain; what it leaves open stands there as comments."""
    head = {"name": chain.name, "summary": chain.summary, "model": chain.model}
    lines = [f'{key} = "{value}"' for key, value in head.items() if value is not None]
    for step in chain.steps:
        fixed = dict(step.options)
        lines += ["", "[[stage]]", f'name = "{step.name}"']
        for option in step.stage.options:
            if option.field in fixed:
                value = fixed[option.field]
                lines.append(f"{option.name} = " + (f'"{value}"' if isinstance(value, str) else str(value).lower()))
            else:
                lines.append(f"# {option.name} =   # {option.shown()}")
    return "\n".join(lines) + "\n"


__all__ = ["as_toml", "read"]
