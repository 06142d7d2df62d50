"""ESBMC: the ``esbmc`` of the PATH, or ``$HEDDLE_ESBMC``.

It tells one failing check with a trace, so it is asked in turn: for a violation; whether something is not modelled;
which bounds cut executions (``--multi-property``: all failing checks).  In its traces every assignment is a state, with
the place in the text and the value, in binary too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from heddle.backends.command_line import (
    CUT,
    UNSUPPORTED,
    WITH_CUTS,
    WITHOUT_UNSUPPORTED,
    CommandLine,
    Question,
    cuts_of,
    instructions,
    observations,
)
from heddle.backends.sequential import Answer, OutOfTime
from heddle.core.instr import Cut, Unsupported
from heddle.sequentializer.dialect import Dialect
from heddle.sequentializer.program import Observation, Run, SequentialProgram

OWN = "heddle: "
"""How the messages of our checks begin: ESBMC has checks of its own."""
CHECKS_OF_ITS_OWN = ("--no-bounds-check", "--no-pointer-check", "--no-div-by-zero-check", "--no-align-check")
TRACE = "--no-slice"
"""Else the trace lacks assignments that do not matter for the failing check."""
HOLDS, FAILS, TIMED_OUT = "VERIFICATION SUCCESSFUL", "VERIFICATION FAILED", "Timed out"
STATE = re.compile(r"State \d+ .*?\bfunction (?P<function>\S+) thread \d+")
"""Initial values of globals are states without a function."""
ASSIGNMENT = re.compile(r"  observed_(?P<name>\w+) = (?P<value>.*?)(?: \((?P<bits>[01 ]+)\))?$")
VIOLATED = "Violated property:"


class Esbmc(CommandLine):
    name = "esbmc"
    summary = "ESBMC, if it is installed"
    dialect = Dialect(
        "ESBMC",
        f"esbmc {' '.join(CHECKS_OF_ITS_OWN)}",
        "defined __ESBMC_execution",
        assume="__ESBMC_assume(condition)",
        check=f'__ESBMC_assert(condition, "{OWN}" message)',
        observe="observed_##what = (value)",
        indeterminate="for (unsigned long byte = 0; byte < sizeof(object); byte++) "
        "((unsigned char *)&(object))[byte] = nondet_uchar()",
        declaration="static {type} observed_{name};",
    )

    def answer(self, sequential: SequentialProgram, question: Question) -> Answer:
        kinds = {type(x) for x in instructions(sequential)}
        found = self.ask(question, WITHOUT_UNSUPPORTED, TRACE)
        if isinstance(found, Answer):
            return found
        if found:
            return self.violation(sequential, found)
        if Unsupported in kinds:
            found = self.ask(question)
            if isinstance(found, Answer):
                return found
            if found:
                return self.unsupported(found)
        if Cut not in kinds:
            return Answer()
        found = self.ask(question, WITH_CUTS, "--multi-property")
        return found if isinstance(found, Answer) else self.cuts(sequential, found)

    def ask(self, question: Question, *options: str) -> str | Answer:
        """The counterexample, nothing if there is none, or an answer that says why nobody knows."""
        output = question.ask(*CHECKS_OF_ITS_OWN, *options)
        if FAILS in output:
            return output
        if HOLDS in output:
            return ""
        if any(line.strip() == TIMED_OUT for line in output.splitlines()):
            raise OutOfTime
        lines = [line.strip() for line in output.splitlines()]
        said = next((x for x in lines if x.startswith("ERROR")), next((x for x in reversed(lines) if x), "no result"))
        return self.silent(said)

    def violation(self, sequential: SequentialProgram, output: str) -> Answer:
        failed = list(failing(output))
        strange = next((message for message in failed if not message.startswith(OWN)), None)
        if strange is not None or not failed:
            return self.silent(f"it fails a check that is not the program's: {strange or 'it does not say which'}")
        run = run_of(output, observations(sequential))
        return self.silent("its trace cannot be read") if run is None else Answer(run)

    def unsupported(self, output: str) -> Answer:
        said = next((message.removeprefix(OWN) for message in failing(output)), "")
        return Answer(unsupported=said.removeprefix(UNSUPPORTED) or "something that is not modelled")

    def cuts(self, sequential: SequentialProgram, output: str) -> Answer:
        said = [message.removeprefix(OWN) for message in failing(output)]
        cuts = cuts_of(sequential, [text.removeprefix(CUT) for text in said])
        if cuts is None or bool(output) != bool(cuts):
            return self.silent("it does not say which bounds are met")
        return Answer(cuts=cuts)


def failing(output: str) -> Iterator[str]:
    """The messages of the checks that fail; above each stands where it is, if ESBMC knows."""
    lines = iter(output.splitlines())
    for line in lines:
        if line.strip() == VIOLATED:
            message = next(lines, "").strip()
            yield next(lines, "").strip() if message.startswith("file ") else message


def run_of(output: str, known: dict[str, Observation]) -> Run | None:
    """What the trace says of observations, in its order; None if it does not say it in numbers."""
    run: Run = []
    inside = False
    for line in output.splitlines():
        if line.startswith("State "):
            inside = STATE.match(line) is not None
        elif inside and (found := ASSIGNMENT.match(line)) is not None and found["name"] in known:
            value, bits = found["value"], found["bits"]
            if not bits and not value.isdigit():
                return None
            run.append((known[found["name"]], int(bits.replace(" ", ""), 2) if bits else int(value)))
    return run


__all__ = ["Esbmc"]
