"""Memory that is left when the program ends, as the replayer sees it: by the blocks and bytes of its own memory."""

from __future__ import annotations

from collections.abc import Iterable

from heddle.core.instr import NOT_FREED
from heddle.replay.machine import Machine
from heddle.replay.memory import Block

GHOSTS = "heddle::"
"""How the names of objects begin that are none of the program's."""


def leaked(machine: Machine, t: int, kind: str) -> list[Block]:
    """The blocks that are left when thread ``t`` ends the program; of kind LOST, those that nothing leads to.

    The variables of the thread's own calls do not count any more; those of other threads, and all bytes of memory, do.
    """
    left = [b for b in machine.memory.all_blocks() if b.kind == "heap" and b.alive]
    if kind == NOT_FREED:
        return left
    found = {id(b) for b in left}
    others = [thread for u, thread in machine.threads.items() if u != t]
    pending = [value for thread in others for frame in thread.frames for value in frame.locals.values()]
    for block in machine.memory.all_blocks():
        own = block.kind == "local" and block.owner == t
        if block.alive and block.kind != "heap" and not own and not block.name.startswith(GHOSTS):
            pending += _words(machine, block)
    while pending:
        block_at = machine.memory.find(pending.pop() & (1 << machine.code.layout.bits) - 1, 0)
        if block_at is not None and block_at.kind == "heap" and block_at.alive and id(block_at) in found:
            found.discard(id(block_at))
            pending += _words(machine, block_at)
    return [b for b in left if id(b) in found]


def _words(machine: Machine, block: Block) -> Iterable[int]:
    """Whatever a pointer in the block may be."""
    size = machine.code.layout.bits // 8
    for address in range(block.base, block.base + block.size - size + 1):
        yield int.from_bytes(machine.memory.load(address, size), "little")


__all__ = ["leaked"]
