"""``heddle check --each``: every file a program of its own, several at the same time, the answers in order."""

from __future__ import annotations

import argparse
import functools
import gc
import os
import sys
from collections.abc import Callable
from contextlib import closing

from heddle.cli.inputs import Inputs, inputs
from heddle.cli.output import print_json, print_refusal
from heddle.report.progress import Display
from heddle.report.text import one_line_verdict
from heddle.result import BAD_INPUT, EXIT_CODES, CheckOptions, InputError, Result
from heddle.run.batch import Job, run_batch
from heddle.run.conclude import conclude, stopped
from heddle.run.supervisor import Interrupted, Outcome
from heddle.run.worker import Channel


class Batch:
    """``refused`` is the answer for every file if the question itself is not supported."""

    def __init__(self, options: argparse.Namespace, wanted: CheckOptions, refused: Result | None) -> None:
        self.options, self.wanted, self.refused = options, wanted, refused
        self.codes: set[int] = set()
        self.signum = 0

    def run(self, checker: Callable[[Inputs, CheckOptions, Channel], Result]) -> int:
        """The exit code is that of the worst answer: a violation, then wrong input, then unknown."""
        options = self.options
        with Display(enabled=sys.stderr.isatty() and not options.quiet, plain=options.verbose) as display:
            planned = [self._plan(file, checker, display) for file in options.files]
            jobs = [job for job in planned if isinstance(job, Job)]
            with closing(run_batch(jobs, options.jobs or available_cores(), display.tick)) as outcomes:
                for file, plan in zip(options.files, planned, strict=True):
                    answer = next(outcomes, None) if isinstance(plan, Job) else plan
                    if answer is None:  # interrupted before its turn
                        break
                    display.clear()
                    self._report(file, answer)
        return 128 + self.signum if self.signum else next(c for c in (1, BAD_INPUT, 3, 0) if c in self.codes)

    def _plan(
        self, file: str, checker: Callable[[Inputs, CheckOptions, Channel], Result], display: Display
    ) -> Job | Result | InputError:
        try:
            program = inputs([file], self.options)
        except InputError as error:
            return error
        if self.refused is not None:
            return self.refused

        def progress(line: str) -> None:
            display.progress(f"{file}: {line}")

        work = functools.partial(checker, program, self.wanted)
        return Job(work, self.wanted.timeout, self.options.memory, progress)

    def _report(self, file: str, answer: Outcome | Interrupted | Result | InputError) -> None:
        try:
            result = self._result(answer)
        except InputError as error:
            self.codes.add(BAD_INPUT)
            print_refusal(str(error), self.options.json, [file])
            return
        self.codes.add(EXIT_CODES[result.verdict])
        if self.options.json:
            print_json(result, [file])
        else:
            print(f"{file}: {one_line_verdict(result)}", flush=True)

    def _result(self, answer: Outcome | Interrupted | Result | InputError) -> Result:
        if isinstance(answer, InputError):
            raise answer
        if isinstance(answer, Result):
            return answer
        if isinstance(answer, Interrupted):
            self.signum = answer.signum
            return stopped("interrupted", answer.interim, self.wanted)
        if self.options.debug and answer.details:
            print(answer.details, file=sys.stderr)
        result = conclude(answer, self.wanted, self.options.memory)
        result.seconds = answer.seconds
        return result


def available_cores() -> int:
    return len(os.sched_getaffinity(0))


def preload() -> None:
    """Imports what every worker needs, once: forked workers share it.

    The garbage collector forgets what is there now, or its marks would make every worker copy all of it.
    """
    import heddle.engines.bounded
    import heddle.frontend.function
    import heddle.report.trace_text  # noqa: F401
    from heddle.frontend import clang, link

    clang.library()
    link.library_index()
    gc.collect()
    gc.freeze()
