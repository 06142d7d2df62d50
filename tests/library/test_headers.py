"""The model headers and the model library are valid C, for ILP32 and LP64, and fast to parse."""

from __future__ import annotations

import re
from pathlib import Path

import clang.cindex as clang
import pytest

import heddle
from heddle.frontend.outside import Outside

FRONTEND = Path(heddle.__file__).parent / "frontend"
INCLUDE, LIBRARY = FRONTEND / "include", FRONTEND / "library"
HEADERS = sorted(str(h.relative_to(INCLUDE)) for h in INCLUDE.rglob("*.h"))
SOURCES = sorted(LIBRARY.glob("*.c"))
FEATURES = [
    "pthread_key_create", "pthread_cancel", "pthread_exit", "__model_cleanup_push", "realloc", "atexit", "at_quick_exit",
    "feof", "syscall",
]
"""What the library compiles in only on demand (see heddle.h)."""
TARGETS = ["i386-linux-gnu", "x86_64-linux-gnu"]


def complaints(text: str, target: str, *options: str) -> list[str]:
    """What clang has to say about the text, warnings included."""
    arguments = ["-xc", "-std=gnu11", "-nostdinc", f"-I{INCLUDE}", f"-I{LIBRARY}", "-Wall", "-Wextra",
                 "-Wno-unused-parameter", "-target", target, *options]
    unit = clang.Index.create().parse("test.c", arguments, unsaved_files=[("test.c", text)])
    return [str(d) for d in unit.diagnostics]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("header", HEADERS)
def test_header_stands_alone_and_can_be_included_twice(header: str, target: str) -> None:
    assert complaints(f"#include <{header}>\n#include <{header}>\nint x;\n", target) == []


@pytest.mark.parametrize("target", TARGETS)
def test_all_headers_together(target: str) -> None:
    together = [h for h in HEADERS if h not in ("lkmm.h", "rcu.h", "dat3m.h")]
    assert complaints("".join(f"#include <{h}>\n" for h in together), target) == []


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("source", SOURCES, ids=lambda s: s.name)
def test_library_file_compiles_with_and_without_features(source: Path, target: str) -> None:
    text = f'#include "{source}"\n'
    unknown, given = Outside().macros("program"), Outside(argv=("a", 'b"c')).macros("program")
    assert complaints(text, target, *(f"-D{m}" for m in unknown)) == []
    features = [f"-DHEDDLE_{how}_{f}" for f in FEATURES for how in ("USES", "OBSERVES")]
    features += ["-DHEDDLE_FORMATS_STORE", "-DHEDDLE_HAS_DESTRUCTORS", "-DHEDDLE_NUMBER_ARGUMENTS=3"]
    assert complaints(text, target, *(f"-D{m}" for m in unknown), *features) == []
    assert complaints(text, target, *(f"-D{m}" for m in given)) == []


def test_no_function_is_defined_twice() -> None:
    """Each name has one home; the preprocessor's alternatives within one file count once."""
    homes: dict[str, set[str]] = {}
    for source in SOURCES:
        for found in re.finditer(r"^(?!static)[A-Za-z_][\w *]*?\b(\w+)\([^;]*?\)\n\{", source.read_text(), re.M):
            homes.setdefault(found[1], set()).add(source.name)
    assert {name: files for name, files in homes.items() if len(files) > 1} == {}
    assert {"pthread_create", "pthread_mutex_lock", "memcpy", "__VERIFIER_assume"} <= set(homes)


SIZES = {
    "pthread_mutex_t": (24, 40), "pthread_cond_t": (48, 48), "pthread_rwlock_t": (32, 56),
    "pthread_barrier_t": (20, 32), "sem_t": (16, 32), "pthread_spinlock_t": (4, 4), "pthread_once_t": (4, 4),
    "pthread_key_t": (4, 4),
    "pthread_mutexattr_t": (4, 4), "pthread_attr_t": (36, 56), "pthread_t": (4, 8),
}


@pytest.mark.parametrize("index, target", list(enumerate(TARGETS)))
def test_types_have_the_sizes_of_glibc(index: int, target: str) -> None:
    checks = [f'_Static_assert(sizeof({name}) == {sizes[index]}, "{name}");' for name, sizes in SIZES.items()]
    kind = (12, 16)[index]
    checks.append(f'_Static_assert(__builtin_offsetof(pthread_mutex_t, __kind) == {kind}, "kind");')
    assert complaints("#include <pthread.h>\n#include <semaphore.h>\n" + "\n".join(checks), target) == []
