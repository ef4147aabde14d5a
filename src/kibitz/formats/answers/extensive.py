"""Claims about games in extensive form, read back from JSON.

``{"strategies": {player: {infoset: {move: p}}}}`` claims an equilibrium, with ``"payoffs"`` or
``"value"`` if wanted; ``"kind": "subgame-perfect"`` claims one in every subgame; ``"mixed"`` with a
``"value"`` claims the value in mixed strategies.
"""

from __future__ import annotations

from typing import Any

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.numbers import Number, number
from kibitz.core.solution import Solution
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.methods.subgame_perfect import SubgamePerfectEquilibrium
from kibitz.extensive.solution import ExtensiveEquilibrium
from kibitz.extensive.strategies.imperfect_recall import MixedSolution
from kibitz.extensive.strategies.outcomes import play_payoffs
from kibitz.formats.answers.solution import ANY, Reader
from kibitz.formats.json_files.keys import array


def claim_from_json(game: ExtensiveGame, data: dict[str, Any]) -> Solution:
    """What somebody claims about a tree, to be verified."""
    if "mixed" in data:
        return _mixed(game, data)
    if "strategies" not in data:
        raise GameError("strategies: it is missing; give a table for each player")
    profile = game.profile(data["strategies"])
    payoffs = _payoffs(game, data, play_payoffs(game, profile))
    method = str(data.get("method", "unknown"))
    kind: type[ExtensiveEquilibrium] = (
        SubgamePerfectEquilibrium if data.get("kind") == "subgame-perfect" else ExtensiveEquilibrium
    )
    return kind(game, profile, payoffs, method)


def _payoffs(
    game: ExtensiveGame, data: dict[str, Any], played: tuple[Number, ...]
) -> tuple[Number, ...]:
    if "payoffs" in data:
        read = [number(x, f"payoffs[{k}]") for k, x in enumerate(array(data["payoffs"], "payoffs"))]
        if len(read) != len(game.players):
            raise GameError(f"payoffs: {len(read)} numbers for {len(game.players)} players")
        return tuple(read)
    if "value" in data:
        return (number(data["value"], "value"), *played[1:])
    return played


def _mixed(game: ExtensiveGame, data: dict[str, Any]) -> MixedSolution:
    form = game.normal_form()
    tables = []
    for name, labels in zip(game.players, form.strategies, strict=True):
        table = data["mixed"].get(name) if isinstance(data["mixed"], dict) else None
        if not isinstance(table, dict):
            raise GameError(f"mixed: nothing is said about {name}")
        for label in table:
            if label not in labels:
                raise GameError(f"mixed: no strategy {label!r}{did_you_mean(label, labels)}")
        tables.append({label: number(p, f"mixed, {label}") for label, p in table.items()})
    if len(tables) != 2 or "value" not in data:
        raise GameError("a claim in mixed strategies is about two players and needs a value")
    return MixedSolution(game, form, number(data["value"], "value"), (tables[0], tables[1]))


CLAIMS: dict[str, Reader] = {ANY: claim_from_json}
