"""Where rules of learning have led, read back from JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, plain, show
from kibitz.core.solution import Certificate, Check, Solution
from kibitz.formats.answers.solution import Reader
from kibitz.formats.answers.stated import Together, stated
from kibitz.formats.json_files.keys import array, numbers_at
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.n_player.certify_profile import ApproximateEquilibrium
from kibitz.zero_sum.strategies.mixture import mixture


def _approximate(game: StrategicGame, data: dict[str, Any]) -> ApproximateEquilibrium:
    """A profile with a small regret: where a path or a rule of learning has led."""
    key = "strategies" if "strategies" in data else "profile"
    lists = array(data.get(key), key)
    pairs = zip(lists, game.strategies, strict=False)
    profile = tuple(mixture(w, names, f"{key}[{k}]") for k, (w, names) in enumerate(pairs))
    if len(lists) != len(game.players):
        raise GameError(f"{key}: {len(lists)} strategies for {len(game.players)} players")
    return ApproximateEquilibrium(game, profile, "a claim")


@dataclass(frozen=True)
class _ValueBounds(Solution):
    """What the value of a game of constant sum is said to lie between."""

    game: StrategicGame
    low: Number
    high: Number

    def verify(self) -> Certificate:
        value = self.game.matrix_game().solve().value
        slack = 1e-9 * (1 + abs(float(value)))
        inside = self.low - slack <= value <= self.high + slack
        check = Check("the value lies between them", inside, show(value))
        claim = f"the value lies between {show(self.low)} and {show(self.high)}"
        return Certificate(claim, "the minimax theorem", (check,))

    def to_json(self) -> dict[str, Any]:
        return {"value_bounds": [plain(self.low), plain(self.high)]}


def _trajectory(game: StrategicGame, data: dict[str, Any]) -> Solution:
    """Where a rule of learning has led, and what it proves about the value."""
    end = stated(_approximate)(game, data)
    if "value_bounds" not in data:
        return end
    low, high = numbers_at(data, "value_bounds", 2)
    return Together((end, _ValueBounds(game, low, high)))


CLAIMS: dict[str, Reader] = {"trajectory": _trajectory}
