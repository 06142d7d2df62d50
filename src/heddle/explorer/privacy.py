"""Which memory only its own thread can ever reach.

A flow-insensitive points-to analysis over the whole program.  What a global holds, what is handed to a new thread and
what a thread returns is shared, and so is everything that can be reached from there.  Accesses to the rest are no
events.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

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

# What can hold an address: ("local", function, name), ("memory", object), ("return", function), ESCAPED.
Holder = tuple[str, ...]
# What an address can be of: ("object", name), ("heap", uid), ("function", name).
Target = tuple[str, str]

ESCAPED: Holder = ("escaped",)


class Privacy:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.holds: dict[Holder, set[Target]] = defaultdict(set)
        self.changed = True
        for obj in program.memory.values():
            for _, _, value in obj.init:
                self.add(("memory", obj.name), self.pointees("", value))
        while self.changed:
            self.changed = False
            for function in program.functions.values():
                for x in function.body:
                    self.flow(function, x)
            self.escape()
        self.shared = self.holds[ESCAPED]

    def is_private(self, obj: MemoryObject) -> bool:
        return obj.kind != "global" and ("object", obj.name) not in self.shared

    def is_private_heap(self, x: Malloc) -> bool:
        return not x.zeroed and ("heap", str(x.uid)) not in self.shared

    def add(self, holder: Holder, targets: set[Target]) -> None:
        known = self.holds[holder]
        if not targets <= known:
            known |= targets
            self.changed = True

    def escape(self) -> None:
        """What shared memory holds is shared."""
        for obj in self.program.memory.values():
            if obj.kind == "global":
                self.add(ESCAPED, self.holds[("memory", obj.name)])
        for _, name in list(self.holds[ESCAPED]):
            self.add(ESCAPED, self.holds[("memory", name)])

    # --- what an instruction passes on

    def flow(self, function: Function, x: AnyInstr) -> None:
        name = function.name
        match x:
            case Assign():
                self.add(("local", name, x.dst.name), self.pointees(name, x.value))
            case Malloc():
                self.add(("local", name, x.dst.name), {("heap", str(x.uid))})
            case Read() | Rmw() | Write():
                for place in self.memory(name, x.place):
                    if not isinstance(x, Write):
                        self.add(("local", name, x.dst.name), self.holds[place])
                    if not isinstance(x, Read):
                        self.add(place, self.pointees(name, x.value))
            case Return() | ThreadExit():
                if x.value is not None:
                    self.add(("return", name), self.pointees(name, x.value))
                    if isinstance(x, ThreadExit):
                        self.add(ESCAPED, self.pointees(name, x.value))
            case Call():
                for callee in self.callees(name, x.callee):
                    self.call(name, callee, x)
            case Create():
                self.add(ESCAPED, self.pointees(name, x.arg))
                for callee in self.callees(name, x.function):
                    for param in callee.params[:1]:
                        self.add(("local", callee.name, param.name), self.pointees(name, x.arg))
                    self.add(ESCAPED, self.holds[("return", callee.name)])
            case Join():
                if x.dst is not None:
                    self.add(("local", name, x.dst.name), self.holds[ESCAPED])

    def call(self, name: str, callee: Function, x: Call) -> None:
        for param, arg in zip(callee.params, x.args, strict=False):
            self.add(("local", callee.name, param.name), self.pointees(name, arg))
        if x.dst is not None:
            self.add(("local", name, x.dst.name), self.holds[("return", callee.name)])

    def callees(self, name: str, callee: str | Expr) -> Iterator[Function]:
        if isinstance(callee, str):
            yield self.program.functions[callee]
            return
        for kind, target in list(self.pointees(name, callee)):
            if kind == "function":
                yield self.program.functions[target]

    def pointees(self, name: str, e: Expr) -> set[Target]:
        """What the value of an expression can point to: arithmetic keeps it."""
        found: set[Target] = set()
        for part in parts(e):
            match part:
                case Local():
                    found |= self.holds[("local", name, part.name)]
                case AddressOf(place=Place(base=MemoryObject() as obj)):
                    found.add(("object", obj.name))
                case FunctionAddress():
                    found.add(("function", part.function))
        return found

    def memory(self, name: str, place: Place) -> Iterator[Holder]:
        if isinstance(place.base, MemoryObject):
            yield ("memory", place.base.name)
            return
        for _, target in list(self.pointees(name, place.base)):
            yield ("memory", target)
