"""Markets that are given twice, by halves, or without an answer are refused in a line."""

from __future__ import annotations

import pytest

import kibitz as kb
from kibitz import continuous as c
from kibitz.continuous.markets.any_number import any_number_of_firms
from kibitz.continuous.poker.thresholds import best_bet


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda: c.advertising(10, [1, 2], firms=3), "2 costs for 3 firms; give one for all or"),
        (lambda: c.advertising(10, 1, firms="n", players=["A"]), "n firms have no names"),
        (lambda: any_number_of_firms("auction", "10-p", 1, "n"), "model: 'auction' is not one of"),
        (lambda: c.bertrand("10-p", a=3, b=1, costs=1), "either a demand or a and b, not both"),
        (lambda: c.bertrand("10-p", a=3, costs=1, firms="n"), "either a demand or a and b, not"),
        (lambda: c.bertrand(a=3, costs=1, firms="n"), "or a and b of q1 = a - p1"),
        (lambda: c.cournot("10+q", 1), "never falls"),
        (lambda: best_bet("borel"), "borel: the best bet is defined for von Neumann's model"),
    ],
)
def test_refusals(build, words):
    with pytest.raises(kb.GameError, match=words) as caught:
        build()
    assert "\n" not in str(caught.value)
