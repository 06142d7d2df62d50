"""The commands that the documentation shows, with the files and the output it shows, as data.

A page shows a command in a fenced block (``$ heddle check x.c``, then its output, where a line ``...`` stands for any lines), in
an indented list (``    heddle check x.c      what it does``), in a configuration (``run: heddle …``), or within a sentence.
A fenced block with a title (```` ```c title="x.c" ````) is a file.  tests/test_doc_commands.py runs all of it.

``python docs/commands.py [PAGE...]`` runs what has output and writes what came into the page.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r'^```([a-z]*)(?: title="([^"\n]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
LISTED = re.compile(r"^ {4,}(heddle .*?)(?: {2,}.*)?$", re.MULTILINE)
CONFIGURED = re.compile(r"^\s*(?:- run|run|entry): (heddle .*)$", re.MULTILINE)
SAID = re.compile(r"`(heddle(?: [^`]+)?)`")


@dataclass(frozen=True)
class ShownFile:
    name: str
    text: str


@dataclass(frozen=True)
class ShownCommand:
    """``output`` is None where the page shows none.  ``start`` and ``end``: where it stands in the page."""

    command: str
    output: tuple[str, ...] | None = None
    start: int = 0
    end: int = 0


def shown(text: str) -> list[ShownFile | ShownCommand]:
    """In the order of the page; what is only said in sentences comes last."""
    found: list[ShownFile | ShownCommand] = []
    rest, last = "", 0
    for fence in FENCE.finditer(text):
        found += _listed(text[last : fence.start()])
        rest, last = rest + text[last : fence.start()], fence.end()
        if fence[2]:
            found.append(ShownFile(fence[2], fence[3]))
        elif fence[1] == "yaml":
            found += [ShownCommand(match[1]) for match in CONFIGURED.finditer(fence[3])]
        elif fence[3].startswith("$ "):
            found += _session(fence[3], fence.start(3))
    found += _listed(text[last:])
    rest += text[last:]
    return found + [ShownCommand(" ".join(match[1].split())) for match in SAID.finditer(rest)]


def _listed(text: str) -> list[ShownFile | ShownCommand]:
    return [ShownCommand(match[1]) for match in LISTED.finditer(text)]


def _session(text: str, start: int) -> list[ShownFile | ShownCommand]:
    found: list[ShownFile | ShownCommand] = []
    for match in re.finditer(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE):
        output = tuple(match[2].splitlines())
        found.append(ShownCommand(match[1], output, start + match.start(2), start + match.end(2)))
    return found


def put(file: ShownFile, folder: Path) -> None:
    (folder / file.name).parent.mkdir(parents=True, exist_ok=True)
    (folder / file.name).write_text(file.text)


def settle(folder: Path) -> None:
    """What a reader has before the first command: the examples."""
    copytree(ROOT / "examples", folder / "examples", dirs_exist_ok=True)


def promote(page: Path) -> None:
    """The page with the output that its commands have now."""
    text = page.read_text()
    changes: list[tuple[int, int, str]] = []
    with tempfile.TemporaryDirectory() as name:
        settle(Path(name))
        for item in shown(text):
            if isinstance(item, ShownFile):
                put(item, Path(name))
            elif item.output is not None and "..." not in item.output:
                ran = subprocess.run(item.command, shell=True, cwd=name, capture_output=True, text=True, check=False)
                changes.append((item.start, item.end, ran.stdout + ran.stderr))
    for start, end, output in reversed(changes):
        text = text[:start] + output + text[end:]
    page.write_text(text)


if __name__ == "__main__":
    for path in map(Path, sys.argv[1:]) if len(sys.argv) > 1 else PAGES:
        promote(path)
