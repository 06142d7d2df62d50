"""Options that do not go together are refused, not ignored."""

from __future__ import annotations

import argparse

from heddle.engines import BUFFERED, BY_WRITES
from heddle.sma import ABSTRACTIONS, DEFAULT


class UsageError(Exception):
    """The command line is wrong: shown as one line, exit code 2."""


def shorten(text: str) -> str:
    printable = "".join(c if c.isprintable() else "?" for c in text)
    return printable if len(printable) <= 40 else printable[:37] + "..."


def verify(options: argparse.Namespace) -> None:
    """Raises UsageError."""
    _verify_model(options)
    _verify_sma(options)
    if options.command != "check":
        return
    if options.each and options.trace_out:
        raise UsageError("--trace-out takes the trace of one program; it does not go with --each")
    if options.jobs is not None and not options.each:
        raise UsageError("--jobs says how many files are checked at the same time; it goes with --each only")
    _verify_scheme(options)


def _verify_model(options: argparse.Namespace) -> None:
    """Only execution graphs can be checked against any model."""
    buffers = options.command == "sequentialize" or (
        options.command == "check"
        and (options.engine in ("lazy", *BY_WRITES, "lal-reps") or options.sma or options.backend == "cbmc")
    )
    if buffers and options.model not in BUFFERED:
        available = ", ".join(BUFFERED)
        named = f"memory model '{shorten(options.model)}' is not available"
        raise UsageError(f"argument --model: {named}; available: {available} (see 'heddle {options.command} --help')")


def _verify_sma(options: argparse.Namespace) -> None:
    sma, engine = getattr(options, "sma", None), getattr(options, "engine", "auto")
    if sma is not None and ABSTRACTIONS[sma].model != options.model:
        raise UsageError(f"--sma {sma} is for --model {ABSTRACTIONS[sma].model}, not {options.model}")
    if sma is not None and engine not in ("auto", ABSTRACTIONS[sma].engine):
        raise UsageError(f"--sma {sma} is for --engine {ABSTRACTIONS[sma].engine}, not {engine}")
    if options.command != "check":
        return
    chosen = sma or abstraction(options)
    if chosen is None:
        for name in ("queue", "clock", "width"):
            if getattr(options, name) is not None:
                raise UsageError(f"--{name} is a bound of shared memory abstractions: give --sma too")
        return
    for name in ("queue", "clock"):
        if getattr(options, name) is not None and name not in ABSTRACTIONS[chosen].bounds:
            raise UsageError(f"--{name} is no bound of --sma {chosen}")
    if ABSTRACTIONS[chosen].model != options.model:
        through = "" if engine == "lal-reps" else f" with --backend {options.backend}"
        raise UsageError(f"--engine {engine}{through} is for --model {ABSTRACTIONS[chosen].model}, not {options.model}")


def _verify_scheme(options: argparse.Namespace) -> None:
    """Options of one scheme are refused, not ignored, with another."""
    engine = options.engine
    for name in ("mu_grain", "mu_reads"):
        if getattr(options, name) is not None and (engine != "mu" or options.sma is not None):
            raise UsageError(f"--{name.replace('_', '-')} is for --engine mu without --sma")
    if engine == "stateless" or (engine == "auto" and options.model not in BUFFERED):
        for name in ("rounds", "threads"):
            if getattr(options, name) is not None:
                raise UsageError(f"--{name} is no bound of the stateless engine")
        if options.backend != "bmc":
            raise UsageError("--backend does not go with the stateless engine, which needs none")
    if options.mu_reads is not None and options.mu_grain not in (None, "fine"):
        raise UsageError(f"--mu-reads is for --mu-grain fine, not {options.mu_grain}")
    if options.mu_grain == "coarse-intra" and options.model != "sc":
        raise UsageError(f"--mu-grain coarse-intra is for --model sc, not {options.model}")
    by_writes = engine in BY_WRITES or (options.sma is not None and ABSTRACTIONS[options.sma].engine in BY_WRITES)
    if options.writes is not None and not by_writes:
        raise UsageError("--writes bounds memory unwinding: give --engine mu or imu")
    if options.rounds is not None and by_writes:
        raise UsageError("--rounds does not go with memory unwinding, which bounds --writes")


def abstraction(options: argparse.Namespace) -> str | None:
    """The C file that an engine takes shared memory from if the user names none."""
    if options.engine == "lal-reps":
        return "lal-reps"
    if options.backend != "cbmc":
        return None
    if options.engine == "mu":
        fine = options.mu_grain in (None, "fine")
        return f"mu-{options.mu_reads or 'hybrid'}" if fine else f"mu-{options.mu_grain}"
    return f"imu-{options.model}" if options.engine == "imu" else DEFAULT[options.model]
