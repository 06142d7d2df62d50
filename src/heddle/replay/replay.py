"""Replay: runs the program along a claimed counterexample and believes nothing that it does not see happen.

A schedule step makes its thread run silent instructions and then exactly one concurrent instruction, the claimed one.
Silent instructions run as late as possible, so nothing happens that the claim does not need.  An enabled assertion
that fails on the way is a violation all the same, and the trace then ends there; at the schedule's end it must be the
claimed one.
"""

from __future__ import annotations

from typing import NoReturn, TypeAlias

from heddle.core.instr import (
    ATOMICITY,
    DATA_RACE,
    FOR_EVER,
    LIFETIME,
    LOST,
    NOT_FREED,
    AnyInstr,
    Assert,
    Assume,
    AtomicBegin,
    Create,
    Cut,
    Declare,
    Exit,
    Join,
    Location,
    Malloc,
    Nondet,
    Read,
    Rmw,
    Source,
    Unsupported,
    Write,
)
from heddle.core.program import Program
from heddle.counterexample import Counterexample, ForEver, Given, Step
from heddle.execution import Execution, Failure
from heddle.replay.buffers import MODELS
from heddle.replay.code import Code
from heddle.replay.evaluate import Undefined
from heddle.replay.for_ever import LONGEST_CIRCLE, Judge, Round, would_exit
from heddle.replay.leaks import leaked
from heddle.replay.machine import LOCAL_FUEL, STEPS, Blocked, Effect, Endless, Machine
from heddle.replay.memory import Fault
from heddle.replay.races import Standing, is_check, race_of, standing
from heddle.replay.record import Recorder
from heddle.replay.regions import Regions
from heddle.replay.stack import look
from heddle.replay.undetermined import UNNAMED, ReplayError, Undetermined
from heddle.replay.waits import Waits

FLUSH = -1


class GoesOn(ReplayError):
    """The execution is one of the program, but a thread that is said to wait for ever need not."""


