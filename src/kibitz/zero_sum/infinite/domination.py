"""Infinitely many dominated numbers: when one number is better than all from some K on.

Row l dominates every row from K on if against its own tail it earns the most any payoff can be,
and if against each of the finitely many opponents before its tail the rows from K on earn no more
than l does, which their column's rule for the tail decides. So an infinite game becomes a matrix
game.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from kibitz.zero_sum.infinite.game import InfiniteGame, PayoffRule
from kibitz.zero_sum.infinite.truncation import MOST, truncation
from kibitz.zero_sum.strategies.dominance import Elimination, eliminate_at_once

MOST_DOMINATORS = 12
"""How many small numbers are tried as the one that dominates."""


@dataclass(frozen=True)
class LineDomination:
    """The number ``by`` dominates ``start`` and every larger number of one player.

    Before ``tail`` opponents decide it one by one; from there on ``by`` earns the most there is.
    """

    by: int
    start: int
    tail: int


@dataclass(frozen=True)
class InfiniteDomination:
    """What dominates the large numbers of each player, and the rounds that follow in the rest."""

    game: InfiniteGame
    rows: LineDomination
    columns: LineDomination
    rounds: tuple[Elimination, ...]

    @property
    def row_numbers(self) -> tuple[int, ...]:
        """The row player's numbers that are left."""
        if self.rounds:
            return tuple(i + 1 for i in self.rounds[-1].rows)
        return tuple(range(1, self.rows.start))

    @property
    def column_numbers(self) -> tuple[int, ...]:
        """The column player's numbers that are left."""
        if self.rounds:
            return tuple(j + 1 for j in self.rounds[-1].columns)
        return tuple(range(1, self.columns.start))


def why_no_domination(game: InfiniteGame) -> str | None:
    """Why domination does not make a matrix game of it; None when it does."""
    for side, rule in (("row", game.rule), ("column", game.reversed().rule)):
        rows = _large_rows(rule)
        if rows is None or rows.start > MOST:
            return f"no {side} dominates all larger ones"
    return None


def domination(game: InfiniteGame) -> InfiniteDomination | None:
    """Remove the dominated numbers, all large ones at once; None when none dominates them.

    Parameters
    ----------
    game : InfiniteGame
        A game on the positive integers.

    Returns
    -------
    InfiniteDomination or None
        The numbers that remain, with witnesses; None when no number dominates all large ones.

    Examples
    --------
    >>> from kibitz.zero_sum.infinite.rules import silverman_on_integers
    >>> found = domination(silverman_on_integers(3))
    >>> found.rows, found.row_numbers
    (LineDomination(by=1, start=6, tail=3), (1, 2, 5))
    """
    rows, columns = _large_rows(game.rule), _large_rows(game.reversed().rule)
    if rows is None or columns is None or max(rows.start, columns.start) > MOST:
        return None
    rest = truncation(game, rows.start - 1, columns.start - 1)
    return InfiniteDomination(game, rows, columns, eliminate_at_once(rest))


def _large_rows(rule: PayoffRule) -> LineDomination | None:
    """The dominator after which the fewest numbers remain."""
    dominations = [d for by in range(1, MOST_DOMINATORS + 1) if (d := _dominated_from(rule, by))]
    return min(dominations, key=lambda d: (d.start, d.by), default=None)


def _dominated_from(rule: PayoffRule, by: int) -> LineDomination | None:
    if rule.bounds is None:
        return None
    tail = rule.row_tail(by)
    most = rule.bounds[1]
    if tail.start > MOST or min(rule.payoff(by, tail.start), tail.limit) < most:
        return None
    start = by + 1
    for opponent in range(1, tail.start):
        needed = _never_above(rule, opponent, rule.payoff(by, opponent))
        if needed is None:
            return None
        start = max(start, needed)
    return LineDomination(by, start, tail.start)


def _never_above(rule: PayoffRule, opponent: int, level: Fraction) -> int | None:
    """The least K such that no number from K on earns more than the level against an opponent."""
    tail = rule.column_tail(opponent)
    if tail.limit > level:
        return None
    k = tail.start
    while rule.payoff(k, opponent) > level:
        k += 1
        if k > tail.start + MOST:
            return None
    while k > 1 and rule.payoff(k - 1, opponent) <= level:
        k -= 1
    return k
