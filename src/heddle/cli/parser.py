"""The command line: every option, its check and its help, in one place."""

from __future__ import annotations

import argparse
import contextlib
import os
import shlex
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

from heddle import __version__, backends, compilation, engines, properties, report
from heddle.cli.listing import KINDS
from heddle.cli.texts import (
    BENCH_HELP,
    CHECK_HELP,
    CONVERT_HELP,
    EXPLORE_HELP,
    LITMUS_HELP,
    MAP,
    PIPELINES_HELP,
    SEQUENTIALIZE_HELP,
    SHOW_HELP,
    VALIDATE_HELP,
)
from heddle.engines.bounded import SCHEDULES
from heddle.engines.unwinding import GRAINS, READS
from heddle.errors import UsageError, shorten
from heddle.properties import Property
from heddle.records import dataclass
from heddle.sma import ABSTRACTIONS
from heddle.sources import NOTHING, SYNC_BUILTINS, VOLATILE
from heddle.task import MAX_BOUND, MAX_QUEUE, MAX_WIDTH, Bounds

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

DATA_MODELS = ("lp64", "ilp32")
OF_C = ("check", "sequentialize", "show", "explore", "validate")
"""The commands that take programs in C, and so options of compilers."""

MAX_ARGUMENTS = 100
MAX_TEXT = 1000
MAX_JOBS = 1024
MAX_SECONDS = 10_000_000
MIN_MEGABYTES, MAX_MEGABYTES = 64, 100_000_000

FILTER_HELP = "check the model on complete executions only, not while they grow"
HTML_HELP = "write the report to FILE as a page to look at, in one file (replaces only an earlier report)"
CLUSTER_HELP = (
    "share the work over a Dask cluster: 'local' (worker processes here, so many as --jobs says), or a scheduler's "
    "HOST:PORT; needs pip install 'heddle[cluster]'"
)
DOT_HELP = "write execution graphs to DIR, one a file, for Graphviz (at most 1000)"

class Formatter(argparse.RawDescriptionHelpFormatter):
    """One that finds out how wide the terminal is without the module that does so, which takes long to import."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_columns() - 2)


def _columns() -> int:
    with contextlib.suppress(KeyError, ValueError):
        if (said := int(os.environ["COLUMNS"])) > 0:
            return said
    with contextlib.suppress(AttributeError, ValueError, OSError):  # closed, or no terminal
        if sys.__stdout__ is not None and (seen := os.get_terminal_size(sys.__stdout__.fileno()).columns) > 0:
            return seen
    return 80


class Parser(argparse.ArgumentParser):
    """argparse, with an error that is one line instead of a page of usage, and no output lost in silence."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see '{self.prog} --help')")

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        (file or sys.stdout).write(message)


def number(low: int, high: int) -> Callable[[str], int]:
    """The type of an option that takes a whole number from ``low`` to ``high``."""

    def parse(text: str) -> int:
        # int() would also take "1_0", and refuses thousands of digits with a message of its own
        value = int(text) if text.lstrip("+-").isascii() and text.lstrip("+-").isdigit() and len(text) < 20 else None
        if value is None or not low <= value <= high:
            raise argparse.ArgumentTypeError(f"'{shorten(text)}' is not a whole number from {low} to {high}")
        return value

    return parse


def seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 < value <= MAX_SECONDS:  # false for NaN too
        raise argparse.ArgumentTypeError(f"'{shorten(text)}' is not a number of seconds above 0, up to {MAX_SECONDS}")
    return value


def one_of(kind: str, names: tuple[str, ...]) -> Callable[[str], str]:
    def parse(text: str) -> str:
        if text not in names:
            available = ", ".join(names)
            raise argparse.ArgumentTypeError(f"{kind} '{shorten(text)}' is not available; available: {available}")
        return text

    parse.names = names  # type: ignore[attr-defined]  # for completion
    return parse


