"""The X86 dialects: Intel syntax (``X86``: destination first) and AT&T syntax (``X86_64``: source first)."""

from __future__ import annotations

import re
from collections.abc import Callable

from lark import Token, Tree

from heddle.core.expr import Binary, Cast, Const, Expr, Local, MemoryObject, Place, Unary
from heddle.core.instr import (
    AnyInstr,
    Assign,
    Branch,
    Fence,
    Goto,
    Location,
    Read,
    Rmw,
    Write,
)
from heddle.core.types import INT
from heddle.errors import InputError
from heddle.litmus_tests.assembly import AssemblyThread
from heddle.litmus_tests.build import POINTER, WORD, address
from heddle.litmus_tests.condition import State
from heddle.litmus_tests.syntax import location_of
from heddle.records import dataclass

REGISTER = re.compile(r"[er]?(ax|bx|cx|dx|si|di|bp|sp)|r(?:8|9|1[0-5])[dwb]?|[abcd]l", re.IGNORECASE)
FENCES = {"mfence": "full", "sfence": "store", "lfence": "load"}
ARITHMETIC = {"add": "+", "sub": "-", "and": "&", "or": "|", "xor": "^", "shl": "<<", "sal": "<<", "sar": ">>"}
UNARY = {"inc": ("+", 1), "dec": ("-", 1)}
JUMPS = {
    "je": "==", "jz": "==", "jne": "!=", "jnz": "!=", "jg": ">", "jge": ">=", "jl": "<", "jle": "<=", "js": "<",
    "jns": ">=",
}


def register(thread: int, name: str) -> str:
    """The local variable of a register: the same for all its widths (EAX, RAX, ax)."""
    lower = name.lower().lstrip("%")
    wide = re.fullmatch(r"[er]?(ax|bx|cx|dx|si|di|bp|sp)", lower)
    byte = re.fullmatch(r"([abcd])l", lower)
    number = re.fullmatch(r"(r\d+)[dwb]?", lower)
    canonical = wide[1] if wide else f"{byte[1]}x" if byte else number[1] if number else lower
    return f"{thread}:{canonical}"


@dataclass(frozen=True, slots=True)
class Operand:
    """A register, an immediate, or a place in memory."""

    kind: str
    value: Expr | None = None
    place: Place | None = None
    local: Local | None = None
    name: str = ""


def threads(text: str, file: str) -> list[list[tuple[str, Location]]]:
    """The columns of the table, from top to bottom, without its header line."""
    columns: list[list[tuple[str, Location]]] = []
    line, column = 1, 1
    first = True
    for row in _rows(text):
        cells = row.split("|")
        if row.strip():
            if first:
                columns = [[] for _ in cells]
                first = False
            else:
                _add(cells, columns, Location(file, line, column))
        line += row.count("\n")
        column = len(row) - row.rfind("\n") if "\n" in row else column + len(row) + 1
    return columns


def _rows(text: str) -> list[str]:
    return text.split(";")


def _add(cells: list[str], columns: list[list[tuple[str, Location]]], at: Location) -> None:
    line, column = at.line, at.column
    for number, cell in enumerate(cells):
        if cell.strip():
            lead = cell[: len(cell) - len(cell.lstrip())]
            where = line + lead.count("\n")
            start = len(lead) - lead.rfind("\n") if "\n" in lead else column + len(lead)
            place = Location(at.file, where, start)
            if number >= len(columns):
                raise InputError(f"there are only {len(columns)} threads", place)
            columns[number].append((cell.strip(), place))
        line += cell.count("\n")
        column = len(cell) - cell.rfind("\n") + 1 if "\n" in cell else column + len(cell) + 1


def lower(columns: list[list[tuple[str, Location]]], state: State, arch: str) -> list[list[AnyInstr]]:
    """The threads' code.  Variables that the code mentions are added to the initial state."""
    return [_Lowering(thread, state, arch == "X86_64").run(cells) for thread, cells in enumerate(columns)]


