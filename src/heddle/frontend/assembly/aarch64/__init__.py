"""AArch64 instructions as core instructions.

Orders: ``ldar``, ``ldapr``, ``ldaxr`` and an ``a`` in the name of an atomic instruction acquire, ``stlr``, ``stlxr``
and an ``l`` release.  That a ``ldar`` also stays behind an earlier ``stlr`` of its thread is not modelled: more
executions are looked at than the machine has, never fewer.  Other accesses are relaxed.
"""

from __future__ import annotations

import re

from heddle.core.expr import Expr
from heddle.core.types import IntType
from heddle.frontend import values
from heddle.frontend.assembly import flags
from heddle.frontend.assembly.aarch64.compute import PURE, condition_of, effects, jump
from heddle.frontend.assembly.aarch64.exclusive import LOAD_EXCLUSIVE, STORE_EXCLUSIVE, load_exclusive, store_exclusive
from heddle.frontend.assembly.aarch64.operands import Operands, Registers, register
from heddle.frontend.assembly.block import Architecture, Block, View
from heddle.frontend.assembly.halves import CLEAR
from heddle.frontend.assembly.template import Instruction, UnknownAssembly
from heddle.frontend.assembly.wide import compare_exchange_pair
from heddle.frontend.lowering import Memory

_LOAD = re.compile(r"ld(r|ar|apr|xr|axr)([bh]?)")
_STORE = re.compile(r"st(r|lr)([bh]?)")
_ATOMIC = re.compile(r"(ld|st)(add|set|clr|eor|smax|smin|umax|umin)(al|a|l|)([bh]?)")
_SWAP = re.compile(r"swp(al|a|l|)([bh]?)")
_COMPARE = re.compile(r"cas(p?)(al|a|l|)([bh]?)")
_ORDERS = {"": "relaxed", "a": "acquire", "l": "release", "al": "acq_rel"}
_FAILURES = {"": "relaxed", "a": "acquire", "l": "relaxed", "al": "acquire"}
_NOTHING = ("nop", "yield", "wfe", "wfi", "sev", "sevl", "prfm", "prfum", "hint")
_FENCE_OPTIONS = {f"{domain}{kind}": {"st": "store", "ld": "load"}[kind]
                  for domain in ("", "ish", "nsh", "osh") for kind in ("st", "ld")}
_OWN = re.compile(
    r"dmb|dsb|isb|ld(r|ar|apr|xr|axr|xp|axp)[bh]?|st(r|lr|l?xr|l?xp)[bh]?|swp\w*|cas\w*|cbn?z|tbn?z|wfe|sevl?|prfm|yield"
    r"|clrex|b\.\w+|(ld|st)(add|set|clr|eor|smax|smin|umax|umin)(al|a|l|)[bh]?|orr|eor|mrs|msr|mvn"
)

ARCHITECTURE = Architecture(64, {}, frozenset("moVQ"), register, re.compile(r"(?<![\w%#])([wx]\d+)\b"), "//")


def is_own(mnemonic: str) -> bool:
    """Whether only this machine has such an instruction."""
    return _OWN.fullmatch(mnemonic) is not None


