"""Dynamic subtraction: what may be taken depends on what was taken last. Fibonacci nim."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from kibitz.combinatorial.errors import LimitError
from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.heaps.take_limit import FormulaLimit, Limit, Linear, read_limit
from kibitz.combinatorial.heaps.zeckendorf import greedy, schwenk_sequence
from kibitz.combinatorial.move import Move
from kibitz.combinatorial.solution import ImpartialSolution
from kibitz.combinatorial.solve import FINDS, solve_impartial
from kibitz.core.errors import GameError
from kibitz.core.method import method

MOST_HURRIED = 150
"""The largest pile in which the quickest win is looked for."""
MOST_TABULATED = 30_000
"""The largest pile that is worked through counter by counter, where no theorem decides."""
SEARCHED, MOST_VALUED = 60, 4000
"""Piles whose nimbers are found by search, and the largest whose nimbers are tabulated."""


@dataclass(frozen=True)
class DynamicSubtraction(ImpartialGame):
    """One pile; after t was taken, at most ``limit(t)`` may be taken next.

    A position is (counters left, most that may be taken now); the first move may not take all.
    When the limit never falls and allows at least as many again, Schwenk's theorem decides: write
    the pile as a sum of his sequence, and the player to move wins if the smallest part may be
    taken. Every winning move takes some of the smallest parts together. Other limits are worked
    through, O(n²) for a pile of n. Ferguson, exercise I.1.5.7.

    >>> game = fibonacci_nim(43)
    >>> game.outcome(), [str(move) for move in game.winning_moves()]
    ('N', ['take 1, leaving 42', 'take 9, leaving 34'])
    >>> dynamic_subtraction(10**30, Linear(2)).outcome()
    'N'
    """

    theorem: ClassVar[str] = "Schwenk's theorem on dynamic subtraction"

    limit: Limit

    @property
    def name(self) -> str:
        words = str(self.limit) if isinstance(self.limit, (Linear, FormulaLimit)) else "a rule"
        return self.title or f"dynamic subtraction up to {words}"

    def check(self, position: Any) -> None:
        fine = isinstance(position, tuple) and len(position) == 2
        if not fine or any(isinstance(k, bool) or not isinstance(k, int) for k in position):
            raise GameError(
                f"{self.name}: {position!r} is not a position; write (counters, most to be taken)"
            )
        if position[0] < 0 or position[1] < 0:
            raise GameError(f"{self.name}: {position!r} has a negative number")

    def show(self, position: Any) -> str:
        plural = "" if position[0] == 1 else "s"
        return f"{position[0]} counter{plural}, up to {position[1]} to take"

    def options(self, position: Any) -> Iterator[tuple[int, int]]:
        n, most = position
        return ((n - t, max(0, self.limit(t))) for t in range(1, min(n, most) + 1))

    def _moves(self, position: Any) -> Iterator[Move]:
        n, most = position
        return (self._take(n, t) for t in range(1, min(n, most) + 1))

    def _take(self, n: int, taken: int) -> Move:
        left = n - taken
        return Move(f"take {taken}, leaving {left}", (left, max(0, self.limit(taken))))

    def _outcome(self, position: Any) -> str | None:
        n, most = position
        if n == 0 or most == 0:
            return "N" if self.is_misere else "P"
        return "N" if self.least_winning_take(n) <= min(n, most) else "P"

    def _nimber(self, position: Any) -> int | None:
        n, most = position
        if n <= SEARCHED:
            return None
        if n > MOST_VALUED:
            raise GameError(
                f"{self.name}: nimbers are computed for piles up to {MOST_VALUED:,}, not {n:,}; "
                "use outcome() and winning_moves()"
            )
        return int(_nimbers(self.limit, MOST_VALUED if n > 500 else 500)[n, min(n, most)])

    def least_winning_take(self, n: int) -> int:
        """The least number that wins when taken from a pile of n, were it allowed.

        Parameters
        ----------
        n : int
            The size of the pile.

        References
        ----------
        Schwenk 1970

        Examples
        --------
        >>> fibonacci_nim(2).least_winning_take(43), fibonacci_nim(2).least_winning_take(34)
        (1, 34)
        """
        if not self.is_misere and self._tame(n):
            return self.parts(n)[-1]
        if n > MOST_TABULATED:
            raise GameError(
                f"{self.name}: no theorem decides a pile of {n:,}; piles up to {MOST_TABULATED:,} "
                "are tabulated"
            )
        size = min(MOST_TABULATED, 1 << n.bit_length())
        return int(_tabulated(self.limit, size, self.is_misere)[n])

    def parts(self, n: int) -> tuple[int, ...]:
        """A pile as a sum of the piles from which the second player wins, largest first.

        Parameters
        ----------
        n : int
            The size of the pile.

        References
        ----------
        Schwenk 1970
        """
        return greedy(n, schwenk_sequence(self.limit, n))

    def winning_moves(self, limit: int | None = None) -> tuple[Move, ...]:
        n, most = self.position
        if self.is_misere or not self._tame(n):
            every = (self._take(n, t) for t in range(1, min(n, most) + 1))
            return tuple(move for move in every if self._outcome(move.position) == "P")
        moves, taken = [], 0
        for part in reversed(self.parts(n)):
            taken += part
            if taken <= most and self._outcome(self._take(n, taken).position) == "P":
                moves.append(self._take(n, taken))
        return tuple(moves)

    def remoteness_at(self, position: Any, limit: int | None = None) -> int | None:
        """The remoteness of a position, unless the pile is too large to look through."""
        if position[0] > MOST_HURRIED:
            raise LimitError(
                f"{self.name}: the quickest win is computed for piles up to {MOST_HURRIED}"
            )
        return super().remoteness_at(position, limit)

    def _tame(self, n: int) -> bool:
        """Whether Schwenk's theorem applies to piles up to n."""
        if isinstance(self.limit, Linear):
            return self.limit.tame
        return n <= _tame_to(self.limit)


