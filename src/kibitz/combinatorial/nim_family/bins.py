"""Stones in a row of bins: a move shifts some stones of one bin into a bin further left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import comb
from typing import Any, ClassVar

from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.move import Move
from kibitz.combinatorial.nim_family.read import check_counts, one_by_one, whole_numbers
from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of

MOST_POSITIONS = 5_000_000


@dataclass(frozen=True)
class Bins(ImpartialGame):
    """Stones in bins 1, 2, 3, ... from the left; spelled a/b/c.

    A move takes any positive number of stones from one bin and puts them all into one bin further
    left. Glenn's notes call it Welter's game, which it is not: bins hold any number of stones, and
    several move together. Two bins are nim; for more no formula is known, and it is searched.

    >>> game = bins([1, 1, 2])
    >>> game.nimber(), game.show(game.position), [str(move) for move in game.winning_moves()]
    (2, '1/1/2', ['1 from bin 3 to bin 1'])
    """

    theorem: ClassVar[str] = "nim on the second bin"
    title: str = field(default="stones in bins", kw_only=True)

    def check(self, position: Any) -> None:
        check_counts(position, "bin")
        count = comb(sum(position) + len(position), len(position)) if len(position) > 2 else 1
        if count > MOST_POSITIONS:
            raise GameError(
                f"{count_of(sum(position), 'stone')} in {len(position)} bins have up to "
                f"{count_of(count, 'position')}; "
                f"the limit of the search is {MOST_POSITIONS:,}"
            )

    def show(self, position: Any) -> str:
        return "/".join(map(str, position)) or "no bins"

    def options(self, position: Any) -> Iterator[Any]:
        return (move.position for move in self._moves(position))

    def _moves(self, position: Any) -> Iterator[Move]:
        for i, stones in enumerate(position):
            for j in range(i):
                for taken in range(1, stones + 1):
                    after = list(position)
                    after[i] -= taken
                    after[j] += taken
                    yield Move(f"{taken} from bin {i + 1} to bin {j + 1}", tuple(after))

    def _nimber(self, position: Any) -> int | None:
        if any(position[2:]):
            return None
        return position[1] if len(position) > 1 else 0


@one_by_one
def bins(stones: Iterable[int], play: str = "normal") -> Bins:
    """Stones in bins, counted from the left.

    Parameters
    ----------
    stones : iterable of int
        The number of stones in each bin.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    Bins
        The game.
    """
    return Bins(whole_numbers(stones, "bin"), play=play)
