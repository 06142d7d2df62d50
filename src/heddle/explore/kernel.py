"""Runs an exploration in the native kernel: hands over program and model, reports progress, collects what was found."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from heddle.core.program import Program
from heddle.core.types import IntType, PointerType
from heddle.enumerate.tags import HARDWARE_FENCES
from heddle.explore.bytecode import Image
from heddle.explore.events import EventClasses
from heddle.explore.layout import Layout
from heddle.explore.lower import LowerOptions, lower
from heddle.explore.model import Unfit, compile_model
from heddle.explore.requirements import makes_rmw_atomic, require
from heddle.models.coherence import implies_coherence
from heddle.models.relation import Model, base_names
from heddle.models.vocabulary import KERNEL_TAGS

if TYPE_CHECKING:
    from heddle.explore._kernel import Findings

FENCE_TAGS = HARDWARE_FENCES | frozenset(KERNEL_TAGS) | {"F", "_"}
DEPENDENCIES = frozenset({"addr", "data", "ctrl"})
WIDTHS = (1, 2, 4, 8, 32)
"""Words of 64 events: the kernel starts with the narrowest sets and takes wider ones when a graph does not fit."""
TICK = 0.1
DEFAULT_RECURSION = 1000


@dataclass(frozen=True, slots=True)
class ExploreOptions:
    """``filter`` is the thesis's in-situ filtering; ``depth`` its maximal depth; ``workers`` its pool size."""

    unwind: int | None = None
    unwindset: tuple[tuple[str, int], ...] = ()
    filter: bool = True
    first_only: bool = False
    verify: bool = False
    depth: int = 0
    workers: int = 1
    keep: int = 0
    states: bool = False
    timeout: float | None = None


@dataclass(slots=True)
class Explored:
    """What an exploration found.  ``finished`` is false if it was stopped, ``broken`` says what it could not do."""

    executions: int = 0
    blocked: int = 0
    violations: int = 0
    cut: int = 0
    stopped: int = 0
    repeated: int = 0
    wrong: int = 0
    finished: bool = False
    seconds: float = 0.0
    broken: str = ""
    violated: dict[int, int] = field(default_factory=dict)
    witnesses: list[Any] = field(default_factory=list)
    kept: list[Any] = field(default_factory=list)
    reasons: list[tuple[Any, int]] = field(default_factory=list)
    states: dict[tuple[tuple[str, int], ...], int] = field(default_factory=dict)
    image: Image = field(default_factory=Image)
    layout: Layout | None = None
    classes: EventClasses = field(default_factory=lambda: EventClasses(True))
    wide: bool = False
    """Whether there are atomic sections over several shared locations."""

    @property
    def is_misfit(self) -> bool:
        """Whether the search ended because the model lacks what it needs: the kernel's reasons for that say "it …"."""
        return self.broken.startswith("it ")


Report = Callable[[str], None]
Counts = Callable[[int, int, int], None]


def explore(
    program: Program, model: Model, options: ExploreOptions, progress: Report = lambda line: None,
    counts: Counts = lambda executions, blocked, violations: None,
) -> Explored:  # fmt: skip
    """Every execution graph of the program that the model allows.  Raises Unfit where the model is outside what the
    algorithm can do.  ``counts`` hears about executions, blocked ones and violations while the search runs."""
    return Exploration(program, model, options, progress, counts).run()