def dynamic_subtraction(n: Any, limit: Limit | str, play: str = "normal") -> DynamicSubtraction:
    """A pile of n, of which the first move takes any part but not all.

    Parameters
    ----------
    n : int
        The size of the pile.
    limit : Limit or str
        The most that may be taken after t was taken: a function, or text such as ``2t-1`` or
        ``t^2``.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    DynamicSubtraction
        The game.

    Examples
    --------
    >>> game = dynamic_subtraction(44, "t")
    >>> [str(move) for move in game.winning_moves()]
    ['take 4, leaving 40', 'take 12, leaving 32']
    """
    if isinstance(n, bool) or not isinstance(n, int) or n < 0:
        raise GameError(
            f"dynamic subtraction: {n!r} counters; it must be a whole number, 0 or more"
        )
    return DynamicSubtraction((n, max(0, n - 1)), read_limit(limit), play=play)


def fibonacci_nim(n: Any, play: str = "normal") -> DynamicSubtraction:
    """Fibonacci nim: at most twice what was taken last.

    Parameters
    ----------
    n : int
        The size of the pile.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    DynamicSubtraction
        The game.

    References
    ----------
    Whinihan 1963.
    """
    game = dynamic_subtraction(n, Linear(2), play)
    return DynamicSubtraction(game.position, Linear(2), play=play, title="Fibonacci nim")


@lru_cache(maxsize=64)
def _tame_to(limit: Limit) -> int:
    """As far as a limit has been seen never to fall and to allow as many again."""
    before = 1
    for t in range(1, MOST_TABULATED + 1):
        here = limit(t)
        if here < max(before, t):
            return t - 1
        before = here
    return MOST_TABULATED


@lru_cache(maxsize=16)
def _tabulated(limit: Limit, n: int, misere: bool) -> Any:
    """The least winning takes from 0 to n counters, for any limit."""
    from kibitz.combinatorial.heaps.kernels import least_winning_takes

    return least_winning_takes(_limits(limit, n), misere)


@lru_cache(maxsize=4)
def _nimbers(limit: Limit, n: int) -> Any:
    """The nimbers of piles up to n, for every number that may be taken."""
    from kibitz.combinatorial.heaps.kernels import dynamic_nimbers

    return dynamic_nimbers(_limits(limit, n))


def _limits(limit: Limit, n: int) -> Any:
    import numpy as np

    return np.array([0, *(min(n, max(0, limit(t))) for t in range(1, n + 1))], np.int64)


@method(DynamicSubtraction, "auto", finds=FINDS, cost="same as the chosen method")
def solve_dynamic_subtraction(
    game: DynamicSubtraction, limit: int | None = None
) -> ImpartialSolution:
    """Outcome and winning moves, with the nimber unless the pile is too large for one.

    Parameters
    ----------
    game : DynamicSubtraction
        The game.
    limit : int, optional
        The largest number of positions visited.

    Returns
    -------
    ImpartialSolution
        The outcome, the nimber and the winning moves.

    Notes
    -----
    Cost: that of the method chosen.
    """
    if game.is_misere or game.position[0] <= MOST_VALUED:
        return solve_impartial(game, limit)
    moves = game.winning_moves(limit)
    return ImpartialSolution(game, game.outcome(limit), None, moves, game.theorem)
