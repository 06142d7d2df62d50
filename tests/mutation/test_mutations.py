"""Every mutation of this table breaks an engine, a memory model or the replayer, and the checks notice it."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from differential.oracle import Disagreement
from heddle import models, sma
from heddle.backends.bmc.local import LocalEncoder
from heddle.backends.bmc.schemes.clusters import ClusterSchedule
from heddle.backends.bmc.schemes.imu import OrderedImu
from heddle.backends.bmc.schemes.lazy import LazySchedule
from heddle.backends.bmc.schemes.mu import MuSchedule
from heddle.backends.bmc.schemes.order import OrderSchedule
from heddle.backends.bmc.schemes.positions import Positions
from heddle.backends.bmc.schemes.precedence import Precedence
from heddle.backends.bmc.schemes.steps import Steps
from heddle.backends.bmc.schemes.units import Units
from heddle.core.instr import AtomicBegin, Create, Fence, Join, Rmw, Write
from heddle.counterexample import Counterexample, Step
from heddle.models.store_buffers import StoreBuffers
from heddle.replay import buffers, machine
from heddle.replay.machine import Machine
from heddle.replay.minimize import Found, Trail
from heddle.replay.replay import UNNAMED, Replayer
from heddle.symbolic import visible
from heddle.symbolic.buffers import Buffers
from heddle.symbolic.events import Event, EventProgram, Kind
from heddle.symbolic.memory_values import MemoryValues
from heddle.symbolic.visible import Visibility

from . import eyes

pytestmark = pytest.mark.slow

minimizing = sys.modules["heddle.replay.minimize"]
"""The module; the package has a function of that name."""
Apply: TypeAlias = Callable[[pytest.MonkeyPatch, Path], None]


@dataclass(frozen=True)
class Mutation:
    """``breaks`` says what is lost; ``notice`` is the check, which gets the folder of mutated files."""

    breaks: str
    apply: Apply
    notice: Callable[[Path], None]


# --- the policy that formulas and sequential programs share ---------------------------------------------------------


def policy(method: str, when: Callable[..., bool], then: Callable[[Any], Any]) -> Apply:
    """The policy's method answers something else for some instructions."""
    original = getattr(StoreBuffers, method)

    def changed(self: StoreBuffers, x: Any, *rest: bool) -> bool:
        answer = original(self, x, *rest)
        return bool(then(answer)) if when(x) else answer

    return lambda patch, folder: patch.setattr(StoreBuffers, method, changed)


def no(answer: object) -> bool:
    return False


def order(keep: bool) -> Apply:
    return lambda patch, folder: patch.setattr(StoreBuffers, "keep_program_order", property(lambda self: keep))


def kind(*types: type) -> Callable[[object], bool]:
    return lambda x: isinstance(x, types)


def seq_cst(x: object) -> bool:
    return isinstance(x, Write) and x.order == "seq_cst"


def bounded(name: str, *models: str, only: tuple[str, ...] = ()) -> Callable[[Path], None]:
    return lambda folder: eyes.engine(name, *models, only=only)


STORES = ("MP", "MP, lwsync", "release", "seq_cst store last")
POLICY = {
    "nothing is held": Mutation("store buffers", policy("hold", kind(Write), no), bounded("order", "tso")),
    "fences drain nothing": Mutation("SB with fences", policy("drain", kind(Fence), no), bounded("order", "tso")),
    "read-modify-writes drain nothing": Mutation("SB with them", policy("drain", kind(Rmw), no), bounded("order", "tso")),
    "sections drain nothing": Mutation("SB with sections", policy("drain", kind(AtomicBegin), no), bounded("order", "tso", only=("section in the middle",))),
    "seq_cst stores drain nothing": Mutation("stores before them", policy("drain", seq_cst, no), bounded("order", "pso", only=STORES)),
    "creation drains nothing": Mutation("what a child sees", policy("drain", kind(Create), no), bounded("order", "tso", only=("created",))),
    "joins drain nothing": Mutation("what main sees after a join", policy("drain", kind(Join), no), bounded("order", "tso", only=("a join in the middle",))),
    "fences do not separate": Mutation("MP with lwsync", policy("separate", kind(Fence), no), bounded("order", "pso", only=STORES)),
    "releases do not separate": Mutation("MP with a release", policy("separate", kind(Write), no), bounded("order", "pso", only=STORES)),
    "TSO in the order of PSO": Mutation("MP under TSO", order(False), bounded("order", "tso")),
    "PSO in the order of TSO": Mutation("MP under PSO", order(True), bounded("order", "pso", only=STORES)),
}


