"""Unbounded lazy sequentialization: UL-CSeq (ATVA 2016), Figs. 3 to 5.

Each thread becomes a function whose locals persist.  A call goes through its text from the top: in mode RESUME it
executes nothing until it comes to the label ``pc`` where the thread was interrupted; in mode EXECUTE it executes, and
may at any label go to mode SUSPEND, which executes nothing again.  So no jump is needed to resume a thread, a statement
may run any number of times, and loops stay loops.  ``main`` calls the threads in turn, for ever (Fig. 4).

Labels stand only where an interruption can matter (:mod:`heddle.sequentializer.loops`); what comes between two of
them is one EXEC.  The test of a loop that reads shared memory is a step: the reads stand in the loop's body.
"""

from __future__ import annotations

from collections.abc import Iterator

from heddle.core.expr import FALSE, TRUE, Binary, Const, Expr, Local, negate
from heddle.core.instr import (
    AnyInstr,
    Assign,
    Assume,
    Branch,
    Call,
    Cut,
    Goto,
    Join,
    Label,
    Nondet,
    Read,
    Return,
    Write,
    defined,
)
from heddle.core.program import Thread
from heddle.core.types import INT, UINT, ArrayType
from heddle.passes.liveness import Liveness, transfer, used
from heddle.sequentializer.building import FLAG, SILENT, Body, Builder
from heddle.sequentializer.loops import loop_heads
from heddle.sequentializer.program import Listing, SequentialProgram, Spelling, thread_function
from heddle.sequentializer.runtime import UNBOUNDED_HEADER, UNBOUNDED_MACROS, UNBOUNDED_RESERVED
from heddle.sequentializer.share import Shared
from heddle.sequentializer.structure import If, Node, Plain, While, structured

RESUME, EXECUTE, SUSPEND = (Const(n, UINT) for n in range(3))
S, PC = Local("$s", UINT), Local("$pc", UINT)
"""The mode, and where the thread was interrupted, in its function."""
ROUND = Local("round", UINT)


def unbounded(shared: Shared, rounds: int | None = None) -> SequentialProgram:
    """``rounds``: main stops after so many, with a cut; None: never.  ``shared``: threads with loops."""
    return _Unbounded(shared, rounds).run()


def _mode(mode: Const) -> Expr:
    return Binary("==", S, mode, INT)


def _and(a: Expr, b: Expr) -> Expr:
    return Binary("&&", a, b, INT)


def _or(a: Expr, b: Expr) -> Expr:
    return Binary("||", a, b, INT)


def _locals(body: list[AnyInstr]) -> set[str]:
    """The locals that a body names."""
    return {dst.name for x in body if (dst := defined(x)) is not None} | {name for x in body for name in used(x)}


def _plain(nodes: list[Node]) -> Iterator[int]:
    """The positions of what is part of no statement."""
    for node in nodes:
        match node:
            case Plain():
                yield node.position
            case If():
                yield from _plain(node.then)
                yield from _plain(node.other)
            case While():
                yield from _plain(node.body)


def _said(*parts: str | Expr) -> Spelling:
    return parts


OPTIONS = " --no-unwinding-assertions --unwind N"
"""What a verifier that unwinds loops has to be told: the text has loops without end."""


