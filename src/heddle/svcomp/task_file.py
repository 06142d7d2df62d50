"""Task definitions (``.yml``): the program, how it is compiled, what must hold, and what is expected.

https://gitlab.com/sosy-lab/benchmarking/task-definition-format has the format, in versions 1.0 and 2.0.
"""

from __future__ import annotations

from pathlib import Path

from heddle.errors import InputError, shorten
from heddle.properties import Property, several
from heddle.properties.specification import read_specification
from heddle.records import dataclass
from heddle.svcomp.documents import Part, read

VERSIONS = ("1.0", "2.0")
DATA_MODELS = {"ILP32": "ilp32", "LP64": "lp64"}
VERDICTS = {"true": True, "false": False}
OF_TESTS = "COVER"
"""How specifications of test generators begin."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """One of the properties.  ``expected``: whether it holds, if the file says so."""

    file: str
    property: Property
    error_label: str | None
    expected: bool | None


@dataclass(frozen=True, slots=True)
class TaskFile:
    files: tuple[str, ...]
    data_model: str | None
    wanted: tuple[Wanted, ...]

    @property
    def together(self) -> Property | None:
        """All of them at once; None if the file names none."""
        return several(*(w.property for w in self.wanted)) if self.wanted else None

    @property
    def expected(self) -> bool | None:
        """Whether all of them hold."""
        verdicts = {w.expected for w in self.wanted}
        if False in verdicts:
            return False
        return True if verdicts == {True} else None


def read_task_file(path: str) -> TaskFile:
    """Raises InputError."""
    document = read(path)
    version = document.need("format_version")
    if version.text() not in VERSIONS:
        raise version.error(f"format version '{shorten(version.text())}' is not known; known: {', '.join(VERSIONS)}")
    folder = Path(path).parent
    named = document.need("input_files")
    files = [part.text() for part in named.items()] if named.is_list else [named.text()]
    if not files:
        raise named.error("no file is named")
    properties = document.get("properties")
    wanted = () if properties is None else tuple(w for part in properties.items() for w in _wanted(part, folder))
    return TaskFile(tuple(str(folder / file) for file in files), _data_model(document), wanted)


def _data_model(document: Part) -> str | None:
    options = document.get("options")
    if options is None:
        return None
    language = options.get("language")
    if language is not None and language.text() != "C":
        raise language.error(f"the program is in {shorten(language.text())}, not in C")
    said = options.get("data_model")
    if said is None:
        return None
    if said.text() not in DATA_MODELS:
        raise said.error(f"data model '{shorten(said.text())}' is not known; known: {', '.join(DATA_MODELS)}")
    return DATA_MODELS[said.text()]


def _wanted(part: Part, folder: Path) -> list[Wanted]:
    """Nothing for what only test generators are asked."""
    file = part.need("property_file")
    path = str(folder / file.text())
    try:
        if Path(path).read_text(errors="replace").lstrip().startswith(OF_TESTS):
            return []
    except OSError as error:
        raise file.error(f"{path}: {(error.strerror or str(error)).lower()}") from None
    specification = read_specification(path)
    verdict = part.get("expected_verdict")
    if verdict is not None and verdict.text() not in VERDICTS:
        raise verdict.error(f"'{shorten(verdict.text())}' is no verdict; it is true or false")
    expected = None if verdict is None else VERDICTS[verdict.text()]
    return [Wanted(path, specification.property, specification.error_label, expected)]


def error_label(task: TaskFile) -> str | None:
    """The label that must not be reached, if the specifications name one."""
    labels = {w.error_label for w in task.wanted if w.error_label}
    if len(labels) > 1:
        raise InputError(f"{task.wanted[0].file}: the specifications name several labels; Heddle takes one")
    return next(iter(labels), None)


__all__ = ["TaskFile", "error_label", "read_task_file"]
