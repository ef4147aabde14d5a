"""Who wins from single heaps: the P-positions, and the period of the outcomes."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any

from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.heaps.dynamic_subtraction import DynamicSubtraction
from kibitz.combinatorial.heaps.game import HeapGame
from kibitz.combinatorial.heaps.misere.quotient import MisereQuotient, misere_quotient
from kibitz.combinatorial.heaps.periods.periodicity import Periodicity, find_period
from kibitz.combinatorial.heaps.subtraction import SubtractionGame
from kibitz.core.certificate import Certificate
from kibitz.core.errors import GameError

FAR_ENOUGH = 200
"""Heaps up to which a misère quotient is built: those of Kayles repeat from 71 on."""
MOST_SUMS = 600_000
"""Sums compared for a quotient, a few seconds: those of Kayles take half a million."""
MOST_POSITIONS = 200_000


@dataclass(frozen=True)
class OutcomePeriod:
    """The outcomes of single heaps repeat from ``preperiod`` on, by a proved answer.

    >>> from kibitz.combinatorial.heaps import kayles, subtraction
    >>> print(outcome_period(subtraction([1, 3, 4]).misere()))
    period 7 from 0 on, NPNPNNN: the P-positions are 1, 3 (mod 7)
    >>> print(outcome_period(kayles().misere()))
    period 1 from 21 on, N: the P-positions are 1, 4, 9, 12, 20
    """

    game: HeapGame
    preperiod: int
    period: int
    first: str
    """The outcomes of the heaps below preperiod + period."""
    source: Periodicity | MisereQuotient
    """What proves it."""

    @property
    def cycle(self) -> str:
        """The outcomes of one period, beginning at the preperiod."""
        return self.first[self.preperiod :]

    @property
    def residues(self) -> tuple[int, ...]:
        """The P-positions from the preperiod on, modulo the period."""
        start = range(self.preperiod, self.preperiod + self.period)
        return tuple(sorted(n % self.period for n in start if self.first[n] == "P"))

    @property
    def early(self) -> tuple[int, ...]:
        """The P-positions below the preperiod."""
        return tuple(n for n in range(self.preperiod) if self.first[n] == "P")

    def outcome(self, n: int) -> str:
        """The outcome of a heap of n, however large.

        Parameters
        ----------
        n : int
            The size of the heap.
        """
        if n < self.preperiod:
            return self.first[n]
        return self.cycle[(n - self.preperiod) % self.period]

    def verify(self) -> Certificate:
        """The proof of the period from which this one follows."""
        return self.source.verify()

    def __str__(self) -> str:
        early = ", ".join(map(str, self.early))
        if self.period == 1:
            every = f"all from {self.preperiod} on" if self.residues else ""
        else:
            every = ", ".join(map(str, self.residues)) + f" (mod {self.period})"
        lost = " and before that ".join(words for words in (every, early) if words) or "none"
        head = f"period {self.period} from {self.preperiod} on, {self.cycle}"
        return f"{head}: the P-positions are {lost}"

    def to_json(self) -> dict[str, Any]:
        return {
            "preperiod": self.preperiod,
            "period": self.period,
            "cycle": self.cycle,
            "residues": list(self.residues),
            "early": list(self.early),
            "theorem": self.source.method,
        }


def outcome_period(game: HeapGame) -> OutcomePeriod:
    """The least period of the outcomes of single heaps, in the game's own play.

    In normal play a heap is P where its nimber is 0. In misère play a heap of a subtraction game is
    P where its nimber is 1 (Ferguson 1974); of other games by the misère quotient.

    Parameters
    ----------
    game : HeapGame
        The game; its position does not matter.

    Returns
    -------
    OutcomePeriod
        The period.

    References
    ----------
    Ferguson 1974; Plambeck and Siegel 2008.
    """
    if game.is_misere and not (isinstance(game, SubtractionGame) and game.is_paired):
        return _by_quotient(game)
    period = find_period(game.rules())
    if not isinstance(period, Periodicity):
        raise GameError(f"{period}; so no period of the outcomes is proved")
    start, lost = period.preperiod, 1 if game.is_misere else 0
    if period.saltus:
        start += period.period * (1 + lost // period.saltus)
    shown = "".join("NP"[period.value(n) == lost] for n in range(start + period.period))
    return _least(game, start, period.period, shown, period)


def _by_quotient(game: HeapGame) -> OutcomePeriod:
    quotient = misere_quotient(game.rules(), FAR_ENOUGH, sums=MOST_SUMS)
    if quotient.period is None:
        raise GameError(
            f"{game.name}: the misère quotient of heaps up to {FAR_ENOUGH} proves no period"
        )
    start, period = quotient.period
    shown = "".join(quotient.outcome((n,) if n else ()) for n in range(start + period))
    return _least(game, start, period, shown, quotient)


def _least(
    game: HeapGame, start: int, period: int, shown: str, source: Periodicity | MisereQuotient
) -> OutcomePeriod:
    """With the shortest cycle, and the earliest beginning of it."""
    cycle = shown[start:]
    length = next(p for p in range(1, period + 1) if period % p == 0 and _repeats(cycle, p))
    shown = shown[: start + length]
    while start and shown[start - 1] == shown[start - 1 + length]:
        start -= 1
    return OutcomePeriod(game, start, length, shown[: start + length], source)


def _repeats(cycle: str, length: int) -> bool:
    return cycle == cycle[:length] * (len(cycle) // length)


def p_positions(game: ImpartialGame, to: int) -> list[Any]:
    """The positions that are lost for the player to move, with numbers from 0 to ``to``.

    For games of heaps these are single heaps; for others, such as Wythoff's, tuples as long as the
    game's own position.

    Parameters
    ----------
    game : ImpartialGame
        The game, in normal or misère play.
    to : int
        The largest number.

    Returns
    -------
    list
        The heaps or positions.

    Examples
    --------
    >>> import kibitz as kb
    >>> p_positions(kb.game("subtraction 0 set=1,3,4"), 16), p_positions(kb.game("wythoff 0 0"), 5)
    ([0, 2, 7, 9, 14, 16], [(0, 0), (1, 2), (2, 1), (3, 5), (5, 3)])
    >>> p_positions(kb.game("fibonacci-nim 9"), 40)
    [0, 1, 2, 3, 5, 8, 13, 21, 34]
    """
    if isinstance(to, bool) or not isinstance(to, int) or to < 0:
        raise GameError(f"to is {to!r}; it must be a whole number, the largest one wanted")
    if isinstance(game, HeapGame) and not game.is_misere:
        return [n for n, value in enumerate(game.sequence(to).values.tolist()) if value == 0]
    if isinstance(game, HeapGame):
        return [n for n in range(to + 1) if game.outcome_at((n,)) == "P"]
    if isinstance(game, DynamicSubtraction):
        return [n for n in range(to + 1) if game.outcome_at((n, max(0, n - 1))) == "P"]
    position = game.position
    if not isinstance(position, tuple) or not all(type(x) is int for x in position):
        raise GameError(f"{game.name}: its positions are not numbers, so they cannot be listed")
    if (to + 1) ** len(position) > MOST_POSITIONS:
        raise GameError(
            f"{(to + 1) ** len(position):,} positions with numbers up to {to}; the limit is "
            f"{MOST_POSITIONS:,}"
        )
    every = product(range(to + 1), repeat=len(position))
    return [at for at in every if _is_position(game, at) and game.outcome_at(at) == "P"]


def _is_position(game: ImpartialGame, position: tuple[int, ...]) -> bool:
    try:
        game.check(position)
    except GameError:
        return False
    return True