def checks(text: str) -> tuple[Property, ...]:
    """The type of an option that takes a list of checks."""
    known = {check.name: check for check in properties.CHECKS}
    one = one_of("check", tuple(known))
    return tuple(known[one(name.strip())] for name in text.split(","))


def property(text: str) -> Property:
    try:
        return properties.find(text)
    except UsageError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def loop_bounds(text: str) -> tuple[tuple[str, int], ...]:
    bound = number(1, MAX_BOUND)
    pairs: list[tuple[str, int]] = []
    for part in text.split(","):
        loop, equals, value = part.rpartition("=")
        line = loop.rpartition(":")[2]
        if not equals or not line.isascii() or not line.isdigit():
            raise argparse.ArgumentTypeError(f"'{shorten(part)}' is not of the form FILE:LINE=N or LINE=N")
        pairs.append((loop, bound(value)))
    return tuple(pairs)


def words(text: str) -> tuple[str, ...]:
    """The type of an option that takes a command line."""
    try:
        return tuple(shlex.split(text))
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"'{shorten(text)}' is not a command line: {str(error).lower()}") from None


def build(only: str | None = None) -> Parser:
    """The parser; of one command only, if it is known which that will be."""
    usage = "heddle COMMAND FILE... [OPTION...]"
    parser = Parser(prog="heddle", description=MAP, formatter_class=Formatter, usage=usage)
    parser.add_argument("-V", "--version", action="version", version=f"heddle {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, title="commands", prog="heddle")
    for name in COMMANDS if only is None else (only,):
        command = COMMANDS[name]
        sub = commands.add_parser(
            name, help=command.summary, description=command.description, usage=f"heddle {name} {command.operands}",
            formatter_class=Formatter, allow_abbrev=False,
        )  # fmt: skip
        command.add_options(sub)
    return parser


@dataclass(frozen=True, slots=True)
class Command:
    summary: str
    description: str
    add_options: Callable[[Parser], None]
    operands: str = "FILE... [OPTION...]"


def _add_files(parser: Parser) -> None:
    what = "C source (.c), preprocessed C (.i), an automaton (.xcfa), or a task definition of SV-COMP (.yml)"
    parser.add_argument("files", nargs="*", metavar="FILE", help=what)
    _add_input_options(parser)


def _check(parser: Parser) -> None:
    _add_files(parser)
    _add_violation_options(parser)
    _add_search_options(parser)
    _add_check_report_options(parser)
    _add_format(parser, "print the report as one JSON object (with --each: one a line)")
    _add_limits(parser)


def _sequentialize(parser: Parser) -> None:
    _add_files(parser)
    _add_output_options(parser)
    parser.add_argument(
        "--engine", type=one_of("engine", ("auto", "unbounded")), default="auto", metavar="E",
        help="auto (rounds and loops are bounded, as --sma has it; the default), or unbounded (main runs for ever, and "
        "only loops that create threads are unrolled)",
    )  # fmt: skip
    _add_violation_options(parser)
    _add_model_options(parser)
    _add_bounds(parser, "2")
    _add_sma_bounds(parser, 2)
    _add_limits(parser)


def _show(parser: Parser) -> None:
    _add_files(parser)
    parser.add_argument("--unfolded", action="store_true", help="print every thread, loops unrolled and calls inlined")
    parser.add_argument("--after", metavar="STAGE", help="print what there is after a stage (heddle pipelines)")
    _add_pipeline(parser)
    parser.add_argument("--model", metavar="M", help="with --after: the memory model (default: the pipeline's, or sc)")
    _add_bounds(parser, "2", rounds=False)
    _add_limits(parser)


def _pipelines(parser: Parser) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME", help="print this one as a file to begin from")


def _add_pipeline(add_to: Any) -> None:
    add_to.add_argument("--pipeline", metavar="P",
        help="the chain of stages to run: one of those that 'heddle pipelines' lists, or a .toml file "
        "(docs/pipelines.md)")  # fmt: skip


def _explore(parser: Parser) -> None:
    _add_files(parser)
    _add_violation_options(parser)
    _add_explore_options(parser)
    _add_format(parser, "print the report as one JSON object")
    _add_limits(parser)


def _validate(parser: Parser) -> None:
    parser.add_argument("witness", metavar="WITNESS", help="a witness (.graphml, .yml)")
    _add_files(parser)
    _add_violation_options(parser)
    group = parser.add_argument_group("memory model")
    group.add_argument("--model", default="sc", metavar="M", help="memory model: sc (default), tso or pso")
    _add_format(parser, "print the report as one JSON object")
    _add_limits(parser)


def _litmus(parser: Parser) -> None:
    _add_litmus_options(parser)
    _add_format(parser, "print one JSON object for each test")
    _add_limits(parser)


def _convert(parser: Parser) -> None:
    parser.add_argument("model", metavar="MODEL", help="a shipped memory model, or a .cat or .mcm file")
    parser.add_argument("--to", required=True, choices=("cat", "mcm"), metavar="L", help="cat or mcm")


def _list(parser: Parser) -> None:
    parser.add_argument("what", choices=KINDS, metavar="WHAT", help=", ".join(KINDS))


def _bench(parser: Parser) -> None:
    parser.add_argument("files", nargs="*", metavar="FILE", help="manifests (.csv), task definitions (.yml), programs")
    add: Any = parser.add_argument
    add("--out", required=True, metavar="DIR", help="the folder of the results; made if it is not there")
    add("--config", action="append", default=[], metavar="NAME[=OPTIONS]",
        help="a configuration: a name and options of heddle check, such as tso='--model tso'; without options the name "
        "is an engine (default: auto)")  # fmt: skip
    add("--match", default="", metavar="TEXT", help="only programs whose names contain TEXT")
    add("--sample", type=number(1, MAX_BOUND), metavar="N", help="at most N programs of each category, always the same")
    add("--plots", action="store_true", help="also draw cactus, scatter and scaling plots (SVG, PNG; needs matplotlib)")
    add("--compare", metavar="DIR", help="also print what is different in another folder of results, the older one")
    add("--timeout", type=seconds, default=60.0, metavar="S", help="seconds of wall time for each run (default: 60)")
    add("--cpu", type=seconds, metavar="S", help="seconds of processor time for each run, all its processes together")
    add("--memory", type=number(MIN_MEGABYTES, MAX_MEGABYTES), metavar="MB", help="megabytes of memory for each run")
    add("--jobs", type=number(1, MAX_JOBS), metavar="N", help="so many runs at a time (default: one for each core)")
    add("--cluster", metavar="WHERE", help=CLUSTER_HELP)


def _completion(parser: Parser) -> None:
    parser.add_argument("shell", choices=("bash", "zsh", "fish"), metavar="SHELL", help="bash, zsh or fish")


def _manual(parser: Parser) -> None:
    """No options."""


COMMANDS = {
    "check": Command("look for a failing assertion", CHECK_HELP, _check),
    "sequentialize": Command("print the sequential C program", SEQUENTIALIZE_HELP, _sequentialize),
    "show": Command("print the core program", SHOW_HELP, _show),
    "explore": Command("count and check all executions", EXPLORE_HELP, _explore),
    "validate": Command("judge a witness", VALIDATE_HELP, _validate, "WITNESS FILE... [OPTION...]"),
    "litmus": Command("run litmus tests", LITMUS_HELP, _litmus),
    "convert": Command("print a memory model in another language", CONVERT_HELP, _convert, "MODEL --to cat|mcm"),
    "pipelines": Command("the chains of stages", PIPELINES_HELP, _pipelines, "[NAME]"),
    "list": Command("what there is to choose from", "Lists what there is to choose from.", _list, "WHAT"),
    "bench": Command("check many programs", BENCH_HELP, _bench, "[FILE...] --out DIR [OPTION...]"),
    "completion": Command(
        "print a completion script", 'Prints a script that lets a shell complete: eval "$(heddle completion bash)".',
        _completion, "bash|zsh|fish",
    ),
    "manual": Command("print the manual page", "Prints heddle(1): heddle manual | man -l -", _manual, ""),
}


def _add_explore_options(parser: Parser) -> None:
    group = parser.add_argument_group("exploration")
    add: Any = group.add_argument
    add("--model", default="sc", metavar="M", help="a shipped memory model, or a .cat or .mcm file (default: sc)")
    add("--unwind", type=number(1, MAX_BOUND), metavar="N",
        help="run every loop and recursion at most N times (default: as often as they do)")  # fmt: skip
    _add_loop_bounds(add)
    add("--max-depth", type=number(1, MAX_BOUND), metavar="N", help="follow every thread for at most N events")
    add("--engine", type=one_of("engine", _counting()), default="auto", metavar="E",
        help=f"{', '.join(_counting())} (default: auto)")  # fmt: skip
    add("--no-filter", action="store_true", help=FILTER_HELP)
    add("--first", action="store_true", help="stop at the first violation")
    add("--jobs", "--pool-size", type=number(1, MAX_JOBS), metavar="N",
        help="explore with N threads (default: one for each core)")  # fmt: skip
    add("--cluster", metavar="WHERE", help=CLUSTER_HELP)
    add("--states", action="store_true", help="print the final values of the globals, with counts")
    add("--dot", metavar="DIR", help=DOT_HELP)
    add("--html", metavar="FILE", help=HTML_HELP)


def _add_litmus_options(parser: Parser) -> None:
    add: Any = parser.add_argument
    add("files", nargs="+", metavar="FILE", help="litmus tests (.litmus)")
    add("--model", default="sc", metavar="M", help="a shipped memory model, or a .cat or .mcm file (default: sc)")
    add("--unwind", type=number(1, MAX_BOUND), default=4, metavar="N", help="loops run at most N times (default: 4)")
    parser.set_defaults(engine="enumerate")


def _counting() -> tuple[str, ...]:
    """The engines that go through all executions."""
    return ("auto", *(e.name for e in engines.known() if e.counts_executions))


def _add_format(parser: Parser, as_json: str) -> None:
    group = parser.add_argument_group("format of the report")
    add: Any = group.add_argument
    formats = report.names()
    add("--format", type=one_of("format", formats), default="text", metavar="F",
        help=f"{', '.join(formats)} (default: text)")  # fmt: skip
    add("--json", action="store_const", dest="format", const="json", help=as_json)


def _add_input_options(parser: Parser) -> None:
    group = parser.add_argument_group("input")
    add: Any = group.add_argument
    add("--compile-commands", metavar="PATH",
        help="take how files are compiled from the compilation database PATH, a compile_commands.json or its "
        "directory; without FILE, all its files are the program (with --each: each one of them)")  # fmt: skip
    add("--data-model", type=one_of("data model", DATA_MODELS), metavar="MODEL",
        help="lp64 (64-bit; the default for .c) or ilp32 (32-bit; the default for .i)")  # fmt: skip
    add("--system-headers", action="store_true", help="use the system's headers instead of Heddle's own models of them")
    parser.add_argument_group("options of compilers", compilation.HELP)
    add("--argv", type=words, metavar="TEXT",
        help="the program's arguments, split as a shell does (default: unknown ones)")  # fmt: skip
    add("--arguments", type=number(0, MAX_ARGUMENTS), default=NOTHING.arguments, metavar="N",
        help="unknown arguments are at most N (default: %(default)s)")  # fmt: skip
    add("--text-length", type=number(1, MAX_TEXT), default=NOTHING.text_length, metavar="N",
        help="an unknown text (an argument, a line or word of input, an environment variable) has at most N characters "
        "(default: %(default)s)")  # fmt: skip


    add("--malloc-may-fail", action="store_true",
        help="malloc, calloc, realloc and their like may give no memory (default: they always do)")
    add("--volatile", type=one_of("meaning of volatile", VOLATILE), default=NOTHING.volatile, metavar="M",
        help="accesses to volatile objects are plain, as C has it, or relaxed atomic ones (default: %(default)s)"
        )  # fmt: skip
    add("--sync-builtins", type=one_of("order of the __sync builtins", SYNC_BUILTINS), default=NOTHING.sync_builtins,
        metavar="M",
        help="the __sync builtins are seq-cst operations, as Clang has them, or full barriers, as GCC documents them "
        "(default: %(default)s)")  # fmt: skip


def _add_violation_options(parser: Parser) -> None:
    group = parser.add_argument_group("what counts as a violation")
    add: Any = group.add_argument
    known = ", ".join(p.name for p in properties.known())
    add("--property", type=property, action="append", metavar="P",
        help=f"what must hold, several joined by '+' or commas, or given one by one: {known} (default: "
        f"{properties.DEFAULT.name}; heddle list properties)"
        )  # fmt: skip
    add("--spec", metavar="FILE.prp",
        help="what must hold, from a specification file of SV-COMP: CHECK( init(main()), LTL(G ! call(reach_error())) )"
        )  # fmt: skip
    add("--error-label", metavar="LABEL",
        help="reaching it is a failing assertion (default: ERROR, in programs that assert nothing)")  # fmt: skip
    names = ", ".join(check.name for check in properties.CHECKS)
    add("--checks", type=checks, default=(), metavar="LIST",
        help=f"these properties in addition, comma-separated: {names}")  # fmt: skip


def _add_model_options(parser: Parser) -> None:
    group = parser.add_argument_group("memory model")
    add: Any = group.add_argument
    add("--model", metavar="M",
        help="memory model: sc (default), tso (total store order: x86), pso (partial store order), another that "
        "Heddle ships (docs/models.md), or a .cat or .mcm file")  # fmt: skip
    add("--sma", type=one_of("shared memory abstraction", tuple(ABSTRACTIONS)), metavar="A",
        help="take shared memory from a C file.  Lazy: sc; tso, pso (store buffers); etso, epso (timestamps).  Eager: "
        "mu-explicit, mu-implicit, mu-hybrid, mu-coarse-inter, mu-coarse-intra (one history of all writes); imu-sc, "
        "imu-tso, imu-pso (a history for each location); lal-reps, lal-reps-tso, lal-reps-pso (rounds)")  # fmt: skip
    add("--schedule", type=one_of("schedule", SCHEDULES), metavar="S",
        help="of a lazy sequential program: threads take turns in rounds (default), or free: the next is any of "
        "them")  # fmt: skip


def _add_search_options(parser: Parser) -> None:
    _add_model_options(parser)
    group = parser.add_argument_group("search")
    add: Any = group.add_argument
    described = "; ".join(f"{e.name} ({e.summary})" for e in engines.known())
    add("--engine", type=one_of("engine", engines.names()), default="auto", metavar="E", help=described)
    _add_pipeline(group)
    add("--mu-grain", type=one_of("grain", GRAINS), metavar="G",
        help="mu: every write by itself (fine), or clusters of what one thread (coarse-intra) or all threads in turn "
        "(coarse-inter) write (default: fine; for programs that write much coarse-inter, unless --writes is "
        "given)")  # fmt: skip
    add("--mu-reads", type=one_of("kind of reads", READS), metavar="R",
        help="mu: at every write or cluster keep all of memory (explicit), what it changes (implicit), or of arrays "
        "what it changes (hybrid, default)")  # fmt: skip
    others = ", ".join(name for name in backends.names() if name != backends.EMBEDDED)
    add("--backend", type=one_of("backend", backends.names()), default=backends.EMBEDDED, metavar="B",
        help=f"what solves the program: {backends.EMBEDDED} (embedded, default), or another verifier, through --sma: "
        f"{others} (heddle list backends)")  # fmt: skip
    add("--width", type=number(1, MAX_WIDTH), metavar="BITS",
        help="with --sma: follow so many bits of integers in shared memory; what is found is confirmed at full "
        "width")  # fmt: skip
    add("--no-filter", action="store_true", help=f"stateless: {FILTER_HELP}")
    add("--reuse-freed", action="store_true",
        help="order, lazy, mu, imu, stateless: allocations may give blocks again that were freed before")  # fmt: skip
    _add_bounds(parser, "grow")
    add = parser.add_argument_group("bounds of execution graphs").add_argument
    add("--max-depth", type=number(1, MAX_BOUND), metavar="N",
        help="stateless, enumerate: follow every thread for at most N events")  # fmt: skip
    _add_sma_bounds(parser, None)


def _add_bounds(parser: Parser, default: str, rounds: bool = True) -> None:
    """The bounds; ``default`` "grow" leaves them open, a number fixes them."""
    group = parser.add_argument_group("bounds")
    add: Any = group.add_argument
    fixed = None if default == "grow" else int(default)
    shown = "grow as time allows" if fixed is None else str(fixed)
    add("--unwind", type=number(1, MAX_BOUND), default=fixed, metavar="N",
        help=f"run every loop and recursion at most N times (default: {shown})")  # fmt: skip
    _add_loop_bounds(add)
    add("--threads", type=number(1, MAX_BOUND), metavar="N",
        help="follow at most N threads, main too; further ones take no step (default: few to 1000)")  # fmt: skip
    add("--malloc-size", type=number(1, MAX_BOUND), default=Bounds().malloc_size, metavar="BYTES",
        help="allocations whose size is not a constant have at most so many bytes (default: %(default)s)")  # fmt: skip
    if rounds:
        add("--rounds", type=number(1, MAX_BOUND), default=fixed, metavar="N",
            help=f"let every thread run at most N times (default: {shown})")  # fmt: skip


def _add_loop_bounds(add: Any) -> None:
    """Bounds of some loops, where they differ from --unwind."""
    bound = number(1, MAX_BOUND)
    add("--unwind-for", type=bound, metavar="N", help="the same for 'for' loops (default: as --unwind)")
    add("--unwind-while", type=bound, metavar="N", help="the same for 'while' and 'do' loops (default: as --unwind)")
    add("--unwind-threads", type=bound, metavar="N",
        help="the same for loops that create threads, of any kind (default: as --unwind)")  # fmt: skip
    add("--unwindset", type=loop_bounds, default=(), metavar="FILE:LINE=N,...", help="bounds of single loops")


def _add_sma_bounds(parser: Parser, fixed: int | None) -> None:
    shown = "grow as time allows" if fixed is None else str(fixed)
    group = parser.add_argument_group("bounds of memory unwinding and of shared memory abstractions")
    add: Any = group.add_argument
    add("--contexts", type=number(1, MAX_BOUND), metavar="N",
        help=f"with --schedule free: at most N turns in all (default: {'4' if fixed else shown})")  # fmt: skip
    add("--queue", type=number(1, MAX_QUEUE), default=fixed, metavar="N",
        help=f"length of store buffers (tso, pso) or of lists of writes (etso, epso; default: {shown})")  # fmt: skip
    add("--clock", type=number(1, MAX_QUEUE), default=fixed, metavar="K",
        help=f"the clock shows K moments for writes to reach memory, 1: sc (etso, epso; default: {shown})")  # fmt: skip
    add("--writes", type=number(1, MAX_QUEUE), default=fixed, metavar="W",
        help="memory unwinding (engines mu and imu, eager abstractions): an execution makes at most W writes to shared "
        "memory, or to one location of it (imu), or has so many clusters of them (--mu-grain; default: "
        f"{shown})")  # fmt: skip


def _add_limits(parser: Parser) -> None:
    group = parser.add_argument_group("limits and messages")
    add: Any = group.add_argument
    add("--timeout", type=seconds, metavar="S", help="stop after S seconds of wall time")
    add("--memory", type=number(MIN_MEGABYTES, MAX_MEGABYTES), metavar="MB", help="stop at MB megabytes of memory")
    add("-v", "--verbose", action="store_true", help="also report progress, statistics, all steps of a violation")
    add("-q", "--quiet", action="store_true", help="print the verdict only, and no progress")
    add("--debug", action="store_true", help="after an internal error show the traceback")


def _add_check_report_options(parser: Parser) -> None:
    group = parser.add_argument_group("report")
    add: Any = group.add_argument
    add("--html", metavar="FILE", help=HTML_HELP)
    add("--trace-out", metavar="FILE",
        help="write the violating execution to FILE as JSON (replaces only an earlier trace)")  # fmt: skip
    add("--invariant-out", metavar="FILE",
        help="write the invariant that proves a program safe to FILE: C expressions for each thread and line (replaces "
        "only an earlier one)")  # fmt: skip
    add("--witness", action="append", metavar="FILE",
        help="write a witness of the violation, or of the proof, to FILE in a format of SV-COMP: .graphml (1.0) or "
        ".yml (2.x); replaces only an earlier one; may be given for both")  # fmt: skip
    add("--each", action="store_true", help="every FILE is a program of its own: one line of result each")
    add("--jobs", type=number(1, MAX_JOBS), metavar="N",
        help="with --each: check N files at the same time; without it: let N engines work at the same time (auto), or "
        "explore with N threads (stateless; default: one for each core, with auto at least 2)")  # fmt: skip
    add("--cluster", metavar="WHERE", help=CLUSTER_HELP)
    add("--explain", action="store_true", help="tell which engines ran, how far each came, and why this is the answer")
    add("--dot", metavar="DIR", help=f"stateless, enumerate: {DOT_HELP}")


def _add_output_options(parser: Parser) -> None:
    group = parser.add_argument_group("output")
    group.add_argument("-o", "--output", metavar="FILE", help="write to FILE instead of standard output")
    group.add_argument("--force", action="store_true", help="replace FILE if it exists")


def parse(arguments: list[str]) -> argparse.Namespace:
    """Raises UsageError; ends the process after --help and --version."""
    parser = build(arguments[0] if arguments and arguments[0] in COMMANDS else None)
    if not arguments:
        parser.print_help(sys.stderr)
        raise UsageError("no command given")
    if arguments[0] not in OF_C:
        return _parsed(parser, arguments)
    compiled, rest = compilation.take(arguments, kept=("-o",) if arguments[0] == "sequentialize" else ())
    options = _parsed(parser, rest, argparse.Namespace(compilation=compiled))
    if not options.files and options.compile_commands is None:
        raise UsageError(f"no FILE given (see 'heddle {options.command} --help')")
    return options


def _parsed(parser: Parser, arguments: list[str], given: argparse.Namespace | None = None) -> argparse.Namespace:
    """Files may stand before, between and behind options; argparse takes those that stand together first."""
    options, rest = parser.parse_known_args(arguments, given)
    files = getattr(options, "files", None)
    unknown = rest if files is None else [argument for argument in rest if argument.startswith("-")]
    if unknown:
        parser.error(f"unrecognized arguments: {' '.join(unknown)}")
    if files is not None:
        options.files = [*files, *rest]
    return options


def format_of(arguments: list[str]) -> str:
    """The format that a command line asks for which may be wrong otherwise."""
    for before, argument in zip(["", *arguments], arguments, strict=False):
        if argument == "--json":
            return "json"
        if before == "--format" or argument.startswith("--format="):
            return argument.removeprefix("--format=")
    return "text"
