"""Witnesses as GraphML 1.0: an automaton whose edges are the statements that the execution passes."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

from heddle.svcomp.witness import PRODUCER, Invariant, Metadata, Waypoint, offset_of

NAMESPACE = "http://graphml.graphdrawing.org/xmlns"
ARCHITECTURES = {"lp64": "64bit", "ilp32": "32bit"}
KEYS = {
    "graph": {
        "witness-type": "string", "witness-format-version": "string", "sourcecodelang": "string", "producer": "string",
        "specification": "string", "programfile": "string", "programhash": "string", "architecture": "string",
        "creationtime": "string",
    },
    "node": {"entry": "boolean", "violation": "boolean", "invariant": "string", "invariant.scope": "string"},
    "edge": {
        "originfile": "string", "startline": "int", "startoffset": "int", "threadId": "string",
        "createThread": "string", "enterFunction": "string", "assumption": "string",
        "assumption.resultfunction": "string",
    },
}  # fmt: skip
"""What is said of which parts, and its type."""
FLAGS = ("entry", "violation")
Element = ElementTree.Element


def violation(meta: Metadata, waypoints: Sequence[Waypoint]) -> str:
    root, graph = _document(meta, "violation_witness")
    _node(graph, 0, entry="true")
    started: dict[str, str] = {}
    """Threads that have not taken a step yet, and the functions that they run."""
    for number, w in enumerate(waypoints, 1):
        _node(graph, number, violation="true" if number == len(waypoints) else "")
        said = {
            "originfile": w.file, "startline": str(w.line) if w.line else "", "threadId": w.thread or "",
            "createThread": w.creates or "", "enterFunction": started.pop(w.thread or "", ""),
        }  # fmt: skip
        if w.column and (offset := offset_of(w.file, w.line, w.column)) is not None:
            said["startoffset"] = str(offset)
        if w.value is not None:
            said |= {"assumption": f"\\result == {w.value};", "assumption.resultfunction": w.called}
        if w.creates is not None and w.starts:
            started[w.creates] = w.starts
        _edge(graph, number - 1, number, said)
    return _text(root)


def correctness(meta: Metadata, invariants: Sequence[Invariant]) -> str:
    root, graph = _document(meta, "correctness_witness")
    _node(graph, 0, entry="true")
    for number, i in enumerate(invariants, 1):
        _node(graph, number, **{"invariant": i.holds, "invariant.scope": i.function})
        _edge(graph, 0, number, {"originfile": i.file, "startline": str(i.line)})
    return _text(root)


def _document(meta: Metadata, kind: str) -> tuple[Element, Element]:
    about = meta.about
    root = ElementTree.Element("graphml", xmlns=NAMESPACE)
    for part, keys in KEYS.items():
        for name, type in keys.items():
            key = ElementTree.SubElement(root, "key", {"id": name, "for": part, "attr.name": name, "attr.type": type})
            if name in FLAGS:
                ElementTree.SubElement(key, "default").text = "false"
    graph = ElementTree.SubElement(root, "graph", edgedefault="directed")
    for name, text in {
        "witness-type": kind, "witness-format-version": "1.0", "sourcecodelang": "C",
        "producer": f"{PRODUCER} {meta.version}", "specification": about.specification, "programfile": about.files[0],
        "programhash": about.hashes[about.files[0]], "architecture": ARCHITECTURES[about.data_model],
        "creationtime": meta.created,
    }.items():  # fmt: skip
        _data(graph, name, text)
    return root, graph


def _data(parent: Element, key: str, text: str) -> None:
    ElementTree.SubElement(parent, "data", key=key).text = text


def _node(graph: Element, number: int, **said: str) -> None:
    node = ElementTree.SubElement(graph, "node", id=f"N{number}")
    for name, text in said.items():
        if text:
            _data(node, name, text)


def _edge(graph: Element, source: int, target: int, said: dict[str, str]) -> None:
    edge = ElementTree.SubElement(graph, "edge", source=f"N{source}", target=f"N{target}")
    for name, text in said.items():
        if text:
            _data(edge, name, text)


def _text(root: Element) -> str:
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


__all__ = ["correctness", "violation"]
