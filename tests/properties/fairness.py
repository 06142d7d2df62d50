"""An oracle for fair termination that shares nothing with Heddle: small looping programs as data, and all their states.

A program is a list of threads, all started by main, which joins the first ones.  A thread is a block of statements:
``("set", v, k)``, ``("flip", v)`` (``v = 1 - v``), ``("exchange", v, k)``, ``("fence",)``, ``("lock", m)``, ``("unlock", m)``,
``("break",)``; with blocks in them ``("while", test, block)`` and ``("if", test, block)``.  Tests are ``("is", v, k)``,
``("isnt", v, k)``, ``("cas", v, old, new)``, ``("taken", v)`` (an exchange with 1 finds something), ``("any",)`` (an input), and
``("always",)``.  Variables x, y and z are plain, f and g atomic.

A run is fair if every thread that is able to move again and again moves again and again, and so does every store buffer.
Here that is decided by deleting states, one at a time: those that lead nowhere, or only to where somebody is put off.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator

Statement = tuple
Block = list[Statement]
PLAIN, ATOMIC = ("x", "y", "z"), ("f", "g")
NAMES = (*PLAIN, *ATOMIC)
MOST_STATES, MOST_PENDING = 6000, 3
ROUND = -1
"""Where a thread stands that runs round without a step."""


class TooLarge(Exception):
    pass


# --- code: flat, with jumps ------------------------------------------------------------------------------------------


def compiled(block: Block) -> list[tuple]:
    code: list[tuple] = []
    _compile(block, code, [])
    return [*code, ("end",)]


def _compile(block: Block, code: list[tuple], breaks: list[list[int]]) -> None:
    for statement in block:
        kind = statement[0]
        if kind in ("while", "if"):
            test, body = statement[1:]
            begin, leaving = len(code), [len(code) + 1]
            code += [test, ("unless", None)] if test != ("always",) else [("jump", begin + 2), ("jump", begin + 2)]
            inner = leaving if kind == "while" else None
            _compile(body, code, [*breaks, leaving] if inner is not None else breaks)
            if kind == "while":
                code.append(("jump", begin))
            for at in leaving if test != ("always",) else leaving[1:]:
                code[at] = (code[at][0], len(code))
        elif kind == "break":
            breaks[-1].append(len(code))
            code.append(("jump", None))
        elif kind == "flip":
            code += [("read", statement[1]), ("write_flipped", statement[1])]
        else:
            code.append(statement)


# --- states ----------------------------------------------------------------------------------------------------------


class Graph:
    """``edges``: for each state who moves and where that leads; a mover is a thread, or a thread and a variable whose
    pending write reaches memory."""

    def __init__(self, threads: list[Block], joined: int, model: str, ends_with_main: bool) -> None:
        self.code = [compiled(block) for block in threads]
        self.joined, self.model, self.ends_with_main = joined, model, ends_with_main
        self.edges: dict[tuple, list[tuple]] = {}
        self.is_whole = True
        self._explore()

    def _explore(self) -> None:
        starts = tuple((self._settled(t, 0, None), None) for t in range(len(self.code)))
        first = (starts, (), ((),) * len(self.code))
        pending = [first]
        while pending:
            state = pending.pop()
            if state in self.edges:
                continue
            if len(self.edges) >= MOST_STATES:
                raise TooLarge
            self.edges[state] = [] if self.is_over(state) else list(self._moves(state))
            pending += [after for _, after in self.edges[state]]

    def ended(self, state: tuple, t: int) -> bool:
        at = state[0][t][0]
        return at != ROUND and self.code[t][at] == ("end",) and not state[2][t]

    def is_over(self, state: tuple) -> bool:
        return self.ends_with_main and all(self.ended(state, t) for t in range(self.joined))

    def all_end(self, state: tuple) -> bool:
        return self.is_over(state) or all(self.ended(state, t) for t in range(len(self.code)))

    def _settled(self, t: int, at: int, found: int | None) -> int:
        """Follows jumps."""
        seen = set()
        while self.code[t][at][0] in ("jump", "unless"):
            if at in seen:
                return ROUND
            seen.add(at)
            kind, target = self.code[t][at]
            at = target if kind == "jump" or not found else at + 1
        return at

    def _moves(self, state: tuple) -> Iterator[tuple]:
        threads, memory, buffers = state
        for t, buffer in enumerate(buffers):
            for i, (v, k) in enumerate(buffer):
                if i == 0 or (self.model == "pso" and v not in [name for name, _ in buffer[:i]]):
                    known = dict(memory) | {v: k}
                    rest = buffer[:i] + buffer[i + 1 :]
                    yield (t, v), (threads, _frozen(known), (*buffers[:t], rest, *buffers[t + 1 :]))
        for t, (at, register) in enumerate(threads):
            if at != ROUND:
                yield from ((t, after) for after in self._step(state, t, self.code[t][at], at, register))

    def _step(self, state: tuple, t: int, op: tuple, at: int, register: int | None) -> Iterator[tuple]:
        kind = op[0]
        known, buffer = dict(state[1]), state[2][t]
        drains = kind in ("exchange", "fence", "lock", "unlock", "cas", "taken") or (
            kind in ("set", "write_flipped") and (op[1] in ATOMIC or self.model == "sc"))  # fmt: skip
        if kind == "end" or (drains and buffer):
            return
        for result, kept in self._results(op, known, dict([*known.items(), *buffer]), register):
            written = result.pop("buffer", ())
            if len(buffer) + len(written) > MOST_PENDING:
                self.is_whole = False
                return
            memory = known | {v: k for v, k in result.items() if v != "found"}
            now = self._settled(t, at + 1, result.get("found"))
            threads = (*state[0][:t], (now, kept), *state[0][t + 1 :])
            yield threads, _frozen(memory), (*state[2][:t], (*buffer, *written), *state[2][t + 1 :])

    def _results(self, op: tuple, known: dict, seen: dict, register: int | None) -> Iterator[tuple[dict, int | None]]:
        """What the step writes to memory or to the buffer, what a test finds, and what the thread remembers."""
        kind, value = op[0], seen.get(op[1], 0) if len(op) > 1 else 0
        if kind == "read":
            yield {}, value
        elif kind in ("set", "write_flipped"):
            k = op[2] if kind == "set" else 1 - register  # type: ignore[operator]
            held = op[1] in PLAIN and self.model != "sc"
            yield ({"buffer": ((op[1], k),)} if held else {op[1]: k}), None
        elif kind == "exchange":
            yield {op[1]: op[2]}, None
        elif kind == "fence":
            yield {}, None
        elif kind == "lock":
            if not value:
                yield {op[1]: 1}, None
        elif kind == "unlock":
            yield {op[1]: 0}, None
        elif kind == "cas":
            yield ({op[1]: op[3], "found": 1} if value == op[2] else {"found": 0}), None
        elif kind == "taken":
            yield {op[1]: 1, "found": int(value != 0)}, None
        elif kind == "any":
            yield {"found": 0}, None
            yield {"found": 1}, None
        else:
            yield {"found": int((value == op[2]) == (kind == "is"))}, None


def _frozen(memory: dict) -> tuple:
    return tuple(sorted((v, k) for v, k in memory.items() if k))


# --- fair runs -------------------------------------------------------------------------------------------------------


def runs_for_ever(threads: list[Block], joined: int, model: str, property: str) -> bool:
    """Raises TooLarge if that is not known."""
    graph = Graph(threads, joined, model, property == "program-end")
    if any(not moves and not graph.all_end(state) for state, moves in graph.edges.items()):
        return True
    if _has_fair_run(graph.edges):
        return True
    if not graph.is_whole:
        raise TooLarge
    return False


def _has_fair_run(edges: dict[tuple, list[tuple]]) -> bool:
    able = {state: {who for who, _ in moves} for state, moves in edges.items()}
    work = [set(edges)]
    while work:
        for component in _components(work.pop(), edges):
            moving = {who for state in component for who, to in edges[state] if to in component}
            put_off = set().union(*(able[state] for state in component)) - moving
            if moving and not put_off:
                return True
            rest = {state for state in component if not able[state] & put_off}
            if rest and rest != component:
                work.append(rest)
    return False


def _components(states: set[tuple], edges: dict[tuple, list[tuple]]) -> Iterator[set[tuple]]:
    """Strongly connected ones: what is reached from a state, and reaches it."""
    before = defaultdict(set)
    for state in states:
        for _, to in edges[state]:
            before[to].add(state)
    left = _without_ends(set(states), edges, before)
    while left:
        start = next(iter(left))
        forward = _reached(start, left, lambda state: (to for _, to in edges[state]))
        backward = _reached(start, left, lambda state: before[state])
        yield forward & backward
        left -= forward & backward
        left = _without_ends(left, edges, before)


def _without_ends(left: set[tuple], edges: dict[tuple, list[tuple]], before: dict[tuple, set[tuple]]) -> set[tuple]:
    """Without states from which one cannot go on for ever."""
    pending = list(left)
    while pending:
        state = pending.pop()
        if state in left and not any(to in left for _, to in edges[state]):
            left.discard(state)
            pending += before[state]
    return left


def _reached(start, left, following) -> set[tuple]:
    found, pending = {start}, [start]
    while pending:
        fresh = {s for s in following(pending.pop()) if s in left} - found
        found |= fresh
        pending += fresh
    return found


# --- programs --------------------------------------------------------------------------------------------------------


class Writer:
    def __init__(self, seed: int, weak: bool) -> None:
        self.rng, self.weak = random.Random(seed), weak
        self.names = self.rng.sample(PLAIN, 2) + self.rng.sample(ATOMIC, 1)

    def program(self) -> tuple[list[Block], int]:
        """Threads, and how many of them main joins."""
        count = self.rng.choice((2, 2, 2, 3))
        threads = [self.block(self.rng.choice((1, 2, 3)), 0, False) for _ in range(count)]
        return threads, self.rng.choice((count, count, 1))

    def block(self, length: int, depth: int, in_loop: bool) -> Block:
        found: Block = []
        for _ in range(length):
            found += self.statements(depth, in_loop)
        return found

    def statements(self, depth: int, in_loop: bool) -> Block:
        chance, v, m = self.rng.random(), self.rng.choice(self.names), self.rng.choice("mn")
        if depth < 2 and chance < 0.45:
            test = self.test(True)
            length = self.rng.choice((0, 1, 1, 2)) if test != ("always",) else self.rng.choice((1, 2, 2))
            return [("while", test, self.block(length, depth + 1, True))]
        if depth < 2 and chance < 0.58:
            return [("if", self.test(False), self.block(self.rng.choice((1, 2)), depth + 1, in_loop))]
        if in_loop and chance < 0.68:
            return [("if", self.test(False), [("break",)])]
        if chance < 0.75:
            return [("lock", m), *self.block(self.rng.choice((0, 1)), 2, False), ("unlock", m)]
        if chance < 0.80:
            return [("exchange", v, self.rng.choice((0, 1)))]
        written: Statement = ("flip", v) if chance < 0.88 else ("set", v, self.rng.choice((0, 1, 1, 2)))
        return [written, ("fence",)] if self.weak and in_loop and v in PLAIN and self.rng.random() < 0.6 else [written]

    def test(self, loops: bool) -> tuple:
        chance, v = self.rng.random(), self.rng.choice(self.names)
        if chance < 0.1 and loops:
            return ("always",)
        if chance < 0.17:
            return ("any",)
        if chance < 0.27:
            return ("cas", v, self.rng.choice((0, 1)), self.rng.choice((0, 1, 2)))
        if chance < 0.37:
            return ("taken", v)
        return (self.rng.choice(("is", "isnt")), v, self.rng.choice((0, 1)))


def as_c(threads: list[Block], joined: int) -> str:
    lines = ["#include <pthread.h>", "#include <stdatomic.h>", "_Bool __VERIFIER_nondet_bool(void);",
             "int x, y, z; _Atomic int f, g;",
             "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;"]  # fmt: skip
    for t, block in enumerate(threads):
        lines += [f"void *t{t}(void *unused)", "{", *_lines(block, 1), "    return 0;", "}"]
    lines += ["int main(void)", "{", "    pthread_t id[3];"]
    lines += [f"    pthread_create(&id[{t}], 0, t{t}, 0);" for t in range(len(threads))]
    lines += [f"    pthread_join(id[{t}], 0);" for t in range(joined)]
    return "\n".join([*lines, "    return 0;", "}"]) + "\n"


def _lines(block: Block, depth: int) -> Iterator[str]:
    space = "    " * depth
    for kind, *rest in block:
        if kind in ("while", "if"):
            yield f"{space}{kind} ({_test(rest[0])}) {{"
            yield from _lines(rest[1], depth + 1)
            yield f"{space}}}"
        else:
            yield space + {
                "set": "{0} = {1};", "flip": "{0} = 1 - {0};", "exchange": "__sync_lock_test_and_set(&{0}, {1});",
                "fence": "__sync_synchronize();", "lock": "pthread_mutex_lock(&{0});",
                "unlock": "pthread_mutex_unlock(&{0});", "break": "break;",
            }[kind].format(*rest)  # fmt: skip


def _test(test: tuple) -> str:
    kind, *rest = test
    return {
        "is": "{0} == {1}", "isnt": "{0} != {1}", "cas": "__sync_bool_compare_and_swap(&{0}, {1}, {2})",
        "taken": "__sync_lock_test_and_set(&{0}, 1)", "any": "__VERIFIER_nondet_bool()", "always": "1",
    }[kind].format(*rest)  # fmt: skip


def generated(seed: int) -> tuple[list[Block], int, str, str]:
    """Threads, how many are joined, a memory model, a property."""
    model = ("sc", "tso", "pso")[seed % 3]
    threads, joined = Writer(seed, model != "sc").program()
    return threads, joined, model, "program-end" if seed % 4 == 3 else "termination"


__all__ = ["TooLarge", "as_c", "generated", "runs_for_ever"]
