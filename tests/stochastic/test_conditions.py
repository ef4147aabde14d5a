"""When methods for stochastic games apply, in their own words."""

from __future__ import annotations

from fractions import Fraction

import pytest

from kibitz.core.errors import GameError
from kibitz.stochastic import stochastic_game
from kibitz.stochastic.decision.decision_process import policy_iteration
from kibitz.stochastic.decision.turn_based import solve_turn_based
from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.methods.stationary_equilibrium import stationary_equilibrium

BOTH = stochastic_game("G: 1 + G/2, 0; 0, 2")
TURNED = stochastic_game("G: -G/2, 2; 1, 0")
LASTING = stochastic_game("G: G; 2", endless=0)
LONG = stochastic_game({f"s{k}": [[f"1 + s{(k + 1) % 401}/2"]] for k in range(401)})


@pytest.mark.parametrize(
    ("game", "method", "said"),
    [
        (BOTH, "backward-induction", "play can return to a state: G -> G"),
        (TURNED, "hoffman-karp", "it does not support exchanged roles; use newton"),
        (LONG, "hoffman-karp", "the limit is 400 states, but this game has 401; use newton"),
    ],
)
def test_methods_that_do_not_apply(game: StochasticGame, method: str, said: str) -> None:
    with pytest.raises(GameError, match=said):
        game.solve(method)


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (BOTH, "it needs a game of one player, but both have a choice here"),
        (
            LASTING,
            "play need not stop; give a discount factor below 1, or use exact",
        ),
    ],
)
def test_policy_iteration_is_for_one_player_who_stops(game: StochasticGame, said: str) -> None:
    with pytest.raises(GameError) as refused:
        policy_iteration(game)
    assert str(refused.value) == said


def test_algorithms_refuse_what_they_cannot_solve() -> None:
    with pytest.raises(GameError, match="both players have a choice in some state"):
        solve_turn_based(BOTH)
    with pytest.raises(GameError, match="play may never end with the roles exchanged"):
        solve_turn_based(stochastic_game("G: -G; 2", endless=0))
    with pytest.raises(GameError, match="stationary equilibria need a discount below 1"):
        stationary_equilibrium(LASTING)
    many = {f"s{k}": [[(1, 1), (0, 0)], [(0, 0), (1, 1)]] for k in range(42)}
    with pytest.raises(GameError, match="252 unknowns exceed the limit of 250 for the homotopy"):
        stationary_equilibrium(stochastic_game(many))


def test_backward_induction_solves_what_ends() -> None:
    found = stochastic_game("A: B, 2; 1, 0 | B: 3, 1; 0, 2").solve("backward-induction")
    assert found.values == {"A": Fraction(3, 2), "B": Fraction(3, 2)}
    assert found.verify()


def test_the_tolerance_is_positive() -> None:
    with pytest.raises(GameError, match=r"tolerance: 0\.0; it must be positive"):
        BOTH.solve("newton", tolerance=0)
