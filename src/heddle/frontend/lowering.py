"""The state of lowering one function: emitted instructions, names, variables in scope, where jumps go.

The modules of this package are functions over a :class:`Lowering`; the five operations that they call on each other
(``value``, ``effect``, ``lvalue``, ``aggregate``, ``statement``) are methods here, bound together in
:mod:`heddle.frontend.function`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeAlias

from heddle.core.expr import Const, Expr, FieldStep, IndexStep, Local, MemoryObject, Place
from heddle.core.instr import (
    AnyInstr,
    Assign,
    Branch,
    Call,
    Goto,
    Label,
    Location,
    Nondet,
    Read,
    Source,
    Unsupported,
)
from heddle.core.program import Function as CoreFunction
from heddle.core.types import INT, FloatType, Scalar
from heddle.frontend import clang, values
from heddle.frontend.clang import CXCursor, Kind, Node
from heddle.frontend.types import Array, Atomic, CType, Function, TypeTable, core_type, scalar
from heddle.records import dataclass, field, replace
from heddle.unsequenced.marks import Operands

if TYPE_CHECKING:
    from heddle.frontend.headers import Headers
    from heddle.frontend.link import Linker
    from heddle.frontend.unit import SourceUnit

DeclKey = int | None


@dataclass(frozen=True, slots=True)
class Variable:
    """A local scalar that lives in a register."""

    local: Local
    ctype: CType


@dataclass(frozen=True, slots=True)
class Memory:
    """Something in memory."""

    base: MemoryObject | Expr
    steps: tuple[FieldStep | IndexStep, ...]
    ctype: CType
    is_relaxed: bool = False
    """Accesses are relaxed atomic ones, unless it is ``_Atomic``."""

    def place(self, type: Scalar | None = None) -> Place:
        return Place(self.base, self.steps, type or scalar(self.ctype) or core_type(self.ctype))

    def field(self, name: str, offset: int, ctype: CType) -> Memory:
        return Memory(self.base, (*self.steps, FieldStep(name, offset)), ctype)

    @property
    def order(self) -> str:
        if isinstance(self.ctype, Atomic):
            return "seq_cst"
        return "relaxed" if self.is_relaxed else "plain"


@dataclass(frozen=True, slots=True)
class Bits:
    """A bit-field: ``width`` bits from bit ``shift`` of an unsigned storage unit (``unit.place(type)``)."""

    unit: Memory
    type: Scalar
    shift: int
    width: int
    ctype: CType


LValue: TypeAlias = Variable | Memory | Bits


@dataclass(slots=True)
class Jumps:
    """Where ``break`` and ``continue`` go, and how many scopes are around there."""

    break_label: str | None
    continue_label: str | None
    break_depth: int
    continue_depth: int


@dataclass(slots=True)
class Scope:
    """A block, and its variables that have a cleanup function: its name, and the variable's address."""

    key: tuple[int, int | None]
    variables: list[tuple[str, Expr]] = field(default_factory=list)


@dataclass(slots=True)
class Switch:
    """Collects the cases of a switch while its body is lowered."""

    cases: list[tuple[int, int, str]] = field(default_factory=list)
    default: str | None = None
    depth: int = 0


