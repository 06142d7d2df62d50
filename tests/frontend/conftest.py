"""Fixtures: C text to core programs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from heddle.core.program import Program
from heddle.frontend import load

Load = Callable[..., Program]


@pytest.fixture
def program(tmp_path: Path) -> Load:
    """``program(text, …)`` writes the text to a file and loads it."""

    def make(text: str, name: str = "program.c", **options: Any) -> Program:
        file = tmp_path / name
        file.write_text(text)
        return load([str(file)], **options)

    return make
