"""Safety levels of games on intervals: what each player can guarantee with a number.

Against a player who commits to x the others do their worst: the player leads in the zero-sum game
of one's own payoff, max over x of min over y of u(x, y), which backward induction solves exactly.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.algebra.expressions.tree import expression
from kibitz.algebra.real_root import Point
from kibitz.algebra.show_exact import point_json, read_point
from kibitz.algebra.surd import write_point
from kibitz.continuous.exact.family import against_the_rest
from kibitz.continuous.game import ContinuousGame
from kibitz.continuous.markets.stackelberg import Stackelberg
from kibitz.continuous.sequential.subgame_perfect import SequentialSolution
from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step
from kibitz.core.method import method
from kibitz.core.solution import Solution


@dataclass(frozen=True)
class SafetyPoint:
    """A number that guarantees the most, what it guarantees, and how the others do their worst."""

    player: int
    strategy: Point
    level: Point
    worst: Point
    play: SequentialSolution
    """The player leading in the zero-sum game of the own payoff."""


@dataclass(frozen=True)
class IntervalSafety(Solution, kind="interval-safety"):
    """What each player can guarantee with one number, whatever the others do.

    >>> from kibitz.continuous.game import continuous_game
    >>> game = continuous_game(["x*y - x^2 + y^2 - y", "x - y^2"], [(0, 1), (0, 1)])
    >>> print(interval_safety(game))
    1: -1/5 by x = 1/5; the worst answer is y = 2/5
    2: 0 by y = 0; the worst answer is x = 0
    in pure strategies, found by backward induction
    """

    game: ContinuousGame
    levels: tuple[SafetyPoint, ...]

    @property
    def values(self) -> tuple[Point, ...]:
        """The safety level of each player."""
        return tuple(found.level for found in self.levels)

    @property
    def strategies(self) -> tuple[Point, ...]:
        """A maxmin strategy of each player."""
        return tuple(found.strategy for found in self.levels)

    def explain(self) -> Explanation:
        """Each player leads against others who do their worst."""
        steps = []
        for found in self.levels:
            name = self.game.players[found.player]
            inner = found.play.explain().steps
            steps.append(Step(f"What {name} can guarantee", _line(self.game, found)))
            steps += [Step(f"{name}: {step.heading}", *_rest(step)) for step in inner[1:3]]
        return Explanation(self.game.title or "Safety levels", tuple(steps))

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "players": list(self.game.players),
            "levels": [
                {
                    "player": self.game.players[found.player],
                    "strategy": point_json(found.strategy),
                    "level": point_json(found.level),
                    "worst": point_json(found.worst),
                    "play": found.play.to_json(),
                }
                for found in self.levels
            ],
            "method": "backward induction",
        }

    @classmethod
    def from_json(cls, game: ContinuousGame, data: dict[str, Any]) -> IntervalSafety:
        levels = []
        for part in Claim(data).parts("levels"):
            k = part.place("player", game.players)
            strategy, level, worst = (
                read_point(part.raw(key), key) for key in ("strategy", "level", "worst")
            )
            play = SequentialSolution.from_json(worst_case(game, k), part.raw("play"))
            levels.append(SafetyPoint(k, strategy, level, worst, play))
        return cls(game, tuple(levels))

    def __str__(self) -> str:
        lines = [f"{self.game.players[f.player]}: {_line(self.game, f)}" for f in self.levels]
        return "\n".join([*lines, "in pure strategies, found by backward induction"])


def _line(game: ContinuousGame, safety: SafetyPoint) -> str:
    own, other = safety.play.game.base.variables
    return (
        f"{write_point(safety.level)} by {own} = {write_point(safety.strategy)}; "
        f"the worst answer is {other} = {write_point(safety.worst)}"
    )


def _rest(step: Step) -> tuple[Any, ...]:
    return step.prose, step.table, step.picture


def worst_case(game: ContinuousGame, k: int) -> Stackelberg:
    """Player k leads, and the others, as one, pay what the player gets."""
    two = against_the_rest(game, k)
    payoff = two.payoffs[0]
    base = ContinuousGame(
        two.players, two.variables, two.intervals, (payoff, expression(0) - payoff)
    )
    return Stackelberg(base, (0, 1))


def _led(game: ContinuousGame, k: int) -> SequentialSolution:
    """Backward induction against the others' worst answers, which must be reached."""
    try:
        play: SequentialSolution = worst_case(game, k).solve()
    except GameError as error:
        if "no best reply" not in str(error):
            raise
        raise GameError(
            f"{game.players[k]}: no answer of the others is the worst one: what is left to "
            f"{game.players[k]} falls toward an infimum that is not reached; a safety level needs "
            "intervals with both ends, as in continuous_game(game.payoffs, [(0, 9), (0, 9)])"
        ) from None
    return play


def _not_applicable(game: ContinuousGame) -> str | None:
    """The reason why safety levels are not defined, or None."""
    if game.parameters:
        return f"{', '.join(game.parameters)} must have a value first"
    if len(game.players) < 2:
        return "safety levels need an opponent; solve finds the best choice of one player"
    try:
        against_the_rest(game, 0)
    except GameError as error:
        return str(error)
    return None


@method(
    ContinuousGame,
    "safety",
    finds="the payoff that each player can guarantee in pure strategies",
    cost="a cell decomposition of the plane for each player",
    reference="von Neumann 1928",
    applies=_not_applicable,
    aliases=("safety-levels", "maxmin"),
)
def interval_safety(game: ContinuousGame) -> IntervalSafety:
    """The safety level of each player of a game on intervals, with a strategy that reaches it.

    Parameters
    ----------
    game : ContinuousGame
        A game of two players, or of more whose payoffs depend on the sum of the others' numbers.

    Returns
    -------
    IntervalSafety
        The levels and the strategies.

    Notes
    -----
    Cost: a cell decomposition of the plane for each player.

    References
    ----------
    von Neumann 1928.
    """
    levels = []
    for k in range(len(game.players)):
        play = _led(game, k)
        strategy, worst = play.strategies
        levels.append(SafetyPoint(k, strategy, play.payoffs[0], worst, play))
    return IntervalSafety(game, tuple(levels))
