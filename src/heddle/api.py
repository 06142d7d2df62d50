"""Heddle from Python (docs/api.md): the command line makes the same tasks and gets the same answers.

    >>> import heddle
    >>> answer = heddle.check("examples/lost_update.c", model="tso", timeout=60)
    >>> str(answer.verdict)
    'violation'

Every call runs in a process of its own, under the limits that it is given; nothing is left behind.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias, TypedDict, Unpack

from heddle import compilation, compile_commands, properties, transform
from heddle.answer import Answer
from heddle.errors import InputError, UsageError
from heddle.models.memory_model import MemoryModel, memory_model
from heddle.properties import Property
from heddle.records import fields
from heddle.run.solve import NoResult, produce, solve
from heddle.run.supervisor import ignore_line
from heddle.task import VERDICT_ONLY, Bounds, Limits, Method, Sources, Task, Wanted

Files: TypeAlias = "str | os.PathLike[str] | Iterable[str | os.PathLike[str]]"
"""One file, or several that make one program."""
Progress: TypeAlias = Callable[[str], None]
"""Called with a short line whenever the search moves on."""


class Options(TypedDict, total=False):
    """What can be said beside the model and the property: as the options of the command line, under their names."""

    defines: Iterable[str]
    includes: Iterable[str]
    compiler_options: Iterable[str]
    compile_commands: str | os.PathLike[str] | None
    data_model: str | None
    system_headers: bool
    error_label: str | None
    argv: Iterable[str] | None
    arguments: int
    text_length: int
    malloc_may_fail: bool
    volatile: str
    sync_builtins: str
    unwind: int | None
    unwindset: Iterable[tuple[str, int]]
    unwind_for: int | None
    unwind_while: int | None
    unwind_threads: int | None
    rounds: int | None
    contexts: int | None
    writes: int | None
    threads: int | None
    malloc_size: int
    max_depth: int | None
    queue: int | None
    clock: int | None
    width: int | None
    timeout: float | None
    memory: int | None
    jobs: int | None
    engine: str
    backend: str
    sma: str | None
    schedule: str | None
    mu_grain: str | None
    mu_reads: str | None
    reuse_freed: bool
    no_filter: bool


def check(
    sources: Files,
    *,
    model: str | MemoryModel = "sc",
    property: str | Property = properties.DEFAULT,
    progress: Progress = ignore_line,
    **options: Unpack[Options],
) -> Answer:
    """Looks for an execution that breaks the property.  Raises InputError and UsageError."""
    return solve(make_task(sources, model, property, **options), progress)


def explore(
    sources: Files,
    *,
    model: str | MemoryModel = "sc",
    property: str | Property = properties.DEFAULT,
    states: bool = False,
    graphs: int = 0,
    progress: Progress = ignore_line,
    **options: Unpack[Options],
) -> Answer:
    """Counts all executions that the memory model allows (``Answer.counts``) and checks each.

    ``states``: their final states too, with counts; ``graphs``: so many execution graphs.
    """
    wanted = Wanted(executions=True, states=states, graphs=graphs)
    return solve(make_task(sources, model, property, wanted, **options), progress)


def litmus(
    test: str | os.PathLike[str],
    *,
    model: str | MemoryModel = "sc",
    progress: Progress = ignore_line,
    **options: Unpack[Options],
) -> Answer:
    """Runs a litmus test: ``Answer.observation`` and ``Answer.states``.  The verdict is about the test's claim."""
    wanted = Wanted(executions=True, states=True)
    options["engine"] = "enumerate"
    task = make_task(test, model, properties.DEFAULT, wanted, **options)
    if not task.sources.is_litmus:
        raise InputError(f"{os.fspath(test)}: is not a litmus test (.litmus)")
    return solve(task, progress)


def sequentialize(
    sources: Files,
    *,
    model: str | MemoryModel = "sc",
    property: str | Property = properties.DEFAULT,
    **options: Unpack[Options],
) -> str:
    """The sequential C program that simulates the threads within the bounds (each 2 unless given).

    ``sma`` names the shared memory abstraction.  Raises NoResult at a limit.
    """
    task = make_task(sources, model, property, **options)
    transform.verify(task)
    return produce(lambda: transform.sequential_c(task), task)


def make_task(
    sources: Files,
    model: str | MemoryModel = "sc",
    property: str | Property = properties.DEFAULT,
    wanted: Wanted = VERDICT_ONLY,
    **options: Unpack[Options],
) -> Task:
    """A task from names and objects.  Raises InputError and UsageError, and TypeError for an unknown option."""
    files = [sources] if isinstance(sources, str | os.PathLike) else sources
    rest: dict[str, Any] = dict(options)
    task = Task(
        _sources([os.fspath(file) for file in files], rest),
        memory_model(model) if isinstance(model, str) else model,
        properties.find(property) if isinstance(property, str) else property,
        Bounds(**_taken(rest, Bounds)),
        Limits(**_taken(rest, Limits)),
        Method(**_taken(rest, Method)),
        wanted,
    )
    if rest:
        raise TypeError(f"unknown option: {', '.join(rest)}")
    return task


def _sources(files: list[str], options: dict[str, Any]) -> Sources:
    """Takes what says how files are compiled out of the options."""
    given = [[str(x) for x in options.pop(name, ())] for name in ("defines", "includes", "compiler_options")]
    path = options.pop("compile_commands", None)
    database = None if path is None else compile_commands.read(os.fspath(path))
    if database is not None:
        files = files or database.files
    own = () if database is None else database.own(files)
    return Sources(tuple(files), compilation.of(*given), own, **_taken(options, Sources))


def _taken(options: dict[str, Any], kind: type[Sources | Bounds | Limits | Method]) -> dict[str, Any]:
    """Takes the fields of one part of a task out of the options."""
    taken = {f.name: options.pop(f.name) for f in fields(kind) if f.name in options}
    plain = (str, int, float, type(None))
    return {name: value if isinstance(value, plain) else tuple(value) for name, value in taken.items()}


__all__ = [
    "InputError", "NoResult", "Options", "UsageError", "check", "explore", "litmus", "make_task", "sequentialize"
]