# --- what is found out about a program, and the schemes -------------------------------------------------------------


def instead(owner: Any, name: str, new: Callable[..., Any]) -> Apply:
    """``new`` gets what was there before as its first argument."""
    original = getattr(owner, name)
    return lambda patch, folder: patch.setattr(owner, name, lambda *arguments: new(original, *arguments))


def nothing(*arguments: object) -> Iterator[Any]:
    return iter(())


def without_reads(original: Callable[..., bool], self: Any, event: Event, thread: int) -> bool:
    return event.kind is not Kind.READ and original(self, event, thread)


def without_writes(original: Callable[..., bool], self: Any, event: Event, thread: int) -> bool:
    return event.kind is Kind.READ and original(self, event, thread)


def more_irrelevant(original: Callable[..., set[Event]], program: EventProgram, values: Any, cells: Any) -> set[Event]:
    writes = [e for t in program.threads for e in t.events if e.kind is Kind.WRITE and not e.local]
    return original(program, values, cells) | set(writes[-2:-1])


def without_sections(original: Callable[..., None], self: Visibility, program: EventProgram, *rest: Any) -> None:
    for event in (e for t in program.threads for e in t.events):
        event.section = -1
    original(self, program, *rest)


SYMBOLIC = {
    "no forwarding": Mutation("own writes", instead(Buffers, "_seen_by", lambda *_: []), bounded("order", "tso", only=("own write",))),
    "writes to one location overtake each other": Mutation("coherence", instead(Buffers, "_older", nothing), bounded("order", "pso", only=("two writes",))),
    "reads are invisible": Mutation("lost updates", instead(Visibility, "_is_visible", without_reads), bounded("lazy", "sc", only=("SB", "increment"))),
    "writes are invisible": Mutation("messages", instead(Visibility, "_is_visible", without_writes), bounded("lazy", "sc", only=("MP", "two writes"))),
    "sections are taken apart": Mutation("sections", instead(Visibility, "__init__", without_sections), bounded("order", "sc", only=("sections",))),
    "a write counts as irrelevant": Mutation("reads of it", instead(visible, "irrelevant_accesses", more_irrelevant), bounded("order", "sc", only=("MP", "SB"))),
    "a write has no values": Mutation("reads of it", instead(MemoryValues, "write", lambda *_: False), bounded("order", "sc", only=("MP",))),
    "order: no transitivity": Mutation("IRIW", instead(Precedence, "constraints", nothing), bounded("order", "sc", only=("SB",))),
    "order: reads see any write": Mutation("values", instead(OrderSchedule, "_find", nothing), bounded("order", "sc", only=("MP",))),
    "units: nothing waits for commits": Mutation("fences", instead(Steps, "needed_commits", nothing), bounded("order", "tso", only=("SB, fences",))),
    "units: ends do not wait for commits": Mutation("joins", instead(Units, "_end", lambda original, self, u: original(self, u)[:1]), bounded("order", "tso", only=("joined",))),
    "lazy: ends do not wait for commits": Mutation("joins", instead(LazySchedule, "_has_ended", lambda original, self, turn, u: (original(self, turn, u) or [None])[:1] if original(self, turn, u) else None), bounded("lazy", "tso", only=("joined",))),
    "lazy: nothing waits for commits": Mutation("fences", instead(Steps, "needed_commits", nothing), bounded("lazy", "tso", only=("SB, fences",))),
    "lazy: accesses to own memory drain nothing": Mutation("atomics", instead(LocalEncoder, "_drain", lambda *_: None), bounded("lazy", "tso", only=("atomic accesses to own memory",))),
    "joins wait for nothing": Mutation("joins", instead(Steps, "join", nothing), bounded("lazy", "sc", only=("joined",))),
    "threads run before they are created": Mutation("creation", instead(Steps, "created", lambda original, self, *_: self.terms.true), bounded("lazy", "sc", only=("created",))),
    "mu: units in any order": Mutation("program order", instead(Positions, "in_order", nothing), bounded("mu", "sc", only=("SB", "MP"))),
    "mu: reads find anything": Mutation("values", instead(MuSchedule, "_find", nothing), bounded("mu", "sc", only=("MP", "SB"))),
    "imu: slots in any order": Mutation("coherence", instead(OrderedImu, "in_order", nothing), bounded("imu", "sc", only=("SB", "MP"))),
    "clusters: anything is read": Mutation("values", instead(ClusterSchedule, "_guess", lambda original, self, *rest: (original(self, *rest)[0], self.terms.true)), bounded("mu-inter", "sc", only=("MP", "SB"))),
    "clusters: threads in any order": Mutation("joins", instead(ClusterSchedule, "_comes_first", lambda original, self, *_: self.terms.false), bounded("mu-inter", "tso", only=("joined", "SB, fences"))),
}


