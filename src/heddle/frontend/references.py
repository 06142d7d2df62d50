"""Which functions a program refers to without defining them.

The model library compiles some features in only where the program needs them, so this must be known before the first
library file is parsed.  The walk follows what main reaches; the trees it reads are kept for lowering.
"""

from __future__ import annotations

import re

from heddle.frontend import clang
from heddle.frontend.clang import CXCursor, Kind, Node
from heddle.frontend.results import Results
from heddle.frontend.unit import SourceUnit

_STORES = re.compile(r"%[-+ #0-9.*'$hlqjztL]*n")


class References:
    def __init__(self, units: list[SourceUnit]) -> None:
        self._units = units
        self._seen: set[int | None] = set()
        self._pending: list[tuple[SourceUnit, CXCursor]] = []
        self._trees: dict[int | None, Node] = {}
        self.undefined: set[str] = set()
        self.results = Results()
        self.formats_store = False
        """Whether some string could be a format with ``%n``, which makes output write to memory."""

    def tree(self, cursor: CXCursor) -> Node:
        """The tree of a function or initializer, read once."""
        key = clang.identity(cursor)[1]
        if key not in self._trees:
            self._trees[key] = clang.tree(cursor)
        return self._trees[key]

    def collect(self, unit: SourceUnit, main: CXCursor) -> None:
        self._pending.append((unit, main))
        while self._pending:
            unit, cursor = self._pending.pop()
            self.results.read(clang.spelling(cursor), self.tree(cursor))
            for node in clang.nodes(self.tree(cursor), Kind.STRING, Kind.DECL_REF):
                self._visit(unit, node)

    def _visit(self, unit: SourceUnit, node: Node) -> None:
        if node.kind == Kind.STRING:
            self.formats_store = self.formats_store or _STORES.search(node.spelling) is not None
        if node.kind != Kind.DECL_REF:
            return
        declared = node.referenced
        key = declared.data[0]
        if key in self._seen or declared.kind not in (Kind.FUNCTION_DECL, Kind.VAR_DECL):
            return
        self._seen.add(key)
        name = clang.spelling(declared)
        if declared.kind == Kind.FUNCTION_DECL:
            self._function(unit, name)
        else:
            self._variable(unit, name)

    def _function(self, unit: SourceUnit, name: str) -> None:
        owners = [unit] if name in unit.functions else [u for u in self._units if name in u.functions]
        if owners:
            self._pending.append((owners[0], owners[0].functions[name].cursor))
        else:
            self.undefined.add(name.removeprefix("__builtin_"))

    def _variable(self, unit: SourceUnit, name: str) -> None:
        lib = clang.library()
        for owner in self._units:
            for cursor in owner.variables.get(name, ()):
                value = lib.clang_Cursor_getVarDeclInitializer(cursor)
                key = clang.identity(value)[1]
                if not lib.clang_Cursor_isNull(value) and key not in self._seen:
                    self._seen.add(key)
                    self._pending.append((owner, value))
