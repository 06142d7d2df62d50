"""What a function of C litmus tests does.

:mod:`heddle.litmus_tests.c11` and :mod:`heddle.litmus_tests.kernel` have them.  Orders are those of
:mod:`heddle.models.tags`.
"""

from __future__ import annotations

from typing import Literal

from heddle.records import dataclass

Kind = Literal[
    "load", "store", "exchange", "compare", "compare-pointer", "compare-weak", "compare-local", "fetch", "new", "fence",
    "lock", "unlock", "trylock", "islocked", "unless", "sync-srcu", "store-mb",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Operation:
    """``order`` None: given by the last argument.  ``op`` of fetch-and-op; ``amount`` where it is fixed.

    ``args`` says what the arguments are: p a pointer, l an lvalue, v a value, o an expected value, r the address of a
    local variable that holds it, n a new one.  ``test``: the comparison of the new value with zero that is the result.
    """

    kind: Kind
    args: str
    order: str | None
    op: str = ""
    amount: int | None = None
    test: str = ""
