"""Extended control flow automata: what their text means, and what is wrong with it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from heddle.core.instr import Fence, Nondet, Read, Write
from heddle.errors import InputError
from heddle.xcfa import load
from waiting import PATIENCE

pytestmark = pytest.mark.usefixtures("without_worker")

HERE = Path(__file__).parent
EXAMPLE = HERE.parents[1] / "examples" / "peterson.xcfa"
FIGURES = ["figure-5.1.xcfa", "figure-5.2.xcfa"]
MODELS = ["sc", "tso", "pso", "rc11", "weak"]


@pytest.fixture
def xcfa(tmp_path):
    def write(text: str) -> Path:
        path = tmp_path / "program.xcfa"
        path.write_text(text)
        return path

    return write


def automaton(edges: str, variables: str = "", shared: str = "", others: str = "", procedures: str = "") -> str:
    """One main process: from ``Start`` to ``Bad`` or ``End``."""
    return (
        f"{shared}\nmain process p {{ {procedures} main procedure run() {{ {variables} init loc Start loc Middle "
        f"error loc Bad final loc End {edges} }} }}\n{others}"
    )


def verdict(heddle, path: Path, *options: str) -> str:
    return json.loads(heddle("check", "--json", "--timeout", PATIENCE, *options, path).out)["verdict"]


def reaches(heddle, xcfa, condition: str, statements: str, variables: str = "", **more: str) -> bool:
    """Whether the condition can hold after the statements."""
    edges = f"Start -> Middle {{ {statements} }} Middle -> Bad {{ assume {condition} }} Middle -> End {{ assume not ({condition}) }}"
    return verdict(heddle, xcfa(automaton(edges, variables, **more))) == "violation"


@pytest.mark.parametrize("figure", FIGURES)
@pytest.mark.parametrize("options", [
    [], ["--engine", "lazy"], ["--engine", "stateless"], ["--model", "tso"], ["--model", "pso", "--engine", "stateless"],
    ["--model", "rc11"], ["--model", "bajczi-weak"], ["--model", "tso", "--sma", "etso"],
])  # fmt: skip
def test_the_figures_violate_under_every_engine(heddle, figure, options):
    assert verdict(heddle, HERE / figure, *options) == "violation"


@pytest.mark.parametrize("model", MODELS)
def test_figure_5_2_has_two_executions(heddle, model, tmp_path):
    """Fig. 5.3: the read reads the initial value, or the other thread's write."""
    run = heddle("explore", "--json", "--model", model, "--dot", tmp_path / "dot", HERE / "figure-5.2.xcfa")
    answer = json.loads(run.out)
    assert (answer["executions"], answer["violations"], answer["complete"]) == (1, 1, True)
    text = (tmp_path / "dot" / "violation-1.dot").read_text()
    assert 'label="read err = 1\\nline 12"' in text
    assert 'label="write err = 1\\nline 32"' in text
    assert "thread 1: writer" in text


def test_figure_5_4_waits_for_the_error(heddle, xcfa):
    """The reader goes back instead of ending: up to a depth of N, it can read true at each of the N reads, or never."""
    text = (HERE / "figure-5.2.xcfa").read_text().replace("L1 -> Lf", "L1 -> L0")
    for depth in (2, 3, 4):
        run = heddle("explore", "--json", "--model", "weak", "--max-depth", str(depth), xcfa(text))
        assert json.loads(run.out)["verdict"] == "violation"


def test_places_are_those_of_the_automaton():
    program = load(str(HERE / "figure-5.2.xcfa"))
    (read,) = (x for x in program.functions["reader.mproc"].body if isinstance(x, Read))
    assert (read.loc.line, read.loc.column, read.loc.end_line, read.loc.end_column) == (12, 7, 12, 19)


def test_show_prints_core(heddle):
    run = heddle("show", HERE / "figure-5.2.xcfa")
    assert run.code == 0
    text = run.out.replace(f"{HERE}/", "")
    assert """\
function `reader.mproc`() {
    var l_err, t1: u8
    t1 := read err order relaxed                             // figure-5.2.xcfa:12:7
    l_err := t1                                              // figure-5.2.xcfa:12:7
    if l_err != 0:u8 goto Le                                 // figure-5.2.xcfa:15:5
    return                                                   // figure-5.2.xcfa:9:5
  Le:
    assert 0 "error location Le of reader.mproc"             // figure-5.2.xcfa:8:5
    assume 0                                                 // figure-5.2.xcfa:8:5
}
""" in text
    assert """\
function `writer.mproc`() {
    var l_err: u8
    l_err := 1 as u8                                         // figure-5.2.xcfa:31:7
    write err := l_err order relaxed                         // figure-5.2.xcfa:32:7
    return                                                   // figure-5.2.xcfa:28:5
}
""" in text


