"""Exact values: roles exchanged, irrational successors, and games that are too hard."""

from __future__ import annotations

from fractions import Fraction

import pytest

from kibitz.core.errors import GameError
from kibitz.stochastic import stochastic_game
from kibitz.stochastic.methods.approximate import approximate, pair_value


def test_exchanged_roles_whatever_endless_play_pays() -> None:
    for endless in (0, 1, -1):
        found = stochastic_game("A: B, 1; 1, 0 | B: -A, 0; 0, 1", endless=endless).solve()
        # B has a saddle point at 0 while A is positive, so A is Val [0, 1; 1, 0].
        assert found.values == {"A": Fraction(1, 2), "B": 0}
        assert found.verify()


def test_irrational_values_below_are_taken_along() -> None:
    game = stochastic_game("A: B, A/2; 0, 2 | B: 1 + B/2, 0; 0, 2 | C: A/2 + B/2, 1; 0, 3 + B")
    found = game.solve()
    a, b, c = (float(x) for x in found.value_list)
    assert b == pytest.approx(8**0.5 - 2)
    assert a == pytest.approx(2 * b / (b - a / 2 + 2))  # row and column mix in A
    assert c == pytest.approx((a + b) / 2)  # the saddle point of C
    assert found.exact
    assert found.verify()
    assert "(root of t^4 - 48t^2 + 128t - 64)" in str(found)
    assert "0.801088" in str(found)  # weights of degree 4 are written as decimals


def test_equations_of_too_high_a_degree() -> None:
    game = stochastic_game(
        {
            f"s{k}": [
                [f"{k} + 1/3 s{(k + 1) % 6}", f"s{(k + 2) % 6}/2"],
                [f"1/5 s{k}", f"{k % 3} + 1/4 s{(k + 3) % 6}"],
            ]
            for k in range(6)
        }
    )
    with pytest.raises(GameError) as refused:
        game.solve("exact")
    assert str(refused.value) == (
        "the equations are too large or of too high a degree for exact values"
    )
    found = game.solve()
    assert not found.exact
    assert found.verify()


@pytest.mark.parametrize(
    ("text", "method", "said"),
    [
        ("A: 1 + A", "exact", "no number satisfies the equation of the state, so it has no value"),
        (
            "A: 1 + A; 2 + A",
            "newton",
            "an endless play pays at every stage, so its total has no limit",
        ),
    ],
)
def test_totals_that_grow_forever(text: str, method: str, said: str) -> None:
    with pytest.raises(GameError) as refused:
        stochastic_game(text, endless=0).solve(method)
    assert str(refused.value) == said


def test_too_many_states_without_a_chance_to_stop() -> None:
    # Play ends in the last state, and only there.
    states = {f"s{k}": [[f"1 + s{k + 1}" if k < 400 else "1"]] for k in range(401)}
    with pytest.raises(GameError, match="401 states without a discount or a chance to stop"):
        stochastic_game(states).solve("newton")


def test_long_chains_are_evaluated_by_repeated_steps() -> None:
    count = 500
    table = stochastic_game(
        {f"s{k}": [[f"{k % 7} + s{(k + 1) % count}/2"]] for k in range(count)}
    ).effective.floats
    ones = approximate(table)
    worth = pair_value(table, ones.row, ones.column)
    for k in (0, 250, 499):
        by_hand = sum(((k + j) % count) % 7 / 2**j for j in range(60))
        assert worth[k] == pytest.approx(by_hand, abs=1e-11)
        assert ones.values[k] == pytest.approx(by_hand, abs=1e-11)
