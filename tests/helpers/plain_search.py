"""Impartial games from the definitions, by recursion over their options and nothing else."""

from __future__ import annotations

from functools import cache
from typing import Any

from kibitz.combinatorial import ImpartialGame


class Plain:
    """Nimbers, outcomes and good moves of the positions of a game, found from its options alone."""

    def __init__(self, game: ImpartialGame) -> None:
        self.game = game
        self.nimber = cache(self._nimber)
        self.outcome = cache(self._outcome)

    def _nimber(self, position: Any) -> int:
        below = {self.nimber(option) for option in self.game.options(position)}
        return next(n for n in range(len(below) + 1) if n not in below)

    def _outcome(self, position: Any) -> str:
        options = list(self.game.options(position))
        if not options:
            return "N" if self.game.is_misere else "P"
        return "N" if any(self.outcome(option) == "P" for option in options) else "P"

    def wins(self, position: Any) -> set[Any]:
        return {o for o in self.game.options(position) if self.outcome(o) == "P"}

    def leading_to(self, position: Any, value: int) -> set[Any]:
        return {o for o in self.game.options(position) if self.nimber(o) == value}

    def agrees(self, position: Any) -> None:
        """Compare what the game says of a position with what follows from its options."""
        here = self.game.at(position)
        assert here.outcome() == self.outcome(position), str(here)
        wins = [move.position for move in here.winning_moves()]
        assert set(wins) == self.wins(position), str(here)
        told = [move.position for move in here.moves(position)]
        assert sorted(map(repr, told)) == sorted(map(repr, here.options(position)))
        if not self.game.is_misere:
            assert here.nimber() == self.nimber(position), str(here)
            for value in range(6):
                found = {move.position for move in here.moves_to(value)}
                assert found == self.leading_to(position, value), (str(here), value)
