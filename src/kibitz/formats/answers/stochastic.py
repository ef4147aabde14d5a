"""Claims about stochastic games that leave out what proves them, completed by a solution."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kibitz.core.claim import Claim
from kibitz.core.numbers import exact
from kibitz.rules.game import Rules
from kibitz.stochastic.families.family import GameFamily
from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.state_answers import read_states


def completed(noun: Any, data: dict[str, Any]) -> dict[str, Any]:
    """A claim with what is needed to check it; nothing that it says is changed."""
    kind = data.get("kind", noun.usual_answer)
    if isinstance(noun, GameFamily) and "value" in data and "values" not in data:
        family = replace(noun, n=data["n"]) if isinstance(data.get("n"), int) else noun
        return _with(family.solve().to_json(), data)
    if isinstance(noun, Rules) and kind == "rules-solution" and "values" not in data:
        solved: Any = noun.solve("value-iteration")
        return {"bound": solved.bound, **data, **solved.policy.witness()}
    complete = isinstance(noun, StochasticGame) and {"values", "strategies"} <= data.keys()
    if complete and kind == "average-solution" and "replies" not in data:
        return _average(noun, data)
    return data


def _with(whole: dict[str, Any], data: dict[str, Any]) -> dict[str, Any]:
    """A solution with what a claim says instead; spaces in a formula do not count."""
    formula = whole.get("formula")
    given = data.get("formula")
    if isinstance(given, str) and isinstance(formula, str):
        same = given.replace(" ", "") == formula.replace(" ", "")
        data = {**data, "formula": formula} if same else data
    return {**whole, **data}


def _average(game: StochasticGame, data: dict[str, Any]) -> dict[str, Any]:
    """What replies to both strategies bring about, and kernels of limits."""
    from kibitz.stochastic.average.solution import AverageSolution

    values, rows, columns = read_states(game, Claim(data))
    bare = AverageSolution(game, values, rows, columns, ((), ()), (None, None), "")
    replies, count = bare.replies(), len(values)
    secured = [[exact(x) for x in replies[p]["gain"][:count]] for p in game.players]
    known = replace(bare, guarantees=(secured[0], secured[1]))
    return {**data, "replies": replies, **known.limits()}
