"""Spinning for ever, as code: a thread may decide at the head of a loop to stay in it, and then has to be right.

It stops (:mod:`heddle.properties.waiting`), and when nobody else moves any more it runs one more iteration, which has
to leave everything as it was (:mod:`heddle.passes.awaits`): then so do all that follow.  The iteration is a copy of
the loop that ends where something would change.
"""

from __future__ import annotations

from collections.abc import Iterator

from heddle.core.expr import FALSE, Binary, Local, Unary
from heddle.core.instr import (
    AnyInstr,
    Assign,
    Assume,
    Branch,
    Call,
    Cut,
    Exit,
    Goto,
    Label,
    Nondet,
    Read,
    Return,
    Rmw,
    Source,
    ThreadExit,
)
from heddle.core.program import Function, Program
from heddle.core.types import INT
from heddle.passes.awaits import ALWAYS, AwaitLoops, effect
from heddle.passes.loops import LoopNest, Region
from heddle.properties.waiting import STAYS, WHAT, nobody_moves, number, section, stop, verified
from heddle.records import replace

CHANGES = (*ALWAYS, Call, Return, ThreadExit, Exit, Nondet)
"""What an iteration that changes nothing does not do, as far as that is seen here."""
MEMORY = "has variables in memory"


def follow_spins(program: Program, kind: str, inside: frozenset[str]) -> Program:
    """``inside``: the functions that may be called inside atomic sections, where nobody spins."""
    functions = {
        name: f if name in inside else replace(f, body=list(_Spins(f, program, kind).written()))
        for name, f in program.functions.items()
    }
    return replace(program, functions=functions)


class _Spins:
    def __init__(self, function: Function, program: Program, kind: str) -> None:
        self.body, self.kind, self.self = function.body, kind, number(program)
        self.nest = LoopNest(function.body)
        self.loops = AwaitLoops(function, self.nest)
        self.heads = {region.head: (region, variables) for region, variables in self.loops.watched.items()}

    def written(self) -> Iterator[AnyInstr]:
        for i, x in enumerate(self.body):
            yield x
            if i in self.heads:
                region, variables = self.heads[i]
                inside = self.body[region.head : region.end + 1]
                why = next((words for y in inside if (words := self._hides(y))), "")
                named = [v for v in variables if isinstance(v, Local)]
                if not why and len(named) == len(variables):
                    yield from self._may_stay(region, named)
                else:
                    yield from self._unseen(region, why or MEMORY)

    def _hides(self, x: AnyInstr) -> str:
        """What an iteration may do and be idle all the same, and is not looked at."""
        if isinstance(x, Call):
            return "calls functions"
        if isinstance(x, Nondet):
            return "gets inputs"
        return MEMORY if isinstance(x, ALWAYS) and not self.loops.has_effect(x) else ""

    def _unseen(self, region: Region, why: str) -> Iterator[AnyInstr]:
        """Nobody looks whether a thread stays in this loop for ever, and the answer says so."""
        known = f"known'{region.head}"
        yield Nondet(STAYS, "whether the loop is looked at", Source.TRUTH, loc=region.loc)
        yield Branch(STAYS, known, loc=region.loc)
        yield Cut(f"a loop that may spin for ever, and {why}", "", loc=region.loc)
        yield Label(known, loc=region.loc)

    def _may_stay(self, region: Region, variables: list[Local]) -> Iterator[AnyInstr]:
        mark, loc = f"'{region.head}", region.loc
        yield Nondet(STAYS, WHAT, Source.PATIENCE, loc=loc)
        yield Branch(Unary("!", STAYS, INT), f"goes_on{mark}", loc=loc)
        yield from section(stop(self.self, loc), loc)
        for v in variables:
            yield Assign(_before(v, mark), v, loc=loc)
        yield from section(nobody_moves(loc), loc)
        for x in self.body[region.head + 1 : region.end + 1]:
            yield from self._copied(x, region, mark)
        yield Goto(f"out{mark}", loc=loc)
        yield Label(f"back{mark}", loc=loc)
        for v in variables:
            yield Assume(Binary("==", v, _before(v, mark), INT), loc=loc)
        yield from section(verified(loc, self.kind), loc)
        yield Label(f"out{mark}", loc=loc)
        yield Assume(FALSE, loc=loc)
        yield Label(f"goes_on{mark}", loc=loc)

    def _copied(self, x: AnyInstr, region: Region, mark: str) -> Iterator[AnyInstr]:
        match x:
            case Label(name):
                yield replace(x, name=f"{name}{mark}", uid=-1)
            case Goto(label) | Branch(_, label):
                at = self.nest.position[label]
                inside = region.head < at <= region.end
                there = f"{label}{mark}" if inside else f"back{mark}" if at == region.head else f"out{mark}"
                yield replace(x, label=there, uid=-1)
            case Rmw():
                yield Read(x.dst, x.place, "seq_cst", loc=x.loc)
                yield Assume(Unary("!", effect(x), INT), loc=x.loc)
            case Assume():
                yield Assume(x.test, loc=x.loc)
            case _ if isinstance(x, CHANGES):
                yield Goto(f"out{mark}", loc=x.loc)
            case _:
                yield replace(x, uid=-1)


def _before(v: Local, mark: str) -> Local:
    return Local(f"{v.name}'before{mark}", v.type)
