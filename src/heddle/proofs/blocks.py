"""Large blocks: what a template does between two cut points, as guarded simultaneous assignments"""

from __future__ import annotations

from collections import defaultdict
from functools import reduce

from heddle.core.expr import (
    AddressOf,
    Binary,
    Cast,
    Cond,
    Const,
    Expr,
    FieldStep,
    FloatOp,
    FunctionAddress,
    Local,
    MemoryObject,
    Place,
    Self,
    Unary,
)
from heddle.core.instr import (
    NOWHERE,
    Assert,
    Assign,
    Assume,
    Branch,
    Create,
    Cut,
    Declare,
    Exit,
    Free,
    Join,
    Location,
    Nondet,
    Read,
    Rmw,
    Unsupported,
    Write,
)
from heddle.core.types import INT, UINT, ArrayType, FloatType, IntType, PointerType, Scalar, part_name
from heddle.proofs.code import Code
from heddle.proofs.cut_points import Visibility, cut_points
from heddle.proofs.liveness import Uses, find_live
from heddle.proofs.substitution import substituted
from heddle.proofs.system import SELF, Edge, System, Template, Variable
from heddle.records import dataclass, field, replace
from heddle.symbolic import values as V
from heddle.symbolic.dag import NodeId

Environment = dict[str, NodeId]


@dataclass(slots=True)
class _State:
    """A way from a cut point to here: under ``guard``, with the variables set since then."""

    guard: NodeId
    env: Environment
    creates: tuple[tuple[int, NodeId | None], ...] = ()
    joins: tuple[int, ...] = ()
    reads: frozenset[str] = frozenset()
    writes: frozenset[str] = frozenset()


@dataclass(slots=True)
class _Errors:
    found: list[tuple[_State, str, Location]] = field(default_factory=list)


