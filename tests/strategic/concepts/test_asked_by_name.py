"""Questions as a textbook words them, asked of games as attributes."""

from __future__ import annotations

import pytest

import kibitz as kb
from kibitz.core.errors import GameError

GAME = kb.bimatrix("4,1 0,0; 0,0 1,4")


def test_a_cell_of_a_bimatrix():
    assert GAME[0, 1] == (0, 0)
    assert GAME[1, 1] == GAME["2", "2"] == (1, 4)
    with pytest.raises(GameError, match="no cell"):
        GAME[2, 0]


def test_sums_of_payoffs():
    assert not GAME.is_zero_sum
    assert not GAME.is_constant_sum
    assert kb.bimatrix([[1, 2]], [[-1, -2]]).is_zero_sum
    shared = kb.bimatrix([[1, 2]], [[2, 1]])
    assert shared.is_constant_sum
    assert not shared.is_zero_sum


def test_best_responses_to_a_mixture_of_the_other():
    mixed = ["1/2", "1/2"]
    assert GAME.best_response("I", mixed).reply == GAME.best_responses("I", mixed)
    assert GAME.best_response("II", mixed).reply.responses == (1,)


def test_strategies_of_a_profile_one_by_one():
    game = kb.matrix([[0, 1, 2, 3], [2, 4, 1, 2], [4, 2, 3, 0]])
    optimal = ["1/3", "5/12", "1/4"], ["1/3", "0", "1/6", "1/2"]
    assert game.is_equilibrium(*optimal).holds
    even = ["1/3", "1/3", "1/3"], ["1/2", "0", "0", "1/2"]
    assert not game.is_equilibrium(*even).holds
    with pytest.raises(GameError, match="takes no options"):
        game.pure_equilibria("1")


def test_a_tree_has_a_strategic_form_and_all_pure_equilibria():
    store = kb.game("chain-store")
    form = store.strategic_form()
    assert form == kb.to_strategic(store) == store.reduced_normal_form()
    found = store.pure_equilibria()
    assert set(found.cells) == set(form.pure_equilibria().cells)
    assert len(found.cells) == 2
    kuhn = kb.game("kuhn-poker")
    assert kuhn.strategic_form().shape == (27, 64)
    assert kuhn.strategic_form(reduced=False).shape == (64, 64)


def test_a_subtraction_game_by_heap_and_amounts():
    subtraction = kb.combinatorial.subtraction
    assert subtraction(7, [1, 2, 3]) == subtraction([1, 2, 3], 7)
    assert subtraction(7, (2, 5, 6)).nimber() == 3
    assert subtraction(3, 7).nimber() == 0
