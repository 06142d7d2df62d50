"""Error states as a predicate on the final state vector (thesis section 5.1, item 3).

``error when reader.r1 = 1 and writer.done and x = 0`` is violated where all processes have come to their final
locations and the predicate holds.  Variables of a process are seen as it leaves them, handed over as its result; that
is no access to memory.  Global variables are seen as the last write leaves them: a read-modify-write after all else
reads that.
"""

from __future__ import annotations

from lark import Token, Tree

from heddle.core.expr import Binary, Cast, Const, Expr, Local, Place
from heddle.core.instr import Location, Rmw
from heddle.core.types import BOOL, INT, IntType
from heddle.errors import InputError
from heddle.records import dataclass, field
from heddle.xcfa.expressions import Expressions
from heddle.xcfa.scope import Variable
from heddle.xcfa.syntax import Node, location

WORD = IntType(64, False)
"""What a process hands over."""


@dataclass(slots=True)
class Part:
    """A part of the predicate that is about one process: its value there, in so many bits of the process's result."""

    node: Node
    type: IntType | None = None
    offset: int = 0

    @property
    def bits(self) -> int:
        return 1 if self.type == BOOL else 32


@dataclass(slots=True)
class ErrorState:
    node: Node
    file: str
    loc: Location
    parts: dict[str, list[Part]] = field(default_factory=dict)
    """By process."""

    def __post_init__(self) -> None:
        self.divide(self.node)

    def divide(self, node: Node) -> None:
        """The largest parts that are about one process and nothing else."""
        processes = {str(member.children[0]) for member in node.find_data("member")}
        if not processes:
            return
        if len(processes) == 1 and not any(node.find_data("name")):
            self.parts.setdefault(processes.pop(), []).append(Part(node))
            return
        for child in node.children:
            if isinstance(child, Tree):
                self.divide(child)

    def check_names(self, processes: list[str]) -> None:
        for member in self.node.find_data("member"):
            name = member.children[0]
            assert isinstance(name, Token)
            if str(name) not in processes:
                raise InputError(f"there is no process {str(name)!r}", location(name, self.file))

    def result(self, process: str, expressions: Expressions) -> Expr:
        """What a process hands over at its final location; ``expressions`` are its own."""
        word: Expr = Const(0, WORD)
        offset = 0
        for part in self.parts[process]:
            value, part.type = expressions.typed(_own(part.node))
            part.offset = offset
            offset += part.bits
            if offset > WORD.bits:
                raise InputError(f"too much of the process {process!r} is compared with others", self.loc)
            pattern = Cast(Cast(value, IntType(32, False)), WORD)
            word = Binary("|", word, Binary("<<", pattern, Const(part.offset, INT), WORD), WORD)
        return word

    def condition(self, results: dict[str, Local], expressions: FinalExpressions) -> Expr:
        """Whether the predicate holds, given what the processes have handed over."""
        for process, parts in self.parts.items():
            for part in parts:
                if part.type is None:
                    raise InputError(f"the process {process!r} does not come to a final location", self.loc)
                bits = Binary(">>", Cast(results[process], WORD), Const(part.offset, INT), WORD)
                value = Binary("&", bits, Const((1 << part.bits) - 1, WORD), WORD)
                expressions.known[id(part.node)] = (Cast(value, INT), part.type)
        return expressions.condition(self.node)


@dataclass(slots=True)
class FinalExpressions(Expressions):
    """Expressions over the final state; ``known`` are the values of parts."""

    known: dict[int, tuple[Expr, IntType]] = field(default_factory=dict)

    def typed(self, node: Node | Token) -> tuple[Expr, IntType]:
        # no super(): records with slots are new classes, of which methods made before know nothing
        return self.known[id(node)] if id(node) in self.known else Expressions.typed(self, node)

    def value(self, variable: Variable, loc: Location, order: str = "plain") -> Expr:
        if isinstance(variable.place, Local):
            return variable.place
        local = self.fresh(variable.type)
        self.emit(Rmw(local, Place(variable.place, (), variable.type), local, None, "relaxed", "relaxed", loc=loc))
        return local


def _own(node: Node) -> Node:
    """The expression as the process itself would write it."""
    if node.data == "member":
        return Tree("name", [node.children[1]], node.meta)
    return Tree(node.data, [_own(child) if isinstance(child, Tree) else child for child in node.children], node.meta)


__all__ = ["WORD", "ErrorState", "FinalExpressions"]
