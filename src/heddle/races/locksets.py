"""Locks that are surely held: where two accesses have one in common, they cannot race.

Only locks that are global objects, or members of such, count, and only those that nobody gives back without holding
them, makes anew, or writes over while there are other threads.
"""

from __future__ import annotations

import re

from heddle.core.expr import AddressOf, Cast, Expr, MemoryObject
from heddle.core.instr import AnyInstr, Branch, Call, Goto, Label
from heddle.core.program import Function, Program
from heddle.core.walk import constant_offset
from heddle.passes.liveness import ENDS
from heddle.races.accesses import Access, Accesses

Lock = tuple[str, int, int]
"""A global object, and where in it the lock begins and ends."""
Held = frozenset[Lock]

TAKES = re.compile(r"pthread_(mutex_lock|rwlock_wrlock|spin_lock)|mtx_lock|spin_lock")
GIVES = re.compile(r"pthread_(mutex|rwlock|spin)_unlock|mtx_unlock|spin_unlock")
WAITS = re.compile(r"(pthread_cond|cnd)_(timed|clock)?wait")
"""They give the lock of their second argument back, and take it again."""
UNMAKES = re.compile(r"(pthread_(mutex|rwlock|spin)|mtx)_(init|destroy)|spin_lock_init")
TRIES = re.compile(r"(pthread_(mutex|rwlock|spin)|mtx|spin)_(try|timed|clock)(rd|wr)?lock|pthread_rwlock_rdlock")


class LockSets:
    def __init__(self, program: Program, accesses: Accesses) -> None:
        self.program, self.accesses = program, accesses
        self._callees = accesses.effects.callees
        self._unsure: set[Lock] = set()
        self._lost: dict[str, Held | None] = {}
        """What a call may give back; None: any lock."""
        self._before: dict[str, Held | None] = dict.fromkeys(program.functions)
        """What is held wherever a function is called; None: it is not called."""
        self._at: dict[int, Held] = {}
        if any(TAKES.fullmatch(f.name) and f.library for f in program.functions.values()):
            self._solve()

    def held(self, access: Access) -> Held:
        return self._at.get(access.instr.uid, frozenset()) - self._unsure

    # --- what calls do ----------------------------------------------------------------------------------------------

    def _solve(self) -> None:
        self._find_lost()
        pending = list(self.accesses.threads.roots)
        for root in pending:
            self._before[root] = frozenset()
        while pending:
            name = pending.pop()
            for callee, held in self._flow(self.program.functions[name]):
                known = self._before[callee]
                new = held if known is None else known & held
                if new != known:
                    self._before[callee] = new
                    pending.append(callee)
        self._find_unsure()

    def _find_lost(self) -> None:
        """By a fixed point: starting from nothing lost."""
        lost: dict[str, Held | None] = dict.fromkeys(self.program.functions, frozenset())
        changed = True
        while changed:
            changed = False
            for function in self.program.functions.values():
                new = lost[function.name]
                for x in function.body:
                    new = _both(new, self._lost_by(x, lost))
                if new != lost[function.name]:
                    lost[function.name], changed = new, True
        self._lost = lost

    def _lost_by(self, x: AnyInstr, lost: dict[str, Held | None]) -> Held | None:
        if not isinstance(x, Call):
            return frozenset()
        result: Held | None = frozenset()
        for callee in self._callees.get(x.uid, ()):
            if self._is(GIVES, callee):
                lock = lock_of(x.args[0])
                result = _both(result, None if lock is None else frozenset({lock}))
            elif not any(self._is(known, callee) for known in (TAKES, WAITS, TRIES)):
                result = _both(result, lost[callee])
        return result

    def _is(self, pattern: re.Pattern[str], callee: str) -> bool:
        return self.program.functions[callee].library and pattern.fullmatch(callee) is not None

    # --- through a function -----------------------------------------------------------------------------------------

    def _flow(self, function: Function) -> list[tuple[str, Held]]:
        """Sets what is held at each instruction; the calls, each with what is held there."""
        entry = self._before[function.name]
        assert entry is not None
        at: dict[str, Held] = {}
        while True:
            before = dict(at)
            calls = self._sweep(function, entry, at)
            if before == at:
                return calls

    def _sweep(self, function: Function, held: Held | None, at: dict[str, Held]) -> list[tuple[str, Held]]:
        calls = []
        for x in function.body:
            if isinstance(x, Label) and x.name in at:
                held = at[x.name] if held is None else held & at[x.name]
            if held is None:
                continue
            self._at[x.uid] = held
            if isinstance(x, (Goto, Branch)):
                at[x.label] = held & at.get(x.label, held)
            if isinstance(x, ENDS):
                held = None
            elif isinstance(x, Call):
                calls += [(callee, held) for callee in self._callees.get(x.uid, ())]
                held = self._called(x, held)
        return calls

    def _called(self, x: Call, held: Held) -> Held:
        lost = self._lost_by(x, self._lost)
        held = frozenset() if lost is None else held - lost
        callees = self._callees.get(x.uid, [])
        if len(callees) == 1 and self._is(TAKES, callees[0]):
            lock = lock_of(x.args[0])
            return held if lock is None else held | {lock}
        return held

    # --- locks that are none ----------------------------------------------------------------------------------------

    def _find_unsure(self) -> None:
        for function in self.program.functions.values():
            for x in function.body:
                if isinstance(x, Call) and not function.library:
                    for callee in self._callees.get(x.uid, ()):
                        self._doubt(function, x, callee)
        locks = {lock for held in self._at.values() for lock in held}
        for access in self.accesses.found:
            if access.is_write and self._has_company(access.function, access.instr):
                self._unsure |= {
                    (name, low, high) for name, low, high in locks if name in access.extents
                    and access.extents[name][0] < high and low < access.extents[name][1]
                }  # fmt: skip

    def _doubt(self, function: Function, x: Call, callee: str) -> None:
        """Locks that this call gives back though they may not be held, or makes anew."""
        unmade = self._is(UNMAKES, callee)
        waits = self._is(WAITS, callee)
        if not waits and not self._is(GIVES, callee) and not (unmade and self._has_company(function.name, x)):
            return
        arg = x.args[1 if waits else 0]
        lock = lock_of(arg)
        if lock is not None and not unmade and lock in self._at.get(x.uid, frozenset({lock})):
            return
        objects = {name for _, name in self.accesses.points_to.pointees(function.name, arg)}
        known = {lock for held in self._at.values() for lock in held}
        self._unsure |= {other for other in known if other == lock or (lock is None and other[0] in objects)}

    def _has_company(self, function: str, x: AnyInstr) -> bool:
        """Whether there may be other threads."""
        return self.accesses.threads.has_company(function, x)


def lock_of(e: Expr) -> Lock | None:
    """The lock that a pointer surely leads to."""
    while isinstance(e, Cast):
        e = e.arg
    if not isinstance(e, AddressOf) or not isinstance(e.place.base, MemoryObject) or e.place.base.kind != "global":
        return None
    offset = constant_offset(e.place)
    return None if offset is None else (e.place.base.name, offset, offset + e.place.type.size)


def _both(one: Held | None, other: Held | None) -> Held | None:
    return None if one is None or other is None else one | other


__all__ = ["LockSets"]
