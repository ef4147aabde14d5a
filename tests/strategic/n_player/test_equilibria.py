"""All equilibria of games of three and more players: proofs, completeness, degenerate games."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz import bimatrix, strategic_game
from kibitz.algebra.real_root import RealRoot
from kibitz.core.compiling.ahead import compiled_ahead
from kibitz.core.errors import GameError
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.n_player.equilibria import n_player_equilibria


def random_game(shape: tuple[int, ...], seed: int, high: int = 10_000) -> StrategicGame:
    rng = np.random.default_rng(seed)
    return strategic_game([rng.integers(0, high, shape) for _ in shape])


def fingers(players: int) -> StrategicGame:
    """The only one who shows a number of fingers gets that much."""
    return strategic_game(
        lambda *f: [x * (f.count(x) == 1) for x in f], strategies=[[1, 2]] * players
    )


def regret(game: StrategicGame, profile: tuple[tuple[float, ...], ...]) -> float:
    """The most that a player gains by a pure deviation, from the definition."""
    worst = 0.0
    for i, tensor in enumerate(game.payoffs):
        values = [0.0] * game.shape[i]
        for cell in product(*map(range, game.shape)):
            weight = 1.0
            for j, s in enumerate(cell):
                weight *= profile[j][s] if j != i else 1.0
            values[cell[i]] += weight * float(tensor[cell])
        mine = sum(p * v for p, v in zip(profile[i], values, strict=True))
        worst = max(worst, max(values) - mine)
    return worst


SHAPES = [(2, 2, 2), (3, 3, 3), (2, 3, 4), (2, 2, 2, 2), (2, 2, 2, 2, 2)]
LONG = {(seed, shape) for seed in (2, 3) for shape in SHAPES} | {(1, SHAPES[-1])}


@pytest.mark.parametrize(
    ("seed", "shape"),
    [
        pytest.param(seed, shape, marks=pytest.mark.slow if (seed, shape) in LONG else [])
        for seed in range(4)
        for shape in SHAPES
    ],
)
def test_generic_games_are_solved_completely(seed: int, shape: tuple[int, ...]) -> None:
    game = random_game(shape, seed)
    found = n_player_equilibria(game)
    assert found.complete
    assert found.verify().holds
    assert sum(e.index or 0 for e in found) == 1
    assert len(found) % 2 == 1
    for one in found:
        assert regret(game, one.floats) < 1e-7


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_small_integers_lose_nothing_that_a_grid_finds(data: st.DataObject) -> None:
    """Degenerate games: equilibria with weights in quarters are listed, or in a region."""
    last = data.draw(st.integers(1, 3))
    payoff = st.lists(st.integers(0, 2), min_size=4 * last, max_size=4 * last)
    game = strategic_game([np.array(data.draw(payoff)).reshape(2, 2, last) for _ in range(3)])
    found = n_player_equilibria(game)
    assert all(e.verify().holds for e in found)
    assert all(region.verify().holds for region in found.regions)
    known = [e.profile for e in found]
    named = [u.supports for u in found.undecided]
    for profile in product(*(quarters(size) for size in game.shape)):
        if game.is_equilibrium(profile).holds:
            supports = tuple(tuple(s for s, x in enumerate(w) if x) for w in profile)
            listed = profile in known or any(profile in region for region in found.regions)
            assert listed or supports in named


def quarters(size: int) -> list[tuple[Fraction, ...]]:
    lists = product(range(5), repeat=size)
    return [tuple(Fraction(k, 4) for k in weights) for weights in lists if sum(weights) == 4]


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_points_of_regions_are_equilibria(data: st.DataObject) -> None:
    payoff = st.lists(st.integers(0, 1), min_size=8, max_size=8)
    game = strategic_game([np.array(data.draw(payoff)).reshape(2, 2, 2) for _ in range(3)])
    for region in n_player_equilibria(game).regions:
        if region.flat:
            profile = tuple(
                tuple(sum(column, Fraction(0)) / len(side) for column in zip(*side, strict=True))
                for side in region.strategies
            )
            assert profile in region
            assert game.is_equilibrium(profile).holds


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_a_player_without_a_choice_changes_nothing(data: st.DataObject) -> None:
    """The components of a bimatrix game come back when a third player has one strategy."""
    payoff = st.lists(st.integers(0, 2), min_size=9, max_size=9)
    first, second = (np.array(data.draw(payoff)).reshape(3, 3) for _ in range(2))
    two = bimatrix(first, second).equilibria()
    third = np.array(data.draw(payoff)).reshape(3, 3, 1)
    three = strategic_game([first[:, :, None], second[:, :, None], third])
    found = n_player_equilibria(three)
    assert found.complete
    assert sorted(e.profile[:2] for e in found) == sorted(e.profile for e in two)
    assert len(found.components) == len(two.components)
    assert sorted(c.dimension for c in found.components) == sorted(
        c.dimension for c in two.components
    )


def test_one_player_takes_what_is_best() -> None:
    found = strategic_game([[3, 5, 5, 1]]).equilibria()
    assert [e.cell for e in found] == [(1,), (2,)]
    assert (found.complete, found.number, found.components[0].dimension) == (True, None, 1)
    assert found.verify().holds
    from kibitz.formats.answers.solution import solution_from_json

    assert solution_from_json(found.game, found.to_json()).verify().holds
    assert "whatever is best" in " ".join(str(found.explain()).split())
    costs = strategic_game([[3, 5, 2]], cost=True)
    assert costs.equilibria().unique
    assert costs.solve()[0].payoffs == (2,)


def test_a_curved_continuum_is_described() -> None:
    """All three want the same, which is a surface of indifference: no product of polytopes."""
    game = strategic_game(
        lambda a, b, c: (0, 0, 0 if (a, b) in ((0, 0), (1, 1)) else c * (1 - 2 * (a == 0))),
        strategies=[[0, 1]] * 3,
    )
    found = n_player_equilibria(game)
    assert found.complete
    assert all(region.verify().holds for region in found.regions)
    curved = [region for region in found.regions if not region.flat]
    third = Fraction(1, 3)
    for p in (third, 2 * third):
        profile = ((p, 1 - p), (p, 1 - p), (third, 2 * third))
        assert game.is_equilibrium(profile).holds
        assert any(profile in region for region in found.regions)
    assert not curved or curved[0].conditions()


def test_the_three_finger_game_has_the_root_of_two() -> None:
    found = n_player_equilibria(fingers(3))
    (mixed,) = (e for e in found if not e.pure)
    x = mixed.strategies[0][0]
    assert isinstance(x, RealRoot)
    assert [int(c) for c in x.polynomial.coefficients] == [-1, 2, 1]
    assert float(x) == pytest.approx(2**0.5 - 1)
    assert float(mixed.payoffs[0]) == pytest.approx(6 - 4 * 2**0.5)
    assert mixed.verify().holds
    assert len(found.pure) == 6
    assert found.complete
    ring, point = found.components
    assert (ring.dimension, len(ring.regions), ring.index) == (1, 6, 0)
    assert (point.isolated, point.index) == (True, 1)
    assert found.verify().holds


def test_the_four_finger_game_has_a_cube_root() -> None:
    found = n_player_equilibria(fingers(4))
    full = [e for e in found if all(len(s) == 2 for s in e.supports)]
    (mixed,) = full
    assert float(mixed.strategies[0][0]) == pytest.approx(1 / (1 + 2 ** (1 / 3)))
    assert float(mixed.payoffs[0]) == pytest.approx(2 / (1 + 2 ** (1 / 3)) ** 3)
    assert isinstance(mixed.strategies[0][0], RealRoot)
    assert mixed.strategies[0][0].polynomial.degree == 3


def test_rational_equilibria_are_fractions() -> None:
    """Two play matching pennies, the third one bets against a coin of its own."""
    game = strategic_game(
        lambda a, b, c: [
            (1, -1, 2) if a == b else (-1, 1, 2),
            (1, -1, 1) if a == b else (-1, 1, 1),
        ][c],
        strategies=[[0, 1]] * 3,
    )
    found = n_player_equilibria(game)
    assert found.unique
    half = (Fraction(1, 2), Fraction(1, 2))
    assert found[0].profile == (half, half, (Fraction(1), Fraction(0)))
    assert found[0].payoffs == (0, 0, 2)
    assert found[0].exact


def test_a_game_without_stakes_is_one_region() -> None:
    game = strategic_game([np.zeros((2, 2, 2), int)] * 3)
    found = n_player_equilibria(game)
    assert found.complete
    assert len(found.pure) == 8
    (region,) = found.regions
    assert region.dimension == 3
    assert found.components[0].index == 1


def test_a_list_that_is_not_all_is_refused() -> None:
    game = strategic_game("2,2,2 0,0,0; 0,0,0 0,0,0 | 0,0,0 0,0,0; 0,0,0 1,1,1")
    found = n_player_equilibria(game)
    assert found.verify().holds
    less = replace(found, equilibria=found.equilibria[:1])
    assert [e.index for e in less] == [1]
    assert "that there are no others" in less.verify().unproved
    both = replace(found, equilibria=found.equilibria[:2])
    assert not both.verify().holds
    ring = n_player_equilibria(fingers(3))
    fewer = replace(ring, regions=ring.regions[1:]).verify()
    assert "that there are no others" in fewer.unproved


def test_verify_rejects_what_is_wrong() -> None:
    game = random_game((3, 3, 3), 1)
    found = n_player_equilibria(game)
    mixed = next(e for e in found if not e.pure)
    moved = tuple((p[0] + 0.01, *p[1:-1], p[-1] - 0.01) if len(p) > 1 else p for p in mixed.point)
    assert not replace(mixed, point=moved).verify().holds
    other = random_game((3, 3, 3), 2)
    assert not replace(mixed, game=other).verify().holds
    cell = next(c for c in product(range(3), repeat=3) if not game.is_equilibrium(list(c)).holds)
    claim = replace(mixed, supports=tuple((s,) for s in cell), point=((1.0,),) * 3)
    assert not claim.verify().holds
    assert not replace(found, equilibria=found.equilibria[1:]).verify().holds


def test_floats_are_solved_and_proved() -> None:
    rng = np.random.default_rng(5)
    game = strategic_game([rng.random((3, 3, 3)) for _ in range(3)])
    found = n_player_equilibria(game)
    assert found.complete
    assert found.verify().holds
    assert all(isinstance(x, float) for e in found for w in e.strategies for x in w)


def test_costs_are_reported_as_costs() -> None:
    game = random_game((2, 2, 2), 3)
    arrays = [[[[-x for x in row] for row in page] for page in t.numbers()] for t in game.payoffs]
    costs = strategic_game(arrays, cost=True)
    found, mirror = n_player_equilibria(game), n_player_equilibria(costs)
    assert [e.profile for e in found] == [e.profile for e in mirror]
    for a, b in zip(found, mirror, strict=True):
        assert [float(x) for x in a.payoffs] == [pytest.approx(-float(x)) for x in b.payoffs]


@pytest.mark.parametrize("shape", [(2, 2, 2), (4, 4, 4), (5, 5, 5), (2, 2, 2, 2, 2, 2)])
@pytest.mark.parametrize("seed", [0, *(pytest.param(s, marks=pytest.mark.slow) for s in (1, 2))])
def test_one_equilibrium_is_proved(shape: tuple[int, ...], seed: int) -> None:
    found = n_player_equilibria(random_game(shape, seed), method="one")
    assert len(found) == 1
    assert found[0].verify().holds


def test_unknown_methods_and_sizes_are_refused() -> None:
    with pytest.raises(
        GameError,
        match=r"unknown method "
        r"'suport-enumeration'.*support-enumeration",
    ):
        n_player_equilibria(fingers(3), method="suport-enumeration")
    large = strategic_game([np.zeros((8, 8, 8), int)] * 3)
    with pytest.raises(GameError, match="16581375 support profiles"):
        n_player_equilibria(large, method="support-enumeration")


@pytest.mark.peer
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("shape", [(2, 2, 2), (3, 3, 3)])
def test_gambit_finds_no_other(shape: tuple[int, ...], seed: int) -> None:
    """Everything that Gambit's polynomial solver finds is here; it misses some of them."""
    pygambit = pytest.importorskip("pygambit")
    game = random_game(shape, seed)
    found = n_player_equilibria(game)
    theirs = pygambit.nash.enumpoly_solve(
        pygambit.Game.from_arrays(*[t.array for t in game.payoffs])
    ).equilibria
    ours = [np.concatenate([np.array(w, float) for w in e.floats]) for e in found]
    for profile in theirs:
        point = np.array([float(profile[s]) for p in profile.game.players for s in p.strategies])
        assert min(np.abs(point - x).max() for x in ours) < 1e-3
    assert len(theirs) <= len(found)


