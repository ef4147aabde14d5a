"""Claims about games in which both name one of infinitely many numbers, read back from JSON."""

from __future__ import annotations

from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import exact
from kibitz.core.solution import Solution
from kibitz.formats.answers.solution import NONE, Reader
from kibitz.formats.answers.stated import stated
from kibitz.formats.json_files.keys import check_keys
from kibitz.zero_sum.infinite.game import InfiniteGame
from kibitz.zero_sum.infinite.solution import InfiniteSolution
from kibitz.zero_sum.infinite.strategy import finite_mixture


def value_claim(game: InfiniteGame, data: dict[str, Any]) -> InfiniteSolution:
    """``infinite-solution``: the value, and a mixture of finitely many numbers for each player.

    >>> from kibitz import game
    >>> claim = {"value": 0, "row": {"1": "1/4", "2": "1/2", "3": "1/4"}, "column": {"1": 1}}
    >>> value_claim(game("mendelsohn-infinite"), claim).verify().holds
    False
    """
    check_keys(data, ("kind", "value", "row", "column", "method"), ["value", "row", "column"])
    for side in ("row", "column"):
        if not isinstance(data[side], dict):
            raise GameError(f'{side}: write numbers with their probabilities, {{"1": "1/2", ...}}')
    return InfiniteSolution(
        game,
        exact(data["value"], "value"),
        finite_mixture(data["row"], "row"),
        finite_mixture(data["column"], "column"),
        "a claim",
    )


def _worked_out(game: InfiniteGame, data: dict[str, Any]) -> Solution:
    """The answer that the rule of the game proves."""
    found: Solution = game.solve()
    kind = found.to_json()["kind"]
    if kind != data["kind"]:
        raise GameError(f"{data['kind']} is claimed; what is proved is {kind}")
    return found


CLAIMS: dict[str, Reader] = {
    NONE: value_claim,
    "infinite-solution": value_claim,
    "no-value": stated(_worked_out),
    "value-bounds": stated(_worked_out),
}
