"""Which of two events of different threads surely comes first: what creation and joining of threads say."""

from __future__ import annotations

from heddle.symbolic.buffers import implies
from heddle.symbolic.events import Event, EventProgram, Kind
from heddle.symbolic.value_analysis import Values


class Earlier:
    def __init__(self, program: EventProgram, values: Values) -> None:
        self.program, self.values = program, values

    def surely(self, t: int, event: Event, u: int, later: Event) -> bool:
        """Whether an event of thread ``t`` surely happens before one of thread ``u``, if both do."""
        if t == u:
            return event.position < later.position
        return self._has_joined(u, later, t) or self._created_after(t, event, u)

    def _has_joined(self, u: int, later: Event, t: int) -> bool:
        return any(
            e.kind is Kind.JOIN and self.values.of(e.address).single == t
            and implies(self.program.dag, later.guard, e.guard)
            for e in self.program.threads[u].events if e.position < later.position
        )  # fmt: skip

    def _created_after(self, t: int, event: Event, u: int) -> bool:
        while (creator := self.program.threads[u].thread.creator) is not None:
            creation = self.program.created_by.get(u)
            if creator == t and creation is not None:
                return event.position < creation.position
            u = creator
        return False
