"""Sequential programs under the embedded bounded model checker."""

from __future__ import annotations

from heddle.backends import EMBEDDED
from heddle.backends.sequential import Answer, Backend
from heddle.sequentializer.program import SequentialProgram


class Embedded(Backend):
    name = EMBEDDED
    summary = "the embedded bounded model checker: one formula, solved by Bitwuzla in process"

    def check(self, sequential: SequentialProgram, deadline: float) -> Answer:
        from heddle.backends.bmc.sequential import check_sequential

        return check_sequential(sequential, deadline)
