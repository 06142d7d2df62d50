"""The shared memory abstraction as a part of the sequential program: its C file, parsed once.

The file, with the tables that tell it about the program, is parsed by the frontend and becomes core functions and
objects.  Its text is what the printed program shows.
"""

from __future__ import annotations

from functools import lru_cache

from heddle.core.expr import MemoryObject
from heddle.core.instr import AnyInstr, Cut, Write
from heddle.core.program import Function
from heddle.core.rewrite import Rewriting
from heddle.core.types import DataModel
from heddle.frontend import load
from heddle.records import dataclass, replace
from heddle.sequentializer.program import ABSTRACTION, SIGNALS, Observation
from heddle.sequentializer.runtime import CHOOSE

OBSERVED = "observed_"
"""How the objects are named to which the frontend's view of the text writes observations."""
PRELUDE = f"""\
#define assume(condition) __heddle_assume(condition)
#define cut(message) __heddle_cut(message)
#define observe(what, value) ({OBSERVED}##what = (value))
static unsigned long {", ".join(OBSERVED + w.value for w in SIGNALS)};
"""


@dataclass(frozen=True, slots=True)
class Lowered:
    """An abstraction as core; uids are negative, to be different from the threads'."""

    functions: dict[str, Function]
    memory: dict[str, MemoryObject]
    observations: dict[int, Observation]


@lru_cache(maxsize=64)
def lowered(name: str, inputs: str, text: str, wanted: tuple[str, ...], model: DataModel) -> Lowered:
    """The functions ``wanted`` of the abstraction ``name``, whose text this is, and everything that they need.

    ``inputs`` declares the functions by which the text gets arbitrary values."""
    used = "\n".join(f"    (void)&{function};" for function in wanted)
    whole = f"{PRELUDE}{inputs}\n{CHOOSE}{text}\nint main(void)\n{{\n{used}\n    return 0;\n}}\n"
    file = f"{name}.c"
    program = load([file], data_model=model, texts={file: whole}, all_orders=False)
    del program.functions["main"]
    renamed = {o.name: replace(o, name=ABSTRACTION + o.name) for o in program.memory.values()}
    signals = {OBSERVED + w.value: Observation(w) for w in SIGNALS}
    observations: dict[int, Observation] = {}
    functions: dict[str, Function] = {}
    rewriting = Rewriting(renamed)
    for function in program.functions.values():
        body: list[AnyInstr] = []
        for x in function.body:
            uid = -2 - x.uid
            if isinstance(x, Write) and isinstance(x.place.base, MemoryObject) and x.place.base.name in signals:
                observations[uid] = signals[x.place.base.name]
            body.append(rewriting.instruction(_cut(x) if isinstance(x, Cut) else x, uid))
        functions[function.name] = replace(function, body=body)
    memory = {o.name: o for o in renamed.values()}
    return Lowered(functions, memory, observations)


def _cut(x: Cut) -> Cut:
    """Where a bound stands in the text of the abstraction says nothing to users."""
    return Cut(x.what, x.option)


__all__ = ["Lowered", "lowered"]
