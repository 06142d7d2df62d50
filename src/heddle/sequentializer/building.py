"""What every sequential program is made of, whatever its scheme: threads, control variables, observations."""

from __future__ import annotations

from collections.abc import Iterable

from heddle.core.c_types import CTypes
from heddle.core.expr import Binary, Cast, Const, Expr, IndexStep, Local, MemoryObject, Place
from heddle.core.instr import (
    NOWHERE,
    AnyInstr,
    Assert,
    Assign,
    Assume,
    Branch,
    Call,
    Create,
    Cut,
    Goto,
    Join,
    Label,
    Location,
    Nondet,
    Read,
    Unsupported,
    Write,
    undefined_behaviour,
)
from heddle.core.program import Function, Program, Thread
from heddle.core.types import INT, UINT, ArrayType, IntType, Scalar, Type
from heddle.records import replace
from heddle.sequentializer.abstraction import Lowered, lowered
from heddle.sequentializer.points import drop_idle_jumps
from heddle.sequentializer.program import (
    CONTROL,
    Listing,
    Observation,
    SequentialProgram,
    Spelling,
    What,
    thread_function,
)
from heddle.sequentializer.runtime import input_declarations
from heddle.sequentializer.share import Shared
from heddle.sma import Abstraction

FLAG = IntType(8, False)
SILENT: Spelling = ()
"""Another instruction says in C what this one does too."""
UNOBSERVED = (Assign, Branch, Goto, Label, Assume, Cut, Unsupported)
"""Parts that need not be known to read an execution off a run."""


class Body:
    """A function in the making."""

    def __init__(self, whole: Builder) -> None:
        self.whole = whole
        self.instructions: list[AnyInstr] = []
        self.loc: Location = NOWHERE
        """Where the instructions come from that are added."""

    def add(self, x: AnyInstr, spelling: Spelling | None = None) -> None:
        """Adds an instruction that stands for none of the threads."""
        uid = self.whole.fresh()
        if spelling is not None:
            self.whole.listing.spelling[uid] = spelling
        self.instructions.append(replace(x, uid=uid, loc=self.loc))

    def keep(self, x: AnyInstr) -> None:
        """Adds a rewritten instruction of a thread."""
        self.instructions.append(x)

    def observe(self, observation: Observation, value: Expr, spelling: Spelling | None = None) -> None:
        place = Place(self.whole.observed, (), value.type)
        self.add(Write(place, value), spelling)
        self.whole.observations[self.instructions[-1].uid] = observation

    def call(self, dst: Local | None, callee: str, args: Iterable[Expr], x: Call | None = None) -> None:
        """A call of the abstraction, with arguments and result converted; ``x`` is the instruction that it is."""
        function = self.whole.functions[callee]
        given = tuple(_converted(a, p.type) for a, p in zip(args, function.params, strict=True))
        if dst is None or dst.type == function.returns:
            self._add_or_keep(Call(dst, callee, given), x)
            return
        assert function.returns is not None
        returned = Local(f"$returned{function.returns}", function.returns)
        self._add_or_keep(Call(returned, callee, given), x)
        self.add(Assign(dst, Cast(returned, dst.type)))

    def _add_or_keep(self, call: Call, x: Call | None) -> None:
        if x is None:
            self.add(call)
        else:
            self.keep(replace(x, dst=call.dst, args=call.args))


def _converted(e: Expr, type: Scalar) -> Expr:
    if isinstance(e, Const):
        return Const(type.wrap(e.value), type)
    return e if e.type == type else Cast(e, type)


