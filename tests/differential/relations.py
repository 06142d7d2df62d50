"""Cycles of relations between accesses, in the notation of diy (Alglave, Maranget: "Stability in weak memory models").

``PodWR Fre PodWR Fre`` is store buffering: a write, in program order before a read elsewhere, which takes its value
before another thread's write, …, back to the first.  ``Pod`` goes to a different location, ``Pos`` stays at the same one,
``Rfe``, ``Fre`` and ``Coe`` go to another thread; ``Rfi`` reads what the own thread has just written.  What stands between
the two accesses of a program-order edge follows a plus: ``PodWR+full``, ``PodRW+data``.

No cycle can happen under sequential consistency.  Which of them happen elsewhere is what tells memory models apart.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

COMMUNICATION = {"Rfe": "WR", "Fre": "RW", "Coe": "WW"}
DRAINS = ("full", "seq_cst", "rmw", "mutex")
"""What empties a store buffer between two accesses."""
SEPARATES = ("lwsync", "release", *DRAINS)
"""What keeps writes in order under PSO."""
DEPENDENCIES = ("data", "ctrl", "addr")


@dataclass(frozen=True)
class Edge:
    name: str
    source: str
    target: str
    between: str = ""

    @property
    def external(self) -> bool:
        return self.name in COMMUNICATION

    @property
    def moves(self) -> bool:
        """Whether it leads to another location."""
        return self.name == "Pod"

    def __str__(self) -> str:
        kinds = "" if self.external or self.name == "Rfi" else self.source + self.target
        return f"{self.name}{kinds}" + (f"+{self.between}" if self.between else "")


def edge(text: str) -> Edge:
    name, _, between = text.partition("+")
    if name in COMMUNICATION:
        return Edge(name, *COMMUNICATION[name])
    return Edge("Rfi", "W", "R") if name == "Rfi" else Edge(name[:3], name[3], name[4], between)


@dataclass(frozen=True)
class Access:
    """``value`` is what it writes, or what it reads if the cycle happens; ``between`` is what stands before it."""

    kind: str
    thread: int
    location: int
    value: int
    register: int
    between: str = ""


@dataclass(frozen=True)
class Cycle:
    edges: tuple[Edge, ...]

    @classmethod
    def of(cls, text: str) -> Cycle:
        return cls(tuple(edge(part) for part in text.split()))

    def __str__(self) -> str:
        return " ".join(map(str, self.edges))

    def __post_init__(self) -> None:
        closed = zip(self.edges, (*self.edges[1:], self.edges[0]), strict=True)
        assert all(one.target == two.source for one, two in closed), f"not a cycle: {self}"
        assert self.edges[-1].external, f"a cycle is written from the beginning of a thread: {self}"

    @property
    def threads(self) -> int:
        return sum(e.external for e in self.edges)

    @property
    def locations(self) -> int:
        return sum(e.moves for e in self.edges)

    def accesses(self) -> list[Access]:
        """Thread by thread in program order.  The writes to a location get the values 1, 2, … along the cycle."""
        accesses: list[Access] = []
        thread = location = register = 0
        between = ""
        for e in self.edges:
            accesses.append(Access(e.source, thread, location % self.locations, 0, register, between))
            register += e.source == "R"
            location += e.moves
            between = e.between
            if e.external:
                thread, register, between = thread + 1, 0, ""
        return self._with_values(accesses)

    def _with_values(self, accesses: list[Access]) -> list[Access]:
        """The walk along a location's accesses begins behind the edge that leads there."""
        start = next(number for number, e in enumerate(self.edges) if e.moves) + 1
        latest: dict[int, int] = {}
        for step in range(len(accesses)):
            number = (start + step) % len(accesses)
            access = accesses[number]
            latest.setdefault(access.location, 0)
            if access.kind == "W":
                latest[access.location] += 1
            accesses[number] = replace(access, value=latest[access.location])
        return accesses


def relaxed(e: Edge, model: str) -> bool:
    """Whether a model lets the two accesses of a program-order edge reach memory in the other order."""
    if not e.moves or e.source != "W" or model == "sc":
        return False
    if e.target == "R":
        return e.between not in DRAINS
    return model == "pso" and e.between not in SEPARATES


# --- choosing -------------------------------------------------------------------------------------------------------

PIECES = ("WR", "WW", "RW", "RR", "W")
"""What a thread has of the cycle: two accesses, or one write that is read elsewhere."""
WEAK_PIECES = {"WR": 0.55, "WW": 0.45}


THREADS = {2: 0.65, 3: 0.27, 4: 0.08}


def choose(chance: random.Random, counts: Sequence[int] = tuple(THREADS)) -> Cycle:
    """A cycle through so many threads, one of whose edges is relaxed by TSO (mostly) or PSO."""
    threads = chance.choices(counts, [THREADS[count] for count in counts])[0]
    while True:
        weak = chance.choices(list(WEAK_PIECES), list(WEAK_PIECES.values()))[0]
        pieces = [weak, *(chance.choice(PIECES) for _ in range(threads - 1))]
        if all(map(_meet, pieces, [*pieces[1:], pieces[0]])) and sum(len(p) == 2 for p in pieces) > 1:
            break
    edges: list[Edge] = []
    for number, (piece, following) in enumerate(zip(pieces, [*pieces[1:], pieces[0]], strict=True)):
        if len(piece) == 2:
            edges += _inside(piece, chance, number == 0, threads)
        ends = piece[-1] + following[0]
        edges.append(next(Edge(name, *kinds) for name, kinds in COMMUNICATION.items() if kinds == ends))
    return Cycle(tuple(edges))


def _meet(piece: str, following: str) -> bool:
    """Whether an edge can lead from one thread to the next: reads see writes, and a lone write is there to be read."""
    if piece[-1] == "R":
        return following[0] == "W"
    return following[0] == "R" if len(piece) == 1 else True


def _inside(piece: str, chance: random.Random, weak: bool, threads: int) -> list[Edge]:
    """The program-order edges of one thread; a weak one has nothing between its accesses."""
    first, last = piece
    between = ""
    if not weak and chance.random() < 0.4:
        between = chance.choice(DEPENDENCIES if first == "R" and chance.random() < 0.5 else SEPARATES)
    if threads > 2 or chance.random() < 0.55:
        return [Edge("Pod", first, last, between)]
    longer = [[Edge("Pos", first, "W"), Edge("Pod", "W", last, between)], [Edge("Pod", first, "W"), Edge("Pod", "W", last)]]
    if first == "W":
        longer += [[Edge("Rfi", "W", "R"), Edge("Pod", "R", last, between)]] * 3
    if last == "W":
        longer += [[Edge("Pod", first, "W", between), Edge("Pos", "W", "W")]]
    if last == "R":
        longer += [[Edge("Pod", first, "R", between), Edge("Pos", "R", "R")]]
    return chance.choice(longer)
