"""Unfolding one thread: the walk through its calls, loops and allocations (see :mod:`heddle.passes.unfold`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from heddle.core.expr import (
    FALSE,
    TRUE,
    AddressOf,
    Binary,
    Cast,
    Const,
    Expr,
    FunctionAddress,
    Local,
    MemoryObject,
    Place,
    const,
)
from heddle.core.instr import (
    AnyInstr,
    Assert,
    Assign,
    Assume,
    AtomicBegin,
    AtomicEnd,
    Branch,
    Call,
    Create,
    Cut,
    Declare,
    Exit,
    Fence,
    Free,
    Goto,
    Join,
    Label,
    Location,
    Malloc,
    Nondet,
    Read,
    Return,
    Rmw,
    ThreadExit,
    Unsupported,
    Write,
)
from heddle.core.program import Function, Thread
from heddle.core.types import INT, ArrayType, IntType
from heddle.passes.bounds import LIBRARY_UNWIND, OF_ONE_LOOP, TooLarge
from heddle.passes.fold import Folder, fold_binary, fold_cast, fold_unary, is_constant, truth_of
from heddle.passes.leaps import Leap
from heddle.passes.loops import LoopNest, Region
from heddle.passes.unfold_awaits import Idling
from heddle.records import dataclass, field, replace

if TYPE_CHECKING:
    from heddle.passes.unfold import Unfolder

BYTE = IntType(8, False)
MOST_BYTES = 1 << 20


Constants = dict[str, Expr]


@dataclass(slots=True, eq=False)
class Frame:
    """One inlined call.  ``constants`` holds the locals whose value is known here, by their C name."""

    function: Function
    number: int
    caller: Frame | None
    shown: Location | None
    """In library code: the nearest call outside the library, which users see instead."""
    dst: Local | None
    """The (renamed) local that gets the returned value."""
    nest: LoopNest
    constants: Constants = field(default_factory=dict)
    objects: dict[str, MemoryObject] = field(default_factory=dict)
    position: int = 0
    """The instruction that is being walked."""
    iterations: dict[Region, int] = field(default_factory=dict)
    left: set[Region] = field(default_factory=set)
    """Regions that the current iteration may have left."""
    returned: list[Expr | None] = field(default_factory=list)

    def calls(self) -> Iterator[Frame]:
        """This call and those that it is part of."""
        frame: Frame | None = self
        while frame is not None:
            yield frame
            frame = frame.caller

    def depth_of(self, name: str) -> int:
        return sum(frame.function.name == name for frame in self.calls())


@dataclass(frozen=True, slots=True)
class Start:
    """A thread still to be unfolded."""

    index: int
    function: str
    creator: int | None
    argument: Expr | None
    ancestry: tuple[str, ...]


class ThreadUnfolder:
    """Unfolds one thread.  ``reachable`` tells whether control can arrive at the instruction being walked."""

    def __init__(self, whole: Unfolder, start: Start) -> None:
        self.whole, self.start = whole, start
        self.bounds, self.program = whole.bounds, whole.program
        self.out: list[AnyInstr] = []
        self.reachable = True
        self.pending: dict[str, Constants] = {}
        """Constants known at each label that some jump goes to."""
        self.end = f"end_{start.index}"
        self.function = whole.program.functions[start.function]
        self.result = Local(f"return.{start.index}", self.function.returns or whole.program.data_model.void_ptr)
        self.idling = Idling(self)
        self.unreturned: list[Frame] = []
        """Calls, except the thread's first, that the thread's end may end."""

    def run(self) -> Thread:
        start = self.start
        function, result = self.function, self.result
        frame = self.frame(function, None, function.loc, result)
        parameter = None
        if start.creator is not None and function.params:
            parameter = self.local(frame, function.params[0])
            if start.argument is not None and is_constant(start.argument):
                frame.constants[function.params[0].name] = start.argument
        for extra in function.params[0 if start.creator is None else 1 :]:
            self.emit(Nondet(self.local(frame, extra), f"parameter {extra.name} of {function.name}"))
        self.emit(Assign(result, const(0, result.type)))
        self.body(frame)
        self.place_label(self.end, None)
        for left in self.unreturned if start.creator is None else [frame, *self.unreturned]:
            self.end_objects(left)
        return Thread(start.index, start.function, self.out, start.creator, parameter, result)

    # --- frames -----------------------------------------------------------------------------------------------------

    def frame(self, function: Function, caller: Frame | None, loc: Location, dst: Local | None) -> Frame:
        shown = None
        if function.library:
            in_library = caller is not None and caller.shown is not None
            shown = caller.shown if caller and in_library else replace(loc, library=function.name)
        return Frame(function, self.whole.fresh(), caller, shown, dst, self.whole.nest(function))

    def local(self, frame: Frame, local: Local) -> Local:
        if frame.function.persistent and local.name not in frame.function.passing:
            return Local(f"{local.name}@{frame.function.name}", local.type)
        return Local(f"{local.name}_{frame.number}", local.type)

    def rename(self, frame: Frame, obj: MemoryObject) -> MemoryObject:
        if obj.kind == "global":
            return obj
        if frame.function.persistent:
            self.whole.result.memory[obj.name] = self.program.memory[obj.name]
            return obj
        if obj.kind == "tls":
            name = f"{obj.name}_t{self.start.index}"
            return self.whole.result.memory.setdefault(name, replace(obj, name=name))
        if obj.name not in frame.objects:
            copy = replace(obj, name=f"{obj.name}_{frame.number}")
            frame.objects[obj.name] = self.whole.result.memory[copy.name] = copy
        return frame.objects[obj.name]

    def folder(self, frame: Frame) -> Folder:
        def lookup(local: Local) -> Expr:
            known = frame.constants.get(local.name)
            return self.local(frame, local) if known is None else known

        return Folder(lookup, lambda obj: self.rename(frame, obj), self.start.index)

    # --- output -----------------------------------------------------------------------------------------------------

    def emit(self, instr: AnyInstr) -> None:
        self.whole.size += 1
        if self.whole.size > self.bounds.instructions:
            raise TooLarge(f"more than {self.bounds.instructions} instructions after unrolling")
        self.out.append(instr)

    def cut(self, what: str, option: str, loc: Location) -> None:
        cut = Cut(what, option, loc=loc)
        self.whole.result.cuts.append(cut)
        self.emit(cut)
        self.reachable = False

    def jump(self, label: str, constants: Constants) -> None:
        """Notes that control may go from here to ``label``."""
        known = self.pending.get(label)
        if known is None:
            self.pending[label] = dict(constants)
        else:
            self.pending[label] = {k: v for k, v in known.items() if constants.get(k) == v}

    def place_label(self, label: str, frame: Frame | None) -> None:
        arriving = self.pending.pop(label, None)
        if arriving is None:
            return
        if frame is not None:
            here = frame.constants
            frame.constants = {k: v for k, v in arriving.items() if here.get(k) == v} if self.reachable else arriving
        self.reachable = True
        self.emit(Label(label))

    # --- control flow -----------------------------------------------------------------------------------------------

    def body(self, frame: Frame) -> None:
        self.range(frame, 0, len(frame.function.body) - 1)
        self.place_label(f"return_{frame.number}", None)

    def range(self, frame: Frame, first: int, last: int) -> None:
        position = first
        while position <= last:
            region = frame.nest.by_head.get(position)
            if region is not None and region not in frame.iterations:
                self.loop(frame, region)
                position = region.end + 1
            else:
                self.instruction(frame, position, frame.function.body[position])
                position += 1

    def loop(self, frame: Frame, region: Region) -> None:
        after = f"after_{self.whole.fresh()}"
        head = frame.function.body[region.head]
        assert isinstance(head, Label)
        bound = self.whole.bound_of(frame.function, region)
        unwind, is_own = bound.most or 0, bound.option == OF_ONE_LOOP
        constant = max(self.bounds.constant_unwind, LIBRARY_UNWIND if frame.function.library else 0)
        most = unwind if is_own else max(unwind, constant if region.exits else 0)
        leap = Leap(self, frame, region) if self.bounds.leap and not is_own else None
        undecided = iteration = 0
        while iteration == 0 or self.label(frame, head.name, region.head) in self.pending:
            if leap is not None and not undecided:
                leap.iteration(iteration, self.label(frame, head.name, region.head))
            if undecided >= unwind or iteration >= most:
                is_long = undecided < unwind and region.exits  # its end is known, but far away: no matter of its kind
                self.whole.result.long_loop |= is_long
                self.last_test(frame, region, head, "--unwind" if is_long and not is_own else bound.option)
                break
            frame.left.discard(region)
            frame.iterations[region] = iteration
            self.range(frame, region.head, region.end)
            undecided += region in frame.left
            if self.reachable:
                self.jump(after, frame.constants)
                self.emit(Goto(after))
                self.reachable = False
            iteration += 1
            frame.iterations[region] = iteration
        frame.iterations.pop(region, None)
        self.place_label(after, frame)

    def last_test(self, frame: Frame, region: Region, head: Label, option: str) -> None:
        """After the last allowed iteration: the loop's test may still leave it; what goes on is cut."""
        self.place_label(self.label(frame, head.name, region.head), frame)
        if region.test_end is not None:
            for position in range(region.head + 1, region.test_end + 1):
                self.instruction(frame, position, frame.function.body[position])
            for position in range(region.test_end + 1, region.end + 1):
                inner = frame.function.body[position]
                if isinstance(inner, Label):
                    self.place_label(self.label(frame, inner.name, position), frame)
        if self.reachable:
            self.cut("loop", option, self.location(frame, region.loc))

    def label(self, frame: Frame, name: str, target: int, source: int | None = None) -> str:
        """The name of this copy of a label; the copy is that of the regions' current iterations."""
        numbers = []
        for region in frame.nest.around(target):
            iteration = frame.iterations.get(region, 0)
            if source is not None and region.head == target and source >= target and region in frame.iterations:
                iteration += 1
            numbers.append(str(iteration))
        return "_".join([name, str(frame.number), *numbers])

    def jump_in_body(self, frame: Frame, name: str, source: int) -> str:
        target = frame.nest.position[name]
        label = self.label(frame, name, target, source)
        for region in frame.iterations:
            if not region.head <= target <= region.end:
                frame.left.add(region)
        self.jump(label, frame.constants)
        return label

    # --- instructions -----------------------------------------------------------------------------------------------

    def location(self, frame: Frame, loc: Location) -> Location:
        return frame.shown or loc

    def instruction(self, frame: Frame, position: int, x: AnyInstr) -> None:
        if isinstance(x, Label):
            self.place_label(self.label(frame, x.name, position), frame)
            region = frame.nest.by_head.get(position)
            if self.reachable and region in frame.iterations:
                self.idling.begin(frame, region)
            return
        if not self.reachable:
            return
        loc, frame.position = self.location(frame, x.loc), position
        match x:
            case Goto():
                self.branch(frame, position, x, TRUE, loc)
            case Branch():
                self.branch(frame, position, x, self.folder(frame).expr(x.test), loc)
            case Call():
                self.call(frame, x, loc)
            case Return():
                self.leave(frame, x, loc)
            case ThreadExit():
                value = self.folder(frame).expr(x.value)
                self.unreturned += (f for f in frame.calls() if f.caller is not None and f not in self.unreturned)
                self.emit(Assign(self.result, fold_cast(value, self.result.type), loc=loc, uid=x.uid))
                self.jump(self.end, {})
                self.emit(Goto(self.end, loc=loc))
                self.reachable = False
            case Create():
                self.create(frame, x, loc)
                self.idling.after(frame, x, x)
            case Malloc():
                self.malloc(frame, x, loc)
                self.idling.after(frame, x, x)
            case _:
                self.simple(frame, x, loc)
                if isinstance(x, (Write, Rmw, Join, Free, Declare)):
                    self.idling.after(frame, x, self.out[-1])

    def branch(self, frame: Frame, position: int, x: Goto | Branch, test: Expr, loc: Location) -> None:
        truth = truth_of(test)
        if truth is False:
            return
        idle = self.idling.again(frame, position, x.label)
        if not truth_of(idle):
            label = self.jump_in_body(frame, x.label, position)
            going = fold_binary("&&", test, fold_unary("!", idle, INT), INT)
            always = truth_of(going)
            self.emit(Goto(label, loc=loc, uid=x.uid) if always else Branch(going, label, loc=loc, uid=x.uid))
        if idle != FALSE:
            self.emit(Assume(fold_unary("!", test, INT), loc=loc))
        self.reachable = not truth

    def leave(self, frame: Frame, x: Return, loc: Location) -> None:
        value = None if x.value is None else self.folder(frame).expr(x.value)
        frame.returned.append(value)
        frame.left.update(frame.iterations)
        if frame.dst is not None and value is not None:
            self.emit(Assign(frame.dst, value, loc=loc, uid=x.uid))
        label = f"return_{frame.number}"
        self.jump(label, {})
        self.emit(Goto(label, loc=loc))
        self.reachable = False

    def simple(self, frame: Frame, x: AnyInstr, loc: Location) -> None:
        """Instructions that only need their expressions rewritten."""
        folder = self.folder(frame)
        match x:
            case Assign():
                value = folder.expr(x.value)
                self.set(frame, x.dst, value)
                self.emit(Assign(self.local(frame, x.dst), value, loc=loc, uid=x.uid))
            case Nondet():
                self.set(frame, x.dst, None)
                self.emit(Nondet(self.local(frame, x.dst), x.what, x.source, loc=loc, uid=x.uid))
            case Read():
                place = folder.place(x.place)
                self.set(frame, x.dst, self.whole.constant_memory.read(place, frame.function.library))
                self.emit(Read(self.local(frame, x.dst), place, x.order, loc=loc, uid=x.uid))
            case Write():
                self.emit(Write(folder.place(x.place), folder.expr(x.value), x.order, loc=loc, uid=x.uid))
            case Rmw():
                place = folder.place(x.place)
                self.set(frame, x.dst, None)
                test = None if x.test is None else folder.expr(x.test)
                dst, value = self.local(frame, x.dst), folder.expr(x.value)
                self.emit(Rmw(dst, place, value, test, x.order, x.failure_order, loc=loc, uid=x.uid))
            case Join():
                thread = folder.expr(x.thread)
                dst_or_none = None if x.dst is None else self.local(frame, x.dst)
                if x.dst is not None:
                    self.set(frame, x.dst, None)
                self.emit(Join(dst_or_none, thread, loc=loc, uid=x.uid))
            case Free():
                self.emit(Free(folder.expr(x.pointer), loc=loc, uid=x.uid))
            case Declare():
                self.emit(Declare(self.rename(frame, x.obj), x.zeroed, loc=loc, uid=x.uid))
            case Assume() | Assert():
                self.condition(folder.expr(x.test), x, loc)
            case Exit() | Unsupported() | Cut():
                self.emit(replace(x, loc=loc))
                self.reachable = False
            case Fence():
                self.emit(Fence(x.order, loc=loc, uid=x.uid))
            case AtomicBegin():
                self.emit(AtomicBegin(x.order, loc=loc, uid=x.uid))
            case AtomicEnd():
                self.emit(AtomicEnd(x.order, loc=loc, uid=x.uid))
            case _:
                raise AssertionError(f"unexpected instruction {x}")

    def condition(self, test: Expr, x: Assume | Assert, loc: Location) -> None:
        truth = truth_of(test)
        if truth:
            return
        self.emit(replace(x, test=test if truth is None else FALSE, loc=loc))
        if truth is False and isinstance(x, Assume):
            self.reachable = False

    def set(self, frame: Frame, dst: Local, value: Expr | None) -> None:
        if value is not None and is_constant(value):
            frame.constants[dst.name] = value
        else:
            frame.constants.pop(dst.name, None)

    # --- calls, threads, allocation ---------------------------------------------------------------------------------

    def call(self, frame: Frame, x: Call, loc: Location) -> None:
        folder = self.folder(frame)
        args = [folder.expr(a) for a in x.args]
        dst = None if x.dst is None else self.local(frame, x.dst)
        if isinstance(x.callee, str):
            returned = self.inline(frame, x.callee, args, dst, loc)
        else:
            pointer = folder.expr(x.callee)
            returned = self.dispatch(
                frame, pointer, len(args), loc, x.uid, lambda name: self.inline(frame, name, args, dst, loc)
            )
        if x.dst is not None:
            self.set(frame, x.dst, returned)

    def inline(self, caller: Frame, name: str, args: list[Expr], dst: Local | None, loc: Location) -> Expr | None:
        """Inlines a call; gives the returned value if it is a constant."""
        function = self.program.functions.get(name)
        if function is None:
            self.emit(Unsupported(f"call of undefined function '{name}'", loc=loc))
            self.reachable = False
            return None
        if caller.depth_of(name) > self.bounds.unwind:
            self.cut(f"recursion of {name}", "--unwind", loc)
            return None
        frame = self.frame(function, caller, loc, dst)
        for number, param in enumerate(function.params):
            if number < len(args):
                self.emit(Assign(self.local(frame, param), args[number], loc=loc))
                self.set(frame, param, args[number])
            else:
                self.emit(Nondet(self.local(frame, param), f"missing argument {param.name} of {name}", loc=loc))
        self.body(frame)
        self.end_objects(frame)
        if self.reachable and function.library:
            self.idling.waited(caller, name, args)
        values = frame.returned
        if values and values[0] is not None and all(v == values[0] for v in values) and is_constant(values[0]):
            return values[0]
        return None

    def end_objects(self, frame: Frame) -> None:
        """A call has returned: its local objects are no more."""
        if self.reachable and not frame.function.persistent:
            for obj in frame.objects.values():
                self.emit(Free(AddressOf(Place(obj, (), obj.type), self.program.data_model.void_ptr)))

    def dispatch(
        self, frame: Frame, pointer: Expr, arity: int, loc: Location, uid: int, act: Callable[[str], Expr | None]
    ) -> Expr | None:
        """Acts on the function that a pointer points to, trying each candidate where that is not known.

        ``uid`` is that of the instruction: what is violated if the pointer points to none.
        """
        while isinstance(pointer, Cast):
            pointer = pointer.arg
        if isinstance(pointer, FunctionAddress):
            return act(pointer.function)
        after = f"after_{self.whole.fresh()}"
        for name in self.whole.pointed:
            if len(self.program.functions[name].params) != arity:
                continue
            other = f"other_{self.whole.fresh()}"
            test = Binary("!=", pointer, FunctionAddress(name, self.program.data_model.void_ptr), INT)
            self.emit(Branch(test, other, loc=loc))
            self.jump(other, frame.constants)
            act(name)
            if self.reachable:
                self.emit(Goto(after, loc=loc))
                self.jump(after, frame.constants)
                self.reachable = False
            self.place_label(other, frame)
        self.emit(Assert(FALSE, "call through an invalid function pointer", "pointer", loc=loc, uid=uid))
        self.emit(Assume(FALSE, loc=loc))
        self.reachable = False
        self.place_label(after, frame)
        return None

    def create(self, frame: Frame, x: Create, loc: Location) -> None:
        folder = self.folder(frame)
        arg, dst = folder.expr(x.arg), self.local(frame, x.dst)

        def start(name: str) -> Expr | None:
            ancestry = (*self.start.ancestry, self.start.function)
            if name not in self.program.functions:
                self.emit(Unsupported(f"thread function '{name}' is not defined", loc=loc))
                self.reachable = False
                return None
            if ancestry.count(name) > self.bounds.unwind:
                self.cut(f"creation of thread {name}", "--unwind", loc)
                return None
            index = self.whole.new_thread(Start(-1, name, self.start.index, arg, ancestry), loc)
            self.emit(Create(dst, Const(index, x.dst.type), arg, loc=loc, uid=x.uid))
            return Const(index, x.dst.type)

        self.set(frame, x.dst, self.dispatch(frame, folder.expr(x.function), 1, loc, x.uid, start))

    def malloc(self, frame: Frame, x: Malloc, loc: Location) -> None:
        size = self.folder(frame).expr(x.size)
        room = size.value if isinstance(size, Const) else self.bounds.malloc_size
        if room > max(MOST_BYTES, self.bounds.malloc_size):
            raise TooLarge(f"{loc}: allocation of {room} bytes")
        if not isinstance(size, Const):
            fits = f"fits_{self.whole.fresh()}"
            self.emit(Branch(Binary("<=", size, const(room, size.type), INT), fits, loc=loc))
            self.jump(fits, frame.constants)
            self.cut(f"allocation of more than {room} bytes", "--malloc-size", loc)
            self.place_label(fits, frame)
        obj = MemoryObject(f"heap_{self.whole.fresh()}", ArrayType(BYTE, room), "heap")
        self.whole.result.memory[obj.name] = obj
        if not isinstance(size, Const):
            self.whole.result.sizes[obj.name] = size
        address = AddressOf(Place(obj, (), obj.type), self.program.data_model.void_ptr)
        self.emit(Declare(obj, x.zeroed, loc=loc, uid=x.uid))
        self.emit(Assign(self.local(frame, x.dst), address, loc=loc))
        self.set(frame, x.dst, None if self.bounds.reuse_freed else address)
