"""Dice games whose positions come back: Pig and its kin, duels, races, tic-tac-toe with dice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from kibitz.core.errors import GameError
from kibitz.core.explanation import Table as TextTable
from kibitz.core.picture import Picture
from kibitz.core.registry import named
from kibitz.games.board.boards import board_picture
from kibitz.games.board.tic_tac_toe import board_symmetries
from kibitz.games.dice.draw import bars, counters
from kibitz.rules import popcount
from kibitz.rules.game import CHANCE, OVER
from kibitz.stochastic.from_rules.draw import shaded_map, striped_map
from kibitz.stochastic.from_rules.recurring import RecurringRules, RulesSolution

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
        told = re.fullmatch(
            r"\s*(\d+)\s*[:-]\s*(\d+)(?:[,;\s]+(first|second)?(?:\s*with\s*(\d+))?"
            r"(?:,?\s*(rolling))?)?\s*",
            re.sub(r"(?i)[,;]?\s*over:.*", "", text).lower(),
        )
        scores = (int(told[1]), int(told[2])) if told else (self.goal, self.goal)
        if told is None or max(scores) > self.goal or min(scores) == self.goal:
            raise GameError(
                f"{self.name}: {text!r:.40} is not a position; write two scores up to {self.goal} "
                "and the turn, as in '60:72, second with 15'"
            )
        turn = int(told[4] or 0)
        mover = 1 if told[3] == "second" else 0
        if turn and max(scores[mover] + turn, *scores) >= self.goal:
            raise GameError(f"{self.name}: with {turn} more {self.names[mover]} has already won")
        return (*scores, turn, mover, 1 if told[5] else 0)

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
            if solution.reaches((mine, theirs, turn, 0, 0)) and (
                solution.move((mine, theirs, turn, 0, 0)) == HOLD
            ):
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

    def policy_map(self, solution: RulesSolution) -> Picture:
        """Every pair of scores in a color: the turn total at which to hold."""
        scores = range(self.goal)
        holds = [[self.holds_at(solution, mine, theirs) for theirs in scores] for mine in scores]
        return shaded_map(
            holds,
            f"{self.name}: when to hold",
            ("own score", "other's score", "hold at"),
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
        return f"A race of {counters} on {self.points} points"

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


class DiceTicTacToe(RecurringRules):
    """Tic-tac-toe with a die: aim at a square; with some chance the mark is not made."""

    players = 2
    names = ("X", "O")
    payoff_bounds = (-1, 1)
    most_moves = 9

    def __init__(self, hit: int = 4) -> None:
        if not 1 <= hit <= 6:
            raise GameError("dice-tic-tac-toe: hit is the number of good faces, 1 to 6")
        self.hit = hit
        self.turns = board_symmetries(3, 3)

    title = "Tic-tac-toe with a die"

    def start(self) -> tuple[int, int, int, int]:
        return (0, 0, 0, -1)

    def wins(self, marks: int) -> bool:
        return any(marks & line == line for line in (7, 56, 448, 73, 146, 292, 273, 84))

    def player(self, state: tuple[int, int, int, int]) -> int:
        crosses, noughts, mover, aim = state
        if self.wins(crosses) or self.wins(noughts) or (crosses | noughts) == 511:
            return OVER
        return CHANCE if aim >= 0 else mover

    def moves(self, state: tuple[int, int, int, int]) -> list[int]:
        taken = state[0] | state[1]
        return [k for k in range(9) if not taken >> k & 1]

    def chance(self, state: tuple[int, int, int, int]) -> Iterator[tuple[int, Fraction]]:
        yield 1, Fraction(self.hit, 6)
        if self.hit < 6:
            yield 0, Fraction(6 - self.hit, 6)

    def play(self, state: tuple[int, int, int, int], move: int) -> tuple[int, int, int, int]:
        crosses, noughts, mover, aim = state
        if aim < 0:
            return (crosses, noughts, mover, move)
        if move == 0:
            return (crosses, noughts, 1 - mover, -1)
        if mover == 0:
            return (crosses | 1 << aim, noughts, 1, -1)
        return (crosses, noughts | 1 << aim, 0, -1)

    def payoffs(self, state: tuple[int, int, int, int]) -> tuple[int, int]:
        if self.wins(state[0]):
            return (1, -1)
        return (-1, 1) if self.wins(state[1]) else (0, 0)

    def evaluate(self, state: tuple[int, int, int, int]) -> tuple[float, float]:
        """The lines that are still open to each, weighted by how far they are filled."""
        total = 0.0
        for line in (7, 56, 448, 73, 146, 292, 273, 84):
            mine, theirs = popcount(state[0] & line), popcount(state[1] & line)
            if theirs == 0 and mine > 0:
                total += 4.0**mine
            if mine == 0 and theirs > 0:
                total -= 4.0**theirs
        guess = max(-0.99, min(0.99, total / 64))
        return (guess, -guess)

    def picture(self, state: tuple[int, int, int, int]) -> Picture:
        def mark(row: int, column: int) -> str:
            square = 3 * row + column
            return "+" if state[0] >> square & 1 else "0" if state[1] >> square & 1 else "."

        def number(row: int, column: int) -> str:
            square = 3 * row + column
            return f"{square + 1}, aimed at" if square == state[3] else str(square + 1)

        return board_picture(3, 3, mark, self.name, top_first=True, label=number)

    def show(self, state: tuple[int, int, int, int]) -> str:
        crosses, noughts, mover, aim = state
        marks = ["X" if crosses >> k & 1 else "O" if noughts >> k & 1 else "." for k in range(9)]
        rows = "/".join("".join(marks[k : k + 3]) for k in (0, 3, 6))
        if self.player(state) == OVER:
            return f"{rows} {self.show_turn(state)}"
        return f"{rows} {self.names[mover]}" + (f" at {aim + 1}" if aim >= 0 else "")

    def key(self, state: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
        """The least of the turns and mirror images of the board."""
        best = state
        for turn in self.turns:
            crosses = 0
            noughts = 0
            for square in range(9):
                crosses |= ((state[0] >> square) & 1) << turn[square]
                noughts |= ((state[1] >> square) & 1) << turn[square]
            image = (crosses, noughts, state[2], turn[state[3]] if state[3] >= 0 else -1)
            if image < best:
                best = image
        return best

    def show_move(self, state: tuple[int, int, int, int], move: int) -> str:
        return ("miss", "hit")[move] if state[3] >= 0 else str(move + 1)


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
                *(self._told(solution, mine, mover) for mover in (0, 1)),
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

    def _told(self, solution: RulesSolution, mine: int, mover: int) -> str:
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


@named("pig", family="dice")
def pig(goal: int = 100, sides: int = 6) -> Pig:
    """Pig: roll a die as often as you like, but a 1 loses the turn; first to 100 wins.

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
    """Pig with two dice, a jeopardy game: a single 1 loses the turn, two of them all points.

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


@named("dice-tic-tac-toe", family="dice")
def dice_tic_tac_toe(hit: int = 4) -> DiceTicTacToe:
    """Tic-tac-toe in which a mark is made only when the die shows one of its good faces.

    Parameters
    ----------
    hit : int, default 4
        The number of good faces.

    Returns
    -------
    DiceTicTacToe
        The game.
    """
    return DiceTicTacToe(hit)


@named("ruin-duel", family="dice")
def ruin_duel(coins: int = 5, others: int = 5, percent: int = 45) -> RuinDuel:
    """Gambler's ruin for two: by turns stake one coin or two on a toss that favors the other.

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
