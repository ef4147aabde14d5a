"""Pictures of state graphs: what is in them, however many states there are."""

from __future__ import annotations

import pytest

from kibitz.core.errors import GameError
from kibitz.core.verbs import draw
from kibitz.stochastic import stochastic_game


def cycle(count: int, pay: str = "1") -> dict[str, list[list[str]]]:
    return {f"s{k}": [[f"{pay} + s{(k + 1) % count}/2"]] for k in range(count)}


def test_of_many_states_those_nearest_to_the_start_are_drawn() -> None:
    game = stochastic_game(cycle(60), start="s50")
    drawn = draw(game, "graph").svg
    assert "the 12 states nearest to the start, of 60" in drawn
    for k in range(60):
        assert (f">s{k}<" in drawn) is (k in (*range(50, 60), 0, 1))
    assert draw(game).svg == drawn


def test_solutions_of_many_states_show_the_values_of_those_drawn() -> None:
    drawn = stochastic_game(cycle(60)).solve().draw().svg
    assert drawn.count(">2<") == 12  # every state is worth 1 + 1/2 + 1/4 + ...


def test_too_many_states_are_not_drawn() -> None:
    game = stochastic_game({f"s{k}": [[1]] for k in range(5001)})
    with pytest.raises(GameError) as refused:
        draw(game, "graph")
    assert str(refused.value) == "5,001 states are too many to draw; the limit is 5,000"


def test_pictures_that_there_are_not() -> None:
    with pytest.raises(GameError) as refused:
        draw(stochastic_game("G: 1"), "tree")
    assert str(refused.value) == (
        "no picture 'tree' of a stochastic game; there are graph and solution"
    )


def test_exchanged_roles_are_in_their_own_color() -> None:
    roles = "purple: with the roles exchanged"
    assert roles in draw(stochastic_game("G: 0, 1; 3, -G/2"), "graph").svg
    assert roles not in draw(stochastic_game("G: 0, 1; 3, G/2"), "graph").svg


def test_an_arrow_over_a_state_between() -> None:
    drawn = draw(stochastic_game("A: B/2 + C/2 | B: C | C: 1"), "graph")
    plain = draw(stochastic_game("A: B/2 | B: C | C: 1"), "graph")
    assert drawn.svg.count("<path") + drawn.svg.count("<poly") > plain.svg.count(
        "<path"
    ) + plain.svg.count("<poly")
    assert "of 3 states, where each state leads" in drawn.svg


def test_long_values_are_drawn_as_decimals() -> None:
    game = stochastic_game("G: 1 + G/7, 1/3; 2/11, 5 + G/13")
    found = game.solve()
    drawn = found.draw().svg
    assert f">{float(found.value):.6g}<" in drawn
    assert game.solve("newton").value == pytest.approx(float(found.value))


def test_equilibria_of_many_states_are_drawn_without_them() -> None:
    from numpy import zeros

    from kibitz.stochastic.methods.stationary_equilibrium import StationaryEquilibrium

    game = stochastic_game({f"s{k}": [[(1, 1)]] for k in range(41)})
    ones = [(1.0,)] * 41
    found = StationaryEquilibrium(game, zeros((41, 2)) + 1, ones, ones, "by hand")
    assert found.regrets() == (0.0, 0.0)
    assert draw(found).svg == draw(game, "graph").svg
