"""From options to tasks."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from heddle import properties
from heddle.chains.chain import Chain, applied
from heddle.errors import InputError
from heddle.models.memory_model import memory_model
from heddle.properties import Property
from heddle.records import fields
from heddle.sources import Sources
from heddle.task import VERDICT_ONLY, Bounds, Limits, Method, Task, Wanted

DEFAULT_MODEL = "sc"
TASK_FILES = (".yml", ".yaml")


def task_of(options: argparse.Namespace, files: Sequence[str], wanted: Wanted = VERDICT_ONLY) -> Task:
    """The command line makes a task and nothing else of what the user asks.  Raises InputError and UsageError."""
    if any(file.endswith(TASK_FILES) for file in files):
        options, files = of_task_file(options, files)
    chain = pipeline_of(options)
    task = Task(
        sources_of(options, files),
        memory_model(_model(options.model, chain)),
        property_of(options),
        Bounds(**_given(options, Bounds)),
        Limits(options.timeout, options.memory, _jobs(options)),
        Method(**{**_given(options, Method), "pipeline": None}),
        wanted,
    )
    return task if chain is None else applied(chain, task)


def _model(said: str | None, chain: Chain | None) -> str:
    if said is None and chain is not None:
        said = chain.model
    return DEFAULT_MODEL if said is None else said


def pipeline_of(options: argparse.Namespace) -> Chain | None:
    """The chain that the user wants, by name or from a file."""
    name: str | None = getattr(options, "pipeline", None)
    if name is None:
        return None
    from heddle.chains.file import read
    from heddle.chains.shipped import find

    return read(name) if name.endswith(".toml") else find(name)


def of_task_file(options: argparse.Namespace, files: Sequence[str]) -> tuple[argparse.Namespace, Sequence[str]]:
    """A task definition of SV-COMP stands for its program, and for what the command line does not say."""
    from heddle.svcomp.task_file import error_label, read_task_file

    if len(files) > 1:
        raise InputError(f"{files[0]}: a task definition is a program of its own: give it alone, or with --each")
    task = read_task_file(files[0])
    said = dict(vars(options))
    said["data_model"] = said.get("data_model") or task.data_model
    if not said.get("property") and task.together is not None:
        said |= {"property": [task.together], "error_label": said.get("error_label") or error_label(task)}
    return argparse.Namespace(**said), task.files


def _jobs(options: argparse.Namespace) -> int | None:
    """Of one program.  With ``--each`` they are so many programs."""
    return None if getattr(options, "each", False) else getattr(options, "jobs", None)


def sources_of(options: argparse.Namespace, files: Sequence[str]) -> Sources:
    database = getattr(options, "database", None)
    own = {} if database is None else {"own": database.own(files)}
    return Sources(**{**_given(options, Sources), **own, "files": tuple(files)})


def property_of(options: argparse.Namespace) -> Property:
    """The property, and the checks that are added to it."""
    chosen = getattr(options, "property", None) or [properties.DEFAULT]
    return properties.several(*chosen, *getattr(options, "checks", ()))


def _given(options: argparse.Namespace, kind: type[Bounds | Method | Sources]) -> dict[str, Any]:
    """What the command has options for: they have the names of the fields."""
    found = {f.name: getattr(options, f.name) for f in fields(kind) if hasattr(options, f.name)}
    return {name: tuple(value) if isinstance(value, list) else value for name, value in found.items()}
