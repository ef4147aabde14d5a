"""One equilibrium of n players by paths, pivots and approximations; quantal responses."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache
from importlib import import_module

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz import bimatrix, game, strategic_game
from kibitz.core.compiling import tiered
from kibitz.core.errors import GameError
from kibitz.strategic.concepts.equilibrium_test import equilibrium_test
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.n_player.certify_profile import ApproximateEquilibrium, certify_profile
from kibitz.strategic.n_player.equilibria import n_player_equilibria
from kibitz.strategic.n_player.global_newton import global_newton
from kibitz.strategic.n_player.iterated_polymatrix import iterated_polymatrix
from kibitz.strategic.n_player.kernels import roots
from kibitz.strategic.n_player.logit import LogitEquilibrium, logit, quantal_response
from kibitz.strategic.n_player.simplicial_subdivision import simplicial_subdivision

METHODS = [logit, global_newton, iterated_polymatrix, simplicial_subdivision]
SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2))]


def random_game(shape: tuple[int, ...], seed: int) -> StrategicGame:
    rng = np.random.default_rng(seed)
    return strategic_game([rng.integers(0, 10_000, shape) for _ in shape])


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "shape",
    [
        (2, 2),
        (2, 2, 2),
        (3, 3, 3),
        (2, 3, 4),
        (2, 2, 2, 2),
        pytest.param((5, 5, 5), marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("seed", SEEDS)
def test_the_limit_is_a_proved_equilibrium(method, shape: tuple[int, ...], seed: int) -> None:  # type: ignore[no-untyped-def]
    found = method(random_game(shape, seed))
    assert found.verify().holds
    assert found.index in (1, -1)


@cache
def every_equilibrium(seed: int) -> list[tuple[object, object]]:
    """All equilibria of a random game, as supports and points."""
    found = n_player_equilibria(random_game((3, 3, 3), seed))
    return [(e.supports, np.concatenate(e.point)) for e in found]


@pytest.mark.parametrize(
    "seed", [*SEEDS, *(pytest.param(k, marks=pytest.mark.slow) for k in (3, 4))]
)
@pytest.mark.parametrize("method", METHODS)
def test_the_limit_is_among_all_equilibria(method, seed: int) -> None:  # type: ignore[no-untyped-def]
    found = method(random_game((3, 3, 3), seed))
    assert any(
        supports == found.supports and np.allclose(point, np.concatenate(found.point))
        for supports, point in every_equilibrium(seed)
    )


def test_paths_end_in_equilibria_of_index_one() -> None:
    """Homotopies from a unique equilibrium end in a positive one."""
    for seed in range(3):
        game = random_game((3, 3, 3), seed)
        assert logit(game).index == 1
        assert global_newton(game).index == 1


def test_the_newton_path_starts_pure_and_ends_without_bonus() -> None:
    found = global_newton(random_game((3, 3, 3), 4))
    path = found.working
    assert sorted(path.profiles[0].tolist(), reverse=True)[:3] == [1, 1, 1]
    assert path.bonuses[0] > 0
    assert path.bonuses[-1] == 0
    assert np.allclose(path.profiles.sum(axis=1), 3)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.floats(0.01, 50))
def test_quantal_responses_satisfy_their_definition(seed: int, rate: float) -> None:
    rng = np.random.default_rng(seed)
    game = strategic_game([rng.random((2, 3, 2)) for _ in range(3)])
    profile = quantal_response(game).at(rate)
    for i, weights in enumerate(profile):
        payoffs = []
        for s in range(game.shape[i]):
            pure = tuple(float(k == s) for k in range(game.shape[i]))
            at = (*profile[:i], pure, *profile[i + 1 :])
            payoffs.append(float(game.expected_payoffs(at)[i]))
        powers = [math.exp(rate * (u - max(payoffs))) for u in payoffs]
        for w, power in zip(weights, powers, strict=True):
            assert w == pytest.approx(power / sum(powers), abs=1e-8)


def test_the_branch_of_a_symmetric_game_stays_symmetric() -> None:
    fingers = strategic_game(lambda *f: [x * (f.count(x) == 1) for x in f], strategies=[[1, 2]] * 3)
    branch = fingers.quantal_response()
    assert branch.complete
    assert np.allclose(branch.profiles[:, 0], branch.profiles[:, 2])
    assert float(branch.limit.strategies[0][0]) == pytest.approx(math.sqrt(2) - 1)
    assert branch.verify().holds
    assert branch.to_json()["limit"]["kind"] == "equilibrium"


def test_the_branch_turns_where_it_must() -> None:
    branch = quantal_response(random_game((3, 3, 3), 2))
    falls = [b < a for a, b in zip(branch.precisions, branch.precisions[1:], strict=False)]
    assert branch.complete
    assert branch.verify().holds
    assert falls.count(True) == 0 or branch.limit.index == 1


def test_two_players_have_quantal_responses_too() -> None:
    """McKelvey and Palfrey's asymmetric matching pennies: own payoffs matter."""
    game = bimatrix("9,0 0,1; 0,1 1,0")
    branch = quantal_response(game)
    assert branch.at(0)[0] == (0.5, 0.5)
    assert branch.at(1)[0][0] > 0.6
    assert branch.limit.profile[0][0] == pytest.approx(0.5)
    assert branch.limit.profile[1][0] == pytest.approx(0.1)


def test_pictures_show_every_player() -> None:
    game = random_game((3, 2, 2), 1)
    svg = game.draw(what="logit").svg
    assert svg.count("<polyline") == 7
    assert "player 3" in svg


