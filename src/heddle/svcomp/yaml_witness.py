"""Witnesses as YAML: version 2.0, and 2.2 where waypoints say which thread passes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import yaml

from heddle.svcomp.witness import PRODUCER, Invariant, Metadata, Waypoint, closing_bracket

SEQUENTIAL, CONCURRENT = "2.0", "2.2"
DATA_MODELS = {"lp64": "LP64", "ilp32": "ILP32"}


def violation(meta: Metadata, waypoints: Sequence[Waypoint]) -> str:
    version = SEQUENTIAL if len({w.thread for w in waypoints}) == 1 else CONCURRENT
    followed = [w for w in waypoints if not w.is_target]
    targets = [_waypoint(w, version) for w in waypoints if w.is_target]
    segments = [*({"segment": [_waypoint(w, version)]} for w in followed), {"segment": targets}]
    return _dump("violation_sequence", meta, version, segments)


def correctness(meta: Metadata, invariants: Sequence[Invariant]) -> str:
    content = [
        {"invariant": {
            "type": "location_invariant",
            "location": _location(i.file, i.line, 0, i.function),
            "value": i.holds,
            "format": "c_expression",
        }}
        for i in invariants
    ]  # fmt: skip
    return _dump("invariant_set", meta, SEQUENTIAL, content)


def _waypoint(w: Waypoint, version: str) -> dict[str, Any]:
    found: dict[str, Any] = {"type": "target" if w.is_target else "assumption", "action": "follow"}
    if version == CONCURRENT and w.thread is not None:
        found["thread_id"] = int(w.thread)
    if w.value is not None:
        found["type"] = "function_return"
        found["constraint"] = {"value": f"\\result == {w.value}", "format": "acsl_expression"}
    elif not w.is_target:
        found["constraint"] = {"value": "1", "format": "c_expression"}
    # the place of a result is the bracket that closes the call
    column = w.column if w.value is None else closing_bracket(w.file, w.line, w.column)
    found["location"] = _location(w.file, w.line, column, w.function)
    return {"waypoint": found}


def _location(file: str, line: int, column: int, function: str) -> dict[str, Any]:
    found = {"file_name": file, "line": line, "column": column, "function": function}
    return {name: value for name, value in found.items() if value}


def _dump(kind: str, meta: Metadata, version: str, content: list[dict[str, Any]]) -> str:
    about = meta.about
    entry = {
        "entry_type": kind,
        "metadata": {
            "format_version": version,
            "uuid": meta.uuid,
            "creation_time": meta.created,
            "producer": {"name": PRODUCER, "version": meta.version},
            "task": {
                "input_files": list(about.files),
                "input_file_hashes": about.hashes,
                "specification": about.specification,
                "data_model": DATA_MODELS[about.data_model],
                "language": "C",
            },
        },
        "content": content,
    }
    return yaml.safe_dump([entry], sort_keys=False, width=120, allow_unicode=True)


__all__ = ["correctness", "violation"]
