"""Heddle's headers against those of the system: the same constants, the same layout of structs that the models fill.

Whatever C library is installed serves; a name that it does not have is not compared, and a header only if it is there.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from heddle.core.program import Program
from heddle.errors import InputError
from heddle.frontend import load
from heddle.frontend.unit import INCLUDE_DIRECTORY, SYSTEM_DIRECTORIES

from .constants import values_of

OWN = {
    "features.h", "heddle.h", "heddle_implicit.h", "lkmm.h", "rcu.h", "genmc.h", "dat3m.h", "linux/version.h",
    "sys/cdefs.h", "complex.h",
}
"""Headers that only Heddle has, or whose numbers are a version."""
HEADERS = sorted(str(h.relative_to(INCLUDE_DIRECTORY)) for h in INCLUDE_DIRECTORY.rglob("*.h"))
VARYING = {"SIGRTMIN", "SIGRTMAX", "MINSIGSTKSZ", "SIGSTKSZ", "PTHREAD_STACK_MIN", "BUFSIZ", "SOMAXCONN"}
"""What is not a constant in newer versions of glibc, or depends on the version of the kernel."""


def on_system(header: str) -> bool:
    return any(Path(f.format(triple="x86_64-linux-gnu"), header).exists() for f in SYSTEM_DIRECTORIES)


def compiled(text: str, tmp_path: Path) -> Program:
    file = tmp_path / "program.c"
    file.write_text(f"#define _GNU_SOURCE\n{text}\nint main(void) {{ return 0; }}\n")
    return load([str(file)], system_headers=True)


@pytest.mark.parametrize("header", [h for h in HEADERS if h not in OWN])
def test_header_of_the_system_is_read_and_has_the_same_constants(header: str, tmp_path: Path) -> None:
    if not on_system(header):
        pytest.skip(f"there is no <{header}>")
    text = (INCLUDE_DIRECTORY / header).read_text()
    if header == "asm/unistd.h":
        text = text[text.index("__x86_64__") : text.index("__i386__")]
    found = re.findall(r"^#define (\w+) (\(?-?(?:0x)?[0-9a-fA-F]+U?L?\)?)$", text, re.M)
    checks = [
        f'#ifdef {name}\n_Static_assert(({name}) == ({value}), "{name} is not {value}");\n#endif'
        for name, value in found if name not in VARYING
    ]
    compiled("\n".join([f"#include <{header}>", *checks]), tmp_path)


def test_wrong_constants_would_be_noticed(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="EINTR is not 5"):
        compiled('#include <errno.h>\n_Static_assert(EINTR == 5, "EINTR is not 5");', tmp_path)


LAYOUTS = {
    "poll.h": ["struct pollfd: fd events revents"],
    "signal.h": [
        "sigset_t:", "struct sigaction: sa_handler sa_mask sa_flags", "siginfo_t: si_signo si_code", "stack_t: ss_size",
    ],
    "sched.h": ["cpu_set_t: __bits", "struct sched_param: sched_priority"],
    "sys/sysinfo.h": ["struct sysinfo: uptime loads freeram procs totalhigh mem_unit"],
    "sys/resource.h": ["struct rusage: ru_stime ru_maxrss ru_nivcsw", "struct rlimit: rlim_max"],
    "sys/time.h": ["struct timeval: tv_usec", "struct itimerval: it_value"],
    "sys/select.h": ["fd_set:"],
    "time.h": ["struct timespec: tv_nsec", "struct itimerspec: it_value"],
    "sys/uio.h": ["struct iovec: iov_len"],
    "sys/epoll.h": ["struct epoll_event: data"],
    "netinet/in.h": ["struct sockaddr_in: sin_addr"],
    "sys/utsname.h": ["struct utsname: machine"],
    "sys/times.h": ["struct tms: tms_cstime"],
    "sys/sem.h": ["struct sembuf: sem_flg"],
    "mqueue.h": ["struct mq_attr: mq_curmsgs"],
    "netdb.h": ["struct addrinfo: ai_next"],
    "sys/types.h": ["off_t:", "pid_t:", "time_t:", "clockid_t:", "dev_t:", "key_t:", "mode_t:", "nlink_t:", "timer_t:"],
    "threads.h": ["mtx_t:", "cnd_t:", "thrd_t:", "tss_t:", "once_flag:"],
    "semaphore.h": ["sem_t:"],
}


@pytest.mark.parametrize("header", LAYOUTS)
def test_structs_are_laid_out_as_in_the_system(header: str, tmp_path: Path) -> None:
    """What one set of headers says, the other asserts."""
    if not on_system(header):
        pytest.skip(f"there is no <{header}>")
    asked = []
    for line in LAYOUTS[header]:
        type, members = line.split(":")
        asked.append(f"sizeof({type})")
        asked += [f"__builtin_offsetof({type}, {member})" for member in members.split()]
    own = values_of(f"#define _GNU_SOURCE\n#include <{header}>\n", asked)
    checks = [f'_Static_assert({what} == {value}, "{what}");' for what, value in zip(asked, own, strict=True)]
    compiled("\n".join([f"#include <{header}>", *checks]), tmp_path)


INCLUDED = """
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/queue.h>
#include <sys/time.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>
"""


SOURCES = ["", "#define _GNU_SOURCE", "#define _POSIX_C_SOURCE 200809L", "#define _XOPEN_SOURCE 700"]


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("standard", ["-std=gnu11", "-std=c99", "-std=gnu17", "-std=gnu2x", "-std=c89"])
@pytest.mark.parametrize("system", [False, True], ids=["own", "system"])
def test_common_headers_in_every_dialect(heddle, c_file, system: bool, standard: str, source: str) -> None:
    if system and not on_system("pthread.h"):
        pytest.skip("there is no <pthread.h>")
    file = c_file(f"{source}\n{INCLUDED}\nint main(void) {{ return 0; }}\n")
    run = heddle("show", file, standard, *(["--system-headers"] if system else []))
    assert run.code == 0, run.err