class Builder:
    """Makes the sequential program.  ``text`` is that of the abstraction, of which the functions ``needed`` are used
    beside those that threads call."""

    def __init__(
        self, shared: Shared, abstraction: Abstraction | None, listing: Listing, needed: tuple[str, ...] = ()
    ) -> None:
        self.shared, self.abstraction, self.listing = shared, abstraction, listing
        source = shared.program.source
        self.model, self.claims = source.data_model, source.claims
        self.threads = self.simulated()
        self.count = self.threads[-1].index + 1
        self.types = CTypes(self.model)
        self.word = IntType(self.model.pointer_bits, False)
        self.observations: dict[int, Observation] = {}
        self.control: dict[str, MemoryObject] = {}
        self.functions: dict[str, Function] = {}
        self.sma: Lowered | None = None
        self._uid = shared.instructions
        self.observed = MemoryObject(f"{CONTROL}observed", self.word)
        if abstraction is not None:
            listing.memory = self.memory_text(abstraction)
            listing.inputs = (UINT, shared.word)
            declarations = "\n".join(input_declarations(dict.fromkeys(listing.inputs), self.types))
            called = {x.callee for t in self.threads for x in t.body if isinstance(x, Call)} - self.pseudo_calls
            called |= {"sma_join"} if any(isinstance(x, Join) for t in self.threads for x in t.body) else set()
            wanted = tuple(sorted({*needed, *(c for c in called if isinstance(c, str))}))
            self.sma = lowered(abstraction.name, declarations, listing.memory, wanted, self.model)
            self.functions.update(self.sma.functions)
            self.observations.update(self.sma.observations)
        self.argument = self.variable("arg", ArrayType(self.model.void_ptr, self.count))
        self.result = self.variable("result", ArrayType(self.word, self.count))
        joins = (x for t in self.threads for x in t.body if isinstance(x, Join))
        self.results_matter = any(x.dst is not None for x in joins)

    # --- what schemes say -------------------------------------------------------------------------------------------

    pseudo_calls: frozenset[str] = frozenset()
    """Calls that are no calls of the abstraction."""

    def simulated(self) -> list[Thread]:
        raise NotImplementedError

    def memory_text(self, abstraction: Abstraction) -> str:
        raise NotImplementedError

    # --- the whole program ------------------------------------------------------------------------------------------

    def fresh(self) -> int:
        self._uid += 1
        return self._uid - 1

    def finish(self, main: Body) -> SequentialProgram:
        source = self.shared.program.source
        self.functions["main"] = Function("main", (), INT, main.instructions)
        memory = {o.name: o for o in (*self.shared.program.memory.values(), *self.control.values(), self.observed)}
        memory |= self.sma.memory if self.sma is not None else {}
        program = Program(self.functions, memory, self.model, "main", source.sources, self.claims | {"assert"})
        return SequentialProgram(
            program, self.observations, self.shared.origins, self.threads, self.shared.program, self.listing
        )

    def function_of(self, t: Thread, body: Body) -> None:
        name = thread_function(t.index)
        self.functions[name] = Function(name, (), None, body.instructions, persistent=True)

    # --- control variables ------------------------------------------------------------------------------------------

    def variable(self, name: str, type: Type, values: Iterable[tuple[int, int]] = ()) -> MemoryObject:
        """A variable of the control flow; ``values`` are initial values of elements, by number."""
        scalar = type.elem if isinstance(type, ArrayType) else type
        assert isinstance(scalar, Scalar)
        init = tuple((i * scalar.size, scalar, Const(v, scalar)) for i, v in values)
        return self.control.setdefault(name, MemoryObject(CONTROL + name, type, "global", init))

    def element(self, table: MemoryObject, index: int | Expr) -> Place:
        assert isinstance(table.type, ArrayType)
        number = Const(index, UINT) if isinstance(index, int) else index
        return Place(table, (IndexStep(number, table.type.elem.size, table.type.count),), table.type.elem)

    # --- parts that schemes share -----------------------------------------------------------------------------------

    def followed(self, index: int) -> Thread | None:
        return next((t for t in self.threads if t.index == index), None)

    def take_argument(self, t: Thread, body: Body) -> None:
        if t.parameter is not None and t.index:
            body.add(Read(t.parameter, self.element(self.argument, t.index)))

    def instruction(self, t: Thread, x: AnyInstr, body: Body) -> None:
        """What schemes do alike: the instruction, observed if it matters."""
        body.loc = x.loc
        if isinstance(x, Assert) and x.kind not in self.claims:
            self.without_meaning(t, x, body)
            return
        observation = Observation(What.PART, self.shared.origins.get(x.uid), x)
        matters = observation.origin is not None and not isinstance(x, UNOBSERVED)
        if matters and not isinstance(x, Nondet):
            body.observe(observation, Const(0, INT))
        match x:
            case Call():
                assert isinstance(x.callee, str)
                body.call(x.dst, x.callee, (*x.args, Const(t.index, UINT)), x)
            case Create():
                self.create(x, body)
            case Join():
                self.join(t, x, body)
            case _:
                self.local(t, x, body)
        if matters and isinstance(x, Nondet):
            body.observe(observation, x.dst)

    def without_meaning(self, t: Thread, x: Assert, body: Body) -> None:
        """What must hold, or the execution has no meaning: it is cut here."""
        fine = f"{t.index}$fine{x.uid}"
        body.add(Branch(x.test, fine))
        self.local(t, Cut(undefined_behaviour(x.message), "", loc=x.loc, uid=x.uid), body)
        body.add(Label(fine))

    def local(self, t: Thread, x: AnyInstr, body: Body) -> None:
        """An instruction that concerns its thread alone."""
        body.keep(x)

    created = ""
    """The table that tells which threads have been created."""

    def create(self, x: Create, body: Body) -> None:
        assert isinstance(x.function, Const), "a bounded program names the thread that a Create starts"
        child = x.function.value
        thread = self.followed(child)
        if thread is not None:
            if thread.parameter is not None:
                body.add(Write(self.element(self.argument, child), x.arg))
            table = self.variable(self.created, ArrayType(FLAG, self.count))
            body.add(Write(self.element(table, child), Const(1, FLAG)))
        body.keep(Assign(x.dst, Const(child, x.dst.type), uid=x.uid, loc=x.loc))

    def join(self, t: Thread, x: Join, body: Body) -> None:
        raise NotImplementedError

    def in_range(self, thread: Expr) -> Expr:
        """Whether an expression names one of the threads."""
        below = Binary("<", thread, Const(self.count, thread.type), INT)
        if not thread.type.signed:
            return below
        return Binary("&&", Binary(">=", thread, Const(0, thread.type), INT), below, INT)

    def give_result(self, t: Thread, body: Body, guessed: bool = False) -> None:
        """What a thread returns, for those who join it; ``guessed``: it must be what they were told before."""
        if not self.results_matter or t.result is None:
            return
        value, place = Cast(t.result, self.word), self.element(self.result, t.index)
        if guessed:
            told = Local("$told", self.word)
            body.add(Read(told, place))
            body.add(Assume(Binary("==", told, value, INT)))
        else:
            body.add(Write(place, value))

    def take_result(self, x: Join, thread: Expr, body: Body) -> None:
        if x.dst is not None:
            got = Local("$got", self.word)
            body.add(Read(got, self.element(self.result, thread)))
            body.add(Assign(x.dst, Cast(got, x.dst.type)))


def without_idle_jumps(threads: Iterable[Thread]) -> list[Thread]:
    ordered = sorted(threads, key=lambda t: t.index)
    return [replace(t, body=drop_idle_jumps(t.body, frozenset())[0]) for t in ordered]


__all__ = ["FLAG", "SILENT", "Body", "Builder", "without_idle_jumps"]
