"""No mutant of a true claim about a game with a parameter is proved, unless it is true as well."""

from __future__ import annotations

import pickle

import pytest

import kibitz as kb
from helpers.mutants import accepted
from kibitz.core.certificate import check
from kibitz.core.solution import read_solution
from kibitz.zero_sum.parametric.game import parametric_game

GAMES = (
    parametric_game("0 2; t 1"),
    parametric_game([["t^2", 0], [0, 1]], interval=(-2, 2)),
    parametric_game([["t", 1], [2, "t^2"]]),
    parametric_game([[0, 0], [0, 0]]),
)


@pytest.mark.parametrize("game", GAMES)
def test_no_mutant_of_a_parametric_solution_is_proved(game):
    solution = game.solve()
    data = solution.to_json()
    assert solution.verify(), solution.verify()
    assert pickle.loads(pickle.dumps(solution)) == solution
    assert read_solution(game, data) == solution
    other = parametric_game("1 0; 3 t", interval=(0, 5)).solve().to_json()
    # a root may be enclosed in another interval
    found = [m for m in accepted(game, data, other) if "between" not in m]
    assert found == []


def test_garbage_is_refused_in_a_sentence():
    for junk in (None, 1, "x", [], {}, [1], [{}], [{"value": {}}], [{"value": "1/(t-t)"}]):
        with pytest.raises(kb.GameError):
            check(GAMES[0], {"kind": "parametric-solution", "pieces": junk}).require()
