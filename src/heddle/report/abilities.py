"""What each engine takes, as a table made from the engines themselves (docs/engines.md shows it)."""

from __future__ import annotations

from heddle import engines, properties
from heddle.engines.engine import Engine
from heddle.models.store_buffers import POLICIES

HEADER = "| `--engine` | how | memory models | bounds | does not check | counts executions |\n|---|---|---|---|---|---|"


def abilities() -> str:
    return "\n".join([HEADER, *(row(engine) for engine in engines.known() if engine.name != "auto")])


def row(engine: Engine) -> str:
    checkable = {kind for p in properties.known() for kind in p.claims}
    bounds = [*(["unwind"] if engine.unfolds else []), *sorted(engine.bounds)]
    cells = [
        f"`{engine.name}`",
        engine.summary,
        "any" if engine.models is None else ", ".join(f"`{name}`" for name in POLICIES if name in engine.models),
        ", ".join(f"`--{name.replace('_', '-')}`" for name in bounds) or "–",
        ", ".join(f"`{name}`" for name in sorted(engine.unchecked & checkable)) or "–",
        "yes" if engine.counts_executions else "no",
    ]
    return f"| {' | '.join(cells)} |"
