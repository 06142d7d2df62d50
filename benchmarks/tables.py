"""Writes the tables of README.md anew, from the results that are kept in ``results/`` (part of ``make docs``).

To measure again: run the script that a table is named after, or ``heddle bench`` for ``corpus``, and put its
``results.csv`` in the place of ``results/NAME.csv``.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER))

import compare  # noqa: E402
import harness  # noqa: E402
import table1  # noqa: E402
import witnesses  # noqa: E402

from heddle.bench.tables import summary  # noqa: E402

README = FOLDER / "README.md"
TABLES: dict[str, Callable[[], Iterable[str]]] = {
    "compare": compare.generated,
    "table1": table1.generated,
    "witnesses": witnesses.generated,
    "corpus": lambda: [summary(harness.kept("corpus"))],
}
"""By the name of the results."""


def filled(text: str) -> str:
    """The page with its tables as the results have them: each stands between two comments."""
    for name, table in TABLES.items():
        begin, end = f"<!-- results/{name}.csv -->\n", "<!-- end -->"
        before, after = text.split(begin)
        text = f"{before}{begin}{chr(10).join(table()).strip()}\n{end}{after.split(end, 1)[1]}"
    named = set(re.findall(r"<!-- results/(\w+)\.csv -->", text))
    assert named == TABLES.keys(), named ^ TABLES.keys()
    return text


def generated() -> dict[Path, str]:
    return {README: filled(README.read_text())}


if __name__ == "__main__":
    for path, text in generated().items():
        path.write_text(text)
