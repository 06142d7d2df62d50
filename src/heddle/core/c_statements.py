"""Prints single core instructions as C statements.

What C has no words for goes through macros that the surrounding program defines: ``assume``, ``check`` (an assertion
with a message), ``unsupported`` (something that is not modelled), ``cut`` (where a bound stopped), ``indeterminate``
(an object's contents become arbitrary).
"""

from __future__ import annotations

import json

from heddle.core.c_printer import POSTFIX, C, CPrinter
from heddle.core.expr import AddressOf, Expr, Local, Place
from heddle.core.instr import (
    AnyInstr,
    Assert,
    Assign,
    Assume,
    AtomicBegin,
    AtomicEnd,
    Cut,
    Declare,
    Exit,
    Fence,
    Free,
    Nondet,
    Read,
    Rmw,
    Unsupported,
    Write,
)
from heddle.core.parts import mentions
from heddle.core.types import DataModel, FloatType, IntType, PointerType, Scalar

NONDET = "__VERIFIER_nondet_"


class StatementPrinter:
    """``inputs`` collects the functions for nondeterministic values that were used, with their types; ``macros`` the
    macros that were used beside ``assume``, ``check`` and ``unsupported``."""

    def __init__(self, printer: CPrinter) -> None:
        self.printer = printer
        self.inputs: dict[str, IntType] = {}
        self.macros: set[str] = set()

    def lines(self, x: AnyInstr) -> list[str]:
        """The statement that does what ``x`` does in a sequential program, in one or more lines."""
        p = self.printer
        match x:
            case Assign():
                return [self.assign(x.dst, x.value)]
            case Nondet():
                return [f"{p.local_name(x.dst)} = {self.nondet(x.dst.type)};"]
            case Assume():
                return [f"assume({p.condition(x.test)});"]
            case Assert():
                return [f"check({p.condition(x.test)}, {quote(x.message or x.kind)});"]
            case Exit():
                return ["assume(0); /* the program ends */"]
            case Unsupported():
                return [f"unsupported({quote(reason_of(x))});"]
            case Cut():
                self.macros.add("cut")
                return [f"cut({quote(bound_of(x))});"]
            case Declare():
                return self.declare(x)
            case Read():
                return [self.store(p.local_name(x.dst), x.dst.type, x.place)]
            case Write():
                return [self.write(p.lvalue(x.place).text, x.place, x.value)]
            case Rmw():
                return self.rmw(x)
            case Free():
                return [comment(f"free({p.expr(x.pointer).text})")]
            case Fence():
                return [comment(f"fence {x.order}")]
            case AtomicBegin():
                return [comment("atomic {")]
            case AtomicEnd():
                return [comment("}")]
        raise AssertionError(f"not a sequential instruction: {x}")

    def assign(self, dst: Local, value: Expr) -> str:
        return f"{self.printer.local_name(dst)} = {self.printer.value(value, dst.type)};"

    def store(self, name: str, type: Scalar, place: Place) -> str:
        return f"{name} = {self.printer.converted(self.printer.lvalue(place), type).text};"

    def write(self, lvalue: str, place: Place, value: Expr) -> str:
        assert isinstance(place.type, Scalar)
        return f"{lvalue} = {self.printer.value(value, place.type)};"

    def declare(self, x: Declare) -> list[str]:
        """Every object is declared once, and C's static objects start as zero."""
        if x.zeroed:
            return []
        name = self.printer.object_name(x.obj)
        if isinstance(x.obj.type, Scalar):
            return [f"{name} = {self.nondet(x.obj.type)};"]
        self.macros.add("indeterminate")
        return [f"indeterminate({name});"]

    def rmw(self, x: Rmw) -> list[str]:
        p = self.printer
        if mentions(x.place, x.dst):
            # The place is found before the destination changes.
            pointer = PointerType(p.types.model.pointer_bits, x.place.type)
            first = [f"{{ {p.types.declare(pointer, 'place')} = {p.expr(AddressOf(x.place, pointer)).text};"]
            lvalue, last = "*place", [" }"]
            first.append(f"  {p.local_name(x.dst)} = *place;")
        else:
            lvalue, first, last = p.lvalue(x.place).text, [self.store(p.local_name(x.dst), x.dst.type, x.place)], []
        write = self.write(lvalue, x.place, x.value)
        if x.test is None:
            return [*first, write, *last]
        return [*first, f"if ({p.condition(x.test)})", f"    {write}", *last]

    def nondet(self, t: Scalar) -> str:
        if isinstance(t, PointerType):
            word = IntType(t.bits, False)
            return f"({self.printer.spell(t)}){self.nondet(word)}"
        if isinstance(t, FloatType):
            pattern = IntType(t.bits, False)
            return self.printer.reinterpreted(C(self.nondet(pattern), POSTFIX, pattern), t).text
        function = input_function(t, self.printer.types.model)
        self.inputs[function] = t
        return f"{function}()"


def input_function(t: IntType, model: DataModel) -> str:
    """The function that gives any value of an integer type."""
    kinds = {8: "char", 16: "short", 32: "int", 64: "long" if model.long_bits == 64 else "longlong", 128: "int128"}
    return f"{NONDET}{'' if t.signed else 'u'}{kinds[t.bits]}"


def bound_of(x: Cut) -> str:
    """Which bound it is that ends an execution."""
    where = f" at {x.loc}" if x.loc.line else ""
    return f"{x.what}{where}: raise {x.option}" if x.option else f"{x.what}{where}"


def reason_of(x: Unsupported) -> str:
    return f"{x.loc}: {x.reason}" if x.loc.line else x.reason


def quote(text: str) -> str:
    """A C string; what C's strings cannot hold plainly becomes a question mark."""
    return json.dumps(printable(text))


def printable(text: str) -> str:
    return "".join(c if 32 <= ord(c) < 127 else "?" for c in text).replace("??", "?")


def comment(text: str) -> str:
    return "/* " + text.replace("*/", "* /").replace("/*", "/ *") + " */"