class Aarch64:
    """Lowers the instructions of one statement."""

    def __init__(self, block: Block) -> None:
        self.b = block
        self.operands = Operands(block)
        self.registers = Registers(block)

    def wanted_flags(self) -> set[str]:
        conditions = [c for i in self.b.code.instructions if (c := condition_of(i)) is not None]
        conditions += [o.letters[3:] for o in self.b.assembly.outputs if o.letters.startswith("@cc")]
        found: set[str] = set()
        for condition in conditions:
            used = flags.arm_flags(condition)
            if used is None:
                raise UnknownAssembly(f"condition '{condition}'")
            found |= used
        return found

    def condition(self, name: str) -> Expr:
        return flags.arm_condition(name, self.registers.flag)

    def lower(self, i: Instruction) -> None:
        name = i.mnemonic
        if name in _NOTHING:
            return
        if name == "clrex":
            self.b.fence(CLEAR)
        elif name in ("dmb", "dsb"):
            self.b.fence(_FENCE_OPTIONS.get(i.operands[0].lower() if i.operands else "", "full"))
        elif name == "isb":
            self.b.fence("isync")
        elif name in PURE:
            self._compute(i)
        elif (found := jump(self.operands, self.registers, i)) is not None:
            test, label = found
            self.b.f.branch(test, self.b.jump_target(label))
        elif _LOAD.fullmatch(name) or _STORE.fullmatch(name):
            self._access(i)
        elif STORE_EXCLUSIVE.fullmatch(name):
            if not any(LOAD_EXCLUSIVE.fullmatch(x.mnemonic) for x in self.b.code.instructions):
                store_exclusive(self.b, self.operands, i)
                return
            self.b.f.unsupported(f"inline assembly '{self.b.assembly.summary}': '{i.text}' without its load before it")
        elif _ATOMIC.fullmatch(name) or _SWAP.fullmatch(name):
            self._atomic(i)
        elif _COMPARE.fullmatch(name):
            self._compare_exchange(i)
        else:
            raise UnknownAssembly(f"instruction '{i.text}'")

    def _compute(self, i: Instruction) -> None:
        found = effects(self.operands, self.registers, i)
        kept = self.b.keep(found.value) if found.value is not None else None
        new_flags = {n: self.b.keep(v) for n, v in found.flags.items() if n in self.b.flags}
        if kept is not None and found.target is not None:
            self._put(found.target, kept)
        for flag, value in new_flags.items():
            self.b.set_flag(flag, value)

    def _put(self, view: View, value: Expr) -> None:
        if view.key != "zr":
            self.b.put(view, value)

    def _count(self, i: Instruction, number: int) -> None:
        if len(i.operands) != number:
            raise UnknownAssembly(f"instruction '{i.text}'")

    @staticmethod
    def _bits(suffix: str, view: View) -> int:
        return {"b": 8, "h": 16, "": view.bits}[suffix]

    def _access(self, i: Instruction) -> None:
        self._count(i, 2)
        view = self.operands.view(i.operands[0])
        load = _LOAD.fullmatch(i.mnemonic)
        if load is not None:
            bits = self._bits(load[2], view)
            if load[1] in ("xr", "axr"):
                load_exclusive(self.b, self.operands, i, bits)
                return
            memory, _ = self.operands.memory(i.operands[1])
            order = "relaxed" if load[1] == "r" else "acquire"
            value = values.cast(self.b.read(memory, bits, order), IntType(bits, False))
            self._put(view, values.cast(value, IntType(view.bits, False)))
            return
        store = _STORE.fullmatch(i.mnemonic)
        assert store is not None
        bits = self._bits(store[2], view)
        memory, _ = self.operands.memory(i.operands[1])
        order = "release" if store[1] == "lr" else "relaxed"
        self.b.write(memory, bits, self.registers.get(View(view.key, bits)), order)

    def _atomic(self, i: Instruction) -> None:
        """``ldadd source, old, [address]``; ``stadd`` has no register for the old value."""
        found = _ATOMIC.fullmatch(i.mnemonic)
        parts = found.groups() if found is not None else ("ld", "swp", *_swap_parts(i.mnemonic))
        kind, operation, order, suffix = parts
        self._count(i, 3 if kind == "ld" else 2)
        source = self.operands.view(i.operands[0])
        bits = self._bits(suffix, source)
        operand = self.b.keep(self.registers.get(View(source.key, bits)))
        memory, _ = self.operands.memory(i.operands[-1])
        old = self.b.modify(memory, bits, lambda value: (_changed(operation, value, operand), None), _ORDERS[order],
                            _FAILURES[order])
        if kind == "ld":
            target = self.operands.view(i.operands[1])
            self._put(target, values.cast(old, IntType(target.bits, False)))

    def _compare_exchange(self, i: Instruction) -> None:
        """``cas expected, new, [address]``: the old value goes to the first register."""
        found = _COMPARE.fullmatch(i.mnemonic)
        assert found is not None
        pair, order, suffix = found.groups()
        if pair:
            self._compare_exchange_pair(i, _ORDERS[order])
            return
        self._count(i, 3)
        first, second = (self.operands.view(o) for o in i.operands[:2])
        bits = self._bits(suffix, first)
        expected, new = (self.b.keep(self.registers.get(View(v.key, bits))) for v in (first, second))
        memory, _ = self.operands.memory(i.operands[2])
        old = self.b.modify(memory, bits, lambda value: (new, values.binary("==", value, expected)), _ORDERS[order],
                            _FAILURES[order])
        self._put(first, values.cast(old, IntType(first.bits, False)))

    def _compare_exchange_pair(self, i: Instruction, order: str) -> None:
        self._count(i, 5)
        views = [self.operands.view(o) for o in i.operands[:4]]
        low, high, new_low, new_high = (self.b.keep(self.registers.get(v)) for v in views)
        memory, _ = self.operands.memory(i.operands[4])
        if not isinstance(memory, Memory):
            raise UnknownAssembly(f"instruction '{i.text}'")
        _, old_low, old_high = compare_exchange_pair(
            self.b, memory, views[0].bits, (low, high), (new_low, new_high), order
        )
        self._put(views[0], old_low)
        self._put(views[1], old_high)


def _swap_parts(mnemonic: str) -> tuple[str, str]:
    found = _SWAP.fullmatch(mnemonic)
    assert found is not None
    return found[1], found[2]


def _changed(operation: str, old: Expr, operand: Expr) -> Expr:
    match operation:
        case "swp":
            return operand
        case "add" | "set" | "eor":
            return values.binary({"add": "+", "set": "|", "eor": "^"}[operation], old, operand)
        case "clr":
            return values.binary("&", old, values.unary("~", operand))
    type = IntType(old.type.bits, operation[0] == "s")
    comparison = ">" if operation.endswith("max") else "<"
    return values.condition(values.binary(comparison, values.cast(old, type), values.cast(operand, type)), old, operand)