class Exploration:
    def __init__(
        self, program: Program, model: Model, options: ExploreOptions, progress: Report, counts: Counts
    ) -> None:
        self.program, self.model, self.options, self.progress, self.counts = program, model, options, progress, counts
        self.wide: frozenset[int] = frozenset()
        """The atomic sections that access several shared locations, as far as they are known."""
        self.started = time.monotonic()
        self.prepare()

    def prepare(self) -> None:
        """A kernel with the program and the model in it."""
        from heddle.explore import _kernel

        program, model, options = self.program, self.model, self.options
        names = base_names(model)
        self.classes = EventClasses(language=not names & HARDWARE_FENCES)
        fences = bool(names & FENCE_TAGS)
        lowering = LowerOptions(options.unwind, options.unwindset, fences, self.wide)
        section = self.classes.section()
        self.image, self.layout = lower(program, self.classes, lowering)
        compiled = compile_model(model, self.classes)
        require(model, self.classes)
        self.observed = self.globals() if options.states else []
        kernel = self.kernel = _kernel.Kernel()
        kernel.set_code([ins.row() for ins in self.image.code])
        kernel.set_functions([(f.name, f.entry, f.registers, f.parameters, f.address) for f in self.image.functions])
        kernel.set_tables(self.image.constants, self.image.lists, self.image.loops, self.image.bounds)
        kinds = [kind for kind, _ in self.classes.members]
        kernel.set_classes(list(zip(kinds, compiled.sets, strict=True)), section)
        layout = self.layout
        own, shared = (layout.thread_objects(program, private) for private in (True, False))
        kernel.set_memory(layout.global_bytes(), own, layout.own_size, shared, layout.shift)
        entry = list(program.functions).index(program.entry)
        recursion = options.unwind or DEFAULT_RECURSION
        kernel.set_start(entry, recursion, bool(names & DEPENDENCIES))
        atomic, coherent = makes_rmw_atomic(model), implies_coherence(model)
        try:
            kernel.set_model(compiled.nodes, compiled.axioms, compiled.set_count, atomic, coherent)
        except ValueError as error:
            raise Unfit(f"it uses {error}") from None
        kernel.set_options(
            options.filter, options.first_only, options.verify, options.depth, options.workers, options.keep,
            [(address, size) for _, address, size, _ in self.observed],
        )  # fmt: skip

    def globals(self) -> list[tuple[str, int, int, IntType | PointerType]]:
        """The scalar globals that final states are made of: those of the user's program."""
        return [
            (obj.name, address, obj.type.size, obj.type)
            for address, obj in self.layout.objects
            if isinstance(obj.type, IntType | PointerType)
        ]

    def run(self) -> Explored:
        options = self.options
        deadline = None if options.timeout is None else self.started + options.timeout
        widths = list(WIDTHS)
        while True:
            self.kernel.start(widths[0])
            finished = self.follow(deadline)
            overflowed = self.kernel.overflowed()
            found = self.kernel.collect()
            if overflowed and len(widths) > 1:
                self.progress(f"graphs of more than {64 * widths.pop(0)} events: starting again")
            elif found.widened:
                self.wide |= found.widened
                self.prepare()
            else:
                break
        explored = self.result(found, finished and not overflowed)
        if overflowed:
            explored.broken = f"an execution has more than {64 * WIDTHS[-1]} events"
        return explored

    def follow(self, deadline: float | None) -> bool:
        """Waits for the end and tells how far the search is; false if time ran out first."""
        last = time.monotonic()
        while not self.kernel.wait(TICK):
            now = time.monotonic()
            if deadline is not None and now >= deadline:
                self.kernel.stop()
                while not self.kernel.wait(TICK):
                    pass
                return False
            if now - last >= 1:
                last = now
                self.progress(self.describe())
                self.counts(*self.so_far())
        return True

    def so_far(self) -> tuple[int, int, int]:
        executions, blocked, violations, cut = self.kernel.totals()[:4]
        return executions + cut, blocked, violations

    def describe(self) -> str:
        """How far the search is.  Each choice is taken to lead to as many executions as the others: an estimate."""
        executions, blocked, violations = self.so_far()
        share = self.kernel.explored()
        text = f"{executions} executions, {blocked} blocked"
        return f"{text}, about {int((executions + blocked + violations) / share)} in all" if share > 1e-9 else text

    def result(self, found: Findings, finished: bool) -> Explored:
        executions, blocked, violations, cut, stopped, _, repeated, wrong, _ = self.kernel.totals()
        states: dict[tuple[tuple[str, int], ...], int] = {}
        for values, count in found.states:
            named = [(o[0], o[3].wrap(v)) for o, v in zip(self.observed, values, strict=True)]
            states[tuple(named)] = count
        return Explored(
            executions, blocked, violations if found.violated else 0, cut, stopped, repeated, wrong,
            finished and not found.broken,
            time.monotonic() - self.started, found.broken, found.violated, found.witnesses, found.kept, found.reasons,
            states, self.image, self.layout, self.classes, bool(self.wide),
        )  # fmt: skip
