"""The core and its relatives: vertices, ranges, emptiness, membership, and their proofs."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import kibitz as kb
from helpers.coalitional_games import convex_games, float_games, games
from kibitz.coalitional import (
    balancedness,
    core,
    core_membership,
    core_polygon,
    is_convex,
    least_core,
    marginal_vector,
    nucleolus,
    payoff_vertices,
    prenucleolus,
    strong_epsilon_core,
    weak_epsilon_core,
    weak_least_core,
)
from kibitz.coalitional.coalitions import members
from kibitz.linear import Infeasible, LinearProgram
from kibitz.linear.polyhedra.vertices import affine_dimension

small = st.integers(-3, 3)
worths = st.integers(0, 6)
EMPTY = kb.coalition({"A,B": 3, "A,C": 3, "B,C": 3, "A,B,C": 4})
HORSE = kb.coalition({"S,F": 1000, "S,B": 500, "S,F,B": 1000})


def in_core(game, x, epsilon=0, by_head=False):
    """The definition, one coalition after another."""
    return sum(x) == game.total and all(
        sum(x[i] for i in members(s))
        >= game.value(s) - (epsilon * (s.bit_count() if by_head else 1) if s != game.grand else 0)
        for s in game.coalitions()
    )


@given(games(numbers=worths, least=1, most=4))
def test_emptiness_by_one_linear_program(game):
    found = core(game)
    assert found.verify()
    masks = list(game.coalitions())
    rows = [[mask >> i & 1 for i in range(game.n)] for mask in masks]
    relations = [">="] * (len(masks) - 1) + ["="]
    program = LinearProgram.read(
        [0] * game.n, rows, relations, [game.value(m) for m in masks], lower=[None] * game.n
    )
    assert found.empty == isinstance(program.solve(), Infeasible)
    if not found.empty:
        assert in_core(game, found.point)


@settings(max_examples=40)
@given(games(numbers=worths, least=1, most=4))
def test_vertices_ranges_and_dimension(game):
    found = core(game)
    if found.empty:
        assert found.vertices == ()
        assert found.dimension == -1
        with pytest.raises(kb.GameError, match="empty"):
            _ = found.ranges
        return
    assert found.vertex_list.verify()
    assert all(in_core(game, x) for x in found.vertices)
    assert found.dimension == affine_dimension(found.vertices)
    columns = zip(*found.vertices, strict=True)
    assert found.ranges == tuple((min(c), max(c)) for c in columns)
    if game.n == 3:
        assert set(found.vertices) == set(core_polygon(game))


@settings(max_examples=40)
@given(convex_games(most=4))
def test_convex_cores_are_spanned_by_marginal_vectors(game):
    wanted = {marginal_vector(game, order) for order in permutations(range(game.n))}
    assert set(core(game).vertices) == wanted


@given(games(numbers=worths, least=2, most=4), st.data())
def test_membership(game, data):
    parts = data.draw(
        st.lists(st.fractions(-3, 6, max_denominator=3), min_size=game.n - 1, max_size=game.n - 1)
    )
    x = [*parts, game.total - sum(parts)]
    test = core_membership(game, x)
    assert test.verify()
    assert bool(test) == in_core(game, x) == (x in core(game))
    for blocking in test.blocking:
        offer = blocking.counter_offer
        assert sum(offer.values()) == game.worth(blocking.coalition)
        assert all(offer[p] > x[game.position(p)] for p in blocking.coalition)
    excesses = [b.excess for b in test.blocking]
    assert excesses == sorted(excesses, reverse=True)


def test_payoffs_that_are_not_handed_out():
    assert [300, 100, 100] not in core(HORSE)
    wasteful = core_membership(HORSE, [600, 300, 0])
    assert not wasteful
    assert not wasteful.efficient
    assert wasteful.blocking[0].coalition == ("S", "F")
    greedy = core_membership(HORSE, [800, 500, 0])
    assert not greedy
    assert greedy.blocking == ()
    assert "the total is 1000" in str(greedy)
    assert greedy.verify()


@settings(max_examples=30)
@given(float_games(least=2, most=4))
def test_floating_cores_agree_with_exact_ones(game):
    rough, fine = core(game), core(game.rational())
    assert rough.verify()
    if rough.empty or fine.empty:
        assert balancedness(game).needed == pytest.approx(float(fine.balance.needed), abs=1e-6)
        return
    exact = [[float(v) for v in y] for y in fine.vertices]
    for x in rough.vertices:
        assert any(x == pytest.approx(y, abs=1e-6) for y in exact)
    for y in exact:  # those nearer to each other than floats tell are one
        assert any(x == pytest.approx(y, abs=1e-6) for x in rough.vertices)
    for (a, b), (c, d) in zip(rough.ranges, fine.ranges, strict=True):
        assert (a, b) == pytest.approx((float(c), float(d)), abs=1e-5)


def test_a_floating_core_that_is_a_point():
    third = 1 / 3
    game = kb.coalition([0.0, 0.0, 0.0, 2 * third, 0.0, 2 * third, 2 * third, 1.0], players="A B C")
    found = core(game)
    assert not found.empty
    assert found.point == pytest.approx([third] * 3)
    assert found.ranges[0] == pytest.approx((third, third), abs=1e-6)
    assert found.vertices
    for x in found.vertices:
        assert x == pytest.approx([third] * 3, abs=1e-6)


@settings(max_examples=40)
@given(games(numbers=worths, least=2, most=4))
def test_the_least_core(game):
    found = least_core(game)
    assert found.verify()
    assert (found.epsilon > 0) == core(game).empty
    center = prenucleolus(game)
    assert found.epsilon == center.rounds[0].level
    assert center.payoffs in found
    assert all(in_core(game, x, found.epsilon) for x in found.vertices)
    assert found.vertex_list.verify()
    assert strong_epsilon_core(game, found.epsilon).vertices == found.vertices
    assert strong_epsilon_core(game, found.epsilon - Fraction(1, 100)).empty
    assert found.dimension == affine_dimension(found.vertices) < game.n - 1


@settings(max_examples=30)
@given(games(numbers=worths, least=2, most=4))
def test_the_weak_least_core(game):
    found = weak_least_core(game)
    assert found.verify()
    assert all(in_core(game, x, found.epsilon, by_head=True) for x in found.vertices)
    assert weak_epsilon_core(game, found.epsilon - Fraction(1, 100)).empty
    strong = least_core(game).epsilon
    assert found.epsilon <= strong if strong > 0 else found.epsilon <= 0


@settings(max_examples=30)
@given(
    games(numbers=worths, least=2, most=3), st.fractions(-2, 3, max_denominator=3), st.booleans()
)
def test_epsilon_cores(game, epsilon, by_head):
    found = (weak_epsilon_core if by_head else strong_epsilon_core)(game, epsilon)
    assert found.verify()
    assert all(in_core(game, x, epsilon, by_head) for x in found.vertices)
    least = (weak_least_core if by_head else least_core)(game).epsilon
    assert found.empty == (epsilon < least)


@settings(max_examples=20)
@given(float_games(least=2, most=4))
def test_floating_least_cores(game):
    found = least_core(game)
    assert found.verify(), found.verify()
    assert found.epsilon == pytest.approx(float(least_core(game.rational()).epsilon), abs=1e-6)


def test_a_thin_least_core_of_floats_has_two_ends():
    worths = {"2": 64.55731964, "3": -26.0, "1,3": 56.25458145, "4": 59.51932526}
    found = least_core(kb.coalition(worths, ["1", "2", "3", "4"], missing=0))
    assert found.dimension == 1
    assert len(found.vertices) == 2
    assert found.verify()


def test_demands_that_vanish_keep_the_scale_of_the_worths():
    found = least_core(kb.coalition({"1": 1.0, "2": 1.0, "1,2": -1.2e-38}))
    assert found.verify()
    assert found.ranges == tuple((pytest.approx(0, abs=1e-8),) * 2 for _ in "12")


def test_many_players():
    random = np.random.default_rng(5)
    worths_of = random.integers(0, 10, 1 << 14)
    worths_of[0], worths_of[-1] = 0, 120
    game = kb.coalition([int(x) for x in worths_of])
    found = core(game)
    assert found.verify()
    assert least_core(game).verify()
    assert len(found.ranges) == 14
    assert str(found).startswith("core: ")
    with pytest.raises(kb.GameError, match="at most 10 players"):
        _ = found.vertices


def test_wrong_cores_are_refused():
    full, none = core(HORSE), core(EMPTY)
    assert full.verify()
    assert none.verify()
    low = replace(full.balance, point=(Fraction(400), Fraction(600), Fraction(0)))
    assert not replace(full, balance=low).verify()
    heavy = replace(none.balance, weights=tuple((m, 2 * w) for m, w in none.balance.weights))
    assert not replace(none, balance=heavy).verify()
    assert not replace(full, balance=balancedness(EMPTY)).verify()
    assert not replace(none, game=HORSE).verify()


def test_wrong_vertices_are_refused():
    game = kb.coalition({"A,B": 2, "A,C": 4, "B,C": 6, "A,B,C": 7})
    found = payoff_vertices(game)
    assert found.verify()
    assert not replace(found, vertices=found.vertices[1:]).verify()
    assert not replace(found, vertices=()).verify()
    middle = tuple(sum(x) / len(found.vertices) for x in zip(*found.vertices, strict=True))
    assert not replace(found, vertices=(*found.vertices, middle)).verify()
    outside = (Fraction(7), Fraction(0), Fraction(0))
    assert not replace(found, vertices=(*found.vertices, outside)).verify()


def test_wrong_least_cores_are_refused():
    found = least_core(EMPTY)
    assert found.verify()
    assert not replace(found, epsilon=Fraction(1, 2)).verify()
    wider = strong_epsilon_core(EMPTY, 1)
    assert not replace(found, epsilon=Fraction(1), balance=wider.balance).verify()
    none = replace(found.balance, weights=())
    assert not replace(found, balance=none).verify()
    half = replace(found.balance, weights=found.balance.weights[:2])
    assert not replace(found, balance=half).verify()
    with pytest.raises(kb.GameError, match="at least two players"):
        least_core(kb.coalition([0, 1]))


def test_wrong_memberships_are_refused():
    test = core_membership(HORSE, [400, 600, 0])
    assert test.verify()
    assert not replace(test, blocking=()).verify()
    short = replace(test.blocking[0], counter_offer={"S": Fraction(400), "B": Fraction(100)})
    assert not replace(test, blocking=(short,)).verify()


def test_json_and_words():
    data = core(HORSE).to_json()
    assert data["empty"] is False
    assert data["vertices"] == [["1000", "0", "0"], ["500", "500", "0"]]
    assert data["ranges"]["S"] == ["500", "1000"]
    assert core(EMPTY).to_json()["balanced_weights"] == {"A,B": "1/2", "A,C": "1/2", "B,C": "1/2"}
    assert least_core(EMPTY).to_json()["epsilon"] == "1/3"
    assert core_membership(HORSE, [400, 600, 0]).to_json()["blocking"][0] == {
        "coalition": ["S", "B"],
        "excess": "100",
        "counter_offer": {"S": "450", "B": "50"},
    }
    assert payoff_vertices(HORSE).to_json()["dimension"] == 1
    for found in (core(HORSE), core(EMPTY), least_core(EMPTY), weak_epsilon_core(EMPTY, 1)):
        words = str(found.explain())
        assert "The inequalities" in words
        assert "✗" not in words
        assert found.draw().svg.startswith("<svg")
        assert found._repr_html_()
    assert "need 9/2. But v(N) is only 4" in str(core(EMPTY).explain())


@pytest.mark.parametrize("n", [1, 2, 5, 6])
def test_explanations_of_other_sizes(n):
    game = kb.coalition(lambda s: len(s) ** 2, n)
    found = core(game)
    assert "✗" not in str(found.explain())
    assert found._repr_html_()
    assert found.point in found
    assert bool(is_convex(game))
    with pytest.raises(kb.GameError, match="three and for four"):
        found.draw()


def test_the_tetrahedron():
    convex = kb.coalition(lambda s: len(s) ** 2, 4)
    picture = core(convex).draw()
    assert picture.caption.startswith("core, 24 vertices; least core")
    assert "stroke-dasharray" in picture.svg
    assert convex.draw(what="tetrahedron").svg == convex.draw().svg
    empty = kb.coalition(lambda s: min(len(s), 3), 4)
    assert "the core is empty" in empty.draw().svg
    with pytest.raises(kb.GameError, match="four players"):
        HORSE.draw(what="tetrahedron")
    negative = kb.coalition(lambda s: 5 if len(s) == 1 else 0, 4)
    assert negative.draw().svg


@given(games(numbers=worths, least=3, most=4))
def test_every_core_can_be_drawn(game):
    assume(game.total >= 0)
    assert core(game).draw().svg.endswith("</svg>")
    assert core(game)._repr_html_()


def test_the_nucleolus_is_the_middle_of_a_segment():
    assert nucleolus(HORSE).payoffs == (750, 250, 0)


def test_vertices_that_rounding_sets_apart_are_one():
    found = least_core(kb.coalition({"1": 0, "2": 1.450004339, "1,2": -1}))
    assert len(found.vertices) == 1
    assert found.verify()


def test_a_floating_point_is_one_vertex():
    worths = {"4": 77.20581818, "1,2": 64.10812378, "2,3": 98.97882843}
    found = least_core(kb.coalition(worths, ["1", "2", "3", "4"], missing=0))
    assert found.verify(), found.verify()
    assert found.single
    assert found.vertices == (found.point,)
    assert "the point (" in str(found)
