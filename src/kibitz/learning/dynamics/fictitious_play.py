"""Fictitious play: everyone replies best to what the others have played so far on average.

The averages approach equilibrium in zero-sum games (Robinson 1951), in potential games and in 2xn
games, and need not elsewhere (Shapley 1964). In a zero-sum game every round proves bounds on the
value. A round costs one row and one column; with exact payoffs everything is exact.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.numbers import Number
from kibitz.core.progress import work
from kibitz.core.spelling import count_of
from kibitz.learning.dynamics.field import Field, check_steps, kept, strategic
from kibitz.learning.dynamics.trajectory import Profile, Trajectory
from kibitz.strategic.expected_payoffs import utility_by_strategy
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.profile import read_cell

RULE = "fictitious play"
MOST_EXACT = 100_000
REMEMBERED = 1000


@method(
    StrategicGame,
    "fictitious-play",
    finds="a path of play by fictitious play",
    cost="one row and one column of the payoffs per round",
    reference="Brown 1951; Robinson 1951",
    aliases=("fp",),
)
def fictitious_play(
    game: Any, rounds: int = 1000, start: Any = None, exact: bool | None = None
) -> Trajectory:
    """Fictitious play for a number of rounds; ties go to the first best strategy.

    With more than two players, each takes the averages of the others as independent.

    Parameters
    ----------
    game : StrategicGame or MatrixGame
        The game.
    rounds : int, default 1000
        How many rounds to play.
    start : cell, optional
        The first cell; the first strategies if omitted.
    exact : bool, optional
        Exact averages or floating point; None follows the payoffs.

    Returns
    -------
    Trajectory
        The path: times, states, and where it leads.

    Notes
    -----
    Cost: one row and one column of the payoffs per round.

    References
    ----------
    Brown 1951; Robinson 1951.

    Examples
    --------
    >>> from kibitz import matrix
    >>> path = fictitious_play(matrix("2 1 0; 2 0 3; -1 3 -3"), rounds=100)
    >>> print(path)
    fictitious play, 100 rounds
    I    1: 1/50   2: 3/4   3: 23/100
    II   1: 1/100   2: 33/50   3: 33/100
    regret 573/2000
    the value lies between 71/72 and 1
    """
    noun = strategic(game)
    check_steps(rounds)
    first = (0,) * len(noun.players) if start is None else read_cell(noun, start)
    in_fractions = noun.exact if exact is None else exact
    if in_fractions and not noun.exact:
        noun = noun.in_numbers(True)
    if in_fractions and rounds > MOST_EXACT:
        raise GameError(
            f"{count_of(rounds, 'round')}; exact play is limited to {MOST_EXACT}; give exact=False"
        )
    run = _TwoPlayers if len(noun.players) == 2 else _Averages
    return _play(noun, run(noun, in_fractions), first, rounds, in_fractions)


def _play(
    game: StrategicGame, run: Any, first: tuple[int, ...], rounds: int, exact: bool
) -> Trajectory:
    counts = [[0] * size for size in game.shape]
    cell, keep, plays = first, kept(rounds), []
    times: list[float] = []
    states: list[Profile] = []
    bounds: tuple[Number, Number] | None = None
    best: dict[int, tuple[list[int], int]] = {}
    watched = game.constant_sum() is not None and len(game.players) == 2
    with work("playing", total=rounds) as task:
        for n in range(1, rounds + 1):
            for k, i in enumerate(cell):
                counts[k][i] += 1
            plays += [cell] if n <= REMEMBERED else []
            cell = run.replies(cell, counts, n)
            if watched:
                before, bounds = bounds, run.bounds(bounds, n)
                for k in range(2):
                    if before is None or before[k] != bounds[k]:
                        best[k] = counts[k].copy(), n
            if n in keep or n == rounds or task.stopped:
                times.append(float(n))
                states.append(_averages(counts, n, exact))
            task.advance()
            if task.stopped:
                break
    field = Field(game)
    floats = [[np.array([float(x) for x in side]) for side in state] for state in states]
    return Trajectory(
        game,
        RULE,
        tuple(times),
        tuple(states),
        tuple(field.regret(state) for state in floats),
        states[-1],
        count_of(round(times[-1]), "round"),
        tuple(plays),
        bounds,
        bound_strategies=tuple(_averages([best[k][0]], best[k][1], exact)[0] for k in range(2))
        if best
        else None,
    )


def _averages(counts: list[list[int]], n: int, exact: bool) -> Profile:
    if exact:
        return tuple(tuple(Fraction(c, n) for c in side) for side in counts)
    return tuple(tuple(c / n for c in side) for side in counts)


class _TwoPlayers:
    """Running sums of what every strategy would have earned: one row and one column a round."""

    def __init__(self, game: StrategicGame, exact: bool) -> None:
        self.game = game
        self.tables = [t.array if exact else t.floats() for t in game.payoffs]
        self.bottoms = [t.denominator if exact else 1 for t in game.payoffs]
        self.exact = exact
        if exact and any(t.dtype != object and abs(t).max() > 2**40 for t in self.tables):
            self.tables = [t.astype(object) for t in self.tables]
        kind = object if exact and self.tables[0].dtype == object else self.tables[0].dtype
        self.sums = [np.zeros(size, kind) for size in game.shape]

    def replies(self, cell: tuple[int, ...], counts: Any, n: int) -> tuple[int, ...]:
        i, j = cell
        self.sums[0] = self.sums[0] + self.tables[0][:, j]
        self.sums[1] = self.sums[1] + self.tables[1][i, :]
        return int(self.sums[0].argmax()), int(self.sums[1].argmax())

    def bounds(self, so_far: tuple[Number, Number] | None, n: int) -> tuple[Number, Number]:
        """What the averages guarantee: at most this for I, and at least the total less II's."""
        high = self._number(self.sums[0].max(), 0, n)
        total = self.game.constant_sum()
        assert total is not None
        low = (total if self.exact else float(total)) - self._number(self.sums[1].max(), 1, n)
        if so_far is None:
            return low, high
        return max(low, so_far[0]), min(high, so_far[1])

    def _number(self, x: Any, k: int, n: int) -> Number:
        return Fraction(int(x), self.bottoms[k] * n) if self.exact else float(x) / n


class _Averages:
    """Replies to the averages of all others, taken as independent."""

    def __init__(self, game: StrategicGame, exact: bool) -> None:
        self.game, self.exact, self.field = game, exact, Field(game)

    def replies(self, cell: tuple[int, ...], counts: list[list[int]], n: int) -> tuple[int, ...]:
        profile = _averages(counts, n, self.exact)
        if self.exact:
            lines = [utility_by_strategy(self.game, k, profile) for k in range(len(profile))]
            return tuple(line.index(max(line)) for line in lines)
        state = [np.array(side) for side in profile]
        return tuple(int(line.argmax()) for line in self.field.all_payoffs(state))
