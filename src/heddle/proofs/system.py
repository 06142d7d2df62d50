"""The transition system of a program: what every proof engine works on.

A *template* is the code of a start function; there is one thread of it, or (``many``) any number.  Its nodes are *cut
points*: places where other threads may take steps, and heads of loops.  Its edges are large blocks: everything that
happens between two cut points, as one guarded simultaneous assignment over an expression graph.

What the system says is more than the program can do, never less: variables that nothing is known about are free
variables of the graph, and so are contents of memory that are not followed.  So an invariant of the system is one of
the program, while a run of the system need not be one of the program.
"""

from __future__ import annotations

from collections.abc import Iterator

from heddle.core.instr import NOWHERE, Location
from heddle.core.types import Scalar
from heddle.records import dataclass, field
from heddle.symbolic.dag import Dag, NodeId
from heddle.symbolic.values import Value

SELF = "self"
"""The local variable that holds a thread's identifier, in templates of which there may be many threads.  No two threads
have the same one, and it is at least the number of templates.  A single thread's identifier is its template's index."""


@dataclass(slots=True)
class Variable:
    """A cell of memory or a local variable.  ``node`` stands for its value in the guards and updates of edges.

    ``initial`` None: anything.  ``value`` holds all values that it ever has, wherever it is not junk (then: anything).
    ``spelling`` is what users call it.  Cells with the same ``element`` belong together: those of an object, or those
    of arrays of one length at the same index.
    """

    name: str
    type: Scalar
    node: NodeId
    initial: int | None
    value: Value
    spelling: str = ""
    element: str = ""


@dataclass(slots=True)
class Edge:
    """A step from the cut point ``source`` to ``target``; None: a claim fails, ``message`` says which.

    ``guard`` and ``updates`` are nodes of the system's graph over the variables' values before the step; variables
    without an update keep theirs.  Variables of the graph that belong to no variable of the system are arbitrary,
    chosen anew in every step.  ``creates`` starts threads: the template and the argument.  ``joins`` are the single
    templates that must have come to their end before the step.
    ``reads`` and ``writes`` name the shared variables touched.
    """

    source: int
    target: int | None
    guard: NodeId
    updates: dict[str, NodeId] = field(default_factory=dict)
    creates: tuple[tuple[int, NodeId | None], ...] = ()
    joins: tuple[int, ...] = ()
    reads: frozenset[str] = frozenset()
    writes: frozenset[str] = frozenset()
    loc: Location = NOWHERE
    message: str = ""


@dataclass(slots=True)
class Template:
    """``live`` lists, for each node, the local variables that matter there.  At nodes in ``atomic`` no other thread
    takes a step.  ``parameter`` is the local variable that holds the start function's argument, if it matters."""

    index: int
    name: str
    many: bool
    entry: int
    end: int
    locals: dict[str, Variable] = field(default_factory=dict)
    nodes: list[int] = field(default_factory=list)
    live: dict[int, tuple[str, ...]] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)
    atomic: frozenset[int] = frozenset()
    parameter: str | None = None
    where: dict[int, Location] = field(default_factory=dict)


@dataclass(slots=True)
class System:
    """``templates[i].index == i``; 0 is main, which runs from the beginning, once; a template's threads are created by
    edges of templates with smaller indices or, if there may be many, of any.

    ``held`` says which lock-like shared variables a thread surely holds at a node (set from 0 by nobody else).
    ``not_yet`` holds pairs of a single template's node and a template of which no thread exists yet when it is there;
    ``over`` the same for single templates whose thread has come to its end, where it stays.
    """

    dag: Dag
    globals: dict[str, Variable] = field(default_factory=dict)
    templates: list[Template] = field(default_factory=list)
    locks: tuple[str, ...] = ()
    held: dict[tuple[int, int], frozenset[str]] = field(default_factory=dict)
    not_yet: frozenset[tuple[int, int, int]] = frozenset()
    over: frozenset[tuple[int, int, int]] = frozenset()

    def apart(self, t: int, n: int, u: int, m: int) -> bool:
        """Whether no two threads are at node ``n`` of template ``t`` and at node ``m`` of ``u`` at the same time."""
        if t == u and not self.templates[t].many:
            return True
        if self.held.get((t, n), frozenset()) & self.held.get((u, m), frozenset()):
            return True
        if n in self.templates[t].atomic and m in self.templates[u].atomic:
            return True
        if (t, n, u) in self.not_yet or (u, m, t) in self.not_yet:
            return True
        return self._is_over(t, n, u, m) or self._is_over(u, m, t, n)

    def _is_over(self, t: int, n: int, u: int, m: int) -> bool:
        """A thread that has ended stays at its end."""
        return (t, n, u) in self.over and m != self.templates[u].end

    def edges(self) -> Iterator[tuple[Template, Edge]]:
        for template in self.templates:
            for edge in template.edges:
                yield template, edge
