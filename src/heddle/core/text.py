"""The textual form of core programs: what ``heddle show`` prints.

    program lp64 entry main
    global balance: i32 { 0: i32 = 100 }
    function worker(arg: ptr): ptr {
        var seen: i32
        seen := read balance
        if seen < 10 goto done
        write balance := seen - 10
      done:
        return 0:ptr
    }

Types are ``i32``, ``u8``, ``ptr`` (to nothing in particular), ``*i32``, ``[4]i32``, ``struct s``, ``union u``.
A conversion is ``x as i64``; a constant that is no ``i32`` carries its type, ``1:u8``; ``(*p).next`` is the place that
a pointer leads to.  Types, offsets and sizes that follow from declarations are left out; where not, they are written:
``(a + b : *i8)`` for an expression, ``{place : i32}`` for a place, ``.next@8`` for a field, ``[i #4/10]`` for an
element.
``//`` starts a comment: the place in the source.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from heddle.core import floats
from heddle.core.expr import (
    COMPARISONS,
    LOGICAL,
    AddressOf,
    Binary,
    Cast,
    Cond,
    Const,
    Expr,
    FieldStep,
    FloatOp,
    FunctionAddress,
    Local,
    MemoryObject,
    Place,
    Self,
    Unary,
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
    Malloc,
    Nondet,
    Read,
    Return,
    Rmw,
    Source,
    ThreadExit,
    Unsupported,
    Write,
)
from heddle.core.parts import all_parts
from heddle.core.program import BoundedProgram, Function, Program
from heddle.core.text_types import PLAIN_NAME, PRECEDENCE, WORDS, infer, infer_place, infer_step
from heddle.core.types import (
    INT,
    ArrayType,
    DataModel,
    FloatType,
    IntType,
    PointerType,
    StructType,
    Type,
)

UNARY, POSTFIX, ATOM = 11, 12, 13
CONVERSIONS = ("convert", "from_int", "to_int")


def show(program: Program, *, locations: bool = True) -> str:
    """The program as text.  Different programs have different texts."""
    printer = TextPrinter(program.data_model, locations)
    lines = [f"program {program.data_model.name} entry {name(program.entry)}"]
    lines += (printer.struct(s) for s in struct_types(_types(program)))
    lines += (printer.memory_object(o) for o in program.memory.values())
    for function in program.functions.values():
        lines += ["", *printer.function(function)]
    return "\n".join(lines) + "\n"


def show_bounded(bounded: BoundedProgram, *, locations: bool = True) -> str:
    """A bounded program's threads as text, for reading."""
    printer = TextPrinter(bounded.source.data_model, locations)
    lines = [printer.memory_object(o) for o in bounded.memory.values()]
    for thread in bounded.threads:
        creator = "" if thread.creator is None else f" created by {thread.creator}"
        lines += ["", f"thread {thread.index} {name(thread.name)}{creator} {{", *printer.body(thread.body), "}"]
    return "\n".join(lines) + "\n"


def name(text: str) -> str:
    """A name as it is written: quoted if it is not a plain one."""
    return text if PLAIN_NAME.fullmatch(text) and text not in WORDS else "`" + text.replace("`", "'") + "`"


def struct_types(types: Iterable[Type]) -> list[StructType]:
    """The structs and unions among and inside ``types``, each after those it mentions."""
    found: dict[str, StructType] = {}
    seen: set[str] = set()

    def visit(t: Type | None) -> None:
        match t:
            case PointerType():
                visit(t.to)
            case ArrayType():
                visit(t.elem)
            case StructType() if t.name not in seen:
                seen.add(t.name)
                for f in t.fields:
                    visit(f.type)
                found[t.name] = t

    for t in types:
        visit(t)
    return list(found.values())


def _types(program: Program) -> Iterator[Type]:
    for obj in program.memory.values():
        yield obj.type
        yield from (t for _, t, _ in obj.init)
    for function in program.functions.values():
        yield from (o.type for o in function.memory)
        yield from (p.type for p in function.params)
        if function.returns is not None:
            yield function.returns
        for x in function.body:
            yield from (part.type for part in all_parts(x))


