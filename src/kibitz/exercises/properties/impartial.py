"""Properties of impartial games."""

from __future__ import annotations

from kibitz.combinatorial.game import ImpartialGame
from kibitz.exercises.wish import wish


@wish("{} winning moves", ImpartialGame)
def winning_moves(game: ImpartialGame, count: int) -> bool:
    """Exactly this many moves win."""
    return len(game.winning_moves()) == count


@wish("nimber {}", ImpartialGame)
def nimber(game: ImpartialGame, value: int) -> bool:
    """The game is worth this nimber."""
    return bool(game.nimber() == value)


@wish("next player wins", ImpartialGame)
def next_wins(game: ImpartialGame) -> bool:
    """An N-position."""
    return bool(game.winning_moves())


@wish("previous player wins", ImpartialGame)
def previous_wins(game: ImpartialGame) -> bool:
    """A P-position."""
    return not game.winning_moves()
