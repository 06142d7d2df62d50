"""``heddle validate``: a violation witness, run by the replayer."""

from __future__ import annotations

import argparse
from functools import partial

from heddle.cli.check import answer_one
from heddle.cli.output import Printer
from heddle.cli.tasks import task_of
from heddle.svcomp.read_witness import read_witness
from heddle.svcomp.validate import validate as follow


def validate(options: argparse.Namespace) -> int:
    task = task_of(options, options.files)
    waypoints = read_witness(options.witness, task.sources.files)
    printer = Printer(options)
    code = answer_one(task, options, partial(follow, waypoints), printer)[1]
    printer.close()
    return code
