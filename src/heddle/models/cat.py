"""Models in the cat language: files in, a relational model out.

``include`` looks beside the including file, then beside the model and in the folders above it (where herd keeps its
common files), then among the files that Heddle ships.  A ``.bell`` file beside a model with the same name is read
first, as herd's configuration of the Linux kernel model does.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from lark import Token, Tree

from heddle.core.instr import Location
from heddle.errors import InputError
from heddle.models.cat_expr import (
    Env,
    Expressions,
    Function,
    Node,
    Poison,
    Value,
    bind,
    event_set,
    holds,
    is_expr,
    pattern_names,
    primitives,
)
from heddle.models.cat_syntax import parse
from heddle.models.relation import (
    Base,
    Check,
    Constraint,
    Definition,
    Diff,
    Empty,
    Expr,
    Identity,
    Inter,
    Model,
    Product,
    Recursive,
    Ref,
    Seq,
    rebuilt,
)
from heddle.models.syntax_error import refused_if_deep

LIBRARY = Path(__file__).with_name("library")
ORDERS_AS_FENCES = "orders-as-fences.cat"
"""Including it means that accesses of C11 come with the fences of the thesis's Table 6.1."""
OWN_FILES = ("stdlib.cat", "lock.cat", "aarch64deps.cat", "enumerations.cat")
"""Files of herd's and Dartagnan's libraries that Heddle replaces by its own of the same name."""
SHARED = frozenset(f"{fence}.{part}" for fence in ("DMB", "DSB") for part in ("ISH", "ISHLD", "ISHST"))
"""ARM's fences for a part of the system.  A fence here has the names of all that it can be: no flag is about which."""


def load(path: Path, name: str = "") -> Model:
    """Reads a model file and all that it includes."""
    compiler = Compiler(path)
    compiler.file(LIBRARY / "stdlib.cat")
    bell = path.with_suffix(".bell")
    if path.suffix == ".cat" and bell.exists():
        compiler.file(bell)
    compiler.file(path)
    return compiler.model(name or path.stem)


def _read(path: Path) -> str:
    try:
        return path.read_text(errors="replace")
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None


