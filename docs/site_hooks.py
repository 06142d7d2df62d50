"""What the site takes from outside ``docs``: the examples, CHANGELOG, CONTRIBUTING, and what was measured.

In the repository a page links to ``../examples/x.c``, which is right where the files lie; on the site they lie beside the pages.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
PAGES = {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md", "benchmarks/README.md": "measured.md"}
"""Pages from elsewhere in the repository, and where they stand on the site."""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    from mkdocs.structure.files import File

    for source, page in PAGES.items():
        files.append(File.generated(config, page, content=at_home((ROOT / source).read_text())))
    for example in sorted((ROOT / "examples").rglob("*.*")):
        path = example.relative_to(ROOT).as_posix()
        files.append(File.generated(config, path, abs_src_path=str(example)))
    return files


def at_home(text: str) -> str:
    """A page of the root, as it stands in ``docs``."""
    return re.sub(r"\]\((?:\.\./)?docs/", "](", text)


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links that leave ``docs`` for the examples, or for one of these pages, lead to where the site has them."""
    markdown = re.sub(r"\]\(((?:\.\./)*)\.\./examples/", r"](\1examples/", markdown)
    for source, target in PAGES.items():
        markdown = re.sub(rf"\]\(((?:\.\./)*)\.\./{re.escape(source)}", rf"](\1{target}", markdown)
    return markdown
