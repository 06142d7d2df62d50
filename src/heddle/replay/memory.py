"""Concrete memory of the replayer: bytes at addresses, and the blocks (objects) that the addresses belong to.

The address space is cut into regions: one for globals, one for function addresses, and for every thread one for its
stack and one for its heap.  A thread's addresses therefore depend on what that thread did, never on the interleaving,
which lets the brute-force explorer recognise equal states.  Address 0 belongs to no block.

Contents are kept in small immutable pages, so that a copy of the whole memory costs one shallow dictionary copy.
"""

from __future__ import annotations

from bisect import bisect_right, insort

from heddle.core.expr import MemoryObject
from heddle.core.program import Program
from heddle.core.types import ArrayType, StructType, Type
from heddle.counterexample import Addresses
from heddle.records import dataclass, replace

PAGE = 64
ZERO_PAGE = bytes(PAGE)
ALIGNMENT = 16
GAP = 32
"""Bytes between neighbouring blocks, at least.  As long as there is room there are far more, so that a pointer that
leaves one does not land in another."""
SKEW = 37 * ALIGNMENT
"""By so much each region begins later in its part of the address space than the one before: steps of round numbers of
bytes do not lead from the first block of one to that of another."""

ADDRESS_BITS = {64: 47, 32: 32}
"""Of an address that a claim may name, by the bits of pointers; the first and the last page are nobody's."""
HEAP_ALIGNMENT = {64: 16, 32: 8}

GLOBAL_REGIONS = 15
FUNCTION_REGION = 15
FIRST_THREAD_REGION = 16


