"""Properties that are known by name: no engine takes them, so the answer is ``unknown`` and says why."""

from __future__ import annotations

from heddle.properties.property import Property

_NAMES = {
    "no-deadlock": "no threads wait for each other for ever",
    "no-overflow": "no signed integer overflows, as SV-COMP has it",
    "valid-memsafety": "memory is used as C allows",
    "valid-free": "only blocks are freed, each once",
    "valid-deref": "every pointer that is followed leads to memory that is there",
    "valid-memtrack": "all memory can be reached until it is freed",
    "valid-memcleanup": "all memory is freed",
    "termination": "every execution ends",
    "def-behavior": "nothing happens that C leaves undefined",
    "atomicity": "marked regions run as if alone",
    "lock-order": "locks are taken in one order",
}

UNSUPPORTED = tuple(
    Property(name, summary, frozenset({name}), is_supported=False) for name, summary in _NAMES.items()
)
