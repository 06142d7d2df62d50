"""Load-exclusive and store-exclusive: ``ldxr … stxr`` is one read-modify-write.

Between the two only registers change, so everything up to the store is a function of the value loaded: all paths from
the load are followed, and those that reach the store say what is written, and when.  A store-exclusive that succeeds
writes right after its load in the order of writes to the location: an atomic step.

It may also fail for no reason.  If the failure only leads back to before the load, with nothing changed that is looked
at again, that attempt might as well not have happened: such failures are left out.  Others are an input.
"""

from __future__ import annotations

import re

from heddle.core.expr import Const, Expr, Local
from heddle.core.instr import MAY_FAIL, Source
from heddle.core.types import INT, IntType
from heddle.frontend import values
from heddle.frontend.assembly.aarch64.compute import PURE, condition_of, effects, jump
from heddle.frontend.assembly.aarch64.operands import Operands, Registers
from heddle.frontend.assembly.block import Block, View
from heddle.frontend.assembly.halves import MARK
from heddle.frontend.assembly.template import Instruction, UnknownAssembly
from heddle.frontend.lowering import Memory
from heddle.records import dataclass, field, replace

STORE_EXCLUSIVE = re.compile(r"st(l?)xr([bh]?)")
LOAD_EXCLUSIVE = re.compile(r"ld(a?)xr([bh]?)")
_SILENT = ("nop", "prfm", "prfum", "yield")
_MAX_PATHS = 16
_FLAGS = "flags"


@dataclass(frozen=True, slots=True)
class Path:
    """A way from the load: what it leaves in registers and flags, and when it is taken."""

    at: int
    test: Expr
    registers: dict[str, Expr] = field(default_factory=dict)
    flags: dict[str, Expr] = field(default_factory=dict)
    stored: Expr | None = None
    status: View | None = None
    releases: bool = False


class _Along:
    """Registers as a path has left them."""

    def __init__(self, block: Block, path: Path) -> None:
        self.b, self.path = block, path

    def get(self, view: View) -> Expr:
        if view.key == "zr":
            return Const(0, IntType(view.bits, False))
        if view.key in self.path.registers:
            return values.cast(self.path.registers[view.key], IntType(view.bits, False))
        return self.b.unsigned(view)

    def flag(self, name: str) -> Expr:
        return self.path.flags.get(name, self.b.flags[name])


def load_exclusive(block: Block, operands: Operands, i: Instruction, bits: int) -> None:
    walk = _Walk(block, operands, i, bits)
    memory, _ = operands.memory(i.operands[1])
    may_fail = walk.find_visible_failure()
    success = block.f.nondet(INT, MAY_FAIL, Source.TRUTH) if may_fail else None
    acquires = i.mnemonic.startswith("lda")

    def change(old: Expr) -> tuple[Expr, Expr | None]:
        walk.follow(old)
        storing = [p for p in walk.done if p.stored is not None]
        if not storing:
            return old, Const(0, INT)
        value = storing[-1].stored
        test = storing[-1].test
        assert value is not None
        for path in storing[-2::-1]:
            assert path.stored is not None
            value = values.condition(path.test, path.stored, value)
            test = values.logical("||", path.test, test)
        if success is not None:
            test = values.logical("&&", success, test)
        return value, None if isinstance(test, Const) and test.value else test

    order = {(False, False): "relaxed", (True, False): "acquire", (False, True): "release", (True, True): "acq_rel"}[
        acquires, walk.releases
    ]
    failure = "acquire" if acquires else "relaxed"
    if walk.reaches_store:
        block.modify(memory, bits, change, order, failure)
    else:
        half = f"{MARK}{failure}" if isinstance(memory, Memory) else failure
        walk.follow(values.cast(block.read(memory, bits, half), IntType(bits, False)))
    _continue(block, walk.done, success)


def store_exclusive(block: Block, operands: Operands, i: Instruction) -> None:
    """One whose load is in another statement; what it gives is its status."""
    found = STORE_EXCLUSIVE.fullmatch(i.mnemonic)
    if found is None or len(i.operands) != 3:
        raise UnknownAssembly(f"instruction '{i.text}'")
    status, source = operands.view(i.operands[0]), operands.view(i.operands[1])
    bits = {"b": 8, "h": 16, "": source.bits}[found[2]]
    memory, _ = operands.memory(i.operands[2])
    if not isinstance(memory, Memory):
        raise UnknownAssembly("a store-exclusive to a variable that no other thread can see")
    stored = Registers(block).get(View(source.key, bits))
    failed = block.store_half(memory, bits, stored, MARK + ("release" if found[1] else "relaxed"))
    if status.key != "zr":
        block.put(status, values.cast(failed, IntType(status.bits, False)))


