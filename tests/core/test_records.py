"""Records behave as the standard dataclasses do, as far as they are used."""

from __future__ import annotations

import copy
import dataclasses
import pickle

import pytest

from heddle.records import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Base:
    note: str = field(kw_only=True, default="none", compare=False)
    number: int = field(kw_only=True, default=-1)


@dataclass(frozen=True, slots=True)
class Pair(Base):
    left: int
    right: str = "r"

    def both(self) -> str:
        return f"{self.left}{self.right}"


@dataclass(frozen=True, slots=True)
class Other(Base):
    left: int
    right: str = "r"


@dataclass(slots=True)
class Bag:
    items: list[int] = field(default_factory=list)
    size: int = field(init=False)

    def __post_init__(self) -> None:
        self.size = len(self.items)


@dataclass(slots=True, eq=False)
class Thing:
    name: str


def test_arguments_come_in_the_order_of_the_fields_and_inherited_ones_by_name() -> None:
    pair = Pair(1, "x", note="n")
    assert (pair.left, pair.right, pair.note, pair.number) == (1, "x", "n", -1)
    assert Pair(2).right == "r"
    with pytest.raises(TypeError):
        Pair(1, "x", "n")  # type: ignore[misc]
    with pytest.raises(TypeError):
        Pair()  # type: ignore[call-arg]


def test_equal_records_are_of_one_class_and_equal_in_what_is_compared() -> None:
    assert Pair(1, note="a") == Pair(1, note="b")
    assert Pair(1, number=1) != Pair(1, number=2)
    assert Pair(1) != Other(1)
    assert hash(Pair(1, note="a")) == hash(Pair(1, note="b"))
    assert Bag([1]) == Bag([1])
    assert Thing("a") != Thing("a")


def test_only_frozen_records_have_a_hash_by_content() -> None:
    with pytest.raises(TypeError):
        hash(Bag())
    assert len({Thing("a"), Thing("a")}) == 2


def test_default_factories_make_a_new_one_each_time() -> None:
    one, two = Bag(), Bag()
    one.items.append(1)
    assert two.items == []
    assert Bag([1, 2]).size == 2


def test_slots_allow_no_other_attributes() -> None:
    with pytest.raises(AttributeError):
        Thing("a").other = 1  # type: ignore[attr-defined]
    assert not hasattr(Pair(1), "__dict__")


def test_patterns_and_methods() -> None:
    match Pair(1, "x", number=3):
        case Pair(left, right, number=number):
            assert (left, right, number) == (1, "x", 3)
    assert Pair(1, "x").both() == "1x"
    assert repr(Thing("a")) == "Thing(name='a')"


def test_copies() -> None:
    pair = Pair(1, "x", note="n", number=4)
    assert replace(pair, left=2) == Pair(2, "x", number=4)
    assert replace(pair, left=2).note == "n"
    assert pickle.loads(pickle.dumps(pair)) == copy.copy(pair) == pair


def test_the_functions_of_the_standard_module_take_records() -> None:
    pair = Pair(1, "x")
    assert dataclasses.is_dataclass(pair)
    assert [f.name for f in dataclasses.fields(pair)] == ["note", "number", "left", "right"]
    assert dataclasses.replace(pair, left=2) == Pair(2, "x")
    assert dataclasses.asdict(pair) == {"note": "none", "number": -1, "left": 1, "right": "x"}