@pytest.mark.parametrize("model", MODELS)
def test_the_example_is_correct(heddle, model):
    run = heddle("explore", "--json", "--model", model, EXAMPLE)
    assert json.loads(run.out)["verdict"] == "safe"


@pytest.mark.parametrize("model", ["tso", "weak"])
def test_the_example_needs_its_fences(heddle, xcfa, model):
    text = "\n".join(line for line in EXAMPLE.read_text().splitlines() if line.strip() != "fence")
    assert verdict(heddle, xcfa(text), "--model", model) == "violation"
    assert verdict(heddle, EXAMPLE, "--model", "nofence") == "violation"


# --- expressions -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("expression", "value"), [
    ("1 + 2 * 3", 7), ("(1 + 2) * 3", 9), ("10 - 3 - 2", 5), ("-2 + 5", 3), ("7 div 2", 3), ("7 mod 2", 1),
    ("-7 div 2", -4), ("-7 mod 2", 1), ("-7 div -2", 4), ("7 mod -2", 1), ("7 / 2", 3), ("if 1 < 2 then 4 else 5", 4),
    ("if not (1 < 2) then 4 else 5", 5),
])  # fmt: skip
def test_integer_expressions(heddle, xcfa, expression, value):
    assert reaches(heddle, xcfa, f"x = {value}", f"x := {expression}", "var x : int")
    assert not reaches(heddle, xcfa, f"x /= {value}", f"x := {expression}", "var x : int")


@pytest.mark.parametrize(("expression", "value"), [
    ("true and not false", True), ("false or false", False), ("true imply false", False), ("false imply false", True),
    ("true iff false", False), ("1 <= 1", True), ("1 < 1", False), ("2 >= 3", False), ("3 > 2", True), ("1 /= 2", True),
    ("not 1 = 2", True), ("true or true and false", True), ("not false and false", False),
])  # fmt: skip
def test_truth_values(heddle, xcfa, expression, value):
    assert reaches(heddle, xcfa, "b", f"b := {expression}", "var b : bool") == value


# --- statements ------------------------------------------------------------------------------------------------------


def test_havoc_is_any_value(heddle, xcfa):
    assert reaches(heddle, xcfa, "x = -77", "havoc x", "var x : int")
    assert reaches(heddle, xcfa, "not b", "havoc b", "var b : bool")
    assert not reaches(heddle, xcfa, "b and not b", "havoc b", "var b : bool")


@pytest.mark.parametrize("model", ["rc11", "ra", "weak"])
def test_havoc_is_followed_along_graphs(heddle, xcfa, model):
    """The value that one process picks decides what another one sees."""
    edges = "Start -> Middle { a <- x } Middle -> Bad { assume a = 1 } Middle -> End { assume a = 0 }"
    other = (
        "process q { main procedure run() { var one : int (1) var b : bool var c : bool init loc S loc M loc T final loc E "
        "S -> M { havoc c havoc b } M -> T { assume b and not c } M -> E { assume c or not b } T -> E { one -> x } } }"
    )
    text = automaton(edges, "var a : int", "var x : int (0)", other)
    assert verdict(heddle, xcfa(text), "--engine", "stateless", "--model", model) == "violation"


def test_a_variable_without_a_value_has_any(heddle, xcfa):
    assert reaches(heddle, xcfa, "x = 3", "skip", "var x : int")
    assert not reaches(heddle, xcfa, "x = 3", "skip", "var x : int (4)")
    assert reaches(heddle, xcfa, "a = 3", "a <- x", "var a : int", shared="var x : int")
    assert not reaches(heddle, xcfa, "a = 3", "a <- x", "var a : int", shared="var x : int (-1)")


def test_edges_without_guards_are_a_choice(heddle, xcfa):
    edges = "Start -> Middle { x := 1 } Start -> Middle { x := 2 } Start -> Middle [x = 0] "
    edges = edges.replace("[x = 0]", "{ [x = 0] x := 3 }")
    for value, possible in ((1, True), (2, True), (3, True), (4, False)):
        whole = f"{edges} Middle -> Bad {{ assume x = {value} }} Middle -> End {{ assume x /= {value} }}"
        found = verdict(heddle, xcfa(automaton(whole, "var x : int (0)")))
        assert (found == "violation") == possible


