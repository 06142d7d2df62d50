"""Heddle: finds the bugs that threads and weak memory cause in C programs, or proves that there are none.

``heddle.check``, ``explore``, ``litmus`` and ``sequentialize`` are the Python API (:mod:`heddle.api`, docs/api.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from heddle.answer import Answer, Verdict
    from heddle.api import InputError, NoResult, UsageError, check, explore, litmus, sequentialize
    from heddle.task import Task

_FROM = {
    "Answer": "heddle.answer", "Verdict": "heddle.answer", "Task": "heddle.task",
    "InputError": "heddle.errors", "UsageError": "heddle.errors", "NoResult": "heddle.api",
    "check": "heddle.api", "explore": "heddle.api", "litmus": "heddle.api", "sequentialize": "heddle.api",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    """Imports what is asked for: ``heddle --version`` must not wait for all of it."""
    if name not in _FROM:
        raise AttributeError(f"module 'heddle' has no attribute '{name}'")
    from importlib import import_module

    return getattr(import_module(_FROM[name]), name)


__all__ = [
    "Answer", "InputError", "NoResult", "Task", "UsageError", "Verdict", "__version__", "check", "explore", "litmus",
    "sequentialize",
]