# --- the replayer's store buffers -----------------------------------------------------------------------------------


def in_machine(name: str, new: object) -> Apply:
    return lambda patch, folder: patch.setattr(machine if hasattr(machine, name) else Machine, name, new)


def without_draining(method: str) -> Apply:
    """The instruction is executed by a machine that cannot drain."""
    original = getattr(Machine, method)

    def changed(self: Machine, *arguments: Any) -> Any:
        self.drain = lambda thread: None  # type: ignore[method-assign]
        try:
            return original(self, *arguments)
        finally:
            del self.drain

    return lambda patch, folder: patch.setattr(Machine, method, changed)


def relaxed_store(order: str) -> Apply:
    original = Machine._store

    def changed(self: Machine, thread: Any, address: int, value: int, type: Any, given: str) -> None:
        original(self, thread, address, value, type, "relaxed" if given == order else given)

    return lambda patch, folder: patch.setattr(Machine, "_store", changed)


def forgetful_end(self: Machine, thread: Any, result: int) -> None:
    thread.buffer = ()
    ORIGINAL_END(self, thread, result)


ORIGINAL_END = Machine._end


def any_order(buffer: buffers.Buffer, model: str) -> list[buffers.Pending]:
    return [entry for entry in buffer if entry is not None]


def any_step(original: Callable[..., None], self: Replayer, number: int, step: Step) -> None:
    """Whatever the thread comes to is taken for the claimed step."""
    upcoming = self.upcoming(step.thread) if step.uid >= 0 and step.thread in self.machine.threads else None
    original(self, number, step if upcoming is None else replace(step, uid=upcoming.uid))


def any_violation(original: Callable[..., None], self: Replayer) -> None:
    self.cex = replace(self.cex, violated=UNNAMED)
    original(self)


def untried(
    original: object, code: object, cex: Counterexample, schedule: list[Step], model: str, effort: object, trail: Trail
) -> Found:
    return Found(replace(cex, schedule=schedule), Trail(schedule, trail.every, trail.snapshots[:1]))


def other_violation(original: Callable[..., Any], code: object, cex: Counterexample, *rest: object) -> Any:
    return original(code, replace(cex, violated=UNNAMED), *rest)


def brute(*models: str) -> Callable[[Path], None]:
    return lambda folder: eyes.store_buffers(*models)


