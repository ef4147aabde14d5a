"""Betting trees on [0, 1] as JSON, and claims about them.

``{"kind": "betting-tree", "tree": {"I": {"check": {"show": "1"}, "bet 2": {"II": {"fold": "1",
"call": {"show": "3"}}}}}, "title": "Von Neumann's poker"}``: whose turn it is, what may be done,
and at the ends what the first player gets, or for how much the hands are shown.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from kibitz.continuous.poker.betting_deck import BettingSolution
from kibitz.continuous.poker.betting_tree import BettingGame, betting_game, nested
from kibitz.core.errors import GameError
from kibitz.core.numbers import number
from kibitz.core.solution import Solution
from kibitz.formats.answers.solution import Reader
from kibitz.formats.answers.stated import stated
from kibitz.formats.json_files.keys import array, check_keys, label


def to_json(game: BettingGame) -> dict[str, Any]:
    """Everything about a betting tree."""
    return {"title": game.title, "tree": nested(game)}


def from_json(data: dict[str, Any]) -> BettingGame:
    """The betting tree that this data describes."""
    check_keys(data, ["tree", "title"], ["tree"])
    return betting_game(data["tree"], label(data.get("title", ""), "title"))


def claim_from_json(game: BettingGame, data: dict[str, Any]) -> Solution:
    """Bounds of the value, and both plans hand by hand."""
    keys = ("kind", "hands", "value", "lower", "upper", "favors", "plan", "certificate")
    check_keys(data, keys, ["hands", "lower", "upper", "plan"])
    hands = int(number(data["hands"], "hands"))
    if not isinstance(data["plan"], dict):
        raise GameError("plan: expected an object with a member for every turn")
    plan = []
    for turn in game.turns:
        if turn.history not in data["plan"]:
            raise GameError(f"plan: the turn after {turn.history!r} is missing")
        plan.append(_rows(data["plan"][turn.history], hands, len(turn.actions), turn.history))
    low, high = (float(number(data[key], key)) for key in ("lower", "upper"))
    value = float(number(data.get("value", (low + high) / 2), "value"))
    return BettingSolution(game, hands, value, plan, low, high)


def _rows(given: Any, hands: int, choices: int, history: str) -> list[tuple[Fraction, ...]]:
    where = f"plan, {history or 'the start'}"
    rows = [[Fraction(number(x, where)) for x in array(row, where)] for row in array(given, where)]
    if len(rows) != hands or any(len(row) != choices for row in rows):
        raise GameError(f"{where}: there must be {hands} rows of {choices} numbers")
    if any(min(row) < 0 or abs(float(sum(row)) - 1) > 1e-9 for row in rows):
        raise GameError(f"{where}: every row must be a distribution")
    return [tuple(x / sum(row) for x in row) for row in rows]


CLAIMS: dict[str, Reader] = {"betting-solution": stated(claim_from_json)}
