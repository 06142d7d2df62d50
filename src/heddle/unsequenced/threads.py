"""Which threads there are, and what the others can do to memory while one of them runs an instruction."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from heddle.core.expr import Expr, Local
from heddle.core.instr import AnyInstr, Branch, Call, Create, Goto, Label
from heddle.core.program import Function, Program
from heddle.passes.points_to import ESCAPED, PointsTo
from heddle.unsequenced.alone import with_others
from heddle.unsequenced.effects import Effects
from heddle.unsequenced.footprint import Footprint
from heddle.unsequenced.sections import Sections

MOST_WRAPPERS = 3
"""So many functions between a program and the Create are looked through to tell what is created where."""


class Threads:
    """A root is a function that a thread starts with: main, and what some Create names."""

    def __init__(self, program: Program, points_to: PointsTo, effects: Effects) -> None:
        self.program, self.points_to, self.effects = program, points_to, effects
        self._sites: dict[str, list[tuple[str, int]]] = defaultdict(list)
        """By function: the calls of it, as caller and position."""
        for name, function in program.functions.items():
            for index, x in enumerate(function.body):
                for callee in effects.callees.get(x.uid, ()):
                    self._sites[callee].append((name, index))
        self._held = {n for held in points_to.holds.values() for kind, n in held if kind == "function"}
        """The functions whose address somebody holds."""
        self._loops = {name: _in_loops(function.body) for name, function in program.functions.items()}
        created = self._created()
        self.roots = [program.entry, *sorted(set(created) - {program.entry})]
        self.reached = {root: self._reach(root) for root in self.roots}
        self._created_at = created
        self._once: dict[str, bool] = {}
        self.parallel = self._parallel()
        """The instructions that main's thread may run while there are others."""
        self._footprints = {root: self._footprint(root) for root in self.roots}
        self._others: dict[str, tuple[Footprint, Footprint]] = {root: self._sum_of_others(root) for root in self.roots}
        self.sections = Sections(program, effects, self.roots)

    # --- what is asked

    def others(self, function: str, code: list[AnyInstr]) -> tuple[Footprint, Footprint] | None:
        """What other threads can read and write while a thread runs this code; None if there are none, or if they
        have to wait for it to end."""
        if all(self.sections.is_inside(x) for x in code):
            return None
        reads, writes = Footprint(), Footprint()
        found = False
        for root in self.roots:
            if function not in self.reached[root]:
                continue
            if root == self.program.entry and not any(self._is_parallel(x) for x in code):
                continue
            found = True
            for total, part in zip((reads, writes), self._others[root], strict=True):
                total.update(part)
        return (reads, writes) if found else None

    def together(self, one: tuple[str, AnyInstr], other: tuple[str, AnyInstr]) -> bool:
        """Whether two threads may run these instructions, each given with its function, at the same time."""
        return any(
            r != s or not self._runs_once(r) for r in self._roots_of(*one) for s in self._roots_of(*other)
        )

    def has_company(self, function: str, x: AnyInstr) -> bool:
        """Whether there may be other threads when a thread runs this instruction."""
        return bool(self._roots_of(function, x))

    def _roots_of(self, function: str, x: AnyInstr) -> list[str]:
        entry = self.program.entry
        return [
            r for r in self.roots if function in self.reached[r] and (r != entry or self._is_parallel(x))
        ]

    def _is_parallel(self, x: AnyInstr) -> bool:
        return x.uid in self.parallel or self.effects.of(x).creates

    # --- who creates whom

    def _created(self) -> dict[str, list[tuple[str, int]]]:
        """The functions that threads start with, and where they are named for that."""
        found: dict[str, list[tuple[str, int]]] = defaultdict(list)
        for name, function in self.program.functions.items():
            for index, x in enumerate(function.body):
                if isinstance(x, Create):
                    for root, site in self._started(name, index, x.function, MOST_WRAPPERS):
                        found[root].append(site)
        return found

    def _started(self, name: str, index: int, e: Expr, depth: int) -> Iterator[tuple[str, tuple[str, int]]]:
        """A function that only hands on its parameter is looked through: its callers name what they create."""
        function = self.program.functions[name]
        position = _parameter(function, e)
        sites = self._sites[name]
        if position is None or not depth or name in self._held:
            for callee in self.points_to.callees(name, e):
                yield callee.name, (name, index)
            return
        for caller, place in sites:
            x = self.program.functions[caller].body[place]
            assert isinstance(x, Call)
            if position < len(x.args):
                yield from self._started(caller, place, x.args[position], depth - 1)

    def _reach(self, root: str) -> set[str]:
        seen, pending = {root}, [root]
        while pending:
            for x in self.program.functions[pending.pop()].body:
                for callee in self.effects.callees.get(x.uid, ()):
                    if callee not in seen:
                        seen.add(callee)
                        pending.append(callee)
        return seen

    # --- how often

    def _runs_once(self, name: str, path: tuple[str, ...] = ()) -> bool:
        """Whether a function runs at most once in an execution."""
        if name in path:
            return False
        if name not in self._once:
            sites = self._sites[name] + self._created_at.get(name, [])
            limit = 0 if name == self.program.entry else 1
            self._once[name] = len(sites) <= limit and all(
                index not in self._loops[caller] and self._runs_once(caller, (*path, name)) for caller, index in sites
            )
        return self._once[name]

    # --- what they touch

    def _parallel(self) -> set[int]:
        entry = self.program.entry
        if self._created_at.get(entry):
            return {x.uid for name in self.reached[entry] for x in self.program.functions[name].body}
        after = _after_creation(self.program, self.effects, entry)
        if not after or any(self.effects.functions[root].creates for root in self.roots[1:]):
            return after
        others = Footprint()
        for root in self.roots[1:]:
            others.update(self.effects.functions[root].writes)
        seen = with_others(self.program, self.effects, self.points_to, set(others.bytes))
        return after if seen is None else after & seen

    def _footprint(self, root: str) -> tuple[Footprint, Footprint]:
        reads, writes = Footprint(), Footprint()
        for name in self.reached[root]:
            for x in self.program.functions[name].body:
                if root != self.program.entry or x.uid in self.parallel:
                    reads.update(self.effects.own[x.uid].reads)
                    writes.update(self.effects.own[x.uid].writes)
        shared = {name for _, name in self.points_to.holds[ESCAPED]}
        shared |= {name for name, obj in self.program.memory.items() if obj.kind == "global"}
        return reads.only(shared), writes.only(shared)

    def _sum_of_others(self, root: str) -> tuple[Footprint, Footprint]:
        reads, writes = Footprint(), Footprint()
        for other in self.roots:
            if other != root or not self._runs_once(root):
                reads.update(self._footprints[other][0])
                writes.update(self._footprints[other][1])
        return reads, writes


