"""From an ``asm`` statement to what it does.

Fences of all common machines are known.  A statement with an instruction or operand that is not known is
``Unsupported`` as a whole, and says which.
"""

from __future__ import annotations

import re

from heddle.frontend.assembly import aarch64, x86
from heddle.frontend.assembly.block import Block
from heddle.frontend.assembly.statement import Assembly
from heddle.frontend.assembly.template import Code, UnknownAssembly, read
from heddle.frontend.clang import Node
from heddle.frontend.lowering import Lowering

_OTHER_FENCES = {"sync": "full", "hwsync": "full", "lwsync": "lwsync", "isync": "isync", "eieio": "lwsync"}
_WORD = re.compile(r"(?:^|[\n;:])\s*([a-z][\w.]*)", re.IGNORECASE)


def lower(f: Lowering, node: Node, assembly: Assembly) -> None:
    with f.captured() as lowered:
        try:
            _lower(f, node, assembly)
        except UnknownAssembly as problem:
            whole = f"instruction '{assembly.summary}'"
            reason = f"inline assembly '{assembly.summary}'" + (f": {problem}" if str(problem) != whole else "")
            lowered.clear()
            f.unsupported(reason)
    f.instrs += lowered


def _lower(f: Lowering, node: Node, assembly: Assembly) -> None:
    arm = f.unit.is_arm or any(aarch64.is_own(w.lower()) for w in _WORD.findall(assembly.template))
    arch = aarch64.ARCHITECTURE if arm else x86.architecture(f.types.model.pointer_bits)
    code = read(assembly.template, assembly.extended, arch.comment)
    block = Block(f, assembly, node.expressions, arch, code)
    machine: aarch64.Aarch64 | x86.X86 = aarch64.Aarch64(block) if arm else x86.X86(block)
    block.bind()
    f.at(node)
    block.new_flags(machine.wanted_flags())
    _instructions(f, block, code, machine)
    block.finish(machine.condition)


def _instructions(f: Lowering, block: Block, code: Code, machine: aarch64.Aarch64 | x86.X86) -> None:
    labelled = {at for _, at in code.labels}
    for block.at, instruction in enumerate(code.instructions):
        if block.at in labelled or block.at in block.targets:
            f.label(block.label_of(block.at))
        if instruction.mnemonic in _OTHER_FENCES and not instruction.operands:
            block.fence(_OTHER_FENCES[instruction.mnemonic])
        else:
            machine.lower(instruction)
    for index in (len(code.instructions),):
        if index in labelled or index in block.targets:
            f.label(block.label_of(index))
