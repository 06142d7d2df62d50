"""Random memory models, as cat files."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from heddle.models.cat import load
from heddle.models.relation import Model

from .programs import READS, WRITES, read, store, threads

RELATIONS = (
    "po", "rf", "co", "fr", "po-loc", "rfe", "rfi", "coe", "coi", "fre", "fri", "loc", "int", "ext", "rmw", "addr", "data",
    "ctrl", "id",
)  # fmt: skip
COMMON = ("po", "rf", "co", "fr", "po-loc", "rfe", "coe", "fre")
SETS = ("R", "W", "M", "F", "_", "IW", "RMW", "ACQ", "REL", "SC", "RLX", "A", "MFENCE", "LWSYNC", "(R | F)", "(W & REL)", "(M \\ IW)")
CAUSAL = ("acyclic po | rf", "acyclic (po | rf)+", "acyclic po & (R * W) | rfe", "acyclic po | rf | co", "acyclic po | rf | co | fr")
"""They forbid load buffering."""


@st.composite
def relations(draw: Any, depth: int = 3) -> str:
    if depth == 0 or draw(st.integers(0, 3)) == 0:
        return draw(st.sampled_from(RELATIONS if draw(st.booleans()) else COMMON))
    part = relations(depth - 1)
    return draw(st.one_of(
        st.builds("({} | {})".format, part, part),
        st.builds("({} | {})".format, part, part),
        st.builds("({} ; {})".format, part, part),
        st.builds("({} ; {})".format, part, part),
        st.builds("({} & {})".format, part, part),
        st.builds("({} \\ {})".format, part, part),
        st.builds("({})^-1".format, part),
        st.builds("({}){}".format, part, st.sampled_from(["+", "*", "?"])),
        st.builds("([{}] ; {})".format, st.sampled_from(SETS), part),
        st.builds("({} ; [{}])".format, part, st.sampled_from(SETS)),
        st.builds("({} & ({} * {}))".format, part, st.sampled_from(SETS), st.sampled_from(SETS)),
    ))  # fmt: skip


@st.composite
def models(draw: Any) -> str:
    """One to four constraints; mostly one of them forbids load buffering, and one demands coherence."""
    lines = ['"random"']
    if draw(st.integers(0, 5)):
        lines.append(draw(st.sampled_from(CAUSAL)))
    if draw(st.integers(0, 2)):
        lines.append("acyclic po-loc | rf | co | fr")
    if draw(st.booleans()):
        lines.append("empty rmw & (fre ; coe)")
    for _ in range(draw(st.integers(0, 2))):
        kind = draw(st.sampled_from(["acyclic", "irreflexive", "irreflexive", "empty"]))
        lines.append(f"{kind} {draw(relations())}")
    return "\n".join(lines) + "\n"


@st.composite
def dependent_programs(draw: Any) -> str:
    """Two threads whose accesses depend on what they read, and read-modify-writes that fail."""
    return threads(*(_body(draw) for _ in range(2)), declared="atomic_int x, y, a[2];")


def _body(draw: Any) -> str:
    lines = []
    for n in range(draw(st.integers(1, 3))):
        variable, other = draw(st.sampled_from(["x", "y"])), draw(st.sampled_from(["x", "y", "a[1]"]))
        loaded = f"int r{n} = {read(variable, draw(st.sampled_from(READS)))}"
        failing = draw(st.sampled_from(READS))
        swap = f"&{variable}, &e{n}, 2, memory_order_seq_cst, memory_order_{failing}"
        lines.append(draw(st.sampled_from([
            store(variable, n + 1, draw(st.sampled_from(WRITES))),
            loaded,
            f"{loaded} {store(other, f'1 + r{n}')}",
            f"{loaded} {store(f'a[r{n} & 1]', 1)}",
            f"{loaded} if (r{n} == 1) {store(other, 1)}",
            f"int e{n} = 1; atomic_compare_exchange_strong_explicit({swap});",
        ])))  # fmt: skip
    return " ".join(lines)


def compiled_model(text: str) -> Model:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "random.cat"
        file.write_text(text)
        return load(file)


# --- models in the thesis's language

DSL_SETS = ("W", "R", "F", "A", "W", "R", "wf", "later")
DSL_CAUSAL = ("porf acyclic", "causality acyclic")


@st.composite
def dsl_sets(draw: Any, depth: int, loops: tuple[str, ...]) -> str:
    if depth == 0 or draw(st.integers(0, 2)) == 0:
        name = draw(st.sampled_from(DSL_SETS))
        return f"{name}[{draw(st.sampled_from(loops))}]" if loops and draw(st.integers(0, 2)) else name
    kind = draw(st.sampled_from(["source", "source", "target", "union", "intersect", "without"]))
    if kind in ("source", "target"):
        return f"{kind}({draw(dsl_edges(depth - 1, loops))})"
    if kind == "without":
        return f"(A \\ {draw(st.sampled_from(DSL_SETS))})"
    return f"({draw(dsl_sets(depth - 1, loops))} {kind} {draw(dsl_sets(depth - 1, loops))})"


@st.composite
def dsl_edges(draw: Any, depth: int, loops: tuple[str, ...] = ()) -> str:
    name = draw(st.sampled_from(["po", "rf", "mo", "porf", "morf"]))
    arrow = draw(st.sampled_from(["->", "-->", "-->"])) if name in ("po", "rf", "porf") else "-->"
    nodes = dsl_sets(max(depth - 1, 0), loops)
    if depth == 0 or draw(st.integers(0, 3)) == 0:
        return f"{name}({draw(nodes)} {arrow} {draw(nodes)})"
    edges = dsl_edges(depth - 1, loops)
    kind = draw(st.sampled_from(["path", "path", "union", "intersect", "difference", "product", "node", "node", "var", "thrd"]))
    if kind == "path":
        return f"{name}({draw(nodes)} {arrow} {draw(nodes)})"
    if kind in ("union", "intersect"):
        return f"({draw(edges)} {kind} {draw(edges)})"
    if kind == "difference":
        return f"({draw(edges)} \\ {draw(st.sampled_from(['(R * F)', '(W * W)', 'po(A --> A)', 'rf(W -> R)']))})"
    if kind == "product":
        return f"({draw(nodes)} * {draw(nodes)})"
    tag = f"{kind}{sum(loop.startswith(kind) for loop in loops)}"
    body = draw(dsl_edges(depth - 1, (*loops, tag)))
    over = f" {draw(st.sampled_from(DSL_SETS))}" if kind == "node" else ""
    return f"(for_each_{kind}{over} begin {body} end)"


@st.composite
def dsl_models(draw: Any) -> str:
    """One to three constraints, some joined by ``&`` and ``|``; mostly one forbids load buffering."""
    lines = ["porf = po union rf", "morf = mo union rf", "causality = rf(W -> R) union po(R --> W)"]
    lines += ["wf = W union F", "later = target(po) intersect A"]
    count = draw(st.integers(1, 3))
    lines += [f"x{n} = {draw(dsl_edges(3))}" for n in range(count)]
    checks = [f"x{n} {draw(st.sampled_from(['acyclic', 'irreflexive', 'empty']))}" for n in range(count)]
    if count == 3 and draw(st.booleans()):
        checks = [f"({checks[0]} {draw(st.sampled_from(['|', '|', '&']))} {checks[1]})", checks[2]]
    if draw(st.integers(0, 5)):
        lines.append(draw(st.sampled_from(DSL_CAUSAL)))
    return "\n".join(lines + checks) + "\n"
