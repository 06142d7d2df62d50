"""The steps of an execution as a table: a column for each thread, a row for each step; all there without JavaScript."""

from __future__ import annotations

import re

from heddle.execution import Execution
from heddle.records import dataclass
from heddle.report.html.markup import element, text
from heddle.report.html.story import Row, Story, births
from heddle.report.trace import REPEATS
from heddle.report.trace_text import happened
from heddle.report.trace_text import times as times_words

LEAST_WIDTH = 125
"""Of a thread's column, in pixels."""
REMARK = re.compile(r"(?:^| )\(((?:[^()]|\([^()]*\))* (?:[^()]|\([^()]*\))*)\)")
"""Several words in parentheses, which stand by themselves."""


@dataclass(frozen=True, slots=True)
class Timeline:
    execution: Execution
    story: Story
    line_ids: dict[tuple[str, int], str]

    def render(self) -> str:
        alive = self._lives()
        threads = list(alive)
        names = {t.id: t.name for t in self.execution.threads}
        head = [element("th", "step", scope="col", cls="n")]
        head += [
            element("th", element("b", f"T{id}"), " ", text(names[id]), scope="col", cls=f"lane t{id % 8}")
            for id in threads
        ]
        body, last = [], -1
        for number, row in self.story.shown():
            if number != last + 1:
                words = f"⋮ {len(self.story.left_out)} steps left out (heddle check --trace-out has all)"
                body.append(across(words, len(threads)))
            if row.step.repeats:
                body.append(across(f"⟳ {REPEATS}", len(threads)))
            body.append(self._row(number, row, threads, alive))
            last = number
        caption = element("caption", "What each thread does, in the order of time", cls="quiet")
        rows = element("thead", element("tr", *head)) + element("tbody", *body)
        narrowest = f"min-width: {50 + LEAST_WIDTH * len(threads)}px"
        return element("table", caption, rows, cls="timeline", id="timeline", style=narrowest)

    def _lives(self) -> dict[int, range]:
        """For threads that the story is about: the rows from the creation, or first step, to the last step; to the end
        for those that have not ended."""
        own: dict[int, list[int]] = {}
        for number, row in enumerate(self.story.rows):
            own.setdefault(row.step.thread, []).append(number)
        born = births(self.story, self.execution)
        failure, end = self.execution.failure, len(self.story.rows)
        living = {thread for thread, _ in failure.others} if failure is not None else set()
        return {
            t.id: range(
                min([*own.get(t.id, []), born.get(t.id, end)]),
                end if t.id in living else max(own.get(t.id, [end - 1])) + 1,
            )
            for t in self.execution.threads if t.id in own or t.id in born
        }  # fmt: skip

    def _row(self, number: int, row: Row, threads: list[int], alive: dict[int, range]) -> str:
        cells = []
        for id in threads:
            here = id == row.step.thread
            classes = [f"lane t{id % 8}"] + ["alive"] * (number in alive[id]) + ["here"] * here
            classes += ["born"] * (number == alive[id].start) + ["dies"] * (number == alive[id].stop - 1)
            cells.append(element("td", self._event(row) if here else "", cls=" ".join(classes)))
        label = element("a", str(number + 1), href=f"#s{number + 1}")
        classes = ["switch"] * row.step.switch + ["flush"] * row.is_flush
        classes += ["fails"] * (row.step.action == "assert") + ["accused"] * self._is_accused(row)
        return element(
            "tr", element("th", label, scope="row", cls="n"), *cells, id=f"s{number + 1}", cls=" ".join(classes) or None
        )

    def _is_accused(self, row: Row) -> bool:
        """Whether it is one of the accesses that raise a flag of the model."""
        failure = self.execution.failure
        return failure is not None and not set(failure.steps).isdisjoint(row.step.events)

    def _event(self, row: Row) -> str:
        step = row.step
        line = self.line_ids.get((step.loc.file, step.loc.line))
        where = element("a", f"line {step.loc.line}", cls="where", href=f"#{line}") if line else ""
        detail = happened(step) if step.action in ("create", "join") else step.detail
        said, aside = parted(detail) if step.action != "assert" else (detail, "")
        shown = element("span", text(said), text(times_words(row.times)), cls="say")
        shown += element("span", text(aside), cls="aside") if aside else ""
        is_told = detail.startswith(step.text.rstrip("; "))
        code = element("code", text(step.text), cls="src") if step.text and not is_told else ""
        who = element("b", f"T{step.thread}", cls="who")
        return element("div", who, shown, element("div", where, code, cls="at-line"), self._state(row), cls="event")

    def _state(self, row: Row) -> str:
        """For readers without JavaScript: the state that the step leaves, where it changes it."""
        step, parts = row.step, []
        if step.thread in row.held:
            parts.append(f"holds {', '.join(row.held[step.thread]) or 'no lock'}")
        if step.thread in row.buffers:
            waiting = "; ".join(write for _, write in row.buffers[step.thread])
            parts.append(f"store buffer: {waiting or 'empty'}")
        parts += [f"reads from step {n + 1}" for n in row.source if self.story.rows[n].step.thread != step.thread]
        return element("div", text(" · ".join(parts)), cls="static") if parts else ""


def across(words: str, threads: int) -> str:
    """A row that is no step."""
    return element("tr", element("td", words, colspan=threads + 1), cls="gap")


def parted(detail: str) -> tuple[str, str]:
    """What happens, and the remarks on it that stand in parentheses."""
    remarks = [match[1] for match in REMARK.finditer(detail)]
    said = REMARK.sub("", detail).strip()
    return (said, "; ".join(remarks)) if said and remarks else (detail, "")


__all__ = ["Timeline"]
