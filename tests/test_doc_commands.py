"""Every command that the documentation shows is run, in the order of its page, where a reader would run it.

What a command prints is compared with what the page shows, up to times.  A trace may differ in its middle: another version of a
solver may find another schedule.
"""

from __future__ import annotations

import json
import re
import runpy
import shlex
import subprocess
from pathlib import Path

import pytest

from waiting import PATIENCE

ROOT = Path(__file__).parents[1]
COMMANDS = runpy.run_path(str(ROOT / "docs" / "commands.py"))
ShownCommand, ShownFile, PAGES = COMMANDS["ShownCommand"], COMMANDS["ShownFile"], COMMANDS["PAGES"]

NOT_RUN = {
    "heddle check --explain --timeout 20 25_stack.i": "a program of SV-COMP, and 20 s",
    "heddle litmus litmus-tests/MP+pooncerelease+poacquireonce.litmus --model linux-kernel.cat": "files of the kernel",
    "heddle litmus litmus-tests/*.litmus --model linux-kernel.cat": "files of the kernel",
    "heddle check --cluster local --engine lazy --unwind 2 program.c": "starts a cluster; tests/cluster does",
    "heddle explore --cluster local --jobs 8 program.c": "starts a cluster",
    "heddle bench --cluster tcp://10.0.0.1:8786 manifest.csv --out results": "a machine that is not there",
}
"""These are only parsed."""

NOT_HEDDLE = {"benchexec", "pip", "make", "git", "python", "sudo", "cmake"}
"""Programs whose commands are left alone; what else stands after a `$` is run by the shell."""

MEANT = {
    "FILE...": "program.c", "FILE": "program.c", "MODEL": "tso", "SHELL": "bash", "WHAT": "engines", "COMMAND": "check",
    "WITNESS": "violation.yml", "[NAME]": "", "[OPTION...]": "", "L": "mcm", "M": "tso", "DIR": "made", "BASELINE": "before",
}  # fmt: skip
"""What stands for the words in capitals."""
OF_PROGRAMS = ("check", "explore", "show", "sequentialize")

PROGRAM = (ROOT / "examples" / "lost_update.c").read_text()
FILES = {
    "program.c": PROGRAM,
    "p.c": PROGRAM,
    "tests/concurrency/lost.c": PROGRAM,
    "program.xcfa": (ROOT / "examples" / "peterson.xcfa").read_text(),
    "test.litmus": (ROOT / "tests" / "litmus" / "classics" / "SB.litmus").read_text(),
    "no-data-race.prp": "CHECK( init(main()), LTL(G ! data-race) )\n",
    "task.yml": "format_version: '2.0'\ninput_files: program.c\nproperties:\n  - property_file: no-data-race.prp\n"
    "    expected_verdict: false\noptions:\n  language: C\n  data_model: LP64\n",
    "manifest.csv": "file,property,expected\nprogram.c,assert,false\n",
    "build/compile_commands.json": json.dumps(
        [{"directory": "..", "file": "program.c", "arguments": ["cc", "-c", "program.c"]}]
    ),
}
"""What stands for the reader's own files."""


REMEMBERED: dict[str, object] = {}


def settled(folder: Path) -> Path:
    COMMANDS["settle"](folder)
    for name, text in FILES.items():
        COMMANDS["put"](ShownFile(name, text), folder)
    return folder


def arguments(command: str) -> tuple[list[str], str | None]:
    """The arguments of a command of Heddle, and the file that its output goes to."""
    words = shlex.split(re.split(r" \| |: eval", command)[0])[1:]
    into = words[words.index(">") + 1] if ">" in words else None
    words = words[: words.index(">")] if into else words
    meant = [MEANT.get(word, word) for word in words]
    found = [str(path) for word in meant if word for path in (sorted(Path().glob(word)) or [word] if "*" in word else [word])]
    if len(found) > 1 and found[0] in OF_PROGRAMS and not any("." in word for word in found) and "build" not in found:
        found.append("program.c")  # only options are named
    if found[:1] == ["litmus"]:
        found = ["test.litmus" if word == "program.c" else word for word in found]
    return found, into


