"""Reads the textual form of core programs (see :mod:`heddle.core.text`)."""

from __future__ import annotations

from dataclasses import replace

from heddle.core.expr import Expr, Local, MemoryObject
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
from heddle.core.program import Function, Program
from heddle.core.text_expr import ExprReader
from heddle.core.text_tokens import Tokens
from heddle.core.types import DATA_MODELS, LP64, Field, StructType

OBJECT_KINDS = ("global", "tls", "local", "heap")


def parse(text: str, file: str = "<text>") -> Program:
    """The program that ``text`` describes.

    Instructions without a ``#uid`` are numbered in order; their locations are the lines of ``text``.
    """
    return _ProgramReader(text, file).read()


class _ProgramReader:
    def __init__(self, text: str, file: str) -> None:
        self.tokens = Tokens(text, file)
        self.structs: dict[str, StructType] = {}
        self.program = Program({}, {}, LP64, "main", {file: text})
        self.uid = 0

    def read(self) -> Program:
        t = self.tokens
        if t.accept("program"):
            model = t.name()
            if model not in DATA_MODELS:
                raise t.error(f"unknown data model {model}")
            self.program.data_model = DATA_MODELS[model]
            if t.accept("entry"):
                self.program.entry = t.name()
        self.reader = ExprReader(t, self.program.data_model, self.structs)
        self._declare_objects()
        self.reader.objects = self.program.memory
        while t.here.kind != "end":
            if t.at("struct", "union"):
                self._skip_struct()
            elif t.at(*OBJECT_KINDS):
                self._initialize(self.program.memory)
            else:
                self._function()
        return self.program

    # --- declarations -----------------------------------------------------------------------------------------------

    def _declare_objects(self) -> None:
        """A first run over the text that only sees structs and objects, as initializers may name later objects."""
        t = self.tokens
        start, depth = t.position, 0
        while t.here.kind != "end":
            if depth == 0 and t.at("struct", "union"):
                self._struct()
            elif depth == 0 and t.at(*OBJECT_KINDS):
                obj = self._object()
                self.program.memory[obj.name] = obj
            else:
                depth += t.at("{") - t.at("}")
                t.next()
        t.position = start

    def _struct(self) -> None:
        t = self.tokens
        is_union = t.next().text == "union"
        name = t.name()
        t.expect("{")
        fields = []
        while not t.accept("}"):
            field = t.name()
            t.expect(":")
            type = self.reader.type()
            t.expect("@")
            fields.append(Field(field, type, t.number()))
            t.accept(";")
        t.expect("size")
        self.structs[name] = StructType(name, tuple(fields), t.number(), is_union)

    def _skip_struct(self) -> None:
        while not self.tokens.accept("size"):
            self.tokens.next()
        self.tokens.number()

    def _object(self) -> MemoryObject:
        """``kind name: type``, without its initializer."""
        t = self.tokens
        kind, name = t.next().text, t.name()
        t.expect(":")
        return MemoryObject(name, self.reader.type(), kind)

    def _initialize(self, objects: dict[str, MemoryObject]) -> None:
        t = self.tokens
        obj = objects[self._object().name]
        if not t.accept("{"):
            return
        init = []
        while not t.accept("}"):
            offset = t.number()
            t.expect(":")
            type = self.reader.scalar()
            t.expect("=")
            init.append((offset, type, self.reader.expr()))
            t.accept(",")
        # Other initializers already hold this very object, so it gets its values in place.
        object.__setattr__(obj, "init", tuple(init))

    def _function(self) -> None:
        t = self.tokens
        loc = Location(t.file, t.here.line)
        library = t.accept("library")
        t.expect("function")
        name = t.name()
        t.expect("(")
        params = []
        while not t.accept(")"):
            param = t.name()
            t.expect(":")
            params.append(Local(param, self.reader.scalar()))
            t.accept(",")
        returns = self.reader.scalar() if t.accept(":") else None
        t.expect("{")
        memory = self._local_declarations(params)
        body: list[AnyInstr] = []
        while not t.accept("}"):
            body.append(self._numbered(replace(loc, line=t.here.line, function=name)))
        self.program.functions[name] = Function(name, tuple(params), returns, body, memory, library, loc)
        self.reader.objects, self.reader.variables = self.program.memory, {}

    def _local_declarations(self, params: list[Local]) -> tuple[MemoryObject, ...]:
        t = self.tokens
        memory: dict[str, MemoryObject] = {}
        variables = {p.name: p for p in params}
        while t.at("var", *OBJECT_KINDS):
            if not t.accept("var"):
                obj = self._object()
                memory[obj.name] = obj
                continue
            names = [t.name()]
            while t.accept(","):
                names.append(t.name())
            t.expect(":")
            type = self.reader.scalar()
            variables |= {n: Local(n, type) for n in names}
        self.reader.objects, self.reader.variables = {**self.program.memory, **memory}, variables
        return tuple(memory.values())

    # --- instructions -----------------------------------------------------------------------------------------------

    def _numbered(self, loc: Location) -> AnyInstr:
        x = self._instr()
        if self.tokens.same_line() and self.tokens.accept("#"):
            self.uid = self.tokens.number()
        x = replace(x, loc=loc, uid=self.uid)
        self.uid += 1
        return x

    def _instr(self) -> AnyInstr:
        t = self.tokens
        if t.at_name() and t.following.text == ":":
            label = t.name()
            t.expect(":")
            return Label(label)
        if t.at_name() and t.following.text == ":=":
            name = t.name()
            if name not in self.reader.variables:
                raise t.error(f"unknown variable {name}")
            t.expect(":=")
            return self._assignment(self.reader.variables[name])
        if not t.at_name():
            raise t.error(f"expected an instruction, found {t.here.text!r}")
        return self._action(t.name())

    def _assignment(self, dst: Local) -> AnyInstr:
        t, r = self.tokens, self.reader
        word = t.here.text if t.here.kind == "name" else ""
        if word not in ("nondet", "read", "rmw", "create", "join", "malloc", "zalloc", "call"):
            return Assign(dst, r.expr())
        t.next()
        match word:
            case "nondet":
                return Nondet(dst, t.string() if t.here.kind == "string" else "")
            case "read":
                return Read(dst, r.place(), self._order("plain"))
            case "rmw":
                return self._rmw(dst)
            case "create":
                function = r.postfix()
                t.expect("(")
                arg = r.expr()
                t.expect(")")
                return Create(dst, function, arg)
            case "join":
                return Join(dst, r.expr())
            case "call":
                return self._call(dst)
        return Malloc(dst, r.expr(), word == "zalloc")

    def _rmw(self, dst: Local) -> Rmw:
        t, r = self.tokens, self.reader
        place = r.place()
        t.expect(":=")
        value = r.expr()
        test = r.expr() if t.accept("if") else None
        if not t.accept("order"):
            return Rmw(dst, place, value, test)
        order = t.name()
        return Rmw(dst, place, value, test, order, t.name() if t.same_line() and t.at_name() else "seq_cst")

    def _call(self, dst: Local | None) -> Call:
        t, r = self.tokens, self.reader
        if t.accept("*"):
            t.expect("(")
            callee = r.expr()
            t.expect(")")
            return Call(dst, callee, self._arguments())
        name = t.name()
        return Call(dst, name, self._arguments())

    def _arguments(self) -> tuple[Expr, ...]:
        t = self.tokens
        t.expect("(")
        args = []
        while not t.accept(")"):
            args.append(self.reader.expr())
            t.accept(",")
        return tuple(args)

    def _order(self, default: str) -> str:
        return self.tokens.name() if self.tokens.accept("order") else default

    def _action(self, word: str) -> AnyInstr:
        """An instruction without a destination, after its first word."""
        t, r = self.tokens, self.reader
        match word:
            case "goto":
                return Goto(t.name())
            case "if":
                test = r.expr()
                t.expect("goto")
                return Branch(test, t.name())
            case "call":
                return self._call(None)
            case "return":
                return Return(r.expr() if t.same_line() and not t.at("}", "#") else None)
            case "assume" | "await":
                return Assume(r.expr(), word == "await")
            case "assert":
                test = r.expr()
                message = t.string() if t.here.kind == "string" else ""
                return Assert(test, message, t.string() if t.accept("kind") else "assert")
            case "write":
                place = r.place()
                t.expect(":=")
                return Write(place, r.expr(), self._order("plain"))
            case "join":
                return Join(None, r.expr())
            case "free":
                return Free(r.expr())
            case "thread_exit":
                return ThreadExit(r.expr())
        return self._simple(word)

    def _simple(self, word: str) -> AnyInstr:
        t = self.tokens
        match word:
            case "exit":
                return Exit()
            case "atomic_begin":
                return AtomicBegin()
            case "atomic_end":
                return AtomicEnd()
            case "fence":
                return Fence(t.name())
            case "unsupported":
                return Unsupported(t.string())
            case "cut":
                return Cut(t.string(), t.string())
            case "declare":
                name = t.name()
                if name not in self.reader.objects:
                    raise t.error(f"unknown memory object {name}")
                return Declare(self.reader.objects[name], t.accept("zeroed"))
        raise t.error(f"unknown instruction {word}")
