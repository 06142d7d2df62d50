"""The reference, as far as the code itself can tell it: options from the parser, lists from the registries, the Python API
from its signatures and docstrings.  docs/generate.py writes it.
"""

from __future__ import annotations

import inspect
import re
import typing
from collections.abc import Iterable
from pathlib import Path

MADE = "Made from the code by `make docs`."


def pages(docs: Path) -> dict[Path, str]:
    return {docs / "reference" / f"{name}.md": make() for name, make in
            {"cli": command_line, "names": names, "python": python}.items()}  # fmt: skip


def table(header: Iterable[str], rows: Iterable[Iterable[str]]) -> list[str]:
    heads = list(header)
    lines = [heads, ["---"] * len(heads), *(list(row) for row in rows)]
    return [f"| {' | '.join(cell(text) for text in line)} |" for line in lines]


def cell(text: str) -> str:
    return " ".join(text.split()).replace("|", r"\|") or "–"


def plain(text: str) -> str:
    """Text that Markdown must not read as anything else: names of options in it are code."""
    return re.sub(r"(?<![\w`-])(--[a-z][a-z-]+)", r"`\1`", text.replace("*", r"\*").replace("<", "&lt;"))


# The command line.


def command_line() -> str:
    from heddle.cli.described import commands
    from heddle.cli.manual import EXIT_CODES

    lines = ["# The command line", "", f"{MADE} `heddle COMMAND --help` prints the same; `heddle manual` has it as a page of the manual.", ""]
    lines += table(["command", "what it does"], ([f"[`{c.name}`](#heddle-{c.name})", c.summary] for c in commands()))
    for command in commands():
        lines += ["", f"## heddle {command.name}", "", "```text", command.usage, "```", "", *prose(command.description)]
        for group in command.groups:
            shown = [option for option in group.options if "--help" not in option.names]
            if shown:
                lines += ["", f"**{group.title}**", ""]
                lines += table(["option", "meaning"], ([spelled(o.names, o.value), plain(o.help)] for o in shown))
    lines += ["", "## Exit codes", "", *table(["code", "meaning"], ([f"`{c}`", m] for c, m in EXIT_CODES.items()))]
    return "\n".join([*lines, ""])


def prose(text: str) -> list[str]:
    """A description, as paragraphs; what is set in columns stays so."""
    found: list[str] = []
    for part in text.strip().split("\n\n"):
        found += ["```text", part, "```", ""] if re.search(r"^ |\S {2,}\S", part, re.MULTILINE) else [plain(" ".join(part.split())), ""]
    return found[:-1]


def spelled(names: Iterable[str], value: str) -> str:
    return ", ".join(f"`{name} {value}`" if value else f"`{name}`" for name in names)


# What there is to choose from.


def names() -> str:
    from heddle import backends, engines, models, properties, report
    from heddle.sma import ABSTRACTIONS

    lists: dict[str, list[tuple[str, str]]] = {
        "Properties (`--property`)": [
            (p.name, p.summary + ("" if p.is_supported else " (answered `unknown`)")) for p in properties.known()
        ],
        "Checks (`--checks`)": [(p.name, p.summary) for p in properties.CHECKS],
        "Memory models (`--model`)": [(name, models.about(name)) for name in models.shipped()],
        "Engines (`--engine`)": [(e.name, e.summary) for e in engines.known()],
        "Backends (`--backend`)": [(b.name, b.summary) for b in backends.known()],
        "Formats of reports (`--format`)": [(name, report.find(name).summary) for name in report.names()],
    }
    lines = ["# Properties, models, engines, formats", "", f"{MADE} `heddle list` prints each of these lists.", ""]
    for title, rows in lists.items():
        lines += [f"## {title}", "", *table(["name", "what"], ((f"`{name}`", plain(text)) for name, text in rows)), ""]
    shown = ", ".join(f"`{name}`" for name in ABSTRACTIONS)
    lines += ["## Shared memory abstractions (`--sma`)", "", f"{shown}: what each is, [Using Heddle](../usage.md#the-sequential-program) tells.", ""]
    return "\n".join(lines)