def test_answers_are_read_back_and_checked() -> None:
    from kibitz.formats.answers.solution import solution_from_json

    game = fingers(3)
    found = n_player_equilibria(game)
    back = solution_from_json(game, found.to_json())
    assert back.verify().holds
    single = {"kind": "equilibrium", **found.to_json()["equilibria"][-1]}
    assert solution_from_json(game, single).verify().holds
    single["strategies"][0] = ["5/12", "7/12"]
    assert not solution_from_json(game, single).verify().holds
    free = {"kind": "equilibrium", "strategies": [["1", "0"], ["0", "1"], ["1/3", "2/3"]]}
    assert solution_from_json(game, free).verify().holds
    free["strategies"][1] = ["1/9", "8/9"]
    assert not solution_from_json(game, free).verify().holds
    short = {"kind": "equilibrium", "strategies": [["1", "0"], ["1", "0"]]}
    with pytest.raises(GameError, match="it has 2 entries, not 3"):
        solution_from_json(game, short).verify()
    bare = {"kind": "equilibrium", "strategies": [[{}, 0], [1, 0], [1, 0]]}
    with pytest.raises(GameError, match="about"):
        solution_from_json(game, bare).verify()


def test_symmetric_equilibria_of_costs_say_what_is_paid() -> None:
    roads = [["a", "b"]] * 3
    paid = strategic_game(
        lambda *f: [f.count("a") if x == "a" else 2 * f.count("b") for x in f],
        None,
        roads,
        cost=True,
    )
    (one,) = paid.symmetric_equilibria()
    assert (one.x, one.payoff) == (Fraction(5, 6), Fraction(8, 3))
    assert paid.is_equilibrium(one.profile).payoffs == (Fraction(8, 3),) * 3
    assert one.to_json()["cost"] == "8/3"
    best = paid.symmetric_two_action().joint_optimum()
    assert (best.x, best.payoff, best.verify().holds) == (Fraction(3, 4), Fraction(21, 8), True)
    assert paid.symmetric_two_action().strategic() == paid


