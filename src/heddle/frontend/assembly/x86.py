"""x86 instructions (AT&T syntax) as core instructions.

A locked instruction, and ``xchg`` with memory, is a sequentially consistent read-modify-write with full fences around
it: it orders everything before it and after it, whether it writes or not.  Other accesses are single reads and writes,
ordered as the machine does it (loads acquire, stores release) if the statement also tells the compiler so (a "memory"
clobber), and relaxed if not.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from heddle.core.expr import Const, Expr, IndexStep
from heddle.core.types import INT, IntType
from heddle.frontend import values
from heddle.frontend.assembly import flags
from heddle.frontend.assembly.block import Architecture, Block, View
from heddle.frontend.assembly.template import REGISTER, Instruction, UnknownAssembly
from heddle.frontend.assembly.wide import compare_exchange_pair
from heddle.frontend.lowering import Memory, Variable
from heddle.frontend.types import scalar

Change = Callable[[Expr], tuple[Expr, Expr | None]]
Location = View | Memory | Variable | Const

_SUFFIXES = {"b": 8, "w": 16, "l": 32, "q": 64}
_MODIFIERS = {"b": 8, "w": 16, "k": 32, "q": 64, "h": 8}
_FENCES = {"mfence": "full", "sfence": "store", "lfence": "load"}
_NOTHING = ("nop", "pause", "prefetcht0", "prefetcht1", "prefetcht2", "prefetchnta", "prefetchw")
_BINARY = {"add": "+", "sub": "-", "and": "&", "or": "|", "xor": "^", "cmp": "-", "test": "&"}
_WITH_CARRY = {"adc": "+", "sbb": "-"}
_UNARY = ("inc", "dec", "neg", "not")
_SHIFTS = {"shl": "<<", "sal": "<<", "shr": ">>", "sar": ">>"}
_BIT_TESTS = {"bt": "", "bts": "|", "btr": "&", "btc": "^"}
_SIZED = {*_BINARY, *_WITH_CARRY, *_UNARY, *_SHIFTS, *_BIT_TESTS, "mov", "xchg", "xadd", "cmpxchg", "lea", "push",
          "pop"}
_LOCKABLE = {"add", "sub", "and", "or", "xor", "inc", "dec", "neg", "not", "bts", "btr", "btc", "xchg", "xadd",
             "cmpxchg", "cmpxchg8b", "cmpxchg16b"}
_MOVES = re.compile(r"mov([sz])([bw])([wlq])|movs(l)q|movabsq?")
_MEMORY = re.compile(rf"(-?\w*)\(([%{REGISTER}][^,()]+)(?:,([%{REGISTER}][^,()]+)(?:,([1248]))?)?\)")
_OFFSET = re.compile(r"(-?\w+)\s*\+\s*(%.+)")


def architecture(word: int) -> Architecture:
    return Architecture(
        word, {"a": "a", "b": "b", "c": "c", "d": "d", "S": "si", "D": "di", "A": "A"}, frozenset("moV"), register,
        re.compile(REGISTER + r"(\w+)"), "#",
    )


def register(name: str) -> View | None:
    """The part of a register that a name means: eax, ah, r8d, …"""
    name = name.lower()
    if found := re.fullmatch(r"r(\d+)([dwb]?)", name):
        return View(f"r{found[1]}", {"d": 32, "w": 16, "b": 8, "": 64}[found[2]]) if 8 <= int(found[1]) < 16 else None
    if found := re.fullmatch(r"([re]?)([abcd])x", name):
        return View(found[2], {"r": 64, "e": 32, "": 16}[found[1]])
    if found := re.fullmatch(r"([abcd])([lh])", name):
        return View(found[1], 8, 8 if found[2] == "h" else 0)
    if found := re.fullmatch(r"([re]?)(si|di|bp)(l?)", name):
        return View(found[2], 8 if found[3] else {"r": 64, "e": 32, "": 16}[found[1]])
    return None


class X86:
    """Lowers the instructions of one statement."""

    def __init__(self, block: Block) -> None:
        self.b = block
        self.pushed: list[Expr] = []
        self.lost: set[str] = set()
        """The flags that the last instruction to touch them leaves undefined."""
        self.load_order = "acquire" if block.clobbers_memory else "relaxed"
        self.store_order = "release" if block.clobbers_memory else "relaxed"

    def wanted_flags(self) -> set[str]:
        """The flags that the template or an output looks at."""
        conditions = [o.letters[3:] for o in self.b.assembly.outputs if o.letters.startswith("@cc")]
        conditions += [c for i in self.b.code.instructions if (c := _condition(i.mnemonic)) is not None]
        carries = any(i.mnemonic in _WITH_CARRY or i.mnemonic[:-1] in _WITH_CARRY for i in self.b.code.instructions)
        found: set[str] = {"c"} if carries else set()
        for condition in conditions:
            used = flags.x86_flags(condition)
            if used is None:
                raise UnknownAssembly(f"condition '{condition}'")
            found |= used
        return found

    def condition(self, name: str) -> Expr:
        return flags.x86_condition(name, self._flag)

    def _flag(self, name: str) -> Expr:
        if name in self.lost:
            raise UnknownAssembly("looking at a flag that an instruction left undefined")
        return self.b.flags[name]

    def lower(self, i: Instruction) -> None:
        name, bits = self._name_and_width(i)
        if i.locked and name not in _LOCKABLE:
            raise UnknownAssembly(f"instruction '{i.text}'")
        if set(i.prefixes) - {"lock"} and name not in ("nop", "ret"):
            raise UnknownAssembly(f"instruction '{i.text}'")
        if name in _NOTHING:
            return
        if name in _FENCES:
            self.b.fence(_FENCES[name])
        elif name.startswith("j"):
            self._jump(name, i)
        elif name in ("rdtsc", "rdtscp", "cpuid"):
            for key in {"rdtsc": "ad", "rdtscp": "adc", "cpuid": "abcd"}[name]:
                self._set_unknown(key, name)
        elif name in ("cmpxchg8b", "cmpxchg16b"):
            self._compare_exchange_pair(i, 32 if name == "cmpxchg8b" else 64)
        elif _MOVES.fullmatch(name):
            self._extend(i)
        elif name.startswith(("set", "cmov")):
            self._conditional(name, i)
        elif name in _SIZED:
            self._sized(name, bits, i)
        else:
            raise UnknownAssembly(f"instruction '{i.text}'")

    # --- operands ---------------------------------------------------------------------------------------------------

    def _name_and_width(self, i: Instruction) -> tuple[str, int | None]:
        name = i.mnemonic
        if name in _SIZED or name[:-1] not in _SIZED or name[-1] not in _SUFFIXES:
            return name, None
        return name[:-1], _SUFFIXES[name[-1]]

    def _locate(self, text: str) -> Location:
        b = self.b
        found = b.reference(text)
        if found is not None:
            modifier, operand = found
            if operand.memory is not None and modifier in ("", "A", "b", "w", "k", "q"):
                return b.use(operand)
            if operand.constant is not None and (modifier in ("c", "P") or operand.key is None):
                return operand.constant
            if operand.key is not None and (modifier == "" or modifier in _MODIFIERS) and not operand.pair:
                bits = _MODIFIERS.get(modifier, operand.bits)
                return View(operand.key, bits, 8 if modifier == "h" else 0)
        elif text.startswith(REGISTER):
            view = register(text[1:])
            if view is not None:
                return view
        elif text.startswith("$"):
            return self._immediate(text)
        elif _MEMORY.fullmatch(text.replace(" ", "")) or _OFFSET.fullmatch(text):
            return self._memory(text)
        raise UnknownAssembly(f"operand '{self._spelled(text)}'")

    @staticmethod
    def _spelled(text: str) -> str:
        return text.replace(REGISTER, "%")

    def _immediate(self, text: str) -> Const:
        inner = self.b.reference(text[1:])
        if inner is not None and inner[1].constant is not None:
            return inner[1].constant
        try:
            return Const(int(text[1:], 0), IntType(128, True))
        except ValueError:
            raise UnknownAssembly(f"operand '{self._spelled(text)}'") from None

    def _memory(self, text: str) -> Memory:
        b = self.b
        offset = _OFFSET.fullmatch(text)
        if offset is not None:
            inner = b.reference(offset[2])
            if inner is None or not isinstance(inner[1].memory, Memory):
                raise UnknownAssembly(f"operand '{self._spelled(text)}'")
            return b.shifted(b.use(inner[1]), self._number(offset[1]))
        found = _MEMORY.fullmatch(text.replace(" ", ""))
        assert found is not None
        displacement, base, index, scale = found.groups()
        pointer = self._pointer(base)
        direct = b.reference(base)
        if index is not None:
            step = values.cast(self._pointer(index), pointer.type)
            pointer = values.binary("+", pointer, values.binary("*", step, Const(int(scale or 1), pointer.type)))
        target = b.pointed(pointer, direct[1].pointee if direct is not None and index is None else None)
        return b.shifted(target, self._number(displacement or "0"))

    @staticmethod
    def _number(text: str) -> int:
        try:
            return int(text, 0)
        except ValueError:
            raise UnknownAssembly(f"displacement '{text}'") from None

    def _pointer(self, text: str) -> Expr:
        where = self._locate(text)
        if isinstance(where, View) and where.bits == self.b.arch.word:
            return self.b.get(where)
        raise UnknownAssembly(f"address in '{self._spelled(text)}'")

    def _width(self, where: list[Location], i: Instruction) -> int:
        """Of an instruction without a suffix: its registers', else its memory operand's."""
        for location in where:
            if isinstance(location, View):
                return location.bits
        for location in where:
            if isinstance(location, Memory | Variable) and (type := scalar(location.ctype)) is not None:
                return type.bits
        raise UnknownAssembly(f"instruction '{i.text}' without a size")

    def _value(self, where: Location, bits: int) -> Expr:
        if isinstance(where, Const):
            return values.cast(where, IntType(bits, False))
        if isinstance(where, View):
            return self.b.unsigned(where) if where.bits <= bits else self._narrow(where, bits)
        return values.cast(self.b.read(where, bits, self.load_order), IntType(bits, False))

    def _narrow(self, view: View, bits: int) -> Expr:
        raise UnknownAssembly(f"a register of {view.bits} bits in an instruction on {bits}")

    def _store(self, where: Location, bits: int, value: Expr) -> None:
        if isinstance(where, View):
            self.b.put(View(where.key, bits, where.shift), value)
        elif isinstance(where, Const):
            raise UnknownAssembly("a constant that is written")
        else:
            self.b.write(where, bits, value, self.store_order)

    def _update(self, i: Instruction, where: Location, bits: int, change: Change) -> Expr:
        """Replaces what a location holds and gives its old value."""
        if isinstance(where, Memory | Variable) and (i.locked or i.mnemonic.startswith("xchg")):
            self.b.fence("full")
            old = self.b.modify(where, bits, change, "seq_cst", "seq_cst")
            self.b.fence("full")
            return old
        if i.locked:
            raise UnknownAssembly(f"instruction '{i.text}' without a memory operand")
        old = self.b.f.keep(self._value(where, bits))
        value, test = change(old)
        self._store(where, bits, value if test is None else values.condition(test, value, old))
        return old

    # --- instructions -----------------------------------------------------------------------------------------------

    def _sized(self, name: str, bits: int | None, i: Instruction) -> None:
        if self._is_stack_fence(name, i):
            self.b.fence("full")
            return
        if name == "lea":
            self._address(i)
            return
        where = [self._locate(o) for o in i.operands]
        bits = bits or self._width(where if name not in _SHIFTS else where[-1:], i)
        if any(isinstance(w, View) and w.bits != bits for w in (where if name not in _SHIFTS else where[-1:])):
            raise UnknownAssembly(f"instruction '{i.text}' with operands of different sizes")
        if len(where) not in ((1,) if name in (*_UNARY, "push", "pop") else (1, 2) if name in _SHIFTS else (2,)):
            raise UnknownAssembly(f"instruction '{i.text}'")
        if name in ("xor", "sub", "sbb") and isinstance(where[0], View) and where[0] == where[1]:
            self.b.put(where[0], Const(0, IntType(bits, False)))  # whatever it held
        if name in _BINARY:
            self._arithmetic(name, i, where[0], where[1], bits)
        elif name in _WITH_CARRY:
            self._with_carry(name, i, where[0], where[1], bits)
        elif name in _UNARY:
            self._unary(name, i, where[0], bits)
        elif name in _SHIFTS:
            self._shift(name, i, where, bits)
        elif name in _BIT_TESTS:
            self._bit_test(name, i, where[0], where[1], bits)
        elif name == "mov":
            self._store(where[1], bits, self._value(where[0], bits))
        elif name == "xchg":
            self._exchange(i, where[0], where[1], bits)
        elif name == "push":
            self.pushed.append(self.b.keep(self._value(where[0], bits)))
        elif name == "pop":
            if not self.pushed:
                raise UnknownAssembly("'pop' without 'push'")
            self._store(where[0], bits, self.pushed.pop())
        else:
            self._exchange_more(name, i, where[0], where[1], bits)

    @staticmethod
    def _is_stack_fence(name: str, i: Instruction) -> bool:
        """``lock; addl $0,0(%esp)`` and the like: the old way to write a full fence."""
        return (
            i.locked and name in ("add", "or") and i.operands[0] in ("$0", "$0x0")
            and re.fullmatch(rf"-?\w*\({REGISTER}[re]sp\)", i.operands[-1]) is not None
        )

    def _address(self, i: Instruction) -> None:
        target = self._locate(i.operands[-1])
        memory = self._memory(i.operands[0]) if _MEMORY.fullmatch(i.operands[0].replace(" ", "")) else None
        if not isinstance(target, View) or memory is None or target.bits != self.b.arch.word or len(i.operands) != 2:
            raise UnknownAssembly(f"instruction '{i.text}'")
        self.b.put(target, values.address(memory.place(), self.b.f.types.void_pointer.core))

    def _set_flags(self, found: dict[str, Expr], result: Expr | None = None, lost: str = "") -> None:
        """``lost``: the flags that the instruction leaves undefined."""
        for name in set(lost) & set(self.b.flags):
            if not self.b.straight:
                raise UnknownAssembly("a flag that an instruction leaves undefined")
            self.lost.add(name)
        if result is not None:
            found = {**found, **flags.of_result(result, self.b.flags)}
        for name, value in found.items():
            self.b.set_flag(name, value)
            self.lost.discard(name)

    def _arithmetic(self, name: str, i: Instruction, source: Location, target: Location, bits: int) -> None:
        operator = _BINARY[name]
        right = self.b.keep(self._value(source, bits))
        if name in ("cmp", "test"):
            left = self.b.keep(self._value(target, bits))
        else:
            left = self._update(i, target, bits, lambda old: (values.binary(operator, old, right), None))
        result = values.binary(operator, left, right)
        if operator == "+":
            self._set_flags(flags.of_addition(left, right, result), result)
        elif operator == "-":
            self._set_flags(flags.of_subtraction(left, right, result), result)
        else:
            self._set_flags(flags.CLEARED, result)

    def _with_carry(self, name: str, i: Instruction, source: Location, target: Location, bits: int) -> None:
        operator, wide = _WITH_CARRY[name], IntType(bits + 8, False)
        carry = values.cast(self.b.keep(self._flag("c")), wide)
        plain = self.b.keep(self._value(source, bits))
        right = self.b.keep(values.binary("+", values.cast(plain, wide), carry))

        def exact(old: Expr) -> Expr:
            return values.binary(operator, values.cast(old, wide), right)

        old = self._update(i, target, bits, lambda value: (values.cast(exact(value), IntType(bits, False)), None))
        result = values.cast(exact(old), IntType(bits, False))
        overflow = (flags.of_addition if name == "adc" else flags.of_subtraction)(old, plain, result)["o"]
        self._set_flags({"c": values.binary(">>", exact(old), Const(bits, INT)), "o": overflow}, result)

    def _unary(self, name: str, i: Instruction, target: Location, bits: int) -> None:
        type = IntType(bits, False)
        one, zero = Const(1, type), Const(0, type)

        def changed(old: Expr) -> Expr:
            if name in ("inc", "dec"):
                return values.binary("+" if name == "inc" else "-", old, one)
            return values.unary("-" if name == "neg" else "~", old)

        old = self._update(i, target, bits, lambda value: (changed(value), None))
        result = changed(old)
        if name == "not":
            return
        if name == "neg":
            self._set_flags(flags.of_subtraction(zero, old, result), result)
        else:
            found = flags.of_addition(old, one, result) if name == "inc" else flags.of_subtraction(old, one, result)
            self._set_flags({"o": found["o"]}, result)

    def _shift(self, name: str, i: Instruction, where: list[Location], bits: int) -> None:
        count = where[0] if len(where) == 2 else Const(1, INT)
        if not isinstance(count, Const) or not 0 < count.value < bits:
            raise UnknownAssembly(f"instruction '{i.text}' with a count that is not a constant")
        type, amount = IntType(bits, name == "sar"), Const(count.value, INT)

        def changed(old: Expr) -> Expr:
            return values.cast(values.binary(_SHIFTS[name], values.cast(old, type), amount), IntType(bits, False))

        old = self._update(i, where[-1], bits, lambda value: (changed(value), None))
        out = bits - count.value if _SHIFTS[name] == "<<" else count.value - 1
        carry = values.binary("&", values.binary(">>", old, Const(out, INT)), Const(1, old.type))
        self._set_flags({"c": carry}, changed(old), "o")

    def _bit_test(self, name: str, i: Instruction, source: Location, target: Location, bits: int) -> None:
        """With a number of the bit in a register, memory is a string of bits: it may lie beyond the operand."""
        type = IntType(bits, False)
        number = self.b.keep(self._value(source, bits))
        within = values.binary("&", number, Const(bits - 1, type))
        if isinstance(target, Memory) and not isinstance(source, Const) and not self._is_small(i.operands[0], bits):
            signed = IntType(bits, True)
            index = values.binary(">>", values.cast(number, signed), Const(bits.bit_length() - 1, INT))
            target = Memory(target.base, (*target.steps, IndexStep(index, bits // 8)), target.ctype)
        mask = values.binary("<<", Const(1, type), values.cast(within, INT))

        def changed(old: Expr) -> tuple[Expr, Expr | None]:
            return values.binary(_BIT_TESTS[name], old, values.unary("~", mask) if name == "btr" else mask), None

        old = self._value(target, bits) if name == "bt" else self._update(i, target, bits, changed)
        bit = values.binary("&", values.binary(">>", old, values.cast(within, INT)), Const(1, type))
        self._set_flags({"c": bit}, None, "osp")

    def _is_small(self, text: str, bits: int) -> bool:
        """Whether the number of a bit is a constant inside the operand: then it does not matter how it is passed."""
        found = self.b.reference(text)
        constant = found[1].constant if found is not None else None
        return constant is not None and 0 <= constant.value < bits

    def _exchange(self, i: Instruction, first: Location, second: Location, bits: int) -> None:
        """``xchg``: with memory it is locked, prefix or not."""
        register, other = (second, first) if isinstance(first, Memory | Variable) else (first, second)
        if not isinstance(register, View):
            raise UnknownAssembly(f"instruction '{i.text}'")
        mine = self.b.keep(self._value(register, bits))
        old = self._update(i, other, bits, lambda _: (mine, None))
        self._store(register, bits, old)

    def _exchange_more(self, name: str, i: Instruction, source: Location, target: Location, bits: int) -> None:
        """``xadd`` and ``cmpxchg``."""
        if not isinstance(source, View):
            raise UnknownAssembly(f"instruction '{i.text}'")
        mine = self.b.keep(self._value(source, bits))
        if name == "xadd":
            old = self.b.keep(self._update(i, target, bits, lambda value: (values.binary("+", value, mine), None)))
            result = values.binary("+", old, mine)
            self._store(source, bits, old)
            if isinstance(target, View):
                self._store(target, bits, result)
            self._set_flags(flags.of_addition(old, mine, result), result)
            return
        accumulator = View("a", bits)
        self._need("a", i)
        expected = self.b.keep(self.b.unsigned(accumulator))
        old = self.b.keep(
            self._update(i, target, bits, lambda value: (mine, values.binary("==", value, expected)))
        )
        # where the target is the accumulator itself, the new value stays
        found = old if not isinstance(target, View) else values.condition(
            values.binary("==", old, expected), self.b.unsigned(accumulator), old
        )
        self.b.put(accumulator, found)
        result = values.binary("-", expected, old)
        self._set_flags(flags.of_subtraction(expected, old, result), result)

    def _need(self, key: str, i: Instruction) -> None:
        if key not in self.b.registers:
            raise UnknownAssembly(f"instruction '{i.text}', whose registers are not among the operands")

    def _compare_exchange_pair(self, i: Instruction, half: int) -> None:
        """Compares d:a with memory; if equal, c:b goes there, else memory to d:a."""
        target = self._locate(i.operands[0]) if len(i.operands) == 1 else None
        for key in "abcd":
            self._need(key, i)
        if not isinstance(target, Memory) or half > self.b.arch.word:
            raise UnknownAssembly(f"instruction '{i.text}'")
        if not i.locked:
            raise UnknownAssembly(f"instruction '{i.text}' without 'lock'")
        a, b, c, d = (self.b.keep(self.b.unsigned(View(key, half))) for key in "abcd")
        self.b.fence("full")
        success, low, high = compare_exchange_pair(self.b, target, half, (a, d), (b, c))
        self.b.fence("full")
        self.b.put(View("a", half), low)
        self.b.put(View("d", half), high)
        self.b.set_flag("z", success)
        if set(self.b.flags) - {"z"}:
            raise UnknownAssembly(f"flags after '{i.text}'")

    def _set_unknown(self, key: str, name: str) -> None:
        if key not in self.b.registers:
            raise UnknownAssembly(f"instruction '{name}', whose registers are not among the operands")
        self.b.put(View(key, 32), self.b.input(name, 32))

    def _extend(self, i: Instruction) -> None:
        found = _MOVES.fullmatch(i.mnemonic)
        assert found is not None
        if i.mnemonic.startswith("movabs"):
            self._store(self._locate(i.operands[1]), 64, self._value(self._locate(i.operands[0]), 64))
            return
        small = 32 if found[4] else _SUFFIXES[found[2]]
        large = 64 if found[4] else _SUFFIXES[found[3]]
        source = self._locate(i.operands[0])
        value = values.cast(self._value(source, small), IntType(small, i.mnemonic[3] == "s"))
        self._store(self._locate(i.operands[1]), large, values.cast(value, IntType(large, False)))

    def _conditional(self, name: str, i: Instruction) -> None:
        condition = _condition(name)
        if condition is None:
            raise UnknownAssembly(f"instruction '{i.text}'")
        holds = self.condition(condition)
        target = self._locate(i.operands[-1])
        if name.startswith("set"):
            self._store(target, 8, values.cast(holds, IntType(8, False)))
            return
        if not isinstance(target, View):
            raise UnknownAssembly(f"instruction '{i.text}'")
        moved = self.b.keep(self._value(self._locate(i.operands[0]), target.bits))
        self._store(target, target.bits, values.condition(holds, moved, self.b.unsigned(target)))

    def _jump(self, name: str, i: Instruction) -> None:
        if len(i.operands) != 1:
            raise UnknownAssembly(f"instruction '{i.text}'")
        target = self.b.jump_target(i.operands[0])
        if name == "jmp":
            self.b.f.goto(target)
            return
        condition = _condition(name)
        if condition is None:
            raise UnknownAssembly(f"instruction '{i.text}'")
        self.b.f.branch(self.condition(condition), target)


def _condition(mnemonic: str) -> str | None:
    """The condition in the name of an instruction."""
    for prefix in ("set", "cmov", "j"):
        name = mnemonic.removeprefix(prefix)
        if name != mnemonic:
            if flags.x86_flags(name) is None and prefix == "cmov" and flags.x86_flags(name[:-1]) is not None:
                name = name[:-1]
            return name if flags.x86_flags(name) is not None else None
    return None
