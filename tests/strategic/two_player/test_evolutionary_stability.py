"""Evolutionarily stable strategies, against the definition and against textbooks."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from random import Random

import pytest

import kibitz as kb
from kibitz.core.certificate import check
from kibitz.strategic.two_player.evolutionary_stability import is_strictly_copositive

HALF = Fraction(1, 2)


def symmetric(rows):
    return kb.bimatrix(rows, [list(column) for column in zip(*rows, strict=True)])


@pytest.mark.parametrize(
    ("game", "stable"),
    [
        (kb.game("hawk-dove"), ((HALF, HALF),)),
        (kb.game("prisoners-dilemma"), ((0, 1),)),
        (kb.game("stag-hunt"), ((1, 0), (0, 1))),
        (kb.game("rock-paper-scissors").strategic(), ()),
        (symmetric([[0, -1, 2], [2, 0, -1], [-1, 2, 0]]), ((Fraction(1, 3),) * 3,)),
        (symmetric([[0, -2, 1], [1, 0, -2], [-2, 1, 0]]), ()),
        (symmetric([[1, 1], [1, 1]]), ()),
        (symmetric([[1, 1], [1, 0]]), ((1, 0),)),
    ],
)
def test_known_games(game, stable):
    found = game.solve("ess")
    assert found == game.evolutionarily_stable()
    assert tuple(found) == stable == game.symmetric_equilibria().stable
    assert found.verify().holds
    assert game.symmetric_equilibria().verify().holds


def test_claims_that_are_wrong():
    game = symmetric([[1, 1, 0], [1, 1, 0], [0, 0, 2]])
    third, first = (0, 0, 1), (1, 0, 0)
    claim = {"kind": "evolutionarily-stable", "strategies": [third]}
    assert check(game, json.loads(json.dumps(claim))).holds
    for wrong in ([], [list(first), list(third)], [list(third)] * 2, [list(first)]):
        assert not check(game, {**claim, "strategies": wrong}).holds
    data = game.symmetric_equilibria().to_json()
    assert not check(game, {**data, "evolutionarily_stable": []}).holds


def test_the_checker_decides_as_the_definition_says():
    """Many random games with ties, and mutants that the checker's criterion would have to miss."""
    random = Random(7)
    grid = [tuple(Fraction(k, 4) for k in w) for w in product(range(5), repeat=4) if sum(w) == 4]
    for _ in range(40):
        rows = [[random.randint(-1, 1) for _ in range(4)] for _ in range(4)]
        game = symmetric(rows)
        found = game.evolutionarily_stable()
        assert found.verify().holds
        for p in game.symmetric_equilibria().strategies:
            mutants = [
                tuple(x + (y - x) / 64 for x, y in zip(p, q, strict=True))
                for q in grid
                if q != p and payoff(rows, q, p) == payoff(rows, p, p)
            ]
            invaded = any(payoff(rows, p, q) <= payoff(rows, q, q) for q in mutants)
            assert not (invaded and p in tuple(found))


def payoff(rows, x, y):
    return sum(a * x[i] * y[j] for i, row in enumerate(rows) for j, a in enumerate(row))


def test_against_all_mutants_of_a_grid():
    random = Random(5)
    grid = [tuple(Fraction(k, 6) for k in w) for w in product(range(7), repeat=3) if sum(w) == 6]
    found = 0
    for _ in range(60):
        rows = [[random.randint(-2, 2) for _ in range(3)] for _ in range(3)]
        game = symmetric(rows)
        for p in game.symmetric_equilibria().strategies:
            stable = game.is_evolutionarily_stable(p)
            found += stable
            mutants = [
                tuple(x + (y - x) * step for x, y in zip(p, q, strict=True))
                for q in grid
                for step in (Fraction(1), Fraction(1, 50))
                if q != p and payoff(rows, q, p) == payoff(rows, p, p)
            ]
            if stable:
                assert all(payoff(rows, p, q) > payoff(rows, q, q) for q in mutants)
    assert found > 20


def test_copositivity_on_every_face():
    inside = [[2, -2, -2], [-2, 3, -2], [-2, -2, 3]]
    assert not is_strictly_copositive([[Fraction(x) for x in row] for row in inside])
    assert is_strictly_copositive([[Fraction(1), Fraction(5)], [Fraction(5), Fraction(1)]])
    assert is_strictly_copositive([])


def test_refuses_what_is_not_symmetric():
    with pytest.raises(kb.GameError, match="evolutionary stability needs a symmetric"):
        kb.game("battle-of-the-sexes").is_evolutionarily_stable([1, 0])
