"""A chain on its way: an engine takes a program from form to form, as often and with such bounds as it likes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from heddle.chains.chain import Chain
from heddle.chains.form import Form
from heddle.engines.engine import SILENT, Listener
from heddle.records import dataclass
from heddle.sma import ABSTRACTIONS, SmaBounds

if TYPE_CHECKING:
    from heddle.addresses.freed import FreedBlocks
    from heddle.answer import Answer
    from heddle.backends.bmc.schemes import Scheme
    from heddle.backends.bmc.solver import Bmc
    from heddle.core.program import Program
    from heddle.passes.bounds import UnfoldBounds
    from heddle.sma import Abstraction
    from heddle.symbolic.analysis import Analysis
    from heddle.task import Task


@dataclass(frozen=True, slots=True)
class Turn:
    """What the engine chooses this time; each stage looks at what concerns it."""

    unfolding: UnfoldBounds | None = None
    short: int = 0
    """Loops that end by themselves within so many iterations are unrolled where others are kept."""
    memory: SmaBounds = SmaBounds()
    rounds: int | None = None
    """Of unbounded lazy sequentialization; None: without end."""
    everywhere: bool = False
    """Pointers that cannot be bounded may point to objects that they were not computed from."""
    schemes: Sequence[Scheme] = ()
    bound: int = 1
    """Of the formula's scheme."""
    until: float = float("inf")
    """As a time of ``time.monotonic``."""
    answer: Callable[[str], Answer] | None = None
    """What the engine says about a violation that replays."""


Formulas: TypeAlias = "Callable[[Analysis, Scheme], Bmc]"


class Way:
    """``program`` is the task's, with its claims, if it is there already; ``formulas``: who makes and solves them, if
    not the embedded solver."""

    def __init__(
        self, chain: Chain, task: Task, program: Program | None = None, listener: Listener = SILENT,
        formulas: Formulas | None = None,
    ) -> None:  # fmt: skip
        self.formulas = formulas
        self.chain, self.task, self.program, self.listener = chain, task, program, listener

    def go(self, value: Any, have: Form, want: Form, turn: Turn, last: int | None = None) -> Any:
        """What becomes of a value of the one form on its way to the other; ``last``: after so many steps in all."""
        for step in self.chain.between(have, want) if last is None else self.chain.steps[:last]:
            value = step.stage.run(value, self, turn)
            if step.stage.gives is Form.PROGRAM:
                self.program = value
        return value

    def formula(self, analysis: Analysis, scheme: Scheme) -> Bmc:
        from heddle.backends.bmc.solver import Bmc

        return (self.formulas or Bmc)(analysis, scheme)

    @property
    def abstraction(self) -> Abstraction | None:
        """Of shared memory, if there is one."""
        return None if self.task.method.sma is None else ABSTRACTIONS[self.task.method.sma]

    # --- what is known of the program, found once -------------------------------------------------------------------

    @cached_property
    def observes_addresses(self) -> bool:
        from heddle.addresses.observed import observations

        assert self.program is not None
        return bool(observations(self.program))

    @cached_property
    def freed(self) -> FreedBlocks:
        from heddle.addresses.freed import FreedBlocks

        assert self.program is not None
        return FreedBlocks(self.program, self.task.method.reuse_freed)


__all__ = ["Turn", "Way"]
