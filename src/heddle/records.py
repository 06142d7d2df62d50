"""Records: dataclasses that cost little when a command starts.

The standard decorator compiles each method of each class on its own.  There are more than a hundred classes, so that
takes as long as checking a small program does.  This one means the same, as far as it is used here, and compiles one
short text for all classes of one shape.  That frozen records are not changed is left to mypy, which sees the standard
decorator.
"""

from __future__ import annotations

from operator import attrgetter
from types import FunctionType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass, field, fields, replace
else:
    MISSING = object()

    class Field:
        """A field of a record, as it is declared."""

        __slots__ = ("compare", "default", "default_factory", "init", "kw_only", "name")

        def __init__(self, default, default_factory, init, compare, kw_only) -> None:
            self.name = ""
            self.default, self.default_factory = default, default_factory
            self.init, self.compare, self.kw_only = init, compare, kw_only

        @property
        def _field_type(self):
            """For the functions of the standard module, which take records too."""
            from dataclasses import _FIELD

            return _FIELD

        def assignment(self, name) -> str:
            """A line of the initializer, under another name."""
            if not self.init:
                return "" if self.default is MISSING else f" self.{name} = _default{name}\n"
            if self.default_factory is MISSING:
                return f" self.{name} = {name}\n"
            return f" self.{name} = _make{name}() if {name} is _missing else {name}\n"

        def is_optional(self) -> bool:
            return self.default is not MISSING or self.default_factory is not MISSING

    def field(*, default=MISSING, default_factory=MISSING, init=True, compare=True, kw_only=False):
        return Field(default, default_factory, init, compare, kw_only)

    def dataclass(cls=None, *, frozen=False, eq=True, slots=False):
        def make(cls):
            return _make(cls, frozen, eq, slots)

        return make if cls is None else make(cls)

    def _make(cls, frozen, eq, slots):
        own = {}
        for name in cls.__annotations__ if "__annotations__" in vars(cls) else ():
            declared = cls.__dict__.get(name, MISSING)
            own[name] = declared if isinstance(declared, Field) else field(default=declared)
            own[name].name = name
        found = {}
        for base in reversed(cls.__mro__[1:]):
            found.update(getattr(base, "__dataclass_fields__", {}))
        inherited = set(found)
        found.update(own)
        members = dict(cls.__dict__)
        for name, declared in own.items():
            members.pop(name, None)
            if not slots and declared.default is not MISSING:
                members[name] = declared.default
        members["__dataclass_fields__"] = found
        positional = [f for f in found.values() if f.init and not f.kw_only]
        members.setdefault("__match_args__", tuple(f.name for f in positional))
        members.setdefault("__init__", _initializer(tuple(found.values()), positional, hasattr(cls, "__post_init__")))
        members.setdefault("__repr__", _describe)
        if eq:
            _compare(members, found.values(), frozen)
        if slots:
            members["__slots__"] = tuple(name for name in own if name not in inherited)
            members.pop("__dict__", None)
            members.pop("__weakref__", None)
            made = type(cls)(cls.__name__, cls.__bases__, members)
            made.__qualname__ = cls.__qualname__
            return made
        for name, member in members.items():
            if name not in ("__dict__", "__weakref__") and cls.__dict__.get(name) is not member:
                setattr(cls, name, member)
        return cls

    def _initializer(found, positional, has_more):
        """Compiled when the first record of the class is made: a command makes records of half of the classes."""

        def __init__(self, *values, **named):
            compiled = _compiled(found, positional, has_more)
            for cls in type(self).__mro__:
                if cls.__dict__.get("__init__") is __init__:
                    cls.__init__ = compiled
            compiled(self, *values, **named)

        return __init__

    def _compiled(found, positional, has_more):
        """The initializer, made of one for fields of other names.  Many records are alike but for their names, and to
        compile a text takes twenty times as long as to put other names into what was compiled."""
        other = {id(f): f"_{number}" for number, f in enumerate(found)}
        named = [f for f in found if f.init and f.kw_only]
        parameters = ["self", *(other[id(f)] for f in positional), *(["*"] if named else [])]
        parameters += [other[id(f)] for f in named]
        body = "".join(f.assignment(other[id(f)]) for f in found) + (" self.__post_init__()\n" if has_more else "")
        code = _code(f"def __init__({', '.join(parameters)}):\n{body or ' pass'}")
        own = {other[id(f)]: f.name for f in found}
        code = code.replace(
            co_varnames=tuple(own.get(name, name) for name in code.co_varnames),
            co_names=tuple(own.get(name, name) for name in code.co_names),
        )
        scope = {"_missing": MISSING, "__builtins__": {}}
        for f in found:
            scope[f"_default{other[id(f)]}"], scope[f"_make{other[id(f)]}"] = f.default, f.default_factory
        made = FunctionType(code, scope, "__init__", tuple(f.default for f in positional if f.is_optional()))
        made.__kwdefaults__ = {f.name: f.default for f in named if f.is_optional()}
        return made

    def _code(text):
        """Of the one function in a text."""
        if text not in _CODES:
            scope = {}
            exec(text, scope)
            _CODES[text] = scope["__init__"].__code__
        return _CODES[text]

    _CODES = {}

    def _compare(members, found, frozen):
        names = [f.name for f in found if f.compare]
        key = attrgetter(*names) if names else lambda record: ()

        def __eq__(self, other):
            return key(self) == key(other) if other.__class__ is self.__class__ else NotImplemented

        def __hash__(self):
            return hash(key(self))

        if "__eq__" not in members:
            members["__eq__"] = __eq__
            if members.get("__hash__") is None:
                members["__hash__"] = __hash__ if frozen else None

    def _describe(self):
        parts = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__dataclass_fields__)
        return f"{self.__class__.__qualname__}({parts})"

    def fields(record):
        return tuple(record.__dataclass_fields__.values())

    def replace(record, /, **changes):
        for declared in fields(record):
            if declared.init and declared.name not in changes:
                changes[declared.name] = getattr(record, declared.name)
        return record.__class__(**changes)


__all__ = ["dataclass", "field", "fields", "replace"]