def test_how_one_equilibrium_was_found_is_said_truly() -> None:
    game = strategic_game("2,2,2 0,0,0; 0,0,0 0,0,0 | 0,0,0 0,0,0; 0,0,0 1,1,1")
    assert n_player_equilibria(game, "one").method == "a look at the pure cells"
    without = random_game((4, 4, 4), 1, 100)
    assert n_player_equilibria(without, "one").method == "iterated polymatrix approximation"


def test_pictures_of_three_and_more_players() -> None:
    cube = fingers(3).draw(what="equilibria")
    assert "infinitely many" in cube.caption
    assert cube.svg.count("<circle") == 8
    table = random_game((3, 2, 3), 3, 9).draw()
    assert table.svg.count("<rect") == 1 + 18
    assert "pure equilibri" in fingers(4).draw().caption
    assert strategic_game([[3, 5, 5]]).draw().caption.endswith("2 pure equilibria")
    with pytest.raises(GameError, match="512 cells"):
        random_game((8, 8, 8), 1).draw()


@pytest.mark.parametrize(
    ("players", "equation", "root"),
    [(3, "x₁^2 + 2x₁ - 1 = 0", "x₁ = -1 + √2"), (4, "3x₁^3 - 3x₁^2 + 3x₁ - 1 = 0", "0.4424933")],
)
def test_the_equation_behind_an_irrational_equilibrium_is_told(
    players: int, equation: str, root: str
) -> None:
    told = str(n_player_equilibria(fingers(players)).explain())
    line = next(line for line in told.splitlines() if "Eliminating all other weights" in line)
    assert equation in line
    assert "its root between 0 and 1 is" in line
    assert root in told


def test_symmetric_equilibria_are_derived_from_one_polynomial() -> None:
    told = {step.heading: step.prose for step in fingers(3).symmetric_equilibria().explain().steps}
    assert "d(x) = 1 - 2x - x^2" in told["When is a player indifferent?"]
    roots = told["Where it is zero"]
    assert "Between 0 and 1 its roots are x = -1+sqrt(2)." in roots
    assert "d(0) = 1, so it is not an equilibrium" in roots
    best = fingers(3).symmetric_two_action().joint_optimum().explain()
    assert "f'(x) = " in best.steps[1].prose


@pytest.mark.slow  # it takes half a minute to compile them
def test_compiled_searches_and_paths_find_what_python_finds() -> None:
    game = random_game((2, 3, 3), 5)
    ways = ("support-enumeration", "logit", "global-newton", "iterated-polymatrix")
    by_python = [game.solve(name) for name in ways]
    with compiled_ahead():
        compiled = [game.solve(name) for name in ways]
    for one, other in zip(by_python, compiled, strict=True):
        assert other.verify().holds
        assert weights_of(other) == pytest.approx(weights_of(one), abs=1e-9)


def weights_of(found: Any) -> list[float]:
    return [weight for one in found for mixture in one.floats for weight in mixture]