class _Unbounded(Builder):
    created = "created"

    def __init__(self, shared: Shared, rounds: int | None) -> None:
        self.rounds = rounds
        header = UNBOUNDED_HEADER.replace("{threads}", str(len(shared.program.threads)))
        listing = Listing(header, UNBOUNDED_MACROS, frozenset(UNBOUNDED_RESERVED), options=OPTIONS)
        super().__init__(shared, None, listing)
        self.last = 1 + max(len(points) for points in shared.switch_points.values())
        """LAST_LABEL: larger than all labels."""
        self.active = self.variable("created", ArrayType(FLAG, self.count), [(0, 1)])
        self.pc = self.variable("pc", ArrayType(UINT, self.count))

    def simulated(self) -> list[Thread]:
        return sorted(self.shared.program.threads, key=lambda t: t.index)

    def run(self) -> SequentialProgram:
        for t in self.threads:
            _ThreadText(self, t).run()
        self.listing.declarations = (f"enum {{ THREADS = {self.count}, LAST_LABEL = {self.last} }};",)
        self.listing.main = tuple(self.main_text())
        return self.finish(self.main())

    # --- the driver (Fig. 4) ----------------------------------------------------------------------------------------

    def main(self) -> Body:
        body = Body(self)
        body.add(Assign(ROUND, Const(0, UINT)))
        body.add(Label("rounds"))
        if self.rounds is not None:
            body.add(Branch(Binary(">=", ROUND, Const(self.rounds, UINT), INT), "end"))
        for t in self.threads:
            is_created, passed = Local("created", FLAG), f"passed{t.index}"
            if t.index:
                body.add(Read(is_created, self.element(self.active, t.index)))
                body.add(Branch(Binary("==", is_created, Const(0, FLAG), INT), passed))
            body.add(Call(None, thread_function(t.index), ()))
            body.add(Label(passed))
        if self.rounds is not None:
            body.add(Assign(ROUND, Binary("+", ROUND, Const(1, UINT), UINT)))
        body.add(Goto("rounds"))
        if self.rounds is not None:
            body.add(Label("end"))
            body.add(Cut(f"interleavings of more than {self.rounds} rounds", "--rounds"))
        return body

    def main_text(self) -> Iterator[str]:
        yield "    while (1) {"
        for t in self.threads:
            yield "        s = RESUME;"
            guard = f"if (created[{t.index}]) " if t.index else ""
            yield f"        {guard}{{{thread_function(t.index)}}}();"
        yield "    }"

    # --- operations -------------------------------------------------------------------------------------------------

    def join(self, t: Thread, x: Join, body: Body) -> None:
        """The run goes on only if the thread has reached LAST_LABEL; otherwise it should have been interrupted here."""
        reached = Local("$reached", UINT)
        if isinstance(x.thread, Const):
            index = x.thread.value
            if self.followed(index) is None:
                body.add(Assume(FALSE))
                return
            body.add(Read(reached, self.element(self.pc, index)), SILENT)
            body.add(Assume(self.at_end(reached)), (f"assume(pc[{index}] == LAST_LABEL);",))
        else:
            body.add(Assume(self.in_range(x.thread)))
            body.add(Read(reached, self.element(self.pc, x.thread)))
            body.add(Assume(self.at_end(reached)))
        self.take_result(x, x.thread, body)

    def at_end(self, pc: Expr) -> Expr:
        return Binary("==", pc, Const(self.last, UINT), INT)


