"""Expressions, as C text and with every order of evaluation spelled out in statements that C orders."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random


@dataclass
class Step:
    """A statement, and the steps that must come before it."""

    text: str
    after: list[int] = field(default_factory=list)
    is_call: bool = False


class Expression:
    """A random full expression over the shared variables x, y, z and the functions f (writes y), g (reads), h (both)."""

    def __init__(self, random: Random, size: int) -> None:
        self.random = random
        self.steps: list[Step] = []
        self.names = 0
        self.text = self._statement(size)

    def orders(self) -> Iterator[str]:
        """Every order that C allows."""
        yield from self._extend([], set(range(len(self.steps))))

    def _extend(self, done: list[int], left: set[int]) -> Iterator[str]:
        if not left:
            yield " ".join(self.steps[i].text for i in done)
        for i in sorted(left):
            if all(j in done for j in self.steps[i].after):
                yield from self._extend([*done, i], left - {i})

    def _step(self, text: str, after: list[int], is_call: bool = False) -> int:
        self.steps.append(Step(text, after, is_call))
        return len(self.steps) - 1

    def _name(self) -> str:
        self.names += 1
        return f"t{self.names}"

    # An operand is its C text, a pure expression over temporaries, and the steps that it needs.

    def _operand(self, size: int) -> tuple[str, str, list[int]]:
        kind = self.random.choice(["read", "read", "binary", "binary", "call", "element"]) if size > 1 else "read"
        if kind == "read":
            variable, name = self.random.choice("xyz"), self._name()
            return variable, name, [self._step(f"int {name} = {variable};", [])]
        if kind == "call":
            function = self.random.choice("fgh")
            text, value, needs = self._operand(size - 1)
            name = self._name()
            return f"{function}({text})", name, [self._step(f"int {name} = {function}({value});", needs, True)]
        if kind == "element":
            text, value, needs = self._operand(size - 1)
            name = self._name()
            return f"a[({text}) & 1]", name, [self._step(f"int {name} = a[({value}) & 1];", needs)]
        left = self._operand(size // 2)
        right = self._operand(size - size // 2)
        operator = self.random.choice(["+", "-", "+ 3 *"])
        return f"({left[0]} {operator} {right[0]})", f"({left[1]} {operator} {right[1]})", left[2] + right[2]

    def _statement(self, size: int) -> str:
        kind = self.random.choice(["assign", "compound", "element", "arguments", "list"])
        if kind == "list":
            return self._list()
        text, value, needs = self._operand(size if kind in ("assign", "compound") else max(1, size - 1))
        if kind == "assign":
            self._step(f"r = {value};", needs)
            return f"r = {text};"
        if kind == "compound":
            variable, name = self.random.choice("xyz"), self._name()
            calls = [i for i, step in enumerate(self.steps) if step.is_call]
            read = self._step(f"int {name} = {variable};", calls)
            self._step(f"{variable} = {name} + ({value});", [*needs, read])
            return f"{variable} += {text};"
        other, another, more = self._operand(1)
        if kind == "element":
            self._step(f"a[({another}) & 1] = {value};", needs + more)
            return f"a[({other}) & 1] = {text};"
        self._step(f"r = k({value}, {another});", needs + more, True)
        return f"r = k({text}, {other});"

    def _list(self) -> str:
        """Initializers in a list do not overlap: each is a step."""
        names = [self._name() for _ in range(2)]
        items = [f"{self.random.choice('fgh')}({self.random.choice('xyz')})", self.random.choice("xyz")]
        steps = [self._step(f"int {name} = {item};", []) for name, item in zip(names, items, strict=True)]
        self._step(f"r = {names[0]} - {names[1]};", steps)
        return f"int l[2] = {{{items[0]}, {items[1]}}}; r = l[0] - l[1];"
