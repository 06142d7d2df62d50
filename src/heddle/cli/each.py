"""``heddle check --each``: every file a program of its own, several at the same time, the answers in order."""

from __future__ import annotations

import argparse
import functools
import gc
import os
import sys
from contextlib import closing

from heddle.answer import BAD_INPUT, EXIT_CODES, Answer
from heddle.cli.check import print_details, print_report
from heddle.cli.output import print_refusal
from heddle.errors import InputError
from heddle.report.progress import Display
from heddle.run.advice import advice
from heddle.run.batch import Job, run_batch
from heddle.run.conclude import conclude, stopped
from heddle.run.solve import Worker, refusal, work
from heddle.run.supervisor import Interrupted, Outcome
from heddle.task import Task


class Batch:
    def __init__(self, options: argparse.Namespace, tasks: list[tuple[str, Task]]) -> None:
        self.options, self.tasks = options, tasks
        self.codes: set[int] = set()
        self.signum = 0

    def run(self, worker: Worker | None) -> int:
        """The exit code is that of the worst answer: a violation, then wrong input, then unknown."""
        options = self.options
        if worker is None and len(self.tasks) > 1:
            preload()
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
        return 128 + self.signum if self.signum else next(c for c in (1, BAD_INPUT, 3, 0) if c in self.codes)

    def _plan(self, file: str, task: Task, worker: Worker, display: Display) -> Job | Answer | InputError:
        try:
            refused = refusal(task)
        except InputError as error:
            return error
        if refused is not None:
            return refused

        def progress(line: str) -> None:
            display.progress(f"{file}: {line}")

        return Job(functools.partial(worker, task), task.limits.timeout, task.limits.memory, progress)

    def _report(self, file: str, task: Task, ended: Outcome | Interrupted | Answer | InputError) -> None:
        try:
            answer = self._answer(task, ended)
        except InputError as error:
            self.codes.add(BAD_INPUT)
            print_refusal(str(error), self.options.format, [file])
            return
        self.codes.add(EXIT_CODES[answer.verdict])
        print_report(answer, (file,), self.options, one_line=True)

    def _answer(self, task: Task, ended: Outcome | Interrupted | Answer | InputError) -> Answer:
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


def available_cores() -> int:
    return len(os.sched_getaffinity(0))


def preload() -> None:
    """Imports what every worker needs, once: forked workers share it.

    The garbage collector forgets what is there now, or its marks would make every worker copy all of it.
    """
    import heddle.engines.search
    import heddle.frontend.function
    import heddle.report.trace_text  # noqa: F401
    from heddle.frontend import clang, link

    clang.library()
    link.library_index()
    gc.collect()
    gc.freeze()
