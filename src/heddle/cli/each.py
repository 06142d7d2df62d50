"""``heddle check --each``: every file a program of its own, several at the same time, the answers in order."""

from __future__ import annotations

import argparse
import functools
import os
import sys
from contextlib import closing

from heddle.answer import BAD_INPUT, EXIT_CODES, Answer
from heddle.cli.check import print_details
from heddle.cli.output import Printer
from heddle.cli.tasks import task_of
from heddle.errors import InputError
from heddle.report.progress import Display
from heddle.run.advice import advice
from heddle.run.batch import Job, run_batch
from heddle.run.conclude import conclude, stopped
from heddle.run.limits import shared
from heddle.run.solve import Worker, refusal, work
from heddle.run.supervisor import Interrupted, Outcome
from heddle.task import Task


class Batch:
    def __init__(self, options: argparse.Namespace, files: list[str]) -> None:
        self.options = options
        self.tasks = [(file, _task(options, file)) for file in files]
        self.codes: set[int] = set()
        self.signum = 0
        self.printer = Printer(options, one_line=True)

    def run(self, worker: Worker | None) -> int:
        """The exit code is that of the worst answer: a violation, then wrong input, then unknown."""
        if worker is not None or len(self.tasks) < 2:
            return self._run(worker)
        preload()
        with shared():
            return self._run(worker)

    def _run(self, worker: Worker | None) -> int:
        options = self.options
        with Display(enabled=sys.stderr.isatty() and not options.quiet, plain=options.verbose) as display:
            planned = [self._plan(file, task, worker or work, display) for file, task in self.tasks]
            jobs = [job for job in planned if isinstance(job, Job)]
            with closing(run_batch(jobs, options.jobs or available_cores(), display.tick)) as outcomes:
                for (file, task), plan in zip(self.tasks, planned, strict=True):
                    answer = next(outcomes, None) if isinstance(plan, Job) else plan
                    if answer is None:  # interrupted before its turn
                        break
                    display.clear()
                    self._report(file, task, answer)
        self.printer.close()
        return 128 + self.signum if self.signum else next(c for c in (1, BAD_INPUT, 3, 0) if c in self.codes)

    def _plan(self, file: str, task: Task | InputError, worker: Worker, display: Display) -> Job | Answer | InputError:
        if isinstance(task, InputError):
            return task
        try:
            refused = refusal(task)
        except InputError as error:
            return error
        if refused is not None:
            return refused

        def progress(line: str) -> None:
            display.progress(f"{file}: {line}")

        return Job(functools.partial(worker, task), task.limits.timeout, task.limits.memory, progress)

    def _report(self, file: str, task: Task | InputError, ended: Outcome | Interrupted | Answer | InputError) -> None:
        try:
            answer = self._answer(task, ended)
        except InputError as error:
            self.codes.add(BAD_INPUT)
            self.printer.refusal(str(error), [file])
            return
        self.codes.add(EXIT_CODES[answer.verdict])
        self.printer.answer(answer, (file,))

    def _answer(self, task: Task | InputError, ended: Outcome | Interrupted | Answer | InputError) -> Answer:
        if isinstance(task, InputError):
            raise task
        if isinstance(ended, InputError):
            raise ended
        if isinstance(ended, Answer):
            return ended
        if isinstance(ended, Interrupted):
            self.signum = ended.signum
            return stopped("interrupted", ended.interim, task)
        if self.options.debug and ended.details:
            print_details(ended.details)
        answer = conclude(ended, task)
        answer.seconds = ended.seconds
        answer.advice = advice(task, answer)
        return answer


def _task(options: argparse.Namespace, file: str) -> Task | InputError:
    """What is wrong with a file concerns no other."""
    try:
        return task_of(options, [file])
    except InputError as error:
        return error


def available_cores() -> int:
    return len(os.sched_getaffinity(0))


def preload() -> None:
    """Imports what every worker needs, once: forked workers share it."""
    import heddle.addresses.freed
    import heddle.addresses.observed
    import heddle.backends.bmc.schemes.order
    import heddle.chains.head
    import heddle.engines.confirm
    import heddle.engines.portfolio
    import heddle.engines.search
    import heddle.frontend.function
    import heddle.leaks
    import heddle.passes.disjoint
    import heddle.passes.loop_kinds
    import heddle.passes.slice
    import heddle.passes.unfold
    import heddle.passes.weak_exchanges
    import heddle.properties.thread_ends
    import heddle.report.trace_text  # noqa: F401
    from heddle.frontend import clang, link

    clang.library()
    link.library_index()
