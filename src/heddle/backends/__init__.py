"""Backends decide bounded or sequential programs: violated, safe within bounds, or unknown.

Those that take sequential programs are known by name.  A new one is a file of its own and a line in ``_SHIPPED``
(docs/adding-a-backend.md).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from heddle.errors import UsageError, shorten

if TYPE_CHECKING:
    from heddle.backends.sequential import Backend

EMBEDDED = "bmc"
_SHIPPED = {
    EMBEDDED: "heddle.backends.embedded:Embedded",
    "cbmc": "heddle.backends.cbmc:Cbmc",
    "esbmc": "heddle.backends.esbmc:Esbmc",
}
"""Where each is; imported when somebody asks for it."""
_REGISTERED: dict[str, Backend] = {}


def register(backend: Backend) -> None:
    _REGISTERED[backend.name] = backend


def names() -> tuple[str, ...]:
    return (*_SHIPPED, *(name for name in _REGISTERED if name not in _SHIPPED))


def find(name: str) -> Backend:
    """Raises UsageError if there is no such backend."""
    if name not in _REGISTERED:
        if name not in _SHIPPED:
            raise UsageError(f"backend '{shorten(name)}' is not available; available: {', '.join(names())}")
        module, _, kind = _SHIPPED[name].partition(":")
        register(getattr(import_module(module), kind)())
    return _REGISTERED[name]


def known() -> tuple[Backend, ...]:
    return tuple(find(name) for name in names())


__all__ = ["EMBEDDED", "find", "known", "names", "register"]
