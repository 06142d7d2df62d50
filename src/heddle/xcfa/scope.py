"""What names mean: variables of the program, of a process, of a procedure.

Global variables are shared memory.  Those of a process are memory of its thread, those of a procedure local variables
of a function.
"""

from __future__ import annotations

from collections.abc import Iterator

from lark import Token, Tree

from heddle.core.expr import Const, Local, MemoryObject
from heddle.core.instr import Location
from heddle.core.types import BOOL, INT, IntType
from heddle.errors import InputError
from heddle.records import dataclass, field
from heddle.xcfa.syntax import Node, location

TYPES = {"bool": BOOL, "int": INT, "synthetic": INT}
"""An integer has 32 bits, as in the C programs that automata are made from.  ``synthetic``: mutexes and conditions."""


@dataclass(frozen=True, slots=True)
class Variable:
    """``place`` is a local variable of a function, or memory."""

    name: str
    type: IntType
    place: Local | MemoryObject
    shared: bool = False
    initial: int | None = None
    """None: any value."""
    loc: Location = field(default=Location("", 0), compare=False)


@dataclass(slots=True)
class Scope:
    """``outer`` knows what is not declared here."""

    file: str
    outer: Scope | None = None
    known: dict[str, Variable] = field(default_factory=dict)

    def add(self, variable: Variable) -> Variable:
        if variable.name in self.known:
            raise InputError(f"{variable.name!r} is declared twice", variable.loc)
        self.known[variable.name] = variable
        return variable

    def find(self, token: Token) -> Variable:
        scope: Scope | None = self
        while scope is not None:
            if str(token) in scope.known:
                return scope.known[str(token)]
            scope = scope.outer
        raise InputError(f"{str(token)!r} is not declared", location(token, self.file))


def type_of(node: Node, file: str) -> IntType:
    name = node.children[0]
    assert isinstance(name, Token)
    if str(name) not in TYPES:
        raise InputError(f"variables of type {str(name)!r} are not supported", location(name, file))
    return TYPES[str(name)]


def initial_value(node: Node | Token | None, type: IntType, file: str) -> int | None:
    """A constant: ``true``, ``false`` or a number, perhaps negative."""
    if node is None:
        return None
    assert isinstance(node, Tree)
    sign = 1
    while node.data == "negation" and isinstance(node.children[1], Tree):
        sign = -sign if str(node.children[0]) == "-" else sign
        node = node.children[1]
    if node.data in ("true", "false") and type == BOOL and sign == 1:
        return int(node.data == "true")
    if node.data == "number" and type == INT:
        return literal(node, sign, file)
    raise InputError("an initial value is a constant of the variable's type", location(node, file))


def literal(node: Node, sign: int, file: str) -> int:
    """The number at a node, which must be one of 32 bits once it has its sign."""
    digits = str(node.children[0])
    value = sign * int(digits[:40])
    if len(digits) > 40 or not INT.lo <= value <= INT.hi:
        raise InputError(f"{'-' * (sign < 0)}{digits[:40]} is no integer of 32 bits", location(node, file))
    return value


def declared(nodes: list[Node], file: str) -> Iterator[tuple[Token, IntType, int | None]]:
    """Name, type and initial value of ``var`` declarations."""
    for node in nodes:
        name, type_node, initial = node.children
        assert isinstance(name, Token) and isinstance(type_node, Tree)
        type = type_of(type_node, file)
        yield name, type, initial_value(initial, type, file)


def memory(name: str, type: IntType, initial: int | None, kind: str) -> MemoryObject:
    init = ((0, type, Const(initial, type)),) if initial else ()
    return MemoryObject(name, type, kind, init)


def parts(node: Node, kind: str) -> list[Node]:
    """The direct parts of a node that are of this kind."""
    return [child for child in node.children if isinstance(child, Tree) and child.data == kind]