REPLAY = {
    "no forwarding": Mutation("reads of own writes", in_machine("forward", lambda buffer, address, data: data), brute("tso")),
    "fences do nothing": Mutation("SB with fences", in_machine("_fence", lambda self, thread, order: None), brute("tso")),
    "read-modify-writes drain nothing": Mutation("SB with them", without_draining("_rmw"), brute("tso")),
    "seq_cst stores are buffered": Mutation("SB with them", relaxed_store("seq_cst"), brute("tso")),
    "releases do not separate": Mutation("MP with a release", relaxed_store("release"), brute("pso")),
    "store fences do not separate": Mutation("MP with lwsync", in_machine("with_fence", lambda buffer: buffer), brute("pso")),
    "TSO in the order of PSO": Mutation("MP under TSO", in_machine("flushable", lambda b, m: buffers.flushable(b, "pso")), brute("tso")),
    "PSO in the order of TSO": Mutation("MP under PSO", in_machine("flushable", lambda b, m: buffers.flushable(b, "tso")), brute("pso")),
    "PSO forgets the order at a location": Mutation("coherence", in_machine("flushable", any_order), brute("pso")),
    "joins do not wait for flushes": Mutation("what main sees after a join", without_draining("_join"), brute("tso")),
    "creation drains nothing": Mutation("what a child sees", without_draining("_create"), brute("tso")),
    "an end forgets what is pending": Mutation("writes", in_machine("_end", forgetful_end), brute("tso")),
}

CLAIMS = {
    "any step will do": Mutation("corrupted claims", instead(Replayer, "step", any_step), lambda folder: eyes.claims()),
    "any violation will do": Mutation("corrupted claims", instead(Replayer, "finish", any_violation), lambda folder: eyes.claims()),
    "any flush will do": Mutation("stronger models", in_machine("flushable", any_order), lambda folder: eyes.claims()),
    "minimized without a run": Mutation("minimizing", instead(minimizing, "attempt", untried), lambda folder: eyes.claims()),
    "minimized to another violation": Mutation("minimizing", instead(minimizing, "attempt", other_violation), lambda folder: eyes.claims()),
}


# --- model files ----------------------------------------------------------------------------------------------------


def in_model(name: str, old: str, new: str) -> Apply:
    def apply(patch: pytest.MonkeyPatch, folder: Path) -> None:
        text = (models.LIBRARY / f"{name}.cat").read_text()
        assert text.count(old) == 1, old
        (folder / f"{name}.cat").write_text(text.replace(old, new))

    return apply


def model(name: str, breaks: str, old: str, new: str, *only: str) -> Mutation:
    return Mutation(breaks, in_model(name, old, new), lambda folder: eyes.graphs(name, str(folder / f"{name}.cat"), *only))


MODEL_FILES = {
    "sc without program order": model("sc", "everything", "acyclic po | rf", "acyclic po-loc | rf", "SB"),
    "sc without atomicity": model("sc", "counters", "empty rmw & (fre ; coe) as atomic", "", "exchange"),
    "tso keeps writes before reads": model("tso", "SB", "po & ((R * M) | (W * W))", "po", "SB"),
    "tso reorders writes": model("tso", "MP", "((R * M) | (W * W))", "(R * M)", "SB", "MP"),
    "tso reorders reads": model("tso", "MP", "((R * M) | (W * W))", "((R * W) | (W * W))", "SB", "MP"),
    "tso reorders reads and writes": model("tso", "LB", "((R * M) | (W * W))", "((R * R) | (W * W))", "SB", "LB"),
    "tso without fences": model("tso", "SB with fences", "[W] ; po ; [MFENCE] ; po ; [R]", "0", "SB", "SB, fences"),
    "tso with weak read-modify-writes": model("tso", "SB with them", "| [W] ; po ; [R & X]", "", "failing exchange"),
    "tso with weak seq_cst stores": model("tso", "SB with them", "[W & (X | SC)]", "[W & (X | (SC & R))]", "seq_cst stores"),
    "tso without forwarding": model("tso", "reads of own writes", "ppo | drained | rfe", "ppo | drained | rf", "SB, own writes"),
    "tso without coherence": model("tso", "own writes", "acyclic po-loc | rf | co | fr as coherence", "", "own write"),
    "tso without atomicity": model("tso", "counters", "empty rmw & (fre ; coe) as atomic", "", "exchange"),
    "pso keeps writes in order": model("pso", "MP", "po & (R * M)", "po & ((R * M) | (W * W))", "MP"),
    "pso without fences": model("pso", "MP with a fence", "[W] ; po ; [MFENCE] ; po ; [M]", "0", "MP, fence"),
    "pso without store fences": model("pso", "MP with lwsync", "SFENCE | LWSYNC", "SFENCE", "MP, lwsync"),
    "pso without releases": model("pso", "MP with a release", "| [W] ; po ; [W & (REL | ACQ_REL)] ; po? ; [W]", "", "release"),
    "pso with releases that later writes overtake": model("pso", "MP across a release", "[W & (REL | ACQ_REL)] ; po? ; [W]", "[W & (REL | ACQ_REL)]", "release in the middle"),
    "pso with weak seq_cst stores": model("pso", "stores before them", "[X | (W & SC)]", "[X]", "seq_cst store last"),
}


