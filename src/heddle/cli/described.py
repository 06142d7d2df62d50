"""The command line as data, read off the parser itself: what completion scripts and the manual page are made of."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from heddle.cli import parser
from heddle.records import dataclass


@dataclass(frozen=True, slots=True)
class Option:
    """``value`` is what the help calls its value, empty if it takes none; ``choices`` are the values it may have."""

    names: tuple[str, ...]
    value: str
    choices: tuple[str, ...]
    help: str


@dataclass(frozen=True, slots=True)
class Group:
    title: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Described:
    """A command.  ``words`` are those that may stand in place of a file, if it takes no files."""

    name: str
    summary: str
    description: str
    usage: str
    groups: tuple[Group, ...]
    words: tuple[str, ...]

    @property
    def options(self) -> tuple[Option, ...]:
        return tuple(option for group in self.groups for option in group.options)


def commands() -> list[Described]:
    return [_command(name, command) for name, command in parser.COMMANDS.items()]


def _command(name: str, command: parser.Command) -> Described:
    sub = parser.Parser(prog=f"heddle {name}", description=command.description, allow_abbrev=False)
    command.add_options(sub)
    groups = [Group(group.title or "", tuple(_options(group))) for group in sub._action_groups]
    words = [choice for action in sub._get_positional_actions() for choice in action.choices or ()]
    usage = f"heddle {name} {command.operands}"
    filled = tuple(group for group in groups if group.options)
    return Described(name, command.summary, command.description, usage, filled, tuple(map(str, words)))


def _options(group: argparse._ArgumentGroup) -> Iterator[Option]:
    for action in group._group_actions:
        if action.option_strings:
            takes = action.nargs != 0
            text = (action.help or "") % {**vars(action), "prog": "heddle"}
            value = str(action.metavar or action.dest.upper()) if takes else ""
            yield Option(tuple(action.option_strings), value, _choices(action), text)


def _choices(action: argparse.Action) -> tuple[str, ...]:
    if action.choices is not None:
        return tuple(map(str, action.choices))
    if "--model" in action.option_strings:
        from heddle.models import shipped

        return tuple(shipped())
    if "--property" in action.option_strings:
        from heddle import properties

        return tuple(p.name for p in properties.known())
    return tuple(getattr(action.type, "names", ()))


__all__ = ["Described", "Group", "Option", "commands"]
