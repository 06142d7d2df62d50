"""The model headers and the model library are valid C, for ILP32 and LP64, and fast to parse."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import heddle

FRONTEND = Path(heddle.__file__).parent / "frontend"
INCLUDE, LIBRARY = FRONTEND / "include", FRONTEND / "library"
HEADERS = sorted(str(h.relative_to(INCLUDE)) for h in INCLUDE.rglob("*.h"))
SOURCES = sorted(LIBRARY.glob("*.c"))
FEATURES = ["pthread_key_create", "pthread_cancel", "pthread_exit", "__model_cleanup_push", "realloc"]
"""What the library compiles in only on demand (see heddle.h)."""

pytestmark = pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")


def gcc(text: str, *options: str) -> str:
    """What gcc has to say about the text."""
    command = ["gcc", "-std=gnu11", "-fsyntax-only", "-nostdinc", f"-I{INCLUDE}", f"-I{LIBRARY}", "-Wall", "-Wextra",
               "-Wno-unused-parameter", "-Wno-builtin-declaration-mismatch", *options, "-xc", "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True).stderr


@pytest.mark.parametrize("data_model", ["-m32", "-m64"])
@pytest.mark.parametrize("header", HEADERS)
def test_header_stands_alone_and_can_be_included_twice(header: str, data_model: str) -> None:
    assert gcc(f"#include <{header}>\n#include <{header}>\nint x;\n", data_model) == ""


@pytest.mark.parametrize("data_model", ["-m32", "-m64"])
def test_all_headers_together(data_model: str) -> None:
    together = [h for h in HEADERS if h not in ("lkmm.h", "rcu.h", "dat3m.h")]
    assert gcc("".join(f"#include <{h}>\n" for h in together), data_model) == ""


@pytest.mark.parametrize("data_model", ["-m32", "-m64"])
@pytest.mark.parametrize("source", SOURCES, ids=lambda s: s.name)
def test_library_file_compiles_with_and_without_features(source: Path, data_model: str) -> None:
    text = f'#include "{source}"\n'
    assert gcc(text, data_model) == ""
    assert gcc(text, data_model, *(f"-DHEDDLE_USES_{f}" for f in FEATURES)) == ""


def test_no_function_is_defined_twice() -> None:
    """Each name has one home; the preprocessor's alternatives within one file count once."""
    homes: dict[str, set[str]] = {}
    for source in SOURCES:
        for found in re.finditer(r"^(?!static)[A-Za-z_][\w *]*?\b(\w+)\([^;]*?\)\n\{", source.read_text(), re.M):
            homes.setdefault(found[1], set()).add(source.name)
    assert {name: files for name, files in homes.items() if len(files) > 1} == {}
    assert {"pthread_create", "pthread_mutex_lock", "memcpy", "__VERIFIER_assume"} <= set(homes)


SIZES = {
    "pthread_mutex_t": (24, 40), "pthread_cond_t": (48, 48), "pthread_rwlock_t": (32, 56), "pthread_barrier_t": (20, 32),
    "sem_t": (16, 32), "pthread_spinlock_t": (4, 4), "pthread_once_t": (4, 4), "pthread_key_t": (4, 4),
    "pthread_mutexattr_t": (4, 4), "pthread_attr_t": (36, 56), "pthread_t": (4, 8),
}


@pytest.mark.parametrize("index, data_model", enumerate(["-m32", "-m64"]))
def test_types_have_the_sizes_of_glibc(index: int, data_model: str) -> None:
    checks = [f'_Static_assert(sizeof({name}) == {sizes[index]}, "{name}");' for name, sizes in SIZES.items()]
    kind = (12, 16)[index]
    checks.append(f'_Static_assert(__builtin_offsetof(pthread_mutex_t, __kind) == {kind}, "kind");')
    assert gcc("#include <pthread.h>\n#include <semaphore.h>\n" + "\n".join(checks), data_model) == ""