class Compiler:
    """The state of reading one model."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.env: Env = primitives()
        self.procedures: dict[str, tuple[tuple[str, ...], list[Node], Expressions]] = {}
        self.definitions: list[Definition | Recursive] = []
        self.constraints: list[Constraint] = []
        self.lost_flags: list[str] = []
        self.names: Counter[str] = Counter()
        self.files: list[str] = []
        self.open: list[Path] = []

    def model(self, name: str) -> Model:
        return Model(
            name, tuple(self.definitions), tuple(self.constraints), tuple(self.files[1:]), tuple(self.lost_flags),
            any(Path(file).name == ORDERS_AS_FENCES for file in self.files),
        )  # fmt: skip

    def fresh(self, name: str) -> str:
        """A name for a new definition: its own, with a number where it was used before."""
        self.names[name] += 1
        return name if self.names[name] == 1 else f"{name}#{self.names[name]}"

    def define(self, definition: Definition | Recursive) -> None:
        self.definitions.append(definition)

    def file(self, path: Path) -> None:
        self.files.append(str(path))
        tree = parse(_read(path), str(path))
        self.open.append(path)
        reader = Expressions(self, str(path))
        for statement in tree.children:
            if isinstance(statement, Tree):
                with refused_if_deep(reader.loc(statement)):
                    self.statement(statement, reader, self.env)
        self.open.pop()

    def statement(self, node: Tree[Token], reader: Expressions, env: Env) -> None:
        """Carries out one statement; what it binds is added to ``env``."""
        match node.data:
            case "let":
                for name, value in reader.bindings(node.children[0], env):
                    env[name] = self.named(name, value, reader.loc(node))
            case "let_rec":
                env.update(reader.recursive(node.children[0], env))
            case "check":
                self.check(node, reader, env)
            case "include":
                self.include(node, reader)
            case "procedure":
                head, pattern, *body = node.children
                self.procedures[str(head)] = (pattern_names(pattern), body, reader)
            case "call":
                self.call(node, reader, env)
            case "with_from":
                self.choose(node, reader, env)
            case "if_statement":
                self.branch(node, reader, env)
            case "show" | "enum":
                pass
            case _:
                what = {"forall": "forall", "let_rec_when": "let rec … when"}[node.data]
                raise InputError(f"{what} is not supported", reader.loc(node))

    def named(self, name: str, value: Value, loc: Location) -> Value:
        """A definition of the model for a set or relation that got a name."""
        if not is_expr(value) or isinstance(value, Empty | Base | Ref):
            return value
        fresh = self.fresh(name)
        self.define(Definition(fresh, value, loc))
        return Ref(fresh, value.sort)

    def check(self, node: Tree[Token], reader: Expressions, env: Env, rename: str = "") -> None:
        qualifier, negation, kind_node, body, label = node.children
        loc = reader.loc(node)
        assert isinstance(kind_node, Tree)
        kind = str(kind_node.children[0])
        flag = isinstance(qualifier, Tree) and str(qualifier.children[0]) != "assert"
        name = rename or (str(label) if label is not None else f"{kind}, line {loc.line}")
        try:
            expr = reader.expr(body, env)
        except InputError:
            if flag:
                self.lost_flags.append(name)  # it excludes no execution
                return
            raise
        if kind != "empty" and expr.sort != "rel" and not isinstance(expr, Empty):
            raise InputError(f"only relations are {kind}", loc)
        undefined = isinstance(qualifier, Tree) and str(qualifier.children[0]) == "undefined_unless"
        negated = (negation is not None) != undefined
        if flag:
            expr = rebuilt(expr, lambda leaf: Empty("set") if isinstance(leaf, Base) and leaf.name in SHARED else leaf)
        check = Check(kind, expr, negated)  # type: ignore[arg-type]
        self.constraints.append(Constraint(name, check, flag, loc, undefined))

    def include(self, node: Tree[Token], reader: Expressions) -> None:
        name = str(node.children[0])[1:-1]
        if name == "stdlib.cat":
            return
        path = self.find(name)
        if path is None:
            raise InputError(f"the file {name!r} was not found", reader.loc(node))
        if path in self.open:
            raise InputError(f"{name!r} includes itself", reader.loc(node))
        self.file(path)

    def find(self, name: str) -> Path | None:
        if name in OWN_FILES:
            return LIBRARY / name
        folders = [self.open[-1].parent, self.path.parent, *list(self.path.resolve().parents)[1:4], LIBRARY]
        return next((folder / name for folder in folders if (folder / name).is_file()), None)

    def call(self, node: Tree[Token], reader: Expressions, env: Env) -> None:
        name, arg, label = node.children
        if str(name) not in self.procedures:
            raise InputError(f"no procedure has the name {str(name)!r}", reader.loc(node))
        params, body, home = self.procedures[str(name)]
        inner = {**env, **bind(params, reader.lazily(arg, env), reader.loc(node))}
        for statement in body:
            assert isinstance(statement, Tree)
            if statement.data == "check":
                self.check(statement, home, inner, "" if label is None else str(label))
            else:
                self.statement(statement, home, inner)

    def branch(self, node: Tree[Token], reader: Expressions, env: Env) -> None:
        """``if "variant" … else … end``: the parser keeps both lists in one, told apart by the ``else`` tree."""
        condition, *rest = node.children
        chosen = holds(condition)
        for part in rest:
            if isinstance(part, Tree) and (part.data == "otherwise") != chosen:
                for statement in part.children if part.data == "otherwise" else [part]:
                    assert isinstance(statement, Tree)
                    self.statement(statement, reader, env)

    def choose(self, node: Tree[Token], reader: Expressions, env: Env) -> None:
        """``with co from generate_cos(pco)``: the orders are enumerated by whoever builds the graphs.

        All that is left is to demand that the order contains what it was asked to extend.
        """
        name, source = node.children
        loc = reader.loc(node)
        parts: list[Node] = source.children if isinstance(source, Tree) and source.data == "apply" else [source]
        args = parts[1].children if len(parts) > 1 and isinstance(parts[1], Tree) else []
        writes: Expr = Base("W", "set")
        if str(parts[0]) == "generate_cos" and len(parts) == 2:
            base = reader.expr(parts[1], env)
        elif str(parts[0]) == "generate_orders" and len(args) == 2:
            writes, base = event_set(reader.expr(args[0], env)), reader.expr(args[1], env)
        elif isinstance(reader.lazily(source, env), Empty):
            env[str(name)] = Empty("rel")  # there is nothing to choose
            return
        else:
            why = f"the choice of {str(name)!r} is not one of coherence orders, which alone are enumerated"
            env[str(name)] = Poison(InputError(why, loc))
            return
        co = Base("co", "rel")
        chosen: Expr = co if writes == Base("W", "set") else Seq(Identity(writes), Seq(co, Identity(writes)))
        env[str(name)] = self.named(str(name), chosen, loc)
        asked = Inter(Inter(base, Product(writes, writes), "rel"), Base("loc", "rel"), "rel")
        self.constraints.append(Constraint(f"{name} extends", Check("empty", Diff(asked, co, "rel")), loc=loc))


__all__ = ["LIBRARY", "Compiler", "Function", "load"]
