"""Moves in order: closed forms, grids, jumps, entry, and proofs that reject."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz as kb
from kibitz.algebra.expressions.tree import Symbol
from kibitz.continuous import SequentialSolution
from kibitz.continuous.exact.reaction import reaction

SMALL = st.fractions(0, 6, max_denominator=3)


@settings(max_examples=15)
@given(SMALL, SMALL)
def test_two_firms(c: Fraction, d: Fraction) -> None:
    """The textbook formulas where both are active."""
    found = kb.stackelberg("17-Q", [f"{c}q", f"{d}q"]).solve()
    q = (17 - 2 * c + d) / 2, (17 + 2 * c - 3 * d) / 4
    if min(q) > 0:
        assert found.quantities == q
        assert found.profits == (q[0] ** 2 / 2, q[1] ** 2)
    assert found.verify()


def test_three_and_four_stages() -> None:
    assert kb.stackelberg("17-Q", 1, firms=3).solve().profits == (16, 8, 4)
    assert kb.stackelberg("17-Q", 1, firms=4).solve().quantities == (8, 4, 2, 1)


def test_sunk_and_avoidable_costs_differ() -> None:
    costs = ["q+2", "3q+1"]
    sunk = kb.stackelberg("17-Q", costs).solve()
    assert sunk.quantities == (9, Fraction(5, 2))
    assert sunk.profits == (Fraction(77, 2), Fraction(21, 4))
    free = kb.stackelberg("17-Q", costs, fixed="avoidable").solve()
    assert free.quantities == (12, 0)
    assert free.profits == (46, 0)
    assert "indifferent" in free.remark
    assert free.verify()


def test_the_order_matters() -> None:
    game = kb.cournot("17-Q", ["q", "3q"])
    one, two = game.stackelberg().solve(), game.stackelberg([1, 0]).solve()
    assert one.quantities == (9, Fraction(5, 2))
    assert two.quantities == (Fraction(11, 2), 6) or two.quantities[1] > one.quantities[1]
    assert two.verify()


def test_price_leadership_helps_the_follower() -> None:
    a, b, c = Fraction(10), Fraction(1), Fraction(2)
    found = kb.stackelberg(a=a, b=b, costs=c, prices=True).solve()
    p1 = ((a + c) * (2 + b) - b * b * c) / (2 * (2 - b * b))
    assert found.prices == (p1, (a + c + b * p1) / 2)
    gap = b**3 * (3 * b + 4) * (a - c + b * c) ** 2 / (16 * (2 - b * b) ** 2)
    assert found.profits[1] - found.profits[0] == gap


def test_wrong_moves_are_rejected() -> None:
    game = kb.stackelberg("17-Q", 1)
    assert SequentialSolution(game, (Fraction(8), Fraction(4))).verify()
    assert not SequentialSolution(game, (Fraction(16, 3), Fraction(16, 3))).verify()
    assert not SequentialSolution(game, (Fraction(8), Fraction(3))).verify()


def test_the_leader_on_a_grid() -> None:
    game = kb.stackelberg("20-Q", ["q^2/2", "q+4"], fixed="avoidable")
    found = game.solve()
    best = float(found.profits[0])
    first = game.stages[-1].game
    for k in range(401):
        q = k / 20
        assert first.payoffs[0].at_float({"q1": q}) <= best + 1e-9


@pytest.mark.parametrize(
    ("entrant", "decision"),
    [("q+9", "deterred"), ("q+40", "blockaded"), ("q+1/100", "accommodated")],
)
def test_entry(entrant: str, decision: str) -> None:
    found = kb.entry("17-Q", ["q+2", entrant]).solve()
    assert found.decision == decision
    assert found.verify()
    assert decision in found.explain().steps[-2].heading


def test_entry_cannot_be_deterred_when_the_cost_is_sunk() -> None:
    found = kb.entry("17-Q", ["q+2", "3q+1"], fixed="sunk").solve()
    assert found.decision == "accommodated"
    assert found.quantities == (9, Fraction(5, 2))


def test_a_wrong_deterrent_is_rejected() -> None:
    found = kb.entry("17-Q", "q+9").solve()
    assert not replace(found, deterring_quantity=Fraction(11)).verify()
    assert not replace(found, deterring_quantity=Fraction(9)).verify()


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda: kb.stackelberg("10-p", 2, prices=True).solve(), "no best reply"),
        (lambda: kb.stackelberg(a=10, b=1, costs=2), "a= and b= are for prices=True"),
        (lambda: kb.stackelberg("17-Q", 1, order=[0]), "every player once"),
        (lambda: kb.stackelberg("17-Q", 1, order=[0, 0]), "every player once"),
        (lambda: kb.stackelberg("17-Q", 1, firms=1), "monopoly"),
        (lambda: kb.stackelberg("17-Q", 1).solve(method="guess"), "backward-induction"),
        (lambda: kb.stackelberg("10/(1+sqrt(Q))", 0).solve(), "is unbounded"),
    ],
)
def test_bad_input(make: object, why: str) -> None:
    with pytest.raises(kb.GameError, match=why):
        make()  # type: ignore[operator]


def test_closed_forms() -> None:
    found = kb.stackelberg("a-Q", "c*q", firms=3).solve()
    assert found.quantities[2] == "(a-c)/8"
    assert found.profits[1] == "(a-c)^2/32"
    assert found.verify()


@pytest.mark.parametrize(
    ("demand", "cost"),
    [
        ("100-Q^2", 1),
        pytest.param("100-Q^2", 0, marks=pytest.mark.slow),
        ("17-Q", "q^3"),
        pytest.param("100/(1+Q)", 1, marks=pytest.mark.slow),
        ("10*exp(-Q)", 1),
        ("10-sqrt(Q)", 1),
        pytest.param("8-log(1+Q)", 1, marks=pytest.mark.slow),
        pytest.param("10*exp(-Q)", 0, marks=pytest.mark.slow),
        pytest.param("sqrt(100-Q)", "q/2", marks=pytest.mark.slow),
        ("Q <= 4: 40-Q^2; else max(0, 40-4Q)", "q"),
    ],
)
def test_replies_without_a_formula_agree_with_a_grid(demand: str, cost: object) -> None:
    """Both moves are looked for on a fine grid, the follower's anew for each of the leader's."""
    game = kb.stackelberg(demand, cost)
    found = game.solve()
    assert found.verify().holds
    earn = [game.base.aggregate(k, Symbol("own"), Symbol("rest")) for k in (0, 1)]

    def profit(k: int, own: float, rest: float) -> float:
        return earn[k].at_float({"own": own, "rest": rest})

    first, second = (float(x) for x in found.moves)
    top = 2 * (first + second)

    def reply(q: float) -> float:
        near = max((top * k / 400 for k in range(401)), key=lambda y: profit(1, y, q))
        fine = (near + top * k / 40000 for k in range(-150, 151))
        return max((y for y in fine if y >= 0), key=lambda y: profit(1, y, q))

    assert second == pytest.approx(reply(first), abs=top / 10000)
    best = max(profit(0, q, reply(q)) for q in (top * k / 60 for k in range(61)))
    assert float(found.profits[0]) >= best - 1e-6 * (1 + abs(best))
    assert float(found.profits[0]) == pytest.approx(profit(0, first, reply(first)), rel=1e-3)


def test_a_wrong_move_is_refused_by_the_intervals() -> None:
    found = kb.stackelberg("10*exp(-Q)", 1).solve()
    assert not replace(found, moves=(0.9, found.moves[1])).verify().holds
    assert not replace(found, moves=(found.moves[0], 0.7)).verify().holds
    exact = kb.stackelberg("100-Q^2", 1).solve()
    assert str(exact.moves[0].polynomial) == "t^4 + 297t^2 - 9801"
    assert not replace(exact, moves=(Fraction(5), exact.moves[1])).verify().holds


def test_keeping_out_at_a_jump_without_a_formula() -> None:
    found = kb.stackelberg("100-Q^2", "q+60", fixed="avoidable").solve()
    assert found.moves == pytest.approx((6.3110940891, 0))
    assert "indifferent" in found.remark
    assert found.verify().holds


@pytest.mark.slow
def test_three_stages_without_a_formula() -> None:
    found = kb.stackelberg("10*exp(-Q)", 1, firms=3).solve()
    assert found.verify().holds
    assert float(found.moves[0]) > float(found.moves[1]) > float(found.moves[2])


@pytest.mark.parametrize("fixed", ["avoidable", "sunk"])
@pytest.mark.parametrize("demand", ["17-Q", "100/(1+Q)"])
def test_the_entrant_answers_as_in_the_market(demand: str, fixed: str) -> None:
    game = kb.entry(demand, ["q", "2q+5"], fixed=fixed)
    again = reaction(game.market, 1)
    assert game.reaction.to_json() == again.to_json()
    assert str(game.reaction) == str(again)


@pytest.mark.parametrize(
    ("demand", "cost", "decision", "kept"),
    [
        pytest.param("100-Q^2", "q+60", "deterred", 6.3110940891, marks=pytest.mark.slow),
        pytest.param("10*exp(-Q)", "q+1/2", "deterred", 1.1094379124, marks=pytest.mark.slow),
        ("10*exp(-Q)", "q+1", "blockaded", 0.7221274541),
        pytest.param("10-sqrt(Q)", "q+9", "deterred", 56.0655220516, marks=pytest.mark.slow),
        ("10-sqrt(Q)", "q+1/100", "accommodated", 80.152028),
    ],
)
def test_entry_when_replies_have_no_formula(
    demand: str, cost: str, decision: str, kept: float
) -> None:
    found = kb.entry(demand, cost).solve()
    assert found.decision == decision
    assert float(found.deterring_quantity) == pytest.approx(kept, rel=1e-3)
    assert found.verify().holds
    assert found.explain().steps
    assert found.to_json()["decision"] == decision
    beyond = kept * 1.1
    wrong = beyond if isinstance(found.deterring_quantity, float) else Fraction(beyond)
    proof = replace(found, deterring_quantity=wrong).verify()
    assert not proof.holds or "that this output deters, and no smaller one" in proof.unproved


def test_closed_forms_say_when_everybody_is_active() -> None:
    play = kb.stackelberg("a-Q", ["c*q", "d*q"]).solve()
    assert play.conditions == ("a + d > 2*c", "a + 2*c > 3*d")
    for c, d in ((1, 2), (1, 5), (4, 1), (9, 2), (2, 9)):
        values = {"a": Fraction(10), "c": Fraction(c), "d": Fraction(d)}
        same = [x.at(**values) for x in play.strategies] == list(play.at(**values).strategies)
        assert same == (10 + d > 2 * c and 10 + 2 * c > 3 * d)


def test_the_leader_s_payoff_and_its_derivative_are_shown_where_they_can_occur() -> None:
    steps = kb.stackelberg("17-Q", "q+9").explain().steps
    prose = {step.heading: step.prose for step in steps}["Firm 1 moves first"]
    assert "-1/2*q1^2 + 8*q1 - 9, derivative -q1 + 8" in prose
    assert "q1 - 16 ≤ 0 and q1 - 18 ≥ 0" not in prose
