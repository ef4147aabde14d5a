"""What the positions of one game are worth: exactly where a search soon reaches the end."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import replace
from typing import Any

from kibitz.core.errors import GameError
from kibitz.play.board import searched
from kibitz.play.players import by_book, is_hopeless
from kibitz.rules.game import Move, Position, Rules
from kibitz.search.alpha_beta.exact import SMALL, ExactSearch, NotSolved, is_soon_compiled
from kibitz.search.methods import automatic
from kibitz.search.result import SearchResult

BOOK = "the opening book, solved beforehand"
SECONDS = 1.0
"""For the value of one position, before it is estimated."""


class PositionJudge:
    """Tells the value of one position after the other, and keeps its tables in between.

    Parameters
    ----------
    rules : Rules
        The rules of the game.
    seconds : float, default 1.5
        The time for a position.

    Notes
    -----
    What stands in the game's own book is taken from there. A game of two sides that must end is
    searched to its end, in Python while that is quick, by compiled code when it is not; one asked
    for backward, from the last position to the first, each finds in the table what those after it
    have left there. Other positions are estimated.

    Examples
    --------
    >>> from kibitz.rules.examples import TakeAway
    >>> PositionJudge(TakeAway(6)).value(TakeAway(6).position()).shown_move
    '2'
    """

    def __init__(self, rules: Rules, seconds: float = SECONDS) -> None:
        self.rules, self.seconds = rules, seconds
        self._small: ExactSearch | None = None
        self._large: ExactSearch | None = None
        if automatic(rules) == "principal-variation" and not rules.has("known"):
            with suppress(GameError):
                self._small = ExactSearch(rules, compiled=is_soon_compiled(rules), nodes=SMALL)

    def value(self, position: Position, seconds: float | None = None) -> SearchResult:
        """The value of a position and a best move, estimated within ``seconds`` if need be."""
        found = self.exact_value(position)
        return searched(position, seconds or self.seconds) if found is None else found

    def from_book(self, position: Position) -> SearchResult | None:
        """What the game's own book says of a position, None where it says nothing or no move."""
        value = self.rules.book_value(position.state)
        if value is None or position.player < 0:
            return None
        line: list[Move] = []
        here: Position = position
        while (move := self._kept(here, value)) is not None:
            line.append(move)
            here = here.play(move)
        if not line:
            return None
        after = {move: self.rules.book_value(position.play(move).state) for move in position.moves}
        values: dict[Move, Any] = {m: v for m, v in after.items() if v is not None}
        return SearchResult(position, value, line[0], tuple(line), BOOK, True, moves=values)

    def _kept(self, here: Position, value: int) -> Move | None:
        """A move after which the book says the same; the one that it plays, if it plays one."""
        if here.player < 0:
            return None
        first = by_book(here)
        moves = here.moves if first is None else (first, *here.moves)
        return next((m for m in moves if self.rules.book_value(here.play(m).state) == value), None)

    def can_solve(self, position: Position) -> bool:
        """Whether a search to the end of the game may succeed with more time."""
        return (
            self._small is not None
            and self.rules.longest is not None
            and position.player >= 0
            and not is_hopeless(position)
        )

    def all_moves(
        self, position: Position, seconds: float | None = None, others: float | None = None
    ) -> SearchResult:
        """The value of a position, and of every move where it is found in time.

        Parameters
        ----------
        position : Position
            The position to evaluate.
        seconds : float, optional
            The time for an estimate, where the value is not found.
        others : float, optional
            The time for the other moves, once the value is; what is left of the whole if None.

        Returns
        -------
        SearchResult
            The value, a best move, and the values of moves.
        """
        began = time.monotonic()
        found = self.value(position, seconds)
        if others is None:
            others = self.seconds - (time.monotonic() - began)
        search = self._large or self._small
        if not found.is_exact or search is None:
            return found
        values: dict[Move, Any] = dict(found.moves)
        last = time.monotonic() + others
        with suppress(NotSolved):
            for move in position.moves:
                left = last - time.monotonic()
                if move not in values:
                    values[move] = search.value(position.play(move), max(left, 0.01))
        return replace(found, moves=values)

    def exact_value(self, position: Position) -> SearchResult | None:
        """The value of a position and a move that keeps it, None where that takes too long."""
        known = self.from_book(position)
        if known is not None:
            return known
        if self._small is None:
            return None
        if self._large is None:
            with suppress(NotSolved):
                return self._small.solve(position, self.seconds)
        if self.rules.longest is None or is_hopeless(position):
            return None
        if self._large is None:
            self._large = ExactSearch(self.rules)
            self._large.prepare(position)
        with suppress(NotSolved):
            return self._large.solve(position, self.seconds)
        return None
