"""Specification files of SV-COMP (--spec)."""

from __future__ import annotations

import pytest

from heddle import properties
from heddle.errors import InputError
from heddle.properties.specification import FORMULAS, parse_specification

UNREACH = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"

PROGRAM = """#include <assert.h>
int __VERIFIER_nondet_int(void);
void reach_error(void) { assert(0); }
void bad(void) {}
void (*pointer)(void) = bad;
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 3) reach_error();
    if (x == 4) pointer();
    if (x == 5) { ERROR: x = 0; }
    assert(x != 7);
    return 0;
}
"""


def check(formula: str) -> str:
    return f"CHECK( init(main()), LTL({formula}) )\n"


@pytest.fixture
def spec(c_file):
    return lambda text: c_file(text, "spec.prp")


# --- what counts ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("formula", "message"),
    [
        ("G ! call(reach_error())", "reach_error() is called"),
        ("G ! call(bad())", "bad() is called"),
        ("G ! label(ERROR)", "label ERROR is reached"),
    ],
)
@pytest.mark.parametrize("engine", ["order", "stateless"])
def test_only_what_the_formula_names_counts(heddle, c_file, spec, formula, message, engine):
    run = heddle("check", "--engine", engine, "--spec", spec(check(formula)), c_file(PROGRAM))
    assert run.code == 1 and message in run.out.splitlines()[0]


def test_another_assertion_ends_the_execution_and_is_no_violation(heddle, c_file, spec):
    text = "#include <assert.h>\nvoid reach_error(void) {}\nint x;\nint main(void) { assert(x); reach_error(); }"
    assert heddle("check", "-q", "--spec", spec(UNREACH), c_file(text)).out.startswith("safe:")
    assert heddle("check", "-q", c_file(text)).code == 1


def test_static_functions_of_several_files(heddle, c_file, spec):
    files = [c_file("static void bad(void) {}\nint other(void);\nint main(void) { (void)bad; return other(); }", "a.c"),
             c_file("static void bad(void) {}\nint other(void) { bad(); return 0; }", "b.c")]  # fmt: skip
    run = heddle("check", "--spec", spec(check("G ! call(bad())")), *files)
    assert run.code == 1 and "bad() is called" in run.out


def test_what_never_becomes_a_call_is_not_called_safe(heddle, c_file, spec):
    text = "#include <alloca.h>\nint main(void) { return alloca(4) == 0; }"
    run = heddle("check", "--spec", spec(check("G ! call(alloca())")), c_file(text))
    assert run.code == 3 and "cannot be told" in run.out


@pytest.mark.parametrize("formula", FORMULAS)
def test_every_formula_is_a_property_that_is_known_by_name(heddle, c_file, spec, formula):
    name = FORMULAS[formula]
    assert name in [p.name for p in properties.known()]
    run = heddle("check", "--spec", spec(check(formula)), c_file("int main(void) { return 0; }"))
    assert run.code in (0, 1)


def test_several_formulas_all_hold():
    said = parse_specification(check("G valid-free") + "\n" + check("G valid-deref") + check("G valid-memtrack"), "m.prp")
    assert said.property.name == "valid-free+valid-deref+valid-memtrack"


def test_space_does_not_matter():
    said = parse_specification("CHECK(init(main()),LTL(G!label(L)))\n\n  CHECK ( init ( main ( ) ) , LTL ( G ! label ( L ) ) )", "l.prp")
    assert said.error_label == "L"


def test_checks_are_added(heddle, c_file, spec):
    text = "int main(void) { int a[2], i = 2; return a[i]; }"
    assert heddle("check", "-q", "--spec", spec(UNREACH), c_file(text)).code == 0
    assert heddle("check", "-q", "--spec", spec(UNREACH), "--checks", "bounds", c_file(text)).code == 1


def test_each_file_has_the_same_specification(heddle, c_file, spec):
    files = [c_file("void reach_error(void) {}\nint main(void) { reach_error(); }", name) for name in ("a.c", "b.c")]
    run = heddle("check", "--each", "--spec", spec(UNREACH), *files)
    assert run.code == 1 and run.out.count("violation") == 2


# --- what is refused ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("", "1:1"),
        ("\n  COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )", "2:3"),
        ("CHECK( init(main()), LTL(G ! data-rice) )", "1:26"),
        ("CHECK( init(start()), LTL(F end) )", "1:13"),
        ("CHECK( init(main()), LTL(F end)", "1:31"),
        ("CHECK( init(main()), LTL(G ! call(3())) )", "1:35"),
        (check("G ! label(A)") + check("G ! label(B)"), "2:36"),
        (UNREACH + "and more", "2:1"),
        ("\x00\xff" * 40, "1:1"),
    ],
)
def test_a_specification_that_cannot_be_read_is_one_line_with_its_place(heddle, c_file, spec, text, where):
    run = heddle("check", "--spec", spec(text), c_file(PROGRAM))
    assert run.code == 2 and run.err.count("\n") == 1 and f"spec.prp:{where}: " in run.err
    with pytest.raises(InputError):
        parse_specification(text, "spec.prp")


@pytest.mark.parametrize("more", [["--property", "assert"], ["--error-label", "OTHER"]])
def test_what_does_not_go_with_it(heddle, c_file, spec, more):
    run = heddle("check", "--spec", spec(check("G ! label(ERROR)")), *more, c_file(PROGRAM))
    assert run.code == 2 and run.err.count("\n") == 1


def test_missing_file_and_other_languages(heddle, c_file, spec, tmp_path):
    assert heddle("check", "--spec", tmp_path / "nowhere.prp", c_file(PROGRAM)).code == 2
    assert heddle("check", "--spec", tmp_path, c_file(PROGRAM)).code == 2
    assert heddle("check", "--spec", spec(UNREACH), c_file("", "a.xcfa")).code == 2