# Python.

FUNCTIONS = ("check", "explore", "litmus", "sequentialize")
DATA = (
    ("heddle.answer", ("Answer", "Verdict", "Cutoff", "Counts", "Observation", "Claim", "Part")),
    ("heddle.execution", ("Execution", "Step", "Access", "Value", "Pending", "MemoryObject", "Failure", "Action")),
)


def python() -> str:
    import heddle
    from heddle.api import Options

    lines = ["# Python, every name", "", f"{MADE} [Heddle from Python](../api.md) shows how they are used.", "", "## Functions", ""]
    for name in FUNCTIONS:
        function = getattr(heddle, name)
        lines += [f"### heddle.{name}", "", "```python", signature(name, function), "```", "", documentation(function), ""]
    lines += ["### Options", "", "Of every function, as keywords; each is the option of that name on the [command line](cli.md).", ""]
    lines += table(["keyword", "type"], ((f"`{key}`", f"`{kind(value)}`") for key, value in Options.__annotations__.items()))
    lines += ["", "## Errors", ""]
    for error in (heddle.InputError, heddle.UsageError, heddle.NoResult):
        lines += [f"`heddle.{error.__name__}`: {documentation(error)}", ""]
    lines += ["## Data", ""]
    for module, classes in DATA:
        found = __import__(module, fromlist=["x"])
        for name in classes:
            lines += described(module, name, getattr(found, name))
    return "\n".join(lines)


def signature(name: str, function: object) -> str:
    """As the source has it, with a line for each parameter."""
    found = inspect.signature(function)  # type: ignore[arg-type]
    parts, starred = [], False
    for parameter in found.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not starred:
            parts.append("*")
            starred = True
        prefix = "**" if parameter.kind is parameter.VAR_KEYWORD else ""
        default = "" if parameter.default is parameter.empty else f" = {shown(parameter.default)}"
        parts.append(f"{prefix}{parameter.name}: {kind(parameter.annotation)}{default}")
    return f"{name}(\n    " + ",\n    ".join(parts) + f",\n) -> {kind(found.return_annotation)}"


def shown(value: object) -> str:
    if isinstance(value, str | int | float | bool | None):
        return repr(value)
    return getattr(value, "__name__", None) or repr(getattr(value, "name", value))


def kind(annotation: object) -> str:
    if isinstance(annotation, typing.ForwardRef):
        return annotation.__forward_arg__
    return annotation if isinstance(annotation, str) else getattr(annotation, "__name__", str(annotation))


def documentation(thing: object) -> str:
    """Its own docstring, not an inherited one."""
    own = inspect.cleandoc(getattr(thing, "__doc__", None) or "")
    inherited = isinstance(thing, type) and any(base.__doc__ == thing.__doc__ for base in thing.__mro__[1:])
    return "" if inherited else plain(" ".join(own.replace("``", "`").split()))


def described(module: str, name: str, found: type) -> list[str]:
    from heddle.records import fields

    said = documentation(found)
    lines = [f"### {name}", "", f"`{module}.{name}`" + (f": {said}" if said else ""), ""]
    if members := getattr(found, "__members__", None):
        return [*lines, ", ".join(f"`{key}` (`{member.value}`)" for key, member in members.items()), ""]
    notes = docstrings_of_fields(found)
    rows = ((f"`{f.name}`", f"`{kind(found.__annotations__[f.name])}`", plain(notes.get(f.name, ""))) for f in fields(found))
    return [*lines, *table(["field", "type", "meaning"], rows), ""]


def docstrings_of_fields(found: type) -> dict[str, str]:
    """The text that stands below a field in the class."""
    import ast
    import textwrap

    body = ast.parse(textwrap.dedent(inspect.getsource(found))).body[0].body  # type: ignore[attr-defined]
    notes: dict[str, str] = {}
    for before, after in zip(body, body[1:], strict=False):
        is_text = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
        if isinstance(before, ast.AnnAssign) and is_text and isinstance(before.target, ast.Name):
            notes[before.target.id] = " ".join(str(after.value.value).replace("``", "`").split())
    return notes
