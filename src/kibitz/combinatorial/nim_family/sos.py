"""SOS: the players write S or O into empty squares, and the player who completes SOS wins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

from kibitz.combinatorial.errors import LimitError
from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.methods.perfect_play import PerfectPlay
from kibitz.combinatorial.move import Move
from kibitz.combinatorial.nim_family.read import whole
from kibitz.combinatorial.solution import ImpartialSolution
from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.spelling import count_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

EMPTY = "_"
MOST_HOLES = 17
"""Empty squares up to which all fillings are searched: 129 million of them, a byte each."""
SHOWN = 12
"""Drawing moves that are written out."""
MOST_SQUARES = 100_000
_LETTERS = "SO"


@dataclass(frozen=True)
class SOS(ImpartialGame):
    """A row of squares, such as ``S_O__``; squares count from 1 at the left.

    Whoever completes S O S in a row wins at once; a full board without it is a draw, so outcomes
    are N, P or T, here a tie by draw, and there are no nimbers. All fillings of the empty squares
    are valued, 3^n of them. Of empty boards, n odd from 7 on is N (begin with S in the middle),
    n even from 16 on is P, and the others are drawn: only the two squares of S__S lose for who
    writes into them, and they come in pairs. Ferguson ex. I.1.5.8.

    >>> game = sos(7)
    >>> game.outcome(), [str(move) for move in game.winning_moves()]
    ('N', ['S in square 4'])
    >>> sos(14).outcome(), sos(2000).outcome()
    ('T', 'P')
    """

    theorem: ClassVar[str] = "counting the squares of S__S, which come in pairs"
    unlisted: ClassVar[str] = f"boards are searched up to {MOST_HOLES} empty squares"
    title: str = field(default="SOS", kw_only=True)

    def end(self, position: Any) -> str:
        return "P" if "SOS" in position else "T"

    def is_drawn(self, position: Any) -> bool:
        return "SOS" not in position and EMPTY not in position

    @property
    def ends_in_a_win(self) -> bool:
        return False

    def ending(self) -> str:
        return "the player who completes SOS wins; a full board without it is a draw"

    def check(self, position: Any) -> None:
        if not isinstance(position, str) or not position:
            raise GameError(f"{position!r} is not a board; write one such as 'S_O__'")
        for i, letter in enumerate(position, 1):
            if letter not in (*_LETTERS, EMPTY):
                raise GameError(f"square {i} holds {letter!r}; squares hold S, O or {EMPTY}")
        if len(position) > MOST_SQUARES:
            raise GameError(
                f"a board of {count_of(len(position), 'square')}; the limit is {MOST_SQUARES:,}"
            )
        if self.is_misere:
            raise GameError("the player who completes SOS wins; there is no misère play")

    def show(self, position: Any) -> str:
        if len(position) <= 80:
            return str(position)
        return f"{position[:30]}...{position[-30:]}, {count_of(len(position), 'square')}"

    def __str__(self) -> str:
        return f"{self.name}: {self.show(self.position)}"

    def options(self, position: Any) -> Iterator[Any]:
        return (move.position for move in self._moves(position))

    def _moves(self, position: Any) -> Iterator[Move]:
        if "SOS" in position:
            return
        for i, letter in enumerate(position):
            if letter == EMPTY:
                for new in _LETTERS:
                    yield write(position, i + 1, new)

    def _outcome(self, position: Any) -> str | None:
        if "SOS" in position:
            return "P"
        if set(position) == {EMPTY} and len(position) > MOST_HOLES:
            return "N" if len(position) % 2 else "P"
        value = self._filled(position)
        return "N" if value > 0 else "P" if value < 0 else "T"

    def _filled(self, position: str) -> int:
        """What a board is worth to the mover: from the fillings of this board where it is one."""
        board = self.position
        if board.count(EMPTY) > MOST_HOLES or len(position) != len(board) or "SOS" in board:
            return int(_values(position)[-1])
        pairs = list(zip(board, position, strict=True))
        if any(old not in (EMPTY, new) for old, new in pairs):
            return int(_values(position)[-1])
        digits = [(*_LETTERS, EMPTY).index(new) for old, new in pairs if old == EMPTY]
        return int(_values(board)[sum(digit * 3**k for k, digit in enumerate(digits))])

    def winning_moves(self, limit: int | None = None) -> tuple[Move, ...]:
        """All winning moves; on a large empty board the one that the theorem names."""
        if self.position.count(EMPTY) > MOST_HOLES:
            return self._known_win()
        return tuple(move for move, outcome in self.move_outcomes().items() if outcome == "P")

    def move_outcomes(self, limit: int | None = None) -> dict[Move, str]:
        if "SOS" in self.position or self.position.count(EMPTY) > MOST_HOLES:
            return super().move_outcomes(limit)
        holes = [i for i, letter in enumerate(self.position) if letter == EMPTY]
        values = _values(self.position)
        outcomes = {}
        for place, i in enumerate(holes):
            for digit, letter in enumerate(_LETTERS):
                move = write(self.position, i + 1, letter)
                # The filling with one digit other than "empty", counted from the last.
                value = int(values[len(values) - 1 - (2 - digit) * 3**place])
                lost = "SOS" in move.position or value < 0
                outcomes[move] = "P" if lost else "N" if value > 0 else "T"
        return outcomes

    def _known_win(self) -> tuple[Move, ...]:
        """On a large empty board: the one move that the theorem names."""
        if self.outcome() == "P":
            return ()
        return (write(self.position, (len(self.position) + 1) // 2, "S"),)

    def some_winning_moves(self) -> tuple[Move, ...]:
        return self.winning_moves()

    def best_moves(self, limit: int | None = None) -> tuple[Move, ...]:
        """All winning moves; when drawn, those that keep the draw; when lost, all moves."""
        outcome = self.outcome()
        if outcome == "N":
            return self.winning_moves()
        if outcome == "P":
            return tuple(islice(self.moves(self.position), 1000))
        return tuple(move for move, left in self.move_outcomes().items() if left == "T")

    def line(self, limit: int | None = None) -> PerfectPlay:
        winner = {"N": "first", "P": "second", "T": None}[self.outcome()]
        moves: list[Move] = []
        here = self
        while "SOS" not in here.position and EMPTY in here.position:
            moves.append(here.best_moves()[0])
            here = here.at(moves[-1].position)
        return SOSLine(self, tuple(moves), winner, optimal=False, finished=True)

    def _solution_class(self) -> type[SOSSolution]:
        return SOSSolution

    def nimber_at(self, position: Any, limit: int | None = None) -> NoReturn:
        raise GameError("SOS can end in a draw, so it has no nimbers; use outcome()")

    def ends(self, limit: int | None = None) -> bool:
        return True

    def __add__(self, other: ImpartialGame) -> NoReturn:
        raise GameError("SOS can end in a draw, so it has no sums with other games")

    def search_outcome(self, limit: int | None = None) -> str:
        """The outcome from the fillings, whatever the theorem says."""
        value = int(_values(self.position)[-1])
        return "N" if value > 0 else "P" if value < 0 else "T"

    search_nimber = ImpartialGame.nimber

    def remoteness_at(self, position: Any, limit: int | None = None) -> NoReturn:
        raise LimitError("SOS: remoteness is not defined for draws; use best_moves()")


@dataclass(frozen=True)
class SOSLine(PerfectPlay):
    """Play to the end, which may be a draw."""

    def __str__(self) -> str:
        sides = ("first", "second")
        lines = [self.game.show(self.game.position)]
        for k, move in enumerate(self.moves):
            lines.append(f"  {sides[k % 2] + ':':<8}{move.description} → {move.position}")
        end = "a draw" if self.winner is None else f"the {self.winner} player has completed SOS"
        return "\n".join([*lines, end])


@dataclass(frozen=True)
class SOSSolution(ImpartialSolution):
    """Outcome and winning moves; T is a draw."""

    def __str__(self) -> str:
        if self.outcome != "T":
            return super().__str__()
        lines = [str(self.game), "outcome T: a draw"]
        if self.game.position.count(EMPTY) <= MOST_HOLES:
            drawing = [m.description for m in self.game.best_moves()]
            more = f" and {len(drawing) - SHOWN} more" if len(drawing) > SHOWN else ""
            lines += [f"drawing moves: {'; '.join(drawing[:SHOWN])}{more}"] if drawing else []
        return "\n".join([*lines, f"found by {self.method}"])


def sos(board: int | str, title: str = "SOS") -> SOS:
    """SOS on an empty board of n squares, or on a board such as ``S_O__`` (dots are empty as well).

    Parameters
    ----------
    board : int or str
        The number of squares, or the board as text.
    title : str, default "SOS"
        A title for output.

    Returns
    -------
    SOS
        The game.

    Examples
    --------
    >>> sos("SxS")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: square 2 holds 'x'; squares hold S, O or _
    """
    if isinstance(board, str) and not board.isdigit():
        return SOS(board.replace(".", EMPTY), title=title)
    squares = whole(int(board), "the number of squares", 1)
    if squares > MOST_SQUARES:
        raise GameError(f"a board of {count_of(squares, 'square')}; the limit is {MOST_SQUARES:,}")
    return SOS(EMPTY * squares, title=title)


def write(board: str, square: int, letter: str) -> Move:
    """Write a letter into an empty square, counted from 1.

    >>> write("S__", 2, "O").position
    'SO_'
    """
    if not 1 <= square <= len(board):
        raise GameError(f"square {square} is off the board of {count_of(len(board), 'square')}")
    if board[square - 1] != EMPTY:
        raise GameError(f"square {square} already holds {board[square - 1]}")
    if letter not in tuple(_LETTERS):
        raise GameError(f"{letter!r} cannot be written; write S or O")
    return Move(f"{letter} in square {square}", board[: square - 1] + letter + board[square:])


@lru_cache(maxsize=4)
def _values(board: str) -> npt.NDArray[np.int8]:
    """Values for the mover of all fillings of a board without SOS; its own value is the last."""
    import numpy as np

    from kibitz.combinatorial.nim_family.kernels import sos_values

    holes = [i for i, letter in enumerate(board) if letter == EMPTY]
    if len(holes) > MOST_HOLES:
        raise LimitError(
            f"{len(holes)} empty squares have 3^{len(holes)} fillings; boards are searched up to "
            f"{MOST_HOLES} empty squares; larger ones are known only when they are empty"
        )
    digits = [2, 2, *((*_LETTERS, EMPTY).index(letter) for letter in board), 2, 2]
    values: npt.NDArray[np.int8] = sos_values(
        np.array(digits, np.int8), np.array(holes, np.int64) + 2
    )
    return values


@method(SOS, "auto", finds="who wins and the winning moves", cost="same as the chosen method")
def solve_sos(game: SOS) -> SOSSolution:
    """Outcome and winning moves, by valuing every filling of the empty squares or by theorem.

    Parameters
    ----------
    game : SOS
        The game.

    Returns
    -------
    SOSSolution
        Who wins and the winning moves.

    Notes
    -----
    Cost: that of the method chosen.
    """
    large = game.position.count(EMPTY) > MOST_HOLES
    how = game.theorem if large else "valuing every filling of the empty squares"
    outcome, wins = game.outcome(), game.winning_moves()
    return SOSSolution(game, outcome, None, wins, how, listed=not large or outcome != "N")
