"""The race home of backgammon, with few counters."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from kibitz.core.errors import GameError
from kibitz.core.registry import named
from kibitz.core.spelling import count_of
from kibitz.games.dice.draw import counters
from kibitz.pictures import Picture
from kibitz.rules.game import CHANCE, OVER
from kibitz.stochastic.from_rules.recurring import RecurringRules


class Race(RecurringRules):
    """Bearing off: two dice move counters home, and the first to have none left wins.

    As in backgammon without contact: either die first, doubles four times; a die that is too large
    bears off a counter from the highest point. A board has one digit for each point, how many
    counters are there; ``dice`` is the die to play and, times 8, what comes after it: another die,
    or 6 more than how often the same one comes again.
    """

    players = 2
    names = ("first", "second")
    payoff_bounds = (-1, 1)
    is_decided = True
    most_moves = 24

    def __init__(self, counters: int = 2, points: int = 3) -> None:
        if not 1 <= counters <= 6 or not 1 <= points <= 6:
            raise GameError("backgammon-race: 1 to 6 counters on 1 to 6 points")
        self.counters = counters
        self.points = points
        self.base = counters + 1

    @property
    def name(self) -> str:
        counters = "1 counter" if self.counters == 1 else f"{self.counters} counters"
        return f"A race of {counters} on {count_of(self.points, 'point')}"

    def start(self) -> tuple[int, int, int, int]:
        board = self.counters * self.base ** (self.points - 1)
        return (board, board, 0, 0)

    def player(self, state: tuple[int, int, int, int]) -> int:
        mine, theirs, mover, dice = state
        if mine == 0 or theirs == 0:
            return OVER
        return mover if dice > 0 else CHANCE

    def chance(self, state: tuple[int, int, int, int]) -> Iterator[tuple[int, Fraction]]:
        for high in range(1, 7):
            for low in range(1, high + 1):
                yield high * 8 + low, Fraction(1 if high == low else 2, 36)

    def on(self, board: int, point: int) -> int:
        """How many counters are on a point."""
        return int(board // self.base ** (point - 1) % self.base)

    def moves(self, state: tuple[int, int, int, int]) -> Iterator[int]:
        board = state[0] if state[2] == 0 else state[1]
        highest = 0
        for point in range(1, self.points + 1):
            if self.on(board, point) > 0:
                highest = point
        dice = state[3]
        for second in range(2 if 0 < dice // 8 <= 6 else 1):
            die = dice // 8 if second == 1 else dice % 8
            for point in range(1, highest + 1):
                if self.on(board, point) > 0 and (point >= die or point == highest):
                    yield second * 8 + point

    def play(self, state: tuple[int, int, int, int], move: int) -> tuple[int, int, int, int]:
        mine, theirs, mover, dice = state
        if dice == 0:
            high, low = move // 8, move % 8
            return (mine, theirs, mover, high + 8 * (9 if high == low else low))
        die, rest = dice % 8, dice // 8
        if move >= 8:
            die, rest = rest, die
        point = move % 8
        board = (mine if mover == 0 else theirs) - self.base ** (point - 1)
        if point > die:
            board = board + self.base ** (point - die - 1)
        after = rest
        if rest > 6:
            after = die + 8 * (rest - 1 if rest > 7 else 0)
        if board == 0:
            after = 0
        turn = mover if after > 0 else 1 - mover
        if mover == 0:
            return (board, theirs, turn, after)
        return (mine, board, turn, after)

    def payoffs(self, state: tuple[int, int, int, int]) -> tuple[int, int]:
        return (1, -1) if state[0] == 0 else (-1, 1)

    def pips(self, board: int) -> int:
        """How far the counters of a board are from home in all."""
        total = 0
        for point in range(1, self.points + 1):
            total += point * self.on(board, point)
        return total

    def evaluate(self, state: tuple[int, int, int, int]) -> tuple[float, float]:
        """How much shorter one's way home is."""
        mine, theirs = self.pips(state[0]), self.pips(state[1])
        guess = 0.9 * (theirs - mine) / max(1, mine + theirs)
        return (guess, -guess)

    def picture(self, state: tuple[int, int, int, int]) -> Picture:
        sides = [
            [self.on(board, point) for point in range(1, self.points + 1)] for board in state[:2]
        ]
        return counters(self.names, sides, self.name)

    def show(self, state: tuple[int, int, int, int]) -> str:
        mine, theirs, mover, dice = state
        sides = [
            " ".join(
                str(point)
                for point in range(self.points, 0, -1)
                for _ in range(self.on(board, point))
            )
            for board in (mine, theirs)
        ]
        die, rest = dice % 8, dice // 8
        thrown = [die] * (rest - 5) if rest > 6 else [die, rest] if rest else [die]
        rolled = f" with {' '.join(map(str, thrown))}" if dice else " to roll"
        over = self.player(state) == OVER
        todo = self.show_turn(state) if over else f"{self.names[mover]}{rolled}"
        return f"{sides[0] or 'none'} v {sides[1] or 'none'}, {todo}"

    def show_move(self, state: tuple[int, int, int, int], move: int) -> str:
        if state[3] == 0:
            return f"{move // 8}-{move % 8}"
        point, dice = move % 8, state[3]
        die = dice // 8 if move >= 8 else dice % 8
        if point > die:
            return f"{point}/{point - die}"
        return f"{point}/off" if die == point or dice // 8 in (0, 7, 8, 9) else f"{point}/off {die}"


@named("backgammon-race", family="dice")
def backgammon_race(counters: int = 2, points: int = 3) -> Race:
    """The end of a backgammon game: both bear their counters off with two dice.

    Parameters
    ----------
    counters : int, default 2
        The number of counters of a player.
    points : int, default 3
        The number of points.

    Returns
    -------
    Race
        The game.
    """
    return Race(counters, points)
