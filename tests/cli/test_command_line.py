"""The program's own command line and what it reads: unknown within bounds, or given with ``--argv``."""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from heddle.cli import main
from waiting import PATIENCE

pytestmark = pytest.mark.usefixtures("without_worker")

WITHOUT_A_PROOF = ("--unwind", "4")
"""For what has none: who asks about bounds wants no proof, and auto would look for one until its time is over."""
HEADERS = ("assert", "stdio", "stdlib", "string", "unistd")
Check = Callable[..., dict[str, object]]


@pytest.fixture
def check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Check:
    def run(text: str, *options: str) -> dict[str, object]:
        program = tmp_path / "program.c"
        headers = "".join(f"#include <{h}.h>\n" for h in HEADERS)
        program.write_text(headers + text)
        main(["check", str(program), "--json", "--timeout", str(PATIENCE), *options])
        found: dict[str, object] = json.loads(capsys.readouterr().out)
        return found

    return run


NUMBER = """
int main(int argc, char **argv) {
    if (argc < 2) { fprintf(stderr, "usage: %s n\\n", argv[0]); exit(1); }
    int n = atoi(argv[1]);
    assert(n == atoi(argv[1]) && CLAIM);
}
"""


def test_arguments_that_are_numbers_are_any_numbers_and_nothing_is_cut(check: Check) -> None:
    assert check(NUMBER.replace("CLAIM", "n != 1234567890"))["verdict"] == "violation"
    safe = check(NUMBER.replace("CLAIM", "argc > 1"))
    assert (safe["verdict"], safe["cuts"]) == ("safe", [])


SCANNED = """
int main(int argc, char *argv[]) {
    int n = 5;
    if (argc == 2) sscanf(argv[1], "%d", &n);
    assert(CLAIM);
}
"""


def test_a_number_that_is_scanned_from_an_argument_is_any_number(check: Check) -> None:
    assert check(SCANNED.replace("CLAIM", "n != -77"))["verdict"] == "violation"
    assert check(SCANNED.replace("CLAIM", "argc == 2 || n == 5"))["verdict"] == "safe"


def test_a_program_that_ignores_its_arguments_has_no_cut(check: Check) -> None:
    found = check("int main(int argc, char **argv) { assert(argc > 0); }")
    assert (found["verdict"], found["cuts"]) == ("safe", [])


TEXT = "int main(int argc, char **argv) { if (argc == 2) assert(strcmp(argv[1], \"%s\") != 0); }"


def test_unknown_arguments_are_any_texts_within_the_bounds(check: Check) -> None:
    assert check(TEXT % "-v")["verdict"] == "violation"
    long = check(TEXT % "--verbose", *WITHOUT_A_PROOF)
    assert long["verdict"] == "safe within bounds"
    assert any("--text-length" in cut for cut in long["cuts"])  # type: ignore[attr-defined]
    assert check(TEXT % "--verbose", "--text-length", "9")["verdict"] == "violation"


def test_more_arguments_than_the_bound_are_named_as_a_cut(check: Check) -> None:
    text = "int main(int argc, char **argv) { char **p = argv; assert(argc < 6 || !p[5]); }"
    found = check(text, "--text-length", "1")
    assert found["verdict"] == "safe within bounds"
    assert check(text, "--text-length", "1", "--arguments", "5")["verdict"] == "violation"


SHAPE = """
int main(int argc, char **argv) {
    char **p = argv;
    assert(argc == 3 && p[argc] == 0 && strcmp(p[0], "program") == 0);
    assert(strcmp(p[1], "a") == 0 && strcmp(p[2], "b \\"c") == 0);
    p[1][0] = 'x';
    assert(strcmp(p[1], "x") == 0);
}
"""


@pytest.mark.parametrize("engine", ["order", "lazy", "mu", "imu", "stateless"])
def test_given_arguments_are_split_as_a_shell_does(check: Check, engine: str) -> None:
    assert check(SHAPE, "--argv", "a 'b \"c'", "--engine", engine)["verdict"] == "safe"


def test_a_command_line_that_does_not_end_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["check", str(tmp_path / "p.c"), "--argv", "'a"]) == 2
    assert "not a command line" in capsys.readouterr().err


OPTIONS = """
int main(int argc, char **argv) {
    int c, v = 0, n = 1;
    while ((c = getopt(argc, argv, "vn:")) != -1)
        switch (c) { case 'v': v++; break; case 'n': n = atoi(optarg); break; default: exit(2); }
    assert(v == 2 && n == 42 && argc - optind == 1 && strcmp(argv[optind], "file") == 0);
}
"""


@pytest.mark.parametrize(("given", "verdict"), [
    ("-vv -n 42 file", "safe"), ("-v -vn42 -- file", "safe"), ("-n 42 -v file", "violation"), ("-x", "safe"),
    ("-v file -n 42 -v", "safe"), ("file -v -vn42", "safe"), ("file -v", "violation"), ("other -vvn 42 -- file", "violation"),
])  # fmt: skip
def test_options_of_given_command_lines(check: Check, given: str, verdict: str) -> None:
    assert check(OPTIONS, f"--argv={given}", "--engine", "stateless")["verdict"] == verdict


