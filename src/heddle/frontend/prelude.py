"""Text that clang reads before every file: the intrinsics, and names for builtins that libclang does not name."""

from __future__ import annotations

from pathlib import Path

PRELUDE_PATH = str(Path(__file__).parent / "include" / "heddle_builtins.h")
"""No such file exists: clang gets the contents from memory."""

_FETCH = ("add", "sub", "and", "or", "xor", "nand", "max", "min")
ATOMIC_BUILTINS = (
    *(f"__c11_atomic_{n}" for n in ("init", "load", "store", "exchange")),
    *(f"__c11_atomic_compare_exchange_{n}" for n in ("strong", "weak")),
    *(f"__c11_atomic_fetch_{n}" for n in _FETCH),
    *(f"__atomic_{n}{s}" for n in ("load", "store", "exchange", "compare_exchange") for s in ("", "_n")),
    *(f"__atomic_fetch_{n}" for n in _FETCH),
    *(f"__atomic_{n}_fetch" for n in _FETCH),
)


def prelude() -> str:
    names = (*ATOMIC_BUILTINS, "va_arg")
    markers = ", ".join(f"__heddle_op_{n}" for n in names)
    lines = ["#include <heddle_implicit.h>", "#include <heddle.h>", f"enum {{ {markers} }};"]
    lines += [f"#define {n}(...) (__heddle_op_{n}, {n}(__VA_ARGS__))" for n in ATOMIC_BUILTINS]
    lines.append("#define __builtin_va_arg(ap, type) (__heddle_op_va_arg, *(type *)0)")
    lines.append("#define __builtin_offsetof(type, member) ((__SIZE_TYPE__)&((type *)0)->member)")
    return "\n".join(lines) + "\n"
