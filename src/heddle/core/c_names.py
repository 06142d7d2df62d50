"""C identifiers for core names: legal, distinct, and unlike keywords and the functions that compilers know."""

from __future__ import annotations

import re
from collections.abc import Iterable

KEYWORDS = frozenset([
    "asm", "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum",
    "extern", "float", "for", "goto", "if", "inline", "int", "long", "main", "register", "restrict", "return",
    "short", "signed", "sizeof", "static", "struct", "switch", "typedef", "typeof", "union", "unsigned", "void",
    "volatile", "while",
])  # fmt: skip
# Library functions that gcc knows by name: a variable of that name draws a warning.
BUILTINS = frozenset([
    "abort", "abs", "acos", "alloca", "asin", "atan", "atan2", "bcmp", "bcopy", "bzero", "calloc", "cbrt", "ceil",
    "copysign", "cos", "cosh", "dprintf", "drem", "erf", "erfc", "execl", "execv", "exit", "exp", "exp10", "exp2",
    "expm1", "fabs", "fdim", "ffs", "floor", "fma", "fmax", "fmin", "fmod", "fork", "fprintf", "fputc", "fputs",
    "free", "frexp", "fscanf", "fwrite", "gamma", "hypot", "ilogb", "imaxabs", "index", "isalnum", "isalpha",
    "isascii", "isblank", "iscntrl", "isdigit", "isgraph", "islower", "isprint", "ispunct", "isspace", "isupper",
    "isxdigit", "j0", "j1", "jn", "labs", "ldexp", "lgamma", "llabs", "llrint", "llround", "log", "log10", "log1p",
    "log2", "logb", "lrint", "lround", "malloc", "memchr", "memcmp", "memcpy", "memmove", "mempcpy", "memset",
    "modf", "nearbyint", "nextafter", "pow", "pow10", "printf", "putchar", "puts", "realloc", "remainder", "rindex",
    "rint", "round", "scalb", "scanf", "signbit", "significand", "sin", "sincos", "sinh", "snprintf", "sprintf",
    "sqrt", "sscanf", "stpcpy", "strcasecmp", "strcat", "strchr", "strcmp", "strcpy", "strcspn", "strdup",
    "strfmon", "strftime", "strlen", "strncat", "strncmp", "strncpy", "strndup", "strpbrk", "strrchr", "strspn",
    "strstr", "strtoul", "tan", "tanh", "tgamma", "toascii", "tolower", "toupper", "trunc", "vprintf", "vscanf",
    "vsnprintf", "y0", "y1", "yn", "ceilf", "floorf", "rintf", "roundf", "sqrtf", "truncf",
])  # fmt: skip


def legal(text: str) -> str:
    """``text`` with everything replaced that cannot stand in an identifier."""
    cleaned = re.sub(r"\W+", "_", text, flags=re.ASCII).strip("_") if not re.fullmatch(r"\w+", text, re.ASCII) else text
    return "_" + cleaned if not cleaned or cleaned[0].isdigit() else cleaned


class Names:
    """Gives each key a name of its own, close to the one asked for."""

    def __init__(self, reserved: Iterable[str] = ()) -> None:
        self.used = set(KEYWORDS | BUILTINS) | set(reserved)
        self.given: dict[object, str] = {}

    def of(self, key: object, wanted: str) -> str:
        if key not in self.given:
            base = name = legal(wanted)
            number = 2
            while name in self.used:
                name, number = (f"{base}_{number}" if number > 2 else f"{base}_"), number + 1
            self.used.add(name)
            self.given[key] = name
        return self.given[key]
