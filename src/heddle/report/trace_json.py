"""An execution as JSON (docs/verdicts.md): the story that users read, and the data behind it."""

from __future__ import annotations

from typing import Any

from heddle.core.instr import Location
from heddle.execution import Execution, Frame, Step, Value
from heddle.records import fields
from heddle.report.trace import tell

PLACE = tuple(field.name for field in fields(Location))
AS_THEY_ARE = frozenset({int, str, bool, type(None)})


def execution_to_json(execution: Execution) -> dict[str, Any]:
    """``steps`` are those of the story; each names its ``events``, by their places in the list of all of them."""
    frames: dict[int, dict[str, Any]] = {}  # by identity: steps that follow each other share most of their stacks
    return {
        **plain(tell(execution)),
        "failure": plain(execution.failure),
        "threads": plain(execution.threads),
        "calls": plain(execution.calls),
        "objects": plain(execution.objects),
        "events": [event(step, frames) for step in execution.steps],
    }


def event(step: Step, frames: dict[int, dict[str, Any]]) -> dict[str, Any]:
    """A step without what does not apply to it."""
    known: dict[str, Any] = {}
    for part in (vars(step), {} if step.access is None else vars(step.access)):
        for name, value in part.items():
            if name not in ("access", "stack") and value is not None and value is not False and value not in ("", ()):
                known[name] = value if value.__class__ in AS_THEY_ARE else plain(value)
    known["loc"] = position(step.at)
    known["stack"] = [frames.get(id(f)) or frames.setdefault(id(f), frame(f)) for f in step.stack]
    return known


def frame(f: Frame) -> dict[str, Any]:
    return {"function": f.function, "loc": position(f.at), "library": f.library}


def position(loc: Location) -> dict[str, Any]:
    known = {"file": loc.file, "line": loc.line, "column": loc.column}
    return {**known, "end_line": loc.end_line, "end_column": loc.end_column} if loc.end_line else known


def plain(value: Any) -> Any:
    """Objects as dictionaries; an integer as a number, a pointer with what C calls it."""
    kind = value.__class__
    if kind in AS_THEY_ARE or isinstance(value, int | str):
        return value
    if kind is Value:
        return {"number": value.number, "symbol": value.symbol} if value.symbol else value.number
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    parts = {name: getattr(value, name) for name in PLACE} if kind is Location else vars(value)
    return {name: part if part.__class__ in AS_THEY_ARE else plain(part) for name, part in parts.items()}


__all__ = ["execution_to_json"]
