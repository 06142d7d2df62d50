"""Properties: what must not happen.

A property works on the program before any engine sees it: it turns itself into *claims*, kinds of Assert (and of
faults, such as a wild access) that must not fail.  So an engine that finds failing claims knows no property by name.
A violation counts only if the property says that the failure at the end of the replayed execution is what it forbids.
"""

from __future__ import annotations

from itertools import count
from operator import is_
from typing import TYPE_CHECKING

from heddle.core.instr import AnyInstr, Assert, Assume
from heddle.records import dataclass, replace

if TYPE_CHECKING:
    from heddle.core.program import Function, Program
    from heddle.execution import Failure
    from heddle.models.memory_model import MemoryModel


@dataclass(frozen=True, slots=True)
class Property:
    """``claims`` are the kinds of failure that break it; ``marks`` the checks that the frontend has to write into the
    program for it.  ``is_supported`` is false where it has no meaning, under some memory models."""

    name: str
    summary: str
    claims: frozenset[str]
    marks: frozenset[str] = frozenset()
    is_supported: bool = True
    is_late: bool = False
    """Its pass goes over what those of others have made of the program."""

    def under(self, model: MemoryModel) -> Property:
        """What it means under a memory model, for those that mean something else under some."""
        return self

    def stronger(self) -> Property | None:
        """A property that implies it and can be easier to see; None if there is none."""
        return None

    def seen(self) -> Property:
        """The same for engines that see by themselves which threads never end: nothing in the program has to say so."""
        return self

    def beside_others(self, model: MemoryModel) -> Property:
        """The same, as one of several: what cannot be seen under the model may be a named cut there."""
        return self.under(model)

    def instrument(self, program: Program) -> Program:
        """A core-to-core pass that adds what the property needs.  Most need nothing but what the frontend marks."""
        return program

    def prepare(self, program: Program) -> Program:
        """The program whose failing claims are the violations of this property."""
        instrumented = self.instrument(program)
        if instrumented is not program:
            instrumented = numbered(instrumented)
        functions = {name: self._without_others(f) for name, f in instrumented.functions.items()}
        prepared, seen = replace(instrumented, functions=functions, claims=self.claims), self.seen()
        return prepared if seen is self else replace(prepared, bare=seen.prepare(program))

    def _without_others(self, function: Function) -> Function:
        """An assertion that is no claim still ends the executions in which it fails."""
        if "assert" in self.claims:
            return function
        return replace(function, body=[assumed(x) for x in function.body])

    def breaks(self, failure: Failure) -> bool:
        """Whether a failure at the end of a replayed execution is what the property forbids."""
        return failure.kind in self.claims


@dataclass(frozen=True, slots=True)
class Several(Property):
    """All of these at once."""

    parts: tuple[Property, ...] = ()

    def under(self, model: MemoryModel) -> Property:
        parts = [part.beside_others(model) for part in self.parts]
        return self if all(map(is_, parts, self.parts)) else replace(several(*parts), name=self.name)

    def stronger(self) -> Property | None:
        parts = [part.stronger() for part in self.parts]
        if not any(parts):
            return None
        return replace(several(*(new or old for new, old in zip(parts, self.parts, strict=True))), name=self.name)

    def seen(self) -> Property:
        parts = [part.seen() for part in self.parts]
        return self if all(map(is_, parts, self.parts)) else replace(several(*parts), name=self.name)

    def instrument(self, program: Program) -> Program:
        for part in sorted(self.parts, key=lambda part: part.is_late):
            instrumented = part.instrument(program)
            program = program if instrumented is program else numbered(instrumented)
        return program


def several(*properties: Property) -> Property:
    """The conjunction of properties, each of them once, in their order."""
    parts = tuple(dict.fromkeys(p for one in properties for p in (one.parts if isinstance(one, Several) else (one,))))
    if len(parts) == 1:
        return parts[0]
    return Several(
        "+".join(p.name for p in parts),
        "; ".join(p.summary for p in parts),
        frozenset().union(*(p.claims for p in parts)),
        frozenset().union(*(p.marks for p in parts)),
        all(p.is_supported for p in parts),
        parts=parts,
    )


def named(name: str, summary: str, together: Property) -> Property:
    """Several properties under a name of their own."""
    return replace(together, name=name, summary=summary)


def numbered(program: Program) -> Program:
    """Gives the instructions that a property added numbers of their own."""
    fresh = count(1 + max(x.uid for f in program.functions.values() for x in f.body))

    def of(f: Function) -> Function:
        return replace(f, body=[x if x.uid >= 0 else replace(x, uid=next(fresh)) for x in f.body])

    return replace(program, functions={name: of(f) for name, f in program.functions.items()})


def assumed(x: AnyInstr) -> AnyInstr:
    """An assertion that does not count: it still ends the execution if it fails."""
    return Assume(x.test, loc=x.loc, uid=x.uid) if isinstance(x, Assert) and x.kind == "assert" else x
