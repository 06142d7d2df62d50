"""The documentation is true where that can be checked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "heddle"
MAP = (ROOT / "docs" / "architecture.md").read_text()
DOCUMENTS = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]


def mapped_modules() -> set[str]:
    return set(re.findall(r"^\| `([a-z_/0-9]+\.py)` \|", MAP, re.MULTILINE))


def real_modules() -> set[str]:
    """Modules with code; an __init__.py that only introduces its package needs no line."""
    paths = (path for path in PACKAGE.rglob("*.py") if path.name not in ("__init__.py", "__main__.py"))
    return {str(path.relative_to(PACKAGE)) for path in paths}


def test_the_map_has_one_line_for_every_module():
    mapped = {name for name in mapped_modules() if not name.endswith("__init__.py")}
    assert real_modules() - mapped == set(), "docs/architecture.md lacks these modules"
    assert mapped - real_modules() == set(), "docs/architecture.md names modules that do not exist"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document):
    for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text()):
        assert (document.parent / target).exists(), target


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_options_in_the_documents_exist(document):
    from heddle.cli.parser import build

    commands = next(action for action in build()._actions if action.dest == "command").choices.values()
    known = {option for command in commands for action in command._actions for option in action.option_strings}
    known |= {"--version", "--help", "--editable"}
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", document.read_text())) <= known
