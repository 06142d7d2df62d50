"""Load buffering, as far as a program can have it, and what is left of a model without.

A cycle of program order and reads-from enters a thread at a read and leaves it at a write.  Where each thread but main
only reads, or only writes, what others see, and only main creates and joins threads, every way from such a read to such
a write passes main.  Main's order is total, and so some write on the cycle comes after the read that reads from it, in
program order.  Coherence forbids that.
"""

from __future__ import annotations

from collections.abc import Iterator

from heddle.core.expr import FunctionAddress, MemoryObject
from heddle.core.instr import AnyInstr, AtomicBegin, Call, Create, Join, Read, Rmw, Write
from heddle.core.program import Program
from heddle.core.walk import expressions, walk
from heddle.explorer.model import Unfit
from heddle.explorer.privacy import Privacy
from heddle.models.coherence import implies_coherence
from heddle.models.relation import (
    Base,
    Check,
    Complement,
    Constraint,
    Definition,
    Diff,
    Empty,
    Expr,
    Model,
    Union,
    base_names,
    checks,
    rebuilt,
)
from heddle.models.relation import expressions as expressions_of
from heddle.models.relation import walk as parts_of
from heddle.records import replace

UNKNOWN_DEPENDENCIES = "casdep"
"""Of the condition of a compare-and-exchange: the kernel does not keep them."""


class LoadBuffering(Unfit):
    """The model may allow cycles of po and rf: what it allows without them can be explored."""

    def __init__(self) -> None:
        super().__init__("it allows cycles of program order and reads-from (load buffering)")


def without(model: Model) -> Model:
    """What the model allows without cycles of po and rf."""
    order = Check("acyclic", Union(Base("po", "rel"), Base("rf", "rel"), "rel"))
    return replace(model, constraints=(*model.constraints, Constraint("no load buffering", order)))


def is_possible(model: Model, program: Program) -> bool:
    """Whether executions of the program may have such cycles."""
    if not implies_coherence(model):
        return True
    privacy = Privacy(program)
    return any(_may_be_on_a_cycle(list(instrs), privacy) for instrs in _threads(program))


def _threads(program: Program) -> Iterator[Iterator[AnyInstr]]:
    """The code of each thread but main, with all that it may call."""
    wholes = [whole for f in program.functions.values() for x in f.body for whole in expressions(x)]
    wholes += [value for obj in program.memory.values() for _, _, value in obj.init]
    taken = {e.function for whole in wholes for e in walk(whole) if isinstance(e, FunctionAddress)}
    for name in taken:
        if name in program.functions:
            yield _reached(program, name, taken)


def _reached(program: Program, entry: str, taken: set[str]) -> Iterator[AnyInstr]:
    seen, left = {entry}, [entry]
    while left:
        for x in program.functions[left.pop()].body:
            yield x
            if isinstance(x, Call):
                called = {x.callee} if isinstance(x.callee, str) else taken
                left += (called & program.functions.keys()) - seen
                seen |= called


def _may_be_on_a_cycle(instrs: list[AnyInstr], privacy: Privacy) -> bool:
    if any(isinstance(x, AtomicBegin | Create | Join) for x in instrs):
        return True
    shared = [x for x in instrs if isinstance(x, Read | Write | Rmw) and not _is_private(x, privacy)]
    return any(isinstance(x, Read | Rmw) for x in shared) and any(isinstance(x, Write | Rmw) for x in shared)


def _is_private(x: Read | Write | Rmw, privacy: Privacy) -> bool:
    return isinstance(x.place.base, MemoryObject) and privacy.is_private(x.place.base)


def has_conditions(program: Program) -> bool:
    """Whether the program has a compare-and-exchange."""
    return any(isinstance(x, Rmw) and x.test is not None for f in program.functions.values() for x in f.body)


def with_known_dependencies(model: Model, program: Program) -> tuple[Model, bool]:
    """The model without the dependencies that the kernel does not keep, and whether it may allow less: where there are
    any, all of program order stands for them."""
    if UNKNOWN_DEPENDENCIES not in base_names(model) or not _only_forbids(model, UNKNOWN_DEPENDENCIES):
        return model, False
    is_stronger = has_conditions(program)
    instead: Expr = Base("po", "rel") if is_stronger else Empty("rel")

    def known(leaf: Expr) -> Expr:
        return instead if leaf == Base(UNKNOWN_DEPENDENCIES, "rel") else leaf

    changed = [
        replace(d, expr=rebuilt(d.expr, known)) if isinstance(d, Definition) else d for d in model.definitions
    ]
    return replace(model, definitions=tuple(changed)), is_stronger


def _only_forbids(model: Model, name: str) -> bool:
    """Whether more pairs in a base relation can only forbid more: nothing is taken away that it is a part of."""
    users = {name}
    for group in model.definitions:
        for d in (group,) if isinstance(group, Definition) else group.definitions:
            if any(getattr(part, "name", "") in users for part in parts_of(d.expr)):
                users.add(d.name)
    every = [part for expr in expressions_of(model) for part in parts_of(expr)]
    taken = [x.right if isinstance(x, Diff) else x.arg for x in every if isinstance(x, Diff | Complement)]
    negated = [check.expr for c in model.constraints if not c.flag for check in checks(c.formula) if check.negated]
    return not any(getattr(part, "name", "") in users for expr in (*taken, *negated) for part in parts_of(expr))


__all__ = ["LoadBuffering", "is_possible", "with_known_dependencies", "without"]
