"""What a command costs before it has read its input."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import heddle

SOURCES = Path(heddle.__file__).parent


def test_records_are_made_without_the_standard_decorator() -> None:
    """It takes longer to make the classes of a check with it than to check a small program."""
    wrong = [
        str(file.relative_to(SOURCES))
        for file in SOURCES.rglob("*.py")
        for statement in ast.parse(file.read_text()).body
        if (isinstance(statement, ast.ImportFrom) and statement.module == "dataclasses")
        or (isinstance(statement, ast.Import) and statement.names[0].name == "dataclasses")
    ]
    assert wrong == [], "import from heddle.records instead"


def test_a_check_loads_only_what_it_needs() -> None:
    modules = "heddle.cli.check, heddle.frontend.function, heddle.engines.search, heddle.backends.bmc.schemes.order"
    code = f"import sys, {modules}; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    unneeded = {"dataclasses", "inspect", "tempfile", "lark", "rich", "heddle.replay.machine",
                "heddle.backends.bmc.schemes.mu", "heddle.backends.bmc.schemes.imu", "heddle.backends.bmc.schemes.clusters"}  # fmt: skip
    assert unneeded.isdisjoint(loaded), unneeded & set(loaded)
