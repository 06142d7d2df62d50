"""HTML and JSON as text: what is escaped how, in one place."""

from __future__ import annotations

import html
import json
from typing import Any


def text(value: object) -> str:
    """As text between tags, or in a quoted attribute."""
    return html.escape(str(value))


def element(name: str, *content: str, **attributes: object) -> str:
    """An element around markup.  ``cls`` is the class; underscores in names of attributes are dashes; what is None or
    False is left out, True is an attribute without a value."""
    return f"<{name}{attributes_of(attributes)}>{''.join(content)}</{name}>"


def attributes_of(attributes: dict[str, object]) -> str:
    parts = []
    for name, value in attributes.items():
        if value is None or value is False:
            continue
        shown = "class" if name == "cls" else name.rstrip("_").replace("_", "-")
        parts.append(f" {shown}" if value is True else f' {shown}="{text(value)}"')
    return "".join(parts)


def data_block(id: str, value: Any) -> str:
    """Data for the page's own script.  No text in it can end the block, or be taken for markup: ``<`` is escaped, and
    so are ``>`` and ``&``, that nobody has to think about it."""
    dumped = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    for char in "<>&\u2028\u2029":
        dumped = dumped.replace(char, f"\\u{ord(char):04x}")
    return f'<script type="application/json" id="{id}">{dumped}</script>'


__all__ = ["data_block", "element", "text"]
