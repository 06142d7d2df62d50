"""YAML with places: every part of a document knows where it stands, so that errors can say it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from heddle.core.instr import Location
from heddle.errors import InputError, shorten


class Part:
    """A part of a document: a scalar, a list or a mapping."""

    def __init__(self, node: yaml.Node, path: str) -> None:
        self._node, self._path = node, path

    @property
    def at(self) -> Location:
        mark = self._node.start_mark
        return Location(self._path, mark.line + 1, mark.column + 1)

    def error(self, message: str) -> InputError:
        return InputError(message, self.at)

    @property
    def is_list(self) -> bool:
        return isinstance(self._node, yaml.SequenceNode)

    def items(self) -> Iterator[Part]:
        """Of a list."""
        if not isinstance(self._node, yaml.SequenceNode):
            raise self.error("a list belongs here")
        yield from (Part(node, self._path) for node in self._node.value)

    def get(self, key: str) -> Part | None:
        """Of a mapping."""
        if not isinstance(self._node, yaml.MappingNode):
            raise self.error("a mapping belongs here")
        found = [value for name, value in self._node.value if name.value == key]
        return Part(found[-1], self._path) if found else None

    def need(self, key: str) -> Part:
        found = self.get(key)
        if found is None:
            raise self.error(f"'{key}' is missing")
        return found

    def text(self) -> str:
        """Of a scalar, as it is written."""
        if not isinstance(self._node, yaml.ScalarNode):
            raise self.error("a text belongs here")
        value: str = self._node.value
        return value

    def number(self) -> int:
        text = self.text()
        if not text.isascii() or not text.isdigit() or len(text) > 9:
            raise self.error(f"'{shorten(text)}' is not a number")
        return int(text)


def read(path: str) -> Part:
    """The only document of a file.  Raises InputError."""
    try:
        text = Path(path).read_text(errors="replace")
    except OSError as error:
        raise InputError(f"{path}: {(error.strerror or str(error)).lower()}") from None
    return parse(text, path)


def parse(text: str, path: str) -> Part:
    try:
        node: Any = yaml.compose(text, yaml.SafeLoader)
    except (yaml.YAMLError, RecursionError) as error:  # the latter: brackets without end
        mark = getattr(error, "problem_mark", None)
        where = Location(path, 1, 1) if mark is None else Location(path, mark.line + 1, mark.column + 1)
        raise InputError(f"not YAML: {getattr(error, 'problem', None) or 'it cannot be read'}", where) from None
    if node is None:
        raise InputError("nothing is in it", Location(path, 1, 1))
    return Part(node, path)


__all__ = ["Part", "parse", "read"]
