"""What is known of an unfolding without any schedule: found once, shared by all schemes and sequentializers.

Its parts are found one after another: registers, events, the values of everything, the cells of memory, and which
steps other threads can notice, store buffers included.
"""

from __future__ import annotations

from heddle.core.program import BoundedProgram
from heddle.models.store_buffers import SC, StoreBuffers
from heddle.records import replace
from heddle.symbolic.buffers import Buffers
from heddle.symbolic.cells import Cells
from heddle.symbolic.events import ThreadEvents
from heddle.symbolic.execute import execute
from heddle.symbolic.lifetimes import check_lifetimes
from heddle.symbolic.registers import Registers
from heddle.symbolic.reuse import Reuse, left_out, possible
from heddle.symbolic.sizes import check_sizes
from heddle.symbolic.value_analysis import Values
from heddle.symbolic.visible import Visibility


class Analysis:
    def __init__(self, bounded: BoundedProgram, policy: StoreBuffers = SC, everywhere: bool = False) -> None:
        """``everywhere``: pointers that cannot be bounded may point to objects that they were not computed from."""
        self.policy, self.everywhere = policy, everywhere
        self._find_values(bounded)
        if bounded.reuse_freed:
            self._give_out_again(bounded)
        elif bounded.stale and possible(self.events, self.values, {})[1]:
            self._find_values(replace(bounded, stale=[], one_layout=[*bounded.one_layout, *bounded.stale]))
        for check in (check_sizes, check_lifetimes):
            checked = check(self.events, self.values)
            if checked is not None:
                self._find_values(checked)
        self.cells = Cells(self.events, self.values)
        self.visibility = Visibility(self.events, self.values, self.cells, policy)

    def _give_out_again(self, bounded: BoundedProgram) -> None:
        """Allocations may give freed blocks; what follows from that is looked at again until nothing is new."""
        reuse = Reuse(replace(bounded, reuse_freed=False, one_layout=[*bounded.one_layout, *left_out(self.events)]))
        while (more := reuse.grow(self.events, self.values)) is not None:
            self._find_values(more)

    def _find_values(self, bounded: BoundedProgram) -> None:
        self.bounded = bounded
        """The program, with checks of lifetimes in it where they are needed."""
        self.registers = Registers(bounded)
        self.events = execute(bounded, self.registers)
        self.values = Values(self.events, self.everywhere)

    @property
    def threads(self) -> list[ThreadEvents]:
        return self.events.threads

    @property
    def buffers(self) -> Buffers:
        return self.visibility.buffers
