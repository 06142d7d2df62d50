"""Inlining that keeps loops: a program whose threads have no calls, but still run without bound.

This is unfolding (:mod:`heddle.passes.unfold`) with one difference: a loop stays a loop, a label with jumps back to it,
unless it creates threads.  Those loops are unrolled (UL-CSeq, section 4.1), so that every Create runs at most once and
starts a thread of its own; recursion is bounded in the same way, and what a bound cuts is marked with a ``Cut``.
``Inlined`` says what else holds of the result.
"""

from __future__ import annotations

from collections.abc import Iterator

from heddle.core.instr import AnyInstr, Call, Create, Goto, Label, Location, Malloc, Unsupported, defined
from heddle.core.program import BoundedProgram, Program
from heddle.passes.bounds import UnfoldBounds
from heddle.passes.constant_memory import address_taken_functions
from heddle.passes.fold import Folder
from heddle.passes.loops import Region
from heddle.passes.slice import sliced
from heddle.passes.unfold import Unfolder
from heddle.passes.unfold_thread import Constants, Frame, Start, ThreadUnfolder
from heddle.records import dataclass


@dataclass(slots=True)
class Inlined:
    """``program`` is like a bounded program, except that its threads have loops.

    - A jump back goes to the label of a loop that it stands in; the label says which statement the loop is.
    - Every Create runs at most once, and stands in no loop.  Everything else may run any number of times.
    - A Declare in a loop begins a new life of its object.  Of an allocation (objects named in ``repeated``) there can
      then be many at a time, for which the one object stands: who takes it for one object is wrong.
    """

    program: BoundedProgram
    repeated: frozenset[str]
    many: frozenset[int] = frozenset()
    """Threads that stand for any number of them; only if that was asked for."""


def inline(program: Program, bounds: UnfoldBounds, short: int = 0, many: bool = False) -> Inlined:
    """``bounds`` are for loops that create threads, for recursion and for allocations.

    Loops that are known to end within ``short`` iterations are unrolled too: what they do to arrays is then plain.
    With ``many``, loops that create threads stay loops as well: a Create in one starts any number of threads.
    Raises TooLarge.
    """
    return _Inliner(program, bounds, short, many).inlined()


class _Inliner(Unfolder):
    def __init__(self, program: Program, bounds: UnfoldBounds, short: int, many: bool) -> None:
        super().__init__(program, bounds)
        self.short, self.keeps_creating = short, many
        self.many: set[int] = set()
        self.creating = _creating(program)
        self.repeated: set[str] = set()

    def inlined(self) -> Inlined:
        done = 0
        while done < len(self.starts):
            self.result.threads.append(_ThreadInliner(self, self.starts[done]).run())
            done += 1
        return Inlined(sliced(self.result), frozenset(self.repeated), frozenset(self.many))

    def creates(self, x: AnyInstr) -> bool:
        """Whether an instruction may create a thread, itself or by what it calls."""
        return isinstance(x, Create) or (isinstance(x, Call) and not self.creating.isdisjoint(self.callees(x)))

    def callees(self, x: Call) -> Iterator[str]:
        yield from (x.callee,) if isinstance(x.callee, str) else self.pointed


def _creating(program: Program) -> set[str]:
    """The functions that may create threads; a pointer may be to any function whose address is taken."""
    pointed = address_taken_functions(program)
    found: set[str] = set()

    def creates(x: AnyInstr) -> bool:
        if isinstance(x, Call):
            return not found.isdisjoint((x.callee,) if isinstance(x.callee, str) else pointed)
        return isinstance(x, Create)

    while more := {n for n, f in program.functions.items() if n not in found and any(map(creates, f.body))}:
        found |= more
    return found


@dataclass(slots=True)
class _Mark:
    """How far the walk of a thread has come: what has to be undone if a loop turns out not to be short."""

    instructions: int
    size: int
    reachable: bool
    pending: dict[str, Constants]
    frames: list[tuple[Frame, Frame]]
    """Each open call, and what it was."""
    memory: frozenset[str]
    cuts: int
    unreturned: int
    repeated: frozenset[str]
    starts: int
    many: frozenset[int]


