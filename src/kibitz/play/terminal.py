"""A person at the terminal: the position, a menu of moves, and what can be typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice

from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.move import Move
from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of
from kibitz.play.hint import hint

MENU = 20
"""Moves listed in the menu."""
LOOKED_AT = 1_000_000
"""Moves compared with what was typed."""
HELP = (
    "type the number of a move, the position it leaves (or = and the position, if that is a "
    "number), or words of the move in order; ? is a hint, a an analysis, l the list of moves, q "
    "gives up"
)


class Person:
    """Asks a person for moves: ``read`` gives the next line, or None at the end; ``say`` prints."""

    def __init__(
        self, read: Callable[[str], str | None], say: Callable[[str], None], name: str = "you"
    ) -> None:
        self.name = name
        self._read = read
        self._say = say

    def choose(self, game: ImpartialGame) -> Move | None:
        """The move that the person types; None to quit.

        Parameters
        ----------
        game : ImpartialGame
            The game from its present position.
        """
        self._say(menu(game))
        while True:
            typed = self._read(f"{self.name}> ")
            word = "q" if typed is None else typed.strip()
            if word in ("q", "quit", "exit"):
                return None
            if word == "?":
                self._say(str(hint(game)))
            elif word in ("l", "list", ""):
                self._say(menu(game))
            elif word in ("h", "help"):
                self._say(HELP)
            elif word in ("analyze", "analysis"):
                self._say(str(game.solve()))
            else:
                try:
                    return read_move(game, word)
                except GameError as error:
                    self._say(str(game.solve()) if word == "a" else str(error))


def menu(game: ImpartialGame) -> str:
    """The position and its first moves, numbered.

    >>> from kibitz.combinatorial.hackenbush import stalks
    >>> print(menu(stalks(1, 1)))
    stalks 1 1
      1  chop 0-a1 → stalks 0 1
      2  chop 0-b1 → stalks 1 0
    """
    moves = [Move(*m) for m in islice(game.moves(game.position), MENU + 1)]
    lines = [game.show(game.position)]
    lines += [
        f"{k:>3}  {move.description} → {game.show(move.position)}"
        for k, move in enumerate(moves[:MENU], 1)
    ]
    if len(moves) > MENU:
        lines.append("     and more; type the position that a move leaves, or words of the move")
    return "\n".join(lines)


def read_move(game: ImpartialGame, typed: str) -> Move:
    """The move that was meant: by number, by the position it leaves, or by words of it in order.

    >>> from kibitz.combinatorial.hackenbush import stalks
    >>> game = stalks(3, 4, 5)
    >>> [str(read_move(game, text)) for text in ("2", "stalks 1 4 5", "1 4 5", "a1-a2", "=1 4 5")]
    ['chop a1-a2', 'chop a1-a2', 'chop a1-a2', 'chop a1-a2', 'chop a1-a2']
    >>> read_move(game, "17")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: there is no move 17; the moves are numbered 1 to 12
    """
    if re.fullmatch(r"\d{1,9}", typed, re.ASCII):
        return _by_number(game, int(typed))
    wanted = _words(typed.removeprefix("="))
    found: list[Move] = []
    for move in _moves(game):
        left = _words(game.show(move.position))
        if left == wanted or _words(move.description) == wanted:
            return move
        ends = left[-len(wanted) :] == wanted
        if ends or (not typed.startswith("=") and _in_order(wanted, _words(move.description))):
            found.append(move)
    if len(found) == 1:
        return found[0]
    if not found:
        raise GameError(f"unknown move {typed!r:.60}; {HELP}")
    some = "; ".join(move.description for move in found[:4])
    more = "; ..." if len(found) > 4 else ""
    raise GameError(f"{typed!r:.60} may mean {count_of(len(found), 'move')}: {some}{more}")


def _by_number(game: ImpartialGame, number: int) -> Move:
    count = 0
    for move in _moves(game):
        count += 1
        if count == number:
            return move
    raise GameError(f"there is no move {number}; the moves are numbered 1 to {count}")


def _moves(game: ImpartialGame) -> Iterator[Move]:
    return (Move(*m) for m in islice(game.moves(game.position), LOOKED_AT))


def _words(text: str) -> list[str]:
    """Words in lower case; commas and brackets around numbers do not count."""
    return re.sub(r"[\s,;()\[\]{}]+", " ", text).casefold().split()


def _in_order(wanted: list[str], words: list[str]) -> bool:
    rest = iter(words)
    return all(word in rest for word in wanted)