# --- shared memory abstractions -------------------------------------------------------------------------------------


def in_c(file: str, old: str, new: str) -> Apply:
    def apply(patch: pytest.MonkeyPatch, folder: Path) -> None:
        for path in sma.FOLDER.glob("*.[ch]"):
            shutil.copy(path, folder)
        text = (folder / file).read_text()
        assert text.count(old) == 1, old
        (folder / file).write_text(text.replace(old, new))
        patch.setattr(sma, "FOLDER", folder)

    return apply


def c(file: str, breaks: str, old: str, new: str, name: str, *only: str) -> Mutation:
    return Mutation(breaks, in_c(file, old, new), lambda folder: eyes.abstraction(name, sma.ABSTRACTIONS[name].model, *only))


ABSTRACTIONS = {
    "tso: no forwarding": c("tso.c", "own writes", "found = queued_value[t][i];", "continue;", "tso", "own write"),
    "tso: fences flush nothing": c("tso.c", "SB with fences", "    updates();\n    flush(t);", "    updates();", "tso", "SB, fences"),
    "pso: store fences do nothing": c("pso.c", "MP with lwsync", "epoch[t]++;", "", "pso", "MP, lwsync"),
    "timestamps: no forwarding": c("timestamps.h", "own writes", "if (last_tstamp[v][t] > clock)", "if (0)", "etso", "own write"),
    "timestamps: fences flush nothing": c("timestamps.h", "SB with fences", "    clock_update();\n    flush(t);", "    clock_update();", "etso", "SB, fences"),
    "etso: writes in any order": c("etso.c", "MP", "return max_tstamp[t];", "return last_tstamp[v][t];", "etso", "MP"),
    "epso: writes in order": c("epso.c", "MP", "return last_tstamp[v][t] > fenced[t] ? last_tstamp[v][t] : fenced[t];", "return max_tstamp[t];", "epso", "MP"),
    "epso: store fences do nothing": c("epso.c", "MP with lwsync", "fenced[t] = max_tstamp[t];", "", "epso", "MP, lwsync"),
    "epso: no order at a location": Mutation(
        "coherence", in_c("epso.c", "return last_tstamp[v][t] > fenced[t] ? last_tstamp[v][t] : fenced[t];", "return fenced[t];"),
        lambda folder: eyes.nothing_more("epso", "pso", "two writes and one", rounds=3, queue=4, clock=3),
    ),
    "creation flushes nothing": c("common.h", "what a child sees", "    (void)child;\n    flush(t);", "    (void)child;", "etso", "created"),
    "joins do not wait for flushes": c("common.h", "what main sees after a join", "    flush(child);\n", "", "etso", "joined"),
    "joins flush the joined thread first": c("common.h", "2+2W before a join", "    sma_fence(t);\n    flush(child);\n", "    flush(child);\n    flush(t);\n", "pso", "a join while both write"),
    "imu-tso: writes in any order": c("imu_tso.c", "MP", "return time_of(t);", "return cur_tstamp[t];", "imu-tso", "MP"),
    "imu-pso: store fences do nothing": c("imu_pso.c", "MP with lwsync", "fenced[t] = max_tstamp[t];", "", "imu-pso", "MP, lwsync"),
    "imu-sc: writes are late": c("imu_sc.c", "SB", "cur_tstamp[t] = max_tstamp[t];", "", "imu-sc", "SB"),
    "imu: fences wait for nothing": c("imu.h", "SB with fences", "    move(max_tstamp[t], t);\n", "", "imu-tso", "SB, fences"),
    "imu: reads of the past": c("imu.h", "coherence", "    assume(cur_tstamp[t] < tstamp[v][i + 1]);\n", "", "imu-sc", "MP"),
    "imu: an end before the last write": c("imu.h", "what main sees after a join", "return cur_tstamp[t] < max_tstamp[t] ? max_tstamp[t] : cur_tstamp[t];", "return cur_tstamp[t];", "imu-tso", "joined"),
    "imu: sections at any moment": c("imu.h", "increments in sections", "assume(time == cur_tstamp[t] + 1 && section[time] == t);", "assume(time > cur_tstamp[t]);", "imu-sc", "sections"),
    "mu: reads of the past": c("mu.h", "coherence", "move(choose(th_pos[t], W), t);", "move(choose(0, W), t);", "mu-explicit", "MP"),
    "mu: memory forgets": c("mu_explicit.c", "reads", ": mem[i - 1][v];", ": own[v];", "mu-explicit", "MP"),
    "mu: writes need not match": c("mu.h", "values", "var[next] == v && value[next] == val);\n    if (LONG > 1)\n        assume(!inside[next]);", "var[next] == v);\n    if (LONG > 1)\n        assume(!inside[next]);", "mu-explicit", "MP"),
    "eager: joins wait for nothing": c("asynchronous.h", "what main sees after a join", "    wait_until(end_of(child), t);\n", "", "mu-explicit", "joined"),
    "eager: children start at the beginning": c("asynchronous.h", "what a child sees", "start_at(time_of(t), child);", "start_at(0, child);", "imu-sc", "created"),
}

