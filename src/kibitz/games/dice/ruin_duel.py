"""A duel of two gamblers who choose their stakes."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from kibitz.core.errors import GameError
from kibitz.core.explanation import Table as TextTable
from kibitz.core.registry import named
from kibitz.games.dice.draw import bars
from kibitz.pictures import Picture
from kibitz.rules.game import CHANCE, OVER
from kibitz.stochastic.from_rules.draw import striped_map
from kibitz.stochastic.from_rules.recurring import RecurringRules, RulesSolution

STAKES = ("stake 1", "stake 2", "either stake")
TIED = 1e-9
"""Stakes whose values are this near to each other are as good."""


class RuinDuel(RecurringRules):
    """Gambler's ruin for two: stake one coin or two on a toss, until one has nothing left."""

    players = 2
    names = ("first", "second")
    payoff_bounds = (-1, 1)
    is_decided = True
    most_moves = 4

    def __init__(self, coins: int = 5, others: int = 5, percent: int = 45) -> None:
        if min(coins, others) < 1 or coins + others > 10_000 or not 1 <= percent <= 99:
            raise GameError("ruin-duel: at least one coin each, percent from 1 to 99")
        self.coins = coins
        self.others = others
        self.percent = percent

    title = "A gambler's ruin duel"

    def start(self) -> tuple[int, int, int, int]:
        return (self.coins, self.others, 0, 0)

    def player(self, state: tuple[int, int, int, int]) -> int:
        mine, theirs, mover, stake = state
        if mine == 0 or theirs == 0:
            return OVER
        return CHANCE if stake > 0 else mover

    def moves(self, state: tuple[int, int, int, int]) -> list[int]:
        return [1, 2] if min(state[0], state[1]) > 1 else [1]

    def chance(self, state: tuple[int, int, int, int]) -> Iterator[tuple[int, Fraction]]:
        yield 1, Fraction(self.percent, 100)
        yield 0, Fraction(100 - self.percent, 100)

    def play(self, state: tuple[int, int, int, int], move: int) -> tuple[int, int, int, int]:
        mine, theirs, mover, stake = state
        if stake == 0:
            return (mine, theirs, mover, move)
        won = move if mover == 0 else 1 - move
        gain = stake if won == 1 else -stake
        return (mine + gain, theirs - gain, 1 - mover, 0)

    def payoffs(self, state: tuple[int, int, int, int]) -> tuple[int, int]:
        return (1, -1) if state[1] == 0 else (-1, 1)

    def policy_table(self, solution: RulesSolution) -> TextTable:
        """What to stake and the chance to win, for every number of coins."""
        rows = tuple(
            (
                str(mine),
                *(self._text(solution, mine, mover) for mover in (0, 1)),
            )
            for mine in self._some(solution)
        )
        heads = ("coins of the first", "first to stake", "second to stake")
        return TextTable(heads, rows, caption="the stake, and the first one's chance to win")

    def policy_map(self, solution: RulesSolution) -> Picture:
        """Both players' stakes along the number of coins."""
        total = self.coins + self.others
        strips = [
            (self.names[mover], [self._stake(solution, mine, mover) for mine in range(1, total)])
            for mover in (0, 1)
        ]
        return striped_map(
            strips,
            range(1, total),
            f"{self.name}: what to stake",
            "coins of the first player",
            ("not reached", *STAKES),
            f"what to stake; the first player wins {solution.winning_chance:.4%}",
        )

    def _some(self, solution: RulesSolution) -> list[int]:
        total = self.coins + self.others
        reached = [k for k in range(1, total) if self._stake(solution, k, 0)]
        return reached[:: max(1, len(reached) // 20)]

    def _stake(self, solution: RulesSolution, mine: int, mover: int) -> int:
        """The better stake, 3 where both are as good, 0 where the play does not come."""
        state = (mine, self.coins + self.others - mine, mover, 0)
        if not solution.reaches(state):
            return 0
        worth = list(solution.move_values(state).values())
        tied = len(worth) == 2 and abs(worth[0] - worth[1]) < TIED
        return 3 if tied else int(solution.move(state))

    def _text(self, solution: RulesSolution, mine: int, mover: int) -> str:
        state = (mine, self.coins + self.others - mine, mover, 0)
        if not solution.reaches(state):
            return ""
        stake = ("1", "2", "1 or 2")[self._stake(solution, mine, mover) - 1]
        return f"{stake} ({(1 + solution.value_of(state)) / 2:.1%})"

    def evaluate(self, state: tuple[int, int, int, int]) -> tuple[float, float]:
        """The coins ahead."""
        guess = 0.99 * (state[0] - state[1]) / (state[0] + state[1])
        return (guess, -guess)

    def picture(self, state: tuple[int, int, int, int]) -> Picture:
        total = self.coins + self.others
        return bars(self.names, state[:2], (0, 0), total, self.name)

    def show(self, state: tuple[int, int, int, int]) -> str:
        mine, theirs, mover, stake = state
        if self.player(state) == OVER:
            return f"{mine}:{theirs}, {self.show_turn(state)}"
        return f"{mine}:{theirs}, {self.names[mover]}" + (f" stakes {stake}" if stake else "")

    def show_move(self, state: tuple[int, int, int, int], move: int) -> str:
        return ("lost", "won")[move] if state[3] else f"stake {move}"


@named("ruin-duel", family="dice")
def ruin_duel(coins: int = 5, others: int = 5, percent: int = 45) -> RuinDuel:
    """Gambler's ruin for two: take turns to stake one or two coins on a toss that favors the other.

    Parameters
    ----------
    coins : int, default 5
        The coins of the first player.
    others : int, default 5
        The coins of the second player.
    percent : int, default 45
        The chance of a win, in percent.

    Returns
    -------
    RuinDuel
        The game.
    """
    return RuinDuel(coins, others, percent)
