"""No mutant of a true claim about a matrix game is proved, unless it is true as well."""

from __future__ import annotations

import pickle
import time

import numpy as np
import pytest

import kibitz as kb
from helpers.mutants import accepted
from kibitz.core.certificate import check
from kibitz.core.solution import read_solution
from kibitz.formats.json_files.form import to_json
from kibitz.zero_sum.strategies.dominance import eliminate, eliminate_at_once
from kibitz.zero_sum.strategies.evaluation import evaluation

GAMES = ("-2 3; 3 -4", "2 0 4; 1 2 3; 4 1 2", "0 1 -1; -1 0 1; 1 -1 0", "1.5 2; 3 0")
MANY = ("1 3 5 3; 4 0 2 2; 3 7 3 5", "0 0; 0 0", "1 1 0; 1 1 0; 0 0 1", "-2 3; 3 -4", "1 2; 1 2")


def holds(solution, game, other):
    """It holds, comes back from JSON the same, and no mutant of it holds."""
    data = solution.to_json()
    assert solution.verify(), solution.verify()
    assert pickle.loads(pickle.dumps(solution)).to_json() == data
    assert read_solution(game, data).to_json() == data
    return accepted(game, data, other.to_json())


@pytest.mark.parametrize("text", GAMES)
@pytest.mark.parametrize("exact", [True, False])
def test_no_mutant_of_a_solution_is_proved(text, exact):
    game = kb.matrix(text, exact=exact)
    assert holds(game.solve(), game, kb.matrix("7 1; 0 5").solve()) == []


@pytest.mark.parametrize("text", MANY)
def test_no_mutant_of_all_optimal_strategies_is_proved(text):
    game, other = kb.matrix(text), kb.matrix("7 1; 0 5")
    found = game.optimal_strategies()
    # the order of the list says nothing
    mutants = holds(found, game, other.optimal_strategies())
    assert [m for m in mutants if not m.endswith("extreme reversed")] == []
    for key in ("row_extreme", "column_extreme"):
        data = found.to_json()
        for k in range(len(data[key])):
            fewer = {**data, key: data[key][:k] + data[key][k + 1 :]}
            fewer[key.replace("extreme", "unique")] = len(fewer[key]) == 1
            del fewer["essential_rows"], fewer["essential_columns"]
            assert not check(game, fewer)


def test_a_cube_of_optimal_strategies_is_whole():
    game = kb.matrix([[0] * 6 for _ in range(6)])
    assert game.optimal_strategies().verify()
    assert not game.optimal_strategies().verify().unproved


@pytest.mark.parametrize("text", MANY)
def test_no_mutant_of_kernels_is_proved(text):
    game = kb.matrix(text)
    found = game.solve("shapley-snow")
    assert found.verify()
    told = ("complete", "reversed", "doubled", "shortened")
    mutants = accepted(game, found.to_json(), kb.matrix("7 1; 0 5").solve("kernels").to_json())
    assert [m for m in mutants if not m.endswith(told)] == []


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize(("row", "column"), [(["3/5", "2/5"], None), (["7/12", "5/12"],) * 2])
def test_no_mutant_of_an_evaluation_is_proved(row, column, exact):
    game = kb.matrix("-2 3; 3 -4", exact=exact)
    other = evaluation(kb.matrix("7 1; 0 5"), ["1/2", "1/2"], ["1/4", "3/4"])
    # floats that are equal up to rounding may change places
    told = () if exact else ("payoffs reversed",)
    mutants = holds(evaluation(game, row, column), game, other)
    assert [m for m in mutants if not m.endswith(told)] == []
    dial = evaluation(game, ["1/3", "2/3"], clock=60)
    assert [m for m in holds(dial, game, other) if m != "row.dial"] == []


@pytest.mark.parametrize("mixed", [True, False])
@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("text", ["2 0 4; 1 2 3; 4 1 2", "0 4 6; 5 7 4; 9 6 3", "1 1; 1 1"])
def test_no_mutant_of_an_elimination_is_proved(text, exact, mixed):
    game = kb.matrix(text, exact=exact)
    other = eliminate(kb.matrix("7 1; 0 5"))
    for found in (eliminate(game, mixed), *eliminate_at_once(game)):
        # a set has no order, removals may have several, and floats leave strictness open
        told = ("reversed",) if exact else ("reversed", "strict")
        assert [m for m in holds(found, game, other) if not m.endswith(told)] == []


def test_elimination_in_a_strategic_game():
    game = kb.game("prisoners-dilemma")
    found = game.eliminate()
    data = {**found.to_json(), "reduced": to_json(found.reduced)}
    assert check(game, data)
    assert [m for m in accepted(game, data) if m != "removals reversed"] == []


def test_the_removals_of_duplicates_are_for_matrix_games_alone():
    game = kb.bimatrix("1 0; 1 0", "1 0; 0 1")
    claim = {
        "kind": "elimination",
        "removals": [{"player": "I", "label": "2", "by": {"1": 1}, "strict": False}],
    }
    assert not check(game, claim)


def test_garbage_is_refused_in_a_sentence():
    game = kb.matrix("-2 3; 3 -4")
    for kind in ("matrix-solution", "optimal-strategies", "kernels", "evaluation", "elimination"):
        for junk in (None, 1, "x", [], {}, [[]], [1, "x"], {"a": None}):
            keys = ("value", "row", "column", "row_extreme", "kernels", "removals", "together")
            for claim in ({"kind": kind, **dict.fromkeys(keys, junk)}, {"kind": kind, "row": junk}):
                with pytest.raises(kb.GameError):
                    check(game, claim).require()


def test_a_large_game_is_checked_quickly():
    game = kb.matrix(np.random.default_rng(5).integers(-99, 100, (150, 150)))
    solution = game.solve()
    start = time.process_time()
    assert solution.verify()
    assert time.process_time() - start < 1
