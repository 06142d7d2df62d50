"""Reads witnesses, GraphML and YAML: those of Heddle, and of others."""

from __future__ import annotations

import os
import re
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import compress
from pathlib import Path
from xml.etree import ElementTree

from heddle.core.instr import Location
from heddle.errors import InputError, shorten
from heddle.records import replace
from heddle.svcomp.documents import Part, parse
from heddle.svcomp.witness import Correctness, Invariant, Waypoint, column_at

XMLNS = "{http://graphml.graphdrawing.org/xmlns}"
RESULT = re.compile(r"\s*\\result\s*==\s*\(?\s*([+-]?\s*(?:0[xX][0-9a-fA-F]+|\d+))[uUlL]*\s*\)?\s*;?\s*")
NUMBER = re.compile(r"(?<![\w.])-?(?:0[xX][0-9a-fA-F]+|\d+)(?![\w.])")
RACE = "data-race"
INVARIANTS = "invariant_set"
KINDS = ("loop_invariant", "location_invariant")
Element = ElementTree.Element


def read_witness(path: str, files: Sequence[str]) -> list[Waypoint] | Correctness:
    """``files`` are those of the program.  Raises InputError."""
    try:
        text = Path(path).read_text(errors="replace")
    except OSError as error:
        raise InputError(f"{path}: {(error.strerror or str(error)).lower()}") from None
    if text.lstrip("\ufeff \t\r\n").startswith("<"):
        return _graphml(text, path, files)
    return _yaml(parse(text, path), path)


def returned(text: str) -> int | None:
    """The value of ``\\result == 5``."""
    found = RESULT.fullmatch(text)
    return None if found is None else int(found.group(1).replace(" ", ""), 0)


def constants(text: str) -> tuple[int, ...]:
    return tuple(int(number, 16 if "x" in number.lower() else 10) for number in NUMBER.findall(text))


# --- YAML -------------------------------------------------------------------------------------------------------------


def _yaml(document: Part, path: str) -> list[Waypoint] | Correctness:
    sets = [entry for entry in document.items() if entry.need("entry_type").text() == INVARIANTS]
    if sets:
        return Correctness(tuple(
            _invariant(part.need("invariant")) for entry in sets for part in entry.need("content").items()
        ))  # fmt: skip
    for entry in document.items():
        kind = entry.need("entry_type")
        if kind.text() == "violation_sequence":
            parts = [part for s in entry.need("content").items() for part in s.need("segment").items()]
            found = [w for part in parts for w in _waypoint(part.need("waypoint"))]
            if not any(w.is_target for w in found):
                raise entry.error("no waypoint is a target")
            return found
    raise document.error(f"there is no 'violation_sequence' and no '{INVARIANTS}'")


def _invariant(part: Part) -> Invariant:
    where, kind = part.need("location"), part.need("type")
    if kind.text() not in KINDS:
        raise kind.error(f"'{shorten(kind.text())}' is no kind of invariant; known: {', '.join(KINDS)}")
    column, function = where.get("column"), where.get("function")
    return Invariant(
        where.need("file_name").text(), where.need("line").number(), "" if function is None else function.text(),
        part.need("value").text(), 0 if column is None else column.number(), kind.text() == KINDS[0],
    )  # fmt: skip


def _waypoint(part: Part) -> list[Waypoint]:
    """Nothing for those to be avoided: an execution is looked for, not ruled out."""
    if part.need("action").text() != "follow":
        return []
    kind, where, thread = part.need("type").text(), part.need("location"), part.get("thread_id")
    column, function, constraint = where.get("column"), where.get("function"), part.get("constraint")
    said = "" if constraint is None else constraint.need("value").text()
    value = returned(said) if kind == "function_return" else None
    return [Waypoint(
        where.need("file_name").text(), where.need("line").number(), None if thread is None else thread.text(),
        "" if function is None else function.text(), 0 if column is None else column.number(), value,
        is_target=kind == "target", constants=constants(said),
    )]  # fmt: skip


# --- GraphML ----------------------------------------------------------------------------------------------------------