class _ThreadInliner(ThreadUnfolder):
    whole: _Inliner

    def __init__(self, whole: _Inliner, start: Start) -> None:
        super().__init__(whole, start)
        self.kept: set[tuple[int, Region]] = set()
        """Loops that are being walked and stay loops, each in its call."""

    # --- loops ------------------------------------------------------------------------------------------------------

    def loop(self, frame: Frame, region: Region) -> None:
        body = frame.function.body[region.head : region.end + 1]
        if any(self.whole.creates(x) for x in body) and not self.whole.keeps_creating:
            super().loop(frame, region)
        elif not self._is_short(frame, region):
            self._keep(frame, region, body)

    def _is_short(self, frame: Frame, region: Region) -> bool:
        """Unrolls a loop that is known to end soon; leaves no trace if it is not."""
        if not self.whole.short or not region.exits or not self._entered(frame, region):
            return False
        mark = self._mark(frame)
        if self._unroll(frame, region):
            return True
        self._undo(mark)
        return False

    def _unroll(self, frame: Frame, region: Region) -> bool:
        head = frame.function.body[region.head]
        assert isinstance(head, Label)
        after, cuts = f"after_{self.whole.fresh()}", len(self.whole.result.cuts)
        for iteration in range(self.whole.short):
            frame.left.discard(region)
            frame.iterations[region] = iteration
            self.range(frame, region.head, region.end)
            if self.reachable:
                self.leave_loop(after, frame)
            frame.iterations[region] = iteration + 1
            if self.label(frame, head.name, region.head) not in self.pending:
                frame.iterations.pop(region)
                self.place_label(after, frame)
                return len(self.whole.result.cuts) == cuts
            if region in frame.left:
                return False  # it may go on, or not
        return False

    def leave_loop(self, after: str, frame: Frame) -> None:
        self.jump(after, frame.constants)
        self.emit(Goto(after))
        self.reachable = False

    def _entered(self, frame: Frame, region: Region) -> bool:
        """Whether control can come to the loop, at its head or by a jump to a label inside."""
        if self.reachable:
            return True
        labels = ((i, frame.function.body[i]) for i in range(region.head, region.end + 1))
        return any(isinstance(x, Label) and self.label(frame, x.name, i) in self.pending for i, x in labels)

    def _keep(self, frame: Frame, region: Region, body: list[AnyInstr]) -> None:
        """What is known at the head holds in every iteration: nothing of variables that the loop sets."""
        if not self._entered(frame, region):
            return
        head = body[0]
        assert isinstance(head, Label)
        label = self.label(frame, head.name, region.head)
        self.place_label(label, frame)
        known = frame.constants if self.reachable else {}
        changed = {dst.name for x in body if (dst := defined(x)) is not None}
        frame.constants = {name: value for name, value in known.items() if name not in changed}
        self.reachable = True  # by a jump back, if not from above
        if not (self.out and self.out[-1] == Label(label)):
            self.emit(Label(label))
        self.out[-1] = Label(label, head.loop, loc=self.location(frame, region.loc))
        self.kept.add((frame.number, region))
        frame.iterations[region] = 0
        self.range(frame, region.head + 1, region.end)
        del frame.iterations[region]
        self.kept.discard((frame.number, region))
        self.pending.pop(label, None)

    def label(self, frame: Frame, name: str, target: int, source: int | None = None) -> str:
        """A jump back to the head of a loop that stays one goes to the label where it began."""
        region = frame.nest.by_head.get(target)
        is_kept = region is not None and (frame.number, region) in self.kept
        return super().label(frame, name, target, None if is_kept else source)

    # --- what loops change ------------------------------------------------------------------------------------------

    def malloc(self, frame: Frame, x: Malloc, loc: Location) -> None:
        before = set(self.whole.result.memory)
        super().malloc(frame, x, loc)
        if self.kept or self.start.index in self.whole.many:
            self.whole.repeated |= set(self.whole.result.memory) - before

    def create(self, frame: Frame, x: Create, loc: Location) -> None:
        if self.whole.keeps_creating:
            before = len(self.whole.starts)
            super().create(frame, x, loc)
            if self.kept or self.start.index in self.whole.many:
                self.whole.many.update(range(before, len(self.whole.starts)))
                frame.constants.pop(x.dst.name, None)
        elif self.kept:  # the scan for loops that create threads has missed one
            self.emit(Unsupported("threads created in a loop that is not unrolled", loc=loc))
            self.reachable = False
        else:
            super().create(frame, x, loc)

    def folder(self, frame: Frame) -> Folder:
        folder = super().folder(frame)
        if self.start.index in self.whole.many:
            folder.thread = None  # its identifier is not known
        return folder

    # --- there and back ---------------------------------------------------------------------------------------------

    def _mark(self, frame: Frame) -> _Mark:
        whole = self.whole
        return _Mark(
            len(self.out), whole.size, self.reachable, {k: dict(v) for k, v in self.pending.items()},
            [(f, _copied(f)) for f in frame.calls()], frozenset(whole.result.memory), len(whole.result.cuts),
            len(self.unreturned), frozenset(whole.repeated), len(whole.starts), frozenset(whole.many),
        )  # fmt: skip

    def _undo(self, mark: _Mark) -> None:
        result = self.whole.result
        del self.out[mark.instructions :], result.cuts[mark.cuts :], self.unreturned[mark.unreturned :]
        self.whole.size, self.reachable, self.pending = mark.size, mark.reachable, mark.pending
        for name in [n for n in result.memory if n not in mark.memory]:
            del result.memory[name]
            result.sizes.pop(name, None)
        self.whole.repeated, self.whole.many = set(mark.repeated), set(mark.many)
        del self.whole.starts[mark.starts :]
        for frame, was in mark.frames:
            frame.constants, frame.objects, frame.iterations = was.constants, was.objects, was.iterations
            frame.left, frame.returned = was.left, was.returned


def _copied(f: Frame) -> Frame:
    return Frame(f.function, f.number, f.caller, f.shown, f.dst, f.nest, dict(f.constants), dict(f.objects), f.position,
                 dict(f.iterations), set(f.left), list(f.returned))  # fmt: skip


__all__ = ["Inlined", "inline"]
