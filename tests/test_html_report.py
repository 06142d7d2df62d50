"""The HTML report as a document: one file, nothing from elsewhere, whole without JavaScript (docs/report.md)."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import fakes
import pytest

import heddle as api
from browser.violations import VIOLATIONS
from heddle.answer import Answer, Claim, Cutoff, Verdict
from heddle.core.instr import Location
from heddle.report.html.page import render
from waiting import PATIENCE

OK = "int main(void) { return 0; }\n"
NEVER_CLOSED = {"meta", "input", "path", "rect", "link", "br"}


class Document(HTMLParser):
    """Reads a page as strictly as HTML can be read: what is opened is closed, ids are unique."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        known = dict(attributes)
        self.tags.append((tag, known))
        self.ids += [known["id"]] if known.get("id") else []  # type: ignore[list-item]
        self.links += [str(known[name]) for name in ("href", "src") if name in known]
        if tag not in NEVER_CLOSED:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "script":
            self.scripts.append(data)

    @property
    def story(self) -> dict[str, object]:
        return json.loads(self.scripts[0])


def checked(page: str) -> Document:
    """The document, sound and self-contained."""
    document = Document(page)
    assert len(document.ids) == len(set(document.ids))
    assert all(link.startswith("#") and link[1:] in document.ids for link in document.links)
    assert not [tag for tag, _ in document.tags if tag in ("link", "img", "iframe", "object")]
    assert not [name for _, known in document.tags for name in known if name.startswith("on")], "no inline handlers"
    assert re.search(r"@import|url\((?!#)|https?://(?!www\.w3\.org/2000/svg)", page) is None
    return document


