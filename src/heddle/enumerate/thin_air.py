"""Values out of thin air: a read returns what is written only because of that very read, so that it could be anything.

The enumerator looks at values that some initial value or constant explains.  Under models that allow a cycle of reads
and writes which hand a value on (``r = x; y = r;`` beside ``r = y; x = r;``) there are executions with every other
value too.  Who has seen such a cycle says that they are left out.
"""

from __future__ import annotations

from heddle.core.program import BoundedProgram
from heddle.enumerate.domain import MAX_RUNS, Domain
from heddle.enumerate.run import Run, Surroundings
from heddle.enumerate.thread import runs
from heddle.graph import ExecutionGraph, members
from heddle.models.evaluate import is_irreflexive, transitive

LEFT_OUT = "executions with values out of thin air, which only a cycle of reads and writes explains"


def has_cycle(graph: ExecutionGraph) -> bool:
    """Whether something is read because of itself."""
    return not is_irreflexive(transitive(tuple(a | b for a, b in zip(graph.rf, graph.data, strict=True))))


def hands_on(program: BoundedProgram, around: Surroundings, domain: Domain) -> bool:
    """Whether a value that nobody writes would come back to its location, if it were once read there."""
    known = {value for values in domain.values() for value in values}
    strange = next(value for value in range(1, len(known) + 2) if value not in known)

    def values(location: str) -> list[int | None]:
        return [*domain.get(location, ()), strange]

    edges: set[tuple[str, str]] = set()
    for thread in program.threads:
        for number, run in enumerate(runs(thread, around, values)):
            if number > MAX_RUNS:
                return True
            edges |= _handed_on(run, strange, domain)
    names = sorted({name for edge in edges for name in edge})
    rows = [0] * len(names)
    for source, target in edges:
        rows[names.index(source)] |= 1 << names.index(target)
    return not is_irreflexive(transitive(tuple(rows)))


def _handed_on(run: Run, strange: int, domain: Domain) -> set[tuple[str, str]]:
    """From where to where a run carries the strange value, or what it makes of it."""
    return {
        (source.location, step.location)
        for step in run.steps if step.kind == "W" and step.location is not None
        if step.value not in domain.get(step.location, ())
        for source in (run.steps[i] for i in members(step.data) if i < len(run.steps))
        if source.location is not None and source.value == strange
    }  # fmt: skip


__all__ = ["LEFT_OUT", "hands_on", "has_cycle"]
