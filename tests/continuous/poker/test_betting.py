"""Betting trees on [0, 1]: against the closed forms, a plain matrix game, and plain integration."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz as kb
from kibitz.continuous.poker.betting_tree import BettingGame, BettingLeaf, betting_game, nested
from kibitz.continuous.poker.steps import Steps, guarantee
from kibitz.formats import dumps, loads
from kibitz.formats.answers.solution import solution_from_json

RAISE = {
    "I": {
        "check": {"II": {"check": "show 1", "bet": {"I": {"fold": -1, "call": "show 3"}}}},
        "bet": {
            "II": {
                "fold": 1,
                "call": "show 3",
                "raise": {"I": {"fold": -3, "call": "show 7"}},
            }
        },
    }
}
MODELS = {
    "la-relance": {"I": {"fold": -1, "bet": {"II": {"fold": 1, "call": "show 3"}}}},
    "von-neumann": {"I": {"check": "show 1", "bet": {"II": {"fold": 1, "call": "show 3"}}}},
    "check-call": {
        "I": {
            "check": {"II": {"pass": 0, "call": "show 1"}},
            "bet": {"II": {"fold": 1, "call": "show 3"}},
        }
    },
}


@pytest.mark.parametrize("model", MODELS)
def test_the_models_of_the_text(model: str) -> None:
    value = kb.continuous_poker(model, 2).solve().value
    gaps = []
    for hands in (9, 27):
        solved = kb.betting_game(MODELS[model]).solve(hands=hands)
        assert solved.verify()
        assert solved.lower <= value <= solved.upper
        gaps.append(solved.upper - solved.lower)
    assert gaps[1] < gaps[0]


def payoff(game: BettingGame, mine: Any, theirs: Any, turn: int, better: int) -> Fraction:
    """What two pure strategies lead to, when the first hand is better (1), equal or worse."""
    here = game.turns[turn]
    child = here.children[(mine if here.player == 0 else theirs)[turn]]
    if isinstance(child, BettingLeaf):
        return Fraction(child.amount * better if child.showdown else child.amount)
    return payoff(game, mine, theirs, child, better)


def test_the_deck_is_the_matrix_game() -> None:
    """All pure strategies of a deck of two hands, hand by hand, as one matrix."""
    game, hands = betting_game(RAISE), 2
    choices: list[list[Any]] = []
    for player in (0, 1):
        turns = [k for k, turn in enumerate(game.turns) if turn.player == player]
        each = [
            dict(zip(turns, picks, strict=True))
            for picks in product(*(range(len(game.turns[k].actions)) for k in turns))
        ]
        choices.append(list(product(each, repeat=hands)))
    matrix = [
        [
            sum(
                payoff(game, a[i], b[j], 0, (i > j) - (i < j))
                for i in range(hands)
                for j in range(hands)
            )
            / Fraction(hands**2)
            for b in choices[1]
        ]
        for a in choices[0]
    ]
    assert game.solve(hands=hands).value == pytest.approx(float(kb.matrix(matrix).solve().value))


@settings(max_examples=20, deadline=None)
@given(st.data())
def test_best_replies_against_a_fine_grid(data: st.DataObject) -> None:
    """A random plan of either player: the exact integral against a sum over many hands."""
    game, hands = betting_game(RAISE), 3
    player = data.draw(st.sampled_from([0, 1]))
    plan: list[Any] = []
    for turn in game.turns:
        rows = []
        for _ in range(hands):
            parts = data.draw(
                st.lists(st.integers(1, 5), min_size=len(turn.actions), max_size=len(turn.actions))
            )
            rows.append(tuple(Fraction(x, sum(parts)) for x in parts))
        plan.append(rows)

    def worth(turn: int, hand: float, other: int, likely: list[float]) -> float:
        here = game.turns[turn]
        found = []
        for a, child in enumerate(here.children):
            weights = likely
            if here.player == player:
                weights = [w * float(plan[turn][k][a]) for k, w in enumerate(likely)]
            if not isinstance(child, BettingLeaf):
                found.append(worth(child, hand, other, weights))
            elif child.showdown:
                sides = [
                    w / hands * (min(max(hand * hands - k, 0), 1) * 2 - 1)
                    for k, w in enumerate(weights)
                ]
                found.append(float(child.amount) * sum(sides) * (1 if other == 0 else -1))
            else:
                found.append(float(child.amount) * sum(weights) / hands)
        if here.player == player:
            return sum(found)
        return max(found) if here.player == 0 else min(found)

    fine = 600
    total = sum(worth(0, (k + 0.5) / fine, 1 - player, [1.0] * hands) for k in range(fine)) / fine
    steps = [Steps.equal(rows) for rows in plan]
    assert float(guarantee(game, steps, player)) == pytest.approx(total, abs=2e-3)


def test_files_and_claims() -> None:
    game = kb.betting_game(RAISE, "With a raise")
    assert loads(dumps(game, "json"), "json") == game
    assert betting_game(nested(game), "With a raise") == game
    claim = game.solve(hands=8).to_json()
    assert solution_from_json(game, claim).verify()
    assert not solution_from_json(game, claim | {"upper": claim["lower"]}).verify()
    assert not replace(game.solve(hands=8), lower=0.5).verify()
    with pytest.raises(kb.GameError, match="distribution"):
        solution_from_json(game, claim | {"plan": claim["plan"] | {"": [[1, 1]] * 8}}).verify()
    assert game.draw().caption.startswith("what each hand does")
    assert "raise" in str(game.describe())


@pytest.mark.parametrize(
    ("tree", "words"),
    [
        (3, "begins with a player's turn"),
        ({"I": {}}, "needs a mapping of actions"),
        ({"III": {"bet": 1}}, "no player is given"),
        ({"I": {"bet": "show 0"}}, "must be positive"),
        ({"I": {"bet": "x"}}, "not a number"),
        ({"I": {"check": 1}, "II": {"check": 1}}, "no player is given"),
    ],
)
def test_bad_trees(tree: Any, words: str) -> None:
    with pytest.raises(kb.GameError, match=words):
        kb.betting_game(tree)
    for name in ("two-sided-poker 0", "raise-poker 2 -1"):
        with pytest.raises(kb.GameError, match="must be positive"):
            kb.game(name)
