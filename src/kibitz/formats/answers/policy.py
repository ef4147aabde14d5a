"""Claims about games whose positions come back: a value and a move for every position.

``{"kind": "rules-solution", "value": 0.41, "bound": 1e-12, "values": {"0:0, first with 0": 0.41,
...}, "policy": {"0:0, first with 0": "roll", ...}}``, as ``to_json`` of a solution writes them. A
claim without these tables, as there is of large games, is compared with the game's own solution.
"""

from __future__ import annotations

from typing import Any

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.numbers import number
from kibitz.formats.answers.solution import Reader
from kibitz.formats.answers.stated import stated
from kibitz.formats.json_files.keys import check_keys
from kibitz.rules.game import Rules
from kibitz.stochastic.from_rules.recurring import (
    RulesSolution,
    claimed_policy,
    rules_game,
    solve_rules,
)

_KEYS = (
    "kind",
    "game",
    "value",
    "winning_chance",
    "bound",
    "states",
    "method",
    "best",
    "values",
    "policy",
    "certificate",
)
LARGEST_BOUND = 1e-6
"""The bound of claims that state none."""


def claim_from_json(rules: Rules, data: dict[str, Any]) -> RulesSolution:
    """A claimed solution of a game with moves."""
    check_keys(data, _KEYS, [])
    if "policy" not in data:
        return solve_rules(rules)
    game = rules_game(rules)
    values, policy = tables(game, data)
    return claimed_policy(
        rules, game, values, policy, str(data.get("method", "unknown")), bound(data)
    )


def tables(game: Any, data: dict[str, Any]) -> tuple[list[float], list[int]]:
    """The value and the number of the choice in every state, from objects with their names."""
    for key in ("values", "policy"):
        if not isinstance(data.get(key), dict):
            raise GameError(f"{key}: expected an object with a member for every position")
    worth, chosen = [], []
    for s, name in enumerate(map(str, game.states)):
        for key in ("values", "policy"):
            if name not in data[key]:
                raise GameError(f"{key}: {name!r} is missing")
        worth.append(float(number(data["values"][name], f"values, {name}")))
        chosen.append(_choice(game, s, name, data["policy"][name]))
    return worth, chosen


def _choice(game: Any, s: int, name: str, told: Any) -> int:
    rows, columns = game.row_names(s), game.column_names(s)
    names = rows if len(rows) > 1 else columns
    if len(names) == 1 and told in ("", *rows, *columns):
        return 0
    if told not in names:
        raise GameError(f"policy, {name}: no move {told!r}{did_you_mean(str(told), names)}")
    return int(names.index(told))


def bound(data: dict[str, Any]) -> float:
    """How far the values are claimed to be from the truth at most."""
    return float(number(data.get("bound", LARGEST_BOUND), "bound"))


CLAIMS: dict[str, Reader] = {"rules-solution": stated(claim_from_json)}
