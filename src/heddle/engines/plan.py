"""Plans: which engines ``auto`` asks about a program, in which order and with what share, and why

The search for violations is asked first, whatever the program; it reads it.

A plan is data.  It is made here, from the task and facts about the program, and carried out by
:mod:`heddle.engines.portfolio`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from heddle.records import dataclass, replace

if TYPE_CHECKING:
    from heddle.core.program import Program
    from heddle.engines.engine import Engine
    from heddle.task import Task

HEAD_START = 0.3
"""Seconds that the search for violations has for itself: small programs are answered by then."""
HEAD_START_WITHOUT_LOOPS = 1.0
"""... where it comes to an end by itself."""
LONG_TURN = 4.0
"""Seconds that a proof has at first where nothing else could answer."""
MOMENT = 0.25
"""Seconds for those who are not expected to come to an end."""
SECOND_WIND = 6.0
"""Seconds after which further kinds of search are asked: what the first could find quickly, it has found."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Somebody who is asked.  ``engines`` are by name; several share one search (they are ways to put its steps in
    order)."""

    engines: tuple[str, ...]
    why: str
    after: float = 0.0
    """Seconds that the others have before it is asked, unless they have given up."""
    turn: float = 1.0
    """How long its first turn is, where there are more to ask than may run at the same time; the next is twice that."""
    share: float = 1.0
    """Of the memory, in proportion to the others."""
    like_the_search: bool = False
    """It looks for violations in the same unfoldings, another way."""
    stays: bool = False
    """It has no turns, but runs all the time, if more than one may."""
    workers: int = 1
    """Threads of its own, if it has any: they set out in different directions."""
    unwind: int | None = None
    """How far it unwinds loops, if that is no longer to grow."""

    @property
    def name(self) -> str:
        return ", ".join(self.engines)


@dataclass(frozen=True, slots=True)
class Plan:
    entries: tuple[Entry, ...]
    about: str = ""
    """What is known of the program."""


SEARCH = Entry(
    ("order", "lazy"), "looks for violations within bounds that grow; a proof where bounds cover everything",
    share=4.0, stays=True,
)  # fmt: skip
# First turns are short: what an engine is made for it answers soon, and then nobody has waited long for it
STATES = Entry(("explicit",), "visits every state: a proof without bounds where they are few", turn=0.4, share=2.0)
INVARIANTS = Entry(("horn",), "looks for an invariant: a proof for any number of threads", turn=0.6, share=2.0)
GRAPHS = Entry(
    ("stateless",), "visits every execution graph: for programs that branch little", turn=0.4, share=0.5, workers=2
)  # fmt: skip
WRITES = Entry(
    ("mu",), "looks for violations with few writes, however many switches they take", SECOND_WIND, turn=0.5,
    share=0.5, like_the_search=True,
)  # fmt: skip
LOCATIONS = Entry(
    ("imu",), "looks for violations with few writes to each location", SECOND_WIND, turn=0.5, share=0.5,
    like_the_search=True,
)  # fmt: skip


def following(search: Entry, suspects: Entry, rounds: int) -> Entry:
    """The search once more, beside itself, where a proof has failed: with so many rounds of loops at once."""
    why = f"looks where {suspects.name} suspects a violation, at unwind {rounds}"
    return replace(search, why=why, share=1.0, stays=False, like_the_search=True, unwind=rounds)


def others(task: Task, program: Program) -> Plan:
    """Who is asked beside the search."""
    from heddle.engines.facts import facts_of

    facts = facts_of(program)
    head_start = HEAD_START_WITHOUT_LOOPS if facts.ends else HEAD_START
    # The states of threads without end have no end either, as a rule; nor have those of inputs: only a proof is one.
    # Where they are few nevertheless, a moment shows it
    without_end = [replace(STATES, turn=MOMENT), replace(INVARIANTS, turn=LONG_TURN)]
    has_many = facts.in_loops and (facts.inputs or (facts.any_number and not facts.only_counts))
    provers = without_end if has_many else [STATES, INVARIANTS]
    entries = [replace(entry, after=max(entry.after, head_start)) for entry in (*provers, GRAPHS, WRITES, LOCATIONS)]
    return Plan(tuple(entry for entry in entries if takes(task, entry)), str(facts))


def takes(task: Task, entry: Entry) -> bool:
    return all(engine.refuses(task) is None for engine in engines_of(entry))


def engines_of(entry: Entry) -> list[Engine]:
    from heddle import engines

    return [engines.find(name) for name in entry.engines]


__all__ = ["Entry", "Plan", "engines_of", "following", "others"]
