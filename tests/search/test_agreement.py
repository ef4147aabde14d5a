"""Ten thousand random trees: every search that finds the value finds the one of plain minimax."""

from __future__ import annotations

from random import Random

import pytest

from helpers.search_trees import random_tree
from kibitz.rules.tree import game_tree
from kibitz.search.alpha_beta import alpha_beta
from kibitz.search.budget import Budget
from kibitz.search.exact import ExactSearch
from kibitz.search.expectiminimax import expectiminimax
from kibitz.search.max_n import max_n
from kibitz.search.memo_value import memo_value
from kibitz.search.minimax import minimax
from kibitz.search.mtd_f import mtd_f
from kibitz.search.negamax import negamax
from kibitz.search.paranoid import paranoid
from kibitz.search.plain import plain_value
from kibitz.search.principal_variation import PrincipalVariation
from kibitz.search.proof_number import proof_number
from kibitz.search.scout import scout
from kibitz.search.star import star1, star2
from kibitz.search.transposition_table import TranspositionTable

TREES = 10_000


def disagreements(seed: int) -> list[str]:
    """The searches that do not find the value of a random tree."""
    random = Random(seed)
    tree = game_tree(random_tree(random, 4))
    here = tree.position()
    truth = plain_value(here, 10_000)
    table = TranspositionTable(16, random.choice(["always", "deeper", "two-tier", "bucket"]))
    found = {
        "minimax": minimax(tree).value,
        "negamax": negamax(tree).value,
        "alpha-beta, soft": alpha_beta(tree).value,
        "alpha-beta, hard": alpha_beta(tree, fail="hard").value,
        "alpha-beta, table": alpha_beta(tree, table=table).value,
        "scout": scout(tree).value,
        "mtd-f": mtd_f(tree, random.randint(-12, 12)).value,
        "max-n": max_n(tree).value[0],
        "paranoid": paranoid(tree, player=0).value,
        "expectiminimax": expectiminimax(tree).value,
        "star1": star1(tree, bounds=(-9, 9)).value,
        "star2": star2(tree, bounds=(-9, 9)).value,
        "memo": memo_value(tree).value,
    }
    if not here.is_over:
        exact = ExactSearch(tree, 1 << 14, compiled=False)
        search = PrincipalVariation(tree, 1 << 14, compiled=False)
        found["exact"] = exact.solve(here).value
        found["principal variation"] = search.best(here, Budget(depth=8)).value
        sign = 1 if here.player == 0 else -1
        for goal in (sign * truth, sign * truth + 1):
            proved = proof_number(tree, goal=goal).value
            found[f"proof number {goal}"] = truth if proved == (sign * truth >= goal) else None
    return [f"{name} of tree {seed}: {x}, not {truth}" for name, x in found.items() if x != truth]


@pytest.mark.parametrize("block", range(2))
def test_a_hundred_trees(block):
    for seed in range(50 * block, 50 * block + 50):
        assert not disagreements(seed)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(10))
def test_ten_thousand_trees(block):
    share = TREES // 10
    for seed in range(share * block, share * (block + 1)):
        assert not disagreements(seed)
