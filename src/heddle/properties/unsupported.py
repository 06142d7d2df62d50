"""Properties that are known by name: no engine takes them, so the answer is ``unknown`` and says why."""

from __future__ import annotations

from heddle.properties.property import Property

_NAMES = {
    "atomicity": "marked regions run as if alone",
}

UNSUPPORTED = tuple(
    Property(name, summary, frozenset({name}), is_supported=False) for name, summary in _NAMES.items()
)
