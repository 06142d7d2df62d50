"""The cat language: what it means, and what is said about mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from heddle.errors import InputError
from heddle.graph import INIT_THREAD, Event, ExecutionGraph, rows
from heddle.models.cat import load
from heddle.models.evaluate import Evaluator
from heddle.models.relation import Base, Model, base_names

# Two threads: 0 writes x (1) and reads y (2); 1 writes x (3, acquire) and y (4) with a fence between (5).
EVENTS = (
    Event(0, INIT_THREAD, 0, "init", "x", 0),
    Event(1, 0, 0, "W", "x", 1),
    Event(2, 0, 1, "R", "y", 1),
    Event(3, 1, 0, "W", "x", 2, frozenset({"ACQ"})),
    Event(4, 1, 2, "W", "y", 1),
    Event(5, 1, 1, "F", None, None, frozenset({"MFENCE"})),
)
NONE = (0,) * len(EVENTS)
GRAPH = ExecutionGraph(
    EVENTS,
    po=rows(6, [(1, 2), (3, 5), (5, 4), (3, 4)]),
    rf=rows(6, [(4, 2)]),
    co=rows(6, [(0, 1), (0, 3), (1, 3)]),
    rmw=NONE,
    addr=NONE,
    data=NONE,
    ctrl=NONE,
)


@pytest.fixture
def model(tmp_path):
    def read(text: str, name: str = "m.cat") -> Model:
        path = tmp_path / name
        path.write_text(text)
        return load(path)

    return read


def allows(model: Model) -> bool:
    return Evaluator(model).consistent(GRAPH)


@pytest.mark.parametrize(
    "true",
    [
        "empty (po \\ po-loc) & loc",
        "~empty [W];po;[R]",
        "~empty WR(po)",
        "empty RW(po)",
        "~empty WW(po)",
        "empty WW(po) \\ MM(po)",
        "~empty rf & W*R & ext",
        "empty rf & int",
        "empty (W * R)^-1 \\ R*W",
        "~empty po+ & (W*W)",
        "~empty fencerel(MFENCE) & (W*W)",
        "empty [ACQ]; po; [R]",
        "~empty domain(rf) & W",
        "empty range(rf) \\ R",
        "acyclic po | rf | co",
        "irreflexive po*;rf",
        "~empty (po?) & id",
        "empty ~(_ * _)",
        "empty 0 | {}",
        "~empty IW & W",
        "~empty FW & W",
        "empty co0 \\ co",
    ],
)
def test_true_statements(model, true):
    assert allows(model(f"Test\n{true}\n"))


@pytest.mark.parametrize("false", ["empty po", "irreflexive po | id", "acyclic po | po^-1", "~empty F & W"])
def test_false_statements(model, false):
    assert not allows(model(f'"Test"\n{false} as claim\n'))


def test_precedence_is_that_of_herd(model):
    """| is weakest, then ;, \\, &, the product; postfix operators bind tightest."""
    assert allows(model("let a = po ; rf \\ po & rf | co let b = ((po ; (rf \\ (po & rf))) | co) empty (a \\ b) | (b \\ a)"))
    assert allows(model("let a = W * R & po let b = (W * R) & po empty (a \\ b) | (b \\ a)"))
    assert allows(model("let a = po \\ rf \\ po let b = (po \\ rf) \\ po empty (a \\ b) | (b \\ a)"))
    assert allows(model("let a = po+;rf^-1? let b = (po+);((rf^-1)?) empty (a \\ b) | (b \\ a)"))


def test_a_star_is_a_product_where_an_operand_follows(model):
    assert allows(model("let r = po* let s = W*R & po ~empty r & s"))
    assert allows(model("empty (po* ; rf) \\ (po*;rf)\nlet t = (po)*\nlet u = t\nacyclic u \\ id"))


def test_functions_and_procedures(model):
    text = """
    let f(r) = r & (W * R)
    let g r s = r | s
    let h = fun (a, b) -> a ; b
    procedure contained(a, b) = empty a \\ b end
    call contained(f(po), po)
    call contained(g po rf, po | rf) as union
    call contained(g(po, rf), po | rf)
    call contained(h(po, rf), po ; rf)
    """
    assert allows(model(text))
    assert [c.name for c in model(text).constraints][1] == "union"


def test_recursion(model):
    assert allows(model("let rec r = po | (r ; r) empty (r \\ po+) | (po+ \\ r)"))
    assert allows(model("let rec a = po | b and b = rf | a ~empty b & po"))
    assert allows(model("let s = let rec m = W | domain(n) and n = po ; [m] in m empty s & R"))


def test_recursion_without_an_end(model):
    with pytest.raises(InputError, match="no fixpoint"):
        allows(model("let rec m = W \\ domain(n) and n = [m] ; po ; [m] empty m"))


def test_definitions_can_be_replaced(model):
    """The new meaning holds from there on; what was defined before keeps the old one."""
    assert allows(model("let a = po let b = a let a = 0 empty a ~empty b empty b \\ po"))
    assert allows(model("let W = W \\ IW empty W & IW"))


def test_let_in_try_and_variants(model):
    assert allows(model("let r = let a = po and b = rf in a & b empty r"))
    assert allows(model("let r = try Nonsense-tag with emptyset empty r"))
    assert allows(model('if "some-variant" empty po else empty po & rf end'))
    assert allows(model('empty (if not "v" && not "w" then 0 else po)'))


def test_the_variant_that_says_what_events_are_like_here(model):
    """The kernel's model: orders stand on read-modify-writes themselves."""
    assert allows(model('empty (if "lkmmv2" then 0 else _)'))
    assert not allows(model('empty (if "lkmmv1" || not "lkmmv2" then 0 else _)'))