@dataclass(slots=True)
class _Lowering(AssemblyThread):
    state: State
    att: bool
    temporaries: int = 0

    def instruction(self, node: Tree[Token]) -> None:
        lock, name, *rest = node.children
        mnemonic = str(name).lower()
        operands = [self.operand(item) for item in rest if isinstance(item, Tree)]
        if self.att:
            operands.reverse()
            mnemonic = self.without_suffix(mnemonic)
        handler = self.handler(mnemonic, len(operands))
        if handler is None:
            raise InputError(f"the instruction {str(name)!r} is not supported", location_of(node, self.loc.file))
        locked = lock is not None
        if locked and not (operands and operands[0].place is not None):
            raise InputError("only instructions that change memory can be locked", self.loc)
        handler(mnemonic, operands, locked)

    def without_suffix(self, mnemonic: str) -> str:
        known = {"mov", "xchg", "cmpxchg", "cmp", "test", "xadd", "neg", "not", "nop", *ARITHMETIC, *UNARY}
        return mnemonic[:-1] if mnemonic[-1:] in "bwlq" and mnemonic[:-1] in known else mnemonic

    def handler(self, name: str, count: int) -> Callable[[str, list[Operand], bool], None] | None:
        table: dict[tuple[str, int], Callable[[str, list[Operand], bool], None]] = {
            ("mov", 2): self.mov, ("movl", 2): self.mov, ("xchg", 2): self.xchg, ("cmpxchg", 2): self.cmpxchg,
            ("xadd", 2): self.xadd, ("cmp", 2): self.compare, ("test", 2): self.compare, ("neg", 1): self.negate,
            ("not", 1): self.negate, ("jmp", 1): self.jump,
            ("nop", 0): self.nothing, ("nop", 1): self.nothing, ("endbr64", 0): self.nothing,
        }  # fmt: skip
        for names, arity, method in (
            (FENCES, 0, self.fence),
            (ARITHMETIC, 2, self.arithmetic),
            (UNARY, 1, self.arithmetic),
            (JUMPS, 1, self.jump),
        ):
            if name in names and count == arity:
                return method
        return table.get((name, count))

    def operand(self, node: Tree[Token]) -> Operand:
        text = str(node.children[0])
        if node.data == "immediate":
            return Operand("immediate", Const(WORD.wrap(self.number(node.children[0])), WORD))
        if node.data == "memory":
            return Operand("memory", place=self.place(text))
        if node.data == "indexed":
            return Operand("memory", place=self.indexed(node))
        if REGISTER.fullmatch(text):
            local = Local(register(self.thread, text), WORD)
            return Operand("register", local, local=local)
        return Operand("name", name=text)

    def place(self, text: str) -> Place:
        if REGISTER.fullmatch(text):
            return Place(Cast(Local(register(self.thread, text), WORD), POINTER), (), WORD)
        return Place(self.variable(text), (), WORD)

    def indexed(self, node: Tree[Token]) -> Place:
        """``d(base,index,scale)``: d + base + index * scale."""
        shift, base, index, scale = node.children
        pointer: Expr = Local(register(self.thread, str(base)), WORD)
        if index is not None:
            factor = Const(1 if scale is None else self.number(scale), WORD)
            offset = Binary("*", Local(register(self.thread, str(index)), WORD), factor, WORD)
            pointer = Binary("+", pointer, offset, WORD)
        return Place(Cast(Binary("+", pointer, Const(self.number(shift), WORD), WORD), POINTER), (), WORD)

    def variable(self, name: str) -> MemoryObject:
        self.state.touch(name)
        return MemoryObject(name, WORD)

    # --- values in and out

    def fresh(self) -> Local:
        self.temporaries += 1
        return Local(f"{self.thread}:t{self.temporaries}", WORD)

    def read(self, operand: Operand) -> Expr:
        if operand.place is not None:
            local = self.fresh()
            self.code.append(Read(local, operand.place, loc=self.loc))
            return local
        if operand.value is not None:
            return operand.value
        return address(self.variable(operand.name.lstrip("$")))

    def write(self, operand: Operand, value: Expr) -> None:
        if operand.place is not None:
            self.code.append(Write(operand.place, value, loc=self.loc))
        elif operand.local is not None:
            self.code.append(Assign(operand.local, value, loc=self.loc))
        else:
            raise InputError("this cannot be written to", self.loc)

    def flags(self, left: Expr, right: Expr) -> None:
        self.code.append(Assign(Local(f"{self.thread}:left", WORD), left, loc=self.loc))
        self.code.append(Assign(Local(f"{self.thread}:right", WORD), right, loc=self.loc))

    # --- instructions

    def mov(self, name: str, operands: list[Operand], locked: bool) -> None:
        self.write(operands[0], self.read(operands[1]))

    def nothing(self, name: str, operands: list[Operand], locked: bool) -> None:
        """A no-op accesses no memory, whatever its operand."""

    def fence(self, name: str, operands: list[Operand], locked: bool) -> None:
        self.code.append(Fence(FENCES[name], loc=self.loc))

    def xchg(self, name: str, operands: list[Operand], locked: bool) -> None:
        """An exchange with memory is locked without saying so."""
        target, other = operands if operands[0].place is not None else reversed(operands)
        old = self.fresh()
        if target.place is None:
            self.code.append(Assign(old, self.read(target), loc=self.loc))
            self.write(target, self.read(other))
        else:
            self.code.append(self.rmw(old, target.place, self.read(other)))
        self.write(other, old)

    def rmw(self, old: Local, place: Place, value: Expr, test: Expr | None = None) -> Rmw:
        return Rmw(old, place, value, test, "locked", "locked", loc=self.loc)

    def update(self, target: Operand, locked: bool, compute: Callable[[Expr], Expr]) -> Local:
        """Replaces what the operand holds by a function of it; the old value."""
        old = self.fresh()
        if locked and target.place is not None:
            self.code.append(self.rmw(old, target.place, compute(old)))
        else:
            self.code.append(Assign(old, self.read(target), loc=self.loc))
            self.write(target, compute(old))
        return old

    def arithmetic(self, name: str, operands: list[Operand], locked: bool) -> None:
        op, fixed = UNARY.get(name, (ARITHMETIC.get(name, "+"), 1))
        amount: Expr = Const(fixed, WORD) if name in UNARY else self.read(operands[1])
        old = self.update(operands[0], locked, lambda value: Binary(op, value, amount, WORD))
        self.flags(Binary(op, old, amount, WORD), Const(0, WORD))

    def negate(self, name: str, operands: list[Operand], locked: bool) -> None:
        op = "-" if name == "neg" else "~"
        self.update(operands[0], locked, lambda value: Unary(op, value, WORD))

    def xadd(self, name: str, operands: list[Operand], locked: bool) -> None:
        amount = self.fresh()
        self.code.append(Assign(amount, self.read(operands[1]), loc=self.loc))
        old = self.update(operands[0], locked, lambda value: Binary("+", value, amount, WORD))
        self.write(operands[1], old)

    def cmpxchg(self, name: str, operands: list[Operand], locked: bool) -> None:
        target, source = operands
        accumulator = Local(register(self.thread, "eax"), WORD)
        if target.place is None or not locked:
            raise InputError("CMPXCHG is supported with LOCK and memory only", self.loc)
        old, expected = self.fresh(), self.fresh()
        self.code.append(Assign(expected, accumulator, loc=self.loc))
        test = Binary("==", old, expected, INT)
        self.code.append(self.rmw(old, target.place, self.read(source), test))
        self.flags(old, expected)
        self.code.append(Assign(accumulator, old, loc=self.loc))

    def compare(self, name: str, operands: list[Operand], locked: bool) -> None:
        left, right = self.read(operands[0]), self.read(operands[1])
        if name == "test":
            self.flags(Binary("&", left, right, WORD), Const(0, WORD))
        else:
            self.flags(left, right)

    def jump(self, name: str, operands: list[Operand], locked: bool) -> None:
        label = f"L{operands[0].name}"
        if name == "jmp":
            self.code.append(Goto(label, loc=self.loc))
            return
        left, right = Local(f"{self.thread}:left", WORD), Local(f"{self.thread}:right", WORD)
        self.code.append(Branch(Binary(JUMPS[name], left, right, INT), label, loc=self.loc))
