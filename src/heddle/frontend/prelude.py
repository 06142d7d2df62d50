"""Text that clang reads before every file: the intrinsics, and builtins in a form that libclang shows.

libclang does not name builtins with types of their own, and clang's atomic ones refuse what GCC takes: C11's operations
on objects that are not ``_Atomic``, and GCC's own on objects that are.  So each use ``NAME(a, b)`` becomes
``(__heddle_op_NAME, a, b, RESULT)``, where RESULT only tells the type; :mod:`heddle.frontend.marked` reads it.
"""

from __future__ import annotations

from pathlib import Path

PRELUDE_PATH = str(Path(__file__).parent / "include" / "heddle_builtins.h")
"""No such file exists: clang gets the contents from memory."""
MARKER = "__heddle_op_"

_FETCH = ("add", "sub", "and", "or", "xor", "nand", "max", "min")
_SYNC_FETCH = ("add", "sub", "and", "or", "xor", "nand", "max", "min", "umax", "umin")
_NOTHING, _TRUTH, _POINTEE = "(void)0", "(_Bool)0", "*(__heddle_first(__VA_ARGS__,))"


def atomic_builtins() -> dict[str, str]:
    """The atomic builtins of GCC and Clang: an expression of the type that each gives."""
    found = {f"__c11_atomic_{n}": _POINTEE for n in ("load", "exchange", *(f"fetch_{o}" for o in _FETCH))}
    found |= {f"__c11_atomic_{n}": _NOTHING for n in ("init", "store")}
    found |= {f"__c11_atomic_compare_exchange_{n}": _TRUTH for n in ("strong", "weak")}
    found |= {f"__atomic_{n}": _POINTEE for n in ("load_n", "exchange_n")}
    found |= {f"__atomic_{n}": _NOTHING for n in ("load", "store", "store_n", "exchange")}
    found |= {f"__atomic_{n}": _TRUTH for n in ("compare_exchange", "compare_exchange_n")}
    found |= {f"__atomic_{n}": _POINTEE for o in _FETCH for n in (f"fetch_{o}", f"{o}_fetch")}
    for size in ("", "_1", "_2", "_4", "_8", "_16"):
        found |= {f"__sync_{n}{size}": _POINTEE for n in ("val_compare_and_swap", "lock_test_and_set", "swap")}
        found |= {f"__sync_{n}{size}": _POINTEE for o in _SYNC_FETCH for n in (f"fetch_and_{o}", f"{o}_and_fetch")}
        found |= {f"__sync_bool_compare_and_swap{size}": _TRUTH, f"__sync_lock_release{size}": _NOTHING}
    return found


def least_arguments(name: str) -> int:
    """How many arguments a builtin needs: macros do not count them.  The ``__sync`` ones take more, too."""
    if name.startswith("__sync_"):
        return 1 if "lock_release" in name else 3 if "compare_and_swap" in name else 2
    kind = name.removeprefix("__c11_").removeprefix("__").removeprefix("atomic_")
    if kind.startswith("compare_exchange"):
        return 5 if name.startswith("__c11_") else 6
    if name == "__atomic_exchange":
        return 4
    if kind in ("load_n", "init") or name == "__c11_atomic_load":
        return 2
    return 1 if name in ("va_arg", "__builtin_bswap128") else 3


def prelude() -> str:
    builtins = atomic_builtins()
    markers = ", ".join(f"{MARKER}{n}" for n in (*builtins, "va_arg", *OTHERS))
    lines = ["#include <heddle_implicit.h>", "#include <heddle.h>", f"enum {{ {markers} }};"]
    lines.append("#define __heddle_first(first, ...) first")
    lines += [f"#define {n}(...) ({MARKER}{n}, __VA_ARGS__, {result})" for n, result in (builtins | OTHERS).items()]
    lines.append(f"#define __builtin_va_arg(ap, type) ({MARKER}va_arg, ap, *(type *)0)")
    lines += ["#define __builtin_LINE() __LINE__", "#define __builtin_FILE() __FILE__"]
    lines.append("#define __builtin_FUNCTION() __func__")
    lines.append("#define __builtin_offsetof(type, member) ((__SIZE_TYPE__)&((type *)0)->member)")
    return "\n".join(lines) + "\n"


OTHERS = {
    **{f"__builtin_{n}_overflow_p": _TRUTH for n in ("add", "sub", "mul")},
    "__builtin_bswap128": "(unsigned __int128)0",
}
"""Builtins that clang does not have."""
