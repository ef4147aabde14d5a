"""Misère outcomes of heaps by search, over heaps that can still move and regardless of order."""

from __future__ import annotations

from functools import lru_cache

from kibitz.combinatorial.heaps.game import HeapGame, Heaps
from kibitz.combinatorial.heaps.misere.free_game import FreeGame, letter
from kibitz.combinatorial.limits import read_limit
from kibitz.core.errors import GameError
from kibitz.core.extension import extends

LARGEST = 4000
"""The largest heap that is searched."""


@extends(HeapGame)
def misere_outcome(game: HeapGame, position: Heaps, limit: int | None = None) -> str:
    """N or P in misère play, where nimbers do not serve.

    A sum of heaps is searched only as far as needed; heaps without a move are left out.

    Parameters
    ----------
    game : HeapGame
        The game.
    position : Heaps
        The heaps.
    limit : int, optional
        The largest number of positions visited.

    Returns
    -------
    str
        N or P.

    Examples
    --------
    >>> from kibitz.combinatorial.heaps import kayles
    >>> [n for n in range(1, 25) if misere_outcome(kayles(), (n,)) == "P"]
    [1, 4, 9, 12, 20]
    """
    search = _search_of(game.rules())
    search.prepare(max(position, default=0))
    search.free.most = read_limit(limit)
    return "P" if search.free.is_p(search.word(position)) else "N"


class _Search:
    """Letters for the heaps that can move, in order of size."""

    def __init__(self, rules: HeapGame) -> None:
        self.rules = rules
        self.letters: dict[int, int] = {}
        self.free = FreeGame([])
        self._prepared = 0

    def prepare(self, largest: int) -> None:
        if largest > LARGEST:
            raise GameError(
                f"{self.rules.name}: misère play is searched for heaps up to {LARGEST:,}, not "
                f"{largest:,}"
            )
        for n in range(self._prepared + 1, largest + 1):
            options = {self.word(parts) for parts in self.rules.heap_options(n)}
            if options:
                i = self.letters[n] = len(self.letters)
                self.free.changes.append(sorted(option - letter(i) for option in options))
            self._prepared = n

    def word(self, heaps: Heaps) -> int:
        return sum(letter(self.letters[n]) for n in heaps if n in self.letters)


@lru_cache(maxsize=64)
def _search_of(rules: HeapGame) -> _Search:
    return _Search(rules)
