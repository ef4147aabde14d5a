"""Optimal strategies that form a family with one parameter, as those of Kuhn poker do.

The optimal plans of a player form a polytope. When the plans that give one sequence a weight
between its least and its greatest one are a single plan, the polytope is a segment: every weight is
then a linear function of that one, and every probability a quotient of two such functions.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from kibitz.core.numbers import Number, show
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.methods.optimal_face import OptimalFace, PlanFace, plan_faces

MOST_FREE = 60
"""Sequences whose weights may range, up to which a family is looked for."""


@dataclass(frozen=True)
class AffineFunction:
    """The function ``constant + slope α``."""

    constant: Fraction
    slope: Fraction

    def __str__(self) -> str:
        size = abs(self.slope)
        term = "α" if size == 1 else f"{size.numerator if size.numerator > 1 else ''}α"
        term += f"/{size.denominator}" if size.denominator > 1 else ""
        if not self.slope:
            return show(self.constant)
        if not self.constant:
            return f"-{term}" if self.slope < 0 else term
        return f"{show(self.constant)} {'-' if self.slope < 0 else '+'} {term}"


@dataclass(frozen=True)
class OptimalFamily:
    """All optimal strategies of one player, by a parameter α between two numbers."""

    game: ExtensiveGame
    player: int
    infoset: str
    move: str
    """α is the probability of this move at this information set."""
    low: Fraction
    high: Fraction
    probabilities: dict[str, dict[str, tuple[AffineFunction, AffineFunction]]]
    """For each information set and move the weight of the move and that of what leads there."""

    def spelled(self, infoset: str, move: str) -> str:
        """The probability of a move as a function of α."""
        top, bottom = self.probabilities[infoset][move]
        if not bottom.slope:
            return str(AffineFunction(top.constant / bottom.constant, top.slope / bottom.constant))
        if top.constant * bottom.slope == top.slope * bottom.constant:
            return show(top.slope / bottom.slope)
        return f"({top})/({bottom})"

    def at(self, alpha: Number) -> dict[str, dict[str, Fraction | None]]:
        """The strategy for one value of α; None where it never comes.

        >>> from kibitz import game
        >>> from kibitz.arrows import to_extensive
        >>> family = optimal_family(to_extensive(game("kuhn-poker")), "I")
        >>> print(family.at(Fraction(1, 6))["Q check-bet"]["call"])
        1/2
        """
        a = Fraction(alpha)
        strategy: dict[str, dict[str, Fraction | None]] = {}
        for infoset, row in self.probabilities.items():
            weights = {
                move: (top.constant + top.slope * a, bottom.constant + bottom.slope * a)
                for move, (top, bottom) in row.items()
            }
            strategy[infoset] = {move: x / y if y else None for move, (x, y) in weights.items()}
        return strategy

    def __str__(self) -> str:
        name = self.game.players[self.player]
        head = (
            f"{name}: one parameter, α = {self.move} at {self.infoset}, from {show(self.low)} to "
            f"{show(self.high)}"
        )
        lines = [
            f"  {infoset}: " + ", ".join(f"{move} {self.spelled(infoset, move)}" for move in row)
            for infoset, row in self.probabilities.items()
        ]
        return "\n".join([head, *lines])


def optimal_family(
    game: ExtensiveGame, player: str | int, face: OptimalFace | None = None
) -> OptimalFamily | None:
    """The optimal strategies of a player as functions of one probability, if one is enough.

    Parameters
    ----------
    game : ExtensiveGame
        A zero-sum game of two players with perfect recall, in exact numbers.
    player : str or int
        The player.
    face : OptimalFace, optional
        The intervals of all probabilities, if they are known.

    Returns
    -------
    OptimalFamily or None
        The family; None where the strategy is unique or one parameter is not enough.

    Notes
    -----
    Cost: two linear programs for each sequence whose weight may range.

    References
    ----------
    Kuhn 1950.

    Examples
    --------
    >>> from kibitz import game
    >>> from kibitz.arrows import to_extensive
    >>> print(optimal_family(to_extensive(game("kuhn-poker")), "I"))
    I: one parameter, α = bet at J, from 0 to 1/3
      J: check 1 - α, bet α
      J check-bet: fold 1, call 0
      Q: check 1, bet 0
      Q check-bet: fold 2/3 - α, call 1/3 + α
      K: check 1 - 3α, bet 3α
      K check-bet: fold 0, call 1
    """
    k = game.player(player)
    plans = plan_faces(game)[k]
    free = [s for s in range(plans.plan) if plans.weight(s)[0] != plans.weight(s)[1]]
    if not free or len(free) > MOST_FREE:
        return None
    chosen = _parameter(game, plans, k, free)
    if chosen is None:
        return None
    place, infoset, move = chosen
    low, high = (Fraction(x) for x in plans.weight(place))
    middle = plans.slice(place, (low + high) / 2)
    if any(middle.weight(s)[0] != middle.weight(s)[1] for s in free):
        return None
    first, last = plans.slice(place, low), plans.slice(place, high)
    lines = {}
    for s in range(plans.plan):
        start = Fraction(plans.weight(s)[0])
        lines[s] = AffineFunction(start, Fraction(0))
        if s in free:
            y0, y1 = (Fraction(part.weight(s)[0]) for part in (first, last))
            slope = (y1 - y0) / (high - low)
            lines[s] = AffineFunction(y0 - slope * low, slope)
    return OptimalFamily(game, k, infoset, move, low, high, _by_move(game, plans, k, lines))


def _places(plans: PlanFace, player: int) -> dict[int, int]:
    return {int(s): k for k, s in enumerate(plans.form.sequences[player].tolist(), 1)}


def _parameter(
    game: ExtensiveGame, plans: PlanFace, player: int, free: list[int]
) -> tuple[int, str, str] | None:
    """A move whose weight is its probability, if possible one that need not be played at all."""
    place = _places(plans, player)
    for infoset in np.flatnonzero(game.owners == player).tolist():
        if place.get(int(game.treeplex.parent[infoset]), 0):
            continue
        start = int(game.offset[infoset])
        moves = list(enumerate(game.moves(infoset)))
        ranging = [(place[start + k], move) for k, move in moves if place[start + k] in free]
        if ranging:
            least = min(reversed(ranging), key=lambda pair: plans.weight(pair[0])[0])
            return least[0], game.infoset_names[infoset], least[1]
    return None


def _by_move(
    game: ExtensiveGame, plans: PlanFace, player: int, lines: dict[int, AffineFunction]
) -> dict[str, dict[str, tuple[AffineFunction, AffineFunction]]]:
    """The weights of all moves and of what leads to them, where play can come."""
    place = _places(plans, player)
    functions: dict[str, dict[str, tuple[AffineFunction, AffineFunction]]] = {}
    for infoset in np.flatnonzero(game.owners == player).tolist():
        before = lines[place.get(int(game.treeplex.parent[infoset]), 0)]
        if not before.constant and not before.slope:
            continue
        start = int(game.offset[infoset])
        functions[game.infoset_names[infoset]] = {
            move: (lines[place[start + k]], before) for k, move in enumerate(game.moves(infoset))
        }
    return functions
