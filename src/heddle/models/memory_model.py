"""A memory model: one object, however the user spells it.

Every model has a relational form, constraints on execution graphs.  ``sc``, ``tso`` and ``pso`` are also store buffers;
a file that says the same as one of them *is* that model.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from heddle.models import find, shipped
from heddle.models.store_buffers import POLICIES, StoreBuffers
from heddle.records import dataclass

if TYPE_CHECKING:
    from heddle.models.relation import Model


@dataclass(frozen=True, slots=True)
class MemoryModel:
    """``name`` is how the user calls it: the name of a shipped model, or a path.

    ``operational`` is the name of the store-buffer semantics that it has, if it has one.
    """

    name: str
    operational: str | None = None

    @property
    def buffers(self) -> StoreBuffers | None:
        return None if self.operational is None else POLICIES[self.operational]

    @property
    def relational(self) -> Model:
        return _relational(self.name)

    @property
    def of_threads(self) -> Model:
        """The same for programs that create threads and join them."""
        return _of_threads(self.name)


SEQUENTIALLY_CONSISTENT = MemoryModel("sc", "sc")


@cache
def memory_model(name: str) -> MemoryModel:
    """Raises InputError if there is no such model, or its file is wrong."""
    if name in POLICIES:
        return MemoryModel(name, name)
    if name in shipped():
        return MemoryModel(name)
    own = _meaning(_relational(name))
    return MemoryModel(name, next((known for known in POLICIES if _meaning(_relational(known)) == own), None))


@cache
def _relational(name: str) -> Model:
    return find(name)


@cache
def _of_threads(name: str) -> Model:
    from heddle.models.thread_order import with_thread_events

    return with_thread_events(_relational(name))


def _meaning(model: Model) -> object:
    """What a model says, apart from names of files and places in them."""
    from heddle.models.relation import Definition

    definitions = [
        (d.name, d.expr) if isinstance(d, Definition) else [(e.name, e.expr) for e in d.definitions]
        for d in model.definitions
    ]
    return definitions, [(c.formula, c.flag) for c in model.constraints]
