"""Which registers matter where: at the head of a loop, where an iteration that leaves these as they were has changed
nothing; and everywhere, where a search of all states tells states apart."""

from __future__ import annotations

from heddle.explorer._kernel import Ins, Op
from heddle.explorer.bytecode import BINARY, ENDS, JUMPS

_READS_A = frozenset({
    Op.MOVE, Op.WRAP, Op.NEG, Op.NOT, Op.LOGICAL_NOT, Op.BRANCH, Op.CALL_POINTER, Op.RETURN, Op.THREAD_EXIT, Op.ASSUME,
    Op.ASSERT, Op.ALLOCATE_DYNAMIC, Op.FORGET, Op.LOAD, Op.STORE, Op.RMW_LOAD, Op.RMW_STORE, Op.CREATE, Op.JOIN,
    Op.SELECT, Op.ORDER, Op.FLOAT, Op.EFFECT, Op.FREE, Op.FENCE, Op.OBSERVE,
})  # fmt: skip
_READS_B = frozenset({Op.SELECT, Op.FLOAT, Op.STORE, Op.RMW_STORE, Op.CREATE, Op.OBSERVE})


def used(ins: Ins, lists: list[list[int]]) -> int:
    """The set of registers whose values an instruction uses."""
    registers: list[int] = []
    if ins.op in BINARY:
        registers = [ins.a, ins.b]
    else:
        if ins.op in _READS_A:
            registers.append(ins.a)
        if ins.op in _READS_B:
            registers.append(ins.b)
        if ins.op is Op.SELECT:
            registers.append(ins.c)
        if ins.op in (Op.CALL, Op.CALL_POINTER):
            registers += lists[ins.c]
    bits = 0
    for register in registers:
        if register >= 0:
            bits |= 1 << register
    return bits


def kept(ins: Ins, lists: list[list[int]]) -> int:
    """The registers that an instruction looks at in any way: also for the record, and to end an object's last life."""
    looked_at = used(ins, lists)
    if ins.op is Op.MARK and ins.b >= 0:
        looked_at |= 1 << ins.b
    if ins.op is Op.ALLOCATE:
        looked_at |= 1 << ins.dst
    return looked_at


def live_registers(code: list[Ins], start: int, uses: list[int]) -> list[int]:
    """For each position in a function's code (which begins at ``start``), and its end: the set of registers that may
    still be used; ``uses`` says what each instruction uses."""
    count = len(code)
    live = [0] * (count + 1)
    changed = True
    while changed:
        changed = False
        for i in range(count - 1, -1, -1):
            ins = code[i]
            after = 0 if ins.op in ENDS else live[i + 1]
            if ins.op in JUMPS:
                after |= live[ins.b - start]
            if ins.dst >= 0:
                after &= ~(1 << ins.dst)
            before = after | uses[i]
            if before != live[i]:
                live[i], changed = before, True
    return live


def live_at(code: list[Ins], start: int, lists: list[list[int]]) -> dict[int, list[int]]:
    """For each loop entered in a function's code (which begins at ``start``): the registers live after its entry."""
    live = live_registers(code, start, [used(ins, lists) for ins in code])
    return {ins.a: members(live[i + 1]) for i, ins in enumerate(code) if ins.op is Op.LOOP_ENTER}


def live_everywhere(code: list[Ins], start: int, lists: list[list[int]]) -> list[list[int]]:
    """For each position of a function's code: the registers whose values matter there, ascending."""
    live = live_registers(code, start, [kept(ins, lists) for ins in code])
    return [members(bits) for bits in live[: len(code)]]


def members(bits: int) -> list[int]:
    return [i for i in range(bits.bit_length()) if bits >> i & 1]