def _continue(block: Block, paths: list[Path], success: Local | None) -> None:
    """Sets registers and flags as the path taken says, and goes on where it ends."""
    f = block.f
    for number, path in enumerate(paths):
        other = f.new_label("path")
        if number < len(paths) - 1:
            f.branch(values.negation(path.test), other)
        registers = [(key, block.keep(value)) for key, value in path.registers.items()]
        flags = [(name, block.keep(value)) for name, value in path.flags.items() if name in block.flags]
        for key, value in registers:
            block.put(View(key, 64), value)
        for name, value in flags:
            block.set_flag(name, value)
        if path.status is not None and path.status.key != "zr":
            failed = values.negation(success) if success is not None else Const(0, INT)
            block.put(path.status, values.cast(failed, IntType(path.status.bits, False)))
        retried = path.stored is not None and success is None  # the jump back after the store is not taken
        f.goto(block.label_of(path.at + 1 if retried else path.at))
        f.label(other)


class _Walk:
    def __init__(self, block: Block, operands: Operands, load: Instruction, bits: int) -> None:
        self.b, self.operands, self.load, self.bits = block, operands, load, bits
        self.start = block.at
        self.place = operands.place_of(load.operands[1])
        self.target = operands.view(load.operands[0])
        self.done: list[Path] = []
        stores = [i for i in self._reachable() if STORE_EXCLUSIVE.fullmatch(i.mnemonic)]
        self.reaches_store = bool(stores)
        self.releases = any(i.mnemonic.startswith("stl") for i in stores)
        if any(i.mnemonic.startswith("stl") != self.releases for i in stores):
            raise UnknownAssembly("store-exclusives of different orders")

    # --- following paths --------------------------------------------------------------------------------------------

    def follow(self, old: Expr) -> None:
        whole = values.cast(old, IntType(64, False))
        start = {self.target.key: whole} if self.target.key != "zr" else {}
        pending = [Path(self.start + 1, Const(1, INT), start)]
        while pending:
            if len(pending) + len(self.done) > _MAX_PATHS:
                raise UnknownAssembly("with too many paths between load-exclusive and store-exclusive")
            pending.extend(self._step(pending.pop()))

    def _step(self, path: Path) -> list[Path]:
        """One instruction further; a path that ends goes to ``done``."""
        code = self.b.code.instructions
        i = code[path.at] if self.start < path.at < len(code) else None
        outer, self.b.at = self.b.at, path.at
        try:
            if i is None or not self._is_followed(i):
                self.done.append(self._stored(path, i))
                return []
            if i.mnemonic in _SILENT:
                return [replace(path, at=path.at + 1)]
            reader = _Along(self.b, path)
            if i.mnemonic in PURE:
                return [self._computed(path, i, reader)]
            found = jump(self.operands, reader, i)
            if found is None:
                raise UnknownAssembly(f"instruction '{i.text}'")
            return self._branched(path, *found)
        finally:
            self.b.at = outer

    def _computed(self, path: Path, i: Instruction, reader: _Along) -> Path:
        found = effects(self.operands, reader, i)
        registers = dict(path.registers)
        if found.target is not None and found.value is not None and found.target.key != "zr":
            registers[found.target.key] = values.cast(found.value, IntType(64, False))
        return replace(path, at=path.at + 1, registers=registers, flags={**path.flags, **found.flags})

    def _branched(self, path: Path, test: Expr, label: str) -> list[Path]:
        to = self.b.code.target(label, path.at)
        if to is None:
            raise UnknownAssembly(f"jump to '{label}'")
        test = values.truth(test)
        ways = [(test, to), (values.negation(test), path.at + 1)]
        return [
            replace(path, at=at, test=values.logical("&&", path.test, condition)) for condition, at in ways
            if not values.is_constant(condition, 0)
        ]

    def _is_followed(self, i: Instruction) -> bool:
        return i.mnemonic in PURE or i.mnemonic in _SILENT or _is_jump(i)

    def _stored(self, path: Path, i: Instruction | None) -> Path:
        found = STORE_EXCLUSIVE.fullmatch(i.mnemonic) if i is not None else None
        if found is None or i is None:
            return path
        same_place = len(i.operands) == 3 and self.operands.place_of(i.operands[2]) == self.place
        if not same_place or self.place[0] in path.registers:
            raise UnknownAssembly(f"'{i.text}' to another place than '{self.load.text}'")
        status, source = self.operands.view(i.operands[0]), self.operands.view(i.operands[1])
        if {"b": 8, "h": 16, "": source.bits}[found[2]] != self.bits:
            raise UnknownAssembly(f"'{i.text}' of another size than '{self.load.text}'")
        stored = _Along(self.b, path).get(View(source.key, self.bits))
        return replace(path, at=path.at + 1, stored=stored, status=status)

    # --- what happens when a store-exclusive fails ------------------------------------------------------------------

    def _reachable(self) -> list[Instruction]:
        """The instructions after the load, up to the store-exclusives."""
        seen: set[int] = set()
        pending, found = [self.start + 1], []
        while pending:
            at = pending.pop()
            if at in seen or not self.start < at < len(self.b.code.instructions):
                continue
            seen.add(at)
            i = self.b.code.instructions[at]
            found.append(i)
            if self._is_followed(i):
                pending += _successors(self.b, at)
        return found

    def find_visible_failure(self) -> bool:
        """Whether some store-exclusive's failure leads elsewhere than back to the load."""
        code = self.b.code.instructions
        stores = [at for at, i in enumerate(code) if any(i is s for s in self._reachable())
                  and STORE_EXCLUSIVE.fullmatch(i.mnemonic)]
        return any(not self._retries(at) for at in stores)

    def _retries(self, store: int) -> bool:
        """Whether ``cbnz status, back`` follows, and nothing that the attempt changed matters there."""
        code = self.b.code.instructions
        after = code[store + 1] if store + 1 < len(code) else None
        if after is None or after.mnemonic != "cbnz" or len(after.operands) != 2:
            return False
        if self.operands.view(after.operands[0]).key != self.operands.view(code[store].operands[0]).key:
            return False
        back = self.b.code.target(after.operands[1], store + 1)
        if back is None or back > self.start:
            return False
        before = code[back : self.start]
        if not all(i.mnemonic in PURE or i.mnemonic in _SILENT for i in before):
            return False
        changed = _changed(self.operands, code[back : store + 1])
        arbitrary = self.b.unset_outputs() - _changed(self.operands, code[:back])
        return not changed & (_live(self.b, self.operands)[back] - arbitrary)


