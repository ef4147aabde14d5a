"""Hints: a good move, and the reason for it."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.combinatorial.errors import LimitError
from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.move import Move
from kibitz.combinatorial.nimbers.ordinal import Ordinal
from kibitz.combinatorial.sums.sum import Sum
from kibitz.combinatorial.transfinite import Transfinite
from kibitz.core.errors import GameError
from kibitz.play.agents import SEARCHED, good_moves


@dataclass(frozen=True, slots=True)
class Hint:
    """A move to make, and why."""

    move: Move
    reason: str

    def __str__(self) -> str:
        return f"{self.move.description}: {self.reason}"


def hint(game: ImpartialGame) -> Hint:
    """A good move at this position.

    Parameters
    ----------
    game : ImpartialGame
        The position.

    Returns
    -------
    Hint
        The move, with its reason in a sentence or two.

    Examples
    --------
    >>> from kibitz.combinatorial.hackenbush import stalks
    >>> print(hint(stalks(1, 2)))
    chop b1-b2: the position is worth 3, and this makes it 0; it takes 3 moves to win, at most.
    >>> print(hint(stalks(2, 2)))
    chop a1-a2: the position is worth 0, and any move can be answered; this lasts for 4 moves.
    """
    move = good_moves(game)[0]
    outcome = game.outcome()
    left = game.at(move.position)
    if outcome == "T":
        return Hint(move, "neither player can force a win here, and this keeps it that way.")
    if outcome == "P":
        return Hint(move, f"{_why_lost(game)}; {_resistance(game)}.")
    length = _length(game)
    end = "" if length is None else f"; it takes {_moves(length)} to win, at most"
    return Hint(move, f"{_why_won(game, left)}{end}.")


def _why_won(game: ImpartialGame, left: ImpartialGame) -> str:
    value = _value(game)
    if value is None:
        return f"it leaves {left.show(left.position)}, where the player to move loses"
    if isinstance(game, Sum):
        values = " + ".join(str(_value(part)) for part in game.components)
        return f"{values} without carrying is {value}, and this makes it 0"
    return f"the position is worth {value}, and this makes it 0"


def _why_lost(game: ImpartialGame) -> str:
    if _value(game) is None:
        return "every move leaves a position that can be won"
    return "the position is worth 0, and any move can be answered"


def _resistance(game: ImpartialGame) -> str:
    length = _length(game)
    if length is None:
        return "this leaves few good answers"
    return f"this lasts for {_moves(length)}"


def _length(game: ImpartialGame) -> int | None:
    if isinstance(game, Transfinite):
        return None
    try:
        return game.remoteness(SEARCHED)
    except LimitError:
        return None


def _value(game: ImpartialGame) -> int | Ordinal | None:
    """The nimber or the ordinal, where it is to be had in normal play."""
    if game.is_misere:
        return None
    if isinstance(game, Transfinite):
        return game.value()
    try:
        return game.nimber(SEARCHED)
    except GameError:
        return None


def _moves(count: int) -> str:
    return "1 move" if count == 1 else f"{count} moves"
