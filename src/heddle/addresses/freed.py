"""Where a program can tell that a freed block is given out again: the one place that decides what to do about it.

A block's address may be that of a block that was freed before.  Who uses the old pointer uses freed memory, which is
looked for anyway; what is left is comparing it (``==``, compare-and-exchange, numbers made of it) with the pointer to
the new block.  Programs that compare no such pointers, but with null, see no difference, nor do those that allocate
nothing any more when they free (:mod:`heddle.addresses.last_frees`).  For the others engines either give blocks out
again (:mod:`heddle.symbolic.reuse`, ``--reuse-freed``) or name it as a cut.
"""

from __future__ import annotations

from collections.abc import Sequence

from heddle.addresses.flow import ADDRESS, PIECE, Flow, Labelled, Operand
from heddle.addresses.last_frees import frees_come_last
from heddle.addresses.observed import may_observe
from heddle.addresses.sights import BLOCK, Sights, sight_of_blocks
from heddle.core.expr import COMPARISONS, Binary, Const, Expr, Local, Place
from heddle.core.instr import DATA_RACE, GHOST, AnyInstr, Assert, Cut, Free, Malloc, Read, is_about_addresses
from heddle.core.parts import all_parts
from heddle.core.program import BoundedProgram, Function, Program
from heddle.core.types import PointerType
from heddle.passes.points_to import Target
from heddle.records import replace

NOT_AGAIN, OPTION = "freed blocks given out again: pointers to them are compared", "--reuse-freed"
IN_PLACE = "blocks that realloc leaves where they are: pointers to them are compared"


class FreedBlocks:
    """What is to be done in the unfoldings of a program; ``reuse``: the user wants freed blocks given out again."""

    def __init__(self, program: Program, reuse: bool) -> None:
        self.reuse = reuse
        self._sites = stale_comparisons(program)
        self._moves = "realloc" in program.functions

    def prepared(self, bounded: BoundedProgram) -> BoundedProgram:
        if not self.reuse:
            return replace(bounded, stale=[Cut(NOT_AGAIN, OPTION, loc=x.loc) for x in self._sites])
        in_place = [Cut(IN_PLACE, "", loc=x.loc) for x in self._sites] if self._moves else []
        return replace(bounded, reuse_freed=True, one_layout=[*bounded.one_layout, *in_place])


def stale_comparisons(program: Program) -> list[AnyInstr]:
    """The user's instructions that may compare a pointer to a freed block with that to a newer one."""
    return list(stale(program).instrs.values())


def stale(program: Program) -> Sights:
    """These instructions, and what they compare."""
    found = _stale(program)
    return Sights() if found is None else found.found


def worth_giving(program: Program) -> frozenset[int]:
    """The allocations (by uid) of which it matters whether they give freed blocks again: pointers to what they give are
    compared there."""
    found = _stale(program)
    return frozenset() if found is None else frozenset(int(name) for _, name in found.compared)


def _stale(program: Program) -> _Stale | None:
    body = [x for f in program.functions.values() for x in f.body]
    if not any(isinstance(x, Free) for x in body) or not any(isinstance(x, Malloc) for x in body):
        return None
    if not may_observe(program) and not any(_compares(f, program) for f in program.functions.values()):
        return None
    found = _Stale(program)
    found.run()
    return None if found.found.instrs and frees_come_last(program) else found


class _Stale(Flow):
    def __init__(self, program: Program) -> None:
        self.found = Sights()
        self.compared: set[Target] = set()
        """The blocks that pointers lead to which are compared there."""
        self._freed: set[Target] = set()
        self._is_done = self._in_library = False
        self._looked_at = {f.name: looked_at(f) for f in program.functions.values() if not f.library}
        super().__init__(program)

    def run(self) -> None:
        for function in self.program.functions.values():
            for x in function.body:
                if isinstance(x, Free):
                    self._freed |= self.visit_targets(function.name, x.pointer)
        self._is_done = True
        for function in self.program.functions.values():
            self._in_library = function.library
            for x in function.body:
                self.look(function.name, x)

    def visit(self, function: str, e: Expr) -> Labelled:
        if self._is_done and not self._in_library and _may_tell(e, self._looked_at.get(function, set())):
            assert isinstance(e, Binary)
            sides = [(super(_Stale, self).visit(function, side)[0], side, side) for side in (e.left, e.right)]
            blocks = [self._blocks(function, side) if labels else set() for labels, side, _ in sides]
            if all(blocks):
                self._note(blocks[0] | blocks[1], BLOCK, sides)
        return super().visit(function, e)

    def observe(
        self, function: str, operands: Sequence[Operand], seen: bool, operation: Expr | None = None
    ) -> list[Expr]:
        shown = PIECE if self._in_library else ADDRESS
        if self._is_done:
            addresses = [e for labels, e, _ in operands if labels & shown]
            blocks = {block for e in addresses for block in self._blocks(function, e)}
            self._note(blocks, sight_of_blocks(operation, operands), operands)
        return super().observe(function, operands, seen, operation)

    def _blocks(self, function: str, e: Expr) -> set[Target]:
        return {target for target in self.visit_targets(function, e) if target[0] == "heap"}

    def _note(self, compared: set[Target], sight: str, operands: Sequence[Operand]) -> None:
        assert self.instr is not None
        is_check = isinstance(self.instr, Assert) and self.instr.kind == DATA_RACE
        if compared & self._freed and not is_check:
            self.found.instrs[self.instr.uid] = self.instr
            self.found.add(self.instr, sight, operands)
            self.compared |= compared


def _compares(function: Function, program: Program) -> bool:
    """Whether a function of the user's compares what may be two pointers; quickly."""
    bits, ghosts = program.data_model.pointer_bits, looked_at(function)
    return not function.library and any(
        isinstance(part, Binary) and _may_tell(part, ghosts)
        and not isinstance(part.left, Const) and not isinstance(part.right, Const)
        and (isinstance(part.left.type, PointerType) or part.left.type.bits == bits)
        for x in function.body if not is_about_addresses(x) for part in all_parts(x)
    )  # fmt: skip


def looked_at(function: Function) -> set[str]:
    """The variables in which a property's own code has what it has read."""
    return {x.dst.name for x in function.body if isinstance(x, Read) and x.order == GHOST}


def _may_tell(e: Expr | Place, ghosts: set[str]) -> bool:
    """Whether the program may learn something from a comparison: not from one that a property's own code makes."""
    if not isinstance(e, Binary) or e.op not in COMPARISONS:
        return False
    return not any(isinstance(side, Local) and side.name in ghosts for side in (e.left, e.right))


__all__ = ["IN_PLACE", "NOT_AGAIN", "OPTION", "FreedBlocks", "stale", "stale_comparisons", "worth_giving"]
