"""Expressions of cat, compiled to relational ones.

Functions are expanded where they are applied.  What the relational form cannot say (sets of sets, matching on sets)
becomes a ``Poison`` value: an error only where a constraint needs it, since model files carry many definitions that a
given model does not use.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias, TypeGuard

from lark import Token, Tree

from heddle.core.instr import Location
from heddle.errors import InputError
from heddle.models.relation import (
    Base,
    Closure,
    Complement,
    Definition,
    Diff,
    Domain,
    Empty,
    Expr,
    Identity,
    Inter,
    Inverse,
    Product,
    Range,
    Recursive,
    Ref,
    Seq,
    Sort,
    Union,
)
from heddle.models.vocabulary import NEVER_GIVEN, NEVER_RELATED, RELATION_SPELLINGS, RELATIONS, VARIANTS, set_name
from heddle.records import dataclass

if TYPE_CHECKING:
    from heddle.models.cat import Compiler

Node: TypeAlias = "Tree[Token] | Token"
MAX_DEPTH = 100
"""Applications inside applications: a recursive function cannot be expanded, and this is where that shows."""


@dataclass(frozen=True, slots=True)
class Function:
    params: tuple[str, ...]
    body: Node
    env: Env


@dataclass(frozen=True, slots=True)
class Primitive:
    name: str
    apply: Callable[[Expr], Expr]


@dataclass(frozen=True, slots=True)
class Tag:
    name: str


@dataclass(frozen=True, slots=True)
class Tuple:
    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Poison:
    error: InputError


Value: TypeAlias = "Expr | Function | Primitive | Tag | Tuple | Poison"
Env: TypeAlias = dict[str, Value]


def is_expr(value: Value) -> TypeGuard[Expr]:
    return not isinstance(value, Function | Primitive | Tag | Tuple | Poison)


class UnknownName(InputError):
    """A name that means nothing here; ``try … with …`` catches it."""


def primitives() -> Env:
    return {
        "domain": Primitive("domain", lambda r: Domain(relation(r))),
        "range": Primitive("range", lambda r: Range(relation(r))),
        "different-values": Primitive(
            "different-values", lambda r: Diff(relation(r), Base("same-value", "rel"), "rel")
        ),
        **{name: Primitive(name, lambda _: Empty("rel")) for name in NEVER_GIVEN},
    }


class SortError(Exception):
    """A set where a relation belongs, or the other way round."""


def relation(expr: Expr) -> Expr:
    return _sorted(expr, "rel")


def event_set(expr: Expr) -> Expr:
    return _sorted(expr, "set")


def _sorted(expr: Expr, sort: Sort) -> Expr:
    if isinstance(expr, Empty):
        return Empty(sort)
    if expr.sort != sort:
        wanted, found = ("relation", "set") if sort == "rel" else ("set", "relation")
        raise SortError(f"a {wanted} belongs here, and this is a {found} of events")
    return expr


def same_sort(left: Expr, right: Expr) -> tuple[Expr, Expr, Sort]:
    """Both operands of an operator on equals; ``0`` and ``{}`` are empty sets and empty relations alike."""
    sort = right.sort if isinstance(left, Empty) else left.sort
    return _sorted(left, sort), _sorted(right, sort), sort


class Expressions:
    """Compiles the expressions of one file."""

    def __init__(self, compiler: Compiler, file: str) -> None:
        self.compiler = compiler
        self.file = file
        self.depth = 0

    def loc(self, node: Node) -> Location:
        if isinstance(node, Token):
            return Location(self.file, node.line or 0, node.column or 0)
        if node.meta.empty:
            return Location(self.file, 0)
        return Location(self.file, node.meta.line, node.meta.column)

    def expr(self, node: Node, env: Env) -> Expr:
        """A set or relation."""
        value = self.value(node, env)
        if isinstance(value, Poison):
            raise value.error
        if not is_expr(value):
            raise InputError("a set or a relation belongs here", self.loc(node))
        return value

    def value(self, node: Node, env: Env) -> Value:
        assert isinstance(node, Tree)
        method = getattr(self, f"on_{node.data}", None)
        if method is None:
            raise InputError(f"{UNSUPPORTED[node.data]} cannot be expressed as relations", self.loc(node))
        try:
            result: Value = method(node, env)
        except SortError as error:
            raise InputError(str(error), self.loc(node)) from None
        return result

    # --- leaves

    def on_name(self, node: Tree[Token], env: Env) -> Value:
        token = node.children[0]
        assert isinstance(token, Token)
        return self.lookup(token, env)

    def lookup(self, token: Token, env: Env) -> Value:
        name = str(token)
        if name in env:
            return env[name]
        if name in RELATIONS or name in RELATION_SPELLINGS:
            return Base(RELATION_SPELLINGS.get(name, name), "rel")
        if name in NEVER_RELATED:
            return Empty("rel")
        base = set_name(name)
        if base is None:
            raise UnknownName(f"nothing is known under the name {name!r}", self.loc(token))
        return Empty("set") if base == "emptyset" else Base(base, "set")

    def on_zero(self, node: Tree[Token], env: Env) -> Value:
        return Empty("rel")

    def on_tag(self, node: Tree[Token], env: Env) -> Value:
        return Tag(str(node.children[0])[1:])

    def on_set(self, node: Tree[Token], env: Env) -> Value:
        items = [child for child in node.children if child is not None]
        if not items:
            return Empty("set")
        raise InputError("a set of chosen elements cannot be expressed as relations", self.loc(node))

    def on_tuple(self, node: Tree[Token], env: Env) -> Value:
        return Tuple(tuple(self.lazily(child, env) for child in node.children))

    # --- operators

    def two(self, node: Tree[Token], env: Env) -> tuple[Expr, Expr]:
        left, right = node.children
        return self.expr(left, env), self.expr(right, env)

    def on_union(self, node: Tree[Token], env: Env) -> Value:
        return Union(*same_sort(*self.two(node, env)))

    def on_inter(self, node: Tree[Token], env: Env) -> Value:
        return Inter(*same_sort(*self.two(node, env)))

    def on_diff(self, node: Tree[Token], env: Env) -> Value:
        return Diff(*same_sort(*self.two(node, env)))

    def on_seq(self, node: Tree[Token], env: Env) -> Value:
        left, right = self.two(node, env)
        return Seq(relation(left), relation(right))

    def on_product(self, node: Tree[Token], env: Env) -> Value:
        left, right = self.two(node, env)
        return Product(event_set(left), event_set(right))

    def on_complement(self, node: Tree[Token], env: Env) -> Value:
        arg = self.expr(node.children[-1], env)
        return Complement(arg, arg.sort)

    def on_inverse(self, node: Tree[Token], env: Env) -> Value:
        return Inverse(relation(self.expr(node.children[0], env)))

    def on_opt(self, node: Tree[Token], env: Env) -> Value:
        return Closure("?", relation(self.expr(node.children[0], env)))

    def on_plus(self, node: Tree[Token], env: Env) -> Value:
        return Closure("+", relation(self.expr(node.children[0], env)))

    def on_star(self, node: Tree[Token], env: Env) -> Value:
        return Closure("*", relation(self.expr(node.children[0], env)))

    def on_identity(self, node: Tree[Token], env: Env) -> Value:
        return Identity(event_set(self.expr(node.children[0], env)))

    # --- names and functions

    def on_fun(self, node: Tree[Token], env: Env) -> Value:
        return Function(pattern_names(node.children[0]), node.children[1], env)

    def on_apply(self, node: Tree[Token], env: Env) -> Value:
        head, *args = node.children
        assert isinstance(head, Token)
        if str(head) in ("tag2set", "tag2events", "tag2instrs") and str(head) not in env:
            return self.tagged(args[0], env)
        return self.apply(self.lookup(head, env), args, node, env)

    def on_apply_expr(self, node: Tree[Token], env: Env) -> Value:
        head, *args = node.children
        return self.apply(self.value(head, env), args, node, env)

    def tagged(self, arg: Node, env: Env) -> Value:
        tag = self.value(arg, env)
        name = set_name(tag.name) if isinstance(tag, Tag) else None
        if name is None:
            raise UnknownName("no event carries such a tag", self.loc(arg))
        return Base(name, "set")

    def apply(self, function: Value, args: list[Node], node: Node, env: Env) -> Value:
        value = function
        for arg in args:
            if isinstance(value, Poison):
                raise value.error
            if isinstance(value, Primitive):
                value = value.apply(self.expr(arg, env))
            elif isinstance(value, Function):
                value = self.feed(value, self.lazily(arg, env), node)
            else:
                raise InputError("what stands here is no function", self.loc(node))
        return value

    def feed(self, function: Function, arg: Value, node: Node) -> Value:
        """``f x y = …`` may also be called as ``f(x, y)``, as Theta's models do."""
        value: Value = function
        several = isinstance(arg, Tuple) and len(function.params) == 1
        for item in arg.items if isinstance(arg, Tuple) and several else (arg,):
            if not isinstance(value, Function):
                raise InputError("there are too many arguments", self.loc(node))
            value = self.call(value, item, node)
        return value

    def call(self, function: Function, arg: Value, node: Node) -> Value:
        env = {**function.env, **bind(function.params, arg, self.loc(node))}
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise InputError("recursive functions cannot be expressed as relations", self.loc(node))
        try:
            return self.value(function.body, env)
        finally:
            self.depth -= 1

    def lazily(self, node: Node, env: Env) -> Value:
        """The value, or its error as a value: it matters only if it is used."""
        try:
            return self.value(node, env)
        except InputError as error:
            return Poison(error)

    def on_try_with(self, node: Tree[Token], env: Env) -> Value:
        try:
            return self.value(node.children[0], env)
        except UnknownName:
            return self.value(node.children[1], env)

    def on_if_expr(self, node: Tree[Token], env: Env) -> Value:
        condition, then, other = node.children
        return self.value(then if holds(condition) else other, env)

    def on_let_in(self, node: Tree[Token], env: Env) -> Value:
        return self.value(node.children[1], {**env, **dict(self.bindings(node.children[0], env))})

    def on_let_rec_in(self, node: Tree[Token], env: Env) -> Value:
        return self.value(node.children[1], {**env, **self.recursive(node.children[0], env)})

    def bindings(self, node: Node, env: Env) -> list[tuple[str, Value]]:
        """What the parts of one ``let … and …`` are bound to, all seen from outside it."""
        assert isinstance(node, Tree)
        bound: list[tuple[str, Value]] = []
        for part in node.children:
            assert isinstance(part, Tree)
            if part.data == "bind":
                bound.append((str(part.children[0]), self.lazily(part.children[1], env)))
            elif part.data == "bind_function":
                bound.append((str(part.children[0]), curried(part.children[1:-1], part.children[-1], env)))
            else:
                error = InputError("several names at once cannot be bound here", self.loc(part))
                bound += [(str(name), Poison(error)) for name in part.children[:-1]]
        return bound

    def recursive(self, node: Node, env: Env) -> Env:
        """``let rec``: a recursive group of the model under fresh names, or functions that see themselves."""
        assert isinstance(node, Tree)
        parts = [part for part in node.children if isinstance(part, Tree)]
        inner = dict(env)
        if any(part.data != "bind" for part in parts):
            for part in parts:
                inner[str(part.children[0])] = curried(part.children[1:-1], part.children[-1], inner)
            return {str(part.children[0]): inner[str(part.children[0])] for part in parts}
        names = [str(part.children[0]) for part in parts]
        fresh = {name: self.compiler.fresh(name) for name in names}
        bodies = [part.children[1] for part in parts]
        try:
            sorts = self.sorts(names, bodies, env)
            bound: Env = {name: Ref(fresh[name], sorts[name]) for name in names}
            inner.update(bound)
            group = tuple(
                Definition(fresh[name], _sorted(self.expr(body, inner), sorts[name]), self.loc(body))
                for name, body in zip(names, bodies, strict=True)
            )
        except SortError as error:
            raise InputError(str(error), self.loc(node)) from None
        except InputError as error:
            return dict.fromkeys(names, Poison(error))
        self.compiler.define(Recursive(group))
        return bound

    def sorts(self, names: list[str], bodies: list[Node], env: Env) -> dict[str, Sort]:
        """Which members of a recursive group are sets: assume relations, and correct what turns out to be wrong."""
        sorts: dict[str, Sort] = {}
        for _ in range(2 * len(names) + 1):
            for name, body in zip(names, bodies, strict=True):
                found = self.sort_of(body, env, names, sorts)
                if found is not None:
                    sorts[name] = found
        return {name: sorts.get(name, "rel") for name in names}

    def sort_of(self, node: Node, env: Env, names: list[str], sorts: dict[str, Sort]) -> Sort | None:
        assert isinstance(node, Tree)
        match node.data:
            case "name" if str(node.children[0]) in names:
                return sorts.get(str(node.children[0]))
            case "union" | "inter" | "diff" | "complement":
                parts = (self.sort_of(c, env, names, sorts) for c in node.children if isinstance(c, Tree))
                return next((sort for sort in parts if sort is not None), None)
            case "seq" | "product" | "inverse" | "opt" | "plus" | "star" | "identity":
                return "rel"
            case "apply" if str(node.children[0]) in ("domain", "range"):
                return "set"
            case "zero" | "set":
                return None
            case _:
                value = self.lazily(node, env)
                return value.sort if is_expr(value) else None


