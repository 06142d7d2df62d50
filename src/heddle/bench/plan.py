"""What is to be run: programs, from a manifest, task definitions or files, each with every configuration."""

from __future__ import annotations

import csv
import hashlib
import json
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path

from heddle.core.instr import Location
from heddle.errors import InputError, UsageError, shorten
from heddle.records import dataclass

EXPECTED = ("true", "false", "true-bounded", "")


@dataclass(frozen=True, slots=True)
class Program:
    """``options`` are those that it needs, whatever the configuration; ``expected`` is true, false or empty: nobody
    knows.  ``lines``: its size."""

    name: str
    file: str
    options: tuple[str, ...]
    expected: str
    category: str
    lines: int


@dataclass(frozen=True, slots=True)
class Configuration:
    """A way of checking programs: options of ``heddle check``."""

    name: str
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Run:
    program: Program
    configuration: Configuration

    @property
    def options(self) -> tuple[str, ...]:
        return *self.program.options, *self.configuration.options

    @property
    def key(self) -> str:
        """The same for the same question."""
        program, content = self.program, Path(self.program.file).read_bytes()
        asked = json.dumps([program.name, program.options, self.configuration.name, self.configuration.options])
        return hashlib.sha256(asked.encode() + content).hexdigest()


def programs(paths: Sequence[str], match: str = "", sample: int | None = None) -> list[Program]:
    """Those whose names contain ``match``, and of these so many of each category.  Raises InputError."""
    found = [program for path in paths for program in _of(path)]
    kept = [program for program in found if match in program.name]
    if sample is not None:
        chosen = {id(program) for program in _first_of_each(in_fixed_order(kept), sample)}
        kept = [program for program in kept if id(program) in chosen]
    if not kept:
        raise InputError(f"{paths[0] if paths else 'nothing'}: no program is left to run")
    twice = _first_double([f"{p.name} {shlex.join(p.options)}" for p in kept])
    if twice is not None:
        raise InputError(f"{twice.strip()}: is given twice")
    return kept


def in_fixed_order(found: Sequence[Program]) -> list[Program]:
    """An order that depends on their names alone: what stands first is a sample that nobody has chosen."""
    return sorted(found, key=lambda p: hashlib.sha256(f"{p.name} {p.options}".encode()).hexdigest())


def _first_of_each(found: Sequence[Program], most: int) -> Iterator[Program]:
    counts: dict[str, int] = {}
    for program in found:
        counts[program.category] = counts.get(program.category, 0) + 1
        if counts[program.category] <= most:
            yield program


def _of(path: str) -> Iterator[Program]:
    if path.endswith(".csv"):
        yield from _of_manifest(path)
        return
    text = _text(path, path)
    expected = ""
    if path.endswith((".yml", ".yaml")):
        from heddle.svcomp.task_file import read_task_file

        verdict = read_task_file(path).expected
        expected = "" if verdict is None else str(verdict).lower()
    yield Program(path, path, (), expected, str(Path(path).parent), text.count("\n"))


def _of_manifest(path: str) -> Iterator[Program]:
    """A row for each program: ``file`` (relative to the manifest), and if there are ``property``, ``model``,
    ``expected``, ``data_model``, ``cflags``, ``category``."""
    rows = csv.DictReader(_text(path, path).splitlines())
    if "file" not in (rows.fieldnames or ()):
        raise InputError("a manifest has a column 'file'", Location(path, 1, 1))
    for row in rows:
        at = Location(path, rows.line_num, 1)
        said = {name: value or "" for name, value in row.items() if name is not None and isinstance(value, str)}
        file = str(Path(path).parent / said["file"])
        expected = said.get("expected", "")
        if expected not in EXPECTED:
            raise InputError(f"'{shorten(expected)}' is no expected answer; known: true, false, true-bounded", at)
        options = [f"--model={said['model']}"] if said.get("model") else []
        options += [f"--property={said['property']}"] if said.get("property") else []
        options += [f"--data-model={said['data_model']}"] if said.get("data_model") else []
        options += shlex.split(said.get("cflags", ""))
        lines = _text(file, str(at)).count("\n")
        category = said.get("category") or str(Path(said["file"]).parent)
        yield Program(said["file"], file, tuple(options), expected, category, lines)


def _text(path: str, named: str) -> str:
    try:
        return Path(path).read_text(errors="replace")
    except OSError as error:
        where = path if named == path else f"{named}: {path}"
        raise InputError(f"{where}: {(error.strerror or str(error)).lower()}") from None


def configurations(given: Sequence[str]) -> list[Configuration]:
    """``NAME`` or ``NAME=OPTIONS``; the name alone is that of an engine.  Raises UsageError."""
    found = []
    for text in given or ["auto"]:
        name, equals, options = text.partition("=")
        if not name or not name.replace("-", "").replace("_", "").isalnum():
            raise UsageError(f"--config: '{shorten(text)}' is not of the form NAME or NAME=OPTIONS")
        found.append(Configuration(name, tuple(shlex.split(options)) if equals else (f"--engine={name}",)))
    twice = _first_double([c.name for c in found])
    if twice is not None:
        raise UsageError(f"--config: '{twice}' is given twice")
    return found


def _first_double(names: Sequence[str]) -> str | None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            return name
        seen.add(name)
    return None


__all__ = ["Configuration", "Program", "Run", "configurations", "in_fixed_order", "programs"]
