"""Printed C means what the core program means, and compilers have nothing to say about it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest
from core_strategies import INTS

from heddle.core.c_names import Names, legal
from heddle.core.c_objects import ObjectPrinter
from heddle.core.c_printer import CPrinter
from heddle.core.c_types import CTypes
from heddle.core.expr import (
    COMPARISONS,
    LOGICAL,
    AddressOf,
    Binary,
    Cast,
    Cond,
    Const,
    Expr,
    FieldStep,
    IndexStep,
    Local,
    MemoryObject,
    Place,
    Unary,
    const,
)
from heddle.core.types import (
    ILP32,
    INT,
    LP64,
    UINT,
    ArrayType,
    Field,
    FloatType,
    IntType,
    PointerType,
    StructType,
    Type,
)
from heddle.passes.fold import Folder
from waiting import PATIENCE

GCC = shutil.which("gcc")
needs_gcc = pytest.mark.skipif(GCC is None, reason="no gcc")
LONG, BYTE, VOID = IntType(64, True), IntType(8, False), PointerType(64)
NODE = StructType("node", (Field("next", PointerType(64), 0), Field("value", INT, 8)), 16)
BOX = StructType("box", (Field("nodes", ArrayType(NODE, 4), 0), Field("tags", ArrayType(BYTE, 8), 64)), 72)
EITHER = StructType("either", (Field("number", LONG, 0), Field("halves", ArrayType(INT, 2), 0)), 8, is_union=True)
PACKED = StructType("packed", (Field("flag", BYTE, 0), Field("value", INT, 1)), 5)

box = MemoryObject("box", BOX)
grid = MemoryObject("grid", ArrayType(ArrayType(INT, 3), 2))
either = MemoryObject("either", EITHER)
packed = MemoryObject("packed", PACKED)
i = Local("i", INT)
wide = Local("wide", LONG)
p = Local("p", PointerType(64, NODE))
raw = Local("raw", PointerType(64))


def printer() -> CPrinter:
    types = CTypes(LP64)
    for t in (NODE, BOX, EITHER, PACKED):
        types.struct(t)
    return CPrinter(types, Names())


def place(base: MemoryObject | Expr, type: Type, *steps: FieldStep | IndexStep) -> Place:
    return Place(base, steps, type)


@pytest.mark.parametrize(
    ("where", "text"),
    [
        (place(box, INT, FieldStep("nodes", 0), IndexStep(i, 16, 4), FieldStep("value", 8)), "box.nodes[i].value"),
        (place(box, BYTE, IndexStep(const(66, PointerType(64)), 1)), "box.tags[2]"),
        (place(box, INT, IndexStep(const(66), 1)), "*(int *)((char *)&box + 66)"),
        (place(grid, INT, IndexStep(i, 12, 2), IndexStep(wide, 4, 3)), "grid[i][wide]"),
        (place(grid, INT, IndexStep(const(5), 4)), "grid[1][2]"),
        (place(grid, LONG), "*(long *)grid"),
        (place(either, INT, FieldStep("halves", 0), IndexStep(const(1), 4, 2)), "either.halves[1]"),
        (place(either, UINT), "*(unsigned int *)&either"),
        (place(packed, INT, FieldStep("value", 1)), "*(int *)((char *)&packed + 1)"),
        (place(p, INT, FieldStep("value", 8)), "p->value"),
        (place(p, INT, IndexStep(i, 16), FieldStep("value", 8)), "p[i].value"),
        (place(raw, INT, FieldStep("value", 8)), "((struct node *)raw)->value"),
        (place(raw, INT), "*(int *)raw"),
        (place(raw, INT, IndexStep(i, 4)), "((int *)raw)[i]"),
        (place(raw, INT, IndexStep(i, 6)), "*(int *)((char *)raw + i * 6L)"),
        (place(const(0, PointerType(64)), INT), "*(int *)0"),
        (
            place(Binary("+", p, Cast(Binary("*", Cast(i, LONG), const(16, LONG), LONG), p.type), p.type), INT,
                  FieldStep("value", 8)),
            "p[i].value",
        ),
    ],
)  # fmt: skip
def test_places_read_as_c_programmers_write_them(where: Place, text: str) -> None:
    assert printer().lvalue(where).text == text


@pytest.mark.parametrize(
    ("e", "text"),
    [
        (Binary("==", Unary("!", i, INT), const(0), INT), "i != 0"),
        (Unary("!", Binary("<", i, const(3), INT), INT), "i >= 3"),
        (Binary("+", Cast(Local("b", BYTE), INT), i, INT), "b + i"),
        (Binary("+", Local("b", BYTE), const(1, BYTE), BYTE), "(unsigned char)(b + 1)"),
        (Binary("<<", Binary("+", i, i, INT), const(1), INT), "(i + i) << 1"),
        (const(-(2**31)), "(-2147483647 - 1)"),
        (Binary("+", p, Cast(const(16, LONG), p.type), p.type), "p + 1"),
        (Binary("-", p, const(16, p.type), p.type), "p + -1"),
        (Binary("+", raw, Cast(wide, raw.type), raw.type), "(void *)((char *)raw + wide)"),
        (Cast(Binary("-", p, raw, p.type), LONG), "(long)((unsigned long)p - (unsigned long)raw)"),
        (Cast(i, raw.type), "(void *)(unsigned long)i"),
        (Cast(raw, INT), "(int)(unsigned long)raw"),
        (AddressOf(place(box, NODE, FieldStep("nodes", 0), IndexStep(i, 16)), PointerType(64, NODE)), "&box.nodes[i]"),
        (Binary("!=", AddressOf(place(box, BOX), VOID), const(0, VOID), INT), "1"),
        (Binary("==", Binary("&", i, const(8), INT), const(4), INT), "0"),
    ],
)
def test_expressions_are_plain(e: Expr, text: str) -> None:
    assert printer().expr(e).text == text


def compile_and_run(text: str, tmp_path: Path) -> list[str]:
    source, binary = tmp_path / "t.c", tmp_path / "t"
    source.write_text(text)
    flags = ("-Wall", "-Werror", "-fwrapv", "-fno-strict-aliasing")
    subprocess.run([GCC or "gcc", *flags, str(source), "-o", str(binary)], check=True, timeout=PATIENCE)
    return subprocess.run([str(binary)], check=True, capture_output=True, text=True, timeout=PATIENCE).stdout.split()


def random_expression(random: Random, type: IntType, depth: int) -> Expr:
    """An expression without undefined operations."""

    def sub(t: IntType) -> Expr:
        return random_expression(random, t, depth - 1)

    choice = random.randrange(9 if type != INT else 12) if depth else random.randrange(2)
    match choice:
        case 0:
            return const(random.choice([0, 1, -1, 5, type.lo, type.hi, random.getrandbits(70)]), type)
        case 1:
            return Local(f"v_{type}_{random.randrange(2)}", type)
        case 2:
            return Unary(random.choice("-~"), sub(type), type)
        case 3 | 4 | 5:
            return Binary(random.choice("+-*&|^"), sub(type), sub(type), type)
        case 6:
            return Binary(random.choice(["<<", ">>"]), sub(type), const(random.randrange(type.bits)), type)
        case 7:
            return Cast(sub(random.choice(INTS)), type)
        case 8:
            return Cond(sub(INT), sub(type), sub(type), type)
        case 9:
            return Binary(random.choice(LOGICAL), sub(INT), sub(INT), INT)
        case 10:
            return Unary("!", sub(random.choice(INTS)), INT)
    other = random.choice(INTS)
    return Binary(random.choice(COMPARISONS), sub(other), sub(other), INT)


@needs_gcc
def test_gcc_computes_what_the_core_says(tmp_path: Path) -> None:
    random = Random(7)
    fold_constants = Folder(lambda local: local, lambda o: o, 0).expr
    expressions = [fold_constants(random_expression(random, random.choice(INTS), 4)) for _ in range(600)]
    values = {f"v_{t}_{k}": const((-1) ** k * (t.hi // (3 + k)), t) for t in INTS for k in (0, 1)}
    folder = Folder(lambda local: values[local.name], lambda o: o, 0)
    c = printer()
    lines = ["int printf(const char *, ...);"]
    lines += [f"static {c.types.declare(v.type, name)} = {c.constant(v).text};" for name, v in values.items()]
    lines += ["int main(void)", "{"]
    expected = []
    for e in expressions:
        answer = folder.expr(e)
        assert isinstance(answer, Const)
        expected.append(str(answer.value & (2**64 - 1)))
        lines.append(f'    printf("%lu\\n", (unsigned long){c.expr(e).inside(11)});')
    unused = [f"    (void){name};" for name in values]
    assert compile_and_run("\n".join([*lines, *unused, "    return 0;", "}", ""]), tmp_path) == expected


@needs_gcc
@pytest.mark.parametrize("model", [LP64, ILP32])
def test_layouts_are_kept(model: object, tmp_path: Path) -> None:
    """Static assertions in the printed definitions check every size; this checks the offsets too."""
    bits = 64 if model is LP64 else 32
    pointer = PointerType(bits)
    inner = StructType("inner", (Field("c", BYTE, 0), Field("l", LONG, 8)), 16)
    structs = [
        inner,
        StructType("outer", (Field("a", BYTE, 0), Field("in", inner, 16), Field("p", pointer, 32)), 48),
        StructType("tail", (Field("a", INT, 0),), 64),
        StructType("float", (Field("d", FloatType(64, 8), 0), Field("int", INT, 8), Field("int", INT, 12)), 16),
        StructType("anonymous at f.c:3:1", (Field("", EITHER, 0), Field("x", INT, 8)), 16),
        PACKED,
        StructType("overlapping", (Field("a", INT, 0), Field("b", INT, 2)), 8),
        StructType("empty", (), 0),
    ]
    types = CTypes(ILP32 if bits == 32 else LP64)
    lines = []
    for s in structs:
        made = types.struct(s)
        for f in s.fields:
            if made.member(f) is not None:
                where = f"__builtin_offsetof({types.declare(s)}, {made.member(f)})"
                lines.append(f'_Static_assert({where} == {f.offset}, "offset");')
    source = tmp_path / "layout.c"
    source.write_text("\n".join([*types.definitions(), *lines, ""]))
    command = [GCC or "gcc", f"-m{bits}", "-Wall", "-Werror", "-c", str(source), "-o", str(tmp_path / "layout.o")]
    subprocess.run(command, check=True, timeout=PATIENCE)


PRINT_BYTES = """
static void print_bytes(const void *object, unsigned long size)
{
    for (unsigned long k = 0; k < size; k++)
        printf("%02x", ((const unsigned char *)object)[k]);
    printf("\\n");
}
"""


@needs_gcc
def test_initial_values(tmp_path: Path) -> None:
    second_row = Place(grid, (IndexStep(const(1), 12),), grid.type)
    objects = [
        MemoryObject("numbers", ArrayType(INT, 4), "global", ((0, INT, const(1)), (4, INT, const(-2)))),
        MemoryObject("sparse", ArrayType(INT, 900), "global", ((3200, INT, const(9)),)),
        MemoryObject("text", ArrayType(IntType(8, True), 4), "global",
                     tuple((k, IntType(8, True), const(ord(c), IntType(8, True))) for k, c in enumerate("a\"b"))),
        MemoryObject("plain", ArrayType(BYTE, 4), "global", tuple((k, BYTE, const(65 + k, BYTE)) for k in range(3))),
        MemoryObject("box", BOX, "global", ((24, INT, const(5)), (64, BYTE, const(200, BYTE)))),
        MemoryObject("either", EITHER, "global", ((4, INT, const(3)),)),
        MemoryObject("packed", PACKED, "global", ((1, INT, const(77)),)),
        MemoryObject("link", VOID, "global", ((0, VOID, AddressOf(second_row, VOID)),)),
        MemoryObject("half", INT, "global", ((0, INT, Cast(AddressOf(Place(grid, (), grid.type), VOID), INT)),)),
    ]  # fmt: skip
    c = printer()
    objs = ObjectPrinter(c)
    definitions = [objs.definition(o) for o in objects]
    prints = [f"    print_bytes(&{c.object_name(o)}, sizeof {c.object_name(o)});" for o in objects[:7]]
    text = "\n".join([
        "int printf(const char *, ...);", *c.types.definitions(), objs.definition(grid), *definitions, PRINT_BYTES,
        "int main(void) {", *objs.late, *prints,
        '    printf("%d %d\\n", link == (void *)((char *)grid + 12), half == (int)(unsigned long)grid);',
        "    return 0;", "}", "",
    ])  # fmt: skip
    output = compile_and_run(text, tmp_path)
    assert output[-2:] == ["1", "1"]
    for o, line in zip(objects[:7], output, strict=False):
        content = bytearray(o.type.size)
        for at, t, e in o.init:
            assert isinstance(e, Const)
            content[at : at + t.size] = (e.value & ((1 << 8 * t.size) - 1)).to_bytes(t.size, "little")
        assert line == content.hex(), o.name


def test_names_are_legal_and_distinct() -> None:
    names = Names(["pc"])
    wanted = ["x", "x", "pc", "int", "y1", "a.b", "a b", "3d", "$v", ""]
    given = [names.of(k, w) for k, w in enumerate(wanted)]
    assert len(set(given)) == len(given)
    assert all(g.isidentifier() and g not in ("pc", "int", "y1") for g in given)
    assert names.of(0, "anything") == "x"
    assert legal("worker") == "worker"