class Fault(Exception):
    """What no C program may do.  ``kind`` is the check that reports it: "pointer", "lifetime", "free" or "memory"."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind, self.message = kind, message


@dataclass(frozen=True, slots=True)
class Block:
    """One object in memory.  ``escaped``: its address has been stored somewhere another thread may find it."""

    base: int
    size: int
    name: str
    kind: str
    owner: int
    type: Type | None = None
    alive: bool = True
    escaped: bool = False
    room: int | None = None
    """Of a block that was given out again: how many bytes there are, of which it may be ``size`` now."""


def heap_name(thread: int, number: int) -> str:
    return f"heap{number + 1}" if thread == 0 else f"heap{number + 1}_T{thread}"


def aligned(address: int, to: int = ALIGNMENT) -> int:
    return (address + to - 1) // to * to


def after(end: int, limit: int) -> int:
    """Where a block may begin that follows one which ends here, in memory that ends at the limit."""
    return aligned(end + max(GAP, (limit - end) >> 10))


class Layout:
    """The addresses that are fixed before the program starts: those of globals and functions."""

    def __init__(self, program: Program, claimed: Addresses) -> None:
        self.bits = program.data_model.pointer_bits
        self.shift = 24 if self.bits == 32 else 32
        self.globals: dict[str, int] = {}
        self.blocks: list[Block] = []
        self.claimed = claimed
        self._taken = sorted((placed.base, placed.base + placed.size) for placed in claimed.all())
        address = 1 << 12
        for obj in program.memory.values():
            if obj.kind == "tls" or (None, obj.name) in claimed.static:
                continue
            align = max(ALIGNMENT, needed(obj, self.bits))
            address = self.clear(aligned(address, align), obj.type.size, align)
            self.globals[obj.name] = address
            self.blocks.append(Block(address, obj.type.size, obj.name, "global", 0, obj.type, escaped=True))
            address = after(address + obj.type.size, GLOBAL_REGIONS << self.shift)
        self.placed: list[Block] = []
        """Globals at claimed addresses."""
        for (_, name), at in claimed.static.items():
            obj = program.memory[name]
            if obj.kind != "tls":
                block = Block(at.base, obj.type.size, name, "global", 0, obj.type, escaped=True)
                self.check_place(block, needed(obj, self.bits), self.placed)
                self.globals[name] = at.base
                insort(self.placed, block, key=_base)
        if address >> self.shift >= GLOBAL_REGIONS:
            raise Fault("memory", "the program's globals do not fit into the replayer's memory")
        base = FUNCTION_REGION << self.shift
        self.functions = {name: base + ALIGNMENT * (i + 1) for i, name in enumerate(program.functions)}
        self.function_at = {address: name for name, address in self.functions.items()}

    def clear(self, address: int, size: int, align: int) -> int:
        """The address, or the next one that keeps such a block away from claimed places."""
        for start, end in self._taken:
            if address < end + GAP and start < address + size + GAP:
                address = aligned(end + GAP, align)
        return address

    def check_place(self, block: Block, align: int, others: list[Block]) -> None:
        """A claimed address must be one that the block can have."""
        low, high = (1 << 12, (1 << ADDRESS_BITS[self.bits]) - (1 << 12))
        if not low <= block.base <= high - block.size:
            raise Fault("memory", f"{block.name} cannot lie at {block.base:#x}, outside the address space")
        if block.base % align:
            raise Fault("memory", f"{block.name} cannot lie at {block.base:#x}, which is not aligned")
        for other in others:
            if block.base < other.base + max(other.size, 1) and other.base < block.base + max(block.size, 1):
                raise Fault("memory", f"{block.name} cannot lie at {block.base:#x}, where {other.name} is")

    def region(self, thread: int, heap: bool) -> int:
        region = FIRST_THREAD_REGION + 2 * thread + heap
        if region >= 1 << (self.bits - self.shift):
            raise Fault("memory", "too many threads for the replayer's memory")
        return region


def needed(obj: MemoryObject, bits: int) -> int:
    """What an object must be aligned to."""
    type = obj.type
    while isinstance(type, ArrayType):
        type = type.elem
    if isinstance(type, StructType):
        return max(obj.align, type.align)
    return max(obj.align, min(type.size & -type.size, 16 if bits == 64 else 4), 1)


class Memory:
    """``reuse``: stack addresses are used again after a function returns (else dead blocks stay recognisable).

    Not those that other threads may have: a return is no step of its own, and they may still come first.
    """

    __slots__ = ("_blocks", "key", "layout", "pages", "placed", "reuse")

    def __init__(self, layout: Layout, reuse: bool = False) -> None:
        self.layout, self.reuse = layout, reuse
        self.pages: dict[int, bytes] = {}
        self._blocks: dict[int, list[Block]] = {}
        self.placed = layout.placed.copy()
        """Blocks at claimed addresses, in their order; all others are in the regions."""
        self.key: object = None
        """A cache for whoever needs a canonical form; any change resets it."""

    def clone(self) -> Memory:
        copy = Memory(self.layout, self.reuse)
        copy.pages = self.pages.copy()
        copy._blocks = {region: blocks.copy() for region, blocks in self._blocks.items()}
        copy.placed = self.placed.copy()
        copy.key = self.key
        return copy

    def canonical(self) -> object:
        """Two memories with equal canonical forms behave alike."""
        if self.key is None:
            blocks = tuple((region, tuple(self._blocks[region])) for region in sorted(self._blocks))
            self.key = (frozenset(self.pages.items()), blocks, tuple(self.placed))
        return self.key

    # --- bytes ---------------------------------------------------------------------------------------------------

    def load(self, address: int, size: int) -> bytes:
        start = address % PAGE
        if start + size <= PAGE:
            return self.pages.get(address - start, ZERO_PAGE)[start : start + size]
        first = PAGE - start
        return self.load(address, first) + self.load(address + first, size - first)

    def store(self, address: int, data: bytes) -> None:
        self.key = None
        while data:
            start = address % PAGE
            part, data = data[: PAGE - start], data[PAGE - start :]
            page = self.pages.get(address - start, ZERO_PAGE)
            page = page[:start] + part + page[start + len(part) :]
            if page == ZERO_PAGE:
                self.pages.pop(address - start, None)
            else:
                self.pages[address - start] = page
            address += len(part)

    def fill(self, block: Block, contents: dict[int, int]) -> None:
        """Sets every byte of the block; those not mentioned become 0."""
        self.key = None
        first = block.base // PAGE * PAGE
        for page in range(first, block.base + block.size, PAGE):
            if page in self.pages:
                start, end = max(page, block.base), min(page + PAGE, block.base + block.size)
                self.store(start, bytes(end - start))
        for offset, byte in contents.items():
            if 0 <= offset < block.size:
                self.store(block.base + offset, bytes((byte & 0xFF,)))

    # --- blocks --------------------------------------------------------------------------------------------------

    def _home(self, address: int) -> list[Block]:
        if self.placed:
            index = bisect_right(self.placed, address, key=_base) - 1
            if index >= 0 and address <= self.placed[index].base + self.placed[index].size:
                return self.placed
        region = address >> self.layout.shift
        return self.layout.blocks if region < GLOBAL_REGIONS else self._blocks.get(region, [])

    def all_blocks(self) -> list[Block]:
        """All that ever were, but for those whose addresses are used again."""
        found = [*self.layout.blocks, *(block for blocks in self._blocks.values() for block in blocks)]
        return [*found, *self.placed]

    def find(self, address: int, size: int = 1) -> Block | None:
        """The block that holds all of these bytes, alive or not."""
        blocks = self._home(address)
        index = bisect_right(blocks, address, key=_base) - 1
        if index < 0:
            return None
        block = blocks[index]
        return block if address + size <= block.base + block.size else None

    def check(self, address: int, size: int, liveness: bool) -> Block:
        """The block accessed; a Fault if the access is not valid.  Without ``liveness``, freed memory stays usable."""
        block = self.find(address, size)
        if block is None:
            if address == 0:
                raise Fault("pointer", "null pointer dereference")
            raise Fault("pointer", f"invalid memory access at address {address:#x}")
        if liveness and not block.alive:
            what = "use after free" if block.kind == "heap" else "use of a dead local variable"
            raise Fault("lifetime", f"{what}: {block.name}")
        return block

    def allocate(self, thread: int, obj: MemoryObject, kind: str) -> Block:
        """A new block for a local or thread-local object."""
        claimed = self.layout.claimed.static.get((thread, obj.name)) if kind == "tls" else None
        if claimed is not None:
            block = Block(claimed.base, obj.type.size, obj.name, kind, thread, obj.type)
            return self._place(block, needed(obj, self.layout.bits))
        align = max(ALIGNMENT, needed(obj, self.layout.bits))
        return self._push(thread, False, obj.type.size, obj.name, kind, obj.type, align)

    def allocate_heap(self, thread: int, size: int, claimed: int | None = None) -> Block:
        placed = sum(block.kind == "heap" and block.owner == thread for block in self.placed)
        count = len(self._blocks.get(self.layout.region(thread, True), ())) + placed
        name = heap_name(thread, count)
        if claimed is not None:
            return self._place(Block(claimed, size, name, "heap", thread), HEAP_ALIGNMENT[self.layout.bits])
        return self._push(thread, True, size, name, "heap", None)

    def allocate_again(self, thread: int, number: int, size: int) -> Block:
        """The freed block that was a thread's new one with this number, for another allocation of so many bytes."""
        blocks = [*self._blocks.get(self.layout.region(thread, True), ()), *self.placed]
        name = heap_name(thread, number)
        block = next((b for b in blocks if b.kind == "heap" and b.owner == thread and b.name == name), None)
        if block is None or block.alive:
            raise Fault("memory", f"{name} cannot be given out again: it is not free")
        room = block.size if block.room is None else block.room
        if size > room:
            raise Fault("memory", f"{name} cannot be given out again for {size} bytes: it has {room}")
        again: Block = replace(block, alive=True, size=size, room=room)
        self._update(again)
        return again

    def _push(
        self, thread: int, heap: bool, size: int, name: str, kind: str, type: Type | None, align: int = ALIGNMENT
    ) -> Block:
        region = self.layout.region(thread, heap)
        blocks = self._blocks.setdefault(region, [])
        start, limit = region << self.layout.shift, (region + 1) << self.layout.shift
        base = after(blocks[-1].base + blocks[-1].size, limit) if blocks else start + region * SKEW
        base = self.layout.clear(aligned(base, align), size, align)
        if base + size >= limit:
            raise Fault("memory", f"thread {thread} needs more memory than the replayer has")
        block = Block(base, size, name, kind, thread, type)
        blocks.append(block)
        self.key = None
        return block

    def _place(self, block: Block, align: int) -> Block:
        """A new block at a claimed address."""
        self.layout.check_place(block, align, self.placed)
        insort(self.placed, block, key=_base)
        self.key = None
        return block

    def move(self, block: Block, obj: MemoryObject, base: int) -> Block:
        """The object's block, but at a claimed address: nobody has seen the other one."""
        self._home(block.base).remove(block)
        return self._place(replace(block, base=base), needed(obj, self.layout.bits))

    def _update(self, block: Block) -> None:
        blocks = self._home(block.base)
        blocks[bisect_right(blocks, block.base, key=_base) - 1] = block
        self.key = None

    def release(self, thread: int, bases: list[int]) -> None:
        """The local objects of a call die.  They are the thread's youngest ones."""
        blocks = self._blocks.get(self.layout.region(thread, False), [])
        for base in reversed(bases):
            block = self.find(base, 0)
            assert block is not None
            if self.reuse and blocks and block is blocks[-1] and not block.escaped:
                self.fill(blocks.pop(), {})
            else:
                self._update(replace(block, alive=False))
        self.key = None

    def free(self, address: int) -> Block | None:
        """``free(address)``; freeing a null pointer does nothing."""
        if address == 0:
            return None
        block = self.find(address, 0)
        if block is None or block.kind != "heap" or block.base != address:
            raise Fault("free", f"free of a pointer that no allocation returned ({address:#x})")
        if not block.alive:
            raise Fault("free", f"double free of {block.name}")
        self._update(replace(block, alive=False))
        return block

    def escape(self, address: int) -> None:
        """A pointer to ``address`` became visible to other threads."""
        if not self.placed and address >> self.layout.shift < FIRST_THREAD_REGION:
            return
        block = self.find(address, 0)
        if block is not None and not block.escaped:
            self._update(replace(block, escaped=True))


def _base(block: Block) -> int:
    return block.base


__all__ = ["Block", "Fault", "Layout", "Memory"]