def test_guards_exclude(heddle, xcfa):
    edges = "Start -> Bad { assume x = 1 } Start -> End { assume x = 2 }"
    assert verdict(heddle, xcfa(automaton(edges, "var x : int (2)"))) == "safe"
    assert verdict(heddle, xcfa(automaton(edges, "var x : int (1)"))) == "violation"
    assert verdict(heddle, xcfa(automaton(edges, "var x : int (3)"))) == "safe"


def test_loops(heddle, xcfa):
    edges = "Start -> Start { assume n < 5 n := n + 1 } Start -> Middle { assume n >= 5 } "
    edges += "Middle -> Bad { assume n = 5 } Middle -> End { assume n /= 5 }"
    assert verdict(heddle, xcfa(automaton(edges, "var n : int (0)"))) == "violation"


WRITER = "process w { main procedure run() { var one : int (1) init loc A final loc B A -> B { WRITES } } }"


@pytest.mark.parametrize(("store", "load", "fence", "stale"), [
    ("", "", "", True), ("atomic @release", "atomic @acquire", "", False), ("atomic @relaxed", "atomic @acquire", "", True),
    ("atomic @seq_cst", "atomic @seq_cst", "", False), ("", "", "fence", False),
])  # fmt: skip
def test_orders_and_fences_mean_what_they_say(heddle, xcfa, store, load, fence, stale):
    """Message passing under rc11."""
    text = automaton(
        f"Start -> Middle {{ a <- y {load} {fence} b <- x }} Middle -> Bad {{ assume a = 1 and b = 0 }} "
        "Middle -> End { assume not (a = 1 and b = 0) }",
        "var a : int var b : int", "var x : int (0) var y : int (0)",
        WRITER.replace("WRITES", f"one -> x {fence} one -> y {store}"),
    )  # fmt: skip
    assert (verdict(heddle, xcfa(text), "--model", "rc11") == "violation") == stale


def test_assignments_are_plain_accesses_and_loads_are_atomic(xcfa):
    edges = "Start -> End { x := 1 a := x a <- x a -> x atomic @release fence fence acquire }"
    body = load(str(xcfa(automaton(edges, "var a : int", "var x : int (0)")))).functions["p.run"].body
    found = [(type(i).__name__, i.order) for i in body if isinstance(i, Read | Write | Fence)]
    assert found == [
        ("Write", "plain"), ("Read", "plain"), ("Read", "relaxed"), ("Write", "release"), ("Fence", "full"), ("Fence", "acquire")
    ]  # fmt: skip
    assert not any(isinstance(i, Nondet) for i in body), "a is set before it is read"


def test_atomic_sections_and_mutexes_exclude(heddle, xcfa):
    add = {
        "lost": "a <- x a := a + 1 a -> x", "atomic": "atomic-begin a := x x := a + 1 atomic-end",
        "locked": "lock(m) a <- x a := a + 1 a -> x unlock(m)",
    }  # fmt: skip
    for name, statements in add.items():
        other = f"process q {{ main procedure run() {{ var a : int init loc A final loc B A -> B {{ {statements} a -> done }} }} }}"
        edges = f"Start -> Middle {{ {statements} c <- done b <- x }} Middle -> Bad {{ assume b = 1 and c > 0 }} "
        edges += "Middle -> End { assume not (b = 1 and c > 0) }"
        variables = "var a : int var b : int var c : int"
        text = automaton(edges, variables, "var x : int (0) var done : int (0) var m : synthetic", other)
        assert (verdict(heddle, xcfa(text)) == "violation") == (name == "lost"), name


# --- procedures and processes ------------------------------------------------------------------------------------------


def test_procedures_take_and_give(heddle, xcfa):
    add = "procedure add(OUT c : int, IN a : int, b : int) { init loc A final loc B A -> B { c := a + b } }"
    assert reaches(heddle, xcfa, "x = 5", "call add(x, 2, 3)", "var x : int", procedures=add)
    assert not reaches(heddle, xcfa, "x /= 5", "call add(x out, 2 in, 3 in)", "var x : int", procedures=add)
    twice = "int procedure twice(a : int) { var result : int init loc A final loc B A -> B { result := a + a } }"
    assert not reaches(heddle, xcfa, "x /= 6", "x := call twice(3)", "var x : int", procedures=twice)
    early = "int procedure f(a : int) { init loc A final loc B A -> B { return a * a } }"
    assert not reaches(heddle, xcfa, "x /= 9", "x := call f(3)", "var x : int", procedures=early)


