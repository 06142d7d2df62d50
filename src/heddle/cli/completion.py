"""``heddle completion``: scripts that let shells complete commands, options and their values."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable

from heddle.cli.described import Described, Option, commands


def completion(shell: str) -> int:
    print(SHELLS[shell](commands()), end="")
    return 0


def bash(found: list[Described]) -> str:
    cases = "".join(
        f"    {command.name})\n"
        f"      case $previous in\n"
        + "".join(f"        {'|'.join(o.names)}) {_bash_values(o)} ;;\n" for o in command.options if o.value)
        + "      esac\n"
        f"      [[ $current == -* ]] && words={_quoted(name for o in command.options for name in o.names)}"
        f" || words={_quoted(command.words)} ;;\n"
        for command in found
    )
    return f"""\
# Completion of heddle for bash: eval "$(heddle completion bash)"
_heddle() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} words=
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    words={_quoted([*(command.name for command in found), "--help", "--version"])}
  else
    case ${{COMP_WORDS[1]}} in
{cases}    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}}
complete -o bashdefault -o default -F _heddle heddle
"""


def _bash_values(option: Option) -> str:
    """Without a choice of values the shell completes file names."""
    reply = f'COMPREPLY=($(compgen -W {_quoted(option.choices)} -- "$current")); ' if option.choices else ""
    return f"{reply}return"


def zsh(found: list[Described]) -> str:
    described = "".join(f"      {_quoted([f'{c.name}:{c.summary}'])}\n" for c in found)
    cases = "".join(
        f"    {command.name})\n      _arguments \\\n"
        + "".join(f"        {line} \\\n" for option in command.options for line in _zsh_option(option))
        + f"        {_quoted(['*:file:' + _zsh_values(command.words)])} ;;\n"
        for command in found
    )
    return f"""\
#compdef heddle
# Completion of heddle for zsh: eval "$(heddle completion zsh)", or as a file _heddle in a folder of $fpath
_heddle() {{
  local -a commands
  if ((CURRENT == 2)); then
    commands=(
{described}    )
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  ((CURRENT--))
  case $command in
{cases}  esac
}}
compdef _heddle heddle
"""


def _zsh_option(option: Option) -> list[str]:
    said = option.help.translate(str.maketrans("[]:", "()-"))
    value = f":{option.value}:{_zsh_values(option.choices)}" if option.value else ""
    return [_quoted([f"*{name}[{said}]{value}"]) for name in option.names]


def _zsh_values(choices: tuple[str, ...]) -> str:
    return f"({' '.join(choices)})" if choices else "_files"


def fish(found: list[Described]) -> str:
    lines = ["# Completion of heddle for fish: heddle completion fish | source"]
    names = " ".join(command.name for command in found)
    for command in found:
        unused = f"not __fish_seen_subcommand_from {names}"
        lines.append(f"complete -c heddle -f -n {_quoted([unused])} -a {command.name} -d {_quoted([command.summary])}")
        used = _quoted([f"__fish_seen_subcommand_from {command.name}"])
        if command.words:
            lines.append(f"complete -c heddle -f -n {used} -a {_quoted(command.words)}")
        lines += [f"complete -c heddle -n {used} {_fish_option(option)}" for option in command.options]
    return "\n".join(lines) + "\n"


def _fish_option(option: Option) -> str:
    names = [f"-l {n[2:]}" if n.startswith("--") else f"-s {n[1:]}" for n in option.names]
    value = ["-r", *(["-f", "-a", _quoted(option.choices)] if option.choices else [])] if option.value else []
    return " ".join([*names, *value, "-d", _quoted([option.help])])


def _quoted(words: Iterable[str]) -> str:
    return shlex.quote(" ".join(words))


SHELLS: dict[str, Callable[[list[Described]], str]] = {"bash": bash, "zsh": zsh, "fish": fish}

__all__ = ["SHELLS", "completion"]
