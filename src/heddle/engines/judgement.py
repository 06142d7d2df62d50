"""What an exploration says about the program."""

from __future__ import annotations

from heddle.addresses.freed import IN_PLACE, NOT_AGAIN, OPTION, stale_comparisons
from heddle.addresses.observed import OTHER_LAYOUTS, observations
from heddle.addresses.sights import Sights
from heddle.answer import Answer, Cutoff, Stop, Verdict, at_undefined_behaviour
from heddle.core.instr import AnyInstr, Call, Cut, Fence, Location, Nondet, undefined_behaviour
from heddle.core.program import Program
from heddle.explorer._kernel import Act, Bound, Fault, Reason
from heddle.explorer.kernel import CONTENTS, Explored
from heddle.explorer.model import Unfit
from heddle.explorer.refusals import words
from heddle.models.machines import orders_more
from heddle.models.relation import Model
from heddle.records import replace
from heddle.task import Task

CUTS = {
    Bound.ENDLESS: ("a thread runs on without a visible step", ""),
    Bound.RECURSION: ("recursion", "--unwind"),
    Bound.DEPTH: ("events of a thread", "--max-depth"),
}


LOAD_BUFFERING = Cutoff("executions with cycles of program order and reads-from (load buffering)", "", None)
"""What the explorer leaves out, where a model has it."""
BORROWED = "what this fence leaves unordered: the memory model has none of its kind, and a stronger one stands for it"
OTHER_CONTENTS = "contents of uninitialized memory other than"
LATE: dict[int, str] = {
    Fault.NO_LIFE: "use of memory after its life", Fault.NO_BLOCK: "free of what is no block, or was freed before",
}  # fmt: skip


def unfit(model: Model, error: Unfit) -> str:
    return f"the explorer's algorithm does not fit the model {model.name}: {error}"


def judge(task: Task, program: Program, explored: Explored, places: set[Cutoff] | None = None) -> Answer:
    """What an exploration says about the program; ``places``: what it says of addresses, if somebody knows that."""
    if explored.witnesses:
        from heddle.engines.confirm_graph import confirm  # the replayer, which safe programs do not need

        return confirm(task, program, explored)
    if explored.refusal is not None:
        return judged(task, Verdict.UNKNOWN, words(explored.refusal))
    obstacles = [text for r, _ in explored.reasons if (text := obstacle(program, explored, r))]
    if obstacles:
        return judged(task, Verdict.UNKNOWN, obstacles[0])
    if not explored.finished:
        return replace(judged(task, Verdict.UNKNOWN, "time limit reached"), stopped=Stop.TIME)
    ends = {cut(program, explored, r) for r, _ in explored.reasons if r.act is Act.CUT}
    undefined_ends = {undefined(program, r) for r, _ in explored.reasons if r.act is Act.UNDEFINED}
    left_out = borrowed_fences(task, program) | ({LOAD_BUFFERING} if explored.is_part else set())
    if places is None:
        places = other_layouts(program) | freed_blocks(program)
    guessed = untried(program, explored) | guessed_contents(explored)
    answer = found_nothing(task, ends | undefined_ends | guessed | places | left_out)
    return answer if explored.ended else answer.vacuous()


def judged(task: Task, verdict: Verdict, reason: str, engine: str = "stateless") -> Answer:
    return Answer(verdict, reason, task.model.name, engine, task.bounds.given())


def found_nothing(task: Task, cuts: set[Cutoff], engine: str = "stateless") -> Answer:
    """All executions were seen, but for what the bounds cut, and none breaks the property."""
    if not cuts:
        return judged(task, Verdict.SAFE, "no execution violates the property", engine)
    answer = judged(task, Verdict.BOUNDED, "no violation within the bounds", engine)
    answer.cuts = sorted(cuts, key=lambda cut: (str(cut.loc), cut.what))
    return answer


def obstacle(program: Program, explored: Explored, reason: Reason, engine: str = "stateless") -> str:
    """What the kernel could not model, if that is why a thread stopped."""
    where = location(program, reason.uid)
    at = "" if where is None else f"{where}: "
    if reason.act is Act.UNSUPPORTED:
        return f"{at}{explored.image.reasons[reason.number]}"
    if reason.act is Act.INDETERMINATE:
        return f"{at}the {engine} engine needs the value of an input or of uninitialized memory here"
    return ""


def untried(program: Program, explored: Explored) -> set[Cutoff]:
    """The inputs of which some values were tried, and others may do something else."""
    found = set()
    for uid, trial in explored.trials.items():
        x = instruction(program, uid)
        if not trial.is_all and isinstance(x, Nondet):
            name = "an input" if not x.what or x.what.startswith("__heddle") else x.what
            what = f"values of {name} other than {', '.join(map(str, trial.values))}"
            found.add(Cutoff(what, "", shown(program, uid, x.loc)))
    return found


