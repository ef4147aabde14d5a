"""Poker on [0, 1] as JSON.

``{"kind": "continuous-poker", "model": "von-neumann", "beta": "2", "ante": "1"}``; the model is
la-relance, von-neumann, check-call, newman or bet-sizes, and ``"bet"`` (a number, or a list of
them) is another word for ``"beta"``.
"""

from __future__ import annotations

from typing import Any

from kibitz.continuous.poker.game import ContinuousPoker, continuous_poker
from kibitz.core.numbers import plain
from kibitz.formats.json_files.keys import check_keys, label, one_of


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
    given = one_of(data, ("beta", "bet", "bets"))
    bet = 2 if given is None else data[given]
    model = label(data["model"], "model")
    several = isinstance(bet, list) and len(bet) > 1
    name = "von-neumann" if several and model == "bet-sizes" else model
    return continuous_poker(name, bet, data.get("ante", 1))
