"""Brute force that counts what memory unwinding bounds: how few writes, or clusters of writes, a violation takes.

It knows nothing of the schemes.  An execution is a sequence of moves; a move of a thread writes to shared memory or not
(issuing a write into a store buffer does not, sending it to memory does; an atomic section counts once).  What main does
before it creates a thread does not count.  A ledger says what an execution has spent so far (thesis sections 5.2, 5.4 and
6.1; clusters of one thread: TACAS 2015, section 2):

- writes: the moves that write;
- locations: for each location the moves that write to it, of which the largest number counts;
- stretches: moves of one thread, from one that writes on, until somebody else moves;
- clusters: turns of the threads, in the order of creation and each thread once.

Outside a stretch or cluster anybody may move, and nobody writes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from brute_force import Outlook, Path, Queue, Run, Search
from heddle.core.instr import AnyInstr
from heddle.core.program import Program
from heddle.replay.code import Code
from heddle.replay.machine import Blocked

Ledger = tuple[int, ...]
"""The count comes first."""
Spend = Callable[[Ledger, int, frozenset[int]], Iterator[Ledger]]
"""What a ledger may say after a move of a thread that writes to some of the shared locations, by number."""

NOBODY = -1


def writes(ledger: Ledger, thread: int, written: frozenset[int]) -> Iterator[Ledger]:
    yield (ledger[0] + bool(written),)


def locations(ledger: Ledger, thread: int, written: frozenset[int]) -> Iterator[Ledger]:
    counts = tuple(number + (place in written) for place, number in enumerate(ledger[1:]))
    yield max(counts), *counts


def stretches(ledger: Ledger, thread: int, written: frozenset[int]) -> Iterator[Ledger]:
    count, owner = ledger
    if not written:
        yield count, NOBODY
    if owner == thread:
        yield ledger
    yield count + 1, thread


def clusters(ledger: Ledger, thread: int, written: frozenset[int]) -> Iterator[Ledger]:
    count, latest = ledger
    if not written:
        yield count, NOBODY
    if NOBODY < latest <= thread:
        yield count, thread
    yield count + 1, thread


COUNTS: dict[str, Spend] = {"writes": writes, "locations": locations, "stretches": stretches, "clusters": clusters}


def least(
    program: Program, model: str, counted: str, shared: tuple[str, ...], most: int, max_states: int = 40_000
) -> int | None:
    """The least count with which the program can be violated; ``most + 1`` if it takes more; None if it is too large.

    ``shared`` names the globals that threads communicate through.
    """
    search = CountingSearch(program, model, counted, shared, most)
    search.run(1000, max_states, first_only=False)
    return None if search.result.truncated or search.result.unsupported else search.least


@dataclass(slots=True)
class CountedPath(Path):
    ledger: Ledger = ()


class CountingSearch(Search):
    def __init__(self, program: Program, model: str, counted: str, shared: tuple[str, ...], most: int) -> None:
        super().__init__(Code(program), model, (0, 1), ())
        self.spend, self.most, self.least = COUNTS[counted], most, most + 1
        self.places = {self.code.layout.globals[name]: number for number, name in enumerate(shared)}
        self.start = {"writes": (0,), "locations": (0, *(0 for _ in shared))}.get(counted, (0, NOBODY))
        self._counted: set[tuple[tuple[int, ...], Ledger]] = set()

    def after(self, run: Run, path: Path) -> list[Ledger]:
        """What the ledger of a path may say after a move, within what may be spent."""
        ledger = path.ledger if isinstance(path, CountedPath) else self.start
        if len(run.machine.threads) == 1:
            return [ledger]
        written = frozenset(self.places[n.stored] for n in run.notes if n.stored in self.places)
        thread = run.notes[0].thread if run.notes else 0
        return [x for x in self.spend(ledger, thread, written) if x[0] < min(self.least, self.most + 1)]

    def _enqueue(self, todo: Queue, run: Run, path: Path, outlook: Outlook) -> None:
        for done in self._settle(run, path, outlook):
            outlook.moves += 1
            for ledger in self.after(done, path):
                key = self._key(done.machine), ledger
                if key not in self._counted:
                    self._counted.add(key)
                    self.result.states += 1
                    todo.append((done.machine, CountedPath(path, done.notes, path.depth + 1, ledger)))

    def _execute(self, run: Run, t: int, instr: AnyInstr | None) -> None:
        """What empties a store buffer waits until it is empty: the writes in it go to memory one by one, each by itself."""
        pending = self._pending(run)
        super()._execute(run, t, instr)
        if self._pending(run) < pending:
            raise Blocked("pending writes", waiting=False)

    def _pending(self, run: Run) -> int:
        return sum(len(run.machine.pending(t)) for t in run.machine.threads)

    def _violation(self, run: Run, path: Path, t: int, uid: int) -> None:
        self.least = min([self.least, *(ledger[0] for ledger in self.after(run, path))])


__all__ = ["COUNTS", "least"]
