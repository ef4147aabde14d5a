"""Games with exp, log and sqrt, by interval arithmetic."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

import kibitz as kb


def test_several_equilibria_are_all_found() -> None:
    found = kb.continuous_game(["exp(x*y)-x^2", "exp(x*y)-y^2"], (-1, 1)).solve()
    root = math.sqrt(math.log(2))
    spots = sorted(round(e.strategies[0], 6) for e in found)
    assert spots == [-1, round(-root, 6), 0, round(root, 6), 1]
    assert found.complete
    assert found.verify()


def test_exponential_demand() -> None:
    found = kb.cournot("10*exp(-Q/5)", "q", capacity=10).solve()
    (q, _), (u, _) = found.strategies, found.profits
    slope = (10 - 2 * q) * math.exp(-2 * q / 5) - 1
    assert slope == pytest.approx(0, abs=1e-9)
    assert u == pytest.approx(q * 10 * math.exp(-2 * q / 5) - q)
    assert found.verify()


def test_agreement_with_exact_algebra() -> None:
    rational = kb.continuous_game(["x(6-x-y)", "y(6-x-y)"], (0, 6)).solve()
    smooth = kb.continuous_game(["x(6-x-y)+0*exp(x)", "y(6-x-y)+exp(0*x)"], (0, 6)).solve()
    assert [float(x) for x in rational.strategies] == pytest.approx(list(smooth.strategies))


def test_wrong_spots_are_rejected() -> None:
    game = kb.continuous_game(["x*exp(-x-y)", "y*exp(-x-y)"], (0, 3))
    (right,) = game.solve().equilibria
    assert right.verify()
    assert not replace(right, strategies=(1.1, 1.0)).verify()
    assert not replace(right, strategies=(0.0, 1.0)).verify()


@pytest.mark.parametrize(
    ("demand", "cost", "best"),
    [
        ("10*exp(-Q)", 1, 0.6401954252),
        ("10*exp(-Q)", 0, 1.0),
        ("10-log(1+Q)", 1, 2457.134407),
        ("10-sqrt(Q)", 1, 25.92),
        ("10-sqrt(Q)", 0, 32.0),
        ("sqrt(100-Q)", 0, 40.0),
        ("5/sqrt(Q)", 1, 7.03125),
    ],
)
def test_the_limit_of_quantities_is_found(demand: str, cost: int, best: float) -> None:
    """The first-order condition solved by hand: P(2q) + q P'(2q) = c."""
    found = kb.cournot(demand, cost).solve()
    assert found.strategies == pytest.approx((best, best))
    assert found.verify().holds


def test_a_fixed_cost_that_can_be_avoided() -> None:
    both = kb.cournot("10*exp(-Q)", "q+1", fixed="avoidable").solve()
    assert len(both) == 3
    alone = kb.cournot("10*exp(-Q)", "q+2", fixed="avoidable").solve()
    assert [e.strategies.count(0.0) for e in alone] == [1, 1]
    assert alone.verify().holds


def test_free_goods_leave_a_family_without_profits() -> None:
    found = kb.cournot("10-sqrt(Q)", 0).solve()
    assert not found.complete
    assert "at least 100 together" in found.remark
    assert "100" not in kb.cournot("10-sqrt(Q)", 0, capacity=60).solve().remark


def test_a_jump_of_the_demand_is_seen() -> None:
    """The price falls from 12 to 2 at 5: a monopoly stays there, where slopes say go on."""
    found = kb.continuous_game(["x*(17-x if x <= 5 else 7-x) + 0*exp(x)"], (0, 8)).solve()
    assert found.strategies == (5,)
    rough = kb.continuous_game(["x*(17-x if x <= 5 else 7-x) + exp(-x)/1000"], (0, 8)).solve()
    assert not rough.complete or rough.equilibria


def test_best_responses_by_intervals() -> None:
    game = kb.cournot("10*exp(-Q)", "q+1", fixed="avoidable")
    reply = game.best_response(0, q2=0)
    assert reply.strategy == pytest.approx(0.7815207694)
    assert reply.verify().holds
    assert game.best_response(0, q2=2).strategy == 0
    wrong = replace(reply, best=replace(reply.best, points=(0.5,)))
    assert not wrong.verify().holds


def test_reaction_curves_without_a_formula_are_drawn() -> None:
    picture = kb.cournot("10*exp(-Q)", "q+1", fixed="avoidable").draw()
    assert picture.caption == "Reaction curves of Firm 1 and Firm 2"
    each, earns = kb.cournot("10*exp(-Q)", 1).cartel_shares()
    assert (each, earns) == pytest.approx((0.3907603847, 1.3977866716))


@pytest.mark.parametrize(
    ("demand", "cost", "total"),
    [("2*Q^-0.5 - 1", "q/2", 4 / 9), ("Q^(-1/4)", "q", (3 / 4) ** 4)],
)
def test_powers_that_are_not_whole(demand: str, cost: str, total: float) -> None:
    found = kb.monopoly(demand, cost).solve()
    assert found.quantities == pytest.approx([total])
    assert found.complete
    assert found.verify().holds
