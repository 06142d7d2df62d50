"""Initial states and conditions, from syntax to meaning."""

from __future__ import annotations

import re
from collections.abc import Callable

from lark import Token, Tree

from heddle.errors import InputError
from heddle.litmus_tests.syntax import index_of, location_of, number_of, parse
from heddle.litmus_tests.test import (
    Address,
    Combine,
    Compare,
    Observable,
    Proposition,
    Quantifier,
    Register,
    Term,
    Variable,
    observables,
)
from heddle.records import dataclass, field

ELEMENT_SIZE = 8
"""Every variable and array element of a litmus test has 64 bits; 32-bit ones differ only where arithmetic overflows."""


@dataclass(slots=True)
class State:
    """An initial state: values of variables (``sizes`` of arrays), of registers, and declared types by name."""

    variables: dict[str, dict[int, int | Address]] = field(default_factory=dict)
    registers: dict[tuple[int, str], int | Address] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)

    def touch(self, name: str) -> None:
        self.variables.setdefault(name, {})


def read_init(text: str, file: str) -> State:
    state = State()
    for entry in parse(text, file, "init").children:
        assert isinstance(entry, Tree)
        ctype, place, value = entry.children
        assert isinstance(place, Tree)
        values = _values(value, file)
        if place.data == "register":
            state.registers[_thread(place, file), str(place.children[1])] = values[0]
            continue
        name = str(place.children[0])
        state.touch(name)
        if isinstance(ctype, Tree):
            state.types[name] = " ".join(str(part) for part in ctype.children)
        if place.data == "element" and value is None:  # a declaration of an array
            values = [0] * index_of(place.children[1], file)
        start = 0 if place.data == "variable" or len(values) > 1 else index_of(place.children[1], file)
        for i, item in enumerate(values):
            state.variables[name][start + i] = item
    return state


def _values(node: Tree[Token] | Token | None, file: str) -> list[int | Address]:
    if node is None:
        return [0]
    assert isinstance(node, Tree)
    if node.data == "array":
        return [number_of(item, file) for item in node.children]
    value = _term(node, file, lambda thread, name: name)
    if isinstance(value, Register):
        raise InputError("a register is no initial value", location_of(node, file))
    return [value]


@dataclass(slots=True)
class Question:
    quantifier: Quantifier
    condition: Proposition
    text: str
    observed: list[Observable]
    filter: Proposition | None


def read_condition(text: str, file: str, local: Callable[[int, str], str]) -> Question:
    """``local`` names the local variable that holds a thread's register."""
    stop = re.search(r"(?<=[)\w])\s*(;\s*(with\b|<<|$)|<<|\bwith\b)", text)
    body = text[: stop.start()] if stop else text
    tree = parse(body.rstrip().rstrip(";"), file, "condition")
    observed: dict[Observable, None] = {}
    quantifier: Quantifier = "forall"
    condition: Proposition = Combine("true")
    only: Proposition | None = None
    reader = _Reader(file, local)
    for part in tree.children:
        if not isinstance(part, Tree):
            continue
        if part.data == "listing":
            for place in part.children:
                if isinstance(place, Tree):
                    observed.setdefault(reader.observable(place))
        elif part.data == "filter":
            only = reader.prop(part.children[0])
        elif part.data == "quantifier":
            word = "".join(str(token) for token in part.children)
            quantifier = "~exists" if word in ("~exists", "final") else "exists" if word == "exists" else "forall"
        else:
            condition = reader.prop(part)
    for item in observables(condition):
        observed.setdefault(item)
    return Question(quantifier, condition, _shown(body), sorted(observed, key=_order), only)


def _order(item: Observable) -> tuple[int, str]:
    return (item.thread, str(item)) if isinstance(item, Register) else (1 << 30, str(item))


def _shown(text: str) -> str:
    start = re.search(r"~?\s*exists|forall|final", text)
    return " ".join(text[start.start() if start else 0 :].split())


class _Reader:
    def __init__(self, file: str, local: Callable[[int, str], str]) -> None:
        self.file, self.local = file, local

    def prop(self, node: Tree[Token] | Token) -> Proposition:
        assert isinstance(node, Tree)
        match node.data:
            case "equal" | "unequal":
                left, right = node.children
                assert isinstance(left, Tree)
                assert isinstance(right, Tree)
                term = _term(right, self.file, self.local)
                return Compare(self.observable(left), term, node.data == "equal")
            case "both" | "either" | "negation" | "implies":
                op = {"both": "and", "either": "or", "negation": "not", "implies": "implies"}[node.data]
                return Combine(op, tuple(self.prop(part) for part in node.children))  # type: ignore[arg-type]
            case _:
                return Combine("true" if node.data == "always" else "false")

    def observable(self, node: Tree[Token]) -> Observable:
        if node.data == "register":
            thread, name = _thread(node, self.file), str(node.children[1])
            return Register(thread, name, self.local(thread, name))
        if node.data == "element":
            index = index_of(node.children[1], self.file)
            return Variable(str(node.children[0]), index * ELEMENT_SIZE, index)
        return Variable(str(node.children[-1]))


def _term(node: Tree[Token], file: str, local: Callable[[int, str], str]) -> Term:
    if node.data == "number":
        return number_of(node.children[0], file)
    if node.data == "register":
        thread, name = _thread(node, file), str(node.children[1])
        return Register(thread, name, local(thread, name))
    if node.data != "symbol":
        raise InputError("this value is not supported here", location_of(node, file))
    name = str(node.children[0])
    return 0 if name in ("null", "NULL") else Address(name)


def _thread(node: Tree[Token], file: str) -> int:
    text = str(node.children[0])
    digits = text[1:] if text[:1] in "Pp" else text
    if not digits.isdigit():
        raise InputError(f"{text!r} is no thread", location_of(node, file))
    return int(digits)
