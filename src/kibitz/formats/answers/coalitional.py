"""Claims about coalitional games that say less than an answer: the rest is found, then checked.

``{"shapley": [...], "nucleolus": {"A": "1/2", ...}}`` claims payoffs by the names of methods. The
rest of each answer, such as the weights that prove a nucleolus, is what the method finds.
"""

from __future__ import annotations

from typing import Any

from kibitz.coalitional.cost_game import CostGame
from kibitz.coalitional.game import CoalitionalGame
from kibitz.core.errors import GameError
from kibitz.core.method import find
from kibitz.core.numbers import plain

Data = dict[str, Any]

WITNESSES = {
    "nucleolus": "rounds",
    "prenucleolus": "rounds",
    "per-capita-nucleolus": "rounds",
    "per-capita-prenucleolus": "rounds",
    "modified-nucleolus": "rounds",
    "core": "ranges",
    "least-core": "ranges",
    "weak-least-core": "ranges",
    "balancedness": "needed",
    "imputations": "sum",
    "weber-set": "is_core",
}
"""What an answer must bring along to be checked, by its kind."""
SOLUTIONS = ("coalitional-solution", "cost-solution")


def completed(game: CoalitionalGame | CostGame, data: Data) -> Data:
    """A claim with all that is needed to check it.

    >>> from kibitz import coalition
    >>> game = coalition({"S,F": 1000, "S,B": 500, "S,F,B": 1000})
    >>> sorted(completed(game, {"nucleolus": [750, 250, 0]})["answers"]["nucleolus"])
    ['kind', 'method', 'payoffs', 'players', 'rounds']
    """
    if isinstance(game, CostGame):
        inner = data.get("savings")
        if data.get("kind") != "cost-solution" or not isinstance(inner, dict):
            return data
        return {**data, "savings": completed(game.savings(), inner)}
    kind = data.get("kind")
    if kind is None:
        parts = {name: part for name, part in data.items() if name != "players"}
        if not parts:
            raise GameError("the claim is empty; write for instance {'shapley': [1, 2, 3]}")
        answers = {name: _answer(game, name, part) for name, part in parts.items()}
        return {"kind": SOLUTIONS[0], "answers": answers}
    if kind in SOLUTIONS and isinstance(data.get("answers"), dict):
        whole = {
            name: completed(game, part) if isinstance(part, dict) and "kind" in part else part
            for name, part in data["answers"].items()
        }
        return {**data, "answers": whole}
    if WITNESSES.get(str(kind), "kind") not in data:
        return _answer(game, str(kind), data)
    return data


def _answer(game: CoalitionalGame, name: str, claimed: Any) -> Data:
    """What a method finds, with what is claimed in its place."""
    method, form = find(game, name)
    answer: Data = method(form).to_json()
    if not isinstance(claimed, dict) or set(claimed) == set(game.players):
        claimed = {"payoffs": claimed}
    if "payoffs" in claimed and "payoffs" in answer:
        payoffs = game.payoffs(claimed["payoffs"], f"payoffs of {name}")
        claimed = {**claimed, "payoffs": [plain(x) for x in payoffs]}
        answer.pop("swings", None)
        answer.pop("exact", None)
    return {**answer, **claimed}
