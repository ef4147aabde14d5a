"""The genus: nimbers of a position in normal and misère play, beside heaps of two."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from kibitz.combinatorial.heaps.game import HeapGame
from kibitz.combinatorial.methods.nimber import least_absent
from kibitz.combinatorial.methods.post_order import Values, post_order
from kibitz.core.extension import extends


@dataclass(frozen=True, order=True)
class Genus:
    """The nimber of G, and the misère nimbers of G, G + *2, G + *2 + *2, ...

    A misère nimber is the mex of the options' misère nimbers, where an end has 1; it is 0 exactly
    when the position is P in misère play. The sequence ends with two numbers that alternate
    forever. Conway, On Numbers and Games, chapter 12.

    >>> str(NIL), NIL.tame, str(Genus(2, (1, 4, 2, 0)))
    ('0^120', True, '2^1420')
    """

    nimber: int
    misere: tuple[int, ...]

    def column(self, k: int) -> int:
        """The misère nimber beside k heaps of two.

        Parameters
        ----------
        k : int
            The number of heaps of two, from 0.
        """
        size = len(self.misere)
        return self.misere[k] if k < size else self.misere[size - 2 + (k - size) % 2]

    @property
    def tame(self) -> bool:
        """Whether some position of nim has this genus."""
        n = self.nimber
        fickle = {0: (1, 2, 0), 1: (0, 3, 1)}.get(n)
        return self.misere in ((n, n ^ 2), fickle)

    def __str__(self) -> str:
        joint = "" if max(self.misere) < 10 else ","
        return f"{self.nimber}^" + joint.join(map(str, self.misere))


NIL = Genus(0, (1, 2, 0))
"""The genus of a game that is over."""


@extends(HeapGame)
def genus(game: HeapGame, limit: int | None = None) -> Genus:
    """The genus of the position of a game, from those of all positions below it.

    Parameters
    ----------
    game : HeapGame
        The game.
    limit : int, optional
        The largest number of positions visited.

    Returns
    -------
    Genus
        The genus.

    Notes
    -----
    Cost: every position below once.

    Examples
    --------
    >>> from kibitz.combinatorial.heaps import kayles
    >>> [str(genus(kayles(n))) for n in range(1, 9)]
    ['1^031', '2^20', '3^31', '1^031', '4^146', '3^31', '2^20', '1^13']
    """
    genera = _Genera.of(game.rules())
    start = tuple(sorted(heap for heap in game.position if heap))
    number = post_order(
        start, game.options, genera.combine, genera.numbers, "the genus", limit, game.show
    )
    return genera.genera[number]


class _Genera:
    """Genera with a number each, so that sets of them are sets of numbers."""

    def __init__(self) -> None:
        self.genera: list[Genus] = []
        self.number: dict[Genus, int] = {}
        self.numbers = Values()

    def combine(self, options: set[int]) -> int:
        here = mex_genus([self.genera[i] for i in options])
        if here not in self.number:
            self.number[here] = len(self.genera)
            self.genera.append(here)
        return self.number[here]

    @staticmethod
    @lru_cache(maxsize=64)
    def of(rules: HeapGame) -> _Genera:
        return _Genera()


def mex_genus(options: list[Genus]) -> Genus:
    """The genus of a position with options of these genera.

    Beside k heaps of two, one of them can also be taken or made a 1, which turns the misère nimber
    c of the position beside k - 1 heaps into c or c ⊕ 1.

    >>> str(mex_genus([])), str(mex_genus([NIL]))
    ('0^120', '1^031')
    """
    nimber = least_absent({option.nimber for option in options})
    settled = max((len(option.misere) for option in options), default=0)
    columns: list[int] = []
    while len(columns) < settled + 2 or not _alternates(columns[-4:]):
        k = len(columns)
        below = {option.column(k) for option in options}
        if k:
            below |= {columns[-1], columns[-1] ^ 1}
        columns.append(least_absent(below) if below else 1)
    while len(columns) > 2 and _alternates(columns[-3:]):
        columns.pop()
    return Genus(nimber, tuple(columns))


def _alternates(columns: list[int]) -> bool:
    return len(columns) > 2 and all(a ^ b == 2 for a, b in pairwise(columns))
