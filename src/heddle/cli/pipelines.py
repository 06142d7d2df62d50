"""``heddle pipelines``: the stages, and the chains that are made of them."""

from __future__ import annotations

from heddle.chains.chain import Step
from heddle.chains.file import as_toml
from heddle.chains.shipped import chains, find
from heddle.chains.stages import STAGES, Stage


def pipelines(name: str | None) -> int:
    if name is not None:
        print(as_toml(find(name)), end="")
        return 0
    print("Stages, with what they make of what, and their options:\n")
    for stage in STAGES.values():
        print("\n".join(described(stage)))
    print("\nChains (an option without a value grows with the search, unless you give it):\n")
    for chain in chains().values():
        print(f"{chain.name}: {chain.summary}{f' ({chain.model})' if chain.model else ''}")
        print(f"  {' > '.join(map(shown, chain.steps))}")
    return 0


def described(stage: Stage) -> list[str]:
    optional = " (optional)" if stage.is_optional else ""
    options = [f"      {option.field.replace('_', '-')}: {option.shown()}" for option in stage.options]
    return [f"  {stage.name}{optional}: {stage.summary}", f"      {stage.takes.value} -> {stage.gives.value}", *options]


def shown(step: Step) -> str:
    fixed = dict(step.options)
    said = [f"{o.name}={fixed[o.field]}" if o.field in fixed else o.name for o in step.stage.options]
    return f"{step.name}({', '.join(said)})" if said else step.name