class _ThreadText:
    """The function of one thread."""

    def __init__(self, whole: _Unbounded, thread: Thread) -> None:
        self.whole, self.thread = whole, thread
        self.points = whole.shared.switch_points[thread.index]
        self.body = Body(whole)
        self.reached = 0
        """The last label so far."""
        self.names = 0
        self.targets: set[str] = set()
        """The labels that jumps of the thread's own go to."""
        self.exec_end = ""
        """Where the EXEC that is open ends."""

    def run(self) -> None:
        t, body, place = self.thread, self.body, self.whole.element(self.whole.pc, self.thread.index)
        body.add(Assign(S, RESUME), SILENT)
        body.add(Read(PC, place), SILENT)
        self.contr(0)
        self.open()
        self.whole.take_argument(t, body)
        nodes = structured(t.body)
        self.targets = {x.label for i in _plain(nodes) if isinstance(x := t.body[i], (Goto, Branch))}
        self.block(nodes)
        self.close()
        self.open()  # if (s == EXECUTE) { pc = LAST_LABEL; s = SUSPEND; }: every return comes here
        self.whole.give_result(t, body)
        last = Const(self.whole.last, UINT)
        body.add(Write(place, last), (f"pc[{t.index}] = LAST_LABEL; s = SUSPEND;",))
        self.close()
        body.add(Return(None), SILENT)
        self.whole.function_of(t, body)
        function = self.whole.functions[thread_function(t.index)]
        function.passing = frozenset(_locals(function.body) - self.kept())

    def kept(self) -> set[str]:
        """The locals that are needed after some interruption, or in the next iteration of a loop."""
        body, heads = self.thread.body, loop_heads(self.thread.body)
        found: set[str] = set()
        result = [self.thread.result.name] if self.thread.result else []
        for i, (x, live) in zip(range(len(body) - 1, -1, -1), Liveness(body, result).backwards(), strict=True):
            if i in self.points or (isinstance(x, Label) and x.name in heads):
                before = set(live)
                transfer(x, before)
                found |= before | live
        return found

    # --- rules 2 and 3 ----------------------------------------------------------------------------------------------

    def fresh(self, name: str) -> str:
        self.names += 1
        return f"$ul_{name}{self.names}"

    def contr(self, label: int) -> None:
        """CONTR(l): execution goes on here, and may be interrupted here."""
        body, i = self.body, self.thread.index
        passed, goes_on, switch = self.fresh("passed"), self.fresh("goes_on"), Local("$switch", FLAG)
        here = Const(label, UINT)
        body.add(Branch(negate(_and(_mode(RESUME), Binary("==", PC, here, INT))), passed), (f"CONTR({i}, {label})",))
        body.add(Assign(S, EXECUTE), SILENT)
        body.add(Label(passed), SILENT)
        body.add(Branch(negate(_mode(EXECUTE)), goes_on), SILENT)
        body.add(Nondet(switch), SILENT)
        body.add(Branch(Binary("==", Binary("&", switch, Const(1, FLAG), FLAG), Const(0, FLAG), INT), goes_on), SILENT)
        body.add(Write(self.whole.element(self.whole.pc, i), here), SILENT)
        body.add(Assign(S, SUSPEND), SILENT)
        body.add(Label(goes_on), SILENT)

    def open(self) -> None:
        """EXEC begins."""
        if not self.exec_end:
            self.exec_end = self.fresh("skipped")
            self.body.add(Branch(negate(_mode(EXECUTE)), self.exec_end), _said("EXEC {"))

    def close(self) -> None:
        if self.exec_end:
            self.body.add(Label(self.exec_end), _said("}"))
            self.exec_end = ""

    def block(self, nodes: list[Node]) -> None:
        for node in nodes:
            match node:
                case Plain():
                    self.plain(node)
                case If():
                    self.choice(node)
                case While():
                    self.loop(node)

    def plain(self, node: Plain) -> None:
        x = self.thread.body[node.position]
        if isinstance(x, Label) and x.name in self.targets:
            self.close()
            self.whole.instruction(self.thread, x, self.body)
        self.interrupt(node.position)
        if not isinstance(x, Label):
            self.open()
            self.whole.instruction(self.thread, x, self.body)

    def interrupt(self, position: int) -> None:
        if position in self.points:
            self.close()
            self.reached += 1
            self.contr(self.reached)

    # --- rules 5 and 6 ----------------------------------------------------------------------------------------------

    def entered(self, first: int, last: int, test: Expr) -> tuple[Expr, Spelling]:
        """(s == RESUME && pc <= last) || (s == EXECUTE && test); without labels inside, only the latter."""
        runs: Expr = _mode(EXECUTE)
        text = _said("s == EXECUTE")
        if test is not TRUE:
            runs, text = _and(runs, test), _said("s == EXECUTE && (", test, ")")
        if last == first:
            return runs, text
        resumes = _and(_mode(RESUME), Binary("<=", PC, Const(last, UINT), INT))
        return _or(resumes, runs), _said(f"(s == RESUME && pc[{self.thread.index}] <= {last}) || (", *text, ")")

    def labels_in(self, nodes: list[Node]) -> int:
        return sum(position in self.points for position in _plain(nodes))

    def choice(self, node: If) -> None:
        self.close()
        body, first = self.body, self.reached
        middle = first + self.labels_in(node.then)
        other, end = self.fresh("else"), self.fresh("end")
        test, text = self.entered(first, middle, node.test)
        body.loc = self.thread.body[node.position].loc
        body.add(Branch(negate(test), other), _said("if (", *text, ") {"))
        self.block(node.then)
        self.close()
        if node.other:
            body.add(Goto(end), SILENT)
            body.add(Label(other), SILENT)
            test, text = self.entered(middle, middle + self.labels_in(node.other), TRUE)
            body.add(Branch(negate(test), end), _said("} else if (", *text, ") {"))
            self.block(node.other)
            self.close()
            body.add(Label(end), _said("}"))
        else:
            body.add(Label(other), _said("}"))

    def loop(self, node: While) -> None:
        self.close()
        body, first = self.body, self.reached
        head, end = self.fresh("while"), self.fresh("done")
        body.loc = self.thread.body[node.position].loc
        body.add(Label(head, "while"), SILENT)
        if node.is_do:
            self.do_loop(node, head)
            return
        test, text = self.entered(first, first + self.labels_in(node.body), node.test)
        body.add(Branch(negate(test), end), _said("while (", *text, ") {"))
        self.block(node.body)
        self.close()
        body.add(Goto(head), SILENT)
        body.add(Label(end), _said("}"))

    def do_loop(self, node: While, head: str) -> None:
        """The body needs no test: whoever resumes behind it passes through."""
        body = self.body
        self.whole.listing.spelling[body.instructions[-1].uid] = _said("do {")
        self.block(node.body)
        self.close()
        body.add(Branch(_and(_mode(EXECUTE), node.test), head), _said("} while (s == EXECUTE && ", node.test, ");"))


__all__ = ["unbounded"]
