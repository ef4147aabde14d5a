"""Bimatrix games against Gambit and QuantEcon, and both methods on many random games."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import kibitz as kb
from kibitz.strategic.two_player.equilibrium import Equilibria
from kibitz.strategic.two_player.support_enumeration import support_enumeration
from kibitz.strategic.two_player.vertex_enumeration import vertex_enumeration

FAMILIES = [(-100, 100), (-5, 5), (0, 1), (0, 2)]


def random_game(generator: np.random.Generator, m: int, n: int, kind: int) -> kb.StrategicGame:
    """Payoffs from one of the families; every fifth game repeats a row, every seventh a column."""
    low, high = FAMILIES[kind % len(FAMILIES)]
    first, second = generator.integers(low, high + 1, (2, m, n))
    if kind % 5 == 0:
        first, second = np.vstack([first, first[:1]]), np.vstack([second, second[:1]])
    if kind % 7 == 0:
        first, second = np.hstack([first, first[:, :1]]), np.hstack([second, second[:, :1]])
    return kb.bimatrix(first, second)


def by_gambit(game: kb.StrategicGame) -> set[Any]:
    pygambit = pytest.importorskip("pygambit")
    arrays = [tensor.array.astype(object) for tensor in game.payoffs]
    made = pygambit.Game.from_arrays(*arrays)
    found = pygambit.nash.enummixed_solve(made, rational=True).equilibria
    return {
        tuple(
            tuple(Fraction(int(e[s].numerator), int(e[s].denominator)) for s in p.strategies)
            for p in made.players
        )
        for e in found
    }


def checked(game: kb.StrategicGame) -> Equilibria:
    found = vertex_enumeration(game)
    assert found.pairs == support_enumeration(game).pairs
    assert found.verify()
    assert sum(component.index for component in found.components) == 1
    return found


@pytest.mark.peer
def test_gambit_finds_the_same() -> None:
    generator = np.random.default_rng(1)
    for kind in range(60):
        m, n = generator.integers(1, 5, 2)
        game = random_game(generator, m, n, kind)
        assert set(checked(game).pairs) == by_gambit(game)


@pytest.mark.slow
@pytest.mark.peer
@pytest.mark.parametrize(("m", "n"), [(2, 2), (2, 3), (3, 3), (4, 3), (4, 4), (5, 4), (5, 5)])
def test_a_thousand_games_against_gambit(m: int, n: int) -> None:
    generator = np.random.default_rng(10 * m + n)
    for kind in range(1000):
        game = random_game(generator, m, n, kind)
        assert set(checked(game).pairs) == by_gambit(game)


@pytest.mark.slow
@pytest.mark.parametrize(("m", "n", "count"), [(6, 6, 1000), (7, 7, 200), (8, 8, 40), (3, 12, 300)])
def test_both_methods_on_larger_games(m: int, n: int, count: int) -> None:
    generator = np.random.default_rng(100 * m + n)
    for kind in range(count):
        checked(random_game(generator, m, n, kind))


@pytest.mark.slow
@pytest.mark.parametrize("n", [9, 10, 11, 12])
def test_lists_of_larger_games_prove_themselves(n: int) -> None:
    generator = np.random.default_rng(n)
    for kind in range(12):
        found = vertex_enumeration(random_game(generator, n, n, kind))
        assert found.verify()
        assert sum(component.index for component in found.components) == 1


@pytest.mark.peer
def test_quantecon_finds_the_same_where_there_are_no_ties() -> None:
    peer = pytest.importorskip("quantecon.game_theory")
    generator = np.random.default_rng(4)
    for _ in range(20):
        first, second = generator.integers(-10_000, 10_001, (2, 6, 6))
        found = vertex_enumeration(kb.bimatrix(first, second))
        if found.degenerate:
            continue
        players = peer.Player(first.astype(float)), peer.Player(second.T.astype(float).copy())
        theirs = peer.vertex_enumeration(peer.NormalFormGame(players))
        mine = sorted([float(w) for w in (*x, *y)] for x, y in found.pairs)
        other = sorted([*x.tolist(), *y.tolist()] for x, y in theirs)
        assert np.allclose(mine, other, atol=1e-6)
