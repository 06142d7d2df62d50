"""Cut points: where other threads may step in, and heads of loops

A block between two cut points does at most one thing that other threads can notice, at its beginning.  A test that ends
the execution if it fails (an Assume, an Exit) stands in the same block only if nothing of the block could have been
noticed before: others may still see what came before it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import KeysView

from heddle.core.instr import Assume, AtomicBegin, Create, Declare, Exit, Free, Join, Read, Rmw, Write
from heddle.proofs.code import Code
from heddle.proofs.ownership import Ownership


class Visibility:
    """Which positions of each template other threads can notice, or are affected by others."""

    def __init__(self, own: Ownership) -> None:
        self.own, self.ranges, self.codes = own, own.ranges, own.codes
        self.readers: dict[object, set[int]] = defaultdict(set)
        self.writers: dict[object, set[int]] = defaultdict(set)
        for code in self.codes:
            for i in self.ranges.at[code.index]:
                if i < code.end and not self.is_alone(code, i):
                    reads, writes = self.touched(code, i)
                    for places, where in ((reads, self.readers), (writes, self.writers)):
                        for place in places:
                            where[place] |= {code.index, -code.index - 1} if code.many else {code.index}

    def is_alone(self, code: Code, i: int) -> bool:
        return code.index == 0 and i in self.own.alone

    def touched(self, code: Code, i: int) -> tuple[set[object], set[object]]:
        """What the instruction reads and writes of memory that others may use: addresses, names of mortal objects."""
        x, own = code.body[i], self.own
        reads: set[object] = set()
        writes: set[object] = set()
        match x:
            case Read() | Write() | Rmw():
                for a in self.ranges.targets.get((code.index, i), ()):
                    if own.name_at(a) in own.mortal:
                        reads.add(own.name_at(a))
                    if own.is_followed(a) and own.owner(a) is None:
                        if not isinstance(x, Write):
                            reads.add(a)
                        if not isinstance(x, Read):
                            writes.add(a)
            case Free():
                ended = own.freed(code, i) & own.mortal
                reads |= ended
                writes |= ended
            case Declare() if x.obj.name in own.mortal:
                writes.add(x.obj.name)
        if isinstance(x, Declare):
            low = own.layout.base[x.obj.name]
            writes |= {a for a, _ in self.ranges.memory if low <= a < low + x.obj.type.size
                       and own.is_followed(a) and own.owner(a) is None}  # fmt: skip
        return reads, writes

    def is_visible(self, code: Code, i: int) -> bool:
        x = code.body[i]
        if isinstance(x, Join):
            return bool(self.joined(code, i))
        if self.is_alone(code, i):
            return False
        reads, writes = self.touched(code, i)
        me = {code.index}
        return any(self.writers[p] - me for p in reads) or any((self.writers[p] | self.readers[p]) - me for p in writes)

    def joined(self, code: Code, i: int) -> tuple[int, ...]:
        """The single template that the Join at ``i`` waits for; nothing if that is not known: then it does not wait."""
        x = code.body[i]
        assert isinstance(x, Join)
        value = self.ranges.evaluators[code.index].value(x.thread, self.ranges.at[code.index][i])
        index = value.single
        if index is None or not 0 < index < len(self.codes) or self.codes[index].many:
            return ()
        return (index,)


def cut_points(code: Code, visibility: Visibility, needless: frozenset[int] = frozenset()) -> frozenset[int]:
    reach = visibility.ranges.at[code.index]
    outside = (i for i in reach if i < code.end and code.depth[i] == 0)
    cuts = {0, code.end} | {i for i in outside if _begins_step(code, i, visibility)}
    _cut_before_tests(code, cuts, visibility)
    cuts -= needless
    _cut_cycles(code, cuts, reach.keys())
    return frozenset(i for i in cuts if i in reach or i in (0, code.end))


def _begins_step(code: Code, i: int, visibility: Visibility) -> bool:
    if isinstance(code.body[i], AtomicBegin):
        inside = [j for j in code.section(i) if j in visibility.ranges.at[code.index]]
        return any(isinstance(code.body[j], (Assume, Exit)) or visibility.is_visible(code, j) for j in inside)
    return visibility.is_visible(code, i)


def _cut_before_tests(code: Code, cuts: set[int], visibility: Visibility) -> None:
    """Cuts between what others can notice and a later test that may end the execution."""
    at = visibility.ranges.at[code.index]
    noticed = [i for i in at if i < code.end and (isinstance(code.body[i], Create) or _is_written(code, i, visibility))]
    work, seen = [j for i in noticed for j in code.successors[i]], set()
    while work:
        i = work.pop()
        if i in seen or i not in at or (i in cuts and code.depth[i] == 0):
            continue
        seen.add(i)
        if i < code.end:
            if code.depth[i] == 0 and isinstance(code.body[i], (Assume, Exit)):
                cuts.add(i)
                continue
            work += code.successors[i]


def _is_written(code: Code, i: int, visibility: Visibility) -> bool:
    return not visibility.is_alone(code, i) and bool(visibility.touched(code, i)[1])


def _cut_cycles(code: Code, cuts: set[int], reached: KeysView[int]) -> None:
    """Every cycle of what is reached at all goes through a cut point: where a walk comes back to where it is."""
    state: dict[int, int] = {}
    for root in sorted(cuts):
        stack = [(root, iter(code.successors[root]))]
        state[root] = 1
        while stack:
            i, rest = stack[-1]
            j = next(rest, None)
            if j is None:
                state[i] = 2
                stack.pop()
            elif j in cuts or j not in reached:
                continue
            elif state.get(j) == 1:
                cuts.add(j)
            elif j not in state:
                state[j] = 1
                stack.append((j, iter(code.successors[j])))


__all__ = ["Visibility", "cut_points"]