def guessed_contents(explored: Explored) -> set[Cutoff]:
    """Uninitialized memory matters, and was taken for some contents."""
    if explored.fill is None:
        return set()
    tried = [name for fill, name in CONTENTS.items() if fill <= explored.fill]
    return {Cutoff(f"{OTHER_CONTENTS} {' or '.join(tried)}", "", None)}


def other_layouts(program: Program, seen: Sights | None = None, explored: Explored | None = None) -> set[Cutoff]:
    """What an engine that knows one layout of memory leaves out: all that may see addresses, or what was seen to."""
    if seen is None or explored is None or explored.observed is None:
        instrs = observations(program)
    else:
        instrs = seen_by(seen, explored.observed, explored.far)
    return {Cutoff(OTHER_LAYOUTS, "", shown(program, x.uid, x.loc)) for x in instrs}


def freed_blocks(program: Program, known: Sights | None = None, explored: Explored | None = None) -> set[Cutoff]:
    """What is left out of blocks that are given out again: by an engine that does it nowhere, or by an exploration."""
    if known is None or explored is None or explored.observed is None:
        return {Cutoff(NOT_AGAIN, OPTION, shown(program, x.uid, x.loc)) for x in stale_comparisons(program)}
    stale = seen_by(known, explored.stale, explored.far)
    if not explored.again:
        return {Cutoff(NOT_AGAIN, OPTION, shown(program, x.uid, x.loc)) for x in stale}
    places = {uid: location(program, uid) for uid in explored.not_given}
    left = {Cutoff(NOT_AGAIN, "", shown(program, uid, loc)) for uid, loc in places.items()}
    moves = stale if "realloc" in program.functions else []
    return left | {Cutoff(IN_PLACE, "", shown(program, x.uid, x.loc)) for x in moves}


def seen_by(known: Sights, uids: set[int], far: set[int]) -> list[AnyInstr]:
    """The instructions with these uids; where integers were far from their objects, all that may see such."""
    return [x for uid, x in known.instrs.items() if uid in uids or (far and uid in known.far)]


def borrowed_fences(task: Task, program: Program) -> set[Cutoff]:
    """Fences that order more under the model than they promise, as in a model of C11 those of the kernel."""
    if task.model.operational is not None:
        return set()
    fences = {x for f in program.functions.values() for x in f.body if isinstance(x, Fence)}
    stronger = {order: orders_more(task.model.relational, order) for order in {x.order for x in fences}}
    return {Cutoff(BORROWED, "", shown(program, x.uid, x.loc)) for x in fences if stronger[x.order]}


def cut(program: Program, explored: Explored, reason: Reason) -> Cutoff:
    if reason.bound is Bound.LOOP:
        return Cutoff("loop", explored.image.loop_options[reason.number], explored.image.loop_places[reason.number])
    what, option = CUTS[reason.bound]
    return Cutoff(what, option, location(program, reason.uid))


def undefined(program: Program, reason: Reason) -> Cutoff:
    """Where an execution ends without a meaning, or where the program itself says that no more is explored."""
    x = instruction(program, reason.uid)
    if isinstance(x, Cut):
        found = Cutoff(x.what, x.option, x.loc)
    elif reason.number in LATE:
        found = Cutoff(undefined_behaviour(LATE[reason.number]), "", location(program, reason.uid))
    else:
        found = at_undefined_behaviour(x)
    return replace(found, loc=shown(program, reason.uid, found.loc))


def shown(program: Program, uid: int, loc: Location | None) -> Location | None:
    """A place of the user's: for one in the library the call that leads there; None if there are several."""
    inside = {f.name for f in program.functions.values() if f.library and any(x.uid == uid for x in f.body)}
    if not inside:
        return loc
    calls: set[Location] = set()
    seen: set[str] = set()
    while inside:
        callee = inside.pop()
        seen.add(callee)
        for function in program.functions.values():
            found = {x.loc for x in function.body if isinstance(x, Call) and x.callee == callee}
            if function.library and found:
                inside |= {function.name} - seen
            elif not function.library:
                calls |= found
    return calls.pop() if len(calls) == 1 else None


def location(program: Program, uid: int) -> Location | None:
    x = instruction(program, uid)
    return None if x is None else x.loc


def instruction(program: Program, uid: int) -> AnyInstr | None:
    for function in program.functions.values():
        for x in function.body:
            if x.uid == uid and uid >= 0:
                return x
    return None


__all__ = [
    "LOAD_BUFFERING", "OTHER_CONTENTS", "borrowed_fences", "found_nothing", "freed_blocks", "judge", "judged",
    "location", "obstacle", "other_layouts", "undefined", "unfit", "untried",
]
