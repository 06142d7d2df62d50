"""Completion scripts and the manual page: made of the parser, so they have every option; the shells themselves are asked."""

from __future__ import annotations

import os
import shutil
import subprocess

import pytest

from heddle import engines, models
from heddle.cli.described import commands


def needed(shell: str) -> None:
    """Where a shell is missing its test is skipped, and says so; continuous integration must have it."""
    if shutil.which(shell) is None:
        if os.environ.get("CI"):
            pytest.fail(f"{shell} is not installed (Debian: apt-get install {shell})")
        pytest.skip(f"{shell} is not installed, so its completion is not tested")


def in_bash(script: str, *words: str) -> list[str]:
    typed = " ".join(f"'{word}'" for word in words)
    ask = f"COMP_WORDS=({typed}); COMP_CWORD={len(words) - 1}; _heddle; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    return run(["bash", "-c", f"{script}\n{ask}"]).split()


def run(command: list[str], text: str = "") -> str:
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    assert done.returncode == 0 and not done.stderr, done.stderr
    return done.stdout


@pytest.fixture
def script(heddle):
    return lambda shell: heddle("completion", shell).out


def test_bash_completes_commands_options_and_values(script):
    bash = script("bash")
    assert in_bash(bash, "heddle", "ch") == ["check"]
    assert in_bash(bash, "heddle", "check", "--unwind-") == ["--unwind-for", "--unwind-while", "--unwind-threads"]
    assert in_bash(bash, "heddle", "check", "--engine", "") == list(engines.names())
    assert in_bash(bash, "heddle", "explore", "--model", "rc") == ["rc11"]
    assert in_bash(bash, "heddle", "list", "mod") == ["models"]
    assert in_bash(bash, "heddle", "check", "--trace-out", "x") == [], "the shell completes names of files"


def test_fish_completes_commands_options_and_values(script):
    needed("fish")
    fish = script("fish")

    def complete(line: str) -> list[str]:
        out = run(["fish", "--no-config", "-c", f"source; complete -C '{line}'"], fish)
        return sorted(found.split("\t")[0] for found in out.splitlines())

    assert complete("heddle ch") == ["check"]
    assert complete("heddle check --engine ") == sorted(engines.names())
    assert complete("heddle explore --model rc") == ["rc11"]
    assert complete("heddle check --unwind-f") == ["--unwind-for"]


def test_zsh_takes_the_script(script):
    needed("zsh")
    zsh = script("zsh")
    assert run(["zsh", "-f", "-c", "autoload -U compinit; compinit -u -D; source /dev/stdin; print $_comps[heddle]"], zsh) == "_heddle\n"
    assert all(f"'*{name}[" in zsh for command in commands() for option in command.options for name in option.names)


def test_the_manual_page_has_every_option(heddle):
    page = heddle("manual").out.replace(r"\-", "-")
    for command in commands():
        assert f'.SH "heddle {command.name}"' in page
        assert all(f"\\fB{name}\\fR" in page for option in command.options for name in option.names)
    assert page.startswith(".TH HEDDLE 1 ")


def test_what_can_be_chosen_is_known():
    known = {(c.name, o.names[0]): o.choices for c in commands() for o in c.options}
    assert known["check", "--model"] == tuple(models.shipped())
    assert "no-data-race" in known["check", "--property"] and known["check", "--trace-out"] == ()


def test_an_unknown_shell_is_refused(heddle):
    run = heddle("completion", "tcsh")
    assert run.code == 2 and run.err.count("\n") == 1
