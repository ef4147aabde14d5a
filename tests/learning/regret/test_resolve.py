"""A subgame found anew concedes no more than before, to the last fraction."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.trees import kuhn, random_tree
from kibitz.extensive.arrows.unfold import unfold
from kibitz.extensive.methods.best_response import best_response, exploitability
from kibitz.extensive.strategies.profile import Profile, uniform
from kibitz.learning.regret.cfr import cfr
from kibitz.learning.regret.resolve import _Gadget, refine, resolve_subgame, subgame
from kibitz.poker.leduc import Leduc


@given(st.integers(0, 10**9), st.integers(0, 1), st.data())
@settings(max_examples=40, deadline=None)
def test_never_more_exploitable(seed, who, data):
    game = random_tree(Random(seed))
    if not game.infosets:
        return
    infoset = data.draw(st.integers(0, game.infosets - 1))
    found = resolve_subgame(game, uniform(game), infoset, who)
    again = best_response(game, 1 - who, found.profile).value
    assert again == found.after <= found.before
    assert found.margin >= 0
    assert found.verify()


@given(st.integers(0, 10**9), st.integers(0, 1))
@settings(max_examples=25, deadline=None)
def test_the_old_strategy_has_no_margin(seed, who):
    """What the opponent is charged is just what it could get: the old strategy concedes 0."""
    game = random_tree(Random(seed))
    for infoset in range(game.infosets):
        gadget = _Gadget(game, uniform(game), subgame(game, infoset), who)
        if gadget.classes:
            weights = uniform(gadget.game).weights
            old = best_response(gadget.game, 1 - who, Profile(gadget.game, weights))
            assert old.value == 0


def test_a_subgame_holds_information_sets_whole():
    game = unfold(Leduc())
    inside = subgame(game, "J check-check / Q")
    assert 0 < inside.sum() < len(game.tree) / 9
    for nodes in game.members:
        assert inside[nodes].all() or not inside[nodes].any()
    assert np.flatnonzero(inside)[0] > 0
    assert not inside[~inside[game.tree.parent] & (game.tree.row >= 0)].all()


def test_a_trunk_of_a_few_iterations_gains_by_exact_endings():
    game = unfold(Leduc())
    rough = cfr(game, iterations=50).profile
    better = refine(game, refine(game, rough, "I"), "II")
    assert exploitability(game, better) < 0.5 * exploitability(game, rough)


def test_verify_rejects_a_worse_strategy():
    game = kuhn(3)
    good = cfr(game, target=1e-4).profile
    found = resolve_subgame(game, good, "0", "I")
    assert found.verify()
    assert not replace(found, profile=uniform(game)).verify()
