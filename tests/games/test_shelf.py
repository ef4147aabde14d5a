"""Every game on the shelf goes through the same tests."""

from __future__ import annotations

import pickle
from typing import Any, get_args

import pytest

import kibitz
from helpers.shelf import needed
from kibitz import GameError, game
from kibitz.core.registry import ShelfEntry, look_up
from kibitz.games import shelf
from kibitz.rules import Rules
from kibitz.zero_sum.game import MatrixGame

ENTRIES = shelf()
BRACKETED = {
    "bet-sizes-poker",
    "raise-poker",
    "two-sided-poker",
    "cliff-walking",
    "windy-gridworld",
}
"""Games whose value has no closed form, or a long one; it is proved to lie in an interval."""


BAD_CALLS = [
    "odd-or-even sum 1 1/2",
    "odd-or-even sum -1 2",
    "odd-or-even difference",
    "odd-or-even sum 1 1",
    "morra 0",
    "card-colors x3 r2",
    "card-colors b1 green",
    "matching-pennies 0",
    "rock-paper-scissors 4",
    "rock-paper-scissors 1",
    "rock-paper-scissors 3 1 2",
    "rock-paper-scissors 3 1 2 -3",
    "mendelsohn 0",
    "mendelsohn 5 -1",
    "mendelsohn 5 1 -2",
    "mendelsohn 100000",
    "silverman 1",
    "silverman 1/2",
    "silverman 3 -1",
    "silverman 3 2 1",
    "silverman n=0",
    "blotto -1 3 2",
    "blotto 4 -3 2",
    "blotto 4 3 0",
    "blotto 40 40 12",
    "blotto-plurality 4 3 3 1 2",
    "blotto-majority 4 3 2 1 -1",
    "guess-exact 0",
    "guess-exact 3000 1000000",
    "guess-exact 4 -2",
    "guess-overestimate 4 2",
    "guess-too-high -1",
    "guess-decay 4 1",
    "guess-decay 3000",
    "guess-decay 4 5/2",
    "guess-near-miss 1",
    "adjacent-numbers 1",
    "larger-integer 0",
    "number-hides 3 4 2",
    "number-hides 3 2 4",
    "number-hides 0 1 1",
    "number-hides 3 0 1",
    "helicopter 5 3/2",
    "helicopter 5 -1/2",
    "helicopter 0",
    "thievery 3",
    "thievery 3,0,1",
    "thievery 3,-2,1",
    "latin-square one,two",
    "magic-square 2",
    "magic-square 100000",
    "pascal 0",
    "pascal 3000",
    "inspection -1 3",
    "inspection 1 0",
    "inspection 1000 1000",
    "guess-it -1 2",
    "guess-it 1000 1000",
    "endurance 0",
    "endurance 1000000",
    "endgame 3/2",
    "endgame -1/2",
    "endgame 1/4 0",
    "kuhn-poker 1",
    "kuhn-normal-form 20",
    "kuhn-poker 5000",
    "kuhn-poker 3 0",
    "kuhn-poker 3 1 -1",
    "silver-dollar -1",
    "silver-dollar 1000000 1/2",
    "silver-dollar 1 2",
    "coin-test 3/2",
    "coin-test 1/2 -1/3",
    "coin-test 1/2 1/3 60",
    "one-parameter t=nan",
    "random-matrix 0 3",
    "random-matrix 3 3 5 1",
    "random-matrix seed=-1",
    "random-skew 3 -1",
    "random-binary percent=101",
    "dresher 0",
    "dresher 1000",
    "dresher 3 lower=-1",
    "battleship 3 3 4",
    "battleship 0 3",
    "battleship 3 3 0",
    "battleship 100 100 2",
    "blotto 4 3 2 1",
    "blotto posts=two",
    "blotto height=3",
    "lowball-draw size=-1",
    "go komi=1e400",
    "go limit=1e400",
    "go limit=-1",
    "checkers 0",
    "checkers 1e400",
    "oware limit=1e400",
    "oware limit=0",
    "nine-mens-morris limit=1e400",
    "chinese-checkers limit=1e400",
    "dots-and-boxes 6 6",
    "nothing-like-this",
]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: e.name)
@pytest.mark.usefixtures("interpreted")
def test_every_entry_builds_pickles_and_equals_itself_rebuilt(entry: ShelfEntry) -> None:
    built = entry.make(**needed(entry))
    again = game(entry.name, **needed(entry))
    assert built == again
    assert hash(built) == hash(again)
    assert pickle.loads(pickle.dumps(built)) == built
    assert built.describe().title


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: e.name)
def test_every_entry_has_one_line_that_says_what_it_is(entry: ShelfEntry) -> None:
    assert entry.description.endswith(".")
    assert 20 <= len(entry.description) <= 100
    assert entry.usage.startswith(entry.name)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: e.name)
def test_every_entry_is_solved_exactly_with_proof(entry: ShelfEntry) -> None:
    built = entry.make(**needed(entry))
    if isinstance(built, Rules):
        pytest.skip("games with moves go through the tests of their rules")
    solution = kibitz.solve(built)
    assert getattr(solution, "exact", True) or entry.name in BRACKETED
    solution.verify().require()


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: e.name)
def test_every_parameter_can_be_given_by_name_as_text(entry: ShelfEntry) -> None:
    spelled = needed(entry)
    for parameter in entry.parameters:
        text = str(parameter).partition("=")[2]
        if text and parameter.default is not None:
            spelled[parameter.name] = text
    assert entry.make(**spelled) == entry.make(**needed(entry))