class Violation(Exception):
    """The property is broken, here and now."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure


def replay(program: Program, cex: Counterexample, model: str = "sc", code: Code | None = None) -> Execution:
    """The claimed execution as it happens; :class:`ReplayError` if the program has no such execution under ``model``.

    ``code`` is that of the claim, if it is there already.
    """
    recorder = Recorder(program)
    Replayer(code or code_for(program, cex), cex, model, recorder).run()
    return recorder.execution()


def failure_of(cex: Counterexample, model: str, code: Code) -> Failure:
    """How the claimed execution fails, without a story; :class:`ReplayError` as above."""
    return Replayer(code, cex, model).run()


def code_for(program: Program, cex: Counterexample) -> Code:
    """The program, with its objects where the claim says."""
    try:
        return Code(program, cex.addresses)
    except Fault as fault:
        raise ReplayError(fault.message) from None


MOST_PASSED = 10_000
"""So many assertions, inputs and declarations a thread passes that need not go on at all."""


Choices: TypeAlias = tuple[dict[int, int] | None, int | None, Given | None]
"""The contents of a new block, its address, and the freed block that it is."""
CHOOSING = frozenset({Join, Malloc})
NOTHING_CHOSEN: Choices = None, None, None


class Replayer(Undetermined):
    """One run along one claim."""

    machine_type: type[Machine] = Machine

    def __init__(self, code: Code, cex: Counterexample, model: str, recorder: Recorder | None = None) -> None:
        if model not in MODELS:
            raise ReplayError(f"no operational semantics for memory model '{model}'")
        super().__init__(cex)
        self.code, self.claims, self.recorder = code, code.program.claims, recorder
        self.waits = Waits()
        self.regions = Regions()
        self.looks_for_races, self.follows_regions = DATA_RACE in self.claims, ATOMICITY in self.claims
        self.follows_waits = not FOR_EVER.isdisjoint(self.claims)
        self.section: int | None = None
        """The thread inside an atomic section, if any."""
        self.machine = self.machine_type(code, model)
        self.machine.memory.reuse = cex.for_ever is not None  # so that a loop that calls functions comes back
        self.machine.unspecified = self.parameter
        self.round: Round | None = None
        """The steps that repeat for ever, from where they begin on."""
        if recorder is not None:
            self.machine.on_return = lambda t, frame, value: recorder.returned(self.machine, t, frame, value)
        self.begin()

    def begin(self) -> None:
        """Where the run starts."""
        self.machine.start()

    def run(self) -> Failure:
        """How the schedule breaks the property."""
        try:
            self.run_schedule()
            self.finish()
        except Violation as violation:
            return violation.failure
        except (Endless, Undefined) as error:
            raise ReplayError(str(error)) from None
        except Fault as fault:
            raise ReplayError(fault.message) from None
        except Blocked as blocked:
            raise ReplayError(blocked.reason) from None

    def fail(self, number: int, reason: str) -> ReplayError:
        return ReplayError(f"step {number}: {reason}")

    # --- the schedule --------------------------------------------------------------------------------------------

    def run_schedule(self) -> None:
        cycle = None if self.cex.for_ever is None else self.cex.for_ever.cycle
        for number, step in enumerate(self.cex.schedule):
            if number == cycle:
                self.begin_round(self.cex.schedule[number:])
            self.step(number, step)
            if self.round is not None:
                self.round.passed()

    def step(self, number: int, step: Step) -> None:
        t = step.thread
        if self.recorder is not None:
            self.recorder.round = step.again
        if t not in self.machine.threads:
            raise self.fail(number, f"thread {t} does not exist")
        if self.inside_other_section(t):
            raise self.fail(number, f"thread {t} runs inside an atomic section of thread {self.section}")
        if step.uid == FLUSH:
            self.flush(number, step)
            return
        instr = self.upcoming(t)
        if instr is None:
            raise self.fail(number, f"thread {t} has no more steps")
        if instr.uid != step.uid:
            raise self.fail(
                number, f"thread {t} comes to instruction {instr.uid} ({instr.loc}), the schedule says {step.uid}"
            )
        try:
            self.execute(t, instr, step.child)
        except Blocked as blocked:
            raise self.fail(number, f"thread {t} {blocked.reason}") from None

    def inside_other_section(self, t: int) -> bool:
        """True if another thread than ``t`` is in an atomic section.  A thread that ends leaves its section."""
        if self.section is None or self.section == t:
            return False
        self.upcoming(self.section)
        if self.machine.threads[self.section].ended:
            self.section = None
        return self.section is not None

    def finish(self) -> NoReturn:
        """After the schedule: the violating thread runs into the claimed violation."""
        if self.cex.for_ever is not None:
            self.stay_for_ever(self.cex.for_ever)
        t, uid = self.cex.violating_thread, self.cex.violated
        if self.recorder is not None:
            self.recorder.round = 0
        if t not in self.machine.threads:
            raise ReplayError(f"thread {t}, said to violate, does not exist")
        if self.inside_other_section(t):
            raise ReplayError(f"thread {t} is said to violate inside an atomic section of thread {self.section}")
        try:
            self.let_others_return(t)
            instr = self.upcoming(t)
            if instr is not None and instr.uid == uid:
                self.execute(t, instr, None)
        except Violation as violation:
            if uid not in (violation.failure.uid, UNNAMED):
                raise ReplayError(
                    f"instruction {violation.failure.uid} is violated, the counterexample says {uid}"
                ) from None
            raise
        raise ReplayError(f"thread {t} violates nothing at instruction {uid}")

    def begin_round(self, steps: list[Step]) -> None:
        """From here on the steps repeat."""
        assert self.cex.for_ever is not None
        self.come_to_rest({step.thread for step in steps if step.uid != FLUSH})
        if self.recorder is not None:
            self.recorder.repeats = self.recorder.now
        self.round = Round.of(self.machine, self.cex.for_ever)

    def come_to_rest(self, moving: set[int]) -> None:
        """Those who take no step any more come to where they wait, or to their end; main does not return yet, as the
        process would be over."""
        self.machine.fuel = LONGEST_CIRCLE
        for t in self.machine.threads.keys() - moving:
            if not would_exit(self.machine, t):
                self.run_on(t)
        self.machine.fuel = LOCAL_FUEL

    def stay_for_ever(self, claim: ForEver) -> NoReturn:
        """The threads that are said never to end."""
        if claim.cycle is None:
            self.come_to_rest(set())
        if self.section is not None:
            raise ReplayError("an atomic section does not end")
        judge = Judge(self.machine, self.recorder, self.waits, claim)
        message = judge.judged(self.round)
        t = self.cex.violating_thread
        if message is None or not self.machine.threads[t].frames:
            raise ReplayError("a thread is said never to end that can")
        kind = "termination" if judge.runs(self.round) or "deadlock" not in self.claims else "deadlock"
        failure = Failure(kind, message, t, look(self.machine.threads[t]).loc, others=self.others(t))
        if self.recorder is not None:
            self.recorder.failed(self.machine, failure)
        raise Violation(failure)

    def let_others_return(self, t: int) -> None:
        """What other threads can do without a step that a schedule names: calls return, and their objects end."""
        if LIFETIME in self.claims:
            for u in self.machine.threads:
                if u not in (t, self.section):
                    self.run_on(u)

    def run_on(self, t: int) -> None:
        """Runs the local code of a thread as far as nothing can go wrong.  It may go round for ever.  What follows an
        input does not end the process: the thread need not have come to that."""
        for _ in range(MOST_PASSED):
            try:
                instr = self.machine.advance(t)
            except (Fault, Undefined, Endless):
                return
            match instr:
                case Nondet() if self.inputs_used.get(t, 0) < len(self.cex.inputs.get(t, [])):
                    self.input(t, instr)
                    if would_exit(self.machine, t):
                        return
                case Declare():
                    self.declare(t, instr)
                case Assert() | Assume() if self.machine.evaluate(t, instr.test):
                    self.machine.skip(t)
                case _:
                    return

    def flush(self, number: int, step: Step) -> None:
        """The pending write at position ``step.flush`` goes to memory, if the model lets it."""
        pending = self.machine.pending(step.thread)
        position = step.flush or 0
        if position >= len(pending):
            raise self.fail(number, f"thread {step.thread} has no pending write to flush")
        entry = pending[position]
        if entry not in self.machine.flushes(step.thread):
            raise self.fail(number, f"thread {step.thread} cannot flush this write before older ones")
        before = () if self.recorder is None else self.recorder.pending(self.machine, step.thread)
        self.machine.flush(step.thread, entry)
        if self.round is not None:
            self.round.flushed(step.thread, entry[0])
        if self.recorder is not None:
            self.recorder.flushed(self.machine, step.thread, entry, before)

    # --- instructions --------------------------------------------------------------------------------------------

    def upcoming(self, t: int) -> AnyInstr | None:
        """Runs thread ``t`` up to its next concurrent instruction; None if it has none."""
        while True:
            try:
                instr = self.machine.advance(t)
            except Fault as fault:
                raise self.faulty(t, fault) from None
            if type(instr) in STEPS:
                return instr
            match instr:
                case None | Exit():
                    return None
                case Nondet():
                    self.input(t, instr)
                case Declare():
                    self.declare(t, instr)
                case Assert():
                    self.check(t, instr)
                case Assume():
                    if not self.machine.evaluate(t, instr.test):
                        raise ReplayError(f"thread {t} comes to an assumption that is false ({instr.loc})")
                    self.machine.skip(t)
                case Unsupported(reason):
                    raise ReplayError(f"not supported: {reason} ({instr.loc})")
                case Cut():
                    raise ReplayError(f"thread {t} comes to the end of what was unfolded ({instr.loc})")
                case _:
                    return instr

    def check(self, t: int, instr: Assert) -> None:
        if not self.machine.evaluate(t, instr.test):
            if instr.kind == DATA_RACE:
                raise self.race(t, instr)
            if instr.kind == ATOMICITY:
                raise self.interruption(t, instr)
            if instr.kind in (NOT_FREED, LOST):
                raise self.leak(t, instr)
            if instr.kind in FOR_EVER:
                message = self.waits.judged(self.machine, self.recorder)
                if message is None:
                    raise ReplayError(f"a thread is said to wait for ever that can go on ({instr.loc})")
                raise self.violation(t, instr, instr.kind, message)
            if instr.kind in self.claims:
                raise self.violation(t, instr, instr.kind, instr.message)
            raise ReplayError(f"{instr.message} ({instr.loc})")
        self.machine.skip(t)

    def leak(self, t: int, instr: Assert) -> Exception:
        """The program ends, and memory is left: a violation if the machine finds some."""
        blocks = leaked(self.machine, t, instr.kind)
        if not blocks:
            return ReplayError(f"no block is left at {instr.loc}")
        return self.violation(t, instr, instr.kind, f"{instr.message}: {', '.join(b.name for b in blocks)}")

    def race(self, t: int, instr: Assert) -> Exception:
        """A check for races has failed: a violation if there is one, by the machine's own state."""
        found = race_of(self.machine, t)
        if found is None:
            return ReplayError(f"thread {t} races with nobody at {instr.loc}")
        other, own = found
        what = f"{self.about(other)}, {self.about(own)}"
        self.pass_access(other)
        return self.violation(t, instr, DATA_RACE, what)

    def interruption(self, t: int, instr: Assert) -> Exception:
        """A region's check has failed: a violation if accesses have come in an order that no run alone gives."""
        found = self.regions.interrupted(t)
        if found is None:
            return ReplayError(f"nobody interrupts the region of thread {t} at {instr.loc}")
        first, other, last = found
        rest = last.about if last else f"thread {t} stores what it has computed"
        return self.violation(t, instr, ATOMICITY, f"{first.about}, {other.about}, {rest}")

    def check_behind(self, t: int) -> Assert | None:
        """The check that the ghost read just executed is for."""
        frame = self.machine.threads[t].frames[-1]
        return next((x for x in frame.code.body[frame.pc :] if isinstance(x, Assert)), None)

    def about(self, access: Standing) -> str:
        loc = look(self.machine.threads[access.thread]).loc
        place, held = "memory", ""
        if self.recorder is not None:
            place, locks = self.recorder.about(self.machine, access.thread, access.place, access.address)
            held = f" holding {', '.join(locks)}" if locks else ""
        return f"thread {access.thread} {access.verb} {place} ({loc.file}:{loc.line}){held}"

    def pass_access(self, access: Standing) -> None:
        """The first access of a race happens, if it is the thread's next step: the trace ends at the second one."""
        if not access.is_next or self.section is not None:
            return
        while (instr := self.machine.advance(access.thread)) is not None:
            if isinstance(instr, Assert):
                self.machine.skip(access.thread)
                continue
            self.carry_out(access.thread, instr, None)
            if not is_check(instr):
                return

    def input(self, t: int, instr: Nondet) -> None:
        if instr.source is Source.WATCH:
            self.machine.input(t, instr.dst, self.next_input(t, instr))
            return
        if instr.source is Source.PATIENCE:
            value = self.machine.input(t, instr.dst, self.next_input(t, instr))
            self.waits.decided(self.machine.threads[t], instr.dst, bool(value))
            return
        draft = None if self.recorder is None else self.recorder.before(self.machine, t, instr)
        value = self.machine.input(t, instr.dst, self.next_input(t, instr))
        if self.recorder is not None and draft is not None:
            self.recorder.input(self.machine, instr, value, draft)

    def declare(self, t: int, instr: Declare) -> None:
        draft = None if self.recorder is None else self.recorder.before(self.machine, t, instr)
        block = self.machine.declare(t, instr, self.next_contents(t, instr), self.next_place(t, instr))
        if self.recorder is not None and draft is not None:
            self.recorder.declared(self.machine, block, draft)

    def execute(self, t: int, instr: AnyInstr, child: int | None) -> None:
        """The concurrent instruction that thread ``t`` stands at."""
        effect = self.carry_out(t, instr, child)
        if self.round is not None:
            self.round.executed(t, instr, effect)
        self.executed(t, instr, effect)
        if self.looks_for_races and isinstance(instr, Read) and is_check(instr):
            check = self.check_behind(t)
            if check is not None and check.kind == DATA_RACE and race_of(self.machine, t) is not None:
                raise self.race(t, check)

    def carry_out(self, t: int, instr: AnyInstr, child: int | None) -> Effect:
        kind = type(instr)
        given = self.choices(t, instr) if kind in CHOOSING else NOTHING_CHOSEN
        if kind is AtomicBegin and self.follows_waits:
            self.waits.begins(self.machine.threads[t])
        checks = is_check(instr)
        about = self.about_access(t, instr) if self.follows_regions and not checks else None
        recorder = None if checks else self.recorder
        draft = None if recorder is None else recorder.before(self.machine, t, instr)
        try:
            if kind is Create and child is None:  # one that fails needs no name
                assert isinstance(instr, Create)
                self.machine.thread_function(t, instr)
                raise ReplayError(f"no thread is named for the creation at {instr.loc}")
            effect = self.machine.concurrent(t, instr, -1 if child is None else child, *given)
        except Fault as fault:
            raise self.faulty(t, fault) from None
        if about is not None:
            assert isinstance(instr, Read | Write | Rmw)
            self.regions.access(t, instr, effect, about)
        elif checks and self.follows_regions:
            self.regions.mark(t, instr, effect)
        self.section = t if self.machine.threads[t].atomic else None
        if recorder is not None and draft is not None:
            recorder.after(self.machine, instr, effect, draft)
        return effect

    def choices(self, t: int, instr: AnyInstr) -> Choices:
        """What the claim says about a step that the program alone does not determine."""
        if isinstance(instr, Join):
            target = self.machine.join_target(t, instr)
            if target in self.machine.threads and target != t:
                self.upcoming(target)
            return NOTHING_CHOSEN
        assert isinstance(instr, Malloc)
        return self.next_contents(t, instr), self.next_place(t, instr), self.next_block(t, instr)

    def about_access(self, t: int, instr: AnyInstr) -> str | None:
        """What to say of an access that may interrupt a region, or be interrupted."""
        if not isinstance(instr, Read | Write | Rmw):
            return None
        access = standing(self.machine, t)
        return None if access is None else self.about(access)

    def executed(self, t: int, instr: AnyInstr, effect: Effect) -> None:
        """For those who want to know."""

    def faulty(self, t: int, fault: Fault) -> Exception:
        """A memory fault: a violation if the user asked for this check, else the run has no meaning."""
        frame = self.machine.threads[t].frames[-1]
        instr = frame.code.body[frame.pc]
        if fault.kind in self.claims:
            return self.violation(t, instr, fault.kind, fault.message, fault=True)
        return ReplayError(f"{fault.message} ({instr.loc})")

    def violation(self, t: int, instr: AnyInstr, kind: str, message: str, fault: bool = False) -> Violation:
        at = look(self.machine.threads[t]).loc
        failure = Failure(kind, message, t, at, instr.uid, fault, others=self.others(t))
        if self.recorder is not None:
            self.recorder.failed(self.machine, failure)
        return Violation(failure)

    def others(self, t: int) -> tuple[tuple[int, Location], ...]:
        """The other threads that have not ended, and where they stand."""
        threads = self.machine.threads.items()
        living = ((u, thread) for u, thread in threads if u != t and thread.frames and not thread.ended)
        return tuple((u, look(thread).loc) for u, thread in living)


__all__ = ["ReplayError", "Replayer", "Violation", "replay"]
