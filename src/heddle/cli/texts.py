"""What the help of each command says."""

from __future__ import annotations

MAP = """\
Heddle answers one question about a multi-threaded C program: can an assertion fail?

  heddle check FILE...            look for an execution that breaks an assertion; exit code 1 if there is one
  heddle sequentialize FILE...    print the sequential C program that simulates the threads
  heddle show FILE...             print the program as Heddle sees it, after any stage of a check (--after)
  heddle explore FILE...          count the executions that a memory model allows, and look for violations
  heddle validate WITNESS FILE... judge a witness of SV-COMP, of any tool
  heddle litmus FILE...           run litmus tests under a memory model; exit code 1 if a test's claim does not hold
  heddle convert MODEL --to L     print a memory model in the other language, cat or mcm
  heddle pipelines [NAME]         the chains of stages that checks are made of; docs/pipelines.md
  heddle bench FILE... --out DIR  check many programs under several configurations: tables, plots, comparisons
  heddle completion SHELL         print a completion script for bash, zsh or fish; 'heddle manual' prints heddle(1)
  heddle list WHAT                engines, backends, properties, models, formats, or what engines can do (abilities)

Examples:
  heddle check program.c                          choose the bounds, grow them until there is an answer
  heddle check program.c --unwind 4 --rounds 3    exactly these bounds
  heddle check a.c b.c -DNDEBUG -I include -O2    several files, one program; options of compilers
  heddle check --compile-commands build           the program that a build system made in build
  heddle check --each tests/*.c --timeout 10      every file a program of its own
  heddle check program.i --data-model ilp32 --json --trace-out trace.json
  heddle sequentialize program.c --rounds 2 -o seq.c && cbmc seq.c

Exit codes: 0 safe or safe within bounds, 1 violation, 2 wrong input or usage, 3 unknown, 128+N stopped by signal N.
'heddle COMMAND --help' explains every option.\
"""

CHECK_HELP = """\
Looks for an execution of the program in which an assertion fails (or reach_error is called, or the error label is
reached). Several files are linked into one program. Without --unwind and --rounds the bounds grow until a violation
is found, until they cover every execution, or until the time limit. A bound that cut something is named in the report.
"""

SEQUENTIALIZE_HELP = """\
Unrolls the program to the bounds and prints the sequential C program of the lazy sequentialization, or of the eager one
(--sma): the C program has one thread and reaches a failing assertion if and only if the threaded program does, within
the bounds. With --engine unbounded it keeps the loops, and has no bound on rounds.
"""

CONVERT_HELP = """\
Prints a memory model in cat, the language of herd, or in mcm, the language of Bajczi's thesis. The new model allows the
same executions. Loops become compositions, and the other way round; what a language has no words for (recursion and
flags in mcm) is named, with exit code 2.
"""

LITMUS_HELP = """\
Runs litmus tests (.litmus files in the dialects C, X86, X86_64 and PPC) under a memory model, by going through all
candidate executions, and prints what herd prints: final states, how many executions satisfy the condition, Always,
Sometimes or Never. The model is one that Heddle ships (sc, tso, pso, ra, rc11, weak, weak-a9, nofence) or a .cat or
.mcm file.
"""

EXPLORE_HELP = """\
Explores every execution graph that the memory model allows, each exactly once, and prints how many there are, how many
of them end with a blocked thread, and how many break an assertion. The model is one that Heddle ships or a .cat or .mcm
file. Loops run as often as they do; one that only waits for another thread counts as waiting. Under a model that the
search does not fit (one that allows load buffering, say) the executions of small programs are enumerated instead.
"""

BENCH_HELP = """\
Checks many programs, each under every configuration, and prints how many answers are right, by category, with times.
Programs come from manifests (.csv with a column file, and if there are: property, model, expected, data_model, cflags,
category), task definitions of SV-COMP (.yml), or are given by name. Each run is a process of its own under the limits.
Results are kept in DIR: a bench that was stopped, however it was, goes on where it stopped. DIR also gets summary.md,
results.csv and BenchExec's XML for each configuration. Without programs the results that are there are told. The exit
code is 1 if an answer is wrong.
"""

VALIDATE_HELP = """\
Judges a witness of SV-COMP (GraphML 1.0, or YAML 2.x), of Heddle or of another tool. A violation witness is followed
on the machine that replays violations: threads move as its waypoints say, inputs take their values, and what it leaves
open is tried. It is confirmed (exit code 1, as for the violation that it is) if an execution passes all waypoints and
breaks the property there. A correctness witness is confirmed (exit code 0) if its invariants hold and the program is
proved safe. Otherwise the answer is unknown.
"""

SHOW_HELP = """\
Prints the core program: what the frontend made of the C text, one concurrent operation an instruction.
"""

PIPELINES_HELP = """\
Lists the stages that checks are made of, with their options, and the chains of them that engines run. NAME: prints that
chain as a file for --pipeline, to be changed.
"""
