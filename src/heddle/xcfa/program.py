"""A whole program of processes: every process is a thread, and all of them start at once.

The main process runs in the program's first thread, which starts the others before; without one, the first thread does
nothing else.
"""

from __future__ import annotations

from functools import partial

from lark import Token, Tree

from heddle.core.expr import Binary, Cast, Const, FunctionAddress, Local, MemoryObject, Unary
from heddle.core.instr import AnyInstr, Assert, Call, Create, Join, Location, Nondet, Return, Write
from heddle.core.program import Function, Program
from heddle.core.types import BOOL, INT, LP64, PointerType
from heddle.errors import InputError
from heddle.records import dataclass, field
from heddle.xcfa.automaton import Automaton, numbered
from heddle.xcfa.scope import Scope, Variable, declared, memory, parts, type_of
from heddle.xcfa.state import WORD, ErrorState, FinalExpressions
from heddle.xcfa.statements import Parameter, Procedure, place
from heddle.xcfa.syntax import Node, location

ENTRY = "main"
POINTER = PointerType(LP64.pointer_bits)


@dataclass(slots=True)
class Process:
    name: str
    is_main: bool
    node: Node
    scope: Scope
    procedures: dict[str, Procedure] = field(default_factory=dict)
    loc: Location = field(default=Location("", 0))


@dataclass(slots=True)
class Lowering:
    file: str
    globals: Scope
    memory: dict[str, MemoryObject] = field(default_factory=dict)
    functions: list[Function] = field(default_factory=list)
    errors: list[ErrorState] = field(default_factory=list)

    def remember(self, obj: MemoryObject) -> MemoryObject:
        self.memory[obj.name] = obj
        return obj

    # --- processes

    def process(self, node: Node) -> Process:
        is_main, name, parameters = node.children[:3]
        assert isinstance(name, Token)
        loc = location(name, self.file)
        if isinstance(parameters, Tree):
            raise InputError("processes with parameters are not supported", location(parameters, self.file))
        process = Process(str(name), is_main is not None, node, Scope(self.file, self.globals), loc=loc)
        inner = parts(node, "procedure")
        is_automaton = bool(parts(node, "location"))
        if is_automaton and inner:
            raise InputError("a process has either procedures or locations of its own", loc)
        if not is_automaton:
            for variable, type, initial in declared(parts(node, "variable"), self.file):
                obj = self.remember(memory(f"{name}.{variable}", type, initial, "tls"))
                where = location(variable, self.file)
                process.scope.add(Variable(str(variable), type, obj, False, initial, where))
        for part in inner:
            self.declare(process, part)
        self.automata(process, inner, is_automaton)
        return process

    def declare(self, process: Process, node: Node) -> None:
        returned, _, name, parameters = node.children[:4]
        assert isinstance(name, Token)
        if str(name) in process.procedures:
            raise InputError(f"the procedure {str(name)!r} is declared twice", location(name, self.file))
        returns = type_of(returned, self.file) if isinstance(returned, Tree) else None
        procedure = Procedure(f"{process.name}.{name}", returns)
        for part in parameters.children if isinstance(parameters, Tree) else []:
            assert isinstance(part, Tree)
            direction, parameter, type_node = part.children
            assert isinstance(type_node, Tree)
            way = "in" if direction is None else str(direction).lower()
            type = type_of(type_node, self.file)
            handed = None
            if way != "in":
                handed = self.remember(memory(f"{procedure.title}.{parameter}", type, None, "tls"))
            procedure.parameters.append(Parameter(str(parameter), type, way, handed))
        process.procedures[str(name)] = procedure

    def automata(self, process: Process, procedures: list[Node], is_automaton: bool) -> None:
        """The functions of a process: its procedures, and the one that its thread starts in."""
        mains = [node for node in procedures if node.children[1] is not None]
        if not is_automaton and len(mains) != 1:
            count = "no" if not mains else "more than one"
            raise InputError(f"the process {process.name!r} has {count} main procedure", process.loc)
        for node in procedures:
            self.function(process, process.procedures[str(node.children[2])], node, node in mains)
        title = f"{process.name}.{process.name}" if is_automaton else f"{process.name}.{mains[0].children[2]}"
        if is_automaton:
            self.function(process, Procedure(title, None), process.node, True)
        elif process.procedures[str(mains[0].children[2])].parameters:
            raise InputError("a main procedure takes no parameters", location(mains[0], self.file))
        start: list[AnyInstr] = []
        for variable in process.scope.known.values():
            if variable.initial is None:
                start += any_value(variable, len(start))
        state = Local("state", WORD) if self.state_of(process) else None
        value = Const(0, POINTER) if state is None else Cast(state, POINTER)
        start += [Call(state, title, (), loc=process.loc), Return(value, loc=process.loc)]
        self.functions.append(Function(process.name, (Local("argument", POINTER),), POINTER, start, loc=process.loc))

    def state_of(self, process: Process) -> list[ErrorState]:
        """The error states that are about the process."""
        return [error for error in self.errors if process.name in error.parts]

    def function(self, process: Process, procedure: Procedure, node: Node, is_main: bool) -> None:
        scope = Scope(self.file, process.scope)
        loc = location(node, self.file)
        parameters = []
        for parameter in procedure.parameters:
            local = Local(parameter.name, parameter.type)
            parameters.append(local)
            scope.add(Variable(parameter.name, parameter.type, local, False, 0, loc))
        locals = [
            scope.add(Variable(str(name), type, Local(f"{name}", type), False, initial, location(name, self.file)))
            for name, type, initial in declared(parts(node, "variable"), self.file)
        ]
        title = procedure.title if procedure.title != f"{process.name}.{process.name}" else process.name
        final, returns = None, procedure.returns
        if is_main and (errors := self.state_of(process)):
            if returns is not None:
                raise InputError("a main procedure that an error state is about returns nothing", loc)
            final, returns = partial(errors[0].result, process.name), WORD
        automaton = Automaton(node, scope, title, process.procedures, procedure, final)
        body = automaton.lower(locals)
        self.functions.append(Function(procedure.title, tuple(parameters), returns, body, loc=loc))

    # --- the program

    def entry(self, processes: list[Process]) -> Function:
        body: list[AnyInstr] = []
        for variable in self.globals.known.values():
            if variable.initial is None:
                body += any_value(variable, len(body))
        for number, process in enumerate(processes):
            if not process.is_main:
                address = FunctionAddress(process.name, POINTER)
                body.append(Create(Local(f"thread{number}", INT), address, Const(0, POINTER), loc=process.loc))
        states = {process.name: Local(f"state{n}", POINTER) for n, process in enumerate(processes)}
        for process in processes:
            if process.is_main:
                body.append(Call(states[process.name], process.name, (Const(0, POINTER),), loc=process.loc))
        for error in self.errors:
            for number, process in enumerate(processes):
                if not process.is_main:
                    body.append(Join(states[process.name], Local(f"thread{number}", INT), loc=error.loc))
            body += self.claim(error, states)
        body.append(Return(Const(0, INT)))
        return Function(ENTRY, (), INT, body)

    def claim(self, error: ErrorState, states: dict[str, Local]) -> list[AnyInstr]:
        """The final state is no error state."""
        body: list[AnyInstr] = []
        expressions = FinalExpressions(
            self.globals, body.append, lambda type: Local(f"final{len(body)}", type), ENTRY
        )
        holds = error.condition(states, expressions)
        return [*body, Assert(Unary("!", holds, INT), "error state", loc=error.loc)]


