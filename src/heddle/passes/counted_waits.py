"""Waiting loops that count their rounds, without the count: the same loops may go on and end at any time.

A thread that spins a hundred times before it goes to sleep, that waits longer from round to round, or that gives up
after so many failures, has a variable that nobody looks at but the loop's own tests.  What it holds says nothing but
how long the thread has waited.  Here such tests become arbitrary choices, and the variable goes: then rounds in which
nothing else happens are all alike, and a search of states meets them once.

The program that comes out can do all that the given one can, and more: that it is safe is a proof for both, and what
else is said of it means nothing.  (It also does not wait in loops that do nothing at all, not even for ever, so nothing
is said about the end of threads.)
"""

from __future__ import annotations

from heddle.core.expr import Binary, Const, Expr, Local
from heddle.core.instr import (
    AnyInstr,
    Assign,
    Branch,
    Call,
    Declare,
    Goto,
    Label,
    Nondet,
    Read,
    Return,
    Rmw,
    Source,
    defined,
)
from heddle.core.program import Program
from heddle.core.types import IntType
from heddle.core.walk import walk
from heddle.passes.awaits import ALWAYS, Cells
from heddle.passes.liveness import ENDS, Liveness, transfer, used
from heddle.passes.loops import LoopNest, Region
from heddle.records import replace

TRUTH = IntType(8, False)
ANY_ROUNDS = "proved for any number of rounds of loops that count how long they wait"
CHOICE = "whether to wait longer"


def without_counting(program: Program) -> Program | None:
    """None if no loop counts how long it waits."""
    bodies, changed = _without_idle_work(program)
    number = 1 + max((x.uid for body in bodies.values() for x in body), default=0)
    functions = {}
    for name, function in program.functions.items():
        waiting = _Body(bodies[name], number)
        if not function.persistent:
            waiting.stop_counting()
        number = waiting.number
        functions[name] = replace(function, body=waiting.body)
        changed |= waiting.changed
    return replace(program, functions=functions) if changed else None


def _without_idle_work(program: Program) -> tuple[dict[str, list[AnyInstr]], bool]:
    """The bodies of all functions without loops that only pass time, and without calls of functions that do nothing;
    and whether there were such loops."""
    bodies = {name: f.body for name, f in program.functions.items()}
    silent: set[str] = set()
    growing, changed = True, False
    while growing:
        growing = False
        for name, function in program.functions.items():
            if function.persistent or name in silent:
                continue
            idle = _Body(bodies[name], 0)
            idle.leave_out_idle_work(silent)
            bodies[name] = idle.body
            changed |= idle.changed
            if all(isinstance(x, (Label, Assign, Return)) for x in idle.body):  # without jumps it comes to its end
                silent.add(name)
                growing = True
    return bodies, changed