class Blocks:
    """Makes the template of one code; shared cells are added to the system as they turn up.  At positions in
    ``needless`` no other thread has to step in (:mod:`heddle.proofs.movers`)."""

    def __init__(self, system: System, code: Code, visibility: Visibility, needless: frozenset[int]) -> None:
        self.system, self.code, self.visibility, self.needless = system, code, visibility, needless
        self.dag, self.own, self.ranges = system.dag, visibility.own, visibility.ranges
        self.layout, self.pointer = self.own.layout, self.ranges.pointer
        self.reach = self.ranges.at[code.index]
        self.uses = Uses(self.dag)
        self.sizes = self.ranges.program.sizes
        self.template = Template(code.index, code.name, code.many, 0, code.end)
        self.start = 0
        """Where the block begins that is being made."""
        self.errors = _Errors()
        self.choosing: set[NodeId] = set()
        """The variables that say where accesses go."""

    def run(self) -> Template:
        t, code = self.template, self.code
        if code.many:
            most = V.interval(len(self.own.codes), (1 << 31) - 1)
            t.locals[SELF] = Variable(SELF, UINT, self.dag.var(UINT), None, most, "thread's identifier")
        if code.parameter is not None:
            t.parameter = self.local(code.parameter.name, code.parameter.type).name
        cuts = cut_points(code, self.visibility, self.needless)
        t.nodes = sorted(cuts)
        for start in t.nodes:
            t.where[start] = code.body[start].loc if start < code.end else NOWHERE
            if start < code.end and start in self.reach:
                self.block(start, cuts)
        t.atomic = frozenset(n for n in t.nodes if code.depth.get(n, 0) > 0)
        find_live(t, self.dag)
        self._bound_locals()
        return t

    def _bound_locals(self) -> None:
        """Local variables have the values that they have wherever they matter."""
        for name, variable in self.template.locals.items():
            nodes = [n for n in self.template.nodes if name in self.template.live[n] and n in self.reach]
            found = [value for n in nodes if (value := self.reach[n].get(name)) is not None and not value.junk]
            if found and len(found) == len(nodes):
                variable.value = reduce(V.join, found)

    # --- walking ------------------------------------------------------------------------------------------------------

    def block(self, start: int, cuts: frozenset[int]) -> None:
        self.start = start
        states: dict[int, list[_State]] = defaultdict(list)
        states[start].append(_State(self.dag.true, {}))
        arrivals: dict[int, list[_State]] = defaultdict(list)
        self.errors = _Errors()
        for i in self._order(start, cuts):
            for state in self._merged(states.pop(i, [])):
                for j, after in self.step(i, state):
                    (arrivals if j in cuts else states)[j].append(after)
        for state, message, loc in self.errors.found:
            self._edge(start, None, state, loc, message)
        for j, arrived in arrivals.items():
            for state in self._merged(arrived):
                self._edge(start, j, state, self.template.where[start], "")

    def _order(self, start: int, cuts: frozenset[int]) -> list[int]:
        """What a block can come to, each position after all that lead to it."""
        order: list[int] = []
        seen = {start}
        stack = [(start, iter(self.code.successors[start]))]
        while stack:
            i, rest = stack[-1]
            j = next(rest, None)
            if j is None:
                order.append(i)
                stack.pop()
            elif j not in seen and j not in cuts and j in self.reach:
                seen.add(j)
                stack.append((j, iter(self.code.successors[j])))
        return order[::-1]

    def _merged(self, states: list[_State]) -> list[_State]:
        """Ways that create and join the same become one."""
        groups: dict[object, _State] = {}
        for s in states:
            key = (s.creates, s.joins)
            other = groups.get(key)
            groups[key] = s if other is None else self._merge(other, s)
        return list(groups.values())

    def _merge(self, a: _State, b: _State) -> _State:
        env = {}
        for name in {**a.env, **b.env}:
            x, y = a.env.get(name), b.env.get(name)
            before = self._unchanged(name)
            env[name] = self.dag.ite(a.guard, before if x is None else x, before if y is None else y)
        guard = self.dag.or_(a.guard, b.guard)
        return _State(guard, env, a.creates, a.joins, a.reads | b.reads, a.writes | b.writes)

    def _unchanged(self, name: str) -> NodeId:
        """The value of a variable that a way has not set yet."""
        variable = self.variable(name)
        return self._before(Local(name, variable.type)) if name in self.reach[self.start] else variable.node

    def _edge(self, source: int, target: int | None, s: _State, loc: Location, message: str) -> None:
        if s.guard != self.dag.false:
            updates = s.env if target is not None else {}
            self.template.edges.append(
                Edge(source, target, s.guard, dict(updates), s.creates, s.joins, s.reads, s.writes, loc, message)
            )

    # --- variables ----------------------------------------------------------------------------------------------------

    def variable(self, name: str) -> Variable:
        return self.template.locals.get(name) or self.system.globals[name]

    def local(self, name: str, type: Scalar) -> Variable:
        known = self.template.locals
        if name not in known:
            shown = name.rsplit("_", 1)[0]
            known[name] = Variable(name, type, self.dag.var(type), None, V.full(type, True), shown)
        return known[name]

    def cell(self, address: int, type: Scalar) -> Variable:
        """The variable that holds the contents of a followed cell."""
        value, kept = self.ranges.memory[address, type.size]
        obj = self.layout.at(address, type.size)
        assert obj is not None
        offset = address - self.layout.base[obj.name]
        name = f"{obj.name}+{offset}"
        mine = self.own.owner(address) is not None
        where = self.template.locals if mine else self.system.globals
        if name not in where:
            shown = obj.name + (part_name(obj.type, offset) if obj.type.size != type.size else "")
            first = self.ranges.initial((address, type.size), kept)
            where[name] = Variable(name, kept, self.dag.var(kept), first, value, shown, element_of(obj, offset))
        return where[name]

    def end_of(self, name: str) -> Variable:
        """The variable that says whether a mortal object has ended."""
        key = f"end of {name}"
        if key not in self.system.globals:
            self.system.globals[key] = Variable(key, INT, self.dag.var(INT), 0, V.TRUTH, key)
        return self.system.globals[key]

    def size_of(self, name: str) -> Variable:
        """The variable that holds the size of a block that the program computes.  It is set before anybody can know
        the block, and never again."""
        key = f"size of {name}"
        mine = self.own.owner(self.layout.base[name]) is not None
        where = self.template.locals if mine else self.system.globals
        if key not in where:
            where[key] = Variable(key, self.pointer, self.dag.var(self.pointer), None, V.full(self.pointer, True), key)
        return where[key]

    # --- expressions --------------------------------------------------------------------------------------------------

    def term(self, e: Expr, env: Environment) -> NodeId:
        dag = self.dag
        match e:
            case Const():
                return dag.const(e.value, e.type)
            case Local():
                known = env.get(e.name)
                return self._before(e) if known is None else known
            case Unary():
                return dag.unary(e.op, self.term(e.arg, env), e.type)
            case Binary():
                return dag.binary(e.op, self.term(e.left, env), self.term(e.right, env), e.type)
            case Cast():
                return dag.cast(self.term(e.arg, env), e.type)
            case Cond():
                test = dag.truth(self.term(e.test, env))
                return dag.ite(test, self.term(e.then, env), self.term(e.other, env))
            case AddressOf():
                return dag.cast(self.address(e.place, env), e.type)
            case FunctionAddress():
                return dag.const(self.layout.function(e.function), e.type)
            case Self():
                return self._identifier(e.type)
            case FloatOp():
                return dag.float_op(e.name, tuple(self.term(a, env) for a in e.args), e.type)
        raise AssertionError(e)

    def _before(self, e: Local) -> NodeId:
        """The value of a local variable where the block begins."""
        value = self.reach[self.start].get(e.name)
        if value is not None and value.single is not None and not value.junk:
            return self.dag.const(value.single, e.type)
        return self.local(e.name, e.type).node

    def _identifier(self, type: Scalar) -> NodeId:
        if not self.code.many:
            return self.dag.const(self.code.index, type)
        return self.dag.cast(self.template.locals[SELF].node, type)

    def address(self, place: Place, env: Environment) -> NodeId:
        dag, number = self.dag, IntType(self.pointer.bits, True)
        if not isinstance(place.base, MemoryObject):
            node = dag.cast(self.term(place.base, env), self.pointer)
        elif place.base.name in self.own.ambiguous:
            node = dag.var(self.pointer)  # one of many: it may or may not be the same as another
        else:
            node = dag.const(self.layout.base[place.base.name], self.pointer)
        for step in place.steps:
            if isinstance(step, FieldStep):
                offset = dag.const(step.offset, number)
            else:
                index = dag.cast(self.term(step.index, env), number)
                offset = dag.binary("*", index, dag.const(step.size, number), number)
            node = dag.binary("+", node, dag.cast(offset, self.pointer), self.pointer)
        return node

    def equals(self, node: NodeId, number: int) -> NodeId:
        return self.dag.binary("==", node, self.dag.const(number, self.pointer), INT)

    # --- instructions -------------------------------------------------------------------------------------------------

    def step(self, i: int, s: _State) -> list[tuple[int, _State]]:
        x, dag = self.code.body[i], self.dag
        match x:
            case Branch():
                return self._branch(i, x, s)
            case Assume():
                s = self._assume(s, dag.truth(self.term(x.test, s.env)))
            case Assert():
                s = self._claim(s, dag.truth(self.term(x.test, s.env)), x.message or x.kind, x.loc)
            case Assign():
                s = self._set(s, x.dst, dag.cast(self.term(x.value, s.env), x.dst.type))
            case Nondet():
                s = self._set(s, x.dst, dag.var(x.dst.type))
            case Exit():
                return []
            case Unsupported():
                self.errors.found.append((s, x.reason, x.loc))
                return []
            case Cut():
                self.errors.found.append((s, f"bound of {x.what}", x.loc))
                return []
            case Read() | Write() | Rmw():
                s = self._access(i, x, s)
            case Declare():
                s = self._declare(x, s)
            case Free():
                s = self._free(i, x, s)
            case Create():
                s = self._create(x, s)
            case Join():
                s = replace(s, joins=s.joins + self.visibility.joined(self.code, i))
                if x.dst is not None:
                    s = self._set(s, x.dst, dag.var(x.dst.type))
        if s.guard == dag.false:
            return []
        return [(j, s) for j in self.code.successors[i] if j in self.reach]

    def _branch(self, i: int, x: Branch, s: _State) -> list[tuple[int, _State]]:
        test = self.dag.truth(self.term(x.test, s.env))
        there = []
        for j, holds in zip(self.code.successors[i], (self.dag.not_(test), test), strict=True):
            after = self._assume(s, holds)
            if after.guard != self.dag.false and j in self.reach:
                there.append((j, after))
        return there

    def _assume(self, s: _State, test: NodeId) -> _State:
        return replace(s, guard=self.dag.and_(s.guard, test))

    def _claim(self, s: _State, test: NodeId, message: str, loc: Location) -> _State:
        """What has to hold: where it does not, there is an edge to nowhere."""
        self.errors.found.append((self._assume(s, self.dag.not_(test)), message, loc))
        return self._assume(s, test)

    def _set(self, s: _State, dst: Local, node: NodeId) -> _State:
        return replace(s, env={**s.env, self.local(dst.name, dst.type).name: node})

    def _create(self, x: Create, s: _State) -> _State:
        assert isinstance(x.function, Const)
        made = self.own.codes[x.function.value]
        argument = None
        if made.parameter is not None:
            argument = self.dag.cast(self.term(x.arg, s.env), made.parameter.type)
        s = replace(s, creates=(*s.creates, (made.index, argument)))
        return self._set(s, x.dst, self.dag.var(x.dst.type) if made.many else self.dag.const(made.index, x.dst.type))

    # --- memory -------------------------------------------------------------------------------------------------------

    def _access(self, i: int, x: Read | Write | Rmw, s: _State) -> _State:
        dag = self.dag
        targets = self.ranges.targets.get((self.code.index, i), ())
        at = self.address(x.place, s.env)
        constant = dag.constant(at)
        if constant in targets:
            targets = (constant,)
        if len(targets) > 1:
            self.choosing |= self.uses.of([at])
        s = self._check_place(x, at, targets, s)
        if not isinstance(x, Write):
            node, read = self._load(x, at, targets, s)
            s = self._set(replace(s, reads=s.reads | read), x.dst, dag.cast(node, x.dst.type))
        if isinstance(x, Read):
            return s
        writes = dag.true
        if isinstance(x, Rmw) and x.test is not None:
            writes = dag.truth(self.term(x.test, s.env))
        return self._store(x.place, at, targets, self.term(x.value, s.env), writes, s)

    def _check_place(self, x: Read | Write | Rmw, at: NodeId, targets: tuple[int, ...], s: _State) -> _State:
        """The access goes to memory that exists."""
        dag, valid = self.dag, self.dag.false
        size = x.place.type.size
        for a in targets:
            here = self.equals(at, a)
            name = self.own.name_at(a)
            if self.ranges.is_blurred(a):
                obj = self.layout.at(a, size)
                assert obj is not None
                last = a + obj.type.size - size
                low = dag.binary("<=", dag.const(a, self.pointer), at, INT)
                here = dag.and_(low, dag.binary("<=", at, dag.const(last, self.pointer), INT))
            if name in self.sizes:
                here = dag.and_(here, self._is_inside(name, at, size, s))
            if name in self.own.mortal:
                end = self.end_of(name)
                alive = dag.not_(dag.truth(s.env.get(end.name, end.node)))
                here = dag.and_(here, alive)
                s = replace(s, reads=s.reads | {end.name})
            valid = dag.or_(valid, here)
        return self._claim(s, valid, "invalid memory access", x.loc)

    def _is_inside(self, name: str, at: NodeId, size: int, s: _State) -> NodeId:
        """Whether an access ends before the block does, whose size the program has computed."""
        block = self.size_of(name)
        offset = self.dag.binary("-", at, self.dag.const(self.layout.base[name], self.pointer), self.pointer)
        end = self.dag.binary("+", offset, self.dag.const(size, self.pointer), self.pointer)
        return self.dag.binary("<=", end, s.env.get(block.name, block.node), INT)

    def _load(
        self, x: Read | Rmw, at: NodeId, targets: tuple[int, ...], s: _State
    ) -> tuple[NodeId, frozenset[str]]:
        type, node, read = _scalar(x.place), None, frozenset[str]()
        if not targets or not all(map(self.own.is_followed, targets)):
            return self.dag.var(type), frozenset()
        for a in targets:
            here, names = self._contents(a, type, s)
            read |= names
            node = here if node is None else self.dag.ite(self.equals(at, a), here, node)
        assert node is not None
        return node, read

    def _contents(self, address: int, type: Scalar, s: _State) -> tuple[NodeId, frozenset[str]]:
        always = self._constant(address, type)
        if always is not None:
            return self.dag.const(type.wrap(always), type), frozenset()
        cell = self.cell(address, type)
        shared = frozenset({cell.name}) if cell.name in self.system.globals else frozenset[str]()
        return self.dag.cast(s.env.get(cell.name, cell.node), type), shared

    def _constant(self, address: int, type: Scalar) -> int | None:
        """What a cell holds, if that never changes."""
        return self.ranges.memory[address, type.size][0].single

    def _store(
        self, place: Place, at: NodeId, targets: tuple[int, ...], value: NodeId, writes: NodeId, s: _State
    ) -> _State:
        env, written, type = dict(s.env), set(s.writes), _scalar(place)
        for a in targets:
            if not self.own.is_followed(a) or self._constant(a, type) is not None:
                continue
            cell = self.cell(a, type)
            before = env.get(cell.name, cell.node)
            hit = writes if len(targets) == 1 else self.dag.and_(writes, self.equals(at, a))
            stored = substituted(self.dag, value, self._meant(at, a, targets))
            env[cell.name] = self.dag.ite(hit, self.dag.cast(stored, cell.type), before)
            if cell.name in self.system.globals:
                written.add(cell.name)
        return replace(s, env=env, writes=frozenset(written))

    def _meant(self, at: NodeId, address: int, targets: tuple[int, ...]) -> dict[NodeId, NodeId]:
        """What tests of where an access goes come to, if it goes to one of its targets."""
        tests = {} if len(targets) == 1 else {self.equals(at, a): self.dag.bool_const(a == address) for a in targets}
        tests |= {self.dag.not_(test): self.dag.not_(known) for test, known in tests.items()}
        return {test: known for test, known in tests.items() if self.dag.constant(test) is None}

    def _declare(self, x: Declare, s: _State) -> _State:
        env, written = dict(s.env), set(s.writes)
        low = self.layout.base[x.obj.name]
        for (a, size), (_, type) in self.ranges.memory.items():
            if low <= a and a + size <= low + x.obj.type.size and self.own.is_followed(a) and (
                    self._constant(a, type) is None):  # fmt: skip
                cell = self.cell(a, type)
                env[cell.name] = self.dag.const(0, cell.type) if x.zeroed else self.dag.var(cell.type)
                if cell.name in self.system.globals:
                    written.add(cell.name)
        if x.obj.name in self.sizes:
            block = self.size_of(x.obj.name)
            env[block.name] = self.dag.cast(self.term(self.sizes[x.obj.name], s.env), self.pointer)
            written |= {block.name} & self.system.globals.keys()
        if x.obj.name in self.own.mortal:
            env[self.end_of(x.obj.name).name] = self.dag.false
            written.add(self.end_of(x.obj.name).name)
        return replace(s, env=env, writes=frozenset(written))

    def _free(self, i: int, x: Free, s: _State) -> _State:
        """Ends an object; what is freed must be null, or the beginning of a block that has not ended."""
        dag = self.dag
        at = dag.cast(self.term(x.pointer, s.env), self.pointer)
        ended = sorted(self.own.freed(self.code, i) & self.own.mortal)
        if x.uid < 0 and not ended:
            return s
        valid, env, touched = self.equals(at, 0), dict(s.env), set()
        for name in ended:
            end, here = self.end_of(name), self.equals(at, self.layout.base[name])
            before = env.get(end.name, end.node)
            if x.uid < 0 or self.own.is_block(name):
                valid = dag.or_(valid, dag.and_(here, dag.not_(dag.truth(before))))
            env[end.name] = dag.ite(here, dag.true, before)
            touched.add(end.name)
        s = self._claim(s, valid, "invalid free", x.loc)
        return replace(s, env=env, reads=s.reads | touched, writes=s.writes | touched)


def element_of(obj: MemoryObject, offset: int) -> str:
    if not isinstance(obj.type, ArrayType) or not obj.type.elem.size:
        return obj.name
    return f"[{offset // obj.type.elem.size}] of {obj.type.size // obj.type.elem.size}"


def _scalar(place: Place) -> Scalar:
    assert isinstance(place.type, (IntType, PointerType, FloatType))
    return place.type
