"""``heddle litmus``: runs litmus tests under a memory model and prints what herd prints."""

from __future__ import annotations

import argparse
from collections import Counter
from contextlib import ExitStack

from heddle.answer import BAD_INPUT
from heddle.cli.check import answer_one
from heddle.cli.output import Printer
from heddle.cli.tasks import task_of
from heddle.errors import InputError, UsageError
from heddle.models.memory_model import MemoryModel
from heddle.run.limits import shared
from heddle.run.solve import Worker
from heddle.task import Wanted

SIGNALLED = 128


def litmus(options: argparse.Namespace, worker: Worker | None) -> int:
    """The exit code: 1 if some test's claim does not hold, then wrong input, then unknown, else 0."""
    if options.format == "html" and len(options.files) > 1:
        raise UsageError("--format html is a page about one test; give one FILE")
    codes: set[int] = set()
    summary: Counter[str] = Counter()
    printer = Printer(options)
    tasks = [(file, task_of(options, [file], Wanted(executions=True, states=True))) for file in options.files]
    with ExitStack() as sharing:
        if worker is None and len(tasks) > 1:
            preload(tasks[0][1].model)
            sharing.enter_context(shared())
        for file, task in tasks:
            try:
                if not task.sources.is_litmus:
                    raise InputError(f"{file}: is not a litmus test (.litmus)")
                answer, code = answer_one(task, options, worker, printer)
            except InputError as error:
                codes.add(BAD_INPUT)
                summary["not read"] += 1
                printer.refusal(str(error), [file])
                continue
            if code >= SIGNALLED:
                printer.close()
                return code
            codes.add(code)
            summary["unknown" if answer.observation is None else answer.observation.frequency] += 1
    printer.close()
    if len(options.files) > 1 and options.format == "text":
        counts = ", ".join(f"{count} {name}" for name, count in sorted(summary.items()))
        print(f"{len(options.files)} tests under {tasks[0][1].model.relational.name}: {counts}")
    return next(code for code in (1, BAD_INPUT, 3, 0) if code in codes)


def preload(model: MemoryModel) -> None:
    """Imports what every worker needs, and makes the parsers and the model, once: forked workers share it."""
    import heddle.litmus_tests.observe  # noqa: F401
    from heddle.litmus_tests import read, run

    for smallest in SMALLEST:
        run.run(read.parse(smallest, "preload"), model.relational, 1, lambda: None)


SMALLEST = (
    """C c
{}
P0(atomic_int *x) {
  int r = atomic_load_explicit(x, memory_order_relaxed);
  *x = 1;
}
exists (0:r=0 /\\ x=1)
""",
    """X86 x
{}
 P0 ;
 MOV [x],$1 ;
exists (x=1)
""",
)
"""A test of each of the usual languages."""
