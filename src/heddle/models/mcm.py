"""Models in the DSL of Bajczi's thesis (section 5.1), compiled to the relational form.

What the thesis's graphs mean differs from cat in three ways.  ``po`` and ``mo`` are the drawn edges, from an event to
the next one (``->`` follows one edge, ``-->`` one or more).  Initial writes come before every thread's first event in
``po``.  And what cat says with composition and ``loc`` is said with loops over events, locations and threads, whose
current element a tag selects: ``R[node]``, and in nested loops ``node0`` for the outermost; ``W[var]``, ``W[thrd]``.
Any other tag is the type of a fence; a name that a program gives its own fences stands in quotes: ``F["strong"]``.

Accesses of C11 come with fences (Table 6.1), as the language has fences and no orders; a model that names orders all
the same (``W[REL]``) sees them as they are.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Literal

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput

from heddle.core.instr import Location
from heddle.errors import InputError
from heddle.models.relation import (
    AllOf,
    AnyOf,
    Base,
    Check,
    Closure,
    Constraint,
    Current,
    Definition,
    Diff,
    Domain,
    Empty,
    Expr,
    ForEach,
    Formula,
    Inter,
    Model,
    Product,
    Range,
    Ref,
    Seq,
    Union,
    base_names,
    drawn,
    drawn_po,
)
from heddle.models.syntax_error import input_error, refuse_deep_brackets, refused_if_deep
from heddle.models.vocabulary import C11_TAGS, RELATIONS, set_name
from heddle.records import replace

Loop = Literal["node", "loc", "thread"]
LOOP_TAGS: dict[str, Loop] = {"node": "node", "var": "loc", "thrd": "thread", "thread": "thread"}
SETS = {"W": "W", "R": "R", "F": "F", "A": "_"}
"""The thesis's sets; ``A`` is all events."""


def base_relations() -> dict[str, Expr]:
    return {"po": drawn_po(), "mo": drawn("co"), "rf": Base("rf", "rel")}


ATOMIC = Constraint(
    "atomic", Check("empty", Inter(Base("rmw", "rel"), Seq(Base("fr", "rel"), Base("co", "rel")), "rel"))
)
"""Atomic blocks run exclusively (section 5.1, item 4), whatever a model says, unless it speaks of ``rmw`` itself."""


@cache
def _parser() -> Lark:
    grammar = Path(__file__).with_name("mcm.lark").read_text()
    # A definition that ends in a name may be followed by a constraint in parentheses: one token does not tell that from
    # the name's edges, so that the parser must be able to look further.
    return Lark(grammar, parser="earley", lexer="basic", start="specification", propagate_positions=True)


def compile_text(text: str, file: str, name: str) -> Model:
    refuse_deep_brackets(text, file)
    try:
        tree = _parser().parse(text)
    except UnexpectedInput as error:
        raise input_error(error, text, file) from None
    return _Compiler(file).run(tree, name)


def _is_name(token: Tree[Token] | Token) -> bool:
    return isinstance(token, Token) and token.type == "ID"


