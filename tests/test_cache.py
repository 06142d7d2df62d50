"""What is kept from run to run: nothing depends on it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from heddle import cache, models
from heddle.models import cat, cat_syntax


@pytest.fixture
def home(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    cat_syntax._parser.cache_clear()
    yield tmp_path / "cache"
    cat_syntax._parser.cache_clear()


def files(home: Path) -> list[Path]:
    return sorted(file for file in home.rglob("*") if file.is_file())


def test_things_are_made_once(home):
    made: list[int] = []
    assert [cache.recall("thing", "key", lambda: made.append(1) or "value") for _ in range(3)] == ["value"] * 3
    assert len(made) == 1
    assert cache.recall("thing", "another key", lambda: "new") == "new"


def test_rubbish_is_ignored(home):
    cache.recall("thing", "key", lambda: "value")
    (file,) = files(home)
    file.write_bytes(b"rubbish")
    assert cache.recall("thing", "key", lambda: "again") == "again"


@pytest.mark.parametrize("name", models.shipped())
def test_shipped_models_are_what_their_files_say(home, name):
    fresh, known = models.find(name), models.find(name)
    assert fresh == known
    if (models.LIBRARY / f"{name}.cat").exists():
        assert known == cat.load(models.LIBRARY / f"{name}.cat")


def test_a_shipped_model_needs_no_parser(home):
    models.find("rc11")
    code = "import sys; from heddle import models; models.find('rc11'); assert 'lark' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, "XDG_CACHE_HOME": str(home)})


def test_tables_of_a_grammar_are_kept(home):
    text = '"Model"\nlet r = W * R\nacyclic (po | rf)* as sc\n'
    first = cat_syntax.parse(text, "m.cat")
    (file,) = [file for file in files(home) if file.suffix == ".lark"]
    known = file.stat().st_mtime_ns
    cat_syntax._parser.cache_clear()
    assert cat_syntax.parse(text, "m.cat") == first
    assert file.stat().st_mtime_ns == known
    file.write_bytes(b"rubbish")
    cat_syntax._parser.cache_clear()
    assert cat_syntax.parse(text, "m.cat") == first


def test_a_home_that_cannot_be_written_is_no_problem(tmp_path, monkeypatch):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    cat_syntax._parser.cache_clear()
    assert models.find("sc").name == "sc"
    assert cat_syntax.parse('"M"\nacyclic po as x\n', "m.cat").data == "start"


def test_a_folder_that_others_can_write_into_is_not_used(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    cache.recall("thing", "key", lambda: "value")
    (file,) = files(tmp_path)
    file.parent.chmod(0o777)
    cache._folder.cache_clear()
    assert cache.recall("thing", "key", lambda: "new") == "new"
