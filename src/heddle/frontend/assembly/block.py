"""One ``asm`` statement on its way to core instructions: its registers, memory operands, flags and jumps.

Registers are local variables: one for each register that the template or a constraint names, one for each operand that
the compiler may place where it likes.  What depends on the compiler's choice is refused (see :meth:`Block.finish`).
"""

from __future__ import annotations

import re
from collections.abc import Callable

from heddle.core.expr import Const, Expr, IndexStep, Local, MemoryObject
from heddle.core.instr import Assign, Branch, Fence, Nondet, Read, Rmw, Source, Unsupported, Write
from heddle.core.types import INT, IntType, Scalar
from heddle.frontend import clang, lvalues, values
from heddle.frontend.assembly.statement import AsmOperand, Assembly
from heddle.frontend.assembly.template import Code, UnknownAssembly
from heddle.frontend.clang import Kind, Node
from heddle.frontend.lowering import Lowering, LValue, Memory, Variable
from heddle.frontend.types import CType, Pointer, scalar, unqualified
from heddle.records import dataclass, field

_IMMEDIATES = frozenset("inIJKLMNOeZs")
"""Constraint letters that mean a number in the text of the instruction."""
_REFERENCE = re.compile(r"%([a-zA-Z]?)(?:(\d+)|\[(\w+)\])")


@dataclass(frozen=True, slots=True)
class View:
    """Some bits of a register: ``key`` names the whole register."""

    key: str
    bits: int
    shift: int = 0


@dataclass(frozen=True, slots=True)
class Architecture:
    """What a machine's constraints and register names mean."""

    word: int
    fixed: dict[str, str]
    """Constraint letters that mean one register."""
    memory: frozenset[str]
    """Constraint letters that mean memory."""
    register: Callable[[str], View | None]
    mention: re.Pattern[str]
    """Finds the names of registers in a template."""
    comment: str


@dataclass(slots=True)
class Operand:
    """An operand of the statement, bound: exactly one of ``memory``, ``key`` (a register), ``flag`` and a
    mere ``constant`` is there."""

    number: int
    syntax: AsmOperand
    output: bool
    lvalue: LValue | None = None
    memory: Memory | Variable | None = None
    key: str | None = None
    flag: str | None = None
    bits: int = 0
    pointee: CType | None = None
    """What it points to, if it is a pointer."""
    constant: Const | None = None
    """The value of an operand that the compiler may write as a number."""
    tied: bool = False
    """Whether an output's register gets a value first: that of an input with the output's number."""
    pair: bool = False
    """Two registers hold it (the x86 constraint ``A``)."""
    first_written: int | None = None
    last_read: int | None = None
    widest: int = 0


