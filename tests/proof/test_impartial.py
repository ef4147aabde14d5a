"""No mutant of a true claim about an impartial game is proved, unless it is true as well."""

from __future__ import annotations

from json import dumps, loads

import pytest

import kibitz as kb
from helpers.mutants import accepted
from kibitz.combinatorial import (
    acrostic_twins,
    coin_board,
    coin_row,
    digraph,
    turning_turtles,
    twins,
)
from kibitz.core.certificate import check
from kibitz.core.errors import GameError
from kibitz.core.method import methods
from kibitz.core.solution import read_solution

CALLS = [
    "nim 3 4 5",
    "nim 3 4 5 play=misere",
    "nim 1 1",
    "kayles 12",
    "nim 3 4 5 + kayles 12",
    "chomp 3 3 3",
    "wythoff 5 8",
    "wythoff 700 703",
    "fibonacci-nim 20",
    "moore 2 2 3 4",
    "transfinite-nim w*2+3 7",
    "transfinite-nim w 3 play=misere",
    "transfinite-nim w*2+3 + nim 5 6 + kayles 4",
    "sos 7",
    "hackenbush stalks 3 5",
    "welter 1 4 9",
    "staircase-nim 3 2 1",
]
HARMLESS = ("winning_moves reversed",)
OTHER = kb.game("nim 1 2 4").solve().to_json()


COINS = {
    "turning turtles": coin_row(turning_turtles(), "THTTH"),
    "a long row": coin_row(turning_turtles(), [1, 40]),
    "twins": coin_row(twins(), "HTHT"),
    "a long row of twins": coin_row(twins(), [3, 70]),
    "a board": coin_board(acrostic_twins(), ["THT", "HTH"]),
    "a large board": coin_board(acrostic_twins(), [(2, 20), (9, 3)]),
}


def game_of(call):
    if call in COINS:
        return COINS[call]
    return digraph(call) if ">" in call else kb.game(call)


@pytest.mark.parametrize("call", [*CALLS, *COINS, "a>b a>c b>c", "a>a a>b b>a c>a c>d"])
def test_no_mutant_is_proved(call):
    game = game_of(call)
    solution = game.solve()
    data = loads(dumps(solution.to_json()))
    assert solution.verify(), str(solution.verify())
    again = read_solution(game, data)
    assert type(again) is type(solution)
    assert loads(dumps(again.to_json())) == data
    left = "winning_moves" if "transfinite" in call else "nothing"
    if left != "nothing":
        assert any("winning moves" in words for words in solution.verify().unproved)
    found = [w for w in accepted(game, data, OTHER) if not w.startswith(left)]
    assert [w for w in found if w not in HARMLESS] == []


@pytest.mark.parametrize("method", ["mex", "retrograde", "search", "theorem"])
@pytest.mark.parametrize("call", ["nim 3 4 5", "kayles 7 + nim 2", "twins"])
def test_every_method_is_proved(call, method):
    game = game_of(call)
    if game.solve("mex").method == "the mex rule" and methods_of(game, method):
        solution = game.solve(method)
        assert solution.verify()
        assert solution.outcome == game.outcome()


def methods_of(game, method):
    return next(m for m in methods(game) if m.name == method).why_not(game) is None


def test_misere_play_on_digraphs():
    game = digraph("a>b a>c b>c").misere()
    data = loads(dumps(game.solve().to_json()))
    assert check(game, data)
    assert [w for w in accepted(game, data, OTHER) if w not in HARMLESS] == []


@pytest.mark.parametrize(
    "claim",
    [
        {},
        {"outcome": "X"},
        {"outcome": "N", "winning_moves": ["take everything"]},
        {"outcome": "N", "winning_moves": 3},
        {"outcome": "N", "winning_moves": [3]},
        {"outcome": "N", "winning_moves": [{"leaves": 1}]},
    ],
)
def test_garbage_is_refused_in_one_line(claim):
    with pytest.raises(GameError) as error:
        check(kb.game("nim 3 4 5"), {"kind": "impartial-solution", **claim})
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("call", ["kayles 5", "subtraction 9 set=1,3,4", "take-and-break 0.07 5"])
def test_no_mutant_of_a_period_is_proved(call):
    game = kb.game(call)
    solution = game.solve("period")
    data = loads(dumps(solution.to_json()))
    assert solution.verify(), str(solution.verify())
    assert loads(dumps(read_solution(game, data).to_json())) == data
    assert accepted(game, data, kb.game("kayles 9").period().to_json() | {"cycle": [1]}) == []


def test_no_mutant_of_a_quotient_is_proved():
    game = kb.game("take-and-break 0.75 6")
    solution = game.solve("misere-quotient", to=6)
    data = loads(dumps(solution.to_json()))
    assert solution.verify(), str(solution.verify())
    assert loads(dumps(read_solution(game, data).to_json())) == data
    found = accepted(game, data)
    assert [w for w in found if not w.startswith("representatives")] == []
