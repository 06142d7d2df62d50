"""Compilation databases: ``compile_commands.json``, which build systems write, says how each file is compiled.

https://clang.llvm.org/docs/JSONCompilationDatabase.html
"""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from heddle.compilation import PLAIN, Compilation, Reader
from heddle.errors import InputError, UsageError, shorten
from heddle.records import dataclass

NAME = "compile_commands.json"
CROSS_COMPILERS = {"aarch64": "aarch64", "arm64": "aarch64"}
"""Compilers whose name begins so compile for this machine."""


@dataclass(frozen=True, slots=True)
class Entry:
    file: str
    """As seen from the current directory, if it is below; absolute elsewhere."""
    compilation: Compilation


@dataclass(frozen=True, slots=True)
class Database:
    path: str
    entries: tuple[Entry, ...]
    """One for each file, the first that the database has."""
    ambiguous: tuple[str, ...]
    """Files that it has several times, compiled in ways that differ."""

    @property
    def files(self) -> list[str]:
        return [entry.file for entry in self.entries]

    def own(self, files: Sequence[str]) -> tuple[Compilation, ...]:
        """How each of the files is compiled; one that the database does not have, like any file without a database."""
        known = {os.path.realpath(entry.file): entry.compilation for entry in self.entries}
        return tuple(known.get(os.path.realpath(file), PLAIN) for file in files)

    def notes(self, files: Sequence[str]) -> list[str]:
        """What somebody who relies on the database may not expect."""
        known = {os.path.realpath(entry.file) for entry in self.entries}
        doubtful = {os.path.realpath(file) for file in self.ambiguous}
        found = []
        for file in files:
            if os.path.realpath(file) not in known:
                found.append(f"{file}: is not in {self.path}; compiled with the options of the command line alone")
            elif os.path.realpath(file) in doubtful:
                found.append(f"{file}: is compiled in several ways in {self.path}; the first one counts")
        return found


def read(path: str) -> Database:
    """The database in a file, or in a directory under its usual name.  Raises InputError."""
    if os.path.isdir(path):
        path = os.path.join(path, NAME)
    found: dict[str, Entry] = {}
    ambiguous: dict[str, None] = {}
    for number, entry in enumerate(_load(path), start=1):
        try:
            read = _entry(entry, os.path.dirname(os.path.abspath(path)))
        except (ValueError, UsageError) as error:
            raise InputError(f"{path}: entry {number}: {error}") from None
        first = found.setdefault(os.path.realpath(read.file), read)
        if first.compilation != read.compilation:
            ambiguous[first.file] = None
    if not found:
        raise InputError(f"{path}: names no file")
    return Database(path, tuple(found.values()), tuple(ambiguous))


def _load(path: str) -> list[Any]:
    try:
        loaded = json.loads(Path(path).read_bytes())
        json.dumps(loaded, ensure_ascii=False).encode()  # half of a surrogate pair is text to JSON, but no path
    except OSError as error:
        raise InputError(f"{path}: {(error.strerror or str(error)).lower()}") from None
    except json.JSONDecodeError as error:
        raise InputError(f"{path}:{error.lineno}:{error.colno}: is not JSON: {error.msg}") from None
    except (ValueError, RecursionError):
        raise InputError(f"{path}: is not JSON") from None
    if not isinstance(loaded, list):
        raise InputError(f"{path}: is not a compilation database: a list of entries is expected")
    return loaded


def _entry(entry: Any, here: str) -> Entry:
    """Raises ValueError and UsageError for what makes no sense."""
    if not isinstance(entry, dict):
        raise ValueError("is not an object")
    directory = os.path.join(here, _text(entry, "directory"))
    file = os.path.normpath(os.path.join(directory, _text(entry, "file")))
    compiler, *arguments = _expanded(_command(entry), directory)
    reader = Reader(directory)
    reader.read(arguments)  # what is left are the file and options that nobody here knows
    if reader.machine is None:
        prefix = os.path.basename(compiler).partition("-")[0]
        reader.machine = CROSS_COMPILERS.get(prefix)
    return Entry(_shown(file), reader.compilation())


def _text(entry: dict[str, Any], key: str) -> str:
    value = entry.get(key)
    if not isinstance(value, str) or not value or "\0" in value:
        raise ValueError(f"has no '{key}'" if value is None else f"'{key}' is not a path")
    return value


def _command(entry: dict[str, Any]) -> list[str]:
    """The compiler and its arguments."""
    arguments = entry.get("arguments")
    if arguments is not None:
        if not isinstance(arguments, list) or not all(isinstance(a, str) for a in arguments):
            raise ValueError("'arguments' is not a list of strings")
    elif isinstance(entry.get("command"), str):
        try:
            arguments = shlex.split(entry["command"])
        except ValueError as error:
            raise ValueError(f"'command' cannot be split: {str(error).lower()}") from None
    else:
        raise ValueError("'command' is not a string" if "command" in entry else "has no 'command' and no 'arguments'")
    if not arguments:
        raise ValueError("the command is empty")
    return arguments


def _expanded(arguments: list[str], directory: str) -> list[str]:
    """With the contents of response files (``@file``) in their place, one level deep."""
    found: list[str] = []
    for argument in arguments:
        if not argument.startswith("@"):
            found.append(argument)
            continue
        try:
            found += shlex.split(Path(directory, argument[1:]).read_text())
        except (OSError, ValueError) as error:
            reason = (getattr(error, "strerror", None) or str(error)).lower()
            raise ValueError(f"response file '{shorten(argument[1:])}': {reason}") from None
    return found


def _shown(file: str) -> str:
    here = os.getcwd()
    return os.path.relpath(file, here) if file.startswith(os.path.join(here, "")) else file