def test_what_machines_have_and_programs_here_do_not_is_empty(model):
    """Sets and relations of page tables, caches, tags of memory and registers; all accesses are explicit."""
    text = """
    let Imp = NExp
    let tc-before = [Imp & T & R] ; iico_data ; [Exp & M | TagCheck & FAULT]
    empty tc-before
    empty EXC-ENTRY | EXC-RET | SVC | DC.CVAU | IC.IALLU | Rreg | Wreg | ADDR | DATA | BCC
    empty same-oa((PTE & M) * M) | at-least-one-writable(M * M) | same-low-order-bits | rf-reg
    empty (Exp \\ M) | (M \\ Exp)
    ~empty Exp & W & M
    """
    assert allows(model(text))


def test_what_herd_computes_for_arm_is_given_here(model, tmp_path):
    """Dependencies are known, and of what is not there no order has to be chosen."""
    (tmp_path / "aarch64util.cat").write_text("let ca = fr | co\n")
    (tmp_path / "aarch64deps.cat").write_text("let data = [Exp & R]; lrrs; [Rreg]; [DATA]; [Exp & W]\n")
    (tmp_path / "enumerations.cat").write_text("let rec all x = match x with || {} -> {} || y ++ ys -> all ys end\n")
    text = """
    catdep
    include "aarch64deps.cat"
    include "enumerations.cat"
    with TLBI-after from (all-TLBI-Imp_TTD_R-enums po)
    with DC-after from (all-DC-Exp_W-enums po)
    with IC-after from (all-IC-Imp_Instr_R-enums po)
    empty TLBI-after | DC-after | IC-after
    empty (lmws \\ (po-loc ; [W])) | (lmrs \\ ([W] ; po-loc ; [R]))
    empty ([R] ; (addr | data) ; [M]) \\ pick-dep
    empty (pick-addr-dep \\ addr) | (pick-data-dep \\ data) | (pick-ctrl-dep \\ ctrl)
    empty ca \\ (fr | co)
    """
    assert allows(model(text))


def test_no_flag_is_about_the_domain_of_a_fence(model):
    """A fence of ARM carries the names of all that compilers may take for it."""
    asked = model("flag ~empty DMB.ISH as inner flag ~empty DMB.SY as whole acyclic po ; [DMB.ISH] ; po")
    assert [base_names(Model("", (), (c,))) >= {"DMB.ISH"} for c in asked.constraints] == [False, False, True]