def _graphml(text: str, path: str, files: Sequence[str]) -> list[Waypoint] | Correctness:
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        line, column = error.position
        raise InputError(f"not XML: {str(error).partition(':')[0]}", Location(path, line, column + 1)) from None
    graph = root.find(f"{XMLNS}graph")
    if root.tag != f"{XMLNS}graphml" or graph is None:
        raise InputError(f"{path}: is not GraphML")
    said = _said(graph)
    if said.get("witness-type") == "correctness_witness":
        return Correctness(tuple(_invariants(graph, said.get("programfile", ""), path)))
    edges = [_said(edge) for edge in _path(graph, path)]
    file = said.get("programfile", "")
    found = [_passed(edge, file, path, files) for edge in edges]
    if not found:
        return [Waypoint(file, 0, is_target=True)]
    last = found.pop()
    targets = [_target(last)]
    if RACE in said.get("specification", "") and found and found[-1].thread != last.thread:
        targets.insert(0, _target(found.pop()))  # a race is two accesses
    created = {w.creates: w.line for w in found}
    stands_for_step = (w.line and not (w.enters and w.line == created.get(w.thread)) for w in found)
    return [*compress(found, stands_for_step), *targets]


def _invariants(graph: Element, file: str, path: str) -> Iterator[Invariant]:
    """A node's invariant holds where an edge leads to it."""
    leading = {edge.get("target", ""): _said(edge) for edge in graph.findall(f"{XMLNS}edge")}
    for node in graph.findall(f"{XMLNS}node"):
        said, edge = _said(node), leading.get(node.get("id", ""), {})
        if "invariant" in said:
            line, is_loop = edge.get("startline", "0"), edge.get("enterLoopHead") == "true"
            if not line.isascii() or not line.isdigit():
                raise InputError(f"{path}: '{shorten(line)}' is not a line")
            function = said.get("invariant.scope", "")
            yield Invariant(edge.get("originfile") or file, int(line), function, said["invariant"], is_loop=is_loop)


def _target(w: Waypoint) -> Waypoint:
    """What the last edge says is about the last step before the violation, or about the violation itself."""
    return replace(w, is_target=True, is_near=True, creates=None)


def _said(element: Element) -> dict[str, str]:
    return {data.get("key", ""): (data.text or "").strip() for data in element.findall(f"{XMLNS}data")}


def _path(graph: Element, path: str) -> list[Element]:
    """A shortest way from the entry to a violation."""
    nodes = {node.get("id", ""): _said(node) for node in graph.findall(f"{XMLNS}node")}
    entry = next((id for id, said in nodes.items() if said.get("entry") == "true"), None)
    if entry is None:
        raise InputError(f"{path}: no node is the entry")
    leaving: dict[str, list[Element]] = {}
    for edge in graph.findall(f"{XMLNS}edge"):
        leaving.setdefault(edge.get("source", ""), []).append(edge)
    ways: dict[str, list[Element]] = {entry: []}
    todo = deque([entry])
    while todo:
        node = todo.popleft()
        if nodes.get(node, {}).get("violation") == "true":
            return ways[node]
        for edge in leaving.get(node, []):
            target = edge.get("target", "")
            if target not in ways and nodes.get(target, {}).get("sink") != "true":
                ways[target] = [*ways[node], edge]
                todo.append(target)
    raise InputError(f"{path}: no violation can be reached from the entry")


def _passed(said: dict[str, str], file: str, path: str, files: Sequence[str]) -> Waypoint:
    file = said.get("originfile") or file
    line, offset = said.get("startline", "0"), said.get("startoffset", "")
    if not line.isascii() or not line.isdigit():
        raise InputError(f"{path}: '{shorten(line)}' is not a line")
    own = next((f for f in files if os.path.basename(f) == os.path.basename(file)), files[0])
    column = column_at(own, int(line), int(offset)) if offset.isascii() and offset.isdigit() else 0
    enters, assumption = said.get("enterFunction", ""), said.get("assumption", "")
    return Waypoint(
        file, int(line), said.get("threadId") or None, column=column,
        value=returned(assumption), called=said.get("assumption.resultfunction", ""),
        creates=None if enters == "main" else said.get("createThread") or None, enters=enters,
        constants=constants(assumption),
    )  # fmt: skip


__all__ = ["read_witness"]