class Lowering(ABC):
    def __init__(self, linker: Linker, unit: SourceUnit, name: str) -> None:
        self.linker = linker
        self.unit = unit
        self.types: TypeTable = unit.types
        self.function = name
        self.instrs: list[AnyInstr] = []
        self.loc = Location(unit.path, 0)
        self.memory: list[MemoryObject] = []
        self.variables: dict[DeclKey, LValue] = {}
        self.lengths: dict[Array, Local] = {}
        """The lengths of arrays that are not constant."""
        self.address_taken: set[DeclKey] = set()
        self.labels_taken: dict[tuple[int, int | None], CXCursor] = {}
        """Labels whose address is taken."""
        self.jumps: list[Jumps] = []
        self.scopes: list[Scope] = []
        self.cleanups: dict[DeclKey, str] = {}
        """Variables with a cleanup function (see :mod:`heddle.frontend.scopes`)."""
        self.label_scopes: dict[tuple[int, int | None], tuple[tuple[int, int | None], ...]] = {}
        self.switches: list[Switch] = []
        self.result_pointer: Local | None = None
        self.further_arguments: Local | None = None
        """Of a function with variable arguments: the hidden parameter (see :mod:`heddle.frontend.varargs`)."""
        self.return_type: CType | None = None
        self.atomic_function = False
        self.atomic_depth = 0
        self.is_region = False
        """Marked as an atomic region (see :mod:`heddle.frontend.regions`)."""
        self.unsequenced: list[Operands] = []
        """Where C leaves the order of evaluation open, inner expressions before outer ones."""
        self._names: dict[str, int] = {}
        self._temporaries = 0
        self._labels = 0
        self._label_names: dict[object, str] = {}

    # --- what the other modules implement --------------------------------------------------------------------------

    @abstractmethod
    def value(self, node: Node) -> Expr:
        """The value of a scalar expression (or the address, for arrays and functions)."""

    @abstractmethod
    def effect(self, node: Node) -> None:
        """Evaluates an expression whose value nobody uses."""

    @abstractmethod
    def lvalue(self, node: Node) -> LValue:
        """Where an lvalue expression designates."""

    @abstractmethod
    def aggregate(self, node: Node) -> Memory:
        """Where the value of a struct or union expression can be read."""

    @abstractmethod
    def statement(self, node: Node) -> None: ...

    @abstractmethod
    def mark_label(self, node: Node) -> None:
        """A C label, without the statement after it."""

    @abstractmethod
    def headers(self) -> Headers:
        """What libclang does not tell about the statements of this function."""

    @abstractmethod
    def outline(self, name: str) -> Lowering:
        """For a part of this function that becomes a function of its own."""

    @abstractmethod
    def finished(self, name: str, params: tuple[Local, ...], returns: CType) -> CoreFunction:
        """The function, when everything is emitted."""

    # --- emitting ---------------------------------------------------------------------------------------------------

    def emit(self, instr: AnyInstr) -> None:
        self.instrs.append(replace(instr, loc=self.loc, uid=self.linker.next_uid()))

    def unsupported(self, reason: str) -> None:
        self.emit(Unsupported(reason))

    def at(self, node: Node) -> None:
        """What follows comes from this place in the source."""
        self.loc = self.unit.location(node.cursor, self.function)

    @contextmanager
    def captured(self) -> Iterator[list[AnyInstr]]:
        """Instructions emitted inside go to a list of their own."""
        outer, self.instrs = self.instrs, []
        try:
            yield self.instrs
        finally:
            self.instrs = outer

    @contextmanager
    def operands(self, interleaved: bool = True) -> Iterator[Operands]:
        """What is emitted inside are operands that C evaluates in any order; ``next`` ends one and begins another.

        They are emitted in the order in which they are evaluated where the order makes no difference.  Unless
        ``interleaved``, each is evaluated as a whole.
        """
        found = Operands(self.linker.last_uid, interleaved)
        yield found
        found.next()
        if found.is_choice and not self.unit.library:
            self.unsequenced.append(found)

    # --- names ------------------------------------------------------------------------------------------------------

    def temporary(self, type: Scalar) -> Local:
        self._temporaries += 1
        return Local(f"t{self._temporaries}", type)

    def unique(self, name: str) -> str:
        """The name itself the first time, then ``name.2``, ``name.3``, …"""
        if name[:1] == "t" and name[1:].isdigit():
            name += "."
        count = self._names[name] = self._names.get(name, 0) + 1
        return name if count == 1 else f"{name}.{count}"

    def new_label(self, what: str) -> str:
        self._labels += 1
        return f".{what}{self._labels}"

    def label_name(self, cursor: CXCursor) -> str:
        """The name of a C label; blocks can have labels of their own (``__label__``)."""
        key = clang.identity(cursor)
        if key not in self._label_names:
            name = clang.spelling(cursor)
            others = sum(1 for known in self._label_names.values() if known.split(" ")[0] == name)
            self._label_names[key] = f"{name} {others + 1}" if others else name
        return self._label_names[key]

    def new_object(
        self, name: str, ctype: CType, align: int = 1, const: tuple[tuple[int, int], ...] = ()
    ) -> MemoryObject:
        """A memory object of this function; its name is unique in the program."""
        obj = MemoryObject(f"{self.function}::{self.unique(name)}", core_type(ctype), "local", align=align, const=const)
        self.memory.append(obj)
        return obj

    # --- control flow -----------------------------------------------------------------------------------------------

    def label(self, name: str, loop: str = "") -> None:
        self.emit(Label(name, loop))

    def goto(self, label: str) -> None:
        self.emit(Goto(label))

    def branch(self, test: Expr, label: str) -> None:
        """Jumps if ``test`` is not zero; a constant test jumps always or never."""
        test = values.truth(test)
        if isinstance(test, Const):
            if test.value:
                self.goto(label)
        else:
            self.emit(Branch(test, label))

    # --- values -----------------------------------------------------------------------------------------------------

    def assign(self, dst: Local, value: Expr) -> None:
        """``dst := value``; if the value was only just made for this, it is made in ``dst`` directly."""
        last = self.instrs[-1] if self.instrs else None
        if (
            isinstance(value, Local) and value.type == dst.type and is_temporary(value)
            and isinstance(last, Read | Call | Nondet) and last.dst == value
        ):
            self.instrs[-1] = replace(last, dst=dst)
        else:
            self.emit(Assign(dst, value))

    def keep(self, value: Expr) -> Local:
        """The value in a temporary of its own, safe from later changes of variables."""
        if isinstance(value, Local) and is_temporary(value):
            return value
        kept = self.temporary(value.type)
        self.emit(Assign(kept, value))
        return kept

    def truth(self, node: Node) -> Expr:
        """Whether the value of an expression is not zero."""
        value = self.value(node)
        if isinstance(value.type, FloatType) and not value.type.computes:
            self.unsupported("long double")
            return Const(0, INT)
        return values.truth(value)

    def nondet(self, type: Scalar, what: str, source: Source = Source.UNSET) -> Local:
        dst = self.temporary(type)
        self.emit(Nondet(dst, what, source))
        return dst

    def ctype(self, node: Node) -> CType:
        """The type of an expression or declaration."""
        found = self.types.of(node.cursor)
        if isinstance(found, Array | Function) and _is_adjusted(node):
            return self.types.adjusted(found)
        return found

    def declaration_key(self, cursor: CXCursor) -> DeclKey:
        key: DeclKey = clang.library().clang_getCanonicalCursor(cursor).data[0]
        return key

    @property
    def in_atomic_section(self) -> bool:
        return self.atomic_function or self.atomic_depth > 0


def is_temporary(local: Local) -> bool:
    """Temporaries are ``t1``, ``t2``, …; variables of the program never get such a name."""
    return local.name[:1] == "t" and local.name[1:].isdigit()


def _is_adjusted(node: Node) -> bool:
    """Whether an expression that libclang gives an array or function type really is a pointer.

    That is so for parameters and everything computed from them: no value that is not an lvalue has such a type.
    """
    if node.kind == Kind.DECL_REF:
        return bool(node.referenced.kind == Kind.PARM_DECL)
    if node.kind in (Kind.UNEXPOSED_EXPR, Kind.PAREN) and len(node.expressions) == 1:
        return _is_adjusted(node.expressions[0])
    if node.kind == Kind.UNARY:
        operator = node.unary_operator
        return _is_adjusted(node.expressions[0]) if operator == "extension" else operator != "*"
    return node.kind in _RVALUES


_RVALUES = (Kind.BINARY, Kind.COMPOUND_ASSIGN, Kind.CONDITIONAL, Kind.CALL, Kind.CAST, Kind.STMT_EXPR, Kind.PARM_DECL)
