"""What came of a run."""

from __future__ import annotations

from heddle.records import dataclass

JUDGED = ("right", "bounded", "missed", "wrong", "unknown", "error", "unjudged")


@dataclass(frozen=True, slots=True)
class Result:
    """``seconds`` of wall time, ``cpu`` of processor time; ``memory`` of the largest process, in megabytes."""

    verdict: str
    reason: str
    engine: str
    seconds: float
    cpu: float
    memory: float


@dataclass(frozen=True, slots=True)
class Row:
    """A run and its result, as the database has them."""

    program: str
    category: str
    options: str
    expected: str
    lines: int
    configuration: str
    result: Result

    @property
    def asked(self) -> str:
        """The program and how it is asked about: the same under every configuration."""
        return f"{self.program} {self.options}".strip()

    @property
    def judged(self) -> str:
        return judged(self.result.verdict, self.expected)


def judged(verdict: str, expected: str) -> str:
    """``missed``: nothing was found within bounds, and there is something."""
    if verdict in ("unknown", "error"):
        return verdict
    if not expected:
        return "unjudged"
    if expected == "false":
        return {"violation": "right", "safe": "wrong"}.get(verdict, "missed")
    return {"violation": "wrong", "safe": "right"}.get(verdict, "bounded")


__all__ = ["JUDGED", "Result", "Row", "judged"]
