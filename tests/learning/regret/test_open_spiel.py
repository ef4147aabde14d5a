"""Games that are compared with OpenSpiel's are the same games, and so is what is found in them."""

from __future__ import annotations

import numpy as np
import pytest
from bench.open_spiel_trees import open_spiel_tree
from bench.regret import SUBJECTS

import kibitz
from kibitz.extensive.arrows.unfold import unfold
from kibitz.extensive.methods.best_response import expected_payoffs, exploitability
from kibitz.extensive.strategies.profile import uniform
from kibitz.learning.regret.cfr import cfr

pytestmark = pytest.mark.peer
pyspiel = pytest.importorskip("pyspiel")

SMALL = [
    ("kuhn-poker", "kuhn_poker"),
    ("leduc", "leduc_poker"),
    ("liars-dice 1 4", "liars_dice(dice_sides=4)"),
]
LARGE = [(one.ours, one.theirs) for one in SUBJECTS[1:3]]


def same_leaves(ours, theirs):
    """The payoffs at the ends and how likely chance makes them, in any order."""
    found = []
    for tree in (ours, theirs):
        chances, bottom = tree.chance_weights
        scale = 1.0 if tree.unit is None else float(tree.unit)
        pairs = np.stack(
            [chances.astype(float) / float(bottom), tree.amounts[:, 0] * scale], axis=1
        )
        found.append(np.array(sorted(np.round(pairs, 9).tolist())))
    return np.allclose(*found)


@pytest.mark.parametrize(
    ("ours", "theirs"), SMALL[1:] + [pytest.param(*pair, marks=pytest.mark.slow) for pair in LARGE]
)
def test_the_same_game(ours, theirs):
    mine, other = unfold(kibitz.game(ours)), open_spiel_tree(theirs)
    assert len(mine.tree) == len(other.tree)
    assert same_leaves(mine, other)
    assert mine.infosets <= other.infosets
    for tree in (mine, other):
        found = float(expected_payoffs(tree, uniform(tree))[0])
        assert found == pytest.approx(float(expected_payoffs(mine, uniform(mine))[0]))
    game = pyspiel.load_game(theirs)
    gap = pyspiel.nash_conv(game, pyspiel.UniformRandomPolicy(game), True)
    assert float(exploitability(mine, uniform(mine))) == pytest.approx(gap)
    assert float(exploitability(other, uniform(other))) == pytest.approx(gap)


def test_goofspiel_is_the_same_game_up_to_what_is_seen():
    one = SUBJECTS[3]
    other = open_spiel_tree(one.theirs)
    mine = unfold(kibitz.game(one.ours))
    assert len(mine.amounts) == len(other.amounts) == 14_400
    assert sorted(mine.amounts[:, 0].tolist()) == sorted(other.amounts[:, 0].tolist())
    found = cfr(other, "predictive", target=1e-3)
    low, high = found.bounds
    assert low <= 0 <= high


@pytest.mark.parametrize("pair", SMALL, ids=lambda pair: pair[0])
def test_the_same_value_and_exploitability(pair):
    ours, theirs = pair
    mine = cfr(unfold(kibitz.game(ours)), target=1e-3)
    other = cfr(open_spiel_tree(theirs), target=1e-3)
    assert mine.bounds[0] <= other.bounds[1]
    assert other.bounds[0] <= mine.bounds[1]