@pytest.mark.parametrize("call", BAD_CALLS)
def test_bad_input_gets_one_line(call: str) -> None:
    with pytest.raises(GameError) as caught:
        game(call)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) > 15


def test_overflowing_floats_get_one_line() -> None:
    with pytest.raises(GameError, match="overflow"):
        game("guess-exact", 2000, 2.0)


def test_families_are_listed_and_an_unknown_one_is_named_with_the_nearest() -> None:
    assert all(entry.family == "random" for entry in shelf("random"))
    families = {entry.family for entry in ENTRIES}
    assert {"random", "search", "zero-sum"} <= families
    assert sum(len(shelf(family)) for family in families) == len(ENTRIES)
    with pytest.raises(GameError, match="did you mean 'zero-sum'"):
        shelf("zero sum")


def test_the_front_door_lists_the_shelf_before_and_after_it_is_imported() -> None:
    assert [e.name for e in kibitz.shelf()] == [e.name for e in ENTRIES]
    assert kibitz.shelf("search") == shelf("search")


def test_list_parameters_may_be_spread_out() -> None:
    assert game("diagonal 1 2 3") == game("diagonal 1,2,3") == game("diagonal", [1, 2, 3])
    assert game("odd-or-even product 0 1 2") == game("odd-or-even", "product", numbers=(0, 1, 2))


def test_floats_stay_floats() -> None:
    calls = [
        ("guess-decay", 4, 0.5),
        ("helicopter", 5, 0.25),
        ("thievery", [3.5, 2.0, 1.0]),
        ("blotto-plurality", 2, 2, 2, [0.5, 1.5]),
        ("kuhn-normal-form", 3, 1.0, 1.0),
    ]
    for name, *parameters in calls:
        built = game(str(name), *parameters)
        assert isinstance(built, MatrixGame)
        assert not built.exact
        built.solve().verify().require()


def test_lists_in_brackets() -> None:
    assert game("thievery [3, 2, 1]") == game("thievery 3 2 1")
    assert game("thievery", "[3,2,1]") == game("thievery", [3, 2, 1])


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("wythoff 3", "x is given without y"),
        ("moore 2", "k is given without heaps"),
        ("rook 3", "row is given without column"),
        ("mnk 3", "m is given without n, k"),
        ("mnk 3x3", "m, n is given without k"),
        ("chomp-board 8", "columns is given without rows"),
        ("vertex-grid 4", "rows is given without columns"),
    ],
)
def test_what_is_begun_is_not_filled_in(call, words):
    with pytest.raises(GameError, match=words):
        game(call)


def test_what_is_left_out_by_name_is_filled_in():
    assert game("wythoff x=3").position == (3, 5)
    assert game("wythoff 3 y=4").position == (3, 4)
    assert game("wythoff").position == (8, 5)


@pytest.mark.parametrize(
    ("typed", "usual"),
    [
        ("subtraction 27 set=1, 2, 3", "subtraction 27 set=1,2,3"),
        ("subtraction 27 set = {1, 2, 3} play = misere", "subtraction 27 set=1,2,3 play=misere"),
        ("bankruptcy 45 claims=10, 20, 30", "bankruptcy 45 claims=10,20,30"),
        ("bins 3/0/1", "bins 3,0,1"),
        ("nim 2/1/3", "nim 2 1 3"),
    ],
)
def test_lists_as_texts_write_them(typed: str, usual: str) -> None:
    assert game(typed) == game(usual)


def test_one_stroke_is_a_fraction() -> None:
    with pytest.raises(GameError, match="whole number"):
        game("nim 3/2")


def test_normal_or_misere_is_a_list_to_choose_from():
    asked = [p for e in ENTRIES for p in e.parameters if p.name == "play"]
    assert len(asked) > 60
    assert {get_args(parameter.annotation) for parameter in asked} == {("normal", "misere")}


@pytest.mark.parametrize("words", ["nim 3 4 play=odd", "tic-tac-toe play=odd"])
def test_another_kind_of_play_is_refused_in_one_line(words):
    with pytest.raises(GameError, match="play is 'odd'; it must be one of normal, misere"):
        game(words)


@pytest.mark.parametrize(
    ("args", "named", "is_plain"),
    [
        (("5", "3"), {"seed": "7"}, True),
        (("5",), {"low": "-2", "n": "6"}, True),
        ((), {"seed": "12"}, True),
        (("5", "x"), {}, False),
        (("5", "3"), {"m": "4"}, False),
        (("5", "3"), {"Seed": "4"}, False),
        (("5", "3"), {"seed": "0.5"}, False),
        ((5, 3), {}, False),
        (("1", "2", "3", "4", "5", "6"), {}, False),
        ((), {}, False),
    ],
)
def test_whole_numbers_are_read_as_all_others_are(
    args: tuple[Any, ...], named: dict[str, str], is_plain: bool
) -> None:
    entry = look_up("random-bimatrix")
    quickly = entry._whole_numbers(args, named)
    assert bool(quickly) == is_plain
    if is_plain:
        assert quickly == entry._read(args, named)
        assert list(quickly) == [p.name for p in entry.parameters if p.name in quickly]
