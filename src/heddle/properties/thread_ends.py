"""Code where threads begin and end: each creation is counted, each end is noticed before the thread is over.

A thread ends where its start function returns.  That function may be called by others too, so threads get start
functions of their own, which call it; a creation picks the one that belongs to the function that it is given.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from heddle.core.expr import Binary, Cast, FunctionAddress, Local
from heddle.core.instr import AnyInstr, Branch, Call, Create, Goto, Label, Return, ThreadExit, Unsupported
from heddle.core.program import Function, Program
from heddle.core.types import INT
from heddle.properties.sections import addressed
from heddle.records import replace


class Notes(Protocol):
    """The code that notes it: what runs before a creation, and what threads run as their first and their last."""

    def begin(self, x: Create) -> Iterator[AnyInstr]: ...

    def begun(self, x: AnyInstr) -> Iterator[AnyInstr]: ...

    def end(self, x: AnyInstr) -> Iterator[AnyInstr]: ...


class ThreadEnds:
    """Writes the notes into a program."""

    def __init__(self, program: Program, notes: Notes) -> None:
        self.program, self.notes = program, notes
        self.starts = {name: _unused(f"{name}'thread", program) for name in sorted(addressed(program))}

    def written(self) -> Program:
        """Every function of the program, and the start functions of threads."""
        if not any(isinstance(x, Create) for f in self.program.functions.values() for x in f.body):
            self.starts.clear()
        functions = {
            name: replace(f, body=[y for number, x in enumerate(f.body) for y in self._instr(x, number)])
            for name, f in self.program.functions.items()
        }
        functions.update((start, self._start(start, functions[name])) for name, start in self.starts.items())
        return replace(self.program, functions=functions)

    def _start(self, name: str, function: Function) -> Function:
        pointer = self.program.data_model.void_ptr
        argument, loc = Local("argument", pointer), function.loc
        args = tuple(Cast(argument, p.type) for p in function.params[:1])
        result = None if function.returns is None else Local("result", function.returns)
        value = None if result is None else Cast(result, pointer)
        call = Call(result, function.name, args, loc=loc)
        body = [*self.notes.begun(call), call, *self.notes.end(call), Return(value, loc=loc)]
        return Function(name, (argument,), pointer, body, library=True, loc=loc, shown=function.name)

    def _instr(self, x: AnyInstr, number: int) -> Iterator[AnyInstr]:
        if isinstance(x, ThreadExit):
            yield from self.notes.end(x)
        if not isinstance(x, Create):
            yield x
            return
        yield from self.notes.begin(x)
        yield from self._created(x, number)

    def _created(self, x: Create, number: int) -> Iterator[AnyInstr]:
        if isinstance(x.function, FunctionAddress):
            yield replace(x, function=FunctionAddress(self.starts[x.function.function], x.function.type))
            return
        done, type = f"created'{number}", self.program.data_model.void_ptr
        for function, start in self.starts.items():
            other = f"not_{function}'{number}"
            yield Branch(Binary("!=", x.function, FunctionAddress(function, type), INT), other, loc=x.loc)
            yield Create(x.dst, FunctionAddress(start, type), x.arg, loc=x.loc)
            yield Goto(done, loc=x.loc)
            yield Label(other, loc=x.loc)
        yield Unsupported("a thread is created that starts at no known function", loc=x.loc)
        yield Label(done, loc=x.loc)


def _unused(name: str, program: Program) -> str:
    """Other notes may have been written before."""
    while name in program.functions:
        name += "'"
    return name
