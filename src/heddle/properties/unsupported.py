"""Properties that are known by name: no engine takes them, so the answer is ``unknown`` and says why."""

from __future__ import annotations

from heddle.properties.property import Property

_NAMES = {
    "no-deadlock": "no threads wait for each other for ever",
    "termination": "every execution ends",
    "atomicity": "marked regions run as if alone",
    "lock-order": "locks are taken in one order",
}

UNSUPPORTED = tuple(
    Property(name, summary, frozenset({name}), is_supported=False) for name, summary in _NAMES.items()
)
