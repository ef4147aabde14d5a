"""The public tree counts what the whole tree counts, card by card."""

from __future__ import annotations

import pytest

import kibitz
from kibitz.core.errors import GameError
from kibitz.extensive.arrows.unfold import unfold
from kibitz.extensive.methods.best_response import best_response
from kibitz.extensive.methods.zero_sum import zero_sum
from kibitz.learning.regret.public_tree import PublicCFR, public_tree

pytestmark = pytest.mark.usefixtures("interpreted")

GAMES = [
    pytest.param("leduc", marks=pytest.mark.slow),
    pytest.param("leduc 4 suits=3 bets=1,2 raises=1", marks=pytest.mark.slow),
    "one-card-poker 4 raises=2",
    "one-card-poker 4 suits=3",
    "one-card-poker 5 betting=no-limit stack=5",
    "leduc 2 suits=2",
]


@pytest.mark.parametrize("call", GAMES)
def test_best_responses_agree_with_the_whole_tree(call):
    rules = kibitz.game(call)
    run = PublicCFR(rules)
    tree = unfold(rules)
    for iterations in (1, 7, 60):
        run.run(iterations=iterations)
        low, high = run.bounds()
        profile = run.profile(tree)
        assert high == pytest.approx(best_response(tree, 0, profile).value, abs=1e-12)
        assert low == pytest.approx(-best_response(tree, 1, profile).value, abs=1e-12)


@pytest.mark.parametrize("call", ["leduc 3", "one-card-poker 6 suits=2"])
def test_approaches_the_value_of_the_program(call):
    rules = kibitz.game(call)
    run = PublicCFR(rules)
    run.run(target=1e-3)
    low, high = run.bounds()
    value = float(zero_sum(unfold(rules), exact=False).value)
    assert low - 1e-7 <= value <= high + 1e-7
    assert high - low <= 1e-3


def test_bad_input():
    with pytest.raises(GameError, match="two-player"):
        public_tree(kibitz.game("leduc players=3"))
    with pytest.raises(GameError, match="stopping criterion"):
        PublicCFR(kibitz.game("leduc")).run()
