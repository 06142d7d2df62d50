"""What an engine hands to the replayer: a schedule and the values of every input.

The engine's claim is only a claim.  :mod:`heddle.replay` runs the original program along it, at full bit width and with
code that shares nothing with the engine, and the user sees what the replayer saw.
"""

from __future__ import annotations

from heddle.records import dataclass, field


@dataclass(frozen=True, slots=True)
class Step:
    """Thread ``thread`` executes its next concurrent instruction (``core.instr.CONCURRENT``), which must be ``uid``.

    Local instructions up to it run with it.  ``child`` is the identifier that a Create gives to the new thread.
    Under TSO and PSO, an entry with uid -1 says that a pending write of the thread goes to memory: the one at position
    ``flush`` among its pending writes, oldest first (0 under TSO).  ``again`` counts the rounds of a loop that goes on
    like its last one: those that users are not told one by one, 0 for all other steps.
    """

    thread: int
    uid: int
    child: int | None = None
    flush: int | None = None
    again: int = 0


@dataclass(frozen=True, slots=True)
class Placed:
    """Where an object lies, if that matters, and its size in bytes."""

    base: int
    size: int


@dataclass(slots=True)
class Addresses:
    """Where objects lie; those that are not mentioned lie anywhere else.

    ``static``: global objects by name, thread-local ones by the thread's number and name.  ``new``: for each thread,
    (uid, place) of every Declare and Malloc that it executes, in order, as far as anything is said; None: anywhere.
    """

    static: dict[tuple[int | None, str], Placed] = field(default_factory=dict)
    new: dict[int, list[tuple[int, Placed | None]]] = field(default_factory=dict)

    def all(self) -> list[Placed]:
        made = [placed for places in self.new.values() for _, placed in places if placed is not None]
        return [*self.static.values(), *made]


@dataclass(frozen=True, slots=True)
class Given:
    """A block that is given out again: the one that allocation ``number`` of ``thread`` made, those of new blocks
    counted, from 0."""

    thread: int
    number: int


@dataclass(frozen=True, slots=True)
class ForEver:
    """The claim that threads never end.

    ``waiting``: those that will never move again, which wait or run round without a step that others see.  ``cycle``:
    after so many steps of the schedule the rest of it repeats for ever; None: nobody has to move.  ``others_go_on``:
    they will never move again whatever others do.  ``inputs``: what some of those who wait get again
    and again meanwhile.
    """

    waiting: tuple[int, ...]
    cycle: int | None = None
    others_go_on: bool = False
    inputs: dict[int, list[tuple[int, int]]] = field(default_factory=dict)


@dataclass(slots=True)
class Counterexample:
    """``inputs``: for each thread the (uid, value) of every Nondet it executes, in order.

    ``contents``: for each thread, for every Declare and not zeroed Malloc it executes, in order, (uid, {byte offset:
    byte}); bytes not mentioned are 0.  After the last step the local instructions of ``violating_thread`` lead to the
    Assert ``violated`` (its uid), which fails.  ``given``: for each thread, for every Malloc it executes, in order,
    (uid, the freed block that it gives); None, or no entry: a new one.
    """

    schedule: list[Step]
    inputs: dict[int, list[tuple[int, int]]]
    contents: dict[int, list[tuple[int, dict[int, int]]]]
    violating_thread: int
    violated: int
    addresses: Addresses = field(default_factory=Addresses)
    given: dict[int, list[tuple[int, Given | None]]] = field(default_factory=dict)
    for_ever: ForEver | None = None
    """Instead of an Assert that fails."""
