"""Backgammon: race fifteen checkers home by the throw of two dice.

A position is the checkers on the 24 points, white's positive and black's negative, numbered from
white's ace point; white moves down, black up. Dice are thrown by chance and played one at a time: a
move is ``7 * point + die``, with 24 for the bar and 0 for a throw that cannot be played.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from kibitz.core.errors import GameError
from kibitz.core.registry import named
from kibitz.core.spelling import count_of
from kibitz.pictures import BLACK, FAINT, INK, WHITE, Canvas
from kibitz.pictures.card_table import draw_die
from kibitz.pictures.geometry import rectangle
from kibitz.rules import CHANCE, OVER, Position, Rules, replaced
from kibitz.rules.game import match_move

BAR = 24
OFF = 25
"""Where men are that have been borne off."""
PASS = 0
MEN = 15


class Throw(NamedTuple):
    """The points, each side's men on the bar, two dice and how many plays of them are left.

    ``left`` is 0 where dice are to be thrown; a die that is played becomes 0; doubles are played
    four times.
    """

    points: tuple[int, ...]
    white_bar: int
    black_bar: int
    first: int
    second: int
    left: int
    turn: int


CUBE = (1, 2, 4, 8, 16, 32, 64)
"""The faces of the doubling cube, and 1 before it is turned."""


class Backgammon(Rules):
    """Bring all checkers home and bear them off; hit single ones of the other's on the way.

    Both dice must be played if that is possible, else the greater one if either can be. A win
    counts double if the other has borne off nothing (gammon), and three times if there is also a
    checker of the other's on the bar or in the winner's home (backgammon). All this is multiplied
    by what the doubling cube shows, 64 at most.
    """

    title = "Backgammon"
    names = ("white", "black")
    colors = (WHITE, BLACK)
    payoff_bounds = (-3, 3)
    most_moves = 64

    def __init__(self, gammons: bool = True, cube: int = 1) -> None:
        if cube not in CUBE:
            raise GameError(f"cube is {cube}; it shows one of {', '.join(map(str, CUBE))}")
        self.gammons = gammons
        self.cube = cube
        if not gammons or cube > 1:
            most = cube * (3 if gammons else 1)
            self.payoff_bounds = (-most, most)

    def start(self) -> Throw:
        points = [0] * 24
        for point, men in ((6, 5), (8, 3), (13, 5), (24, 2)):
            points[point - 1] = men
            points[24 - point] = -men
        return Throw(tuple(points), 0, 0, 0, 0, 0, -1)

    def player(self, state: Throw) -> int:
        if state.turn < 0:
            return CHANCE
        if self.men(state, 0) == 0 or self.men(state, 1) == 0:
            return OVER
        return CHANCE if state.left == 0 else state.turn

    def men(self, state: Throw, side: int) -> int:
        """How many checkers a side still has in play."""
        total = state.white_bar if side == 0 else state.black_bar
        for k in range(24):
            here = state.points[k] if side == 0 else -state.points[k]
            total += max(here, 0)
        return total

    def chance(self, state: Throw) -> Iterator[tuple[int, Fraction]]:
        """The throws, ``7 * greater + smaller``; at the start with who throws more, no doubles."""
        for first in range(1, 7):
            for second in range(1, first + 1):
                if state.turn < 0:
                    if second < first:
                        yield 7 * first + second, Fraction(1, 30)
                        yield 49 + 7 * first + second, Fraction(1, 30)
                elif first == second:
                    yield 8 * first, Fraction(1, 36)
                else:
                    yield 7 * first + second, Fraction(1, 18)

    def can_play(self, state: Throw, point: int, die: int) -> bool:
        """Whether a checker on a point (or on the bar) may move by a die."""
        white = state.turn == 0
        bar = state.white_bar if white else state.black_bar
        if point == BAR:
            entry = 24 - die if white else die - 1
            there = state.points[entry] if white else -state.points[entry]
            return bar > 0 and there >= -1
        if bar > 0:
            return False
        here = state.points[point] if white else -state.points[point]
        if here <= 0:
            return False
        target = point - die if white else point + die
        if 0 <= target < 24:
            there = state.points[target] if white else -state.points[target]
            return there >= -1
        return self.bears_off(state, point, die)

    def bears_off(self, state: Throw, point: int, die: int) -> bool:
        """All are home, and the die is exact or none stands further back."""
        white = state.turn == 0
        away = point + 1 if white else 24 - point
        for k in range(24):
            here = state.points[k] if white else -state.points[k]
            distance = k + 1 if white else 24 - k
            if here > 0 and (distance > 6 or (distance > away and die > away)):
                return False
        return True

    def any_play(self, state: Throw, die: int) -> bool:
        if die == 0:
            return False
        return any(self.can_play(state, point, die) for point in range(25))

    def moved(self, state: Throw, point: int, die: int) -> Throw:
        """A checker moved; the die is spent and the turn stays."""
        white = state.turn == 0
        sign = 1 if white else -1
        points = state.points
        white_bar, black_bar = state.white_bar, state.black_bar
        if point == BAR:
            target = 24 - die if white else die - 1
            white_bar -= 1 if white else 0
            black_bar -= 0 if white else 1
        else:
            target = point - sign * die
            points = replaced(points, point, points[point] - sign)
        if 0 <= target < 24:
            there = points[target]
            if there == -sign:
                there = 0
                white_bar += 0 if white else 1
                black_bar += 1 if white else 0
            points = replaced(points, target, there + sign)
        first, second = state.first, state.second
        if first != second:
            first, second = (0, second) if first == die else (first, 0)
        return Throw(points, white_bar, black_bar, first, second, state.left - 1, state.turn)

    def other_die(self, state: Throw, die: int) -> int:
        return state.second if state.first == die else state.first

    def leaves_more(self, state: Throw, point: int, die: int) -> bool:
        """Whether the other die can be played after this move."""
        after = self.moved(state, point, die)
        return self.any_play(after, self.other_die(state, die))

    def moves(self, state: Throw) -> Iterator[int]:
        count = 0
        open_dice = state.left == 2 and state.first != state.second
        both = open_dice and self.can_play_both(state)
        for k in range(2):
            die = state.first if k == 0 else state.second
            if die == 0 or (k == 1 and state.first == state.second):
                continue
            if open_dice and not both and k == 1 and self.any_play(state, state.first):
                continue
            for point in range(24, -1, -1):
                if self.can_play(state, point, die) and (
                    not both or self.leaves_more(state, point, die)
                ):
                    yield 7 * point + die
                    count += 1
        if count == 0:
            yield PASS

    def can_play_both(self, state: Throw) -> bool:
        for k in range(2):
            die = state.first if k == 0 else state.second
            for point in range(25):
                if self.can_play(state, point, die) and self.leaves_more(state, point, die):
                    return True
        return False

    def play(self, state: Throw, move: int) -> Throw:
        if state.turn < 0:
            turn, throw = move // 49, move % 49
            return Throw(
                state.points, state.white_bar, state.black_bar, throw // 7, throw % 7, 2, turn
            )
        if state.left == 0:
            first, second = move // 7, move % 7
            left = 4 if first == second else 2
            return Throw(
                state.points, state.white_bar, state.black_bar, first, second, left, state.turn
            )
        if move == PASS:
            return Throw(state.points, state.white_bar, state.black_bar, 0, 0, 0, 1 - state.turn)
        after = self.moved(state, move // 7, move % 7)
        if after.left > 0:
            return after
        return Throw(after.points, after.white_bar, after.black_bar, 0, 0, 0, 1 - state.turn)

    def payoffs(self, state: Throw) -> tuple[int, int]:
        loser = 1 if self.men(state, 0) == 0 else 0
        worth = self.cube
        if self.gammons and self.men(state, loser) == 15:
            worth = worth * (3 if self.is_behind(state, loser) else 2)
        return (worth, -worth) if loser == 1 else (-worth, worth)

    def is_behind(self, state: Throw, loser: int) -> bool:
        """Whether the loser has a checker on the bar or in the winner's home."""
        if (state.white_bar if loser == 0 else state.black_bar) > 0:
            return True
        return any((state.points[23 - k] if loser == 0 else -state.points[k]) > 0 for k in range(6))

    def pips(self, state: Throw, side: int) -> int:
        """How far a side still has to go, in points of the dice."""
        total = 25 * (state.white_bar if side == 0 else state.black_bar)
        for k in range(24):
            here = state.points[k] if side == 0 else -state.points[k]
            total += max(here, 0) * (k + 1 if side == 0 else 24 - k)
        return total

    def evaluate(self, state: Throw) -> tuple[float, float]:
        """The race, and single checkers that may be hit."""
        total = 1.0 * (self.pips(state, 1) - self.pips(state, 0))
        for k in range(24):
            if state.points[k] == 1:
                total -= 2.0
            if state.points[k] == -1:
                total += 2.0
        guess = max(-0.99, min(0.99, total / 100))
        return (guess, -guess)

    def noisy(self, state: Throw, move: int) -> bool:
        """Hits."""
        if move == PASS:
            return False
        after = self.moved(state, move // 7, move % 7)
        return after.white_bar > state.white_bar or after.black_bar > state.black_bar

    def show(self, state: Throw) -> str:
        def cell(k: int) -> str:
            men = state.points[k]
            return f"{'X' if men > 0 else 'O'}{abs(men):<2}" if men else " . "

        rows = [range(12, 24), range(11, -1, -1)]
        lines = []
        for row in rows:
            cells = [cell(k) for k in row]
            numbers = [f"{k + 1:<3}" for k in row]
            pair = [" ".join(cells[:6]) + " | " + " ".join(cells[6:])]
            head = [" ".join(numbers[:6]) + "   " + " ".join(numbers[6:])]
            lines += head + pair if row[0] == 12 else pair + head
        off = [MEN - self.men(state, side) for side in (0, 1)]
        bars = f"bar X{state.white_bar} O{state.black_bar}, off X{off[0]} O{off[1]}"
        return "\n".join(line.rstrip() for line in [*lines, bars, self._turn(state)])

    def _turn(self, state: Throw) -> str:
        if state.left or self.player(state) == OVER:
            return self.show_turn(state, f"to play {'-'.join(map(str, _dice_left(state)))}")
        return f"{self.names[state.turn]} to throw" if state.turn >= 0 else "to throw"

    def picture(self, state: Throw) -> Any:
        return _drawn(self, state)

    def view_picture(self, state: Throw, player: int | None) -> Any:
        return _drawn(self, state) if state.left else None

    def show_move(self, state: Throw, move: int) -> str:
        if state.turn < 0:
            return f"{self.names[move // 49]} {move % 49 // 7}-{move % 7}"
        if state.left == 0:
            return f"{move // 7}-{move % 7}"
        if move == PASS:
            return "pass"
        point, die = divmod(move, 7)
        white = state.turn == 0
        at = 25 if point == BAR else point + 1 if white else 24 - point
        target = at - die
        hit = "*" if self.noisy(state, move) else ""
        more = f"({die})" if target < 0 else ""
        return f"{'bar' if at == 25 else at}/{target if target > 0 else 'off'}{more}{hit}"

    def read_position(self, text: str) -> Throw:
        """24 points from white's ace point, white's men positive; then bars, dice and who moves.

        ``0 0 0 ... 5 ; bar 0 1 ; dice 6 5 ; white``: the parts after the points may be left out.
        """
        parts = [part.strip().lower() for part in text.replace("\n", ";").split(";")]
        points = tuple(_whole(word) for word in parts[0].replace(",", " ").split())
        said = {"bar": (0, 0), "dice": (0, 0)}
        turn = 0
        for part in filter(None, parts[1:]):
            head, *words = part.replace(",", " ").split()
            if head in said and len(words) == 2:
                said[head] = (_whole(words[0]), _whole(words[1]))
            elif head in self.names:
                turn = self.names.index(head)
            else:
                raise GameError(f"backgammon: {part!r} is not bar, dice or a player")
        (white_bar, black_bar), (first, second) = said["bar"], said["dice"]
        if len(points) != 24 or min(white_bar, black_bar) < 0:
            raise GameError(
                f"backgammon: {count_of(len(points), 'point')}; write 24 numbers, and men on "
                "the bar"
            )
        white = sum(max(men, 0) for men in points) + white_bar
        black = sum(max(-men, 0) for men in points) + black_bar
        if max(white, black) > MEN or not white + black:
            raise GameError(
                f"backgammon: white has {count_of(white, 'man')} and black {black}; each has {MEN}"
            )
        if (first, second) != (0, 0) and not (1 <= first <= 6 and 1 <= second <= 6):
            raise GameError(f"backgammon: dice {first} {second}; a die shows 1 to 6")
        greater, lesser = max(first, second), min(first, second)
        left = 0 if not first else 4 if first == second else 2
        return Throw(points, white_bar, black_bar, greater, lesser, left, turn)

    def read_move(self, state: Throw, text: str) -> int:
        """As written; the star of a hit may be left out."""
        wanted = text.strip()
        starred = Position(self, state).moves
        if f"{wanted}*" in [self.show_move(state, move) for move in starred]:
            wanted += "*"
        return int(match_move(self, state, wanted))


def _dice_left(state: Throw) -> list[int]:
    """The dice still to be played, doubles as often as they are."""
    if state.first and state.first == state.second:
        return [state.first] * state.left
    return [die for die in (state.first, state.second) if die]


def _whole(word: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise GameError(f"backgammon: {word!r} is not a number of men") from None


def _drawn(game: Backgammon, state: Throw) -> Any:
    step, high = 30.0, 130.0
    touched = _touched(game, state)
    canvas = Canvas(13 * step + 100, 2 * high + 90)
    canvas.rect(20, 20, 13 * step, 2 * high + 40, fill="wood", stroke=INK)
    canvas.rect(20 + 6 * step, 20, step, 2 * high + 40, fill="dark-wood")
    for k in range(24):
        column = (k - 12 if k >= 12 else 11 - k) + (1 if (k >= 18 or k < 6) else 0)
        x = 20 + (column + 0.5) * step
        top = k >= 12
        base, tip = (20.0, 20 + high) if top else (2 * high + 60, high + 60)
        half = step / 2 - 1
        canvas.path(
            [(x - half, base), (x, tip), (x + half, base)],
            stroke=FAINT,
            fill="dark-wood" if k % 2 else "soil",
        )
        canvas.text(x, 14 if top else 2 * high + 76, str(k + 1), size=10)
        men = state.points[k]
        for j in range(min(abs(men), 5)):
            y = base + (13 + j * 25) * (1 if top else -1)
            canvas.dot(x, y, 12, WHITE if men > 0 else BLACK, FAINT, 1.5)
        if abs(men) > 5:
            y = base + 113 * (1 if top else -1)
            canvas.text(
                x, y + 4, str(abs(men)), size=12, fill=WHITE if men < 0 else BLACK, bold=True
            )
        low, far = min(base, tip), max(base, tip)
        outline = [(x - half, low), (x + half, low), (x + half, far), (x - half, far)]
        canvas.spot(touched.get(k, ()), outline, f"point {k + 1}")
    bar = 20 + 6.5 * step
    for men, y, color in ((state.white_bar, 60.0, WHITE), (state.black_bar, 2 * high, BLACK)):
        for j in range(men):
            canvas.dot(bar, y + 12 * j, 12, color, FAINT, 1.5)
    canvas.spot(touched.get(BAR, ()), rectangle(bar - step / 2, 20, step, 2 * high + 40), "the bar")
    for k, die in enumerate(_dice_left(state)):
        draw_die(canvas, 28 + 40.0 * k, high + 14, str(die))
    off = [MEN - game.men(state, side) for side in (0, 1)]
    right = 13 * step + 26
    for side, y, color in ((0, high + 74, WHITE), (1, high + 24, BLACK)):
        canvas.dot(right + 12, y, 9, color, FAINT, 1.5)
        canvas.text(right + 26, y + 5, f"{off[side]} off", 12, "start")
    canvas.spot(touched.get(OFF, ()), rectangle(right, high + 8, 70, 82), "off")
    return canvas.finish(game.title)


def _touched(game: Backgammon, state: Throw) -> dict[int, list[str]]:
    """The moves by the points that they leave and reach, which are touched to make them."""
    found: dict[int, list[str]] = {}
    if not state.left or game.player(state) < 0:
        return found
    step = -1 if state.turn == 0 else 1
    for move in game.moves(state):
        if move == PASS:
            continue
        point, die = divmod(move, 7)
        start = point if point != BAR else BAR if state.turn == 0 else -1
        target = start + step * die
        words = game.show_move(state, move)
        found.setdefault(point, []).append(words)
        found.setdefault(target if 0 <= target < 24 else OFF, []).append(words)
    return found


@named("backgammon", "dice")
def backgammon(gammons: bool = True, cube: int = 1) -> Backgammon:
    """Race fifteen checkers home by the throw of dice, hitting single ones on the way.

    Parameters
    ----------
    gammons : bool, default True
        Whether gammons and backgammons count double and triple.
    cube : {1, 2, 4, 8, 16, 32, 64}, default 1
        What the doubling cube shows: all payoffs are multiplied by it, up to 192.

    Returns
    -------
    Backgammon
        The game.
    """
    return Backgammon(gammons, cube)