@dataclass(slots=True)
class Block:
    f: Lowering
    assembly: Assembly
    nodes: list[Node]
    arch: Architecture
    code: Code
    operands: list[Operand] = field(default_factory=list)
    registers: dict[str, Local] = field(default_factory=dict)
    set_bits: dict[str, int] = field(default_factory=dict)
    """For each register a mask: the bits that mean something.  In a template with jumps, those that inputs set."""
    flags: dict[str, Local] = field(default_factory=dict)
    """The flags that some instruction of the template looks at."""
    unlisted: dict[str, Local] = field(default_factory=dict)
    """Registers that the statement does not declare, with their contents before."""
    targets: dict[int, str] = field(default_factory=dict)
    at: int = 0
    """The number of the instruction that is being lowered."""

    # --- operands ---------------------------------------------------------------------------------------------------

    def bind(self) -> None:
        """Evaluates the operands, in order, and puts inputs into registers."""
        syntax = self.assembly.operands
        if len(self.nodes) != len(syntax):
            raise UnknownAssembly("with operands of this kind")
        outputs = len(self.assembly.outputs)
        for number, (operand, node) in enumerate(zip(syntax, self.nodes, strict=True)):
            self.operands.append(self._bound(Operand(number, operand, number < outputs), node))
        for name in self.assembly.clobbers:
            view = self.arch.register(name.lstrip("%"))
            if view is not None and view.key not in self.registers:
                self._new_register(view.key, None)
        for instruction in self.code.instructions:
            for text in instruction.operands:
                for name in self.arch.mention.findall(text):
                    self._declare(name)

    def _bound(self, operand: Operand, node: Node) -> Operand:
        letters = operand.syntax.letters
        if letters.startswith("@cc"):
            operand.flag, operand.lvalue = letters[3:], self.f.lvalue(node)
        elif letters and set(letters) <= self.arch.memory:
            place = self.f.lvalue(node)
            if not isinstance(place, Memory | Variable):
                raise UnknownAssembly("with a bit-field as operand")
            operand.memory = place
        elif not operand.output and letters.isdigit():
            self._tie(operand, self.operands[int(letters)], node)
        else:
            self._bind_register(operand, node)
        return operand

    def _tie(self, operand: Operand, to: Operand, node: Node) -> None:
        if to.key is None or to.pair:
            raise UnknownAssembly("with an input tied to memory")
        value = self.f.value(node)
        operand.key, operand.bits, to.tied = to.key, value.type.bits, True
        self._load(to.key, value)

    def _bind_register(self, operand: Operand, node: Node) -> None:
        value: Expr | None = None
        if operand.output:
            operand.lvalue = self.f.lvalue(node)
            type = scalar(operand.lvalue.ctype)
            if operand.syntax.is_read:
                value = lvalues.load(self.f, operand.lvalue)
        else:
            value = self.f.value(node)
            type = value.type
            operand.constant = value if isinstance(value, Const) else None
        pointer = unqualified(self.f.ctype(node))
        operand.pointee = pointer.to if isinstance(pointer, Pointer) else None
        if type is None:
            raise UnknownAssembly("with a struct in a register")
        operand.bits = type.bits
        if operand.constant is not None and set(operand.syntax.letters) <= _IMMEDIATES:
            return
        fixed = self._fixed(operand.syntax, node)
        if fixed == "A":
            self._bind_pair(operand, value)
            return
        if type.bits > self.arch.word:
            raise UnknownAssembly(f"with an operand of {type.bits} bits in a register")
        operand.key = fixed or f"%{operand.number}"
        whole = type if type.bits == self.arch.word and not fixed else IntType(self.arch.word, False)
        if operand.key not in self.registers:
            self._new_register(operand.key, whole)
        if value is not None:
            self._load(operand.key, value)

    def _fixed(self, syntax: AsmOperand, node: Node) -> str | None:
        """The register that the constraint asks for, or that a register variable has."""
        letters = syntax.letters
        if letters in self.arch.fixed:
            return self.arch.fixed[letters]
        inner = clang.stripped(node)
        while inner.kind == Kind.UNEXPOSED_EXPR and len(inner.expressions) == 1:
            inner = clang.stripped(inner.expressions[0])
        if inner.kind == Kind.DECL_REF and inner.referenced.kind == Kind.VAR_DECL:
            for child in clang.children(inner.referenced):
                if child.kind == Kind.ASM_LABEL:
                    view = self.arch.register(clang.spelling(child).lstrip("%"))
                    return view.key if view is not None else None
        return None

    def _bind_pair(self, operand: Operand, value: Expr | None) -> None:
        """``A``: the d register holds the upper half, the a register the lower."""
        word = self.arch.word
        if operand.bits != 2 * word:
            raise UnknownAssembly("with the constraint 'A' for one register")
        operand.key, operand.pair = "a", True
        for key in ("a", "d"):
            if key not in self.registers:
                self._new_register(key, None)
        if value is not None:
            whole = self.f.keep(values.cast(value, IntType(2 * word, False)))
            self._load("a", values.cast(whole, IntType(word, False)))
            self._load("d", values.cast(values.binary(">>", whole, Const(word, INT)), IntType(word, False)))

    def _new_register(self, key: str, type: Scalar | None) -> Local:
        name = f"asm.{key[1:] if key[0] == '%' else key}"
        register = Local(self.f.unique(name), type or IntType(self.arch.word, False))
        self.registers[key] = register
        self.set_bits[key] = 0 if self.straight else self._mask(self.arch.word)
        if self.straight:  # what is not set first is never looked at: see get
            self.f.emit(Assign(register, Const(0, register.type)))
        else:
            self.f.emit(Nondet(register, "register before assembly"))
        return register

    def _load(self, key: str, value: Expr) -> None:
        register = self.registers[key]
        self.set_bits[key] = self._mask(value.type.bits)
        unsigned = IntType(value.type.bits, False)
        self.f.emit(Assign(register, values.cast(values.cast(value, unsigned), register.type)))

    # --- references -------------------------------------------------------------------------------------------------

    def reference(self, text: str) -> tuple[str, Operand] | None:
        """The modifier and the operand of ``%0``, ``%b0``, ``%[name]``."""
        found = _REFERENCE.fullmatch(text)
        if found is None:
            return None
        modifier, number, name = found.groups()
        if number is not None:
            if int(number) < len(self.operands):
                return modifier, self.operands[int(number)]
        else:
            for operand in self.operands:
                if operand.syntax.name == name:
                    return modifier, operand
        raise UnknownAssembly(f"operand '{text}'")

    def _declare(self, name: str) -> None:
        """A register that the template names; one that the statement does not declare must keep its contents."""
        view = self.arch.register(name)
        if view is not None and view.key not in self.registers:
            register = self._new_register(view.key, None)
            before = Local(self.f.unique(register.name + ".before"), register.type)
            self.f.emit(Nondet(before, "register before assembly"))
            self.f.emit(Assign(register, before))
            self.set_bits[view.key] = self._mask(self.arch.word)
            self.unlisted[view.key] = before

    # --- registers --------------------------------------------------------------------------------------------------

    def get(self, view: View) -> Expr:
        self._touch(view.key, written=False)
        if self._mask(view.bits, view.shift) & ~self.set_bits[view.key]:
            raise UnknownAssembly("using bits of a register that are not set")
        whole: Expr = self.registers[view.key]
        if view.shift:
            whole = values.binary(">>", values.cast(whole, IntType(self.arch.word, False)), Const(view.shift, INT))
        if view.bits == self.arch.word and not view.shift:
            return whole
        return values.cast(whole, IntType(view.bits, False))

    def unsigned(self, view: View) -> Expr:
        return values.cast(self.get(view), IntType(view.bits, False))

    def put(self, view: View, value: Expr) -> None:
        """Writes 8 or 16 bits into a register that keeps the others; 32 bits clear the upper half."""
        self._touch(view.key, written=True)
        register = self.registers[view.key]
        whole = IntType(self.arch.word, False)
        value = values.cast(value, whole if view.bits == self.arch.word else IntType(view.bits, False))
        partial = view.bits < 32 or view.shift
        if self.straight:
            self.set_bits[view.key] |= self._mask(view.bits, view.shift) if partial else self._mask(self.arch.word)
        if partial:
            mask = ((1 << view.bits) - 1) << view.shift
            old = values.binary("&", values.cast(register, whole), Const(whole.wrap(~mask), whole))
            value = values.binary("|", old, values.binary("<<", values.cast(value, whole), Const(view.shift, INT)))
        self.f.emit(Assign(register, values.cast(values.cast(value, whole), register.type)))

    @staticmethod
    def _mask(bits: int, shift: int = 0) -> int:
        return ((1 << bits) - 1) << shift

    @property
    def straight(self) -> bool:
        """Whether every instruction runs once, in the order of the text."""
        return not self.code.labels and not self.assembly.labels

    def _touch(self, key: str, written: bool) -> None:
        for operand in self.operands:
            if operand.key == key and operand.output and written and operand.first_written is None:
                operand.first_written = self.at
            if operand.key == key and not operand.output and not written:
                operand.last_read = self.at

    # --- memory -----------------------------------------------------------------------------------------------------

    def unset_outputs(self) -> set[str]:
        """The registers of outputs that hold anything at first."""
        return {o.key for o in self.operands if o.output and o.key and not (o.syntax.is_read or o.tied)}

    def use(self, operand: Operand) -> Memory | Variable:
        assert operand.memory is not None
        operand.last_read = self.at
        return operand.memory

    def pointed(self, pointer: Expr, to: CType | None) -> Memory:
        """What a register points to; ``to`` is its type as far as the program tells."""
        kept = self.f.keep(values.cast(pointer, self.f.types.void_pointer.core))
        return Memory(kept, (), to or self.f.types.int_type)

    def shifted(self, memory: Memory | Variable, offset: int) -> Memory:
        """What lies some bytes after an operand."""
        if isinstance(memory, Variable):
            raise UnknownAssembly("accessing memory after a variable")
        return lvalues.at_offset(memory, offset, memory.ctype) if offset else memory

    def keep(self, value: Expr) -> Expr:
        """The value as it is now, whatever happens to registers later."""
        return value if isinstance(value, Const) else self.f.keep(value)

    def _place_type(self, memory: Memory, bits: int) -> Scalar:
        own = scalar(memory.ctype)
        return own if own is not None and own.bits == bits else IntType(bits, False)

    def notice(self, memory: Memory | Variable, bits: int) -> None:
        for operand in self.operands:
            if operand.memory is memory:
                operand.widest = max(operand.widest, bits)

    def read(self, memory: Memory | Variable, bits: int, order: str) -> Expr:
        if isinstance(memory, Variable):
            if memory.local.type.bits < bits:
                raise UnknownAssembly("accessing more memory than a variable has")
            return self.f.keep(values.cast(memory.local, IntType(bits, False)))
        dst = self.f.temporary(self._place_type(memory, bits))
        self.f.emit(Read(dst, memory.place(dst.type), order))
        return dst

    def write(self, memory: Memory | Variable, bits: int, value: Expr, order: str) -> None:
        self.notice(memory, bits)
        if isinstance(memory, Variable):
            type = memory.local.type
            if type.bits != bits:
                raise UnknownAssembly("writing a part of a variable")
            self.f.emit(Assign(memory.local, values.cast(value, type)))
            return
        type = self._place_type(memory, bits)
        self.f.emit(Write(memory.place(type), values.cast(value, type), order))

    def modify(
        self, memory: Memory | Variable, bits: int, change: Callable[[Expr], tuple[Expr, Expr | None]], order: str,
        failure_order: str,
    ) -> Expr:
        """An atomic read-modify-write.  ``change`` gives the new value and the condition for writing it."""
        if isinstance(memory, Variable):
            old = self.read(memory, bits, order)
            value, test = change(old)
            kept = values.cast(old, value.type)
            self.write(memory, bits, value if test is None else values.condition(test, value, kept), order)
            return old
        self.notice(memory, bits)
        dst = self.f.temporary(self._place_type(memory, bits))
        value, test = change(values.cast(dst, IntType(bits, False)))
        self.f.emit(Rmw(dst, memory.place(dst.type), values.cast(value, dst.type), test, order, failure_order))
        return values.cast(dst, IntType(bits, False))

    def store_half(self, memory: Memory, bits: int, value: Expr, order: str) -> Expr:
        """A store-exclusive whose load is not known yet: its status."""
        self.notice(memory, bits)
        status = self.f.temporary(INT)
        type = self._place_type(memory, bits)
        self.f.emit(Rmw(status, memory.place(type), values.cast(value, type), None, order, order))
        return status

    def fence(self, order: str) -> None:
        self.f.emit(Fence(order))

    @property
    def clobbers_memory(self) -> bool:
        return "memory" in self.assembly.clobbers

    # --- flags and jumps --------------------------------------------------------------------------------------------

    def set_flag(self, name: str, value: Expr) -> None:
        if name in self.flags:
            self.f.emit(Assign(self.flags[name], values.truth(value)))

    def new_flags(self, names: set[str]) -> None:
        for name in sorted(names):
            self.flags[name] = Local(self.f.unique(f"asm.flag.{name}"), INT)
            self.f.emit(Nondet(self.flags[name], "flags before assembly"))

    def label_of(self, index: int) -> str:
        if index not in self.targets:
            self.targets[index] = self.f.new_label("asm")
        return self.targets[index]

    def jump_target(self, name: str) -> str:
        """The label that a jump names: one of the template, or of the C function (``asm goto``)."""
        label = re.fullmatch(r"%l(?:\[(\w+)\]|(\d+))", name)
        if label is not None:
            position = int(label[2]) - len(self.operands) if label[2] else -1
            found = label[1] or (self.assembly.labels[position] if 0 <= position < len(self.assembly.labels) else "")
            if found in self.assembly.labels:
                return found
        index = self.code.target(name, self.at)
        if index is None:
            raise UnknownAssembly(f"jump to '{name}'")
        return self.label_of(index)

    def input(self, what: str, bits: int) -> Expr:
        return self.f.nondet(IntType(bits, False), what, Source.INPUT)

    # --- the end ----------------------------------------------------------------------------------------------------

    def finish(self, condition: Callable[[str], Expr]) -> None:
        """Puts outputs where they belong, and refuses what would depend on the compiler's choice of registers."""
        self._check_sharing()
        for operand in self.operands:
            if operand.key in self.unset_outputs() and operand.first_written is None and operand.output:
                raise UnknownAssembly(f"which does not set operand {operand.number}")
            if operand.lvalue is not None and self._is_partly_set(operand):
                raise UnknownAssembly(f"which does not set all of operand {operand.number}")
            if operand.memory is not None and operand.output and not operand.syntax.is_read:
                size = 8 * (operand.memory.ctype.size or 0)
                if operand.widest < size and not self._also_input(operand):
                    raise UnknownAssembly(f"which does not write all of operand {operand.number}")
        for key, before in self.unlisted.items():
            same = self.f.new_label("same")
            self.f.emit(Branch(values.binary("==", self.registers[key], before), same))
            self.f.emit(Unsupported(f"inline assembly '{self.assembly.summary}': changes register '{key}' secretly"))
            self.f.label(same)
        for operand in self.operands:
            if operand.lvalue is not None:
                type = scalar(operand.lvalue.ctype) or INT
                lvalues.store(self.f, operand.lvalue, values.cast(self._result(operand, condition), type))

    def _is_partly_set(self, operand: Operand) -> bool:
        if operand.key is None or operand.pair:
            return False
        return bool(self._mask(operand.bits) & ~self.set_bits[operand.key])

    def _result(self, operand: Operand, condition: Callable[[str], Expr]) -> Expr:
        if operand.flag is not None:
            return condition(operand.flag)
        assert operand.key is not None
        if operand.pair:
            whole = IntType(operand.bits, False)
            high = values.binary("<<", values.cast(self.registers["d"], whole), Const(self.arch.word, INT))
            return values.binary("|", high, values.cast(self.registers["a"], whole))
        return self.registers[operand.key]

    def _also_input(self, output: Operand) -> bool:
        """Whether the same memory is an input too (``"=m"(x) : "m"(x)``)."""
        memory = output.memory
        return any(
            not o.output and isinstance(o.memory, Memory) and isinstance(memory, Memory)
            and (o.memory.base, o.memory.steps) == (memory.base, memory.steps)
            for o in self.operands
        )

    def _check_sharing(self) -> None:
        """The compiler may give an output without ``&`` the register of an input: then the input must be read first."""
        loops = [(to, at) for at, instr in enumerate(self.code.instructions) for to in self._back(instr.operands, at)]
        for output in self.operands:
            if output.first_written is None or output.syntax.is_early or output.syntax.is_read or output.tied:
                continue
            for other in self.operands:
                if other.last_read is None or other.key == output.key or not self._needs_register(other):
                    continue
                read = max([at for to, at in loops if to <= other.last_read <= at], default=other.last_read)
                if read > output.first_written:
                    raise UnknownAssembly(f"which writes operand {output.number}, not marked '&', before it reads "
                                          f"operand {other.number}")

    def _back(self, operands: list[str], at: int) -> list[int]:
        found = [self.code.target(o, at) for o in operands]
        return [to for to in found if to is not None and to <= at]

    @staticmethod
    def _needs_register(operand: Operand) -> bool:
        if operand.memory is None:
            return not operand.output and operand.constant is None
        memory = operand.memory
        if isinstance(memory, Variable):
            return False
        return not isinstance(memory.base, MemoryObject) or any(
            isinstance(s, IndexStep) and not isinstance(s.index, Const) for s in memory.steps
        )