class TextPrinter:
    def __init__(self, model: DataModel, locations: bool = False) -> None:
        self.model, self.locations = model, locations

    # --- types and declarations -------------------------------------------------------------------------------------

    def type(self, t: Type) -> str:
        match t:
            case IntType():
                return str(t)
            case FloatType():
                return f"f{t.bits}" if t.size * 8 == t.bits else f"f{t.bits}/{t.size}"
            case PointerType():
                own = "" if t.bits == self.model.pointer_bits else str(t.bits)
                return f"ptr{own}" if t.to is None else f"*{own and own + ' '}{self.type(t.to)}"
            case ArrayType():
                return f"[{t.count}]{self.type(t.elem)}"
            case StructType():
                return f"{'union' if t.is_union else 'struct'} {name(t.name)}"

    def struct(self, s: StructType) -> str:
        fields = "; ".join(f"{name(f.name)}: {self.type(f.type)} @{f.offset}" for f in s.fields)
        return f"{self.type(s)} {{ {fields} }} size {s.size}" if fields else f"{self.type(s)} {{ }} size {s.size}"

    def memory_object(self, o: MemoryObject) -> str:
        head = f"{o.kind} {name(o.name)}: {self.type(o.type)}"
        if not o.init:
            return head
        values = ", ".join(f"{at}: {self.type(t)} = {self.expr(e)}" for at, t, e in o.init)
        return f"{head} {{ {values} }}"

    def function(self, f: Function) -> list[str]:
        params = ", ".join(f"{name(p.name)}: {self.type(p.type)}" for p in f.params)
        returns = f": {self.type(f.returns)}" if f.returns is not None else ""
        lines = [f"{'library ' if f.library else ''}function {name(f.name)}({params}){returns} {{"]
        lines += ("    " + self.memory_object(o) for o in f.memory)
        by_type: dict[str, list[str]] = {}
        for local in sorted(_locals(f) - set(f.params), key=lambda v: v.name):
            by_type.setdefault(self.type(local.type), []).append(name(local.name))
        lines += (f"    var {', '.join(names)}: {t}" for t, names in by_type.items())
        return [*lines, *self.body(f.body), "}"]

    def body(self, body: list[AnyInstr]) -> Iterator[str]:
        for x in body:
            line = f"  {name(x.name)}:" if isinstance(x, Label) else "    " + self.instr(x)
            if self.locations and x.loc.line and not isinstance(x, Label):
                line = f"{line:<60} // {x.loc}"
            yield line

    # --- instructions -----------------------------------------------------------------------------------------------

    def instr(self, x: AnyInstr) -> str:
        dst = getattr(x, "dst", None)
        text = self.action(x)
        return text if dst is None else f"{name(dst.name)} := {text}"

    def action(self, x: AnyInstr) -> str:
        match x:
            case Assign():
                return self.expr(x.value)
            case Nondet():
                source = "" if x.source is Source.UNSET else f" {x.source}"
                return f"nondet{source} {quote(x.what)}" if x.what else f"nondet{source}"
            case Label():
                return f"{name(x.name)}:"
            case Goto():
                return f"goto {name(x.label)}"
            case Branch():
                return f"if {self.expr(x.test)} goto {name(x.label)}"
            case Call():
                callee = name(x.callee) if isinstance(x.callee, str) else f"*({self.expr(x.callee)})"
                return f"call {callee}({', '.join(map(self.expr, x.args))})"
            case Return():
                return "return" if x.value is None else f"return {self.expr(x.value)}"
            case Assume():
                return f"{'await' if x.blocking else 'assume'} {self.expr(x.test)}"
            case Assert():
                kind = "" if x.kind == "assert" else f" kind {quote(x.kind)}"
                return f"assert {self.expr(x.test)}{' ' + quote(x.message) if x.message else ''}{kind}"
            case Exit():
                return "exit"
            case ThreadExit():
                return f"thread_exit {self.expr(x.value)}"
            case Unsupported():
                return f"unsupported {quote(x.reason)}"
            case Cut():
                return f"cut {quote(x.what)} {quote(x.option)}"
            case Declare():
                again = "" if x.given is None else f" again {x.given}"
                return f"declare {name(x.obj.name)}{' zeroed' if x.zeroed else ''}{again}"
            case _:
                return self.concurrent(x)

    def concurrent(
        self, x: Read | Write | Rmw | Fence | AtomicBegin | AtomicEnd | Create | Join | Malloc | Free
    ) -> str:
        match x:
            case Read():
                return f"read {self.place(x.place)}{order(x.order, 'plain')}"
            case Write():
                return f"write {self.place(x.place)} := {self.expr(x.value)}{order(x.order, 'plain')}"
            case Rmw():
                test = "" if x.test is None else f" if {self.expr(x.test)}"
                orders = order(x.order, "seq_cst")
                if x.failure_order != "seq_cst":
                    orders = f" order {x.order} {x.failure_order}"
                return f"rmw {self.place(x.place)} := {self.expr(x.value)}{test}{orders}"
            case Fence():
                return f"fence {name(x.order)}"
            case AtomicBegin():
                return "atomic_begin"
            case AtomicEnd():
                return "atomic_end"
            case Create():
                return f"create {self.expr(x.function, POSTFIX)}({self.expr(x.arg)})"
            case Join():
                return f"join {self.expr(x.thread)}"
            case Malloc():
                return f"{'zalloc' if x.zeroed else 'malloc'} {self.expr(x.size)}"
            case Free():
                return f"free {self.expr(x.pointer)}"

    # --- expressions and places -------------------------------------------------------------------------------------

    def expr(self, e: Expr, strength: int = 0) -> str:
        """``e`` as text, in parentheses if it binds less tightly than ``strength``."""
        text, own = self._expr(e)
        if e.type != infer(e, self.model):
            return f"({text} : {self.type(e.type)})"
        return f"({text})" if own < strength else text

    def _expr(self, e: Expr) -> tuple[str, int]:
        match e:
            case Const():
                if isinstance(e.type, FloatType):
                    return f"{number(e.value, e.type)}:{self.type(e.type)}", ATOM
                text = str(e.value) if e.type == INT else f"{e.value}:{self.type(e.type)}"
                return text, ATOM if e.value >= 0 else UNARY
            case Local():
                return name(e.name), ATOM
            case Self():
                return "self", ATOM
            case FunctionAddress():
                return f"@{name(e.function)}", ATOM
            case Unary():
                # "- 1" is the negation of a constant, "-1" the constant.
                arg = self.expr(e.arg, UNARY + (isinstance(e.arg, Const) and e.arg.value < 0))
                return f"{e.op}{' ' if arg[0].isdigit() else ''}{arg}", UNARY
            case Binary():
                own = PRECEDENCE[e.op]
                # Mixed operators are easier to read with parentheses, where C's rules are not known by heart.
                inner = own if e.op in ("+", "-", "*", "/", "%") else 9
                if e.op in LOGICAL or e.op in COMPARISONS:
                    inner = own + 1
                left = self.expr(e.left, own if inner == own else inner)
                return f"{left} {e.op} {self.expr(e.right, max(own + 1, inner))}", own
            case Cast():
                return f"{self.expr(e.arg, POSTFIX)} as {self.type(e.type)}", POSTFIX
            case Cond():
                return f"{self.expr(e.test, 1)} ? {self.expr(e.then, 1)} : {self.expr(e.other, 1)}", 0
            case FloatOp():
                args = ", ".join(map(self.expr, e.args))
                return f"{e.name}({args})" + (f" as {self.type(e.type)}" if e.op in CONVERSIONS else ""), POSTFIX
            case AddressOf():
                return f"&{self.place(e.place)}", UNARY

    def place(self, p: Place) -> str:
        text = name(p.base.name) if isinstance(p.base, MemoryObject) else f"(*{self.expr(p.base, 1)})"
        here: Type | None = p.base.type if isinstance(p.base, MemoryObject) else getattr(p.base.type, "to", None)
        for step in p.steps:
            known, after = infer_step(here, step)
            if isinstance(step, FieldStep):
                text += f".{name(step.name)}" + ("" if known else f"@{step.offset}")
            else:
                count = "" if step.count is None else f"/{step.count}"
                text += f"[{self.expr(step.index)}" + ("]" if known else f" #{step.size}{count}]")
            here = after
        return text if infer_place(p) == p.type else f"{{{text} : {self.type(p.type)}}}"


def _locals(f: Function) -> set[Local]:
    return {part for x in f.body for part in all_parts(x) if isinstance(part, Local)}


def number(pattern: int, type: FloatType) -> str:
    """A floating-point number, or its pattern where that says more."""
    text = floats.spelled(pattern, type.bits) if type.computes else "nan"
    return hex(pattern) if "nan" in text else text


def quote(text: str) -> str:
    return json.dumps(text)


def order(order: str, default: str) -> str:
    return "" if order == default else f" order {order}"


__all__ = ["TextPrinter", "show", "show_bounded"]