LONG_OPTIONS = r"""
#include <getopt.h>
static int flag;
static const struct option all[] = {
    {"add", required_argument, 0, 'a'}, {"append", no_argument, 0, 'p'}, {"delete", optional_argument, 0, 'd'},
    {"verbose", no_argument, &flag, 7}, {"version", no_argument, 0, 'V'}, {0, 0, 0, 0},
};
static unsigned seen;
static void see(int number) { seen = seen * 31 + number; }
static void see_text(const char *text) {
    if (!text) see(-1);
    else while (*text) see(*text++);
}
static void read_options(int argc, char **argv) {
    int c, index = -1;
    opterr = 0;
    while ((c = getopt_long(argc, argv, SHORT "pa:d::", all, &index)) != -1) {
        see(c);
        see(index);
        see_text(optarg);
        if (c == '?' || c == ':') see(optopt);
        index = -1;
    }
    see(flag);
    for (int i = optind; i < argc; i++) see_text(argv[i]);
}
"""
PRINTED = LONG_OPTIONS + 'int main(int argc, char **argv) { read_options(argc, argv); printf("%u", seen); }'
ASSERTED = LONG_OPTIONS + "int main(int argc, char **argv) { read_options(argc, argv); assert(seen CLAIM); }"


@pytest.fixture(scope="module")
def natively(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str], str]:
    """What the system's getopt_long makes of a command line."""
    folder, programs = tmp_path_factory.mktemp("options"), dict[str, Path]()

    def run(short: str, given: str) -> str:
        if short not in programs:
            source, programs[short] = folder / "options.c", folder / f"options{len(programs)}"
            source.write_text("".join(f"#include <{h}.h>\n" for h in HEADERS) + PRINTED.replace("SHORT", short))
            subprocess.run(["cc", "-D_GNU_SOURCE", "-o", str(programs[short]), str(source)], check=True)
        return subprocess.run([programs[short], *shlex.split(given)], check=True, capture_output=True, text=True).stdout.strip()

    return run


@pytest.mark.parametrize(("given", "short"), [
    ("one --add two -p three --delete=x --delete four -- five --add", '""'), ("one --add two -p three --delete=x -- five --add", '"+"'),
    ("--ver -p", '""'), ("--verb --vers x", '":"'), ("--append=3 y -a", '""'), ("--append=3 y -a", '":"'), ("--nothing -z", '"+"'),
    ("-dx -d x -pa5 z --ad 6 - -p", '""'), ("-dx -d x -pa5 z --ad 6 - -p", '"+"'), ("x --add", '":"'), ("", '""'),
])  # fmt: skip
def test_options_are_those_that_the_system_finds(check: Check, natively: Callable[[str, str], str], given: str, short: str) -> None:
    number = natively(short, given)
    for claim, verdict in ((f"== {number}", "safe"), (f"!= {number}", "violation")):
        text = ASSERTED.replace("CLAIM", claim).replace("SHORT", short)
        assert check(text, f"--argv={given}", "--engine", "stateless", "--unwind", "60")["verdict"] == verdict


@pytest.mark.parametrize(("text", "verdict"), [
    ('char w[4]; scanf("%s", w);', "violation"),
    ('char w[4]; scanf("%3s", w); assert(w[3] == 0 || 1);', "safe"),
    ('int n = 0; assert(scanf("%d", &n) == 1 || n == 0);', "safe"),
    ('int n = 0, m = 0; assert(scanf("%d,%d", &n, &m) != 1);', "violation"),
    ('int n = 0; if (scanf("%2d", &n) == 1) assert(n > -10 && n < 100);', "safe"),
    ('char b[3]; if (fgets(b, 3, stdin)) assert(b[0] != \'\\n\' || b[1] == 0);', "safe"),
    ('FILE *f = fopen("x", "r"); assert(f);', "violation"),
    ('FILE *f = fopen("x", "r"); if (f && fgetc(f) == EOF) assert(feof(f) || ferror(f));', "safe"),
    ('char *a = getenv("A"), *b = getenv("A"); assert(a == b);', "safe within bounds"),
    ('char b[4]; int n = rand(); sprintf(b, "%d", n);', "violation"),
    ('char b[12]; int n = rand(); sprintf(b, "%d", -n);', "safe"),
    ('char b[4]; int n = rand(); assert(snprintf(b, 4, "%d", n) <= 10 && strlen(b) < 4);', "safe"),
])  # fmt: skip
def test_what_a_program_reads_is_unknown(check: Check, text: str, verdict: str) -> None:
    limits = WITHOUT_A_PROOF if verdict == "safe within bounds" else ()
    assert check(f"int main(void) {{ {text} }}", *limits)["verdict"] == verdict


@pytest.mark.parametrize("engine", ["order", "lazy", "stateless"])
@pytest.mark.parametrize("install", ["signal(SIGINT, on);", "struct sigaction a = {.sa_handler = on}; sigaction(SIGINT, &a, NULL);"])
def test_signals_do_not_arrive_and_the_answer_says_so(check: Check, install: str, engine: str) -> None:
    text = f"#include <signal.h>\nint n; void on(int s) {{ n = s; }} int main(void) {{ {install} assert(n != 1); assert(n CLAIM 0); }}"
    safe = check(text.replace("CLAIM", "=="), "--engine", engine)
    assert safe["verdict"] == "safe within bounds"
    assert any("a signal arrives" in cut for cut in safe["cuts"])  # type: ignore[attr-defined]
    assert check(text.replace("CLAIM", "!="), "--engine", engine)["verdict"] == "violation"
    ignored = "#include <signal.h>\nint main(void) { signal(SIGPIPE, SIG_IGN); }"
    assert check(ignored, "--engine", engine)["verdict"] == "safe"