def test_flags(model):
    text = "flag ~empty po as seen undefined_unless empty po as undefined flag ~empty po & rf as not-seen"
    evaluator = Evaluator(model(text))
    assert evaluator.consistent(GRAPH)
    assert [flag.name for flag in evaluator.raised(evaluator.evaluate(GRAPH))] == ["seen", "undefined"]


def test_a_flag_that_cannot_be_computed_is_remembered(model):
    text = "flag ~empty [Nonsense-tag] as lost"
    assert model(text).lost_flags == ("lost",)


def test_coherence_orders_are_given(model):
    text = """
    let cross-products (a, b) = match a with || {} -> {} || x ++ xs -> b end
    let generate_cos(pco) = cross-products(W, pco)
    with co from generate_cos(co0)
    ~empty co
    """
    assert allows(model(text))
    assert not allows(model("with co from generate_cos((W*W) & loc & ~id)"))


def test_includes(model, tmp_path):
    (tmp_path / "part.cat").write_text('Part\nlet mine = po & rf\nshow mine as part, po\nunshow rf\n')
    assert allows(model('include "stdlib.cat"\ninclude "part.cat"\nempty mine'))


def test_bell_files_come_first(model, tmp_path):
    (tmp_path / "k.bell").write_text("enum Accesses = 'once || 'release\ninstructions R[{'once}]\nlet Mine = Acquire | ACQ\n")
    assert allows(model("~empty Mine & W", "k.cat"))


def test_comments(model):
    assert allows(model("(* one (* nested *) *) // line\n# line\n/* c */ empty po & rf"))


def test_only_what_constraints_need_counts(model):
    text = "let unused = linearisations(W, po)\nlet other = addr | data\nempty po & rf"
    assert allows(model(text))


@pytest.mark.parametrize(
    ("text", "position", "message"),
    [
        ("let a = po |\n", "1:13", "ends too early"),
        ("let a = po\nacyclic a & & b\n", "2:13", "unexpected '&'"),
        ("acyclic nonsense", "1:9", "nothing is known under the name 'nonsense'"),
        ("let a = W\n\nacyclic po;a", "3:9", "a relation belongs here"),
        ("empty W | po", "1:7", "a set belongs here"),
        ("acyclic W", "1:1", "only relations are acyclic"),
        ('include "nowhere.cat"', "1:1", "'nowhere.cat' was not found"),
        ("(* open\nempty po", "1:1", "does not end"),
        ("call nothing(po)", "1:1", "no procedure"),
        ("let f(a, b) = a | b\nempty f(po)", "2:7", "takes 2 arguments"),
        ("with S from linearisations(W, po)\nempty S", "1:1", "coherence orders"),
        ("let rec f x = f x\nempty f po", "1:15", "recursive functions"),
        ("empty po $ rf", "1:10", "unexpected character '$'"),
        (f"let a = po\nempty {'~' * 3000}a", "2:1", "nested too deeply"),
        (f"let a = po\nlet b = a{'|a' * 3000}\nempty b", "2:1", "nested too deeply"),
    ],
)
def test_mistakes(model, text, position, message):
    with pytest.raises(InputError) as error:
        model(text)
    assert f"m.cat:{position}: " in str(error.value)
    assert message in str(error.value)


def test_a_file_that_includes_itself(model):
    with pytest.raises(InputError, match="includes itself"):
        model('include "m.cat"')


def test_what_a_model_asks_of_a_graph(model):
    assert base_names(model("let unused = ctrl empty po & data")) >= {"po", "data"}
    assert Base("po", "rel").sort == "rel"


def test_positions_of_constraints(model):
    constraint = model("let a = po\n\n  acyclic a as c").constraints[0]
    assert (constraint.loc.line, constraint.loc.column, Path(constraint.loc.file).name) == (3, 3, "m.cat")