def plain(lines: list[str]) -> list[str]:
    """Without times, without what only fills the line, and without saying which of several races is shown."""
    text = [re.sub(r"\b\d+\.\d+( s\b|$)", r"0\1", line).rstrip() for line in lines]
    text = [re.sub(r"^(violation: data-race): .*", r"\1", line) for line in text]
    while text and not text[-1]:
        text.pop()
    return text


def agree(real: list[str], shown: list[str]) -> None:
    real, shown = plain(real), plain(shown)
    if "..." in shown:
        assert real[0] == shown[0]
    elif shown and shown[0].startswith(PROVED):  # ways to a proof take turns: another one may be first
        assert real[0].startswith(PROVED)
    elif any(line.startswith("Trace: ") for line in shown):
        # Which of its violations a program is shown to have may change with versions of solvers, and with who is first.
        assert real[0].startswith("violation: ") and real[-1].startswith("✗ ")
        assert any(line.startswith("Trace: ") for line in real)
    elif engine(real) == engine(shown):
        assert real == shown
    else:  # somebody else was first
        assert re.split(r"[: ]", real[0])[0] == re.split(r"[: ]", shown[0])[0]


PROVED = "safe: proved by "


def engine(lines: list[str]) -> list[str]:
    return re.findall(r"engine (\S+)", " ".join(lines))


def run_shell(item) -> None:
    if shlex.split(item.command)[0] not in NOT_HEDDLE:
        done = subprocess.run(item.command, shell=True, capture_output=True, text=True, timeout=PATIENCE, check=False)
        agree((done.stdout + done.stderr).splitlines(), list(item.output))


def run_heddle(item, heddle) -> None:
    from heddle.cli.parser import parse

    words, into = arguments(item.command)
    if len(words) < 2 and words != ["pipelines"] and words != ["manual"]:
        words = [*words[:1], "--help"]  # only named
    if item.command in NOT_RUN:
        parse(words)
        return
    if "violation.yml" in words and words[0] == "validate" and not Path("violation.yml").exists():
        heddle("check", "program.c", "--witness", "violation.yml")
    run = REMEMBERED.get(item.command) or heddle(*words)
    if all("/" in word or word.startswith("-") for word in words[1:]):
        REMEMBERED[item.command] = run  # about examples alone: the same on every page
    assert run.code in (0, 1, 3), f"{item.command}: {run.err}"
    if into:
        Path(into).write_text(run.out)
    if item.output is not None:
        agree((run.out + run.err).splitlines(), list(item.output))


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_commands_of_a_page(page, heddle, tmp_path, monkeypatch):
    monkeypatch.chdir(settled(tmp_path))
    done = set()
    for item in COMMANDS["shown"](page.read_text()):
        if isinstance(item, ShownFile):
            file = ROOT / item.name
            assert not item.name.startswith("examples/") or file.read_text() == item.text, f"{item.name} is another file"
            COMMANDS["put"](item, tmp_path)
        elif item.command.split()[0] != "heddle":
            run_shell(item)
        elif item not in done and item.command != "heddle":
            run_heddle(item, heddle)
            done.add(item)


def test_every_kind_of_command_is_found():
    """Where this fails, the pages are read wrongly, and the test above says nothing."""
    found = [item.command for page in PAGES for item in COMMANDS["shown"](page.read_text()) if isinstance(item, ShownCommand)]
    assert "heddle check examples/lost_update.c" in found, "a session"
    assert "heddle check task.yml --format svcomp" in found, "a list"
    assert "heddle check --each tests/concurrency/*.c --timeout 60 --format github" in found, "a configuration"
    assert "heddle list engines" in found, "a sentence"
    assert set(NOT_RUN) <= set(found)
