"""Bounds that are stated of plays that last long: they hold, and the checker proves it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import kibitz as kb

TURNS = ["newton", "hoffman-karp", "pollatschek-avi-itzhak", "policy-iteration"]


def lasting(stop: str, both: bool) -> kb.StochasticGame:
    """Two states that lead to each other, with payments of both signs in thirds and sevenths."""
    on = 1 - Fraction(stop)

    def cell(pay: str, there: str) -> dict[str, Any]:
        go = {"A": str(on * (1 - Fraction(there))), "B": str(on * Fraction(there))}
        return {"pay": pay, "go": go}

    first = [cell("1/3", "1/7"), cell("-1/7", "1/2")], [cell("-1", "1/3"), cell("1/2", "6/7")]
    if both:
        return kb.stochastic_game({"A": [*first], "B": [[cell("-1/3", "2/3")]]})
    return kb.stochastic_game({"A": [line[:1] for line in first], "B": [[*first[0]]]})


@pytest.mark.parametrize("stop", ["1e-3", "1e-6", "1e-9"])
@pytest.mark.parametrize("exact", [True, False])
def test_stated_bounds_hold_however_long_play_lasts(stop: str, exact: bool) -> None:
    for both in (True, False):
        game = lasting(stop, both).with_numbers(exact)
        right = lasting(stop, both).solve(method="exact").value_list
        for method in TURNS[: 3 if both else 4]:
            found = game.solve(method=method)
            values = getattr(found, "value_list", None) or found.value_array
            gap = max(abs(float(x) - float(v)) for x, v in zip(values, right, strict=True))
            assert gap <= found.bound <= 1e-4 * max(map(abs, values)), method
            assert found.verify(), method


@pytest.mark.parametrize("stop", ["1e-6", "1e-9"])
def test_a_linear_program_in_floats_states_what_it_may_be_off(stop: str) -> None:
    game = kb.stochastic_game({"A": [[{"pay": 1 / 3, "go": {"A": 1 - float(stop)}}], [2.0]]})
    found = game.solve(method="linear-program")
    assert 0 < found.bound < 1e-6 * found.value
    assert found.verify()


@pytest.mark.parametrize("stop", ["1e-3", "1e-9"])
def test_many_states_are_bounded_with_what_rounding_may_cost(stop: str) -> None:
    cell = {"pay": stop, "go": {"s0": str(1 - Fraction(stop))}}
    states = {f"s{k}": [[cell]] for k in range(401)}
    found = kb.stochastic_game(states).solve(method="newton")
    assert found.bound < 1e-4
    assert found.verify()