def curried(patterns: list[Node], body: Node, env: Env) -> Function:
    """``f x (y, z) = body`` as a function of x that yields a function of y and z."""
    first, *rest = patterns
    if not rest:
        return Function(pattern_names(first), body, env)
    pattern: Tree[Token] = Tree("fun", [rest[0], body])
    for extra in reversed(rest[1:]):
        pattern = Tree("fun", [rest[0], Tree("fun", [extra, pattern.children[1]])])
    return Function(pattern_names(first), pattern, env)


def pattern_names(node: Node) -> tuple[str, ...]:
    assert isinstance(node, Tree)
    return tuple(str(child) for child in node.children if child is not None)


def bind(params: tuple[str, ...], arg: Value, loc: Location) -> Env:
    if len(params) == 1:
        return {params[0]: arg}
    items = arg.items if isinstance(arg, Tuple) else ()
    if len(items) != len(params):
        raise InputError(f"this function takes {len(params)} arguments", loc)
    return dict(zip(params, items, strict=True))


def holds(node: Node) -> bool:
    """A condition on herd's variants: which of them say what the events here are like."""
    assert isinstance(node, Tree)
    match node.data:
        case "cond_not":
            return not holds(node.children[0])
        case "cond_and":
            return holds(node.children[0]) and holds(node.children[1])
        case "cond_or":
            return holds(node.children[0]) or holds(node.children[1])
        case _:
            return str(node.children[0])[1:-1] in VARIANTS


UNSUPPORTED = {"match": "match", "add": "++"}
