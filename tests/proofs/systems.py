"""Small transition systems, made by hand."""

from __future__ import annotations

from heddle.core.types import INT, UINT
from heddle.proofs.system import SELF, Edge, System, Template, Variable
from heddle.symbolic.dag import Dag, NodeId
from heddle.symbolic.values import full, of_numbers


class Maker:
    """Builds a system: shared variables, then templates with their edges."""

    def __init__(self) -> None:
        self.dag = Dag()
        self.system = System(self.dag)

    def shared(self, name: str, initial: int | None = 0, numbers: tuple[int, ...] = ()) -> NodeId:
        node = self.dag.var(INT)
        value = of_numbers(frozenset(numbers)) if numbers else full(INT)
        self.system.globals[name] = Variable(name, INT, node, initial, value, name)
        return node

    def template(self, name: str, nodes: int, many: bool = False) -> Template:
        index = len(self.system.templates)
        made = Template(index, name, many, 0, nodes - 1, nodes=list(range(nodes)))
        if many:
            made.locals[SELF] = Variable(SELF, UINT, self.dag.var(UINT), None, full(UINT), SELF)
        self.system.templates.append(made)
        return made

    def local(self, template: Template, name: str, *live: int, initial: int | None = None) -> NodeId:
        node = self.dag.var(INT)
        template.locals[name] = Variable(name, INT, node, initial, full(INT), name)
        for n in live:
            template.live[n] = (*template.live.get(n, ()), name)
        return node

    def edge(self, template: Template, source: int, target: int | None, guard: NodeId | None = None,
             creates: tuple[int, ...] = (), joins: tuple[int, ...] = (), **updates: NodeId) -> Edge:  # fmt: skip
        guard = self.dag.true if guard is None else guard
        writes = frozenset(name for name in updates if name in self.system.globals)
        new = Edge(source, target, guard, dict(updates), tuple((u, None) for u in creates), joins, writes, writes)
        template.edges.append(new)
        return new

    def number(self, value: int) -> NodeId:
        return self.dag.const(value, INT)

    def equal(self, a: NodeId, value: int) -> NodeId:
        return self.dag.binary("==", a, self.number(value), INT)

    def plus(self, a: NodeId, value: int) -> NodeId:
        return self.dag.binary("+", a, self.number(value), INT)


def locked_counter(many: bool = True, broken: bool = False) -> System:
    """Threads add one to a counter and take it away again, under a lock; outside, or inside before, it is 0.

    ``broken``: the lock is not waited for.
    """
    m = Maker()
    lock, counter = m.shared("lock", 0, (0, 1)), m.shared("counter")
    main = m.template("main", 3)
    threads = [m.template("thread", 4, True)] if many else [m.template("one", 4), m.template("two", 4)]
    if many:
        m.edge(main, 0, 0, creates=(1,))
        m.edge(main, 0, 2)
    else:
        m.edge(main, 0, 1, creates=(1,))
        m.edge(main, 1, 2, creates=(2,))
    for t in threads:
        free = None if broken else m.equal(lock, 0)
        m.edge(t, 0, 1, free, lock=m.number(1))
        m.edge(t, 1, None, m.dag.not_(m.equal(counter, 0)))
        m.edge(t, 1, 2, counter=m.plus(counter, 1))
        m.edge(t, 2, 3, counter=m.plus(counter, -1), lock=m.number(0))
        m.edge(t, 3, 0)
    return m.system


def handshake(broken: bool = False) -> System:
    """One thread writes data and raises a flag; the other waits for the flag and finds the data."""
    m = Maker()
    flag, data = m.shared("flag", 0, (0, 1)), m.shared("data")
    main, writer = m.template("main", 3), m.template("writer", 3)
    m.edge(main, 0, 1, creates=(1,))
    m.edge(main, 1, 2, m.equal(flag, 1))
    m.edge(main, 2, None, m.dag.not_(m.equal(data, 42)))
    first = {"flag": m.number(1)} if broken else {"data": m.number(42)}
    then = {"data": m.number(42)} if broken else {"flag": m.number(1)}
    m.edge(writer, 0, 1, **first)
    m.edge(writer, 1, 2, **then)
    return m.system


def joined_sum() -> System:
    """Main waits for a thread that sets what main then reads."""
    m = Maker()
    x = m.shared("x")
    main, worker = m.template("main", 3), m.template("worker", 2)
    m.edge(main, 0, 1, creates=(1,))
    m.edge(main, 1, 2, joins=(1,))
    m.edge(main, 2, None, m.dag.not_(m.equal(x, 7)))
    m.edge(worker, 0, 1, x=m.number(7))
    return m.system


def wrapping(broken: bool = False) -> System:
    """A counter goes up, and is claimed to be positive; it stops in time, unless ``broken``: then it wraps around."""
    m = Maker()
    x = m.shared("x", INT.hi - 2 if broken else 1)
    main = m.template("main", 2)
    small = None if broken else m.dag.binary("<", x, m.number(1000), INT)
    m.edge(main, 0, 0, small, x=m.plus(x, 1))
    m.edge(main, 0, None, m.dag.binary("<", x, m.number(1), INT))
    m.edge(main, 0, 1)
    return m.system


def readers_and_writers(broken: bool = False) -> System:
    """Readers raise a number while they are inside, a writer makes it -1, from 0 only (or, ``broken``, whatever it is);
    inside, a reader finds the data whole."""
    m = Maker()
    lock, data = m.shared("lock", 0, (-1, *range(5))), m.shared("data", 0, (0, 1))
    main, reader, writer = m.template("main", 2), m.template("reader", 3, True), m.template("writer", 4, True)
    m.edge(main, 0, 0, creates=(1,))
    m.edge(main, 0, 0, creates=(2,))
    m.edge(main, 0, 1)
    positive = m.dag.and_(m.dag.not_(m.equal(lock, -1)), m.dag.not_(m.equal(lock, 4)))
    m.edge(reader, 0, 1, positive, lock=m.plus(lock, 1))
    m.edge(reader, 1, None, m.dag.not_(m.equal(data, 0)))
    m.edge(reader, 1, 2, lock=m.plus(lock, -1))
    m.edge(writer, 0, 1, None if broken else m.equal(lock, 0), lock=m.number(-1))
    m.edge(writer, 1, 2, data=m.number(1))
    m.edge(writer, 2, 3, data=m.number(0), lock=m.number(0))
    return m.system