def any_value(variable: Variable, number: int) -> list[AnyInstr]:
    """A variable in memory without an initial value."""
    byte = Local(f"any{number}", variable.type)
    value = Cast(Binary("!=", byte, Const(0, BOOL), INT), BOOL) if variable.type == BOOL else byte
    what = f"uninitialized {variable.name}"
    return [Nondet(byte, what, loc=variable.loc), Write(place(variable), value, loc=variable.loc)]


def lower(tree: Node, file: str, text: str) -> Program:
    lowering = Lowering(file, Scope(file))
    for node in parts(tree, "variable"):
        (name, type, initial), = declared([node], file)
        kind = node.children[1]
        assert isinstance(kind, Tree)
        if initial is None and str(kind.children[0]) == "synthetic":
            initial = 0
        obj = lowering.remember(memory(str(name), type, initial, "global"))
        lowering.globals.add(Variable(str(name), type, obj, True, initial, location(name, file)))
    for node in parts(tree, "error_state"):
        if lowering.errors:
            raise InputError("there is an error state already: join the two by 'or'", location(node, file))
        expr = node.children[1]
        assert isinstance(expr, Tree)
        lowering.errors.append(ErrorState(expr, file, location(node, file)))
    processes = [lowering.process(node) for node in parts(tree, "process")]
    for error in lowering.errors:
        error.check_names([process.name for process in processes])
    names = [process.name for process in processes]
    for process in processes:
        if process.name == ENTRY or names.count(process.name) > 1:
            raise InputError(f"a process cannot be named {process.name!r} here", process.loc)
    if not processes:
        raise InputError(f"{file}:1:1: there is no process")
    if sum(process.is_main for process in processes) > 1:
        raise InputError("only one process can be the main one", processes[-1].loc)
    functions = [lowering.entry(processes), *lowering.functions]
    bodies = numbered([function.body for function in functions])
    for function, body in zip(functions, bodies, strict=True):
        function.body = body
    return Program({f.name: f for f in functions}, lowering.memory, LP64, ENTRY, {file: text})


__all__ = ["lower"]
