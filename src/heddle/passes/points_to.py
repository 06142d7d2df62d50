"""What pointers can point to, over the whole program: flow-insensitive, an object is one thing (Andersen)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from heddle.core.expr import AddressOf, Expr, FunctionAddress, Local, MemoryObject, Place
from heddle.core.instr import (
    AnyInstr,
    Assign,
    Call,
    Create,
    Join,
    Malloc,
    Read,
    Return,
    Rmw,
    ThreadExit,
    Write,
)
from heddle.core.parts import parts
from heddle.core.program import Function, Program

# What can hold an address: ("local", function, name), ("memory", object), ("return", function), ESCAPED, …
Holder = tuple[str, ...]
# What an address can be of: ("object", name), ("heap", uid), ("function", name).
Target = tuple[str, str]

ESCAPED: Holder = ("escaped",)
"""What threads can tell each other: what globals hold, what a new thread is given, what one returns, and all that can
be reached from there."""


class PointsTo:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.holds: dict[Holder, set[Target]] = defaultdict(set)
        self._flows: dict[Holder, set[Holder]] = defaultdict(set)
        self._loads: dict[Holder, set[Holder]] = defaultdict(set)
        self._stores: dict[Holder, set[Holder]] = defaultdict(set)
        self._calls: dict[Holder, list[tuple[str, Call | Create]]] = defaultdict(list)
        self._pending: dict[Holder, set[Target]] = {}
        self._constants = 0
        self._load(ESCAPED, ESCAPED)
        for obj in program.memory.values():
            for _, _, value in obj.init:
                self._pass("", value, ("memory", obj.name))
            if obj.kind == "global":
                self._flow(("memory", obj.name), ESCAPED)
        for function in program.functions.values():
            for x in function.body:
                self._instruction(function.name, x)
        self._solve()

    # --- what was found

    def pointees(self, function: str, e: Expr) -> set[Target]:
        """What the value of an expression can point to: arithmetic keeps it."""
        targets, holders = _sources(function, e)
        found = set(targets)
        for holder in holders:
            found |= self.holds.get(holder, set())
        return found

    def objects(self, function: str, place: Place) -> Iterator[str]:
        """The names of the objects (of an allocation, its number) that an access can go to."""
        if isinstance(place.base, MemoryObject):
            yield place.base.name
        else:
            yield from (name for kind, name in self.pointees(function, place.base) if kind != "function")

    def callees(self, function: str, callee: str | Expr) -> Iterator[Function]:
        if isinstance(callee, str):
            yield self.program.functions[callee]
            return
        for kind, name in sorted(self.pointees(function, callee)):
            if kind == "function":
                yield self.program.functions[name]

    # --- constraints

    def _instruction(self, name: str, x: AnyInstr) -> None:
        match x:
            case Assign():
                self._pass(name, x.value, ("local", name, x.dst.name))
            case Malloc():
                self._add(("local", name, x.dst.name), {("heap", str(x.uid))})
            case Read() | Rmw() | Write():
                self._access(name, x)
            case Return() | ThreadExit():
                if x.value is not None:
                    self._pass(name, x.value, ("return", name))
                    if isinstance(x, ThreadExit):
                        self._pass(name, x.value, ESCAPED)
            case Call() | Create():
                self._call(name, x)
            case Join():
                if x.dst is not None:
                    self._flow(ESCAPED, ("local", name, x.dst.name))

    def _access(self, name: str, x: Read | Rmw | Write) -> None:
        base = x.place.base
        targets, holders = ({("object", base.name)}, set()) if isinstance(base, MemoryObject) else _sources(name, base)
        if not isinstance(x, Write):
            dst: Holder = ("local", name, x.dst.name)
            for _, target in targets:
                self._flow(("memory", target), dst)
            for holder in holders:
                self._load(holder, dst)
        if not isinstance(x, Read):
            source = self._value(name, x.value)
            if source is not None:
                for _, target in targets:
                    self._flow(source, ("memory", target))
                for holder in holders:
                    self._store(holder, source)

    def _value(self, name: str, e: Expr) -> Holder | None:
        """Something that holds what an expression can point to; None if that is nothing."""
        targets, holders = _sources(name, e)
        if not targets and len(holders) < 2:
            return next(iter(holders), None)
        self._constants += 1
        holder: Holder = ("value", str(self._constants))
        self._pass(name, e, holder)
        return holder

    def _call(self, name: str, x: Call | Create) -> None:
        callee = x.callee if isinstance(x, Call) else x.function
        if isinstance(x, Create):
            self._pass(name, x.arg, ESCAPED)
        if isinstance(callee, str):
            self._bind(name, callee, x)
            return
        targets, holders = _sources(name, callee)
        for kind, target in targets:
            if kind == "function":
                self._bind(name, target, x)
        for holder in holders:
            self._calls[holder].append((name, x))
            self._again(holder)

    def _bind(self, name: str, callee: str, x: Call | Create) -> None:
        params = self.program.functions[callee].params
        for param, arg in zip(params, x.args if isinstance(x, Call) else (x.arg,), strict=False):
            self._pass(name, arg, ("local", callee, param.name))
        if isinstance(x, Create):
            self._flow(("return", callee), ESCAPED)
        elif x.dst is not None:
            self._flow(("return", callee), ("local", name, x.dst.name))

    # --- solving

    def _pass(self, name: str, e: Expr, to: Holder) -> None:
        targets, holders = _sources(name, e)
        self._add(to, targets)
        for holder in holders:
            self._flow(holder, to)

    def _add(self, holder: Holder, targets: Iterable[Target]) -> None:
        new = set(targets) - self.holds[holder]
        if new:
            self.holds[holder] |= new
            self._pending.setdefault(holder, set()).update(new)

    def _flow(self, source: Holder, to: Holder) -> None:
        if source != to and to not in self._flows[source]:
            self._flows[source].add(to)
            self._add(to, self.holds[source])

    def _load(self, pointer: Holder, to: Holder) -> None:
        self._loads[pointer].add(to)
        self._again(pointer)

    def _store(self, pointer: Holder, source: Holder) -> None:
        self._stores[pointer].add(source)
        self._again(pointer)

    def _again(self, holder: Holder) -> None:
        if self.holds[holder]:
            self._pending.setdefault(holder, set()).update(self.holds[holder])

    def _solve(self) -> None:
        while self._pending:
            holder, new = self._pending.popitem()
            for kind, name in new:
                memory: Holder = ("memory", name)
                for to in tuple(self._loads.get(holder, ())):
                    self._flow(memory, to)
                for source in tuple(self._stores.get(holder, ())):
                    self._flow(source, memory)
                if kind == "function":
                    for caller, x in tuple(self._calls.get(holder, ())):
                        self._bind(caller, name, x)
            for to in tuple(self._flows.get(holder, ())):
                self._add(to, new)


def _sources(function: str, e: Expr) -> tuple[set[Target], set[Holder]]:
    targets: set[Target] = set()
    holders: set[Holder] = set()
    for part in parts(e):
        match part:
            case Local():
                holders.add(("local", function, part.name))
            case AddressOf(place=Place(base=MemoryObject() as obj)):
                targets.add(("object", obj.name))
            case FunctionAddress():
                targets.add(("function", part.function))
    return targets, holders


__all__ = ["ESCAPED", "PointsTo", "Target"]