def _parameter(function: Function, e: Expr) -> int | None:
    """Which parameter of a function an expression is, if the function does not change it."""
    if not isinstance(e, Local) or e not in function.params:
        return None
    if any(getattr(x, "dst", None) == e for x in function.body):
        return None
    return function.params.index(e)


def _in_loops(body: list[AnyInstr]) -> set[int]:
    """The positions that a backward jump makes run again: all from its target to the jump."""
    return {index for low, high in _loops(body) for index in range(low, high + 1)}


def _loops(body: list[AnyInstr]) -> list[tuple[int, int]]:
    """The backward jumps, as the positions of their target and of themselves."""
    labels = {x.name: index for index, x in enumerate(body) if isinstance(x, Label)}
    jumps = ((labels[x.label], index) for index, x in enumerate(body) if isinstance(x, (Goto, Branch)))
    return [(target, index) for target, index in jumps if target <= index]


def _after_creation(program: Program, effects: Effects, entry: str) -> set[int]:
    """What main's thread may run after it has created one, or while a call is creating one."""
    entered: dict[str, bool] = {entry: False}
    pending = [entry]
    found: set[int] = set()
    while pending:
        name = pending.pop()
        body = program.functions[name].body
        for x, started in _flow(body, effects, entered[name]):
            if started:
                found.add(x.uid)
            for callee in effects.callees.get(x.uid, ()):
                if callee not in entered or (started and not entered[callee]):
                    entered[callee] = entered.get(callee, False) or started
                    pending.append(callee)
    return found


def _flow(body: list[AnyInstr], effects: Effects, started: bool) -> Iterator[tuple[AnyInstr, bool]]:
    """Instructions, each with whether a thread may have been created before it.

    In the order of the text; where a jump goes back, everything from there on counts as after what comes before it.
    """
    first = 0 if started else next((i + 1 for i, x in enumerate(body) if effects.of(x).creates), len(body))
    loops = _loops(body)
    while any(low < first <= high for low, high in loops):
        first = min(low for low, high in loops if low < first <= high)
    for index, x in enumerate(body):
        yield x, index >= first
