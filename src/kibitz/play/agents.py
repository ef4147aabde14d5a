"""Agents: whatever looks at a position and chooses a move."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Protocol

from kibitz.combinatorial.errors import LimitError
from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.in_turns import InTurns
from kibitz.combinatorial.methods.perfect_play import playable
from kibitz.combinatorial.move import Move
from kibitz.combinatorial.transfinite import Transfinite
from kibitz.core.errors import GameError
from kibitz.rules.game import Position

SEARCHED = 20_000
"""Positions searched for the quickest win and the longest resistance."""
TRIED, AMONG = 40, 2000
"""Moves tried where a lost position is too large to search, and among how many."""
MANY = 4000
"""Moves among which one is drawn at random, when there are more."""


class Agent(Protocol):
    """Someone who plays. ``choose`` is asked at positions with a move; None gives the game up."""

    name: str

    def choose(self, game: ImpartialGame) -> Move | None:
        """The move to make; None to resign.

        Parameters
        ----------
        game : ImpartialGame
            The game from its present position, which has a move.
        """


class PerfectPlayer:
    """Wins as quickly as can be; when lost, resists as long as can be.

    Equally good moves are drawn at random. Where positions are too many to search, it still plays
    only winning moves, and when lost it leaves as few winning replies as it can find.

    >>> from kibitz.combinatorial.hackenbush import stalks
    >>> str(PerfectPlayer(seed=1).choose(stalks(3, 4, 5)))
    'chop a1-a2'
    """

    def __init__(self, seed: int | None = None, name: str = "the computer") -> None:
        self.name = name
        self._random = Random(seed)

    def choose(self, game: ImpartialGame | Position, seat: int = 0) -> Move | None:
        """The quickest win, or the longest resistance.

        Parameters
        ----------
        game : ImpartialGame or Position
            The game from its present position.
        seat : int, default 0
            Whose turn it is; it does not matter in an impartial game.
        """
        return self._random.choice(good_moves(impartial_at(game)))


class RandomPlayer:
    """Draws every move at random, among the first this many where they are many or without end."""

    def __init__(self, seed: int | None = None, name: str = "chance") -> None:
        self.name = name
        self._random = Random(seed)

    def choose(self, game: ImpartialGame | Position, seat: int = 0) -> Move | None:
        """A random move.

        Parameters
        ----------
        game : ImpartialGame or Position
            The game from its present position.
        seat : int, default 0
            Whose turn it is; it does not matter in an impartial game.
        """
        here = impartial_at(game)
        return Move(*self._random.choice(list(islice(here.moves(here.position), MANY))))


def impartial_at(game: ImpartialGame | Position) -> ImpartialGame:
    """The impartial game at a position, whether that stands alone or is one of rules in turn."""
    if isinstance(game, ImpartialGame):
        return game
    rules = game.rules
    if not isinstance(rules, InTurns):
        raise GameError(f"{rules.name}: this player plays impartial games only")
    return rules.game.at(game.state[0])


def good_moves(game: ImpartialGame) -> tuple[Move, ...]:
    """The best moves that can be found: quickest wins, longest resistance, or what keeps a tie.

    >>> from kibitz.combinatorial.hackenbush import stalks
    >>> [str(move) for move in good_moves(stalks(2, 2))]
    ['chop a1-a2', 'chop b1-b2']
    """
    if isinstance(game, Transfinite):
        return game.best_moves()
    try:
        game.remoteness(SEARCHED)
        return game.best_moves(SEARCHED)
    except LimitError:
        return stubborn_moves(game) if game.outcome() == "P" else playable(game)


def stubborn_moves(game: ImpartialGame) -> tuple[Move, ...]:
    """In a lost position, the moves with the fewest winning replies among some that are tried.

    >>> from kibitz.combinatorial.hackenbush import stalks
    >>> [str(move) for move in stubborn_moves(stalks(1, 2, 3))][:2]
    ['chop 0-a1', 'chop 0-b1']
    """
    some = [Move(*m) for m in islice(game.moves(game.position), AMONG)]
    moves = some[:: -(-len(some) // TRIED)]
    replies = [len(game.at(move.position).winning_moves()) for move in moves]
    return tuple(m for m, count in zip(moves, replies, strict=True) if count == min(replies))
