"""Dataclasses as states, and dictionaries as tables."""

from dataclasses import dataclass, field, replace

import pytest

from kibitz import OVER, Rules
from kibitz.rules.compile.layout import layout_of
from kibitz.rules.compile.machine import machine
from kibitz.rules.compile.records import field_values, is_record, maker
from kibitz.rules.compile.rewrite import Rewriter


@dataclass(frozen=True)
class Place:
    at: int
    turn: int = 0


@dataclass
class Loose:
    at: int


@dataclass(frozen=True)
class Checked:
    at: int

    def __post_init__(self) -> None:
        assert self.at >= 0


@dataclass(frozen=True)
class Counted:
    at: int
    seen: int = field(init=False, default=3)


def test_only_dataclasses_that_hold_their_fields_and_no_more_are_records():
    assert is_record(Place)
    assert not any(map(is_record, (Loose, Checked, Counted, int, Place(1))))


def test_a_record_is_made_again_from_its_fields():
    assert maker(Place)(field_values(Place(4, 1))) == Place(4, 1)
    assert layout_of(Place(4, 1)).words == 2
    assert layout_of((Place(4), 7)).decoder()(((5, 1), 2)) == (Place(5, 1), 2)


STEPS = {0: (1, 2), 1: (1,), 2: (1, 3, 4)}


class Walk(Rules):
    most_moves = 3
    longest = 12

    def start(self) -> Place:
        return Place(0)

    def player(self, place: Place) -> int:
        return OVER if place.at >= 9 else place.turn

    def moves(self, place: Place) -> list[int]:
        return [step + 0 for step in STEPS[place.at % 3]]

    def play(self, place: Place, move: int) -> Place:
        if place.at == 0:
            return Place(at=move, turn=1)
        return replace(place, at=place.at + move, turn=1 - place.turn)

    def payoffs(self, place: Place) -> tuple[int, int]:
        return (1, -1) if place.turn else (-1, 1)


class LoopedOver(Walk):
    def moves(self, place: Place) -> list[int]:
        return [step for step in STEPS if step > 0]


class Searched(Walk):
    def player(self, place: Place) -> int:
        return place.turn if place.at in STEPS else OVER


def test_fields_are_given_one_after_the_other():
    rewriter = Rewriter(Walk())
    rewriter.method("play")
    text = rewriter.functions["rules_play"]
    assert "Place(move, 1)" in text
    assert "Place(place.at + move, 1 - place.turn)" in text


@pytest.mark.parametrize("kind", [LoopedOver, Searched])
def test_dictionaries_are_only_looked_up(kind: type[Rules]):
    reason = machine(kind()).reason
    assert "more than look up entries of STEPS" in reason
    assert "keys 0, 1, 2" in reason


@pytest.mark.slow
def test_compiled_the_game_is_the_same():
    game = machine(Walk())
    assert game.reason == ""
    assert game.decode(game.play(game.encode(Place(0)), 2)) == Place(2, 1)
