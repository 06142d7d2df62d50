"""``heddle validate``: a violation witness is run by the replayer, a correctness witness is proved."""

from __future__ import annotations

import argparse
from functools import partial

from heddle.cli.check import answer_one
from heddle.cli.output import Printer
from heddle.cli.tasks import task_of
from heddle.run.solve import Worker
from heddle.svcomp.read_witness import read_witness
from heddle.svcomp.validate import validate as follow
from heddle.svcomp.witness import Correctness


def validate(options: argparse.Namespace) -> int:
    task = task_of(options, options.files)
    witness = read_witness(options.witness, task.sources.files)
    worker: Worker
    if isinstance(witness, Correctness):
        from heddle.svcomp.invariants import validate_invariants

        worker = partial(validate_invariants, witness)
    else:
        worker = partial(follow, witness)
    printer = Printer(options)
    code = answer_one(task, options, worker, printer)[1]
    printer.close()
    return code
