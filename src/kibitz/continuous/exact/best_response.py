"""What is best for one player when all the others stand."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from kibitz.algebra.number_field import NumberField
from kibitz.algebra.real_root import Point
from kibitz.algebra.show_exact import brief, point_json
from kibitz.continuous.exact.maximum import Flat, Maximum, maximum
from kibitz.continuous.game import ContinuousGame
from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.extension import call, extends
from kibitz.core.numbers import exact, plain, show
from kibitz.core.solution import Solution


@dataclass(frozen=True)
class BestResponse(Solution, kind="best-response"):
    """The greatest payoff, every strategy that earns it, or why there is none.

    >>> from kibitz.continuous.game import continuous_game
    >>> game = continuous_game(["q(17-q-r)^+ - q", "r(17-q-r)^+ - r"])
    >>> print(game.best_response("q", r=8))
    best response q = 4, earning 16
    >>> game.best_response("q", r=8).strategy
    Fraction(4, 1)
    """

    method: ClassVar[str] = "comparing all local maxima and limits"

    game: ContinuousGame
    player: int
    others: tuple[Fraction, ...]
    best: Maximum

    @property
    def strategies(self) -> tuple[Point, ...]:
        """The isolated best strategies; ``intervals`` holds the others."""
        inside = self._joined()
        return tuple(x for x in self.best.points if not any(_closes(x, f) for f in inside))

    @property
    def intervals(self) -> tuple[Flat, ...]:
        return self._joined()

    @property
    def strategy(self) -> Point:
        """The best strategy, when there is just one."""
        if len(self.strategies) != 1 or self.intervals:
            raise GameError(f"the best response is not unique: {self}")
        return self.strategies[0]

    @property
    def value(self) -> Point | None:
        """The greatest payoff, or the least upper bound; None when payoffs have no bound."""
        return self.best.value

    @property
    def exists(self) -> bool:
        return self.best.attained

    @property
    def exact(self) -> bool:
        """Whether the numbers are exact."""
        return not isinstance(self.value, float)

    def _joined(self) -> tuple[Flat, ...]:
        out: list[Flat] = []
        for flat in self.best.flats:
            if out and out[-1].end == flat.start and flat.start in self.best.points:
                out[-1] = Flat(out[-1].start, flat.end)
            else:
                out.append(flat)
        return tuple(out)

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "best-response",
            "player": self.game.players[self.player],
            "variable": self.game.variables[self.player],
            "others": {
                v: plain(x)
                for k, (v, x) in enumerate(zip(self.game.variables, self.others, strict=True))
                if k != self.player
            },
            "exists": self.exists,
            "strategies": [point_json(x) for x in self.strategies],
            "intervals": [
                [None if e is None else point_json(e) for e in (f.start, f.end)]
                for f in self.intervals
            ],
            "value": None if self.value is None else point_json(self.value),
            "exact": self.exact,
            "method": self.method,
        }

    @classmethod
    def from_json(cls, game: ContinuousGame, data: dict[str, Any]) -> BestResponse:
        claim = Claim(data)
        others = claim.part("others")
        named = {v: others.raw(v) for v in game.variables if v in others}
        return best_response(game, claim.text("variable"), **named)

    def __str__(self) -> str:
        name = self.game.variables[self.player]
        if self.value is None:
            return f"no best response: the payoff grows without bound in {name}"
        if not self.exists:
            if self.best.toward is None:
                return (
                    f"no best response: the payoff comes close to {brief(self.value)} as "
                    f"{name} grows without bound, and never reaches it"
                )
            side = "below" if self.best.side < 0 else "above"
            return (
                f"no best response: the payoff comes close to {brief(self.value)} just {side} "
                f"{name} = {brief(self.best.toward)}, and never reaches it"
            )
        words = [brief(x) for x in self.strategies] + list(map(self._interval_text, self.intervals))
        return f"best response {name} = {' or '.join(words)}, earning {brief(self.value)}"

    def _interval_text(self, f: Flat) -> str:
        left = "(" if f.start is None or f.start not in self.best.points else "["
        right = ")" if f.end is None or f.end not in self.best.points else "]"
        low = "-∞" if f.start is None else brief(f.start)
        return f"{left}{low}, {'∞' if f.end is None else brief(f.end)}{right}"


@extends(ContinuousGame)
def best_response(game: ContinuousGame, player: Any, *others: Any, **named: Any) -> BestResponse:
    """The best response of a player to rational strategies of all others.

    Parameters
    ----------
    game : ContinuousGame
        The game.
    player : str or int
        The player.
    *others : number
        The strategies of the others, in order.
    **named : number
        The strategies of the others, by name.

    Returns
    -------
    BestResponse
        All best responses, and the payoff.
    """
    i = game.index(player)
    places = [k for k in range(len(game.players)) if k != i]
    given: dict[int, Any] = dict(zip(places, others, strict=False))
    for name, value in named.items():
        given[game.index(name)] = value
    given.pop(i, None)
    if sorted(given) != places or len(others) > len(places):
        wanted = ", ".join(game.variables[k] for k in places)
        raise GameError(f"give a strategy for each of the others: {wanted}")
    read = [Fraction(0)] * len(game.players)
    for k in places:
        read[k] = exact(given[k], game.variables[k])
        low, high = game.intervals[k]
        if (low is not None and read[k] < low) or (high is not None and read[k] > high):
            ends = ["-∞" if low is None else show(low), "∞" if high is None else show(high)]
            raise GameError(
                f"{game.variables[k]} = {show(read[k])} lies outside of its interval, from "
                f"{ends[0]} to {ends[1]}"
            )
    if game.cut_payoffs is None:
        return call(game, "enclosed_response", i, tuple(read))
    field = NumberField(Fraction(0))
    here = game.slice(i, field, [field.number(x) for x in read])
    return BestResponse(game, i, tuple(read), maximum(here))


def _closes(x: Point, flat: Flat) -> bool:
    after = flat.start is None or x >= flat.start
    before = flat.end is None or x <= flat.end
    return bool(after and before)
