"""What of shared memory a sequential program has to simulate: slicing, before any abstraction.

Some accesses nothing depends on.  Some cells one thread alone uses, or nobody changes any more, once main has created
the first thread: they are plain memory, whatever the memory model.  The others are *kept*: threads communicate through
them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from heddle.core.instr import Read
from heddle.symbolic.analysis import Analysis
from heddle.symbolic.events import Event, Kind


class Needs:
    def __init__(self, analysis: Analysis) -> None:
        self.events, self.values, self.cells = analysis.events, analysis.values, analysis.cells
        self.visibility, self.registers = analysis.visibility, analysis.registers
        self.alone = set(self.events.threads[0].events[: self.visibility.prefix])
        """Events of main before it creates a thread."""
        self.unneeded = self._unneeded()
        """Accesses that nothing depends on."""

    def _unneeded(self) -> set[Event]:
        """Writes may be needed by what their own atomic section does with the location later: it knows the content."""
        known: set[int] = set()
        for event in (e for t in self.events.threads for e in t.events if e.section >= 0 and not self.values.dead(e)):
            if event.kind is Kind.RMW and not event.local:
                known |= {c.number for c in self.cells.of(event)}
            elif isinstance(event.instr, Read) and event.local and self.registers.name(event.instr.place) is None:
                address = self.events.dag.constant(event.address)
                assert address is not None, "a section knows only locations with constant addresses"
                known |= {c.number for c in self.cells.covering(address, event.size)}
        irrelevant = self.visibility.irrelevant
        return {e for e in irrelevant if e.kind is Kind.READ or known.isdisjoint(c.number for c in self.cells.of(e))}

    def kept(self, is_before: Callable[[Event, int], bool]) -> set[int]:
        """The cells through which threads communicate, and those that some access cannot tell from them; ``is_before``
        tells which events of a thread come before all of that."""
        kept = self.visibility.shared_cells()
        groups = [
            {c.number for c in self.cells.of(e)}
            for t in self.events.threads
            for e in t.events
            if self.is_used(e) and not is_before(e, t.thread.index)
        ]
        changing = True
        while changing:  # an access may not have to find out which kind of location it goes to
            changing = False
            for group in groups:
                if not kept.isdisjoint(group) and not group <= kept:
                    kept |= group
                    changing = True
        return kept

    def is_used(self, e: Event) -> bool:
        return not e.local and not self.values.dead(e) and e not in self.unneeded

    def knows(self, thread: int, where: Iterable[int]) -> bool:
        """Whether nobody but the thread itself changes these cells while threads run."""
        return all(self.visibility.use[n].writers <= {thread} for n in where)

    def writers(self, cell: int) -> int:
        """How many threads change the cell while threads run."""
        return len(self.visibility.use[cell].writers)


__all__ = ["Needs"]
