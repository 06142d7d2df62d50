"""Constants as Heddle's own headers have them: clang evaluates them."""

from __future__ import annotations

import clang.cindex as clang

from heddle.frontend.unit import INCLUDE_DIRECTORY


def values_of(head: str, expressions: list[str]) -> list[int]:
    """The values of constant expressions after ``head``."""
    names = "".join(f"  v{i} = {e},\n" for i, e in enumerate(expressions))
    text = f"{head}enum {{\n{names}  end\n}};\n"
    arguments = ["-xc", "-std=gnu11", "-nostdinc", f"-I{INCLUDE_DIRECTORY}", "-target", "x86_64-linux-gnu"]
    unit = clang.Index.create().parse("values.c", arguments, unsaved_files=[("values.c", text)])
    assert not list(unit.diagnostics), [str(d) for d in unit.diagnostics]
    found = unit.cursor.walk_preorder()
    values = {c.spelling: c.enum_value for c in found if c.kind == clang.CursorKind.ENUM_CONSTANT_DECL}
    return [values[f"v{i}"] for i in range(len(expressions))]
