"""What a witness must look like: the schemas of YAML witnesses, and the tables of data that GraphML witnesses may have."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import yaml

FOLDER = Path(__file__).parent
NAMESPACE = "{http://graphml.graphdrawing.org/xmlns}"
OF_THE_GRAPH = {
    "witness-type", "sourcecodelang", "producer", "specification", "programfile", "programhash", "architecture",
    "creationtime",
}  # fmt: skip
"""All of them are required."""
ALLOWED = {
    "violation_witness": {
        "node": {"entry", "sink", "violation"},
        "edge": {
            "originfile", "assumption", "assumption.scope", "assumption.resultfunction", "control", "startline", "endline",
            "startoffset", "endoffset", "enterLoopHead", "enterFunction", "returnFromFunction", "threadId", "createThread",
        },
    },
    "correctness_witness": {
        "node": {"entry", "invariant", "invariant.scope"},
        "edge": {"originfile", "startline", "endline", "control", "enterFunction", "returnFromFunction", "threadId"},
    },
}  # fmt: skip


def verify(path: Path) -> str:
    """The kind of the witness; fails if the file does not follow the format."""
    return verify_graphml(path) if path.suffix == ".graphml" else verify_yaml(path)


def verify_yaml(path: Path) -> str:
    document = yaml.safe_load(path.read_text())
    kind = {"violation_sequence": "violation", "invariant_set": "correctness"}[document[0]["entry_type"]]
    schema = json.loads((FOLDER / f"{kind}_witness.schema.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(document)
    if kind == "violation":
        segments = [[part["waypoint"] for part in s["segment"]] for s in document[0]["content"]]
        targets = [[w["type"] == "target" for w in s] for s in segments]
        assert all(targets[-1]) and not any(any(s) for s in targets[:-1]), "targets stand in the last segment"
        assert all([w["action"] for w in s] == ["follow"] for s in segments[:-1])
    return kind


def verify_graphml(path: Path) -> str:
    root = ElementTree.parse(path).getroot()
    assert root.tag == f"{NAMESPACE}graphml"
    keys = {(key.get("for"), key.get("id")) for key in root.findall(f"{NAMESPACE}key")}
    graph = root.find(f"{NAMESPACE}graph")
    said = data(graph)
    assert said.keys() >= OF_THE_GRAPH and all(said.values())
    allowed = ALLOWED[said["witness-type"]]
    nodes = {node.get("id"): data(node) for node in graph.findall(f"{NAMESPACE}node")}
    edges = graph.findall(f"{NAMESPACE}edge")
    for kind, parts in (("node", nodes.values()), ("edge", [data(edge) for edge in edges])):
        for part in parts:
            assert part.keys() <= allowed[kind]
            assert all((kind, key) in keys for key in part), "every kind of data is declared"
    assert [said.get("entry") for said in nodes.values()].count("true") == 1
    assert all(edge.get(end) in nodes for edge in edges for end in ("source", "target"))
    is_violation = said["witness-type"] == "violation_witness"
    assert any(said.get("violation") == "true" for said in nodes.values()) == is_violation
    return said["witness-type"].removesuffix("_witness")


def data(element: ElementTree.Element) -> dict[str | None, str]:
    return {part.get("key"): (part.text or "").strip() for part in element.findall(f"{NAMESPACE}data")}
