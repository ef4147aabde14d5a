"""Surpluses, prekernel, kernel and bargaining set against their definitions."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz as kb
from helpers.coalitional_games import float_games, games, games_with_imputations
from kibitz.coalitional import (
    Objection,
    core,
    imputations,
    in_bargaining_set,
    in_kernel,
    in_prekernel,
    kernel_point,
    kernel_set,
    nucleolus,
    prekernel_point,
    prekernel_set,
    prenucleolus,
    surpluses,
)
from kibitz.coalitional.coalitions import members
from kibitz.coalitional.sets.convex_hull import convex_weights
from kibitz.coalitional.sets.kernel import KernelPoint
from kibitz.coalitional.sets.prekernel import PrekernelPoint
from kibitz.linear.polyhedra.vertices import vertices

small = st.integers(-3, 3)
worths = st.integers(0, 5)
MAJORITY = kb.coalition(weights=[1, 1, 1], quota=2)
THIRDS = (Fraction(1, 3),) * 3


def excess(game, mask, x):
    return game.value(mask) - sum(x[i] for i in members(mask))


def surplus(game, i, j, x):
    """The definition: the greatest excess of a coalition with i and without j."""
    masks = [s for s in range(1 << game.n) if s >> i & 1 and not s >> j & 1]
    return max(excess(game, s, x) for s in masks)


def kernel_by_definition(game, x):
    alone = [game.value(1 << i) for i in range(game.n)]
    if sum(x) != game.total or any(a < b for a, b in zip(x, alone, strict=True)):
        return False
    return all(
        surplus(game, i, j, x) <= surplus(game, j, i, x) or x[j] == alone[j]
        for i in range(game.n)
        for j in range(game.n)
        if i != j
    )


@st.composite
def games_and_payoffs(draw, most=4):
    game = draw(games_with_imputations(most=most))
    parts = draw(
        st.lists(st.integers(0, 4), min_size=game.n, max_size=game.n).filter(lambda p: sum(p) > 0)
    )
    alone = [game.value(1 << i) for i in range(game.n)]
    left = game.total - sum(alone)
    return game, [a + left * p / sum(parts) for a, p in zip(alone, parts, strict=True)]


@given(games_and_payoffs())
def test_surpluses(pair):
    game, x = pair
    found = surpluses(game, tuple(x))
    for i, j in combinations(range(game.n), 2):
        for a, b in ((i, j), (j, i)):
            assert found.values[a][b] == surplus(game, a, b, x)
            assert excess(game, found.masks[a][b], x) == found.values[a][b]
    assert found.table().text()


@given(games_and_payoffs())
def test_kernel_membership(pair):
    game, x = pair
    assert in_kernel(game, x) == kernel_by_definition(game, x)
    mutual = all(
        surplus(game, i, j, x) == surplus(game, j, i, x) for i, j in combinations(range(game.n), 2)
    )
    assert in_prekernel(game, x) == mutual


@given(games(numbers=small, least=1, most=5))
def test_prekernel_points(game):
    assert prekernel_point(game).verify()
    assert in_prekernel(game, prenucleolus(game).payoffs)
    assert prekernel_point(game.floating()).verify()
    assert prekernel_point(game, list(prenucleolus(game))).payoffs == prenucleolus(game).payoffs


@given(games(numbers=worths, least=1, most=4))
def test_kernel_points(game):
    if imputations(game).empty:
        with pytest.raises(kb.GameError, match="no imputations"):
            kernel_point(game)
        return
    assert kernel_point(game).verify()
    assert in_kernel(game, nucleolus(game).payoffs)


@given(float_games(least=2, most=4))
def test_floating_prekernel_points(game):
    assert prekernel_point(game).verify()


def arrangement(game):
    """The corners, and points inside the edges, of the cells on which surpluses are linear."""
    lines = []
    for i, j in combinations(range(3), 2):
        masks = [s for s in range(1, 7) if (s >> i & 1) != (s >> j & 1)]
        for s, t in combinations(masks, 2):
            row = [(s >> k & 1) - (t >> k & 1) for k in range(3)]
            lines.append((row, game.value(s) - game.value(t)))
    lines += [([int(k == i) for k in range(3)], game.value(1 << i)) for i in range(3)]
    everyone = ([1, 1, 1], game.total)
    for line in lines:
        on_it = set()
        for other in lines:
            rows, right = zip(line, other, everyone, strict=True)
            found = vertices([[0, 0, 0]], [0], rows, right)
            if len(found.vertices) == 1 and not found.lines:
                on_it.add(found.vertices[0])
        ordered = sorted(on_it)
        yield from ordered
        for a, b in pairwise(ordered):
            yield tuple((x + y) / 2 for x, y in zip(a, b, strict=True))


@settings(max_examples=5)
@given(games_with_imputations(least=3, most=3))
def test_the_whole_kernel_of_three_players(game):
    """A kernel is a union of cells: each corner and edge is in it just when the pieces say so."""
    found = kernel_set(game)
    assert found.verify()
    known = {nucleolus(game).payoffs}
    known |= {x for x in arrangement(game) if kernel_by_definition(game, x)}
    for x in known:
        assert any(convex_weights(x, piece) is not None for piece in found.pieces)


@settings(max_examples=12)
@given(games(numbers=worths, least=3, most=3))
def test_the_prekernel_of_three_players_is_the_prenucleolus(game):
    found = prekernel_set(game)
    assert found.verify()
    assert found.pieces == ((prenucleolus(game).payoffs,),)


def test_a_kernel_with_more_than_one_point():
    """Four players, of whom two pairs can earn: the kernel is a segment."""
    game = kb.coalition(
        {"1,2": 1, "3,4": 1, "1,2,3": 1, "1,2,4": 1, "1,3,4": 1, "2,3,4": 1, "1,2,3,4": 2}
    )
    found = kernel_set(game)
    assert found.verify()
    assert nucleolus(game).payoffs == (Fraction(1, 2),) * 4
    spread = kb.coalition(
        {
            "1,2": 2,
            "2,3": 2,
            "3,4": 2,
            "1,4": 2,
            "1,2,3": 2,
            "1,2,4": 2,
            "1,3,4": 2,
            "2,3,4": 2,
            "1,2,3,4": 4,
        }
    )
    pieces = kernel_set(spread)
    assert pieces.verify()
    assert any(len(piece) > 1 for piece in pieces.pieces)
    assert "pieces" in str(pieces) or "piece" in str(pieces)
    assert pieces.to_json()["kind"] == "kernel"
    assert pieces.draw().svg
    end = (pieces.pieces[0][0],)
    shortened = replace(pieces, pieces=(end,)).verify()
    assert shortened.unproved == ("that there are no other points in the kernel",)
    for piece in pieces.pieces:
        middle = [sum(c) / len(piece) for c in zip(*piece, strict=True)]
        assert kernel_by_definition(spread, middle)


def test_surpluses_are_explained():
    for solution in (kernel_point(MAJORITY), prekernel_point(MAJORITY)):
        words = str(solution.explain())
        assert "1/3 1,3" in words
        assert "✗" not in words
    assert "Surpluses" in str(prekernel_point(kb.coalition(lambda s: len(s) ** 2, 9)).explain())


def test_wrong_kernels_are_refused():
    good = KernelPoint(MAJORITY, THIRDS, "given")
    assert good.verify()
    assert not replace(good, payoffs=(Fraction(1), Fraction(0), Fraction(0))).verify()
    assert not replace(good, payoffs=(Fraction(2), Fraction(0), Fraction(-1))).verify()
    mutual = PrekernelPoint(MAJORITY, THIRDS, "given")
    assert mutual.verify()
    assert not replace(mutual, payoffs=(Fraction(1, 2), Fraction(1, 2), Fraction(0))).verify()
    assert not replace(mutual, payoffs=(Fraction(1),) * 3).verify()
    whole = kernel_set(MAJORITY)
    away = (Fraction(1), Fraction(0), Fraction(0))
    assert not replace(whole, pieces=((away,),)).verify()
    assert not replace(whole, pieces=((THIRDS, away),)).verify()
    assert not replace(whole, pieces=()).verify()
    with pytest.raises(kb.GameError, match="at most 4"):
        kernel_set(kb.coalition([0] * 32))


def counters(game, i, j, offer, x):
    """Whether j can counter an offer, by the definition."""
    wanted = [offer.get(k, x[k]) for k in range(game.n)]
    return any(
        game.value(t) >= sum(wanted[k] for k in members(t))
        for t in range(1 << game.n)
        if t >> j & 1 and not t >> i & 1
    )


@given(games_and_payoffs())
def test_kernel_membership_with_its_surpluses(pair):
    game, x = pair
    test = game.solve("kernel-membership", payoffs=x)["kernel-membership"]
    assert test.verify(), test.verify()
    assert bool(test) == in_kernel(game, x) == kernel_by_definition(game, x)
    for i, j in test.outweighed:
        assert test.surpluses.values[i][j] > test.surpluses.values[j][i]
        assert (
            f"{game.players[i]} outweighs {game.players[j]}" in str(test)
            or not test.to_json()["imputation"]
        )


@given(games_and_payoffs())
def test_bargaining_membership(pair):
    game, x = pair
    test = in_bargaining_set(game, x)
    assert test.verify(), test.verify()
    if kernel_by_definition(game, x) or x in core(game):
        assert test
    if test.objection is not None:
        by, against = game.position(test.objection.by), game.position(test.objection.against)
        offer = {game.position(p): v for p, v in test.objection.payoffs.items()}
        assert not counters(game, by, against, offer, x)


@settings(max_examples=30)
@given(games_and_payoffs(most=3))
def test_no_objection_on_a_grid_stands_where_none_is_found(pair):
    """Objections of three players on a fine grid are all countered inside the bargaining set."""
    game, x = pair
    if not in_bargaining_set(game, x):
        return
    for i in range(game.n):
        for j in range(game.n):
            for mask in range(1, game.grand):
                gain = excess(game, mask, x)
                if i == j or not mask >> i & 1 or mask >> j & 1 or gain <= 0:
                    continue
                inside = members(mask)
                for k in range(1, 12):
                    parts = [gain] if len(inside) == 1 else [gain * k / 12, gain * (12 - k) / 12]
                    offer = {p: x[p] + d for p, d in zip(inside, parts, strict=True)}
                    assert counters(game, i, j, offer, x)


def test_wrong_bargaining_claims_are_refused():
    test = in_bargaining_set(MAJORITY, [Fraction(1, 2), Fraction(1, 2), 0])
    assert not test
    assert test.verify()
    assert replace(test, objection=None).verify().unproved == ("that no objection stands",)
    worse = Objection("3", "1", ("2", "3"), {"2": Fraction(1, 2), "3": Fraction(1, 2)})
    assert not replace(test, objection=worse).verify()
    dear = Objection("3", "1", ("2", "3"), {"2": Fraction(3, 4), "3": Fraction(1, 2)})
    assert not replace(test, objection=dear).verify()
    inside = in_bargaining_set(MAJORITY, THIRDS)
    assert inside
    assert inside.to_json()["in_bargaining_set"]
    assert not replace(inside, objection=test.objection).verify()
    assert "alone" in str(in_bargaining_set(MAJORITY, [1, 1, -1]))
    assert in_bargaining_set(MAJORITY, [1, 1, -1]).verify()
    with pytest.raises(kb.GameError, match="at most 9"):
        in_bargaining_set(kb.coalition([0] * 1024), [0] * 10)


@settings(max_examples=20)
@given(games_with_imputations(least=3))
def test_the_bargaining_set_holds_the_kernel(game):
    assert in_bargaining_set(game, nucleolus(game).payoffs)
    assert in_bargaining_set(game, kernel_point(game).payoffs)
