"""Small games by compiled code: the same answers as on the blackboard, and the same derivation."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz as kb
from helpers.random_games import matrices
from kibitz.core import tensor
from kibitz.core.compiling import tiered
from kibitz.core.compiling.ahead import compiled_ahead
from kibitz.core.tensor import Tensor
from kibitz.zero_sum.methods import unique_optimum as module
from kibitz.zero_sum.methods.unique_optimum import unique_optimum
from kibitz.zero_sum.solution import MatrixSolution
from kibitz.zero_sum.solve import derivation
from kibitz.zero_sum.strategies.optimal_strategies import optimal_strategies


@pytest.fixture(autouse=True)
def compiled():
    with compiled_ahead():
        assert unique_optimum(kb.matrix("-2 3; 3 -4")) is not None


TIED = [
    [[0.0, 0.0], [0.0, 0.0]],
    [[3.0, 3.0, 3.0]],
    [[1.0, 2.0, 2.0], [2.0, 1.0, 1.0], [0.0, 0.0, 0.0]],
    [[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]],
    [[1e12, 1e12 + 2], [1e12 + 3, 1e12]],
    [[1e-320, 0.0, 0.0], [0.0, 2e-320, 0.0], [0.0, 0.0, 5e-320]],
    [[1e140, -1e140], [-1e140, 2e140]],
    [[0.1, 0.2, 0.4], [0.3, 0.1, 0.2], [0.2, 0.3, -0.3]],
    [[1.0, 1.0 + 1e-12], [1.0 + 2e-12, 1.0]],
    [[1e9, 1.0], [0.0, 1e-3]],
    [[2.0, 1.0, 1.0 + 1e-11], [0.0, 2.0, 1.0]],
]


@pytest.mark.parametrize("payoffs", TIED)
def test_hard_games_are_solved_as_on_the_blackboard(payoffs):
    _is_as_derived(kb.matrix(payoffs))


@given(
    matrices(rows=(1, 7), columns=(1, 7), low=-6, high=6),
    st.sampled_from([1.0, 0.1, 1e-200, 1e130, 1 / 3]),
    st.sampled_from([0.0, 1.0, -1000.0]),
)
def test_floats_are_those_of_the_blackboard(matrix, scale, offset):
    _is_as_derived(kb.matrix([[x * scale + offset * scale for x in row] for row in matrix]))


def _is_as_derived(game):
    found = game.solve()
    derived = derivation(found)
    size = np.abs(game.matrix.array).max()
    assert found.value == pytest.approx(derived.value, rel=1e-12, abs=1e-13 * size)
    assert found.row == pytest.approx(derived.row, rel=1e-11, abs=1e-11)
    assert found.column == pytest.approx(derived.column, rel=1e-11, abs=1e-11)
    assert found.method == derived.method
    assert found.verify() or size < 1e-300  # where floats have few digits left


@given(matrices(rows=(2, 7), columns=(2, 7), low=-30, high=30))
def test_whole_numbers_in_floats_are_solved_to_the_last_bit(matrix):
    found = unique_optimum(kb.matrix(matrix, exact=False))
    if found is not None:
        exact = kb.matrix(matrix).solve("pivoting")
        assert found.value == float(exact.value)
        assert found.row == tuple(map(float, exact.row))
        assert found.column == tuple(map(float, exact.column))


@given(
    matrices(rows=(1, 7), columns=(1, 7), low=-9, high=9),
    st.sampled_from([1, 3, 10**7 + 19]),
    st.sampled_from([1, 12345, 10**6 + 3]),
)
@settings(max_examples=60)
def test_exact_answers_and_derivations_are_those_of_the_blackboard(matrix, below, above):
    game = kb.matrix([[Fraction(x * above + x % 5, below) for x in row] for row in matrix])
    found = game.solve()
    derived = derivation(found)
    assert found == derived
    assert str(found.explain()) == str(derived.explain())
    assert found.verify()


@given(matrices(rows=(1, 5), columns=(1, 5), low=-3, high=3))
@settings(max_examples=60)
def test_only_single_optima_are_taken(matrix):
    for game in (kb.matrix(matrix), kb.matrix(matrix, exact=False)):
        if unique_optimum(game) is not None:
            every = optimal_strategies(kb.matrix(matrix))
            assert len(every.row_extreme) == len(every.column_extreme) == 1


def test_most_games_are_taken():
    generator = np.random.default_rng(8)
    games = [kb.matrix(generator.integers(-99, 100, (5, 6))) for _ in range(40)]
    assert sum(unique_optimum(game) is not None for game in games) > 35
    long = [kb.matrix(generator.integers(-(10**9), 10**9, (5, 6))) for _ in range(40)]
    assert sum(unique_optimum(game) is not None for game in long) > 35


def test_games_that_are_not_small_are_left_alone():
    generator = np.random.default_rng(8)
    for shape in ((8, 8), (20, 20)):
        payoffs = generator.integers(-99, 100, shape)
        assert unique_optimum(kb.matrix(payoffs)) is None
        assert unique_optimum(kb.matrix(payoffs.astype(float))) is None


def test_answers_whose_derivation_was_not_asked_for_are_values_like_any_other():
    game = kb.matrix("2 -1 6; 0 1 -1; -2 2 1")
    found = unique_optimum(game)
    assert found is not None
    assert not {"method", "working"} & set(vars(found))
    for twin in (copy.copy(found), pickle.loads(pickle.dumps(found)), replace(found)):
        assert twin == game.solve() == derivation(found)
        assert twin.method == derivation(found).method
        assert hash(twin) == hash(found)
    assert MatrixSolution.from_json(game, found.to_json()) == found
    with pytest.raises(AttributeError):
        _ = found.no_such_thing


def test_nothing_is_loaded_before_small_games_have_taken_as_long(monkeypatch):
    monkeypatch.setattr(module._Loops, "solve", None)
    monkeypatch.setattr(module._Loops, "spent", 0.0)
    game = kb.matrix("2 -1 6; 0 1 -1; -2 2 1")
    assert "method" in vars(game.solve())
    assert 0 < module._Loops.spent < module.FETCHING
    monkeypatch.setattr(module._Loops, "spent", module.LOADING)
    monkeypatch.setattr(tiered, "is_ready", lambda *_: False)
    assert "method" in vars(game.solve())
    monkeypatch.setattr(module._Loops, "spent", tiered.WORTHWHILE)
    assert "method" not in vars(game.solve())


def test_what_lies_on_disk_is_loaded_when_loading_pays(monkeypatch):
    monkeypatch.setattr(module._Loops, "solve", None)
    monkeypatch.setattr(module._Loops, "spent", module.LOADING)
    assert "method" not in vars(kb.matrix("2 -1 6; 0 1 -1; -2 2 1").solve())


@pytest.mark.parametrize("exact", [True, False])
def test_numbers_asked_for_by_name_are_those_of_the_answer(exact):
    game = kb.matrix("2 -1 6; 0 1 -1; -2 2 1", exact=exact)
    assert game.solve(exact=exact) == game.solve()
    assert game.solve(exact=not exact).exact is not exact


def test_games_that_compiled_code_looks_at_are_refused_as_before():
    rng = np.random.default_rng(3)
    with compiled_ahead():
        kb.matrix(rng.normal(size=(9, 9))).solve()
    for bad, words in ((np.nan, "nan is not a finite number"), (1e200, "too large")):
        payoffs = rng.normal(size=(9, 9))
        payoffs[4, 2] = bad
        with pytest.raises(kb.GameError, match=f"row 5, column 3: .*{words}"):
            kb.matrix(payoffs)


def test_labels_that_were_not_given_are_those_of_the_dataclass():
    payoffs = np.arange(6.0).reshape(2, 3)
    game = kb.matrix(payoffs)
    assert (game.players, game.title, game.total) == (("I", "II"), "", 0)
    assert pickle.loads(pickle.dumps(game)) == game == replace(game, title="")
    assert (game.rows, game.columns) == (("1", "2"), ("1", "2", "3"))
    assert hash(kb.matrix(payoffs)) == hash(game)


def test_the_order_in_memory_does_not_matter():
    """Compiled code reads the entries row by row, whatever array they were taken from."""
    turned = np.array([[2.0, 0.5], [6.5, 7.0], [1.0, 3.0]]).T
    game = kb.matrix(turned)
    for same in (game, replace(game, matrix=Tensor(turned))):
        assert same.matrix.array.flags.c_contiguous
        assert same.solve().value == pytest.approx(derivation(game.solve()).value)
        assert same.solve().verify()


def test_payoffs_of_small_games_are_looked_at_by_compiled_code(monkeypatch):
    monkeypatch.setattr(tensor._Look, "compiled", None)
    monkeypatch.setattr(module._Loops, "solve", None)
    with compiled_ahead():
        kb.matrix(np.array([[2.0, -1.0], [-3.0, 4.0]])).solve()
    assert tensor._Look.compiled is not None
    for x in (np.nan, -np.inf, 1e200):
        with pytest.raises(kb.GameError, match="row 1, column 2"):
            kb.matrix(np.array([[0.0, x], [1.0, 2.0]]))
