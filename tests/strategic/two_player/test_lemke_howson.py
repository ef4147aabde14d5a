"""Paths of Lemke and Howson: their ends are equilibria, exact and in floats alike."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from importlib import import_module

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.strategic.two_player.best_response_polytope import polytopes
from kibitz.strategic.two_player.lemke_howson import lemke_howson, lemke_howson_all, read_label
from kibitz.strategic.two_player.vertex_enumeration import vertex_enumeration

module = import_module("kibitz.strategic.two_player.lemke_howson")


@st.composite
def bimatrix_games(draw: st.DrawFn) -> kb.StrategicGame:
    m, n = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    low, high = draw(st.sampled_from([(0, 1), (0, 2), (-5, 5), (-1000, 1000)]))
    entries = st.lists(st.integers(low, high), min_size=m * n, max_size=m * n)
    first, second = (np.array(draw(entries)).reshape(m, n) for _ in range(2))
    return kb.bimatrix(first, second)


@settings(max_examples=100, deadline=None)
@given(bimatrix_games())
def test_every_path_ends_in_an_extreme_equilibrium(game: kb.StrategicGame) -> None:
    every = set(vertex_enumeration(game).pairs)
    runs = lemke_howson_all(game)
    assert len(runs) == sum(game.shape)
    assert runs.verify()
    assert {run.profile for run in runs} <= every


@settings(max_examples=60, deadline=None)
@given(bimatrix_games())
def test_paths_are_almost_completely_labeled(game: kb.StrategicGame) -> None:
    for label in range(sum(game.shape)):
        path = lemke_howson(game, label).working
        every = (1 << sum(game.shape)) - 1
        assert path.whole
        for mine, theirs in path.bases[1:-1]:
            assert mine | theirs == every ^ 1 << label
        assert path.bases[-1][0] | path.bases[-1][1] == every
        assert len(set(path.bases)) == len(path.bases)


@settings(max_examples=60, deadline=None)
@given(bimatrix_games())
def test_floats_take_the_same_path(game: kb.StrategicGame) -> None:
    for label in range(sum(game.shape)):
        exact, rounded = lemke_howson(game, label), lemke_howson(game, label, exact=False)
        assert rounded.verify()
        assert not rounded.exact
        assert exact.working.pivots == rounded.working.pivots
        for x, y in zip(exact.profile, rounded.profile, strict=True):
            assert [float(w) for w in x] == pytest.approx(list(y), abs=1e-9)


def test_large_games_are_certified(monkeypatch: pytest.MonkeyPatch) -> None:
    generator = np.random.default_rng(3)
    game = kb.bimatrix(generator.integers(-50, 51, (40, 30)), generator.integers(-50, 51, (40, 30)))
    found = lemke_howson(game, 5)
    assert found.exact
    assert found.verify()
    assert found.working.length == len(found.working.pivots)
    monkeypatch.setattr(module, "SMALL", 1000)
    assert lemke_howson(game, 5).profile == found.profile


def test_a_long_path_is_cut_but_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "KEPT", 2)
    generator = np.random.default_rng(3)
    game = kb.bimatrix(generator.random((20, 20)), generator.random((20, 20)))
    path = lemke_howson(game, 0).working
    assert path.length > len(path.pivots) == 2
    assert not path.whole


def test_when_floats_give_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_PIVOTS", 1)
    game = kb.bimatrix([[3.0, 3.0], [2.0, 5.0], [0.0, 6.0]], [[3.0, 2.0], [2.0, 6.0], [3.0, 1.0]])
    found = lemke_howson(game, 1)
    assert found.verify()
    assert found.row == (0.0, 1 / 3, 2 / 3)


def test_points_of_the_path() -> None:
    game = kb.bimatrix("3 3; 2 5; 0 6", "3 2; 2 6; 3 1")
    points = list(lemke_howson(game, 1).working.points())
    assert points[0] == (None, None)
    assert points[-1] == ((0, Fraction(1, 3), Fraction(2, 3)), (Fraction(1, 3), Fraction(2, 3)))
    rows, columns = polytopes(game)
    assert rows.dimension == 3
    assert columns.dimension == 2


def test_runs_that_are_wrong_are_refused() -> None:
    runs = lemke_howson_all(kb.bimatrix("2,1 0,0; 0,0 1,2"))
    bad = replace(runs.runs[0], profile=((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))))
    assert not replace(runs, runs=(bad, *runs.runs[1:])).verify()
    assert runs.to_json()["by_label"][2] == {"label": "column 1", "equilibrium": 0, "pivots": 2}


def test_labels() -> None:
    game = kb.bimatrix("1 2; 3 4", "1 2; 3 4", rows="up down", columns="left right")
    assert [read_label(game, k) for k in ("up", "right", ("II", "left"), 3)] == [0, 3, 2, 3]
    with pytest.raises(GameError, match="labels run from 0 to 3"):
        lemke_howson(game, 4)
    with pytest.raises(GameError, match="did you mean 'left'"):
        lemke_howson(game, "lef")
    with pytest.raises(GameError, match="twice"):
        lemke_howson(kb.bimatrix("1 2; 3 4", "1 2; 3 4"), "1")
    with pytest.raises(GameError, match="two"):
        lemke_howson(kb.strategic_game([np.zeros((2, 2, 2), int)] * 3))


def test_any_label_will_do_for_large_games() -> None:
    generator = np.random.default_rng(3)
    game = kb.bimatrix(generator.integers(-50, 51, (40, 30)), generator.integers(-50, 51, (40, 30)))
    found = kb.solve(game)
    assert found.exact
    assert found.verify()
    assert "Lemke-Howson" in str(found)


def test_a_label_of_both_players_is_refused_without_being_proposed() -> None:
    game = kb.bimatrix("3 0; 5 1", "3 5; 0 1")
    with pytest.raises(kb.GameError, match=r"^label '2' occurs twice; give \(player, strategy\)$"):
        read_label(game, "2")
    assert read_label(game, ("II", "2")) == 3


@pytest.mark.parametrize("height", [1, 2, 5, 8])
def test_pivots_of_any_number_of_rows(height):
    from kibitz.strategic.two_player.kernels.vertex_walk import aligned, pivot

    generator = np.random.default_rng(height)
    body = aligned(height, 6)
    assert body.ctypes.data % 64 == 0
    assert not body.any()
    body[:, :6] = generator.random((height, 6))
    before, r, q = body.copy(), height - 1, 3
    left, top = np.arange(height), np.arange(height, height + 5)
    pivot(body, left, top, r, q, np.empty(body.shape[1]))
    expected = before - np.outer(before[:, q], before[r]) / before[r, q]
    expected[:, q] = -before[:, q] / before[r, q]
    expected[r] = before[r] / before[r, q]
    expected[r, q] = 1 / before[r, q]
    assert np.allclose(body, expected, atol=1e-14)
    assert (left[r], top[q - 1]) == (height + q - 1, height - 1)
