"""Sequences with few switches between threads."""

from __future__ import annotations

import pytest

from heddle.linearize import Circle, linearize


def order(waiting: dict[str, set[str]], first: str = "") -> str:
    """Steps are named by their thread (a digit) and a letter; those in ``first`` come before others that are ready."""
    return " ".join(linearize(waiting, lambda step: int(step[0]), lambda step: (step not in first.split(), step)))


def test_a_thread_goes_on_as_long_as_it_can() -> None:
    assert order({"0a": set(), "1a": set(), "0b": {"0a"}, "1b": {"1a"}}) == "0a 0b 1a 1b"


def test_a_step_comes_after_those_that_it_waits_for() -> None:
    assert order({"0a": {"1b"}, "1a": set(), "1b": {"1a"}, "0b": {"0a"}}) == "1a 1b 0a 0b"


def test_what_is_not_there_is_not_waited_for() -> None:
    assert order({"0a": {"2z"}, "1a": set()}) == "0a 1a"


def test_the_key_matters_more_than_the_thread() -> None:
    assert order({"0a": set(), "0b": {"0a"}, "1a": set()}, first="1a") == "1a 0a 0b"


def test_a_circle_has_no_order() -> None:
    with pytest.raises(Circle):
        order({"0a": {"1a"}, "1a": {"0a"}, "0b": set()})
