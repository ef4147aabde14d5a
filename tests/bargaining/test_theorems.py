"""Solutions against their definitions: on grids, by scaling, and against each other."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import kibitz as kb
from kibitz.algebra.plane_polynomial import PlanePolynomial
from kibitz.algebra.real_root import RealRoot
from kibitz.bargaining import (
    BargainingSolution,
    Polygon,
    Region,
    axioms,
    fixed_threats,
    lambda_transfer,
    noncooperative_set,
    ntu_set,
    polygon,
    transfer_value,
    tu_solution,
)

small = st.integers(-6, 6)
pairs = st.tuples(small, small)


@st.composite
def problems(draw):
    corners = draw(st.lists(pairs, min_size=2, max_size=7))
    weights = draw(st.lists(st.integers(1, 5), min_size=len(corners), max_size=len(corners)))
    total = sum(weights)
    d = tuple(
        Fraction(sum(w * c[k] for w, c in zip(weights, corners, strict=True)), total)
        for k in (0, 1)
    )
    return kb.bargaining(corners, d)


@st.composite
def games(draw, most=4):
    m, n = draw(st.integers(1, most)), draw(st.integers(1, most))
    rows = st.lists(st.lists(small, min_size=n, max_size=n), min_size=m, max_size=m)
    return kb.bimatrix(draw(rows), draw(rows))


@given(problems())
def test_nash_beats_every_point_of_the_frontier(problem):
    found = problem.nash()
    assert found.verify()
    d, chain = problem.point, problem.feasible.gains(problem.point)
    for (x0, y0), (x1, y1) in pairwise(chain):
        for k in range(11):
            t = Fraction(k, 10)
            x, y = x0 + t * (x1 - x0), y0 + t * (y1 - y0)
            assert (x - d[0]) * (y - d[1]) <= found.product


@given(problems())
def test_every_concept_verifies_and_is_pareto_optimal(problem):
    for concept in ("nash", "kalai-smorodinsky", "egalitarian", "utilitarian"):
        found = problem.solve(concept)
        assert found.verify(), found.verify()
        assert problem.feasible.gains(found.point) == (found.point,)


@given(problems(), st.integers(1, 3), st.integers(1, 3))
def test_wrong_points_are_rejected(problem, i, j):
    for concept in ("nash", "kalai-smorodinsky", "egalitarian"):
        found = problem.solve(concept)
        wrong = (found.point[0] + Fraction(i, 7), found.point[1] - Fraction(j, 7))
        assert not BargainingSolution(problem, concept, wrong, "guess").verify()


@given(problems(), st.integers(1, 4), st.integers(1, 4))
def test_weighted_nash(problem, a, b):
    found = problem.nash((a, b))
    assert found.verify()
    doubled = problem.nash((2 * a, 2 * b))
    assert doubled.point == found.point


@given(problems())
def test_nash_satisfies_its_axioms(problem):
    assert axioms(problem, "nash"), axioms(problem, "nash")


def test_other_concepts_break_an_axiom():
    problem = kb.bargaining([(0, 0), (0, 4), (2, 0)])
    assert axioms(problem, "egalitarian").failed == ("invariance under change of scale",)
    flat = kb.bargaining([(0, 0), (0, 2), (1, 2), (2, 0)])
    assert axioms(flat, "ks").failed == ("independence of irrelevant alternatives",)


@settings(max_examples=20)
@given(problems())
def test_regions_agree_with_polygons(problem):
    assume(len(problem.feasible.vertices) > 2)
    sides = []
    for (x0, y0), (x1, y1) in problem.feasible.edges:
        terms = {(1, 0): y1 - y0, (0, 1): x0 - x1, (0, 0): (x1 - x0) * y0 - (y1 - y0) * x0}
        sides.append(PlanePolynomial.of(terms))
    region = Region(tuple(sides))
    same = kb.BargainingProblem(region, problem.point)
    for concept in ("nash", "kalai-smorodinsky", "egalitarian", "utilitarian"):
        found, wanted = same.solve(concept), problem.solve(concept)
        assert found.point == wanted.point
        assert found.verify()


@given(games())
def test_tu_solution(game):
    found = tu_solution(game)
    assert found.verify()
    assert found.value == transfer_value(game, Fraction(1))
    u, v = found.value
    assert u >= kb.matrix(game.payoffs[0].numbers()).solve().value
    assert v >= kb.matrix(game.payoffs[1].transpose().numbers()).solve().value
    for du, dv in found.disagreement_points:
        assert du <= u
        assert dv <= v


@given(games(3))
def test_lambda_transfer_verifies_and_scaling_moves_the_rate(game):
    found = lambda_transfer(game)
    assert found.verify(), found.verify()
    second = game.payoffs[1].affine(Fraction(3), Fraction(1))
    scaled = lambda_transfer(kb.bimatrix(game.payoffs[0].numbers(), second.numbers()))
    assert len(found.solutions) == len(scaled.solutions)
    for one, other in zip(found.solutions, scaled.solutions, strict=True):
        assert other.payoff == (one.payoff[0], 3 * one.payoff[1] + 1)
        if isinstance(one.rate, Fraction):
            assert other.rate == 3 * one.rate


@given(games(3))
def test_no_rate_on_a_grid_is_missed(game):
    found = lambda_transfer(game)
    hull = ntu_set(game)
    for k in (*range(1, 13), 16, 24):
        for rate in {Fraction(k, 4), Fraction(4, k)}:
            phi = transfer_value(game, rate)
            listed = any(
                s.payoff == phi
                and (s.low is not None and s.low <= rate)
                and (s.high is None or s.high >= rate)
                for s in found.solutions
            )
            assert listed == hull.contains(phi)


@given(games(3))
def test_fixed_threats_give_nash(game):
    found = fixed_threats(game)
    assume(found.point is not None)
    nash = kb.bargaining(game, found.point).nash()
    assert nash.point in [s.payoff for s in lambda_transfer(game).solutions]


def test_irrational_rate():
    """The game of III.2.3 has a rate that is no rational number."""
    game = kb.bimatrix(
        [
            [[2, 1], [4, 3], [7, 2], [7, 4], [0, 5], [3, 2]],
            [[4, 0], [5, 4], [1, 6], [0, 4], [0, 3], [5, 1]],
            [[1, 3], [5, 3], [3, 2], [4, 1], [1, 0], [4, 3]],
            [[4, 3], [2, 5], [4, 0], [1, 0], [1, 5], [2, 1]],
        ]
    )
    (one,) = lambda_transfer(game).solutions
    assert isinstance(one.rate, RealRoot)
    assert abs(float(one.rate) - 0.3725) < 1e-4
    assert lambda_transfer(game).verify()


@pytest.mark.parametrize("seed", range(12))
def test_mixtures_stay_in_the_noncooperative_set(seed):
    rng = np.random.default_rng(seed)
    m, n = rng.integers(1, 5, 2)
    first, second = rng.integers(-5, 6, (2, m, n)).tolist()
    alone = noncooperative_set(kb.bimatrix(first, second))
    for _ in range(12):
        p, q = (_mixture(rng, size) for size in (m, n))
        point = tuple(
            sum(p[i] * q[j] * table[i][j] for i in range(m) for j in range(n))
            for table in (first, second)
        )
        assert alone.contains(point)


def _mixture(rng, size):
    weights = rng.integers(0, 6, size) + (rng.random(size) < 0.2)
    weights[rng.integers(size)] += 1
    return [Fraction(int(w), int(weights.sum())) for w in weights]


def test_noncooperative_set_against_a_grid():
    """Points far from all payoffs of a fine grid of mixtures are not reached."""
    game = kb.bimatrix("2 0; 0 1", "1 0; 0 2")
    alone = noncooperative_set(game)
    grid = np.linspace(0, 1, 401)
    p, q = np.meshgrid(grid, grid)
    u, v = 2 * p * q + (1 - p) * (1 - q), p * q + 2 * (1 - p) * (1 - q)
    for i in range(0, 21, 2):
        for j in range(0, 21, 2):
            point = (Fraction(i, 10), Fraction(j, 10))
            distance = float(np.hypot(u - float(point[0]), v - float(point[1])).min())
            if alone.contains(point):
                assert distance < 0.02
                (p0, p1), (q0, q1) = alone.mixtures(point)
                found = 2 * float(p0) * float(q0) + float(p1) * float(q1)
                assert abs(found - float(point[0])) < 1e-9
            else:
                assert distance > 0


def test_parabola_of_the_battle_of_the_sexes():
    """Known in closed form: sqrt(u + v) stays below a bound that the fold attains."""
    (arc,) = noncooperative_set(kb.bimatrix("2 0; 0 1", "1 0; 0 2")).arcs
    for k in range(11):
        u, v = arc.at(k / 10)
        a, b = (2 * u - v) / 3, (2 * v - u) / 3
        assert abs(a**0.5 + b**0.5 - 1) < 1e-9


@given(st.lists(pairs, min_size=1, max_size=9))
def test_hull_and_pareto_chain(corners):
    found = polygon(corners)
    points = [(Fraction(u), Fraction(v)) for u, v in corners]
    assert all(found.contains(p) for p in points)
    assert set(found.vertices) <= set(points)
    best = {p for p in points if not any(q != p and q[0] >= p[0] and q[1] >= p[1] for q in points)}
    assert set(found.pareto) <= best
    for p in points:
        assert any(True for _ in found.gains(p))
        assert isinstance(found, Polygon)


def test_circle():
    """On the quarter circle all three solutions lie on the diagonal, at 1/sqrt(2) of the radius."""
    for radius in (1, 2, 3):
        problem = kb.bargaining(f"x^2 + y^2 <= {radius**2}; x >= 0; y >= 0")
        for concept in ("nash", "ks", "egalitarian", "utilitarian"):
            found = problem.solve(concept)
            assert found.point[0] == found.point[1]
            assert abs(float(found.point[0]) - radius / 2**0.5) < 1e-12
            assert found.verify()


@pytest.mark.parametrize("concept", ["nash", "ks", "egalitarian", "utilitarian"])
def test_frontiers_in_floats_agree_with_exact_regions(concept):
    exact = kb.bargaining("x >= 0; y >= 0; y <= 4-x^2", (0, 1)).solve(concept)
    rough = kb.bargaining(frontier=lambda u: 4 - u * u, on=(0, 2), disagreement=(0, 1))
    found = rough.solve(concept)
    assert not found.exact
    assert found.verify()
    for x, y in zip(found.point, exact.point, strict=True):
        assert abs(float(x) - float(y)) < 1e-6


def test_weighted_solution_shows_the_product_that_it_maximizes():
    words = str(kb.game("share-a-sum").solve("nash", weights=(2, 1)))
    assert "weights (2, 1), weighted product 4/27" in words
    assert "product 2/9" not in words


@pytest.mark.parametrize("text", ["x >= 0; y >= 0; x - y <= 1", "x >= 0; y >= 0"])
def test_equal_gains_have_no_greatest_value_on_an_unbounded_diagonal(text):
    with pytest.raises(kb.GameError, match="equal gains have no greatest value"):
        kb.bargaining(text, (0, 0)).solve("egalitarian")
    bounded = kb.bargaining(f"{text}; x + y <= 6", (0, 0)).solve("egalitarian")
    assert bounded.point == (3, 3)
    assert bounded.verify()


def test_equal_gains_on_a_strip_are_called_what_they_are():
    # (1, 2) is better for the second player, and no worse for the first.
    found = kb.bargaining("x <= 1; x >= 0; y >= 0", (0, 0)).solve("egalitarian")
    assert found.point == (1, 1)
    assert found.verify()
    words = str(found.verify())
    assert "no point of the set is better for both" in words
    assert "Pareto" not in words