class _Compiler:
    def __init__(self, file: str) -> None:
        self.file = file
        self.names: dict[str, Expr] = base_relations()
        self.counts: dict[str, int] = {}
        self.loops: list[tuple[Loop, str]] = []
        self.definitions: list[Definition] = []
        self.constraints: list[Constraint] = []

    def loc(self, node: Tree[Token] | Token) -> Location:
        if isinstance(node, Token):
            return Location(self.file, node.line or 0, node.column or 0)
        return Location(self.file, 0) if node.meta.empty else Location(self.file, node.meta.line, node.meta.column)

    def run(self, tree: Tree[Token], name: str) -> Model:
        for part in tree.children:
            assert isinstance(part, Tree)
            with refused_if_deep(self.loc(part)):
                self.part(part)
        model = Model(name, tuple(self.definitions), tuple(self.constraints), (self.file,))
        names = base_names(model)
        if "rmw" not in names:
            model = replace(model, constraints=(*model.constraints, ATOMIC))
        return replace(model, orders_are_fences=not names & frozenset(C11_TAGS))

    def part(self, node: Tree[Token]) -> None:
        if node.data == "definition":
            self.definition(node)
        else:
            label = ", ".join(str(token) for token in node.scan_values(_is_name))
            self.constraints.append(Constraint(label, self.formula(node), loc=self.loc(node)))

    def definition(self, node: Tree[Token]) -> None:
        name, body = str(node.children[0]), node.children[1]
        expr = self.expr(body)
        self.counts[name] = self.counts.get(name, 0) + 1
        fresh = name if self.counts[name] == 1 else f"{name}#{self.counts[name]}"
        self.definitions.append(Definition(fresh, expr, self.loc(node)))
        self.names[name] = Ref(fresh, expr.sort)

    def formula(self, node: Tree[Token] | Token) -> Formula:
        assert isinstance(node, Tree)
        if node.data != "check":
            parts = tuple(self.formula(part) for part in node.children)
            return AllOf(parts) if node.data == "all_of" else AnyOf(parts)
        name, kind = node.children
        expr = self.name(name)
        if str(kind) != "empty" and expr.sort != "rel":
            raise InputError(f"only relations are {kind}", self.loc(name))
        return Check(str(kind), expr)  # type: ignore[arg-type]

    def name(self, token: Tree[Token] | Token) -> Expr:
        name = str(token)
        if name in self.names:
            return self.names[name]
        if name in SETS:
            return Base(SETS[name], "set")
        if name in RELATIONS:
            return Base(name, "rel")
        base = set_name(name)
        if base is None:
            raise InputError(f"nothing is known under the name {name!r}", self.loc(token))
        return Base(base, "set")

    def expr(self, node: Tree[Token] | Token) -> Expr:
        assert isinstance(node, Tree)
        match node.data:
            case "emptyset":
                return Empty("rel")
            case "named":
                return self.name(node.children[0])
            case "tagged":
                return self.tagged(node)
            case "next" | "succ":
                return self.path(node)
            case "union" | "intersect" | "difference":
                return self.algebra(node)
            case "multiply":
                return Product(self.nodes(node.children[0]), self.nodes(node.children[1]))
            case "source":
                return Domain(self.edges(node.children[0]))
            case "target":
                return Range(self.edges(node.children[0]))
            case _:
                return self.for_each(node)

    def nodes(self, node: Tree[Token] | Token) -> Expr:
        return self.of_sort(node, "set", "a set of events belongs here")

    def edges(self, node: Tree[Token] | Token) -> Expr:
        return self.of_sort(node, "rel", "edges belong here")

    def of_sort(self, node: Tree[Token] | Token, sort: Literal["set", "rel"], complaint: str) -> Expr:
        expr = self.expr(node)
        if isinstance(expr, Empty):
            return Empty(sort)
        if expr.sort != sort:
            raise InputError(complaint, self.loc(node))
        return expr

    def algebra(self, node: Tree[Token]) -> Expr:
        left, right = self.expr(node.children[0]), self.expr(node.children[1])
        sort = right.sort if isinstance(left, Empty) else left.sort
        left = Empty(sort) if isinstance(left, Empty) else left
        right = Empty(sort) if isinstance(right, Empty) else right
        if left.sort != right.sort:
            raise InputError("edges and sets of events do not mix", self.loc(node))
        if node.data == "union":
            return Union(left, right, sort)
        return Inter(left, right, sort) if node.data == "intersect" else Diff(left, right, sort)

    def path(self, node: Tree[Token]) -> Expr:
        """NEXT and SUCC of section 4.3; ``-->`` means one or more edges (Appendix A has these rows wrong)."""
        token, origin, goal = node.children
        relation = self.name(token)
        if relation.sort != "rel":
            raise InputError("edges belong here", self.loc(token))
        followed = Closure("+", relation) if node.data == "succ" else relation
        return Inter(followed, Product(self.nodes(origin), self.nodes(goal)), "rel")

    def tagged(self, node: Tree[Token]) -> Expr:
        expr = self.name(node.children[0])
        if expr.sort != "set":
            raise InputError("only sets of events have tags", self.loc(node))
        for tag in node.children[1:]:
            expr = Inter(expr, self.tag(tag), "set")
        return expr

    def tag(self, token: Tree[Token] | Token) -> Expr:
        text = str(token)
        if text.startswith('"'):
            return Base(text.strip('"').upper(), "set")
        match = re.fullmatch(r"(node|var|thrd|thread)(\d{0,9})", text)
        if match:
            loops = [name for kind, name in self.loops if kind == LOOP_TAGS[match[1]]]
            index = int(match[2]) if match[2] else len(loops) - 1
            if not 0 <= index < len(loops):
                raise InputError(f"no enclosing loop gives {text!r} a meaning", self.loc(token))
            return Current(loops[index])
        base = set_name(text)
        if base is None:
            why = f"no event carries the tag {text!r} (a fence's own name stands in quotes)"
            raise InputError(why, self.loc(token))
        return Base(base, "set")

    def for_each(self, node: Tree[Token]) -> Expr:
        kind = LOOP_TAGS[str(node.data).removeprefix("for_each_")]
        over = self.nodes(node.children[0]) if kind == "node" else None
        name = f"{kind}{len(self.loops)}"
        self.loops.append((kind, name))
        body = self.expr(node.children[-1])
        self.loops.pop()
        return ForEach(name, kind, over, body, body.sort)
