"""Perfect play: the quickest win, the longest resistance, and the line both sides follow."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Any

from kibitz.combinatorial.errors import CycleError, LimitError
from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.limits import most_moves
from kibitz.combinatorial.methods.remoteness import remoteness_search
from kibitz.combinatorial.move import Move
from kibitz.core.extension import extends
from kibitz.core.spelling import count_of

AFFORDABLE = 400_000
"""Positions searched for the quickest win and the longest resistance when no limit is given."""
MOST_MOVES = 400
"""Moves after which a line that is not known to be quickest is broken off."""
MOST_REFUSALS = 2
"""Positions of a line found too large before the rest is played without counting moves."""
MANY = 1000
"""Moves listed at most where all are equally good."""


@dataclass(frozen=True)
class PerfectPlay:
    """Perfect play from a position.

    ``winner`` is "first", "second" or, when play cycles, None. ``optimal`` says that
    the winner is known to take the fewest moves and the loser to hold out longest; otherwise the
    game was too large to search, and the winner just plays winning moves.
    """

    game: ImpartialGame
    moves: tuple[Move, ...]
    winner: str | None
    optimal: bool
    finished: bool

    def __len__(self) -> int:
        return len(self.moves)

    def __str__(self) -> str:
        show = self.game.show
        lines = [show(self.game.position)]
        sides = ("first", "second")
        for k, move in enumerate(self.moves):
            lines.append(f"  {sides[k % 2] + ':':<8}{move.description} → {show(move.position)}")
        if self.winner is None:
            lines.append("and so on forever: a draw")
        elif self.finished:
            lines.append(f"no move is left: the {self.winner} player wins")
        else:
            lines.append(f"and so on: the {self.winner} player wins")
        return "\n".join(lines)


@extends(ImpartialGame)
def remoteness(game: ImpartialGame, position: Any, limit: int | None = None) -> int | None:
    """How many moves are left when the winner hurries and the loser resists; None if tied.

    Visits every reachable position once; retrograde analysis when play can cycle. Where the
    family knows that there is too much to visit, it is refused at once.

    >>> from kibitz import game
    >>> game("nim 1000 1000").remoteness()
    Traceback (most recent call last):
    ...
    kibitz.combinatorial.errors.LimitError: nim: perfect play from 1000 1000 needs about
    501,000,500 moves, more than 2,000,000; use outcome() and winning_moves(), or give a larger ...
    """
    bound = AFFORDABLE if limit is None else limit
    _refuse_large(game, position, bound)
    memory = game._memory
    if not memory.laid_out(position):
        known = memory.remoteness
        try:
            return remoteness_search(
                position, game.options, game.is_misere, known, bound, game.show
            )
        except CycleError:
            pass
    return game._graph_around(position, bound).remoteness_of(position)


def _refuse_large(game: ImpartialGame, position: Any, limit: int) -> None:
    """Refuse a search that a family knows to be too large."""
    moves, most = moves_below(game, position), most_moves(limit)
    if moves is not None and moves > most:
        about = f"about {moves:,}" if moves < 10**15 else "more than 10^15"
        raise LimitError(
            f"{game.name}: perfect play from {game.show(position)} needs "
            f"{count_of(about, 'move')}, more than "
            f"{most:,}; use outcome() and winning_moves(), or give a larger limit="
        )


def moves_below(game: ImpartialGame, position: Any) -> int | None:
    """About how many moves a search looks at; None where the family does not know.

    Half the moves of the first position are there on average.
    """
    positions = game._reach(position)
    if positions is None:
        return None
    return positions * sum(1 for _ in islice(game.options(position), MANY)) // 2


@extends(ImpartialGame)
def best_moves(game: ImpartialGame, limit: int | None = None) -> tuple[Move, ...]:
    """The quickest wins; when lost, the longest resistance; when tied, every move that stays tied.

    A game too large to search gives all its winning moves, or all its moves when it is lost.

    Parameters
    ----------
    game : ImpartialGame
        The game.
    limit : int, optional
        The largest number of positions visited.

    Returns
    -------
    tuple of Move
        The moves.

    Examples
    --------
    >>> from kibitz import impartial
    >>> game = impartial(10, lambda n: [n - k for k in (1, 2, 3) if k <= n])
    >>> [str(move) for move in game.best_moves()], [str(m) for m in game.at(8).best_moves()]
    (['to 8'], ['to 7', 'to 6', 'to 5'])
    """
    moves, _ = _best(game, limit)
    return moves


@extends(ImpartialGame)
def line(game: ImpartialGame, limit: int | None = None) -> PerfectPlay:
    """The best moves of both players to the end, or until a tied game repeats.

    Parameters
    ----------
    game : ImpartialGame
        The game.
    limit : int, optional
        The largest number of positions visited.

    Returns
    -------
    PerfectPlay
        The moves and the positions.

    Examples
    --------
    >>> from kibitz import impartial
    >>> print(impartial(6, lambda n: [n - k for k in (1, 2, 3) if k <= n]).line())
    6
      first:  to 4 → 4
      second: to 3 → 3
      first:  to 0 → 0
    no move is left: the first player wins
    """
    winner = {"N": "first", "P": "second", "T": None}[game.outcome(limit)]
    moves: list[Move] = []
    here, seen = game, {game.position}
    refusals = 0
    while True:
        choice, sure = _best(here, limit) if refusals < MOST_REFUSALS else (playable(here), False)
        refusals += not sure
        if not choice:
            return PerfectPlay(game, tuple(moves), winner, optimal=not refusals, finished=True)
        moves.append(choice[0])
        here = here.at(choice[0].position)
        endless = winner is None and here.position in seen
        if endless or (refusals and len(moves) >= MOST_MOVES):
            return PerfectPlay(game, tuple(moves), winner, optimal=not refusals, finished=False)
        seen.add(here.position)


def playable(game: ImpartialGame, limit: int | None = None) -> tuple[Move, ...]:
    """Moves that throw nothing away, without a look at how long play will last."""
    outcome = game.outcome(limit)
    if outcome == "N":
        wins = _wins(game, limit)
        least = min((game.progress(m.position) for m in wins), default=0)
        return tuple(m for m in wins if game.progress(m.position) == least)
    moves = (Move(*m) for m in game.moves(game.position))
    if outcome == "T":
        moves = (m for m in moves if game.outcome_at(m.position, limit) == "T")
    return tuple(islice(moves, MANY))


def _wins(game: ImpartialGame, limit: int | None) -> tuple[Move, ...]:
    """The winning moves, or some of them when there are too many."""
    try:
        return game.winning_moves(limit)
    except LimitError:
        return game.some_winning_moves()


def _best(game: ImpartialGame, limit: int | None) -> tuple[tuple[Move, ...], bool]:
    """The best moves, and whether they are known to be quickest or longest."""
    bound = AFFORDABLE if limit is None else limit
    try:
        here = game.remoteness_at(game.position, bound)
        ranked = [(Move(*m), game.remoteness_at(m[1], bound)) for m in game.moves(game.position)]
    except LimitError:
        return playable(game, limit), False
    best = None if here is None else here - 1
    return tuple(m for m, r in ranked if r == best), True
