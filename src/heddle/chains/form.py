"""Forms: what a program is between two stages of a chain."""

from __future__ import annotations

from enum import Enum


class Form(Enum):
    SOURCES = "the program's files"
    PARSED = "core program"
    PROGRAM = "core program with the claims of the property"
    UNFOLDED = "unfolded program"
    PLACED = "unfolded program whose addresses are decided"
    BOUNDED = "bounded program"
    ANALYSED = "what is known of a bounded program"
    FORMULA = "formula"
    SHARED = "threads that call a memory abstraction"
    HISTORIES = "threads that call a memory abstraction with guessed histories"
    INLINED = "program without calls"
    LOOPING = "threads with loops"
    SEQUENTIAL = "sequential program"
    ENDLESS = "sequential program with loops"
    FOUND = "what was found"
    ANSWER = "answer"


__all__ = ["Form"]