def _changed(operands: Operands, code: list[Instruction]) -> set[str]:
    return {key for i in code for key in _uses_and_changes(operands, i)[1]}


def _is_jump(i: Instruction) -> bool:
    return i.mnemonic in ("b", "cbz", "cbnz", "tbz", "tbnz") or (i.mnemonic[0] == "b" and condition_of(i) is not None)


def _successors(block: Block, at: int) -> list[int]:
    i = block.code.instructions[at]
    if not _is_jump(i):
        return [at + 1]
    to = block.code.target(i.operands[-1], at)
    if to is None:
        raise UnknownAssembly(f"jump to '{i.operands[-1]}'")
    return [to] if i.mnemonic == "b" else [to, at + 1]


def _uses_and_changes(operands: Operands, i: Instruction) -> tuple[set[str], set[str]]:
    """The registers (and "flags") that an instruction looks at, and those that it sets whatever they were."""
    keys = [key for text in i.operands if (key := _key(operands, text)) is not None]
    first = {keys[0]} if keys and _key(operands, i.operands[0]) is not None else set()
    uses_flags = {_FLAGS} if condition_of(i) is not None else set()
    if i.mnemonic in ("cmp", "cmn", "tst"):
        return set(keys), {_FLAGS}
    if i.mnemonic in PURE:
        sets_flags = {_FLAGS} if i.mnemonic in ("adds", "subs", "ands", "bics") else set()
        return set(keys[1:]) | uses_flags, first | sets_flags
    if LOAD_EXCLUSIVE.fullmatch(i.mnemonic) or STORE_EXCLUSIVE.fullmatch(i.mnemonic):
        return set(keys[1:]), first
    return set(keys) | uses_flags, set()


def _key(operands: Operands, text: str) -> str | None:
    """The register in an operand, be it an address."""
    try:
        return operands.view(text).key
    except UnknownAssembly:
        pass
    try:
        return operands.place_of(text)[0]
    except UnknownAssembly:
        return None


def _live(block: Block, operands: Operands) -> list[set[str]]:
    """For each instruction: the registers whose contents before it matter."""
    code = block.code.instructions
    after = {o.key for o in block.operands if o.output and o.key is not None} | set(block.unlisted)
    if any(o.flag is not None for o in block.operands):
        after.add(_FLAGS)
    live: list[set[str]] = [set() for _ in code] + [after]
    changed = True
    while changed:
        changed = False
        for at in reversed(range(len(code))):
            uses, sets = _uses_and_changes(operands, code[at])
            out = set().union(*(live[min(s, len(code))] for s in _successors(block, at)))
            new = uses | (out - sets)
            changed |= new != live[at]
            live[at] = new
    return live
