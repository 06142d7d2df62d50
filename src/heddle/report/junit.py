"""JUnit's XML: each program is a test case, which CI servers show in a table."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

from heddle.answer import Answer, Verdict
from heddle.report import Report, Style
from heddle.report.gathered import document, named
from heddle.report.text import headline
from heddle.report.text import render as as_text

UNPRINTABLE = {code: "\N{REPLACEMENT CHARACTER}" for code in range(32) if chr(code) not in "\t\n\r"}
"""Characters that XML has no way to write."""


def write(reports: Sequence[Report]) -> str:
    kinds = [outcome(report) for report in reports]
    counts = {
        "tests": str(len(reports)),
        "failures": str(kinds.count("failure")),
        "errors": str(kinds.count("error")),
        "skipped": "0",
        "time": f"{sum(seconds(report) for report in reports):.3f}",
    }
    suites = ElementTree.Element("testsuites", counts)
    suite = ElementTree.SubElement(suites, "testsuite", {"name": "heddle", **counts})
    for report, kind in zip(reports, kinds, strict=True):
        add_case(suite, report, kind)
    ElementTree.indent(suites)
    return ElementTree.tostring(suites, encoding="unicode", xml_declaration=False)


def outcome(report: Report) -> str:
    """``failure`` for a violation, ``error`` where there is no answer, nothing for a test that passes."""
    if report.answer is None or report.answer.verdict is Verdict.UNKNOWN:
        return "error"
    return "failure" if report.answer.verdict is Verdict.VIOLATION else ""


def seconds(report: Report) -> float:
    return 0.0 if report.answer is None else report.answer.seconds


def add_case(suite: ElementTree.Element, report: Report, kind: str) -> None:
    answer = report.answer
    setting = "heddle" if answer is None else f"heddle.{answer.model}"
    attributes = {"name": named(report).translate(UNPRINTABLE), "classname": setting, "time": f"{seconds(report):.3f}"}
    case = ElementTree.SubElement(suite, "testcase", attributes)
    if answer is None:
        said, what, text = report.refusal, "bad input", report.refusal
    else:
        said, what, text = headline(answer), broken(answer), as_text(answer, report.files, Style())
    place = ElementTree.SubElement(case, kind or "system-out")
    if kind:
        place.set("message", said.translate(UNPRINTABLE))
        place.set("type", what)
    place.text = text.translate(UNPRINTABLE)


def broken(answer: Answer) -> str:
    failure = None if answer.execution is None else answer.execution.failure
    return str(answer.verdict) if failure is None else failure.kind


JUNIT = document("junit", "JUnit's XML, for CI servers", write)