class _Body:
    """The body of a function, as it is changed."""

    def __init__(self, body: list[AnyInstr], number: int) -> None:
        self.number = number
        """The next one that no instruction has."""
        self.changed = False
        """Some loop is another one now."""
        self.become(body)

    def become(self, body: list[AnyInstr]) -> None:
        self.body, self.nest = body, LoopNest(body)
        self.live, self.cells = live_before(body), Cells(body)

    def regions(self) -> list[Region]:
        """Inner ones first: what they leave is simpler."""
        return sorted(self.nest.regions, key=lambda r: r.end - r.head)

    def inside(self, region: Region) -> list[AnyInstr]:
        return self.body[region.head : region.end + 1]

    def exits(self, region: Region) -> set[int]:
        """The positions at which control goes on after the loop, if the function goes on."""
        found = set()
        for x in self.inside(region):
            if isinstance(x, (Goto, Branch)) and not region.head <= (at := self.nest.position[x.label]) <= region.end:
                found.add(at)
        return found if isinstance(self.body[region.end], ENDS) else found | {region.end + 1}

    def live_after(self, region: Region) -> set[str]:
        """The variables that matter where the loop is left."""
        return set().union(*(self.live[at] for at in self.exits(region)))

    # --- loops that do nothing at all

    def leave_out_idle_work(self, silent: set[str]) -> None:
        rest = [x for i, x in enumerate(self.body) if not self.is_idle_call(i, x, silent)]
        if len(rest) < len(self.body):
            self.become(rest)
        while (region := next(filter(self.is_idle_work, self.regions()), None)) is not None:
            self.leave_out(region)

    def is_idle_call(self, position: int, x: AnyInstr, silent: set[str]) -> bool:
        if not isinstance(x, Call) or x.callee not in silent:
            return False
        return x.dst is None or x.dst.name not in self.live[position + 1]

    def is_idle_work(self, region: Region) -> bool:
        """Whether a loop only passes time: nobody can notice, or needs, what it does, and it ends in one place."""
        inside = self.inside(region)
        if not all(isinstance(x, (Label, Goto, Branch, Assign)) for x in inside) or len(self.exits(region)) != 1:
            return False
        if any(self.is_entered(region, x.name) for x in inside[1:] if isinstance(x, Label)):
            return False
        assigned = {dst.name for x in inside if (dst := defined(x)) is not None}
        return not assigned & self.live_after(region)

    def is_entered(self, region: Region, label: str) -> bool:
        """Whether a jump from outside leads there."""
        outside = self.body[: region.head] + self.body[region.end + 1 :]
        return any(isinstance(x, (Goto, Branch)) and x.label == label for x in outside)

    def leave_out(self, region: Region) -> None:
        (target,) = self.exits(region)
        head, instead = self.body[region.head], list[AnyInstr]()
        if target != region.end + 1:
            label = self.body[target]
            assert isinstance(label, Label)
            instead.append(Goto(label.name, loc=head.loc))
        self.changed = True
        self.become([*self.body[: region.head], head, *instead, *self.body[region.end + 1 :]])

    # --- loops that count

    def stop_counting(self) -> None:
        changed = True
        while changed:
            changed = False
            for region in self.regions():
                group = next(filter(None, (self.only_counts(region, c) for c in self.counters(region))), None)
                if group and self.may_be_idle(region):
                    self.forget(region, group)
                    changed = True
                    break

    def counters(self, region: Region) -> list[str]:
        """Variables that each round computes from themselves."""
        return [
            x.dst.name for x in self.inside(region)
            if isinstance(x, Assign) and self.grows_from(region, x.dst.name, x.value)
        ]  # fmt: skip

    def grows_from(self, region: Region, name: str, value: Expr) -> bool:
        names = locals_of(value)
        copies = {
            x.dst.name: x.value.name for x in self.inside(region)
            if isinstance(x, Assign) and isinstance(x.value, Local)
        }  # fmt: skip
        return name in names or any(copies.get(other) == name for other in names)

    def may_be_idle(self, region: Region) -> bool:
        """Whether the loop looks at what others do, and some way through it has no plain effect."""
        if not any(isinstance(x, (Read, Rmw, Call)) for x in self.inside(region)):
            return False
        seen: set[int] = set()
        ways = [region.head + 1]
        while ways:
            i = ways.pop()
            if i == region.head:
                return True
            if i in seen or not region.head < i <= region.end:
                continue
            seen.add(i)
            x = self.body[i]
            if self.has_effect(x):
                continue
            if isinstance(x, (Goto, Branch)):
                ways.append(self.nest.position[x.label])
            if not isinstance(x, ENDS):
                ways.append(i + 1)
        return False

    def has_effect(self, x: AnyInstr) -> bool:
        """Whether it surely changes what is no variable."""
        if isinstance(x, Declare):
            return not self.cells.are_all_of(x.obj)
        if isinstance(x, Rmw) and x.test is None and isinstance(x.value, Binary):
            step = x.value.right
            return x.value.op in ("+", "-") and x.value.left == x.dst and isinstance(step, Const) and step.value != 0
        return isinstance(x, ALWAYS) and self.cells.of(x) is None

    def only_counts(self, region: Region, counter: str) -> set[str]:
        """The variables that a counter has an influence on, if they only decide how long the loop waits; else none."""
        inside = self.inside(region)
        group, size = {counter}, 0
        while len(group) != size:
            size = len(group)
            group |= {x.dst.name for x in inside if isinstance(x, Assign) and group & locals_of(x.value)}
        for x in inside:
            dst = defined(x)
            if dst is not None and dst.name in group and not isinstance(x, Assign):
                return set()
            if not group.isdisjoint(used(x)) and not self.is_about(x, group):
                return set()
        return set() if group & self.live_after(region) else group

    def is_about(self, x: AnyInstr, group: set[str]) -> bool:
        """Whether it computes a variable of the group, or tests nothing else."""
        if isinstance(x, Assign):
            return x.dst.name in group
        return isinstance(x, Branch) and locals_of(x.test) <= group

    def forget(self, region: Region, group: set[str]) -> None:
        rest: list[AnyInstr] = []
        for i, x in enumerate(self.body):
            if not region.head <= i <= region.end or group.isdisjoint({*used(x), *_set_by(x)}):
                rest.append(x)
            elif isinstance(x, Branch) and not self.goes_on_alike(i, group):
                chosen = Local(f"wait.{self.number}", TRUTH)
                rest.append(Nondet(chosen, CHOICE, Source.TRUTH, loc=x.loc, uid=self.number))
                rest.append(Branch(chosen, x.label, loc=x.loc, uid=x.uid))
                self.number += 1
        self.changed = True
        self.become(rest)

    def goes_on_alike(self, position: int, group: set[str]) -> bool:
        """Whether a test decides about nothing but variables of the group."""
        x = self.body[position]
        assert isinstance(x, Branch)
        return self.next_step(position + 1, group) == self.next_step(self.nest.position[x.label], group)

    def next_step(self, position: int, group: set[str]) -> int:
        """Where something happens again."""
        seen: set[int] = set()
        while position < len(self.body) and position not in seen:
            seen.add(position)
            x = self.body[position]
            if isinstance(x, Goto):
                position = self.nest.position[x.label]
            elif isinstance(x, Label) or (isinstance(x, Assign) and x.dst.name in group):
                position += 1
            else:
                break
        return position


def live_before(body: list[AnyInstr]) -> list[set[str]]:
    """The variables that matter before each instruction, and (none) at the end."""
    found: list[set[str]] = [set()]
    for x, live in Liveness(body).backwards():
        before = set(live)
        transfer(x, before)
        found.append(before)
    return found[::-1]


def locals_of(e: Expr) -> set[str]:
    return {part.name for part in walk(e) if isinstance(part, Local)}


def _set_by(x: AnyInstr) -> set[str]:
    dst = defined(x)
    return set() if dst is None else {dst.name}


__all__ = ["without_counting"]
