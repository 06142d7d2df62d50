"""Results as pictures: cactus, scatter and scaling, each as SVG and PNG, by matplotlib (``heddle[plots]``)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from heddle.bench.results import Row
from heddle.errors import UsageError

SOLVED = ("right", "unjudged")
LEAST = 0.01
"""Seconds: less is not told apart."""
FORMATS = ("svg", "png")


def require_matplotlib() -> None:
    """Raises UsageError if it is not there."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        raise UsageError("--plots needs matplotlib: pip install 'heddle[plots]'") from None


def plot(rows: Sequence[Row], folder: Path, timeout: float) -> list[Path]:
    """The files written."""
    from matplotlib.figure import Figure

    names = sorted({row.configuration for row in rows})
    figures: dict[str, Any] = {"cactus": Figure((7, 4.5)), "scaling": Figure((7, 4.5))}
    _cactus(figures["cactus"].subplots(), rows, names)
    _scaling(figures["scaling"].subplots(), rows, names)
    for other in names[1:]:
        name = f"scatter-{names[0]}-{other}"
        figures[name] = Figure((5.5, 5.5))
        _scatter(figures[name].subplots(), rows, names[0], other, timeout)
    written = []
    for name, figure in figures.items():
        figure.tight_layout()
        for format in FORMATS:
            written.append(folder / f"{name}.{format}")
            figure.savefig(written[-1], dpi=120)
    return written


def _solved(rows: Sequence[Row], name: str) -> list[Row]:
    return [r for r in rows if r.configuration == name and r.judged in SOLVED]


def _seconds(row: Row) -> float:
    return max(LEAST, row.result.seconds)


def _cactus(axes: Any, rows: Sequence[Row], names: Sequence[str]) -> None:
    """How many programs are answered within how many seconds each."""
    for name in names:
        times = sorted(_seconds(row) for row in _solved(rows, name))
        axes.step(range(1, len(times) + 1), times, where="mid", marker=".", label=f"{name} ({len(times)})")
    axes.set(xlabel="programs answered", ylabel="seconds", yscale="log", title="Answers by time")
    axes.legend()
    axes.grid(alpha=0.3)


def _scatter(axes: Any, rows: Sequence[Row], one: str, other: str, timeout: float) -> None:
    """Each program's time under two configurations; what has no answer stands at the limit."""
    times: dict[str, dict[str, float]] = {one: {}, other: {}}
    for row in rows:
        if row.configuration in times:
            times[row.configuration][row.asked] = _seconds(row) if row.judged in SOLVED else timeout
    both = sorted(times[one].keys() & times[other].keys())
    axes.scatter([times[one][p] for p in both], [times[other][p] for p in both], s=14, alpha=0.7)
    axes.plot([LEAST, timeout], [LEAST, timeout], color="gray", linewidth=1)
    axes.set(xscale="log", yscale="log", xlabel=f"{one}, seconds", ylabel=f"{other}, seconds")
    axes.grid(alpha=0.3)


def _scaling(axes: Any, rows: Sequence[Row], names: Sequence[str]) -> None:
    """Time by the size of the program."""
    for name in names:
        solved = _solved(rows, name)
        axes.scatter([max(1, r.lines) for r in solved], [_seconds(r) for r in solved], s=14, alpha=0.7, label=name)
    axes.set(xscale="log", yscale="log", xlabel="lines", ylabel="seconds", title="Time by size")
    axes.legend()
    axes.grid(alpha=0.3)


__all__ = ["plot"]