def visible(page: str) -> str:
    """The text of the page, without its style and scripts."""
    bare = re.sub(r"<(style|script)\b.*?</\1>", "", page, flags=re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", bare))


@pytest.fixture(scope="module")
def buffered(tmp_path_factory: pytest.TempPathFactory) -> str:
    program = tmp_path_factory.mktemp("html") / "tso.c"
    program.write_text(VIOLATIONS["tso"].text)
    return render(VIOLATIONS["tso"].answer(str(program)), [str(program)])


@pytest.fixture(scope="module")
def explored(tmp_path_factory: pytest.TempPathFactory) -> tuple[Answer, str]:
    program = tmp_path_factory.mktemp("html") / "rc11.c"
    program.write_text(VIOLATIONS["rc11"].text)
    answer = api.explore(program, model="rc11", graphs=10, timeout=PATIENCE)
    return answer, render(answer, [str(program)])


def test_a_violation_is_told_without_javascript(buffered: str):
    checked(buffered)
    said = visible(buffered)
    assert "assertion failed: r || s" in said and "store buffer: x = 1" in said
    assert "thread 1 has a newer value in its store buffer" in said or "thread 2 has a newer value" in said
    assert said.count("line 1") > 4 and "one" in said


def test_the_state_after_each_step_is_in_the_data(buffered: str):
    rows = checked(buffered).story["rows"]
    assert isinstance(rows, list)
    writes = next(row for row in rows if row["say"].startswith("x = 1"))
    assert writes["buffers"] == {str(writes["t"]): [[writes["n"], "x = 1"]]} and "memory" not in writes
    emptied = [row for row in rows if writes["n"] in row.get("issued", [])]
    assert [row["memory"]["x"] for row in emptied] == ["1"]


def test_why_no_interleaving_gives_it(buffered: str):
    """Under store buffers the graph is made of the trace; its cycle is the reason."""
    said = visible(buffered)
    assert "No interleaving gives this." in said
    assert said.count("—fr→") >= 2 and said.count("—po→") >= 2
    assert buffered.count('class="arrow fr stressed"') == 2


def test_a_gallery_has_every_execution_once(explored: tuple[Answer, str]):
    answer, page = explored
    document = checked(page)
    assert [drawn.is_violation for drawn in answer.graphs] == [True, False, False]
    assert sum(tag == "svg" and known.get("class") == "graph" for tag, known in document.tags) == 3
    said = visible(page)
    assert "The violation" in said and "Execution 2" in said and "2 executions" in said
    assert said.count("An interleaving gives this") == 2, "reading 0, and reading both writes"


def test_what_the_model_says_stands_beside_a_graph(explored: tuple[Answer, str]):
    answer, page = explored
    constraints = {c.name: (c.holds, c.flag) for c in answer.graphs[0].constraints}
    assert constraints["no-thin-air"] == (True, False) and constraints["data-race"] == (False, True)
    assert visible(page).count("no-thin-air ✓ holds acyclic po | rf as no-thin-air") == 3


@pytest.mark.parametrize("evil", ["</script><script>alert(1)</script>", "<!--", "&lt;b&gt;", "]]>", "\u2028", "\x01"])
def test_no_text_of_the_user_becomes_markup(heddle, c_file, tmp_path, evil):
    """In the source, in its name, and in what fails."""
    file = c_file(f'int x; // {evil}\nconst char *s = "{evil}";\n', "<i>&.c")
    assert heddle("check", file, "--html", tmp_path / "r.html", worker=fakes.violation).code == 1
    page = (tmp_path / "r.html").read_text()
    document = checked(page)
    assert sum(tag == "script" for tag, _ in document.tags) == 2 and "<i>&" not in page
    assert document.story["rows"]


def test_the_page_allows_no_network_and_no_script_but_its_own(buffered: str):
    policy = next(known["content"] for _, known in checked(buffered).tags if known.get("http-equiv"))
    assert policy is not None and policy.startswith("default-src 'none'") and "script-src 'sha256-" in policy


def test_bounded_answers_tell_what_was_covered_and_cut(c_file):
    file = str(c_file("int x;\nvoid f(void) {\n    while (x) x--;\n}\n"))
    cuts = [Cutoff("loop", "--unwind", Location(file, 3)), Cutoff("interleavings of more than 3 rounds", "--rounds")]
    answer = Answer(Verdict.BOUNDED, "nothing found", "sc", "lazy", {"unwind": 2, "rounds": 3}, cuts)
    page = render(answer, [file])
    document = checked(page)
    said = visible(page)
    assert "unwind 2 times every loop runs" in said and "rounds 3 turns of every thread" in said
    assert "interleavings of more than 3 rounds (raise with --rounds)" in said
    assert [known["class"] for tag, known in document.tags if tag == "li" and known.get("id") == "L0-3"] == ["ln cut"]
    assert sum(tag == "script" for tag, _ in document.tags) == 0, "there is nothing to step through"


def test_an_invariant_stands_beside_the_lines(c_file):
    file = str(c_file("int x;\nvoid f(void) {\n    while (x) x--;\n}\n"))
    claims = [Claim(("f",), (Location(file, 3),), ("x >= 0", "x < 5")), Claim(("f", "f"), (Location(file, 3),) * 2, ("x == x#2",))]
    page = render(Answer(Verdict.SAFE, "proved", "sc", "horn", invariant=claims), [file])
    checked(page)
    said = visible(page)
    assert "3 while (x) x--; f x &gt;= 0 x &lt; 5 4 }" in said
    assert said.index("x == x#2") < said.index("int x;"), "what is about two threads stands above"


def test_a_long_story_leaves_out_its_middle(heddle, c_file, tmp_path, monkeypatch):
    from heddle.report.html import story

    file = c_file(VIOLATIONS["300-steps"].text)
    answer = VIOLATIONS["300-steps"].answer(str(file))
    whole = checked(render(answer, [str(file)])).story["rows"]
    monkeypatch.setattr(story, "MOST_ROWS", 40)
    monkeypatch.setattr(story, "KEPT_START", 10)
    page = render(answer, [str(file)])
    rows = checked(page).story["rows"]
    assert isinstance(whole, list) and isinstance(rows, list)
    assert len(rows) == 40 and f"{len(whole) - 40} steps left out" in visible(page)

    def final(rows: list[dict[str, dict[str, str]]]) -> dict[str, str]:
        return {place: value for row in rows for place, value in row.get("memory", {}).items()}

    assert final(rows) == final(whole)


def test_of_a_long_file_only_what_matters_is_shown(c_file):
    lines = ["int x;"] + [f"int x{n};" for n in range(2000)]
    file = str(c_file("\n".join(lines)))
    answer = Answer(Verdict.BOUNDED, "nothing found", "sc", "lazy", cuts=[Cutoff("loop", "--unwind", Location(file, 1000))])
    said = visible(render(answer, [file]))
    assert "int x998;" in said and "int x5;" not in said and "⋯ 987 lines" in said


# --- the command ----------------------------------------------------------------------------------------------------


def test_a_report_replaces_an_earlier_one_only(heddle, c_file, tmp_path):
    file, page = c_file(OK), tmp_path / "report.html"
    for worker, verdict in ((fakes.violation, "violation"), (fakes.bounded, "safe within bounds")):
        heddle("check", file, "--html", page, worker=worker)
        assert f">{verdict}</span>" in page.read_text()
    for other, content in ((file, OK), (tmp_path / "own.html", "<!doctype html><p>mine")):
        Path(other).write_text(content)
        run = heddle("check", file, "--html", other, worker=fakes.safe)
        assert run.code == 2 and run.err.count("\n") == 1 and "--html" in run.err
        assert Path(other).read_text() == content
    assert heddle("check", file, "--html", tmp_path / "no" / "where.html", worker=fakes.safe).code == 2


def test_the_report_stands_beside_what_is_printed(heddle, c_file, tmp_path):
    run = heddle("check", c_file(OK), "--json", "--html", tmp_path / "r.html", worker=fakes.violation)
    assert json.loads(run.out)["verdict"] == "violation" and (tmp_path / "r.html").exists()
    assert checked(heddle("check", c_file(OK), "--format", "html", worker=fakes.safe).out)


def test_a_report_is_about_one_program(heddle, c_file, tmp_path):
    for options in (("--html", tmp_path / "r.html"), ("--format", "html")):
        run = heddle("check", "--each", *options, c_file(OK))
        assert run.code == 2 and run.err.count("\n") == 1


def test_explore_makes_a_gallery(heddle, c_file, tmp_path):
    run = heddle("explore", "--model", "rc11", "-q", "--html", tmp_path / "r.html", c_file(VIOLATIONS["rc11"].text))
    assert run.code == 1
    assert (tmp_path / "r.html").read_text().count('<svg class="graph"') == 3


# --- colours --------------------------------------------------------------------------------------------------------

TEXT_ON = {
    "panel": ("ink", "soft", "violation", "comment", "keyword", "type", "string", "number", "rf", "co", "fr", "po",
              *(f"t{n}" for n in range(8))),
    "page": ("ink", "soft"), "sunk": ("ink", "soft"), "violation-soft": ("violation",), "good-soft": ("good",),
    "warn-soft": ("warn",),
}  # fmt: skip


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_is_readable_on_its_ground(scheme):
    """By WCAG 2's measure: a contrast of at least 4.5."""
    style = (Path(api.__file__).parent / "report" / "html" / "report.css").read_text()
    light, dark = re.findall(r":root \{(.*?)\}", style, re.DOTALL)[:2]
    colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", light if scheme == "light" else dark))
    for ground, texts in TEXT_ON.items():
        for text in texts:
            dim, bright = sorted((luminance(colours[ground]), luminance(colours[text])))
            assert (bright + 0.05) / (dim + 0.05) >= 4.5, f"{text} on {ground}"
