"""The documentation as a site: built without a warning, no dead link in it, and nothing that comes from elsewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

ROOT = Path(__file__).parents[1]


def build(*arguments: str) -> subprocess.CompletedProcess[str]:
    # (--quiet would silence the warnings before they are counted.)
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"})


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    built = build("--site-dir", str(folder))
    assert built.returncode == 0, built.stderr
    return folder


class Page(HTMLParser):
    """What a page loads, what it links to, and the names in it that links can lead to."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.links: list[str] = []
        self.names: set[str] = set()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = dict(attributes)
        self.names |= {found.get("id") or "", found.get("name") or ""}
        if tag == "a":
            self.links.append(found.get("href") or "")
        elif tag in ("link", "script", "img", "source", "iframe", "video", "audio", "object", "use"):
            several = [part.split()[0] for part in (found.get("srcset") or "").split(",") if part.strip()]
            self.loaded += [path for path in (found.get("href"), found.get("src"), *several) if path]


@cache
def read(path: Path) -> Page:
    page = Page()
    page.feed(path.read_text())
    return page


def test_every_link_leads_somewhere(site):
    dead = []
    for file in site.rglob("*.html"):
        for link in [*read(file).links, *read(file).loaded]:
            url = urlsplit(link)
            if url.scheme or url.netloc or not (url.path or url.fragment):
                continue
            target = (file.parent / unquote(url.path)).resolve() if url.path not in ("", ".") else file
            target = target / "index.html" if target.is_dir() else target
            there = target.exists() and (
                not url.fragment or target.suffix != ".html" or unquote(url.fragment) in read(target).names
            )
            if not there and file.name != "404.html":
                dead.append((file.relative_to(site).as_posix(), link))
    assert dead == []


def test_nothing_is_loaded_from_elsewhere(site):
    loaded = {path for file in site.rglob("*.html") for path in read(file).loaded}
    assert [path for path in loaded if re.match(r"(\w+:)?//", path)] == []
    styles = "".join(file.read_text() for file in site.rglob("*.css"))
    assert re.findall(r"(?:@import|url\()\s*['\"]?(?:https?:)?//[^)]*", styles) == []


def test_it_has_what_lies_outside_docs(site):
    assert (site / "contributing.html").exists() and (site / "changelog.html").exists()
    assert (site / "examples" / "lost_update.c").read_text() == (ROOT / "examples" / "lost_update.c").read_text()


@pytest.mark.parametrize("wrong", ["[x](nowhere.md)", "[x](#nowhere)", "[x](other.md#nowhere)"])
def test_a_dead_link_is_an_error(tmp_path, wrong):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text(f"# Here\n\n{wrong}\n")
    (tmp_path / "docs" / "other.md").write_text("# There\n")
    settings = (ROOT / "mkdocs.yml").read_text()
    validation = re.search(r"^validation:\n(?:  .*\n)+", settings, re.MULTILINE)
    assert validation is not None
    (tmp_path / "mkdocs.yml").write_text(f"site_name: x\n{validation[0]}")
    built = build("--config-file", str(tmp_path / "mkdocs.yml"), "--site-dir", str(tmp_path / "made"))
    assert built.returncode == 1 and "nowhere" in built.stderr
