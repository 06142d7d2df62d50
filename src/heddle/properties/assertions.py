"""Assertions, under the names that users know them by."""

from __future__ import annotations

from heddle.properties.property import Property

_CLAIM = frozenset({"assert"})

ASSERT = Property("assert", "no assertion fails, no error label or error function is reached", _CLAIM)
UNREACH_CALL = Property("unreach-call", "the same, as SV-COMP calls it", _CLAIM)
ACSL_ASSERT = Property("acsl-assert", "the same, for programs that assert in comments (//@ assert)", _CLAIM)
