"""What is proved of textbook algorithms whose threads loop for ever, by which engine, in what time.

The programs are those of ``tests/proofs/programs``: as they are they are safe under sequential consistency; the locks made
of flags are safe under store buffers with ``FENCED``, and not without; with ``BROKEN`` they are wrong.  The limit is wall time, the
times are CPU time of the command and its children, so that a busy machine changes little.  Other files (paths, with
a dot) are asked about too, as programs that should be safe: how many invariants the check rejects is printed.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from harness import markdown, publish

PROGRAMS = Path(__file__).resolve().parents[1] / "tests" / "proofs" / "programs"
FENCED = ("peterson", "dekker", "szymanski", "bakery")
ENGINES = ("auto", "horn", "explicit")
PARTS = ("proofs", "fenced", "unfenced", "broken")


@dataclass(frozen=True)
class Case:
    program: str
    define: str
    model: str
    right: str

    @property
    def path(self) -> Path:
        return Path(self.program) if "." in self.program else PROGRAMS / f"{self.program}.c"

    @property
    def title(self) -> str:
        return f"{self.path.stem} ({self.define})" if self.define else self.path.stem


@dataclass(frozen=True)
class Measured:
    verdict: str
    engine: str
    proof: str
    cpu: float
    wall: float
    rejected: int

    def cell(self, right: str) -> str:
        if self.verdict == right:
            return f"{self.cpu:.1f}"
        return f"**wrong: {self.verdict}**" if self.verdict in ("safe", "violation") else "–"


def cases(parts: Sequence[str], names: Sequence[str]) -> Iterator[Case]:
    for name in sorted(names or [path.stem for path in PROGRAMS.glob("*.c")]):
        if "proofs" in parts:
            yield Case(name, "", "sc", "safe")
        for model in ("tso", "pso"):
            if "fenced" in parts and name in FENCED:
                yield Case(name, "FENCED", model, "safe")
            if "unfenced" in parts and name in FENCED:
                yield Case(name, "", model, "violation")
        if "broken" in parts and "." not in name:
            yield Case(name, "BROKEN", "sc", "violation")


def ask(heddle: Sequence[str], case: Case, engine: str, timeout: float) -> Measured:
    options = ["--json", "--quiet", "--timeout", f"{timeout:g}", "--model", case.model, "--engine", engine]
    options += ["-D", case.define] if case.define else []
    with tempfile.TemporaryFile() as out:
        command = [*heddle, "check", *options, str(case.path)]
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL, start_new_session=True)
        killer = threading.Timer(timeout + 30, os.killpg, (process.pid, signal.SIGKILL))
        killer.start()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        killer.cancel()
        out.seek(0)
        try:
            answer = json.loads(out.read())
        except ValueError:
            return Measured(f"exit code {process.returncode}", "", "", used.ru_utime + used.ru_stime, 0, 0)
    counts = answer.get("statistics") or {}
    cpu = used.ru_utime + used.ru_stime
    by, proof, rejected = answer.get("engine") or engine, counts.get("proof", ""), counts.get("rejected invariants", 0)
    return Measured(answer["verdict"], by, proof, cpu, answer.get("seconds", 0), rejected)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="programs, without .c, or other files (default: all programs)")
    parser.add_argument("--parts", choices=PARTS, nargs="+", default=list(PARTS))
    parser.add_argument("--engines", choices=ENGINES, nargs="+", default=list(ENGINES))
    parser.add_argument("--timeout", type=float, default=60, metavar="S", help="seconds for each answer (default: 60)")
    parser.add_argument("--heddle", metavar="COMMAND", help="default: heddle on PATH, else python -m heddle")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write what is printed to FILE too")
    return parser.parse_args()


def main() -> int:
    options = parse_arguments()
    heddle = shlex.split(options.heddle or shutil.which("heddle") or "") or [sys.executable, "-m", "heddle"]
    rows, wrong, rejected = list[list[str]](), 0, 0
    for case in cases(options.parts, options.names):
        found = [ask(heddle, case, engine, options.timeout) for engine in options.engines]
        wrong += sum("wrong" in m.cell(case.right) for m in found)
        rejected += sum(m.rejected for m in found)
        first = next((m for m in found if m.verdict == case.right), None)
        how = (first.proof or first.engine) if first else "–"
        rows.append([case.title, case.model, case.right, *(m.cell(case.right) for m in found), how])
        print(*rows[-1], sep=" | ", file=sys.stderr, flush=True)
    columns = ["program", "model", "right", *(f"{engine}, CPU s" for engine in options.engines), "how"]
    proved = sum(row[-1] != "–" for row in rows)
    checked = f"- {proved} of {len(rows)} decided; {rejected} invariants were found and rejected by the check"
    lines = [*markdown(columns, columns[3:-1], rows), "", checked]
    publish(lines, options.out)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
