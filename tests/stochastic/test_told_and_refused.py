"""What games of states say of themselves, and what they refuse in one line."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.core.solution import read_solution
from kibitz.stochastic import decision_process, game_family, shapley_game, stochastic_game
from kibitz.stochastic.game import StochasticGame

GAME = stochastic_game("G: 1 + 3G/5, 3 + G/5; 1 + 4G/5, 2 + 2G/5")
LOOP = stochastic_game({"A": [["B", 1], [1, 0]], "B": [["A", 0], [0, 1]]}, endless=0)
PAIRS = stochastic_game({"G": [[(1, 2), (0, 0)], [(0, 0), (2, 1)]]})
AVERAGE = stochastic_game("G: 1 + G, G; G, 1 + G", endless="average")
CHAIN = decision_process([[5, 10], [-1]], [[[0.5, 0.5], [0, 1]], [[0, 1]]], 0.95)


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: GAME.index("H"), "unknown state 'H'"),
        (lambda: GAME.value_list([1, 2]), "2 values for 1 state"),
        (lambda: stochastic_game({}), "at least one state"),
        (lambda: stochastic_game(5), "give the states by name"),
        (lambda: stochastic_game({"G": 5}), "a state is a list of rows of cells"),
        (lambda: stochastic_game({"G": []}), "at least one row and one column"),
        (lambda: stochastic_game({"G": [[1, 2], [3]]}), "G"),
        (lambda: stochastic_game({"G": {"cell": [[1]]}}), "no key 'cell' in a state"),
        (lambda: stochastic_game({"G": {"cells": [[1]], "rows": "a"}}), "a list of names"),
        (lambda: stochastic_game({"G": {"cells": [[1]], "rows": ["a", "b"]}}), "2 names for 1"),
        (lambda: stochastic_game({"G": [[(1, 2), 3]]}), "some cells pay one player"),
        (lambda: stochastic_game({"G": [[(1, 2, 3)]]}), "stochastic games here have two"),
        (lambda: stochastic_game({"G": [[1]]}, players="I"), "is not a list of names"),
        (lambda: stochastic_game({"G": [[1]]}, players=["I"]), "1 name for 2"),
        (lambda: stochastic_game("G: 1 | G: 2"), "the state 'G' is given twice"),
        (lambda: stochastic_game("{'G'"), "this is not JSON"),
        (lambda: stochastic_game({"G": [[{"pay": 1, "go": 5}]]}), "go names states"),
        (lambda: stochastic_game({"G": [["3/2 G"]]}), "add up to 3/2, above 1"),
        (lambda: stochastic_game({"G": [[{"go": {"G": "1/2"}, "stop": "1/4"}]]}), "not 1"),
        (lambda: stochastic_game({"G": [["1 + )"]]}), "G"),
        (lambda: GAME.iterate(steps=3, tolerance="1/10"), "not both"),
        (lambda: GAME.iterate(steps=0), "steps is 0"),
        (lambda: GAME.iterate(tolerance=0), "it must be positive"),
        (lambda: LOOP.iterate(tolerance="1/10"), "no bound is known; give steps"),
        (lambda: PAIRS.iterate(steps=2), "needs a zero-sum game"),
        (lambda: AVERAGE.iterate(steps=2), "for averages give a discount"),
        (lambda: decision_process([[1]], [], 0.5), "rewards for 1 state and transitions for 0"),
        (lambda: decision_process([[1, 2]], [[[1]]], 0.5), "state 0: 2 rewards, 1 transition"),
        (lambda: decision_process([[1]], [[{"1": 1}]], 0.5), "no state '1'"),
        (lambda: decision_process([[1]], [[[-1]]], 0.5), "is -1, below 0"),
        (lambda: decision_process([[1]], [[[2]]], 0.5), "add up to 2.0"),
        (lambda: shapley_game([[[1]]], []), "expected a list"),
        (lambda: shapley_game([[[1]]], [[[[1]]], [[[1]]]]), "transitions for 2"),
        (lambda: shapley_game([[[1]]], [[[[1]]]], states=["a", "b"]), "2 names for 1 state"),
        (lambda: shapley_game([[[1, 2]]], [[[[1]]]]), "2 payoffs and 1 transition"),
    ],
)
def test_what_is_not_a_game_of_states_is_one_line(ask: Any, said: str) -> None:
    with pytest.raises(GameError, match=said):
        ask()


@pytest.mark.parametrize(
    ("game", "method", "said"),
    [
        (PAIRS, "newton", "pays both players"),
        (AVERAGE, "newton", "use limit-average"),
        (LOOP, "hoffman-karp", "needs a discount or a chance to stop"),
        (LOOP, "backward-induction", "play can return to a state: A -> B -> A"),
        (LOOP, "shapley", "so no bound is known"),
        (LOOP, "stationary-equilibrium", "a discount below 1"),
    ],
)
def test_methods_say_why_they_do_not_apply(game: StochasticGame, method: str, said: str) -> None:
    with pytest.raises(GameError, match=said):
        game.solve(method)


def test_values_are_given_by_name_as_a_list_or_once_for_all() -> None:
    assert LOOP.value_list(None) == [0, 0]
    assert LOOP.value_list({"B": "1/2"}) == [0, Fraction(1, 2)]
    assert LOOP.value_list("1/2") == [Fraction(1, 2)] * 2
    assert LOOP.value_list([1, 2]) == [1, 2]


def test_iterates_are_told_and_read_back() -> None:
    found = GAME.iterate(steps=4)
    assert found.a_priori(4) >= found.bound
    assert "The operator" in str(found.explain())
    data = found.to_json()
    assert read_solution(GAME, data).to_json() == data
    for wrong in ({"iterates": []}, {"iterates": [["0", "0"]]}):
        with pytest.raises(GameError, match="iterates"):
            read_solution(GAME, {**data, **wrong})
    for wrong in ({"H": [["1", "0"], ["1", "0"]]}, {"G": [["1", "0"]]}, {"G": [["1"], ["1"]]}):
        with pytest.raises(GameError, match="strategies"):
            read_solution(GAME, {**data, "strategies": wrong})
    assert LOOP.iterate(steps=2).bound is None


@pytest.mark.parametrize("game", [GAME, LOOP, PAIRS, AVERAGE, CHAIN, kb.game("basketball")])
def test_games_of_states_are_drawn_described_and_derived(game: StochasticGame) -> None:
    assert game.draw().svg.startswith("<svg")
    assert str(game)
    assert str(game.describe())
    found = game.solve()
    assert found.draw().svg.startswith("<svg")
    assert str(found.explain())
    assert found.verify()


def test_an_equilibrium_is_drawn_with_what_both_get() -> None:
    drawn = PAIRS.solve().draw().svg
    assert ">0.6667, 0.6667<" in drawn


def test_a_game_that_leads_nowhere_is_drawn_without_arrows() -> None:
    lone = stochastic_game({"start": {"cells": [[1, 2]], "rows": ["go"], "columns": ["a", "b"]}})
    drawn = lone.draw().svg
    assert "start" in drawn
    assert lone.solve().value == 1


def test_families_are_derived_drawn_and_told() -> None:
    family = game_family("G(n): n+3, n+2; n+1, G(n+1)", endless=0)
    assert "G(n)" in str(family)
    assert str(family.describe())
    found = family.solve()
    assert str(found.explain())
    assert found.draw().svg.startswith("<svg")


def test_sparse_decision_processes_are_checked() -> None:
    from scipy.sparse import csr_matrix

    from kibitz.stochastic.decision.decision_process import from_pairs

    moves = csr_matrix(np.array([[0.5, 0.5], [1.0, 0.0]]))
    game = from_pairs([1.0, 0.0], moves, 0.5, [0, 1])
    assert game.solve("policy-iteration").value_array.shape == (2,)
    with pytest.raises(GameError, match="must be ascending"):
        from_pairs([1.0, 0.0], moves, 0.5, [1, 0])
    with pytest.raises(GameError, match="must not be negative"):
        from_pairs([1.0, 0.0], -moves, 0.5, [0, 1])
