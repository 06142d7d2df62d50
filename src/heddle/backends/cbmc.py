"""CBMC: the ``cbmc`` of the PATH, or ``$HEDDLE_CBMC``.  One run tells everything: every failing check, with a trace."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from heddle.backends.command_line import (
    CUT,
    UNSUPPORTED,
    WITH_CUTS,
    CommandLine,
    Question,
    cuts_of,
    observations,
)
from heddle.backends.sequential import Answer
from heddle.sequentializer.dialect import Dialect
from heddle.sequentializer.program import Observation, SequentialProgram


class Cbmc(CommandLine):
    name = "cbmc"
    summary = "CBMC, if it is installed"
    dialect = Dialect(
        "CBMC",
        "cbmc --no-standard-checks",
        "defined __CPROVER__",
        assume="__CPROVER_assume(condition)",
        check="__CPROVER_assert(condition, message)",
        observe="__CPROVER_output(#what, value)",
        indeterminate="__CPROVER_havoc_object(&(object))",
    )

    def answer(self, sequential: SequentialProgram, question: Question) -> Answer:
        output = question.ask("--no-standard-checks", "--json-ui", "--trace", WITH_CUTS)
        try:
            messages: list[dict[str, Any]] = json.loads(output)
        except ValueError:
            return self.silent()
        results = next((m["result"] for m in messages if "result" in m), None)
        if results is None:
            said = [m["messageText"] for m in messages if m.get("messageType") == "ERROR"]
            return self.silent(*said[:1])
        failed = [r for r in results if r["status"] == "FAILURE"]
        for result in failed:
            if not result["description"].startswith((CUT, UNSUPPORTED)):
                return Answer(list(_observed(result["trace"], observations(sequential))))
        said = [r["description"] for r in failed]
        unsupported = [text.removeprefix(UNSUPPORTED) for text in said if text.startswith(UNSUPPORTED)]
        cuts = cuts_of(sequential, [text.removeprefix(CUT) for text in said if text.startswith(CUT)])
        if cuts is None:
            return self.silent("it names a bound that the program does not have")
        return Answer(cuts=cuts, unsupported=unsupported[0] if unsupported else None)


def _observed(trace: list[dict[str, Any]], known: dict[str, Observation]) -> Iterator[tuple[Observation, int]]:
    """What CBMC's trace outputs: observations, by their names."""
    for step in trace:
        if step["stepType"] == "output" and step["outputID"] in known:
            (value,) = step["values"]
            yield known[step["outputID"]], int(value.get("binary", "0") or "0", 2)


__all__ = ["Cbmc"]
