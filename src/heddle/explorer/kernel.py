"""Runs an exploration in the native kernel: hands over program and model, reports progress, collects what was found."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from typing import Protocol

from heddle.addresses.sights import Sighting
from heddle.core.instr import BAD_FREE, FOR_EVER, LIFETIME
from heddle.core.program import Program
from heddle.core.types import Scalar
from heddle.explorer import _kernel, buffering
from heddle.explorer._kernel import WIDTHS, Act, Findings, GraphDump, Reason, Refusal
from heddle.explorer.bytecode import Image
from heddle.explorer.events import EventClasses
from heddle.explorer.layout import Layout
from heddle.explorer.lower import LowerOptions, lower
from heddle.explorer.model import Unfit, compile_model
from heddle.explorer.operands import tolerates
from heddle.explorer.refusals import words
from heddle.explorer.requirements import makes_rmw_atomic, require
from heddle.explorer.trials import Trial, trials
from heddle.models.coherence import implies_coherence
from heddle.models.kinds import ends
from heddle.models.machines import machine_of
from heddle.models.normal import normalized
from heddle.models.query import NoAlgebra
from heddle.models.relation import (
    Check,
    Complement,
    Definition,
    Diff,
    Expr,
    Model,
    Ref,
    Seq,
    base_names,
    checks,
    expressions,
    walk,
)
from heddle.models.tags import HARDWARE_FENCES
from heddle.models.thread_order import has_thread_events
from heddle.models.vocabulary import KERNEL_TAGS
from heddle.records import dataclass, field, replace

FENCE_TAGS = HARDWARE_FENCES | frozenset(KERNEL_TAGS) | {"F", "_"}
DEPENDENCIES = frozenset({"addr", "data", "ctrl"})
TICK = 0.1
DEFAULT_RECURSION = 1000
ZEROS, ONES = 0, 0xFF
CONTENTS = {ZEROS: "zeros", ONES: "ones"}


@dataclass(frozen=True, slots=True)
class ExploreOptions:
    """``filter`` is the thesis's in-situ filtering; ``depth`` its maximal depth; ``workers`` its pool size."""

    unwind: int | None = None
    unwindset: tuple[tuple[str, int], ...] = ()
    counted: int | None = None
    """How often loops run that count, if that is not the bound of the others."""
    filter: bool = True
    first_only: bool = False
    verify: bool = False
    depth: int = 0
    workers: int = 1
    keep: int = 0
    states: bool = False
    timeout: float | None = None
    kinds: Mapping[str, int] = field(default_factory=dict)
    """Bounds of kinds of loops (:mod:`heddle.passes.loop_kinds`)."""
    again: frozenset[int] = frozenset()
    """The allocations (by uid) that may give freed blocks again."""
    sights: Mapping[int, list[Sighting]] | None = None
    """What instructions (by uid) may see of addresses; None: nobody asks whether they do."""
    part: bool = False
    """What a model allows without load buffering is enough, and less than it may have."""


@dataclass(slots=True)
class Explored:
    """What an exploration found.  ``finished`` is false if it was stopped, ``refusal`` says what it could not do.

    ``violated``: how often each assertion fails, by uid; ``flagged``: how often each flag is raised, by name.
    """

    executions: int = 0
    blocked: int = 0
    violations: int = 0
    cut: int = 0
    stopped: int = 0
    repeated: int = 0
    wrong: int = 0
    finished: bool = False
    seconds: float = 0.0
    refusal: Refusal | None = None
    violated: dict[int, int] = field(default_factory=dict)
    flagged: dict[str, int] = field(default_factory=dict)
    witnesses: list[GraphDump] = field(default_factory=list)
    """The first graph of each assertion that fails, then of each flag that is raised, then one whose threads stall."""
    kept: list[GraphDump] = field(default_factory=list)
    reasons: list[tuple[Reason, int]] = field(default_factory=list)
    states: dict[tuple[tuple[str, int], ...], int] = field(default_factory=dict)
    image: Image = field(default_factory=Image)
    layout: Layout | None = None
    classes: EventClasses = field(default_factory=lambda: EventClasses(True))
    wide: bool = False
    """Whether there are atomic sections over several shared locations."""
    in_pieces: bool = False
    """Whether memory is accessed in different sizes."""
    flag_names: list[str] = field(default_factory=list)
    """The model's flags, as the graphs number them."""
    trials: dict[int, Trial] = field(default_factory=dict)
    """Inputs of many values, by uid, of which these were tried."""
    is_part: bool = False
    """Executions with load buffering are left out."""
    again: frozenset[int] = frozenset()
    """The allocations (by uid) that may give freed blocks again: all where that can matter, or none."""
    observed: set[int] | None = None
    """The instructions (by uid) that have seen addresses as numbers; None: nobody has asked."""
    stale: set[int] = field(default_factory=set)
    """Those that have seen whether freed blocks were given again."""
    far: set[int] = field(default_factory=set)
    """Those that have made integers far from the objects of whose addresses they made them."""
    not_given: set[int] = field(default_factory=set)
    """Where they are not nevertheless: allocations and frees, by uid."""
    fill: int | None = None
    """What the bytes of uninitialized memory that threads share were taken for; None: it does not matter."""
    ended: int = 0
    """How many come to the program's end, whatever its threads were waiting for then."""


