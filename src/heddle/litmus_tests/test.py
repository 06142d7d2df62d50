"""A litmus test: a program without a main function, and a question about its final states."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, TypeAlias

from heddle.core.program import BoundedProgram
from heddle.records import dataclass, field


@dataclass(frozen=True, slots=True)
class Register:
    """``name`` as the test writes it, ``local`` as the thread's code names it."""

    thread: int
    name: str
    local: str

    def __str__(self) -> str:
        return f"{self.thread}:{self.name}"


@dataclass(frozen=True, slots=True)
class Variable:
    """A location in memory; ``offset`` in bytes for an element of an array of ``name``."""

    name: str
    offset: int = 0
    index: int | None = None

    def __str__(self) -> str:
        return f"[{self.name}]" if self.index is None else f"{self.name}[{self.index}]"


@dataclass(frozen=True, slots=True)
class Address:
    """The address of a variable, as a value."""

    name: str


Observable: TypeAlias = Register | Variable
Term: TypeAlias = Register | Address | int


@dataclass(frozen=True, slots=True)
class Compare:
    left: Observable
    right: Term
    equal: bool


@dataclass(frozen=True, slots=True)
class Combine:
    op: Literal["and", "or", "not", "implies", "true", "false"]
    parts: tuple[Proposition, ...] = ()


Proposition: TypeAlias = Compare | Combine
Quantifier: TypeAlias = Literal["exists", "forall", "~exists"]


@dataclass(slots=True)
class LitmusTest:
    """``observed`` is what herd prints of each final state: what the condition and ``locations`` mention."""

    name: str
    arch: str
    file: str
    program: BoundedProgram
    quantifier: Quantifier
    condition: Proposition
    condition_text: str
    observed: list[Observable] = field(default_factory=list)
    filter: Proposition | None = None
    atomic: frozenset[str] | None = None


def holds(prop: Proposition, value: Callable[[Observable | Term], int]) -> bool:
    """Whether a proposition holds in the final state that ``value`` gives."""
    if isinstance(prop, Compare):
        return (value(prop.left) == value(prop.right)) == prop.equal
    match prop.op:
        case "and":
            return all(holds(part, value) for part in prop.parts)
        case "or":
            return any(holds(part, value) for part in prop.parts)
        case "not":
            return not holds(prop.parts[0], value)
        case "implies":
            return not holds(prop.parts[0], value) or holds(prop.parts[1], value)
        case _:
            return prop.op == "true"


def observables(prop: Proposition) -> Iterable[Observable]:
    """What a proposition asks about, each once per mention."""
    if isinstance(prop, Compare):
        yield prop.left
        if isinstance(prop.right, Register):
            yield prop.right
    else:
        for part in prop.parts:
            yield from observables(part)
