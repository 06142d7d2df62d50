"""Reads types, places and expressions of the textual form."""

from __future__ import annotations

import re
from collections.abc import Mapping

from heddle.core.expr import (
    AddressOf,
    Binary,
    Cast,
    Cond,
    Const,
    Expr,
    FieldStep,
    FunctionAddress,
    IndexStep,
    Local,
    MemoryObject,
    Place,
    Self,
    Unary,
)
from heddle.core.text_tokens import Tokens
from heddle.core.text_types import PRECEDENCE, element_of, find_field, infer
from heddle.core.types import (
    INT,
    ArrayType,
    DataModel,
    FloatType,
    IntType,
    PointerType,
    Scalar,
    StructType,
    Type,
)

_TYPE_NEEDED = "the type of this place does not follow from declarations; write {place : type}"


class ExprReader:
    """``structs``, ``objects`` and ``variables`` are what is declared where the reader stands."""

    def __init__(self, tokens: Tokens, model: DataModel, structs: Mapping[str, StructType]) -> None:
        self.tokens, self.model, self.structs = tokens, model, structs
        self.objects: Mapping[str, MemoryObject] = {}
        self.variables: Mapping[str, Local] = {}

    # --- types ------------------------------------------------------------------------------------------------------

    def type(self) -> Type:
        t = self.tokens
        if t.accept("*"):
            bits = t.number() if t.here.kind == "number" else self.model.pointer_bits
            return PointerType(bits, self.type())
        if t.accept("["):
            count = t.number()
            t.expect("]")
            return ArrayType(self.type(), count)
        if t.at("struct", "union"):
            t.next()
            name = t.name()
            if name not in self.structs:
                raise t.error(f"unknown struct {name}")
            return self.structs[name]
        return self._named_type()

    def _named_type(self) -> Type:
        t = self.tokens
        found = re.fullmatch(r"([iuf]|ptr)(\d*)", t.here.text)
        if found is None or (found[1] != "ptr" and not found[2]):
            raise t.error(f"expected a type, found {t.here.text!r}")
        t.next()
        match found[1]:
            case "ptr":
                return PointerType(int(found[2] or self.model.pointer_bits))
            case "f":
                bits = int(found[2])
                return FloatType(bits, t.number() if t.accept("/") else bits // 8)
        return IntType(int(found[2]), found[1] == "i")

    def scalar(self) -> Scalar:
        found = self.type()
        if not isinstance(found, (IntType, PointerType)):
            raise self.tokens.error(f"expected an integer or pointer type, not {found}")
        return found

    # --- expressions ------------------------------------------------------------------------------------------------

    def expr(self) -> Expr:
        test = self.binary(1)
        if not self.tokens.accept("?"):
            return test
        then = self.binary(1)
        self.tokens.expect(":")
        other = self.binary(1)
        return Cond(test, then, other, then.type)

    def binary(self, strength: int) -> Expr:
        left = self.unary()
        while self.tokens.here.kind == "symbol" and PRECEDENCE.get(self.tokens.here.text, 0) >= strength:
            op = self.tokens.next().text
            right = self.binary(PRECEDENCE[op] + 1)
            left = self._typed(Binary(op, left, right, INT))
        return left

    def unary(self) -> Expr:
        t = self.tokens
        if t.at("-") and t.following.kind == "number" and t.following.start == t.here.end:
            return self.postfix()
        for op in ("-", "~", "!"):
            if t.accept(op):
                return self._typed(Unary(op, self.unary(), INT))
        if t.accept("&"):
            place = self.place()
            return AddressOf(place, PointerType(self.model.pointer_bits, place.type))
        return self.postfix()

    def postfix(self) -> Expr:
        e = self.atom()
        while self.tokens.accept("as"):
            e = Cast(e, self.scalar())
        return e

    def atom(self) -> Expr:
        t = self.tokens
        if t.accept("("):
            e = self.expr()
            if t.accept(":"):
                e = _with_type(e, self.scalar())
            t.expect(")")
            return e
        if t.accept("@"):
            return FunctionAddress(t.name(), self.model.void_ptr)
        if t.accept("self"):
            return Self(INT)
        if t.here.kind == "number" or t.at("-"):
            return self._constant()
        name = t.name()
        if name not in self.variables:
            raise t.error(f"unknown variable {name}")
        return self.variables[name]

    def _constant(self) -> Expr:
        t = self.tokens
        value = t.number()
        # "1:u8" without spaces; with spaces the colon belongs to "? :" or to a type in parentheses.
        if t.at(":") and t.here.start == t.tokens[t.position - 1].end and t.following.start == t.here.end:
            t.next()
            return Const(value, self.scalar())
        return Const(value, INT)

    def _typed(self, e: Unary | Binary) -> Expr:
        return _with_type(e, infer(e, self.model))

    # --- places -----------------------------------------------------------------------------------------------------

    def place(self) -> Place:
        t = self.tokens
        if t.accept("{"):
            base, steps, _ = self._path()
            t.expect(":")
            type = self.type()
            t.expect("}")
            return Place(base, steps, type)
        base, steps, found = self._path()
        if found is None:
            raise t.error(_TYPE_NEEDED)
        return Place(base, steps, found)

    def _path(self) -> tuple[MemoryObject | Expr, tuple[FieldStep | IndexStep, ...], Type | None]:
        t = self.tokens
        base: MemoryObject | Expr
        here: Type | None
        if t.accept("("):
            t.expect("*")
            base = self.binary(1)
            t.expect(")")
            here = base.type.to if isinstance(base.type, PointerType) else None
        else:
            name = t.name()
            if name not in self.objects:
                raise t.error(f"unknown memory object {name}")
            base = self.objects[name]
            here = base.type
        steps: list[FieldStep | IndexStep] = []
        while t.at(".", "["):
            step, here = self._field(here) if t.next().text == "." else self._element(here)
            steps.append(step)
        return base, tuple(steps), here

    def _field(self, here: Type | None) -> tuple[FieldStep, Type | None]:
        name = self.tokens.name()
        if self.tokens.accept("@"):
            return FieldStep(name, self.tokens.number()), None
        field = find_field(here, name)
        if field is None:
            raise self.tokens.error(f"no field {name} here; write .{name}@offset")
        return FieldStep(name, field[0]), field[1]

    def _element(self, here: Type | None) -> tuple[IndexStep, Type | None]:
        t = self.tokens
        index = self.expr()
        if t.accept("#"):
            size = t.number()
            count = t.number() if t.accept("/") else None
            t.expect("]")
            return IndexStep(index, size, count), None
        t.expect("]")
        element = element_of(here)
        if element is None or not isinstance(here, ArrayType):
            raise t.error("no array here; write [index #size]")
        return IndexStep(index, *element), here.elem


def _with_type(e: Expr, type: Scalar) -> Expr:
    """``e`` with the type that was written for it."""
    match e:
        case Unary():
            return Unary(e.op, e.arg, type)
        case Binary():
            return Binary(e.op, e.left, e.right, type)
        case Cond():
            return Cond(e.test, e.then, e.other, type)
        case AddressOf() if isinstance(type, PointerType):
            return AddressOf(e.place, type)
        case FunctionAddress() if isinstance(type, PointerType):
            return FunctionAddress(e.function, type)
        case Self():
            return Self(type)
    return e
