"""The documentation is true where that can be checked."""

from __future__ import annotations

import ast
import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "heddle"
DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
OF_OTHERS = {"--mm", "--no-standard-checks", "--no-unwinding-assertions"}  # CBMC's, on the page that compares


def test_what_is_generated_is_up_to_date():
    generate = runpy.run_path(str(ROOT / "docs" / "generate.py"))["generated"]
    for path, text in generate().items():
        assert path.read_text() == text, f"{path.name} is out of date: make docs"


def test_every_module_says_what_it_is_for():
    generate = runpy.run_path(str(ROOT / "docs" / "generate.py"))["summary"]
    assert [str(file) for file in PACKAGE.rglob("*.py") if not generate(file)] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document):
    for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text()):
        assert (document.parent / target).exists(), target


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_options_in_the_documents_exist(document):
    from heddle.cli.parser import build

    commands = next(action for action in build()._actions if action.dest == "command").choices.values()
    known = {option for command in commands for action in command._actions for option in action.option_strings}
    known |= {"--version", "--help", "--editable", "--target"}  # --target: an option of compilers
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", document.read_text())) <= known | OF_OTHERS


def test_every_key_of_a_json_report_is_described():
    said = set(re.findall(r"`(\w+)`", (ROOT / "docs" / "verdicts.md").read_text()))
    assert [key for name in ("json", "trace_json") for key in keys(PACKAGE / "report" / f"{name}.py") if key not in said] == []


def keys(file: Path) -> set[str]:
    """What a module writes as keys of objects."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Dict):
            found |= {key.value for key in node.keys if isinstance(key, ast.Constant) and isinstance(key.value, str)}
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
            index = node.targets[0].slice
            found |= {index.value} if isinstance(index, ast.Constant) and isinstance(index.value, str) else set()
    return found


def test_examples_of_the_api_run(monkeypatch, capsys):
    """In the order of the page, one after the other."""
    monkeypatch.chdir(ROOT)
    names: dict[str, object] = {}
    blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / "docs" / "api.md").read_text(), re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 4
    for block in blocks:
        exec(block, names)
    assert "safe: no execution violates the property" in capsys.readouterr().out


COMMANDS = [
    (document.name, command, verdict)
    for document in DOCUMENTS
    for command, verdict in re.findall(r"^ {4,}heddle (check .*?) {2,}(violation|safe)\b", document.read_text(), re.MULTILINE)
]


@pytest.mark.slow
@pytest.mark.parametrize(("document", "command", "verdict"), COMMANDS)
def test_commands_answer_as_the_documents_say(heddle, monkeypatch, document, command, verdict):
    monkeypatch.chdir(ROOT)
    assert re.split(r"[: ]", heddle(*command.split(), "-q").out)[0] == verdict


def test_there_are_such_commands():
    assert {document for document, _, _ in COMMANDS} >= {"models.md", "papers.md"}