Report = Callable[[str], None]
Counts = Callable[[int, int, int], None]


class Searcher(Protocol):
    """What searches: the kernel, or what has its parts searched elsewhere (:mod:`heddle.cluster.exploration`)."""

    refusal: Refusal | None

    def start(self, words: int) -> None: ...

    def wait(self, seconds: float) -> bool: ...

    def stop(self) -> None: ...

    def hold(self) -> None: ...

    def release(self) -> None: ...

    def totals(self) -> _kernel.Totals: ...

    def explored(self) -> float: ...

    def collect(self) -> Findings: ...


Searchers = Callable[[_kernel.Setup], Searcher]


def explore(
    program: Program, model: Model, options: ExploreOptions, progress: Report = lambda line: None,
    counts: Counts = lambda executions, blocked, violations: None,
) -> Explored:  # fmt: skip
    """Every execution graph of the program that the model allows.  Raises Unfit where the model is outside what the
    algorithm can do.  ``counts`` hears about executions, blocked ones and violations while the search runs."""
    return Exploration(program, model, options, progress, counts).run()


def excludes_paths(expr: Expr) -> bool:
    """Whether something is not to be composed of other things, or may be said not to be."""
    exclusions = [part for part in walk(expr) if isinstance(part, Diff | Complement) and part.sort == "rel"]
    excluded = [part.right if isinstance(part, Diff) else part.arg for part in exclusions]
    return any(isinstance(part, Seq | Ref) for whole in excluded for part in walk(whole))


def all_checks(model: Model) -> Iterator[Check]:
    return (check for constraint in model.constraints for check in checks(constraint.formula))


def relates_fences(check: Check, model: Model) -> bool:
    """Whether a fence at an end of what should be empty makes a difference; inside a path it makes none."""
    if check.expr.sort == "set":
        return False
    definitions = {d.name: d.expr for d in model.definitions if isinstance(d, Definition)}
    return check.kind == "empty" and any("F" in kinds for kinds in ends(check.expr, definitions))


