"""Pig, Piglet and Pig with two dice: roll on, or hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from kibitz.core.errors import GameError
from kibitz.core.explanation import Table as TextTable
from kibitz.core.registry import named
from kibitz.games.dice.draw import bars
from kibitz.pictures import Picture
from kibitz.rules.game import CHANCE, OVER
from kibitz.stochastic.from_rules.draw import shaded_map
from kibitz.stochastic.from_rules.recurring import PolicyGrid, RecurringRules, RulesSolution

HOLD, ROLL = 0, 1
MOST_GOAL = 200
MOST_SIDES = 20


class RollOrHold(RecurringRules):
    """Roll for the turn's points as often as you like, or hold and keep them; the goal wins.

    A throw that brings no ``points`` is bad luck, and ``lost`` says what it costs.
    """

    players = 2
    names = ("first", "second")
    payoff_bounds = (-1, 1)
    is_decided = True
    goal: int

    def start(self) -> tuple[int, int, int, int, int]:
        return (0, 0, 0, 0, 0)

    def player(self, state: tuple[int, int, int, int, int]) -> int:
        first, second, _, mover, rolling = state
        if first >= self.goal or second >= self.goal:
            return OVER
        return CHANCE if rolling else mover

    def moves(self, state: tuple[int, int, int, int, int]) -> list[int]:
        return [1, 0] if state[2] > 0 else [1]

    def points(self, throw: int) -> int:
        """What a throw adds to the turn's points."""
        return throw if throw > 1 else 0

    def lost(
        self, state: tuple[int, int, int, int, int], throw: int
    ) -> tuple[int, int, int, int, int]:
        """The position after bad luck: the turn's points are gone."""
        first, second, _, mover, _ = state
        return (first, second, 0, 1 - mover, 0)

    def play(
        self, state: tuple[int, int, int, int, int], move: int
    ) -> tuple[int, int, int, int, int]:
        first, second, turn, mover, rolling = state
        if rolling:
            won = self.points(move)
            if won == 0:
                return self.lost(state, move)
            turn = turn + won
            if mover == 0 and first + turn >= self.goal:
                return (self.goal, second, 0, 0, 0)
            if mover == 1 and second + turn >= self.goal:
                return (first, self.goal, 0, 0, 0)
            return (first, second, turn, mover, 0)
        if move == 1:
            return (first, second, turn, mover, 1)
        if mover == 0:
            return (first + turn, second, 0, 1, 0)
        return (first, second + turn, 0, 0, 0)

    def payoffs(self, state: tuple[int, int, int, int, int]) -> tuple[int, int]:
        return (1, -1) if state[0] >= self.goal else (-1, 1)

    def evaluate(self, state: tuple[int, int, int, int, int]) -> tuple[float, float]:
        """The points ahead with those of the turn, or what a throw leaves of them on average."""
        turn = 1.0 * state[2]
        if state[4]:
            turn = self.after_throw(state[2], state[0] if state[3] == 0 else state[1])
        ahead = state[0] - state[1] + (turn if state[3] == 0 else -turn)
        guess = max(-0.99, min(0.99, ahead / self.goal))
        return (guess, -guess)

    def after_throw(self, turn: int, score: int) -> float:
        """The turn's points after a throw on average, less what it costs of the score."""
        raise NotImplementedError

    def picture(self, state: tuple[int, int, int, int, int]) -> Picture:
        risked = [state[2] if who == state[3] else 0 for who in (0, 1)]
        return bars(self.names, state[:2], risked, self.goal, self.name)

    def read_position(self, text: str) -> tuple[int, int, int, int, int]:
        """Both scores, and if the turn has begun who has how many: ``60:72, second with 15``."""
        match = re.fullmatch(
            r"\s*(\d+)\s*[:-]\s*(\d+)(?:[,;\s]+(first|second)?(?:\s*with\s*(\d+))?"
            r"(?:,?\s*(rolling))?)?\s*",
            re.sub(r"(?i)[,;]?\s*over:.*", "", text).lower(),
        )
        scores = (int(match[1]), int(match[2])) if match else (self.goal, self.goal)
        if match is None or max(scores) > self.goal or min(scores) == self.goal:
            raise GameError(
                f"{self.name}: {text!r:.40} is not a position; write two scores up to {self.goal} "
                "and the turn, as in '60:72, second with 15'"
            )
        turn = int(match[4] or 0)
        mover = 1 if match[3] == "second" else 0
        if turn and max(scores[mover] + turn, *scores) >= self.goal:
            raise GameError(f"{self.name}: with {turn} more {self.names[mover]} has already won")
        return (*scores, turn, mover, 1 if match[5] else 0)

    def show(self, state: tuple[int, int, int, int, int]) -> str:
        first, second, turn, mover, rolling = state
        if self.player(state) == OVER:
            return f"{first}:{second}, {self.show_turn(state)}"
        who = self.names[mover]
        return f"{first}:{second}, {who} with {turn}" + (", rolling" if rolling else "")

    def show_move(self, state: tuple[int, int, int, int, int], move: int) -> str:
        return str(move) if state[4] else ("hold", "roll")[move]

    def holds_at(self, solution: RulesSolution, mine: int, theirs: int) -> int | None:
        """The least turn total at which the first player holds; what is missing, if none is.

        None for scores that cannot be reached.
        """
        if not solution.reaches((mine, theirs, 0, 0, 0)):
            return None
        for turn in range(1, self.goal - mine):
            if solution.move_if_reached((mine, theirs, turn, 0, 0)) == HOLD:
                return turn
        return self.goal - mine

    def policy_table(self, solution: RulesSolution) -> TextTable:
        """The turn total at which to hold, for some scores."""
        step = max(1, self.goal // 10)
        scores = list(range(0, self.goal, step))
        rows = tuple(
            (str(mine), *(str(self.holds_at(solution, mine, theirs) or "") for theirs in scores))
            for mine in scores
        )
        return TextTable(
            ("mine \\ theirs", *map(str, scores)), rows, caption="hold at this turn total"
        )

    def policy_grid(self, solution: RulesSolution) -> PolicyGrid:
        """For every pair of scores the turn total at which to hold."""
        scores = range(self.goal)
        holds = [[self.holds_at(solution, mine, theirs) for theirs in scores] for mine in scores]
        names = ("own score", "other's score", "hold at")
        return PolicyGrid(holds, names, lambda mine, theirs: (mine, theirs, 0, 0, 0))

    def policy_map(self, solution: RulesSolution) -> Picture:
        """Every pair of scores in a color: the turn total at which to hold."""
        grid = self.policy_grid(solution)
        return shaded_map(
            grid.table,
            f"{self.name}: when to hold",
            grid.names,
            f"hold at this turn total; the first player wins {solution.winning_chance:.4%}",
        )


class Pig(RollOrHold):
    """Roll a die as often as you like; a 1 loses the turn's points, holding keeps them."""

    def __init__(self, goal: int = 100, sides: int = 6) -> None:
        if not 1 <= goal <= MOST_GOAL or not 2 <= sides <= MOST_SIDES:
            raise GameError(
                f"pig: a goal from 1 to {MOST_GOAL} and a die of 2 to {MOST_SIDES} sides"
            )
        self.goal = goal
        self.sides = sides
        self.most_moves = sides

    @property
    def name(self) -> str:
        return f"Pig to {self.goal}"

    def after_throw(self, turn: int, score: int) -> float:
        return (self.sides - 1) * (turn + self.sides / 2 + 1) / self.sides

    def chance(self, state: tuple[int, int, int, int, int]) -> Iterator[tuple[int, Fraction]]:
        for face in range(1, self.sides + 1):
            yield face, Fraction(1, self.sides)


class Piglet(RollOrHold):
    """Toss a coin as often as you like; heads count 1, tails lose the turn's points.

    Neller and Presser, *Optimal play of the dice game Pig* (2004).

    >>> solved = Piglet(2).solve(method="exact")
    >>> print(solved.value, solved.values["1:1, first with 0"])
    1/7 1/3
    """

    most_moves = 2

    def __init__(self, goal: int = 10) -> None:
        if not 1 <= goal <= MOST_GOAL:
            raise GameError(f"piglet: a goal from 1 to {MOST_GOAL}")
        self.goal = goal

    @property
    def name(self) -> str:
        return f"Piglet to {self.goal}"

    def points(self, throw: int) -> int:
        return throw

    def after_throw(self, turn: int, score: int) -> float:
        return (turn + 1) / 2

    def chance(self, state: tuple[int, int, int, int, int]) -> Iterator[tuple[int, Fraction]]:
        yield 0, Fraction(1, 2)
        yield 1, Fraction(1, 2)

    def show_move(self, state: tuple[int, int, int, int, int], move: int) -> str:
        return ("tails", "heads")[move] if state[4] else ("hold", "flip")[move]


class Jeopardy(RollOrHold):
    """Roll two dice as often as you like; a 1 loses the turn, two of them all points."""

    most_moves = 16

    def __init__(self, goal: int = 50) -> None:
        if not 1 <= goal <= MOST_GOAL:
            raise GameError(f"two-dice-pig: a goal from 1 to {MOST_GOAL}")
        self.goal = goal

    @property
    def name(self) -> str:
        return f"Two-dice Pig to {self.goal}"

    def lost(
        self, state: tuple[int, int, int, int, int], throw: int
    ) -> tuple[int, int, int, int, int]:
        """A single 1 costs the turn, two of them (a throw of 0) all points."""
        first, second, _, mover, _ = state
        if throw == 1:
            return (first, second, 0, 1 - mover, 0)
        return (0, second, 0, 1, 0) if mover == 0 else (first, 0, 0, 0, 0)

    def after_throw(self, turn: int, score: int) -> float:
        return (25 * (turn + 8) - score) / 36

    def chance(self, state: tuple[int, int, int, int, int]) -> Iterator[tuple[int, Fraction]]:
        yield 0, Fraction(1, 36)
        yield 1, Fraction(10, 36)
        for total in range(4, 13):
            ways = total - 3 if total <= 8 else 13 - total
            yield total, Fraction(ways, 36)


@named("pig", family="dice")
def pig(goal: int = 100, sides: int = 6) -> Pig:
    """Pig: roll a die as often as you like, but a 1 loses the turn; first to the goal wins.

    Parameters
    ----------
    goal : int, default 100
        The score to reach.
    sides : int, default 6
        The number of sides of a die.

    Returns
    -------
    Pig
        The game.
    """
    return Pig(goal, sides)


@named("piglet", family="dice")
def piglet(goal: int = 10) -> Piglet:
    """Pig with a coin: heads count 1, tails lose the turn; first to the goal wins.

    Parameters
    ----------
    goal : int, default 10
        The score to reach.

    Returns
    -------
    Piglet
        The game.
    """
    return Piglet(goal)


@named("two-dice-pig", family="dice")
def two_dice_pig(goal: int = 50) -> Jeopardy:
    """Pig with two dice: a single 1 loses the turn, two 1s lose all points.

    Parameters
    ----------
    goal : int, default 50
        The score to reach.

    Returns
    -------
    Jeopardy
        The game.
    """
    return Jeopardy(goal)