def test_recursion(heddle, xcfa):
    procedure = """procedure up(OUT c : int, IN a : int) {
        init loc A final loc B
        A -> B { assume a >= 5 c := a }
        A -> B { assume a < 5 call up(c, a + 1) }
    }"""
    assert reaches(heddle, xcfa, "x = 5", "call up(x, 1)", "var x : int", procedures=procedure)
    assert not reaches(heddle, xcfa, "x /= 5", "call up(x, 1)", "var x : int", procedures=procedure)


def test_variables_of_a_process_are_its_own(heddle, xcfa):
    text = """process p { var n : int (0)
        procedure add() { init loc A final loc B A -> B { n := n + 1 } }
        main procedure run() { init loc A loc M error loc E final loc B
            A -> M { call add() call add() } M -> E { assume n /= 2 } M -> B { assume n = 2 } } }
    process q { var n : int (7) main procedure run() { init loc A final loc B A -> B { n := 8 } } }"""
    assert verdict(heddle, xcfa(text)) == "safe"


def test_comments_headers_and_notes_are_read(xcfa):
    text = "static simple /* one */ main process p { init loc {line:5} A final loc B A -> B // an edge\n }"
    assert "p" in load(str(xcfa(text.replace("{line:5}", "{line:five}")))).functions


# --- mistakes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "message"), [
    ("main process p { init loc A A -> B }", "1:34: the location 'B' is not declared"),
    ("main process p { loc A }", "1:1: p has no initial location"),
    ("main process p { init loc A init loc B }", "1:29: p has more than one initial location"),
    ("main process p {\n init loc A final loc B\n A -> B { x := 1 } }", "3:11: 'x' is not declared"),
    ("main process p { var b : bool init loc A final loc B A -> B { b := 1 } }", "1:68: an expression of type bool"),
    ("main process p { var b : rat init loc A }", "1:26: variables of type 'rat' are not supported"),
    ("main process p { var b : int (true) init loc A }", "1:31: an initial value is a constant"),
    ("var x : int main process p { var a : int init loc A final loc B A -> B { a -> x atomic @acquire } }",
     "1:89: 'acquire' is no order of a store"),
    ("main process p { var a : int var c : int init loc A final loc B A -> B { a <- c } }", "'c' is not a global variable"),
    ("main process p { init loc A final loc B A -> B { call f() } }", "1:55: this process has no procedure 'f'"),
    ("main process p { init loc A final loc B A -> B { sleep() } }", "there is no statement 'sleep' with 0 variables"),
    ("main process p { init loc A final loc B B -> A }", "an edge leaves the final location 'B'"),
    ("main process p { procedure q() { init loc A } }", "the process 'p' has no main procedure"),
    ("process p { init loc A } process p { init loc A }", "a process cannot be named 'p' here"),
    ("main process p { init loc A } main process q { init loc A }", "only one process can be the main one"),
    ("main process p { init loc A", "1:28: the text ends too early"),
    ("main process p { init loc A } }", "1:31: unexpected '}'"),
    ("var x : int", "there is no process"),
    ("main process p(a : int) { init loc A }", "processes with parameters are not supported"),
    (f"main process p {{ var b : int ({'9' * 5000}) init loc A }}", f"1:31: {'9' * 40} is no integer of 32 bits"),
    (f"main process p {{ var a : int init loc A final loc B A -> B {{ a := {'9' * 5000} }} }}", "is no integer of 32 bits"),
    ("var x : int var x : int main process p { init loc A }", "1:17: 'x' is declared twice"),
])  # fmt: skip
def test_mistakes_are_named_with_their_place(heddle, xcfa, text, message):
    path = xcfa(text)
    with pytest.raises(InputError, match=r"program\.xcfa:") as error:
        load(str(path))
    assert message in str(error.value)
    run = heddle("check", path)
    assert run.code == 2
    assert message in run.err
    assert len(run.err.strip().splitlines()) == 1


def test_two_files_are_refused(heddle, xcfa, c_file):
    assert heddle("check", xcfa("main process p { init loc A }"), c_file("int main(void) {}")).code == 2
