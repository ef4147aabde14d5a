"""Poker on [0, 1] as JSON.

``{"kind": "continuous-poker", "model": "von-neumann", "beta": "2", "ante": "1"}``; the model is
la-relance, von-neumann, check-call, newman or bet-sizes, and ``"bet"`` (a number, or a list of
them) is another word for ``"beta"``.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from kibitz.continuous.poker.discretized import DiscretizedPoker
from kibitz.continuous.poker.game import ContinuousPoker, PokerSolution, continuous_poker
from kibitz.continuous.poker.newman import newman
from kibitz.continuous.poker.one_round import Steps
from kibitz.continuous.poker.thresholds import NAMES, strategies
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, exact, number, plain, show
from kibitz.core.solution import Solution
from kibitz.formats.answers.solution import Reader
from kibitz.formats.answers.stated import stated
from kibitz.formats.json_files.keys import array, check_keys, label


def to_json(game: ContinuousPoker) -> dict[str, Any]:
    """Everything about a model."""
    bets = [plain(x) for x in game.bets]
    return {
        "model": game.model,
        "bet": bets[0] if len(bets) == 1 else bets,
        "ante": plain(game.ante),
    }


def from_json(data: dict[str, Any]) -> ContinuousPoker:
    """The model that this data describes."""
    check_keys(data, ["model", "beta", "bet", "bets", "ante", "question"], ["model"])
    given = [key for key in ("beta", "bet", "bets") if key in data]
    if len(given) > 1:
        raise GameError(f"{given[1]}: this is already given by {given[0]!r}")
    bet = data[given[0]] if given else 2
    model = label(data["model"], "model")
    several = isinstance(bet, list) and len(bet) > 1
    name = "von-neumann" if several and model == "bet-sizes" else model
    return continuous_poker(name, bet, data.get("ante", 1))


def threshold_claim(game: ContinuousPoker, data: dict[str, Any]) -> Solution:
    """``poker-solution``: a value and thresholds, of which the strategies are made anew.

    For Newman's model the value and the interval of hands that check; the curves are compared.
    """
    if game.model == "newman":
        solved = newman(game)
        low, high = data.get("check_interval", solved.check_interval)
        ends = exact(low, "check_interval"), exact(high, "check_interval")
        return replace(solved, value=_value(data), check_interval=ends)
    if game.model not in NAMES:
        raise GameError("several bet sizes have no thresholds; claim a poker-discretized solution")
    needed = NAMES[game.model]
    for name in needed:
        if name not in data:
            raise GameError(f"{name}: this threshold is missing")
    found = {
        name: number(data[name], name)
        for name in (*needed, "b", "I_fold_probability", "I_bluff_probability")
        if name in data
    }
    for name, x in found.items():
        if not 0 <= x <= 1:
            raise GameError(f"{name}: {show(x)}; thresholds lie between 0 and 1")
    told = strategies(game.model, found)
    return PokerSolution(game, _value(data), found, *told)


def deck_claim(game: ContinuousPoker, data: dict[str, Any]) -> Solution:
    """``poker-discretized``: bounds of the value, and both strategies hand by hand."""
    keys = ("kind", "model", "hands", "value", "lower", "upper", "first", "answers", "certificate")
    check_keys(data, keys, ["hands", "lower", "upper", "first", "answers"])
    hands = int(number(data["hands"], "hands"))
    first = _steps(data["first"], hands, len(game.tree.actions), "first")
    listed = array(data["answers"], "answers")
    if len(listed) != len(game.tree.replies):
        raise GameError(f"answers: {len(listed)} strategies for {len(game.tree.replies)} actions")
    answers = tuple(
        _steps(given, hands, len(replies), f"answers[{k}]")
        for k, (given, replies) in enumerate(zip(listed, game.tree.replies, strict=True))
    )
    low, high = (float(number(data[key], key)) for key in ("lower", "upper"))
    value = float(number(data.get("value", (low + high) / 2), "value"))
    return DiscretizedPoker(game, hands, value, first, answers, low, high)


def _value(data: dict[str, Any]) -> Number:
    if "value" not in data:
        raise GameError("value: it is missing")
    return number(data["value"], "value")


def _steps(given: Any, hands: int, choices: int, where: str) -> Steps:
    rows = [array(row, where) for row in array(given, where)]
    weights = [[Fraction(number(x, where)) for x in row] for row in rows]
    if len(weights) != hands or any(len(row) != choices for row in weights):
        raise GameError(f"{where}: there must be {hands} rows of {choices} numbers")
    if any(min(row) < 0 or abs(float(sum(row)) - 1) > 1e-9 for row in weights):
        raise GameError(f"{where}: every row must be a distribution")
    scaled = tuple(tuple(x / sum(row) for x in row) for row in weights)
    return Steps(tuple(Fraction(k, hands) for k in range(hands + 1)), scaled)


CLAIMS: dict[str, Reader] = {
    "poker-solution": stated(threshold_claim),
    "poker-discretized": stated(deck_claim),
}
