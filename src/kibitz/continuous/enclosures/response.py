"""Best responses when payoffs hold exp, log or sqrt: proved to lie in small intervals."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from kibitz.continuous.enclosures.stages import Cut, EnclosedStage
from kibitz.continuous.exact.best_response import BestResponse
from kibitz.continuous.exact.maximum import Maximum
from kibitz.continuous.game import ContinuousGame
from kibitz.core.errors import GameError
from kibitz.core.extension import extends

CLOSE, MOST_CUTS = 1e-11, 200


@dataclass(frozen=True)
class EnclosedResponse(BestResponse):
    """Floats, each with a best strategy close to it, or several that cannot be distinguished."""

    method: ClassVar[str] = "interval arithmetic"


@extends(ContinuousGame)
def enclosed_response(
    game: ContinuousGame, player: int, others: tuple[Fraction, ...]
) -> EnclosedResponse:
    """The best response to rational strategies of the others, by intervals.

    >>> from kibitz.continuous.markets.cournot import cournot
    >>> print(cournot("10*exp(-Q)", 0).best_response(0, q2=3))
    best response q1 = 1, earning 0.1831563889
    """
    cuts = _best(game, player, others)
    points = tuple((a + b) / 2 for a, b in cuts)
    place = {v: float(x) for v, x in zip(game.variables, others, strict=True)}
    values = [game.payoffs[player].at_float({**place, game.variables[player]: x}) for x in points]
    found: tuple[Any, ...] = points
    top: Any = max(values)
    return EnclosedResponse(game, player, others, Maximum(top, found))


def _best(game: ContinuousGame, player: int, others: tuple[Fraction, ...]) -> list[Cut]:
    from flint import arb

    name = game.variables[player]
    low, high = game.search_intervals()[player]
    if low is None or high is None:
        raise GameError(
            f"{name} is unbounded, and no bound on the best responses was found; give both ends "
            "(for firms: a capacity)"
        )
    place = {v: x for v, x in zip(game.variables, others, strict=True) if v != name}
    payoff = game.payoffs[player].substitute(place)
    stage = EnclosedStage(name, payoff, (float(low), float(high)), (0.0, 1.0), None)
    width = float(high) - float(low)
    return stage.survivors(arb(0), stage.everything(), CLOSE * width, MOST_CUTS)
