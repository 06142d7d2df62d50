"""``heddle list``: what there is to choose from."""

from __future__ import annotations

from heddle import backends, engines, models, properties, report
from heddle.report.abilities import abilities

KINDS = ("engines", "backends", "properties", "models", "formats", "abilities")


def listing(what: str) -> int:
    if what == "abilities":
        print(abilities())
        return 0
    if what == "engines":
        rows = [(engine.name, engine.summary) for engine in engines.known()]
    elif what == "backends":
        rows = [(backend.name, backend.summary) for backend in backends.known()]
    elif what == "properties":
        rows = [(p.name, p.summary) for p in properties.known()]
    elif what == "models":
        rows = [(name, models.about(name)) for name in models.shipped()]
    else:
        rows = [(name, report.find(name).summary) for name in report.names()]
    width = max(len(name) for name, _ in rows)
    print("\n".join(f"{name:{width}}  {summary}" for name, summary in rows))
    return 0
