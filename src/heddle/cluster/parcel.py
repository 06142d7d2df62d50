"""The files that a run needs, with what is in them: a worker has none of them.

There they lie under a folder of their own as they lie here under the root, and the run begins in the folder that stands
for ours.  So relative paths lead where they lead here; absolute ones are led there.
"""

from __future__ import annotations

import contextlib
import os
import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import heddle
from heddle.cli.tasks import TASK_FILES
from heddle.errors import InputError
from heddle.records import dataclass
from heddle.run.supervisor import Ending, Limits, supervise

if TYPE_CHECKING:
    from heddle.task import Task

ROOT = "\0"
"""Stands for the folder of the parcel in options."""
ABSOLUTE = re.compile(r"^(-[A-Za-z]+|--[\w-]+=|)(/.*)$")
INCLUDE = re.compile(r'^\s*include\s+"([^"]+)"', re.MULTILINE)
"""Of models in .cat."""


@dataclass(frozen=True, slots=True)
class Parcel:
    files: tuple[tuple[str, bytes], ...]
    """Absolute paths, and what is there, compressed."""
    folder: str
    options: tuple[str, ...]

    def unpack(self, root: str) -> tuple[str, list[str]]:
        """Where the run begins, and its options."""
        for path, content in self.files:
            there = Path(root + path)
            there.parent.mkdir(parents=True, exist_ok=True)
            there.write_bytes(zlib.decompress(content))
        folder = root + self.folder
        os.makedirs(folder, exist_ok=True)
        return folder, [option.replace(ROOT, root) for option in self.options]


def packed(options: Sequence[str], file: str) -> Parcel:
    """What ``heddle check OPTIONS FILE`` needs.  Files that are not there are missed there as they would be here."""
    command = [*options, file]
    paths = {os.path.abspath(path) for path in _named(command) if os.path.isfile(path)}
    outcome = supervise(lambda channel: _read(command), Limits())
    if outcome.ending is Ending.DONE:
        paths |= set(outcome.value)
    own = str(Path(heddle.__file__).parent) + os.sep
    paths = {path for path in paths if not path.startswith(own)}
    files = tuple((path, zlib.compress(Path(path).read_bytes(), 1)) for path in sorted(paths))
    return Parcel(files, os.getcwd(), tuple(_led(word, paths) for word in [*_system(paths), *command]))


def _named(command: Sequence[str]) -> Iterator[str]:
    """What may be a path."""
    for word in command:
        yield word
        yield word.partition("=")[2]


def _led(word: str, paths: Iterable[str]) -> str:
    """A word of the command line, with a path of the parcel in place of one of ours."""
    found = ABSOLUTE.match(word)
    if found is None:
        return word
    path = os.path.normpath(found[2])
    here = any(p == path or p.startswith(path.rstrip(os.sep) + os.sep) for p in paths)
    return f"{found[1]}{ROOT}{found[2]}" if here else word


def _system(paths: Iterable[str]) -> Iterator[str]:
    """Options for headers of the system."""
    from heddle.frontend.unit import TRIPLES, system_directories

    for directory in dict.fromkeys(d for triple in TRIPLES.values() for d in system_directories(triple)):
        if any(path.startswith(directory + os.sep) for path in paths):
            yield f"-isystem{directory}"


def _read(command: Sequence[str]) -> list[str]:
    """The files that are read on the way to the program and its memory model."""
    from heddle.cli import parser
    from heddle.cli.tasks import task_of

    options = parser.parse(["check", *command])
    files = [file for path in _named(command) if path.endswith(TASK_FILES) for file in _of_task_file(path)]
    files += _of_model(str(options.model or ""))
    with contextlib.suppress(InputError):  # the run itself will say so
        files += _included(task_of(options, options.files))
    return [os.path.abspath(file) for file in files if os.path.isfile(file)]


def _of_task_file(path: str) -> list[str]:
    """Whatever it names that is there."""
    return [str(Path(path).parent / name) for name in re.findall(r"[\w./+-]+", Path(path).read_text(errors="replace"))]


def _of_model(name: str) -> list[str]:
    """A model's file, and those that it includes."""
    found, todo = [], [name] if name.endswith((".cat", ".mcm")) else []
    while todo:
        file = todo.pop()
        if file not in found and os.path.isfile(file):
            found.append(file)
            text = Path(file).read_text(errors="replace")
            todo += [str(Path(file).parent / other) for other in INCLUDE.findall(text)]
    return found


def _included(task: Task) -> list[str]:
    """The program's files, and what they include."""
    from heddle.frontend import data_model_of
    from heddle.frontend.unit import Options, inclusions

    sources = task.sources
    files = list(sources.files)
    if not all(file.endswith((".c", ".i", ".h")) for file in files):
        return files
    each = sources.compilations()
    model = data_model_of(files, sources.data_model, [c.data_model for c in each])
    for file, own in zip(sources.files, each, strict=True):
        files += own.values("-include") + own.values("-imacros")
        options = Options(model, own.arguments, sources.system_headers, machine=own.machine or "x86")
        files += inclusions(file, options)
    return files


__all__ = ["Parcel", "packed"]