FOR_MODELS = ("SB", "MP", "LB", "SB, fences", "SB, own writes", "own write", "exchange", "failing exchange", "release")
MUTATIONS = {
    f"{where}: {name}": mutation
    for where, table in {"policy": POLICY, "symbolic": SYMBOLIC, "replay": REPLAY, "claims": CLAIMS, "model": MODEL_FILES, "sma": ABSTRACTIONS}.items()
    for name, mutation in table.items()
}


@pytest.fixture
def mutated_abstractions_are_forgotten() -> Iterator[None]:
    caches = (sma.source, sma.identifiers)
    for cached in caches:
        cached.cache_clear()
    yield
    for cached in caches:
        cached.cache_clear()


@pytest.mark.parametrize("name", MUTATIONS)
def test_noticed(name: str, tmp_path: Path, mutated_abstractions_are_forgotten: None) -> None:
    mutation = MUTATIONS[name]
    with pytest.MonkeyPatch.context() as patch:
        mutation.apply(patch, tmp_path)
        with pytest.raises(Disagreement):
            mutation.notice(tmp_path)


@pytest.mark.parametrize("name", sorted({name.partition(":")[0] for name in MUTATIONS}))
def test_nothing_is_noticed_where_nothing_is_broken(name: str) -> None:
    checks = {
        "policy": partial(eyes.engine, "order", "tso", "pso"),
        "symbolic": lambda: [eyes.engine(name, "sc", "tso", only=("SB", "joined", "atomic accesses to own memory")) for name in ("lazy", "mu", "imu")],
        "claims": eyes.claims,
        "replay": partial(eyes.store_buffers, "tso", "pso"),
        "model": lambda: [eyes.graphs(model, model, *FOR_MODELS) for model in eyes.MODELS],
        "sma": lambda: [eyes.abstraction(a, sma.ABSTRACTIONS[a].model, "MP", "own write") for a in ("etso", "epso", "imu-tso", "mu-explicit")],
    }
    checks[name]()