class Exploration:
    """``earlier``: another one of the same program, what was learned there is known here.  ``searchers``: who does the
    searching."""

    def __init__(
        self, program: Program, model: Model, options: ExploreOptions, progress: Report, counts: Counts,
        earlier: Exploration | None = None, searchers: Searchers = _kernel.Kernel,
    ) -> None:  # fmt: skip
        self.searchers = searchers
        self.program, self.options, self.progress, self.counts = program, options, progress, counts
        try:
            self.model = normalized(model)
        except NoAlgebra as error:
            raise Unfit(f"it cannot be evaluated step by step: {error}") from None
        self.wide: frozenset[int] = frozenset() if earlier is None else earlier.wide
        """The atomic sections that access several shared locations, as far as they are known."""
        self.cuts: frozenset[int] = frozenset() if earlier is None else earlier.cuts
        """Where accesses of different sizes cut memory into pieces, as far as that is known: addresses."""
        self.trials: dict[int, Trial] = {} if earlier is None else earlier.trials
        """Inputs of many values of which some are tried: none, as long as their values seem not to matter."""
        self.fill: int | None = ZEROS if earlier is not None and earlier.fill is not None else None
        """What the bytes of uninitialized memory are taken for, if its contents are known to matter."""
        self.patient: set[int] = set() if earlier is None else set(earlier.patient)
        """Axioms that forbid what the search counts on, as far as that is known: by number."""
        self.sequences: bool = earlier is not None and earlier.sequences
        """Operands that C evaluates in any order have to be evaluated in every order, as far as that is known."""
        self.widths = list(WIDTHS)
        """What event sets may have for room: the narrowest first, wider ones when a graph does not fit."""
        self.is_running = False
        self.started = self.told = time.monotonic()
        """``told``: when somebody heard of it last."""
        self.model, is_stronger = buffering.with_known_dependencies(self.model, program)
        if is_stronger and not options.part:
            raise Unfit(f"it asks for '{buffering.UNKNOWN_DEPENDENCIES}'")
        self.is_part = is_stronger
        try:
            self.prepare()
        except buffering.LoadBuffering:
            self.is_part |= buffering.is_possible(self.model, program)
            if self.is_part and not options.part:
                raise
            self.model = buffering.without(self.model)
            self.prepare()

    def prepare(self) -> None:
        """A kernel with the program and the model in it."""
        names = base_names(self.model)
        self.classes = EventClasses(
            not names & HARDWARE_FENCES, machine_of(self.model), sees_threads=has_thread_events(self.model)
        )
        program = self.lowered(names)
        self.observed = self.globals() if self.options.states else []
        self.kernel = self.searchers(_kernel.Setup(program, self.compiled(), self.kernel_options()))
        if self.kernel.refusal is not None:
            raise Unfit(words(self.kernel.refusal))

    def lowered(self, names: frozenset[str]) -> _kernel.Program:
        """The program for the kernel; ``names`` are what the model asks of graphs."""
        program, options = self.program, self.options
        lowering = LowerOptions(
            options.unwind, options.unwindset, options.counted, self.sees_fences(names), self.wide, options.again,
            options.sights or {}, self.trials, options.kinds,
            unsequenced=bool(program.unsequenced) and not self.sequences,
        )  # fmt: skip
        sections, (begins, ends) = self.classes.section(), self.classes.ends_of_threads()
        image, layout = lower(program, self.classes, lowering)
        require(self.model, self.classes)
        self.model_for_kernel = compile_model(self.model, self.classes, "flag" in program.claims)
        if lowering.unsequenced and not tolerates(self.model_for_kernel):
            self.sequences = True
            image, layout = lower(program, self.classes, replace(lowering, unsequenced=False))
        self.image, self.layout = image, layout
        kinds = [kind for kind, _ in self.classes.members]
        return _kernel.program(
            code=image.code, functions=image.functions, constants=image.constants, lists=image.lists,
            loops=image.loops, loop_bounds=image.bounds,
            classes=list(zip(kinds, self.model_for_kernel.sets, strict=True)), sections=sections,
            globals=layout.global_bytes(), thread_private=layout.thread_objects(program, True),
            thread_shared=layout.thread_objects(program, False), thread_extents=layout.thread_extents(program),
            thread_private_size=layout.own_size,
            shift=layout.shift, cuts=sorted(self.cuts), entry=list(program.functions).index(program.entry),
            recursion=options.unwind or DEFAULT_RECURSION, fill=-1 if self.fill is None else self.fill,
            dependencies=bool(names & DEPENDENCIES),
            claims_pointers="pointer" in program.claims,
            claims_lives=LIFETIME in program.claims, claims_frees=BAD_FREE in program.claims,
            begins=begins, ends=ends,
        )  # fmt: skip

    def sees_fences(self, names: frozenset[str]) -> bool:
        """Whether the model can tell where fences are; a difference can, which leaves what nothing comes between."""
        told = names & FENCE_TAGS or any(excludes_paths(expr) for expr in expressions(self.model))
        return bool(told) or any(relates_fences(check, self.model) for check in all_checks(self.model))

    def compiled(self) -> _kernel.Model:
        model = self.model_for_kernel
        return _kernel.model(
            nodes=model.nodes, constrained=model.constrained, axioms=model.axioms, patient=self.patient,
            flags=model.flags, sets=model.set_count, atomic=not self.patient and makes_rmw_atomic(self.model),
            coherent=not self.patient and implies_coherence(self.model),
        )  # fmt: skip

    def kernel_options(self) -> _kernel.Options:
        options, claims = self.options, self.program.claims
        return _kernel.Options(
            filter=options.filter, first_only=options.first_only, verify=options.verify, depth=options.depth,
            workers=options.workers, keep=options.keep,
            stalls=not claims.isdisjoint(FOR_EVER), waits="deadlock" in claims,
            observed=[(address, size) for _, address, size, _ in self.observed],
        )  # fmt: skip

    def globals(self) -> list[tuple[str, int, int, Scalar]]:
        """The scalar globals that final states are made of: those of the user's program."""
        return [
            (obj.name, address, obj.type.size, obj.type)
            for address, obj in self.layout.objects
            if isinstance(obj.type, Scalar)
        ]

    def run(self) -> Explored:
        timeout = self.options.timeout
        return self.advance(None if timeout is None else self.started + timeout) or self.stop()

    def advance(self, until: float | None) -> Explored | None:
        """Searches on; None if that is not done at the time ``until``.  It may go on later, or be stopped."""
        if self.is_running:
            self.kernel.release()
        else:
            self.kernel.start(self.widths[0])
        self.is_running = True
        while self.follow(until):
            found = self.kernel.collect()
            if not self.begins_anew(found):
                return self.result(found, True)
            self.kernel.start(self.widths[0])
        self.kernel.hold()
        return None

    def stop(self) -> Explored:
        """What an unfinished search has found: nothing, if it has not begun."""
        if not self.is_running:
            return self.result(_kernel.Findings(), False)
        self.kernel.stop()
        while not self.kernel.wait(TICK):
            pass
        return self.result(self.kernel.collect(), False)

    def begins_anew(self, found: Findings) -> bool:
        """Whether the search has to be repeated with what it has learned."""
        if found.outgrown:
            self.progress(f"graphs of more than {64 * self.widths.pop(0)} events: starting again")
            return True
        if not found.cuts <= self.cuts:
            self.cuts |= found.cuts
            self.progress("memory is accessed in different sizes: starting again")
        elif found.refusal is not None and found.refusal.axiom >= 0:
            self.patient |= self.together(found.refusal.axiom)
            self.progress("the model forbids what the search counts on: starting again, more patiently")
        elif found.widened:
            self.wide |= found.widened
        elif found.separated:
            self.sequences = True
            self.progress("orders of evaluation matter: starting again with all of them")
        elif self.needs_inputs(found):
            self.trials = trials(self.program)
            self.progress("inputs matter: starting again with some of their values")
        elif (fill := self.next_fill(found)) is not None:
            self.fill = fill
            self.progress(f"uninitialized memory matters: starting again with {CONTENTS[fill]} there")
        else:
            return False
        self.prepare()
        return True

    def together(self, number: int) -> set[int]:
        """An axiom, and those of the same disjunction."""
        axioms = self.model_for_kernel.axioms
        group = axioms[number][3]
        return {number} if group < 0 else {n for n, axiom in enumerate(axioms) if axiom[3] == group}

    def next_fill(self, found: Findings) -> int | None:
        """What to take uninitialized memory for next: two guesses, if all that is asked for is a violation."""
        if found.witnesses or found.raising or found.stalled:
            return None
        stuck = any(r.act is Act.INDETERMINATE for r, _ in found.reasons)
        if self.fill is None:
            return ZEROS if stuck else None
        return ONES if self.fill == ZEROS and self.options.first_only and not stuck else None

    def needs_inputs(self, found: Findings) -> bool:
        """Whether values of inputs would lead further."""
        stuck = any(r.act is Act.INDETERMINATE for r, _ in found.reasons)
        return stuck and not found.witnesses and not self.trials and bool(trials(self.program))

    def follow(self, until: float | None) -> bool:
        """Waits for the end and tells how far the search is; false if time runs out first."""
        now = time.monotonic()
        while not self.kernel.wait(TICK if until is None else max(0.0, min(TICK, until - now))):
            now = time.monotonic()
            if until is not None and now >= until:
                return False
            if now - self.told >= 1:
                self.told = now
                found = self.so_far()
                self.counts(*found)  # first: who has read the line may stop the search
                self.progress(self.describe(*found))
        return True

    def so_far(self) -> tuple[int, int, int]:
        totals = self.kernel.totals()
        return totals.executions + totals.cut, totals.blocked, totals.violations

    def describe(self, executions: int, blocked: int, violations: int) -> str:
        """How far the search is.  Each choice is taken to lead to as many executions as the others: an estimate."""
        share = self.kernel.explored()
        text = f"{executions} executions, {blocked} blocked"
        return f"{text}, about {int((executions + blocked + violations) / share)} in all" if share > 1e-9 else text

    def result(self, found: Findings, finished: bool) -> Explored:
        totals = self.kernel.totals()
        flag_names = self.model_for_kernel.flag_names
        states: dict[tuple[tuple[str, int], ...], int] = {}
        for values, count in found.states:
            named = [(o[0], o[3].wrap(v)) for o, v in zip(self.observed, values, strict=True)]
            states[tuple(named)] = count
        violates = found.violated or found.flagged or found.stalls
        return Explored(
            totals.executions, totals.blocked, totals.violations if violates else 0, totals.cut,
            totals.stopped, totals.repeated, totals.wrong, finished and found.refusal is None,
            time.monotonic() - self.started, found.refusal, found.violated,
            {flag_names[flag]: count for flag, count in found.flagged.items()},
            [*found.witnesses, *found.raising, *found.stalled], found.kept[: self.options.keep], found.reasons,
            states, self.image, self.layout, self.classes, bool(self.wide), bool(self.cuts), flag_names, self.trials,
            self.is_part, self.options.again, None if self.options.sights is None else found.observed,
            found.stale, found.far, found.not_given, self.fill, totals.ended,
        )  # fmt: skip