def test_explanations_are_told_in_steps() -> None:
    game = random_game((2, 2, 2), 11)
    told = quantal_response(game).explain()
    assert [step.heading for step in told.steps][1:] == ["Noisy play", "The branch", "Its end"]
    found = n_player_equilibria(game)
    headings = [step.heading for step in found.explain().steps]
    assert headings[1] == "Supports"
    assert headings[-1] == "Are these all?"
    assert found[0].explain().steps[-1].heading == "No player gains by deviating"


def test_false_claims_are_rejected() -> None:
    game = random_game((2, 2, 2), 3)
    branch = quantal_response(game)
    moved = branch.profiles.copy()
    moved[1:-1] = moved[-1]
    assert not replace(branch, profiles=moved).verify().holds
    point = branch.point(0.001)
    assert point.verify().holds
    assert not LogitEquilibrium(game, 0.002, point.profile).verify().holds


def test_singular_equilibria_with_simple_weights_are_proved_exactly() -> None:
    game = strategic_game([np.zeros((2, 2, 2), int)] * 3)
    found = n_player_equilibria(game, method="logit")
    assert not found[0].regular
    assert found.verify().holds


def test_what_is_not_proved_comes_with_its_regret() -> None:
    game = random_game((2, 2, 2), 0)
    found = ApproximateEquilibrium(game, ((0.5, 0.5),) * 3, "a guess")
    gains = equilibrium_test(game, found.profile).regrets
    assert found.regret == pytest.approx(max(map(float, gains)))
    assert found.verify().holds


def test_certify_refuses_points_that_are_no_equilibria() -> None:
    game = random_game((3, 3, 3), 0)
    assert certify_profile(game, np.array([1.0, 0, 0, 1, 0, 0, 1, 0, 0]), "a guess") is None


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda g: quantal_response(g, 0), "must be positive"),
        (lambda g: quantal_response(g).at(-1), "at least 0"),
        (lambda g: global_newton(g, rays=0), "at least one"),
        (lambda g: iterated_polymatrix(g, starts=0), "at least one"),
        (lambda g: simplicial_subdivision(g, refine=1), "must be at least 2"),
    ],
)
def test_bad_options_are_refused(call, words: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(GameError, match=words):
        call(random_game((2, 2, 2), 0))


@pytest.mark.peer
def test_gambit_traces_the_same_branch() -> None:
    pygambit = pytest.importorskip("pygambit")
    rng = np.random.default_rng(1)
    arrays = [rng.integers(0, 20, (2, 2, 2)) for _ in range(3)]
    branch = quantal_response(strategic_game(arrays))
    theirs = pygambit.qre.logit_solve_lambda(pygambit.Game.from_arrays(*arrays), lam=[0.1, 0.5])
    for point, rate in zip(theirs, (0.1, 0.5), strict=True):
        profile = point.profile
        weights = [float(profile[s]) for p in profile.game.players for s in p.strategies]
        assert weights == pytest.approx([w for part in branch.at(rate) for w in part], abs=1e-4)


@pytest.mark.parametrize("name", ["logit_path", "global_newton_path", "iterated_polymatrix"])
def test_paths_of_small_games_are_not_compiled(name, monkeypatch, tmp_path):
    kernel = import_module(f"kibitz.strategic.n_player.kernels.{name}")
    game = strategic_game("2,2,2 0,1,0; 0,0,1 3,0,0 | 0,0,3 1,0,0; 0,4,0 1,1,1")
    uncompiled(getattr(kernel, name), monkeypatch, tmp_path)
    found = game.solve(method=name.removesuffix("_path").replace("_", "-"))
    assert found.verify()
    assert len(found) == 1


def test_support_profiles_of_small_games_are_searched_some_at_a_time(monkeypatch, tmp_path):
    uncompiled(roots.search, monkeypatch, tmp_path)
    game = random_game((3, 2, 2), 5)
    whole = n_player_equilibria(game)
    enumeration = import_module("kibitz.strategic.n_player.polynomial_support_enumeration")
    monkeypatch.setattr(enumeration, "AT_ONCE", 2)
    assert [e.floats for e in n_player_equilibria(game)] == [e.floats for e in whole]
    assert whole.verify()


def test_a_search_goes_on_when_its_space_for_roots_is_full(monkeypatch):
    game = random_game((3, 3, 3), 5)
    whole = n_player_equilibria(game)
    assert len(whole) > 1
    plenty = roots.work_for

    def narrow(m):
        work = plenty(m)
        return work._replace(marks=work.marks[:, : roots.AT_ONCE].copy())

    monkeypatch.setattr(roots, "work_for", narrow)
    assert [e.floats for e in n_player_equilibria(game)] == [e.floats for e in whole]


def uncompiled(kernel, monkeypatch, tmp_path):
    """As if nobody had compiled a kernel, and nobody could."""
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(tiered, "_SPENT", {})
    monkeypatch.setattr(kernel, "overloads", {})
    monkeypatch.setattr(kernel, "compile", None)


@pytest.mark.parametrize(
    "game",
    [
        bimatrix("6,6 2,7; 7,2 0,0"),
        bimatrix("0,0 7,2; 2,7 6,6"),
        strategic_game(
            lambda *f: [5 * any(f) - 2 * x for x in f],
            strategies=[[0, 1]] * 3,
        ),
    ],
    ids=["chicken", "chicken turned", "three volunteers"],
)
def test_the_branch_goes_straight_on_where_others_leave_it(game: StrategicGame) -> None:
    branch = quantal_response(game)
    size = game.shape[0]
    for k in range(1, len(game.shape)):
        assert (branch.profiles[:, :size] == branch.profiles[:, k * size : (k + 1) * size]).all()
    assert branch.complete
    assert branch.verify()
    assert len(set(branch.limit.profile)) == 1


@pytest.mark.slow
def test_a_path_that_turns_back_at_rounding_ends():
    found = quantal_response(game("forgetful-player").strategic())
    assert found.verify()
