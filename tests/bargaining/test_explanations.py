"""Explanations and descriptions say what is special about a problem."""

from __future__ import annotations

import pytest

import kibitz as kb

RIVALS = kb.bimatrix("0 6 -1; 4 3 5", "0 2 2; -1 6 5")


def on(formula, ends=(0, 1)):
    return kb.bargaining(frontier=formula, on=ends, disagreement=(0, 0))


@pytest.mark.parametrize(
    ("problem", "sentence"),
    [
        (kb.bargaining([(0, 0), (1, 1)], (0, 0)), "Only (1, 1) is Pareto-optimal"),
        (kb.bargaining([(1, 1)], (1, 1)), "No pair is strictly better for both"),
        (kb.bargaining("x^2 + y^2 <= 1; y <= 0", (0, 0)), "Pareto optimality alone decides"),
        (on("2-x^3/4", (0, 2)), "On y = 2 - x^3/4 the product is P(x) = x(2 - x^3/4)"),
        (on("2-exp(x)/4"), "On the frontier the product is P(x) = x(2 - exp(x)/4)"),
        (on(lambda x: 2 - x**4), "The frontier touches the curve of equal products there."),
    ],
)
def test_why_a_point_is_the_nash_solution(problem, sentence):
    assert sentence in " ".join(str(problem.nash().explain()).split())


def test_the_product_with_unequal_weights():
    text = " ".join(str(on("2-exp(x)/4").nash((1, 2)).explain()).split())
    assert "the product is P(x) = x (2 - exp(x)/4)^2" in text
    assert "1/x + 2 f'(x)/(2 - exp(x)/4), which is zero at x = 0.98851" in text


def test_threats_that_are_best_at_every_rate():
    game = kb.bimatrix("4 0; 2 1", "3 0; 2 4")
    assert "fixed threats" in str(kb.bargaining(RIVALS).describe())
    assert "none: the best threats depend" in str(kb.bargaining(RIVALS).describe())
    text = str(kb.bargaining(game).describe())
    point = kb.bargaining(game).solve("lambda-transfer").fixed.point
    assert (point is None) == ("none: the best threats depend" in text)


def test_without_gains_for_both_the_frontier_decides():
    last = on("sqrt(1-x^2)").feasible
    assert kb.bargaining(last, (1, 0)).nash().point == (1, 0)
    ks = kb.bargaining(last, (0, 1)).solve("kalai-smorodinsky")
    assert ks.degenerate
    assert ks.point == pytest.approx((0, 1), abs=1e-7)


def test_a_narrow_set_is_drawn_with_two_scales():
    narrow = kb.bargaining([(0, 0), (0, 1_000_000), (1, 0)], (0, 0))
    assert "disagreement point (0, 0)" in str(narrow.draw())


def test_given_disagreement_replaces_threats():
    game = kb.bimatrix("5 0; 0 3", "3 -4; 0 6")
    assert kb.bargaining(game, disagreement=(0, 0)).tu().disagreement == (0, 0)
    assert kb.bargaining(game, disagreement=(0, 0)).tu().disagreement_points == ((0, 0),)
